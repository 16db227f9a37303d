"""Who sees whom: one line, one field of view, and why not.

A `Sighting` ties a board to a policy (`hexmap.blockers`) and remembers what it has worked out:

    sighting = Sighting(board, PLAIN)
    sighting.can_see(a, b)                  # yes or no, at once when asked before
    sighting.look(a, b)                     # a `Sight`: the first obstacle, why, the profile
    sighting.field(a, 12).hexes             # everything seen within twelve hexes

Nothing is worked out before it is asked for. Ground never changes, so its verdicts are kept for good.
Units do: `screen` turns the hexes they stand in into a `Screen`, which is handed in with the question;
when units move, a new screen is all that has to be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import compress
from typing import NamedTuple

from hexmap.blockers import SightPolicy
from hexmap.board import Board
from hexmap.coords import Hex, Hexside, Vertex, distance, spiral
from hexmap.rays import HexManner, HexTouch, SideManner
from hexmap.sight_tables import NO_CELLS, Course, Lane, Obstacle, SightTables

_UNKNOWN, _BLOCKED, _SEEN = 0, 1, 2
# Pairs whose lanes are remembered at once; a lane is small, but a map has millions of pairs.
_LANES_KEPT = 200_000
_BITS = bytes.maketrans(b"01", b"\0\1")


class Crossing(NamedTuple):
    """A hex or hexside the line meets on its way, from where to where (0 to 1)."""

    where: Hex | Hexside
    manner: HexManner | SideManner
    enter: Fraction
    leave: Fraction


class ProfilePoint(NamedTuple):
    """The ground under one place of the line; `line` is its own height, where the policy gives it one."""

    at: Fraction
    hex: Hex
    ground: int
    cover: int
    line: Fraction | None
    manner: HexManner


@dataclass(frozen=True)
class Sight:
    """The answer for one pair: seen or not, the first obstacle from `a`, and what the line meets.

    `crossings` runs from `a` to `b` without the two ends; `profile` has the ends, too. Hexes off the
    map, which a line along a ragged edge may touch, are left out of both.
    """

    a: Hex
    b: Hex
    seen: bool
    obstacle: Obstacle | None
    crossings: tuple[Crossing, ...]
    vertices: tuple[Vertex, ...]
    profile: tuple[ProfilePoint, ...]

    @property
    def steps(self) -> int:
        return distance(self.a, self.b)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Hexes met in order, both ends with them; of a pair the left one comes first."""
        return tuple(point.hex for point in self.profile)

    @property
    def hexsides(self) -> tuple[Hexside, ...]:
        """Hexsides met in order: crossed, run along or touched at an end."""
        return tuple(crossing.where for crossing in self.crossings if isinstance(crossing.where, Hexside))


@dataclass(frozen=True)
class Screen:
    """Hexes with units that may stand in the way; made by `Sighting.screen`."""

    hexes: frozenset[Hex]
    cells: frozenset[int]


@dataclass(frozen=True, eq=False)
class Field:
    """What is seen from a hex within a radius, its own hex with it."""

    origin: Hex
    radius: int
    _around: tuple[Hex | None, ...]
    _bits: int

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """The hexes seen."""
        flags = f"{self._bits:b}"[::-1].encode().translate(_BITS)
        # Off the map no bit is ever set, so no None comes out.
        return frozenset(compress(self._around, flags))  # type: ignore[arg-type]

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.hexes

    def __iter__(self) -> Iterator[Hex]:
        """Hexes seen, from near to far."""
        flags = f"{self._bits:b}"[::-1].encode().translate(_BITS)
        return (hex_ for hex_ in compress(self._around, flags) if hex_ is not None)


@lru_cache(maxsize=64)
def _offsets(radius: int) -> tuple[Hex, ...]:
    """All offsets within a radius, from near to far: the first ones are those of a smaller radius."""
    return tuple(spiral(Hex(0, 0), radius))


class _Outlook:
    """What is known about the view from one hex."""

    __slots__ = ("around", "fields", "lanes", "radius", "seen", "shadows", "shadows_radius", "verdicts")

    def __init__(self, size: int) -> None:
        self.verdicts = bytearray(size)  # by board index
        self.radius = -1
        self.around: tuple[Hex | None, ...] = ()
        self.seen = 0  # bits in the order of `around`
        self.fields: dict[int, Field] = {}
        self.lanes: dict[Hex, Lane] = {}
        self.shadows_radius = -1
        # By cell of a unit: the bits it hides alone, and those it hides with a unit in another cell.
        self.shadows: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}


class Sighting:
    """Sight on one board by one policy; keeps every verdict it has reached."""

    def __init__(self, board: Board, policy: SightPolicy) -> None:
        self.board = board
        self.policy = policy
        self._index = board.index
        self._outlooks: dict[Hex, _Outlook] = {}
        self._lanes = 0

    @cached_property
    def _tables(self) -> SightTables:
        return SightTables(self.board, self.policy)

    def screen(self, units: Iterable[Hex]) -> Screen:
        """The hexes of units that may block, ready for asking."""
        hexes = frozenset(units)
        cell_of = self._tables.cell_of
        try:
            return Screen(hexes, frozenset(cell_of[hex_] for hex_ in hexes))
        except KeyError:
            for hex_ in hexes:
                self.board.check(hex_)
            raise

    # --- one pair ------------------------------------------------------------------------------

    def can_see(self, a: Hex, b: Hex, screen: Screen | None = None) -> bool:
        """Whether *b* is seen from *a*, with the units of the screen in the way."""
        try:
            verdict = self._outlooks[a].verdicts[self._index[b]]
        except KeyError:
            verdict = _UNKNOWN
        if verdict == _UNKNOWN:
            verdict = self._settle(a, b)
        if verdict == _BLOCKED:
            return False
        return screen is None or self._is_unscreened(a, b, screen)

    def _outlook(self, a: Hex) -> _Outlook:
        found = self._outlooks.get(a)
        if found is None:
            found = self._outlooks[self.board.check(a)] = _Outlook(len(self.board.hexes))
        return found

    def _settle(self, a: Hex, b: Hex) -> int:
        outlook = self._outlook(a)
        self.board.check(b)
        verdict = _SEEN if self._tables.is_seen(a, b) else _BLOCKED
        outlook.verdicts[self._index[b]] = verdict
        return verdict

    def _is_unscreened(self, a: Hex, b: Hex, screen: Screen) -> bool:
        lanes = self._outlooks[a].lanes
        lane = lanes.get(b)
        if lane is None:
            if self._lanes >= _LANES_KEPT:
                for outlook in self._outlooks.values():
                    outlook.lanes.clear()
                self._lanes = 0
            self._lanes += 1
            lane = lanes[b] = self._tables.lane(a, b)
        cells = screen.cells
        if not cells.isdisjoint(lane.alone):
            return False
        return not any(one in cells and other in cells for one, other in lane.pairs)

    def look(self, a: Hex, b: Hex, screen: Screen | None = None) -> Sight:
        """The whole answer for one pair, with its reasons."""
        board, tables = self.board, self._tables
        board.check(a)
        board.check(b)
        course = tables.course(b - a)
        line = tables.line(a, b, course)
        obstacle = tables.first_obstacle(line, course, screen.cells if screen else NO_CELLS)
        return Sight(
            a,
            b,
            obstacle is None,
            obstacle,
            tuple(self._crossings(a, course)),
            tuple(Vertex(*(a + hex_ for hex_ in corner)) for corner in course.ray.vertices),
            tuple(self._profile(a, b, course)),
        )

    def _crossings(self, a: Hex, course: Course) -> Iterator[Crossing]:
        scale = course.ray.scale
        for touch in course.ray.touches:
            where: Hex | Hexside
            if isinstance(touch, HexTouch):
                where = a + touch.hex
                there = where in self.board
            else:
                where = Hexside(a + touch.side.a, a + touch.side.b)
                there = where.a in self.board and where.b in self.board
            if there:
                yield Crossing(
                    where, touch.manner, Fraction(touch.enter, scale), Fraction(touch.leave, scale)
                )

    def _profile(self, a: Hex, b: Hex, course: Course) -> Iterator[ProfilePoint]:
        line = self._tables.line(a, b, course)
        scale, height = course.ray.scale, self.policy.height

        def point(at: int, hex_: Hex, manner: HexManner) -> ProfilePoint:
            return ProfilePoint(
                Fraction(at, scale),
                hex_,
                self.board.elevation[hex_],
                self.policy.cover(self.board, hex_),
                height(line, at) if height is not None else None,
                manner,
            )

        yield point(0, a, "through")
        for touch in course.ray.touches:
            if isinstance(touch, HexTouch) and (hex_ := a + touch.hex) in self.board:
                yield point(touch.middle, hex_, touch.manner)
        if a != b:
            yield point(scale, b, "through")

    # --- a field of view -----------------------------------------------------------------------

    def field(self, origin: Hex, radius: int, screen: Screen | None = None) -> Field:
        """Every hex seen from *origin* within *radius*, with the units of the screen in the way."""
        if radius < 0:
            raise ValueError(f"a radius is 0 or more, not {radius}")
        outlook = self._outlooks.get(origin)
        if outlook is None or outlook.radius < radius:
            outlook = self._look_around(origin, radius)
        if screen is None or self.policy.by_unit is None:
            field = outlook.fields.get(radius)
            if field is None:
                field = outlook.fields[radius] = Field(
                    origin, radius, outlook.around, outlook.seen & _disc(radius)
                )
            return field
        if outlook.shadows_radius < radius:
            self._cast_shadows(origin, outlook)
        hidden = 0
        shadows, cells = outlook.shadows, screen.cells
        for cell in cells:
            shadow = shadows.get(cell)
            if shadow is not None:
                hidden |= shadow[0]
                for other, bits in shadow[1]:
                    if other in cells:
                        hidden |= bits
        return Field(origin, radius, outlook.around, outlook.seen & ~hidden & _disc(radius))

    def _look_around(self, origin: Hex, radius: int) -> _Outlook:
        """The outlook of a hex, with every verdict out to a radius."""
        outlook = self._outlook(origin)
        index, verdicts, is_seen = self._index, outlook.verdicts, self._tables.is_seen
        q0, r0 = origin
        around: list[Hex | None] = []
        seen = bytearray()
        for dq, dr in _offsets(radius):
            hex_: Hex | None = Hex(q0 + dq, r0 + dr)
            number = index.get(hex_)  # type: ignore[arg-type]
            if number is None or hex_ is None:
                around.append(None)
                seen.append(48)
                continue
            verdict = verdicts[number]
            if verdict == _UNKNOWN:
                verdict = verdicts[number] = _SEEN if is_seen(origin, hex_) else _BLOCKED
            around.append(hex_)
            seen.append(48 + (verdict == _SEEN))
        outlook.around = tuple(around)
        outlook.seen = int(seen[::-1], 2)
        outlook.radius = radius
        outlook.fields.clear()
        return outlook

    def _cast_shadows(self, origin: Hex, outlook: _Outlook) -> None:
        """Work out which hexes a unit would hide, for every place it might stand in."""
        alone: dict[int, int] = {}
        pairs: dict[tuple[int, int], int] = {}
        lane_of = self._tables.lane
        for place, hex_ in enumerate(outlook.around):
            bit = 1 << place
            if hex_ is None or not outlook.seen & bit:
                continue
            lane = lane_of(origin, hex_)
            for cell in lane.alone:
                alone[cell] = alone.get(cell, 0) | bit
            for pair in lane.pairs:
                pairs[pair] = pairs.get(pair, 0) | bit
        partners: dict[int, list[tuple[int, int]]] = {}
        for (one, other), bits in pairs.items():
            partners.setdefault(one, []).append((other, bits))
        outlook.shadows = {
            cell: (alone.get(cell, 0), tuple(partners.get(cell, ())))
            for cell in alone.keys() | partners.keys()
        }
        outlook.shadows_radius = outlook.radius


def _disc(radius: int) -> int:
    """Bits of all places within a radius, in spiral order."""
    return (1 << (3 * radius * (radius + 1) + 1)) - 1


class _Same:
    """A board by its identity: equal only to itself, so that a cache can hold it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.board is self.board

    def __hash__(self) -> int:
        return id(self.board)


@lru_cache(maxsize=8)
def _sighting(same: _Same, policy: SightPolicy) -> Sighting:
    return Sighting(same.board, policy)


def sighting_on(board: Board, policy: SightPolicy) -> Sighting:
    """The sighting of a board and a policy, shared between callers; the last few are kept."""
    return _sighting(_Same(board), policy)


def _screen(sighting: Sighting, units: Iterable[Hex]) -> Screen | None:
    hexes = frozenset(units)
    return sighting.screen(hexes) if hexes else None


def can_see(board: Board, a: Hex, b: Hex, policy: SightPolicy, units: Iterable[Hex] = ()) -> bool:
    """Whether *b* is seen from *a*, with units in these hexes; for many questions keep a `Sighting`."""
    sighting = sighting_on(board, policy)
    return sighting.can_see(a, b, _screen(sighting, units))


def line_of_sight(board: Board, a: Hex, b: Hex, policy: SightPolicy, units: Iterable[Hex] = ()) -> Sight:
    """The whole answer for one pair, with its reasons."""
    sighting = sighting_on(board, policy)
    return sighting.look(a, b, _screen(sighting, units))


def field_of_view(
    board: Board, origin: Hex, radius: int, policy: SightPolicy, units: Iterable[Hex] = ()
) -> Field:
    """Every hex seen from *origin* within *radius*, its own with them."""
    sighting = sighting_on(board, policy)
    return sighting.field(origin, radius, _screen(sighting, units))
