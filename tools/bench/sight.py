"""Field of view and single lines on the 60 x 40 benchmark map, beside what one would write instead.

The peers (`_sight_peers`) know heights only, so hexsides are left out of our policy here, too, and the exact
ones are checked to see the same hexes before they are timed. None of them remembers a verdict: the
fair match is the *cold* field, and the *warm* figures show what remembering is worth.

- cold: a hex not asked about before; the board's tables and the geometry of lines are there;
- warm: a hex asked about before, same board and policy, the answer as a set of hexes;
- units moved: as warm, but a hundred units stand elsewhere each time; making their screen is included;
- first: nothing there at all, not even the geometry of lines.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench import Figure, microseconds
from bench._sight_peers import FloatLines, LineTables, NaiveLines, NumpyTables, Peer
from game.shipped import shipped
from hexmap.blockers import SightPolicy
from hexmap.board import Board
from hexmap.coords import Hex, within
from hexmap.files import read_map
from hexmap.neutral_sight import plain_sight
from hexmap.rays import ray
from hexmap.sight import Sighting

RADIUS = 12


def figures() -> Iterator[Figure]:
    """Microseconds per question; a field has 468 targets, a pair lies anywhere on the map."""
    board = read_map(shipped("maps") / "benchmark" / "map.toml")
    policy = plain_sight(side_cover={})
    dice = random.Random(1)
    inner = [hex_ for hex_ in board.hexes if all(other in board for other in within(hex_, RADIUS))]
    origins = dice.sample(inner, 40)
    naive, float_lines = NaiveLines(board, RADIUS), FloatLines(board, RADIUS)
    peers: list[Peer] = [naive, float_lines, LineTables(board, RADIUS)]
    missing: tuple[str, ...] = ()
    try:
        peers.append(NumpyTables(board, RADIUS))
    except ImportError:
        missing = (NumpyTables.name,)
    sighting = Sighting(board, policy)
    for peer in peers:
        for origin in origins:
            if peer.is_exact and frozenset(peer.field(origin)) != sighting.field(origin, RADIUS).hexes:
                raise AssertionError(f"{peer.name} sees other hexes from {board.label(origin)}")
    theirs = {peer.name: _each(peer.field, origins) for peer in peers}
    yield Figure(
        "field of view to 12 hexes, cold", _cold_field(board, policy, inner), theirs, missing, "beside naive"
    )
    yield Figure(
        "field of view to 12 hexes, warm",
        _each(lambda origin: sighting.field(origin, RADIUS).hexes, origins),
        theirs,
        missing,
        "at most 120",
    )

    armies = [dice.sample(board.hexes, 100) for _ in range(16)]

    def after_a_move(question: tuple[Hex, list[Hex]]) -> object:
        origin, army = question
        return sighting.field(origin, RADIUS, sighting.screen(army)).hexes

    questions = [(origin, army) for origin in origins for army in armies]
    for question in questions:
        after_a_move(question)
    yield Figure(
        "field of view to 12 hexes, 100 units moved", _each(after_a_move, questions), goal="at most 120"
    )

    pairs = [(origin, target) for origin in origins for target in dice.sample(board.hexes, 25)]
    yield Figure(
        "one pair, warm",
        _each(lambda pair: sighting.can_see(*pair), pairs),
        {
            naive.name: _each(lambda pair: naive.can_see(*pair), pairs),
            float_lines.name: _each(lambda pair: float_lines.can_see(*pair), pairs),
        },
        goal="at most 1",
    )
    screen = sighting.screen(armies[0])
    seen = [pair for pair in pairs if sighting.can_see(*pair)]
    yield Figure(
        "one pair that sees, warm, 100 units",
        _each(lambda pair: sighting.can_see(*pair, screen), seen),
        goal="at most 1",
    )
    yield Figure("first field of all", _first_field(board, policy, origins[0]), goal="under 300,000")


def _each(ask: Callable[[Any], object], questions: list[Any]) -> float:
    """Microseconds for one of these questions, on the average; the call that asks is counted in."""
    return microseconds(lambda: [ask(question) for question in questions]) / len(questions)


def _cold_field(board: Board, policy: SightPolicy, inner: list[Hex]) -> float:
    """The best of several rounds, each over hexes that its sighting has not seen before."""
    best = float("inf")
    for number in range(5):
        sighting = Sighting(board, policy)
        sighting.field(inner[0], RADIUS)
        fresh = random.Random(number).sample(inner[1:], 30)
        started = time.perf_counter()
        for origin in fresh:
            _ = sighting.field(origin, RADIUS).hexes
        best = min(best, time.perf_counter() - started)
    return best / 30 * 1e6


def _first_field(board: Board, policy: SightPolicy, origin: Hex) -> float:
    best = float("inf")
    for _ in range(3):
        ray.cache_clear()
        started = time.perf_counter()
        _ = Sighting(board, policy).field(origin, RADIUS).hexes
        best = min(best, time.perf_counter() - started)
    return best * 1e6
