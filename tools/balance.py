"""Who wins when nobody thinks: random legal games over the battles, and the table of their ends.

    python3 tools/balance.py --games 200                    every scenario of every ruleset
    python3 tools/balance.py --scenario saalfeld            one of them
    python3 tools/balance.py --games 200 --write            and keep the table as docs/random-play.md

A battle is not good because random play is even; but where the start alone decides it, it is bad. No side
should win more than 85 of 100.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.core.dice import StreamDice
from game.core.engine import begin, legal_actions, play
from game.core.ruleset import lay_out, load_ruleset
from game.core.scenario import ScenarioFile
from game.core.state import Outcome
from game.core.switches import house_rules
from game.fuzz import choose_action
from game.library import find_scenario, shipped_scenarios

PAGE = Path(__file__).resolve().parent.parent / "docs" / "random-play.md"
MOST = 85  # of 100 games that one side may win


class Balance(NamedTuple):
    """How the random games of one scenario ended."""

    name: str
    games: int
    wins: Counter[str]
    early: int  # games that ended before their last turn
    actions: int

    @property
    def most(self) -> float:
        """The larger share of wins, in per cent."""
        return 100 * max(self.wins.values(), default=0) / self.games

    def cells(self, sides: Iterable[tuple[str, str]]) -> list[str]:
        shares = [f"{name} {100 * self.wins[side] / self.games:.0f} %" for side, name in sides]
        drawn = self.games - sum(self.wins.values())
        shares.append(f"draw {100 * drawn / self.games:.0f} %")
        return [
            self.name,
            str(self.games),
            ", ".join(shares),
            str(self.early),
            str(self.actions // self.games),
        ]


def game(file: ScenarioFile, seed: str) -> tuple[Outcome, int, int]:
    """One random game as printed: how and on which turn it ended, and after how many actions."""
    choose, used = random.Random(seed), Counter[str]()
    switches = load_ruleset(file.ruleset).switches
    setup = lay_out(file.ruleset, file, house_rules(switches, {}, file.name))
    dice = StreamDice(choose)
    state, count = begin(setup.rules, setup.state, dice, setup.start).state, 0
    while state.result is None:
        action = choose_action(legal_actions(setup.rules, state), choose, used)
        used[action.verb] += 1
        state = play(setup.rules, state, action, dice).state
        count += 1
    return state.result, state.turn, count


def balance(file: ScenarioFile, games: int, seed: int) -> Balance:
    """The ends of so many random games."""
    ends = [game(file, f"{seed}:{number}") for number in range(games)]
    return Balance(
        file.name,
        games,
        Counter(outcome.winner for outcome, _, _ in ends if outcome.winner),
        sum(turn < int(file.data["turns"]) for _, turn, _ in ends),
        sum(count for _, _, count in ends),
    )


def _sides(file: ScenarioFile) -> list[tuple[str, str]]:
    return [(side["id"], side["name"]) for side in file.data["sides"]]


def _page(lines: list[str], games: int, seed: int) -> str:
    return "\n".join(
        [
            "# Random play",
            "",
            f"Who wins when nobody thinks: {games} random legal games on each scenario, seed {seed}, the",
            "rules as printed. It says nothing about good play; it only shows that no battle is decided",
            f"by its setup. No side should win more than {MOST} % of the games. *Early* counts those that",
            "ended before their last turn. Written by `python3 tools/balance.py --write`.",
            "",
            *lines,
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="", help="only this one")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    chosen = parser.parse_args()
    files = [find_scenario(chosen.scenario)] if chosen.scenario else list(shipped_scenarios().values())
    head = ["scenario", "games", "ends", "early", "actions a game"]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lopsided = []
    for file in files:
        found = balance(file, chosen.games, chosen.seed)
        lines.append(f"| {' | '.join(found.cells(_sides(file)))} |")
        print(lines[-1], flush=True)
        if found.most > MOST:
            lopsided.append(file.name)
    if chosen.write:
        PAGE.write_text(_page(lines, chosen.games, chosen.seed), encoding="utf-8", newline="\n")
    if lopsided:
        sys.exit(f"more than {MOST} of 100 games go to one side: {', '.join(lopsided)}")


if __name__ == "__main__":
    main()
