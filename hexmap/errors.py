"""How a file's author is told what is wrong: what, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class DataError(ValueError):
    """A file that cannot be used: `path, where: what is wrong`, in one sentence."""

    def __init__(self, path: Path | str, where: str, problem: str) -> None:
        self.path = str(path)
        self.where = where
        self.problem = problem
        super().__init__(f"{self.path}, {where}: {problem}" if where else f"{self.path}: {problem}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """How to go on after an unknown word: the nearest known one, else all (if few), else nothing."""
    choices = sorted(set(known))
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if near:
        return f"; did you mean '{near[0]}'?"
    if 0 < len(choices) <= 12:
        return "; known are " + ", ".join(choices)
    return ""
