"""The marks of a map sorted into square cells, so that a small piece of it can be drawn by itself.

Lengths are hex widths. Fills are cut at the cells' borders (with a little overlap), lines and stamps go to
the cell in which they lie.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.sheets.marks import XY, Fill, Line, Mark, Numbers, Stamps, Stroke, Words
from hexmap.layout import Box

OVERLAP = 0.12
_SMALL = 0.5  # no ring of a mark that is smaller than this, in square hex widths, has holes
Cell = tuple[int, int]


class Stamp(NamedTuple):
    """One small drawing: where, and which of the symbol's variants."""

    spot: XY
    variant: int


class Ring(NamedTuple):
    """A closed shape, or a hole in the shapes before it."""

    points: Line
    is_hole: bool
    area: float


class Bins:
    """Some marks by cell; `pieces` gives those near a rectangle, in the order they are to be drawn."""

    def __init__(self, marks: Iterable[Mark], size: float) -> None:
        self.size = size
        self.marks = tuple(marks)
        self.names: list[tuple[int, Words]] = []
        self._cells: dict[Cell, dict[int, list[object]]] = {}
        for number, mark in enumerate(self.marks):
            self._sort(number, mark)

    def cell_box(self, cell: Cell) -> Box:
        size = self.size
        return Box(cell[0] * size, cell[1] * size, (cell[0] + 1) * size, (cell[1] + 1) * size)

    def near(self, box: Box, margin: float) -> Iterator[tuple[int, Mark, list[tuple[Cell, list[object]]]]]:
        """Every mark with something near a rectangle, and what it has in each cell there."""
        first, last = (
            self._cell((box.left - margin, box.top - margin)),
            self._cell((box.right + margin, box.bottom + margin)),
        )
        found: dict[int, list[tuple[Cell, list[object]]]] = {}
        for x in range(first[0], last[0] + 1):
            for y in range(first[1], last[1] + 1):
                for number, parts in self._cells.get((x, y), {}).items():
                    found.setdefault(number, []).append(((x, y), parts))
        for number in sorted(found):
            yield number, self.marks[number], found[number]

    # --- sorting -------------------------------------------------------------------------------

    def _cell(self, spot: XY) -> Cell:
        return math.floor(spot[0] / self.size), math.floor(spot[1] / self.size)

    def _put(self, cell: Cell, number: int, part: object) -> None:
        self._cells.setdefault(cell, {}).setdefault(number, []).append(part)

    def _sort(self, number: int, mark: Mark) -> None:
        match mark:
            case Fill():
                rings = [ring for ring in mark.rings if len(ring) > 2]
                for ring, is_hole in zip(rings, holes_among(rings), strict=True):
                    self._sort_ring(number, list(ring), is_hole)
            case Stroke():
                for line in mark.lines:
                    for dash in dashes(line, mark.dash):
                        self._sort_line(number, dash)
            case Stamps():
                for variant, spot in enumerate(mark.spots):
                    self._put(self._cell(spot), number, Stamp(spot, variant))
            case Numbers():
                for text, spot in mark.labels:
                    self._put(self._cell(spot), number, (text, spot))
            case Words():
                self.names.append((number, mark))

    def _sort_line(self, number: int, line: Line) -> None:
        """A line cut into pieces, each in the cell where its first segment's middle lies."""
        piece: list[XY] = []
        here: Cell | None = None
        for a, b in itertools.pairwise(line):
            cell = self._cell(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
            if cell != here:
                if here is not None:
                    self._put(here, number, tuple(piece))
                piece, here = [a], cell
            piece.append(b)
        if here is not None:
            self._put(here, number, tuple(piece))

    def _sort_ring(self, number: int, ring: list[XY], is_hole: bool) -> None:
        """A closed shape cut again and again in halves until each part lies in one cell."""
        left, top = self._cell((min(x for x, _ in ring), min(y for _, y in ring)))
        right, bottom = self._cell((max(x for x, _ in ring), max(y for _, y in ring)))
        self._halve(number, ring, is_hole, (left, top, right, bottom))

    def _halve(self, number: int, ring: list[XY], is_hole: bool, cells: tuple[int, int, int, int]) -> None:
        if len(ring) < 3:
            return
        left, top, right, bottom = cells
        if left == right and top == bottom:
            self._put((left, top), number, Ring(tuple(ring), is_hole, abs(signed_area(ring))))
            return
        if right - left >= bottom - top:
            middle = (left + right + 1) // 2
            halves = (left, top, middle - 1, bottom), (middle, top, right, bottom)
        else:
            middle = (top + bottom + 1) // 2
            halves = (left, top, right, middle - 1), (left, middle, right, bottom)
        axis = 0 if right - left >= bottom - top else 1
        at = middle * self.size
        self._halve(number, cut(ring, axis, at + OVERLAP, -1), is_hole, halves[0])
        self._halve(number, cut(ring, axis, at - OVERLAP, 1), is_hole, halves[1])


def cut(ring: Sequence[XY], axis: int, at: float, sign: int) -> list[XY]:
    """The part of a closed shape on one side of a line: above it for sign 1, below it for -1."""
    found: list[XY] = []
    before = ring[-1]
    was_in = (before[axis] - at) * sign >= 0
    for point in ring:
        is_in = (point[axis] - at) * sign >= 0
        if is_in != was_in:
            share = (at - before[axis]) / (point[axis] - before[axis])
            other = before[1 - axis] + (point[1 - axis] - before[1 - axis]) * share
            found.append((at, other) if axis == 0 else (other, at))
        if is_in:
            found.append(point)
        before, was_in = point, is_in
    return found


def dashes(line: Line, pattern: tuple[float, ...]) -> Iterator[Line]:
    """A line as the pieces that are drawn; the whole line where there is no pattern."""
    if not pattern:
        yield line
        return
    lengths = pattern if len(pattern) % 2 == 0 else pattern * 2
    turn, left, drawn = 0, lengths[0], True
    piece: list[XY] = [line[0]]
    for a, b in itertools.pairwise(line):
        length = math.dist(a, b)
        done = 0.0
        while length - done > left:
            done += left
            share = done / length
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if drawn:
                yield (*piece, spot)
            piece = [spot]
            turn, drawn = (turn + 1) % len(lengths), not drawn
            left = lengths[turn]
        left -= length - done
        piece.append(b)
    if drawn and len(piece) > 1:
        yield tuple(piece)


def signed_area(ring: Sequence[XY]) -> float:
    """The area inside a ring; one that turns the other way has it with the other sign."""
    double = 0.0
    before = ring[-1]
    for point in ring:
        double += before[0] * point[1] - point[0] * before[1]
        before = point
    return double / 2


def holes_among(rings: Sequence[Sequence[XY]]) -> list[bool]:
    """Which rings of a fill are holes: those that turn against the largest and lie within a larger one."""
    areas = [signed_area(ring) for ring in rings]
    largest = max(areas, key=abs, default=0.0)
    if abs(largest) < _SMALL:
        return [False] * len(rings)  # hachures and the like turn as they please
    boxes = [_box_of(ring) for ring in rings]
    solid = [number for number, area in enumerate(areas) if area * largest > 0]
    return [
        area * largest < 0
        and any(abs(areas[other]) > abs(area) and _is_within(boxes[number], boxes[other]) for other in solid)
        for number, area in enumerate(areas)
    ]


def _box_of(ring: Sequence[XY]) -> Box:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _is_within(inner: Box, outer: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )
