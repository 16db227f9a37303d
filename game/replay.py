"""A game told step by step: who chose what, in which turn and phase, how the dice fell, what came of it.

Somebody who looks at a game that still goes on is shown what one side may know, or what everybody may;
when it is over, nothing is secret any more. Until then, what a side does in secret is told as one step,
however many it took, and no hash is told: one could try out orders until theirs fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from game.chronicle import chronicle
from game.core.dice import Face
from game.core.record import Entry
from game.core.state import Frame
from game.core.tongue import _
from game.match import Happened, Match


class Told(NamedTuple):
    """One step of a game as it is told; `last` is the step of the record it ends with."""

    number: int
    last: int
    turn: int
    phase: tuple[str, ...]
    side: str
    action: str
    faces: tuple[Face, ...]
    hash: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        told = {**self._asdict(), "phase": " > ".join(self.phase)}
        del told["last"]
        return told


def phase_of(nodes: Any, frames: tuple[Frame, ...]) -> tuple[str, ...]:
    """The titles of the phases and steps that are open, outermost first, without the whole turn."""
    titles = [_(nodes[frame.step].title) for frame in frames[1:] if frame.step in nodes]
    return tuple(dict.fromkeys(titles))


def tell(match: Match, side: str | None = None) -> Iterator[Told]:
    """Every step of a game, as *side* may know it (None: as everybody may)."""
    for number, steps in enumerate(_gathered(match, side)):
        first, (entry, happened) = steps[0], steps[-1]
        hidden = _is_hidden(match, first, side)
        yield Told(
            number,
            entry.number,
            happened.turn,
            phase_of(match.rules.nodes, happened.frames),
            entry.side,
            _("(in secret)") if hidden else str(entry.action),
            tuple(face for each, _happened in steps for face in each.faces),
            entry.hash if match.is_over else "",
            tuple(line for _entry, each in steps for line in _lines(match, each, side)),
            () if hidden else entry.notes,
        )


Step = tuple[Entry, Happened]


def _gathered(match: Match, side: str | None) -> Iterator[list[Step]]:
    """The steps of a game, each by itself; those that another side takes in secret on end, together."""
    steps = zip(match.entries, match.log, strict=True)
    for is_hidden, some in groupby(steps, key=lambda step: _is_hidden(match, step, side) and step[0].side):
        if is_hidden:
            yield list(some)
        else:
            yield from ([step] for step in some)


def _is_hidden(match: Match, step: Step, side: str | None) -> bool:
    """Whether *side* may not know what was done, only that something was."""
    if match.is_over:
        return False
    frames = step[1].frames
    return bool(frames) and frames[-1].secret and frames[-1].side != side


def _lines(match: Match, happened: Happened, side: str | None) -> list[str]:
    if match.is_over:
        return list(chronicle(match.ruleset, match.rules, happened.events))
    return match.lines(happened, side)
