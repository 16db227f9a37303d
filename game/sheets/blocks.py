"""What a player aid is made of: printed tables and odds cards, which know how high they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, Protocol

from game.sheets.marks import Fill, Line, Stroke
from game.sheets.paint import Page, lettering

INK, PAPER, RULE, SHADE, FAINT = "#1d1d1b", "#ffffff", "#8a8577", "#f1ede2", "#6b665a"
# From few chances to many; light enough to print over, and the number is always there.
LOW, HIGH = (0xFB, 0xF7, 0xEC), (0x7F, 0xA3, 0xC7)
TEXT, HEADING, NOTE = 2.75, 3.9, 2.35  # letters, in millimetres
LEADING = 1.32
PAD = 1.1
AFTER = 4.5  # below a block
CARD_ROW = 4.5
SHORT = 16  # letters: columns of figures stand in the middle, columns of words begin at the left
ROOM = 1.04  # on a screen small letters are set a little wider than they are drawn


class Block(Protocol):
    """Something that takes the width it is given and needs some height."""

    def is_narrow(self, width: float) -> bool:
        """Whether it would be content with half of this width."""
        ...

    def height(self, width: float) -> float: ...

    def draw(self, page: Page, left: float, top: float, width: float) -> None: ...


# What a page sets in italics stands between asterisks in its data; an asterisk alone is a footnote's.
_ITALIC = re.compile(r"\*([^*]+)\*")


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """A text as lines no wider than this, broken between words; a word too long stands alone.

    Italics are marked word by word, so that a line may end between them.
    """
    lines: list[str] = []
    text = _ITALIC.sub(lambda found: " ".join(f"*{word}*" for word in found[1].split()), text)
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def _width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text: the sum of its letters' advances, which takes no time."""
    runs = _runs(text)
    return sum(_advance(each, bold, italic) for run, italic in runs for each in run) * size * ROOM


def _runs(text: str) -> list[tuple[str, bool]]:
    """A line as it is set: each run of letters, and whether it is in italics."""
    # Neighbours in italics are one run. Of every pair a split leaves, the second stood between asterisks.
    parts = _ITALIC.split(text.replace("* *", " "))
    return [(run, number % 2 == 1) for number, run in enumerate(parts) if run]


@cache
def _advance(letter: str, bold: bool, italic: bool) -> float:
    """How far a letter moves the pen, in letter sizes."""
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont(lettering(bold=bold, italic=italic)))
    font.set_size(100, 72)
    return float(font.load_char(ord(letter)).linearHoriAdvance) / 65536 / 100


def _write(
    page: Page, line: str, spot: tuple[float, float], size: float, colour: str, bold: bool, centred: bool
) -> None:
    """Write a line, its runs one after the other."""
    runs = _runs(line)
    if len(runs) == 1:
        ((run, italic),) = runs
        across = "center" if centred else "left"
        page.write(run, spot, size, colour, bold=bold, italic=italic, across=across)
        return
    x = spot[0] - (_width(line, size, bold) / 2 if centred else 0)
    for run, italic in runs:
        page.write(run, (x, spot[1]), size, colour, bold=bold, italic=italic)
        x += _width(f"*{run}*" if italic else run, size, bold)


def box(left: float, top: float, width: float, height: float) -> Line:
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


class TableBlock(NamedTuple):
    """A printed table: heading, rows and columns, the notes below."""

    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def _columns(self) -> tuple[list[float], list[float]]:
        """What each column needs for its longest word, and for its longest text in one line."""
        columns = list(zip(self.head, *self.rows, strict=True))
        least = [max(_width(w, TEXT, True) for t in each for w in t.split() or [""]) for each in columns]
        natural = [max(_width(t, TEXT, True) for t in each) for each in columns]
        return [width + 2 * PAD for width in least], [width + 2 * PAD for width in natural]

    def is_narrow(self, width: float) -> bool:
        return sum(self._columns()[1]) <= width / 2

    def _widths(self, width: float) -> list[float]:
        """The columns, made to fill the width: each as wide as its text, or as its words and share allow."""
        least, natural = self._columns()
        start = natural if sum(natural) <= width else least
        wanted = sum(natural) - sum(start)
        spare = max(0.0, width - sum(start))
        if not wanted:
            return [each + spare / len(start) for each in start]
        return [low + spare * (high - low) / wanted for low, high in zip(start, natural, strict=True)]

    def _lines(self, width: float) -> tuple[list[float], list[list[list[str]]]]:
        widths = self._widths(width)
        laid = [
            [
                wrapped(text, room - 2 * PAD, TEXT, bold=number == 0 or place == 0)
                for place, (text, room) in enumerate(zip(row, widths, strict=True))
            ]
            for number, row in enumerate((self.head, *self.rows))
        ]
        return widths, laid

    def height(self, width: float) -> float:
        _, laid = self._lines(width)
        rows = sum(_row_height(row) for row in laid)
        notes = sum(len(wrapped(note, width, NOTE)) * NOTE * LEADING for note in self.notes)
        return HEADING * 1.7 + rows + (notes + 1.5 if self.notes else 0) + AFTER

    def draw(self, page: Page, left: float, top: float, width: float) -> None:
        _heading(page, self.title, self.rule, left, top)
        widths, laid = self._lines(width)
        y = top + HEADING * 1.7
        total = sum(widths)
        figures = [all(len(text) <= SHORT for text in column) for column in zip(*self.rows, strict=True)]
        for number, row in enumerate(laid):
            height = _row_height(row)
            if number == 0 or number % 2 == 0:
                shade = "#ddd6c3" if number == 0 else SHADE
                page.draw([Fill((box(left, y, total, height),), shade)], (0, 0), 1)
            x = left
            for place, (lines, room) in enumerate(zip(row, widths, strict=True)):
                for at, line in enumerate(lines):
                    centred = place > 0 and figures[place]
                    spot = (x + (room / 2 if centred else PAD), y + PAD + (at + 0.5) * TEXT * LEADING)
                    bold = number == 0 or place == 0
                    _write(page, line, spot, TEXT, INK, bold, centred)
                x += room
            y += height
        page.draw(
            [Stroke((box(left, top + HEADING * 1.7, total, y - top - HEADING * 1.7),), RULE, 0.2)], (0, 0), 1
        )
        y += 1.5
        for note in self.notes:
            for line in wrapped(note, width, NOTE):
                _write(page, line, (left, y + NOTE * 0.7), NOTE, FAINT, False, False)
                y += NOTE * LEADING


def _row_height(row: Sequence[Sequence[str]]) -> float:
    return max(len(lines) for lines in row) * TEXT * LEADING + 2 * PAD * 0.7


def _heading(page: Page, title: str, rule: str, left: float, top: float) -> None:
    page.write(title, (left, top + HEADING * 0.6), HEADING, INK, bold=True)
    if rule:
        x = left + _width(title, HEADING, bold=True) + 2
        page.write(f"[{rule}]", (x, top + HEADING * 0.68), NOTE, FAINT)


class CardBlock(NamedTuple):
    """An odds card: a figure in per cent for each row and column."""

    title: str
    note: str
    across: str
    columns: tuple[str, ...]
    down: str
    rows: tuple[tuple[str, tuple[Fraction | None, ...]], ...]

    def is_narrow(self, width: float) -> bool:
        return True

    def height(self, width: float) -> float:
        return HEADING * 1.7 + NOTE * 2.6 + (len(self.rows) + 1) * CARD_ROW + AFTER

    def draw(self, page: Page, left: float, top: float, width: float) -> None:
        page.write(self.title, (left, top + HEADING * 0.6), HEADING * 0.92, INK, bold=True)
        y = top + HEADING * 1.5
        page.write(self.note, (left, y), NOTE, FAINT, italic=True)
        page.write(self.across, (left + width, y + NOTE * 1.5), NOTE, FAINT, across="right")
        page.write(self.down, (left, y + NOTE * 1.5), NOTE, FAINT)
        y += NOTE * 2.6
        first = max(_width(label, TEXT, bold=True) for label, _ in self.rows) + 2 * PAD
        room = (width - first) / len(self.columns)
        start = y
        for place, label in enumerate(self.columns):
            spot = (left + first + (place + 0.5) * room, y + CARD_ROW / 2)
            page.write(label, spot, TEXT, INK, bold=True, across="center")
        y += CARD_ROW
        for label, cells in self.rows:
            page.write(label, (left + PAD, y + CARD_ROW / 2), TEXT, INK, bold=True)
            for place, cell in enumerate(cells):
                x = left + first + place * room
                if cell is not None:
                    page.draw([Fill((box(x, y, room, CARD_ROW),), _shade(cell))], (0, 0), 1)
                text = "–" if cell is None else _percent(cell)
                page.write(text, (x + room / 2, y + CARD_ROW / 2), TEXT, INK, across="center")
            y += CARD_ROW
        page.draw([Stroke((box(left, start, width, y - start),), RULE, 0.2)], (0, 0), 1)


def _percent(chance: Fraction) -> str:
    """A chance in whole per cent; what is rare but possible is not called never."""
    rounded = round(float(chance * 100))
    if chance and not rounded:
        return "<1"
    return ">99" if rounded == 100 and chance != 1 else str(rounded)


def _shade(chance: Fraction) -> str:
    share = float(chance)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(LOW, HIGH, strict=True))
