"""What a run of games has got to see: steps, verbs, openings of one step by another, cells of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from game.core.events import Event, FactChanged, FrameChanged, StepClosed, StepOpened
from game.core.ruleset import Ruleset
from game.core.sequence import Sequence
from game.core.state import Frame

Opening = tuple[str, str]


class Coverage:
    """Counts of everything seen, beside all that could be seen."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.steps: Counter[str] = Counter()
        self.verbs: Counter[str] = Counter()
        self.openings: Counter[Opening] = Counter()
        self.cells: Counter[str] = Counter()
        self.declared = declared_openings(ruleset.sequence)
        self.nodes = frozenset(ruleset.sequence.nodes)
        # Optional words of a ruleset: which rows and cells of its tables a game can show.
        self._reads: Callable[[Any, Event], Iterable[str]] | None = getattr(ruleset, "coverage", None)
        coverable: Callable[[], frozenset[str]] | None = getattr(ruleset, "coverable", None)
        self.coverable = coverable() if coverable else frozenset[str]()

    def see(self, rules: Any, frames: tuple[Frame, ...], verb: str, events: Iterable[Event]) -> None:
        """Count what one step of a record led to; *frames* were open before it."""
        self.verbs[verb] += 1
        stack = [frame.step for frame in frames]
        openers = [""] * len(stack)
        closed, acts_below = "", False
        for event in events:
            if isinstance(event, StepOpened):
                # A step that opens several at once lays them on one another, and may have closed before.
                # Once something is remembered, it is the step below the closed one that acts.
                below = stack[-1] if stack else ""
                candidates = (below, closed) if acts_below else (closed, below)
                openers.append(self._opened((*candidates, *openers[-1:]), below or closed, event.frame.step))
                stack.append(event.frame.step)
            elif isinstance(event, StepClosed):
                closed, acts_below = stack.pop(), False
                openers.pop()
            elif isinstance(event, FrameChanged | FactChanged):
                acts_below = True
            if self._reads is not None:
                self.cells.update(self._reads(rules, event))

    def _opened(self, candidates: tuple[str, ...], otherwise: str, step: str) -> str:
        """Count an opening; who it was: the first of those that may have opened it, by the flow chart."""
        self.steps[step] += 1
        opener = next((each for each in candidates if (each, step) in self.declared), otherwise)
        if opener:
            self.openings[opener, step] += 1
        return opener

    def counts(self) -> tuple[Counter[Any], ...]:
        """All that was counted, without the ruleset: what another process can send."""
        return self.steps, self.verbs, self.openings, self.cells

    def add(self, counts: tuple[Counter[Any], ...]) -> None:
        """Take over what another run has counted."""
        for own, other in zip(self.counts(), counts, strict=True):
            own.update(other)

    # --- what is missing -----------------------------------------------------------------------

    def unseen_steps(self) -> list[str]:
        return sorted(self.nodes - self.steps.keys())

    def unseen_openings(self) -> list[Opening]:
        return sorted(self.declared - self.openings.keys())

    def undeclared_openings(self) -> list[Opening]:
        """Openings that happen though the sequence of play does not show them."""
        return sorted(self.openings.keys() - self.declared)

    def unseen_cells(self) -> list[str]:
        return sorted(self.coverable - self.cells.keys())

    def unknown_cells(self) -> list[str]:
        """Cells that a ruleset counts though it does not list them among those that can be seen."""
        return sorted(self.cells.keys() - self.coverable)

    def as_json(self) -> dict[str, Any]:
        def share(seen: int, of: int, unseen: Iterable[str]) -> dict[str, Any]:
            return {"seen": seen, "of": of, "unseen": list(unseen)}

        return {
            "steps": share(len(self.nodes & self.steps.keys()), len(self.nodes), self.unseen_steps()),
            "openings": {
                **share(
                    len(self.declared & self.openings.keys()),
                    len(self.declared),
                    map(" > ".join, self.unseen_openings()),
                ),
                "undeclared": list(map(" > ".join, self.undeclared_openings())),
            },
            "cells": share(len(self.coverable & self.cells.keys()), len(self.coverable), self.unseen_cells()),
            "verbs": dict(self.verbs.most_common()),
        }


def declared_openings(sequence: Sequence) -> frozenset[Opening]:
    """Every arrow of the flow chart that goes down: phase to part, step to what it may open."""
    return frozenset((node.id, inner) for node in sequence.node for inner in (*node.parts, *node.opens))
