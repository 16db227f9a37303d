"""The answer to a question: the sum that leads to it, every way it can end, the figures players ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from game.core.dice import Face
from game.core.modifiers import Modifier
from game.core.modifiers import total as added
from game.core.questions import Ending, Fate, FigureForm, OddsForm, Question, Situation
from game.core.tongue import spoken
from game.odds.engine import Graph, Roll
from game.odds.policy import Decided, Distribution, Policies, distribution
from game.odds.question import form_of

TENTH = Fraction(1, 10)
T = TypeVar("T")


class Row(NamedTuple):
    """A row of the table a roll is read on: what it means, which faces lead to it, and its chance."""

    reading: str
    label: str
    faces: tuple[Face, ...]
    chance: Fraction


class Throw(NamedTuple):
    """A roll of the chain with the lines of its sum, and how often it comes to it on average."""

    why: str
    rule: str
    lines: tuple[Modifier, ...]
    rows: tuple[Row, ...]
    times: Fraction
    is_main: bool

    @property
    def total(self) -> int:
        return added(self.lines)


class Outcome(NamedTuple):
    """A way the chain can end, with its chance."""

    label: str
    chance: Fraction


class Spread(NamedTuple):
    """A figure in full: each value it can have, lowest first, with its chance."""

    values: tuple[tuple[int, Fraction], ...]

    def at_least(self, value: int) -> Fraction:
        return sum((chance for each, chance in self.values if each >= value), Fraction(0))

    def at_most(self, value: int) -> Fraction:
        return sum((chance for each, chance in self.values if each <= value), Fraction(0))

    @property
    def mean(self) -> Fraction:
        return sum((each * chance for each, chance in self.values), Fraction(0))

    def lowest(self, share: Fraction = TENTH) -> Fraction:
        """The mean of the lowest part of the distribution: of the worst tenth, when high is good."""
        left, total = share, Fraction(0)
        for value, chance in self.values:
            taken = min(left, chance)
            total += value * taken
            left -= taken
        return total / share


@dataclass(frozen=True)
class Answer:
    """Everything that can be said about a situation."""

    situation: Situation
    words: str
    throws: tuple[Throw, ...]
    outcomes: tuple[Outcome, ...]
    fates: Mapping[str, tuple[tuple[Fate, Fraction], ...]]  # of every unit concerned
    spreads: Mapping[str, Spread]  # by figure
    worth: Spread  # of the ruleset's own value
    decided: tuple[Decided, ...]
    value: FigureForm  # what best replies play for

    @property
    def summary(self) -> dict[str, Fraction]:
        """The figures players ask for, by name."""
        found = {name: spread.mean for name, spread in self.spreads.items()}
        found["worst_tenth"] = self.worth.lowest()
        return found

    @property
    def has_decisions(self) -> bool:
        """Whether anybody has a choice on the way."""
        return any(len(each.worth) > 1 for each in self.decided)

    @property
    def main(self) -> Throw | None:
        """The roll the question is about: where there are several, the one it comes to most often."""
        mains = [throw for throw in self.throws if throw.is_main]
        return max(mains or self.throws, key=lambda throw: throw.times, default=None)


# What is remembered is written in words: every language has answers of its own.
@lru_cache(maxsize=128)
def _graph(question: Question, language: str) -> Graph:
    form = form_of(question.ruleset)
    return Graph(form, form.lay_out(question))


def graph_of(form: OddsForm, question: Question) -> Graph:
    """The graph of a question; questions that differ only in policies share it."""
    plain = {f.name.replace("-", "_"): "auto" for f in form.kinds[question.kind].fields if f.kind == "policy"}
    return _graph(question.but(**plain), spoken())


def policies_of(form: OddsForm, question: Question) -> dict[str, str]:
    """How a question wants the decisions on the way to be made."""
    fields = form.kinds[question.kind].fields
    return {field.name: question[field.name] for field in fields if field.kind == "policy"}


def answer(question: Question, value: str = "") -> Answer:
    """The exact answer to a question, worked out once; best replies play for the figure *value* names."""
    return _answer(question, value, spoken())


@lru_cache(maxsize=4096)
def _answer(question: Question, value: str, language: str) -> Answer:
    form = form_of(question.ruleset)
    names = form.kinds[question.kind].figures
    return answer_in(graph_of(form, question), policies_of(form, question), names, value)


def answer_in(
    graph: Graph, policies: Policies, names: Iterable[str] | None = None, value: str = ""
) -> Answer:
    """The exact answer for a situation, its decisions made by these policies.

    Without *names* it holds the figures that make sense for its kind.
    """
    form, played_for = graph.form, value_named(graph.form, value)
    found = distribution(graph, policies, played_for)
    if names is None:
        kind = form.kinds.get(graph.situation.kind)
        names = kind.figures if kind else form.figures
    figures = {name: form.figures[name] for name in names}
    return _counted(form, graph.situation, found, figures, played_for)


def value_named(form: OddsForm, name: str) -> FigureForm:
    """What best replies play for: the figure of that name, or the ruleset's own value without one."""
    return form.figures[name] if name and name != form.value.name else form.value


def chance_of(question: Question, figure: str, value: str = "") -> Fraction:
    """One figure of a question and nothing else: what sweeps and comparisons ask for."""
    form = form_of(question.ruleset)
    graph = graph_of(form, question)
    found = distribution(graph, policies_of(form, question), value_named(form, value))
    if figure == "worst_tenth":
        return _spread(form.value, _endings(graph.situation, found), found.whole).lowest()
    return _spread(form.figures[figure], _endings(graph.situation, found), found.whole).mean


def _endings(situation: Situation, found: Distribution) -> list[tuple[Ending, int]]:
    """Every end of a chain with its weight."""
    return [(Ending(situation, end.state), weight) for end, weight in found.ends]


def _spread(figure: FigureForm, endings: Iterable[tuple[Ending, int]], whole: int) -> Spread:
    counted: dict[int, int] = {}
    for ending, weight in endings:
        value = int(figure.of(ending))
        counted[value] = counted.get(value, 0) + weight
    return Spread(tuple((value, Fraction(weight, whole)) for value, weight in sorted(counted.items())))


def _counted(
    form: OddsForm,
    situation: Situation,
    found: Distribution,
    figures: Mapping[str, FigureForm],
    value: FigureForm,
) -> Answer:
    labels: dict[str, int] = {}
    units = (*situation.attackers, *situation.defenders)
    fates: dict[str, dict[Fate, int]] = {unit: {} for unit in units}
    before, rules = situation.state.pieces, situation.rules
    endings = _endings(situation, found)
    for ending, weight in endings:
        label = form.label(ending)
        labels[label] = labels.get(label, 0) + weight
        after = ending.state.pieces
        for unit in units:
            fate = form.fate(rules, before[unit], after[unit])
            fates[unit][fate] = fates[unit].get(fate, 0) + weight
    return Answer(
        situation,
        situation.words,
        tuple(_throws(form, situation, found)),
        tuple(Outcome(*each) for each in _likely_first(labels, found.whole)),
        {unit: _likely_first(each, found.whole) for unit, each in fates.items()},
        {name: _spread(figure, endings, found.whole) for name, figure in figures.items()},
        _spread(form.value, endings, found.whole),
        found.decided,
        value,
    )


def _likely_first(counted: dict[T, int], whole: int) -> tuple[tuple[T, Fraction], ...]:
    ranked = sorted(counted.items(), key=lambda item: -item[1])
    return tuple((each, Fraction(weight, whole)) for each, weight in ranked)


def _throws(form: OddsForm, situation: Situation, found: Distribution) -> list[Throw]:
    """The rolls of a chain; those that read alike in every way count together, the first come first."""
    merged: dict[tuple[Any, ...], tuple[Roll, int]] = {}
    for node, weight in found.rolls:
        lines = node.event.lines if node.event is not None else ()
        key = (situation.spoken(node.why), lines, tuple(branch[:2] for branch in node.branches))
        first, so_far = merged.get(key, (node, 0))
        merged[key] = (first, so_far + weight)
    return [
        _throw(form, situation, why, node, Fraction(weight, found.whole))
        for (why, *_rest), (node, weight) in merged.items()
    ]


def _throw(form: OddsForm, situation: Situation, why: str, node: Roll, times: Fraction) -> Throw:
    size = len(node.die.faces)
    event = node.event
    is_main = event is not None and form.is_main(event) and situation.is_about(event)
    rows = tuple(
        Row(
            branch.reading,
            form.row(branch.reading),
            branch.faces,
            Fraction(len(branch.faces), size),
        )
        for branch in node.branches
    )
    lines = event.lines if event is not None else ()
    return Throw(why, event.rule if event is not None else "", lines, rows, times, is_main)
