"""States are values: equal when nothing differs, named by a hash that is the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from game.core.state import Deployment, Frame, GameState, Outcome, Piece
from hexmap.coords import Hex

LINE = Piece("1-line", "blue", Hex(1, 2), strength=4)
GUARD = Piece("2-guard", "red", Hex(3, 0))


def table(**facts: object) -> GameState:
    return GameState(1, (Frame("act", "blue"),), Deployment({p.id: p for p in (LINE, GUARD)}), facts)  # type: ignore[arg-type]


def test_a_change_gives_a_new_state_and_leaves_the_old() -> None:
    before = table()
    after = before.with_piece(LINE._replace(hex=Hex(2, 2)))
    assert before.pieces["1-line"].hex == Hex(1, 2)
    assert after.pieces["1-line"].hex == Hex(2, 2)
    assert after.pieces.at(Hex(1, 2)) == ()
    assert after.pieces.at(Hex(2, 2)) == ("1-line",)
    assert before != after
    assert before.digest != after.digest


def test_the_way_does_not_matter_to_the_hash() -> None:
    one = table().with_fact("a", 1).with_fact("b", "x").with_turn(2)
    other = table().with_turn(2).with_fact("b", "y").with_fact("a", 1).with_fact("b", "x")
    assert one == other
    assert one.digest == other.digest
    assert hash(one) == hash(other)


def test_a_forgotten_fact_leaves_no_trace() -> None:
    assert table().with_fact("a", 1).with_fact("a", None) == table()
    assert table().with_fact("a", 1).with_fact("a", None).digest == table().digest


def test_true_and_one_are_different_facts_in_any_order_of_asking() -> None:
    """Python calls them equal, so a cache by value would hand out the wrong one's digest."""
    digests = {table(a=value).digest for value in (True, 1, (True,), (1,), "1")}
    assert len(digests) == 5


def test_what_a_step_remembers_counts_by_what_it_is_in_whatever_order_it_came() -> None:
    def digest(**data: Any) -> int:
        return table().with_frames((Frame("act", "blue", data),)).digest

    assert digest(a=1, b=("x",)) == digest(b=("x",), a=1)
    assert len({digest(a=1, b=value) for value in (True, 1, (True,), (1,), "1")}) == 5


def test_everything_counts_in_the_hash() -> None:
    states = [
        table(),
        table().with_turn(2),
        table().with_frames(()),
        table().with_frames((Frame("act", "red"),)),
        table().with_frames((Frame("act", "blue", {"unit": "1-line"}),)),
        table().with_frames((Frame("act", "blue", {}, True),)),
        table().with_result(Outcome("blue", "marginal", "it is over")),
        table().with_piece(LINE._replace(facing=3)),
        table().with_piece(LINE._replace(status="routed")),
        table().with_piece(LINE._replace(marks=frozenset({"fired"}))),
        table().with_piece(LINE._replace(hex=None)),
    ]
    assert len({state.digest for state in states}) == len(states)


def busy_table() -> GameState:
    marks = frozenset(("fired", "moved", "rallied"))
    return table(a=("x", 1), b=True).with_piece(LINE._replace(marks=marks))


def test_the_hash_is_the_same_in_another_process() -> None:
    """Where texts hash otherwise, sets come in another order: the digest must not notice."""
    program = "from tests.core.test_state import busy_table; print(busy_table().digest)"
    root = Path(__file__).resolve().parent.parent.parent
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
            cwd=root,
        )
        assert int(run.stdout) == busy_table().digest


@given(st.lists(st.tuples(st.sampled_from(["1-line", "2-guard"]), st.integers(0, 3), st.integers(0, 3))))
def test_what_stands_where_is_kept_in_step_with_the_pieces(moves: list[tuple[str, int, int]]) -> None:
    state = table()
    for unit, q, r in moves:
        state = state.with_piece(state.pieces[unit]._replace(hex=Hex(q, r) if q else None))
    afresh = Deployment(state.pieces.pieces)
    assert dict(state.pieces.occupied()) == dict(afresh.occupied())
    assert state.pieces.digest == afresh.digest


@given(
    st.lists(
        st.builds(
            LINE._replace,
            hex=st.sampled_from([None, Hex(0, 0), Hex(0, 1)]),
            facing=st.integers(0, 1),
            status=st.sampled_from(["", "routed"]),
            marks=st.frozensets(st.sampled_from(["fired", "moved"])),
        )
    ),
    st.lists(st.booleans()),
)
def test_a_digest_kept_up_to_date_is_the_digest_counted_afresh(
    changes: list[Piece], asked: list[bool]
) -> None:
    pieces = table().pieces
    for number, piece in enumerate(changes):
        pieces = pieces.changed(piece)
        if asked[number : number + 1] == [True]:
            assert pieces.digest == Deployment(pieces.pieces).digest
    assert pieces.digest == Deployment(pieces.pieces).digest


def test_what_is_remembered_about_a_deployment_is_worked_out_once() -> None:
    pieces = table().pieces
    calls: list[int] = []
    assert [pieces.remember("key", lambda: calls.append(1) or 7) for _ in range(3)] == [7, 7, 7]  # type: ignore[func-returns-value]
    assert len(calls) == 1
    assert pieces.changed(LINE._replace(strength=1)).remember("key", lambda: 8) == 8
