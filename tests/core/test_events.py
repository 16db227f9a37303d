"""States change only through events; a ledger keeps both."""

from __future__ import annotations

from typing import get_args

import pytest

from game.core.dice import D6, ScriptedDice
from game.core.events import (
    CHANGES,
    Event,
    FactChanged,
    FormationChanged,
    FrameChanged,
    GameEnded,
    Marked,
    Moved,
    Placed,
    Removed,
    Rolled,
    StatusChanged,
    StepClosed,
    StepOpened,
    StrengthChanged,
    Told,
    TurnBegan,
    Turned,
    Unmarked,
    after,
)
from game.core.ledger import Ledger
from game.core.modifiers import Modifier, total
from game.core.state import Deployment, Frame, GameState, Outcome
from hexmap.coords import Hex
from tests.core.test_state import table


def piece(event: Event) -> object:
    return after(table(), event).pieces["1-line"]


def test_every_event_is_known() -> None:
    assert set(CHANGES) == set(get_args(Event))


@pytest.mark.parametrize(
    ("event", "attribute", "value"),
    [
        (Moved("1-line", (Hex(1, 2), Hex(1, 3)), 4), "hex", Hex(1, 3)),
        (Moved("1-line", (Hex(1, 2), Hex(1, 3)), 4), "facing", 4),
        (Turned("1-line", 2), "facing", 2),
        (Placed("1-line", Hex(0, 0), 5), "hex", Hex(0, 0)),
        (Removed("1-line", "eliminated", "shock"), "hex", None),
        (Removed("1-line", "eliminated", "shock"), "status", "eliminated"),
        (StatusChanged("1-line", "routed"), "status", "routed"),
        (FormationChanged("1-line", "square"), "formation", "square"),
        (StrengthChanged("1-line", 2), "strength", 2),
        (Marked("1-line", "fired"), "marks", frozenset({"fired"})),
    ],
)
def test_what_happens_to_a_piece(event: Event, attribute: str, value: object) -> None:
    assert getattr(piece(event), attribute) == value


def test_marks_come_off_again() -> None:
    state = after(after(table(), Marked("1-line", "fired")), Marked("1-line", "moved"))
    assert after(state, Unmarked("1-line", ("fired", "charged"))).pieces["1-line"].marks == {"moved"}


def test_a_mark_leaves_standing_what_is_known_of_how_pieces_stand() -> None:
    before = table()
    known = before.pieces.remember_standing("blue", "key", object)
    state = after(before, Marked("1-line", "fired"))
    assert state.pieces.remember_standing("blue", "key", object) is known
    for event in (
        Unmarked("1-line", ("fired",)),
        Turned("1-line", 3),
        Moved("1-line", (Hex(1, 2), Hex(1, 3)), 3),
    ):
        state = after(state, event)
        assert state.pieces.digest == Deployment(state.pieces.pieces).digest
    assert state.pieces.remember_standing("blue", "key", object) is not known
    assert before.pieces["1-line"].marks == frozenset()


def test_steps_are_a_stack() -> None:
    state = after(table(), StepOpened(Frame("fight", None, {"target": "0304"})))
    state = after(state, FrameChanged((("round", 2),)))
    assert state.frame == Frame("fight", None, {"target": "0304", "round": 2})
    assert after(state, StepClosed("fight")) == table()
    with pytest.raises(AssertionError, match="act is not the open step"):
        after(state, StepClosed("act"))


def test_what_changes_nothing() -> None:
    for event in (Rolled("d6", 3, "fire", "miss"), Told("drums", (("side", "blue"),))):
        assert after(table(), event) is not None
        assert after(table(), event) == table()
    assert Told("drums", (("side", "blue"),)).word("side") == "blue"


def test_turn_fact_and_end() -> None:
    assert after(table(), TurnBegan(3)).turn == 3
    assert after(table(), FactChanged("rain", True)).fact("rain") is True
    over = after(table(), GameEnded(Outcome(None, "draw", "night falls")))
    assert over.result == Outcome(None, "draw", "night falls")
    assert over.frames == ()


def test_a_ledger_replays_to_the_same_state() -> None:
    ledger = Ledger(table(), ScriptedDice(5))
    hit = ledger.roll(D6, lambda face: face >= 5, "fire", (Modifier(1, "close range", "7.2"),), "7.1")
    ledger.open("loss", "red", unit="2-guard")
    ledger.keep(taken=1)
    ledger.fact("fired", True)
    ledger.tell("smoke")
    ledger.close()
    assert hit is True
    assert ledger.events[0] == Rolled("d6", 5, "fire", "True", (Modifier(1, "close range", "7.2"),), "7.1")
    state: GameState = table()
    for event in ledger.events:
        state = after(state, event)
    assert state == ledger.state


def test_modifier_lines_add_up_and_name_their_rule() -> None:
    lines = (Modifier(1, "flank", "8.6"), Modifier(-2, "uphill"))
    assert total(lines) == -1
    assert list(map(str, lines)) == ["+1 flank [8.6]", "-2 uphill"]
