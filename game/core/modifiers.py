"""A modifier is one line: how much, why, by which rule. Preview, roll, log and sheet all print these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.core.tongue import cited


class Modifier(NamedTuple):
    """One line of a sum: "+1 clear ground [terrain]"."""

    value: int
    why: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.value:+d} {self.why}{cited(self.rule)}"


def total(lines: Iterable[Modifier]) -> int:
    """What the lines add up to."""
    return sum(line.value for line in lines)
