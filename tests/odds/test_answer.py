"""Answers are remembered in the language they were asked in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.languages import speak
from game.odds.answer import Answer, answer
from game.odds.question import read_question

QUESTIONS = [
    ("jours-de-gloire", "fire", {"attacker": ["artillery 4/6"], "defender": ["infantry 6/6"]}),
    ("age-of-glory", "combat", {"attacker": ["shock 6 elite"], "defender": ["shock 6"]}),
]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak("en")


def words(found: Answer) -> list[str]:
    """Everything an answer says."""
    return [
        found.words,
        *(outcome.label for outcome in found.outcomes),
        *(throw.why for throw in found.throws),
        *(row.label for throw in found.throws for row in throw.rows),
        *(line.why for throw in found.throws for line in throw.lines),
    ]


@pytest.mark.parametrize(("ruleset", "kind", "said"), QUESTIONS, ids=[each[0] for each in QUESTIONS])
def test_an_answer_is_given_in_the_language_of_the_moment(
    ruleset: str, kind: str, said: dict[str, list[str]]
) -> None:
    question = read_question(ruleset, kind, said)
    english = answer(question)
    speak("fr")
    french = answer(question)
    assert french.summary == english.summary
    assert not {text for text in words(french) if len(text) > 6} & set(words(english))
    speak("en")
    assert answer(question) is english
