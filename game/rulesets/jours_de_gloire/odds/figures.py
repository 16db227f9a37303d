"""The figures players ask for, each worked out from how a chain ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from game.core.questions import Ending, Fate, FigureForm
from game.core.state import Piece
from game.core.tongue import N_
from game.rulesets.jours_de_gloire.cards import DISORDERED, ELIMINATED, GOOD, ROUTED, SQUARE
from game.rulesets.jours_de_gloire.combat import combats
from game.rulesets.jours_de_gloire.rules import Rules

BROKEN = frozenset({ROUTED, ELIMINATED})
SHAKEN = frozenset({DISORDERED, ROUTED, ELIMINATED})

# [what best replies play for] The worth of a strength point by the state its unit ends in, in quarters.
PRICE = {GOOD: 0, DISORDERED: 1, ROUTED: 3, ELIMINATED: 4}
HEX_TAKEN = 2


def fate(rules: Rules, before: Piece, after: Piece) -> Fate:
    """What became of a unit; the strength of routed and eliminated units no longer counts."""
    lost = _points(rules, before.id) if _is_lost(before, after) else 0
    if after.status == before.status:
        word = N_("in square") if after.formation == SQUARE != before.formation else N_("unchanged")
    else:
        word = {GOOD: N_("in good order")}.get(after.status, after.status)
    # A unit of a later wave has not moved by coming up.
    return Fate(word, None not in (before.hex, after.hex) and after.hex != before.hex, lost)


def _is_lost(before: Piece, after: Piece) -> bool:
    """Whether a unit has routed or was eliminated in the fight; one in rout before is lost with its end."""
    return after.status in BROKEN and after.status != before.status


def _points(rules: Rules, id_: str) -> int:
    """The strength printed on a unit's front."""
    return rules.cards[id_].good.strength


def _statuses(end: Ending, units: Iterable[str]) -> list[str]:
    after = end.state.pieces.pieces
    return [after[id_].status for id_ in units]


def _lost(end: Ending, units: Iterable[str]) -> int:
    rules, before, after = end.situation.rules, end.situation.state.pieces.pieces, end.state.pieces.pieces
    return sum([_points(rules, id_) for id_ in units if _is_lost(before[id_], after[id_])])


def _leaves(end: Ending) -> bool:
    before, after = end.situation.state.pieces.pieces, end.state.pieces.pieces
    return all(after[id_].hex != before[id_].hex for id_ in end.situation.defenders)


def _prevails(end: Ending) -> bool:
    return _leaves(end) and not BROKEN.issuperset(_statuses(end, end.situation.attackers))


def _attackers_are(states: frozenset[str]) -> Callable[[Ending], int]:
    return lambda end: not states.isdisjoint(_statuses(end, end.situation.attackers))


def _defenders_are(states: frozenset[str]) -> Callable[[Ending], int]:
    return lambda end: not states.isdisjoint(_statuses(end, end.situation.defenders))


def _no_worse(end: Ending) -> bool:
    before, after = end.situation.state.pieces.pieces, end.state.pieces.pieces
    return all(
        after[id_].status == before[id_].status and after[id_].hex == before[id_].hex
        for id_ in end.situation.attackers
    )


def engaged(end: Ending) -> int:
    """[8.5] How many attackers go ahead."""
    return sum(len(combat.attackers) for combat in combats(end.state))


def worth(end: Ending) -> int:
    """What best replies play for, from the attacker's seat."""
    rules, before, after = end.situation.rules, end.situation.state.pieces.pieces, end.state.pieces.pieces

    def price(units: Iterable[str]) -> int:
        fallen = [(id_, PRICE[after[id_].status] - PRICE[before[id_].status]) for id_ in units]
        return sum([_points(rules, id_) * quarters for id_, quarters in fallen if quarters])

    taken = HEX_TAKEN if end.situation.defenders and _leaves(end) else 0
    return price(end.situation.defenders) - price(end.situation.attackers) + taken


VALUE = FigureForm(
    "edge",
    N_(
        "what the defender loses less what the attacker loses: a strength point disordered counts 1, "
        "routed 3, eliminated 4, and the hex 2"
    ),
    worth,
    False,
)

FIGURES: Mapping[str, FigureForm] = {
    figure.name: figure
    for figure in (
        FigureForm("attacker_prevails", N_("Attacker prevails"), _prevails),
        FigureForm("defender_leaves_hex", N_("Defender leaves the hex"), _leaves),
        FigureForm("defender_routed_or_worse", N_("Defender routed or worse"), _defenders_are(BROKEN)),
        FigureForm(
            "defender_disordered_or_worse", N_("Defender disordered or worse"), _defenders_are(SHAKEN)
        ),
        FigureForm(
            "attacker_disordered",
            N_("Attacker disordered"),
            _attackers_are(frozenset({DISORDERED})),
            is_welcome=False,
        ),
        FigureForm(
            "attacker_routed_or_worse",
            N_("Attacker routed or worse"),
            _attackers_are(BROKEN),
            is_welcome=False,
        ),
        FigureForm(
            "attacker_strength_lost",
            N_("Attacker's strength routed or eliminated"),
            lambda end: _lost(end, end.situation.attackers),
            is_chance=False,
            is_welcome=False,
        ),
        FigureForm(
            "defender_strength_lost",
            N_("Defender's strength routed or eliminated"),
            lambda end: _lost(end, end.situation.defenders),
            is_chance=False,
        ),
        FigureForm("passes", N_("The test is passed"), _no_worse),
        FigureForm("all_engage", N_("All engage"), lambda end: engaged(end) == len(end.situation.attackers)),
        FigureForm("one_engages", N_("At least one engages"), lambda end: engaged(end) > 0),
        FigureForm("in_good_order", N_("In good order again"), _attackers_are(frozenset({GOOD}))),
        FigureForm("rallied", N_("No longer routed"), _attackers_are(frozenset({GOOD, DISORDERED}))),
        FigureForm("still_routed", N_("Still routed"), _attackers_are(frozenset({ROUTED})), is_welcome=False),
        FigureForm("eliminated", N_("Eliminated"), _attackers_are(frozenset({ELIMINATED})), is_welcome=False),
        FigureForm(
            "survives", N_("Survives on the map"), _attackers_are(frozenset({GOOD, DISORDERED, ROUTED}))
        ),
    )
}
