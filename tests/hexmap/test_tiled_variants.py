"""Every way Tiled saves a map gives the same cells, whatever the tiles' turns and flips."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from hexmap.board import Board
from hexmap.coords import is_adjacent
from hexmap.tiled import import_tiled, read_mapping
from tests.hexmap.tiled_files import SAVED_AS, TURNS, cells, data, layer, objects, tmj, tmx, write

# 1 clear, 2 woods, 3 marsh (elevation 3), 0 nothing; the last row and column differ, so no swap goes unseen.
ROWS = ((1, 2, 1, 3, 1), (2, 2, 1, 1, 3), (3, 1, 2, 1, 2))
WORDS = {0: "clear", 1: "clear", 2: "woods", 3: "marsh"}
TURNED = tuple(
    tuple(gid | turn for gid, turn in zip(row, cycle(TURNS[at:] + TURNS[:at]), strict=False))
    for at, row in enumerate(ROWS)
)
AXES = [(axis, index) for axis in "xy" for index in ("odd", "even")]

# Which hexes touch, read off the picture Tiled draws: a hex with three of its neighbours, and one that looks
# near in the table of cells but is not.
TOUCHING = {
    ("x", "odd"): (("0201", ("0101", "0102", "0302")), ("0202", "0101")),
    ("x", "even"): (("0202", ("0101", "0102", "0301")), ("0201", "0102")),
    ("y", "odd"): (("0102", ("0101", "0201", "0203")), ("0202", "0101")),
    ("y", "even"): (("0202", ("0101", "0201", "0103")), ("0102", "0201")),
}


def has_the_cells(board: Board) -> None:
    assert (board.grid.columns, board.grid.rows) == (5, 3)
    for row, gids in enumerate(ROWS, start=1):
        for column, gid in enumerate(gids, start=1):
            hex_ = board.at(f"{column:02}{row:02}")
            assert board.terrain[hex_] == WORDS[gid]
            assert board.elevation[hex_] == (3 if gid == 3 else 0)


def touches_rightly(board: Board, axis: str, index: str) -> None:
    assert board.grid.orientation == ("flat" if axis == "x" else "pointy")
    (label, touching), (a, b) = TOUCHING[axis, index]
    for other in touching:
        assert is_adjacent(board.at(label), board.at(other)), other
    assert not is_adjacent(board.at(a), board.at(b))


@pytest.mark.parametrize(("axis", "index"), AXES)
@pytest.mark.parametrize("saved_as", SAVED_AS)
def test_tmx(tmp_path: Path, axis: str, index: str, saved_as: str) -> None:
    text = tmx(layer("terrain", TURNED, saved_as), axis=axis, index=index, size=(5, 3))
    board, report = import_tiled(write(tmp_path, text))
    has_the_cells(board)
    touches_rightly(board, axis, index)
    assert report == ()
    assert board.name == "map"


@pytest.mark.parametrize(("axis", "index"), AXES)
@pytest.mark.parametrize("saved_as", [name for name in SAVED_AS if name != "xml"])
def test_tmj(tmp_path: Path, axis: str, index: str, saved_as: str) -> None:
    board, report = import_tiled(write(tmp_path, tmj(TURNED, axis, index, saved_as), "map.tmj"))
    has_the_cells(board)
    touches_rightly(board, axis, index)
    assert report == ()


@pytest.mark.parametrize(("axis", "index"), AXES)
@pytest.mark.parametrize("saved_as", SAVED_AS)
@pytest.mark.parametrize("corner", [(0, 0), (-3, -7), (5, 2), (-4, 3)])
def test_infinite(tmp_path: Path, axis: str, index: str, saved_as: str, corner: tuple[int, int]) -> None:
    """An endless map is cut to its tiles; hexes keep their neighbours and objects their hexes."""
    left, top = corner
    chunks = []
    for x in (left - 1, left + 2):  # two chunks of 3 columns and 5 rows, with an empty rim
        columns = range(x - left, x - left + 3)
        gids = [
            TURNED[row][column] if 0 <= row < 3 and 0 <= column < 5 else 0
            for row in range(-1, 4)
            for column in columns
        ]
        chunks.append(f'<chunk x="{x}" y="{top - 1}" width="3" height="5">{cells(gids, saved_as)}</chunk>')
    # Tiled's own index belongs to the endless sheet: where the corner is odd, the cut map has the other one.
    odd = (left if axis == "x" else top) % 2 == 1
    own = {"odd": "even", "even": "odd"}[index] if odd else index
    whole = f'<layer name="terrain" width="5" height="3">{data("".join(chunks), saved_as)}</layer>'
    # Columns are 45 pixels apart, rows 52; pointy-top the other way round. The point stands in cell (2, 0),
    # which is shifted exactly when the first one is.
    x, y = (45 * (left + 2) + 30, 52 * top + 40) if axis == "x" else (52 * (left + 2) + 40, 45 * top + 30)
    place = objects("places", f'<object id="1" name="Here" x="{x}" y="{y}"><point/></object>')
    path = write(tmp_path, tmx(whole, place, axis=axis, index=own, infinite=1))
    board, report = import_tiled(path)
    has_the_cells(board)
    touches_rightly(board, axis, index)
    assert report == ()
    assert [board.label(place.hex) for place in board.places] == ["0301"]


def test_an_external_tileset_of_either_kind_serves(tmp_path: Path) -> None:
    write(tmp_path, '<tileset name="t"><tile id="4" type="woods"/></tileset>', "wood.tsx")
    write(tmp_path, '{"type": "tileset", "name": "u", "tiles": [{"id": 1, "type": "marsh"}]}', "marsh.tsj")
    tilesets = '<tileset firstgid="7" source="wood.tsx"/><tileset firstgid="20" source="marsh.tsj"/>'
    text = tmx(layer("terrain", ((11, 21),)), size=(2, 1), tileset=tilesets)
    board, report = import_tiled(write(tmp_path, text))
    assert [board.terrain[hex_] for hex_ in board.hexes] == ["woods", "marsh"]
    assert report == ()


def test_a_property_called_like_an_attribute_is_still_read(tmp_path: Path) -> None:
    """pytmx would let the tile's pixel height win over a property of that name."""
    tileset = (
        '<tileset firstgid="1" name="t" tilewidth="60" tileheight="52"><tile id="0" type="clear">'
        '<properties><property name="height" type="int" value="4"/></properties></tile></tileset>'
    )
    mapping = write(
        tmp_path, 'format = 1\n[terrain]\nlayers = ["terrain"]\n[elevation]\nproperty = "height"', "m.toml"
    )
    path = write(tmp_path, tmx(layer("terrain", ((1,),)), size=(1, 1), tileset=tileset))
    board, _ = import_tiled(path, read_mapping(mapping))
    assert list(board.elevation.values()) == [4]


def test_elevation_by_a_second_layer_beats_the_terrain_tile(tmp_path: Path) -> None:
    text = tmx(layer("terrain", ((3, 3, 1),)), layer("Elevation", ((0, 4, 4),)), size=(3, 1))
    board, report = import_tiled(write(tmp_path, text))
    assert [board.elevation[hex_] for hex_ in board.hexes] == [3, 2, 2]
    assert report == ()


def test_groups_are_opened_and_their_offsets_move_objects(tmp_path: Path) -> None:
    place = '<object id="1" name="Here" x="0.5" y="0"><point/></object>'
    inner = f'<group name="h" offsety="26">{objects("places", place)}</group>'
    group = f'<group name="g" offsetx="29.5">{inner}</group>'
    text = tmx(f"<group name='ground'>{layer('terrain', ((1, 1),))}</group>", group, size=(2, 1))
    board, report = import_tiled(write(tmp_path, text))
    assert [board.label(place.hex) for place in board.places] == ["0101"]
    assert report == ()
