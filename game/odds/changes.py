"""What would change it most, and what each policy is worth: the same question, asked a little otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from game.core.questions import POLICIES, BadQuestion, Question
from game.odds.answer import answer, chance_of
from game.odds.question import form_of


class Effect(NamedTuple):
    """A single change within reach, the figure with it, and how much that is more than without."""

    title: str
    question: Question
    value: Fraction
    effect: Fraction


def what_would_change(question: Question, figure: str, value: str = "") -> list[Effect]:
    """Every single change within reach, the one with the greatest effect on a figure first."""
    now = chance_of(question, figure, value)
    found = []
    for title, other in form_of(question.ruleset).changes(question):
        try:
            then = chance_of(other, figure, value)
        except BadQuestion:  # the rules do not allow it: not within reach
            continue
        found.append(Effect(title, other, then, then - now))
    return sorted(found, key=lambda each: -abs(each.effect))


class Reply(NamedTuple):
    """A decision of the chain under one policy, all others as they are: the figures it leads to."""

    prompt: str
    title: str
    policy: str
    summary: dict[str, Fraction]


def side_by_side(question: Question, value: str = "", only: Collection[str] = ()) -> Iterator[Reply]:
    """Each decision the chain comes to, under every policy in turn; of these names *only*, if there are any.

    One that is named is shown even where another decision keeps the chain from coming to it.
    """
    form = form_of(question.ruleset)
    met = {each.prompt: each.title for each in answer(question, value).decided}
    for field in form.kinds[question.kind].fields:
        if field.kind != "policy" or field.name not in (only or met):
            continue
        title = met.get(field.name, field.name)
        for policy in POLICIES:
            other = question.but(**{field.name.replace("-", "_"): policy})
            yield Reply(field.name, title, policy, answer(other, value).summary)
