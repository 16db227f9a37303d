"""A question laid out on a few hexes as an ordinary state of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from game.core.actions import act
from game.core.errors import Refusal
from game.core.questions import BadQuestion, Question, Situation, UnitSpec
from game.core.state import Frame, GameState, Piece, Value
from game.core.switches import Switch
from game.core.tongue import _, word
from game.mechanics.game_rules import Flow
from game.rulesets.age_of_glory.cards import DISORDERED, GOOD, SILENCED
from game.rulesets.age_of_glory.gunnery import charge_key
from game.rulesets.age_of_glory.odds.words import GUNS, UNITS
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.scenario import Scenario
from game.rulesets.age_of_glory.setup import rules_of, table_of
from game.rulesets.age_of_glory.tables import load_tables
from game.rulesets.age_of_glory.units import CHANGED, CHARGING, DAMAGED, FIRST_FIRED, OUTFLANKS
from hexmap.board import Board, Feature
from hexmap.coords import Grid, Hex, distance, hexside
from hexmap.facing import facing_towards, in_arc, seen_from

SIZE = 21
MIDDLE = "1111"
FORMATIONS = {
    "supported": "supported_line",
    "column": "field_column",
    "march": "march_column",
    "square": "square",
}
ARMS = {
    "pike": ("foot", "pike"),
    "firelock": ("foot", "firelock"),
    "shock": ("horse", "shock"),
    "pistoleer": ("horse", "pistoleer"),
    "skirmish": ("skirmish", "none"),
}
# Which part of the player turn comes next.
FIRE_PART, MELEE_PART, BREAK_PART, LAST_PART = 4, 6, 7, 10


class Table:
    """A small table being laid: pieces by role, then rules and state."""

    def __init__(self, machine: Machine, terrain: str = "clear", hexside_word: str = "none") -> None:
        self.machine = machine
        self.board, self.memo = _board(terrain, hexside_word)
        self.specs: dict[str, tuple[UnitSpec, str, Hex, str]] = {}
        self.leaders: list[dict[str, Any]] = []
        self.facts: dict[str, Value] = {}
        self.marks: dict[str, set[str]] = {}

    def put(self, id_: str, spec: UnitSpec, side: str, hex_: Hex, facing: int) -> None:
        names = ("NE", "SE", "S", "SW", "NW", "N")
        self.specs[id_] = (spec, side, hex_, names[facing])

    def lead(self, id_: str, side: str, kind: str, attached: str = "", at: Hex | None = None) -> None:
        """A leader of a side: with a unit, or by himself."""
        if kind == "none":
            return
        place = {"attached": attached} if attached else {"at": self.board.label(at or self.board.at(MIDDLE))}
        self.leaders.append(
            {"id": id_, "name": _("leader"), "side": side, "charismatic": kind == "charismatic", **place}
        )

    def state(self, *frames: Frame) -> tuple[Rules, GameState]:
        """The table with these steps open."""
        scenario = Scenario.model_validate(self._scenario())
        rules = self.machine.rules(scenario, self.board, self.memo)
        state = table_of(rules)
        for id_, (spec, _side, _hex, _facing) in self.specs.items():
            state = state.with_piece(self._dressed(state.pieces[id_], spec))
        facts = {"active": "blue", "first": "blue", "half": 2, "player_turn": 2, **self.facts}
        for key, value in facts.items():
            state = state.with_fact(key, value)
        return rules, state.with_frames(frames)

    def _dressed(self, piece: Piece, spec: UnitSpec) -> Piece:
        status = DISORDERED if "disordered" in spec.states else GOOD
        if "silenced" in spec.states:
            status = SILENCED
        marks = set(self.marks.get(piece.id, ()))
        if "damaged" in spec.states:
            marks.add(DAMAGED)
        if "fired" in spec.states:
            marks.add(FIRST_FIRED)
        stands = 1 if spec.arm in GUNS else spec.figures[0]
        return piece._replace(status=status, strength=stands, marks=piece.marks | marks)

    def _scenario(self) -> dict[str, Any]:
        units, batteries = [], []
        for id_, (spec, side, hex_, facing) in self.specs.items():
            head = {"id": id_, "name": _name(id_, spec), "side": side}
            head |= {"at": self.board.label(hex_), "facing": facing}
            if spec.arm in GUNS:
                army = "french" if "french" in spec.states else "other"
                limbered = "limbered" in spec.states
                batteries.append({**head, "gun": spec.arm, "army": army, "limbered": limbered})
            else:
                units.append({**head, **_troops(spec)})
        for side, corner in (("blue", "0121"), ("red", "2121")):
            # Every side has a chief; he stands in a corner with nobody in his radius.
            chief = {"id": f"{side}-chief", "name": side, "side": side, "army": True, "at": corner}
            self.leaders.append(chief)
            if not any(unit["side"] == side for unit in units):
                units.append({**_troops(UnitSpec("pike", (6, 0))), "id": f"{side}-far", "name": "far"})
                units[-1] |= {"side": side, "at": corner, "facing": "N"}
        return {
            "format": 1,
            "ruleset": "age-of-glory",
            "map": "map.toml",
            "title": "odds",
            "turns": 1,
            "sides": [{"id": "blue", "name": "Blue"}, {"id": "red", "name": "Red"}],
            "units": units,
            "batteries": batteries,
            "leaders": self.leaders,
        }


class Machine:
    """What turns a small scenario into rules: the flow of play and the house rules as printed."""

    def __init__(self, flow: Flow, switches: Mapping[str, Switch]) -> None:
        self.flow = flow
        self.house_rules = {key: switch.default for key, switch in switches.items()}

    def rules(self, scenario: Scenario, board: Board, memo: dict[Any, Any]) -> Rules:
        rules = rules_of(scenario, board, load_tables(), self.house_rules, self.flow)
        rules.memo = memo
        return rules


def _name(id_: str, spec: UnitSpec) -> str:
    return f"{role(id_)} ({UNITS.told(spec)})"


def role(id_: str) -> str:
    """What a unit is called that has no name: "attacker", and "attacker 2" where there are more."""
    name, _dash, number = id_.partition("-")
    return f"{word(name)} {number}".rstrip()


def _troops(spec: UnitSpec) -> dict[str, Any]:
    arm, weapon = ARMS[spec.arm]
    grade = next((state for state in spec.states if state in ("elite", "raw")), "regular")
    formation = next((FORMATIONS[state] for state in spec.states if state in FORMATIONS), "")
    return {
        "arm": arm,
        "weapon": weapon,
        "grade": grade,
        "stands": max(spec.figures[1], spec.figures[0]),
        "formation": formation if arm != "skirmish" else "",
        "nation": "french" if "french" in spec.states else "",
        "elect": "swedish_foot" if "swedish" in spec.states else "",
    }


@lru_cache(maxsize=256)
def _board(terrain: str, hexside_word: str) -> tuple[Board, dict[Any, Any]]:
    """The field, and what is worked out from it alone: it serves every question laid out there."""
    grid = Grid(SIZE, SIZE, "pointy")
    ground = dict.fromkeys(grid, "clear")
    middle = grid.parse(MIDDLE)
    ground[middle] = terrain
    features: dict[Any, tuple[Feature, ...]] = {}
    if hexside_word != "none":
        for hex_ in _front():
            features[hexside(middle, hex_)] = (Feature(hexside_word, middle),)
    return Board(grid, ground, dict.fromkeys(grid, 0), features), {}


@cache
def _middle() -> Hex:
    return Grid(SIZE, SIZE, "pointy").parse(MIDDLE)


@cache
def _front() -> tuple[Hex, ...]:
    """The hexes in front of a unit in the middle that faces south, then those beside and behind it."""
    return tuple(hex_ for hex_ in _around() if seen_from(_middle(), 2, hex_).forward > 0)


@cache
def _around() -> tuple[Hex, ...]:
    grid = Grid(SIZE, SIZE, "pointy")
    near = [hex_ for hex_ in grid if distance(hex_, _middle()) == 1]
    return tuple(sorted(near, key=lambda hex_: (-seen_from(_middle(), 2, hex_).forward, hex_)))


def _places(where: str) -> tuple[Hex, ...]:
    """The hexes next to the defender from which an attack comes, the ones meant first."""
    wanted = {"front": 1, "flank": 0, "rear": -1}[where]
    return tuple(hex_ for hex_ in _around() if seen_from(_middle(), 2, hex_).forward == wanted)


def lay_out(machine: Machine, question: Question) -> Situation:
    """The situation a question means."""
    layers = {"charge": _charge, "combat": _combat, "fire": _fire, "march": _march}
    return layers[question.kind](machine, question)


# --- charges and combats -----------------------------------------------------------------------------


def _bad(why: str, rule: str) -> BadQuestion:
    return BadQuestion(Refusal(why, rule))


def _defend(table: Table, question: Question) -> tuple[str, ...]:
    """Put the defenders, their leader and whoever stands behind them on the table."""
    defenders = question["defender"]
    bodies = [unit for unit in defenders if unit.arm not in GUNS]
    if len(bodies) > 1 or len(defenders) - len(bodies) > 1:
        raise _bad(_("one troop unit and one battery stand in a hex"), "5.5")
    ids = []
    for spec in defenders:
        id_ = "guns" if spec.arm in GUNS and bodies else "defender"
        table.put(id_, spec, "red", _middle(), 2)
        ids.append(id_)
    if question["defender-leader"] != "none":
        if not bodies:
            raise _bad(_("leaders are attached to troops"), "3.2")
        table.lead("defender-leader", "red", question["defender-leader"], attached="defender")
    behind = question.get("behind", ())
    if len(behind) > 1:
        raise _bad(_("one enemy stands behind the defender"), "5.5")
    for spec in behind:
        away = table.board.at("1108")
        table.put("behind", spec, "red", away, 2)
        ids.append("behind")
    return tuple(ids)


def _attack(table: Table, question: Question, contact: bool) -> tuple[str, ...]:
    """Put the attackers next to the defender; all but the first, who may still ride, are in contact."""
    attackers = question["attacker"]
    places = (*_places(question["from"]), *(p for p in _around() if p not in _places(question["from"])))
    if any(unit.arm in GUNS for unit in attackers):
        raise _bad(_("guns do not charge"), "8.1")
    if len(attackers) > len(_places(question["from"])):
        raise _bad(_("no more units fit in there"), "5.5")
    ids = []
    label = table.board.label(_middle())
    for number, spec in enumerate(attackers):
        id_ = "attacker" if not number else f"attacker-{number + 1}"
        place = places[number]
        table.put(id_, spec, "blue", place, facing_towards(place, _middle()))
        ids.append(id_)
        if contact or number:
            table.facts[charge_key(id_)] = label
            table.marks.setdefault(id_, set()).add(CHARGING)
            if question["from"] != "front" and _has_flank(question):
                table.marks[id_].add(OUTFLANKS)
    table.lead("attacker-leader", "blue", question["leader"], attached="attacker")
    return tuple(ids)


def _has_flank(question: Question) -> bool:
    loose = any("square" in unit.states or unit.arm == "skirmish" for unit in question["defender"])
    return not loose and load_tables().terrain[question["terrain"]].movement != "urban"


def _is_over(now: GameState) -> bool:
    """Whether the player turn has run out."""
    return len(now.frames) == 1 and now.frames[0].get("part") >= LAST_PART


def _in_words(question: Question, what: str) -> str:
    attackers = _(" and ").join(map(UNITS.told, question["attacker"]))
    defenders = _(" and ").join(map(UNITS.told, question["defender"]))
    where = (
        "" if question["from"] == "front" else _(", from the {where}").format(where=word(question["from"]))
    )
    ground = (
        "" if question["terrain"] == "clear" else _(" in {terrain}").format(terrain=word(question["terrain"]))
    )
    text = _("{what}: {attackers} against {defenders}{ground}{where}")
    return text.format(what=what, attackers=attackers, defenders=defenders, ground=ground, where=where)


def _combat(machine: Machine, question: Question) -> Situation:
    table = Table(machine, question["terrain"], question["hexside"])
    defenders = _defend(table, question)
    attackers = _attack(table, question, contact=True)
    frames = (Frame("player_turns", None, {"part": BREAK_PART}), Frame("charges", "blue"))
    rules, state = table.state(*frames)
    return Situation(rules, state, (), attackers, defenders, _in_words(question, _("close combat")), _is_over)


def _charge(machine: Machine, question: Question) -> Situation:
    """The first attacker charges from where he stands; the others are in contact already."""
    table = Table(machine, question["terrain"], question["hexside"])
    defenders = _defend(table, question)
    attackers = _attack(table, question, contact=False)
    frames = (
        Frame("player_turns", None, {"part": FIRE_PART}),
        Frame("manoeuvre", "blue", {"unit": "attacker", "full": True}),
    )
    rules, state = table.state(*frames)
    place = state.pieces["attacker"].hex
    assert place is not None
    opening = act("charge", rules.label[_middle()], rules.label[place])
    return Situation(
        rules, state, (opening,), attackers, defenders, _in_words(question, _("charge")), _is_over
    )


# --- fire --------------------------------------------------------------------------------------------


def _fire(machine: Machine, question: Question) -> Situation:
    table = Table(machine, question["terrain"])
    if len(question["defender"]) != 1:
        raise _bad(_("fire has one target"), "7.1")
    target = question["defender"][0]
    table.put("defender", target, "red", _middle(), 2)
    if question["defender-leader"] != "none":
        if target.arm in GUNS:
            raise _bad(_("leaders are attached to troops"), "3.2")
        table.lead("defender-leader", "red", question["defender-leader"], attached="defender")
    if question["changed"] == "yes":
        table.marks["defender"] = {CHANGED}
    places = list(_firing_places(question["range"], question["from"]))
    if len(question["attacker"]) > len(places):
        raise _bad(_("no more units fit in there"), "5.5")
    ids = []
    for number, spec in enumerate(question["attacker"]):
        id_ = "attacker" if not number else f"attacker-{number + 1}"
        table.put(id_, spec, "blue", places[number], facing_towards(places[number], _middle()))
        ids.append(id_)
    frames = (Frame("player_turns", None, {"part": MELEE_PART}), Frame("offensive_fire", "blue"))
    rules, state = table.state(*frames)

    def is_over(now: GameState) -> bool:
        return now.pieces.digest != state.pieces.digest and now.frames[-1].step in (
            "offensive_fire",
            "player_turns",
        )

    words = _("{firers} fire at {target}, {n} hexes").format(
        firers=_(" and ").join(map(UNITS.told, question["attacker"])),
        target=UNITS.told(target),
        n=question["range"],
    )
    return Situation(rules, state, (act("target", "defender"),), tuple(ids), ("defender",), words, is_over)


def _firing_places(hexes: int, where: str) -> Iterator[Hex]:
    """Hexes at a distance, on a side of the target, that have it in a narrow arc; the straightest first."""
    wanted: dict[str, Callable[[int], bool]] = {
        "front": lambda forward: forward > 0,
        "flank": lambda forward: forward == 0,
        "rear": lambda forward: forward < 0,
    }
    grid = Grid(SIZE, SIZE, "pointy")
    ring: Iterable[Hex] = (hex_ for hex_ in grid if distance(hex_, _middle()) == hexes)
    able = [hex_ for hex_ in ring if wanted[where](seen_from(_middle(), 2, hex_).forward)]
    able = [hex_ for hex_ in able if in_arc(hex_, facing_towards(hex_, _middle()), _middle(), 30)]
    yield from sorted(able, key=lambda hex_: (abs(seen_from(_middle(), 2, hex_).lateral), hex_))


# --- march -------------------------------------------------------------------------------------------


def _march(machine: Machine, question: Question) -> Situation:
    table = Table(machine)
    if len(question["unit"]) != 1 or question["unit"][0].arm in GUNS:
        raise _bad(_("one troop unit marches; batteries do not roll"), "4.1")
    spec = question["unit"][0]
    table.put("unit", spec, "blue", _middle(), 5)
    table.put("enemy", UnitSpec("pike", (6, 0)), "red", table.board.at(f"11{11 - question['enemy']:02d}"), 2)
    # A friend far away, so that marching is a choice even for a unit that must.
    table.put("friend", UnitSpec("pike", (6, 0)), "blue", table.board.at("0121"), 5)
    table.lead("leader", "blue", question["leader"], attached="unit")
    table.lead("detached", "blue", question["near"], at=table.board.at("1113"))
    table.facts["impact"] = int(question["impact"]) or None
    frames = (Frame("player_turns", None, {"part": 3}), Frame("march_units", "blue"))
    rules, state = table.state(*frames)

    def is_over(now: GameState) -> bool:
        return now.frames[-1].step in ("manoeuvre", "march_units", "player_turns")

    words = _("march of {unit}").format(unit=UNITS.told(spec))
    return Situation(rules, state, (act("march", "unit"),), ("unit",), (), words, is_over)
