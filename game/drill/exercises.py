"""Exercises: a situation, what is asked about it, and the exact answer."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from game.core.questions import BadQuestion, OddsForm, Question
from game.core.tongue import _
from game.odds.answer import Answer, answer, chance_of
from game.odds.question import form_of, parse_spoken, spoken

Level = Literal[1, 2, 3]
LEVELS: tuple[Level, ...] = (1, 2, 3)
ATTEMPTS = 200  # random situations looked at before one must do
LEAST_APART = Fraction(3, 100)  # between the best plan and the next, so that there is something to choose
PLANS = 3


class Plan(NamedTuple):
    """One of the plans to choose from."""

    title: str
    question: Question
    value: Fraction


class Exercise(NamedTuple):
    """What is asked: the total (level 1), the chance (level 2), or the better plan (level 3)."""

    level: Level
    question: Question
    figure: str
    plans: tuple[Plan, ...] = ()

    @property
    def key(self) -> str:
        """The words by which an exercise is known again."""
        return f"{self.level} {self.figure} {spoken(form_of(self.question.ruleset), self.question)}"

    @property
    def form(self) -> OddsForm:
        return form_of(self.question.ruleset)

    @property
    def answer(self) -> Answer:
        return answer(self.question)

    @property
    def total(self) -> int:
        """[level 1] What is added to the die."""
        main = self.answer.main
        assert main is not None
        return main.total

    @property
    def chance(self) -> Fraction:
        """[level 2] The exact figure."""
        return chance_of(self.question, self.figure)

    @property
    def best(self) -> int:
        """[level 3] The number of the best plan, counted from 1."""
        values = [plan.value for plan in self.plans]
        return values.index(max(values)) + 1


def kinds_for(form: OddsForm, level: Level) -> tuple[str, ...]:
    """The kinds of question that suit a level: those with a sum to add up, or with something to change."""
    if level == 2:
        return tuple(form.kinds)
    return tuple(kind.id for kind in form.kinds.values() if any(f.role == "defender" for f in kind.fields))


def draw_exercise(ruleset: str, level: Level, source: random.Random, kinds: Iterable[str] = ()) -> Exercise:
    """A random but sensible exercise."""
    form = form_of(ruleset)
    possible = [kind for kind in kinds_for(form, level) if not kinds or kind in kinds]
    possible = possible or list(kinds_for(form, level))

    def draw(choices: Iterable[Any]) -> Any:
        return source.choice(list(choices))

    for _attempt in range(ATTEMPTS):
        question = form.samples(draw, draw(possible))
        try:
            made = _made(form, level, question, draw(form.kinds[question.kind].figures[:3]), source)
        except BadQuestion:
            continue
        if made is not None:
            return made
    raise AssertionError(f"{ruleset} gives no situation for level {level}")


def _made(
    form: OddsForm, level: Level, question: Question, figure: str, source: random.Random
) -> Exercise | None:
    """An exercise on a question, if it is worth asking."""
    if level == 1:
        question = decided(form, question, "never")
        main = answer(question).main
        return Exercise(1, question, figure) if main is not None and len(main.lines) > 1 else None
    if not form.figures[figure].is_chance:
        return None
    if level == 2:
        value = chance_of(question, figure)
        return Exercise(2, question, figure) if 0 < value < 1 else None
    return _choice(form, question, figure, source)


def _choice(form: OddsForm, question: Question, figure: str, source: random.Random) -> Exercise | None:
    """The situation as it is against one or two changes within reach."""
    others = list(form.changes(question))
    source.shuffle(others)
    plans = [Plan(_("as it stands"), question, chance_of(question, figure))]
    for title, other in others:
        try:
            value = chance_of(other, figure)
        except BadQuestion:
            continue
        if all(abs(value - plan.value) >= LEAST_APART for plan in plans):
            plans.append(Plan(title, other, value))
        if len(plans) == PLANS:
            break
    source.shuffle(plans)
    return Exercise(3, question, figure, tuple(plans)) if len(plans) > 1 else None


def decided(form: OddsForm, question: Question, policy: str) -> Question:
    """The same question with every decision left to one policy, so that one sum stands for it."""
    names = [field.name for field in form.kinds[question.kind].fields if field.kind == "policy"]
    return question.but(**{name.replace("-", "_"): policy for name in names})


def remembered(key: str) -> Exercise | None:
    """The exercise that a key names; None where the words are no longer understood."""
    level, figure, words = key.split(" ", 2)
    try:
        question = parse_spoken(words)
        form = form_of(question.ruleset)
        if level not in ("1", "2", "3") or figure not in form.figures:
            return None
        if level == "3":
            return _choice(form, question, figure, random.Random(key))
        return Exercise(1 if level == "1" else 2, question, figure)
    except (ValueError, BadQuestion):
        return None
