"""[9.1] The search behind a charge: from hex to hex in a rider's front, turning little.

It runs on whole numbers: a hex is its index, and facings that come to the same so far are searched together,
as bits of one number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from game.core.state import Deployment, GameState
from game.rulesets.jours_de_gloire.movement import ground, occupied_by, side_between, uses_roads
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import directions_ahead, distances
from game.rulesets.jours_de_gloire.zones import front_indices, is_sheer, with_fronts, zone_of_side
from hexmap.coords import Hex
from hexmap.facing import FacingKind
from hexmap.ground import Refusal as StepRefusal

# [9.1] How riders may face in the hex they come to, by how they faced before.
_TURNED = tuple(
    facings | (facings << 1 | facings >> 5) & 63 | facings >> 1 | facings << 5 & 63 for facings in range(64)
)


class Step(NamedTuple):
    """A step open to a charge: where it leads, what it costs, and the facings it can be made from."""

    number: int  # of that hex where all are put in order
    ahead: int
    cost: int
    facings: int


class Strike(NamedTuple):
    """A hex that can be struck from the one beside it, in its direction, by those who face so."""

    direction: int
    target: int
    facings: int


class Arrival(NamedTuple):
    """A hex a charging unit can come to by one path, with the facings that no cheaper path led to."""

    last: int
    facings: int
    by: tuple[Hex, ...]
    cost: int
    path: tuple[int, ...]  # by the numbers of its hexes


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


class Ways(dict[int, tuple[Step, ...]]):
    """The open steps from each hex.

    With them is kept, by hex and facing, how the last searches from there ended: to be tried first, and held
    against how the armies stand now. For that, sight must be the same: they serve one sky.
    """

    def __init__(self, rules: Rules, roads: bool, beside: frozenset[Hex]) -> None:
        super().__init__()
        self._asked = rules, roads, beside
        self.found: dict[tuple[int, int], Way] = {}
        self.dead_ends: dict[tuple[int, int], DeadEnd] = {}

    def __missing__(self, index: int) -> tuple[Step, ...]:
        rules, roads, beside = self._asked
        self[index] = ways = tuple(_steps_from(rules, roads, beside, rules.board.hexes[index]))
        return ways


class Strikes(dict[int, tuple[Strike, ...]]):
    """What can be struck from each hex: what lies in front, across an open hexside."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, index: int) -> tuple[Strike, ...]:
        rules, board = self._rules, self._rules.board
        here = board.hexes[index]
        self[index] = struck = tuple(
            [
                Strike(direction, target, _facings_to(rules.facing_kind, direction))
                for direction, target in enumerate(board.links[index])
                if target >= 0 and not is_hexside_barred(rules, here, board.hexes[target])
            ]
        )
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
    return state.pieces.remember(("field of a charge", side, state.turn), _field_of, rules, state, side)


def _field_of(rules: Rules, state: GameState, side: str) -> Field:
    pieces, enemy = state.pieces, rules.enemy(side)
    enemies, friends = occupied_by(rules, pieces, enemy), occupied_by(rules, pieces, side)
    strikes: Strikes | None = rules.memo.get("strikes")
    if strikes is None:
        strikes = rules.memo["strikes"] = Strikes(rules)
    return Field(
        _steps_of_charge(rules, state, side),
        strikes,
        _halts(rules, pieces, enemy, guns_of(rules, pieces, side)),
        enemies.indices,
        friends.indices,
        int(rules.tables.terrain.friend_cost("cavalry")),
    )


# --- the searches ------------------------------------------------------------------------------------


def last_hex(
    rules: Rules,
    field: Field,
    start: tuple[int, int],
    targets: frozenset[int],
    points: int,
    is_seen: Callable[[int], bool],
) -> int | None:
    """A hex from which a target can be struck, from a hex and a facing; None where there is no way to any.

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
    start: tuple[int, int],
    targets: frozenset[int],
    points: int,
    is_seen: Callable[[int], bool],
) -> Way | DeadEnd:
    """The first way met, making straight for the nearest target."""
    strikes, halts = field.strikes, field.halts
    to_go = _ToGo(rules, targets)
    looked_at: set[int] = set()
    done: dict[int, int] = {}
    # By what it takes to a target at the least; the way that came last, and so has come farthest, goes first.
    buckets: list[list[tuple[int, int, int, tuple[int, ...]]]] = [[] for _ in range(points + 2)]
    buckets[0].append((start[0], 1 << start[1], 0, start[:1]))
    for bucket in buckets:
        while bucket:
            here, facings, spent, path = bucket.pop()
            before = done.get(here, 0)
            done[here] = before | facings
            facings &= ~before
            if not facings:
                continue
            for _number, ahead, cost, turned in _onward(
                field, to_go, points, here, facings, spent, looked_at
            ):
                if ahead in path:
                    continue
                steps, longer = to_go[ahead], (*path, ahead)
                if steps == 1:
                    for _direction, struck, fit in strikes[ahead]:
                        if struck in targets and turned & fit and is_seen(struck):
                            return _way(field, longer, cost, struck)
                if ahead not in halts:
                    buckets[cost + steps].append((ahead, turned, cost, longer))
    return DeadEnd(points, targets, halts & looked_at, field.shut & looked_at, field.friends & looked_at)


def _onward(
    field: Field, to_go: _ToGo, points: int, here: int, facings: int, spent: int, looked_at: set[int]
) -> Iterator[tuple[int, int, int, int]]:
    """[9.1] The steps with a target still in reach: number and index of the hex, cost, and facings there.

    Every hex in front is added to those *looked_at*, whether or not it can be entered.
    """
    shut, friends = field.shut, field.friends
    for number, ahead, price, fit in field.ways[here]:
        if not facings & fit:
            continue
        looked_at.add(ahead)
        if ahead in shut:
            continue
        cost = spent + price
        if ahead in friends:
            cost += field.past_friends
        if cost + to_go[ahead] - 1 <= points:
            yield number, ahead, cost, _TURNED[facings & fit]


def _way(field: Field, path: tuple[int, ...], cost: int, target: int) -> Way:
    """A way found, as it is kept; its path begins where the rider stands."""
    entered = frozenset(path[1:])
    alone = cost - field.past_friends * len(field.friends & entered)
    return Way(path[-1], target, alone, entered, frozenset(path[1:-1]))


def search(
    rules: Rules,
    field: Field,
    start: tuple[int, int],
    targets: frozenset[int],
    points: int,
    prizes: frozenset[Hex],
) -> tuple[list[Arrival], set[int]]:
    """Where a charging unit can come to and how it can face there, by the cheapest path, the first in order.

    Ways that ride through different *prizes* are kept apart. With them come the indices of all hexes that
    were looked at.
    """
    halts = field.halts
    hexes, to_go = rules.board.hexes, _ToGo(rules, targets)
    at_prizes = {rules.board.index[hex_] for hex_ in prizes}
    looked_at: set[int] = set()
    arrivals: list[Arrival] = []
    done: dict[tuple[int, tuple[Hex, ...]], int] = {}
    first = _numbers(rules)[start[0]]
    queue: list[tuple[int, int, tuple[int, ...], int, int, tuple[Hex, ...]]] = [
        (0, 0, (first,), start[0], 1 << start[1], ())
    ]
    while queue:
        spent, steps, path, here, facings, by = heappop(queue)
        before = done.get((here, by), 0)
        done[here, by] = before | facings
        facings &= ~before
        if not facings:
            continue
        if steps:
            arrivals.append(Arrival(here, facings, by, spent, path))
            if here in halts:
                continue
            if here in at_prizes:
                by = tuple(sorted((*by, hexes[here])))
        for number, ahead, cost, turned in _onward(field, to_go, points, here, facings, spent, looked_at):
            if number not in path:
                heappush(queue, (cost, steps + 1, (*path, number), ahead, turned, by))
    return arrivals, looked_at


# --- the ground --------------------------------------------------------------------------------------


def is_hexside_barred(rules: Rules, a: Hex, b: Hex) -> bool:
    """[note e] Whether no charge crosses the hexside; a bridge counts only over a river [note h]."""
    key = ("barred to a charge", a, b)
    known: bool | None = rules.memo.get(key)
    if known is None:
        known = rules.memo[key] = _is_barred(rules, a, b)
    return known


def _is_barred(rules: Rules, a: Hex, b: Hex) -> bool:
    features = rules.board.features.get(side_between(a, b))
    if not features:
        return False
    if is_sheer(rules, a, b):
        return True
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


def _steps_from(rules: Rules, roads: bool, beside: frozenset[Hex], here: Hex) -> Iterator[Step]:
    """[6.2] The steps open to a charge from a hex, whoever stands where they lead.

    Into hexes *beside* the enemy no road counts, by that house rule.
    """
    board, forbids = rules.board, rules.tables.terrain.forbids_charge
    number = _numbers(rules)
    for direction, index in enumerate(board.links[board.index[here]]):
        if index < 0 or forbids(board.terrain[board.hexes[index]]):
            continue
        ahead = board.hexes[index]
        answer = ground(rules, ("cavalry",), roads and ahead not in beside).step(here, ahead)
        if not isinstance(answer, StepRefusal) and not is_hexside_barred(rules, here, ahead):
            # A step costs a rider a point or more: that is how the search knows what is too far.
            assert answer.total >= 1
            yield Step(number[index], index, int(answer.total), _facings_to(rules.facing_kind, direction))


@cache
def _facings_to(kind: FacingKind, direction: int) -> int:
    """[4.1] The facings, as bits, from which a direction leads to a front hex."""
    return sum(1 << facing for facing in range(6) if direction in directions_ahead(facing, kind))


def in_order(rules: Rules) -> list[Hex]:
    """All hexes of the map, put in order."""
    known: list[Hex] | None = rules.memo.get("hexes in order")
    if known is None:
        known = rules.memo["hexes in order"] = sorted(rules.board.hexes)
    return known


def _numbers(rules: Rules) -> list[int]:
    """The number of each hex in that order, by its index."""
    known: list[int] | None = rules.memo.get("numbers of hexes")
    if known is None:
        number = {hex_: number for number, hex_ in enumerate(in_order(rules))}
        known = rules.memo["numbers of hexes"] = [number[hex_] for hex_ in rules.board.hexes]
    return known


def guns_of(rules: Rules, pieces: Deployment, side: str) -> frozenset[int]:
    """The indices of the hexes with batteries of a side."""
    key = ("batteries", side)
    ids: tuple[str, ...] | None = rules.memo_of_counters.get(key)
    if ids is None:
        cards = rules.cards.values()
        ids = tuple([card.id for card in cards if card.side == side and card.is_artillery])
        rules.memo_of_counters[key] = ids
    all_, index = pieces.pieces, rules.board.index
    hexes = [all_[id_].hex for id_ in ids if id_ in all_]
    return frozenset([index[hex_] for hex_ in hexes if hex_ is not None])


def _halts(rules: Rules, pieces: Deployment, enemy: str, guns: frozenset[int]) -> frozenset[int]:
    """[9.1] Where a ride ends: in the zone of the enemy, in a front hex of his cavalry, with friendly *guns*.

    No charge rides on through these; beside them it may end, and strike.
    """

    def work() -> frozenset[int]:
        units = with_fronts(rules, pieces, enemy)
        ahead = [front_indices(rules, piece) for piece in units if rules.cards[piece.id].is_cavalry]
        return zone_of_side(rules, pieces, enemy).indices.union(guns, *ahead)

    return pieces.remember_standing(enemy, ("halts", guns), work)
