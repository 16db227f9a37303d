"""[1 A, 19] Two battles that differ in hidden orders alone look alike to everybody else, on every road."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from game.core.actions import parse_action
from game.core.dice import StreamDice
from game.core.events import Event, FactChanged
from game.core.view import why_not_for
from game.fuzz import choose_boldly
from game.match import Match
from game.replay import tell
from game.textplay import TextPlay
from tests.test_textplay import Players

# No orders, one, or all that can be given: how many there are is as secret as whose they are.
SECRETS = (("pass",), ("order blue-horse", "pass"), ("order blue-foot", "order blue-horse"))
NONSENSE = ("dance", "order blue-foot", "order red-foot", "first blue-foot", "move b1", "rally b1", "pass")


def begun(orders: tuple[str, ...], seed: int) -> Match:
    """A meeting engagement in which blue has given these orders."""
    match = Match.begin("jours-de-gloire", "meeting", dice=StreamDice(random.Random(seed)))
    for text in orders:
        match.act(parse_action(text))
    return match


def looks(match: Match, side: str | None) -> list[object]:
    """All that the game shows to a side: table, question, actions, log, replay, refusals."""
    shown: list[object] = [match.view(side), match.view(side).state.digest, match.told(side)]
    shown += [step.as_json() for step in tell(match, side)]
    if side is not None and match.asked == side:
        refused = (parse_action(text) for text in NONSENSE)
        shown += [str(why_not_for(match.rules, match.state, side, action)) for action in refused]
    return shown


def shows_blue(events: tuple[Event, ...]) -> bool:
    """Whether an order of blue's has been turned over."""
    return any(isinstance(event, FactChanged) and event.key.startswith("secret:blue:") for event in events)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_tells_which_orders_blue_has_given(seed):
    """[2.1] Until a marker of blue's is drawn, and its order turned over."""
    matches = [begun(orders, seed) for orders in SECRETS]
    assert len({match.state.digest for match in matches}) == len(SECRETS)
    choose, used = random.Random(seed), Counter[str]()
    first = True
    while first or not shows_blue(matches[0].log[-1].events):
        first = False
        for side in ("red", None):
            one, *others = (looks(match, side) for match in matches)
            assert others == [one] * len(others), f"{side} after {matches[0].entries[-1].action}"
        assert len({match.legal() for match in matches}) == 1, "nobody is offered anything else"
        action = choose_boldly(matches[0], choose, used)
        for match in matches:
            match.act(action)


def behind_the_curtain(orders: tuple[str, ...]) -> list[str]:
    """All that red is shown in a terminal when blue has given these orders and handed over."""
    match = Match.begin("jours-de-gloire", "meeting", seed=5)
    looking = ("log", "undo", "redo", *(f"why {text}" for text in NONSENSE), "units", "hex 0806", "house")
    players = Players(
        *orders, "", *looking, "order red-foot", "undo", "order red-horse", "log", "pass", "log"
    )
    TextPlay(match, players, True).run()
    return players.heard[players.heard.index("[clear]") :]


@pytest.mark.parametrize("orders", SECRETS[1:], ids=str)
def test_no_screen_tells_either(orders):
    """[2.1] The terminal, from the moment the curtain falls to red's first activation."""
    assert behind_the_curtain(orders) == behind_the_curtain(SECRETS[0])
