"""Whoever is to come can come: every reinforcement of every shipped scenario enters in play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from game.core.actions import PASS
from game.core.scenario import ScenarioFile
from game.fuzz import choose_action
from game.library import shipped_names, shipped_scenario
from game.match import Match

ENTER = "enter"  # the verb by which a piece comes onto the map in every ruleset
GAMES = 12  # at most; what a scenario leaves to the die may take some


def entries(file: ScenarioFile) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every piece that does not begin on the map, whatever list of the file it stands in."""
    for value in file.data.values():
        for entry in value if isinstance(value, list) else ():
            if isinstance(entry, Mapping) and "enters" in entry:
                yield entry["id"], entry["enters"]


EXPECTING = [name for name in shipped_names() if any(entries(shipped_scenario(name)))]


def arrivals(file: ScenarioFile, seed: int) -> dict[str, int]:
    """On which turn each piece came on, in a random game in which nobody tarries.

    A side that expects nobody any more stands still.
    """
    match = Match.begin(file.ruleset, file, seed=seed)
    late = dict(entries(file))
    choose, used, came = random.Random(seed), Counter[str](), dict[str, int]()
    while not match.is_over:
        legal = match.legal()
        action = next((each for each in legal if each.verb == ENTER), None)
        if action is None and PASS in legal:
            expected = {match.state.pieces[id_].side for id_ in late if id_ not in came}
            action = None if match.asked in expected else PASS
        if action is None:
            action = choose_action(legal, choose, used)
            used[action.verb] += 1
        elif action.verb == ENTER:
            came[action.words[0]] = match.state.turn
        match.act(action)
    return came


def test_some_battles_have_reinforcements() -> None:
    assert {"auerstaedt", "austerlitz", "fehrbellin", "montebello", "saalfeld", "somosierra"} <= {*EXPECTING}


@pytest.mark.parametrize("name", EXPECTING)
def test_all_reinforcements_come_on_and_none_too_early(name: str) -> None:
    file = shipped_scenario(name)
    due = {id_: int(entry["turn"]) for id_, entry in entries(file)}
    waiting = {*due}
    for seed in range(GAMES):
        came = arrivals(file, seed)
        assert all(due[id_] <= turn for id_, turn in came.items())
        waiting -= came.keys()
        if not waiting:
            break
    assert not waiting
