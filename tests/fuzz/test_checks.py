"""Each check notices what it is there for."""

from __future__ import annotations

import random

import pytest

from game.checks import (
    Secrets,
    check_actions,
    check_caches,
    check_record,
    check_refusals,
    check_step,
    check_undo,
    illegal_sample,
)
from game.core.actions import Action, act
from game.core.errors import Refusal
from game.match import Match
from game.rulesets.skirmish.steps import STEPS
from tests.games import played

CHOOSE = random.Random(5)
ORDERS = type(STEPS["orders"])
ACT = type(STEPS["act"])


def in_battle() -> Match:
    """A game whose orders are given and in which somebody is to move."""
    match = Match.begin("skirmish", "skirmish", seed=4)
    match.act(act("order", "hold"))
    match.act(act("order", "advance"))
    return match


def first_move(match: Match) -> Action:
    return next(action for action in match.legal() if action.verb == "move")


def test_a_sound_game_passes_every_check() -> None:
    match = in_battle()
    before = match.state
    match.act(first_move(match))
    assert not [
        *check_actions(match, CHOOSE),
        *check_caches(match),
        *check_refusals(match, CHOOSE),
        *check_step(before, match),
        *check_undo(match),
        *check_record(match),
    ]


@pytest.mark.parametrize(
    ("offered", "problem"),
    [
        ((act("pass"), act("pass")), "offered twice"),
        ((act("order", "two words"),), "does not read back"),
        ((act("order", "a|b"),), "cannot be written"),
    ],
)
def test_actions_that_repeat_or_do_not_speak(
    monkeypatch: pytest.MonkeyPatch, offered: tuple[Action, ...], problem: str
) -> None:
    match = in_battle()
    match.state.memo.clear()
    monkeypatch.setattr(ACT, "actions", lambda *_: offered)
    assert any(problem in each for each in check_actions(match, CHOOSE))


def test_a_step_that_asks_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ACT, "prompt", lambda *_: " ")
    assert list(check_actions(in_battle(), CHOOSE)) == ["step act asks without words"]


def test_something_remembered_that_no_longer_holds() -> None:
    match = in_battle()
    match.state.memo["legal"] = (act("pass"),)
    assert any("when nothing is remembered" in each for each in check_caches(match))


def test_a_refusal_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ACT, "refuse", lambda *_: Refusal(""))
    assert any("without a word" in each for each in check_refusals(in_battle(), CHOOSE))


def test_nearly_legal_actions_are_not_legal() -> None:
    match = in_battle()
    for _ in range(50):
        assert not set(illegal_sample(match, CHOOSE)) & set(match.legal())


def test_events_that_do_not_tell_the_whole_story() -> None:
    match = in_battle()
    before = match.state
    match.act(first_move(match))
    match.log[-1] = match.log[-1]._replace(events=match.log[-1].events[:-1])
    assert "the events do not lead to the state" in list(check_step(before, match))


def test_a_way_back_past_a_die() -> None:
    match = played(seed=3)
    last = next(i for i, entry in enumerate(match.entries) if i and entry.faces)
    match = match.up_to(last - 1)
    before = match.state
    match.act(played(seed=3).entries[last].action)
    match._undo.append(before)
    assert "a way back leads past a die" in list(check_step(before, match))


def test_an_undo_that_forgets_something() -> None:
    match = in_battle()
    match.act(first_move(match))
    match._undo[-1] = match._undo[-1].with_fact("cup", ())
    assert any("gives another state" in each for each in check_undo(match))


def test_a_record_with_a_wrong_hash() -> None:
    match = in_battle()
    match.entries[-1] = match.entries[-1]._replace(hash="00000000")
    assert any("does not load" in each for each in check_record(match))


def leaks(match: Match) -> list[str]:
    """What a search for leaks finds when red is about to order and blue's order is hidden."""
    secrets = Secrets()
    secrets.seen["secret:blue:order"] = {"advance", "hold"}
    match.act(act("order", "hold"))
    assert match.asked == "red"
    found = list(secrets.check(match, act("order", "hold"), CHOOSE))
    assert secrets.compared == 1
    return found


def test_a_secret_that_is_kept() -> None:
    assert not leaks(Match.begin("skirmish", "skirmish", seed=4))


def test_a_prompt_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ORDERS, "prompt", lambda self, rules, state: str(state.fact("secret:blue:order")))
    found = leaks(Match.begin("skirmish", "skirmish", seed=4))
    assert "the view of red shows secret:blue:order" in found


def test_an_offer_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def offer(self: object, rules: object, state: object) -> list[Action]:
        return [act("order", "hold"), *([act("order", "advance")] if hidden(state) == "hold" else [])]

    def hidden(state: object) -> object:
        return state.fact("secret:blue:order")  # type: ignore[attr-defined]

    monkeypatch.setattr(ORDERS, "obvious", False)
    match = Match.begin("skirmish", "skirmish", seed=4)
    monkeypatch.setattr(ORDERS, "actions", offer)
    assert "the view of red shows secret:blue:order" in leaks(match)


def test_a_refusal_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ORDERS, "refuse", lambda self, rules, state, action: Refusal(str(state.fact("secret:blue:order")))
    )
    found = leaks(Match.begin("skirmish", "skirmish", seed=4))
    assert "the refusal of 'dance' shows secret:blue:order" in found
