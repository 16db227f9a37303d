"""Skirmish: the smallest legal ruleset, a living example. `docs/writing-a-ruleset.md` walks through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from game.core.errors import DataError
from game.core.events import Event, FactChanged, Rolled, Told
from game.core.ruleset import Manifest, Setup
from game.core.scenario import ScenarioFile, read_scenario
from game.core.sequence import read_sequence
from game.core.state import Deployment, GameState, Piece
from game.core.switches import HouseRules, read_switches
from game.core.tables import PrintedTable, read_model
from game.core.tongue import _
from game.rulesets.skirmish.looks import SkirmishLooks
from game.rulesets.skirmish.odds import SkirmishOdds
from game.rulesets.skirmish.rules import SkirmishRules, SkirmishScenario, column
from game.rulesets.skirmish.steps import CONDITIONS, STEPS
from hexmap.board import Board
from hexmap.coords import LabelError
from hexmap.files import read_map

FOLDER = Path(__file__).parent


class Skirmish:
    """The ruleset as the rest of the program sees it."""

    manifest = read_model(Manifest, FOLDER / "ruleset.toml")
    sequence = read_sequence(FOLDER / "sequence.toml")
    switches = read_switches(FOLDER / "switches.toml")
    looks = SkirmishLooks()
    tables = {"combat": read_model(PrintedTable, FOLDER / "combat.toml")}
    vocabulary = {
        "terrain": frozenset({"clear", "woods"}),
        "hexside": frozenset[str](),
        "road": frozenset({"road"}),
    }

    def read_scenario(self, file: ScenarioFile) -> SkirmishScenario:
        """The scenario, each unit on a hex of its own."""
        scenario = read_scenario(file, SkirmishScenario)
        board = read_map(file.map_path, self.vocabulary)
        sides = [side.id for side in scenario.sides]
        for number, unit in enumerate(scenario.units):
            earlier = scenario.units[:number]
            if unit.side not in sides:
                raise DataError(file.path, f"units[{number}].side", f"must be one of {', '.join(sides)}")
            if any(unit.id == other.id or unit.hex == other.hex for other in earlier):
                raise DataError(file.path, f"units[{number}]", "has the id or the hex of an earlier unit")
            try:
                board.at(unit.hex)
            except LabelError as error:
                raise DataError(file.path, f"units[{number}].hex", str(error)) from None
        return scenario

    def set_up(self, file: ScenarioFile, house_rules: HouseRules) -> Setup:
        scenario = self.read_scenario(file)
        board = read_map(file.map_path, self.vocabulary)
        names = {side.id: side.name for side in scenario.sides}
        rules = self._rules(board, names, scenario.turns, house_rules)
        pieces = {u.id: Piece(u.id, u.side, board.at(u.hex), strength=u.strength) for u in scenario.units}
        return Setup(rules, GameState(1, (), Deployment(pieces), {}), self.sequence.start)

    def _rules(
        self, board: Board, names: dict[str, str], turns: int, house_rules: HouseRules
    ) -> SkirmishRules:
        first, second = names
        return SkirmishRules(
            board,
            (first, second),
            STEPS,
            self.sequence.nodes,
            CONDITIONS,
            self.tables["combat"],
            names,
            turns,
            house_rules,
        )

    @cached_property
    def odds(self) -> SkirmishOdds:
        """What exact odds, drill and sheets need of this game."""
        usual = {key: switch.default for key, switch in self.switches.items()}
        return SkirmishOdds(lambda board: self._rules(board, {"blue": "Blue", "red": "Red"}, 9, usual))

    def broken(self, rules: SkirmishRules, state: GameState) -> Iterator[str]:
        for hex_, ids in state.pieces.occupied().items():
            if len(ids) > 1:
                yield f"{', '.join(ids)} share hex {rules.board.label(hex_)}"
        if state.turn > rules.turns:
            yield f"turn {state.turn} of {rules.turns}"

    def describe(self, rules: SkirmishRules, event: Event) -> str | None:
        """Our own words where we have some; None leaves the line to the core, "" leaves it out."""
        match event:
            case Told("orders"):
                given = ", ".join(f"{rules.names[side]}: {order}" for side, order in event.words)
                return _("Orders are turned over. {given}.").format(given=given)
            case Told("ordered"):
                return _("You order: {order}.").format(order=event.word("order"))
            case FactChanged():
                return ""
        return None

    def describe_piece(self, rules: SkirmishRules, state: GameState, id_: str) -> str:
        piece = state.pieces[id_]
        done = _(", has acted") if "acted" in piece.marks else ""
        return _("{id}, strength {n}{done}").format(id=id_, n=piece.strength, done=done)

    def coverable(self) -> frozenset[str]:
        table = self.tables["combat"]
        return frozenset(f"combat {each}/{row}" for each in table.columns for row in table.rows)

    def coverage(self, rules: SkirmishRules, event: Event) -> Iterable[str]:
        if isinstance(event, Rolled) and event.lines:
            yield f"combat {column(event.lines)}/{event.face}"


RULESET = Skirmish()
