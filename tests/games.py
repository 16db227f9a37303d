"""Games that tests play: a few lines instead of a fixture of a thousand."""

from __future__ import annotations

import random

from game.match import Match


def played(
    seed: int = 3, steps: int = 10_000, ruleset: str = "skirmish", scenario: str = "skirmish"
) -> Match:
    """A random legal game, to its end or so many steps long."""
    match = Match.begin(ruleset, scenario, seed=seed)
    play_on(match, seed, steps)
    return match


def play_on(match: Match, seed: int = 0, steps: int = 10_000) -> None:
    """Some more random legal steps."""
    choose = random.Random(seed)
    while not match.is_over and steps:
        match.act(choose.choice(match.legal()))
        steps -= 1
