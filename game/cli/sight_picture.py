"""Sight as text: an elevation profile under a line, and a field of view as a small map.

Pure functions from an answer to lines of text; `map_sight` prints them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil

from hexmap.board import Board
from hexmap.coords import Hex, Hexside, distance
from hexmap.sight import Field, ProfilePoint, Sight

_TALLEST_ROWS = 24
_MARGIN = 7


@dataclass(frozen=True)
class Pencil:
    """The characters a picture is drawn with; every meaning has its own shape, none needs colour."""

    ground: str
    cover: str
    line: str
    beyond: str
    stop: str
    unit: str
    axis: str
    observer: str
    seen: str
    unseen: str


BOX = Pencil("█", "▒", "─", "·", "╳", "▲", "│", "◉", "■", "·")
ASCII = Pencil("#", "%", "-", ".", "X", "^", "|", "@", "O", ".")


def pencil_for(encoding: str | None) -> Pencil:
    """Box-drawing characters where the terminal can write them, plain ones elsewhere."""
    try:
        "█▒─·╳▲│◉■".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return ASCII
    return BOX


# --- the profile under a line --------------------------------------------------------------------


def profile_lines(
    board: Board, sight: Sight, units: frozenset[Hex], pencil: Pencil, width: int = 80
) -> list[str]:
    """The ground from end to end, what stands on it, and the line above it up to where it is stopped."""
    blocked = _blocked_hexes(sight)
    points = [point for point in sight.profile if point.manner != "corner" or point.hex in blocked]
    room = max(8, width - _MARGIN)
    points = _thinned(points, room, blocked)
    wide = min(6, max(1, room // len(points)))
    base = min(point.ground for point in points)
    highest = max(max(point.ground + point.cover, point.line or 0) for point in points)
    rows_per_level = Fraction(2) if highest - base <= 5 else Fraction(1)
    if (highest - base) * rows_per_level > _TALLEST_ROWS:
        rows_per_level = Fraction(_TALLEST_ROWS) / Fraction(highest - base)
    scale = _Scale(base, rows_per_level)
    sheet = [[" "] * (wide * len(points)) for _ in range(scale.row(highest) + 3)]
    for number, point in enumerate(points):
        _draw_column(sheet, range(number * wide, (number + 1) * wide), point, scale, units, pencil)
    _draw_line(sheet, points, sight, wide, scale, pencil)
    while not "".join(sheet[-1]).strip():
        sheet.pop()
    lines = []
    for row in range(len(sheet) - 1, -1, -1):
        level = scale.level_at(row)
        mark = "" if level is None else str(level)
        lines.append(f"{mark:>{_MARGIN - 2}} {pencil.axis}{''.join(sheet[row]).rstrip()}".rstrip())
    lines += [(" " * _MARGIN + text).rstrip() for text in _captions(board, points, wide, blocked)]
    return lines


@dataclass(frozen=True)
class _Scale:
    """How levels become rows of text; row 0 is the lowest ground."""

    base: int
    rows_per_level: Fraction

    def row(self, height: Fraction | int) -> int:
        """The row just under a height: the topmost row that ground of this height fills."""
        return int((height - self.base) * self.rows_per_level)

    def row_above(self, height: Fraction) -> int:
        """The row in which a line of this height is drawn."""
        return ceil((height - self.base) * self.rows_per_level)

    def level_at(self, row: int) -> int | None:
        """The whole level whose ground ends with this row."""
        level = self.base + Fraction(row) / self.rows_per_level
        return int(level) if level.denominator == 1 else None


def _blocked_hexes(sight: Sight) -> frozenset[Hex]:
    found = set()
    obstacle = sight.obstacle
    while obstacle is not None:
        found |= {obstacle.where} if isinstance(obstacle.where, Hex) else set()
        obstacle = obstacle.beside
    return frozenset(found)


def _thinned(points: Sequence[ProfilePoint], room: int, blocked: frozenset[Hex]) -> list[ProfilePoint]:
    """At most *room* points; of those that must share a column an obstacle or the highest stays."""
    between = points[1:-1]
    share = max(1, -(-len(between) // (room - 2)))
    kept = [
        max(between[at : at + share], key=lambda point: (point.hex in blocked, point.ground + point.cover))
        for at in range(0, len(between), share)
    ]
    return [points[0], *kept, points[-1]]


def _draw_column(
    sheet: list[list[str]],
    columns: range,
    point: ProfilePoint,
    scale: _Scale,
    units: frozenset[Hex],
    pencil: Pencil,
) -> None:
    ground, top = scale.row(point.ground), scale.row(point.ground + point.cover)
    for column in columns:
        for row in range(top + 1):
            sheet[row][column] = pencil.ground if row <= ground else pencil.cover
    if point.hex in units:
        sheet[top + 1][columns[len(columns) // 2]] = pencil.unit


def _draw_line(
    sheet: list[list[str]],
    points: Sequence[ProfilePoint],
    sight: Sight,
    wide: int,
    scale: _Scale,
    pencil: Pencil,
) -> None:
    """The line from eye to eye, up to where it is stopped, and faintly beyond."""
    stop = _stop_column(points, sight, wide)
    middles = [number * wide + wide // 2 for number in range(len(points))]
    for (start, one), (end, other) in pairwise(zip(middles, points, strict=True)):
        if one.line is None or other.line is None:
            return
        for column in range(start, end + 1):
            height = one.line + (other.line - one.line) * Fraction(column - start, end - start)
            row = scale.row_above(height)
            if stop is None or column < stop:
                # Ground it only grazes and woods on one side do not stop the line: it is drawn across them.
                row += sheet[row][column] == pencil.ground
                sheet[row][column] = pencil.line
            elif column == stop:
                sheet[row][column] = pencil.stop
            elif sheet[row][column] == " ":
                sheet[row][column] = pencil.beyond


def _stop_column(points: Sequence[ProfilePoint], sight: Sight, wide: int) -> int | None:
    """Where the line is stopped: at the near edge of a hex, or between two columns at a hexside."""
    if sight.obstacle is None:
        return None
    blocked = _blocked_hexes(sight)
    after = (
        number
        for number, point in enumerate(points)
        if point.hex in blocked or (not blocked and point.at >= sight.obstacle.at)
    )
    # The line begins in the middle of the first column; it cannot be stopped before that.
    return max(next(after, len(points) - 1) * wide, wide // 2 + 1)


def _captions(
    board: Board, points: Sequence[ProfilePoint], wide: int, blocked: frozenset[Hex]
) -> Iterator[str]:
    """Labels under the columns, and brackets under pairs; those that matter most find room first."""
    length = wide * len(points) + 12
    labels = [" "] * length
    last = len(points) - 1
    order = sorted(
        range(len(points)),
        key=lambda number: (number not in (0, last), points[number].hex not in blocked, number),
    )
    for number in order:
        label = board.label(points[number].hex)
        middle = number * wide + (wide - len(label)) // 2
        start = max(0, min(middle, wide * len(points) - len(label)))
        span = slice(max(0, start - 1), start + len(label) + 1)
        if all(sign == " " for sign in labels[span]):
            labels[start : start + len(label)] = label
    yield "".join(labels)
    if wide < 6:
        return
    pairs = [" "] * length
    for number, (one, other) in enumerate(pairwise(points)):
        if one.manner == other.manner == "beside" and one.at == other.at:
            pairs[number * wide + 1 : (number + 2) * wide - 1] = f"{' or ':-^{2 * wide - 2}}"
    text = "".join(pairs)
    if text.strip():
        yield text


# --- a field of view as a small map --------------------------------------------------------------


def field_lines(board: Board, field: Field, pencil: Pencil, width: int = 80) -> list[str]:
    """The hexes within the radius, staggered as on the map: observer, seen, unseen."""
    grid = board.grid
    signs: dict[tuple[int, int], str] = {}
    for hex_ in board.hexes:
        if distance(field.origin, hex_) <= field.radius:
            sign = pencil.seen if hex_ in field else pencil.unseen
            signs[grid.numbers(hex_)] = pencil.observer if hex_ == field.origin else sign
    columns = range(min(c for c, _ in signs), max(c for c, _ in signs) + 1)
    rows = range(min(r for _, r in signs), max(r for _, r in signs) + 1)
    flat = grid.orientation == "flat"
    row_digits = len(str(rows[-1]))
    spacing = 3 if flat and len(columns) * 3 + row_digits + 1 <= width else 2
    lines = [_column_numbers(columns, spacing, row_digits)]
    for row in rows:
        # A flat-top row takes two lines, the shifted columns on the lower one.
        for lower in (False, True) if flat else (False,):
            text = f"{row if not lower else '':>{row_digits}} "
            if not flat and _is_shifted(board, row):
                text += " "
            for column in columns:
                here = not flat or _is_shifted(board, column) == lower
                text += (signs.get((column, row), " ") if here else " ").ljust(spacing)
            lines.append(text.rstrip())
    while not lines[-1]:
        lines.pop()
    return lines


def _column_numbers(columns: range, spacing: int, row_digits: int) -> str:
    """The numbers of every fifth column, above it."""
    text = [" "] * (len(columns) * spacing + row_digits + 6)
    for place, column in enumerate(columns):
        if column % 5 == 0 or place == 0:
            start = row_digits + 1 + place * spacing
            if place and "".join(text[start - 1 : start + 2]).strip():
                continue
            text[start : start + len(str(column))] = str(column)
    return "".join(text).rstrip()


def _is_shifted(board: Board, number: int) -> bool:
    return (number % 2 == 0) == (board.grid.shifted == "even")


def place_words(board: Board, where: Hex | Hexside) -> str:
    """A hex or hexside as people write it: "0304", "hexside 0304/0305"."""
    if isinstance(where, Hex):
        return board.label(where)
    return f"hexside {board.label(where.a)}/{board.label(where.b)}"
