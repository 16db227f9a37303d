"""How players and authors are told what is wrong. Programmers have `assert`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.core.tongue import _, cited
from hexmap.errors import DataError, did_you_mean, nearest

__all__ = ["DataError", "IllegalAction", "Refusal", "did_you_mean", "hint"]


def hint(word: str, known: Iterable[str]) -> str:
    """What `did_you_mean` tells authors, for players: in their language."""
    near, few = nearest(word, known)
    if near:
        return _("; did you mean '{word}'?").format(word=near)
    return _("; known are {words}").format(words=", ".join(few)) if few else ""


class Refusal(NamedTuple):
    """Why something may not be done, with the rule that says so."""

    why: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.why}{cited(self.rule)}"


class IllegalAction(Exception):
    """An action the rules do not offer now; its text is what the player reads."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        self.action = action
        self.refusal = refusal
        super().__init__(f"cannot {action}: {refusal}")
