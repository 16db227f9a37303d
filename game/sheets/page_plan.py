"""Where a sheet's parts go: a header, the map, and a legend below or beside it."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from hexmap.layout import Box

Paper = Literal["a4", "letter", "fit"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

MARGIN = 9.0
HEX_MM = 16.0  # the usual size of hexes in boxed games, for sheets that may be as large as they like
_LARGEST_HEX_MM = 26.0
_LARGEST_SIDE_MM = 3000.0  # what a plotter takes, and well under what a PDF page may measure
_NARROWEST = 110.0

# Of the header and the legend, in millimetres on a page of ordinary size.
HEADER = 17.0
GAP = 5.0
ROW = 8.8
SWATCH = 12.5
LETTERS = 3.3
BESIDE_LETTERS = 7.0  # between a swatch and its label, and after the label


class NoRoomError(ValueError):
    """A sheet that cannot hold what was asked for; its text says what to leave out."""


class Plan(NamedTuple):
    """Where everything goes on a page, in millimetres; `unit` enlarges header and legend on a large page."""

    width: float
    height: float
    map_left: float
    map_top: float
    hex_mm: float
    unit: float = 1.0
    legend_left: float = 0.0
    legend_top: float = 0.0
    legend_columns: int = 0


class Legend(NamedTuple):
    """How many entries a legend has, and the width of its longest label at ordinary size."""

    entries: int
    label_width: float

    @property
    def entry_width(self) -> float:
        return SWATCH + self.label_width + BESIDE_LETTERS

    def size(self, columns: int, unit: float) -> _Size:
        rows = math.ceil(self.entries / columns)
        return _Size(columns * self.entry_width * unit, rows * ROW * unit)


class _Size(NamedTuple):
    width: float
    height: float


def plan(bounds: Box, legend: Legend, paper: Paper) -> Plan:
    """The page on which the map is largest (or, if the paper may follow the map, the smallest page)."""
    if paper == "fit":
        return min(_fitted(bounds, legend), key=lambda each: each.width * each.height)
    plans = _on(bounds, legend, paper)
    if not plans:
        raise NoRoomError(
            "the legend leaves no room for the map on this paper; leave it out with --no-legend"
        )
    return max(plans, key=lambda each: each.hex_mm)


def _fitted(bounds: Box, legend: Legend) -> list[Plan]:
    """Pages that follow the map, with the legend below it or to its right."""
    room = _LARGEST_SIDE_MM - 2 * MARGIN - HEADER
    hex_mm = min(HEX_MM, room / bounds.width, room / bounds.height)
    wide, high = bounds.width * hex_mm, bounds.height * hex_mm
    inner = max(wide, _NARROWEST)
    # A large sheet is read from farther away.
    unit = min(max(inner / 380.0, 1.0), 3.0)
    left, top = MARGIN + (inner - wide) / 2, MARGIN + HEADER * unit
    page = Plan(rounded_mm(inner + 2 * MARGIN), rounded_mm(top + high + MARGIN), left, top, hex_mm, unit)
    if not legend.entries:
        return [page]
    gap = GAP * unit
    columns = max(1, min(legend.entries, int(inner / (legend.entry_width * unit))))
    below = legend.size(columns, unit)
    beside_columns = math.ceil(legend.entries / max(1, int(high / (ROW * unit))))
    beside = legend.size(beside_columns, unit)
    return [
        page._replace(
            width=rounded_mm(max(inner, below.width) + 2 * MARGIN),
            height=rounded_mm(top + high + gap + below.height + MARGIN),
            legend_left=MARGIN + max(0.0, (inner - below.width) / 2),
            legend_top=top + high + gap,
            legend_columns=columns,
        ),
        page._replace(
            width=rounded_mm(inner + gap + beside.width + 2 * MARGIN),
            height=rounded_mm(top + max(high, beside.height) + MARGIN),
            legend_left=MARGIN + inner + gap,
            legend_top=top,
            legend_columns=beside_columns,
        ),
    ]


def _on(bounds: Box, legend: Legend, paper: str) -> list[Plan]:
    """Every way to lay the map and its legend on a paper, upright or lying."""
    found = []
    short, long = PAPERS[paper]
    for width, height in ((short, long), (long, short)):
        inner, top = width - 2 * MARGIN, MARGIN + HEADER
        room = height - top - MARGIN
        if not legend.entries:
            found.append(_laid(bounds, width, height, _Size(inner, room)))
            continue
        for columns in range(1, min(legend.entries, int(inner / legend.entry_width)) + 1):
            size = legend.size(columns, 1.0)
            if size.height < room - GAP:
                below = _laid(bounds, width, height, _Size(inner, room - GAP - size.height))
                left = MARGIN + (inner - size.width) / 2
                at = height - MARGIN - size.height
                found.append(below._replace(legend_left=left, legend_top=at, legend_columns=columns))
            if size.height <= room and size.width < inner - GAP:
                beside = _laid(bounds, width, height, _Size(inner - GAP - size.width, room))
                left = width - MARGIN - size.width
                found.append(beside._replace(legend_left=left, legend_top=top, legend_columns=columns))
    return found


def _laid(bounds: Box, width: float, height: float, room: _Size) -> Plan:
    """The map as large as it goes in a room at the page's upper left, centred in it."""
    size = min(_LARGEST_HEX_MM, room.width / bounds.width, room.height / bounds.height)
    left = MARGIN + (room.width - bounds.width * size) / 2
    return Plan(width, height, left, MARGIN + HEADER, size)


def rounded_mm(value: float) -> float:
    """A page measure to the next tenth of a millimetre upwards."""
    return math.ceil(value * 10) / 10
