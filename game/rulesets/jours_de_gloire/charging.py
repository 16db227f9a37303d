"""[9.1] Charge movement: where cavalry can ride to strike, hex by hex in its front, turning little."""

from __future__ import annotations

from typing import NamedTuple

from game.core.errors import Refusal
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.los import can_see, why_unseen
from game.rulesets.jours_de_gloire.marching import holder_key
from game.rulesets.jours_de_gloire.movement import occupied_by, uses_roads
from game.rulesets.jours_de_gloire.riding import (
    Arrival,
    Field,
    field_of,
    guns_of,
    in_order,
    is_hexside_barred,
    last_hex,
    search,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join
from game.rulesets.jours_de_gloire.units import (
    ENTERED,
    MOVED,
    TURNED,
    distances,
    fronts,
    is_good,
    movement_allowance,
)
from game.rulesets.jours_de_gloire.zones import in_enemy_zone
from hexmap.coords import Hex, distance

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
    points = movement_allowance(rules, state, piece)
    near = _near(rules, state, piece, points)
    if not near:
        return False
    here, hexes = piece.hex, rules.board.hexes

    def is_seen(target: int) -> bool:
        assert here is not None
        return can_see(rules, state, here, hexes[target])

    # The first hex met will nearly always do, and is found long before the last.
    field = field_of(rules, state, piece.side)
    last = last_hex(rules, field, _stand(rules, piece), near, points, is_seen)
    if last is None:
        return False
    hex_ = hexes[last]
    return may_join(rules, state, (piece,), hex_) or bool(rides(rules, state, piece))


class _Search(NamedTuple):
    """The rides one search has found, and all of its own side that it came across."""

    found: tuple[Ride, ...]
    looked_at: frozenset[int]
    friends: frozenset[int]
    guns: frozenset[int]


def _known_rides(rules: Rules, state: GameState, piece: Piece) -> tuple[Ride, ...]:
    """The rides of a unit before anybody asks who else stands where they end.

    They hold good until the enemy stands otherwise, or a friend has come to or gone from a hex looked at.
    """
    points = movement_allowance(rules, state, piece)
    targets = _targets(rules, state, piece, points)
    if not targets:
        return ()
    pieces, side = state.pieces, piece.side
    prizes = _prizes(rules, state, side)
    friends, guns = occupied_by(rules, pieces, side).indices, guns_of(rules, pieces, side)
    key = ("rides", piece.hex, piece.facing, points, targets, uses_roads(rules, state), prizes)
    last: list[_Search] = pieces.remember_standing(rules.enemy(side), key, list)
    if last:
        known = last[0]
        if friends & known.looked_at == known.friends and guns & known.looked_at == known.guns:
            return known.found
    field = field_of(rules, state, side)
    came, seen = search(rules, field, _stand(rules, piece), targets, points, prizes)
    found, looked_at = _rides(rules, field, came, targets), frozenset(seen)
    last[:] = [_Search(found, looked_at, friends & looked_at, guns & looked_at)]
    return found


def _rides(rules: Rules, field: Field, came: list[Arrival], targets: frozenset[int]) -> tuple[Ride, ...]:
    """What can be struck from where one can come to, in the order of hexes, facings, detours and targets."""
    hexes, ordered = rules.board.hexes, in_order(rules)
    found = []
    for last, facings, by, cost, path in came:
        for direction, target, fit in field.strikes[last]:
            if target in targets:
                for facing in range(6):
                    if facings & fit & 1 << facing:
                        # Of two targets the one farther to the left comes first.
                        rank = (direction - facing + 1) % 6
                        found.append((path[-1], facing, by, rank, target, cost, path))
    return tuple(
        [
            Ride(hexes[target], tuple([ordered[number] for number in path]), facing, cost, by)
            for _last, facing, by, _rank, target, cost, path in sorted(found)
        ]
    )


def _stand(rules: Rules, piece: Piece) -> tuple[int, int]:
    """The index of the hex a unit stands in, and its facing."""
    assert piece.hex is not None
    return rules.board.index[piece.hex], piece.facing


def _prizes(rules: Rules, state: GameState, side: str) -> frozenset[Hex]:
    """[3, 13] The hexes that change something for whoever rides through: objectives, enemy generals."""
    hexes = {hex_ for hex_ in rules.objectives if state.fact(holder_key(rules, hex_)) != side}
    for id_, general in rules.generals.items():
        hex_ = state.pieces[id_].hex
        if hex_ is not None and general.side != side:
            hexes.add(hex_)
    return frozenset(hexes)


def _targets(rules: Rules, state: GameState, piece: Piece, points: int) -> frozenset[int]:
    """[9.1] The enemy hexes that `target_refusal` has nothing against, by their indices."""
    here, hexes = piece.hex, rules.board.hexes
    assert here is not None
    near = _near(rules, state, piece, points)
    return frozenset([target for target in near if can_see(rules, state, here, hexes[target])])


def _near(rules: Rules, state: GameState, piece: Piece, points: int) -> frozenset[int]:
    """The same, whether they are seen or not."""
    assert piece.hex is not None
    farthest = 3 if rules.is_set("charge_reach", "three_hexes") else points + 1
    off, sheltered = distances(rules, piece.hex), _sheltered(rules)
    enemies = occupied_by(rules, state.pieces, rules.enemy(piece.side)).indices
    return frozenset([index for index in enemies if 2 <= off[index] <= farthest and index not in sheltered])


def _sheltered(rules: Rules) -> frozenset[int]:
    """[note e] The hexes whose terrain no charge enters."""
    known: frozenset[int] | None = rules.memo.get("sheltered from charges")
    if known is None:
        board, forbids = rules.board, rules.tables.terrain.forbids_charge
        known = rules.memo["sheltered from charges"] = frozenset(
            board.index[hex_] for hex_ in board.hexes if forbids(board.terrain[hex_])
        )
    return known


def can_strike(rules: Rules, piece: Piece, target: Hex) -> bool:
    """Whether a unit that has ridden still has its target in front, across an open hexside."""
    assert piece.hex is not None
    return target in fronts(rules, piece) and not is_hexside_barred(rules, piece.hex, target)
