"""Where the hexes of a Tiled map lie in pixels, worked out without rounding.

Tiled describes a hex by the box around it and the length of its side on the staggered axis. We call
that axis `along` and the other one `across`: a flat-top map staggers along x, a pointy-top map along
y, and with the two swapped the same sums serve both. Hexes need not be regular.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from hexmap.coords import Grid, Hex, Hexside, hexside, neighbours

StaggerAxis = Literal["x", "y"]
StaggerIndex = Literal["odd", "even"]


class Point(NamedTuple):
    """A spot on the sheet in pixels, y downwards."""

    x: Fraction
    y: Fraction


def grid_for(
    columns: int, rows: int, axis: StaggerAxis, index: StaggerIndex, first_column: int = 1, first_row: int = 1
) -> Grid:
    """The grid of a Tiled map. Tiled counts from 0 and shifts by that count; labels may begin elsewhere."""
    first = first_column if axis == "x" else first_row
    odd_printed = (1 if index == "odd" else 0) ^ (first & 1)
    return Grid(
        columns,
        rows,
        orientation="flat" if axis == "x" else "pointy",
        shifted="odd" if odd_printed else "even",
        first_column=first_column,
        first_row=first_row,
    )


def stagger(grid: Grid) -> tuple[StaggerAxis, StaggerIndex]:
    """How Tiled would say which columns or rows of a grid are shifted."""
    axis: StaggerAxis = "x" if grid.orientation == "flat" else "y"
    first = grid.first_column if axis == "x" else grid.first_row
    odd = (grid.shifted == "odd") != (first % 2 == 1)
    return axis, "odd" if odd else "even"


@dataclass(frozen=True)
class TiledGeometry:
    """Pixels of a hexagonal Tiled map: its grid, tile size and side length as the file gives them."""

    grid: Grid
    tile_width_px: int
    tile_height_px: int
    side_px: int

    @property
    def _axis_x(self) -> bool:
        return self.grid.orientation == "flat"

    @property
    def _shoulder(self) -> int:
        """Pixels along the staggered axis from a hex's tip to the beginning of its side."""
        box = self.tile_width_px if self._axis_x else self.tile_height_px
        # Tiled itself drops an odd pixel of the box and of what is left beside the side.
        return ((box & ~1) - self.side_px) // 2

    @property
    def _across(self) -> int:
        return (self.tile_height_px if self._axis_x else self.tile_width_px) & ~1

    @property
    def _half_length(self) -> Fraction:
        return Fraction(self.side_px + 2 * self._shoulder, 2)

    def _swap(self, along: Fraction, across: Fraction) -> Point:
        return Point(along, across) if self._axis_x else Point(across, along)

    def _cell(self, hex_: Hex) -> tuple[int, int]:
        """Number along and across of a hex, from 0, on or off the map."""
        column, row = self.grid.numbers(hex_)
        column -= self.grid.first_column
        row -= self.grid.first_row
        return (column, row) if self._axis_x else (row, column)

    def _hex(self, along: int, across: int) -> Hex:
        column, row = (along, across) if self._axis_x else (across, along)
        return self.grid.hex_at(column + self.grid.first_column, row + self.grid.first_row)

    def _is_shifted(self, along: int) -> bool:
        return (along % 2 == 1) == (stagger(self.grid)[1] == "odd")

    def origin_px(self, column: int, row: int) -> tuple[int, int]:
        """Where the box of an unshifted cell begins; whole columns and rows away from the map's corner."""
        along, across = (column, row) if self._axis_x else (row, column)
        x, y = along * (self.side_px + self._shoulder), across * self._across
        return (x, y) if self._axis_x else (y, x)

    def centre(self, hex_: Hex) -> Point:
        """The middle of a hex."""
        along, across = self._cell(hex_)
        shift = Fraction(self._across, 2) if self._is_shifted(along) else Fraction(0)
        return self._swap(
            along * (self.side_px + self._shoulder) + self._half_length,
            across * self._across + shift + Fraction(self._across, 2),
        )

    def corners(self, hex_: Hex) -> tuple[Point, ...]:
        """The six corners of a hex, going round."""
        x, y = self.centre(hex_)
        along, across = (x, y) if self._axis_x else (y, x)
        side, half = Fraction(self.side_px, 2), Fraction(self._across, 2)
        offsets = (
            (-side, -half),
            (side, -half),
            (self._half_length, Fraction(0)),
            (side, half),
            (-side, half),
            (-self._half_length, Fraction(0)),
        )
        return tuple(self._swap(along + dl, across + da) for dl, da in offsets)

    def _holds(self, hex_: Hex, at: Point) -> bool:
        """Whether a spot lies in a hex or on its border."""
        middle = self.centre(hex_)
        dx, dy = abs(at.x - middle.x), abs(at.y - middle.y)
        dl, da = (dx, dy) if self._axis_x else (dy, dx)
        full = self._across
        return 2 * da <= full and dl * full + 2 * da * self._shoulder <= self._half_length * full

    def hex_at(self, at: Point) -> Hex:
        """The hex around a spot, on or off the map; on a border the first in reading order."""
        along, across = (at.x, at.y) if self._axis_x else (at.y, at.x)
        i = along // (self.side_px + self._shoulder)
        j = across // self._across
        near = [self._hex(i + di, j + dj) for di in (-1, 0) for dj in (-1, 0)]
        return min((hex_ for hex_ in near if self._holds(hex_, at)), key=lambda h: self.grid.numbers(h)[::-1])

    def hexside_middle(self, side: Hexside) -> Point:
        """The middle of a hexside, half way between the two centres."""
        a, b = self.centre(side.a), self.centre(side.b)
        return Point((a.x + b.x) / 2, (a.y + b.y) / 2)

    def hexside_ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two corners a hexside runs between."""
        other = self.corners(side.b)
        first, second = (corner for corner in self.corners(side.a) if corner in other)
        return first, second

    def hexside_at(self, at: Point) -> Hexside | None:
        """The hexside a spot marks: nearer to its middle than to any other and to the hex's centre."""
        hex_ = self.hex_at(at)
        sides = [hexside(hex_, other) for other in neighbours(hex_)]
        ranked = sorted((_squared(at, self.hexside_middle(side)), side) for side in sides)
        if ranked[0][0] == ranked[1][0] or ranked[0][0] >= _squared(at, self.centre(hex_)):
            return None
        return ranked[0][1]

    def corner_at(self, at: Point) -> Point | None:
        """The corner a spot marks: nearer than the centre of the hex it lies in, and nearest of six."""
        hex_ = self.hex_at(at)
        ranked = sorted((_squared(at, corner), corner) for corner in set(self.corners(hex_)))
        if ranked[0][0] == ranked[1][0] or ranked[0][0] >= _squared(at, self.centre(hex_)):
            return None
        return ranked[0][1]

    def hexside_between(self, a: Point, b: Point) -> Hexside | None:
        """The hexside that runs between two corners, if one does."""
        middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        hex_ = self.hex_at(middle)
        for other in neighbours(hex_):
            # Compared as sets: where the side length is 0, some hexsides have but one end.
            if {a, b} == set(self.corners(hex_)) & set(self.corners(other)):
                return hexside(hex_, other)
        return None


def _squared(a: Point, b: Point) -> Fraction:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
