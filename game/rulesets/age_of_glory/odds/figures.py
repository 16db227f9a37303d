"""The figures players ask for, each worked out from how a chain ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from game.core.questions import Ending, Fate, FigureForm
from game.core.state import Piece
from game.core.tongue import N_
from game.rulesets.age_of_glory.cards import DISORDERED, GOOD, SILENCED
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import DAMAGED

# What best replies play for: a stand lost, a stand in disorder, a battery lost, the position taken.
STAND_LOST, STAND_DISORDERED, BATTERY_LOST, POSITION = 4, 1, 12, 4


def fate(rules: Rules, before: Piece, after: Piece) -> Fate:
    """What became of a unit or battery."""
    lost = before.strength - (after.strength if after.hex is not None else 0)
    if after.hex is None:
        return Fate(after.status, False, lost)
    word = after.status if after.status != before.status else N_("unchanged")
    if word == GOOD:
        word = N_("in good order")
    if DAMAGED in after.marks - before.marks:
        word = N_("damaged") if word == "unchanged" else f"damaged and {word}"
    return Fate(word, after.hex != before.hex, lost)


def _after(end: Ending, units: Iterable[str]) -> Iterator[Piece]:
    return (end.state.pieces[id_] for id_ in units)


def _engaged(end: Ending) -> tuple[str, ...]:
    """The defenders of the hex itself; who stands behind them is another matter."""
    return tuple(id_ for id_ in end.situation.defenders if id_ != "behind")


def _lost(end: Ending, units: Iterable[str]) -> int:
    before = end.situation.state.pieces
    return sum(
        before[piece.id].strength - (piece.strength if piece.hex is not None else 0)
        for piece in _after(end, units)
    )


def _leaves(end: Ending) -> bool:
    before = end.situation.state.pieces
    return all(piece.hex != before[piece.id].hex for piece in _after(end, _engaged(end)))


def _prevails(end: Ending) -> bool:
    return _leaves(end) and any(piece.hex is not None for piece in _after(end, end.situation.attackers))


def _is_shaken(piece: Piece) -> bool:
    return piece.hex is None or piece.status in (DISORDERED, SILENCED)


def _any(units: str, test: Callable[[Piece], bool]) -> Callable[[Ending], int]:
    def of(end: Ending) -> int:
        ids = end.situation.attackers if units == "attackers" else _engaged(end)
        return any(test(piece) for piece in _after(end, ids))

    return of


def _leader_falls(end: Ending) -> int:
    return any(
        piece.hex is None and end.situation.state.pieces[piece.id].hex is not None
        for piece in end.state.pieces
        if piece.id == "defender-leader"
    )


def _step(end: Ending) -> str:
    return end.state.frames[-1].step if end.state.frames else ""


def _moves_full(end: Ending) -> bool:
    return _step(end) == "manoeuvre" and bool(end.state.frames[-1].get("full"))


def _unit(end: Ending) -> Piece:
    return end.state.pieces[end.situation.attackers[0]]


def worth(end: Ending) -> int:
    """What best replies play for, from the attacker's seat."""

    def price(units: Iterable[str]) -> int:
        total = 0
        for piece in _after(end, units):
            before = end.situation.state.pieces[piece.id]
            if piece.id in end.situation.rules.batteries:
                total += BATTERY_LOST if piece.hex is None else 0
                continue
            left = piece.strength if piece.hex is not None else 0
            shaken = left if piece.status == DISORDERED != before.status else 0
            total += STAND_LOST * (before.strength - left) + STAND_DISORDERED * shaken
        return total

    taken = POSITION if end.situation.defenders and _prevails(end) else 0
    return price(end.situation.defenders) - price(end.situation.attackers) + taken


VALUE = FigureForm(
    "edge",
    N_(
        "what the defender loses less what the attacker loses: a stand lost counts 4, a stand disordered 1, "
        "a battery 12, and the position 4"
    ),
    worth,
    False,
)

FIGURES: Mapping[str, FigureForm] = {
    figure.name: figure
    for figure in (
        FigureForm("attacker_prevails", N_("Attacker prevails"), _prevails),
        FigureForm("defender_leaves_hex", N_("Defender leaves the hex"), _leaves),
        FigureForm(
            "defender_disordered_or_worse", N_("Defender disordered or worse"), _any("defenders", _is_shaken)
        ),
        FigureForm(
            "defender_destroyed", N_("Defender destroyed"), _any("defenders", lambda piece: piece.hex is None)
        ),
        FigureForm(
            "attacker_disordered",
            N_("Attacker disordered"),
            _any("attackers", _is_shaken),
            is_welcome=False,
        ),
        FigureForm(
            "attacker_destroyed",
            N_("Attacker destroyed"),
            _any("attackers", lambda piece: piece.hex is None),
            is_welcome=False,
        ),
        FigureForm(
            "attacker_strength_lost",
            N_("Attacker's stands lost"),
            lambda end: _lost(end, end.situation.attackers),
            is_chance=False,
            is_welcome=False,
        ),
        FigureForm(
            "defender_strength_lost",
            N_("Defender's stands lost"),
            lambda end: _lost(end, end.situation.defenders),
            is_chance=False,
        ),
        FigureForm("leader_falls", N_("The defender's leader falls"), _leader_falls),
        FigureForm("moves_full", N_("May make a full move"), _moves_full),
        FigureForm("moves", N_("May move"), lambda end: _step(end) == "manoeuvre"),
        FigureForm(
            "in_good_order",
            N_("In good order"),
            lambda end: _unit(end).hex is not None and _unit(end).status == GOOD,
        ),
        FigureForm(
            "goes_back",
            N_("Must go back"),
            lambda end: _unit(end).hex not in (None, end.situation.state.pieces[_unit(end).id].hex),
            is_welcome=False,
        ),
        FigureForm("destroyed", N_("Destroyed"), lambda end: _unit(end).hex is None, is_welcome=False),
        FigureForm(
            "strength_lost",
            N_("Stands lost"),
            lambda end: _lost(end, (_unit(end).id,)),
            is_chance=False,
            is_welcome=False,
        ),
    )
}
