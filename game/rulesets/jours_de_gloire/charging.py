"""[9.1] Charge movement: where cavalry can ride to strike, hex by hex in its front, turning little."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

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
    found = _known_rides(rules, state, piece, one=False)
    free = {hex_: may_join(rules, state, (piece,), hex_) for hex_ in {ride.path[-1] for ride in found}}
    return tuple([ride for ride in found if free[ride.path[-1]]])


def can_charge(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[9.1] Whether there is any way for a unit to charge."""
    if charge_refusal(rules, state, piece) is not None:
        return False
    # The first ride met will nearly always do, and is found long before the last.
    first = _known_rides(rules, state, piece, one=True)
    if not first:
        return False
    return may_join(rules, state, (piece,), first[0].path[-1]) or bool(rides(rules, state, piece))


# By last hex, facing and what was ridden through on the way: cost and path.
Came = dict[tuple[Hex, int, tuple[Hex, ...]], tuple[int, tuple[Hex, ...]]]


class _Search(NamedTuple):
    """The rides one search has found, and all of its own side that it came across."""

    rides: tuple[Ride, ...]
    looked_at: frozenset[int]
    friends: frozenset[int]
    guns: frozenset[int]


def _known_rides(rules: Rules, state: GameState, piece: Piece, one: bool) -> tuple[Ride, ...]:
    """The rides of a unit (all, or those of the first place met) before anybody asks who else stands there.

    A search holds good until the enemy stands otherwise, or a friend has come to or gone from one of the
    hexes it looked at.
    """
    points = movement_allowance(rules, state, piece)
    targets = _targets(rules, state, piece, points)
    if not targets:
        return ()
    pieces, enemy = state.pieces, rules.enemy(piece.side)
    friends = occupied_by(rules, pieces, piece.side).indices
    guns = _guns(rules, pieces, piece.side).indices
    prizes = frozenset[Hex]() if one else _prizes(rules, state, piece.side)
    key = ("rides", one, piece.hex, piece.facing, points, targets, uses_roads(rules, state), prizes)
    last: list[_Search] = pieces.remember_standing(enemy, key, list)
    if last:
        found = last[0]
        if friends & found.looked_at == found.friends and guns & found.looked_at == found.guns:
            return found.rides
    came, looked_at = _search(rules, state, piece, points, targets, prizes, one)
    rides = tuple(
        Ride(target, path, facing, cost, by)
        for (hex_, facing, by), (cost, path) in sorted(came.items())
        for target in _struck(rules, hex_, facing, targets)
    )
    last[:] = [_Search(rides, looked_at, friends & looked_at, guns & looked_at)]
    return rides


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
    one: bool,
) -> tuple[Came, frozenset[int]]:
    """Hexes with a facing a charging unit can come to, by the cheapest path (then the first in order).

    Ways that ride through different *prizes* are kept apart.

    With them come the indices of all hexes that were looked at. If *one* will do, it ends with the first
    from which a target can be struck, making straight for the nearest.
    """
    pieces = state.pieces
    roads = uses_roads(rules, state)
    enemy = rules.enemy(piece.side)
    # It stops in the first zone, and does not ride on through another horseman's front.
    halts = _halts(rules, pieces, enemy)
    friends = occupied_by(rules, pieces, piece.side).indices
    past_friends = int(rules.tables.terrain.friend_cost("cavalry"))
    shut = _shut(rules, pieces, piece.side)
    beside = frozenset[Hex]()
    if roads and rules.is_set("road_next_to_enemy", "other_terrain"):
        enemies = occupied_by(rules, pieces, enemy)
        beside = frozenset(hex_ for foe in enemies for hex_ in rules.board.neighbours(foe))
    to_targets = [distances(rules, target) for target in targets]
    looked_at: set[int] = set()
    assert piece.hex is not None
    done: Came = {}
    queue: list[tuple[int, int, tuple[Hex, ...], int, tuple[Hex, ...], int]] = [
        (0, 0, (piece.hex,), piece.facing, (), 0)
    ]
    while queue:
        _rank, steps, path, facing, by, spent = heappop(queue)
        hex_ = path[-1]
        if (hex_, facing, by) in done:
            continue
        done[hex_, facing, by] = (spent, path)
        if one and steps and _struck(rules, hex_, facing, targets):
            break
        if steps and hex_ in halts:
            continue
        if steps and hex_ in prizes:
            by = tuple(sorted((*by, hex_)))
        for ahead, index, price in _ways_now(rules, roads, beside, hex_, facing):
            looked_at.add(index)
            if index in shut or ahead in path:
                continue
            cost = spent + price
            if index in friends:
                cost += past_friends
            to_go = min([steps_off[index] for steps_off in to_targets])
            if cost + to_go - 1 > points:
                continue
            rank = cost + to_go if one else cost
            longer = (*path, ahead)
            for turned in (facing, (facing + 1) % 6, (facing + 5) % 6):
                if (ahead, turned, by) not in done:
                    heappush(queue, (rank, steps + 1, longer, turned, by, cost))
    del done[piece.hex, piece.facing, ()]
    return done, frozenset(looked_at)


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


def _halts(rules: Rules, pieces: Deployment, enemy: str) -> frozenset[Hex]:
    """[9.1] Where a ride ends: in the zone of the enemy, or in a front hex of his cavalry."""
    return pieces.remember_standing(
        enemy,
        "halts",
        lambda: frozenset(zone_of_side(rules, pieces, enemy)).union(
            *(
                ahead
                for piece, ahead in front_claims(rules, pieces, enemy)
                if rules.cards[piece.id].is_cavalry
            )
        ),
    )


def can_strike(rules: Rules, piece: Piece, target: Hex) -> bool:
    """Whether a unit that has ridden still has its target in front, across an open hexside."""
    assert piece.hex is not None
    return target in fronts(rules, piece) and not is_hexside_barred(rules, piece.hex, target)
