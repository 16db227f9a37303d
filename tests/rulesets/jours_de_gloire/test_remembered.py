"""What has been worked out once is what comes out anew, in random games under all kinds of house rules.

Rules and deployments remember much. Here every action offered, and all that it leads to, is held against
the same worked out by rules and on a table that remember nothing.
"""

from __future__ import annotations

import random
from copy import copy
from typing import Any

import pytest

from game.core.dice import ScriptedDice
from game.core.engine import legal_actions, play
from game.core.ruleset import load_ruleset
from game.core.state import Deployment, GameState
from game.match import Match
from game.rulesets.jours_de_gloire.units import distances
from hexmap.coords import distance

RULESET = "jours-de-gloire"
EVERY = 5  # at every so manieth step all is worked out anew: that takes far longer than the step itself


def forgetful(rules: Any) -> Any:
    """The same rules, with nothing worked out yet."""
    new = copy(rules)
    new.memo, new.memo_of_counters = {}, {}
    return new


def afresh(state: GameState) -> GameState:
    """The same moment, with nothing known of it yet."""
    return GameState(state.turn, state.frames, Deployment(state.pieces.pieces), state.facts, state.result)


def a_set_of_house_rules(choose: random.Random) -> dict[str, str]:
    """Every switch in one of its positions, half of them as they are without being asked."""
    return {
        key: switch.default if choose.random() < 0.5 else choose.choice([each.key for each in switch.choices])
        for key, switch in load_ruleset(RULESET).switches.items()
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scenario", ["saalfeld", "somosierra"])
def test_what_is_remembered_is_what_comes_out_anew(scenario: str, seed: int):
    choose = random.Random(f"{scenario} {seed}")
    house_rules = a_set_of_house_rules(choose) if seed else {}
    match = Match.begin(RULESET, scenario, house_rules, seed)
    for step in range(400):
        if match.is_over:
            break
        state, offered = match.state, match.legal()
        action = choose.choice(offered)
        happened = match.act(action)
        if step % EVERY == seed % EVERY:
            rules, anew = forgetful(match.rules), afresh(state)
            assert legal_actions(rules, anew) == offered, house_rules
            played = play(rules, anew, action, ScriptedDice(*match.entries[-1].faces))
            assert (played.events, played.state) == (happened, match.state), house_rules


@pytest.mark.parametrize("scenario", ["saalfeld", "montebello"])
def test_every_list_of_distances_holds_those_of_the_map(scenario: str):
    rules = Match.begin(RULESET, scenario).rules
    hexes = rules.board.hexes
    for here in hexes[::7]:
        assert distances(rules, here) == [distance(here, other) for other in hexes]
