"""Where a line between two hex centres goes, checked against the plane it is drawn on."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from hexmap.coords import Hex, Hexside, Vertex, distance, hexside, is_adjacent, ring, rotate, within
from hexmap.rays import Fork, HexTouch, Leg, Ray, SideTouch, Touch, ray

ORIGIN = Hex(0, 0)
NEAR = [offset for offset in within(ORIGIN, 9) if offset != ORIGIN]


def inside_by(place: Hex, at: Fraction, offset: Hex) -> Fraction:
    """How deep the line's point lies inside a hex: above 0 inside, 0 on its edge, below 0 outside.

    A second way to say it: a point belongs to the hex whose centre is nearest, so compare squared
    distances (q² + qr + r², times a constant) with those to the six neighbours.
    """
    q, r = at * offset.q, at * offset.r

    def far(hex_: Hex) -> Fraction:
        dq, dr = q - hex_.q, r - hex_.r
        return dq * dq + dq * dr + dr * dr

    return min(far(other) for other in ring(place, 1)) - far(place)


def touches(line: Ray, kind: type[Touch]) -> list[Touch]:
    return [touch for touch in line.touches if isinstance(touch, kind)]


def test_a_line_to_the_same_hex_meets_nothing():
    assert ray(ORIGIN).legs == ()
    assert ray(ORIGIN).hexes == (ORIGIN,)


def test_neighbours_have_one_hexside_between_them():
    line = ray(Hex(1, 0))
    assert line.legs == (SideTouch(hexside(ORIGIN, Hex(1, 0)), line.scale // 2, line.scale // 2, "across"),)


def test_along_a_hexside_there_is_a_hex_on_either_hand():
    """From direction 1 the line turns half right: direction 1 is its left, direction 2 its right."""
    (fork,) = ray(Hex(1, 1)).legs
    assert isinstance(fork, Fork)
    left, right = Hex(1, 0), Hex(0, 1)
    assert fork.along is not None and fork.along.side == hexside(left, right)
    assert [touch.hex for touch in fork.left if isinstance(touch, HexTouch)] == [left]
    assert [touch.hex for touch in fork.right if isinstance(touch, HexTouch)] == [right]
    assert [touch.side for touch in fork.left if isinstance(touch, SideTouch)] == [
        hexside(ORIGIN, left),
        hexside(left, Hex(1, 1)),
    ]
    assert (Fraction(fork.enter, ray(Hex(1, 1)).scale), Fraction(fork.leave, 6)) == (
        Fraction(1, 3),
        Fraction(2, 3),
    )
    assert ray(Hex(1, 1)).vertices == (
        Vertex(ORIGIN, right, left),
        Vertex(right, left, Hex(1, 1)),
    )


def test_through_a_corner_the_third_hex_is_touched_in_one_point():
    line = ray(Hex(4, 1))
    forks = [leg for leg in line.legs if isinstance(leg, Fork)]
    assert [fork.along for fork in forks] == [None, None]
    assert [Fraction(fork.enter, line.scale) for fork in forks] == [Fraction(1, 3), Fraction(2, 3)]
    assert [touch.hex for touch in forks[0].right if isinstance(touch, HexTouch)] == [Hex(1, 1)]
    assert [touch.side for touch in forks[0].left] == [hexside(Hex(1, 0), Hex(2, 0))]
    assert [touch.hex for touch in forks[1].left if isinstance(touch, HexTouch)] == [Hex(3, 0)]
    assert line.vertices[0] == Vertex(Hex(1, 0), Hex(1, 1), Hex(2, 0))


@pytest.mark.parametrize("offset", NEAR[::19], ids=str)
def test_hexes_are_those_whose_area_the_line_meets(offset: Hex):
    """Every hex near the line is met exactly where the plane says: nothing missed, nothing invented."""
    line = ray(offset)
    met = {touch.hex: touch for touch in touches(line, HexTouch)}
    for touch in met.values():
        start, end = Fraction(touch.enter, line.scale), Fraction(touch.leave, line.scale)
        depth = inside_by(touch.hex, (start + end) / 2, offset)
        assert inside_by(touch.hex, start, offset) == 0
        assert inside_by(touch.hex, end, offset) == 0
        assert depth > 0 if touch.manner == "through" else depth == 0
    # Along a fine mesh that holds every event of the line, other hexes are outside.
    mesh = sorted({touch.enter for touch in line.touches} | {touch.middle for touch in line.touches})
    for at in mesh:
        here = {hex_ for hex_ in within(ORIGIN, 10) if inside_by(hex_, Fraction(at, line.scale), offset) >= 0}
        assert here <= met.keys() | {ORIGIN, offset}


def test_hexsides_join_the_hexes_met():
    for offset in NEAR[::5]:
        line = ray(offset)
        hexes = set(line.hexes)
        for touch in touches(line, SideTouch):
            assert is_adjacent(*touch.side)
            assert hexes.issuperset(touch.side)
            if touch.manner == "along":
                assert touch.enter < touch.leave
            else:
                assert touch.enter == touch.leave
                at = Fraction(touch.enter, line.scale)
                assert [inside_by(hex_, at, offset) for hex_ in touch.side] == [0, 0]


def test_stretches_follow_one_another_without_gap():
    for offset in NEAR:
        line = ray(offset)
        at = line.legs[0].enter
        for leg in line.legs:
            assert leg.enter == at
            at = leg.leave
        assert all(touch.enter % 2 == 0 and touch.leave % 2 == 0 for touch in line.touches)


def backwards(leg: Leg, line: Ray) -> Leg:
    """The same leg as the other end sees it."""
    if isinstance(leg, Fork):
        ways = [tuple(backwards(touch, line) for touch in way[::-1]) for way in (leg.right, leg.left)]
        along = None if leg.along is None else backwards(leg.along, line)
        return Fork(ways[0], ways[1], along, line.scale - leg.leave, line.scale - leg.enter)
    enter, leave = line.scale - leg.leave, line.scale - leg.enter
    if isinstance(leg, HexTouch):
        steps = leg.steps_to_end, leg.steps_from_start
        return HexTouch(leg.hex - line.offset, enter, leave, leg.manner, *steps)
    side = Hexside(leg.side.a - line.offset, leg.side.b - line.offset)
    return SideTouch(side, enter, leave, leg.manner)


@pytest.mark.parametrize("seed", range(4))
def test_from_the_other_end_the_same_line_is_met_backwards(seed: int):
    dice = random.Random(seed)
    for _ in range(100):
        line = ray(Hex(dice.randint(-40, 40), dice.randint(-40, 40)))
        back = ray(Hex(-line.offset.q, -line.offset.r))
        assert back.legs == tuple(backwards(leg, line) for leg in line.legs[::-1])


def test_a_turned_line_meets_the_turned_hexes():
    for offset in NEAR:
        assert ray(rotate(offset, 1)).hexes == tuple(rotate(hex_, 1) for hex_ in ray(offset).hexes)


def test_steps_are_counted_from_both_ends():
    for offset in NEAR:
        for touch in touches(ray(offset), HexTouch):
            assert touch.steps_from_start == distance(ORIGIN, touch.hex)
            assert touch.steps_to_end == distance(touch.hex, offset)
