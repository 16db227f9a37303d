"""The map generator: the same seed gives the same bytes, and the country it makes is believable."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from hexmap.board import Board
from hexmap.coords import Hexside, Vertex, hexside_vertices
from hexmap.files import map_text, parse_map, read_map

ROOT = Path(__file__).resolve().parent.parent


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_map", ROOT / "tools" / "generate_map.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()
SEEDS = [1, 2, 77]  # the second has an island in a lake


@pytest.fixture(scope="module", params=SEEDS)
def board(request: pytest.FixtureRequest) -> Board:
    made = TOOL.generate(request.param, 30, 24)
    assert isinstance(made, Board)
    return made


def test_the_benchmark_map_is_what_the_generator_makes(tmp_path: Path) -> None:
    words = ["--seed", "1", "--columns", "60", "--rows", "40", "--out", str(tmp_path)]
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "generate_map.py"), *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONHASHSEED": "12345"},
        check=True,
    )
    assert ran.stdout.strip() == str(tmp_path / "map.toml")
    made = (tmp_path / "map.toml").read_bytes()
    # A checkout on Windows may have turned line ends; the words are what counts.
    assert made == (ROOT / "maps" / "benchmark" / "map.toml").read_bytes().replace(b"\r\n", b"\n")
    grid = read_map(tmp_path).grid
    assert (grid.columns, grid.rows) == (60, 40)


def test_seeds_give_different_maps() -> None:
    assert len({map_text(TOOL.generate(seed, 12, 12)) for seed in SEEDS}) == len(SEEDS)


def test_a_generated_map_reads_back(board: Board) -> None:
    assert parse_map(map_text(board)) == board


def test_streams_run_off_the_map_and_never_meet_themselves(board: Board) -> None:
    """Streams are trees: joining their corners one hexside at a time never closes a ring."""
    above: dict[Vertex, Vertex] = {}

    def root(corner: Vertex) -> Vertex:
        while above.setdefault(corner, corner) != corner:
            corner = above[corner]
        return corner

    water = [
        side for side, found in board.features.items() if {each.kind for each in found} & {"stream", "river"}
    ]
    assert len(water) > 20
    for side in water:
        one, two = (root(corner) for corner in hexside_vertices(side))
        assert one != two, "a ring of water"
        above[one] = two
    # Each stream ends at the edge of the map or in a lake.
    ends = {root(corner): False for corner in list(above)}
    for corner in list(above):
        for hex_ in corner:
            if hex_ not in board or board.terrain_at(hex_) == "lake":
                ends[root(corner)] = True
    assert all(ends.values())


def test_water_flows_downhill_and_none_is_lost() -> None:
    grid = TOOL.Grid(20, 20)
    heights, _ = TOOL.opened_hollows(grid, TOOL.noise(grid, TOOL.random.Random(5), 8, 2))
    flow = TOOL.drainage(grid, heights)
    touching: dict[Vertex, list[Hexside]] = {}
    for side in flow:
        for corner in hexside_vertices(side):
            touching.setdefault(corner, []).append(side)

    def ground(corner: Vertex) -> int:
        return min(heights[hex_] for hex_ in corner if hex_ in grid)

    inner = [corner for corner in touching if all(hex_ in grid for hex_ in corner)]
    assert len(inner) > 500
    for corner in inner:
        *joining, onward = sorted(touching[corner], key=flow.__getitem__)
        assert flow[onward] == sum(flow[side] for side in joining) + 1
        (below,) = set(hexside_vertices(onward)) - {corner}
        assert ground(below) <= ground(corner)


def test_no_hollow_is_left_without_a_way_out() -> None:
    grid = TOOL.Grid(20, 20)
    raw = TOOL.noise(grid, TOOL.random.Random(5), 8, 2)
    heights, depth = TOOL.opened_hollows(grid, raw)
    assert any(depth.values()), "the raw country has hollows"
    settled = {hex_ for hex_ in grid if any(other not in grid for other in TOOL.neighbours(hex_))}
    while True:
        more = {
            hex_
            for hex_ in grid
            if hex_ not in settled
            and any(other in settled and heights[other] <= heights[hex_] for other in TOOL.neighbours(hex_))
        }
        if not more:
            break
        settled |= more
    assert settled == set(grid)


def test_slopes_stand_only_where_the_ground_rises(board: Board) -> None:
    for side, found in board.features.items():
        if {each.kind for each in found} & {"slope", "steep_slope"}:
            assert board.elevation_at(side.a) != board.elevation_at(side.b)


def test_roads_cross_rivers_on_bridges_and_keep_out_of_lakes(board: Board) -> None:
    roads = [road for road in board.roads if road.kind == "road"]
    assert roads
    for road in board.roads:
        assert all(board.terrain_at(hex_) != "lake" for hex_ in road.path)
        for side in road.hexsides():
            kinds = {each.kind for each in board.features.get(side, ())}
            assert "river" not in kinds or "bridge" in kinds


def test_every_village_is_on_a_road_or_trail(board: Board) -> None:
    on_roads = {hex_ for road in board.roads for hex_ in road.path}
    assert {place.hex for place in board.places} <= on_roads


@pytest.mark.parametrize("words", [["--columns", "9"], ["--rows", "301"], ["--seed", "x"]])
def test_wrong_sizes_are_refused(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        TOOL.main([*words, "--out", str(tmp_path)])
    assert left.value.code == 2
    assert words[0] in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
