"""Everything that does not change during a game: board, counters, tables, house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from game.core.actions import Action
from game.core.engine import Rules as CoreRules
from game.core.switches import HouseRules
from game.mechanics.game_rules import Flow, GameRules
from game.mechanics.roster import ObjectiveEntry
from game.rulesets.jours_de_gloire.cards import Card, Formation, General, SpecialMarker
from game.rulesets.jours_de_gloire.scenario import Scenario, Victory
from game.rulesets.jours_de_gloire.tables import Tables
from hexmap.board import Board
from hexmap.coords import DIRECTION_NAMES, VERTEX_NAMES, Hex
from hexmap.facing import FacingKind


class Sky(NamedTuple):
    """[14] Night and weather of a turn; `visibility` is the longest line of sight, None for no limit."""

    night: bool = False
    fog: bool = False
    rain: bool = False
    snow: bool = False
    visibility: int | None = None
    up_to_level: int | None = None  # how high it lies, None for everywhere


CLEAR_DAY = Sky()


class Country(Protocol):
    """A board and the tables that price it: all that a step needs, with a game around it or without."""

    @property
    def board(self) -> Board: ...

    @property
    def tables(self) -> Tables: ...


class Rules(GameRules):
    """The rules of one game: Jours de Gloire on this board, with these counters and house rules."""

    def __init__(
        self,
        board: Board,
        scenario: Scenario,
        tables: Tables,
        switches: HouseRules,
        flow: Flow,
        cards: Mapping[str, Card],
        generals: Mapping[str, General],
        formations: Mapping[str, Formation],
    ) -> None:
        super().__init__(board, scenario, switches, flow)
        self.scenario = scenario
        self.tables = tables
        self.cards = cards
        self.generals = generals
        self.formations = formations
        # Things worked out from the counters; what the board alone tells is in `memo`.
        self.memo_of_counters: dict[Any, Any] = {}
        self.victory: Victory = scenario.victory
        self.special_markers: Mapping[str, SpecialMarker] = {
            entry.id: SpecialMarker(**entry.model_dump()) for entry in scenario.special_markers
        }
        self.objectives: Mapping[Hex, ObjectiveEntry] = {
            self.at[entry.hex]: entry for entry in scenario.objectives
        }
        # [6.6] By which hexes each side may leave the map.
        self.exits: Mapping[str, frozenset[Hex]] = {
            side: frozenset(
                self.at[label] for entry in scenario.exits if entry.side == side for label in entry.hexes
            )
            for side in self.sides
        }
        # House rule `front_hexes`: two front hexes by a vertex, or three by a hexside.
        self.facing_kind: FacingKind = "vertex" if switches["front_hexes"] == "two" else "hexside"
        self._skies = {
            turn: Sky(entry.night, entry.fog, entry.rain, entry.snow, entry.visibility, entry.up_to_level)
            for entry in scenario.weather
            for turn in entry.turns
        }

    def sky(self, turn: int) -> Sky:
        """[14] Night and weather of a turn."""
        return self._skies.get(turn, CLEAR_DAY)

    def commander(self, side: str) -> General:
        """[2.1] The commander-in-chief of a side."""
        return self._commanders[side]

    @cached_property
    def _commanders(self) -> Mapping[str, General]:
        return {general.side: general for general in self.generals.values() if general.is_commander}

    @cached_property
    def home_edge(self) -> Mapping[str, frozenset[Hex]]:
        """[10.3] The hexes of each side's friendly map edge."""
        return {side: edge_hexes(self.board, name) for side, name in self.scenario.edges.items()}

    @cached_property
    def units_of_side(self) -> Mapping[str, frozenset[str]]:
        """The ids of the combat units of each side."""
        cards = self.cards.values()
        return {side: frozenset(card.id for card in cards if card.side == side) for side in self.sides}

    @cached_property
    def columns(self) -> Mapping[str, tuple[str]]:
        """The column of the terrain table that each unit uses when it moves alone."""
        return {id_: (card.column,) for id_, card in self.cards.items()}

    @cached_property
    def riders(self) -> frozenset[str]:
        """The ids of the cavalry of both sides."""
        return frozenset([card.id for card in self.cards.values() if card.is_cavalry])

    @cached_property
    def go_to(self) -> tuple[Action, ...]:
        """The order to go to each hex, by its index."""
        return tuple(Action("go", (self.label[hex_],)) for hex_ in self.board.hexes)

    @cached_property
    def halts(self) -> tuple[Action, ...]:
        """The orders to halt, one for each facing."""
        return tuple(Action("halt", (name,)) for name in self.facing_names)

    @cached_property
    def move_orders(self) -> Mapping[str, Action]:
        """The order to move each unit."""
        return {id_: Action("move", (id_,)) for id_ in self.cards}

    @cached_property
    def ride_to(self) -> Mapping[str, tuple[Action, ...]]:
        """The order to move each general to each hex, by its index."""
        labels = [self.label[hex_] for hex_ in self.board.hexes]
        return {id_: tuple(Action("general", (id_, label)) for label in labels) for id_ in self.generals}

    @cached_property
    def facing_names(self) -> tuple[str, ...]:
        """[4.1] Compass names of the six facings."""
        names = VERTEX_NAMES if self.facing_kind == "vertex" else DIRECTION_NAMES
        return names[self.board.grid.orientation]

    def printed_facing(self, name: str) -> int:
        """The facing a scenario means by the name of a vertex; by hexsides, the one to its left."""
        return VERTEX_NAMES[self.board.grid.orientation].index(name)

    def facing(self, name: str) -> int:
        """The facing a compass name means on this map."""
        return self.facing_names.index(name)


def edge_hexes(board: Board, name: str) -> frozenset[Hex]:
    """The hexes of a map edge: one the map names itself, or a side of the compass."""
    if name in board.edges:
        return board.edges[name]
    grid = board.grid
    last_row, last_column = grid.first_row + grid.rows - 1, grid.first_column + grid.columns - 1
    tests: dict[str, Callable[[int, int], bool]] = {
        "north": lambda _, row: row == grid.first_row,
        "south": lambda _, row: row == last_row,
        "west": lambda column, _: column == grid.first_column,
        "east": lambda column, _: column == last_column,
    }
    if name not in tests:
        raise KeyError(name)
    return frozenset(hex_ for hex_ in board.hexes if tests[name](*grid.numbers(hex_)))


def _is_core_rules(rules: Rules) -> CoreRules:
    """Never called: lets the type checker see that these are rules the machine can run."""
    return rules
