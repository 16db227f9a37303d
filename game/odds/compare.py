"""The same encounter under several rulesets, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from game.core.questions import BadQuestion, Encounter, Question
from game.core.tongue import N_, _
from game.odds.answer import Answer, answer
from game.odds.question import form_of, rulesets_with_odds


class Verdict(NamedTuple):
    """What one ruleset says about an encounter; `why_not` where it has nothing to say."""

    ruleset: str
    question: Question | None
    answer: Answer | None
    why_not: str = ""


class Line(NamedTuple):
    """One figure over all rulesets; None where a ruleset does not know it."""

    name: str
    title: str
    is_chance: bool
    values: tuple[Fraction | None, ...]


def compare(wanted: Encounter, rulesets: Iterable[str] = ()) -> list[Verdict]:
    """What each ruleset says; all that have odds when none is named."""
    found = []
    for id_ in tuple(rulesets) or rulesets_with_odds():
        question = form_of(id_).encounter(wanted)
        if question is None:
            found.append(Verdict(id_, None, None, _("its rules have nothing like it")))
            continue
        try:
            found.append(Verdict(id_, question, answer(question)))
        except BadQuestion as error:
            found.append(Verdict(id_, question, None, str(error)))
    return found


def terrains(rulesets: Iterable[str] = ()) -> tuple[str, ...]:
    """The words for ground that at least one ruleset knows."""
    found: set[str] = set()
    for id_ in tuple(rulesets) or rulesets_with_odds():
        for kind in form_of(id_).kinds.values():
            found.update(*(field.choices for field in kind.fields if field.name == "terrain"))
    return tuple(sorted(found))


# Figures that rulesets call by words of their own (stands, points), in words that suit all.
COMMON = {
    "attacker_strength_lost": N_("Attacker's strength lost"),
    "defender_strength_lost": N_("Defender's strength lost"),
}


def lines(verdicts: Iterable[Verdict]) -> list[Line]:
    """The figures that at least one ruleset knows, in the order they first come up."""
    answers = [(verdict.ruleset, verdict.answer) for verdict in verdicts]
    names: dict[str, tuple[str, bool]] = {}
    for id_, found in answers:
        for name in found.spreads if found else ():
            figure = form_of(id_).figures[name]
            title = figure.title
            if names.get(name, (title,))[0] != title:
                title = COMMON.get(name) or name.replace("_", " ").capitalize()
            names[name] = (title, figure.is_chance)
    return [
        Line(
            name,
            title,
            is_chance,
            tuple(
                found.spreads[name].mean if found is not None and name in found.spreads else None
                for _, found in answers
            ),
        )
        for name, (title, is_chance) in names.items()
    ]
