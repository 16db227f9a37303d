"""Small boards for the sight tests, flat and bare unless told otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from hexmap.board import Board, Feature
from hexmap.coords import Grid, Hex, Hexside, Orientation, hexside


def ground(
    columns: int = 12,
    rows: int = 10,
    *,
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[str, str] | None = None,
    orientation: Orientation = "flat",
) -> Board:
    """A board with a few labelled exceptions: `terrain={"0304": "woods"}`, `sides={"0304/0305": "crest"}`."""
    grid = Grid(columns, rows, orientation)
    told = {grid.parse(label): word for label, word in (terrain or {}).items()}
    raised = {grid.parse(label): level for label, level in (levels or {}).items()}
    features: dict[Hexside, tuple[Feature, ...]] = {}
    for pair, word in (sides or {}).items():
        a, b = (grid.parse(label) for label in pair.split("/"))
        features[hexside(a, b)] = (Feature(word),)
    return Board(
        grid,
        {hex_: told.get(hex_, "clear") for hex_ in grid},
        {hex_: raised.get(hex_, 0) for hex_ in grid},
        features,
    )


def wild(
    seed: int,
    columns: int = 12,
    rows: int = 10,
    orientation: Orientation = "flat",
    steep: int = 3,
    bare: float = 0.7,
) -> Board:
    """Random ground: woods, towns, hills, crests and steep slopes; the same seed gives the same ground."""
    dice = random.Random(seed)
    grid = Grid(columns, rows, orientation)
    words = ("clear", "woods", "town")
    features = {}
    for hex_ in grid:
        for direction in (1, 2, 3):
            other = hex_.step(direction)
            if other in grid and dice.random() < 0.05:
                features[hexside(hex_, other)] = (Feature(dice.choice(("crest", "steep_slope", "stream"))),)
    return Board(
        grid,
        {hex_: dice.choices(words, (bare, 1 - bare, (1 - bare) / 3))[0] for hex_ in grid},
        {hex_: dice.choice((0, 0, dice.randint(0, steep))) for hex_ in grid},
        features,
    )


def raised(board: Board, hex_: Hex, by: int) -> Board:
    """The same ground with one hex lifted."""
    return Board(
        board.grid,
        board.terrain,
        {**board.elevation, hex_: board.elevation[hex_] + by},
        board.features,
    )


def at(board: Board, labels: str) -> list[Hex]:
    return [board.at(label) for label in labels.split()]


def labels(board: Board, hexes: Iterable[Hex]) -> list[str]:
    return [board.label(hex_) for hex_ in hexes]
