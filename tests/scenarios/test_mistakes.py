"""Mistakes authors make in a scenario, and the one sentence that teaches them better."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.errors import DataError
from game.core.ruleset import load_ruleset
from game.core.scenario import open_scenario
from game.starter import map_text, scenario_text

RULESET = "jours-de-gloire"
MISTAKES = {
    "a misspelt key": (
        "cohesion = 6",
        "cohsion = 6",
        "units[0].cohsion: unknown key 'cohsion'; did you mean 'cohesion'?",
    ),
    "a missing key": ("strength = 6, ", "", "units[0].strength: is missing"),
    "a misspelt arm": (
        'arm = "infantry"',
        'arm = "infanty"',
        "units[0].arm: 'infanty' is none of infantry, cavalry, heavy_cavalry, artillery; "
        "did you mean 'infantry'?",
    ),
    "a facing of another map": (
        'facing = "E"',
        'facing = "N"',
        "units[0] ('b1'): faces 'N', but on this map a unit faces one of E, SE, SW, W, NW, NE",
    ),
    "an unknown formation": (
        'formation = "blue-foot"',
        'formation = "blue-fut"',
        "units, 'b1': unknown formation 'blue-fut'; did you mean 'blue-foot'?",
    ),
    "an unknown side": (
        'side = "red", rating',
        'side = "rot", rating',
        "formations, 'red-foot': unknown side 'rot'; known are blue, red",
    ),
    "nobody in command": (
        "commander = true, ",
        "",
        "side 'blue' needs exactly one commander-in-chief, not 0",
    ),
    "off the map": (
        'at = "0304"',
        'at = "4004"',
        "units[0] ('b1'): hex '4004' is off the map, which runs from 0101 to 1209",
    ),
    "no label": (
        'hex = "0504"',
        'hex = "99"',
        "objectives[0] ('Westham'): '99' is not a hex label; one looks like '0101'",
    ),
    "foot and horse together": (
        'at = "0304"',
        'at = "0307"',
        "hex 0307: infantry and cavalry never share a hex [5] (b1, b-hussars)",
    ),
    "guns in a marsh": (
        'maximum = 5, at = "0305"',
        'maximum = 5, at = "0507"',
        "units[3] ('b-guns'): stands at 0507 in marsh, where artillery cannot be",
    ),
    "guns without ranges": (
        "effective = 3, maximum = 5, ",
        "",
        "units[3]: battery 'b-guns' needs 'effective' and 'maximum' ranges in hexes",
    ),
    "nowhere": (
        'at = "0304", facing = "E"',
        'facing = "E"',
        "units[0]: unit 'b1' needs either 'at' with 'facing', or 'enters'",
    ),
    "too late": ("turn = 2", "turn = 9", "unit 'b3' enters on turn 9, after the last turn"),
    "one id twice": ('id = "b2"', 'id = "b1"', "unit or general id 'b1' is used twice"),
    "an edge the map has not": (
        'blue = "west"',
        'blue = "wst"',
        "edges.blue: the map has no edge 'wst'; did you mean 'west'?",
    ),
    "no such map": ('map = "map.toml"', 'map = "mpa.toml"', "map: there is no map at 'mpa.toml'"),
    "levels out of order": ("margin = 16", "margin = 6", "victory levels must be given with rising margins"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_in_one_sentence(name: str, tmp_path: Path) -> None:
    old, new, told = MISTAKES[name]
    (tmp_path / "map.toml").write_text(map_text("Field"), encoding="utf-8")
    path = tmp_path / "scenario.toml"
    text = scenario_text(RULESET, "Field")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as raised:
        load_ruleset(RULESET).read_scenario(open_scenario(path))
    assert str(raised.value).startswith(str(path)) and str(raised.value).endswith(told)
    assert "\n" not in str(raised.value)
