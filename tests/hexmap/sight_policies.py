"""Two rulebooks' lines of sight as policies: proof that what is handed in can say what they say."""

from __future__ import annotations

from hexmap.blockers import Reason, SightLine, SightPolicy
from hexmap.board import Board
from hexmap.coords import Hex, Hexside
from hexmap.rays import HexTouch, SideTouch

RIDGES = frozenset({"crest", "steep_slope"})


def _ridge(board: Board, side: Hexside) -> str | None:
    return next((feature.kind for feature in board.features.get(side, ()) if feature.kind in RIDGES), None)


# --- regimental battles, rule 7.4 ---------------------------------------------------------------


def _days_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
    firer, target, between = line.eye_a, line.eye_b, line.board.elevation[hex_]
    if between > firer and between > target:
        return Reason("higher ground", "7.4 (1)")
    if line.board.terrain[hex_] != "woods":
        return None
    if firer <= between and target <= between:
        return Reason("woods", "7.4 (2)")
    if firer > between >= target and touch.steps_to_end <= touch.steps_from_start:
        return Reason("woods half-way or nearer the target", "7.4 (3)")
    if target > between >= firer and touch.steps_from_start <= touch.steps_to_end:
        return Reason("woods half-way or nearer the firer", "7.4 (4)")
    return None


def _days_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
    kind = _ridge(line.board, side)
    if kind is None:
        return None
    level = line.board.elevation
    for end in (line.a, line.b):
        if line.steps >= 2 and end in side and level[end] > level[side.other(end)]:
            return None
    return Reason(kind, "7.4 (5)")


def _days_sill(board: Board, hex_: Hex) -> int:
    """Bare ground must be above both ends to block; woods also block an end on their own level."""
    return board.elevation[hex_] + (board.terrain[hex_] == "woods")


REGIMENTAL = SightPolicy("regimental", in_hex=_days_hex, on_side=_days_side, sill=_days_sill)


# --- miniatures on hexes, section 1.4 ------------------------------------------------------------


def _table_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
    terrain = line.board.terrain[hex_]
    if terrain in ("woods", "town"):
        return Reason(terrain, "1.4")
    if line.board.elevation[hex_] > max(line.eye_a, line.eye_b):
        return Reason("higher ground", "1.4")
    return None


def _table_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
    crest_level = max(line.board.elevation[side.a], line.board.elevation[side.b])
    is_crest = any(feature.kind == "crest" for feature in line.board.features[side])
    if is_crest and max(line.eye_a, line.eye_b) < crest_level:
        return Reason("crest", "1.4")
    return None


def _table_unit(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
    """Formed units stop level fire: from a level above theirs one shoots over their heads."""
    if max(line.eye_a, line.eye_b) <= line.board.elevation[hex_]:
        return Reason("a formed unit", "1.4")
    return None


TABLETOP = SightPolicy("tabletop", in_hex=_table_hex, on_side=_table_side, by_unit=_table_unit)
