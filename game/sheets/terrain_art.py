"""Patterns that fill a terrain: which symbol stands where, clear of roads, hexsides and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.sheets.marks import XY, Mark, Stamps
from game.sheets.theme import Theme
from hexmap.board import Board
from hexmap.coords import Grid, Hex, Orientation, hexside
from hexmap.layout import Layout

# A hex's number stands near its top; nothing else should.
NUMBER_SPOT: dict[Orientation, XY] = {"flat": (0.0, -0.405), "pointy": (0.0, -0.42)}


class Planting(NamedTuple):
    """How a pattern plants its symbols: *per_side* squared in a hex, in rows that run on from hex to hex."""

    symbol: str
    per_side: int
    size: float
    jitter: float = 0.0
    density: float = 1.0
    verge: float = 0.1  # kept free along hexes of other terrain
    clears_number: bool = True


PLANTINGS: dict[str, Planting] = {
    "furrows": Planting("chevron", 4, 0.17, 0.05, 0.75),
    "stones": Planting("stone", 5, 0.115, 0.07, 0.62),
    "vines": Planting("vine", 6, 0.13, 0.0, 1.0, 0.08),
    "cracks": Planting("crack", 3, 0.26, 0.05, 0.9, 0.12),
    "orchard": Planting("shrub", 4, 0.15, 0.0, 1.0, 0.12),
    "palms": Planting("palm", 3, 0.28, 0.07, 0.95, 0.13),
    "trees": Planting("tree", 4, 0.25, 0.055, 1.0, 0.14),
    "tufts": Planting("tuft", 4, 0.17, 0.06, 0.7, 0.12),
    "ice": Planting("ice", 3, 0.22, 0.06, 1.0, 0.1),
    "waves": Planting("wave", 3, 0.22, 0.05, 0.75, 0.14),
    "ripples": Planting("ripple", 3, 0.24, 0.05, 0.6, 0.15),
    "swell": Planting("swell", 3, 0.28, 0.05, 0.8, 0.15),
    "blocks": Planting("block", 5, 0.175, 0.012, 1.0, 0.12),
    "houses": Planting("house", 5, 0.16, 0.035, 0.8, 0.15),
    "ruins": Planting("ruin", 3, 0.22, 0.03, 0.75, 0.16),
    "castle": Planting("castle", 1, 0.62, 0.0, 1.0, 0.0, False),
    "hatch": Planting("hatch", 6, 0.1, 0.0, 1.0, 0.06),
}
_HEXSIDE_CLEARANCE = 0.06
_ROAD_CLEARANCE = 0.05


@lru_cache(maxsize=64)
def lattice_spots(per_side: int, orientation: Orientation) -> tuple[XY, ...]:
    """The *per_side* squared spots of a hex about its centre; repeated in every hex they form one lattice."""
    if per_side == 1:
        return ((0.0, 0.0),)
    layout = Layout(Grid(1, 1, orientation), 1.0)
    (ax, ay), (bx, by) = layout.centre(Hex(1, 0)), layout.centre(Hex(0, 1))
    found = []
    for i in range(-per_side, per_side + 1):
        for j in range(-per_side, per_side + 1):
            # Moved a little off the hex's own symmetry: no spot then falls on a hexside.
            u, v = (i + 0.31) / per_side, (j + 0.17) / per_side
            x, y = ax * u + bx * v, ay * u + by * v
            if layout.nearest(x, y) == Hex(0, 0):
                found.append((x, y))
    return tuple(sorted(found, key=lambda spot: (spot[1], spot[0])))


def noise(hex_: Hex, number: int) -> float:
    """A number from 0 up to 1 that looks random and is always the same for the same hex and *number*."""
    mixed = (hex_.q * 73_856_093) ^ (hex_.r * 19_349_663) ^ (number * 83_492_791)
    mixed = (mixed ^ (mixed >> 13)) * 1_274_126_177 & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 16)) * 2_246_822_519 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 15)) & 0xFFFF) / 65_536


class Surroundings:
    """What a symbol in a hex must keep clear of: other terrain, features on hexsides, roads, the number."""

    def __init__(self, board: Board, theme: Theme, has_numbers: bool) -> None:
        self.board = board
        self.units = Layout(board.grid, 1.0).step_offsets
        self.number_spot = NUMBER_SPOT[board.grid.orientation] if has_numbers else None
        self._features = {
            side: max(theme.hexside_look(feature.kind).width for feature in found) / 2
            for side, found in board.features.items()
        }
        self._roads = board.road_kinds
        self._road_width = {kind: theme.road_look(kind).width / 2 for kind in board.words()["road"]}

    def limits(self, hex_: Hex, verge: float, half: float) -> list[tuple[XY, float]]:
        """How far from the centre a symbol may stand towards each neighbour, where that matters.

        No part of it (*half* its size) may stand out over the map's edge.
        """
        found: list[tuple[XY, float]] = []
        for direction, unit in enumerate(self.units):
            other = hex_.step(direction)
            if other not in self.board:
                found.append((unit, 0.5 - half * 0.9 - 0.02))
                continue
            feature = self._features.get(hexside(hex_, other))
            if self.board.terrain[other] != self.board.terrain[hex_]:
                found.append((unit, 0.5 - max(verge, (feature or 0) + _HEXSIDE_CLEARANCE)))
            elif feature is not None:
                found.append((unit, 0.5 - feature - _HEXSIDE_CLEARANCE))
        return found

    def roads(self, hex_: Hex) -> list[tuple[XY, float]]:
        """Directions in which a road leaves the hex, with half its width."""
        found: list[tuple[XY, float]] = []
        for direction, unit in enumerate(self.units):
            other = hex_.step(direction)
            if other not in self.board:
                continue
            kinds = self._roads.get(hexside(hex_, other))
            if kinds:
                found.append((unit, max(self._road_width[kind] for kind in kinds)))
        return found


def spots(around: Surroundings, hex_: Hex, planting: Planting) -> list[XY]:
    """Where a pattern's symbols stand in a hex, as offsets from its centre."""
    half = planting.size / 2
    limits = around.limits(hex_, planting.verge, half)
    roads = around.roads(hex_)
    found = []
    for number, (x, y) in enumerate(lattice_spots(planting.per_side, around.board.grid.orientation)):
        if planting.density < 1 and noise(hex_, number * 3) >= planting.density:
            continue
        if planting.jitter:
            x += (noise(hex_, number * 3 + 1) - 0.5) * 2 * planting.jitter
            y += (noise(hex_, number * 3 + 2) - 0.5) * 2 * planting.jitter
        if any(x * ux + y * uy > limit for (ux, uy), limit in limits):
            continue
        if planting.per_side > 1 and any(
            _off_segment(x, y, unit) < width + _ROAD_CLEARANCE + half * 0.55 for unit, width in roads
        ):
            continue
        spot = around.number_spot
        if (
            spot
            and planting.clears_number
            and abs(x - spot[0]) < 0.19 + half
            and abs(y - spot[1]) < 0.05 + half
        ):
            continue
        found.append((x, y))
    return found


def _off_segment(x: float, y: float, unit: XY) -> float:
    """How far a spot is from the road that runs from the centre to the hexside in a direction."""
    along = min(max(x * unit[0] + y * unit[1], 0.0), 0.5)
    return math.hypot(x - along * unit[0], y - along * unit[1])


def terrain_marks(
    board: Board, theme: Theme, centres: Mapping[Hex, XY], has_numbers: bool = True
) -> Iterator[Mark]:
    """The symbols of every patterned terrain of the map, from north to south."""
    around = Surroundings(board, theme, has_numbers)
    planted: dict[str, list[XY]] = {}
    for hex_ in board.hexes:
        word = board.terrain[hex_]
        planting = PLANTINGS.get(theme.terrain_look(word).pattern)
        if planting is None:
            continue
        x, y = centres[hex_]
        planted.setdefault(word, []).extend((x + dx, y + dy) for dx, dy in spots(around, hex_, planting))
    for word, found in sorted(planted.items()):
        look = theme.terrain_look(word)
        planting = PLANTINGS[look.pattern]
        # Southern trees stand before northern ones.
        ordered = tuple(sorted(found, key=lambda spot: (spot[1], spot[0])))
        yield Stamps(planting.symbol, ordered, planting.size, look.tone, look.ink)
