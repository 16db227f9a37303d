"""The machine: what is legal now, what an action leads to, and why another is refused.

`legal_actions` is the single source for screen, text, bots, fuzz and perft. `play` carries out one
action and lets every step that asks nobody act, until somebody is asked or the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from game.core.actions import Action
from game.core.dice import Dice
from game.core.errors import IllegalAction, Refusal
from game.core.events import Event
from game.core.ledger import Ledger
from game.core.phases import Phase, opening, phases_of
from game.core.sequence import Node
from game.core.state import Frame, GameState, built
from game.core.steps import Automatic, Step
from game.core.tongue import _
from hexmap.board import Board


class Rules(Protocol):
    """What never changes during a game, as far as the machine needs it."""

    @property
    def board(self) -> Board: ...

    @property
    def sides(self) -> tuple[str, str]: ...

    @property
    def steps(self) -> Mapping[str, Step[Any]]: ...

    @property
    def nodes(self) -> Mapping[str, Node]: ...

    @property
    def conditions(self) -> Mapping[str, Callable[[Any, GameState], bool]]: ...


class Played(NamedTuple):
    """The state an action led to, and everything that happened on the way."""

    state: GameState
    events: tuple[Event, ...]


def asked_side(state: GameState) -> str | None:
    """Whose decision it is; None when the game is over."""
    return state.frames[-1].side if state.frames else None


def legal_actions(rules: Rules, state: GameState) -> tuple[Action, ...]:
    """All that may be done now, in a fixed order; empty only when the game is over."""
    if state.result is not None:
        return ()
    found: tuple[Action, ...] | None = state.memo.get("legal")
    if found is None:
        found = tuple(rules.steps[state.frames[-1].step].actions(rules, state))
        assert found, f"nobody can go on from {state.frames[-1]}"
        state.memo["legal"] = found
    return found


def is_legal(rules: Rules, state: GameState, action: Action) -> bool:
    return action in legal_actions(rules, state)


def why_not(rules: Rules, state: GameState, action: Action) -> Refusal | None:
    """Rule and reason against an action, or None when it is legal."""
    if state.result is not None:
        return Refusal(_("the game is over"))
    if is_legal(rules, state, action):
        return None
    return rules.steps[state.frames[-1].step].refuse(rules, state, action)


def prompt(rules: Rules, state: GameState) -> str:
    """What is asked now, in one sentence."""
    if state.result is not None:
        return _("The game is over.")
    return rules.steps[state.frames[-1].step].prompt(rules, state)


def begin(rules: Rules, state: GameState, dice: Dice, start: str) -> Played:
    """Open the sequence of play on a table that is set up, and go on until somebody is asked."""
    ledger = Ledger(state, dice)
    when = rules.nodes[start].when
    assert not when or rules.conditions[when](rules, state), f"the game cannot begin with {start}"
    for event in opening(rules.nodes, rules.sides, start, ledger.remembered("active")):
        ledger.write(event)
    _settle(rules, ledger)
    return Played(ledger.state, tuple(ledger.events))


def play(rules: Rules, state: GameState, action: Action, dice: Dice) -> Played:
    """Carry out one legal action and all that follows from it by itself."""
    if not is_legal(rules, state, action):
        refusal = why_not(rules, state, action)
        assert refusal is not None
        raise IllegalAction(action, refusal)
    ledger = Ledger(state, dice)
    rules.steps[state.frames[-1].step].apply(rules, ledger, action)
    _settle(rules, ledger)
    return built(Played, (ledger.state, tuple(ledger.events)))


def carry_out(rules: Rules, state: GameState, action: Action, dice: Dice) -> Played:
    """Carry out one legal action and nothing that follows from it: for odds, which branch in between."""
    ledger = Ledger(state, dice)
    rules.steps[state.frames[-1].step].apply(rules, ledger, action)
    return Played(ledger.state, tuple(ledger.events))


def proceed(rules: Rules, state: GameState, dice: Dice) -> Played | None:
    """Let the open step act once by itself; None when somebody is asked or the game is over."""
    ledger = Ledger(state, dice)
    if not act_once(rules, ledger):
        return None
    return Played(ledger.state, tuple(ledger.events))


def _settle(rules: Rules, ledger: Ledger) -> None:
    while act_once(rules, ledger):
        pass


def act_once(rules: Rules, ledger: Ledger) -> bool:
    """Let the open step act once by itself; False when somebody is asked or the game is over."""
    if ledger.result is not None:
        return False
    frames = ledger.frames
    assert frames, "the sequence of play ran out without an end of the game"
    name = frames[-1].step
    step = rules.steps.get(name)
    if step is None:
        _next_part(rules, ledger, phases_of(rules.nodes, rules.sides)[name], frames[-1])
        return True
    if isinstance(step, Automatic):
        step.run(rules, ledger)
        return True
    actions = legal_actions(rules, ledger.state)
    if len(actions) == 1 and step.obvious:
        step.apply(rules, ledger, actions[0])
        return True
    return False


def _next_part(rules: Rules, ledger: Ledger, phase: Phase, frame: Frame) -> None:
    """Go to the next part of a phase that is to be entered now, round again, or leave it."""
    assert len(frame.data) == 1, f"the phase {frame.step} remembers more than its part: {frame.data}"
    following = frame.data["part"]
    assert isinstance(following, int)
    conditions = rules.conditions
    unmet = ""  # often several parts in a row wait for the same condition
    for when, entered in phase.parts[following:]:
        if not when or (when != unmet and conditions[when](rules, ledger.state)):
            ledger.restack(*entered[ledger.remembered("active")])
            return
        unmet = when
    if phase.repeat and conditions[phase.repeat](rules, ledger.state):
        ledger.restack(*phase.again)
    else:
        ledger.close()
