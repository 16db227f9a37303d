"""Odds cards for the table: charges and combats by grade, fire by points, march rolls."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.questions import Answerable, OddsCard, Question, UnitSpec
from game.core.tongue import _
from game.rulesets.age_of_glory.chronicle import grade_letter
from game.rulesets.age_of_glory.odds.asking import question, troops

# Grades of attacker and defender, the best chance first.
GRADES = (("elite", "raw"), ("elite", ""), ("", ""), ("", "elite"), ("raw", "elite"))


def cards() -> Iterator[OddsCard]:
    """Every card, in the order they are printed."""
    yield from _charges()
    yield from _combats()
    yield from _fires()
    yield from _marches()


def _attackers() -> tuple[tuple[str, tuple[int, int], str], ...]:
    """What a card varies downwards: the attacker's stands of how many, and his leader."""
    return (
        (_("spent (3 of 6)"), (3, 6), "none"),
        (_("worn (4 of 6)"), (4, 6), "none"),
        (_("fresh"), (6, 6), "none"),
        (_("plain leader"), (6, 6), "plain"),
        (_("charismatic leader"), (6, 6), "charismatic"),
        (_("12 stands"), (12, 12), "none"),
    )


def _letter(grade: str) -> str:
    return grade_letter(grade or "regular")


def _graded(arm: str, figures: tuple[int, int], grade: str, *states: str) -> UnitSpec:
    return UnitSpec(arm, figures, (*((grade,) if grade else ()), *states))


def _grid(
    title: str, note: str, kind: str, arm: str, target: str, *states: str, **said: Answerable
) -> OddsCard:
    """A card by the attacker's condition and both grades; the defender has six fresh stands."""

    def ask(figures: tuple[int, int], leader: str, mine: str, other: str) -> Question:
        usual: dict[str, Answerable] = {"breakthrough": "never", "leader": leader, **said}
        attacker, defender = _graded(arm, figures, mine), _graded(target, (6, 6), other, *states)
        return question(kind, attacker=(attacker,), defender=(defender,), **usual)

    rows = tuple(
        (name, tuple(ask(figures, leader, mine, other) for mine, other in GRADES))
        for name, figures, leader in _attackers()
    )
    return OddsCard(
        title,
        note,
        "attacker_prevails",
        _("attacker/defender: E elite, R regular, W raw"),
        tuple(f"{_letter(mine)}/{_letter(other)}" for mine, other in GRADES),
        _("attacker"),
        rows,
    )


def _charges() -> Iterator[OddsCard]:
    fires = _("defender fresh, 6 stands, fires; nobody breaks through by choice")
    meets = _("defender fresh, 6 stands, fires and countercharges")
    always: dict[str, Answerable] = {"countercharge": "always"}
    yield _grid(_("Shock horse on pikes, front"), fires, "charge", "shock", "pike")
    yield _grid(_("Shock horse on pikes, rear"), fires, "charge", "shock", "pike", **{"from": "rear"})
    yield _grid(_("Shock horse on firelocks, front"), fires, "charge", "shock", "firelock")
    yield _grid(_("Shock horse on disordered pikes"), fires, "charge", "shock", "pike", "disordered")
    yield _grid(_("Shock horse on pistoleers"), meets, "charge", "shock", "pistoleer", **always)
    yield _grid(_("Pistoleers on pistoleers"), meets, "charge", "pistoleer", "pistoleer", **always)


def _combats() -> Iterator[OddsCard]:
    foot = _("pikes against pikes, no fire")
    yield _grid(_("Push of pike in the open"), foot, "combat", "pike", "pike")
    yield _grid(_("Push of pike, defender supported"), foot, "combat", "pike", "pike", "supported")
    yield _grid(_("Push of pike in woods"), foot, "combat", "pike", "pike", terrain="woods")


def _fires() -> Iterator[OddsCard]:
    ranges = range(1, 10)

    def guns(title: str, figure: str, *states: str) -> OddsCard:
        def row(gun: str, number: int, army: tuple[str, ...]) -> tuple[Question, ...]:
            battery = (UnitSpec(gun, (6, 0), army),) * number
            target = (troops("pike", 6, *states),)
            return tuple(question("fire", attacker=battery, defender=target, range=r) for r in ranges)

        rows = (
            (_("light"), row("light", 1, ())),
            (_("heavy"), row("heavy", 1, ())),
            (_("light, French"), row("light", 1, ("french",))),
            (_("heavy, French"), row("heavy", 1, ("french",))),
            (_("siege"), row("siege", 1, ())),
        )
        return OddsCard(
            title,
            _("at six stands of pikes"),
            figure,
            _("hexes"),
            tuple(map(str, ranges)),
            _("battery"),
            rows,
        )

    shaken = "defender_disordered_or_worse"
    yield guns(_("Guns: target disordered"), shaken)
    yield guns(_("Guns: column disordered"), shaken, "column")
    arms = (
        (_("pikes"), troops("pike", 6, "fired")),
        (_("firelocks"), troops("firelock", 6, "fired")),
        (_("first fire"), troops("firelock", 6)),
        (_("skirmishers"), troops("skirmish")),
        (_("pistoleers"), troops("pistoleer")),
    )
    sizes = (3, 4, 5, 6, 8, 10)
    yield OddsCard(
        _("Small arms: target disordered"),
        _("one hex, in the open"),
        shaken,
        _("stands that fire"),
        tuple(map(str, sizes)),
        _("firers"),
        tuple(
            (
                name,
                tuple(
                    question(
                        "fire",
                        attacker=(unit._replace(figures=(n, 0)),),
                        defender=(troops("pike"),),
                    )
                    for n in sizes
                ),
            )
            for name, unit in arms
        ),
    )


def _marches() -> Iterator[OddsCard]:
    helps: tuple[tuple[str, dict[str, Answerable]], ...] = (
        (_("none"), {}),
        (_("near"), {"near": "plain"}),
        (_("with it"), {"leader": "plain"}),
        (_("near*"), {"near": "charismatic"}),
        (_("with it*"), {"leader": "charismatic"}),
    )
    units = (
        (_("fresh foot"), UnitSpec("pike", (6, 6))),
        (_("worn foot"), UnitSpec("pike", (4, 6))),
        (_("spent foot"), UnitSpec("pike", (3, 6))),
        (_("fresh horse"), UnitSpec("pistoleer", (6, 6))),
        (_("worn horse"), UnitSpec("pistoleer", (4, 6))),
        (_("spent horse"), UnitSpec("pistoleer", (3, 6))),
    )

    def card(title: str, note: str, figure: str, *states: str) -> OddsCard:
        rows = tuple(
            (
                name,
                tuple(
                    question("march", unit=(unit._replace(states=states),), **said) for _name, said in helps
                ),
            )
            for name, unit in units
        )
        return OddsCard(
            title,
            note,
            figure,
            _("leader within radius or attached; * charismatic"),
            tuple(name for name, _said in helps),
            _("unit"),
            rows,
        )

    yield card(_("March: full move"), _("in good order, no impact"), "moves_full")
    yield card(_("March: in good order afterwards"), _("in disorder before"), "in_good_order", "disordered")
