"""Actions are small, frozen and speakable: a verb and a few words, the same on screen, in files, in tests."""

from __future__ import annotations

from typing import NamedTuple


class Action(NamedTuple):
    """An order: `Action("move", ("2-line", "0507"))` is spoken "move 2-line 0507"."""

    verb: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))


def act(verb: str, *words: str) -> Action:
    """Short for tests and steps: `act("move", "2-line", "0507")`."""
    return Action(verb, words)


PASS = Action("pass")


def parse_action(text: str) -> Action:
    """The action a text speaks; blanks do not matter. An empty text is no action."""
    words = text.split()
    if not words:
        raise ValueError("an action needs a verb, such as 'pass'")
    return Action(words[0], tuple(words[1:]))
