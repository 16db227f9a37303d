"""From the shape of a map file to a `Board`: labels, codes, pairs of hexes, and whether they agree.

Problems are gathered, not raised, so that an author can mend a file in one go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from hexmap.board import Alignment, Board, Feature, Objective, Place, Road
from hexmap.coords import Grid, Hex, Hexside, LabelError, hexside, is_adjacent, neighbours
from hexmap.errors import DataError, did_you_mean
from hexmap.mapmodel import MapFile, is_printable, quoted

# Levels outside this range are slips of the finger; the longest chain of mountains fits inside.
HIGHEST = 9999
_LEVEL = re.compile(r"[+-]?[0-9]{1,6}")
# "0304/0305,0405": hex 0304 against each of the others. "0304>0305": the same, 0304 being inside.
_FAN = re.compile(r"([^/>,]+)([/>])([^/>]+)")

Vocabulary = Mapping[str, Iterable[str]]


def board_of(
    shape: MapFile, path: Path | str, known: Vocabulary | None = None
) -> tuple[Board | None, list[DataError]]:
    """The board a file describes, or everything that does not agree in it.

    With *known* (words by group: terrain, hexside, road) other words are refused, too.
    """
    return _MapReader(shape, path, known).read()


class _MapReader:
    """Reads one file once; `problems` grows on the way."""

    def __init__(self, shape: MapFile, path: Path | str, known: Vocabulary | None) -> None:
        self.shape = shape
        self.path = path
        self.known = {group: frozenset(words) for group, words in known.items()} if known else {}
        self.problems: list[DataError] = []
        grid = shape.grid
        self.grid = Grid(
            grid.columns,
            grid.rows,
            grid.orientation,
            grid.shifted,
            grid.first_column,
            grid.first_row,
            grid.style,
        )
        self._labels: dict[str, Hex] = {}

    def read(self) -> tuple[Board | None, list[DataError]]:
        shape = self.shape
        terrain = self._terrain()
        elevation = self._elevation()
        features = self._features()
        roads = self._roads()
        places = self._places()
        areas = self._named_hexes("areas", shape.areas)
        objectives = self._objectives()
        edges = self._named_hexes("edges", shape.edges)
        if self.problems:
            return None, self.problems
        background = shape.background
        return Board(
            grid=self.grid,
            terrain=terrain,
            elevation=elevation,
            features=features,
            roads=roads,
            places=places,
            areas=areas,
            objectives=objectives,
            edges=edges,
            name=shape.name,
            title=shape.title,
            hex_metres=shape.hex_metres,
            notes=shape.notes,
            background=Alignment(
                background.image, *background.origin_px, background.hex_px, background.rotation
            )
            if background
            else None,
        ), []

    def _refuse(self, where: str, problem: str) -> None:
        self.problems.append(DataError(self.path, where, problem))

    # --- rows ----------------------------------------------------------------------------------

    def _cells(self, field: str, rows: Sequence[str]) -> list[list[str]] | None:
        """Each row cut into one cell per column, or None where a row or a cell is missing or too many."""
        wanted, columns = self.grid.rows, self.grid.columns
        if len(rows) != wanted:
            self._refuse(
                f"ground, {field}", f"has {_count(len(rows), 'row')}; the grid has {_count(wanted, 'row')}"
            )
            return None
        found = []
        fits = True
        for number, row in enumerate(rows, start=self.grid.first_row):
            cells = row.split()
            if len(cells) == 1 and columns > 1:
                cells = list(cells[0])  # written without spaces between
            if len(cells) != columns:
                fits = False
                self._refuse(
                    f"ground, {field} row {number:02d}",
                    f"has {_count(len(cells), 'hex', 'hexes')}; the grid has {_count(columns, 'column')}",
                )
            found.append(cells)
        return found if fits else None

    def _terrain(self) -> dict[Hex, str]:
        legend = self.shape.legend
        for code in legend:
            if not code or code.split() != [code] or not is_printable(code):
                self._refuse(
                    "legend", f"{quoted(code)} cannot be a code; a code is one or more characters, no spaces"
                )
        rows = self._cells("terrain", self.shape.ground.terrain)
        if rows is None:
            return {}
        found: dict[Hex, str] = {}
        unknown: dict[str, str] = {}
        for hex_, code in zip(self.grid, (code for row in rows for code in row), strict=True):
            word = legend.get(code)
            if word is None:
                # Once for each code: a wrong letter used forty times is one mistake.
                unknown.setdefault(code, self.grid.label(hex_))
            else:
                found[hex_] = word
        for code, label in unknown.items():
            self._refuse(f"hex {label}", f"unknown terrain code {quoted(code)}{self._codes_known(code)}")
        for word in dict.fromkeys(found.values()):
            if self._is_foreign("terrain", word):
                first = next(hex_ for hex_, here in found.items() if here == word)
                self._refuse_word(f"hex {self.grid.label(first)}", "terrain", word)
        return found

    def _codes_known(self, code: str) -> str:
        legend = self.shape.legend
        for other in (code.lower(), code.upper()):
            if other in legend:
                return f"; did you mean '{other}' ({legend[other]})?"
        return "; the legend has " + ", ".join(f"{c} ({word})" for c, word in legend.items())

    def _elevation(self) -> dict[Hex, int]:
        if not self.shape.ground.elevation:
            return dict.fromkeys(self.grid, 0)
        rows = self._cells("elevation", self.shape.ground.elevation)
        if rows is None:
            return {}
        found: dict[Hex, int] = {}
        levels: dict[str, int | None] = {}
        for hex_, text in zip(self.grid, (text for row in rows for text in row), strict=True):
            if text not in levels:
                levels[text] = level = int(text) if _LEVEL.fullmatch(text) else None
                if level is None:
                    self._refuse(
                        f"hex {self.grid.label(hex_)}",
                        f"elevation {quoted(text)} is not a whole number"
                        + ("; put spaces between the levels of a row" if text in "+-" else ""),
                    )
                elif abs(level) > HIGHEST:
                    self._refuse(
                        f"hex {self.grid.label(hex_)}",
                        f"elevation {text} is not between {-HIGHEST} and {HIGHEST}",
                    )
            found[hex_] = levels[text] or 0
        return found

    # --- hexsides and roads --------------------------------------------------------------------

    def _features(self) -> dict[Hexside, tuple[Feature, ...]]:
        found: dict[Hexside, tuple[Feature, ...]] = {}
        for number, entry in enumerate(self.shape.hexsides, start=1):
            where = f"hexsides {number}, sides"
            if self._is_foreign("hexside", entry.kind):
                self._refuse_word(f"hexsides {number}, kind", "hexside", entry.kind)
            tokens = [token for line in entry.sides for token in line.split()]
            if not tokens:
                self._refuse(where, "names no hexside; write pairs of labels such as " + self._example_pair())
            plain = Feature(entry.kind, None, entry.name)
            for side, inside in self._sides(where, tokens):
                already = found.get(side, ())
                if any(feature.kind == entry.kind for feature in already):
                    pair = f"{self.grid.label(side.a)}/{self.grid.label(side.b)}"
                    self._refuse(where, f"{entry.kind} on hexside {pair} is given twice")
                    continue
                feature = plain if inside is None else Feature(entry.kind, inside, entry.name)
                found[side] = (*already, feature)
        return found

    def _sides(self, where: str, tokens: Iterable[str]) -> Iterator[tuple[Hexside, Hex | None]]:
        """Each hexside that the pairs and fans of labels name, with the hex inside it if any."""
        for token in tokens:
            fan = _FAN.fullmatch(token)
            if not fan:
                self._refuse(
                    where,
                    f"{quoted(token)} is not a pair of hex labels; one looks like {self._example_pair()}",
                )
                continue
            centre = self._hex(where, fan[1])
            for label in fan[3].split(","):
                across = self._hex(where, label)
                if centre is None or across is None:
                    continue
                if not is_adjacent(centre, across):
                    self._refuse(where, f"hexes {fan[1]} and {label} are not adjacent")
                    continue
                yield hexside(centre, across), centre if fan[2] == ">" else None

    def _example_pair(self) -> str:
        first = next(iter(self.grid))
        beside = next((hex_ for hex_ in neighbours(first) if hex_ in self.grid), first)
        return f"'{self.grid.label(first)}/{self.grid.label(beside)}'"

    def _roads(self) -> tuple[Road, ...]:
        found = []
        seen: dict[tuple[str, tuple[Hex, ...]], int] = {}
        for number, entry in enumerate(self.shape.roads, start=1):
            where = f"roads {number}, path"
            if self._is_foreign("road", entry.kind):
                self._refuse_word(f"roads {number}, kind", "road", entry.kind)
            labels = [label for line in entry.path for label in line.split()]
            hexes = [self._hex(where, label) for label in labels]
            for step in range(len(hexes) - 1):
                a, b = hexes[step], hexes[step + 1]
                if a is not None and b is not None and not is_adjacent(a, b):
                    self._refuse(where, f"hexes {labels[step]} and {labels[step + 1]} are not adjacent")
            if len(hexes) < 2:
                self._refuse(where, "needs two hexes or more")
            path = tuple(hex_ for hex_ in hexes if hex_ is not None)
            first = seen.setdefault((entry.kind, min(path, path[::-1])), number)
            if first != number and len(path) == len(hexes):
                self._refuse(where, f"runs exactly where the {entry.kind} of roads {first} runs")
            found.append(Road(entry.kind, path, entry.name))
        return tuple(found)

    # --- names ---------------------------------------------------------------------------------

    def _places(self) -> tuple[Place, ...]:
        found: dict[Place, None] = {}
        seen: dict[tuple[str, Hex], int] = {}
        for number, entry in enumerate(self.shape.places, start=1):
            hex_ = self._hex(f"places {number}, hex", entry.hex)
            if hex_ is None:
                continue
            first = seen.setdefault((entry.name, hex_), number)
            if first != number:
                self._refuse(
                    f"places {number}, name", f"{quoted(entry.name)} is already written at hex {entry.hex}"
                )
            found[Place(entry.name, hex_, entry.kind)] = None
        return tuple(found)

    def _objectives(self) -> tuple[Objective, ...]:
        found: dict[Hex, Objective] = {}
        for number, entry in enumerate(self.shape.objectives, start=1):
            where = f"objectives {number}, hex"
            hex_ = self._hex(where, entry.hex)
            if hex_ is None:
                continue
            if hex_ in found:
                self._refuse(where, f"hex {entry.hex} is already an objective")
            found[hex_] = Objective(hex_, entry.name)
        return tuple(found.values())

    def _named_hexes(self, field: str, named: Mapping[str, Sequence[str]]) -> dict[str, frozenset[Hex]]:
        found = {}
        for name, lines in named.items():
            if not name.strip() or name != name.strip() or not is_printable(name):
                self._refuse(field, f"{quoted(name)} cannot be a name; write one line of plain text")
            where = f"{field}, {name}"
            hexes: set[Hex] = set()
            tokens = [token for line in lines for token in line.split()]
            for token in tokens:
                if "-" in token:
                    hexes.update(self._block(where, token))
                elif (hex_ := self._hex(where, token)) is not None:
                    hexes.add(hex_)
            if not tokens:
                self._refuse(where, "names no hex")
            found[name] = frozenset(hexes)
        return found

    def _block(self, where: str, token: str) -> Iterator[Hex]:
        """Hexes of "0103-0505": all columns from 01 to 05 in all rows from 03 to 05."""
        ends = token.split("-")
        corners = [self._hex(where, end) for end in ends]
        if len(corners) != 2:
            self._refuse(where, f"{quoted(token)} is not a block of hexes; write its first and last hex")
            return
        first, last = corners
        if first is None or last is None:
            return
        (left, top), (right, bottom) = self.grid.numbers(first), self.grid.numbers(last)
        if left > right or top > bottom:
            self._refuse(where, f"{quoted(token)} runs backwards; write the upper left hex first")
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield self.grid.hex_at(column, row)

    # --- labels and words ----------------------------------------------------------------------

    def _hex(self, where: str, label: str) -> Hex | None:
        """The hex a label names; a label that names none is written down as a problem."""
        hex_ = self._labels.get(label)
        if hex_ is None:
            try:
                hex_ = self._labels[label] = self.grid.parse(label)
            except LabelError as error:
                self._refuse(where, str(error) if len(label) <= 40 else f"{quoted(label)} is not a hex label")
        return hex_

    def _is_foreign(self, group: str, word: str) -> bool:
        return group in self.known and word not in self.known[group]

    def _refuse_word(self, where: str, group: str, word: str) -> None:
        self._refuse(where, f"unknown {group} {quoted(word)}{did_you_mean(word, self.known[group])}")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
