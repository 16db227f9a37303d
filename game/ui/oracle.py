"""Exact odds while the pointer rests: worked out beside the picture, never in it.

The latest question comes first, then what would change its answer most, then what the player may point at
next; a question that nobody waits for any more is dropped. Everything is computed from the state a side may
see.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from game.core.actions import Action
from game.core.modifiers import Modifier
from game.core.questions import BadQuestion, Situation
from game.core.ruleset import Ruleset
from game.core.state import GameState
from game.core.tongue import _
from game.ui.reader import Reader
from game.ui.whatif import Shift, strongest, what_ifs

_KEPT = 400
_WAITING = 8
_AHEAD = 24
_FIGURES = 6
_OUTCOMES = 3

Key = tuple[int, Action]
Job = tuple[Key, GameState]


class Forecast(NamedTuple):
    """What an action leads to: the sum of its main roll, the figures players ask for, the likeliest ends."""

    title: str = ""
    lines: tuple[Modifier, ...] = ()
    rows: tuple[tuple[str, Fraction], ...] = ()
    figures: tuple[tuple[str, Fraction, bool], ...] = ()  # its words, its value, whether it is a chance
    outcomes: tuple[tuple[str, Fraction], ...] = ()
    shifts: tuple[Shift, ...] | None = None  # what would change it most; None until somebody asks

    @property
    def is_empty(self) -> bool:
        return not self.figures and not self.outcomes


NOTHING = Forecast()


class Oracle:
    """Answers for one game. `ask` gives an answer or None, and then it is on its way."""

    def __init__(self, ruleset: Ruleset, rules: Any, reader: Reader | None = None) -> None:
        self.form = getattr(ruleset, "odds", None)
        self.rules = rules
        self.reader = reader or Reader(ruleset, rules)
        self._known: OrderedDict[Key, Forecast] = OrderedDict()
        self._asked: list[Job] = []
        self._deeper: list[Job] = []
        self._ahead: deque[Job] = deque()
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

    def ask(self, state: GameState, action: Action, deeply: bool = False) -> Forecast | None:
        """The forecast of an action, if it is known; otherwise it is worked out now.

        *deeply* also asks what would change it most, which comes a little later.
        """
        if self.form is None:
            return NOTHING
        key = (state.digest, action)
        with self._wake:
            known = self._known.get(key)
            if known is None:
                self._queue(self._asked, (key, state))
            elif deeply and known.shifts is None and not known.is_empty:
                self._queue(self._deeper, (key, state))
            return known

    def look_ahead(self, state: GameState, actions: Iterable[Action]) -> None:
        """Work out in idle moments what the player may point at next."""
        if self.form is None:
            return
        with self._wake:
            self._ahead = deque(((state.digest, each), state) for each in islice(actions, _AHEAD))
            if self._ahead:
                self._start()
                self._wake.notify()

    def _queue(self, jobs: list[Job], job: Job) -> None:
        if all(each[0] != job[0] for each in jobs):
            jobs.append(job)
            del jobs[:-_WAITING]
            self._start()
            self._wake.notify()

    def wait(self, state: GameState, action: Action) -> Forecast:
        """The forecast of an action, however long it takes."""
        found = self._answer(state, action)
        found = found._replace(shifts=self._shifts(state, action, found))
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
                while not (self._asked or self._deeper or self._ahead or self._is_closed):
                    self._wake.wait()
                if self._is_closed:
                    return
                is_ahead = not (self._asked or self._deeper)
                key, state = self._ahead.popleft() if is_ahead else (self._asked or self._deeper).pop()
                known = self._known.get(key)
            if known is not None and (is_ahead or known.shifts is not None):
                continue
            try:
                if known is None:
                    found = self._answer(state, key[1])
                else:
                    found = known._replace(shifts=self._shifts(state, key[1], known))
            except Exception:
                # No odds are a pity; a player who cannot go on because of them would be a shame.
                logging.getLogger(__name__).exception("no odds for '%s'", key[1])
                found = (known or NOTHING)._replace(shifts=())
            with self._wake:
                self._known[key] = found
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
                self.news = self.news or not is_ahead

    def _answer(self, state: GameState, action: Action) -> Forecast:
        # Only here: who never looks at odds never loads them.
        from game.odds.answer import answer_in
        from game.odds.engine import Graph

        form = self.form
        if form is None:
            return NOTHING
        try:
            situation = form.on_board(self.rules, state, action)
            found = answer_in(Graph(form, situation), {}, self._figures(situation))
        except BadQuestion:
            return NOTHING
        figures: list[tuple[str, Fraction, bool]] = []
        for name, spread in found.spreads.items():
            figure = form.figures[name]
            if (spread.mean or not figures) and len(figures) < _FIGURES:
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

    def _figures(self, situation: Situation) -> tuple[str, ...]:
        """The figures that make sense for a situation, the one asked for most first."""
        assert self.form is not None
        kind = self.form.kinds.get(situation.kind)
        return tuple(kind.figures if kind is not None else self.form.figures)

    def _shifts(self, state: GameState, action: Action, known: Forecast) -> tuple[Shift, ...] | None:
        """What would change the first figure most: the same attack on tables that differ in one thing.

        None when somebody began to wait for another answer meanwhile: this one can be asked for again.
        """
        from game.odds.answer import answer_in
        from game.odds.engine import Graph

        form = self.form
        if form is None or known.is_empty or not known.figures:
            return ()
        situation = form.on_board(self.rules, state, action)
        name = self._figures(situation)[0]
        found: list[tuple[str, Fraction]] = []
        for what_if in what_ifs(self.reader, form, situation):
            with self._wake:
                if self._asked or self._is_closed:
                    return None
            try:
                graph = Graph(form, form.on_board(self.rules, what_if.state, action))
                found.append((what_if.words, answer_in(graph, {}, [name]).spreads[name].mean))
            except BadQuestion:
                continue  # there would be no such attack
        return strongest(known.figures[0][1], found)


def percent(chance: Fraction) -> str:
    """A chance as people read it; only what is certain is 0 or 100."""
    shown = round(float(chance) * 100)
    if chance and shown == 0:
        return "<1 %"
    if chance < 1 and shown == 100:
        return ">99 %"
    return f"{shown} %"
