"""The same question asked otherwise: single changes within reach, sides swapped, random but sensible ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.core.questions import Answerable, Change, Encounter, Question, UnitSpec
from game.core.tongue import _
from game.rulesets.age_of_glory.odds.words import GUNS, KINDS, MOUNTED, TERRAINS, UNITS

ID = "age-of-glory"
# [10] Men in a stand.
FOOT, HORSE = 200, 125


def question(kind: str, **said: Answerable) -> Question:
    """A question with these values and the usual ones for the rest."""
    values = tuple((f.name, said.get(f.name.replace("-", "_"), f.usual)) for f in KINDS[kind].fields)
    return Question(ID, kind, values)


def troops(arm: str, stands: int = 6, *states: str) -> UnitSpec:
    """A unit at full strength."""
    return UnitSpec(arm, (stands, 0), states)


# --- what would change it most -------------------------------------------------------------------------


def changes(asked: Question) -> Iterator[Change]:
    """Each single change within reach of a player."""
    if asked.kind == "march":
        yield from _march_changes(asked)
        return
    if asked.kind == "fire":
        yield from _fire_changes(asked)
    else:
        yield from _combat_changes(asked)
    for terrain, title in (
        ("clear", _("in the open")),
        ("woods", _("in woods")),
        ("village", _("in a village")),
    ):
        if asked["terrain"] != terrain:
            yield Change(title, asked.but(terrain=terrain))


def _combat_changes(asked: Question) -> Iterator[Change]:
    attackers, defenders = asked["attacker"], asked["defender"]
    first = attackers[0]
    yield Change(
        _("{unit} joins the attack").format(unit=UNITS.told(troops(first.arm))),
        asked.but(attacker=(*attackers, troops(first.arm))),
    )
    where = "rear" if asked["from"] == "front" else "front"
    title = _("from the rear") if where == "rear" else _("from the front")
    yield Change(title, asked.but(**{"from": where}))
    for name, title in (("leader", _("a charismatic leader with the attacker")),):
        other = "charismatic" if asked[name] != "charismatic" else "none"
        yield Change(title if other != "none" else _("no leader with the attacker"), asked.but(leader=other))
    yield from _state_changes(asked, "attacker", attackers, _("the attacker"))
    yield from _state_changes(asked, "defender", defenders, _("the defender"))


def _state_changes(asked: Question, role: str, units: tuple[UnitSpec, ...], who: str) -> Iterator[Change]:
    first, rest = units[0], units[1:]

    def but(**changed: Any) -> Question:
        return asked.but(**{role: (first._replace(**changed), *rest)})

    if first.arm in GUNS:
        return
    if "disordered" in first.states:
        states = tuple(state for state in first.states if state != "disordered")
        yield Change(_("{who} is in good order").format(who=who), but(states=states))
    else:
        yield Change(_("{who} is disordered").format(who=who), but(states=(*first.states, "disordered")))
    if "elite" not in first.states:
        states = (*(state for state in first.states if state != "raw"), "elite")
        yield Change(_("{who} is elite").format(who=who), but(states=states))
    if first.figures[0] > 1:
        start = max(first.figures)
        fewer = (first.figures[0] - 1, start)
        yield Change(_("{who} has a stand less").format(who=who), but(figures=fewer))
    if first.arm in ("pike", "firelock") and not {"supported", "column", "march", "square"} & {*first.states}:
        supported = (*first.states, "supported")
        yield Change(_("{who} in supported line").format(who=who), but(states=supported))


def _fire_changes(asked: Question) -> Iterator[Change]:
    firers = asked["attacker"]
    yield Change(_("the same again fires along"), asked.but(attacker=(*firers, firers[0])))
    if asked["range"] > 1:
        yield Change(_("one hex closer"), asked.but(range=asked["range"] - 1))
    if asked["range"] < 9:
        yield Change(_("one hex farther"), asked.but(range=asked["range"] + 1))
    if asked["from"] == "front":
        yield Change(_("from the flank"), asked.but(**{"from": "flank"}))
    changed = "no" if asked["changed"] == "yes" else "yes"
    title = _("the target changes formation") if changed == "yes" else _("the target stays as it is")
    yield Change(title, asked.but(changed=changed))
    target = asked["defender"][0]
    if target.arm not in GUNS and not target.states:
        yield Change(_("at a column"), asked.but(defender=(target._replace(states=("column",)),)))


def _march_changes(asked: Question) -> Iterator[Change]:
    for name, title in (
        ("leader", _("a charismatic leader attached")),
        ("near", _("a leader within radius")),
    ):
        if asked[name] == "none":
            kind = "charismatic" if name == "leader" else "plain"
            yield Change(title, asked.but(**{name: kind}))
    for impact in ("0", "2", "3"):
        if asked["impact"] != impact:
            yield Change(_("initiative impact {n}").format(n=f"+{impact}"), asked.but(impact=impact))
    unit = asked["unit"][0]
    if unit.figures[0] > 1:
        fewer = (max(1, unit.figures[0] // 2), max(unit.figures))
        yield Change(_("half of its stands gone"), asked.but(unit=(unit._replace(figures=fewer),)))
    if "march" not in unit.states and unit.arm != "skirmish":
        yield Change(_("in march column"), asked.but(unit=(unit._replace(states=(*unit.states, "march")),)))


# --- other questions -----------------------------------------------------------------------------------


def swapped(asked: Question) -> Question:
    """The defender attacks the attacker in the open."""
    if "defender" not in asked:
        return asked
    said: dict[str, Answerable] = {
        "attacker": tuple(unit for unit in asked["defender"] if unit.arm not in GUNS or asked.kind == "fire"),
        "defender": asked["attacker"][:1],
    }
    if "leader" in asked:
        said |= {"leader": asked["defender-leader"], "defender_leader": asked["leader"]}
    if "range" in asked:
        said["range"] = asked["range"]
    return question(asked.kind, **said)


def sample(draw: Callable[[Iterable[Any]], Any], kind: str) -> Question:
    """A random but sensible question of a kind."""

    def unit(*arms: str) -> UnitSpec:
        arm = draw(arms)
        start = draw(range(4, 9))
        states = draw(((), (), ("elite",), ("raw",)))
        if arm in ("pike", "firelock"):
            states += draw(((), (), ("supported",)))
        return UnitSpec(arm, (draw((start, start, max(1, start - 2))), start), states)

    horse, foot = ("shock", "pistoleer"), ("pike", "pike", "firelock")
    if kind == "march":
        return question(
            kind,
            unit=(unit(*horse, *foot),),
            near=draw(("none", "plain", "charismatic")),
            impact=draw(("0", "0", "0", "2", "3")),
        )
    if kind == "fire":
        firer = draw((unit(*foot), UnitSpec("light", (6, 0)), UnitSpec("heavy", (6, 0))))
        hexes = draw(range(1, 8)) if firer.arm in GUNS else 1
        return question(
            kind,
            attacker=(firer,),
            defender=(unit(*horse, *foot),),
            range=hexes,
            changed=draw(("no", "no", "yes")),
            terrain=draw(("clear", "clear", "woods")),
        )
    attacker = unit(*horse) if kind == "charge" else unit(*foot)
    defender = unit(*foot, *horse) if attacker.arm in MOUNTED else unit(*foot)
    return question(
        kind,
        attacker=(attacker,),
        defender=(defender,),
        leader=draw(("none", "none", "plain", "charismatic")),
        terrain=draw(("clear", "clear", "clear", "vines", "woods")),
        **{"from": draw(("front", "front", "front", "rear"))},
    )


def encounter(wanted: Encounter) -> Question | None:
    """Men become stands [10]; horse charges, foot charges, guns fire."""
    attacker = _unit(wanted.attacking_arm, wanted.attacking_men)
    defender = _unit(wanted.defending_arm, wanted.defending_men)
    if attacker is None or defender is None or wanted.terrain not in TERRAINS:
        return None
    said: dict[str, Answerable] = {
        "attacker": (attacker,),
        "defender": (defender,),
        "terrain": wanted.terrain,
    }
    if attacker.arm in GUNS:
        return question("fire", range=4, **said)
    return question("charge", **said)


def _unit(arm: str, men: int) -> UnitSpec | None:
    known = UNITS.arms.get(arm)
    if known is None:
        return None
    if known in GUNS:
        return UnitSpec(known, (6, 0))
    each = HORSE if known in MOUNTED else FOOT
    return UnitSpec(known, (max(1, min(20, round(men / each))), 0))
