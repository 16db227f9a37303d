"""Every shipped scenario of every ruleset plays to its end, and no battle is decided before it begins."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from game.fuzz import choose_action, fuzz
from game.library import shipped_names, shipped_scenario
from game.match import Match

BATTLES = ["auerstaedt", "austerlitz", "montebello", "saalfeld", "somosierra"]
LONGEST = 20_000  # actions: ten times what the largest battle takes
MOST = 0.85  # of all random games that one side may win


def play(name: str, seed: int) -> Match:
    """A random legal game to its end."""
    file = shipped_scenario(name)
    match = Match.begin(file.ruleset, file, seed=seed)
    choose, used = random.Random(seed), Counter[str]()
    while not match.is_over:
        assert len(match.entries) < LONGEST, f"turn {match.state.turn}, {match.state.frame.step}"
        action = choose_action(match.legal(), choose, used)
        used[action.verb] += 1
        match.act(action)
    return match


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_scenario_plays_to_its_end(name: str) -> None:
    match = play(name, seed=11)
    assert match.state.result is not None
    assert match.state.turn <= shipped_scenario(name).data["turns"]
    assert list(match.ruleset.broken(match.rules, match.state)) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", shipped_names())
def test_a_hundred_games_keep_every_rule(name: str) -> None:
    file = shipped_scenario(name)
    assert fuzz(file.ruleset, 100, 1, [file]).faults == []


@pytest.mark.soak
@pytest.mark.parametrize("name", BATTLES)
def test_random_play_does_not_know_the_winner(name: str) -> None:
    games = 200
    ends = [play(name, seed).state.result for seed in range(games)]
    wins = Counter(end.winner for end in ends if end is not None and end.winner)
    assert max(wins.values()) <= MOST * games, wins
