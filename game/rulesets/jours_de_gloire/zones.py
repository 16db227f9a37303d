"""[4.2] Zones of control and the front hexes of the enemy, worked out once for each deployment."""

from __future__ import annotations

from game.core.state import Deployment, Piece
from game.rulesets.jours_de_gloire.cards import GOOD, ROUTED, SQUARE
from game.rulesets.jours_de_gloire.rules import Country, Rules
from game.rulesets.jours_de_gloire.units import fronts
from hexmap.coords import Hex
from hexmap.hexset import HexSet
from hexmap.zones import Zones, ZoneShape

BREAKS = frozenset({"river", "bridge", "pontoon"})  # no zone crosses these, whoever could
SLOPES = frozenset({"slope", "steep_slope"})  # closed to some, but to no zone


def exerts_zone(rules: Rules, piece: Piece) -> bool:
    """[4.2] Infantry and cavalry in good order, not in square, control the hexes around them."""
    return (
        piece.hex is not None
        and piece.status == GOOD
        and piece.formation != SQUARE
        and piece.id in rules.cards
        and rules.cards[piece.id].arm != "artillery"
    )


def _shape(rules: Rules, cavalry: bool) -> ZoneShape:
    """How the zone of foot or horse looks on this board; the front kinds only under that house rule."""
    key = ("zone shape", cavalry)
    if key not in rules.memo:
        column = "cavalry" if cavalry else "infantry"
        rules.memo[key] = ZoneShape(
            rules.board,
            "six",
            blocked=lambda a, b: is_zone_cut(rules, a, b, column),
        )
    shape: ZoneShape = rules.memo[key]
    return shape


def is_zone_cut(rules: Rules, a: Hex, b: Hex, column: str) -> bool:
    """[4.2] A zone does not cross a bridge, nor a hexside that its owner could not cross."""
    if is_sheer(rules, a, b):
        return True
    cost = rules.tables.terrain.hexside_cost
    return any(
        feature.kind in BREAKS or (feature.kind not in SLOPES and cost(feature.kind, column).cost is None)
        for feature in rules.board.between(a, b)
    )


def is_sheer(rules: Country, a: Hex, b: Hex) -> bool:
    """[note i] A cliff, or a steep slope between hexes three or more levels apart, lets nothing pass."""
    board, is_closed = rules.board, rules.tables.terrain.is_closed
    level = board.elevation[a] - board.elevation[b]
    return any(is_closed(feature.kind, level) for feature in board.between(a, b))


def zone_of_side(rules: Rules, pieces: Deployment, side: str) -> Zones[str]:
    """The hexes a side controls, and who controls each."""
    return pieces.remember_standing(side, "zone", _zone_of_side, rules, pieces, side)


def _zone_of_side(rules: Rules, pieces: Deployment, side: str) -> Zones[str]:
    hexes_held = _cut_fronts if rules.is_set("zoc", "front_hexes") else _hexes_around
    held = [
        (piece.id, hexes_held(rules, piece))
        for piece in pieces.pieces.values()
        if piece.side == side and exerts_zone(rules, piece)
    ]
    return Zones(rules.board, held)


def _hexes_around(rules: Rules, piece: Piece) -> frozenset[int]:
    """The hexes a unit controls, by their indices."""
    arm, hex_ = rules.cards[piece.id].arm, piece.hex
    key = ("around", hex_, arm)
    known: frozenset[int] | None = rules.memo.get(key)
    if known is None:
        assert hex_ is not None
        known = rules.memo[key] = _shape(rules, rules.cards[piece.id].is_cavalry).indices(hex_)
    return known


def _cut_fronts(rules: Rules, piece: Piece) -> frozenset[int]:
    assert piece.hex is not None
    column, index = rules.cards[piece.id].column, rules.board.index
    return frozenset(
        index[hex_] for hex_ in fronts(rules, piece) if not is_zone_cut(rules, piece.hex, hex_, column)
    )


def enemy_fronts(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    """Every hex that is a front hex of an enemy combat unit of *side*, whatever its state but rout."""
    enemy = rules.enemy(side)
    return pieces.remember_standing(enemy, "fronts", _fronts_of_side, rules, pieces, enemy)


def _fronts_of_side(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    ahead = [front_indices(rules, piece) for piece in with_fronts(rules, pieces, side)]
    return HexSet(rules.board, frozenset().union(*ahead))


def front_indices(rules: Rules, piece: Piece) -> frozenset[int]:
    """[4.1] The front hexes of a unit by their indices."""
    key = ("front indices", piece.hex, piece.facing, piece.formation)
    known: frozenset[int] | None = rules.memo.get(key)
    if known is None:
        index = rules.board.index
        known = rules.memo[key] = frozenset([index[hex_] for hex_ in fronts(rules, piece)])
    return known


def with_fronts(rules: Rules, pieces: Deployment, side: str) -> list[Piece]:
    """The units of a side on the map that are not routed."""
    cards = rules.cards
    return [
        piece
        for piece in pieces.pieces.values()
        if piece.side == side and piece.hex is not None and piece.status != ROUTED and piece.id in cards
    ]


def in_enemy_zone(rules: Rules, pieces: Deployment, hex_: Hex, side: str) -> bool:
    """Whether a hex lies in the zone of *side*'s enemy."""
    return hex_ in zone_of_side(rules, pieces, rules.enemy(side))
