"""Questions as states of play: counters on a few hexes, at the step where the chain begins.

The defender stands in the middle and faces south, where his enemy comes from; an attacker in his rear
stands north of him. Everything from the first declaration on is done by the steps of play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.core.actions import Action, act
from game.core.errors import Refusal
from game.core.questions import BadQuestion, Question, Situation, UnitSpec, no_more
from game.core.state import Deployment, Frame, GameState, Piece, Value
from game.core.tongue import _, spoken, word
from game.rulesets.jours_de_gloire.cards import GOOD, ROUTED, Card
from game.rulesets.jours_de_gloire.gunnery import battery_refusal, fire_refusal
from game.rulesets.jours_de_gloire.movement import known_step
from game.rulesets.jours_de_gloire.odds.ground import (
    BEHIND,
    BLUE,
    RED,
    Ground,
    card,
    covered,
    middle,
    names,
    piece,
    rules_on,
    with_counters,
)
from game.rulesets.jours_de_gloire.odds.places import in_words
from game.rulesets.jours_de_gloire.odds.rounds import (
    ACTIVATION,
    COMING,
    FRONT_OF_BOTH,
    FRONT_ONLY,
    REAR_OF_BOTH,
    REAR_ONLY,
    RIDDEN,
    SOUTH,
    THREAT,
    WAVE,
    Rounds,
    charge_bar,
    segment,
)
from game.rulesets.jours_de_gloire.odds.words import KINDS, UNITS
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
from game.rulesets.jours_de_gloire.units import (
    FIRED,
    OF_ACTIVATION,
)
from hexmap.coords import Hex, direction_to
from hexmap.facing import facing_towards
from hexmap.ground import Refusal as StepRefusal

BEHIND_THEM = UnitSpec("infantry", (4, 6, 5))  # who threatens the rear of the attackers


class Line(NamedTuple):
    """The units of a question with their ids, in order."""

    ids: tuple[str, ...]
    specs: tuple[UnitSpec, ...]


def lay_out(question: Question) -> Situation:
    """The situation a question means; where the rules forbid it, the refusal names the rule."""
    for field in KINDS[question.kind].fields:
        if field.kind == "units":
            for spec in question[field.name]:
                _check_states(spec)
    match question.kind:
        case "charge" | "shock" | "engagement":
            return _combat(question)
        case "fire":
            return _fire(question)
        case "test":
            return _test(question)
    return _recovery(question)


def _check_states(spec: UnitSpec) -> None:
    """Refuse a state that no rule lets such a unit be in."""
    if "routed" in spec.states and spec.arm in ("artillery", "horse_artillery"):
        raise BadQuestion(Refusal(_("artillery does not rout"), "7.2"))
    if "square" not in spec.states:
        return
    if spec.arm != "infantry":
        raise BadQuestion(Refusal(_("only infantry forms square"), "9.3"))
    if len(spec.states) > 1:
        raise BadQuestion(Refusal(_("disorder breaks a square"), "9.3"))


# --- shock and charge --------------------------------------------------------------------------------


class Field(NamedTuple):
    """A fight laid out on its ground: all about it that is the same however good the units are."""

    ground: Ground
    rules: Rules  # with the ratings covered
    state: GameState
    opening: tuple[Action, ...]
    in_words: Callable[[str], str]


class Sides(NamedTuple):
    """Who fights: those who attack first, those who attack later, and those who are attacked."""

    attackers: Line
    later: Line
    defenders: Line


UNRATED = (0, 0, 0)  # the figures of units of which nobody says how good they are


def _combat(question: Question) -> Situation:
    sides = _sides(question)
    attackers, later, defenders = (line.ids for line in sides)
    field = _field(_unrated(question, sides), spoken())
    rules = with_counters(rules_on(field.ground), _counters(question, sides))
    waves = tuple((id_,) for id_ in later) + (attackers,) * (question.get("rounds", 1) - 1)
    return Situation(
        rules,
        # What is found out about it under these ratings is nobody else's.
        field.state.with_pieces(field.state.pieces.aside()),
        field.opening,
        attackers + later,
        defenders,
        _combat_words(question),
        _engagement_is_over if question.kind == "engagement" else _segment_is_over,
        Rounds(rules, waves, defenders, question["from"], question.kind == "charge") if waves else no_more,
        spoken=field.in_words,
        covered=field.rules,
    )


def _sides(question: Question) -> Sides:
    return Sides(
        _line("attacker", question["attacker"]),
        _line("then", question.get("then", ())),
        _line("defender", question["defender"]),
    )


def _counters(question: Question, sides: Sides) -> dict[str, Card]:
    cards = _cards(BLUE, sides[:2]) | _cards(RED, sides[2:])
    if question["threat"] == "yes":
        cards[THREAT] = card(THREAT, RED, BEHIND_THEM, _("infantry behind"))
    return cards


def _unrated(question: Question, sides: Sides) -> Question:
    """The same question about units of which nobody knows how good they are."""
    attackers, later, defenders = (
        tuple([UnitSpec(arm, UNRATED, states) for arm, _figures, states in line.specs]) for line in sides
    )
    return question.but(attacker=attackers, then=later, defender=defenders)


# Why a fight is refused is told in words: every language has fields of its own.
@lru_cache(maxsize=64)
def _field(question: Question, language: str) -> Field:
    """The field of an unrated question; where the rules forbid the fight, the refusal names the rule."""
    if len(question["from"]) > len(question["attacker"]):
        raise BadQuestion(
            Refusal(
                _("--from names more places than there are attackers: each stands in one ({places})").format(
                    places=", ".join(question["from"])
                ),
                "8.1",
            )
        )
    sides = _sides(question)
    attackers, later, defenders = sides
    target = middle(Ground())
    places = _places(target, _wanted(question))
    terrain = ((target, question["terrain"]), *((hex_, question["attacker-terrain"]) for hex_ in places))
    crossed = dict.fromkeys(places) if question["hexside"] != "none" else {}
    ground = Ground(
        tuple((hex_, name) for hex_, name in terrain if name != "clear"),
        tuple((here, target, question["hexside"]) for here in crossed),
        ((target, question["level"]),) if question["level"] else (),
    )
    rules = covered(ground, _counters(question, sides))
    pieces: dict[str, Piece] = {}
    for id_, spec, hex_ in zip(attackers.ids, attackers.specs, places, strict=True):
        pieces[id_] = piece(id_, BLUE, spec, hex_, facing_towards(hex_, target, rules.facing_kind))
    for id_, spec in zip(later.ids, later.specs, strict=True):
        pieces[id_] = piece(id_, BLUE, spec, None, 0)
    for id_, spec in zip(defenders.ids, defenders.specs, strict=True):
        pieces[id_] = piece(id_, RED, spec, target, SOUTH)
    if question["threat"] == "yes":
        behind = places[0].step(direction_to(target, places[0]), 2)
        pieces[THREAT] = piece(THREAT, RED, BEHIND_THEM, behind, facing_towards(behind, places[0]))
    label = rules.label[target]
    facts: dict[str, Value] = {
        "active": BLUE,
        "formation": "blue-corps",
        "status": question["orders"].upper() if question.kind != "engagement" else "SO",
        COMING: attackers.ids,
    }
    state = segment(GameState(1, (), Deployment(pieces), facts))
    _check(rules, state, attackers, later, defenders, target)
    if question.kind == "charge":
        state = _ridden(rules, state, attackers, target)
    opening = (act("attack", attackers.ids[0], label), *(act("join", id_) for id_ in attackers.ids[1:]))
    return Field(ground, rules, state, opening, in_words(rules, target, places))


def _line(role: str, specs: Sequence[UnitSpec]) -> Line:
    ids = tuple(f"{role}-{number}" for number in range(1, len(specs) + 1))
    return Line(ids, tuple(specs))


def _cards(side: str, lines: Sequence[Line]) -> dict[str, Card]:
    found: dict[str, Card] = {}
    taken: dict[str, int] = {}
    for line in lines:
        for id_, spec, name in zip(line.ids, line.specs, names(line.specs, taken), strict=True):
            found[id_] = card(id_, side, spec, name)
    return found


def _wanted(question: Question) -> list[str]:
    """Where each attacker is to stand; the last word counts for all that follow."""
    said = question["from"]
    return [said[min(number, len(said) - 1)] for number in range(len(question["attacker"]))]


def _places(target: Hex, wanted: Sequence[str]) -> list[Hex]:
    """Where each attacker stands: a hex of its own while there are any, then beside those that came first."""
    both = len(set(wanted)) > 1
    free = {
        "front": list(FRONT_OF_BOTH if both else FRONT_ONLY),
        "rear": list(REAR_OF_BOTH if both else REAR_ONLY),
    }
    used = {"front": 0, "rear": 0}
    found = []
    for where in wanted:
        directions = free[where]
        found.append(target.step(directions[used[where] % len(directions)]))
        used[where] += 1
    return found


def _segment_is_over(state: GameState) -> bool:
    return len(state.frames) == 1


def _engagement_is_over(state: GameState) -> bool:
    """The engagement tests are the third part of the segment."""
    top = state.frames[-1]
    part = top.data.get("part")
    return len(state.frames) == 1 or (top.step == "shock" and isinstance(part, int) and part >= 3)


def _check(
    rules: Rules, state: GameState, attackers: Line, later: Line, defenders: Line, target: Hex
) -> None:
    """Refuse what could never stand on a table so."""
    pieces = state.pieces
    stacks: dict[Hex, list[Piece]] = {}
    for id_ in (*attackers.ids, *defenders.ids):
        here = pieces[id_].hex
        assert here is not None
        stacks.setdefault(here, []).append(pieces[id_])
    for hex_, stack in stacks.items():
        refusal = stacking_refusal(rules, stack)
        if refusal is not None:
            raise BadQuestion(refusal)
        for each in stack:
            terrain = rules.board.terrain[hex_]
            if rules.tables.terrain.hex_cost(terrain, rules.cards[each.id].column) is None:
                arm = rules.cards[each.id].name
                raise BadQuestion(
                    Refusal(
                        _("{arm} cannot stand in {terrain}").format(arm=arm, terrain=word(terrain)), "6.1"
                    )
                )
    for id_ in later.ids:
        if rules.cards[id_].is_artillery:
            raise BadQuestion(Refusal(_("artillery does not attack in shock"), "8.1"))
    for id_ in attackers.ids:
        here = pieces[id_].hex
        assert here is not None
        step = known_step(rules, here, target, rules.cards[id_].column, False)
        if isinstance(step, StepRefusal):
            raise BadQuestion(
                Refusal(
                    _("{unit} cannot attack: {why}").format(unit=rules.cards[id_].name, why=step.why), "8.1"
                )
            )


def _ridden(rules: Rules, state: GameState, attackers: Line, target: Hex) -> GameState:
    """The state after the charge movement: all cavalry has ridden at the target [9.1]."""
    found = 0
    pieces, facts = state.pieces, dict(state.facts)
    for id_ in attackers.ids:
        unit = pieces[id_]
        if not rules.cards[id_].is_cavalry:
            continue
        found += 1
        refusal = charge_bar(rules, state, unit, target)
        if refusal is not None:
            raise BadQuestion(refusal)
        pieces = pieces.changed(unit._replace(marks=unit.marks.union(RIDDEN)))
        facts[f"charge:{id_}"] = rules.label[target]
    if not found:
        raise BadQuestion(Refusal(_("only cavalry charges"), "9.1"))
    return GameState(state.turn, state.frames, pieces, facts)


def _combat_words(question: Question) -> str:
    sentence = {
        "charge": _("{attackers} charge {defenders} in {terrain}"),
        "shock": _("{attackers} attack {defenders} in {terrain}"),
        "engagement": _("{attackers} are to attack {defenders} in {terrain}"),
    }[question.kind]
    parts = [
        sentence.format(
            attackers=_(" and ").join(map(UNITS.told, question["attacker"])),
            defenders=_(" and ").join(map(UNITS.told, question["defender"])),
            terrain=word(question["terrain"]),
        ),
        _("from the {places}").format(places=_(" and ").join(map(word, dict.fromkeys(_wanted(question))))),
    ]
    if question["hexside"] != "none":
        parts.append(_("across a {hexside}").format(hexside=word(question["hexside"])))
    if question["level"]:
        way = _("uphill by {n}") if question["level"] > 0 else _("downhill by {n}")
        parts.append(way.format(n=abs(question["level"])))
    if question["threat"] == "yes":
        parts.append(_("with an enemy behind them"))
    if question["orders"] == "so" and question.kind != "engagement":
        parts.append(_("without orders"))
    if question.get("then"):
        parts += [_("then {units}").format(units=UNITS.told(unit)) for unit in question["then"]]
    return ", ".join(parts)


# --- fire ------------------------------------------------------------------------------------------


def _fire(question: Question) -> Situation:
    firers = _line("attacker", question["attacker"])
    targets = _line("defender", question["defender"])
    target = middle(Ground())
    here = target.step(SOUTH, question["range"])
    before = target.step(SOUTH)
    ground = Ground(
        ((target, question["terrain"]),) if question["terrain"] != "clear" else (),
        ((before, target, question["hexside"]),) if question["hexside"] != "none" else (),
        ((target, question["level"]),) if question["level"] else (),
    )
    if question["effective"] > question["maximum"]:
        raise BadQuestion(Refusal(_("the effective range is not beyond the maximum range"), "7.3"))
    cards = _cards(RED, (targets,))
    taken: dict[str, int] = {}
    for id_, spec, name in zip(firers.ids, firers.specs, names(firers.specs, taken), strict=True):
        cards[id_] = card(id_, BLUE, spec, name, question["effective"], question["maximum"])
    rules = with_counters(rules_on(ground), cards)
    north = rules.facing("N")
    pieces = {
        id_: piece(id_, BLUE, spec, here, north) for id_, spec in zip(firers.ids, firers.specs, strict=True)
    }
    pieces |= {
        id_: piece(id_, RED, spec, target, SOUTH)
        for id_, spec in zip(targets.ids, targets.specs, strict=True)
    }
    facts: dict[str, Value] = {"active": BLUE, "formation": "blue-corps", "status": "OR"}
    frames = (ACTIVATION, Frame("fire", BLUE))
    state = GameState(1, frames, Deployment(pieces), facts)
    for stack in ([pieces[id_] for id_ in firers.ids], [pieces[id_] for id_ in targets.ids]):
        refusal = stacking_refusal(rules, stack)
        if refusal is not None:
            raise BadQuestion(refusal)
    for id_ in firers.ids:
        refusal = battery_refusal(rules, pieces[id_]) or fire_refusal(rules, state, pieces[id_], target)
        if refusal is not None:
            raise BadQuestion(refusal)
    verb = "battery" if len(firers.ids) == 1 else "batteries"
    opening = (Action(verb, firers.ids), act("fire", rules.label[target]))
    told = _("{guns} fire at {targets} in {terrain}, {range} hexes off")
    if question["range"] == 1:
        told = _("{guns} fire at {targets} in {terrain}, next to them")
    words = told.format(
        guns=_(" and ").join(map(UNITS.told, firers.specs)),
        targets=_(" and ").join(map(UNITS.told, targets.specs)),
        terrain=word(question["terrain"]),
        range=question["range"],
    )

    def is_over(now: GameState) -> bool:
        return len(now.frames) <= 2 and FIRED in now.pieces[firers.ids[0]].marks

    hexes = in_words(rules, target, (here,))
    return Situation(rules, state, opening, firers.ids, targets.ids, words, is_over, spoken=hexes)


# --- tests, rally, rout ------------------------------------------------------------------------------


def _one_unit(question: Question, edge: int) -> tuple[Rules, Piece]:
    """One unit alone, so many hexes from the south edge, which is its own."""
    if len(question["unit"]) != 1:
        raise BadQuestion(Refusal(_("one unit tests at a time"), "0.4.1"))
    spec: UnitSpec = question["unit"][0]
    # The one edge is its own; the enemy it runs from stands far off, at the other.
    ground = Ground(south=edge)
    far = UnitSpec("infantry", (4, 6, 5))
    cards = _cards(BLUE, (Line(("unit",), (spec,)),)) | {"enemy": card("enemy", RED, far, _("infantry"))}
    rules = with_counters(rules_on(ground), cards)
    return rules, piece("unit", BLUE, spec, middle(ground), rules.facing("N"))


def _enemy_far_off(rules: Rules, unit: Piece) -> Piece:
    assert unit.hex is not None
    north = unit.hex.step(5, BEHIND // 2).step(0, BEHIND // 2)
    return piece("enemy", RED, UnitSpec("infantry", (4, 6, 5)), north, rules.facing("S"))


def _test(question: Question) -> Situation:
    rules, unit = _one_unit(question, BEHIND)
    assert unit.hex is not None
    before = rules.label[unit.hex.step(0)]
    test: dict[str, Value] = {
        "units": ("unit",),
        "why": _("test"),
        "fail": question["failed"],
        "rule": "0.4.1",
        "plus": question["plus"],
        "away": (before,),
    }
    frames = (ACTIVATION, Frame("cohesion_test", None, test))
    state = GameState(1, frames, _with_enemy(rules, unit), _facts())
    words = _("{unit} takes a cohesion test").format(unit=UNITS.told(question["unit"][0]))
    return Situation(rules, state, (), ("unit",), (), words, _segment_is_over)


def _with_enemy(rules: Rules, unit: Piece) -> Deployment:
    return Deployment({unit.id: unit, "enemy": _enemy_far_off(rules, unit)})


def _facts() -> dict[str, Value]:
    return {"active": BLUE, "formation": "blue-corps", "status": "OR"}


def _recovery(question: Question) -> Situation:
    """[10.3, 10.4] A unit that routs, or tries to rally, in so many activations of its own."""
    rules, unit = _one_unit(question, question["edge"])
    if question.kind == "rout":
        if rules.cards["unit"].is_artillery:
            raise BadQuestion(Refusal(_("artillery does not rout"), "7.2"))
        unit = unit._replace(status=ROUTED, formation="")
        data: dict[str, Value] = {"unit": "unit", "spent": 0, "hexes": 0}
        first, tries = Frame("rout_move", BLUE, data), question["activations"]
    else:
        if unit.status == GOOD:
            raise BadQuestion(Refusal(_("a unit in good order has nothing to rally from"), "10.4"))
        first, tries = Frame("rally", BLUE), question["activations"] - 1
    state = GameState(1, (ACTIVATION, first), _with_enemy(rules, unit), _facts())
    opening = () if question.kind == "rout" else (act("rally", "unit"),)
    many = question["activations"]
    activations = _("one activation") if many == 1 else _("{n} activations").format(n=many)
    words = (
        _("{unit} routs, {edge} hexes from its map edge, with {activations} to rally in")
        if question.kind == "rout"
        else _("{unit} tries to rally in {activations}, {edge} hexes from its map edge")
    ).format(unit=UNITS.told(question["unit"][0]), edge=question["edge"], activations=activations)
    return Situation(rules, state, opening, ("unit",), (), words, _segment_is_over, _Tries(tries))


class _Tries:
    """The next activation of a unit that is not yet itself again."""

    def __init__(self, tries: int) -> None:
        self.tries = tries

    def __call__(self, state: GameState) -> GameState | None:
        number: int = state.fact(WAVE, 0)
        unit = state.pieces["unit"]
        if number >= self.tries or unit.hex is None or unit.status == GOOD:
            return None
        pieces = state.pieces.changed(unit._replace(marks=unit.marks.difference(OF_ACTIVATION)))
        return GameState(1, (ACTIVATION, Frame("rally", BLUE)), pieces, {**state.facts, WAVE: number + 1})
