"""How the printed cells are read: signed figures, bands of a die, inches, and the codes of an effect."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeVar

from game.core.errors import DataError
from game.core.tables import PrintedTable, read_model

T = TypeVar("T")
HEX_INCHES = 2  # two inches on the table are one hex on the map

_SIGNED = re.compile(r"[+-]\d+|0")
_LISTED = re.compile(r"-?\d+(?:, -?\d+)*")
_RANGE = re.compile(r"(\d+) - (\d+)")
_OPEN = re.compile(r"(-?\d+) (or more|or less)|(\d+) \+")


class Band(NamedTuple):
    """A row of a result table: the totals it holds, None where it goes on without end."""

    row: str
    lowest: int | None
    highest: int | None

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        above = self.lowest is None or number >= self.lowest
        return above and (self.highest is None or number <= self.highest)


class Sheet(NamedTuple):
    """A printed table and the file it came from."""

    path: Path
    table: PrintedTable

    def cells(self, column: str, read: Callable[[str], T]) -> dict[str, T]:
        """One column as the rules read it; a cell that cannot be read is told by row and column."""
        found: dict[str, T] = {}
        for row, text in self.table.column(column).items():
            try:
                found[row] = read(text)
            except ValueError as error:
                raise DataError(self.path, f"row '{row}', column '{column}'", str(error)) from None
        return found

    def bands(self) -> tuple[Band, ...]:
        """The rows of a result table as bands of the die; together they must hold every total once."""
        found = []
        for row in self.table.rows:
            try:
                found.append(read_band(row))
            except ValueError as error:
                raise DataError(self.path, f"row '{row}'", str(error)) from None
        in_order = sorted(found, key=lambda band: (band.lowest is not None, band.lowest))
        for lower, upper in itertools.pairwise(in_order):
            if lower.highest is None or upper.lowest != lower.highest + 1:
                raise DataError(self.path, f"row '{upper.row}'", f"does not go on where '{lower.row}' ends")
        return tuple(found)


def read_sheet(path: Path, columns: tuple[str, ...]) -> Sheet:
    """A printed table that has exactly these columns."""
    sheet = Sheet(path, read_model(PrintedTable, path))
    if sheet.table.columns != columns:
        raise DataError(path, "columns", f"must be {', '.join(columns)}")
    return sheet


def read_band(text: str) -> Band:
    """The totals a row label holds: "7, 8", "9 or more", "0 or less", "1 - 5", "61 +"; "-7 or more" falls."""
    if found := _OPEN.fullmatch(text):
        number = int(found[1] or found[3])
        # The page counts the attacker's defeat downwards: "-7 or more" is a difference of -7, -8 and so on.
        downwards = found[2] == "or less" or number < 0
        return Band(text, None, number) if downwards else Band(text, number, None)
    if found := _RANGE.fullmatch(text):
        return Band(text, int(found[1]), int(found[2]))
    if _LISTED.fullmatch(text):
        numbers = sorted(int(part) for part in text.split(", "))
        if numbers != list(range(numbers[0], numbers[-1] + 1)):
            raise ValueError(f"'{text}' leaves out a number")
        return Band(text, numbers[0], numbers[-1])
    raise ValueError("a row is named such as '7, 8', '9 or more', '0 or less', '1 - 5' or '61 +'")


def read_figures(text: str) -> tuple[int, ...]:
    """One or several signed figures: "+1", "+2 / -4", "-1 to -3"."""
    parts = re.split(r" / | to ", text)
    if not all(_SIGNED.fullmatch(part) for part in parts):
        raise ValueError(f"'{text}' cannot be read; a modifier is a figure with its sign, such as +1")
    return tuple(int(part) for part in parts)


def read_impact(text: str) -> int:
    """An initiative impact: "+3", or "-" for none."""
    return 0 if text == "-" else read_figures(text)[0]


def read_hexes(text: str) -> int:
    """A distance in inches as whole hexes."""
    if not re.fullmatch(r"-?\d+", text) or int(text) % HEX_INCHES:
        raise ValueError(f"'{text}' cannot be read; a distance is an even number of inches")
    return int(text) // HEX_INCHES


def read_rough(text: str) -> int | None:
    """What a hex of rough ground costs: 2 hexes where it halves the move, 1 free, None where closed."""
    costs = {"x 1/2": 2, "no cost": 1, "not allowed": None}
    if text not in costs:
        raise ValueError(f"'{text}' cannot be read; rough ground is one of {', '.join(costs)}")
    return costs[text]


def read_ford(text: str) -> int | None:
    """Hexes lost at a ford; None where it cannot be crossed."""
    if text in ("no cost", "not allowed"):
        return 0 if text == "no cost" else None
    return -read_hexes(text)


def read_points(text: str) -> tuple[int, ...]:
    """Fire points: one figure, two (heavy/light, pistoleer/shock), or none out of range."""
    if not re.fullmatch(r"(?:\d+(?:/\d+)?)?", text):
        raise ValueError(f"'{text}' cannot be read; fire points are 8, 8/6, or an empty cell")
    return tuple(int(part) for part in text.split("/")) if text else ()


def read_factor(text: str) -> Fraction:
    """A factor such as "x 2" or "x 1/2"."""
    if not re.fullmatch(r"x [1-9](?:/[1-9])?", text):
        raise ValueError(f"'{text}' cannot be read; a factor is written x 2 or x 1/2")
    return Fraction(text[2:])


def one_of(*words: str) -> Callable[[str], str]:
    """A reader for cells that hold one of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"'{text}' cannot be read; it is one of {', '.join(words)}")
        return text

    return read


def codes(text: str, known: frozenset[str]) -> frozenset[str]:
    """The codes of an effect: "B D 2"; "-" is none. Whole numbers count stands and are always known."""
    found = frozenset(() if text == "-" else text.split())
    for code in sorted(found):
        if code not in known and not code.isdecimal():
            raise ValueError(f"unknown code '{code}'")
    return found


def stands_in(found: frozenset[str]) -> int:
    """How many stands an effect takes."""
    return next((int(code) for code in sorted(found) if code.isdecimal()), 0)


def rows_of(sheet: Sheet) -> Iterator[str]:
    """Every row as "table: row", the words in which a lookup names its row."""
    for row in sheet.table.rows:
        yield f"{sheet.path.stem}: {row}"
