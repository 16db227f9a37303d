r"""A map as text: every hex with its label, what it is made of, and who stands there.

     ____      ____
    /0101\____/0301\____
    \F1_♣/0201\2_=_/0401\
    /0102\____/0302\S2__/
    \____/    \____/

Hexsides with something on them are drawn in other strokes: ~ and § for water, = and ‖ for the rest. A hex
without units shows its level, a road (=), and its terrain. Maps wider than the page come in parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from game.core.state import Deployment
from game.core.tongue import word
from hexmap.board import Board
from hexmap.coords import Hex, hexside

GLYPHS = {
    "woods": "♣", "orchard": "♠", "palms": "♠", "marsh": "≈", "frozen_pond": "≈", "river": "~", "lake": "~",
    "sea": "~", "town": "⌂", "village": "⌂", "ruins": "⌂", "castle": "♜", "rough": ":", "difficult": ":",
    "vines": "ψ", "dry_lake": ":",
}  # fmt: skip
WATER = frozenset({"stream", "river", "canal", "ford"})
CROSSINGS = frozenset({"bridge", "pontoon"})
PLAIN = frozenset("_/\\|")


class Cell(NamedTuple):
    """One character of the map and what it belongs to: "edge", "water", "label", "ground", or a side."""

    char: str
    tag: str


def glyph(terrain: str) -> str:
    """One character for a terrain: nothing for clear ground, its first letter where we have no better."""
    return " " if terrain == "clear" else GLYPHS.get(terrain, terrain[0])


def _road(kind: str) -> str:
    return "-" if kind == "trail" else "="


def codes(pieces: Deployment, sides: Iterable[str]) -> dict[str, str]:
    """A short code for each piece, in the order of the scenario: F1, F2 for the French, S1 for a Spaniard."""
    names = list(sides)
    letters = [name[0].upper() for name in names]
    if len(set(letters)) < len(letters):
        letters = list("ABCDEFGH")
    counts = dict.fromkeys(names, 0)
    found = {}
    for piece in pieces:
        counts[piece.side] += 1
        found[piece.id] = f"{letters[names.index(piece.side)]}{counts[piece.side]}"
    return found


class TextMap:
    """Draws a board with pieces on a canvas of characters."""

    def __init__(self, board: Board, pieces: Deployment, short: Mapping[str, str]) -> None:
        self.board = board
        self.pieces = pieces
        self.short = short
        self._order = {id_: number for number, id_ in enumerate(short)}
        self.flat = board.grid.orientation == "flat"
        label = sum(board.grid.width) + (board.grid.style == "CC.RR")
        # A pointy-top row is shifted by half a hex, so its width with one border must be even.
        self.inner = label if self.flat else label + 1 + label % 2
        self.roads = {hex_: road.kind for road in reversed(board.roads) for hex_ in road.path}

    def parts(self, width: int) -> list[list[list[Cell]]]:
        """The map as lines of cells, cut into parts that fit a page of so many characters."""
        grid = self.board.grid
        room = width - 1 - (0 if self.flat else (self.inner + 1) // 2)
        across = max(1, room // (self.inner + 1))
        count = -(-grid.columns // across)
        each = -(-grid.columns // count)
        return [self._draw(first, min(first + each, grid.columns)) for first in range(0, grid.columns, each)]

    def text(self, width: int = 120) -> str:
        """The map in plain characters."""
        return "\n\n".join(
            "\n".join("".join(cell.char for cell in line).rstrip() for line in part)
            for part in self.parts(width)
        )

    def _draw(self, first: int, end: int) -> list[list[Cell]]:
        """The columns from *first* up to *end*, counted from nought."""
        canvas: dict[tuple[int, int], Cell] = {}
        shown = [hex_ for hex_ in self.board.hexes if first <= self._place(hex_)[0] < end]
        corners = {hex_: self._corner(hex_, first) for hex_ in shown}
        for hex_, corner in corners.items():
            self._draw_sides(canvas, hex_, *corner)
        for hex_, corner in corners.items():
            self._write(canvas, hex_, *corner)
        wide = max(x for x, _ in canvas) + 1
        high = max(y for _, y in canvas) + 1
        blank = Cell(" ", "")
        return [[canvas.get((x, y), blank) for x in range(wide)] for y in range(high)]

    def _place(self, hex_: Hex) -> tuple[int, int]:
        """Column and row of a hex, counted from nought."""
        grid = self.board.grid
        column, row = grid.numbers(hex_)
        return column - grid.first_column, row - grid.first_row

    def _corner(self, hex_: Hex, first: int) -> tuple[int, int]:
        """Where on the canvas the label line of a hex begins, *first* being the leftmost column."""
        column, row = self._place(hex_)
        printed = self.board.grid.numbers(hex_)[0 if self.flat else 1]
        shifted = (printed % 2 == 0) == (self.board.grid.shifted == "even")
        x = (column - first) * (self.inner + 1)
        if self.flat:
            return x, 2 * row + shifted + 1
        return x + shifted * ((self.inner + 1) // 2), 2 * row + 1

    def _draw_sides(self, canvas: dict[tuple[int, int], Cell], hex_: Hex, x: int, y: int) -> None:
        for direction, stroke in self._strokes(x, y):
            across, slanted, tag = self._look(hex_, direction)
            for place, char in stroke:
                drawn = Cell(across if char == "_" else slanted or char, tag)
                # Where two hexsides meet in one place, the plain one gives way.
                if place not in canvas or drawn.char not in PLAIN:
                    canvas[place] = drawn

    def _write(self, canvas: dict[tuple[int, int], Cell], hex_: Hex, x: int, y: int) -> None:
        """The two lines inside a hex."""
        label = [Cell(char, "label") for char in f"{self.board.label(hex_):<{self.inner}}"]
        for dx, cell in enumerate(label, 1):
            canvas[x + dx, y] = cell
        for dx, cell in enumerate(self._content(hex_), 1):
            if cell.char != " ":  # a blank lets the lower hexside show
                canvas[x + dx, y + 1] = cell

    def _strokes(self, x: int, y: int) -> Iterator[tuple[int, list[tuple[tuple[int, int], str]]]]:
        """For each direction the places its hexside takes on the canvas, with the plain strokes."""
        right, half = x + self.inner + 1, self.inner // 2 + 1
        top = [((x + n, y - 1), "_") for n in range(1, self.inner + 1)]
        bottom = [((x + n, y + 1), "_") for n in range(1, self.inner + 1)]
        if self.flat:
            yield 0, [((right, y), "\\")]
            yield 1, [((right, y + 1), "/")]
            yield 2, bottom
            yield 3, [((x, y + 1), "\\")]
            yield 4, [((x, y), "/")]
            yield 5, top
        else:
            yield 0, top[half - 1 :]
            yield 1, [((right, y), "|"), ((right, y + 1), "|")]
            yield 2, bottom[half - 1 :]
            yield 3, bottom[: half - 1]
            yield 4, [((x, y), "|"), ((x, y + 1), "|")]
            yield 5, top[: half - 1]

    def _look(self, hex_: Hex, direction: int) -> tuple[str, str, str]:
        """How a hexside is drawn: its stroke across, its stroke aslant (empty: the usual), its tag."""
        found = self.board.features.get(hexside(hex_, hex_.step(direction)), ())
        kinds = {feature.kind for feature in found}
        if not kinds or kinds & CROSSINGS:
            return "_", "", "edge"
        return ("~", "§", "water") if kinds & WATER else ("=", "‖", "edge")

    def _ids(self, hex_: Hex) -> list[str]:
        """Who stands in a hex, in the order of the scenario, which puts troops before their generals."""
        return sorted(self.pieces.at(hex_), key=self._order.__getitem__)

    def _content(self, hex_: Hex) -> list[Cell]:
        """The second line of a hex: who stands there, or how high it lies; and what it is made of."""
        ground = glyph(self.board.terrain[hex_])
        ids = self._ids(hex_)
        if ids:
            shown = (self.short[ids[0]] + ("+" if len(ids) > 1 else ""))[: self.inner]
            rest = f"{ground:>{self.inner - len(shown)}}" if len(shown) < self.inner else ""
            side = self.pieces[ids[0]].side
            return [*(Cell(char, side) for char in shown), *(Cell(char, "ground") for char in rest)]
        level = self.board.elevation[hex_]
        road = _road(self.roads[hex_]) if hex_ in self.roads else " "
        return [Cell(char, "ground") for char in f"{level or '':<{self.inner - 2}}{road}{ground}"]

    def legend(self) -> list[str]:
        """What the characters of this map stand for, and the names on it."""
        found = self.board.words()
        alike: dict[str, list[str]] = {}
        for name in sorted(found["terrain"] - {"clear"}):
            alike.setdefault(glyph(name), []).append(word(name))
        for name in sorted(found["road"]):
            alike.setdefault(_road(name), []).append(word(name))
        marks = [f"{mark} {', '.join(names)}" for mark, names in alike.items()]
        water, other = sorted(found["hexside"] & WATER), sorted(found["hexside"] - WATER - CROSSINGS)
        marks += [f"~ § {', '.join(map(word, water))}"] if water else []
        marks += [f"= ‖ {', '.join(map(word, other))} (hexside)"] if other else []
        goals = {objective.hex for objective in self.board.objectives}
        names = {**{o.hex: o.name for o in self.board.objectives}, **self.board.name_at}
        places = [
            f"{self.board.label(hex_)} {name}{' *' if hex_ in goals else ''}" for hex_, name in names.items()
        ]
        return [line for line in ("   ".join(marks), "   ".join(sorted(places))) if line]
