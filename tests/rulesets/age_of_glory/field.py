"""A small battlefield from a few lines of text.

    field = Field("b1 0405 pike N; r1 0404 shock S elite", terrain={"0405": "woods"})

Ids that begin with b are blue, those with r red; blue is active. Words after the facing change the piece: a
number of stands (`6`), elite, raw, a formation, disordered, silenced, damaged, or `key=value`. Leaders are
written `bl 0405 leader` and may be charismatic, army, gunner, rating=great, on=b1 (attached).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.actions import PASS, Action, parse_action
from game.core.dice import ScriptedDice
from game.core.engine import legal_actions, play, proceed, why_not
from game.core.errors import Refusal
from game.core.events import Event, Rolled
from game.core.ledger import Ledger
from game.core.state import Frame, GameState, Piece
from game.core.steps import Step
from game.core.switches import house_rules
from game.mechanics.game_rules import Flow
from game.rulesets.age_of_glory import RULESET
from game.rulesets.age_of_glory.cards import TROOP_FORMATIONS
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.scenario import Scenario
from game.rulesets.age_of_glory.setup import rules_of, table_of
from game.rulesets.age_of_glory.steps import CONDITIONS, STEPS
from game.rulesets.age_of_glory.tables import load_tables
from hexmap.board import Board, Feature, Road
from hexmap.coords import Grid, Hex, hexside

ARMS = {
    "pike": ("foot", "pike"),
    "firelock": ("foot", "firelock"),
    "shock": ("horse", "shock"),
    "pistoleer": ("horse", "pistoleer"),
    "dragoons": ("horse", "pistoleer"),
    "skirmish": ("skirmish", "none"),
}
GUNS = ("light", "heavy", "siege")


class Rest(Step[Rules]):
    """The step below everything: it always asks, so that nothing goes on by itself."""

    obvious = False

    def prompt(self, rules: Rules, state: GameState) -> str:
        return "rest"

    def actions(self, rules: Rules, state: GameState) -> tuple[Action, ...]:
        return (PASS,)


class Field:
    """A position that is played on: actions as text, dice as faces."""

    def __init__(
        self,
        text: str,
        *,
        terrain: Mapping[str, str] | None = None,
        level: Mapping[str, int] | None = None,
        edge: Mapping[str, str] | None = None,
        roads: str = "",
        scenario: Mapping[str, Any] | None = None,
        size: int = 18,
        turn: int = 1,
        **switches: str,
    ) -> None:
        board = _board(size, terrain or {}, level or {}, edge or {}, roads)
        entries = [entry.split() for entry in text.split(";") if entry.strip()]
        data = _scenario(entries) | dict(scenario or {})
        self.rules = rules_of(
            Scenario.model_validate(data),
            board,
            load_tables(),
            house_rules(RULESET.switches, switches, "test"),
            Flow(RULESET.sequence, {"rest": Rest(), **STEPS}, CONDITIONS),
        )
        table = table_of(self.rules)
        self.state = table.with_frames((Frame("rest", "blue"),)).with_turn(turn)
        for key, value in {"active": "blue", "first": "blue", "half": 1, "player_turn": 1}.items():
            self.state = self.state.with_fact(key, value)
        for id_, _at, _kind, *more in entries:
            piece = self.piece(id_)
            marks = piece.marks | {word for word in more if word in ("damaged", "first_fired", "changed")}
            status = next((word for word in more if word in ("disordered", "silenced")), piece.status)
            left = next((int(word[5:]) for word in more if word.startswith("left=")), piece.strength)
            self.state = self.state.with_piece(piece._replace(status=status, strength=left, marks=marks))
        self.events: tuple[Event, ...] = ()

    # --- doing -----------------------------------------------------------------------------------

    def open(self, step: str, side: str | None = "blue", **data: Any) -> Field:
        """Open a step of the sequence of play."""
        ledger = Ledger(self.state, ScriptedDice())
        ledger.open(step, side, **data)
        self.state = ledger.state
        return self

    def fact(self, key: str, value: Any) -> Field:
        self.state = self.state.with_fact(key, value)
        return self

    def settle(self, *faces: int) -> Field:
        """Let everything happen that happens by itself; all faces must be used."""
        dice = ScriptedDice(*faces)
        events: list[Event] = []
        while (done := proceed(self.rules, self.state, dice)) is not None:
            self.state = done.state
            events.extend(done.events)
        assert dice.used == len(faces), f"{len(faces) - dice.used} faces were not rolled"
        self.events = tuple(events)
        return self

    def do(self, text: str, *faces: int) -> Field:
        """Carry out an action and what follows from it; all faces must be used."""
        dice = ScriptedDice(*faces)
        self.state, self.events = play(self.rules, self.state, parse_action(text), dice)
        assert dice.used == len(faces), f"{len(faces) - dice.used} faces were not rolled"
        return self

    def march(self, unit: str, face: int) -> Field:
        """Open the march and let a unit roll."""
        return self.open("march_units").do(f"march {unit}", face)

    # --- looking ---------------------------------------------------------------------------------

    def offers(self, verb: str = "") -> list[str]:
        actions = legal_actions(self.rules, self.state)
        return [str(action) for action in actions if not verb or action.verb == verb]

    def why_not(self, text: str) -> Refusal | None:
        return why_not(self.rules, self.state, parse_action(text))

    def at(self, label: str) -> Hex:
        return self.rules.at[label]

    def piece(self, id_: str) -> Piece:
        return self.state.pieces[id_]

    def where(self, id_: str) -> str | None:
        hex_ = self.piece(id_).hex
        return None if hex_ is None else self.rules.label[hex_]

    def rolled(self) -> list[tuple[str, list[int]]]:
        """Reading and modifiers of every roll in the last events."""
        rolls = [event for event in self.events if isinstance(event, Rolled)]
        return [(roll.reading, [line.value for line in roll.lines]) for roll in rolls]

    @property
    def step(self) -> str:
        return self.state.frame.step

    @property
    def asked(self) -> str | None:
        return self.state.frame.side


def _board(
    size: int,
    terrain: Mapping[str, str],
    level: Mapping[str, int],
    edge: Mapping[str, str],
    roads: str,
) -> Board:
    grid = Grid(size, size, "pointy")
    plain = Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0))
    features: dict[Any, tuple[Feature, ...]] = {}
    for where, kind in edge.items():
        # "0404/0405": "wall in 0404" puts 0404 behind the wall; "river+bridge" is both.
        a, b = (plain.at(label) for label in where.split("/"))
        word, _, inside = kind.partition(" in ")
        features[hexside(a, b)] = tuple(
            Feature(each, plain.at(inside) if inside else None) for each in word.split("+")
        )
    paths = [tuple(plain.at(label) for label in way.split()) for way in roads.split(";") if way]
    return Board(
        grid,
        {hex_: terrain.get(plain.label(hex_), "clear") for hex_ in plain.hexes},
        {hex_: level.get(plain.label(hex_), 0) for hex_ in plain.hexes},
        features,
        tuple(Road("road", path) for path in paths),
        areas={"line": frozenset(hex_ for hex_ in grid if grid.numbers(hex_)[1] == 6)},
    )


def _scenario(entries: list[list[str]]) -> dict[str, Any]:
    units, batteries, leaders = [], [], []
    for id_, at, kind, *more in entries:
        given = dict(word.split("=") for word in more if "=" in word)
        given.pop("left", None)
        head = {"id": id_, "name": id_, "side": "blue" if id_.startswith("b") else "red"}
        if kind == "leader":
            flags = {word: True for word in more if word in ("charismatic", "army", "gunner")}
            place = {"attached": given.pop("on")} if "on" in given else {"at": at}
            leaders.append({**head, **place, **flags, **given})
            continue
        head |= {"at": at, "facing": more[0]}
        if kind in GUNS:
            batteries.append({**head, "gun": kind, "limbered": "limbered" in more, **given})
            continue
        arm, weapon = ARMS[kind]
        units.append(
            {
                **head,
                "arm": arm,
                "weapon": weapon,
                "grade": next((word for word in more if word in ("elite", "raw")), "regular"),
                "stands": next((int(word) for word in more if word.isdecimal()), 6),
                "formation": next((word for word in more if word in TROOP_FORMATIONS), ""),
                "dragoons": kind == "dragoons",
                "dismounted": "dismounted" in more,
                "ottoman": "ottoman" in more,
                **given,
            }
        )
    sides = ("blue", "red")
    for side, corner in zip(sides, ("0118", "1818"), strict=True):
        if not any(unit["side"] == side for unit in units):
            units.append(_filler(side, corner))
        if not any(each["side"] == side and each.get("army") for each in leaders):
            leaders.append({"id": f"{side[0]}-chief", "name": side, "side": side, "army": True, "at": corner})
    return {
        "format": 1,
        "ruleset": "age-of-glory",
        "map": "map.toml",
        "title": "test",
        "turns": 9,
        "sides": [{"id": side, "name": side.title()} for side in sides],
        "units": units,
        "batteries": batteries,
        "leaders": leaders,
    }


def _filler(side: str, at: str) -> dict[str, Any]:
    """A side needs troops; these stand in a corner, out of everybody's way."""
    head = {"id": f"{side[0]}-far", "name": "far", "side": side, "at": at, "facing": "N"}
    return head | {"arm": "foot", "weapon": "pike", "grade": "regular", "stands": 6}
