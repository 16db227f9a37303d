"""Odds are counted beside the window: a state that two threads look at keeps its name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from game.core.state import Deployment, Draft, Frame, GameState, Piece
from hexmap.coords import Hex

PIECES, ROUNDS = 300, 150


@pytest.mark.usefixtures("restless")
def test_two_threads_that_ask_for_a_hash_at_once_get_the_same() -> None:
    start = {f"unit-{n}": Piece(f"unit-{n}", "red", Hex(n, 0)) for n in range(PIECES)}
    table = GameState(1, (Frame("act", "red"),), Deployment(start), {})
    with ThreadPoolExecutor(2) as threads:
        for round_ in range(1, ROUNDS):
            draft = Draft(table)
            for piece in start.values():
                draft.set_piece(piece._replace(hex=Hex(0, round_)))
            pieces, both = draft.state.pieces, Barrier(2)

            def named(pieces: Deployment = pieces, both: Barrier = both) -> int:
                both.wait()
                return pieces.digest

            right = Deployment(pieces.pieces).digest
            assert [told.result() for told in (threads.submit(named), threads.submit(named))] == [right] * 2
            assert pieces.digest == right
