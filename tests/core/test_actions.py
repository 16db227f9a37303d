"""Actions speak, and their text is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.actions import PASS, Action, act, parse_action

WORDS = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1)


@given(WORDS, st.lists(WORDS))
def test_text_round_trip(verb: str, words: list[str]) -> None:
    action = Action(verb, tuple(words))
    assert parse_action(str(action)) == action


def test_blanks_do_not_matter() -> None:
    assert parse_action("  move  2-line\t0507 ") == act("move", "2-line", "0507")
    assert str(PASS) == "pass"


def test_no_words_are_no_action() -> None:
    with pytest.raises(ValueError, match="needs a verb"):
        parse_action("  ")
