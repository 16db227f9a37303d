"""[4.2] Zones of control and the front hexes of the enemy, worked out once for each deployment."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import Deployment, Piece
from game.rulesets.jours_de_gloire.cards import GOOD, SQUARE
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
    return pieces.remember_standing(side, "zone", lambda: _zone_of_side(rules, pieces, side))


def _zone_of_side(rules: Rules, pieces: Deployment, side: str) -> Zones[str]:
    exerting = [piece for piece in pieces if piece.side == side and exerts_zone(rules, piece)]
    if rules.switches["zoc"] == "front_hexes":
        held = [(piece.id, _cut_fronts(rules, piece)) for piece in exerting]
        return Zones(rules.board, held)
    foot, horse = _shape(rules, False), _shape(rules, True)
    cards = rules.cards
    held = [
        (piece.id, (horse if cards[piece.id].is_cavalry else foot).indices(piece.hex))
        for piece in exerting
        if piece.hex is not None
    ]
    return Zones(rules.board, held)


def _cut_fronts(rules: Rules, piece: Piece) -> frozenset[int]:
    assert piece.hex is not None
    column, index = rules.cards[piece.id].column, rules.board.index
    return frozenset(
        index[hex_] for hex_ in fronts(rules, piece) if not is_zone_cut(rules, piece.hex, hex_, column)
    )


def enemy_fronts(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    """Every hex that is a front hex of an enemy combat unit of *side*, whatever its state but rout."""
    enemy = rules.enemy(side)
    return pieces.remember_standing(
        enemy,
        "fronts",
        lambda: HexSet.of(
            rules.board, (hex_ for _, ahead in front_claims(rules, pieces, enemy) for hex_ in ahead)
        ),
    )


def front_claims(rules: Rules, pieces: Deployment, side: str) -> Iterator[tuple[Piece, tuple[Hex, ...]]]:
    """Each unit of a side on the map that is not routed, with its front hexes."""
    for piece in pieces:
        if (
            piece.side == side
            and piece.hex is not None
            and piece.id in rules.cards
            and piece.status != "routed"
        ):
            yield piece, fronts(rules, piece)


def in_enemy_zone(rules: Rules, pieces: Deployment, hex_: Hex, side: str) -> bool:
    """Whether a hex lies in the zone of *side*'s enemy."""
    return hex_ in zone_of_side(rules, pieces, rules.enemy(side))
