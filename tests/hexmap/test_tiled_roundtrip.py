"""What is exported comes back the same: random boards with everything on them."""

from __future__ import annotations

import tempfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmap.board import Alignment, Board, Feature, Objective, Place, Road
from hexmap.coords import Grid, Hex, Hexside, hexside
from hexmap.errors import DataError
from hexmap.tiled import export_files, export_tiled, import_tiled, read_mapping
from tests.hexmap.boards import small_board
from tests.hexmap.tiled_files import write

# Whatever XML can carry, blanks at the ends, quotes and signs of other tongues among it.
LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), max_size=12)
WORD = st.one_of(
    st.sampled_from(("clear", "woods", "forest", "grass", "stream", "wall", "road", "path", "a<b>&'\"")),
    LINE.map(str.strip).filter(bool),
)


@st.composite
def full_boards(draw: st.DrawFn) -> Board:
    """Boards with everything a map can hold."""
    grid = Grid(
        draw(st.integers(1, 5)),
        draw(st.integers(1, 5)),
        draw(st.sampled_from(("flat", "pointy"))),
        draw(st.sampled_from(("even", "odd"))),
        draw(st.integers(0, 120)),
        draw(st.integers(0, 120)),
        draw(st.sampled_from(("CCRR", "CC.RR"))),
    )
    hexes = list(grid)
    a_hex = st.sampled_from(hexes)
    some = st.frozensets(a_hex, min_size=1)
    words = draw(st.lists(WORD, min_size=1, max_size=4))
    heights = st.integers(-9999, 9999) if draw(st.booleans()) else st.integers(-2, 6)
    terrain = {hex_: draw(st.sampled_from(words)) for hex_ in hexes}
    board = Board(grid, terrain, {hex_: draw(heights) for hex_ in hexes})
    pairs = sorted({hexside(a, b) for a in hexes for b in board.neighbours(a)})
    features: dict[Hexside, tuple[Feature, ...]] = {}
    for side in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=6)) if pairs else ():
        kinds = draw(st.lists(WORD, unique=True, min_size=1, max_size=3))
        inside = st.sampled_from((None, *side))
        features[side] = tuple(Feature(kind, draw(inside), draw(LINE)) for kind in kinds)
    roads: dict[tuple[str, tuple[Hex, ...]], Road] = {}
    for start in draw(st.lists(a_hex, max_size=4)) if pairs else ():
        path = [start, draw(st.sampled_from(board.neighbours(start)))] if board.neighbours(start) else []
        for _ in range(draw(st.integers(0, 4)) if path else 0):
            path.append(draw(st.sampled_from(board.neighbours(path[-1]))))
        if path:
            kind = draw(WORD)
            roads.setdefault((kind, min(tuple(path), tuple(path[::-1]))), Road(kind, tuple(path), draw(LINE)))
    places = draw(st.lists(st.tuples(WORD, a_hex), unique=True, max_size=4))
    name = LINE.map(str.strip).filter(bool)
    line = st.floats(-1e6, 1e6, allow_nan=False)
    return Board(
        grid,
        terrain,
        board.elevation,
        features,
        tuple(roads.values()),
        tuple(Place(what, where, draw(LINE)) for what, where in places),
        draw(st.dictionaries(name, some, max_size=3)),
        tuple(Objective(hex_, draw(LINE)) for hex_ in draw(st.lists(a_hex, unique=True, max_size=3))),
        draw(st.dictionaries(name, some, max_size=3)),
        name=draw(LINE),
        title=draw(LINE),
        hex_metres=draw(st.none() | st.integers(1, 100_000)),
        notes=draw(st.text(st.sampled_from("abc é\n\t<&\"'"), max_size=20)),
        background=draw(st.none() | st.builds(Alignment, WORD, line, line, st.floats(0.5, 500), line)),
    )


@settings(max_examples=60, deadline=None)
@given(full_boards())
def test_import_of_export_is_the_same_board(board: Board) -> None:
    with tempfile.TemporaryDirectory() as folder:
        export_tiled(board, Path(folder) / "map.tmx")
        again, report = import_tiled(Path(folder) / "map.tmx")
    assert report == ()
    assert again == board


def test_the_words_of_a_mapping_are_not_put_on_our_own_words(tmp_path: Path) -> None:
    """The shipped mapping makes woods of a stranger's forest, but a board that says forest means it."""
    board = small_board(["ww"])
    forest = Board(board.grid, dict.fromkeys(board.hexes, "forest"), board.elevation)
    export_tiled(forest, tmp_path / "map.tmx")
    assert import_tiled(tmp_path / "map.tmx").board == forest


def test_layers_take_the_names_of_the_mapping(tmp_path: Path) -> None:
    text = """format = 1
[terrain]
layers = ["Sol"]
property = "sol"
[elevation]
layers = ["Relief"]
property = "niveau"
[roads]
layers = ["Routes"]
[hexsides]
layers = ["Bords"]
inside_property = "dedans"
"""
    mapping = read_mapping(write(tmp_path, text, "mapping.toml"))
    board = small_board(["w.m", "..."], ["123", "000"], {"0101/0102": "wall"}, {"0101 0102": "road"})
    export_tiled(board, tmp_path / "map.tmx", mapping)
    assert import_tiled(tmp_path / "map.tmx", mapping) == (board, ())
    names = [
        each.get("name") for each in ElementTree.parse(tmp_path / "map.tmx").getroot() if each.get("name")
    ]
    assert names == ["Sol", "Relief", "Bords", "Routes"]
    with_place = Board(board.grid, board.terrain, board.elevation, places=(Place("Here", board.at("0101")),))
    with pytest.raises(DataError, match="names no layer for the map's places"):
        export_tiled(with_place, tmp_path / "other.tmx", mapping)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_the_picture_is_a_png_of_the_size_the_tileset_says(tmp_path: Path, orientation: str) -> None:
    board = small_board(["w.m"], orientation=orientation)
    _, tileset, picture = export_tiled(board, tmp_path / "map.tmx")
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    sizes = {}
    at, packed = 8, b""
    while at < len(content):
        length = int.from_bytes(content[at : at + 4], "big")
        name, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        assert int.from_bytes(content[at + 8 + length : at + 12 + length], "big") == zlib.crc32(name + body)
        if name == b"IHDR":
            sizes = {"width": int.from_bytes(body[:4], "big"), "height": int.from_bytes(body[4:8], "big")}
        elif name == b"IDAT":
            packed = body
        at += 12 + length
    root = ElementTree.parse(tileset).getroot()
    image = root.find("image")
    assert image is not None
    assert image.get("source") == picture.name
    assert {name: int(image.get(name, "0")) for name in sizes} == sizes
    assert len(zlib.decompress(packed)) == (4 * sizes["width"] + 1) * sizes["height"]
    assert sizes["width"] == int(root.get("columns", "0")) * int(root.get("tilewidth", "0"))


def test_a_character_that_xml_cannot_hold_is_refused(tmp_path: Path) -> None:
    board = small_board(["."])
    bad = Board(board.grid, board.terrain, board.elevation, title="bell\x07")
    with pytest.raises(DataError, match=r"cannot hold the character U\+0007"):
        export_tiled(bad, tmp_path / "map.tmx")
    assert not list(tmp_path.iterdir()), "nothing is written before all is known to be good"


def test_an_export_must_be_called_tmx() -> None:
    with pytest.raises(DataError, match=r"an exported Tiled map ends in \.tmx"):
        export_files("map.png")


def test_a_folder_that_cannot_be_written_to_is_one_sentence(tmp_path: Path) -> None:
    write(tmp_path, "in the way", "file")
    with pytest.raises(DataError, match="cannot be written"):
        export_tiled(small_board(["."]), tmp_path / "file" / "map.tmx")
