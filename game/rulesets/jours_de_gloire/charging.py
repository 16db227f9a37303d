"""[9.1] Charge movement: where cavalry can ride to strike, hex by hex in its front, turning little."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple, TypeVar, cast

from game.core.errors import Refusal
from game.core.state import Deployment, GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.los import can_see, why_unseen
from game.rulesets.jours_de_gloire.marching import holder_key
from game.rulesets.jours_de_gloire.movement import ground, occupied_by, side_between, uses_roads
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join
from game.rulesets.jours_de_gloire.units import (
    ENTERED,
    MOVED,
    TURNED,
    distances,
    fronts,
    hexes_ahead,
    is_good,
    movement_allowance,
    within,
)
from game.rulesets.jours_de_gloire.zones import front_claims, in_enemy_zone, is_sheer, zone_of_side
from hexmap.coords import Hex, distance
from hexmap.facing import front_hexes
from hexmap.ground import Refusal as StepRefusal
from hexmap.hexset import HexSet

RULE = "9.1"
T = TypeVar("T")


class Ride(NamedTuple):
    """A way to strike: the enemy hex, the path to the last hex, the facing there, and its cost.

    *by* are the hexes on the way that it matters to ride through: an objective to take, a general to scatter.
    """

    target: Hex
    path: tuple[Hex, ...]
    facing: int
    cost: int
    by: tuple[Hex, ...] = ()


def charge_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal | None:
    """[9.1] Why a unit may not charge at all now; None when it may look for a target."""
    card = rules.cards[piece.id]
    if not card.is_cavalry:
        return Refusal(_("only cavalry charges"), RULE)
    if not is_good(piece):
        return Refusal(_("only units in good order charge"), RULE)
    if rules.sky(state.turn).night:
        return Refusal(_("nobody charges at night"), "14")
    if ENTERED in piece.marks:
        return Refusal(_("it entered the map in this activation"), "11")
    if MOVED in piece.marks or TURNED in piece.marks:
        return Refusal(_("it has moved already"), RULE)
    assert piece.hex is not None
    if in_enemy_zone(rules, state.pieces, piece.hex, piece.side):
        return Refusal(_("it starts in an enemy zone of control"), RULE)
    return None


def target_refusal(rules: Rules, state: GameState, piece: Piece, target: Hex) -> Refusal | None:
    """[9.1] Why an enemy hex cannot be the target of this unit's charge, wherever it rides."""
    assert piece.hex is not None
    if distance(piece.hex, target) < 2:
        return Refusal(_("the target is closer than 2 hexes"), RULE)
    if rules.is_set("charge_reach", "three_hexes") and distance(piece.hex, target) > 3:
        return Refusal(_("the target is farther than 3 hexes"), RULE)
    if rules.tables.terrain.forbids_charge(rules.board.terrain[target]):
        return Refusal(_("no charge into this terrain"), "note e")
    if not can_see(rules, state, piece.hex, target):
        return Refusal(why_unseen(rules, state, piece.hex, target), RULE)
    return None


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


def rides(rules: Rules, state: GameState, piece: Piece) -> tuple[Ride, ...]:
    """[9.1] Every way a unit can charge: to each last hex and facing, per target, the cheapest path.

    Where the way matters, there is one for each choice of what is ridden through.
    """
    if charge_refusal(rules, state, piece) is not None:
        return ()
    found = _known_rides(rules, state, piece)
    free = {hex_: may_join(rules, state, (piece,), hex_) for hex_ in {ride.path[-1] for ride in found}}
    return tuple([ride for ride in found if free[ride.path[-1]]])


def can_charge(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[9.1] Whether there is any way for a unit to charge."""
    if charge_refusal(rules, state, piece) is not None:
        return False
    # The first place met will nearly always do, and is found long before the last.
    place = _known_place(rules, state, piece)
    if place is None:
        return False
    return may_join(rules, state, (piece,), place) or bool(rides(rules, state, piece))


# By last hex, facing and what was ridden through on the way: cost and path.
Came = dict[tuple[Hex, int, tuple[Hex, ...]], tuple[int, tuple[Hex, ...]]]


class _Search(NamedTuple):
    """What one search has found, and all of its own side that it came across."""

    found: Any
    looked_at: frozenset[int]
    friends: frozenset[int]
    guns: frozenset[int]


def _known_rides(rules: Rules, state: GameState, piece: Piece) -> tuple[Ride, ...]:
    """The rides of a unit before anybody asks who else stands where they end."""
    points = movement_allowance(rules, state, piece)
    targets = _targets(rules, state, piece, points)
    if not targets:
        return ()
    prizes = _prizes(rules, state, piece.side)

    def work() -> tuple[tuple[Ride, ...], set[int]]:
        came, looked_at = _search(rules, state, piece, points, targets, prizes)
        rides = tuple(
            Ride(target, path, facing, cost, by)
            for (hex_, facing, by), (cost, path) in sorted(came.items())
            for target in _struck(rules, hex_, facing, targets)
        )
        return rides, looked_at

    key = ("rides", piece.hex, piece.facing, points, targets, uses_roads(rules, state), prizes)
    return _searched(rules, state.pieces, piece.side, key, work)


def _known_place(rules: Rules, state: GameState, piece: Piece) -> Hex | None:
    """A hex from which a unit can strike, if there is any, before anybody asks who else stands there."""
    points = movement_allowance(rules, state, piece)

    def work() -> tuple[Hex | None, set[int]]:
        targets = _targets(rules, state, piece, points)
        return _find_place(rules, state, piece, points, targets) if targets else (None, set())

    key: tuple[Any, ...] = ("place to strike from", piece.hex, piece.facing, points, state.turn)
    if not rules.is_set("units_block_los", "no"):
        key += (_targets(rules, state, piece, points),)  # friends, too, change what is seen
    return _searched(rules, state.pieces, piece.side, key, work)


def _searched(
    rules: Rules, pieces: Deployment, side: str, key: Any, work: Callable[[], tuple[T, set[int]]]
) -> T:
    """What a search gives, with the indices of the hexes it looked at.

    It holds good until the enemy stands otherwise, or a friend has come to or gone from one of those hexes.
    """
    friends = occupied_by(rules, pieces, side).indices
    guns = _guns(rules, pieces, side).indices
    last: list[_Search] = pieces.remember_standing(rules.enemy(side), key, list)
    if last:
        known, looked_at, met, guns_met = last[0]
        if friends & looked_at == met and guns & looked_at == guns_met:
            return cast(T, known)
    found, seen = work()
    looked_at = frozenset(seen)
    last[:] = [_Search(found, looked_at, friends & looked_at, guns & looked_at)]
    return found


def _prizes(rules: Rules, state: GameState, side: str) -> frozenset[Hex]:
    """[3, 13] The hexes that change something for whoever rides through: objectives, enemy generals."""
    hexes = {hex_ for hex_ in rules.objectives if state.fact(holder_key(rules, hex_)) != side}
    for id_, general in rules.generals.items():
        hex_ = state.pieces[id_].hex
        if hex_ is not None and general.side != side:
            hexes.add(hex_)
    return frozenset(hexes)


def _struck(rules: Rules, hex_: Hex, facing: int, targets: tuple[Hex, ...]) -> list[Hex]:
    """The targets in front of a rider across an open hexside."""
    return [
        target
        for target in hexes_ahead(rules, hex_, facing)
        if target in targets and not is_hexside_barred(rules, hex_, target)
    ]


def _targets(rules: Rules, state: GameState, piece: Piece, points: int) -> tuple[Hex, ...]:
    """[9.1] The enemy hexes near enough that `target_refusal` has nothing against."""
    here, pieces, enemy = piece.hex, state.pieces, rules.enemy(piece.side)
    assert here is not None

    def work() -> tuple[Hex, ...]:
        farthest = 3 if rules.is_set("charge_reach", "three_hexes") else points + 1
        forbids, terrain = rules.tables.terrain.forbids_charge, rules.board.terrain
        return tuple(
            [
                hex_
                for hex_ in within(rules, occupied_by(rules, pieces, enemy), here, farthest)
                if distance(here, hex_) >= 2
                and not forbids(terrain[hex_])
                and can_see(rules, state, here, hex_)
            ]
        )

    key = ("targets of a charge", here, points, state.turn)
    if rules.is_set("units_block_los", "no"):
        return pieces.remember_places(enemy, key, work)
    return pieces.remember(key, work)


def _search(
    rules: Rules,
    state: GameState,
    piece: Piece,
    points: int,
    targets: tuple[Hex, ...],
    prizes: frozenset[Hex],
) -> tuple[Came, set[int]]:
    """Hexes with a facing a charging unit can come to, by the cheapest path (then the first in order).

    Ways that ride through different *prizes* are kept apart. With them come the indices of all hexes that
    were looked at.
    """
    pieces = state.pieces
    halts = _halts(rules, pieces, rules.enemy(piece.side)).indices
    friends = occupied_by(rules, pieces, piece.side).indices
    past_friends = int(rules.tables.terrain.friend_cost("cavalry"))
    shut = _shut(rules, pieces, piece.side)
    ways = _steps_of_charge(rules, state, piece.side)
    to_go = _ToGo(rules, targets)
    looked_at: set[int] = set()
    assert piece.hex is not None
    done: Came = {}
    queue: list[tuple[int, int, tuple[Hex, ...], int, tuple[Hex, ...], int]] = [
        (0, 0, (piece.hex,), piece.facing, (), rules.board.index[piece.hex])
    ]
    while queue:
        spent, steps, path, facing, by, here = heappop(queue)
        hex_ = path[-1]
        if (hex_, facing, by) in done:
            continue
        done[hex_, facing, by] = (spent, path)
        if steps and here in halts:
            continue
        if steps and hex_ in prizes:
            by = tuple(sorted((*by, hex_)))
        for ahead, index, price in ways[here * 6 + facing]:
            looked_at.add(index)
            if index in shut or ahead in path:
                continue
            cost = spent + price
            if index in friends:
                cost += past_friends
            if cost + to_go[index] - 1 > points:
                continue
            longer = (*path, ahead)
            for turned in _TURNS[facing]:
                if (ahead, turned, by) not in done:
                    heappush(queue, (cost, steps + 1, longer, turned, by, index))
    del done[piece.hex, piece.facing, ()]
    return done, looked_at


def _find_place(
    rules: Rules, state: GameState, piece: Piece, points: int, targets: tuple[Hex, ...]
) -> tuple[Hex | None, set[int]]:
    """The first hex met from which a target can be struck, and the indices of all hexes looked at.

    The same search as for all rides, but making straight for the nearest target, and on whole numbers: a
    hex with a facing is six times its index and the facing.
    """
    pieces, index = state.pieces, rules.board.index
    halts = _halts(rules, pieces, rules.enemy(piece.side)).indices
    friends = occupied_by(rules, pieces, piece.side).indices
    past_friends = int(rules.tables.terrain.friend_cost("cavalry"))
    shut = _shut(rules, pieces, piece.side)
    ways = _steps_of_charge(rules, state, piece.side)
    strikes = frozenset().union(*[_struck_from(rules, target) for target in targets])
    to_go = _ToGo(rules, targets)
    looked_at: set[int] = set()
    assert piece.hex is not None
    done: set[int] = set()
    # Of equal promise, the way that has come farthest goes first.
    queue: list[tuple[int, int, tuple[int, ...], int, int]] = [(0, 0, (index[piece.hex],), piece.facing, 0)]
    while queue:
        _rank, unsteps, path, facing, spent = heappop(queue)
        place = path[-1] * 6 + facing
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
            rank = cost + to_go[ahead]
            if rank - 1 > points:
                continue
            longer = (*path, ahead)
            for turned in _TURNS[facing]:
                if ahead * 6 + turned in strikes:
                    return rules.board.hexes[ahead], looked_at
                if ahead not in halts and ahead * 6 + turned not in done:
                    heappush(queue, (rank, unsteps - 1, longer, turned, cost))
    return None, looked_at


# [9.1] How a rider may face in the hex he comes to.
_TURNS = tuple((facing, (facing + 1) % 6, (facing + 5) % 6) for facing in range(6))


class _ToGo(dict[int, int]):
    """How far off the nearest target is, by the index of a hex."""

    def __init__(self, rules: Rules, targets: tuple[Hex, ...]) -> None:
        super().__init__()
        self._off = [distances(rules, target) for target in targets]

    def __missing__(self, index: int) -> int:
        self[index] = steps = min([off[index] for off in self._off])
        return steps


class _Ways(dict[int, tuple[tuple[Hex, int, int], ...]]):
    """The open front hexes with index and cost, by six times the index of a hex and the facing there."""

    def __init__(self, rules: Rules, roads: bool, beside: frozenset[Hex]) -> None:
        super().__init__()
        self._asked = rules, roads, beside

    def __missing__(self, place: int) -> tuple[tuple[Hex, int, int], ...]:
        rules, roads, beside = self._asked
        index, facing = divmod(place, 6)
        self[place] = ways = _ways_now(rules, roads, beside, rules.board.hexes[index], facing)
        return ways


def _steps_of_charge(rules: Rules, state: GameState, side: str) -> _Ways:
    """The steps open to a charge now, whoever stands there."""
    roads, beside = uses_roads(rules, state), _beside_enemy(rules, state, side)
    if beside:
        return _Ways(rules, roads, beside)
    key = ("steps of a charge", roads)
    known: _Ways | None = rules.memo.get(key)
    if known is None:
        known = rules.memo[key] = _Ways(rules, roads, beside)
    return known


def _beside_enemy(rules: Rules, state: GameState, side: str) -> frozenset[Hex]:
    """[6.2] The hexes beside the enemy, where a house rule makes roads into them useless."""
    if not uses_roads(rules, state) or not rules.is_set("road_next_to_enemy", "other_terrain"):
        return frozenset()
    enemies = occupied_by(rules, state.pieces, rules.enemy(side))
    return frozenset(hex_ for foe in enemies for hex_ in rules.board.neighbours(foe))


def _struck_from(rules: Rules, target: Hex) -> frozenset[int]:
    """The hexes and facings from which a target can be struck, six times the index and the facing."""
    key = ("struck from", target)
    known: frozenset[int] | None = rules.memo.get(key)
    if known is None:
        known = rules.memo[key] = frozenset(
            rules.board.index[hex_] * 6 + facing
            for hex_ in rules.board.neighbours(target)
            for facing in range(6)
            if _struck(rules, hex_, facing, (target,))
        )
    return known


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


def _shut(rules: Rules, pieces: Deployment, side: str) -> frozenset[int]:
    """[9.1] Indices of the hexes no charge rides through: those of the enemy and of friendly guns."""
    enemies = occupied_by(rules, pieces, rules.enemy(side))
    return enemies.indices | _guns(rules, pieces, side).indices


def _guns(rules: Rules, pieces: Deployment, side: str) -> HexSet:
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


def _halts(rules: Rules, pieces: Deployment, enemy: str) -> HexSet:
    """[9.1] Where a ride ends: in the zone of the enemy, or in a front hex of his cavalry."""
    return pieces.remember_standing(
        enemy,
        "halts",
        lambda: HexSet.of(
            rules.board,
            set(zone_of_side(rules, pieces, enemy)).union(
                *(
                    ahead
                    for piece, ahead in front_claims(rules, pieces, enemy)
                    if rules.cards[piece.id].is_cavalry
                )
            ),
        ),
    )


def can_strike(rules: Rules, piece: Piece, target: Hex) -> bool:
    """Whether a unit that has ridden still has its target in front, across an open hexside."""
    assert piece.hex is not None
    return target in fronts(rules, piece) and not is_hexside_barred(rules, piece.hex, target)
