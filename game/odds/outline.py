"""What no rating decides, worked out once for all questions that differ only in ratings.

Between two dice a chain takes many steps (who stands where, who runs which way, what opens next), and few of
them look at strength or cohesion. An outline takes them under rules whose ratings are covered: a step that
reads one stops it there, and whoever asks goes on from that state by the true rules. What the covered rules
have decided therefore holds whatever the ratings are. Where a step decides a roll (`Ledger.decide`), the
outline follows each way it can read, and the true rules only say which faces read so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from game.core.actions import Action
from game.core.engine import is_legal, legal_actions
from game.core.ledger import Asked, Ledger
from game.core.questions import Covered, OddsForm, Prompt, Situation
from game.core.state import Deployment, GameState
from game.odds.keys import Keys, Numbers
from game.odds.ledgers import Told, Undecided, Unread, go_on


class ToRoll(NamedTuple):
    """A roll whose chances are all that ratings decide: who knows how it reads, and what he is told about."""

    asked: Callable[..., Asked]
    about: tuple[Any, ...]


class Decision:
    """What can be done at a decision, and what is left open of it by each policy that has been asked."""

    __slots__ = ("actions", "left_open", "prompt")

    def __init__(self, prompt: Prompt, actions: tuple[Action, ...]) -> None:
        self.prompt = prompt
        self.actions = actions
        self.left_open: dict[str, tuple[Action, ...]] = {}


# What a chain stops for.
Reason = ToRoll | Decision | Literal["rating", "end"]


class Stop:
    """A state that nothing leads on from but a roll, a decision, a rating, or nothing at all.

    What is known of it and its pieces is true under any ratings. Who learns more under his own keeps it
    aside: nothing of it may be known here.
    """

    __slots__ = ("after", "reason", "state")

    def __init__(self, state: GameState, reason: Reason) -> None:
        self.state = state
        self.reason = reason
        # Where each reading or action leads; None when a rating has a say in it.
        self.after: dict[object, Stop | None] = {}


def _unlearned(state: GameState) -> GameState:
    """The same state without anything that somebody has found out about it by his own ratings."""
    return state.with_pieces(Deployment(state.pieces.pieces))


class Outline:
    """How play goes on under covered rules, from every state that a question has brought here."""

    def __init__(self, form: OddsForm, rules: Any, is_over: Callable[[GameState], bool]) -> None:
        self.numbers = Numbers()
        self._key_of = Keys(self.numbers).of
        self._form = form
        self._rules = rules
        self._is_over = is_over
        self._stops: dict[Hashable, Stop] = {}
        self._openings: dict[Hashable, Stop | None] = {}
        self._deployments: dict[int, Deployment] = {}

    def beyond(self, key: Hashable, state: GameState) -> Stop:
        """Where a state leads by itself; its key is by the outline's numbers."""
        return self._stops.get(key) or self._followed(_unlearned(state), key)

    def opened(self, state: GameState, opening: tuple[Action, ...]) -> Stop | None:
        """Where the actions lead that open a chain; None when one is not legal or a rating has a say."""
        begun = (state.digest, opening)
        if begun not in self._openings:
            ledger = Told(_unlearned(state))
            self._openings[begun] = self._then(ledger, lambda: self._open(ledger, opening))
        return self._openings[begun]

    def _open(self, ledger: Ledger, opening: tuple[Action, ...]) -> None:
        for action in opening:
            state = ledger.state
            if not is_legal(self._rules, state, action):
                raise Covered  # let the true rules say why
            self._rules.steps[state.frames[-1].step].apply(self._rules, ledger, action)

    def read(self, stop: Stop, reading: object) -> Stop | None:
        """Where a roll leads that reads so; None when a rating has a say in it besides."""
        if reading not in stop.after:
            ledger = Told(stop.state, reading)
            stop.after[reading] = self._then(ledger, lambda: go_on(self._form, self._rules, ledger))
        return stop.after[reading]

    def acted(self, stop: Stop, action: Action) -> Stop | None:
        """Where an action leads; None when a rating has a say in it."""
        if action not in stop.after:
            ledger = Told(stop.state)
            step = self._rules.steps[stop.state.frames[-1].step]
            stop.after[action] = self._then(ledger, lambda: step.apply(self._rules, ledger, action))
        return stop.after[action]

    def _then(self, ledger: Ledger, act: Callable[[], None]) -> Stop | None:
        try:
            act()
        except Covered:
            return None
        return self._followed(ledger.state)

    def _followed(self, state: GameState, *passed_keys: Hashable) -> Stop:
        """The stop after a state about whose pieces nothing is known that ratings decide."""
        passed = list(passed_keys)
        depth = len(state.frames)
        reason: Reason = "end"
        stop: Stop | None = None
        ledger = Told(state)
        while True:
            pieces = self._deployments.setdefault(state.pieces.digest, state.pieces)
            if pieces is not state.pieces:
                state = state.with_pieces(pieces)
                ledger = Told(state)
            key = None
            if len(state.frames) < depth:  # a step has closed: here ways meet again
                key = self._key_of(state)
                passed.append(key)
                stop = self._stops.get(key)
            depth = len(state.frames)
            if stop is not None or state.result is not None or self._is_over(state):
                break
            try:
                go_on(self._form, self._rules, ledger)
            except Unread as unread:
                reason = ToRoll(unread.asked, unread.about)
                break
            except Undecided as undecided:
                reason = Decision(undecided.prompt, legal_actions(self._rules, state))
                break
            except Covered:
                reason = "rating"
                break
            state = ledger.state
        if stop is None:
            stop = self._stops.setdefault(key or self._key_of(state), Stop(state, reason))
        for each in passed:
            self._stops[each] = stop
        return stop


@lru_cache(maxsize=32)
def _outline(form: Any, rules: Any, is_over: Callable[[GameState], bool]) -> Outline:
    return Outline(form, rules, is_over)


def outline_of(form: Any, situation: Situation) -> Outline | None:
    """The outline that a situation shares with others; None where its ruleset covers no ratings."""
    return None if situation.covered is None else _outline(form, situation.covered, situation.is_over)
