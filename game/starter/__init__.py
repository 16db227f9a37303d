"""First files for people who write maps and scenarios: commented, in order, and playable as they are.

The first map is `map.toml` beside this module. The first scenario of a ruleset is `starter.toml` in the
ruleset's own folder; it is written for that map, and moved to fit when the author already has another.
"""

from __future__ import annotations

import re
from pathlib import Path

from game.core.errors import DataError
from game.core.ruleset import find_rulesets, package_folder
from game.opening import WATER
from hexmap.board import Board
from hexmap.coords import VERTEX_NAMES, Grid, Hex, LabelError, distance
from hexmap.files import parse_map

STARTER = "starter.toml"
_LABEL = re.compile(r'"(\d{4})"')
_FACING = re.compile(r'facing = "([A-Z]+)"')
_CLEAR = "clear"


def map_text(title: str, columns: int | None = None, rows: int | None = None) -> str:
    """A commented map; one of a given size is bare, and what the other shows is left to it as comments."""
    text = (Path(__file__).parent / "map.toml").read_text(encoding="utf-8")
    text = text.replace('"NAME"', f'"{_short(title)}"').replace('"TITLE"', f'"{title}"')
    if columns is None and rows is None:
        return text
    old = _board(text).grid
    grid = Grid(columns or old.columns, rows or old.rows)
    head, ground = text.split("[ground]\n")
    features = ground[ground.index("# What lies between") :]
    head = re.sub(r"^columns = \d+", f"columns = {grid.columns}", head, flags=re.MULTILINE)
    head = re.sub(r"^rows = \d+", f"rows = {grid.rows}", head, flags=re.MULTILINE)
    bare = "\n".join(line if line.startswith("#") else f"# {line}".rstrip() for line in features.splitlines())
    return f"{head}[ground]\n{_rows('terrain', '.', grid)}\n{_rows('elevation', '0', grid)}\n{bare}\n"


def _rows(key: str, cell: str, grid: Grid) -> str:
    """The same ground everywhere, row numbers beside it, column numbers above to be read downwards."""
    line = " ".join([cell] * grid.columns)
    numbers = [f"{column:02d}" for column in range(1, grid.columns + 1)]
    heads = [" # " + " ".join(number[digit] for number in numbers) for digit in range(2)]
    rows = [f'  "{line}",  # {row:02d}' for row in range(1, grid.rows + 1)]
    return "\n".join([f"{key} = [", *heads, *rows, "]", ""])


def _short(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "field"


def _board(text: str) -> Board:
    return parse_map(text)


def rulesets_with_starter() -> dict[str, Path]:
    """The starter scenario of each ruleset that has one."""
    files = {id_: package_folder(found.package) / STARTER for id_, found in find_rulesets().items()}
    return {id_: path for id_, path in files.items() if path.is_file()}


def scenario_text(ruleset: str, title: str, board: Board | None = None) -> str:
    """A commented scenario of a ruleset for the starter's own map, or moved onto another board."""
    text = rulesets_with_starter()[ruleset].read_text(encoding="utf-8").replace('"TITLE"', f'"{title}"')
    return text if board is None else _moved(text, _board(map_text(title)), board)


def _moved(text: str, old: Board, new: Board) -> str:
    """The same scenario on another board: every hex at about the same place, facings as near as can be."""
    names, other = VERTEX_NAMES[old.grid.orientation], VERTEX_NAMES[new.grid.orientation]
    text = _FACING.sub(lambda found: f'facing = "{other[names.index(found[1])]}"', text)
    places: dict[str, str] = {}
    taken: set[Hex] = set()
    for label in dict.fromkeys(_LABEL.findall(text)):
        try:
            place = old.at(label)
        except LabelError:  # a number that is no hex
            continue
        hex_ = _near(
            _scaled(place, old.grid, new.grid), new, taken, at_edge=f'hex = "{label}", facing' in text
        )
        taken.add(hex_)
        places[label] = new.label(hex_)
    return _LABEL.sub(lambda found: f'"{places.get(found[1], found[1])}"', text)


def _scaled(place: Hex, old: Grid, new: Grid) -> Hex:
    """The hex of another grid that lies at the same part of its width and height."""
    column, row = old.numbers(place)
    across = (column - old.first_column) * (new.columns - 1) // max(1, old.columns - 1)
    down = (row - old.first_row) * (new.rows - 1) // max(1, old.rows - 1)
    return new.hex_at(new.first_column + across, new.first_row + down)


def _near(wanted: Hex, board: Board, taken: set[Hex], at_edge: bool) -> Hex:
    """The nearest free hex that troops can stand in, open ground first."""
    edge = board.map_edge()
    free = [
        hex_
        for hex_ in board.hexes
        if hex_ not in taken and board.terrain[hex_] not in WATER and (hex_ in edge or not at_edge)
    ]
    if not free:
        raise DataError(board.name or "the map", "", "has no room for the units of a starter; draw it larger")
    order = board.index
    return min(
        free, key=lambda hex_: (distance(hex_, wanted) + 2 * (board.terrain[hex_] != _CLEAR), order[hex_])
    )
