"""The same question asked otherwise: single changes within reach, sides swapped, random but sensible ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from game.core.questions import Answerable, Change, Encounter, Question, UnitSpec
from game.core.tongue import _
from game.rulesets.jours_de_gloire.odds.words import KINDS, TERRAINS, UNITS

ID = "jours-de-gloire"
# [0.1] Men in a strength point at regimental scale.
FOOT, HORSE, GUNNERS = 200, 150, 100
REGULAR = 6  # cohesion of troops of whom nothing is said


def question(kind: str, **said: Answerable) -> Question:
    """A question with these values and the usual ones for the rest."""
    values = tuple((f.name, said.get(f.name.replace("-", "_"), f.usual)) for f in KINDS[kind].fields)
    return Question(ID, kind, values)


# --- what would change it most -------------------------------------------------------------------------


def changes(asked: Question) -> Iterator[Change]:
    """Each single change within reach of a player."""
    if asked.kind in ("charge", "shock"):
        yield from _combat_changes(asked)
    elif asked.kind == "fire":
        yield from _fire_changes(asked)
    else:
        yield from _unit_changes(asked)


def _combat_changes(asked: Question) -> Iterator[Change]:
    attackers, defenders = asked["attacker"], asked["defender"]
    first = attackers[0]
    arm = "infantry" if asked.kind == "shock" else first.arm
    for helper in dict.fromkeys((UnitSpec(arm, (4, REGULAR, 5)), UnitSpec("infantry", (6, REGULAR, 5)))):
        yield Change(
            _("{unit} joins the attack").format(unit=UNITS.told(helper)),
            asked.but(attacker=(*attackers, helper)),
        )
    yield from _from_changes(asked)
    for other in ("cavalry", "heavy_cavalry"):
        if first.arm in ("cavalry", "heavy_cavalry") and first.arm != other:
            name = _("heavy instead of light") if other == "heavy_cavalry" else _("light instead of heavy")
            yield Change(name, asked.but(attacker=(first._replace(arm=other), *attackers[1:])))
    yield from _state_changes(asked, defenders)
    yield from _ground_changes(asked)
    yield Change(
        _("the attacker has one more point of cohesion"),
        asked.but(attacker=(_more(first, 1), *attackers[1:])),
    )
    if asked["orders"] == "so":
        yield Change(_("the attackers have orders"), asked.but(orders="or"))
    else:
        yield Change(_("the attackers have no orders"), asked.but(orders="so"))
    threat = "no" if asked["threat"] == "yes" else "yes"
    name = _("an enemy threatens the attackers' rear") if threat == "yes" else _("their rear is safe")
    yield Change(name, asked.but(threat=threat))


def _from_changes(asked: Question) -> Iterator[Change]:
    said = asked["from"]
    if set(said) == {"front"}:
        yield Change(_("from the rear instead of the front"), asked.but(**{"from": ("rear",)}))
    else:
        yield Change(_("from the front only"), asked.but(**{"from": ("front",)}))
    if len(asked["attacker"]) > 1 and len(set(said)) == 1:
        yield Change(_("from front and rear at once"), asked.but(**{"from": ("front", "rear")}))


def _state_changes(asked: Question, defenders: tuple[UnitSpec, ...]) -> Iterator[Change]:
    if not any(unit.states for unit in defenders):
        shaken = tuple(unit._replace(states=("disordered",)) for unit in defenders)
        yield Change(_("the target is disordered first, by fire"), asked.but(defender=shaken))
    else:
        yield Change(
            _("the target is in good order"),
            asked.but(defender=tuple(unit._replace(states=()) for unit in defenders)),
        )


def _ground_changes(asked: Question) -> Iterator[Change]:
    if asked["hexside"] != "none":
        yield Change(_("nothing on the hexside"), asked.but(hexside="none"))
    else:
        yield Change(_("over a stream"), asked.but(hexside="stream"))
    if asked["level"] != 0:
        yield Change(_("on level ground"), asked.but(level=0))
    else:
        yield Change(_("uphill"), asked.but(level=1))
        yield Change(_("downhill"), asked.but(level=-1))
    for terrain in ("clear", "village"):
        if asked["terrain"] != terrain:
            name = _("in the open") if terrain == "clear" else _("in a village")
            yield Change(name, asked.but(terrain=terrain))


def _fire_changes(asked: Question) -> Iterator[Change]:
    guns = asked["attacker"]
    if len(guns) < 2:
        yield Change(_("a second battery fires with it"), asked.but(attacker=(*guns, guns[0])))
    if asked["range"] > 1:
        yield Change(_("one hex closer"), asked.but(range=asked["range"] - 1))
    yield Change(_("one hex farther"), asked.but(range=asked["range"] + 1))
    first = asked["defender"][0]
    if first.arm == "infantry" and "square" not in first.states:
        square = first._replace(states=("square",))
        yield Change(_("at a square"), asked.but(defender=(square, *asked["defender"][1:])))
    if len(asked["defender"]) < 2:
        yield Change(_("at a massed target"), asked.but(defender=(first, first)))
    yield from _ground_changes(asked)


def _unit_changes(asked: Question) -> Iterator[Change]:
    name = "unit" if "unit" in asked else "attacker"
    units = asked[name]
    for step, title in ((1, _("one more point of cohesion")), (-1, _("one point of cohesion less"))):
        yield Change(title, asked.but(**{name: (_more(units[0], step), *units[1:])}))
    if "activations" in asked:
        yield Change(_("one more activation"), asked.but(activations=min(6, asked["activations"] + 1)))


def _more(unit: UnitSpec, cohesion: int) -> UnitSpec:
    strength, now, engagement = unit.figures
    return unit._replace(figures=(strength, max(0, min(9, now + cohesion)), engagement))


# --- other questions -----------------------------------------------------------------------------------


def swapped(asked: Question) -> Question:
    """The defender attacks the attacker, over the same hexside, the other way up."""
    if "defender" not in asked:
        return asked
    kind = asked.kind
    attacker, defender = asked["defender"], asked["attacker"]
    if kind == "charge" and not any(unit.arm in ("cavalry", "heavy_cavalry") for unit in attacker):
        kind = "shock"
    elif kind == "shock" and all(unit.arm in ("cavalry", "heavy_cavalry") for unit in attacker):
        kind = "charge"
    known = KINDS[kind].names()
    values = {name.replace("-", "_"): value for name, value in asked.values if name in known}
    values |= {"attacker": attacker, "defender": defender, "level": -asked["level"]}
    if "from" in values:
        values["from"] = ("front",)
        values |= {"terrain": asked["attacker-terrain"], "attacker_terrain": asked["terrain"]}
    return question(kind, **values)


def sample(draw: Callable[[Iterable[Any]], Any], kind: str) -> Question:
    """A random but sensible question of a kind."""

    def unit(arm: str) -> UnitSpec:
        cohesion = draw((4, 5, 5, 6, 6, 6, 7, 7)) + (arm == "heavy_cavalry")
        return UnitSpec(arm, (draw(range(2, 9)) if arm != "artillery" else draw(range(2, 6)), cohesion, 5))

    ground: dict[str, Answerable] = {
        "terrain": draw(("clear", "clear", "clear", "woods", "village", "rough", "orchard")),
        "hexside": draw(("none", "none", "none", "stream", "slope", "wall")),
        "level": draw((0, 0, 0, 1, -1)),
    }
    if kind == "charge":
        riders = tuple(unit(draw(("cavalry", "heavy_cavalry"))) for _n in range(draw((1, 1, 2))))
        said: dict[str, Answerable] = {
            "attacker": riders,
            "defender": (unit(draw(("infantry", "infantry", "infantry", "cavalry", "heavy_cavalry"))),),
            "from": draw((("front",), ("front",), ("rear",), ("front", "rear")))[: len(riders)],
            "hexside": draw(("none", "none", "stream")),
            "level": ground["level"],
        }
        return question(kind, **said)
    if kind == "shock":
        foot = tuple(unit("infantry") for _n in range(draw((1, 1, 2))))
        said = {
            "attacker": foot,
            "defender": (unit("infantry"),),
            "from": draw((("front",), ("front",), ("rear",), ("front", "rear")))[: len(foot)],
            **ground,
        }
        return question(kind, **said)
    if kind == "fire":
        target = unit(draw(("infantry", "cavalry")))
        states = draw(((), (), ("square",))) if target.arm == "infantry" else ()
        return question(
            kind,
            attacker=tuple(unit("artillery") for _n in range(draw((1, 1, 2)))),
            defender=(target._replace(states=states),) * draw((1, 1, 2)),
            range=draw(range(1, 6)),
            terrain=ground["terrain"],
        )
    if kind == "rally":
        return question(
            kind,
            unit=(unit(draw(("infantry", "cavalry")))._replace(states=(draw(("disordered", "routed")),)),),
            activations=draw((1, 2)),
        )
    if kind == "engagement":
        return question(kind, attacker=(unit("infantry"),), defender=(unit("infantry"),))
    return question(kind, unit=(unit(draw(("infantry", "cavalry"))),))


def encounter(wanted: Encounter) -> Question | None:
    """Men become strength points [0.1], all of regular cohesion."""
    attacker = _unit(wanted.attacking_arm, wanted.attacking_men)
    defender = _unit(wanted.defending_arm, wanted.defending_men)
    if attacker is None or defender is None or wanted.terrain not in TERRAINS:
        return None
    mounted = attacker.arm in ("cavalry", "heavy_cavalry")
    kind = "fire" if attacker.arm == "artillery" else "charge" if mounted else "shock"
    return question(kind, attacker=(attacker,), defender=(defender,), terrain=wanted.terrain)


def _unit(arm: str, men: int) -> UnitSpec | None:
    known = UNITS.arms.get(arm)
    if known is None:
        return None
    scale = {"infantry": FOOT, "cavalry": HORSE, "heavy_cavalry": HORSE}.get(known, GUNNERS)
    return UnitSpec(known, (max(1, min(30, round(men / scale))), REGULAR, 5))
