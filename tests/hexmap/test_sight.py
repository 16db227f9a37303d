"""One line and one field of view under the plain policy, and how forks in the line are read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexmap.blockers import Reason, SightLine, SightPolicy
from hexmap.board import Board, OffMapError
from hexmap.coords import Hex, Hexside, distance, hexside
from hexmap.neutral_sight import PLAIN, plain_sight
from hexmap.rays import HexTouch, SideTouch
from hexmap.sight import Sighting, can_see, field_of_view, line_of_sight, sighting_on
from tests.hexmap.sight_boards import at, ground, labels


def sees(board: Board, pair: str, policy: SightPolicy = PLAIN, units: str = "") -> bool:
    """Whether the one is seen from the other, by the short answer and the long one alike."""
    a, b = at(board, pair)
    sight = line_of_sight(board, a, b, policy, at(board, units))
    assert can_see(board, a, b, policy, at(board, units)) == sight.seen
    assert (b in field_of_view(board, a, sight.steps, policy, at(board, units))) == sight.seen
    assert (sight.obstacle is None) == sight.seen
    return sight.seen


# On a flat-top map with even columns shifted down, 0503 to 0507 runs straight down a column, and
# 0504 to 0704 runs along the hexside between 0603 (left, looking east) and 0604.


def test_open_ground_is_seen_across():
    assert sees(ground(), "0101 1210")
    assert sees(ground(), "0505 0505")


def test_woods_between_block_and_at_the_ends_do_not():
    assert not sees(ground(terrain={"0505": "woods"}), "0503 0507")
    assert sees(ground(terrain={"0503": "woods", "0507": "town"}), "0503 0507")


def test_the_answer_tells_what_where_and_how_far():
    board = ground(terrain={"0505": "woods"}, levels={"0505": 1})
    a, b = at(board, "0503 0507")
    sight = line_of_sight(board, a, b, PLAIN)
    assert sight.obstacle is not None
    assert sight.obstacle.where == board.at("0505")
    assert sight.obstacle.why == "woods rising to level 2"
    assert sight.obstacle.at == Fraction(1, 2)
    assert labels(board, sight.hexes) == ["0503", "0504", "0505", "0506", "0507"]
    assert sight.hexsides == tuple(
        hexside(one, other) for one, other in zip(sight.hexes, sight.hexes[1:], strict=False)
    )
    assert sight.vertices == ()


def test_the_first_obstacle_is_the_nearest_one():
    board = ground(terrain={"0504": "woods", "0506": "woods"})
    a, b = at(board, "0503 0507")
    one, other = line_of_sight(board, a, b, PLAIN), line_of_sight(board, b, a, PLAIN)
    assert one.obstacle is not None and one.obstacle.where == board.at("0504")
    assert other.obstacle is not None and other.obstacle.where == board.at("0506")


def test_profile_has_ground_cover_and_the_height_of_the_line():
    board = ground(terrain={"0505": "woods"}, levels={"0503": 4, "0504": 1})
    sight = line_of_sight(board, *at(board, "0503 0507"), PLAIN)
    assert [(point.ground, point.cover, point.line) for point in sight.profile] == [
        (4, 0, Fraction(9, 2)),
        (1, 0, Fraction(7, 2)),
        (0, 1, Fraction(5, 2)),
        (0, 0, Fraction(3, 2)),
        (0, 0, Fraction(1, 2)),
    ]
    assert [point.at for point in sight.profile] == [Fraction(part, 4) for part in range(5)]


def test_a_policy_without_heights_has_none_in_its_profile():
    board = ground()
    sight = line_of_sight(board, *at(board, "0503 0507"), SightPolicy("nothing blocks"))
    assert {point.line for point in sight.profile} == {None}


@pytest.mark.parametrize(
    ("levels", "seen"),
    [
        ({"0505": 1}, False),
        ({"0505": 1, "0503": 1}, True),  # level with the line is not above it
        ({"0506": 1, "0503": 1}, False),  # nearer the foot the line is at 3/4
        ({"0504": 2, "0503": 2}, True),  # from the second row of a plateau one looks over its edge
        ({"0505": 1, "0503": 1, "0507": 1}, True),
        ({"0506": 2, "0503": 3}, False),
        ({"0504": 2, "0503": 3}, True),
        ({"0505": -1}, True),
        ({"0503": -2, "0507": -2}, False),  # out of one hollow into the next
    ],
)
def test_ground_blocks_where_it_is_above_the_line(levels: dict[str, int], seen: bool):
    assert sees(ground(levels=levels), "0503 0507") is seen


# --- along hexsides and through corners ----------------------------------------------------------


def test_along_a_hexside_both_hexes_must_block():
    assert sees(ground(terrain={"0603": "woods"}), "0504 0704")
    assert sees(ground(terrain={"0604": "woods"}), "0504 0704")
    assert not sees(ground(terrain={"0603": "woods", "0604": "town"}), "0504 0704")


def test_along_a_hexside_either_hex_blocks_where_the_policy_says_so():
    either = plain_sight(beside="either")
    assert not sees(ground(terrain={"0603": "woods"}), "0504 0704", either)
    assert not sees(ground(terrain={"0604": "woods"}), "0504 0704", either)
    assert sees(ground(), "0504 0704", either)


def test_both_obstacles_of_a_pair_are_told():
    board = ground(terrain={"0603": "woods", "0604": "town"})
    a, b = at(board, "0504 0704")
    found = line_of_sight(board, a, b, PLAIN).obstacle
    assert found is not None and found.beside is not None
    assert labels(board, [found.where, found.beside.where]) == ["0603", "0604"]
    back = line_of_sight(board, b, a, PLAIN).obstacle
    assert back is not None and back.where == board.at("0604")


def test_the_hexside_under_the_line_counts_by_itself():
    def crest(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
        return Reason("crest") if touch.manner == "along" else None

    board = ground(sides={"0603/0604": "crest"})
    assert not sees(board, "0504 0704", SightPolicy("crests", on_side=crest))
    assert sees(board, "0504 0704", SightPolicy("crests", on_side=crest, along_counts=False))


def test_a_hexside_that_leads_into_one_way_leaves_the_other_open():
    def any_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
        return Reason("wall")

    walls = SightPolicy("walls", on_side=any_side)
    assert sees(ground(sides={"0504/0603": "wall"}), "0504 0704", walls)
    assert sees(ground(sides={"0504/0603": "wall", "0603/0704": "wall"}), "0504 0704", walls)
    assert not sees(ground(sides={"0504/0603": "wall", "0604/0704": "wall"}), "0504 0704", walls)
    either = SightPolicy("walls", on_side=any_side, beside="either")
    assert not sees(ground(sides={"0504/0603": "wall"}), "0504 0704", either)


def corner_line(board: Board) -> tuple[Hex, Hex, Hex, Hex, Hex]:
    """Ends of a line through a corner; before and after it, and the hex touched there."""
    a = board.at("0303")
    return a, a + Hex(4, 1), a + Hex(1, 0), a + Hex(2, 0), a + Hex(1, 1)


def at_corners(*blocking: Hex | Hexside) -> SightPolicy:
    """Only these hexes and hexsides block."""

    def in_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        return Reason("hex") if hex_ in blocking else None

    def on_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
        return Reason("side") if side in blocking else None

    return SightPolicy("named", in_hex=in_hex, on_side=on_side, side_matters=lambda *_: True)


def test_through_a_corner_both_ways_round_must_block():
    board = ground()
    a, b, before, after, corner = corner_line(board)
    direct = hexside(before, after)
    into, out = hexside(before, corner), hexside(corner, after)
    for blocking in ((corner,), (direct,), (into,), (out,), (into, out)):
        assert can_see(board, a, b, at_corners(*blocking)), blocking
        assert can_see(board, b, a, at_corners(*blocking)), blocking
    for other in (corner, into, out):
        assert not can_see(board, a, b, at_corners(direct, other)), other
        assert not can_see(board, b, a, at_corners(direct, other)), other


def test_through_a_corner_either_way_blocks_where_the_policy_says_so():
    board = ground()
    a, b, _before, _after, corner = corner_line(board)
    assert can_see(board, a, b, plain_sight(corner="either"))
    either = plain_sight({"woods": 1}, corner="either")
    wooded = ground(terrain={board.label(corner): "woods"})
    assert not can_see(wooded, a, b, either)
    assert can_see(wooded, a, b, PLAIN)


def test_off_the_map_there_is_no_way_round():
    """From 0101 to 0301 the line runs along the ragged top: of the pair only 0201 is on the map."""
    assert sees(ground(), "0101 0301")
    assert not sees(ground(terrain={"0201": "woods"}), "0101 0301")
    assert not sees(ground(), "0101 0301", units="0201")
    board = ground()
    sight = line_of_sight(board, *at(board, "0101 0301"), PLAIN)
    assert labels(board, sight.hexes) == ["0101", "0201", "0301"]
    assert set(sight.hexsides) == {
        hexside(board.at("0101"), board.at("0201")),
        hexside(board.at("0201"), board.at("0301")),
    }


# --- hexsides ------------------------------------------------------------------------------------


def test_a_crest_between_blocks_and_whoever_lines_it_looks_over():
    board = ground(sides={"0504/0505": "crest"})
    assert not sees(board, "0503 0507")
    assert sees(board, "0504 0507")
    assert sees(board, "0503 0505")
    assert sees(ground(sides={"0504/0505": "stream"}), "0503 0507")


def test_from_high_ground_one_looks_over_a_crest():
    assert sees(ground(sides={"0504/0505": "crest"}, levels={"0503": 3}), "0503 0507")


# --- units ---------------------------------------------------------------------------------------


def test_a_unit_between_blocks_and_at_the_ends_does_not():
    assert not sees(ground(), "0503 0507", units="0505")
    assert sees(ground(), "0503 0507", units="0503 0507 0605")
    assert sees(ground(levels={"0503": 2}), "0503 0507", units="0505")


def test_units_beside_the_line_block_only_together():
    board = ground()
    assert sees(board, "0504 0704", units="0603")
    assert not sees(board, "0504 0704", units="0603 0604")
    assert not sees(board, "0504 0704", plain_sight(beside="either"), units="0604")


def test_a_unit_on_one_side_and_woods_on_the_other_block():
    board = ground(terrain={"0604": "woods"})
    assert not sees(board, "0504 0704", units="0603")
    assert sees(board, "0504 0704", units="0604")


def test_a_unit_in_the_way_is_named_as_the_obstacle():
    board = ground()
    a, b = at(board, "0503 0507")
    found = line_of_sight(board, a, b, PLAIN, at(board, "0506 0505")).obstacle
    assert found is not None
    assert (found.where, found.why) == (board.at("0505"), "a unit in the way")


def test_a_policy_without_units_looks_through_them():
    assert sees(ground(), "0503 0507", SightPolicy("clear air"), units="0505")


# --- the whole line ------------------------------------------------------------------------------


def test_fog_is_a_rule_about_the_whole_line():
    def fog(line: SightLine) -> Reason | None:
        return Reason("beyond the 3 hexes of fog", "14") if line.steps > 3 else None

    policy = SightPolicy("fog", at_ends=fog)
    board = ground()
    assert sees(board, "0503 0506", policy)
    assert not sees(board, "0503 0507", policy)
    a, b = at(board, "0503 0507")
    found = line_of_sight(board, a, b, policy).obstacle
    assert found is not None and (found.where, found.rule) == (b, "14")
    assert max(labels(board, field_of_view(board, a, 8, policy))) == "0804"


# --- fields and what is kept ---------------------------------------------------------------------


def test_a_field_lists_near_hexes_before_far_ones_and_begins_with_its_own():
    board = ground(terrain={"0505": "woods"})
    field = field_of_view(board, board.at("0503"), 4, PLAIN)
    hexes = list(field)
    assert hexes[0] == board.at("0503")
    steps = [distance(hexes[0], hex_) for hex_ in hexes]
    assert steps == sorted(steps) and len(steps) == len(field)
    assert frozenset(hexes) == field.hexes
    assert board.at("0505") in field and board.at("0506") not in field


def test_a_field_can_grow_and_shrink():
    board = ground(terrain={"0505": "woods"})
    sighting = Sighting(board, PLAIN)
    origin = board.at("0503")
    small = sighting.field(origin, 2).hexes
    large = sighting.field(origin, 5).hexes
    assert small < large
    assert sighting.field(origin, 2).hexes == small
    screen = sighting.screen(at(board, "0604"))
    assert sighting.field(origin, 2, screen).hexes <= small
    assert sighting.field(origin, 9, screen).hexes <= sighting.field(origin, 9).hexes


def test_nothing_is_asked_before_it_is_wanted_and_nothing_twice():
    asked = []

    def in_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> None:
        asked.append(hex_)

    board = ground()
    sighting = Sighting(board, SightPolicy("curious", in_hex=in_hex))
    assert asked == []
    a, b = at(board, "0503 0507")
    for _ in range(3):
        assert sighting.can_see(a, b)
    assert labels(board, asked) == ["0504", "0505", "0506"]
    sighting.field(a, 6)
    so_far = len(asked)
    sighting.field(a, 6)
    sighting.field(a, 5)
    assert len(asked) == so_far


def test_moved_units_are_seen_through_a_new_screen_only():
    board = ground()
    sighting = Sighting(board, PLAIN)
    a, b = at(board, "0503 0507")
    before, after = sighting.screen(at(board, "0505")), sighting.screen(at(board, "0605"))
    assert [sighting.can_see(a, b, screen) for screen in (before, after, None)] == [False, True, True]
    assert b not in sighting.field(a, 6, before)
    assert b in sighting.field(a, 6, after)


def test_one_sighting_is_shared_for_a_board_and_a_policy():
    board = ground()
    assert sighting_on(board, PLAIN) is sighting_on(board, PLAIN)
    assert sighting_on(ground(), PLAIN) is not sighting_on(board, PLAIN)


def test_hexes_off_the_map_are_refused_by_name():
    board = ground()
    off, on = board.grid.hex_at(13, 1), board.at("0101")
    sighting = Sighting(board, PLAIN)
    for ask in (
        lambda: sighting.can_see(off, on),
        lambda: sighting.can_see(on, off),
        lambda: sighting.look(on, off),
        lambda: sighting.field(off, 3),
        lambda: sighting.screen([off]),
    ):
        with pytest.raises(OffMapError, match="1301"):
            ask()
    with pytest.raises(ValueError, match="radius"):
        sighting.field(on, -1)
