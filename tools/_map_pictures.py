"""Pictures of a map: its sheet, what a unit can reach on it, and what a sentry sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BytesIO
from pathlib import Path

from PIL import Image

from game.sheets.curves import outlines, through_hexes
from game.sheets.map_sheet import SheetOptions, draw_sheet, sheet_bytes
from game.sheets.marks import Fill, Line, Mark, Stroke, Words
from hexmap.board import Board
from hexmap.coords import Hex
from hexmap.files import read_map
from hexmap.layout import Layout
from hexmap.neutral import costs
from hexmap.neutral_sight import PLAIN
from hexmap.paths import reach
from hexmap.sight import field_of_view

ROOT = Path(__file__).resolve().parent.parent
INK, PAPER = "#2f2a22", "#fffdf5"
MARCH, WATCH = "#a3251f", "#26547c"


def teaching_map(_: Board) -> Iterator[Mark]:
    """The sheet as `gloire map render` draws it."""
    yield from ()


def reach_of_cavalry(board: Board) -> Iterator[Mark]:
    """Where cavalry beside the canal can ride with five movement points, what is left there, and one way."""
    layout = Layout(board.grid, 1.0)
    found = reach(costs().ground(board, "cavalry"), board.at("0807"), 5)
    yield from _lit(board, frozenset(found), MARCH)
    path = found.path(board.at("1001"))
    yield Stroke((through_hexes(layout, path, None, None),), PAPER, 0.13)
    yield Stroke((through_hexes(layout, path, None, None),), MARCH, 0.07)
    for hex_, reached in found.items():
        if hex_ != found.start:
            x, y = layout.centre(hex_)
            yield Words(_points(reached.left), (x, y + 0.06), 0.27, MARCH, PAPER, bold=True)
    yield from _standing(layout, found.start, MARCH)


def sight_from_the_road(board: Board) -> Iterator[Mark]:
    """All that is seen, by heights alone, from a hex beside the highway; the rest lies in shadow."""
    seen = field_of_view(board, board.at("0905"), 12, PLAIN)
    yield from _lit(board, seen.hexes, WATCH)
    yield from _standing(Layout(board.grid, 1.0), seen.origin, WATCH)


def _lit(board: Board, region: frozenset[Hex], colour: str) -> Iterator[Mark]:
    """A region with a border, and the rest of the map in shadow and struck through: clear without colour."""
    layout = Layout(board.grid, 1.0)
    rest = frozenset(board.hexes) - region
    yield Fill(outlines(layout, rest, is_smooth=False), INK, 0.34)
    yield Stroke(tuple(_strike(layout, hex_) for hex_ in sorted(rest)), PAPER, 0.02, opacity=0.55)
    yield Stroke(outlines(layout, region, is_smooth=False), PAPER, 0.1)
    yield Stroke(outlines(layout, region, is_smooth=False), colour, 0.055)


def _points(left: Fraction) -> str:
    """Movement points as short as they can be written: 2½."""
    whole, rest = divmod(left, 1)
    parts = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 6): "⅙"}
    return f"{whole or ''}{parts[rest]}" if rest in parts else str(left)


def _strike(layout: Layout, hex_: Hex) -> Line:
    x, y = layout.centre(hex_)
    return ((x - 0.16, y + 0.16), (x + 0.16, y - 0.16))


def _standing(layout: Layout, hex_: Hex, colour: str) -> Iterator[Mark]:
    """A counter where the unit stands."""
    x, y = layout.centre(hex_)
    box = tuple((x + 0.25 * dx, y + 0.25 * dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)))
    yield Fill((box,), colour)
    yield Stroke((box, (box[0], box[2]), (box[1], box[3])), PAPER, 0.04)


MAPS: dict[str, tuple[Callable[[Board], Iterator[Mark]], bool]] = {
    "map": (teaching_map, True),
    "reach": (reach_of_cavalry, False),
    "sight": (sight_from_the_road, False),
}


def picture(name: str, dpi: int) -> Image.Image:
    """The teaching map as the documents show it under this name."""
    overlay, has_legend = MAPS[name]
    board = read_map(ROOT / "maps" / "teaching")
    page = draw_sheet(board, SheetOptions(has_legend=has_legend), overlay=overlay(board))
    return Image.open(BytesIO(sheet_bytes(page, ".png", dpi))).convert("RGB")
