"""What a second pair of eyes says about a legal opening position: slips that no rule forbids.

It asks only what holds in every ruleset: a board, pieces, and what the scenario file says under `units`,
`objectives` and `turns`. `gloire check` prints the remarks; every shipped scenario must do without any.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from game.core.scenario import ScenarioFile
from game.core.state import GameState, Piece
from hexmap.board import Board
from hexmap.coords import Hex, LabelError
from hexmap.facing import front_hexes
from hexmap.vocabulary import CROSSINGS

WATER = frozenset({"river", "lake", "sea"})  # ground that nobody enters in any ruleset of ours


def remarks(file: ScenarioFile, rules: Any, state: GameState) -> list[str]:
    """Remarks on an opening position, each one sentence; none if there is nothing odd about it."""
    opening = _Opening(file, rules, state)
    return [
        *opening.misplaced(),
        *opening.blind(),
        *opening.odd_entries(),
        *opening.out_of_reach(),
    ]


def can_cross(board: Board, here: Hex, there: Hex) -> bool:
    """Whether troops can ever step between two adjacent hexes: no water, no river without a crossing."""
    kinds = {feature.kind for feature in board.between(here, there)}
    return board.terrain[there] not in WATER and ("river" not in kinds or bool(kinds & CROSSINGS))


def reached(board: Board, start: Hex) -> dict[Hex, int]:
    """Every hex that troops can march to from *start*, and how many hexes away it is."""
    steps = {start: 0}
    ahead = deque([start])
    while ahead:
        here = ahead.popleft()
        for there in board.neighbours(here):
            if there not in steps and can_cross(board, here, there):
                steps[there] = steps[here] + 1
                ahead.append(there)
    return steps


class _Opening:
    """The table as it is laid out, beside what its author wrote."""

    def __init__(self, file: ScenarioFile, rules: Any, state: GameState) -> None:
        self.rules = rules
        self.state = state
        self.board: Board = rules.board
        self.turns = int(file.data["turns"])
        self.units: Mapping[str, Mapping[str, Any]] = {
            str(entry.get("id")): entry for entry in _tables(file.data.get("units"))
        }
        places = _tables(file.data.get("objectives"))
        self.objectives: dict[Hex, str] = {
            **{found.hex: found.name for found in self.board.objectives},
            **{self.board.at(entry["hex"]): str(entry.get("name", "")) for entry in places if "hex" in entry},
        }

    def pieces(self) -> Iterator[tuple[Piece, Hex]]:
        """The pieces that begin on the map, generals apart, which go where they like."""
        for piece in self.state.pieces:
            if piece.hex is not None and (not self.units or piece.id in self.units):
                yield piece, piece.hex

    def entries(self) -> Iterator[tuple[str, Hex, int]]:
        """The units that come later: id, hex, turn."""
        for id_, entry in self.units.items():
            enters = entry.get("enters")
            if isinstance(enters, Mapping):
                try:
                    yield id_, self.board.at(str(enters.get("hex"))), int(enters.get("turn", 1))
                except LabelError:  # more than one hex: the ruleset has its own way of saying where
                    continue

    def misplaced(self) -> Iterator[str]:
        for piece, hex_ in self.pieces():
            if hex_ not in self.board:
                yield f"unit '{piece.id}' begins off the map"
            elif self.board.terrain[hex_] in WATER:
                where = self.board.label(hex_)
                yield f"unit '{piece.id}' begins in the {self.board.terrain[hex_]} at {where}"

    def blind(self) -> Iterator[str]:
        """Units that look at nothing but water, or off the map."""
        kind = getattr(self.rules, "facing_kind", None)
        if kind is None:
            return
        for piece, hex_ in self.pieces():
            fronts = front_hexes(hex_, piece.facing, kind)
            if not any(front in self.board and can_cross(self.board, hex_, front) for front in fronts):
                where = self.board.label(hex_)
                yield f"unit '{piece.id}' at {where} faces only water or the edge of the map; turn it"

    def odd_entries(self) -> Iterator[str]:
        edge = self.board.map_edge()
        for id_, hex_, turn in self.entries():
            where = self.board.label(hex_)
            if hex_ not in edge:
                yield f"unit '{id_}' enters at {where}, which is not on the edge of the map"
            if self.board.terrain[hex_] in WATER:
                yield f"unit '{id_}' enters at {where} in the {self.board.terrain[hex_]}"
            if turn >= self.turns:
                yield f"unit '{id_}' enters on turn {turn} of {self.turns}, too late to do anything"

    def out_of_reach(self) -> Iterator[str]:
        """Objectives that a side cannot march to, or not before the battle is over."""
        for hex_, name in self.objectives.items():
            ways = reached(self.board, hex_)
            for side in self.rules.sides:
                where = f"'{name or self.board.label(hex_)}'"
                starts = [*self._starts(side)]
                turns = [self._turns(ways[start], id_, turn) for id_, start, turn in starts if start in ways]
                if not turns:
                    yield f"no unit of '{side}' can ever reach the objective {where}"
                elif min(turns) > self.turns:
                    yield (
                        f"the nearest unit of '{side}' needs about {min(turns)} turns to reach the "
                        f"objective {where}, and there are {self.turns}"
                    )

    def _starts(self, side: str) -> Iterable[tuple[str, Hex, int]]:
        """Where and when each unit of a side begins."""
        sides = {piece.id: piece.side for piece in self.state.pieces}
        yield from ((piece.id, hex_, 1) for piece, hex_ in self.pieces() if piece.side == side)
        yield from (entry for entry in self.entries() if sides.get(entry[0]) == side)

    def _turns(self, steps: int, id_: str, turn: int) -> int:
        """About the turn on which a unit is there, at one march a turn and one point a hex."""
        pace = self.units.get(id_, {}).get("movement")
        return turn - 1 + (-(-steps // pace) if isinstance(pace, int) and pace > 0 else 0)


def _tables(value: Any) -> list[Mapping[str, Any]]:
    """The tables of a list in a scenario file; anything else is the ruleset's business."""
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []
