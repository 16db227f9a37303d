"""What the rules of most games have in common: the board, two sides, house rules, and the flow of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.core.scenario import Scenario
from game.core.sequence import Node, Sequence
from game.core.state import GameState
from game.core.steps import Step
from game.core.switches import HouseRules
from hexmap.board import Board
from hexmap.coords import Hex


class Flow(NamedTuple):
    """A sequence of play with the steps it names and the questions it asks of a state."""

    sequence: Sequence
    steps: Mapping[str, Step[Any]] = {}
    conditions: Mapping[str, Callable[[Any, GameState], bool]] = {}


class GameRules:
    """What never changes during a game; a ruleset adds its tables and troops. Fits `core.engine.Rules`."""

    def __init__(self, board: Board, scenario: Scenario, switches: HouseRules, flow: Flow) -> None:
        self.board = board
        self.switches = switches
        self.steps = flow.steps
        self.nodes: Mapping[str, Node] = flow.sequence.nodes
        self.conditions = flow.conditions
        first, second = scenario.sides
        self.sides: tuple[str, str] = (first.id, second.id)
        self._enemies = {first.id: second.id, second.id: first.id}
        self.names: Mapping[str, str] = {side.id: side.name for side in scenario.sides}
        self.turns = scenario.turns
        self.label: Mapping[Hex, str] = {hex_: board.label(hex_) for hex_ in board.hexes}
        self.at: Mapping[str, Hex] = {label: hex_ for hex_, label in self.label.items()}
        # Things worked out from the board alone, by the modules that need them, each under its own key.
        self.memo: dict[Any, Any] = {}

    def enemy(self, side: str) -> str:
        """The other side."""
        return self._enemies[side]

    def is_set(self, switch: str, position: str) -> bool:
        """Whether a house rule is in a position."""
        return self.switches[switch] == position
