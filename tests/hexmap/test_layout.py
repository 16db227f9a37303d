"""Hex to pixel and back, for both orientations and both shifts."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmap.coords import Grid, Hex, direction_to, hexside, neighbours, vertices
from hexmap.layout import Layout, Point

GRIDS = [
    Grid(columns, rows, orientation, shifted, first_column=first)
    for (columns, rows), orientation, shifted, first in product(
        [(5, 4), (1, 1), (1, 3), (3, 1), (2, 2)], ["flat", "pointy"], ["even", "odd"], [0, 1]
    )
]
grids = st.sampled_from(GRIDS)
coordinate = st.integers(-40, 40)
hexes = st.builds(Hex, coordinate, coordinate)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    size = draw(st.floats(3, 200))
    shift = st.floats(-500, 500)
    return Layout(draw(grids), size, Point(draw(shift), draw(shift)))


def test_directions_point_where_their_names_say():
    flat = Layout(Grid(3, 3, "flat"), 10.0)
    assert flat.centre(Hex(0, -1)) == (0, -10), "north"
    assert flat.centre(Hex(1, -1)) == pytest.approx((5 * math.sqrt(3), -5)), "north-east"
    pointy = Layout(Grid(3, 3, "pointy"), 10.0)
    assert pointy.centre(Hex(1, 0)) == (10, 0), "east"
    assert pointy.centre(Hex(1, -1)) == pytest.approx((5, -5 * math.sqrt(3))), "north-east"


@given(layouts(), hexes)
def test_neighbours_are_one_hex_width_away(layout: Layout, hex_: Hex):
    for direction, other in enumerate(neighbours(hex_)):
        step = layout.step_offsets[direction]
        assert math.dist(layout.centre(hex_), layout.centre(other)) == pytest.approx(layout.hex_px)
        assert math.hypot(*step) == pytest.approx(layout.hex_px)


@given(layouts(), hexes)
def test_corners_are_the_vertices_three_hexes_share(layout: Layout, hex_: Hex):
    for index, (vertex, corner) in enumerate(zip(vertices(hex_), layout.corners(hex_), strict=True)):
        assert layout.vertex(vertex) == pytest.approx(corner, abs=1e-6)
        assert layout.corner(hex_, index) == corner
        assert [math.dist(corner, layout.centre(each)) for each in vertex] == pytest.approx(
            [layout.hex_px / math.sqrt(3)] * 3
        )


@given(layouts(), hexes, st.integers(0, 5))
def test_a_hexside_stands_across_the_line_between_its_hexes(layout: Layout, hex_: Hex, direction: int):
    other = hex_.step(direction)
    first, second = layout.hexside(hexside(hex_, other))
    a, b = layout.centre(hex_), layout.centre(other)
    middle = ((first.x + second.x) / 2, (first.y + second.y) / 2)
    assert middle == pytest.approx(((a.x + b.x) / 2, (a.y + b.y) / 2), abs=1e-6)
    along = (second.x - first.x, second.y - first.y)
    assert along[0] * (b.x - a.x) + along[1] * (b.y - a.y) == pytest.approx(0, abs=1e-6 * layout.hex_px**2)
    smaller, larger = sorted((hex_, other))
    # Clockwise on a screen: the first end, then the second, as seen from the smaller hex.
    side = layout.corners(smaller)
    assert second == pytest.approx(side[direction_to(smaller, larger)], abs=1e-6)
    assert first == pytest.approx(side[direction_to(smaller, larger) - 1], abs=1e-6)


@given(layouts(), hexes, st.floats(0, 0.49), st.floats(0, 2 * math.pi))
def test_points_inside_a_hex_pick_it(layout: Layout, hex_: Hex, part: float, angle: float):
    x, y = layout.centre(hex_)
    reach = part * layout.hex_px
    assert layout.nearest(x + reach * math.cos(angle), y + reach * math.sin(angle)) == hex_


@given(layouts(), st.floats(-900, 900), st.floats(-900, 900))
def test_every_point_lies_in_the_nearest_hex(layout: Layout, x: float, y: float):
    found = layout.nearest(x, y)
    away = math.dist((x, y), layout.centre(found))
    nearest = min(math.dist((x, y), layout.centre(each)) for each in neighbours(found))
    assert away <= nearest + 1e-5 * layout.hex_px


@given(layouts(), hexes)
def test_on_a_hexside_the_smaller_hex_is_picked(layout: Layout, hex_: Hex):
    for other in neighbours(hex_):
        side = hexside(hex_, other)
        first, second = layout.hexside(side)
        for share in (0.2, 0.5, 0.9):
            x = first.x + (second.x - first.x) * share
            y = first.y + (second.y - first.y) * share
            assert layout.nearest(x, y) == side.a


@given(layouts(), hexes)
def test_on_a_vertex_the_smallest_hex_is_picked(layout: Layout, hex_: Hex):
    for vertex in vertices(hex_):
        assert layout.nearest(*layout.vertex(vertex)) == vertex.a


@pytest.mark.parametrize("grid", GRIDS)
def test_pick_knows_the_map_and_its_edge(grid: Grid):
    layout = Layout.fitted(grid, 40.0, margin_px=7.0)
    for hex_ in grid:
        assert layout.pick(*layout.centre(hex_)) == hex_
        for other in neighbours(hex_):
            if other in grid:
                continue
            assert layout.pick(*layout.centre(other)) is None
            first, second = layout.hexside(hexside(hex_, other))
            # The rim belongs to the map even where the hex beyond it is the smaller one.
            assert layout.pick((first.x + second.x) / 2, (first.y + second.y) / 2) == hex_


@pytest.mark.parametrize("grid", GRIDS)
def test_bounds_hold_the_map_tightly(grid: Grid):
    layout = Layout(grid, 10.0, Point(3.0, -8.0))
    corners = [corner for hex_ in grid for corner in layout.corners(hex_)]
    box = layout.bounds()
    assert box == pytest.approx(
        (
            min(x for x, _ in corners),
            min(y for _, y in corners),
            max(x for x, _ in corners),
            max(y for _, y in corners),
        )
    )
    assert layout.bounds(grid) == box
    fitted = Layout.fitted(grid, 10.0, margin_px=4.0).bounds()
    assert (fitted.left, fitted.top) == pytest.approx((4, 4))
    assert (fitted.width, fitted.height) == pytest.approx((box.width, box.height))


@pytest.mark.parametrize("grid", GRIDS)
def test_filling_uses_the_window(grid: Grid):
    box = Layout.filling(grid, 800, 600, margin_px=10).bounds()
    assert min(box.left, box.top) >= 10 - 1e-9
    assert max(box.width / 780, box.height / 580) == pytest.approx(1)
    assert (box.left + box.right, box.top + box.bottom) == pytest.approx((800, 600))


@given(layouts(), hexes, st.floats(0.2, 5), st.floats(-300, 300), st.floats(-300, 300))
def test_zooming_keeps_what_is_under_the_mouse(layout: Layout, hex_: Hex, factor: float, x: float, y: float):
    zoomed = layout.zoomed(factor, Point(x, y))
    before, after = layout.centre(hex_), zoomed.centre(hex_)
    assert (after.x - x, after.y - y) == pytest.approx(
        ((before.x - x) * factor, (before.y - y) * factor), abs=1e-6
    )
    back = zoomed.moved(5, -3).centre(hex_)
    assert (back.x - after.x, back.y - after.y) == pytest.approx((5, -3), abs=1e-6)


@pytest.mark.parametrize("size", [0, -1, math.nan, math.inf])
def test_a_hex_needs_a_size(size: float):
    with pytest.raises(ValueError, match="pixels wide"):
        Layout(Grid(2, 2), size)


def test_a_window_smaller_than_its_margins_has_no_room():
    with pytest.raises(ValueError, match="no room"):
        Layout.filling(Grid(2, 2), 15, 100, margin_px=10)
