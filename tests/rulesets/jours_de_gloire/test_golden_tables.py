"""Every cell of the printed tables, typed a second time from the page, against the data and its readings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rulesets.jours_de_gloire.tables import Outcome, load_tables

TABLES = load_tables()
TERRAIN = TABLES.terrain

# Type of terrain | General | Infantry | Cavalry | Artillery | Fire [a] | Shock [a]
TERRAIN_PAGE = """
Clear                                 | 1  | 1    | 1      | 2      | NE          | +1
Difficult / Rough / Vines / Dry Lake  | 1  | 1    | 2      | 2      | NE          | NE [e]
Orchard / Palms                       | 1  | 1    | 3      | 3      | NE          | -1 [e]
Woods                                 | 2  | 2    | 3      | 3      | -1          | -1 [e]
Marsh / Frozen Pond*                  | 2  | 2    | 3      | NA     | NE          | -2 [e]
River / Lake / Sea                    | NA | NA   | NA     | NA     | NE          | NA
Town / Village / Ruins [b]            | 1  | 2    | 3      | 3      | -2          | -1 [e]
Castles [b]                           | 2  | 2    | 2      | 2      | -2          | -3 [e]
Road [c]                              | ½  | 1    | 1      | 1      | UOT         | UOT
Trail [c]                             | ½  | 1    | 1      | 2      | UOT         | UOT
Bridge / Deployed Pontoon             | 0  | 0    | 0      | 0      | NE          | -3 [e] [h]
Stream / Canal / Ford                 | 0  | +1   | +1     | +2     | NE          | -1
+1 level of elevation                 | +1 | +1   | +1     | +1     | -1 [f]      | -1
+2 or more levels of elevation        | +1 | +1   | +2     | NA     | -1 [f]      | -2
-1 level of elevation                 | 0  | 0    | 0      | +1     | NE          | +1
-2 or more levels of elevation        | 0  | 0    | +1     | NA     | -1 [f]      | +1
Crest                                 | 0  | 0    | 0      | 0      | NA [f]      | NE [e]
Slope                                 | 0  | 0    | +1     | NA [c] | NE          | -1 [e]
Steep Slope [i]                       | +1 | +1 D | NA [c] | NA [c] | NA [f]      | -2 [e]
Redoubt / Wall                        | +1 | +1   | +2     | +3 D   | -1 / NE [g] | -2 / -1 [e] [g]
Fortification                         | +2 | +2   | NA     | NA     | -2 / NE [g] | -3 / -1 [e] [g]
Hex containing a friendly unit        | 0  | +1   | +1     | +1     | NE          | NE
Leaving a ZOC [d]                     | 0  | +1   | +1     | +1     | NE          | NE
"""

FIRE_PAGE = """
15 or more | R
13 to 14   | D
9 to 12    | CT
"""

ODDS_PAGE = """
4/1 or more  | +4
3/1          | +3
2/1          | +2
1.5/1        | +1
1/1          | 0
1/1.5        | -1
1/2          | -2
1/3          | -3
1/4 or worse | -4
"""

# Result | Defender | Attacker, in the codes of the page; the words for what follows are our own.
SHOCK_PAGE = """
10 or more  | 1 + D  | Breakthrough (8.7) or *Pursuit (9.5)*
5 to 9      | 1 + CT | *Pursuit (9.5)*
0 to 4      | *Pursuit (9.5) after a counter-charge (9.4), if the attacker leaves his hex* | D + CT/1
Less than 0 | Counter-shock (8.7) or *Pursuit (9.5)* | D + CT/1
"""

# Row | Type | Effect: the wording of the modifiers is ours, their figures are the page's.
FIRE_MODIFIERS_PAGE = """
strength    | Firer  | + fire strength
combined    | Firer  | +2
six_fronts  | Firer  | -1
reaction    | Firer  | -1
terrain     | Target | Terrain table
massed      | Target | +1
square      | Target | +1
point_blank | Range  | +1
effective   | Range  | 0
long        | Range  | -2
"""

SHOCK_MODIFIERS_PAGE = """
odds               | Odds     | Strength comparison table
cohesion           | Cohesion | attacker - defender
terrain            | Terrain  | Terrain table
routed             | Routed   | +2
rear               | Position | +2
front_and_rear     | Position | +3*
threatened_rear    | Position | -1
cavalry_shock      | Cavalry shock, charges and squares | -2
heavy_charge       | Cavalry shock, charges and squares | +3
charge             | Cavalry shock, charges and squares | +1
charge_on_square   | Cavalry shock, charges and squares | -2
infantry_on_square | Cavalry shock, charges and squares | +1
"""


def page(text: str) -> dict[str, tuple[str, ...]]:
    """A typed page as rows of cells, in order."""
    lines = (tuple(cell.strip() for cell in line.split(" | ")) for line in text.strip().splitlines())
    return {row: tuple(cells) for row, *cells in lines}


# --- the data ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "typed", "columns", "rows"),
    [
        (
            "terrain",
            TERRAIN_PAGE,
            ("General", "Infantry", "Cavalry", "Artillery", "Fire [a]", "Shock [a]"),
            23,
        ),
        ("fire", FIRE_PAGE, ("Effect on the target",), 3),
        ("odds", ODDS_PAGE, ("Modifier",), 9),
        ("shock", SHOCK_PAGE, ("Defender", "Attacker"), 4),
    ],
)
def test_a_table_is_the_page(name: str, typed: str, columns: tuple[str, ...], rows: int) -> None:
    table = TABLES.printed[name]
    assert table.columns == columns
    assert list(table.rows.items()) == list(page(typed).items())
    assert len(table.rows) == rows


@pytest.mark.parametrize(
    ("name", "typed", "rows"),
    [("fire_modifiers", FIRE_MODIFIERS_PAGE, 10), ("shock_modifiers", SHOCK_MODIFIERS_PAGE, 12)],
)
def test_modifiers_are_those_of_the_page(name: str, typed: str, rows: int) -> None:
    table = TABLES.printed[name]
    found = {row: (type_, effect) for row, (type_, _, effect) in table.rows.items()}
    assert list(found.items()) == list(page(typed).items())
    assert len(found) == rows


def test_every_note_and_every_code_of_the_terrain_table_is_explained() -> None:
    assert set(TABLES.printed["terrain"].notes) == {*"abcdefghi", "UOT", "NE", "NA", "D", "*"}
    assert set(TABLES.printed["fire"].notes) == {"CT", "D", "R"}
    assert set(TABLES.printed["shock"].notes) == {"1", "D", "CT", "CT/1", "*…*"}


def test_the_six_tables_are_there() -> None:
    assert set(TABLES.printed) == {"terrain", "fire", "fire_modifiers", "shock", "odds", "shock_modifiers"}


# --- the terrain table as read, word by word ---------------------------------------------------------

NA = None
HALF = Fraction(1, 2)

# word: (general, infantry, cavalry, artillery), fire, shock, six fronts [b], closed to charges [e]
HEXES: dict[str, tuple[tuple[int | None, ...], int, int | None, bool, bool]] = {
    "clear": ((1, 1, 1, 2), 0, 1, False, False),
    "difficult": ((1, 1, 2, 2), 0, 0, False, True),
    "rough": ((1, 1, 2, 2), 0, 0, False, True),
    "vines": ((1, 1, 2, 2), 0, 0, False, True),
    "dry_lake": ((1, 1, 2, 2), 0, 0, False, True),
    "orchard": ((1, 1, 3, 3), 0, -1, False, True),
    "palms": ((1, 1, 3, 3), 0, -1, False, True),
    "woods": ((2, 2, 3, 3), -1, -1, False, True),
    "marsh": ((2, 2, 3, NA), 0, -2, False, True),
    "frozen_pond": ((2, 2, 3, NA), 0, -2, False, True),
    "river": ((NA, NA, NA, NA), 0, NA, False, False),
    "lake": ((NA, NA, NA, NA), 0, NA, False, False),
    "sea": ((NA, NA, NA, NA), 0, NA, False, False),
    "town": ((1, 2, 3, 3), -2, -1, True, True),
    "village": ((1, 2, 3, 3), -2, -1, True, True),
    "ruins": ((1, 2, 3, 3), -2, -1, True, True),
    "castle": ((2, 2, 2, 2), -2, -3, True, True),
}
ARMS = ("general", "infantry", "cavalry", "artillery")


@pytest.mark.parametrize("word", HEXES)
def test_hexes_read_as_printed(word: str) -> None:
    costs, fire, shock, six_fronts, no_charge = HEXES[word]
    assert tuple(TERRAIN.hex_cost(word, arm) for arm in ARMS) == costs
    assert TERRAIN.hex_cost(word, "heavy_cavalry") == costs[2]
    assert (TERRAIN.fire(word), TERRAIN.shock(word)) == (fire, shock)
    assert (TERRAIN.six_fronts(word), TERRAIN.forbids_charge(word)) == (six_fronts, no_charge)


def test_roads_read_as_printed() -> None:
    assert [TERRAIN.road_cost("road", arm) for arm in ARMS] == [HALF, 1, 1, 1]
    assert [TERRAIN.road_cost("trail", arm) for arm in ARMS] == [HALF, 1, 1, 2]
    assert TERRAIN.road_cost("trail", "heavy_cavalry") == 1


# word: (general, infantry, cavalry, artillery), the arms it disorders, (fire from outside, from inside),
# (shock from outside, from inside), closed to charges [e]
Both = tuple[int | None, int | None]
HEXSIDES: dict[str, tuple[tuple[int | None, ...], set[str], Both, Both, bool]] = {
    "bridge": ((0, 0, 0, 0), set(), (0, 0), (-3, -3), True),
    "pontoon": ((0, 0, 0, 0), set(), (0, 0), (-3, -3), True),
    "stream": ((0, 1, 1, 2), set(), (0, 0), (-1, -1), False),
    "canal": ((0, 1, 1, 2), set(), (0, 0), (-1, -1), False),
    "ford": ((0, 1, 1, 2), set(), (0, 0), (-1, -1), False),
    "river": ((NA, NA, NA, NA), set(), (0, 0), (NA, NA), False),
    "crest": ((0, 0, 0, 0), set(), (NA, NA), (0, 0), True),
    "slope": ((0, 0, 1, NA), set(), (0, 0), (-1, -1), True),
    "steep_slope": ((1, 1, NA, NA), {"infantry"}, (NA, NA), (-2, -2), True),
    "redoubt": ((1, 1, 2, 3), {"artillery"}, (-1, 0), (-2, -1), True),
    "wall": ((1, 1, 2, 3), {"artillery"}, (-1, 0), (-2, -1), True),
    "fortification": ((2, 2, NA, NA), set(), (-2, 0), (-3, -1), True),
    "cliff": ((NA, NA, NA, NA), set(), (NA, NA), (NA, NA), True),  # not on the page: a ruling
}


@pytest.mark.parametrize("word", HEXSIDES)
def test_hexsides_read_as_printed(word: str) -> None:
    costs, disordered, fire, shock, no_charge = HEXSIDES[word]
    assert tuple(TERRAIN.hexside_cost(word, arm).cost for arm in ARMS) == costs
    assert TERRAIN.hexside_cost(word, "heavy_cavalry").cost == costs[2]
    assert {arm for arm in ARMS if TERRAIN.hexside_cost(word, arm).disorders} == disordered
    assert tuple(TERRAIN.fire_hexside(word, outside) for outside in (True, False)) == fire
    assert tuple(TERRAIN.shock_hexside(word, outside) for outside in (True, False)) == shock
    if word != "river":
        assert TERRAIN.forbids_charge(word) is no_charge


# difference: (general, infantry, cavalry, artillery), fire at an adjacent hex, shock
LEVELS: dict[int, tuple[tuple[int | None, ...], int, int]] = {
    5: ((1, 1, 2, NA), -1, -2),
    2: ((1, 1, 2, NA), -1, -2),
    1: ((1, 1, 1, 1), -1, -1),
    0: ((0, 0, 0, 0), 0, 0),
    -1: ((0, 0, 0, 1), 0, 1),
    -2: ((0, 0, 1, NA), -1, 1),
    -5: ((0, 0, 1, NA), -1, 1),
}


@pytest.mark.parametrize("difference", LEVELS)
def test_levels_read_as_printed(difference: int) -> None:
    costs, fire, shock = LEVELS[difference]
    assert tuple(TERRAIN.level_cost(difference, arm) for arm in ARMS) == costs
    assert TERRAIN.fire_level(difference) == fire
    assert TERRAIN.shock_level(difference) == shock


def test_friends_and_zones_read_as_printed() -> None:
    assert [TERRAIN.friend_cost(arm) for arm in ARMS] == [0, 1, 1, 1]
    assert [TERRAIN.leaving_zoc_cost(arm) for arm in ARMS] == [0, 1, 1, 1]


def test_every_word_of_a_map_was_typed_again() -> None:
    assert TERRAIN.vocabulary == {
        "terrain": frozenset(HEXES),
        "hexside": frozenset(HEXSIDES),
        "road": frozenset({"road", "trail"}),
    }


# --- the result tables as read -----------------------------------------------------------------------

TYPED_SHOCK = {
    "10+": (Outcome(recoils=True, disordered=True), Outcome(follow="breakthrough", pursues=True)),
    "5-9": (Outcome(recoils=True, test="D"), Outcome(pursues=True)),
    "0-4": (Outcome(pursues=True, only_if_enemy_left=True), Outcome(disordered=True, test="1")),
    "<0": (Outcome(follow="counter_shock", pursues=True), Outcome(disordered=True, test="1")),
}


def test_the_shock_table_reads_as_printed() -> None:
    assert TABLES.shock.keys() == tuple(TYPED_SHOCK)
    for total in range(-12, 25):
        result = TABLES.shock.result(total)
        key = "10+" if total >= 10 else "5-9" if total >= 5 else "0-4" if total >= 0 else "<0"
        assert (result.key, (result.defender, result.attacker)) == (key, TYPED_SHOCK[key])


def test_the_fire_table_reads_as_printed() -> None:
    for total in range(-12, 25):
        typed = "R" if total >= 15 else "D" if total >= 13 else "CT" if total >= 9 else "none"
        assert TABLES.fire.result(total) == typed


TYPED_FIRE_LINES = {
    "strength": 0,  # the unit's own
    "combined": 2,
    "six_fronts": -1,
    "reaction": -1,
    "counter_battery": -1,
    "massed": 1,
    "square": 1,
    "point_blank": 1,
    "effective": 0,
    "long": -2,
}
TYPED_SHOCK_LINES = {
    "odds": 0,  # from the strength comparison table
    "cohesion": 0,  # from the units
    "six_fronts": -1,  # note [b]
    "routed": 2,
    "rear": 2,
    "front_and_rear": 3,
    "threatened_rear": -1,
    "cavalry_shock": -2,
    "heavy_charge": 3,
    "charge": 1,
    "charge_on_square": -2,
    "infantry_on_square": 1,
}


def test_modifiers_by_name_hold_the_figures_of_the_page() -> None:
    assert {name: TABLES.fire_modifier(name).value for name in TABLES.fire_lines} == TYPED_FIRE_LINES
    assert {name: TABLES.shock_modifier(name).value for name in TABLES.shock_lines} == TYPED_SHOCK_LINES
