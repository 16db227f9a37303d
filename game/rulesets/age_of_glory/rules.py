"""Everything that does not change during a game: board, troops, leaders, tables, house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from game.core.engine import Rules as CoreRules
from game.core.sequence import Node, Sequence
from game.core.state import GameState
from game.core.steps import Step
from game.core.switches import HouseRules
from game.mechanics.roster import Entry, ObjectiveEntry
from game.rulesets.age_of_glory.cards import Battery, Leader, Unit
from game.rulesets.age_of_glory.scenario import Scenario
from game.rulesets.age_of_glory.tables import Tables
from hexmap.board import Board
from hexmap.coords import VERTEX_NAMES, Hex


class Rules:
    """The rules of one game: The Age of Glory on this board, with these troops and house rules."""

    def __init__(
        self,
        board: Board,
        scenario: Scenario,
        tables: Tables,
        switches: HouseRules,
        sequence: Sequence,
        steps: Mapping[str, Step[Any]],
        conditions: Mapping[str, Callable[[Any, GameState], bool]],
        units: Mapping[str, Unit],
        batteries: Mapping[str, Battery],
        leaders: Mapping[str, Leader],
    ) -> None:
        self.board = board
        self.scenario = scenario
        self.tables = tables
        self.switches = switches
        self.nodes: Mapping[str, Node] = sequence.nodes
        self.steps = steps
        self.conditions = conditions
        self.units = units
        self.batteries = batteries
        self.leaders = leaders
        first, second = scenario.sides
        self.sides: tuple[str, str] = (first.id, second.id)
        self.names: Mapping[str, str] = {side.id: side.name for side in scenario.sides}
        self.turns = scenario.turns
        self.label: Mapping[Hex, str] = {hex_: board.label(hex_) for hex_ in board.hexes}
        self.at: Mapping[str, Hex] = {label: hex_ for hex_, label in self.label.items()}
        self.facing_names: tuple[str, ...] = VERTEX_NAMES[board.grid.orientation]
        # Things worked out from the board alone, by the modules that need them, each under its own key.
        self.memo: dict[Any, Any] = {}

    def enemy(self, side: str) -> str:
        """The other side."""
        first, second = self.sides
        return second if side == first else first

    def is_set(self, switch: str, position: str) -> bool:
        """Whether a house rule is in a position."""
        return self.switches[switch] == position

    def facing(self, name: str) -> int:
        """The facing a compass name means on this map."""
        return self.facing_names.index(name)

    def name_of(self, id_: str) -> str:
        """The name of a unit, battery or leader for people."""
        if id_ in self.units:
            return self.units[id_].name
        return self.batteries[id_].name if id_ in self.batteries else self.leaders[id_].name

    @cached_property
    def objectives(self) -> Mapping[Hex, ObjectiveEntry]:
        """[11.2] Hexes worth points."""
        return {self.at[entry.hex]: entry for entry in self.scenario.objectives}

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """[5.8] Who enters when and where."""
        waiting = (*self.scenario.units, *self.scenario.batteries)
        return {entry.id: entry.enters for entry in waiting if entry.enters}

    @cached_property
    def army_leader(self) -> Mapping[str, Leader]:
        """[2.1] Each side's army leader."""
        return {leader.side: leader for leader in self.leaders.values() if leader.army}


def _is_core_rules(rules: Rules) -> CoreRules:
    """Never called: lets the type checker see that these are rules the machine can run."""
    return rules
