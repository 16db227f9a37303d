"""Exact odds while the pointer rests: worked out beside the picture, never in it.

What the pointer is at comes first, then what would change it most, then what the player may point at next; a
question that nobody waits for any more is dropped. Everything is computed from the state a side may see.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from contextlib import contextmanager
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from game.core.actions import Action
from game.core.modifiers import Modifier
from game.core.questions import BadQuestion, Question, Situation
from game.core.ruleset import Ruleset
from game.core.state import GameState
from game.core.tongue import _, spoken
from game.ui.reader import Reader
from game.ui.whatif import Shift, strongest, what_ifs

if TYPE_CHECKING:
    from game.odds.answer import Answer
    from game.odds.engine import Graph

_KEPT = 800
_FIGURES = 6
_OUTCOMES = 3
_AHEAD = 24
_MOST_STATES = 15_000  # four kilobytes each: a longer chain takes more time and memory than a window should
# Ranks of what is asked, and how many of a rank may wait; the oldest is dropped for a new one.
NOW, BESIDE, DEEPER, LATER = range(4)
_WAITING = {NOW: 8, BESIDE: 24, DEEPER: 2, LATER: _AHEAD}


class Forecast(NamedTuple):
    """What an action leads to: the sum of its main roll, the figures players ask for, the likeliest ends."""

    title: str = ""
    lines: tuple[Modifier, ...] = ()
    rows: tuple[tuple[str, Fraction], ...] = ()
    figures: tuple[tuple[str, Fraction, bool], ...] = ()  # its words, its value, whether it is a chance
    outcomes: tuple[tuple[str, Fraction], ...] = ()
    is_counted: bool = True  # False where there are too many ways to follow them all

    @property
    def is_empty(self) -> bool:
        return not self.figures and not self.outcomes


NOTHING = Forecast()
UNCOUNTED = Forecast(is_counted=False)


class _Job(NamedTuple):
    rank: int
    work: Callable[[], Any]
    otherwise: Any  # what is answered when it fails


class _PutOff(Exception):
    """Something more urgent has come up."""


class _TooMany(Exception):
    """A chain has more ways to go than are worth the wait and the memory."""


class Oracle:
    """Answers for one game. Every question gives its answer or None, and then it is on its way."""

    def __init__(self, ruleset: Ruleset, rules: Any, reader: Reader | None = None) -> None:
        self.form = getattr(ruleset, "odds", None)
        self.rules = rules
        self.reader = reader or Reader(ruleset, rules)
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._jobs: OrderedDict[Hashable, _Job] = OrderedDict()
        self._wake = threading.Condition()
        self._may_work = threading.Event()
        self._may_work.set()
        self._current: tuple[Hashable, int] | None = None  # what is being worked out, and its rank
        self._worker: threading.Thread | None = None
        self._most_urgent = LATER  # the rank of the first job that waits
        self._is_closed = False
        self.news = False  # set when an answer has come that nobody has seen yet

    # --- asking --------------------------------------------------------------------------------

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

    def ask(self, state: GameState, action: Action, rank: int = NOW) -> Forecast | None:
        """The forecast of an action."""
        if self.form is None:
            return NOTHING
        work = _Job(rank, lambda: self._forecast(state, action, self._breathe), NOTHING)
        found: Forecast | None = self._answer((state.digest, action), work)
        return found

    def changes(self, state: GameState, action: Action) -> tuple[Shift, ...] | None:
        """What would change the first figure of an action most."""
        if self.form is None:
            return ()
        work = _Job(DEEPER, lambda: self._shifts(state, action), ())
        found: tuple[Shift, ...] | None = self._answer((state.digest, action, "changes"), work)
        return found

    def chance(self, question: Question) -> tuple[Fraction | None] | None:
        """The figure asked for most about a question laid out by itself; empty where the rules forbid it."""
        found: tuple[Fraction | None] | None = self._answer(
            question, _Job(BESIDE, lambda: (self._chance(question),), (None,))
        )
        return found

    def look_ahead(self, state: GameState, actions: Iterable[Action]) -> None:
        """Work out in idle moments what the player may point at next."""
        for action in islice(actions, _AHEAD):
            self.ask(state, action, LATER)

    def wait(self, state: GameState, action: Action) -> Forecast:
        """The forecast of an action, however long it takes."""
        found = self._forecast(state, action)
        with self._wake:
            self._known[(state.digest, action), spoken()] = found
        return found

    def pause(self) -> None:
        """A picture is being made: what is worked out beside it waits, else both would take twice as long."""
        self._may_work.clear()

    def go_on(self) -> None:
        self._may_work.set()

    def close(self) -> None:
        with self._wake:
            self._is_closed = True
            self._wake.notify()

    # --- working -------------------------------------------------------------------------------

    def _answer(self, asked: Hashable, job: _Job) -> Any:
        key = (asked, spoken())
        with self._wake:
            if key in self._known:
                return self._known[key]
            if self._current is not None and self._current[0] == key:
                self._current = (key, min(self._current[1], job.rank))
                return None
            waiting = self._jobs.get(key)
            if waiting is None or waiting.rank > job.rank:
                self._jobs.pop(key, None)
                self._jobs[key] = job
                alike = [each for each, other in self._jobs.items() if other.rank == job.rank]
                for each in alike[: -_WAITING[job.rank]]:
                    del self._jobs[each]
                self._look_over_jobs()
                if self._worker is None:
                    self._worker = threading.Thread(target=self._work, name="odds", daemon=True)
                    self._worker.start()
                self._wake.notify()
        return None

    def _work(self) -> None:
        while True:
            with self._wake:
                while not self._jobs and not self._is_closed:
                    self._wake.wait()
                if self._is_closed:
                    return
                key = min(self._jobs, key=lambda each: self._jobs[each].rank)
                job = self._jobs.pop(key)
                self._look_over_jobs()
                self._current = (key, job.rank)
            try:
                found = job.work()
            except _PutOff:
                with self._wake:
                    rank, self._current = self._current[1], None
                    self._jobs.setdefault(key, job._replace(rank=rank))
                    self._look_over_jobs()
                continue
            except _TooMany:
                found = UNCOUNTED if isinstance(job.otherwise, Forecast) else job.otherwise
            except Exception:
                # No odds are a pity; a player who cannot go on because of them would be a shame.
                logging.getLogger(__name__).exception("no odds for %s", key)
                found = job.otherwise
            with self._wake:
                self._known[key] = found
                rank, self._current = self._current[1], None
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
                self.news = self.news or rank < LATER

    def _look_over_jobs(self) -> None:
        self._most_urgent = min((job.rank for job in self._jobs.values()), default=LATER)

    def _breathe(self, graph: Sized) -> None:
        """Pause for a picture; stop for something more urgent, and when there would be no end to it."""
        self._may_work.wait()
        # Without the lock: whoever takes it at every breath hardly ever leaves it to the picture.
        current = self._current
        if self._is_closed or self._most_urgent < (current[1] if current is not None else NOW):
            raise _PutOff
        if len(graph) > _MOST_STATES:
            raise _TooMany

    # Only below are odds imported: who never looks at them never loads them.

    @contextmanager
    def _graph(self, situation: Situation, breathe: Callable[[Sized], None] | None = None) -> Iterator[Graph]:
        """The graph of a situation, as long as it is needed."""
        from game.odds.engine import Graph

        assert self.form is not None
        graph = Graph(self.form, situation, breathe)
        try:
            yield graph
        finally:
            graph.forget()

    def _forecast(
        self, state: GameState, action: Action, breathe: Callable[[Sized], None] | None = None
    ) -> Forecast:
        from game.odds.answer import answer_in

        if self.form is None:
            return NOTHING
        try:
            situation = self.form.on_board(self.rules, state, action)
            with self._graph(situation, breathe) as graph:
                return self._told(answer_in(graph, {}, self._figures(situation)))
        except BadQuestion:
            return NOTHING

    def _told(self, found: Answer) -> Forecast:
        """An answer as the window shows it."""
        form = self.form
        assert form is not None
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

    def _shifts(self, state: GameState, action: Action) -> tuple[Shift, ...]:
        """The same attack on tables that differ in one thing, those that matter most first."""
        from game.odds.answer import answer_in

        form = self.form
        assert form is not None
        try:
            situation = form.on_board(self.rules, state, action)
            name = self._figures(situation)[0]
            with self._graph(situation, self._breathe) as graph:
                base = answer_in(graph, {}, [name]).spreads[name].mean
        except BadQuestion:
            return ()
        found: list[tuple[str, Fraction]] = []
        for what_if in what_ifs(self.reader, form, situation):
            try:
                other = form.on_board(self.rules, what_if.state, action)
                with self._graph(other, self._breathe) as graph:
                    found.append((what_if.words, answer_in(graph, {}, [name]).spreads[name].mean))
            except BadQuestion:
                continue  # there would be no such attack
        return strongest(base, found)

    def _chance(self, question: Question) -> Fraction | None:
        from game.odds.answer import answer_in, policies_of

        form = self.form
        assert form is not None
        name = form.kinds[question.kind].figures[0]
        try:
            with self._graph(form.lay_out(question), self._breathe) as graph:
                return answer_in(graph, policies_of(form, question), [name]).spreads[name].mean
        except BadQuestion:
            return None


def percent(chance: Fraction) -> str:
    """A chance as people read it; only what is certain is 0 or 100."""
    shown = round(float(chance) * 100)
    if chance and shown == 0:
        return "<1 %"
    if chance < 1 and shown == 100:
        return ">99 %"
    return f"{shown} %"
