"""Odds are counted beside the window: what two threads find on one ground is what each finds alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

from hexmap.board import Board
from hexmap.coords import Hex
from hexmap.paths import Charge, Conditions, Ground, Item, Reached, StepCost, reach
from tests.hexmap.boards import small_board

SIZE, BUDGET, ROUNDS = 12, Fraction(4), 30


def ground(board: Board) -> Ground:
    """Steps that cost a half, a third, a fifth… by where they lead: it has to become finer all the time."""

    def step(_a: Hex, b: Hex) -> StepCost:
        return StepCost((Item("way", 1 + Fraction(1, 2 + sum(b) % 6), ""),))

    return Ground(board, step)


def reached(over: Ground, start: Hex) -> dict[Hex, Reached]:
    near = frozenset(over.board.hexes[: SIZE * 3])
    return dict(
        reach(over, start, BUDGET, Conditions(enter=(Charge(near, Item("mud", Fraction(1, 11), "")),)))
    )


def test_a_ground_that_several_threads_fill_at_once(restless: None) -> None:
    board = small_board(["." * SIZE] * SIZE)
    starts = board.hexes[::7]
    alone = [reached(ground(board), start) for start in starts]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(ROUNDS):
            over = ground(board)
            assert list(pool.map(lambda start, over=over: reached(over, start), starts)) == alone
