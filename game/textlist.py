"""Legal actions as a list a person can read: numbered, put together where many, found by a few letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.core.actions import Action

FEW = 16


class Item(NamedTuple):
    """One numbered line: a single action, or several that begin with the same words."""

    words: tuple[str, ...]
    actions: tuple[Action, ...]

    @property
    def action(self) -> Action | None:
        """The action to carry out; None where the line stands for several."""
        return self.actions[0] if len(self.actions) == 1 else None

    def text(self, width: int = 70) -> str:
        """The line as it is shown: for several actions what they end in, as far as there is room."""
        if len(self.actions) == 1:
            return str(self.actions[0])
        head, count = " ".join(self.words), f"({len(self.actions)})"
        ends = [" ".join(spoken(action)[len(self.words) :]) for action in self.actions]
        shown = ""
        for end in ends:
            longer = f"{shown} {end}"
            if len(head) + len(longer) + len(count) + 3 > width:
                return f"{head}{shown} … {count}"
            shown = longer
        return f"{head}{shown} {count}"


def spoken(action: Action) -> tuple[str, ...]:
    """All words of an action, the verb first."""
    return (action.verb, *action.words)


def matching(actions: Iterable[Action], words: Sequence[str]) -> list[Action]:
    """The actions that begin with these words, each of which may be shortened: "mo 2-l" for "move 2-line"."""
    return [
        action
        for action in actions
        if len(spoken(action)) >= len(words)
        and all(long.startswith(short) for long, short in zip(spoken(action), words, strict=False))
    ]


def menu(actions: Sequence[Action]) -> list[Item]:
    """A list short enough to read; actions that share their first words stand on one line."""
    if len(actions) <= FEW:
        return [Item(spoken(action), (action,)) for action in actions]
    longest = max(len(spoken(action)) for action in actions)
    for depth in range(1, longest):
        groups: dict[tuple[str, ...], list[Action]] = {}
        for action in actions:
            groups.setdefault(spoken(action)[:depth], []).append(action)
        # One word deep only where a verb alone sets enough apart; a list of one group says nothing.
        if len(groups) > 1 and (depth > 1 or depth == longest - 1):
            return [Item(words, tuple(found)) for words, found in groups.items()]
    return [Item(spoken(action), (action,)) for action in actions]


def with_ids(words: Iterable[str], ids: Mapping[str, str]) -> list[str]:
    """Words with the short codes of the map put back into the names they stand for."""
    return [ids.get(word.upper(), word) for word in words]
