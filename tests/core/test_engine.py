"""The machine runs a sequence of play that is data: a tiny game made here shows each of its turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.core.actions import PASS, Action, act
from game.core.dice import D6, ScriptedDice, SeededDice
from game.core.engine import (
    asked_side,
    begin,
    carry_out,
    is_legal,
    legal_actions,
    play,
    proceed,
    prompt,
    why_not,
)
from game.core.errors import IllegalAction, Refusal
from game.core.events import GameEnded, TurnBegan, after
from game.core.ledger import Ledger
from game.core.sequence import Node, Sequence
from game.core.state import Deployment, GameState, Outcome
from game.core.steps import Automatic, Step
from hexmap.board import Board
from hexmap.coords import Grid

GRID = Grid(2, 2)
BOARD = Board(GRID, dict.fromkeys(GRID, "clear"), dict.fromkeys(GRID, 0))


class Say(Step[Any]):
    """Asks for a word, or for nothing when there is only one to say."""

    def __init__(self, *words: str, obvious: bool = True) -> None:
        self.words = words
        self.obvious = obvious

    def prompt(self, rules: Any, state: GameState) -> str:
        return f"{state.frame.side}, say something"

    def actions(self, rules: Any, state: GameState) -> Iterator[Action]:
        yield from (act("say", word) for word in self.words)

    def apply(self, rules: Any, ledger: Ledger, action: Action) -> None:
        frame = ledger.state.frame
        ledger.fact("said", (*ledger.state.fact("said", ()), f"{frame.step} {frame.side} {action.words[0]}"))
        ledger.close()


class Roll(Automatic[Any]):
    def run(self, rules: Any, ledger: Ledger) -> None:
        ledger.fact("rolled", ledger.roll(D6, lambda face: face, "a die"))
        ledger.close()


class Next(Automatic[Any]):
    def run(self, rules: Any, ledger: Ledger) -> None:
        ledger.close()
        if ledger.state.turn == 2:
            ledger.write(GameEnded(Outcome(None, "draw", "two turns are enough")))
        else:
            ledger.write(TurnBegan(ledger.state.turn + 1))


@dataclass
class Toy:
    steps: Mapping[str, Step[Any]]
    nodes: Mapping[str, Node]
    conditions: Mapping[str, Callable[[Any, GameState], bool]] = field(default_factory=dict)
    board: Board = BOARD
    sides: tuple[str, str] = ("blue", "red")


def toy(parts: list[dict[str, Any]], steps: dict[str, Step[Any]], **conditions: bool) -> Toy:
    """A game whose turn has these parts, then ends."""
    ids = [part["id"] for part in parts]
    nodes = [
        {"id": "turn", "title": "turn", "parts": [*ids, "next"], "repeat": "always"},
        *({"title": part["id"], **part} for part in parts),
        {"id": "next", "title": "next"},
    ]
    sequence = Sequence.model_validate({"format": 1, "start": "turn", "node": nodes})
    answers = {name: (lambda rules, state, it=it: it) for name, it in {"always": True, **conditions}.items()}
    return Toy({**steps, "next": Next()}, sequence.nodes, answers)


def start(rules: Toy, *faces: int, **facts: Any) -> GameState:
    return begin(rules, GameState(1, (), Deployment({}), facts), ScriptedDice(*faces), "turn").state


def test_both_sides_are_asked_the_first_one_first() -> None:
    rules = toy([{"id": "talk", "asks": "both"}], {"talk": Say("yes", "no")})
    state = start(rules)
    assert asked_side(state) == "blue"
    assert prompt(rules, state) == "blue, say something"
    state = play(rules, state, act("say", "yes"), ScriptedDice()).state
    assert asked_side(state) == "red"
    state = play(rules, state, act("say", "no"), ScriptedDice()).state
    assert (state.turn, asked_side(state)) == (2, "blue")
    assert state.fact("said") == ("talk blue yes", "talk red no")


@pytest.mark.parametrize(
    ("asks", "side"), [("first", "blue"), ("second", "red"), ("active", "red"), ("inactive", "blue")]
)
def test_who_is_asked(asks: str, side: str) -> None:
    rules = toy([{"id": "talk", "asks": asks}], {"talk": Say("yes", "no")})
    assert asked_side(start(rules, active="red")) == side


def test_a_secret_step_is_opened_as_one() -> None:
    rules = toy([{"id": "talk", "asks": "both", "secret": True}], {"talk": Say("yes", "no")})
    assert [frame.secret for frame in start(rules).frames] == [False, True, True]


def test_where_one_thing_is_legal_nobody_is_asked() -> None:
    rules = toy([{"id": "talk", "asks": "first"}], {"talk": Say("yes")})
    over = start(rules)
    assert over.result == Outcome(None, "draw", "two turns are enough")
    assert over.fact("said") == ("talk blue yes", "talk blue yes")
    assert legal_actions(rules, over) == ()
    assert prompt(rules, over) == "The game is over."
    assert why_not(rules, over, PASS) == Refusal("the game is over")


@pytest.mark.parametrize("asks", ["nobody", "both", "first", "second", "active", "inactive"])
def test_events_one_by_one_lead_to_where_the_machine_went(asks: str) -> None:
    """Phases go on by what was put together beforehand; it must be what their events do."""
    steps: dict[str, Step[Any]] = {"talk": Roll() if asks == "nobody" else Say("yes", "no"), "throw": Roll()}
    parts = [{"id": "never", "when": "rain"}, {"id": "talk", "asks": asks, "secret": True}, {"id": "throw"}]
    for active in (None, "blue", "red"):
        rules, dice = toy(parts, steps, rain=False), SeededDice(1)
        state = GameState(1, (), Deployment({}), {} if active is None else {"active": active})
        played = begin(rules, state, dice, "turn")
        while True:
            for event in played.events:
                state = after(state, event)
            assert (state, state.digest) == (played.state, played.state.digest)
            if state.result is not None:
                break
            played = play(rules, state, act("say", "no"), dice)


def test_a_question_that_must_be_put_is_put() -> None:
    rules = toy([{"id": "talk", "asks": "first"}], {"talk": Say("yes", obvious=False)})
    assert legal_actions(rules, start(rules)) == (act("say", "yes"),)


def test_a_part_can_be_left_out_and_a_phase_played_again() -> None:
    rules = toy([{"id": "talk", "asks": "first", "when": "rain"}], {"talk": Say("yes", "no")}, rain=False)
    assert start(rules).result is not None
    rules.conditions = {**rules.conditions, "rain": lambda rules, state: state.turn == 2}
    assert start(rules).turn == 2


def test_an_illegal_action_changes_nothing_and_says_why() -> None:
    rules = toy([{"id": "talk", "asks": "first"}], {"talk": Say("yes", "no")})
    state = start(rules)
    assert not is_legal(rules, state, act("say", "perhaps"))
    with pytest.raises(IllegalAction, match="cannot say perhaps: it is not among what can be done now"):
        play(rules, state, act("say", "perhaps"), ScriptedDice())


def test_one_thing_at_a_time_leads_to_the_same_place() -> None:
    """Odds and perft branch between the things that happen by themselves."""
    rules = toy(
        [{"id": "talk", "asks": "first"}, {"id": "throw"}], {"talk": Say("yes", "no"), "throw": Roll()}
    )
    state = start(rules)
    at_once = play(rules, state, act("say", "no"), ScriptedDice(4))
    step = carry_out(rules, state, act("say", "no"), ScriptedDice())
    events = list(step.events)
    rolled = []
    while True:
        dice = ScriptedDice(4)
        following = proceed(rules, step.state, dice)
        if following is None:
            break
        step = following
        events += step.events
        rolled.append(dice.used)
    assert step.state == at_once.state
    assert tuple(events) == at_once.events
    assert sum(rolled) == 1
