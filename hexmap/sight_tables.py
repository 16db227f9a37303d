"""A board and a sight policy as small whole numbers, so that a line is followed without building hexes.

Every hex gets a *cell* number that grows linearly with its coordinates: the cells a line crosses are
its first cell plus differences that depend only on the offset, kept once per offset as a `Course`.
A border of empty cells surrounds the map, because a line between two hexes of a ragged edge may
touch hexes outside. This module is the inside of `hexmap.sight`, which is what callers use.
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from typing import NamedTuple

from hexmap.blockers import NEVER_ASK, ForkRule, Reason, SightLine, SightPolicy
from hexmap.board import Board
from hexmap.coords import Hex, Hexside
from hexmap.rays import Fork, HexTouch, Ray, SideTouch, Touch, ray

NO_CELLS: frozenset[int] = frozenset()

# The smaller hex of a hexside sees the other in one of three directions.
_SIDE_KINDS = {(0, 1): 0, (1, -1): 1, (1, 0): 2}


class Obstacle(NamedTuple):
    """What blocks a line, where, why and how far along it (0 to 1).

    Where the line runs between two hexes and both block, `beside` is the one on the other side.
    """

    where: Hex | Hexside
    why: str
    rule: str
    at: Fraction
    beside: Obstacle | None = None


class _Found(NamedTuple):
    """An obstacle before it is put into words."""

    touch: Touch
    reason: Reason
    beside: _Found | None


class HexLeg(NamedTuple):
    cell: int
    touch: HexTouch


class SideLeg(NamedTuple):
    side: int
    touch: SideTouch


class Way(NamedTuple):
    """One side of a fork; `cell` is its hex, where it has one."""

    legs: tuple[HexLeg | SideLeg, ...]
    cell: int | None


class ForkLeg(NamedTuple):
    left: Way
    right: Way
    along: SideLeg | None
    rule: ForkRule


class Course(NamedTuple):
    """A ray in differences of cell and hexside numbers; `cells` and `sides` are all that may block it."""

    ray: Ray
    cells: tuple[int, ...]
    sides: tuple[int, ...]
    legs: tuple[HexLeg | SideLeg | ForkLeg, ...]


class Lane(NamedTuple):
    """Where units would block an otherwise clear line: alone, or only both of a pair together."""

    alone: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


class SightTables:
    """What one policy says about every hex and hexside of one board, worked out when first needed."""

    def __init__(self, board: Board, policy: SightPolicy) -> None:
        self.board = board
        self.policy = policy
        qs = [hex_.q for hex_ in board.hexes]
        rs = [hex_.r for hex_ in board.hexes]
        self._q0, self._r0 = min(qs) - 1, min(rs) - 1
        self._stride = max(rs) - self._r0 + 2
        count = (max(qs) - self._q0 + 2) * self._stride
        self.cell_of = {hex_: self.cell(hex_) for hex_ in board.hexes}
        self.hexes: list[Hex | None] = [None] * count
        self.sills = [NEVER_ASK] * count
        self.unit_sills = [NEVER_ASK] * count
        self.eyes = [0] * count
        for hex_, cell in self.cell_of.items():
            self.hexes[cell] = hex_
            self.eyes[cell] = policy.eye(board, hex_)
            if policy.in_hex is not None:
                self.sills[cell] = policy.sill(board, hex_)
            if policy.by_unit is not None:
                self.unit_sills[cell] = policy.unit_sill(board, hex_)
        self._sides = self._sides_that_matter()
        self._courses: dict[Hex, Course] = {}

    def cell(self, hex_: Hex) -> int:
        return (hex_[0] - self._q0) * self._stride + hex_[1] - self._r0

    def _sides_that_matter(self) -> dict[int, Hexside]:
        policy, board = self.policy, self.board
        if policy.on_side is None:
            return {}
        found = {}
        for hex_, cell in self.cell_of.items():
            for (dq, dr), kind in _SIDE_KINDS.items():
                other = Hex(hex_.q + dq, hex_.r + dr)
                if other in self.cell_of:
                    side = Hexside(hex_, other)
                    if policy.side_matters(board, side, board.features.get(side, ())):
                        found[3 * cell + kind] = side
        return found

    # --- courses -------------------------------------------------------------------------------

    def course(self, offset: Hex) -> Course:
        """The ray to an offset in this board's cell numbers."""
        found = self._courses.get(offset)
        if found is None:
            found = self._courses[offset] = self._lay(ray(offset))
        return found

    def _lay(self, line: Ray) -> Course:
        legs: list[HexLeg | SideLeg | ForkLeg] = []
        met: list[HexLeg | SideLeg] = []
        for leg in line.legs:
            if isinstance(leg, Fork):
                fork = self._fork(leg)
                legs.append(fork)
                met += (*fork.left.legs, *fork.right.legs)
                if fork.along is not None:
                    met.append(fork.along)
            else:
                plain = self._leg(leg)
                legs.append(plain)
                met.append(plain)
        return Course(
            line,
            tuple([leg.cell for leg in met if isinstance(leg, HexLeg)]),
            tuple([leg.side for leg in met if isinstance(leg, SideLeg)]),
            tuple(legs),
        )

    def _leg(self, touch: Touch) -> HexLeg | SideLeg:
        if isinstance(touch, HexTouch):
            q, r = touch.hex
            return HexLeg(q * self._stride + r, touch)
        (q, r), (other_q, other_r) = touch.side
        return SideLeg(3 * (q * self._stride + r) + _SIDE_KINDS[other_q - q, other_r - r], touch)

    def _fork(self, fork: Fork) -> ForkLeg:
        along: SideLeg | None = None
        if fork.along is not None and self.policy.along_counts:
            leg = self._leg(fork.along)
            assert isinstance(leg, SideLeg)
            along = leg
        rule = self.policy.corner if fork.along is None else self.policy.beside
        return ForkLeg(self._way(fork.left), self._way(fork.right), along, rule)

    def _way(self, touches: tuple[Touch, ...]) -> Way:
        legs = tuple(self._leg(touch) for touch in touches)
        return Way(legs, next((leg.cell for leg in legs if isinstance(leg, HexLeg)), None))

    # --- following a line ----------------------------------------------------------------------

    def is_seen(self, a: Hex, b: Hex) -> bool:
        """Whether nothing on the map blocks; units are not looked at."""
        course = self.course(Hex(b[0] - a[0], b[1] - a[1]))
        start = self.cell_of[a]
        if self.policy.at_ends is None:
            # Most lines meet nothing that could block them: they are settled here.
            eyes = self.eyes
            low, low_b = eyes[start], eyes[self.cell_of[b]]
            if low_b < low:
                low = low_b
            sills = self.sills
            for cell in course.cells:
                if sills[start + cell] > low:
                    break
            else:
                matters = self._sides
                if not matters:
                    return True
                first_side = 3 * start
                for side in course.sides:
                    if first_side + side in matters:
                        break
                else:
                    return True
        line = self.line(a, b, course)
        if self.policy.at_ends is not None and self.policy.at_ends(line) is not None:
            return False
        return self._first(line, course, NO_CELLS) is None

    def line(self, a: Hex, b: Hex, course: Course) -> SightLine:
        cells = self.cell_of
        return SightLine(self.board, a, b, course.ray, self.eyes[cells[a]], self.eyes[cells[b]])

    def first_obstacle(self, line: SightLine, course: Course, units: Set[int] = NO_CELLS) -> Obstacle | None:
        """The nearest thing to `line.a` that blocks, with units standing in these cells."""
        if self.policy.at_ends is not None:
            refused = self.policy.at_ends(line)
            if refused is not None:
                return Obstacle(line.b, refused.why, refused.rule, Fraction(1))
        found = self._first(line, course, units)
        return None if found is None else self._tell(line, found)

    def _tell(self, line: SightLine, found: _Found) -> Obstacle:
        touch, reason, beside = found
        a = line.a
        where = a + touch.hex if isinstance(touch, HexTouch) else Hexside(a + touch.side.a, a + touch.side.b)
        other = None if beside is None else self._tell(line, beside)
        return Obstacle(where, reason.why, reason.rule, Fraction(touch.middle, line.ray.scale), other)

    def _first(self, line: SightLine, course: Course, units: Set[int]) -> _Found | None:
        start = self.cell_of[line.a]
        low = line.eye_a if line.eye_a < line.eye_b else line.eye_b
        sills, sides = self.sills, self._sides
        for leg in course.legs:
            # Harmless hexes and bare hexsides, which are most, are passed by without a call.
            if isinstance(leg, HexLeg):
                cell = start + leg.cell
                if sills[cell] <= low and cell not in units:
                    continue
                found = self._in_leg(line, start, leg, units)
            elif isinstance(leg, SideLeg):
                if 3 * start + leg.side not in sides:
                    continue
                found = self._in_leg(line, start, leg, units)
            else:
                found = self._in_fork(line, start, leg, units)
            if found is not None:
                return found
        return None

    def _in_fork(self, line: SightLine, start: int, fork: ForkLeg, units: Set[int]) -> _Found | None:
        if fork.along is not None:
            under = self._in_leg(line, start, fork.along, units)
            if under is not None:
                return under
        left_there = self._is_on_map(start, fork.left)
        right_there = self._is_on_map(start, fork.right)
        left = self._in_way(line, start, fork.left, units) if left_there else None
        if fork.rule == "both" and left_there and right_there:
            if left is None:
                return None
            right = self._in_way(line, start, fork.right, units)
            return None if right is None else left._replace(beside=right)
        if left is not None or not right_there:
            return left
        return self._in_way(line, start, fork.right, units)

    def _is_on_map(self, start: int, way: Way) -> bool:
        return way.cell is None or self.hexes[start + way.cell] is not None

    def _in_way(self, line: SightLine, start: int, way: Way, units: Set[int]) -> _Found | None:
        for leg in way.legs:
            found = self._in_leg(line, start, leg, units)
            if found is not None:
                return found
        return None

    def _in_leg(self, line: SightLine, start: int, leg: HexLeg | SideLeg, units: Set[int]) -> _Found | None:
        reason: Reason | None = None
        if isinstance(leg, SideLeg):
            side = self._sides.get(3 * start + leg.side)
            if side is None:
                return None
            assert self.policy.on_side is not None
            reason = self.policy.on_side(line, side, leg.touch)
        else:
            cell = start + leg.cell
            low = line.eye_a if line.eye_a < line.eye_b else line.eye_b
            if self.sills[cell] > low:
                hex_ = self.hexes[cell]
                assert hex_ is not None
                assert self.policy.in_hex is not None
                reason = self.policy.in_hex(line, hex_, leg.touch)
            if reason is None and cell in units:
                reason = self._unit_reason(line, cell, leg.touch)
        return None if reason is None else _Found(leg.touch, reason, None)

    def _unit_reason(self, line: SightLine, cell: int, touch: HexTouch) -> Reason | None:
        hex_ = self.hexes[cell]
        if hex_ is None or self.policy.by_unit is None:
            return None
        if self.unit_sills[cell] <= min(line.eye_a, line.eye_b):
            return None
        return self.policy.by_unit(line, hex_, touch)

    # --- units in the way ----------------------------------------------------------------------

    def lane(self, a: Hex, b: Hex) -> Lane:
        """Where units would block this line, which nothing on the map blocks."""
        if self.policy.by_unit is None:
            return Lane((), ())
        course = self.course(Hex(b[0] - a[0], b[1] - a[1]))
        line = self.line(a, b, course)
        start = self.cell_of[a]
        alone: list[int] = []
        pairs: list[tuple[int, int]] = []
        for leg in course.legs:
            if isinstance(leg, HexLeg):
                if self._unit_reason(line, start + leg.cell, leg.touch) is not None:
                    alone.append(start + leg.cell)
            elif isinstance(leg, ForkLeg):
                left = self._unit_cells(line, start, leg.left)
                right = self._unit_cells(line, start, leg.right)
                if leg.rule == "either":
                    alone += left + right
                elif not self._is_open(line, start, leg.left):
                    alone += right
                elif not self._is_open(line, start, leg.right):
                    alone += left
                else:
                    pairs += [(one, other) for one in left for other in right]
        return Lane(tuple(alone), tuple(pairs))

    def _unit_cells(self, line: SightLine, start: int, way: Way) -> list[int]:
        return [
            start + leg.cell
            for leg in way.legs
            if isinstance(leg, HexLeg) and self._unit_reason(line, start + leg.cell, leg.touch) is not None
        ]

    def _is_open(self, line: SightLine, start: int, way: Way) -> bool:
        """Whether a way is on the map and nothing there blocks it."""
        return self._is_on_map(start, way) and self._in_way(line, start, way, NO_CELLS) is None
