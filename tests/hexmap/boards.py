"""Boards for tests: small ones written like a map, and random ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from hexmap.board import Board, Feature, Road
from hexmap.coords import Grid, Hexside, hexside
from hexmap.vocabulary import HEXSIDE_WORDS, ROAD_WORDS, SHELTERING, TERRAIN_CODES

WORD_OF = {code: word for word, code in TERRAIN_CODES.items()}


def small_board(
    rows: Sequence[str],
    elevation: Sequence[str] = (),
    sides: Mapping[str, str] | None = None,
    roads: Mapping[str, str] | None = None,
    **grid: str,
) -> Board:
    """A board from rows of terrain codes.

    `elevation` has one digit per hex; `sides` maps "0101/0102" to a hexside word (the first hex is its
    inside); `roads` maps "0101 0102 0202" to a kind of road.
    """
    sheet = Grid(len(rows[0]), len(rows), **grid)
    codes = "".join(rows)
    levels = "".join(elevation) or "0" * len(codes)
    features: dict[Hexside, tuple[Feature, ...]] = {}
    for pair, word in (sides or {}).items():
        a, b = (sheet.parse(label) for label in pair.split("/"))
        found = Feature(word, a if word in SHELTERING else None)
        features[hexside(a, b)] = (*features.get(hexside(a, b), ()), found)
    return Board(
        sheet,
        {hex_: WORD_OF[code] for hex_, code in zip(sheet, codes, strict=True)},
        {hex_: int(level) for hex_, level in zip(sheet, levels, strict=True)},
        features,
        tuple(
            Road(kind, tuple(sheet.parse(label) for label in path.split()))
            for path, kind in (roads or {}).items()
        ),
    )


@st.composite
def boards(
    draw: st.DrawFn,
    columns: tuple[int, int] = (1, 4),
    rows: tuple[int, int] = (1, 4),
    terrain: Sequence[str] = tuple(TERRAIN_CODES),
    levels: int = 3,
    sides: Sequence[str] = HEXSIDE_WORDS,
    roads: Sequence[str] = ROAD_WORDS,
) -> Board:
    """Random boards of both orientations, with hexsides and roads where they happen to fall."""
    sheet = Grid(
        draw(st.integers(*columns)),
        draw(st.integers(*rows)),
        draw(st.sampled_from(("flat", "pointy"))),
        draw(st.sampled_from(("even", "odd"))),
    )
    ground = {hex_: draw(st.sampled_from(terrain)) for hex_ in sheet}
    heights = {hex_: draw(st.integers(0, levels)) for hex_ in sheet}
    bare = Board(sheet, ground, heights)
    pairs = sorted({hexside(a, b) for a in bare.hexes for b in bare.neighbours(a)})
    features: dict[Hexside, tuple[Feature, ...]] = {}
    paths: list[Road] = []
    if pairs and sides:
        for pair in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=len(pairs))):
            word = draw(st.sampled_from(sides))
            inside = draw(st.sampled_from(pair)) if word in SHELTERING else None
            features[pair] = (Feature(word, inside),)
    if pairs and roads:
        for pair in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=3)):
            paths.append(Road(draw(st.sampled_from(roads)), tuple(pair)))
    return Board(sheet, ground, heights, features, tuple(paths))
