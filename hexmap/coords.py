"""Where things are: hexes, hexsides, vertices and the labels printed on a map.

Inside, a place is an axial `Hex(q, r)`; directions run clockwise from 0 to 5. On a flat-top map
direction 0 points north-east and 5 north; on a pointy-top map 0 points north-east and 1 east. The
algebra is the same for both: orientation matters only to `Grid` (labels) and to drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

Orientation = Literal["flat", "pointy"]
Parity = Literal["even", "odd"]
LabelStyle = Literal["CCRR", "CC.RR"]


class LabelError(ValueError):
    """A label that names no hex; the text says which and what would be right."""


class Hex(NamedTuple):
    """A hex in axial coordinates; the third cube coordinate is `-q - r`."""

    q: int
    r: int

    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        return Hex(self.q + other[0], self.r + other[1])

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other[0], self.r - other[1])

    def times(self, factor: int) -> Hex:
        return Hex(self.q * factor, self.r * factor)

    def step(self, direction: int, count: int = 1) -> Hex:
        """The hex *count* steps away in a direction (any integer, taken modulo six)."""
        dq, dr = DIRECTIONS[direction % 6]
        return Hex(self.q + dq * count, self.r + dr * count)


DIRECTIONS: tuple[Hex, ...] = (Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1))
_DIRECTION_OF = {offset: index for index, offset in enumerate(DIRECTIONS)}

# Names of the six directions through hexsides, and of the six vertices (vertex f lies between f and f+1).
DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {
    "flat": ("NE", "SE", "S", "SW", "NW", "N"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
VERTEX_NAMES: dict[Orientation, tuple[str, ...]] = {
    "flat": ("E", "SE", "SW", "W", "NW", "NE"),
    "pointy": ("NE", "SE", "S", "SW", "NW", "N"),
}


def distance(a: Hex, b: Hex) -> int:
    """Steps between two hexes."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, clockwise from direction 0, on or off any map."""
    q, r = hex_
    return tuple(Hex(q + dq, r + dr) for dq, dr in DIRECTIONS)


def direction_to(a: Hex, b: Hex) -> int:
    """The direction in which adjacent *b* lies from *a*."""
    try:
        return _DIRECTION_OF[b - a]
    except KeyError:
        raise ValueError(f"{tuple(a)} and {tuple(b)} are not adjacent") from None


def is_adjacent(a: Hex, b: Hex) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in _DIRECTION_OF


def rotate(offset: Hex, sixths: int) -> Hex:
    """An offset turned clockwise about the origin by sixths of a circle."""
    q, r = offset
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return Hex(q, r)


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Hexes from *a* to *b*, one per step; where the line runs along a hexside it keeps to one side.

    Which side is decided point by point, so the same hexes come back in reverse order from the other
    end. For the exact set of hexes a sight line crosses use `hexmap.sight`.
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    found = []
    for i in range(steps + 1):
        # Whole numbers only: everything is scaled by 2 * steps.
        q = 2 * (a.q * (steps - i) + b.q * i)
        r = 2 * (a.r * (steps - i) + b.r * i)
        found.append(_round_cube(q, r, 2 * steps))
    return tuple(found)


def _round_cube(q: int, r: int, scale: int) -> Hex:
    """The hex nearest to the point (q/scale, r/scale); ties go to the smaller q, then the larger r."""
    s = -q - r
    half = scale // 2
    rq = (q + half - 1) // scale
    rr = (r + half) // scale
    rs = -((-s + half) // scale)
    dq, dr, ds = abs(rq * scale - q), abs(rr * scale - r), abs(rs * scale - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Hex(rq, rr)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Hexes at exactly *radius* steps, clockwise, beginning in direction 0."""
    if radius == 0:
        return (centre,)
    at = centre.step(0, radius)
    found = []
    for side in range(6):
        for _ in range(radius):
            found.append(at)
            at = at.step(side + 2)
    return tuple(found)


def spiral(centre: Hex, radius: int) -> Iterator[Hex]:
    """The centre, then ring after ring outwards."""
    for distance_out in range(radius + 1):
        yield from ring(centre, distance_out)


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """All hexes at most *radius* steps away, in reading order of their coordinates."""
    q0, r0 = centre
    return tuple(
        Hex(q0 + dq, r0 + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
    )


class Hexside(NamedTuple):
    """The edge between two adjacent hexes: an unordered pair, always kept with the smaller hex first."""

    a: Hex
    b: Hex

    def other(self, hex_: Hex) -> Hex:
        """The hex across from *hex_*."""
        if hex_ == self.a:
            return self.b
        assert hex_ == self.b, f"{hex_} does not touch {self}"
        return self.a


def hexside(a: Hex, b: Hex) -> Hexside:
    """The hexside between two adjacent hexes, the same whichever comes first."""
    if not is_adjacent(a, b):
        raise ValueError(f"{tuple(a)} and {tuple(b)} are not adjacent")
    return Hexside(a, b) if a < b else Hexside(b, a)


class Vertex(NamedTuple):
    """A corner shared by three mutually adjacent hexes, kept in sorted order."""

    a: Hex
    b: Hex
    c: Hex


def vertex(hex_: Hex, index: int) -> Vertex:
    """Corner *index* of a hex: the one between directions `index` and `index + 1`."""
    return Vertex(*sorted((hex_, hex_.step(index), hex_.step(index + 1))))


def vertices(hex_: Hex) -> tuple[Vertex, ...]:
    """The six corners of a hex, clockwise."""
    return tuple(vertex(hex_, index) for index in range(6))


def hexside_vertices(side: Hexside) -> tuple[Vertex, Vertex]:
    """The two ends of a hexside, the anticlockwise one first as seen from its smaller hex."""
    direction = direction_to(side.a, side.b)
    return vertex(side.a, direction - 1), vertex(side.a, direction)


@dataclass(frozen=True)
class Grid:
    """The sheet of paper: size, orientation, and how hexes are numbered on it.

    On flat-top maps every other column is shifted half a hex down, on pointy-top maps every other
    row half a hex to the right; `shifted` says whether those with even or with odd printed numbers are.
    """

    columns: int
    rows: int
    orientation: Orientation = "flat"
    shifted: Parity = "even"
    first_column: int = 1
    first_row: int = 1
    style: LabelStyle = "CCRR"

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"a map has at least one column and one row, not {self.columns} x {self.rows}")
        if self.first_column < 0 or self.first_row < 0:
            raise ValueError(
                f"printed numbers begin at 0 or above, not at column {self.first_column} "
                f"and row {self.first_row}"
            )

    @cached_property
    def width(self) -> tuple[int, int]:
        """Digits of the column and of the row number in a label: as many for both.

        So a label of a map with more than 99 columns or rows is still split in the middle: "100020".
        """
        last_column = self.first_column + self.columns - 1
        last_row = self.first_row + self.rows - 1
        both = max(2, len(str(last_column)), len(str(last_row)))
        return both, both

    def _shift(self, number: int) -> int:
        """1 where a column (flat) or row (pointy) with this printed number is shifted."""
        return 1 if (number % 2 == 0) == (self.shifted == "even") else 0

    def hex_at(self, column: int, row: int) -> Hex:
        """The hex with these printed numbers; they may lie off the map."""
        if self.orientation == "flat":
            # Walking east the row axis climbs half a hex per column: take that out again.
            climb = (column - self.first_column + self._shift(self.first_column) - self._shift(column)) // 2
            return Hex(column - self.first_column, row - self.first_row - climb)
        lean = (row - self.first_row + self._shift(self.first_row) - self._shift(row)) // 2
        return Hex(column - self.first_column - lean, row - self.first_row)

    def numbers(self, hex_: Hex) -> tuple[int, int]:
        """Printed column and row of a hex, on or off the map."""
        if self.orientation == "flat":
            column = hex_.q + self.first_column
            climb = (hex_.q + self._shift(self.first_column) - self._shift(column)) // 2
            return column, hex_.r + climb + self.first_row
        row = hex_.r + self.first_row
        lean = (hex_.r + self._shift(self.first_row) - self._shift(row)) // 2
        return hex_.q + lean + self.first_column, row

    def __contains__(self, hex_: object) -> bool:
        if not isinstance(hex_, Hex):
            return False
        column, row = self.numbers(hex_)
        return 0 <= column - self.first_column < self.columns and 0 <= row - self.first_row < self.rows

    def __iter__(self) -> Iterator[Hex]:
        """All hexes, row by row, as one reads a page."""
        for row in range(self.first_row, self.first_row + self.rows):
            for column in range(self.first_column, self.first_column + self.columns):
                yield self.hex_at(column, row)

    def __len__(self) -> int:
        return self.columns * self.rows

    def label(self, hex_: Hex) -> str:
        """The printed label, such as "0304" or "03.04"."""
        column, row = self.numbers(hex_)
        column_width, row_width = self.width
        written = f"{column:0{column_width}d}", f"{row:0{row_width}d}"
        # Off the map a number may be negative or too long; run together it would name another hex.
        fits = column >= 0 <= row and (len(written[0]), len(written[1])) == self.width
        return ("" if fits and self.style == "CCRR" else ".").join(written)

    def parse(self, text: str) -> Hex:
        """The hex a label names; a label that names none is refused by name."""
        column_width, row_width = self.width
        dot = r"\." if self.style == "CC.RR" else ""
        found = re.fullmatch(rf"(\d{{{column_width}}}){dot}(\d{{{row_width}}})", text.strip(), re.ASCII)
        if not found:
            raise LabelError(f"'{text}' is not a hex label; one looks like '{self.label(next(iter(self)))}'")
        hex_ = self.hex_at(int(found[1]), int(found[2]))
        if hex_ not in self:
            corner = self.hex_at(self.first_column + self.columns - 1, self.first_row + self.rows - 1)
            raise LabelError(
                f"hex '{text}' is off the map, which runs from {self.label(next(iter(self)))} "
                f"to {self.label(corner)}"
            )
        return hex_
