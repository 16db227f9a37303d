"""Random legal play: every legal action generated, one carried out, events and record kept.

Beside python-chess in the same run. Times are for one action (a move of python-chess); then what a record,
an undo and the memory of a long game cost.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import Figure, microseconds
from game.fuzz import choose_action
from game.library import shipped_names
from game.match import Match, load_record

BATTLE = "saalfeld"  # about twenty units a side on 22 x 18 hexes
LONG_BATTLE = "austerlitz"
SECONDS = 3.0
LONG = 2_000


def figures() -> Iterator[Figure]:
    """The rate of play first, then what a game costs to keep."""
    chess_us, missing = _chess_us()
    peers = {"python-chess": chess_us} if chess_us else {}
    yield Figure("one action of random play, skirmish", _play_us("skirmish", "skirmish"), peers, missing)
    if BATTLE not in shipped_names():
        return
    yield Figure(
        f"one action of random play, {BATTLE}",
        _play_us("jours-de-gloire", BATTLE),
        peers,
        missing,
        goal="ratio 0.7, aim 1.5",
    )
    match = played("jours-de-gloire", BATTLE, 1_000)
    yield Figure(
        f"load and verify a record, each of {len(match.entries):,} actions",
        _load_us(match),
        goal="under 1,000 (1 s for 1,000)",
    )
    yield Figure("undo and redo", _undo_us(), goal="under 5,000")
    yield from _memory()


def played(ruleset: str, scenario: str, actions: int, seed: int = 1) -> Match:
    """A random game of about so many actions; where one ends early, another seed is tried."""
    best: Match | None = None
    for attempt in range(seed, seed + 6):
        match = Match.begin(ruleset, scenario, seed=attempt)
        choose, used = random.Random(attempt), Counter[str]()
        while not match.is_over and len(match.entries) <= actions:
            action = choose_action(match.legal(), choose, used)
            used[action.verb] += 1
            match.act(action)
        if best is None or len(match.entries) > len(best.entries):
            best = match
        if len(best.entries) > actions:
            break
    assert best is not None
    return best


def _play_us(ruleset: str, scenario: str) -> float:
    """Microseconds an action, over whole games from their beginning, chosen evenly from all that is legal."""
    actions, spent, seed = 0, 0.0, 0
    while spent < SECONDS:
        choose = random.Random(seed)
        match = Match.begin(ruleset, scenario, seed=seed)
        seed += 1
        started = time.perf_counter()
        while not match.is_over:
            match.act(choose.choice(match.legal()))
        spent += time.perf_counter() - started
        actions += len(match.entries) - 1
    return spent / actions * 1e6


def _chess_us() -> tuple[float, tuple[str, ...]]:
    """Microseconds a move of random legal chess."""
    try:
        import chess
    except ImportError:
        return 0.0, ("python-chess",)
    moves, spent, seed = 0, 0.0, 0
    while spent < SECONDS:
        choose = random.Random(seed)
        seed += 1
        board = chess.Board()
        started = time.perf_counter()
        while not board.is_game_over():
            board.push(choose.choice(list(board.legal_moves)))
        spent += time.perf_counter() - started
        moves += len(board.move_stack)
    return spent / moves * 1e6, ()


def _load_us(match: Match) -> float:
    """Microseconds for each action of a record that is read from disk, replayed and compared."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.record"
        match.save(path)
        started = time.perf_counter()
        loaded = load_record(path)
        spent = time.perf_counter() - started
    assert loaded.problem is None
    return spent / len(match.entries) * 1e6


def _undo_us() -> float:
    """Taking one step back and doing it again, the record on disk following."""
    match = Match.begin("skirmish", "skirmish", seed=1)
    while not match.undoable:
        match.act(match.legal()[0])
    with TemporaryDirectory() as folder:
        match.keep_in(Path(folder) / "game.record")

        def back_and_forth() -> None:
            match.undo()
            match.redo()

        return microseconds(back_and_forth)


def _memory() -> Iterator[Figure]:
    """What a long game holds in memory, in kilobytes (the column says microseconds)."""
    scenario = LONG_BATTLE if LONG_BATTLE in shipped_names() else BATTLE
    tracemalloc.start()
    match = played("jours-de-gloire", scenario, LONG)
    held, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    count = len(match.entries)
    yield Figure(f"memory of a game of {count:,} actions, kB", held / 1000, goal="under 100,000 for 2,000")
