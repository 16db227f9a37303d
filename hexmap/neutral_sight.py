"""The plain sight policy: straight lines over ground, woods and walls, for tests and for maps without a game.

At both ends the eye is half a level above the ground. The line rises or falls evenly between them,
and a hex on its way blocks where its ground, with what stands on it, is higher than the line at the
middle of the stretch that crosses it; level with the line is not higher. A crest or fortification
rises above the higher of its two hexes and blocks likewise, unless it belongs to an end of the line:
whoever lines a wall looks over it. All in whole numbers, and the same from both ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from hexmap.blockers import NEVER_ASK, ForkRule, Reason, SightLine, SightPolicy
from hexmap.board import Board, Feature
from hexmap.coords import Hex, Hexside
from hexmap.rays import HexTouch, SideTouch

# Levels added by what stands in a hex or on a hexside; words that are not here add nothing.
COVER: Mapping[str, int] = MappingProxyType({"woods": 1, "town": 1, "village": 1, "castle": 1})
SIDE_COVER: Mapping[str, int] = MappingProxyType({"crest": 1, "fortification": 1})
UNIT_HEIGHT = 1
# The eye above its ground, in half-levels: lower than woods, high enough to look along a plateau.
EYE_HALVES = 1


def plain_sight(
    cover: Mapping[str, int] = COVER,
    side_cover: Mapping[str, int] = SIDE_COVER,
    *,
    unit_height: int = UNIT_HEIGHT,
    beside: ForkRule = "both",
    corner: ForkRule = "both",
) -> SightPolicy:
    """A policy by heights alone: terrain words, hexside words and units add so many levels."""

    def top(board: Board, hex_: Hex) -> int:
        return board.elevation[hex_] + cover.get(board.terrain[hex_], 0)

    def unit_top(board: Board, hex_: Hex) -> int:
        return board.elevation[hex_] + unit_height

    def in_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        highest = top(line.board, hex_)
        if not _is_above(line, highest, touch.middle):
            return None
        terrain = line.board.terrain[hex_]
        what = terrain if cover.get(terrain, 0) else "ground"
        return Reason(f"{what} rising to level {highest}")

    def on_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
        if line.a in side or line.b in side:
            return None
        base = max(line.board.elevation[side.a], line.board.elevation[side.b])
        added, kind = max((side_cover.get(f.kind, 0), f.kind) for f in line.board.features[side])
        if not _is_above(line, base + added, touch.middle):
            return None
        return Reason(f"{kind} rising to level {base + added}")

    def by_unit(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        if not _is_above(line, unit_top(line.board, hex_), touch.middle):
            return None
        return Reason("a unit in the way")

    def side_matters(_board: Board, _side: Hexside, features: tuple[Feature, ...]) -> bool:
        return any(side_cover.get(feature.kind, 0) > 0 for feature in features)

    return SightPolicy(
        "plain",
        in_hex=in_hex,
        on_side=on_side,
        by_unit=by_unit,
        beside=beside,
        corner=corner,
        sill=top,
        unit_sill=unit_top if unit_height > 0 else lambda _board, _hex: NEVER_ASK,
        side_matters=side_matters,
        cover=lambda board, hex_: cover.get(board.terrain[hex_], 0),
        height=_height,
    )


def _is_above(line: SightLine, level: int, at: int) -> bool:
    """Whether a level is higher than the line at a place along it; both are counted in half-levels."""
    scale = line.ray.scale
    return 2 * level * scale > 2 * (line.eye_a * (scale - at) + line.eye_b * at) + EYE_HALVES * scale


def _height(line: SightLine, at: int) -> Fraction:
    return line.height(at) + Fraction(EYE_HALVES, 2)


PLAIN = plain_sight()
