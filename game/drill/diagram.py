"""A situation as a small hex diagram: only the hexes around the units, with a line about each of them."""

from __future__ import annotations

from game.core.questions import Situation
from game.core.ruleset import Ruleset
from game.core.state import Deployment, Piece
from game.textmap import TextMap, codes
from hexmap.board import Board, Feature
from hexmap.coords import Grid, Hexside, distance, hexside

MARGIN = 1
NEAR = 3  # hexes: who is farther from everybody concerned is left out


def diagram(situation: Situation, width: int = 80) -> str:
    """The hexes around the units, drawn in characters."""
    board = cropped(situation)
    pieces = _moved_onto(board, situation)
    short = codes(situation.state.pieces, situation.rules.sides)
    return TextMap(board, pieces, short).text(width)


def unit_lines(ruleset: Ruleset, situation: Situation) -> list[str]:
    """Who is who on the diagram."""
    rules, state = situation.rules, situation.state
    short = codes(state.pieces, rules.sides)
    return [
        f"{short[piece.id]:<3} {ruleset.describe_piece(rules, state, piece.id)}" for piece in near(situation)
    ]


def near(situation: Situation) -> list[Piece]:
    """The units concerned, and whoever else stands close to one of them."""
    on_map = [piece for piece in situation.state.pieces if piece.hex is not None]
    concerned = {*situation.attackers, *situation.defenders}
    hexes = [piece.hex for piece in on_map if piece.id in concerned and piece.hex is not None]
    return [
        piece
        for piece in on_map
        if piece.hex is not None and any(distance(piece.hex, hex_) <= NEAR for hex_ in hexes)
    ]


def cropped(situation: Situation) -> Board:
    """The part of the board on which the units stand, under the same labels."""
    whole: Board = situation.rules.board
    grid = whole.grid
    places = [grid.numbers(piece.hex) for piece in near(situation) if piece.hex is not None]
    columns = [column for column, _ in places]
    rows = [row for _, row in places]
    left = max(grid.first_column, min(columns) - MARGIN)
    top = max(grid.first_row, min(rows) - MARGIN)
    right = min(grid.first_column + grid.columns - 1, max(columns) + MARGIN)
    bottom = min(grid.first_row + grid.rows - 1, max(rows) + MARGIN)
    small = Grid(right - left + 1, bottom - top + 1, grid.orientation, grid.shifted, left, top, grid.style)
    # The same printed number is another hex inside: places are counted from the first one on the sheet.
    old = {hex_: grid.hex_at(*small.numbers(hex_)) for hex_ in small}
    new = {there: here for here, there in old.items()}
    features: dict[Hexside, tuple[Feature, ...]] = {}
    for side, found in whole.features.items():
        if side.a in new and side.b in new:
            kept = tuple(Feature(f.kind, new[f.inside] if f.inside else None) for f in found)
            features[hexside(new[side.a], new[side.b])] = kept
    return Board(
        small,
        {here: whole.terrain[there] for here, there in old.items()},
        {here: whole.elevation[there] for here, there in old.items()},
        features,
    )


def _moved_onto(board: Board, situation: Situation) -> Deployment:
    """The pieces on the smaller board."""
    label = situation.rules.board.label
    places = {piece.id: board.at(label(piece.hex)) for piece in near(situation) if piece.hex is not None}
    return Deployment({p.id: p._replace(hex=places.get(p.id)) for p in situation.state.pieces})
