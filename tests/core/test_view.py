"""What one side may not see reaches it on no road: table, question, actions, log, refusals."""

from __future__ import annotations

import pytest

from game.core.actions import act
from game.core.dice import ScriptedDice
from game.core.events import FactChanged, FrameChanged, Moved, StepClosed, StepOpened, Told
from game.core.state import Frame, GameState, Outcome
from game.core.view import has_secrets, reveals, seen_state, view, visible_events, why_not_for
from game.match import Match
from hexmap.coords import Hex


def ordered(order: str) -> Match:
    match = Match.begin("skirmish", "skirmish", dice=ScriptedDice("red"))
    match.act(act("order", order))
    return match


def test_two_games_that_differ_in_a_hidden_order_look_alike_to_the_other_side() -> None:
    one, other = ordered("advance"), ordered("hold")
    assert one.state != other.state
    assert one.view("blue").state != other.view("blue").state
    for side in ("red", None):
        assert one.view(side) == other.view(side)
        assert one.view(side).state.digest == other.view(side).state.digest
        assert one.told(side) == other.told(side)
    for text in ("pass", "order attack", "move b-line 0304"):
        action = act(*text.split())
        refusals = {str(why_not_for(match.rules, match.state, "red", action)) for match in (one, other)}
        assert len(refusals) == 1
    assert one.view("red").actions == (act("order", "advance"), act("order", "hold"))


def test_only_the_asked_side_is_offered_anything() -> None:
    match = ordered("hold")
    assert match.view("blue").actions == ()
    assert match.view("blue").prompt == "The other side decides."
    assert (
        str(why_not_for(match.rules, match.state, "blue", act("order", "hold")))
        == "the other side decides now"
    )
    assert why_not_for(match.rules, match.state, "red", act("order", "hold")) is None


def test_what_is_turned_over_is_seen_by_all() -> None:
    match = ordered("hold")
    match.act(act("order", "advance"))
    assert not has_secrets(match.state)
    assert seen_state(match.state, "red") is match.state
    assert match.state.fact("order:blue") == "hold"


def table() -> GameState:
    match = ordered("hold")
    return match.state.with_frames((Frame("plan", "blue", {"unit": "b-line"}, True),))


def test_a_secret_step_keeps_what_it_remembers() -> None:
    assert seen_state(table(), "blue").frame.data == {"unit": "b-line"}
    assert seen_state(table(), "red").frame == Frame("plan", "blue", {}, True)


def test_hidden_events_are_left_out_of_the_log() -> None:
    secret = Frame("plan", "blue", {"unit": "b-line"}, True)
    events = (
        StepOpened(secret),
        FrameChanged((("to", "0504"),)),
        FactChanged("secret:blue:order", "hold"),
        Told("ordered", (("secret_to", "blue"), ("order", "hold"))),
        StepClosed("plan"),
        FrameChanged((("part", 2),)),
        Moved("b-line", (Hex(0, 0), Hex(0, 1)), 0),
    )
    assert visible_events(events, "blue") == events
    seen = (StepOpened(secret._replace(data={})), *events[4:])
    assert visible_events(events, "red") == seen
    assert visible_events(events, None) == seen


def test_a_step_that_was_open_before_keeps_its_secrets_too() -> None:
    events = (FrameChanged((("to", "0504"),)),)
    assert visible_events(events, "red", table().frames) == ()
    assert visible_events(events, "blue", table().frames) == events


@pytest.mark.parametrize(
    ("event", "shows"),
    [
        (FactChanged("secret:blue:order", None), True),
        (FactChanged("secret:blue:order", "hold"), False),
        (FactChanged("order:blue", None), False),
        (Told("spy", (("reveals", True),)), True),
        (Told("drums"), False),
    ],
)
def test_what_counts_as_a_reveal(event: FactChanged | Told, shows: bool) -> None:
    assert reveals(event) is shows


def test_thinking_again_in_secret_reveals_nothing() -> None:
    event = FactChanged("secret:blue:order", None)
    assert not reveals(event, Frame("orders", "blue", {}, True))
    assert reveals(event, Frame("orders", "red", {}, True))
    assert reveals(event, Frame("act", "blue"))


def test_a_view_of_the_end() -> None:
    match = ordered("hold")
    over = match.state.with_result(Outcome(None, "draw", "night falls"))
    shown = view(match.rules, over, "red")
    assert (shown.asked, shown.actions, shown.prompt) == (None, (), "The game is over.")
