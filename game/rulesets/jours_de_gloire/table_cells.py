"""How a printed cell is read: figures, NA, NE, UOT, the D of a disorder, and the marks of its notes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from game.core.errors import DataError
from game.core.tables import PrintedTable, read_model
from hexmap.ground import Cost

_MARK = re.compile(r"\s*(?:\[([a-z])\]|(\*))\s*$")
_SIGNED = re.compile(r"[+-][1-9]\d*|0")
_BAND = re.compile(r"(-?\d+) (?:or more|to (-?\d+))|Less than (-?\d+)")


class Cell(NamedTuple):
    """A cell of a table: what is printed without its marks, the marks, and where it stands."""

    text: str
    marks: frozenset[str]
    path: Path
    row: str
    column: str

    def wrong(self, expected: str) -> DataError:
        """The error that this cell is not what its place asks for."""
        where = f"row '{self.row}', column '{self.column}'"
        return DataError(self.path, where, f"'{self.text}' cannot be read; {expected}")

    def entry_cost(self) -> Cost | None:
        """Movement points to enter a hex; None where it is not allowed."""
        if self.text == "NA":
            return None
        if self.text == "½":
            return Fraction(1, 2)
        if re.fullmatch(r"[1-9]\d*", self.text):
            return int(self.text)
        raise self.wrong("a cost is ½, a whole number from 1, or NA")

    def extra_cost(self) -> tuple[Cost | None, bool]:
        """Movement points on top of the hex, None where it is not allowed; and whether crossing disorders."""
        figure = self.text.removesuffix(" D")
        if self.text == "NA":
            return None, False
        if re.fullmatch(r"\+[1-9]\d*|0", figure):
            return int(figure), figure != self.text
        raise self.wrong("an extra cost is 0, +1 and so on, with D where it disorders, or NA")

    def modifier(self) -> int:
        """A figure with its sign."""
        if _SIGNED.fullmatch(self.text):
            return int(self.text)
        raise self.wrong("a modifier is 0, or a figure with its sign such as +1")

    def effect(self) -> int | None:
        """A modifier to the die, 0 for NE; None where it is not allowed."""
        if self.text in ("NE", "NA"):
            return 0 if self.text == "NE" else None
        if _SIGNED.fullmatch(self.text):
            return int(self.text)
        raise self.wrong("an effect is NE, NA, or a figure with its sign such as -1")

    def effects(self) -> tuple[int | None, int | None]:
        """An effect from outside and from inside; one figure counts both ways [note g]."""
        outside, slash, inside = (part.strip() for part in self.text.partition("/"))
        if slash and "g" not in self.marks:
            raise self.wrong("two figures need the mark [g]")
        if not slash and "g" in self.marks:
            raise self.wrong("the mark [g] needs two figures, such as '-2 / -1'")
        first = self._replace(text=outside).effect()
        return first, self._replace(text=inside).effect() if slash else first


class Sheet(NamedTuple):
    """A printed table and the file it came from; gives its cells one by one."""

    path: Path
    table: PrintedTable

    def cell(self, row: str, column: str) -> Cell:
        """The cell in a row of the page, in the column whose heading (without marks) is *column*."""
        place = self._places()[column]
        return read_cell(self.table.rows[row][place], self.path, row, column)

    def column_names(self) -> tuple[str, ...]:
        """The headings without their marks."""
        return tuple(self._places())

    def _places(self) -> dict[str, int]:
        return {strip_marks(heading)[0]: place for place, heading in enumerate(self.table.columns)}


def read_sheet(path: Path, columns: tuple[str, ...]) -> Sheet:
    """A printed table that has exactly these columns."""
    sheet = Sheet(path, read_model(PrintedTable, path))
    if sheet.column_names() != columns:
        raise DataError(path, "columns", f"must be {', '.join(columns)}, with or without marks")
    return sheet


def row_id(path: Path, row: str) -> str:
    """How a lookup names the row it read: "terrain: Woods"."""
    return f"{path.stem}: {row}"


def strip_marks(text: str) -> tuple[str, frozenset[str]]:
    """A printed text without the marks at its end, and the marks: "-3 [e] [h]" gives "-3" and e, h."""
    marks = set()
    while found := _MARK.search(text):
        marks.add(found[1] or found[2])
        text = text[: found.start()]
    return text, frozenset(marks)


def read_cell(text: str, path: Path, row: str, column: str) -> Cell:
    """A printed cell with its marks taken off."""
    return Cell(*strip_marks(text), path, row, column)


class Band(NamedTuple):
    """A row of a result table: the totals it holds, None where it goes on without end."""

    row: str
    lowest: int | None
    highest: int | None

    def key(self) -> str:
        """The row in short: "10+", "5-9", "<0"."""
        if self.highest is None:
            return f"{self.lowest}+"
        if self.lowest is None:
            return f"<{self.highest + 1}"
        return f"{self.lowest}-{self.highest}"


def read_bands(sheet: Sheet) -> tuple[Band, ...]:
    """The rows of a result table, which follow each other downwards from "so many or more"."""
    bands = tuple(_bands(sheet))
    for upper, lower in itertools.pairwise(bands):
        if lower.highest is None or upper.lowest != lower.highest + 1:
            raise DataError(sheet.path, f"row '{lower.row}'", f"does not go on where row '{upper.row}' ends")
    if not bands or bands[0].highest is not None:
        raise DataError(sheet.path, "rows", "must begin with a row such as '10 or more'")
    return bands


def _bands(sheet: Sheet) -> Iterator[Band]:
    for row in sheet.table.rows:
        found = _BAND.fullmatch(row)
        if not found:
            raise DataError(
                sheet.path, f"row '{row}'", "must be named '10 or more', '5 to 9' or 'Less than 0'"
            )
        lowest, highest, above = (int(part) if part else None for part in found.groups())
        if lowest is not None and highest is not None and highest < lowest:
            raise DataError(sheet.path, f"row '{row}'", f"runs backwards from {lowest} to {highest}")
        yield Band(row, lowest, above - 1 if above is not None else highest)
