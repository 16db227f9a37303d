"""Rulebook sentences through the policies of `sight_policies`, one test each."""

from __future__ import annotations

import pytest

from hexmap.board import Board
from hexmap.sight import line_of_sight
from tests.hexmap.sight_boards import at, ground
from tests.hexmap.sight_policies import REGIMENTAL, TABLETOP


def rule(board: Board, pair: str) -> str | None:
    """The rule that blocks a line in the regimental game, None where it is clear."""
    a, b = at(board, pair)
    found = line_of_sight(board, a, b, REGIMENTAL).obstacle
    return found and found.rule


# The line 0503 to 0507 runs down a column: 0504, 0505 (half-way), 0506.


@pytest.mark.parametrize(
    ("firer", "between", "target", "blocked"),
    [(0, 1, 0, True), (1, 1, 0, False), (0, 1, 1, False), (1, 2, 0, True), (3, 2, 0, False)],
)
def test_ground_above_both_ends_blocks(firer: int, between: int, target: int, blocked: bool):
    """[7.4] I > F and I > T."""
    board = ground(levels={"0503": firer, "0505": between, "0507": target})
    assert rule(board, "0503 0507") == ("7.4 (1)" if blocked else None)


def test_woods_at_or_above_both_ends_block_and_below_both_do_not():
    """[7.4] F <= I and T <= I; F > I and T > I."""
    assert rule(ground(terrain={"0505": "woods"}), "0503 0507") == "7.4 (2)"
    assert rule(ground(terrain={"0505": "woods"}, levels={"0503": 1, "0507": 1}), "0503 0507") is None


@pytest.mark.parametrize(("woods", "blocked"), [("0504", False), ("0505", True), ("0506", True)])
def test_from_above_woods_block_half_way_or_nearer_the_target(woods: str, blocked: bool):
    """[7.4] F > I >= T, and the other way about from the target's end."""
    board = ground(terrain={woods: "woods"}, levels={"0503": 1})
    assert rule(board, "0503 0507") == ("7.4 (3)" if blocked else None)
    assert rule(board, "0507 0503") == ("7.4 (4)" if blocked else None)


@pytest.mark.parametrize("kind", ["crest", "steep_slope"])
def test_ridges_block_except_for_whoever_lines_them(kind: str):
    """[7.4] The hexside of one's own hex does not block from its upper side at range two or more."""
    middle = ground(sides={"0504/0505": kind})
    assert rule(middle, "0503 0507") == "7.4 (5)"
    own = ground(sides={"0503/0504": kind}, levels={"0503": 1})
    assert rule(own, "0503 0507") is None
    assert rule(own, "0507 0503") is None
    assert rule(own, "0503 0504") == "7.4 (5)"
    below = ground(sides={"0503/0504": kind}, levels={"0504": 1, "0507": 1})
    assert rule(below, "0503 0507") == "7.4 (5)"


def test_a_ridge_along_the_line_counts():
    """[7.4] Hexside features on a line along a hexside count."""
    assert rule(ground(sides={"0603/0604": "crest"}), "0504 0704") == "7.4 (5)"


def test_of_two_hexes_beside_the_line_both_must_block():
    """[7.4] Blocked only if both block."""
    assert rule(ground(terrain={"0603": "woods"}), "0504 0704") is None
    assert rule(ground(terrain={"0603": "woods", "0604": "woods"}), "0504 0704") == "7.4 (2)"


def test_towns_and_units_do_not_block_the_regimental_game():
    """[7.4] Towns, castles, orchards and combat units do not block."""
    board = ground(terrain={"0505": "town"})
    a, b, unit = at(board, "0503 0507 0506")
    assert line_of_sight(board, a, b, REGIMENTAL, [unit]).seen


def tabletop(board: Board, pair: str, units: str = "") -> bool:
    a, b = at(board, pair)
    return line_of_sight(board, a, b, TABLETOP, at(board, units)).seen


def test_on_the_table_woods_towns_and_higher_ground_block():
    """[1.4] Whatever the levels of the ends, woods and built-up hexes block."""
    assert not tabletop(ground(terrain={"0505": "woods"}, levels={"0503": 3, "0507": 3}), "0503 0507")
    assert not tabletop(ground(terrain={"0506": "town"}), "0503 0507")
    assert not tabletop(ground(levels={"0505": 1}), "0503 0507")
    assert tabletop(ground(levels={"0505": 1, "0507": 1}), "0503 0507")


def test_on_the_table_formed_units_block_level_fire():
    """[1.4] Screens of skirmishers are not handed in, so they never block."""
    assert not tabletop(ground(), "0503 0507", units="0505")
    assert tabletop(ground(levels={"0503": 1}), "0503 0507", units="0505")
    assert tabletop(ground(), "0504 0704", units="0603")
    assert not tabletop(ground(), "0504 0704", units="0603 0604")


def test_on_the_table_a_crest_blocks_those_below_it():
    """[1.4] Crest hexsides, when neither end is on the crest level."""
    ridge = {"0505": 1}
    assert tabletop(ground(sides={"0504/0505": "crest"}), "0503 0507")
    assert not tabletop(ground(sides={"0504/0505": "crest"}, levels=ridge), "0503 0507")
    assert tabletop(ground(sides={"0504/0505": "crest"}, levels={**ridge, "0503": 1}), "0503 0507")
