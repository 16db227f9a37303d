"""A game told step by step: who chose what, in which turn and phase, how the dice fell, what came of it.

Somebody who looks at a game that still goes on is shown what one side may know, or what everybody may;
when it is over, nothing is secret any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from game.chronicle import chronicle
from game.core.dice import Face
from game.core.state import Frame
from game.core.tongue import _
from game.match import Happened, Match


class Told(NamedTuple):
    """One step of a game as it is told."""

    number: int
    turn: int
    phase: tuple[str, ...]
    side: str
    action: str
    faces: tuple[Face, ...]
    hash: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "phase": " > ".join(self.phase)}


def phase_of(nodes: Any, frames: tuple[Frame, ...]) -> tuple[str, ...]:
    """The titles of the phases and steps that are open, outermost first, without the whole turn."""
    titles = [nodes[frame.step].title for frame in frames[1:] if frame.step in nodes]
    return tuple(dict.fromkeys(titles))


def tell(match: Match, side: str | None = None) -> Iterator[Told]:
    """Every step of a game, as *side* may know it (None: as everybody may)."""
    for entry, happened in zip(match.entries, match.log, strict=True):
        hidden = not match.is_over and _is_secret(happened, side)
        yield Told(
            entry.number,
            happened.turn,
            phase_of(match.rules.nodes, happened.frames),
            entry.side,
            _("(in secret)") if hidden else str(entry.action),
            entry.faces,
            entry.hash,
            tuple(_lines(match, happened, side)),
            () if hidden else entry.notes,
        )


def _is_secret(happened: Happened, side: str | None) -> bool:
    asked = happened.frames[-1] if happened.frames else None
    return asked is not None and asked.secret and asked.side != side


def _lines(match: Match, happened: Happened, side: str | None) -> list[str]:
    if match.is_over:
        return list(chronicle(match.ruleset, match.rules, happened.events))
    return match.lines(happened, side)
