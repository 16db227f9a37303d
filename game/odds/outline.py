"""What no rating decides, worked out once for all questions that differ only in ratings.

Between two dice a chain takes many steps (who stands where, who runs which way, what opens next), and few of
them look at strength or cohesion. An outline takes them under rules whose ratings are covered: a step that
reads one stops it there, and whoever asks goes on from that state by the true rules. What the covered rules
have decided therefore holds whatever the ratings are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, Generic, NoReturn, TypeVar

from game.core.dice import Die, Reading
from game.core.engine import act_once, legal_actions
from game.core.ledger import Ledger
from game.core.questions import Covered, OddsForm, Situation
from game.core.state import Deployment, Frame, GameState, Value

T = TypeVar("T")


class Undecided(Exception):
    """Somebody has to decide, and a policy says how."""


def go_on(form: OddsForm, rules: Any, ledger: Ledger) -> None:
    """Let the open step act, or do what is a matter of course there; `Undecided` where nothing is."""
    if act_once(rules, ledger):
        return
    state = ledger.state
    if form.prompt(state) is not None:
        raise Undecided
    action = form.usual(rules, state, legal_actions(rules, state))
    rules.steps[state.frames[-1].step].apply(rules, ledger, action)


class Numbers(Generic[T]):
    """A number for each thing, the same for all that are alike; what has its number is looked at no more."""

    def __init__(self, form: Callable[[T], Hashable], alike: dict[Hashable, int]) -> None:
        self._form = form
        self._alike = alike
        # The thing is kept with its number, so that no other can take over its id.
        self._known: dict[int, tuple[T, int]] = {}

    def of(self, thing: T) -> int:
        known = self._known.get(id(thing))
        if known is None:
            number = self._alike.setdefault(self._form(thing), len(self._alike))
            self._known[id(thing)] = known = (thing, number)
        return known[1]


def _form_of_frame(frame: Frame) -> Hashable:
    step, side, data, secret = frame
    return (step, side, secret, frozenset(data.items()))


def _form_of_facts(facts: Mapping[str, Value]) -> Hashable:
    return frozenset(facts.items())


class Alike:
    """The numbers that frames and facts have in all graphs that are to understand each other."""

    def __init__(self) -> None:
        self.frames: dict[Hashable, int] = {}
        self.facts: dict[Hashable, int] = {}


class Keys:
    """What tells a state from every other: small, and quickly found for states one after another."""

    def __init__(self, alike: Alike) -> None:
        self._frames = Numbers(_form_of_frame, alike.frames)
        self._facts = Numbers(_form_of_facts, alike.facts)

    def of(self, state: GameState) -> Hashable:
        frames = map(self._frames.of, state.frames)
        return (state.pieces.digest, self._facts.of(state.facts), state.turn, state.result, *frames)


class _NoDice:
    """Dice nobody may roll: what they show is not known here."""

    def roll(self, die: Die, read: Reading, why: str) -> NoReturn:
        raise Covered


_NO_DICE = _NoDice()


class Outline:
    """How play goes on under covered rules, from every state that a question has brought here."""

    def __init__(self, form: OddsForm, rules: Any, is_over: Callable[[GameState], bool]) -> None:
        self.alike = Alike()
        self._form = form
        self._rules = rules
        self._is_over = is_over
        self._stops: dict[Hashable, GameState] = {}
        self._deployments: dict[int, Deployment] = {}

    def beyond(self, key: Hashable, state: GameState) -> GameState:
        """Where a state leads to by itself: to a rating, a die, a decision or the end.

        What is known of that state and its pieces is true under any ratings. Who learns more under his own
        keeps it aside: nothing of it may be known here.
        """
        stop = self._stops.get(key)
        return self._followed(key, state) if stop is None else stop

    def _followed(self, key: Hashable, state: GameState) -> GameState:
        keys, passed = Keys(self.alike), [key]
        state = state.with_pieces(self._deployment(Deployment(state.pieces.pieces)))
        ledger = Ledger(state, _NO_DICE)
        stop: GameState | None = None
        while stop is None:
            depth = len(state.frames)
            if state.result is not None or self._is_over(state):
                break
            try:
                go_on(self._form, self._rules, ledger)
            except (Covered, Undecided):
                break
            state = ledger.state
            pieces = self._deployment(state.pieces)
            if pieces is not state.pieces:
                state = state.with_pieces(pieces)
                ledger = Ledger(state, _NO_DICE)
            if len(state.frames) < depth:  # a step has closed: here ways meet again
                here = keys.of(state)
                stop = self._stops.get(here)
                passed.append(here)
        if stop is None:
            stop = self._stops.setdefault(keys.of(state), state)
        for each in passed:
            self._stops[each] = stop
        return stop

    def _deployment(self, pieces: Deployment) -> Deployment:
        """The first of all deployments that stand alike: what is known of it holds for them, too."""
        return self._deployments.setdefault(pieces.digest, pieces)


@lru_cache(maxsize=128)
def _outline(form: Any, rules: Any, is_over: Callable[[GameState], bool]) -> Outline:
    return Outline(form, rules, is_over)


def outline_of(form: OddsForm, situation: Situation) -> Outline | None:
    """The outline that a situation shares with others; None where its ruleset covers no ratings."""
    return None if situation.covered is None else _outline(form, situation.covered, situation.is_over)
