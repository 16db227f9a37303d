"""Zones of control: shapes, hexsides that cut them, friends that cancel them, and who holds a hex."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmap.board import OffMapError
from hexmap.coords import Hex
from hexmap.facing import zone_of
from hexmap.hexset import HexSet
from hexmap.zones import Claim, ZoneShape, controlled

from .boards import boards, small_board

FIELD = small_board(["....."] * 5, sides={"0303/0302": "river", "0303/0304": "stream"})
CENTRE = FIELD.at("0303")


def labels(zones):
    return {FIELD.label(hex_) for hex_ in zones}


def test_six_hexes_around_whatever_the_facing():
    for facing in range(6):
        zones = controlled(FIELD, [Claim("line", CENTRE, facing)])
        assert zones == frozenset(FIELD.neighbours(CENTRE))
        assert CENTRE not in zones


def test_front_hexes_turn_with_the_unit():
    assert labels(controlled(FIELD, [Claim("guns", CENTRE, 5)], "front")) == {"0302", "0402"}
    assert labels(controlled(FIELD, [Claim("guns", CENTRE, 11)], "front")) == {"0302", "0402"}
    straight = controlled(FIELD, [Claim("guns", CENTRE, 5)], "front", facing="hexside")
    assert labels(straight) == {"0202", "0302", "0402"}
    wide = controlled(FIELD, [Claim("guns", CENTRE, 5)], "front_and_flank")
    assert labels(wide) == {"0302", "0402", "0202", "0403"}


def test_a_river_cuts_the_zone_and_a_stream_does_not():
    def blocked(a, b):
        return FIELD.has_feature(a, b, "river")

    zones = controlled(FIELD, [Claim("line", CENTRE)], blocked=blocked)
    assert labels(zones) == {"0402", "0403", "0304", "0203", "0202"}


def test_friends_cancel_only_where_the_caller_says_so():
    claims = [Claim("line", CENTRE), Claim("guard", FIELD.at("0304"))]
    friends = {FIELD.at("0403"), FIELD.at("0101")}
    assert FIELD.at("0403") in controlled(FIELD, claims)
    cancelled = controlled(FIELD, claims, cancelled_by=friends)
    assert FIELD.at("0403") not in cancelled
    assert cancelled.controllers(FIELD.at("0403")) == ()
    assert cancelled.held_by("line") == frozenset(FIELD.neighbours(CENTRE)) - friends


def test_a_hex_knows_who_controls_it_in_the_order_of_the_claims():
    zones = controlled(FIELD, [Claim("b", CENTRE), Claim("a", FIELD.at("0304"))])
    assert zones.controllers(FIELD.at("0403")) == ("b", "a")
    assert zones.controllers(FIELD.at("0101")) == ()
    assert zones.controllers(Hex(99, 99)) == ()


def test_arms_of_different_shape_join():
    cavalry = ZoneShape(FIELD).controlled([Claim("hussars", CENTRE)], cancelled_by={FIELD.at("0402")})
    guns = ZoneShape(FIELD, "front").controlled([Claim("guns", CENTRE, 5)])
    both = cavalry.joined(guns)
    assert both.controllers(FIELD.at("0402")) == ("guns",)
    assert both.controllers(FIELD.at("0302")) == ("hussars", "guns")
    assert both == cavalry | guns


def test_a_zone_may_hold_its_own_hex():
    assert CENTRE in controlled(FIELD, [Claim("line", CENTRE)], own_hex=True)


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="'six', 'front' or 'front_and_flank'"):
        ZoneShape(FIELD, "rear")
    with pytest.raises(OffMapError):
        controlled(FIELD, [Claim("line", Hex(99, 99))])


def test_sets_of_hexes_behave_as_sets():
    some = HexSet.of(FIELD, [FIELD.at("0505"), FIELD.at("0101")])
    assert [FIELD.label(hex_) for hex_ in some] == ["0101", "0505"]
    assert some == {FIELD.at("0101"), FIELD.at("0505")} and hash(some) == hash(frozenset(some))
    assert some & {FIELD.at("0101")} == {FIELD.at("0101")}
    assert repr(some) == "HexSet(0101, 0505)"
    with pytest.raises(OffMapError):
        HexSet.of(FIELD, [Hex(99, 99)])


@given(boards(terrain=("clear",), roads=()), st.data())
@settings(max_examples=80, deadline=None)
def test_zones_are_what_each_unit_would_hold_by_itself(board, data):
    """By definition, hex by hex: adjacent, in the arc, not cut off, not cancelled."""
    kind = data.draw(st.sampled_from(("six", "front", "front_and_flank")))
    facing = data.draw(st.sampled_from(("vertex", "hexside")))
    hexes = st.sampled_from(board.hexes)
    places = data.draw(st.lists(st.tuples(hexes, st.integers(0, 5)), max_size=4))
    claims = [Claim(number, *place) for number, place in enumerate(places)]
    friends = data.draw(st.frozensets(hexes, max_size=3))

    def blocked(a, b):
        return board.has_feature(a, b, "river")

    shape = ZoneShape(board, kind, blocked, facing)
    for _ in range(2):  # the second time from what the shape has kept
        zones = shape.controlled(claims, friends)
        arcs = {"six": ("front", "flank", "rear"), "front": ("front",), "front_and_flank": ("front", "flank")}
        for hex_ in board.hexes:
            holders = tuple(
                claim.unit
                for claim in claims
                if hex_ in board.neighbours(claim.hex)
                and zone_of(claim.hex, claim.facing, hex_, facing) in arcs[kind]
                and not blocked(claim.hex, hex_)
                and hex_ not in friends
            )
            assert zones.controllers(hex_) == holders
            assert (hex_ in zones) == bool(holders)
            assert all((hex_ in zones.held_by(unit)) == (unit in holders) for unit in range(len(claims)))
        assert len(zones) == len(list(zones))
