"""Whatever a board holds is in its file: written and read again it is the same, and so is the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexmap.board import Alignment, Board, Feature, Objective, Place, Road
from hexmap.coords import Grid, Hex, Hexside, hexside, neighbours
from hexmap.errors import DataError
from hexmap.files import map_text, parse_map, read_map, write_map
from hexmap.vocabulary import TERRAIN_CODES, terrain_codes

LINES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
WORDS = LINES.filter(lambda text: text and text == text.strip())
TERRAIN = st.one_of(st.sampled_from(sorted(TERRAIN_CODES)), WORDS)
KINDS = st.one_of(st.sampled_from(["stream", "river", "bridge", "wall", "redoubt", "slope"]), WORDS)
NOTES = st.text(st.one_of(st.sampled_from("\"\\\n\t#'"), st.characters(exclude_categories=["Cs", "Cc"])))
GRIDS = st.builds(
    Grid,
    columns=st.integers(1, 7),
    rows=st.integers(1, 7),
    orientation=st.sampled_from(["flat", "pointy"]),
    shifted=st.sampled_from(["even", "odd"]),
    first_column=st.sampled_from([0, 1, 2, 7, 96]),
    first_row=st.sampled_from([0, 1, 2, 7, 96]),
    style=st.sampled_from(["CCRR", "CC.RR"]),
)


def sides_of(grid: Grid) -> list[Hexside]:
    return [hexside(a, b) for a in grid for b in neighbours(a) if b in grid and a < b]


@st.composite
def feature_maps(draw: st.DrawFn, grid: Grid) -> dict[Hexside, tuple[Feature, ...]]:
    sides = sides_of(grid)
    if not sides:
        return {}
    found = {}
    for side in draw(st.lists(st.sampled_from(sides), unique=True, max_size=12)):
        kinds = draw(st.lists(KINDS, unique=True, min_size=1, max_size=3))
        found[side] = tuple(
            Feature(kind, draw(st.sampled_from([None, *side])), draw(st.sampled_from(["", "Dyle", "a b"])))
            for kind in kinds
        )
    return found


@st.composite
def road_lists(draw: st.DrawFn, grid: Grid) -> tuple[Road, ...]:
    found: dict[tuple[str, tuple[Hex, ...]], Road] = {}
    for _ in range(draw(st.integers(0, 3))):
        path = [draw(st.sampled_from(list(grid)))]
        for _ in range(draw(st.integers(1, 30))):
            onward = [hex_ for hex_ in neighbours(path[-1]) if hex_ in grid]
            if not onward:
                break
            path.append(draw(st.sampled_from(onward)))
        if len(path) > 1:
            kind = draw(KINDS)
            found[kind, min(tuple(path), tuple(path[::-1]))] = Road(kind, tuple(path), draw(LINES))
    return tuple(found.values())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    grid = draw(GRIDS)
    hexes = list(grid)
    vocabulary = draw(st.lists(TERRAIN, min_size=1, max_size=5))
    groups = st.dictionaries(WORDS, st.frozensets(st.sampled_from(hexes), min_size=1), max_size=2)
    places = st.lists(
        st.builds(Place, WORDS, st.sampled_from(hexes), LINES), unique_by=lambda p: p[:2], max_size=3
    )
    levels = draw(st.sampled_from([st.just(0), st.integers(0, 9), st.integers(-120, 2000)]))
    size = st.floats(-9999, 9999)
    return Board(
        grid=grid,
        terrain={hex_: draw(st.sampled_from(vocabulary)) for hex_ in hexes},
        elevation={hex_: draw(levels) for hex_ in hexes},
        features=draw(feature_maps(grid)),
        roads=draw(road_lists(grid)),
        places=tuple(draw(places)),
        areas=draw(groups),
        objectives=tuple(
            Objective(hex_, draw(LINES)) for hex_ in draw(st.lists(st.sampled_from(hexes), unique=True))
        ),
        edges=draw(groups),
        name=draw(LINES),
        title=draw(LINES),
        hex_metres=draw(st.one_of(st.none(), st.integers(1, 5000))),
        notes=draw(NOTES),
        background=draw(
            st.one_of(
                st.none(),
                st.builds(Alignment, WORDS, size, size, st.floats(0.5, 900), st.floats(-360, 360)),
            )
        ),
    )


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(boards())
def test_a_board_survives_its_file(board: Board) -> None:
    for kind in ("toml", "json"):
        text = map_text(board, kind)
        again = parse_map(text, kind)
        assert again == board
        assert map_text(again, kind) == text


@given(st.sets(TERRAIN, max_size=120))
@settings(max_examples=30, deadline=None)
def test_terrain_codes_tell_the_words_apart(words: set[str]) -> None:
    codes = terrain_codes(words)
    assert set(codes) == words
    assert len(set(codes.values())) == len(words)
    assert all(code.split() == [code] for code in codes.values())


def test_more_words_than_letters_still_get_codes() -> None:
    words = {f"ground{number}" for number in range(200)}
    codes = terrain_codes(words)
    assert len(set(codes.values())) == 200


def small(**others: object) -> Board:
    grid = Grid(3, 3)
    return Board(grid=grid, terrain=dict.fromkeys(grid, "clear"), elevation=dict.fromkeys(grid, 0), **others)  # type: ignore[arg-type]


def test_features_keep_their_order_on_each_hexside_even_where_no_one_order_fits_all() -> None:
    one, two, *_ = sides_of(Grid(3, 3))
    stream, bridge = Feature("stream"), Feature("bridge")
    board = small(features={one: (stream, bridge), two: (bridge, stream)})
    assert parse_map(map_text(board)).features == board.features


def test_a_change_on_the_map_is_a_small_change_in_the_file() -> None:
    grid = Grid(9, 9)
    terrain = dict.fromkeys(grid, "clear")
    before = Board(grid=grid, terrain=terrain, elevation=dict.fromkeys(grid, 0)).terrain
    changed = dict(before) | {grid.parse("0505"): "woods", grid.parse("0101"): "woods"}
    once = dict(changed) | {grid.parse("0505"): "clear"}
    lines = [
        map_text(Board(grid=grid, terrain=each, elevation=dict.fromkeys(grid, 0))).splitlines()
        for each in (changed, once)
    ]
    assert sum(a != b for a, b in zip(*lines, strict=True)) == 1


# --- files on disk ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["map.toml", "map.json", "hill.TOML"])
def test_written_files_read_back(tmp_path: Path, name: str) -> None:
    board = small(name="hill", title="Côte d'Or")
    assert read_map(write_map(board, tmp_path / "new" / name)) == board
    assert [path.name for path in (tmp_path / "new").iterdir()] == [name]


def test_a_folder_means_the_map_in_it(tmp_path: Path) -> None:
    board = small()
    assert write_map(board, tmp_path) == tmp_path / "map.toml"
    assert read_map(tmp_path) == board
    assert read_map(str(tmp_path)) == board


def test_writing_replaces_the_old_file_whole(tmp_path: Path) -> None:
    path = write_map(small(title="first " * 200), tmp_path)
    write_map(small(title="second"), path)
    assert read_map(path).title == "second"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_map(small(title="first"), tmp_path)

    def broken(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(DataError, match=r"cannot be written: no space left on device"):
        write_map(small(title="second"), path)
    assert read_map(path).title == "first"
    assert [each.name for each in tmp_path.iterdir()] == ["map.toml"]


@pytest.mark.parametrize(
    "board",
    [
        small(title="two\nlines"),
        small(areas={"nowhere": frozenset()}),
        small(places=(Place("A", Hex(0, 0)), Place("A", Hex(0, 0)))),
        small(roads=(Road("road", (Hex(0, 0),)),)),
        small(hex_metres=-5),
        small(notes="a\rb"),
    ],
)
def test_a_board_no_file_could_hold_is_not_written(tmp_path: Path, board: Board) -> None:
    with pytest.raises(DataError):
        write_map(board, tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_kind_of_file_is_toml_or_json(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"map\.yaml: a map file ends in \.toml or \.json"):
        write_map(small(), tmp_path / "map.yaml")
    with pytest.raises(ValueError, match="not as yaml"):
        map_text(small(), "yaml")  # type: ignore[arg-type]
