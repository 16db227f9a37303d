"""Lines: chains of edges, smoothing, walking along, shifting aside, outlines of regions, roads."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.sheets.curves import aside, chains, edge_towards, outlines, smooth, through_hexes, walk
from hexmap.coords import Grid, Hex, neighbours, within
from hexmap.layout import Layout

FLAT = Layout(Grid(9, 9, "flat"), 1.0)
POINTY = Layout(Grid(9, 9, "pointy"), 1.0)


def area(ring) -> float:
    """Twice the signed area: positive when the ring turns clockwise on a page whose y runs down."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))


# --- chains -----------------------------------------------------------------------------------------------


def test_edges_are_joined_in_whatever_order_they_come():
    (found,) = chains([("c", "d"), ("a", "b"), ("c", "b")])
    assert found in [tuple("abcd"), tuple("dcba")]


def test_a_chain_breaks_where_three_edges_meet():
    found = chains([("a", "x"), ("x", "b"), ("x", "c"), ("c", "d")])
    assert sorted("".join(sorted(each)) for each in found) == ["ax", "bx", "cdx"]
    assert all("x" in (each[0], each[-1]) for each in found)


def test_a_loop_ends_where_it_began():
    (found,) = chains([(1, 2), (2, 3), (3, 1)])
    assert found[0] == found[-1]
    assert set(found) == {1, 2, 3}


def test_directed_edges_are_joined_head_to_tail_only():
    assert chains([("b", "c"), ("a", "b")], directed=True) == [("a", "b", "c")]
    assert sorted(chains([("a", "b"), ("c", "b")], directed=True)) == [("a", "b"), ("c", "b")]


def test_an_edge_given_twice_is_drawn_once():
    assert chains([("a", "b"), ("a", "b")]) == [("a", "b")]


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda e: e[0] < e[1])))
def test_every_edge_is_in_exactly_one_chain(edges):
    for directed in (False, True):
        steps = [step for each in chains(edges, directed) for step in pairwise(each)]
        assert sorted(tuple(sorted(step)) for step in steps) == sorted(edges)
        if directed:
            assert sorted(steps) == sorted(edges)


# --- smoothing --------------------------------------------------------------------------------------------


def test_a_smooth_line_keeps_its_ends_and_passes_the_middle_of_inner_pieces():
    line = smooth([(0, 0), (1, 1), (2, 0), (3, 1)])
    assert (line[0], line[-1]) == ((0, 0), (3, 1))
    assert (1.5, 0.5) in line
    assert all(0 < y < 1 for _, y in line[1:-1]), "corners are cut"


def test_a_smooth_loop_stays_closed_and_a_single_piece_straight():
    loop = smooth([(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)])
    assert loop[0] == loop[-1]
    assert (0, 0) not in loop
    assert smooth([(0, 0), (1, 0)]) == ((0, 0), (1, 0))


def test_walking_gives_even_places_and_the_direction():
    found = walk(((0, 0), (1, 0), (1, 1)), 0.5)
    assert [spot for spot, _ in found] == [(0.25, 0), (0.75, 0), (1, 0.25), (1, 0.75)]
    assert [way for _, way in found] == [(1, 0), (1, 0), (0, 1), (0, 1)]
    assert walk(((0, 0), (0, 0)), 0.5) == []


def test_aside_is_to_the_right_of_the_way():
    assert aside(((0, 0), (5, 0)), 0.25) == ((0, 0.25), (5, 0.25)), "eastwards, right is down the page"
    assert aside(((0, 0), (0, 5)), 0.25) == ((-0.25, 0), (-0.25, 5)), "southwards, right is west"


# --- hexes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [FLAT, POINTY])
def test_the_outer_hex_lies_to_the_right_of_its_edge(layout: Layout):
    inner = Hex(3, 3)
    for outer in neighbours(inner):
        start, end = (layout.vertex(each) for each in edge_towards(inner, outer))
        to = layout.centre(outer)
        way = (end.x - start.x, end.y - start.y)
        assert way[0] * (to.y - start.y) - way[1] * (to.x - start.x) > 0


@pytest.mark.parametrize("layout", [FLAT, POINTY])
def test_a_region_and_its_hole_are_outlined_in_opposite_turns(layout: Layout):
    centre = Hex(4, 2)
    rings = outlines(layout, frozenset(within(centre, 1)) - {centre}, is_smooth=False)
    assert len(rings) == 2
    hex_area = math.sqrt(3)  # twice the area of a hex one wide
    assert sorted(area(ring) for ring in rings) == pytest.approx([-hex_area, 7 * hex_area])


@pytest.mark.parametrize("layout", [FLAT, POINTY])
def test_smooth_outlines_touch_the_middle_of_every_hexside(layout: Layout):
    hex_ = Hex(2, 2)
    (ring,) = outlines(layout, frozenset({hex_}))
    x, y = layout.centre(hex_)
    reaches = [math.dist((x, y), spot) for spot in ring]
    assert min(reaches) == pytest.approx(0.5)
    assert max(reaches) < 1 / math.sqrt(3), "corners are cut"


@pytest.mark.parametrize("layout", [FLAT, POINTY])
def test_roads_pass_the_middle_of_hexes_and_hexsides(layout: Layout):
    path = [Hex(1, 1), Hex(2, 1), Hex(2, 2), Hex(1, 3)]
    line = through_hexes(layout, path, None, None)
    centres = [layout.centre(hex_) for hex_ in path]
    middles = [((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(centres)]
    for spot in (*centres, *middles):
        assert min(math.dist(spot, each) for each in line) < 1e-9
    assert (line[0], line[-1]) == (centres[0], centres[-1])


def test_a_piece_of_a_road_bends_as_the_whole_road_does():
    path = [Hex(0, 0), Hex(1, 0), Hex(1, 1), Hex(2, 1)]
    whole = through_hexes(FLAT, path, None, None)
    piece = through_hexes(FLAT, path[1:3], path[0], path[3])
    at = whole.index(piece[0])
    same = whole[at : at + len(piece)]
    assert len(same) == len(piece)
    assert all(math.dist(a, b) < 1e-9 for a, b in zip(same, piece, strict=True))
    assert through_hexes(FLAT, path[1:3], None, None) != piece, "alone it would run straight"
