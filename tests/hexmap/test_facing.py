"""Facing: zones, arcs, fans and footprints, held to compass and ruler in floating point."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmap.coords import DIRECTIONS, Hex, distance, neighbours, rotate, within
from hexmap.facing import (
    Arc,
    FacingKind,
    facing_towards,
    flank_hexes,
    footprint,
    front_hexes,
    in_arc,
    in_fan,
    rear_hexes,
    seen_from,
    zone_of,
)

ORIGIN = Hex(0, 0)
FACINGS = range(6)
KINDS: tuple[FacingKind, ...] = ("vertex", "hexside")
EVERYWHERE = within(ORIGIN, 12)

hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
facings = st.integers(-6, 11)


def axis_degrees(facing: int, kind: FacingKind) -> float:
    """The compass bearing of a facing on a flat-top map."""
    return 60.0 * facing + (60 if kind == "hexside" else 90)


def off_axis_degrees(place: Hex, facing: int, kind: FacingKind = "vertex") -> float:
    """How many degrees *place* lies right (+) or left (-) of straight ahead, seen from the origin."""
    x, y = place.q * math.sqrt(3) / 2, place.r + place.q / 2
    bearing = math.degrees(math.atan2(x, -y))
    return (bearing - axis_degrees(facing, kind) + 180) % 360 - 180


# --- zones -----------------------------------------------------------------------------------------


@given(hexes, facings)
def test_a_vertex_facing_has_two_hexes_of_each_zone(hex_: Hex, facing: int) -> None:
    assert front_hexes(hex_, facing) == (hex_.step(facing), hex_.step(facing + 1))
    assert flank_hexes(hex_, facing) == (hex_.step(facing + 2), hex_.step(facing + 5))
    assert rear_hexes(hex_, facing) == (hex_.step(facing + 3), hex_.step(facing + 4))


@given(hexes, facings)
def test_a_hexside_facing_has_three_front_two_flanks_one_rear(hex_: Hex, facing: int) -> None:
    assert front_hexes(hex_, facing, "hexside") == tuple(hex_.step(facing + turn) for turn in (-1, 0, 1))
    assert flank_hexes(hex_, facing, "hexside") == (hex_.step(facing + 2), hex_.step(facing - 2))
    assert rear_hexes(hex_, facing, "hexside") == (hex_.step(facing + 3),)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("facing", FACINGS)
def test_the_zones_share_out_the_six_neighbours(kind: FacingKind, facing: int) -> None:
    zones = {
        "front": front_hexes(ORIGIN, facing, kind),
        "flank": flank_hexes(ORIGIN, facing, kind),
        "rear": rear_hexes(ORIGIN, facing, kind),
    }
    assert sorted(itertools.chain(*zones.values())) == sorted(neighbours(ORIGIN))
    for zone, found in zones.items():
        assert {zone_of(ORIGIN, facing, hex_, kind) for hex_ in found} == {zone}


@pytest.mark.parametrize("facing", FACINGS)
def test_zones_follow_from_the_rows_ahead(facing: int) -> None:
    """Rows ahead above zero is front, zero is flank, below zero is rear."""
    for there in neighbours(ORIGIN):
        forward, _ = seen_from(ORIGIN, facing, there)
        assert zone_of(ORIGIN, facing, there) == {1: "front", 0: "flank", -1: "rear"}[forward]


@given(hexes, facings, hexes)
def test_only_an_adjacent_hex_has_a_zone(hex_: Hex, facing: int, other: Hex) -> None:
    if distance(hex_, other) != 1:
        with pytest.raises(ValueError, match="not adjacent"):
            zone_of(hex_, facing, other)


# --- frames and arcs -------------------------------------------------------------------------------


@given(hexes, facings, hexes)
def test_a_frame_measures_along_and_across_the_facing(hex_: Hex, facing: int, place: Hex) -> None:
    forward, lateral = seen_from(hex_, facing, place)
    offset = place - hex_
    x, y = offset.q * math.sqrt(3) / 2, offset.r + offset.q / 2
    ahead = math.radians(axis_degrees(facing, "vertex"))
    # On paper y runs down: the unit looks along (sin, -cos) and its right hand points to (cos, sin).
    assert forward * math.sqrt(3) / 2 == pytest.approx(x * math.sin(ahead) - y * math.cos(ahead), abs=1e-9)
    assert lateral / 2 == pytest.approx(x * math.cos(ahead) + y * math.sin(ahead), abs=1e-9)
    i, j = (forward - lateral) // 2, (forward + lateral) // 2
    assert distance(hex_, place) == max(abs(i), abs(j), abs(i + j))


@given(hexes, facings, hexes, st.sampled_from((30, 45, 60, 180)), st.sampled_from(KINDS), st.integers(0, 5))
def test_an_arc_turns_with_the_unit(
    hex_: Hex, facing: int, place: Hex, degrees: Arc, kind: FacingKind, turn: int
) -> None:
    turned = hex_ + rotate(place - hex_, turn)
    assert in_arc(hex_, facing, place, degrees, kind) == in_arc(hex_, facing + turn, turned, degrees, kind)


@pytest.mark.parametrize("facing", FACINGS)
def test_wide_arcs_of_a_vertex_facing_are_true_angles(facing: int) -> None:
    for place in EVERYWHERE:
        if place == ORIGIN:
            continue
        off = abs(off_axis_degrees(place, facing))
        assert in_arc(ORIGIN, facing, place, 60) == (off <= 30 + 1e-6)
        assert in_arc(ORIGIN, facing, place, 180) == (off <= 90 + 1e-6)


@pytest.mark.parametrize("facing", FACINGS)
def test_narrow_arcs_count_half_hexes_row_by_row(facing: int) -> None:
    """In row F an arc of 45 degrees is 3F/4 half-hexes to each side, one of 30 is F/2; never less than 1."""
    reach_45 = [1, 1, 2, 3, 3, 4, 5, 6]
    reach_30 = [1, 1, 1, 2, 2, 3, 3, 4]
    for row, (of_45, of_30) in enumerate(zip(reach_45, reach_30, strict=True), start=1):
        for i in range(-8, 16):
            place = ORIGIN.step(facing, i).step(facing + 1, row - i)
            lateral = row - 2 * i
            assert in_arc(ORIGIN, facing, place, 45) == (abs(lateral) <= of_45)
            assert in_arc(ORIGIN, facing, place, 30) == (abs(lateral) <= of_30)


@pytest.mark.parametrize("facing", FACINGS)
def test_arcs_of_a_hexside_facing_are_true_angles(facing: int) -> None:
    for place in EVERYWHERE:
        if place == ORIGIN:
            continue
        off = abs(off_axis_degrees(place, facing, "hexside"))
        for degrees in (30, 45, 60, 180):
            assert in_arc(ORIGIN, facing, place, degrees, "hexside") == (off <= degrees / 2 + 1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("facing", FACINGS)
def test_a_narrower_arc_lies_inside_the_wider(kind: FacingKind, facing: int) -> None:
    held = [
        {place for place in EVERYWHERE if in_arc(ORIGIN, facing, place, degrees, kind)}
        for degrees in (30, 45, 60, 180)
    ]
    assert held[0] < held[1] < held[2] < held[3]
    assert ORIGIN not in held[3], "no unit has itself in its arc"
    straight_ahead = front_hexes(ORIGIN, facing) if kind == "vertex" else (ORIGIN.step(facing),)
    assert held[0].issuperset(straight_ahead)


@pytest.mark.parametrize("degrees", [0, 90, 120, -30])
def test_an_arc_no_rule_knows_is_refused(degrees: int) -> None:
    with pytest.raises(ValueError, match=f"30, 45, 60 or 180 degrees, not {degrees}"):
        in_arc(ORIGIN, 0, Hex(1, 0), degrees)  # type: ignore[arg-type]


@pytest.mark.parametrize("facing", FACINGS)
def test_the_fan_is_sixty_degrees_to_each_side(facing: int) -> None:
    for place in EVERYWHERE:
        if place != ORIGIN:
            inside = abs(off_axis_degrees(place, facing)) <= 60 + 1e-6
            assert in_fan(ORIGIN, facing, place) == inside
    assert not in_fan(ORIGIN, facing, ORIGIN)


@given(hexes, facings, hexes)
def test_the_line_to_a_place_in_the_fan_leaves_by_a_front_hexside(hex_: Hex, facing: int, place: Hex) -> None:
    """The point where the line leaves the unit's hex is nearest to one of the two front neighbours."""
    if place == hex_:
        return
    offset = place - hex_
    x, y = offset.q * math.sqrt(3) / 2, offset.r + offset.q / 2

    def along(direction: int) -> float:
        there = DIRECTIONS[direction % 6]
        return x * there.q * math.sqrt(3) / 2 + y * (there.r + there.q / 2)

    best = max(along(direction) for direction in range(6))
    front = max(along(facing), along(facing + 1))
    assert in_fan(hex_, facing, place) == (front >= best - 1e-9)


# --- footprints and turning ------------------------------------------------------------------------


@given(hexes, facings, st.integers(0, 2))
def test_a_footprint_is_a_row_at_right_angles(hex_: Hex, facing: int, wings: int) -> None:
    row = footprint(hex_, facing, wings)
    assert len(row) == 1 + 2 * wings
    assert row[wings] == hex_
    frames = [seen_from(hex_, facing, at) for at in row]
    assert [frame.forward for frame in frames] == [0] * len(row)
    assert [frame.lateral for frame in frames] == [2 * k for k in range(-wings, wings + 1)]


@pytest.mark.parametrize("wings", [-1, 3])
def test_a_footprint_has_at_most_five_hexes(wings: int) -> None:
    with pytest.raises(ValueError, match=f"0, 1 or 2 wings on each side, not {wings}"):
        footprint(ORIGIN, 0, wings)


@pytest.mark.parametrize("kind", KINDS)
def test_facing_towards_looks_as_directly_as_the_grid_allows(kind: FacingKind) -> None:
    for place in EVERYWHERE:
        if place == ORIGIN:
            continue
        off = [round(abs(off_axis_degrees(place, facing, kind)), 6) for facing in FACINGS]
        assert facing_towards(ORIGIN, place, kind) == off.index(min(off)), "ties go to the smaller number"


@pytest.mark.parametrize("kind", KINDS)
def test_a_unit_cannot_face_its_own_hex(kind: FacingKind) -> None:
    with pytest.raises(ValueError, match="own hex"):
        facing_towards(Hex(3, 3), Hex(3, 3), kind)
