"""A map as text: labels, units, ground and hexsides stand where a reader looks for them."""

from __future__ import annotations

import pytest

from game.core.state import Deployment, Piece
from game.textmap import TextMap, codes
from hexmap.board import Board, Feature, Objective, Place, Road
from hexmap.coords import Grid, hexside


def board(columns: int = 3, rows: int = 2, orientation: str = "flat", **more: object) -> Board:
    grid = Grid(columns, rows, orientation)  # type: ignore[arg-type]
    terrain = dict.fromkeys(grid, "clear")
    terrain[grid.parse("0201")] = "woods"
    return Board(grid, terrain, dict.fromkeys(grid, 0) | {grid.parse("0101"): 2}, **more)  # type: ignore[arg-type]


def pieces(table: Board, **places: str) -> Deployment:
    """`french_1="0101"`: a piece of the French in that hex."""
    found = {id_: Piece(id_, id_.split("_")[0], table.at(place)) for id_, place in places.items()}
    return Deployment(found)


def drawn(table: Board, standing: Deployment, width: int = 80) -> list[str]:
    short = codes(standing, ("french", "spanish"))
    return TextMap(table, standing, short).text(width).splitlines()


def test_flat_top() -> None:
    table = board()
    standing = pieces(table, french_1="0102", spanish_1="0201", spanish_2="0302", spanish_3="0302")
    assert drawn(table, standing) == [
        r" ____      ____",
        r"/0101\____/0301\ ".rstrip(),
        r"\2___/0201\____/",
        r"/0102\S1_♣/0302\ ".rstrip(),
        r"\F1__/0202\S2+_/",
        r"     \____/",
    ]


def test_the_first_of_the_scenario_stands_on_top() -> None:
    table = board()
    lines = drawn(table, pieces(table, french_z="0102", french_a="0102"))
    assert lines[4].startswith("\\F1+_/")


def test_a_unit_wears_its_side_and_the_ground_its_own() -> None:
    table = board()
    standing = pieces(table, spanish_1="0201")
    (part,) = TextMap(table, standing, codes(standing, ("french", "spanish"))).parts(80)
    assert [cell.tag for cell in part[3][6:10]] == ["spanish", "spanish", "edge", "ground"]


def test_pointy_top() -> None:
    table = board(columns=2, orientation="pointy")
    assert drawn(table, pieces(table, french_1="0102")) == [
        " _____ _____",
        "|0101 |0201 |",
        "|2____|____♣|__",
        "   |0102 |0202 |",
        "   |F1___|_____|",
    ]


def test_hexsides_in_other_strokes() -> None:
    table = board()
    a, b, c, d = (table.at(label) for label in ("0101", "0102", "0201", "0302"))
    features = {hexside(a, b): (Feature("stream"),), hexside(a, c): (Feature("wall"),)}
    features[hexside(c, d)] = (Feature("river"), Feature("bridge"))
    lines = drawn(board(features=features), Deployment({}))
    assert lines[2] == r"\2~~~‖0201\____/"
    assert lines[3] == r"/0102\___♣/0302\ ".rstrip()


def test_roads_and_trails() -> None:
    table = board()
    roads = (Road("trail", (table.at("0102"), table.at("0202"))), Road("road", (table.at("0202"),) * 1))
    lines = drawn(board(roads=roads), Deployment({}))
    assert "\\__-_/" in lines[4]


def test_a_wide_map_comes_in_parts_that_fit() -> None:
    table = board(columns=30)
    parts = TextMap(table, Deployment({}), {}).parts(80)
    assert len(parts) == 2
    assert all(len(line) <= 80 for part in parts for line in part)
    text = TextMap(table, Deployment({}), {}).text(80)
    assert all(table.label(hex_) in text for hex_ in table.hexes)


@pytest.mark.parametrize("width", [1, 7, 40, 200])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_hex_is_there_at_any_width(width: int, orientation: str) -> None:
    table = board(columns=9, rows=4, orientation=orientation)
    text = TextMap(table, Deployment({}), {}).text(width)
    assert all(table.label(hex_) in text for hex_ in table.hexes)


def test_codes_follow_the_scenario() -> None:
    table = board()
    standing = pieces(table, french_b="0101", spanish_a="0102", french_a="0201")
    assert codes(standing, ("french", "spanish")) == {"french_b": "F1", "spanish_a": "S1", "french_a": "F2"}


def test_sides_with_the_same_letter_get_others() -> None:
    standing = Deployment({"a": Piece("a", "saxons"), "b": Piece("b", "swedes")})
    assert codes(standing, ("saxons", "swedes")) == {"a": "A1", "b": "B1"}


def test_the_legend_tells_marks_and_names() -> None:
    table = board()
    hill = table.at("0302")
    table = board(places=(Place("The hill", hill),), objectives=(Objective(hill),))
    assert TextMap(table, Deployment({}), {}).legend() == ["♣ woods", "0302 The hill *"]
