"""Where a mover can go: all hexes within a budget, and the cheapest way to one of them.

The search runs on whole numbers over a `Ground`; costs leave it as exact numbers. Only costs are
kept, never the order of the search: paths, items and reasons are worked out when asked for. Of several
paths to a hex the one taken is always the same: the cheapest, then the one of fewest steps, then the
one whose steps, from the start on, have the smallest direction numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from hexmap.conditions import NOTHING, Bar, Charge, Compiled, Conditions, SideBar
from hexmap.coords import Hex, Hexside, hexside
from hexmap.ground import LONG, Cost, Ground, Item, Refusal, Step, StepCost, exact, plain, total

__all__ = [
    "Bar",
    "Charge",
    "Conditions",
    "Cost",
    "Ground",
    "Item",
    "Leg",
    "Reach",
    "Reached",
    "Refusal",
    "Route",
    "SideBar",
    "Step",
    "StepCost",
    "cheapest_path",
    "reach",
]

_UNLIMITED = 1 << 62


class Reached(NamedTuple):
    """What the cheapest way to a hex takes, what it leaves, and whether it ends the move there."""

    cost: Cost
    left: Cost
    stops: bool = False
    by_minimum: bool = False


class Leg(NamedTuple):
    """One step of a route: its itemised cost, and what has been spent when it is done."""

    a: Hex
    b: Hex
    items: tuple[Item, ...]
    cost: Cost
    spent: Cost
    marks: tuple[str, ...] = ()


class Route(NamedTuple):
    """A way from hex to hex, itemised; `stops` where its last step ends the move."""

    hexes: tuple[Hex, ...]
    legs: tuple[Leg, ...]
    cost: Cost
    stops: bool = False


class Reach(Mapping[Hex, Reached]):
    """The hexes a mover can end in, nearest first and then in reading order; the start is one of them."""

    def __init__(
        self,
        ground: Ground,
        start: Hex,
        budget: Cost,
        conditions: Conditions,
        found: _Found,
        minimum_move: bool,
    ) -> None:
        self.ground = ground
        self.start = start
        self.budget = budget
        self.conditions = conditions
        self.minimum_move = minimum_move
        # The ground may become finer later on; these numbers are of the scale they were found at.
        self._costs, self._scale, compiled = found
        self._pass_only, self._barred = compiled.pass_only, compiled.barred
        # Worked out when first needed.
        self._known_indices: list[int] | None = None
        self._known_minimum: dict[Hex, Cost] | None = None

    # --- as a mapping --------------------------------------------------------------------------

    def _node(self, hex_: object) -> int | None:
        """The node by which a hex is reached most cheaply; nothing where a move cannot end in it."""
        index: int | None = self.ground.board.index.get(hex_)  # type: ignore[call-overload]
        if index is None or (index in self._pass_only and hex_ != self.start):
            return None
        costs, twin = self._costs, index + self.ground.size
        if twin not in costs:
            return index if index in costs else None
        # Who need not stop for the same cost, does not.
        return index if index in costs and costs[index] <= costs[twin] else twin

    @property
    def indices(self) -> list[int]:
        """The indices of the hexes, in the order in which they are listed."""
        if self._known_indices is None:
            index = self.ground.board.index
            self._known_indices = self._within() + [index[hex_] for hex_ in self._by_minimum]
        return self._known_indices

    def _within(self) -> list[int]:
        """The indices of the hexes within the budget."""
        costs, pass_only = self._costs, self._pass_only
        if not self.ground.has_stops and not pass_only:
            return sorted(sorted(costs), key=costs.__getitem__)
        size, start = self.ground.size, self.ground.board.index[self.start]
        ranked = sorted([(cost, node % size) for node, cost in costs.items()])
        # A dictionary, since a hex may have been reached both ways: the cheaper comes first and stays.
        indices = dict.fromkeys([index for _, index in ranked])
        return [index for index in indices if index not in pass_only or index == start]

    @property
    def _by_minimum(self) -> dict[Hex, Cost]:
        """Adjacent hexes beyond the budget that the minimum move of one hex still gives, with their cost."""
        if self._known_minimum is None:
            self._known_minimum = self._minimum() if self.minimum_move else {}
        return self._known_minimum

    def _minimum(self) -> dict[Hex, Cost]:
        board, conditions = self.ground.board, self.conditions
        found: dict[Hex, Cost] = {}
        costs, barred = self._costs, self._barred
        for index in board.links[board.index[self.start]]:
            # Of most neighbours this is all there is to know.
            if index < 0 or index in barred or (index in costs and not self._pass_only):
                continue
            other = board.hexes[index]
            if self._node(other) is not None or self._refused(other) or conditions.too_far(other):
                continue
            leg = _leg(self.ground, conditions, self.start, other, 0)
            if leg is not None:
                found[other] = leg.cost
        return found

    def _refused(self, hex_: Hex) -> bool:
        conditions = self.conditions
        return (
            conditions.forbidding(hex_) is not None
            or conditions.unending(hex_) is not None
            or conditions.closing(hexside(self.start, hex_)) is not None
        )

    def __iter__(self) -> Iterator[Hex]:
        hexes = self.ground.board.hexes
        return iter([hexes[index] for index in self.indices])

    def __len__(self) -> int:
        return len(self.indices)

    def __contains__(self, hex_: object) -> bool:
        return self._node(hex_) is not None or hex_ in self._by_minimum

    def __getitem__(self, hex_: Hex) -> Reached:
        node = self._node(hex_)
        if node is None:
            if hex_ not in self._by_minimum:
                raise KeyError(hex_)
            return Reached(self._by_minimum[hex_], 0, stops=True, by_minimum=True)
        cost = plain(Fraction(self._costs[node], self._scale)) if self._scale > 1 else self._costs[node]
        stops = node >= self.ground.size or (
            hex_ != self.start and self.conditions.stopping(hex_) is not None
        )
        return Reached(cost, plain(self.budget - cost), stops)

    # --- on demand -----------------------------------------------------------------------------

    @property
    def stops(self) -> frozenset[Hex]:
        """The hexes in which a move ends, whatever is left."""
        return frozenset(hex_ for hex_, reached in self.items() if reached.stops)

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes of the cheapest way, from the start to *hex_*, both included."""
        node = self._node(hex_)
        if node is None:
            if hex_ not in self._by_minimum:
                raise KeyError(hex_)
            return (self.start, hex_)
        hexes, size = self.ground.board.hexes, self.ground.size
        return tuple([hexes[index % size] for index in self._trace(node)])

    def route(self, hex_: Hex) -> Route:
        """The cheapest way to a hex, itemised step by step."""
        hexes = self.path(hex_)
        legs: list[Leg] = []
        spent: Cost = 0
        for a, b in pairwise(hexes):
            leg = _leg(self.ground, self.conditions, a, b, spent)
            assert leg is not None, f"the step {a} to {b} was passable a moment ago"
            spent = leg.spent
            legs.append(leg)
        return Route(hexes, tuple(legs), spent, self[hex_].stops)

    def why_not(self, hex_: Hex) -> Refusal | None:
        """Why a hex is not among those reached; nothing where it is."""
        self.ground.board.check(hex_)
        if hex_ in self:
            return None
        found = cheapest_path(self.ground, self.start, hex_, self.conditions)
        if isinstance(found, Refusal):
            return found
        return _too_dear(found.cost, self.budget)

    def _trace(self, goal: int) -> list[int]:
        """The nodes of the one path that the tie-break of this module names."""
        ground, costs = self.ground, self._costs
        compiled = self.conditions.compiled(ground)
        finer = ground.scale // self._scale
        size, links = ground.size, ground.board.links
        start = ground.board.index[self.start]
        if goal == start:
            return [start]

        stop, closed, special, entered = compiled.stop, compiled.closed, compiled.special, compiled.entered
        # Backwards, ring by ring of steps to go, until the start is met; then forwards again. Ways of
        # no cost may run in circles, which counting the steps keeps out.
        to_go = {goal: 0}
        onward: dict[int, list[int]] = {}
        ring, steps = [goal], 0
        while start not in to_go:
            steps += 1
            following: list[int] = []
            for node in ring:
                spent = costs[node]
                entering = compiled.entering(node) if node in entered else 0
                for before in links[node % size]:
                    if before not in costs or to_go.get(before, steps) != steps:
                        continue
                    wanted = (spent - costs[before]) * finer - entering
                    if wanted < 0:
                        continue
                    if before in special:
                        if (before in stop and before != start) or node in closed.get(before, ()):
                            continue
                        wanted -= compiled.leaving(before)
                    # Only a step that is part of a cheapest way costs just so much.
                    if (wanted, node) not in ground.row(before):
                        continue
                    if before in onward:
                        onward[before].append(node)
                    else:
                        to_go[before] = steps
                        onward[before] = [node]
                        following.append(before)
            assert following, "a reached hex has a way back to the start"
            ring = following
        nodes = [start]
        while nodes[-1] != goal:
            ways = onward[nodes[-1]]
            if len(ways) > 1:
                near_first = links[nodes[-1]]
                ways.sort(key=lambda node: (near_first.index(node % size), node))
            nodes.append(ways[0])
        return nodes


def reach(
    ground: Ground,
    start: Hex,
    budget: Cost,
    conditions: Conditions = NOTHING,
    *,
    minimum_move: bool = False,
) -> Reach:
    """All hexes a mover can end in for at most *budget*.

    With *minimum_move* (the mover has not moved yet) every adjacent hex that may be entered at all is
    reached, too; where it costs more than the budget, it takes all there is and ends the move.
    """
    if exact(budget, "a budget").numerator < 0:
        raise ValueError(f"a budget is 0 or more, not {budget}")
    index = ground.board.index.get(start)
    if index is None:
        index = ground.board.index[ground.board.check(start)]
    found = _costs(ground, index, budget, conditions)
    return Reach(ground, start, budget, conditions, found, minimum_move)


def cheapest_path(
    ground: Ground,
    a: Hex,
    b: Hex,
    conditions: Conditions = NOTHING,
    budget: Cost | None = None,
) -> Route | Refusal:
    """The cheapest way from *a* to *b*, or why there is none (within the budget, where one is given)."""
    board = ground.board
    start, goal = board.index[board.check(a)], board.index[board.check(b)]
    costs = _costs(ground, start, None, conditions, goal)
    found = Reach(ground, a, _UNLIMITED, conditions, costs, minimum_move=False)
    if b not in found:
        return _no_way(ground, a, b, conditions)
    route = found.route(b)
    if budget is not None and route.cost > exact(budget, "a budget"):
        return _too_dear(route.cost, budget)
    return route


def _leg(ground: Ground, conditions: Conditions, a: Hex, b: Hex, spent: Cost) -> Leg | None:
    """One step with all its items, or nothing where the ground refuses it."""
    answer = ground.step(a, b)
    if isinstance(answer, Refusal):
        return None
    items = (*answer.items, *conditions.leaving(a), *conditions.entering(b))
    cost = total(items)
    return Leg(a, b, items, cost, plain(spent + cost), answer.marks)


def _too_dear(cost: Cost, budget: Cost) -> Refusal:
    points = "movement point" if cost == 1 else "movement points"
    return Refusal(f"needs {cost} {points}, {budget} left")


def _no_way(ground: Ground, a: Hex, b: Hex, conditions: Conditions) -> Refusal:
    """Why no budget would do: the hex itself, every step into it, or what lies before it."""
    refused = conditions.forbidding(b) or conditions.unending(b)
    if refused:
        return refused
    steps = {_step_refusal(ground, conditions, hexside(other, b), b) for other in ground.board.neighbours(b)}
    if None not in steps and len(steps) == 1:
        return next(step for step in steps if step)
    if None not in steps:
        return Refusal("; ".join(sorted(str(step) for step in steps)))
    # Were there a way if nothing ended a move, then that is the reason.
    onward = Conditions(forbid=conditions.forbid, pass_only=conditions.pass_only, close=conditions.close)
    has_stops = conditions.stop or ground.has_stops
    if has_stops and isinstance(cheapest_path(ground.unending(), a, b, onward), Route):
        rules = sorted({bar.refusal.rule for bar in conditions.stop} - {""})
        return Refusal("every way there enters a hex that ends the move", ", ".join(rules))
    return Refusal("no way leads there")


def _step_refusal(ground: Ground, conditions: Conditions, side: Hexside, to: Hex) -> Refusal | None:
    closed = conditions.closing(side)
    if closed:
        return closed
    answer = ground.step(side.other(to), to)
    return answer if isinstance(answer, Refusal) else None


# --- the search ------------------------------------------------------------------------------------


class _SparseQueue(dict[int, list[int]]):
    """Buckets made when first used: for budgets so large that a list of them would not do."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[int] = []

    def __missing__(self, cost: int) -> list[int]:
        heappush(self._waiting, cost)
        bucket: list[int] = []
        self[cost] = bucket
        return bucket

    def in_order(self) -> Iterator[tuple[int, list[int]]]:
        while self._waiting:
            cost = heappop(self._waiting)
            yield cost, self[cost]


class _Found(NamedTuple):
    """The least scaled cost of every node within a budget, the scale, and the conditions in it."""

    costs: dict[int, int]
    scale: int
    compiled: Compiled


def _costs(
    ground: Ground, start: int, budget: Cost | None, conditions: Conditions, goal: int | None = None
) -> _Found:
    """What a search from a node finds within the budget."""
    while True:
        compiled = conditions.compiled(ground)
        scale = ground.scale
        limit = _UNLIMITED if budget is None else ground.scaled(budget)
        found = _search(ground, start, limit, compiled, goal)
        # Another thread may have made the ground finer at any moment: then nothing of this holds.
        if found is not None and ground.scale == scale and conditions.compiled(ground) is compiled:
            return _Found(found, scale, compiled)


def _search(
    ground: Ground, start: int, limit: int, compiled: Compiled, goal: int | None
) -> dict[int, int] | None:
    """Dijkstra's search with a bucket for each cost; nothing if the ground became finer meanwhile.

    Three things keep the inner loop short. All work that is not the same for every hex hides behind
    `special`, one look per hex reached. The charge for entering a hex is the same from every side: it is
    added when the hex first comes up, by putting it off to a later bucket. And a hex that comes up again
    after a cheaper way was found is not looked for: it cannot improve anything, and emptying the buckets
    from the dearest to the cheapest leaves the least cost standing.
    """
    stop, closed, entered, special = compiled.stop, compiled.closed, compiled.entered, compiled.special
    rows, version = ground.as_it_is()
    best = ground.take(limit)
    for node in compiled.barred:
        best[node] = -1
    best[start] = 0
    queue: list[list[int]] | _SparseQueue
    if limit <= LONG:
        queue = [[] for _ in range(limit + 1)]
        in_order: Iterator[tuple[int, list[int]]] = enumerate(queue)
    else:
        queue = _SparseQueue()
        in_order = queue.in_order()
    queue[0].append(start)
    done: list[tuple[int, list[int]]] = []
    put_off: dict[int, int] = {}
    too_dear: set[int] = set()
    for spent, bucket in in_order:
        if not bucket:
            continue
        done.append((spent, bucket))
        room = limit - spent
        # Far from the limit no step need be held against it: `best` begins just beyond it anyway.
        roomy = room >= ground.dearest
        for node in bucket:
            row = rows[node]
            if row is None:
                row = ground.row(node)
                if ground.version != version:
                    return None
            if node in special:
                if node != start:
                    if node in entered and put_off.get(node) != spent:
                        if node in put_off or node in too_dear:
                            continue
                        extra = compiled.entering(node)
                        if extra > room:
                            too_dear.add(node)
                        else:
                            put_off[node] = spent + extra
                            queue[spent + extra].append(node)
                        continue
                    if node in stop:
                        continue
                leaving, shut = compiled.leaving(node), closed.get(node, ())
                if leaving or shut:
                    row = tuple([(cost + leaving, other) for cost, other in row if other not in shut])
            if roomy:
                for cost, other in row:
                    cost += spent
                    if cost < best[other]:
                        best[other] = cost
                        queue[cost].append(other)
            else:
                for cost, other in row:
                    if cost > room:
                        break
                    cost += spent
                    if cost < best[other]:
                        best[other] = cost
                        queue[cost].append(other)
        if goal is not None and min(
            put_off.get(goal, best[goal]), put_off.get(goal + ground.size, best[goal + ground.size])
        ) in range(spent + 1):
            break
    fresh = limit + 1
    costs: dict[int, int] = {}
    for spent, bucket in reversed(done):
        for node in bucket:
            costs[node] = spent
            best[node] = fresh
    if put_off:
        costs.update(put_off)
    for node in too_dear:
        del costs[node]
    if goal is None:
        for node in compiled.barred:
            best[node] = fresh
        ground.give(limit, best)
    return costs
