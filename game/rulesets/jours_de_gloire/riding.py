"""[9.1] The search behind a charge: from hex to hex in a rider's front, turning little.

It runs on whole numbers: a hex is its index, and a *place*, a hex with a facing, six times the index and
the facing.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from game.core.state import Deployment, GameState
from game.rulesets.jours_de_gloire.movement import ground, occupied_by, side_between, uses_roads
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import distances, hexes_ahead
from game.rulesets.jours_de_gloire.zones import front_claims, is_sheer, zone_of_side
from hexmap.coords import Hex
from hexmap.facing import front_hexes
from hexmap.ground import Refusal as StepRefusal
from hexmap.hexset import HexSet

# [9.1] How a rider may face in the hex he comes to.
_TURNS = tuple((facing, (facing + 1) % 6, (facing + 5) % 6) for facing in range(6))

# By place and what was ridden through on the way: cost and path.
Came = dict[tuple[int, tuple[Hex, ...]], tuple[int, tuple[Hex, ...]]]


class Field(NamedTuple):
    """All that a ride of one side meets now, by the indices of hexes."""

    ways: Ways
    strikes: Strikes
    halts: frozenset[int]
    shut: frozenset[int]
    friends: frozenset[int]
    past_friends: int


class Way(NamedTuple):
    """A way to strike that was found once. It is open again wherever it is free and paid for.

    It enters all hexes of *path*, and goes on from those of *through*; the cost is that of the ground alone.
    """

    last: int
    target: int
    cost: int
    path: frozenset[int]
    through: frozenset[int]

    def is_open(self, field: Field, targets: frozenset[int], points: int) -> bool:
        _ways, _strikes, halts, shut, friends, past_friends = field
        return (
            self.target in targets
            and shut.isdisjoint(self.path)
            and halts.isdisjoint(self.through)
            and self.cost + past_friends * len(friends & self.path) <= points
        )


class DeadEnd(NamedTuple):
    """A search that found no way to any of its targets, with all in its way of what it looked at.

    As long as nothing of that goes away there is none, neither for fewer points nor to fewer targets.
    """

    points: int
    targets: frozenset[int]
    halts: frozenset[int]
    shut: frozenset[int]
    friends: frozenset[int]

    def is_shut(self, field: Field, targets: frozenset[int], points: int) -> bool:
        return (
            points <= self.points
            and targets <= self.targets
            and self.shut <= field.shut
            and self.halts <= field.halts
            and self.friends <= field.friends
        )


class Ways(dict[int, tuple[tuple[Hex, int, int], ...]]):
    """The open front hexes of each place, with index and cost.

    With them is kept, place by place, how the last searches from it ended: they hold for one sky, and for
    one lie of what blocks sight.
    """

    def __init__(self, rules: Rules, roads: bool, beside: frozenset[Hex]) -> None:
        super().__init__()
        self._asked = rules, roads, beside
        self.found: dict[int, Way] = {}
        self.dead_ends: dict[int, DeadEnd] = {}

    def __missing__(self, place: int) -> tuple[tuple[Hex, int, int], ...]:
        rules, roads, beside = self._asked
        index, facing = divmod(place, 6)
        self[place] = ways = _ways_now(rules, roads, beside, rules.board.hexes[index], facing)
        return ways


class Strikes(dict[int, tuple[int, ...]]):
    """What can be struck from each place: the hexes in front, across an open hexside."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, place: int) -> tuple[int, ...]:
        rules = self._rules
        index, facing = divmod(place, 6)
        here = rules.board.hexes[index]
        ahead = [
            hex_ for hex_ in hexes_ahead(rules, here, facing) if not is_hexside_barred(rules, here, hex_)
        ]
        self[place] = struck = tuple([rules.board.index[hex_] for hex_ in ahead])
        return struck


class _ToGo(dict[int, int]):
    """How far off the nearest target is, by the index of a hex."""

    def __init__(self, rules: Rules, targets: frozenset[int]) -> None:
        super().__init__()
        hexes = rules.board.hexes
        self._off = [distances(rules, hexes[target]) for target in targets]

    def __missing__(self, index: int) -> int:
        self[index] = steps = min([off[index] for off in self._off])
        return steps


def field_of(rules: Rules, state: GameState, side: str) -> Field:
    """What a ride of a side meets now."""
    return state.pieces.remember(
        ("field of a charge", side, state.turn), lambda: _field_of(rules, state, side)
    )


def _field_of(rules: Rules, state: GameState, side: str) -> Field:
    pieces, enemy = state.pieces, rules.enemy(side)
    enemies, friends = occupied_by(rules, pieces, enemy), occupied_by(rules, pieces, side)
    strikes: Strikes | None = rules.memo.get("strikes")
    if strikes is None:
        strikes = rules.memo["strikes"] = Strikes(rules)
    return Field(
        _steps_of_charge(rules, state, side),
        strikes,
        _halts(rules, pieces, enemy),
        # [9.1] No charge rides through the enemy, nor through friendly guns.
        enemies.indices | guns_of(rules, pieces, side).indices,
        friends.indices,
        int(rules.tables.terrain.friend_cost("cavalry")),
    )


# --- the searches ------------------------------------------------------------------------------------


def last_hex(
    rules: Rules,
    field: Field,
    start: int,
    targets: frozenset[int],
    points: int,
    is_seen: Callable[[int], bool],
) -> int | None:
    """A hex from which a target can be struck, from one place; None where there is no way to any.

    How the last searches from there ended is looked at first: for most of them it still holds. Whether a
    target is seen is asked only of those that can be struck, which are few.
    """
    ways = field.ways
    known = ways.found.get(start)
    if known is not None and known.is_open(field, targets, points):
        return known.last
    dead_end = ways.dead_ends.get(start)
    if dead_end is not None and dead_end.is_shut(field, targets, points):
        return None
    found = _find_way(rules, field, start, targets, points, is_seen)
    if isinstance(found, DeadEnd):
        ways.dead_ends[start] = found
        return None
    ways.found[start] = found
    return found.last


def _find_way(
    rules: Rules,
    field: Field,
    start: int,
    targets: frozenset[int],
    points: int,
    is_seen: Callable[[int], bool],
) -> Way | DeadEnd:
    """The first way met, making straight for the nearest target."""
    ways, strikes, halts, shut, friends, past_friends = field
    to_go = _ToGo(rules, targets)
    looked_at: set[int] = set()
    done: set[int] = set()
    # By what it takes to a target at the least; the way that came last, and so has come farthest, goes first.
    buckets: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in range(points + 2)]
    buckets[0].append((start, 0, (start // 6,)))
    for bucket in buckets:
        while bucket:
            place, spent, path = bucket.pop()
            if place in done:
                continue
            done.add(place)
            for _hex, ahead, price in ways[place]:
                looked_at.add(ahead)
                if ahead in shut or ahead in path:
                    continue
                cost = spent + price
                if ahead in friends:
                    cost += past_friends
                steps = to_go[ahead]
                if cost + steps - 1 > points:
                    continue
                longer = (*path, ahead)
                for turned in _TURNS[place % 6]:
                    there = ahead * 6 + turned
                    if steps == 1:
                        for struck in strikes[there]:
                            if struck in targets and is_seen(struck):
                                return _way(field, longer, cost, struck)
                    if ahead not in halts and there not in done:
                        buckets[cost + steps].append((there, cost, longer))
    return DeadEnd(points, targets, halts & looked_at, shut & looked_at, friends & looked_at)


def _way(field: Field, path: tuple[int, ...], cost: int, target: int) -> Way:
    """A way found, as it is kept; its path begins where the rider stands."""
    entered = frozenset(path[1:])
    alone = cost - field.past_friends * len(field.friends & entered)
    return Way(path[-1], target, alone, entered, frozenset(path[1:-1]))


def search(
    rules: Rules,
    field: Field,
    start: int,
    targets: frozenset[int],
    points: int,
    prizes: frozenset[Hex],
) -> tuple[Came, set[int]]:
    """Places a charging unit can come to, by the cheapest path (then the first in order).

    Ways that ride through different *prizes* are kept apart. With them come the indices of all hexes that
    were looked at.
    """
    ways, _strikes, halts, shut, friends, past_friends = field
    to_go = _ToGo(rules, targets)
    looked_at: set[int] = set()
    done: Came = {}
    queue: list[tuple[int, int, tuple[Hex, ...], int, int, tuple[Hex, ...]]] = []

    def ride_on(spent: int, steps: int, path: tuple[Hex, ...], place: int, by: tuple[Hex, ...]) -> None:
        for ahead, index, price in ways[place]:
            looked_at.add(index)
            if index in shut or ahead in path:
                continue
            cost = spent + price
            if index in friends:
                cost += past_friends
            if cost + to_go[index] - 1 <= points:
                heappush(queue, (cost, steps + 1, (*path, ahead), place % 6, index, by))

    first = (rules.board.hexes[start // 6],)
    done[start, ()] = (0, first)
    ride_on(0, 0, first, start, ())
    while queue:
        # The facing is the one he came with: he may turn now.
        spent, steps, path, facing, index, by = heappop(queue)
        hex_ = path[-1]
        onward = tuple(sorted((*by, hex_))) if hex_ in prizes else by
        for turned in _TURNS[facing]:
            place = index * 6 + turned
            if (place, by) not in done:
                done[place, by] = (spent, path)
                if index not in halts:
                    ride_on(spent, steps, path, place, onward)
    del done[start, ()]
    return done, looked_at


# --- the ground --------------------------------------------------------------------------------------


def is_hexside_barred(rules: Rules, a: Hex, b: Hex) -> bool:
    """[note e] Whether no charge crosses the hexside; a bridge counts only over a river [note h]."""
    key = ("barred to a charge", a, b)
    known: bool | None = rules.memo.get(key)
    if known is None:
        known = rules.memo[key] = _is_barred(rules, a, b)
    return known


def _is_barred(rules: Rules, a: Hex, b: Hex) -> bool:
    if is_sheer(rules, a, b):
        return True
    features = rules.board.features.get(side_between(a, b))
    if not features:
        return False
    kinds = {feature.kind for feature in features}
    terrain = rules.tables.terrain
    if "river" in kinds:
        return True
    return any(terrain.forbids_charge(kind) for kind in kinds if not terrain.only_over_river(kind))


def _steps_of_charge(rules: Rules, state: GameState, side: str) -> Ways:
    """The steps open to a charge now, whoever stands there."""
    roads, beside = uses_roads(rules, state), _beside_enemy(rules, state, side)
    if beside or not rules.is_set("units_block_los", "no"):
        return Ways(rules, roads, beside)  # they, or what is known with them, hold for this moment only
    key = ("steps of a charge", rules.sky(state.turn))
    known: Ways | None = rules.memo.get(key)
    if known is None:
        known = rules.memo[key] = Ways(rules, roads, beside)
    return known


def _beside_enemy(rules: Rules, state: GameState, side: str) -> frozenset[Hex]:
    """[6.2] The hexes beside the enemy, where a house rule makes roads into them useless."""
    if not uses_roads(rules, state) or not rules.is_set("road_next_to_enemy", "other_terrain"):
        return frozenset()
    enemies = occupied_by(rules, state.pieces, rules.enemy(side))
    return frozenset(hex_ for foe in enemies for hex_ in rules.board.neighbours(foe))


def _ways_now(
    rules: Rules, roads: bool, beside: frozenset[Hex], hex_: Hex, facing: int
) -> tuple[tuple[Hex, int, int], ...]:
    """[6.2] The open front hexes; into those *beside* the enemy no road counts, by that house rule."""
    ways = _ways_ahead(rules, roads, hex_, facing)
    if not beside or beside.isdisjoint([way[0] for way in ways]):
        return ways
    off_road = _ways_ahead(rules, False, hex_, facing)
    return (
        *(way for way in ways if way[0] not in beside),
        *(way for way in off_road if way[0] in beside),
    )


def _ways_ahead(rules: Rules, roads: bool, hex_: Hex, facing: int) -> tuple[tuple[Hex, int, int], ...]:
    """The front hexes open to a charge from a hex, with index and cost; whoever stands there."""
    key = ("ways of a charge", roads, hex_, facing)
    known: tuple[tuple[Hex, int, int], ...] | None = rules.memo.get(key)
    if known is None:
        board, forbids = rules.board, rules.tables.terrain.forbids_charge
        over = ground(rules, ("cavalry",), roads)
        found = []
        for ahead in front_hexes(hex_, facing, rules.facing_kind):
            if ahead not in board.index or forbids(board.terrain[ahead]):
                continue
            answer = over.step(hex_, ahead)
            if not isinstance(answer, StepRefusal) and not is_hexside_barred(rules, hex_, ahead):
                # A step costs a rider a point or more: that is how the search knows what is too far.
                assert answer.total >= 1
                found.append((ahead, board.index[ahead], int(answer.total)))
        known = rules.memo[key] = tuple(found)
    return known


def guns_of(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    """The hexes with batteries of a side."""
    cards = rules.cards
    return pieces.remember_places(
        side,
        "guns",
        lambda: HexSet.of(
            rules.board,
            {
                piece.hex
                for piece in pieces
                if piece.side == side
                and piece.hex is not None
                and piece.id in cards
                and cards[piece.id].is_artillery
            },
        ),
    )


def _halts(rules: Rules, pieces: Deployment, enemy: str) -> frozenset[int]:
    """[9.1] Where a ride ends: in the zone of the enemy, or in a front hex of his cavalry."""

    def work() -> frozenset[int]:
        index = rules.board.index
        claims = front_claims(rules, pieces, enemy)
        ahead = [hexes for piece, hexes in claims if rules.cards[piece.id].is_cavalry]
        fronts = [index[hex_] for hexes in ahead for hex_ in hexes]
        return zone_of_side(rules, pieces, enemy).indices.union(fronts)

    return pieces.remember_standing(enemy, "halts", work)
