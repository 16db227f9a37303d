"""Mistakes authors make in a scenario, and the one sentence that teaches them better."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.errors import DataError
from game.core.ruleset import load_ruleset
from game.core.scenario import open_scenario
from game.starter import map_text, scenario_text

RULESET = "jours-de-gloire"
MARKER = 'special_markers = [{ id = "x", name = "X", side = "blue",'
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
    "a colour nobody mixes": (
        'colour = "#2a4d9b"',
        'colour = "blu"',
        "sides[0].colour: unknown colour 'blu'; did you mean 'blue'?",
    ),
    "an edge the map has not": (
        'blue = "west"',
        'blue = "wst"',
        "edges.blue: the map has no edge 'wst'; did you mean 'west'?",
    ),
    "no such map": ('map = "map.toml"', 'map = "mpa.toml"', "map: there is no map at 'mpa.toml'"),
    "no number": ("turns = 6", 'turns = "six"', "turns: must be a whole number, not 'six'"),
    "too much": ("strength = 6,", "strength = 60,", "units[0].strength: must be at most 30, not 60"),
    "no facing": ('at = "0304", facing = "E"', 'at = "0304"', "unit 'b1' stands at 0304 without a 'facing'"),
    "ranges the wrong way round": (
        "effective = 3, maximum = 5",
        "effective = 5, maximum = 3",
        "units[3]: battery 'b-guns' has an 'effective' range beyond its 'maximum'",
    ),
    "an objective twice": ('hex = "0905"', 'hex = "0504"', "objective hex '0504' is used twice"),
    "a holder nobody knows": (
        'holder = "blue"',
        'holder = "bleu"',
        "objectives, 'Westham': unknown side 'bleu'; did you mean 'blue'?",
    ),
    "more formations than there are": (
        "formations_lost = 2",
        "formations_lost = 5",
        "sudden death 'Red has had enough' asks for 5 formations, and the enemy has 2",
    ),
    "weather after the end": (
        "# weather = [{ turns = [1]",
        "weather = [{ turns = [7]",
        "the weather speaks of turn 7, after the last turn",
    ),
    "two skies": (
        "# weather = [{ turns = [1]",
        "weather = [{ turns = [1], night = true }, { turns = [1]",
        "the weather of turn 1 is given twice",
    ),
    "a marker for the enemy": (
        "objectives = [",
        f'{MARKER} formations = ["red-foot"], infantry = 1 }}]\nobjectives = [',
        "special marker 'x' names 'red-foot', which is not of its side",
    ),
    "a marker for nobody": (
        "objectives = [",
        f'{MARKER} formations = ["blue-foot"] }}]\nobjectives = [',
        "special_markers[0]: special marker 'x' needs 'infantry' or 'cavalry': how many units it moves",
    ),
    "orders to the enemy": (
        'bonus = 1, at = "0204"',
        'bonus = 1, formations = ["red-foot"], at = "0204"',
        "general 'blue-chief' names 'red-foot', which is not of its side",
    ),
    "released too late": (
        "rating = 6 },",
        "rating = 6, released_on = 9 },",
        "formation 'blue-foot' is released on turn 9, after the last turn",
    ),
    "in danger too late": (
        'at = "0204"',
        'falls = { from_turn = 9, at_most = 2 }, at = "0204"',
        "general 'blue-chief' is at risk from turn 9, after the last turn",
    ),
    "one level twice": (
        'name = "substantial"',
        'name = "marginal"',
        "victory level 'marginal' is used twice",
    ),
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
