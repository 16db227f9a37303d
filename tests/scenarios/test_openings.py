"""Every shipped scenario of every ruleset begins sensibly; of one that does not, `gloire check` says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.core.ruleset import load_ruleset
from game.core.scenario import ScenarioFile
from game.library import shipped_names, shipped_scenario
from game.match import Match
from game.opening import WATER, remarks

SCENARIOS = shipped_names()
MAP = """
format = 1
title = "Two banks"
[grid]
columns = 5
rows = 3
[legend]
"." = "clear"
l = "lake"
[ground]
terrain = ["l....", ".....", "....."]
[[hexsides]]
kind = "river"
sides = "0301/0201 0302/0201,0202 0303/0202,0203"
"""
SCENARIO = """
format = 1
ruleset = "jours-de-gloire"
map = "map.toml"
title = "Two banks"
turns = 3
sides = [{ id = "blue", name = "Blue" }, { id = "red", name = "Red" }]
edges = { blue = "west", red = "east" }
objectives = [{ hex = "0501", name = "the far bank", points = 3 }]
formations = [
  { id = "b", name = "b", side = "blue", rating = 5 },
  { id = "r", name = "r", side = "red", rating = 5 },
]
generals = [
  { id = "bg", name = "bg", side = "blue", commander = true, at = "0102" },
  { id = "rg", name = "rg", side = "red", commander = true, at = "0502" },
]

[[units]]
id = "b1"
name = "1st Blue"
formation = "b"
arm = "infantry"
strength = 5
cohesion = 5
engagement = 5
movement = 4
at = "0102"
facing = "E"

[[units]]
id = "r1"
name = "1st Red"
formation = "r"
arm = "infantry"
strength = 5
cohesion = 5
engagement = 5
movement = 1
at = "0502"
facing = "W"
"""


def begun(file: ScenarioFile) -> Match:
    return Match.begin(file.ruleset, file, seed=0)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_shipped_scenario_is_valid_and_begins(name: str) -> None:
    """Read by its ruleset, laid out and begun: every piece on the map, nobody stacked illegally."""
    file = shipped_scenario(name)
    load_ruleset(file.ruleset).read_scenario(file)
    match = begun(file)
    assert list(match.ruleset.broken(match.rules, match.state)) == []
    board = match.rules.board
    for piece in match.state.pieces:
        if piece.hex is not None:
            assert piece.hex in board, piece.id
            assert board.terrain[piece.hex] not in WATER, piece.id


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_odd_about_a_shipped_opening(name: str) -> None:
    """Nobody faces into a river; reinforcements have a way in; objectives can be reached in time."""
    match = begun(shipped_scenario(name))
    assert remarks(shipped_scenario(name), match.rules, match.state) == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_shipped_scenario_says_what_the_chooser_shows(name: str) -> None:
    scenario = load_ruleset(shipped_scenario(name).ruleset).read_scenario(shipped_scenario(name))
    assert scenario.title and scenario.size and scenario.playing_time and scenario.difficulty
    assert scenario.notes.strip()


def written(folder: Path, old: str = "", new: str = "", map_text: str = MAP) -> Path:
    """The folder of a small scenario, changed in one place."""
    assert old in SCENARIO
    (folder / "map.toml").write_text(map_text, encoding="utf-8")
    (folder / "scenario.toml").write_text(SCENARIO.replace(old, new) if old else SCENARIO, encoding="utf-8")
    return folder


RED = 'at = "0502"\nfacing = "W"'
ODD = {
    "a river in between": ("", "", "no unit of 'blue' can ever reach the objective 'the far bank'"),
    "facing the lake": (
        'facing = "E"',
        'facing = "NW"',
        "unit 'b1' at 0102 faces only water or the edge of the map; turn it",
    ),
    "entering inland": (
        RED,
        'enters = { turn = 1, hex = "0402", facing = "W" }',
        "unit 'r1' enters at 0402, which is not on the edge of the map",
    ),
    "entering too late": (
        RED,
        'enters = { turn = 3, hex = "0503", facing = "W" }',
        "unit 'r1' enters on turn 3 of 3, too late to do anything",
    ),
    "a long march": (
        'hex = "0501"',
        'hex = "0103"',
        "the nearest unit of 'red' needs about 4 turns to reach the objective 'the far bank', "
        "and there are 3",
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_check_remarks_on_an_odd_opening(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, remark = ODD[case]
    dry = MAP.split("[[hexsides]]")[0] if case == "a long march" else MAP
    with pytest.raises(SystemExit) as left:
        main(["check", str(written(tmp_path, old, new, dry))])
    assert left.value.code == 0
    assert f"  note: {tmp_path / 'scenario.toml'}, {remark}\n" in capsys.readouterr().out
