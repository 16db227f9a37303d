"""Movement: all hexes in reach on a 60 x 40 map, costs 1 to 3, budget 12, enemy zones on.

Ours pays for everything the rules ask: friends in the way, leaving zones, hexes that end the move,
enemies. The peers know costs and zones only: a zone ends the move, an enemy's hex is closed.

Two questions are measured. In a *new position* the ground is prepared, and the zones and enemies of the
position are handed over as sets with the query: ours builds its conditions, scipy masks its weights,
networkx asks a weight function. *Again in the same position* each peer has a graph made for just this
position, with no step out of a zone, and ours has its conditions from the query before. rustworkx and
igraph get such a graph both times, tcod goes without zones: they are behind even so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from bench import Figure, microseconds
from hexmap.board import Board
from hexmap.coords import DIRECTIONS, Grid, Hex, within
from hexmap.hexset import HexSet
from hexmap.paths import Bar, Charge, Conditions, Ground, Item, Refusal, StepCost, cheapest_path, reach
from hexmap.zones import Claim, Zones, ZoneShape

BUDGET = 12
UNITS = 40

Adjacency = list[tuple[tuple[int, int], ...]]


class Position:
    """A map with random costs, forty units a side, and one unit in the middle that wants to move."""

    def __init__(self, columns: int, rows: int, seed: int = 1) -> None:
        grid = Grid(columns, rows)
        dice = random.Random(seed)
        self.board = Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0))
        self.start = grid.hex_at(columns // 2, rows // 2)
        # The same ground and the same enemies near the start, however large the map around them is.
        near = within(self.start, 19)
        self.prices = {hex_: dice.randint(1, 3) for hex_ in near}
        for hex_ in self.board.hexes:
            self.prices.setdefault(hex_, dice.randint(1, 3))
        far = [hex_ for hex_ in near if hex_ not in within(self.start, 3)]
        places = dice.sample(far, 2 * UNITS)
        self.enemy_set = HexSet.of(self.board, places[:UNITS])
        self.friend_set = HexSet.of(self.board, places[UNITS:])
        self.claims = [Claim(f"enemy {number}", hex_) for number, hex_ in enumerate(places[:UNITS])]
        self.shape = ZoneShape(self.board)
        self.ground = Ground(self.board, self.step)

    def step(self, a: Hex, b: Hex) -> StepCost:
        return StepCost((Item("ground", self.prices[b], "6.1"),))

    def zones(self) -> Zones[str]:
        return self.shape.controlled(self.claims)

    def conditions(self, zones: Zones[str]) -> Conditions:
        """Friends, zones and enemies, with all they cost."""
        return Conditions(
            enter=(Charge(self.friend_set, Item("friends in the hex", 1, "5.2")),),
            leave=(Charge(zones, Item("leaving a zone", 1, "4.2")),),
            stop=(Bar(zones, Refusal("in an enemy zone", "4.2")),),
            forbid=(Bar(self.enemy_set, Refusal("the enemy is there", "4.1")),),
        )

    def plain_conditions(self) -> Conditions:
        """What the peers know, too: to compare their answers with ours."""
        return Conditions(
            stop=(Bar(self.zones(), Refusal("in an enemy zone")),),
            forbid=(Bar(self.enemy_set, Refusal("the enemy is there")),),
        )

    def adjacency(self) -> Adjacency:
        """(cost, neighbour) of each hex, cheapest first."""
        board = self.board
        return [
            tuple(sorted((self.prices[other], board.index[other]) for other in board.neighbours(hex_)))
            for hex_ in board.hexes
        ]

    def without_zones(self, adjacency: Adjacency) -> Adjacency:
        """The same with no way out of a zone or into an enemy."""
        zones, enemies = self.zones().indices, self.enemy_set.indices
        start = self.board.index[self.start]
        return [
            () if node in zones and node != start else tuple(step for step in row if step[1] not in enemies)
            for node, row in enumerate(adjacency)
        ]


def bucket_queue(
    adjacency: Adjacency,
    zones: frozenset[int],
    enemies: frozenset[int],
    start: int,
    budget: int,
    dearest: int,
) -> dict[int, int]:
    """The peer to beat: Dijkstra with one bucket per cost, in plain Python, tuned for this one case."""
    best = [budget + 1] * len(adjacency)
    for node in enemies:
        best[node] = -1
    best[start] = 0
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        room = budget - spent
        if room >= dearest:
            for node in bucket:
                if node not in zones or node == start:
                    for cost, other in adjacency[node]:
                        cost += spent
                        if cost < best[other]:
                            best[other] = cost
                            buckets[cost].append(other)
        elif room:
            for node in bucket:
                if node not in zones:
                    for cost, other in adjacency[node]:
                        if cost > room:
                            break
                        cost += spent
                        if cost < best[other]:
                            best[other] = cost
                            buckets[cost].append(other)
    costs: dict[int, int] = {}
    for spent in range(budget, -1, -1):
        for node in buckets[spent]:
            costs[node] = spent
    return costs


# --- peers: each gives the query as a function ------------------------------------------------------

Query = Callable[[], dict[int, float]]
Peer = Callable[["Position"], Query]


def _networkx(position: Position) -> Query:
    import networkx

    start, graph = position.board.index[position.start], networkx.DiGraph()
    for node, row in enumerate(position.without_zones(position.adjacency())):
        graph.add_node(node)
        graph.add_weighted_edges_from((node, other, cost) for cost, other in row)
    return lambda: networkx.single_source_dijkstra_path_length(graph, start, cutoff=BUDGET)


def _networkx_anew(position: Position) -> Query:
    import networkx

    start, graph = position.board.index[position.start], networkx.DiGraph()
    zones, enemies = position.zones().indices, position.enemy_set.indices
    for node, row in enumerate(position.adjacency()):
        graph.add_weighted_edges_from((node, other, cost) for cost, other in row)

    def weight(a: int, b: int, link: dict[str, int]) -> int | None:
        return None if (a in zones and a != start) or b in enemies else link["weight"]

    return lambda: networkx.single_source_dijkstra_path_length(graph, start, cutoff=BUDGET, weight=weight)


def _scipy(position: Position, anew: bool = False) -> Query:
    import numpy
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    rows = position.adjacency() if anew else position.without_zones(position.adjacency())
    start = position.board.index[position.start]
    links = [(node, other, cost) for node, row in enumerate(rows) for cost, other in sorted(row, key=_other)]
    tails, heads, costs = (numpy.array(column) for column in zip(*links, strict=True))
    weights = costs.astype(float)
    graph = csr_array((weights.copy(), (tails, heads)), shape=(len(rows), len(rows)))
    zones, enemies = position.zones().indices, position.enemy_set.indices

    def mask() -> None:
        stopping = numpy.zeros(len(rows), dtype=bool)
        stopping[list(zones)] = True
        stopping[start] = False
        closed = numpy.zeros(len(rows), dtype=bool)
        closed[list(enemies)] = True
        graph.data[:] = numpy.where(stopping[tails] | closed[heads], numpy.inf, weights)

    def query() -> dict[int, float]:
        if anew:
            mask()
        found = dijkstra(graph, indices=start, limit=BUDGET)
        nodes = numpy.nonzero(numpy.isfinite(found))[0]
        return dict(zip(nodes.tolist(), found[nodes].tolist(), strict=True))

    return query


def _scipy_anew(position: Position) -> Query:
    return _scipy(position, anew=True)


def _other(link: tuple[int, int]) -> int:
    return link[1]


def _tcod(position: Position) -> Query:
    """Without zones, which it cannot stop in; hexes as a sheared grid of squares with six steps."""
    import numpy
    import tcod.path

    board = position.board
    lowest_q = min(hex_.q for hex_ in board.hexes)
    lowest_r = min(hex_.r for hex_ in board.hexes)
    shape = (
        max(hex_.q for hex_ in board.hexes) - lowest_q + 1,
        max(hex_.r for hex_ in board.hexes) - lowest_r + 1,
    )
    costs = numpy.zeros(shape, dtype=numpy.int32)
    for hex_ in board.hexes:
        if hex_ not in position.enemy_set:
            costs[hex_.q - lowest_q, hex_.r - lowest_r] = position.prices[hex_]
    graph = tcod.path.CustomGraph(shape)
    for dq, dr in DIRECTIONS:
        graph.add_edge((dq, dr), 1, cost=costs)
    origin = (position.start.q - lowest_q, position.start.r - lowest_r)

    numbers = numpy.zeros(shape, dtype=numpy.int32)
    for hex_, number in board.index.items():
        numbers[hex_.q - lowest_q, hex_.r - lowest_r] = number

    def query() -> dict[int, float]:
        finder = tcod.path.Pathfinder(graph)
        finder.add_root(origin)
        # It can stop at a place but not at a cost: it is told to stop one hex beyond the farthest reach.
        finder.resolve((origin[0] + BUDGET + 1, origin[1]))
        found = finder.distance
        near = found <= BUDGET
        return dict(zip(numbers[near].tolist(), found[near].tolist(), strict=True))

    return query


def _rustworkx(position: Position) -> Query:
    import rustworkx

    rows = position.without_zones(position.adjacency())
    start = position.board.index[position.start]
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(len(rows)))
    graph.add_edges_from([(node, other, float(cost)) for node, row in enumerate(rows) for cost, other in row])

    def query() -> dict[int, float]:
        found = rustworkx.dijkstra_shortest_path_lengths(graph, start, float)
        near = {node: cost for node, cost in found.items() if cost <= BUDGET}
        return {start: 0.0} | near

    return query


def _igraph(position: Position) -> Query:
    import igraph

    rows = position.without_zones(position.adjacency())
    start = position.board.index[position.start]
    links = [(node, other) for node, row in enumerate(rows) for _, other in row]
    weights = [cost for row in rows for cost, _ in row]
    graph = igraph.Graph(n=len(rows), edges=links, directed=True)

    def query() -> dict[int, float]:
        found = graph.distances(source=start, weights=weights)[0]
        return {node: cost for node, cost in enumerate(found) if cost <= BUDGET}

    return query


ANEW: dict[str, tuple[str, Peer]] = {
    "networkx, with cutoff": ("networkx", _networkx_anew),
    "scipy csgraph, with limit": ("scipy", _scipy_anew),
    "tcod (no zones)": ("tcod", _tcod),
    "rustworkx (graph ready, no cutoff)": ("rustworkx", _rustworkx),
    "igraph (graph ready, no cutoff)": ("igraph", _igraph),
}
AGAIN: dict[str, tuple[str, Peer]] = {
    "networkx, with cutoff": ("networkx", _networkx),
    "scipy csgraph, with limit": ("scipy", _scipy),
}
_BUCKETS = "bucket queue in plain Python"


def _measured(
    position: Position, peers: dict[str, tuple[str, Peer]]
) -> tuple[dict[str, float], tuple[str, ...]]:
    """What each peer takes, and which are not installed."""
    start, adjacency = position.board.index[position.start], position.adjacency()
    zones, enemies = position.zones().indices, position.enemy_set.indices

    def buckets() -> dict[int, int]:
        return bucket_queue(adjacency, zones, enemies, start, BUDGET, dearest=3)

    _agree(position, _BUCKETS, dict(buckets()))
    times, missing = {_BUCKETS: microseconds(buckets)}, []
    for name, (module, prepare) in peers.items():
        if find_spec(module) is None:
            missing.append(name)
            continue
        query = prepare(position)
        _agree(position, name, query())
        times[name] = microseconds(query, repeat=3)
    return times, tuple(missing)


def _agree(position: Position, name: str, theirs: dict[int, float]) -> None:
    """Only those who give the same answer are worth measuring."""
    conditions = position.plain_conditions()
    if "no zones" in name:
        conditions = Conditions(forbid=conditions.forbid)
    found = reach(position.ground, position.start, BUDGET, conditions)
    ours = {position.board.index[hex_]: reached.cost for hex_, reached in found.items()}
    if ours != theirs:
        raise RuntimeError(f"{name} finds other costs than we do")


def figures() -> Iterator[Figure]:
    position = Position(60, 40)
    ground, start, zones = position.ground, position.start, position.zones()
    conditions = position.conditions(zones)
    times, missing = _measured(position, ANEW)
    yield Figure(
        "reach in a new position",
        microseconds(lambda: reach(ground, start, BUDGET, position.conditions(zones))),
        times,
        missing,
        "bucket queue above 0.67, others above 1",
    )
    times, missing = _measured(position, AGAIN)
    again = microseconds(lambda: reach(ground, start, BUDGET, conditions))
    yield Figure("reach again in the same position", again, times, missing, "bucket queue above 0.67")
    large = Position(200, 200)
    everything = large.conditions(large.zones())
    yield Figure(
        "reach on 200 x 200",
        microseconds(lambda: reach(large.ground, large.start, BUDGET, everything)),
        {"ours on 60 x 40": again},
        goal="above 0.5",
    )
    yield Figure(
        "reach, every hex listed with its cost",
        microseconds(lambda: dict(reach(ground, start, BUDGET, conditions).items())),
    )
    yield Figure("zones of 40 units", microseconds(position.zones))
    found = reach(ground, start, BUDGET, conditions)
    farthest = list(found)[-1]
    yield Figure("path to the farthest hex, itemised", microseconds(lambda: found.route(farthest)))
    corner = position.board.hexes[0]
    yield Figure("cheapest path to a corner", microseconds(lambda: cheapest_path(ground, start, corner)))
    yield Figure(
        "first reach of a new ground",
        microseconds(lambda: reach(Ground(position.board, position.step), start, BUDGET, conditions)),
    )
