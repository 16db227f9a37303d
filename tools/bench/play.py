"""Random legal play: every legal action generated, one carried out, events and record kept.

Beside python-chess in the same run. Times are for one action (a move of python-chess); then what a record,
an undo and the memory of a long game cost.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import Figure
from game.fuzz import choose_action
from game.library import shipped_names
from game.match import Match, load_record

CHESS = "python-chess"
BATTLE = "saalfeld"  # about twenty units a side on 22 x 18 hexes
OLDER_BATTLE = "fehrbellin"  # of The Age of Glory
LONG_BATTLE = "austerlitz"
SECONDS = 1.0
ROUNDS = 3  # everybody plays in turn, so that a busy moment of the machine hits all alike
LONG = 2_000

Game = Callable[[int], tuple[int, float]]  # a seed gives the actions of a game and the seconds they took


def figures() -> Iterator[Figure]:
    """The rate of play first, then what a game costs to keep."""
    games: dict[str, Game] = {BATTLE: partial(_battle, "jours-de-gloire", BATTLE)}
    games["skirmish"] = partial(_battle, "skirmish", "skirmish")
    games[OLDER_BATTLE] = partial(_battle, "age-of-glory", OLDER_BATTLE)
    missing: tuple[str, ...] = ()
    if find_spec("chess"):
        games[CHESS] = _chess
    else:
        missing = (CHESS,)
    each_us = _each_us(games)
    peers = {CHESS: each_us.pop(CHESS)} if CHESS in games else {}
    for name, ours_us in each_us.items():
        goal = "ratio 0.7, aim 1.5" if name == BATTLE else ""
        yield Figure(f"one action of random play, {name}", ours_us, peers, missing, goal=goal)
    match = played("jours-de-gloire", BATTLE, 1_000)
    yield Figure(
        f"load and verify a record, each of {len(match.entries):,} actions",
        _load_us(match),
        goal="under 1,000 (1 s for 1,000)",
    )
    yield Figure("undo, the record on disk following", _undo_us(), goal="under 5,000")
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


def _each_us(games: dict[str, Game]) -> dict[str, float]:
    """Microseconds an action of each, over whole games from their beginning."""
    actions, seeds = Counter[str](), Counter[str]()
    spent = dict.fromkeys(games, 0.0)
    for round_ in range(1, ROUNDS + 1):
        for name, game in games.items():
            while spent[name] < SECONDS * round_:
                count, seconds = game(seeds[name])
                seeds[name] += 1
                actions[name] += count
                spent[name] += seconds
    return {name: spent[name] / actions[name] * 1e6 for name in games}


def _battle(ruleset: str, scenario: str, seed: int) -> tuple[int, float]:
    """A random game of ours, chosen evenly from all that is legal."""
    choose = random.Random(seed)
    match = Match.begin(ruleset, scenario, seed=seed)
    started = time.process_time()
    while not match.is_over:
        match.act(choose.choice(match.legal()))
    return len(match.entries) - 1, time.process_time() - started


def _chess(seed: int) -> tuple[int, float]:
    """A random game of chess."""
    import chess

    choose = random.Random(seed)
    board = chess.Board()
    started = time.process_time()
    while not board.is_game_over():
        board.push(choose.choice(list(board.legal_moves)))
    return len(board.move_stack), time.process_time() - started


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
    """Taking one step back, the record on disk following."""
    match = Match.begin("skirmish", "skirmish", seed=1)
    while not match.undoable:
        match.act(match.legal()[0])
    times = []
    with TemporaryDirectory() as folder:
        match.keep_in(Path(folder) / "game.record")
        for _ in range(50):
            started = time.perf_counter()
            match.undo()
            times.append(time.perf_counter() - started)
            match.redo()
    return median(times) * 1e6


def _memory() -> Iterator[Figure]:
    """What a long game holds in memory, in kilobytes (the column says microseconds)."""
    scenario = LONG_BATTLE if LONG_BATTLE in shipped_names() else BATTLE
    tracemalloc.start()
    match = played("jours-de-gloire", scenario, LONG)
    held, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    count = len(match.entries)
    yield Figure(f"memory of a game of {count:,} actions, kB", held / 1000, goal="under 100,000 for 2,000")
