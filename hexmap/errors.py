"""How a file's author is told what is wrong: what, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

FEW = 12  # so many known words are all named


class DataError(ValueError):
    """A file that cannot be used: `path, where: what is wrong`, in one sentence."""

    def __init__(self, path: Path | str, where: str, problem: str) -> None:
        self.path = str(path)
        self.where = where
        self.problem = problem
        super().__init__(f"{self.path}, {where}: {problem}" if where else f"{self.path}: {problem}")


def nearest(word: str, known: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """The known word nearest to an unknown one, or nothing; and all of them, where they are few."""
    choices = sorted(set(known))
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    return near[0] if near else "", tuple(choices) if len(choices) <= FEW else ()


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """How to go on after an unknown word: the nearest known one, else all (if few), else nothing."""
    near, few = nearest(word, known)
    if near:
        return f"; did you mean '{near}'?"
    return "; known are " + ", ".join(few) if few else ""
