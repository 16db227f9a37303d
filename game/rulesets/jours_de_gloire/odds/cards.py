"""Odds cards for the table: charge and shock by strength and cohesion, tests, rally, fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.core.questions import Answerable, OddsCard, Question, UnitSpec
from game.core.tongue import _
from game.rulesets.jours_de_gloire.odds.asking import REGULAR, question
from game.rulesets.jours_de_gloire.tables import load_tables

BASE = 6  # strength of the defender; the attacker's makes the ratio
EDGES = tuple(range(-3, 4))  # the attacker's cohesion less the defender's
STAND: dict[str, Answerable] = {"square": "never", "counter_charge": "never", "counter_shock": "never"}


def cards() -> Iterator[OddsCard]:
    """Every card, in the order they are printed."""
    yield from _charges()
    yield from _shocks()
    yield from _tests()
    yield from _fires()


def _unit(arm: str, strength: int, cohesion: int = REGULAR, *states: str) -> UnitSpec:
    return UnitSpec(arm, (strength, cohesion, 5), states)


def _ratios() -> list[tuple[str, int]]:
    """The lines of the strength comparison table that a defender of six points can be met with."""
    found = []
    for line in reversed(load_tables().odds.lines):
        strength = next((n for n in range(1, 31) if load_tables().odds.line(n, BASE) == line), None)
        if strength is not None:
            found.append((f"{_(line.label)} ({strength}:{BASE})", strength))
    return found


def _grid(title: str, note: str, ask: Callable[[int, int], Question]) -> OddsCard:
    """A card by strength ratio and cohesion difference."""
    return OddsCard(
        title,
        note,
        "attacker_prevails",
        _("cohesion: attacker less defender"),
        tuple(f"{edge:+d}" if edge else "0" for edge in EDGES),
        _("strength"),
        tuple((label, tuple(ask(n, REGULAR + edge) for edge in EDGES)) for label, n in _ratios()),
    )


def _charges() -> Iterator[OddsCard]:
    foot = (_unit("infantry", BASE),)

    def charge(arm: str, **said: Answerable) -> Callable[[int, int], Question]:
        usual: dict[str, Answerable] = {"defender": foot, **STAND, **said}
        return lambda n, cohesion: question("charge", attacker=(_unit(arm, n, cohesion),), **usual)

    square = (_unit("infantry", BASE, REGULAR, "square"),)
    shaken = (_unit("infantry", BASE, REGULAR, "disordered"),)
    horse = (_unit("cavalry", BASE),)
    stands = _("infantry stands; it does not form square")
    heavy, light = "heavy_cavalry", "cavalry"
    yield _grid(_("Heavy charge on a line, front"), stands, charge(heavy))
    yield _grid(_("Light charge on a line, front"), stands, charge(light))
    yield _grid(
        _("Heavy charge, infantry may form square"),
        _("both sides reply as is best for them"),
        charge(heavy, square="auto"),
    )
    yield _grid(
        _("Heavy charge on a square"), _("nobody breaks off"), charge(heavy, defender=square, recall="never")
    )
    yield _grid(_("Heavy charge on a line, rear"), stands, charge(heavy, **{"from": ("rear",)}))
    yield _grid(_("Heavy charge uphill"), stands, charge(heavy, level=1))
    yield _grid(_("Heavy charge over a stream"), stands, charge(heavy, hexside="stream"))
    yield _grid(
        _("Heavy charge on disordered infantry"), _("cohesion 6 before"), charge(heavy, defender=shaken)
    )
    yield _grid(
        _("Heavy charge on light cavalry"),
        _("which counter-charges"),
        charge(heavy, defender=horse, counter_charge="always"),
    )


def _shocks() -> Iterator[OddsCard]:
    def shock(**said: Answerable) -> Callable[[int, int], Question]:
        usual: dict[str, Answerable] = {"defender": (_unit("infantry", BASE),), **said}
        return lambda n, cohesion: question("shock", attacker=(_unit("infantry", n, cohesion),), **usual)

    foot = _("infantry against infantry")
    yield _grid(_("Shock in the open, front"), foot, shock())
    yield _grid(_("Shock in the open, rear"), foot, shock(**{"from": ("rear",)}))
    yield _grid(_("Shock uphill"), foot, shock(level=1))
    yield _grid(_("Shock over a stream"), foot, shock(hexside="stream"))
    yield _grid(_("Shock on a village"), foot, shock(terrain="village"))


def _tests() -> Iterator[OddsCard]:
    ratings = range(10)
    plus = (-1, 0, 1, 2)
    yield OddsCard(
        _("Cohesion test"),
        _("passed by the die or less"),
        "passes",
        _("cohesion"),
        tuple(map(str, ratings)),
        _("to the die"),
        tuple(
            (
                f"{add:+d}" if add else "0",
                tuple(question("test", unit=(_unit("infantry", BASE, n),), plus=add) for n in ratings),
            )
            for add in plus
        ),
    )
    yield OddsCard(
        _("Rally from rout to good order"),
        _("cohesion of the front; nobody near, far from the edge"),
        "in_good_order",
        _("cohesion"),
        tuple(map(str, ratings)),
        _("activations"),
        tuple(
            (
                str(tries),
                tuple(
                    question(
                        "rally", unit=(_unit("infantry", BASE, n, "routed"),), activations=tries, edge=20
                    )
                    for n in ratings
                ),
            )
            for tries in (2, 3, 4)
        ),
    )


def _fires() -> Iterator[OddsCard]:
    ranges = range(1, 6)

    def card(title: str, note: str, figure: str, **said: Answerable) -> OddsCard:
        usual: dict[str, Answerable] = {"defender": (_unit("infantry", BASE),), **said}

        def ask(strength: int, hexes: int) -> Question:
            return question("fire", attacker=(_unit("artillery", strength),), range=hexes, **usual)

        return OddsCard(
            title,
            note,
            figure,
            _("hexes (effective to 3, maximum 5)"),
            tuple(map(str, ranges)),
            _("strength"),
            tuple((str(n), tuple(ask(n, r) for r in ranges)) for n in range(2, 9)),
        )

    square = (_unit("infantry", BASE, REGULAR, "square"),)
    shaken = "defender_disordered_or_worse"
    yield card(_("Fire: target disordered or worse"), _("infantry of cohesion 6, in the open"), shaken)
    yield card(_("Fire: target routed"), _("infantry in the open"), "defender_routed_or_worse")
    yield card(_("Fire on a square"), _("infantry of cohesion 6"), shaken, defender=square)
    yield card(_("Fire into woods"), _("infantry of cohesion 6"), shaken, terrain="woods")
