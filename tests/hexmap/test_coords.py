"""Places: the algebra of hexes, hexsides and vertices, and the labels printed on a map."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmap.coords import (
    DIRECTION_NAMES,
    DIRECTIONS,
    VERTEX_NAMES,
    Grid,
    Hex,
    Hexside,
    LabelError,
    Orientation,
    direction_to,
    distance,
    hexside,
    hexside_vertices,
    is_adjacent,
    line,
    neighbours,
    ring,
    rotate,
    spiral,
    vertex,
    vertices,
    within,
)

hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
directions = st.integers(0, 5)
ORIGIN = Hex(0, 0)
ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")


def centre(hex_: Hex, orientation: Orientation = "flat") -> tuple[float, float]:
    """Where a hex's centre lies on paper (y downwards), with neighbours one apart: floating on purpose."""
    q, r = hex_
    if orientation == "flat":
        return q * math.sqrt(3) / 2, r + q / 2
    return q + r / 2, r * math.sqrt(3) / 2


def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.dist(a, b)


# --- steps and distance ----------------------------------------------------------------------------


@given(hexes, hexes)
def test_arithmetic_of_hexes(a: Hex, b: Hex) -> None:
    assert isinstance(a + b, Hex)
    assert (a + b) - b == a
    assert a.times(3) == a + a + a
    assert a.times(-1) == ORIGIN - a


@given(hexes, st.integers(-20, 20), st.integers(0, 9))
def test_a_step_takes_any_direction_modulo_six(start: Hex, direction: int, count: int) -> None:
    there = start.step(direction, count)
    assert there == start + DIRECTIONS[direction % 6].times(count)
    assert distance(start, there) == count
    assert there.step(direction + 3, count) == start


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a) >= 0
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_distance_counts_steps() -> None:
    """Walking outwards from a hex, neighbour by neighbour, reaches each hex after its distance."""
    steps = {ORIGIN: 0}
    front = [ORIGIN]
    for count in range(1, 7):
        front = [new for hex_ in front for new in neighbours(hex_) if new not in steps]
        steps.update(dict.fromkeys(front, count))
    assert len(steps) == 127
    assert all(distance(ORIGIN, hex_) == count for hex_, count in steps.items())


@given(hexes)
def test_neighbours_lie_clockwise(hex_: Hex) -> None:
    around = neighbours(hex_)
    assert [direction_to(hex_, there) for there in around] == [0, 1, 2, 3, 4, 5]
    assert all(is_adjacent(hex_, there) and is_adjacent(there, hex_) for there in around)
    assert all(is_adjacent(a, b) for a, b in itertools.pairwise((*around, around[0])))


@given(hexes, hexes)
def test_only_hexes_one_step_apart_are_adjacent(a: Hex, b: Hex) -> None:
    assert is_adjacent(a, b) == (distance(a, b) == 1)
    if distance(a, b) != 1:
        with pytest.raises(ValueError, match="not adjacent"):
            direction_to(a, b)


BEARINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


def bearing(x: float, y: float) -> float:
    """Degrees clockwise from north, with y downwards as on paper."""
    return math.degrees(math.atan2(x, -y)) % 360


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_names_of_directions_and_vertices_agree_with_the_paper(orientation: Orientation) -> None:
    """A name is at most 15 degrees off its compass point: there are twelve bearings and eight names."""
    for index in range(6):
        at = centre(DIRECTIONS[index], orientation)
        assert abs(bearing(*at) - BEARINGS[DIRECTION_NAMES[orientation][index]]) <= 15 + 1e-9
        corner = [centre(hex_, orientation) for hex_ in vertex(ORIGIN, index)]
        x, y = sum(x for x, _ in corner), sum(y for _, y in corner)
        assert abs(bearing(x, y) - BEARINGS[VERTEX_NAMES[orientation][index]]) <= 15 + 1e-9


@given(hexes, st.integers(-12, 12), st.integers(-12, 12))
def test_rotation_turns_about_the_origin(offset: Hex, some: int, more: int) -> None:
    assert rotate(offset, 6) == offset
    assert rotate(rotate(offset, some), more) == rotate(offset, some + more)
    assert distance(ORIGIN, rotate(offset, some)) == distance(ORIGIN, offset)


def test_rotation_runs_clockwise_like_the_directions() -> None:
    for turn in range(6):
        assert [rotate(there, turn) for there in DIRECTIONS] == [ORIGIN.step(d + turn) for d in range(6)]


# --- lines, rings, ranges --------------------------------------------------------------------------


@given(hexes, hexes)
def test_a_line_takes_one_step_at_a_time(a: Hex, b: Hex) -> None:
    found = line(a, b)
    assert (found[0], found[-1]) == (a, b)
    assert len(found) == distance(a, b) + 1
    assert all(is_adjacent(one, two) for one, two in itertools.pairwise(found))


@given(hexes, hexes)
def test_a_line_is_the_same_from_the_other_end(a: Hex, b: Hex) -> None:
    assert line(a, b) == line(b, a)[::-1]


@given(hexes, hexes)
def test_a_line_keeps_to_the_hexes_the_ruler_touches(a: Hex, b: Hex) -> None:
    """No hex of the line is further from its point on the ruler than another hex would be."""
    found = line(a, b)
    (ax, ay), (bx, by) = centre(a), centre(b)
    for number, hex_ in enumerate(found):
        share = number / max(1, len(found) - 1)
        point = (ax + (bx - ax) * share, ay + (by - ay) * share)
        nearest = min(apart(centre(near), point) for near in within(hex_, 1))
        assert apart(centre(hex_), point) <= nearest + 1e-9


@given(hexes, hexes, hexes)
def test_a_line_does_not_depend_on_where_the_map_begins(a: Hex, b: Hex, move: Hex) -> None:
    assert line(a + move, b + move) == tuple(hex_ + move for hex_ in line(a, b))


@given(hexes, hexes)
def test_a_point_on_a_hexside_goes_to_the_smaller_q_then_the_larger_r(a: Hex, b: Hex) -> None:
    """The rule of the tie, in whole numbers: squared distances are scaled by the number of steps."""
    steps = max(1, distance(a, b))  # a line of one hex has one point

    def far(hex_: Hex, number: int) -> int:
        dq = hex_.q * steps - a.q * (steps - number) - b.q * number
        dr = hex_.r * steps - a.r * (steps - number) - b.r * number
        return dq * dq + dq * dr + dr * dr

    for number, hex_ in enumerate(line(a, b)):
        assert hex_ == min(within(hex_, 1), key=lambda near: (far(near, number), near.q, -near.r))


def test_a_line_along_a_hexside_keeps_to_one_side() -> None:
    assert line(Hex(0, 0), Hex(2, -1)) in {
        (Hex(0, 0), Hex(1, 0), Hex(2, -1)),
        (Hex(0, 0), Hex(1, -1), Hex(2, -1)),
    }
    for facing in range(6):
        far = ORIGIN.step(facing, 4).step(facing + 1, 4)
        offside = [hex_ for hex_ in line(ORIGIN, far) if distance(ORIGIN, hex_) % 2]
        left = [distance(hex_, ORIGIN.step(facing, 8)) for hex_ in offside]
        right = [distance(hex_, ORIGIN.step(facing + 1, 8)) for hex_ in offside]
        nearer_left = {to_left < to_right for to_left, to_right in zip(left, right, strict=True)}
        assert len(nearer_left) == 1


@given(hexes, st.integers(0, 8))
def test_a_ring_goes_once_round(around: Hex, radius: int) -> None:
    found = ring(around, radius)
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert {distance(around, hex_) for hex_ in found} == {radius}
    assert found[0] == around.step(0, radius)
    if radius:
        assert all(is_adjacent(a, b) for a, b in itertools.pairwise((*found, found[0])))
        assert found[radius] == around.step(1, radius), "clockwise"


@given(hexes, st.integers(0, 6))
def test_spiral_and_range_hold_the_same_hexes(around: Hex, radius: int) -> None:
    outwards = list(spiral(around, radius))
    assert outwards[0] == around
    assert [distance(around, hex_) for hex_ in outwards] == sorted(
        distance(around, hex_) for hex_ in outwards
    )
    assert len(outwards) == len(set(outwards)) == 1 + 3 * radius * (radius + 1)
    assert set(within(around, radius)) == set(outwards)
    assert list(within(around, radius)) == sorted(outwards)


def test_nothing_lies_within_a_negative_radius() -> None:
    assert ring(ORIGIN, -1) == within(ORIGIN, -1) == tuple(spiral(ORIGIN, -1)) == ()


# --- hexsides and vertices -------------------------------------------------------------------------


@given(hexes, directions)
def test_a_hexside_is_an_unordered_pair(hex_: Hex, direction: int) -> None:
    across = hex_.step(direction)
    side = hexside(hex_, across)
    assert side == hexside(across, hex_)
    assert side.a < side.b
    assert side.other(hex_) == across
    assert side.other(across) == hex_
    with pytest.raises(AssertionError):
        side.other(hex_.step(direction, 2))


@given(hexes, hexes)
def test_there_is_no_hexside_between_hexes_that_do_not_touch(a: Hex, b: Hex) -> None:
    if distance(a, b) != 1:
        with pytest.raises(ValueError, match="not adjacent"):
            hexside(a, b)


@given(hexes, st.integers(-6, 11))
def test_a_vertex_is_shared_by_three_hexes(hex_: Hex, index: int) -> None:
    corner = vertex(hex_, index)
    assert list(corner) == sorted(corner)
    assert hex_ in corner
    assert all(is_adjacent(a, b) for a, b in itertools.combinations(corner, 2))
    for sharer in corner:
        assert corner in vertices(sharer), "each of the three has it as a corner"


@given(hexes)
def test_a_hex_has_six_corners_joined_by_its_hexsides(hex_: Hex) -> None:
    corners = vertices(hex_)
    assert len(set(corners)) == 6
    for direction in range(6):
        side = hexside(hex_, hex_.step(direction))
        assert set(hexside_vertices(side)) == {corners[direction - 1], corners[direction]}


@given(hexes, directions)
def test_the_ends_of_a_hexside_come_anticlockwise_first(hex_: Hex, direction: int) -> None:
    side = hexside(hex_, hex_.step(direction))
    ends = hexside_vertices(side)
    turn = direction_to(side.a, side.b)
    assert ends == (vertex(side.a, turn - 1), vertex(side.a, turn))
    assert set(ends[0]) & set(ends[1]) == {side.a, side.b}


# --- printed labels --------------------------------------------------------------------------------

grids = st.builds(
    Grid,
    columns=st.integers(1, 12),
    rows=st.integers(1, 12),
    orientation=st.sampled_from(ORIENTATIONS),
    shifted=st.sampled_from(("even", "odd")),
    first_column=st.sampled_from((0, 1, 2, 7, 95, 990)),
    first_row=st.sampled_from((0, 1, 2, 13, 98)),
    style=st.sampled_from(("CCRR", "CC.RR")),
)


@given(grids)
def test_every_label_comes_back_as_its_hex(grid: Grid) -> None:
    found = list(grid)
    labels = [grid.label(hex_) for hex_ in found]
    assert [grid.parse(label) for label in labels] == found
    assert len(set(labels)) == len(set(found)) == len(grid) == grid.columns * grid.rows
    assert len({len(label) for label in labels}) == 1, "all labels of a map are equally wide"
    assert labels == sorted(labels, key=lambda label: (label[-grid.width[1] :], label)), "row by row"
    assert all(hex_ in grid for hex_ in found)


@given(grids)
def test_neighbours_on_a_grid_are_those_on_the_paper(grid: Grid) -> None:
    """Columns and rows are straight but for the half hex by which every other one is shifted."""
    x0, y0 = centre(grid.hex_at(grid.first_column, grid.first_row), grid.orientation)

    def is_shifted(number: int) -> bool:
        return (number % 2 == 0) == (grid.shifted == "even")

    for hex_ in grid:
        column, row = grid.numbers(hex_)
        x, y = centre(hex_, grid.orientation)
        right, down = column - grid.first_column, row - grid.first_row
        if grid.orientation == "flat":
            half = (is_shifted(column) - is_shifted(grid.first_column)) / 2
            assert (x - x0, y - y0) == pytest.approx((right * math.sqrt(3) / 2, down + half))
        else:
            half = (is_shifted(row) - is_shifted(grid.first_row)) / 2
            assert (x - x0, y - y0) == pytest.approx((right + half, down * math.sqrt(3) / 2))


@given(grids, hexes)
def test_numbers_and_hexes_agree_on_and_off_the_map(grid: Grid, hex_: Hex) -> None:
    column, row = grid.numbers(hex_)
    assert grid.hex_at(column, row) == hex_
    on_map = (
        grid.first_column <= column < grid.first_column + grid.columns
        and grid.first_row <= row < grid.first_row + grid.rows
    )
    assert (hex_ in grid) == on_map == (hex_ in set(grid))


def test_only_a_hex_is_ever_on_a_map() -> None:
    assert "0101" not in Grid(3, 3)
    assert (0, 0) not in Grid(3, 3)


@pytest.mark.parametrize(
    ("grid", "first", "last"),
    [
        (Grid(60, 40), "0101", "6040"),
        (Grid(60, 40, style="CC.RR"), "01.01", "60.40"),
        (Grid(10, 10, first_column=0, first_row=0), "0000", "0909"),
        (Grid(99, 99), "0101", "9999"),
        (Grid(99, 99, first_column=0, first_row=0), "0000", "9898"),
        (Grid(100, 20), "001001", "100020"),
        (Grid(20, 100), "001001", "020100"),
        (Grid(200, 200), "001001", "200200"),
        (Grid(200, 200, style="CC.RR"), "001.001", "200.200"),
        (Grid(5, 5, first_column=31, first_row=12), "3112", "3516"),
    ],
)
def test_both_numbers_of_a_label_have_the_same_number_of_digits(grid: Grid, first: str, last: str) -> None:
    """An even split needs no knowledge of the map to be read: "100020" is column 100, row 20."""
    found = list(grid)
    assert (grid.label(found[0]), grid.label(found[-1])) == (first, last)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_label_of_a_large_map_comes_back(orientation: Orientation) -> None:
    grid = Grid(200, 200, orientation)
    labels = {grid.label(hex_): hex_ for hex_ in grid}
    assert len(labels) == 40_000
    assert all(grid.parse(label) == hex_ for label, hex_ in list(labels.items())[::7])


def test_a_worked_example_of_each_orientation() -> None:
    """Column 2 hangs half a hex lower, so its first hex lies south-east of 0101."""
    flat = Grid(4, 4)
    assert [flat.label(h) for h in neighbours(flat.parse("0202")) if h in flat] == [
        "0302", "0303", "0203", "0103", "0102", "0201",
    ]  # fmt: skip
    raised = Grid(4, 4, shifted="odd")
    assert [raised.label(h) for h in neighbours(raised.parse("0202")) if h in raised] == [
        "0301", "0302", "0203", "0102", "0101", "0201",
    ]  # fmt: skip
    pointy = Grid(4, 4, "pointy")
    assert [pointy.label(h) for h in neighbours(pointy.parse("0202")) if h in pointy] == [
        "0301", "0302", "0303", "0203", "0102", "0201",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "label", ["", "1", "101", "01010", "O101", "01.01", "-101", "01 01", "٠١٠١", "0101\n0102", "abcd"]
)
def test_what_is_no_label_is_named_and_shown_a_right_one(label: str) -> None:
    with pytest.raises(LabelError) as refused:
        Grid(10, 10).parse(label)
    assert str(refused.value) == f"'{label}' is not a hex label; one looks like '0101'"


def test_a_dotted_map_wants_its_dot() -> None:
    grid = Grid(10, 10, style="CC.RR")
    assert grid.parse(" 03.04 ") == grid.hex_at(3, 4)
    with pytest.raises(LabelError, match=r"'0304' is not a hex label; one looks like '01\.01'"):
        grid.parse("0304")


@pytest.mark.parametrize("label", ["0001", "0100", "1101", "0111", "9999"])
def test_a_label_off_the_map_is_named_with_the_corners(label: str) -> None:
    with pytest.raises(LabelError) as refused:
        Grid(10, 10).parse(label)
    assert str(refused.value) == f"hex '{label}' is off the map, which runs from 0101 to 1010"


def test_a_hex_off_the_map_has_a_label_that_no_other_hex_has() -> None:
    """Numbers that do not fit the label are kept apart, so that an error names the right hex."""
    grid = Grid(10, 10)
    assert grid.label(grid.hex_at(-1, 5)) == "-1.05"
    assert grid.label(grid.hex_at(3, -2)) == "03.-2"
    assert grid.label(grid.hex_at(110, 5)) == "110.05"
    assert grid.label(grid.hex_at(11, 5)) == "1105"


@given(grids, st.integers(-9, 1200), st.integers(-9, 1200), st.integers(-9, 1200), st.integers(-9, 1200))
def test_no_two_hexes_share_a_label(grid: Grid, a: int, b: int, c: int, d: int) -> None:
    one, two = grid.hex_at(a, b), grid.hex_at(c, d)
    assert (grid.label(one) == grid.label(two)) == (one == two)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"columns": 0}, "at least one column and one row, not 0 x 5"),
        ({"rows": -1}, "at least one column and one row, not 5 x -1"),
        ({"first_column": -1}, "begin at 0 or above, not at column -1 and row 1"),
        ({"first_row": -3}, "begin at 0 or above, not at column 1 and row -3"),
    ],
)
def test_a_grid_that_cannot_be_numbered_is_refused(wrong: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Grid(**{"columns": 5, "rows": 5, **wrong})


def test_grids_are_values() -> None:
    assert Grid(5, 4) == Grid(5, 4) != Grid(5, 4, "pointy")
    assert len({Grid(5, 4), Grid(5, 4), Grid(4, 5)}) == 2
    with pytest.raises(AttributeError):
        Grid(5, 4).columns = 6  # type: ignore[misc]


def test_hexsides_and_hexes_are_plain_values() -> None:
    side = hexside(Hex(0, 0), Hex(1, 0))
    assert side == Hexside(Hex(0, 0), Hex(1, 0))
    assert {side: "river"}[hexside(Hex(1, 0), Hex(0, 0))] == "river"
