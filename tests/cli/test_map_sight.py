"""`gloire map sight`: the words, the pictures, the JSON and the refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game.cli import main
from game.cli.sight_picture import ASCII, BOX, field_lines, pencil_for, profile_lines
from hexmap.files import map_text
from hexmap.neutral_sight import PLAIN
from hexmap.sight import Sighting
from tests.hexmap.sight_boards import at, ground

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def map_file(tmp_path: Path) -> str:
    """A plain with a wood at 0505, a hill at 0603 and woods on both sides of the line 0808 to 1008."""
    board = ground(terrain={"0505": "woods", "0908": "woods", "0909": "town"}, levels={"0603": 2})
    path = tmp_path / "map.toml"
    path.write_text(map_text(board), encoding="utf-8")
    return str(path)


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["map", "sight", *words])
    told = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, told.out, told.err


def told_json(capsys: Capture, *words: str) -> dict[str, Any]:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def refusal(capsys: Capture, *words: str) -> str:
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def test_a_clear_line_is_told_in_words(capsys: Capture, map_file: str):
    code, out, err = run(capsys, map_file, "0106", "0110")
    assert (code, err) == (0, "")
    assert out.startswith("One sees 0110 from 0106: nothing in the way over 4 hexes.\n")


def test_a_blocked_line_is_told_with_its_obstacle(capsys: Capture, map_file: str):
    _, out, _ = run(capsys, map_file, "0503", "0507")
    assert out.splitlines()[:2] == [
        "One does not see 0507 from 0503, 4 hexes away.",
        "Blocked at 0505: woods rising to level 1, where the line passes at 0.50.",
    ]


def test_both_sides_of_a_hexside_are_told(capsys: Capture, map_file: str):
    _, out, _ = run(capsys, map_file, "1008", "0808")
    assert out.splitlines()[1] == (
        "Blocked at 0909: town rising to level 1, where the line passes at 0.50; on the other side of "
        "the line at 0908: woods rising to level 1, where the line passes at 0.50."
    )


def test_a_unit_in_the_way(capsys: Capture, map_file: str):
    _, out, _ = run(capsys, map_file, "0106", "0110", "--unit", "0108")
    assert "Blocked at 0108: a unit in the way, where the line passes at 0.50." in out


def test_one_side_is_enough_when_asked(capsys: Capture, map_file: str):
    """0504 to 0704 runs along 0603/0604; only 0603 is a hill."""
    assert told_json(capsys, map_file, "0504", "0704")["seen"] is True
    assert told_json(capsys, map_file, "0504", "0704", "--either")["seen"] is False


def test_the_same_hex_has_no_profile(capsys: Capture, map_file: str):
    assert run(capsys, map_file, "0505", "0505")[1].count("\n") == 1


def test_json_of_a_line(capsys: Capture, map_file: str):
    found = told_json(capsys, map_file, "0503", "0507")
    assert (found["from"], found["to"], found["distance"], found["seen"]) == ("0503", "0507", 4, False)
    assert found["obstacle"] == {
        "hex": "0505",
        "why": "woods rising to level 1",
        "rule": "",
        "at": "1/2",
        "beside": None,
    }
    assert found["crossings"][0] == {
        "hexside": ["0503", "0504"],
        "manner": "across",
        "enter": "1/8",
        "leave": "1/8",
        "features": [],
    }
    assert [point["hex"] for point in found["profile"]] == ["0503", "0504", "0505", "0506", "0507"]
    assert [Fraction(point["at"]) * 4 for point in found["profile"]] == [0, 1, 2, 3, 4]
    assert {point["line"] for point in found["profile"]} == {"1/2"}


def test_json_of_a_field(capsys: Capture, map_file: str):
    found = told_json(capsys, map_file, "0503", "--field", "--radius", "4")
    assert "0503" in found["seen"] and "0505" in found["seen"]
    assert "0506" not in found["seen"]
    assert found["seen"] == sorted(found["seen"])
    assert len(found["seen"]) < found["within"] < 61
    hidden = told_json(capsys, map_file, "0503", "--field", "--radius", "4", "--unit", "0404")
    assert set(hidden["seen"]) < set(found["seen"])


def test_a_huge_radius_is_the_whole_map(capsys: Capture, map_file: str):
    found = told_json(capsys, map_file, "0503", "--field", "--radius", "1000000000")
    assert found["within"] == 120


def test_a_field_is_told_and_drawn(capsys: Capture, map_file: str):
    found = told_json(capsys, map_file, "0503", "--field", "--radius", "3")
    _, out, _ = run(capsys, map_file, "0503", "--field", "--radius", "3")
    assert out.startswith(
        f"From 0503 one sees {len(found['seen']) - 1} of the {found['within'] - 1} hexes within 3."
    )
    assert out.rstrip().endswith(found["seen"][-1])


def test_maps_that_came_with_the_program_are_known_by_name(capsys: Capture):
    assert told_json(capsys, "teaching", "0101", "0102")["map"] == "teaching"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("0101",), "name the hex that 0101 looks at"),
        (("0101", "0202", "--field"), "leave 0202 out"),
        (("0101", "0202", "--radius", "3"), "it goes with --field"),
        (("0101", "--field", "--radius", "-1"), "0 or more hexes, not -1"),
        (("0101", "9999"), "'9999' is off the map"),
        (("01x1", "0202"), "'01x1' is not a hex label"),
        (("0101", "0202", "--unit", "0000"), "'0000' is off the map"),
    ],
)
def test_what_cannot_be_asked_is_refused(capsys: Capture, map_file: str, words: tuple[str, ...], why: str):
    assert why in refusal(capsys, map_file, *words)


def test_an_unknown_map_is_refused(capsys: Capture):
    assert "did you mean 'teaching'?" in refusal(capsys, "teachin", "0101", "0202")


# --- pictures ------------------------------------------------------------------------------------


def test_the_profile_shows_ground_cover_line_and_stop():
    board = ground(terrain={"0505": "woods"}, levels={"0503": 1})
    sight = Sighting(board, PLAIN).look(*at(board, "0503 0506"))
    assert profile_lines(board, sight, frozenset(at(board, "0504")), ASCII) == [
        "      |   ---------",
        "    1 |######      X%%%%%...",
        "      |######   ^  %%%%%%   .",
        "    0 |########################",
        "        0503  0504  0505  0506",
    ]


def test_a_pair_of_hexes_is_bracketed():
    board = ground()
    sight = Sighting(board, PLAIN).look(*at(board, "0504 0704"))
    assert profile_lines(board, sight, frozenset(), ASCII)[-2:] == [
        "        0504  0603  0604  0704",
        "              --- or ---",
    ]


@pytest.mark.parametrize("width", [20, 40, 80, 160])
def test_a_profile_keeps_to_the_width_of_the_terminal(width: int):
    board = ground(60, 40, levels={"3020": 90, "0101": -7})
    sight = Sighting(board, PLAIN).look(*at(board, "0101 6040"))
    lines = profile_lines(board, sight, frozenset(), BOX, width)
    assert max(len(line) for line in lines) <= width
    assert len(lines) < 40
    assert "0101" in lines[-1]


def test_a_field_is_staggered_as_on_the_map():
    board = ground(5, 3, terrain={"0302": "woods"})
    sighting = Sighting(board, PLAIN)
    assert field_lines(board, sighting.field(board.at("0102"), 4), ASCII) == [
        "  1           5",
        "1 O     O     .",
        "     O     .",
        "2 @     O     .",
        "     O     .",
        "3 O     O     .",
        "     O     O",
    ]


def test_a_pointy_field_leans_by_half_a_hex():
    board = ground(4, 3, orientation="pointy")
    field = Sighting(board, PLAIN).field(board.at("0101"), 2)
    assert field_lines(board, field, ASCII) == ["  1", "1 @ O O", "2  O O", "3 O O"]


def test_terminals_without_box_characters_get_plain_ones():
    assert pencil_for("utf-8") is BOX
    assert pencil_for("cp1252") is ASCII
    assert pencil_for(None) is ASCII
