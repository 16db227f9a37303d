"""Every way on a small map, walked one by one: what the search must agree with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from hexmap.board import Board
from hexmap.coords import Hex, direction_to, hexside
from hexmap.paths import Conditions, Cost, Refusal, Step


@dataclass(frozen=True)
class Walk:
    """One way of going, and what it took."""

    hexes: tuple[Hex, ...]
    cost: Fraction
    stopped: bool

    @property
    def rank(self) -> tuple[Fraction, bool, int, list[int]]:
        """The documented order among ways to one hex."""
        turns = [direction_to(a, b) for a, b in zip(self.hexes, self.hexes[1:], strict=False)]
        return self.cost, self.stopped, len(turns), turns


def walks(
    board: Board, step: Step, start: Hex, budget: Cost | None, conditions: Conditions
) -> Iterator[Walk]:
    """All ways that enter no hex twice and stay within the budget, whether they may end or not."""

    def onward(hexes: tuple[Hex, ...], cost: Fraction) -> Iterator[Walk]:
        here = hexes[-1]
        for other in board.neighbours(here):
            answer = step(here, other)
            if other in hexes or isinstance(answer, Refusal):
                continue
            if any(other in bar.hexes for bar in conditions.forbid):
                continue
            if any(hexside(here, other) in bar.sides for bar in conditions.close):
                continue
            paid = sum((Fraction(item.cost) for item in answer.items), cost)
            paid += sum(charge.item.cost for charge in conditions.leave if here in charge.hexes)
            paid += sum(charge.item.cost for charge in conditions.enter if other in charge.hexes)
            if budget is not None and paid > budget:
                continue
            barred = any(other in bar.hexes for bar in conditions.stop)
            stopped = answer.stops or barred
            yield Walk((*hexes, other), paid, answer.stops)
            if not stopped:
                yield from onward((*hexes, other), paid)

    yield Walk((start,), Fraction(0), False)
    yield from onward((start,), Fraction(0))


def best_walks(
    board: Board, step: Step, start: Hex, budget: Cost | None, conditions: Conditions
) -> dict[Hex, Walk]:
    """The way the tie-break names, for every hex a move can end in."""
    found: dict[Hex, Walk] = {}
    for walk in walks(board, step, start, budget, conditions):
        end = walk.hexes[-1]
        if end != start and any(end in bar.hexes for bar in conditions.pass_only):
            continue
        if end not in found or walk.rank < found[end].rank:
            found[end] = walk
    return found
