"""Marks cut into cells: nothing is lost, and holes stay holes."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.sheets.marks import Fill, Stamps, Stroke
from game.ui.bins import Bins, Ring, cut, dashes, holes_among, signed_area
from hexmap.layout import Box

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
HOLE = ((3.0, 3.0), (3.0, 6.0), (6.0, 6.0), (6.0, 3.0))


def pieces(bins: Bins) -> list[Ring]:
    found = bins.near(Box(-50, -50, 50, 50), 0)
    return [ring for _, _, cells in found for _, rings in cells for ring in rings if isinstance(ring, Ring)]


@given(st.floats(-5, 15), st.sampled_from([0, 1]))
def test_two_halves_make_the_whole(at: float, axis: int) -> None:
    halves = [cut(SQUARE, axis, at, sign) for sign in (1, -1)]
    area = sum(abs(signed_area(half)) for half in halves if len(half) > 2)
    assert math.isclose(area, 100.0)


def test_a_fill_is_in_every_cell_it_covers() -> None:
    bins = Bins([Fill((SQUARE,), "#000000")], 4.0)
    assert len(pieces(bins)) == 9
    # Cells overlap a little, so that no seam is seen between them.
    assert 100 <= sum(ring.area for ring in pieces(bins)) <= 112


def test_what_turns_against_its_surroundings_is_a_hole() -> None:
    assert holes_among([SQUARE, HOLE]) == [False, True]
    assert holes_among([SQUARE, tuple(reversed(HOLE))]) == [False, False]
    small = tuple((x / 100, y / 100) for x, y in HOLE)
    assert holes_among([small, tuple(reversed(small))]) == [False, False]


def test_lines_and_stamps_lie_in_one_cell_each() -> None:
    line = tuple((float(x), 0.5) for x in range(12))
    bins = Bins(
        [Stroke((line,), "#000000", 0.1), Stamps("star", ((1.0, 1.0), (9.0, 1.0)), 0.2, "#fff", "#000")], 4.0
    )
    found = {number: cells for number, _, cells in bins.near(Box(0, 0, 12, 2), 0)}
    assert sum(len(part) - 1 for _, parts in found[0] for part in parts) == 11  # type: ignore[arg-type]
    assert [cell for cell, _ in found[1]] == [(0, 0), (2, 0)]
    near = {number for number, _, _ in bins.near(Box(9, 0, 10, 1), 0)}
    assert near == {0, 1}


@pytest.mark.parametrize(("pattern", "drawn"), [((), 12.0), ((1.0, 1.0), 6.0), ((2.0, 1.0), 8.0)])
def test_dashes_leave_out_what_they_should(pattern: tuple[float, ...], drawn: float) -> None:
    line = ((0.0, 0.0), (5.0, 0.0), (12.0, 0.0))
    found = [sum(math.dist(a, b) for a, b in itertools.pairwise(piece)) for piece in dashes(line, pattern)]
    assert math.isclose(sum(found), drawn)
