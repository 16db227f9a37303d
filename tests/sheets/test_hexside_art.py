"""What is drawn on hexsides: water joined, hachures downhill, works on their own side, crossings across."""

from __future__ import annotations

import math

import pytest

from game.sheets.hexside_art import (
    crossing_marks,
    outer_hex,
    relief_and_works_marks,
    runs,
    water_marks,
    water_sides,
    wedges,
)
from game.sheets.marks import Fill, Stroke
from game.sheets.theme import read_theme
from hexmap.board import Board, Feature
from hexmap.coords import hexside
from hexmap.layout import Layout
from tests.hexmap.boards import small_board

THEME = read_theme()


def layout_of(board: Board) -> Layout:
    return Layout(board.grid, 1.0)


def nearer(board: Board, spot, one: str, other: str) -> bool:
    """Whether a spot lies on the first hex's side of the hexside between two."""
    layout = layout_of(board)
    return math.dist(spot, layout.centre(board.at(one))) < math.dist(spot, layout.centre(board.at(other)))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("heights", [("1", "0"), ("0", "1")])
def test_hachures_point_downhill(orientation, heights):
    board = small_board([".", "."], heights, {"0101/0102": "slope"}, orientation=orientation)
    high, low = ("0101", "0102") if heights[0] == "1" else ("0102", "0101")
    (run,) = runs(board, layout_of(board), "slope")
    assert run.is_sided
    teeth = wedges(run, 0.1, 0.15, 0.03)
    assert len(teeth) == 6
    assert all(nearer(board, tip, low, high) for *_, tip in teeth)


def test_hachures_without_a_lower_side_point_both_ways():
    board = small_board([".", "."], sides={"0101/0102": "slope"})
    (run,) = runs(board, layout_of(board), "slope")
    assert not run.is_sided
    tips = [tip for *_, tip in wedges(run, 0.1, 0.15, 0.03)]
    downs = [nearer(board, tip, "0102", "0101") for tip in tips]
    assert downs.count(True) == downs.count(False) == 6


def test_the_inside_counts_before_the_height():
    board = small_board([".", "."], ["0", "1"])
    side = hexside(board.at("0101"), board.at("0102"))
    assert outer_hex(board, side, board.at("0101")) == board.at("0102")
    assert outer_hex(board, side, None) == board.at("0101")


@pytest.mark.parametrize("kind", ["wall", "redoubt", "fortification"])
@pytest.mark.parametrize("inside", ["0101", "0102"])
def test_works_stand_on_the_side_they_protect(kind, inside):
    outside = "0102" if inside == "0101" else "0101"
    board = small_board([".", "."], sides={f"{inside}/{outside}": kind})
    marks = list(relief_and_works_marks(board, layout_of(board), THEME))
    bands = [mark for mark in marks if isinstance(mark, Stroke) and mark.width > 0.03]
    assert len(bands) == 2
    for band in bands:
        assert all(nearer(board, spot, inside, outside) for line in band.lines for spot in line)
    teeth = [ring for mark in marks if isinstance(mark, Fill) for ring in mark.rings]
    if kind != "wall":
        assert teeth
        assert all(any(nearer(board, spot, outside, inside) for spot in ring) for ring in teeth)


def test_hexsides_of_a_stream_become_one_line():
    board = small_board(
        ["...", "..."],
        sides={"0101/0102": "stream", "0201/0102": "stream", "0201/0202": "stream", "0201/0302": "stream"},
    )
    (mark,) = water_marks(board, layout_of(board), THEME)
    assert isinstance(mark, Stroke)
    assert len(mark.lines) == 1


def test_all_banks_are_drawn_before_all_water():
    board = small_board(["..", ".."], sides={"0101/0102": "river", "0201/0202": "canal"})
    marks = list(water_marks(board, layout_of(board), THEME))
    banks = [THEME.hexside["river"].edge, THEME.hexside["canal"].edge]
    waters = [THEME.hexside["river"].colour, THEME.hexside["canal"].colour]
    order = [mark.colour for mark in marks if isinstance(mark, Stroke)]
    assert max(order.index(colour) for colour in banks) < min(order.index(colour) for colour in waters)


def test_a_ford_alone_belongs_to_the_water_it_interrupts():
    board = small_board(["..", ".."], sides={"0101/0102": "river", "0201/0102": "ford"})
    assert len(water_sides(board, THEME)["river"]) == 2
    lonely = small_board([".", "."], sides={"0101/0102": "ford"})
    assert list(water_sides(lonely, THEME)) == ["stream"]
    ravine = small_board([".", "."], sides={"0101/0102": "bridge"})
    assert water_sides(ravine, THEME) == {}


@pytest.mark.parametrize("kind", ["bridge", "pontoon", "ford"])
def test_a_crossing_reaches_over_both_banks(kind):
    board = small_board([".", "."], sides={"0101/0102": "river"})
    side = hexside(board.at("0101"), board.at("0102"))
    board = Board(board.grid, board.terrain, board.elevation, {side: (*board.features[side], Feature(kind))})
    marks = list(crossing_marks(board, layout_of(board), THEME))
    spots = [
        spot
        for mark in marks
        for line in (mark.rings if isinstance(mark, Fill) else mark.lines)
        for spot in line
    ]
    middle = 0.5
    bank = THEME.hexside["river"].width / 2
    assert min(y for _, y in spots) < middle - bank
    assert max(y for _, y in spots) > middle + bank


def test_an_unknown_hexside_is_drawn_plainly():
    board = small_board([".", "."], sides={"0101/0102": "abatis"})
    (mark,) = relief_and_works_marks(board, layout_of(board), THEME)
    assert isinstance(mark, Stroke)
    assert mark.colour == THEME.hexside_fallback.colour
