"""Where a hex is on the screen, and which hex a pixel is in: plain formulas, for both orientations.

Pixels run to the right and down. `hex_px` is the distance between the centres of adjacent hexes, which
is also the width of a hex across its flats; `origin` is the centre of the map's first hex.

A point on a hexside or vertex belongs to the smallest of the hexes that touch there (the one a `Hexside`
or `Vertex` names first); points nearer to the line than a millionth of a hex count as on it, so that
rounding never decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hexmap.coords import DIRECTIONS, Grid, Hex, Hexside, Vertex, hexside_vertices

ROOT3 = math.sqrt(3.0)
# How near to a hexside a point counts as lying on it, as a part of half a hex.
_TIE = 2e-6


class Point(NamedTuple):
    """A place on the screen or the sheet."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


TOP_LEFT = Point(0.0, 0.0)


@dataclass(frozen=True)
class Layout:
    """How a grid lies on the screen; moving or zooming gives a new one."""

    grid: Grid
    hex_px: float
    origin: Point = TOP_LEFT

    def __post_init__(self) -> None:
        if not self.hex_px > 0 or math.isinf(self.hex_px):
            raise ValueError(f"a hex must be more than 0 pixels wide, not {self.hex_px}")

    @classmethod
    def fitted(cls, grid: Grid, hex_px: float, margin_px: float = 0.0) -> Layout:
        """The layout whose map begins at the top left corner, behind a margin."""
        box = cls(grid, hex_px).bounds()
        return cls(grid, hex_px, Point(margin_px - box.left, margin_px - box.top))

    @classmethod
    def filling(cls, grid: Grid, width_px: float, height_px: float, margin_px: float = 0.0) -> Layout:
        """The largest layout that shows the whole map in a window, centred."""
        unit = cls(grid, 1.0).bounds()
        free_x, free_y = width_px - 2 * margin_px, height_px - 2 * margin_px
        if free_x <= 0 or free_y <= 0:
            raise ValueError(f"no room for a map in {width_px} x {height_px} pixels")
        hex_px = min(free_x / unit.width, free_y / unit.height)
        left = (width_px - unit.width * hex_px) / 2
        top = (height_px - unit.height * hex_px) / 2
        return cls(grid, hex_px, Point(left - unit.left * hex_px, top - unit.top * hex_px))

    def moved(self, dx_px: float, dy_px: float) -> Layout:
        """The same map, shifted on the screen."""
        return Layout(self.grid, self.hex_px, Point(self.origin.x + dx_px, self.origin.y + dy_px))

    def zoomed(self, factor: float, about: Point) -> Layout:
        """The map larger or smaller, with the spot *about* (under the mouse) staying where it is."""
        x = about.x + (self.origin.x - about.x) * factor
        y = about.y + (self.origin.y - about.y) * factor
        return Layout(self.grid, self.hex_px * factor, Point(x, y))

    # --- hex to pixel --------------------------------------------------------------------------

    @cached_property
    def _axes(self) -> tuple[float, float, float, float]:
        """What one step of q and one step of r add: x by q, x by r, y by q, y by r."""
        size = self.hex_px
        if self.grid.orientation == "flat":
            return size * ROOT3 / 2, 0.0, size / 2, size
        return size, size / 2, 0.0, size * ROOT3 / 2

    @cached_property
    def corner_offsets(self) -> tuple[Point, ...]:
        """From a hex's centre to its six corners, numbered as `coords.vertex` numbers them."""
        radius = self.hex_px / ROOT3
        first = 0 if self.grid.orientation == "flat" else -30
        angles = (math.radians(first + 60 * corner) for corner in range(6))
        return tuple(Point(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)

    @cached_property
    def step_offsets(self) -> tuple[Point, ...]:
        """From a hex's centre to the centres of its six neighbours, by direction."""
        xq, xr, yq, yr = self._axes
        return tuple(Point(xq * q + xr * r, yq * q + yr * r) for q, r in DIRECTIONS)

    def centre(self, hex_: Hex) -> Point:
        """The middle of a hex, on or off the map."""
        q, r = hex_
        xq, xr, yq, yr = self._axes
        return Point(self.origin[0] + xq * q + xr * r, self.origin[1] + yq * q + yr * r)

    def corner(self, hex_: Hex, index: int) -> Point:
        """Corner *index* of a hex, between directions `index` and `index + 1`."""
        x, y = self.centre(hex_)
        dx, dy = self.corner_offsets[index % 6]
        return Point(x + dx, y + dy)

    def corners(self, hex_: Hex) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise."""
        x, y = self.centre(hex_)
        return tuple(Point(x + dx, y + dy) for dx, dy in self.corner_offsets)

    def vertex(self, vertex: Vertex) -> Point:
        """Where three hexes meet; the same point whichever of them asks."""
        q = vertex.a.q + vertex.b.q + vertex.c.q
        r = vertex.a.r + vertex.b.r + vertex.c.r
        xq, xr, yq, yr = self._axes
        return Point(self.origin[0] + (xq * q + xr * r) / 3, self.origin[1] + (yq * q + yr * r) / 3)

    def hexside(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a hexside, the anticlockwise one first as seen from its smaller hex."""
        first, second = hexside_vertices(side)
        return self.vertex(first), self.vertex(second)

    def bounds(self, hexes: Iterable[Hex] | None = None) -> Box:
        """The rectangle around some hexes, or around the whole map."""
        if hexes is None:
            hexes = self._outermost
        centres = [self.centre(hex_) for hex_ in hexes]
        reach_x = max(x for x, _ in self.corner_offsets)
        reach_y = max(y for _, y in self.corner_offsets)
        return Box(
            min(x for x, _ in centres) - reach_x,
            min(y for _, y in centres) - reach_y,
            max(x for x, _ in centres) + reach_x,
            max(y for _, y in centres) + reach_y,
        )

    @property
    def _outermost(self) -> tuple[Hex, ...]:
        """Hexes that between them touch all four sides of the map: two corners at each end."""
        grid = self.grid
        left, top = grid.first_column, grid.first_row
        right, bottom = left + grid.columns - 1, top + grid.rows - 1
        columns = {left, min(left + 1, right), max(right - 1, left), right}
        rows = {top, min(top + 1, bottom), max(bottom - 1, top), bottom}
        return tuple(grid.hex_at(column, row) for column in columns for row in rows)

    # --- pixel to hex --------------------------------------------------------------------------

    def nearest(self, x: float, y: float) -> Hex:
        """The hex a point lies in, on or off the map."""
        hex_, touching = self._locate(x, y)
        return min(hex_, *touching) if touching else hex_

    def pick(self, x: float, y: float) -> Hex | None:
        """The hex of the map a point lies in or touches; nothing off the map."""
        hex_, touching = self._locate(x, y)
        if touching:
            return min((each for each in (hex_, *touching) if each in self.grid), default=None)
        return hex_ if hex_ in self.grid else None

    def _locate(self, x: float, y: float) -> tuple[Hex, list[Hex]]:
        """The hex whose centre is nearest, and the others if the point lies on a hexside or vertex."""
        x = (x - self.origin[0]) / self.hex_px
        y = (y - self.origin[1]) / self.hex_px
        if self.grid.orientation == "flat":
            q = x * 2 / ROOT3
            r = y - q / 2
        else:
            r = y * 2 / ROOT3
            q = x - r / 2
        # Round all three cube coordinates, then mend the one that moved most: the nearest centre.
        rq, rr, rs = round(q), round(r), round(-q - r)
        dq, dr, ds = q - rq, r - rr, -q - r - rs
        if rq + rr + rs:
            if abs(dq) > abs(dr) and abs(dq) > abs(ds):
                rq = -rr - rs
                dq = -dr - ds
            elif abs(dr) > abs(ds):
                rr = -rq - rs
                dr = -dq - ds
            ds = -dq - dr
        hex_ = Hex(rq, rr)
        # How far towards each pair of opposite hexsides: 1 is on the hexside itself.
        ne, se, s = dq - dr, dq - ds, dr - ds
        edge = 1 - _TIE
        if -edge < ne < edge and -edge < se < edge and -edge < s < edge:
            return hex_, []
        out = (ne, se, s, -ne, -se, -s)
        return hex_, [hex_.step(direction) for direction in range(6) if out[direction] >= edge]
