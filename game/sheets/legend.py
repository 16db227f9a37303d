"""The legend: what this map uses, each drawn by the code that draws the map itself."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from game.core.tongue import _
from game.sheets.marks import XY, Fill, Line, Mark, Stamps, Stroke
from game.sheets.scene import map_scene
from game.sheets.theme import Theme
from hexmap.board import Board, Feature, Road
from hexmap.coords import Grid, Hex, Hexside, hexside, neighbours
from hexmap.layout import Box, Layout
from hexmap.vocabulary import HEXSIDE_WORDS, ROAD_WORDS, TERRAIN_CODES

_MOST_LEVELS = 8


class Entry(NamedTuple):
    """One line of the legend: a label, and a small picture in hex widths behind a window."""

    label: str
    marks: tuple[Mark, ...]
    window: tuple[Line, ...]
    box: Box
    edge: tuple[Mark, ...] = ()


def entries(board: Board, theme: Theme) -> Iterator[Entry]:
    """Terrain, heights, hexsides, roads and objectives of a map, in the vocabulary's order."""
    words = board.words()
    for word in _in_order(words["terrain"], tuple(TERRAIN_CODES)):
        yield _terrain_entry(board, theme, word)
    yield from _level_entries(board, theme)
    for word in _in_order(words["hexside"], HEXSIDE_WORDS):
        yield _hexside_entry(board, theme, word)
    for word in _in_order(words["road"], ROAD_WORDS):
        yield _road_entry(theme, word)
    if board.objectives:
        yield _objective_entry(board, theme)


def _in_order(words: frozenset[str], known: tuple[str, ...]) -> list[str]:
    return sorted(words, key=lambda word: (known.index(word) if word in known else len(known), word))


def _frame(box: Box, theme: Theme) -> tuple[tuple[Line, ...], Stroke]:
    """A rectangle to look through, and its fine edge."""
    ring = (
        (box.left, box.top),
        (box.right, box.top),
        (box.right, box.bottom),
        (box.left, box.bottom),
        (box.left, box.top),
    )
    return (ring,), Stroke((ring,), theme.sheet.faint, 0.03)


def _flat_ground(grid: Grid, word: str = "clear") -> tuple[dict[Hex, str], dict[Hex, int]]:
    return dict.fromkeys(grid, word), dict.fromkeys(grid, 0)


def _terrain_entry(board: Board, theme: Theme, word: str) -> Entry:
    grid = Grid(1, 1, board.grid.orientation)
    scene = map_scene(Board(grid, *_flat_ground(grid, word)), theme, has_numbers=False)
    return Entry(_told(theme.terrain_look(word).label), scene.inner, scene.outline, scene.bounds, scene.outer)


def _level_entries(board: Board, theme: Theme) -> Iterator[Entry]:
    """The tints of the heights, if there are several; of very many levels, some."""
    levels = sorted(set(board.elevation.values()))
    if len(levels) < 2:
        return
    step = math.ceil((len(levels) - 1) / (_MOST_LEVELS - 1))
    shown = sorted({*levels[::step], levels[-1]})
    for level in shown:
        box = Box(0.0, 0.0, 1.6, 0.84)
        window, edge = _frame(box, theme)
        yield Entry(
            _("Level {n}").format(n=level),
            (Fill(window, theme.tint(level, levels[0], levels[-1])),),
            window,
            box,
            (edge,),
        )


def _zigzag() -> tuple[Grid, list[Hexside]]:
    """A strip of six hexes and the hexsides between its upper and its lower row."""
    grid = Grid(5, 2, "flat")
    upper = {grid.hex_at(column, 1) for column in range(1, 6)}
    sides = [
        hexside(hex_, other)
        for hex_ in sorted(upper)
        for other in neighbours(hex_)
        if other in grid and other not in upper
    ]
    return grid, sides


def _hexside_entry(board: Board, theme: Theme, word: str) -> Entry:
    grid, sides = _zigzag()
    look = theme.hexside_look(word)
    middle = hexside(grid.hex_at(3, 1), grid.hex_at(3, 2))
    features: dict[Hexside, tuple[Feature, ...]]
    if look.manner in ("ford", "bridge", "pontoon"):
        water = _crossed_water(board, theme, word)
        features = {side: (Feature(water),) for side in sides} if water else {}
        features[middle] = (*features.get(middle, ()), Feature(word))
    else:
        # Without a height or an inside, the map would show it two-sided: so the upper row is the inside.
        is_sided = look.manner not in ("water", "canal", "crest", "plain")
        upper = {grid.hex_at(column, 1) for column in range(1, 6)}
        features = {
            side: (Feature(word, (side.a if side.a in upper else side.b) if is_sided else None),)
            for side in sides
        }
    strip = Board(grid, *_flat_ground(grid), features)
    x, y = Layout(grid, 1.0).centre(grid.hex_at(3, 1))
    return _strip_entry(strip, theme, _told(look.label), (x, y + 0.69))


def _crossed_water(board: Board, theme: Theme, word: str) -> str | None:
    """The first water this kind of crossing spans on the map."""
    waters = {
        feature.kind
        for found in board.features.values()
        if any(feature.kind == word for feature in found)
        for feature in found
        if theme.hexside_look(feature.kind).manner in ("water", "canal")
    }
    return max(waters, key=lambda kind: (theme.hexside_look(kind).width, kind), default=None)


def _road_entry(theme: Theme, word: str) -> Entry:
    grid = Grid(5, 2, "flat")
    path = tuple(grid.hex_at(column, 1) for column in range(1, 6))
    strip = Board(grid, *_flat_ground(grid), roads=(Road(word, path),))
    x, y = Layout(grid, 1.0).centre(path[2])
    return _strip_entry(strip, theme, _told(theme.road_look(word).label), (x, y + 0.25))


def _told(label: str) -> str:
    """A label of the theme in the reader's language: the words are those of maps."""
    text = _(label.lower())
    return text[:1].upper() + text[1:] if text != label.lower() else label


def _strip_entry(strip: Board, theme: Theme, label: str, middle: XY) -> Entry:
    """A piece of a strip of hexes, seen through a window."""
    scene = map_scene(strip, theme, has_numbers=False)
    box = Box(middle[0] - 0.8, middle[1] - 0.42, middle[0] + 0.8, middle[1] + 0.42)
    window, edge = _frame(box, theme)
    return Entry(label, scene.inner, window, box, (edge,))


def _objective_entry(board: Board, theme: Theme) -> Entry:
    box = Box(-0.8, -0.35, 0.8, 0.35)
    window, _edge = _frame(box, theme)
    star = Stamps("star", ((0.0, 0.0),), 0.5, theme.sheet.objective, theme.sheet.ink)
    return Entry(_("Objective"), (star,), window, box)
