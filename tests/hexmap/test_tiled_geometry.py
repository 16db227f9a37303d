"""Where Tiled draws hexes: its own sums typed a second time, and every way back from pixels."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexmap.coords import hexside, neighbours
from hexmap.tiled_geometry import Point, TiledGeometry, grid_for, stagger

# Regular enough, odd pixels, diamonds (side 0), bricks (side as long as the tile).
SIZES = [(64, 56, 32), (60, 52, 30), (61, 53, 30), (32, 28, 0), (40, 40, 40), (100, 20, 10)]
AXES = [(axis, index) for axis in ("x", "y") for index in ("odd", "even")]


def geometry(axis: str, index: str, size: tuple[int, int, int], first: int = 1) -> TiledGeometry:
    assert axis in ("x", "y")
    assert index in ("odd", "even")
    grid = grid_for(5, 4, axis, index, first, first)
    length, across, side = size
    return TiledGeometry(grid, *((length, across) if axis == "x" else (across, length)), side)


@pytest.mark.parametrize(("axis", "index"), AXES)
@pytest.mark.parametrize("size", [(64, 56, 32), (60, 52, 30)])
@pytest.mark.parametrize("first", [0, 1, 10, 99])
def test_centres_lie_where_tiled_puts_them(
    axis: str, index: str, size: tuple[int, int, int], first: int
) -> None:
    sheet = geometry(axis, index, size, first)
    length, across, side = size
    for number, hex_ in enumerate(sheet.grid):
        column, row = number % 5, number // 5
        if axis == "x":
            shifted = (column % 2 == 1) == (index == "odd")
            wanted = (
                column * (length + side) // 2 + length // 2,
                row * across + across // 2 * (2 if shifted else 1),
            )
        else:
            shifted = (row % 2 == 1) == (index == "odd")
            wanted = (
                column * across + across // 2 * (2 if shifted else 1),
                row * (length + side) // 2 + length // 2,
            )
        assert sheet.centre(hex_) == wanted
    assert stagger(sheet.grid) == (axis, index)


@pytest.mark.parametrize(("axis", "index"), AXES)
@pytest.mark.parametrize("size", SIZES)
def test_every_spot_near_a_centre_belongs_to_its_hex(
    axis: str, index: str, size: tuple[int, int, int]
) -> None:
    sheet = geometry(axis, index, size)
    for hex_ in sheet.grid:
        x, y = sheet.centre(hex_)
        assert sheet.hex_at(Point(x, y)) == hex_
        for corner in sheet.corners(hex_):
            almost = Point(x + (corner.x - x) * Fraction(99, 100), y + (corner.y - y) * Fraction(99, 100))
            assert sheet.hex_at(almost) == hex_


@pytest.mark.parametrize(("axis", "index"), AXES)
@pytest.mark.parametrize("size", [size for size in SIZES if 0 < size[2] < size[0]])
def test_hexsides_are_found_from_their_middle_and_their_ends(
    axis: str, index: str, size: tuple[int, int, int]
) -> None:
    sheet = geometry(axis, index, size)
    for hex_ in sheet.grid:
        for other in neighbours(hex_):
            side = hexside(hex_, other)
            start, end = sheet.hexside_ends(side)
            middle = sheet.hexside_middle(side)
            assert middle == ((start.x + end.x) / 2, (start.y + end.y) / 2)
            assert sheet.hexside_between(start, end) == sheet.hexside_between(end, start) == side
            assert sheet.corner_at(start) == start
            assert sheet.hexside_at(middle) == side
        assert sheet.hexside_at(sheet.centre(hex_)) is None
        assert sheet.corner_at(sheet.centre(hex_)) is None


def test_corners_that_are_not_ends_of_one_hexside_give_none() -> None:
    sheet = geometry("x", "odd", (64, 56, 32))
    corners = sheet.corners(sheet.grid.parse("0202"))
    assert sheet.hexside_between(corners[0], corners[2]) is None
    assert sheet.hexside_between(corners[0], corners[3]) is None
    assert sheet.hexside_between(corners[0], corners[0]) is None


def test_a_spot_as_near_to_two_hexsides_marks_neither() -> None:
    """A corner is the end of three hexsides: which one is meant, nobody can tell."""
    sheet = geometry("x", "odd", (64, 56, 32))
    for corner in sheet.corners(sheet.grid.parse("0202")):
        side = sheet.hexside_at(corner)
        # The export's hex is a trifle too high to be regular, so the slanting sides differ from the flat one.
        assert side is None or corner in sheet.hexside_ends(side)
