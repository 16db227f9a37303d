"""What one would write instead of `hexmap.sight`: four ways to a field of view by heights alone.

All know the plain policy without hexsides: a hex blocks where its top is above the line, half a level over
the ground at both ends, at the middle of the stretch; of two hexes along a hexside both must block. The float
line is what tutorials show; it keeps to one side of a hexside, so its fields are not quite the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import Protocol

from hexmap.board import Board
from hexmap.coords import Hex, spiral
from hexmap.neutral_sight import COVER
from hexmap.rays import Fork, HexTouch, Ray, ray

_SKY = 10_000


class Peer(Protocol):
    """A way to look all around; `is_exact` when it must see the same hexes as we do."""

    name: str
    is_exact: bool

    def field(self, origin: Hex) -> Iterable[Hex]: ...


def tops_of(board: Board) -> dict[Hex, int]:
    """How high every hex stands with what is on it."""
    return {hex_: board.elevation[hex_] + COVER.get(board.terrain[hex_], 0) for hex_ in board.hexes}


def slots(line: Ray) -> list[tuple[Hex, Hex, int]]:
    """Where a line can be blocked: two hexes (the same twice, where it passes through), and the place."""
    found = []
    for leg in line.legs:
        if isinstance(leg, HexTouch):
            found.append((leg.hex, leg.hex, leg.middle))
        elif isinstance(leg, Fork) and leg.along is not None:
            left, right = ([touch.hex for touch in way if isinstance(touch, HexTouch)] for way in leg[:2])
            found.append((left[0], right[0], leg.along.middle))
    return found


class NaiveLines:
    """Every line worked out anew, exactly, with nothing kept."""

    name = "naive, exact lines"
    is_exact = True

    def __init__(self, board: Board, radius: int) -> None:
        self.board, self.tops = board, tops_of(board)
        self.offsets = list(spiral(Hex(0, 0), radius))

    def can_see(self, a: Hex, b: Hex) -> bool:
        line = ray.__wrapped__(b - a)
        scale = line.scale
        low, high = self.board.elevation[a], self.board.elevation[b]
        for left, right, at in slots(line):
            height = 2 * (low * (scale - at) + high * at) + scale
            # Off the map there is no way round: it counts as blocked.
            if (
                2 * self.tops.get(a + left, _SKY) * scale > height
                and 2 * self.tops.get(a + right, _SKY) * scale > height
            ):
                return False
        return True

    def field(self, origin: Hex) -> Iterable[Hex]:
        targets = (origin + offset for offset in self.offsets)
        return [target for target in targets if target in self.tops and self.can_see(origin, target)]


class FloatLines:
    """The well-known way: step along the line in floating point and round to the nearest hex."""

    name = "naive, float lines (inexact)"
    is_exact = False

    def __init__(self, board: Board, radius: int) -> None:
        self.board, self.tops = board, tops_of(board)
        self.offsets = list(spiral(Hex(0, 0), radius))

    def can_see(self, a: Hex, b: Hex) -> bool:
        low, high = self.board.elevation[a] + 0.5, self.board.elevation[b] + 0.5
        dq, dr = b.q - a.q, b.r - a.r
        steps = max(abs(dq), abs(dr), abs(dq + dr))
        for step in range(1, steps):
            part = step / steps
            q, r = a.q + 1e-6 + dq * part, a.r + 2e-6 + dr * part
            s = -q - r
            rq, rr, rs = round(q), round(r), round(s)
            if abs(rq - q) > abs(rr - r) and abs(rq - q) > abs(rs - s):
                rq = -rr - rs
            elif abs(rr - r) > abs(rs - s):
                rr = -rq - rs
            if self.tops.get(Hex(rq, rr), _SKY) > low + (high - low) * part:
                return False
        return True

    def field(self, origin: Hex) -> Iterable[Hex]:
        targets = (origin + offset for offset in self.offsets)
        return [target for target in targets if target in self.tops and self.can_see(origin, target)]


class _Cells:
    """The map as a flat list with a border as wide as the radius, so that no index leaves it."""

    def __init__(self, board: Board, radius: int) -> None:
        qs, rs = [hex_.q for hex_ in board.hexes], [hex_.r for hex_ in board.hexes]
        self.q0, self.r0 = min(qs) - radius, min(rs) - radius
        self.stride = max(rs) + radius - self.r0 + 1
        size = (max(qs) + radius - self.q0 + 1) * self.stride
        tops = tops_of(board)
        self.hexes: list[Hex | None] = [None] * size
        self.ground, self.tops = [0] * size, [_SKY] * size
        for hex_ in board.hexes:
            cell = self.of(hex_)
            self.hexes[cell], self.ground[cell], self.tops[cell] = hex_, board.elevation[hex_], tops[hex_]

    def of(self, hex_: Hex) -> int:
        return self.delta(Hex(hex_.q - self.q0, hex_.r - self.r0))

    def delta(self, offset: Hex) -> int:
        return offset.q * self.stride + offset.r


class LineTables:
    """Lines worked out once per offset as differences of cells; each field walks them all."""

    name = "line tables"
    is_exact = True

    def __init__(self, board: Board, radius: int) -> None:
        self.cells = cells = _Cells(board, radius)
        self.lines = []
        for offset in spiral(Hex(0, 0), radius):
            line = ray(offset)
            parts = [
                (cells.delta(left), cells.delta(right), 2 * (line.scale - at), 2 * at)
                for left, right, at in slots(line)
            ]
            self.lines.append((cells.delta(offset), line.scale, parts))

    def field(self, origin: Hex) -> Iterable[Hex]:
        start = self.cells.of(origin)
        hexes, grounds, tops = self.cells.hexes, self.cells.ground, self.cells.tops
        low = grounds[start]
        found = []
        for delta, scale, parts in self.lines:
            target = hexes[start + delta]
            if target is None:
                continue
            high = grounds[start + delta]
            for left, right, near, far in parts:
                height = low * near + high * far + scale
                if 2 * tops[start + left] * scale > height and 2 * tops[start + right] * scale > height:
                    break
            else:
                found.append(target)
        return found


class NumpyTables:
    """The same tables as arrays: one gather and one comparison for the whole field."""

    name = "numpy line tables"
    is_exact = True

    def __init__(self, board: Board, radius: int) -> None:
        import numpy as np

        self.cells = cells = _Cells(board, radius)
        offsets = list(spiral(Hex(0, 0), radius))
        longest = max(len(slots(ray(offset))) for offset in offsets)
        shape = (len(offsets), longest)
        self.left, self.right = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.near, self.far = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.scale = np.array([[ray(offset).scale] for offset in offsets])
        self.delta = np.array([cells.delta(offset) for offset in offsets])
        for row, offset in enumerate(offsets):
            for column, (left, right, at) in enumerate(slots(ray(offset))):
                self.left[row, column], self.right[row, column] = cells.delta(left), cells.delta(right)
                self.near[row, column], self.far[row, column] = 2 * (ray(offset).scale - at), 2 * at
        # Short lines leave slots unused; a used one lies beyond the start.
        self.used = self.far > 0
        self.tops, self.ground = np.array(cells.tops), np.array(cells.ground)
        self.on_map = np.array([hex_ is not None for hex_ in cells.hexes])

    def field(self, origin: Hex) -> Iterable[Hex]:
        start = self.cells.of(origin)
        high = self.ground[start + self.delta][:, None]
        height = self.ground[start] * self.near + high * self.far + self.scale
        tops = 2 * self.scale
        blocked = (self.tops[start + self.left] * tops > height) & (
            self.tops[start + self.right] * tops > height
        )
        blocked &= self.used
        seen = ~blocked.any(axis=1) & self.on_map[start + self.delta]
        targets = [self.cells.hexes[cell] for cell in (start + self.delta).tolist()]
        return [hex_ for hex_ in compress(targets, seen.tolist()) if hex_ is not None]
