"""From a `Board` to the text of a map file: stable, easy to compare, easy to edit by hand.

The same board always gives the same text: one line for each row of the map, one line for each chain
of hexsides or stretch of road, so that a small change on the map is a small change in the file.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, Literal

from hexmap.board import Board, Feature
from hexmap.coords import Grid, Hex, Hexside, Vertex, hexside_vertices
from hexmap.vocabulary import HEXSIDE_WORDS, terrain_codes

FileKind = Literal["toml", "json"]
_LINE_WIDTH = 96
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_GRID_DEFAULTS = {"shifted": "even", "first_column": 1, "first_row": 1, "style": "CCRR"}


def map_text(board: Board, kind: FileKind = "toml") -> str:
    """The map file of a board, as TOML or JSON."""
    content = map_content(board)
    if kind == "json":
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    if kind != "toml":
        raise ValueError(f"a map is written as toml or json, not as {kind}")
    return "\n".join(_toml(content, board.grid)) + "\n"


def map_content(board: Board) -> dict[str, Any]:
    """The keys and values of a board's map file, in the order they are written."""
    grid = board.grid
    codes = terrain_codes(board.terrain.values())
    content: dict[str, Any] = {"format": 1}
    for key in ("name", "title", "hex_metres", "notes"):
        if getattr(board, key):
            content[key] = getattr(board, key)
    content["grid"] = {"columns": grid.columns, "rows": grid.rows, "orientation": grid.orientation} | {
        key: getattr(grid, key) for key in _GRID_DEFAULTS
    }
    order = {hex_: number for number, hex_ in enumerate(board.hexes)}
    content["legend"] = {code: word for word, code in codes.items()}
    content["ground"] = {"terrain": _rows(board, lambda hex_: codes[board.terrain[hex_]])}
    if any(board.elevation.values()):
        content["ground"]["elevation"] = _rows(board, lambda hex_: str(board.elevation[hex_]))
    lists = {
        "hexsides": list(_hexsides(board, order)),
        "roads": [
            _entry(kind=road.kind, name=road.name, path=_wrapped(map(grid.label, road.path)))
            for road in board.roads
        ],
        "places": [
            _entry(hex=grid.label(place.hex), name=place.name, kind=place.kind) for place in board.places
        ],
        "areas": {name: _blocks(grid, board.areas[name]) for name in sorted(board.areas)},
        "objectives": [_entry(hex=grid.label(found.hex), name=found.name) for found in board.objectives],
        "edges": {name: _blocks(grid, board.edges[name]) for name in sorted(board.edges)},
    }
    content |= {key: value for key, value in lists.items() if value}
    if board.background:
        scan = board.background
        content["background"] = {
            "image": scan.image,
            "origin_px": [scan.origin_x_px, scan.origin_y_px],
            "hex_px": scan.hex_px,
            "rotation": scan.rotation,
        }
    return content


def _entry(**values: Any) -> dict[str, Any]:
    """Keys that say something: an empty name is left out."""
    return {key: value for key, value in values.items() if value != ""}


def _rows(board: Board, cell: Callable[[Hex], str]) -> list[str]:
    """One line for each row of the map; on pointy-top maps shifted rows stand half a hex to the right."""
    grid = board.grid
    cells = [cell(hex_) for hex_ in board.hexes]
    width = max(map(len, cells))
    rows = []
    for start in range(0, len(cells), grid.columns):
        line = " ".join(text.rjust(width) for text in cells[start : start + grid.columns])
        if grid.orientation == "pointy":
            number = grid.first_row + start // grid.columns
            is_shifted = (number % 2 == 0) == (grid.shifted == "even")
            half = " " * ((width + 1) // 2)
            line = half + line if is_shifted else line + half
        rows.append(line)
    return rows


def _wrapped(words: Iterable[str]) -> str | list[str]:
    """Words in lines of readable length; a single line stands alone."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= _LINE_WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines[0] if len(lines) == 1 else lines


def _blocks(grid: Grid, hexes: Iterable[Hex]) -> str | list[str]:
    """Hexes as labels; three or more in a row, or a whole rectangle, as first-last."""
    numbers = sorted(grid.numbers(hex_)[::-1] for hex_ in hexes)  # (row, column), as one reads

    def label(place: tuple[int, int]) -> str:
        return grid.label(grid.hex_at(place[1], place[0]))

    if len(numbers) >= 3:
        (top, left), (bottom, right) = numbers[0], numbers[-1]
        if len(numbers) == (bottom - top + 1) * (right - left + 1) and all(
            left <= column <= right for _, column in numbers
        ):
            return f"{label(numbers[0])}-{label(numbers[-1])}"
    words: list[str] = []
    run: list[tuple[int, int]] = []
    for place in [*numbers, None]:
        if run and place != (run[-1][0], run[-1][1] + 1):
            words += [f"{label(run[0])}-{label(run[-1])}"] if len(run) > 2 else map(label, run)
            run = []
        if place:
            run.append(place)
    return _wrapped(words)


# --- hexsides ------------------------------------------------------------------------------------


def _hexsides(board: Board, order: Mapping[Hex, int]) -> Iterator[dict[str, Any]]:
    """One entry for each kind and name of hexside feature, its sides in chains."""
    for (kind, name), sides in _groups(board):
        lines: list[str] = []
        for chain in _chains(sides, order):
            wrapped = _wrapped(_fans(board.grid, chain, order))
            lines += [wrapped] if isinstance(wrapped, str) else wrapped
        yield _entry(kind=kind, name=name, sides=lines[0] if len(lines) == 1 else lines)


Group = tuple[str, str]  # kind and name


def _groups(board: Board) -> Iterator[tuple[Group, dict[Hexside, Feature]]]:
    """Features by kind and name, so ordered that reading them again stacks each hexside the same way."""
    groups: dict[Group, dict[Hexside, Feature]] = {}
    before: dict[Group, set[Group]] = {}
    for side, found in board.features.items():
        for feature in found:
            groups.setdefault((feature.kind, feature.name), {})[side] = feature
            before.setdefault((feature.kind, feature.name), set())
        for lower, upper in pairwise(found):
            before[upper.kind, upper.name].add((lower.kind, lower.name))
    sorter = TopologicalSorter(before)
    try:
        sorter.prepare()
    except CycleError:
        # A bridge under a stream here and over it there: write layer by layer instead.
        depth = max(map(len, board.features.values()))
        for layer in range(depth):
            level: dict[Group, dict[Hexside, Feature]] = {}
            for side, found in board.features.items():
                if layer < len(found):
                    level.setdefault((found[layer].kind, found[layer].name), {})[side] = found[layer]
            for group in sorted(level, key=_rank):
                yield group, level[group]
        return
    ready: list[Group] = []
    while sorter.is_active():
        ready = sorted([*ready, *sorter.get_ready()], key=_rank)
        group = ready.pop(0)
        yield group, groups[group]
        sorter.done(group)


def _rank(group: Group) -> tuple[int, str, str]:
    kind, name = group
    return (HEXSIDE_WORDS.index(kind) if kind in HEXSIDE_WORDS else len(HEXSIDE_WORDS), kind, name)


Link = tuple[Hexside, Hex | None]  # a hexside with the hex inside it


def _chains(sides: Mapping[Hexside, Feature], order: Mapping[Hex, int]) -> Iterator[list[Link]]:
    """The hexsides joined end to end, each chain from its first loose end as one reads the map."""
    rank = {side: sorted((order[side.a], order[side.b])) for side in sides}
    waiting = dict.fromkeys(sorted(sides, key=rank.__getitem__))
    touching: dict[Vertex, list[Hexside]] = {}
    for side in waiting:
        for corner in hexside_vertices(side):
            touching.setdefault(corner, []).append(side)
    loose = [
        (side, corner)
        for side in waiting
        for corner in hexside_vertices(side)
        if len(touching[corner]) != 2  # an end, or a meeting of three
    ]
    starts = [*loose, *((side, hexside_vertices(side)[0]) for side in waiting)]
    for start, corner in starts:
        if start not in waiting:
            continue
        chain: list[Link] = []
        link: Hexside | None = start
        while link is not None:
            del waiting[link]
            chain.append((link, sides[link].inside))
            ends = hexside_vertices(link)
            corner = ends[1] if ends[0] == corner else ends[0]
            onward = [other for other in touching[corner] if other in waiting]
            link = onward[0] if len(touching[corner]) == 2 and onward else None
        yield chain


def _fans(grid: Grid, chain: Iterable[Link], order: Mapping[Hex, int]) -> Iterator[str]:
    """A chain as words: hexsides around one hex are written together, "0304/0305,0405"."""
    links = list(chain)
    at = 0
    while at < len(links):
        side, inside = links[at]
        centres = [inside] if inside else sorted(side, key=order.__getitem__)
        counts = [_fan_length(links, at, centre) for centre in centres]
        length = max(counts)
        centre = centres[counts.index(length)]
        across = ",".join(grid.label(other.other(centre)) for other, _ in links[at : at + length])
        yield f"{grid.label(centre)}{'>' if inside else '/'}{across}"
        at += length


def _fan_length(links: list[Link], start: int, centre: Hex) -> int:
    """How many hexsides from *start* on lie around *centre*, all with it inside or all with none."""
    inside = links[start][1]
    length = 0
    for side, within in links[start:]:
        if centre not in side or within != inside:
            break
        length += 1
    return length


# --- TOML ----------------------------------------------------------------------------------------


def _toml(content: Mapping[str, Any], grid: Grid) -> Iterator[str]:
    tables = [key for key, value in content.items() if isinstance(value, dict)]
    arrays = [key for key in ("hexsides", "roads", "places", "objectives") if key in content]
    for key, value in content.items():
        if key not in tables and key not in arrays:
            yield f"{key} = {_notes(value) if key == 'notes' else _value(value)}"
    for key, value in content.items():
        if key == "ground":
            yield from ("", "[ground]")
            for field, rows in value.items():
                yield from _ground(field, rows, grid)
        elif key in arrays:
            for entry in value:
                yield from ("", f"[[{key}]]", *(f"{field} = {_value(entry[field])}" for field in entry))
        elif key in tables:
            yield from ("", f"[{key}]", *(f"{_key(name)} = {_value(value[name])}" for name in value))


def _ground(field: str, rows: list[str], grid: Grid) -> Iterator[str]:
    """The rows of the map with their numbers beside them, and the column numbers above, read downwards."""
    cell = 1 + max(len(code) for row in rows for code in row.split())
    last = grid.first_column + grid.columns - 1
    digits = len(f"{last:02d}")
    yield f"{field} = ["
    for place in range(digits):
        numbers = (f"{number:0{digits}d}"[place] for number in range(grid.first_column, last + 1))
        yield " #" + "".join(number.rjust(cell) for number in numbers)
    for number, row in enumerate(rows, start=grid.first_row):
        yield f"  {_value(row)},  # {number:02d}"
    yield "]"


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _notes(text: str) -> str:
    """Text of several lines between triple quotes, where that keeps it whole."""
    if "\n" not in text:
        return _text(text)
    # Three quotes, or one at the very end, would close the text too early.
    escaped = re.sub(r'"{3,}|"+\Z', lambda run: '\\"' * len(run[0]), text.replace("\\", "\\\\"))
    return f'"""\n{escaped}"""'


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return repr(int(value)) if math.isfinite(value) and value == int(value) else repr(value)
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return "[\n" + "".join(f"  {_text(item)},\n" for item in value) + "]"
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)
