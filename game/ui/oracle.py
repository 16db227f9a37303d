"""Exact odds while the pointer rests: worked out beside the picture, never in it.

The latest question comes first; one that nobody waits for any more is dropped. Everything is computed from
the state a side may see.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from fractions import Fraction
from typing import Any, NamedTuple

from game.core.actions import Action
from game.core.modifiers import Modifier
from game.core.questions import BadQuestion
from game.core.ruleset import Ruleset
from game.core.state import GameState
from game.core.tongue import _

_KEPT = 400
_WAITING = 8
_FIGURES = 6
_OUTCOMES = 3

Key = tuple[int, Action]


class Forecast(NamedTuple):
    """What an action leads to: the sum of its main roll, the figures players ask for, the likeliest ends."""

    title: str = ""
    lines: tuple[Modifier, ...] = ()
    rows: tuple[tuple[str, Fraction], ...] = ()
    figures: tuple[tuple[str, Fraction, bool], ...] = ()  # its words, its value, whether it is a chance
    outcomes: tuple[tuple[str, Fraction], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.figures and not self.outcomes


NOTHING = Forecast()


class Oracle:
    """Answers for one game. `ask` gives an answer or None, and then it is on its way."""

    def __init__(self, ruleset: Ruleset, rules: Any) -> None:
        self.form = getattr(ruleset, "odds", None)
        self.rules = rules
        self._known: OrderedDict[Key, Forecast] = OrderedDict()
        self._asked: list[tuple[Key, GameState]] = []
        self._wake = threading.Condition()
        self._worker: threading.Thread | None = None
        self._is_closed = False
        self.news = False  # set when an answer has come that nobody has seen yet

    def has_odds(self, state: GameState, action: Action) -> bool:
        """Whether an action rolls dice at all; known at once, so that nothing moves when odds come in."""
        known: dict[Action, bool] = state.memo.setdefault("ui has odds", {})
        if action not in known:
            known[action] = False
            if self.form is not None:
                try:
                    self.form.on_board(self.rules, state, action)
                    known[action] = True
                except BadQuestion:
                    pass
        return known[action]

    def ask(self, state: GameState, action: Action) -> Forecast | None:
        """The forecast of an action, if it is known; otherwise it is worked out now."""
        if self.form is None:
            return NOTHING
        key = (state.digest, action)
        with self._wake:
            if key in self._known:
                return self._known[key]
            if all(each[0] != key for each in self._asked):
                self._asked.append((key, state))
                del self._asked[:-_WAITING]
                self._start()
                self._wake.notify()
        return None

    def wait(self, state: GameState, action: Action) -> Forecast:
        """The forecast of an action, however long it takes."""
        found = self._answer(state, action)
        with self._wake:
            self._known[state.digest, action] = found
        return found

    def close(self) -> None:
        with self._wake:
            self._is_closed = True
            self._wake.notify()

    def _start(self) -> None:
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="odds", daemon=True)
            self._worker.start()

    def _work(self) -> None:
        while True:
            with self._wake:
                while not self._asked and not self._is_closed:
                    self._wake.wait()
                if self._is_closed:
                    return
                key, state = self._asked.pop()
            try:
                found = self._answer(state, key[1])
            except Exception:
                # No odds are a pity; a player who cannot go on because of them would be a shame.
                logging.getLogger(__name__).exception("no odds for '%s'", key[1])
                found = NOTHING
            with self._wake:
                self._known[key] = found
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
                self.news = True

    def _answer(self, state: GameState, action: Action) -> Forecast:
        # Only here: who never looks at odds never loads them.
        from game.odds.answer import answer_in
        from game.odds.engine import Graph

        form = self.form
        if form is None:
            return NOTHING
        try:
            found = answer_in(Graph(form, form.on_board(self.rules, state, action)), {})
        except BadQuestion:
            return NOTHING
        figures: list[tuple[str, Fraction, bool]] = []
        for name, spread in found.spreads.items():
            figure = form.figures[name]
            if spread.mean and len(figures) < _FIGURES:
                figures.append((_(figure.title), spread.mean, figure.is_chance))
        main = found.main
        if main is None:
            return NOTHING
        return Forecast(
            main.why,
            tuple(line for line in main.lines if line.value),
            tuple((row.label, row.chance) for row in main.rows),
            tuple(figures),
            tuple((outcome.label, outcome.chance) for outcome in found.outcomes[:_OUTCOMES]),
        )


def percent(chance: Fraction) -> str:
    """A chance as people read it; only what is certain is 0 or 100."""
    shown = round(float(chance) * 100)
    if chance and shown == 0:
        return "<1 %"
    if chance < 1 and shown == 100:
        return ">99 %"
    return f"{shown} %"
