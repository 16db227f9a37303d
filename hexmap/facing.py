"""Which way a unit looks: front, flank and rear hexes, arcs of fire, footprints.

A facing is a number from 0 to 5. Facing a *vertex* f means looking at the corner between directions
f and f+1: two front, two flank, two rear hexes, and a row of hexes at right angles to it. Facing a
*hexside* f means looking through that side: one hex straight ahead, one straight behind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from hexmap.coords import DIRECTIONS, Hex, direction_to, distance, is_adjacent

FacingKind = Literal["vertex", "hexside"]
Zone = Literal["front", "flank", "rear"]
Arc = Literal[30, 45, 60, 180]

# Directions, relative to the facing, that count as front, flank and rear.
_ZONES: dict[FacingKind, dict[Zone, tuple[int, ...]]] = {
    "vertex": {"front": (0, 1), "flank": (2, 5), "rear": (3, 4)},
    "hexside": {"front": (5, 0, 1), "flank": (2, 4), "rear": (3,)},
}


class Frame(NamedTuple):
    """A place as a unit sees it: `forward` rows ahead (or behind), `lateral` half-hexes to its right."""

    forward: int
    lateral: int


def front_hexes(hex_: Hex, facing: int, kind: FacingKind = "vertex") -> tuple[Hex, ...]:
    """Hexes in front: two for a vertex facing, three for a hexside facing, left to right."""
    return _zone_hexes(hex_, facing, kind, "front")


def flank_hexes(hex_: Hex, facing: int, kind: FacingKind = "vertex") -> tuple[Hex, ...]:
    """Hexes on the flanks, the right one first."""
    return _zone_hexes(hex_, facing, kind, "flank")


def rear_hexes(hex_: Hex, facing: int, kind: FacingKind = "vertex") -> tuple[Hex, ...]:
    """Hexes behind."""
    return _zone_hexes(hex_, facing, kind, "rear")


# Asked again and again about the few hundred hexes of a map.
@lru_cache(maxsize=16_384)
def _zone_hexes(hex_: Hex, facing: int, kind: FacingKind, zone: Zone) -> tuple[Hex, ...]:
    return tuple(hex_.step(facing + turn) for turn in _ZONES[kind][zone])


def zone_of(hex_: Hex, facing: int, adjacent: Hex, kind: FacingKind = "vertex") -> Zone:
    """Whether an adjacent hex lies in front, on a flank or behind."""
    turn = (direction_to(hex_, adjacent) - facing) % 6
    return next(zone for zone, turns in _ZONES[kind].items() if turn in turns)


def seen_from(hex_: Hex, facing: int, place: Hex) -> Frame:
    """*place* in the frame of a unit that faces a vertex; all in whole numbers.

    With a and b the two front directions, the offset is i*a + j*b: i + j rows ahead and j - i
    half-hexes to the right.
    """
    i, j = _steps(hex_, facing, place)
    return Frame(i + j, j - i)


def _steps(hex_: Hex, facing: int, place: Hex) -> tuple[int, int]:
    """Steps i in direction *facing* and j in the next one that lead to *place*; they may be negative."""
    a, b = DIRECTIONS[facing % 6], DIRECTIONS[(facing + 1) % 6]
    q, r = place[0] - hex_[0], place[1] - hex_[1]
    return q * b[1] - r * b[0], a[0] * r - a[1] * q


def in_arc(hex_: Hex, facing: int, place: Hex, degrees: Arc, kind: FacingKind = "vertex") -> bool:
    """Whether *place* lies in the front arc of a unit, borders inside.

    Seen by a unit that faces a vertex, the two front hexes stand at exactly 30 degrees, so every arc,
    however narrow, holds them. A unit that faces a hexside has a hex straight ahead, and its arcs are
    plain geometry.
    """
    if degrees not in (30, 45, 60, 180):
        raise ValueError(f"a front arc has 30, 45, 60 or 180 degrees, not {degrees}")
    if place == hex_:
        return False
    if kind == "hexside":
        return _in_hexside_arc(hex_, facing, place, degrees)
    forward, lateral = seen_from(hex_, facing, place)
    if degrees == 180:
        return forward >= 0
    widest = {60: forward, 45: max(1, 3 * forward // 4), 30: max(1, forward // 2)}
    return forward > 0 and abs(lateral) <= widest[degrees]


def _in_hexside_arc(hex_: Hex, facing: int, place: Hex, degrees: Arc) -> bool:
    """The same for a unit that faces a hexside, in whole numbers.

    Two half-hexes make a step ahead and rows to the side lie sqrt(3)/2 apart, so the tangent of the
    angle off the axis is sqrt(3) * side / ahead; it is compared with that of 30, 22.5 or 15 degrees
    after the roots are squared away.
    """
    i, j = _steps(hex_, facing, place)
    ahead, side = 2 * i + j, abs(j)
    if degrees == 180:
        return ahead >= 0
    if ahead <= 0:
        return False
    if degrees == 60:
        return 3 * side <= ahead
    if degrees == 45:
        return side <= ahead and 8 * ahead**4 <= 9 * (ahead**2 - side**2) ** 2
    return 3 * (side + ahead) ** 2 <= 4 * ahead**2


def in_fan(hex_: Hex, facing: int, place: Hex) -> bool:
    """Whether the line to *place* leaves by a front hexside (a fan of 120 degrees, borders inside)."""
    i, j = _steps(hex_, facing, place)
    forward, lateral = i + j, j - i
    # The fan is bounded by the rays through the two outer corners of the front hexsides. Rows lie
    # sqrt(3)/2 apart and half-hexes 1/2, so the border at 60 degrees is lateral = 3 * forward.
    return forward > 0 and abs(lateral) <= 3 * forward


def footprint(hex_: Hex, facing: int, wings: int = 0) -> tuple[Hex, ...]:
    """The row of 1, 3 or 5 hexes (wings 0, 1 or 2) at right angles to a vertex facing, left to right."""
    if not 0 <= wings <= 2:
        raise ValueError(f"a footprint has 0, 1 or 2 wings on each side, not {wings}")
    return tuple(hex_.step(facing + 2, k) for k in range(-wings, wings + 1))


def facing_towards(hex_: Hex, place: Hex, kind: FacingKind = "vertex") -> int:
    """The facing that looks most directly at *place*; ties go to the smaller number."""
    if place == hex_:
        raise ValueError("a unit cannot face its own hex")
    if kind == "hexside":
        if is_adjacent(hex_, place):
            return direction_to(hex_, place)
        return min(range(6), key=lambda f: (distance(hex_.step(f, distance(hex_, place)), place), f))
    return _vertex_towards(place - hex_)


@lru_cache(maxsize=5_000)
def _vertex_towards(offset: Hex) -> int:
    """The vertex facing that looks most directly at a place so far off, whichever hex it is seen from."""
    here = Hex(0, 0)
    return min(range(6), key=lambda f: (*_off_axis(seen_from(here, f, offset)), f))


def _off_axis(frame: Frame) -> tuple[int, int]:
    """How far a place is from straight ahead: nearest to the axis, ahead rather than behind."""
    return (-frame.forward, abs(frame.lateral))
