"""What a step costs: the caller's rule, and the ground compiled from it.

A rule is a function `step(a, b)` that says what it costs to go from a hex to an adjacent one, item by
item, or why that cannot be done. A `Ground` asks it once for each step it needs and keeps whole
numbers: all costs are scaled by the least common denominator met so far, so halves and thirds stay exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm
from threading import RLock
from typing import NamedTuple

from hexmap.board import Board
from hexmap.coords import Hex

Cost = int | Fraction

# Queues longer than this are kept sparsely and their scratch lists are not kept at all.
LONG = 4096
_POOLS = 16


class Item(NamedTuple):
    """One thing that is paid for. A single item may be negative (a road's rebate); a step may not."""

    what: str
    cost: Cost
    rule: str = ""


class Refusal(NamedTuple):
    """Why something cannot be done, or why a move ends, with its rule."""

    why: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]" if self.rule else self.why


class StepCost(NamedTuple):
    """What one step costs; `stops` ends the move, `marks` tells the caller what else befalls the mover."""

    items: tuple[Item, ...]
    stops: bool = False
    marks: tuple[str, ...] = ()

    @property
    def total(self) -> Cost:
        return total(self.items)


Step = Callable[[Hex, Hex], StepCost | Refusal]
Row = tuple[tuple[int, int], ...]


def total(items: Iterable[Item]) -> Cost:
    """The exact sum of what is paid."""
    costs = [item.cost for item in items]
    return plain(costs[0] if len(costs) == 1 else sum(costs))


def plain(cost: Cost) -> Cost:
    """The same number, an `int` where it is whole: quick, and written one way only."""
    return cost.numerator if cost.denominator == 1 else cost


def exact(cost: object, what: str) -> Cost:
    """The same number, if it is exact; a float has already lost what halves and thirds need."""
    if type(cost) is int or isinstance(cost, Fraction):
        return cost
    raise TypeError(f"the cost or budget '{what}' must be a whole number or a Fraction, not {cost!r}")


class Ground:
    """The steps of one board for one kind of mover, asked from its rule once and then kept.

    Rows are filled when a search first needs them. The rule must always give the same answer for the
    same step; whatever changes from move to move belongs in `Conditions`.
    """

    def __init__(self, board: Board, step: Step, name: str = "") -> None:
        self.board = board
        self.step = step
        self.name = name
        self.size = len(board.hexes)
        self.scale = 1
        self.dearest = 0
        # Beside each hex there is a second node, `size` further on: the same hex, entered by a step that
        # ends the move. Nothing leads out of it, and coming in by a dearer step may still lead on.
        self.has_stops = False
        # Changes whenever whole numbers worked out before no longer mean the same.
        self.version = (self.scale, self.has_stops)
        self.rows: list[Row | None] = [None] * self.size
        self.rows.extend([()] * self.size)
        self._pools: dict[int, list[list[int]]] = {}
        # Odds are counted beside the window, on the same ground: only one of them fills it at a time.
        self._filling = RLock()

    def __repr__(self) -> str:
        return f"Ground({self.board.name or 'board'!r}, {self.name or 'mover'!r})"

    def as_it_is(self) -> tuple[list[Row | None], tuple[int, bool]]:
        """All rows, those not yet filled as None, and the version in which they can be read."""
        with self._filling:
            return self.rows, self.version

    def row(self, index: int) -> Row:
        """(scaled cost, node) of every step out of a hex, cheapest first."""
        known = self.rows[index]
        if known is not None:
            return known
        hexes = self.board.hexes
        here = hexes[index]
        priced: list[tuple[Cost, int]] = []
        for other in self.board.links[index]:
            if other < 0:
                continue
            answer = self.step(here, hexes[other])
            if isinstance(answer, Refusal):
                continue
            # Most costs are one item. Sums, products and comparisons of fractions are slow.
            prices = [exact(item.cost, item.what) for item in answer.items]
            cost = prices[0] if len(prices) == 1 else sum(prices)
            if cost.numerator < 0:
                label = self.board.label
                raise ValueError(f"the step {label(here)} to {label(hexes[other])} costs {cost}: less than 0")
            if answer.stops:
                self._let_stop()
                other += self.size
            priced.append((cost, other))
        with self._filling:
            self.refine(lcm(*(cost.denominator for cost, _ in priced)))
            row = tuple(sorted([(self.scaled(cost), other) for cost, other in priced]))
            if row:  # first, since a search takes it that no row it finds is dearer
                self.dearest = max(self.dearest, row[-1][0])
            self.rows[index] = row
        return row

    def refine(self, denominator: int) -> None:
        """Makes the scale fine enough for costs with this denominator."""
        if self.scale % denominator == 0:
            return
        with self._filling:
            factor = lcm(self.scale, denominator) // self.scale
            self.scale *= factor
            # After the scale: what another thread works out in between goes by the old one, and is lost.
            self.version = (self.scale, self.has_stops)
            self.dearest *= factor
            self.rows = [
                row and tuple((cost * factor, other) for cost, other in row)  # None and () stay as they are
                for row in self.rows
            ]

    def _let_stop(self) -> None:
        with self._filling:
            self.has_stops = True
            self.version = (self.scale, True)

    def compile(self) -> Ground:
        """The same ground with every row filled: for those who would rather wait now."""
        for index in range(self.size):
            self.row(index)
        return self

    def unending(self) -> Ground:
        """The same ground if no step ended a move: to tell what a stop is to blame for."""

        def step(a: Hex, b: Hex) -> StepCost | Refusal:
            answer = self.step(a, b)
            return answer if isinstance(answer, Refusal) else answer._replace(stops=False)

        return Ground(self.board, step, self.name)

    def scaled(self, cost: Cost) -> int:
        """A cost in this ground's whole numbers, rounded down (which only a budget can need)."""
        return cost.numerator * self.scale // cost.denominator

    # --- scratch lists -------------------------------------------------------------------------
    # A search needs one number per node. Filling a new list for a large map would cost more than the
    # search itself, so each search wipes what it touched and hands its list back.

    def take(self, limit: int) -> list[int]:
        """A list with `limit + 1` for every node."""
        try:
            return self._pools[limit].pop()
        except (KeyError, IndexError):
            return [limit + 1] * (2 * self.size)

    def give(self, limit: int, scratch: list[int]) -> None:
        """Takes back a list that is as clean as `take` gave it."""
        if limit > LONG:
            return
        if limit not in self._pools and len(self._pools) >= _POOLS:
            self._pools.clear()
        self._pools.setdefault(limit, []).append(scratch)
