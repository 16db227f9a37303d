"""Finds, in random games, an early position for every step that asks, and writes each with its counts.

    python tools/find_positions.py tests/perft/jdg/scenario.toml --out tests/perft

The files are then read by people, corrected where the rules are wrong, and kept: `gloire perft FILE --write`
renews the counts of one when a rule has changed on purpose.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter as Tally
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.fuzz import choose_action
from game.library import find_scenario
from game.match import Match
from game.perft import SUFFIX, Counter, Position, position_of, set_up

DEEPEST = 3


def find_positions(scenario: str | Path, games: int, longest: int) -> dict[str, Position]:
    """For every step that asked in some game: the shortest way to it, then the fewest choices there."""
    file = find_scenario(scenario)
    found: dict[str, tuple[tuple[int, int], Position]] = {}
    for seed in range(games):
        match = Match.begin(file.ruleset, file, seed=seed)
        choose, used = random.Random(seed), Tally[str]()
        while not match.is_over and len(match.entries) < longest:
            step = match.state.frame.step
            rank = (len(match.entries), len(match.legal()))
            if step not in found or rank < found[step][0]:
                remark = f"{match.rules.nodes[step].title} ({step})"
                found[step] = (rank, position_of(match, (remark,)))
            action = choose_action(match.legal(), choose, used)
            used[action.verb] += 1
            match.act(action)
    return {step: position for step, (_, position) in sorted(found.items())}


def counted(position: Position, path: Path, most: int) -> Position:
    """The position with its counts, as deep as they stay below *most*."""
    match = set_up(position, path)
    counter, counts = Counter(match.rules), {}
    for depth in range(1, DEEPEST + 1):
        counts[depth] = counter.count(match.state, depth)
        if not 0 < counts[depth] * len(match.legal()) <= most:
            break
    return position.with_counts(counts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario")
    parser.add_argument("--out", type=Path, default=Path(), help="folder for the files")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--longest", type=int, default=60, help="how many actions of each game to look at")
    parser.add_argument("--most", type=int, default=3000, help="roughly how many sequences to count at most")
    given = parser.parse_args()
    home = Path(given.scenario)
    for step, position in find_positions(given.scenario, given.games, given.longest).items():
        if home.is_file():
            position = replace(position, scenario=Path(os.path.relpath(home, given.out)).as_posix())
        prefix = home.parent.name if home.is_file() else home.name
        path = given.out / f"{prefix}-{step.replace('_', '-')}{SUFFIX}"
        path.write_text(counted(position, path, given.most).text(), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main()
