"""A map as a printable sheet: title, scale, the map itself, and a legend where it costs least room."""

from __future__ import annotations

import math
import re
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple

import matplotlib

from game.sheets import legend
from game.sheets.marks import Fill, Line, Mark, Stroke
from game.sheets.paint import MM_PER_INCH, Page, name_width, rounded_mm, text_width_mm
from game.sheets.scene import Scene, map_scene
from game.sheets.theme import Theme, read_theme
from hexmap import lattice
from hexmap.board import Board

Paper = Literal["a4", "letter", "fit"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SUFFIXES = (".png", ".pdf", ".svg")

MARGIN = 9.0
HEADER = 17.0
GAP = 5.0
HEX_MM = 16.0  # the usual size of hexes in boxed games, for sheets that may be as large as they like
_LARGEST_HEX_MM = 26.0
_LARGEST_SIDE_MM = 3000.0  # what a plotter takes, and well under what a PDF page may measure
_NARROWEST = 110.0

_ROW = 8.8
_SWATCH = 12.5
_SWATCH_HEX = 7.4
_LETTERS = 3.3


class NoRoomError(ValueError):
    """A sheet that cannot hold what was asked for; its text says what to leave out."""


@dataclass(frozen=True)
class SheetOptions:
    """What a person may choose about a sheet."""

    paper: Paper = "fit"
    dpi: int = 150
    has_numbers: bool = True
    has_legend: bool = True
    is_grey: bool = False


class Plan(NamedTuple):
    """Where everything goes on a page, in millimetres."""

    width: float
    height: float
    map_left: float
    map_top: float
    hex_mm: float
    legend_left: float = 0.0
    legend_top: float = 0.0
    legend_columns: int = 0


class _Size(NamedTuple):
    width: float
    height: float


def _legend_size(count: int, columns: int, entry_width: float) -> _Size:
    return _Size(columns * entry_width, math.ceil(count / columns) * _ROW)


def plan(scene: Scene, count: int, entry_width: float, paper: Paper) -> Plan:
    """The page on which the map is largest (or, if the paper may follow the map, the smallest page)."""
    plans = list(
        _fitted(scene, count, entry_width) if paper == "fit" else _on(scene, count, entry_width, paper)
    )
    if not plans:
        raise NoRoomError(
            "the legend leaves no room for the map on this paper; leave it out with --no-legend"
        )
    if paper == "fit":
        return min(plans, key=lambda each: each.width * each.height)
    return max(plans, key=lambda each: each.hex_mm)


def _fitted(scene: Scene, count: int, entry_width: float) -> list[Plan]:
    """Pages that follow the map, with the legend below it or to its right."""
    box = scene.bounds
    room = _LARGEST_SIDE_MM - 2 * MARGIN - HEADER
    size = min(HEX_MM, room / box.width, room / box.height)
    wide, high = box.width * size, box.height * size
    inner = max(wide, _NARROWEST)
    left, top = MARGIN + (inner - wide) / 2, MARGIN + HEADER
    page = Plan(rounded_mm(inner + 2 * MARGIN), rounded_mm(top + high + MARGIN), left, top, size)
    if not count:
        return [page]
    columns = max(1, min(count, int(inner / entry_width)))
    below = _legend_size(count, columns, entry_width)
    rows = max(1, int(high / _ROW))
    beside_columns = math.ceil(count / rows)
    beside = _legend_size(count, beside_columns, entry_width)
    return [
        page._replace(
            width=rounded_mm(max(inner, below.width) + 2 * MARGIN),
            height=rounded_mm(top + high + GAP + below.height + MARGIN),
            legend_left=MARGIN + max(0.0, (inner - below.width) / 2),
            legend_top=top + high + GAP,
            legend_columns=columns,
        ),
        page._replace(
            width=rounded_mm(inner + GAP + beside.width + 2 * MARGIN),
            height=rounded_mm(top + max(high, beside.height) + MARGIN),
            legend_left=MARGIN + inner + GAP,
            legend_top=top,
            legend_columns=beside_columns,
        ),
    ]


def _on(scene: Scene, count: int, entry_width: float, paper: str) -> list[Plan]:
    """Every way to lay the map and its legend on a paper, upright or lying."""
    found = []
    short, long = PAPERS[paper]
    for width, height in ((short, long), (long, short)):
        inner, top = width - 2 * MARGIN, MARGIN + HEADER
        room = height - top - MARGIN
        if not count:
            found.append(_laid(scene, width, height, _Size(inner, room)))
            continue
        for columns in range(1, min(count, int(inner / entry_width)) + 1):
            size = _legend_size(count, columns, entry_width)
            if size.height < room - GAP:
                below = _laid(scene, width, height, _Size(inner, room - GAP - size.height))
                found.append(
                    below._replace(
                        legend_left=MARGIN + (inner - size.width) / 2,
                        legend_top=height - MARGIN - size.height,
                        legend_columns=columns,
                    )
                )
            if size.height <= room and size.width < inner - GAP:
                beside = _laid(scene, width, height, _Size(inner - GAP - size.width, room))
                found.append(
                    beside._replace(
                        legend_left=width - MARGIN - size.width, legend_top=top, legend_columns=columns
                    )
                )
    return found


def _laid(scene: Scene, width: float, height: float, room: _Size) -> Plan:
    """The map as large as it goes in a room at the page's upper left, centred in it."""
    box = scene.bounds
    size = min(_LARGEST_HEX_MM, room.width / box.width, room.height / box.height)
    left = MARGIN + (room.width - box.width * size) / 2
    return Plan(width, height, left, MARGIN + HEADER, size)


# --- drawing ----------------------------------------------------------------------------------------------


def draw_sheet(board: Board, options: SheetOptions | None = None, theme: Theme | None = None) -> Page:
    """The sheet of a map, ready to be written to a file."""
    options = options or SheetOptions()
    theme = theme or read_theme()
    centres = {
        hex_: (float(x), float(y))
        for hex_, (x, y) in zip(board.hexes, lattice.centres(board.grid), strict=True)
    }
    scene = map_scene(board, theme, options.has_numbers, name_width, centres)
    shown = list(legend.entries(board, theme)) if options.has_legend else []
    label_width = max((text_width_mm(entry.label, _LETTERS) for entry in shown), default=0.0)
    entry_width = _SWATCH + 2.0 + label_width + 5.0
    laid = plan(scene, len(shown), entry_width, options.paper)
    page = Page(laid.width, laid.height, theme.sheet.page, options.is_grey)
    spot = (
        laid.map_left - scene.bounds.left * laid.hex_mm,
        laid.map_top - scene.bounds.top * laid.hex_mm,
    )
    page.draw(scene.inner, spot, laid.hex_mm, page.clip_to(scene.outline, spot, laid.hex_mm))
    page.draw(scene.outer, spot, laid.hex_mm)
    _draw_header(page, board, theme, laid)
    if shown:
        _draw_legend(page, shown, theme, laid, entry_width)
    return page


def _draw_legend(page: Page, shown: list[legend.Entry], theme: Theme, laid: Plan, entry_width: float) -> None:
    rows = math.ceil(len(shown) / laid.legend_columns)
    for number, entry in enumerate(shown):
        column, row = divmod(number, rows)
        left = laid.legend_left + column * entry_width
        middle = laid.legend_top + (row + 0.5) * _ROW
        box = entry.box
        spot = (
            left + _SWATCH / 2 - (box.left + box.right) / 2 * _SWATCH_HEX,
            middle - (box.top + box.bottom) / 2 * _SWATCH_HEX,
        )
        page.draw(entry.marks, spot, _SWATCH_HEX, page.clip_to(entry.window, spot, _SWATCH_HEX))
        page.draw(entry.edge, spot, _SWATCH_HEX)
        page.write(entry.label, (left + _SWATCH + 2.0, middle), _LETTERS, theme.sheet.ink)


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
    ink, faint = theme.sheet.ink, theme.sheet.faint
    left, right = MARGIN, laid.width - MARGIN
    _draw_north(page, theme, right - 3.5)
    length, half, whole = scale_steps(board.hex_metres, 42.0 / laid.hex_mm)
    bar = length * laid.hex_mm
    begin = right - 16.0 - bar - text_width_mm(whole, 2.8) / 2
    _draw_bar(page, theme, begin, bar, half, whole)
    title = board.title or board.name or "Map"
    size = min(8.0, 8.0 * (begin - left - 8.0) / max(text_width_mm(title, 8.0, bold=True), 1.0))
    page.write(title, (left, MARGIN + 4.2), size, ink, bold=True)
    grid = board.grid
    facts = f"{grid.columns} × {grid.rows} hexes"
    if board.hex_metres:
        facts += f", {board.hex_metres} m from hexside to hexside"
    fits = text_width_mm(facts, 3.0, italic=True) <= begin - left - 4.0
    page.write(
        facts if fits else f"{grid.columns} × {grid.rows}", (left, MARGIN + 10.4), 3.0, faint, italic=True
    )
    rule = (((left, MARGIN + 13.2), (right, MARGIN + 13.2)),)
    page.draw([Stroke(rule, faint, 0.25)], (0.0, 0.0), 1.0)


def _draw_bar(page: Page, theme: Theme, begin: float, length: float, half: str, whole: str) -> None:
    top, bottom = MARGIN + 3.2, MARGIN + 5.0

    def cell(a: float, b: float) -> Line:
        return ((a, top), (b, top), (b, bottom), (a, bottom), (a, top))

    middle = begin + length / 2
    marks: list[Mark] = [
        Fill((cell(begin, middle),), theme.sheet.ink),
        Stroke((cell(begin, begin + length),), theme.sheet.ink, 0.25),
    ]
    page.draw(marks, (0.0, 0.0), 1.0)
    for words, x in (("0", begin), (half, middle), (whole, begin + length)):
        page.write(words, (x, MARGIN + 8.0), 2.8, theme.sheet.ink, across="center")


def _draw_north(page: Page, theme: Theme, x: float) -> None:
    top = MARGIN
    dark = ((x, top), (x + 2.2, top + 8.0), (x, top + 6.2))
    light = ((x, top), (x - 2.2, top + 8.0), (x, top + 6.2), (x, top))
    marks: list[Mark] = [Fill((dark,), theme.sheet.ink), Stroke((light,), theme.sheet.ink, 0.25)]
    page.draw(marks, (0.0, 0.0), 1.0)
    page.write("N", (x, top + 10.4), 3.4, theme.sheet.ink, bold=True, across="center")


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


def write_sheet(board: Board, path: Path, options: SheetOptions | None = None) -> Page:
    """Draw a map's sheet and write it where the name's end (.png, .pdf, .svg) says how."""
    options = options or SheetOptions()
    page = draw_sheet(board, options)
    path.write_bytes(sheet_bytes(page, path.suffix, options.dpi, board.title or board.name))
    return page
