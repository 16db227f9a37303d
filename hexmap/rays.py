"""What the straight line between two hex centres crosses: exact, in whole numbers.

A `Ray` depends only on the offset between its ends, so it is worked out once per offset, with the
start at `Hex(0, 0)`. Places along it are counted in parts of its `scale`: 0 is the start's centre,
`scale` the end's. Between the ends it is a row of legs:

- a `HexTouch` where it passes through a hex, a `SideTouch` where it passes from hex to hex;
- a `Fork` where it has no single way: along a hexside there is a hex on the left and one on the right;
  through a corner there is a plain step on one side and, on the other, a hex touched in that one point.

What a fork means is left to the caller (see `hexmap.blockers`); here is only where the line goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import lcm
from typing import Literal, NamedTuple

from hexmap.coords import Hex, Hexside, Vertex, distance, hexside

# How the line meets a hex: through its inside, beside it along a hexside, or at one corner only.
HexManner = Literal["through", "beside", "corner"]
# How the line meets a hexside: across its inside, along its whole length, or at one end only.
SideManner = Literal["across", "along", "end"]

# Offsets kept at once: every pair of a 40 x 30 map, or all within 60 hexes.
_RAYS_KEPT = 1 << 14


class HexTouch(NamedTuple):
    """A hex the line meets; `hex` is an offset from the start, `enter` and `leave` in parts of the scale."""

    hex: Hex
    enter: int
    leave: int
    manner: HexManner
    steps_from_start: int
    steps_to_end: int

    @property
    def middle(self) -> int:
        """Half-way between entering and leaving, always a whole part."""
        return (self.enter + self.leave) // 2


class SideTouch(NamedTuple):
    """A hexside the line meets, offset from the start; only along a side do `enter` and `leave` differ."""

    side: Hexside
    enter: int
    leave: int
    manner: SideManner

    @property
    def middle(self) -> int:
        return (self.enter + self.leave) // 2


Touch = HexTouch | SideTouch


class Fork(NamedTuple):
    """A stretch with a way on the left and a way on the right of the line, as seen from its start.

    `along` is the hexside under the line; it is None at a corner, where `enter` equals `leave`.
    """

    left: tuple[Touch, ...]
    right: tuple[Touch, ...]
    along: SideTouch | None
    enter: int
    leave: int

    @property
    def touches(self) -> Iterator[Touch]:
        """Everything the line meets here, in order; the left before the right in the same place."""
        found: list[Touch] = [*self.left, *self.right]
        if self.along is not None:
            found.append(self.along)
        return iter(sorted(found, key=lambda touch: (touch.enter, touch.leave)))


Leg = HexTouch | SideTouch | Fork


@dataclass(frozen=True)
class Ray:
    """The line from the centre of `Hex(0, 0)` to the centre of `offset`."""

    offset: Hex
    scale: int
    legs: tuple[Leg, ...]

    @property
    def steps(self) -> int:
        return distance(Hex(0, 0), self.offset)

    @cached_property
    def touches(self) -> tuple[Touch, ...]:
        """Every hex and hexside between the two ends, in order along the line."""
        found: list[Touch] = []
        for leg in self.legs:
            if isinstance(leg, Fork):
                found.extend(leg.touches)
            else:
                found.append(leg)
        return tuple(found)

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Hexes met, both ends with them."""
        between = tuple(touch.hex for touch in self.touches if isinstance(touch, HexTouch))
        origin = Hex(0, 0)
        return (origin, *between, self.offset) if self.offset != origin else (origin,)

    @cached_property
    def hexsides(self) -> tuple[Hexside, ...]:
        """Hexsides met: crossed, run along, or touched at an end."""
        return tuple(touch.side for touch in self.touches if isinstance(touch, SideTouch))

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        """Corners the line passes through exactly."""
        found: list[Vertex] = []
        for leg in self.legs:
            if isinstance(leg, Fork):
                found.extend(_corners(leg))
        return tuple(found)


def _corners(fork: Fork) -> tuple[Vertex, ...]:
    """The corner, or the two ends of the hexside, at which a fork opens and closes."""
    if fork.along is None:
        corner = {hex_ for touch in (*fork.left, *fork.right) for hex_ in _hexes_of(touch)}
        return (Vertex(*sorted(corner)),)
    sides = [touch for touch in fork.left if isinstance(touch, SideTouch)]
    beside = frozenset(fork.along.side)
    return tuple(Vertex(*sorted(beside | frozenset(touch.side))) for touch in sides)


def _hexes_of(touch: Touch) -> tuple[Hex, ...]:
    return (touch.hex,) if isinstance(touch, HexTouch) else tuple(touch.side)


def _reaches(hex_: Hex) -> tuple[int, ...]:
    """How far a hex lies in each direction, in half-steps: 2 for the neighbour there, 1 for those beside it.

    A point belongs to the hex at the origin where all six of these are at most 1.
    """
    q, r = hex_
    return q - r, 2 * q + r, q + 2 * r, r - q, -2 * q - r, -q - 2 * r


@lru_cache(maxsize=_RAYS_KEPT)
def ray(offset: Hex) -> Ray:
    """The line to an offset: everything it meets, in order."""
    origin = Hex(0, 0)
    rates = [(direction, rate) for direction, rate in enumerate(_reaches(offset)) if rate > 0]
    # Twice the common multiple, so that middles of stretches are whole, too.
    scale = 2 * lcm(*(rate for _, rate in rates))
    half_steps = [(direction, scale // rate) for direction, rate in rates]  # how long each takes
    legs: list[Leg] = []
    at, entered = origin, 0
    while at != offset:
        reaches = _reaches(at)
        exits = [((reaches[direction] + 1) * parts, direction) for direction, parts in half_steps]
        leave, left = min(exits)
        out = [direction for time, direction in exits if time == leave]
        if at != origin:
            legs.append(_hex_touch(at, entered, leave, "through", offset))
        if len(out) == 1:
            after = at.step(left)
            side = Hexside(at, after) if at < after else Hexside(after, at)
            legs.append(SideTouch(side, leave, leave, "across"))
            at, entered = after, leave
        else:
            # Out through a corner: the two directions are neighbours, the left one first.
            if (left + 1) % 6 != out[1]:
                left = out[1]
            fork, at, entered = _fork(at, left, leave, offset, scale)
            legs.append(fork)
    return Ray(offset, scale, tuple(legs))


def _fork(at: Hex, left: int, leave: int, offset: Hex, scale: int) -> tuple[Fork, Hex, int]:
    """The fork at the corner of *at* right of direction *left*, the hex after it, where that is entered."""
    on_left, on_right = at.step(left), at.step(left + 1)
    rates = _reaches(offset)
    rate_left, rate_right = rates[left], rates[(left + 1) % 6]
    if rate_left == rate_right:
        after = on_left.step(left + 1)
        until = (_reaches(at)[left] + 2) * scale // rate_left
        ways = tuple(
            (
                SideTouch(hexside(at, beside), leave, leave, "end"),
                _hex_touch(beside, leave, until, "beside", offset),
                SideTouch(hexside(beside, after), until, until, "end"),
            )
            for beside in (on_left, on_right)
        )
        along = SideTouch(hexside(on_left, on_right), leave, until, "along")
        return Fork(ways[0], ways[1], along, leave, until), after, until
    after, corner = (on_left, on_right) if rate_left > rate_right else (on_right, on_left)
    plain = (SideTouch(hexside(at, after), leave, leave, "end"),)
    round_ = (
        SideTouch(hexside(at, corner), leave, leave, "end"),
        _hex_touch(corner, leave, leave, "corner", offset),
        SideTouch(hexside(corner, after), leave, leave, "end"),
    )
    if after == on_left:
        return Fork(plain, round_, None, leave, leave), after, leave
    return Fork(round_, plain, None, leave, leave), after, leave


def _hex_touch(hex_: Hex, enter: int, leave: int, manner: HexManner, offset: Hex) -> HexTouch:
    return HexTouch(hex_, enter, leave, manner, distance(Hex(0, 0), hex_), distance(hex_, offset))
