"""What never changes during a skirmish, and the few questions its rules ask of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from game.core.models import Closed
from game.core.modifiers import Modifier, total
from game.core.scenario import Scenario
from game.core.sequence import Node
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.switches import HouseRules
from game.core.tables import PrintedTable
from game.core.tongue import _
from hexmap.board import Board
from hexmap.coords import Hex


class UnitEntry(Closed):
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    side: str
    hex: str
    strength: int = Field(ge=1, le=3)


class SkirmishScenario(Scenario):
    units: tuple[UnitEntry, ...] = Field(min_length=2)


@dataclass(frozen=True)
class SkirmishRules:
    """Board, tables and names; satisfies `core.engine.Rules`."""

    board: Board
    sides: tuple[str, str]
    steps: Mapping[str, Step[Any]]
    nodes: Mapping[str, Node]
    conditions: Mapping[str, Callable[[Any, GameState], bool]]
    combat: PrintedTable
    names: Mapping[str, str]
    turns: int
    house_rules: HouseRules


def units(state: GameState, side: str) -> list[Piece]:
    """A side's units on the map."""
    return [piece for piece in state.pieces if piece.side == side and piece.hex is not None]


def free_hexes(rules: SkirmishRules, state: GameState, piece: Piece) -> list[Hex]:
    """Adjacent hexes with nobody in them."""
    assert piece.hex is not None
    return [hex_ for hex_ in rules.board.neighbours(piece.hex) if not state.pieces.at(hex_)]


def entry_cost(rules: SkirmishRules, hex_: Hex) -> int:
    """[4] Movement points to enter a hex."""
    is_hard = rules.board.terrain[hex_] == "woods" and rules.house_rules["woods"] == "whole_move"
    return 2 if is_hard else 1


def reach(rules: SkirmishRules, state: GameState, piece: Piece) -> dict[Hex, tuple[Hex, ...]]:
    """[4] Every hex two movement points lead to through empty hexes, with the way there."""
    assert piece.hex is not None
    ways: dict[Hex, tuple[Hex, ...]] = {}
    open_: list[tuple[int, tuple[Hex, ...]]] = [(2, (piece.hex,))]
    while open_:
        left, way = open_.pop(0)
        for hex_ in rules.board.neighbours(way[-1]):
            rest = left - entry_cost(rules, hex_)
            if rest >= 0 and hex_ not in ways and not state.pieces.at(hex_):
                ways[hex_] = (*way, hex_)
                open_.append((rest, ways[hex_]))
    return ways


def targets(rules: SkirmishRules, state: GameState, piece: Piece) -> Iterator[str]:
    """[5] Enemies next to a unit."""
    assert piece.hex is not None
    for hex_ in rules.board.neighbours(piece.hex):
        yield from (id_ for id_ in state.pieces.at(hex_) if state.pieces[id_].side != piece.side)


def assess(rules: SkirmishRules, state: GameState, attacker: str, target: str) -> tuple[Modifier, ...]:
    """[5] What counts in an attack, line by line."""
    a, d = state.pieces[attacker], state.pieces[target]
    lines = [
        Modifier(a.strength, _("attacker's strength"), "5"),
        Modifier(-d.strength, _("defender's strength"), "5"),
    ]
    if state.fact(f"order:{a.side}") == "advance":
        lines.append(Modifier(1, _("ordered to advance"), "2"))
    if state.fact(f"order:{d.side}") == "hold":
        lines.append(Modifier(-1, _("ordered to hold"), "2"))
    return tuple(lines)


def column(lines: tuple[Modifier, ...]) -> str:
    """[5] The column of the table the lines add up to."""
    return ("-1", "0", "+1")[max(-1, min(1, total(lines))) + 1]
