"""The neutral costs: what each thing on a map costs whom, and cost files that take their form."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexmap
from hexmap import neutral
from hexmap.costfile import parse_costs, read_costs
from hexmap.errors import DataError
from hexmap.paths import Item, Refusal, StepCost
from hexmap.vocabulary import COMMON_WORDS

from .boards import boards, small_board

COSTS = neutral.costs()
FILE = Path(hexmap.__file__).with_name("neutral.toml")


def step(board, arm, a, b):
    return COSTS.step(board, arm)(board.at(a), board.at(b))


def paid(board, arm, a, b):
    return {item.what: str(item.cost) for item in step(board, arm, a, b).items}


def test_every_common_word_has_a_cost():
    words = COSTS.words()
    for group, common in COMMON_WORDS.items():
        assert common <= words[group]
    assert COSTS.arms == ("infantry", "cavalry", "artillery", "general")


def test_terrain_is_paid_by_the_hex_entered():
    board = small_board([".w"])
    assert paid(board, "infantry", "0101", "0201") == {"woods": "2"}
    assert paid(board, "cavalry", "0101", "0201") == {"woods": "3"}
    assert paid(board, "cavalry", "0201", "0101") == {"clear": "1"}
    marsh = small_board([".m"])
    assert step(marsh, "artillery", "0101", "0201") == Refusal("artillery cannot enter marsh")
    assert step(marsh, "cavalry", "0101", "0201").stops
    assert not step(marsh, "infantry", "0101", "0201").stops


def test_hexsides_are_paid_on_top_both_ways():
    board = small_board(["..", ".."], sides={"0101/0102": "stream", "0101/0201": "cliff"})
    assert paid(board, "general", "0101", "0102") == {"clear": "1", "stream": "1/2"}
    assert paid(board, "general", "0102", "0101") == {"clear": "1", "stream": "1/2"}
    assert step(board, "infantry", "0201", "0101") == Refusal("infantry cannot cross cliff")


def test_a_redoubt_is_dearer_from_outside():
    board = small_board([".."], sides={"0101/0201": "redoubt"})
    assert paid(board, "infantry", "0201", "0101") == {"clear": "1", "redoubt": "1"}
    assert paid(board, "infantry", "0101", "0201") == {"clear": "1", "redoubt": "1/2"}


def test_slopes_go_by_the_level_of_their_hexes():
    board = small_board([".."], elevation=["02"], sides={"0101/0201": "slope"})
    assert paid(board, "infantry", "0101", "0201") == {"clear": "1", "slope": "1/2", "up 2 levels": "2/3"}
    assert paid(board, "infantry", "0201", "0101") == {"clear": "1"}
    assert paid(board, "cavalry", "0201", "0101") == {"clear": "1", "down 2 levels": "2/3"}
    assert step(board, "artillery", "0101", "0201") == Refusal("artillery cannot go up 2 levels")


def test_a_bridge_lifts_the_river_and_a_ford_stops_the_guns():
    river = {"0101/0201": "river"}
    assert isinstance(step(small_board([".."], sides=river), "infantry", "0101", "0201"), Refusal)
    for crossing, extra in (("bridge", {}), ("pontoon", {"pontoon": "1/2"}), ("ford", {"ford": "2"})):
        board = small_board([".."], sides=river | {"0201/0101": crossing})
        assert paid(board, "artillery", "0101", "0201") == {"clear": "1"} | extra
        assert step(board, "artillery", "0101", "0201").stops == (crossing == "ford")


def test_a_road_is_paid_instead_and_waives_what_it_crosses():
    board = small_board([".w", ".."], ["02", "00"], {"0101/0201": "stream"}, {"0101 0201": "road"})
    assert step(board, "artillery", "0101", "0201") == StepCost((Item("road", Fraction(1, 2)),))
    # The road does not help a unit that comes by another hexside.
    assert paid(board, "infantry", "0102", "0201") == {"woods": "2", "up 2 levels": "2/3"}
    both = small_board([".."], roads={"0101 0201": "trail", "0201 0101": "road"})
    assert paid(both, "infantry", "0101", "0201") == {"road": "1/2"}


@given(boards(), st.sampled_from(COSTS.arms))
@settings(max_examples=60, deadline=None)
def test_every_step_on_any_map_has_a_cost_or_a_reason(board, arm):
    rule = COSTS.step(board, arm)
    for a in board.hexes:
        for b in board.neighbours(a):
            answer = rule(a, b)
            if isinstance(answer, Refusal):
                assert answer.why.startswith(f"{arm} cannot ")
            else:
                assert answer.items and answer.total >= 0
                assert all(item.cost > 0 for item in answer.items[1:])


def test_unknown_words_and_arms_are_named():
    board = small_board([".."])
    with pytest.raises(ValueError, match="no arm is called 'navy'; there are infantry"):
        COSTS.step(board, "navy")
    bare = parse_costs('format = 1\nname = "bare"\narms = ["foot"]\n[terrain]\nwoods = [1]\n')
    with pytest.raises(ValueError, match="'bare' has no cost for terrain 'clear'"):
        bare.ground(board, "foot")


# --- cost files ------------------------------------------------------------------------------------


def test_the_neutral_table_is_a_good_cost_file():
    assert read_costs(FILE) == COSTS


def test_rules_of_a_file_come_back_with_the_items():
    table = parse_costs(
        'format = 1\nname = "x"\narms = ["foot"]\n[terrain]\nclear = ["1/2"]\n'
        '[climb]\nup = [1]\ndown = [0]\nmost = [3]\n[rules]\nclear = "6.1"\nclimb = "6.4"\n'
    )
    board = small_board([".."], ["01"])
    answer = table.step(board, "foot")(board.at("0101"), board.at("0201"))
    assert answer.items == (Item("clear", Fraction(1, 2), "6.1"), Item("up 1 level", 1, "6.4"))


GOOD = FILE.read_text("utf-8")
SLIPS = [
    ("format = 1", "", "costs.toml, format: is missing"),
    ("format = 1", "format = 9", "format: 9 is newer than this program"),
    ("format = 1", "format = 0", "format: 0 does not exist"),
    ("format = 1", 'format = "1"', "format: must be a whole number"),
    ('name = "neutral"', "name = 3", "name: must be text in quotes"),
    ('name = "neutral"', "", "name: is missing"),
    (
        '"cavalry", "artillery", "general"]',
        '"infantry", "artillery", "general"]',
        "'infantry' is named twice",
    ),
    ("arms = [", "amrs = [", "amrs: unknown key 'amrs'; did you mean 'arms'?"),
    ("[terrain]", "[terain]", "did you mean 'terrain'?"),
    ("woods       = [2, 3, 4, 2]", "woods = [2, 3, 4]", "terrain, woods: has 3 costs for 4 arms"),
    ("woods       = [2, 3, 4, 2]", "woods = [2, 0.5, 4, 2]", "terrain, woods 2: a cost is 0 or more"),
    ("woods       = [2, 3, 4, 2]", "woods = [2, -1, 4, 2]", "terrain, woods 2: a cost is 0 or more"),
    ("woods       = [2, 3, 4, 2]", 'woods = [2, "1/0", 4, 2]', "not '1/0'"),
    ("woods       = [2, 3, 4, 2]", "woods = [2, true, 4, 2]", "terrain, woods 2: a cost is 0 or more"),
    ("woods       = [2, 3, 4, 2]", "woods = 2", "terrain, woods: must be a list"),
    ("wall          = [1, 1, 2, 1]", "wall = 1", "hexside, wall: is a list of costs"),
    ("wall          = [1, 1, 2, 1]", 'wall = [1, 1, "2,1"]', "hexside, wall 3: a cost is 0 or more"),
    ("{ in = [1, 2, 2, 1], out", "{ in = [1, 2, 2, 1], our", "hexside, redoubt, our: unknown key 'our'"),
    ("{ in = [1, 2, 2, 1], out", "{ in = [1, 2, 2], out", "hexside, redoubt, in: has 3 costs"),
    (', down = [0, 0, "1/2", 0] }', " }", "hexside, slope, down: is missing"),
    ("most = [2, 2, 1, 2]", "most = [2, 2, 1.5, 2]", "climb, most 3: "),
    ("most = [2, 2, 1, 2]", "most = [2, 2, 1]", "climb, most: has 3 costs for 4 arms"),
    ("most = [2, 2, 1, 2]", "moist = [2, 2, 1]", "climb, moist: unknown key 'moist'; did you mean 'most'?"),
    ('waives = ["stream", "crest", "slope"]', 'waives = ["streem"]', "did you mean 'stream'?"),
    ("[road.trail]\ncost   = [1, 1, 1, 1]", "[road.trail]", "road, trail, cost: is missing"),
    ("ford    = [", "fjord = [", "lifts: unknown word 'fjord'; did you mean 'ford'?"),
    ('marsh = ["cavalry"]', 'marsh = ["cavalri"]', "stops, terrain, marsh: unknown word 'cavalri'"),
    (
        'marsh = ["cavalry"]',
        'mars = ["cavalry"]',
        "stops, terrain: unknown word 'mars'; did you mean 'marsh'?",
    ),
    ("[stops.hexside]", "[stops.hexsides]", "stops, hexsides: unknown key 'hexsides'"),
    ("[lifts]", "[rules]\nwods = '1'\n[lifts]", "rules: unknown word 'wods'"),
    ("[lifts]", "[lifts", "this is not TOML"),
]


@pytest.mark.parametrize(("good", "slip", "told"), SLIPS, ids=[told for _, _, told in SLIPS])
def test_a_slip_is_told_with_its_place(good, slip, told):
    assert good in GOOD
    with pytest.raises(DataError) as error:
        parse_costs(GOOD.replace(good, slip, 1), "costs.toml")
    assert told in str(error.value)
    assert str(error.value).startswith("costs.toml, ")


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_value_anywhere_is_taken_or_refused_in_a_sentence(data):
    """Every field replaced in turn by something odd: a table or a DataError, never another error."""
    content = tomllib.loads(GOOD)
    odd = data.draw(st.sampled_from([None, 1, -1, 10**40, 0.5, "", "no", [], {}, [[]], True, "é"]))
    spot, key = content, data.draw(st.sampled_from(sorted(content)))
    while isinstance(spot[key], dict) and data.draw(st.booleans()):
        spot = spot[key]
        key = data.draw(st.sampled_from(sorted(spot)))
    if odd is None:
        del spot[key]
    else:
        spot[key] = odd
    try:
        table = parse_costs(_toml(content), "costs.toml")
    except DataError as error:
        assert str(error).startswith("costs.toml, ")
    else:
        assert table.arms


def _toml(value, top=True):
    """Just enough of a writer for what these tests change."""
    if isinstance(value, dict):
        pairs = [f'"{key}" = {_toml(inner, False)}' for key, inner in value.items()]
        return "\n".join(pairs) if top else "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(inner, False) for inner in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_files_that_are_none_are_refused(tmp_path):
    with pytest.raises(DataError, match="there is no such file"):
        read_costs(tmp_path / "none.toml")
    with pytest.raises(DataError, match="written in TOML"):
        read_costs(tmp_path / "costs.json")
    with pytest.raises(DataError, match="is a folder"):
        read_costs(tmp_path)
