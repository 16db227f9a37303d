"""Everything that does not change during a game: board, troops, leaders, tables, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from game.core.engine import Rules as CoreRules
from game.core.switches import HouseRules
from game.mechanics.game_rules import Flow, GameRules
from game.mechanics.roster import Entry, ObjectiveEntry
from game.rulesets.age_of_glory.cards import Battery, Leader, Unit
from game.rulesets.age_of_glory.scenario import Scenario
from game.rulesets.age_of_glory.tables import Tables
from hexmap.board import Board
from hexmap.coords import VERTEX_NAMES, Hex


class Rules(GameRules):
    """The rules of one game: The Age of Glory on this board, with these troops and house rules."""

    def __init__(
        self,
        board: Board,
        scenario: Scenario,
        tables: Tables,
        switches: HouseRules,
        flow: Flow,
        units: Mapping[str, Unit],
        batteries: Mapping[str, Battery],
        leaders: Mapping[str, Leader],
    ) -> None:
        super().__init__(board, scenario, switches, flow)
        self.scenario = scenario
        self.tables = tables
        self.units = units
        self.batteries = batteries
        self.leaders = leaders
        self.facing_names: tuple[str, ...] = VERTEX_NAMES[board.grid.orientation]

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
