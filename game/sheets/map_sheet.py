"""A map as a printable sheet: title, scale, the map itself, and a legend where it costs least room."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import matplotlib

from game.core.tongue import _
from game.sheets import legend
from game.sheets.marks import XY, Fill, Line, Mark, Stroke
from game.sheets.page_plan import LETTERS, MARGIN, ROW, SWATCH, Legend, Paper, Plan, plan
from game.sheets.paint import MM_PER_INCH, Page, name_width, text_width_mm
from game.sheets.scan import Scan
from game.sheets.scene import grid_scene, map_scene
from game.sheets.theme import Theme, read_theme
from hexmap import lattice
from hexmap.board import Board

_SWATCH_HEX = 7.4  # how wide a hex is in the legend, in millimetres on a page of ordinary size


@dataclass(frozen=True)
class SheetOptions:
    """What a person may choose about a sheet."""

    paper: Paper = "fit"
    dpi: int = 150
    has_numbers: bool = True
    has_legend: bool = True
    is_grey: bool = False


# --- drawing ----------------------------------------------------------------------------------------------


def draw_sheet(
    board: Board,
    options: SheetOptions | None = None,
    theme: Theme | None = None,
    overlay: Iterable[Mark] = (),
    scan: Scan | None = None,
) -> Page:
    """The sheet of a map, ready to be written to a file.

    An overlay lies on the ground, under the names. With a scan only the grid is drawn, over it.
    """
    options = options or SheetOptions()
    theme = theme or read_theme()
    centres = {
        hex_: (float(x), float(y))
        for hex_, (x, y) in zip(board.hexes, lattice.centres(board.grid), strict=True)
    }
    if scan:
        scene = grid_scene(board, theme, options.has_numbers, centres)
    else:
        scene = map_scene(board, theme, options.has_numbers, name_width, centres)
    shown = list(legend.entries(board, theme)) if options.has_legend and not scan else []
    label_width = max((text_width_mm(entry.label, LETTERS) for entry in shown), default=0.0)
    size = Legend(len(shown), label_width)
    laid = plan(scene.bounds, size, options.paper)
    page = Page(laid.width, laid.height, theme.sheet.page, options.is_grey)
    spot = (
        laid.map_left - scene.bounds.left * laid.hex_mm,
        laid.map_top - scene.bounds.top * laid.hex_mm,
    )
    window = page.clip_to(scene.outline, spot, laid.hex_mm)
    if scan:
        page.lay(scan, spot, laid.hex_mm, window)
    page.draw(scene.inner, spot, laid.hex_mm, window)
    page.draw(overlay, spot, laid.hex_mm, window)
    page.draw(scene.outer, spot, laid.hex_mm)
    _draw_header(page, board, theme, laid)
    if shown:
        _draw_legend(page, shown, theme, laid, size.entry_width)
    return page


def _draw_legend(page: Page, shown: list[legend.Entry], theme: Theme, laid: Plan, entry_width: float) -> None:
    unit = laid.unit
    rows = math.ceil(len(shown) / laid.legend_columns)
    for number, entry in enumerate(shown):
        column, row = divmod(number, rows)
        left = laid.legend_left + column * entry_width * unit
        middle = laid.legend_top + (row + 0.5) * ROW * unit
        box = entry.box
        hex_mm = min(_SWATCH_HEX, 7.6 / box.height) * unit  # a pointy hex is taller than a flat one
        spot = (
            left + SWATCH / 2 * unit - (box.left + box.right) / 2 * hex_mm,
            middle - (box.top + box.bottom) / 2 * hex_mm,
        )
        page.draw(entry.marks, spot, hex_mm, page.clip_to(entry.window, spot, hex_mm))
        page.draw(entry.edge, spot, hex_mm)
        page.write(entry.label, (left + (SWATCH + 2.0) * unit, middle), LETTERS * unit, theme.sheet.ink)


def scale_steps(hex_metres: int | None, room_hexes: float) -> tuple[float, str, str]:
    """The length of the scale bar in hexes with the words at its half and its end.

    The bar is the longest round number of metres that fits; without a ground scale it counts hexes.
    """
    if hex_metres is None:
        count = max(1, min(4, int(room_hexes)))
        return count, f"{count / 2:g}", f"{count} hex{'es' if count > 1 else ''}"
    most = room_hexes * hex_metres
    size = 10.0 ** math.floor(math.log10(most))
    metres = next(size * factor for factor in (5, 2, 1) if size * factor <= most)
    unit, name = (1000, "km") if metres >= 2000 else (1, "m")
    return metres / hex_metres, f"{metres / 2 / unit:g}", f"{metres / unit:g} {name}"


def _draw_header(page: Page, board: Board, theme: Theme, laid: Plan) -> None:
    """Title to the left; scale bar and north to the right; a rule below."""
    # Measured in units from the page's margin, so that it grows with the page.
    unit = laid.unit
    right = (laid.width - 2 * MARGIN) / unit
    _draw_north(page, theme, unit, right - 3.5)
    length, half, whole = scale_steps(board.hex_metres, 42.0 * unit / laid.hex_mm)
    bar = length * laid.hex_mm / unit
    begin = right - 16.0 - bar - text_width_mm(whole, 2.8) / 2
    _draw_bar(page, theme, unit, (begin, bar), (half, whole))
    title = board.title or board.name or _("Map")
    size = min(8.0, 8.0 * (begin - 8.0) / max(text_width_mm(title, 8.0, bold=True), 1.0))
    page.write(title, _spot(unit, 0.0, 4.2), size * unit, theme.sheet.ink, bold=True)
    grid = board.grid
    facts = _("{columns} × {rows} hexes").format(columns=grid.columns, rows=grid.rows)
    if board.hex_metres:
        longer = f"{facts}, " + _("{n} m from hexside to hexside").format(n=board.hex_metres)
        facts = longer if text_width_mm(longer, 3.0, italic=True) <= begin - 4.0 else facts
    page.write(facts, _spot(unit, 0.0, 10.4), 3.0 * unit, theme.sheet.faint, italic=True)
    page.draw([Stroke((((0.0, 13.2), (right, 13.2)),), theme.sheet.faint, 0.25)], (MARGIN, MARGIN), unit)


def _spot(unit: float, x: float, y: float) -> XY:
    """A place of the header on the page."""
    return (MARGIN + x * unit, MARGIN + y * unit)


def _draw_bar(
    page: Page, theme: Theme, unit: float, reach: tuple[float, float], words: tuple[str, str]
) -> None:
    begin, length = reach
    middle, end = begin + length / 2, begin + length

    def cell(a: float, b: float) -> Line:
        return ((a, 3.2), (b, 3.2), (b, 5.0), (a, 5.0), (a, 3.2))

    marks: list[Mark] = [
        Fill((cell(begin, middle),), theme.sheet.ink),
        Stroke((cell(begin, end),), theme.sheet.ink, 0.25),
    ]
    page.draw(marks, (MARGIN, MARGIN), unit)
    for text, x in zip(("0", *words), (begin, middle, end), strict=True):
        page.write(text, _spot(unit, x, 8.0), 2.8 * unit, theme.sheet.ink, across="center")


def _draw_north(page: Page, theme: Theme, unit: float, x: float) -> None:
    dark = ((x, 0.0), (x + 2.2, 8.0), (x, 6.2))
    light = ((x, 0.0), (x - 2.2, 8.0), (x, 6.2), (x, 0.0))
    marks: list[Mark] = [Fill((dark,), theme.sheet.ink), Stroke((light,), theme.sheet.ink, 0.25)]
    page.draw(marks, (MARGIN, MARGIN), unit)
    page.write("N", _spot(unit, x, 10.4), 3.4 * unit, theme.sheet.ink, bold=True, across="center")


# --- files ------------------------------------------------------------------------------------------------


def sheet_bytes(page: Page, suffix: str, dpi: int, title: str = "") -> bytes:
    """The sheet as a PNG, PDF or SVG file's content; the same sheet gives the same bytes."""
    kind = suffix.lower().removeprefix(".")
    metadata: dict[str, dict[str, str | None]] = {
        "png": {"Title": title},
        "pdf": {"Title": title, "CreationDate": None},
        "svg": {"Title": title, "Date": None},
    }
    settings: Any = {
        "svg.hashsalt": "gloire",
        "svg.fonttype": "path",
        "pdf.fonttype": 42,
        "path.simplify": False,
    }
    kept = BytesIO()
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        # A name in a script neither typeface knows is drawn with boxes: a blemish, not a failure.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        page.figure.savefig(
            kept, format=kind, dpi=dpi, metadata=metadata[kind], facecolor=page.figure.get_facecolor()
        )
    return _shortened(kept.getvalue()) if kind == "svg" else kept.getvalue()


def _shortened(svg: bytes) -> bytes:
    """An SVG with places to a hundredth of a point: finer than any printer, and a third shorter."""
    return re.sub(rb' (?:d|x|y)="[^"]*"', lambda found: re.sub(rb"(\.\d\d)\d+", rb"\1", found.group()), svg)


def pixels(page: Page, dpi: int) -> tuple[int, int]:
    """Width and height of the sheet as a picture."""
    return round(page.width_mm / MM_PER_INCH * dpi), round(page.height_mm / MM_PER_INCH * dpi)
