"""Every cell of the printed tables, typed a second time from the page, against the data and its readings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.tongue import word
from game.rulesets.age_of_glory.tables import FIRERS, RATES, load_tables
from tests.french import listening

TABLES = load_tables()

INITIATIVE = {
    "great": 3, "able": 2, "capable": 1, "plain": 0, "poor": -1, "wretched": -2, "out": -3, "first_turn": 3,
}  # fmt: skip

# Die result | Initiative impact | Good order | Disorder
MARCH_PAGE = """
9 or more | +3 | En Avant!: M S | Élan: R M
7, 8      | +2 | Advance: M     | Rally: R M/2
5, 6      | -  | Cautious: M/2  | Shaken: R H
3, 4      | -  | Hold Ground: H | Wavering: H
1, 2      | -  | Retire: SA     | Broken: B D 1
0 or less | -  | Fall Back: B D | Destroyed: X
"""

MARCH_MODIFIERS = {
    "detached": (1, 2),
    "attached": (2, 3),
    "impact": (2, 3),
    "column": (1,),
    "nation": (1,),
    "foot": (2, -2),
    "horse": (2, -4),
}

# Unit | Basic | Road | Rough | Ford, in inches
MANOEUVRE_PAGE = """
Foot             | 8  | 12 | x 1/2       | -2
Skirmisher       | 8  | 12 | no cost     | no cost
Horse            | 12 | 16 | x 1/2       | -2
Leaders          | 12 | 16 | x 1/2       | -2
Field guns       | 8  | 12 | x 1/2       | -4
Heavy field guns | 8  | 12 | x 1/2       | not allowed
Siege guns       | 0  | 0  | not allowed | not allowed
"""

# Firer | 2" | 4" | 8" | 12" | 18"
FIRE_POINTS_PAGE = """
French/Austrian field guns   | 12/10 | 10/8 | 8/6 | 6/4 | 4/3
Other armies' field guns     | 12/10 | 9/6  | 7/5 | 5/4 | 3/2
Siege guns                   | 4     | 6    | 8   | 5   | 3
Skirmishers                  | 2     |      |     |     |
Ottoman foot                 | 1     |      |     |     |
Pike-armed foot              | 1     |      |     |     |
Firelock-armed foot          | 2     |      |     |     |
Foot, first fire of the game | 3     |      |     |     |
Pistoleer/shock horse        | 1/0   |      |     |     |
"""

# Fire points, the first and the last of a row, and the modifier
FIRE_DICE = [
    (1, 5, -4), (6, 10, -3), (11, 15, -2), (16, 20, -1), (21, 25, 0),
    (26, 30, 1), (31, 40, 2), (41, 50, 3), (51, 60, 4), (61, 99, 5),
]  # fmt: skip

# Die result | Fire | Troops | Battery | Attached leader
FIRE_EFFECTS_PAGE = """
3 or less  | Desultory | -   | -                | -
4, 5       | Lively    | D   | Silenced         | -
6, 7, 8    | Telling   | D 1 | Damaged          | -
9, 10      | Deadly    | D 2 | Damaged Silenced | Check
11 or more | Withering | D 3 | Wrecked          | Check
"""

CLOSE_COMBAT_MODIFIERS = {
    "leader": (1,),
    "charismatic": (2,),
    "two_to_one": (2,),
    "three_to_one": (3,),
    "pike": (3,),
    "firelock": (1,),
    "pike_and_firelock": (2,),
    "shock": (3,),
    "pistoleer": (1,),
    "shock_and_pistoleer": (2,),
    "supported": (1,),
    "breakthrough": (1,),
    "unready": (-2,),
    "lost": (-1,),
    "cover": (1, 2, 3),
    "outflank": (3,),
    "condition": (2, -2),
    "condition_even": (0,),
    "grade": (3, 1),
    "grade_even": (2,),
}

# Difference | Result | Defender | Attacker, in our codes for the page's effects
CLOSE_COMBAT_PAGE = """
7 or more  | Shattered!        | B D 2 CL G + | O BT!
4, 5, 6    | Driven Back!      | B/2 D 1 G/2 | O BT?
1, 2, 3    | Withdrawal!       | B3 D        | O
0          | Locked in Combat! | D 1 A       | D 1 A
-1, -2, -3 | Withdrawal!       | -           | B3 D
-4, -5, -6 | Driven Back!      | -           | B/2 D 1
-7 or more | Shattered!        | -           | B D 2 CL +
"""


# Row | figure, of the lists that print one figure or phrase beside each line
MOVEMENT_COSTS = {"passage": "-2", "deploy": "full move", "mount": "full move", "enclose": "full move"}
FIRE_MULTIPLIERS = {"doubled": "x 2", "halved": "x 1/2"}
FALLEN_LEADER = {"6 or more": "Survives", "5 or less": "Disabled"}
NOTES = {
    "heavy_arc": "30",
    "firelock_arc": "45",
    "functions": "1",
    "silenced": "1/2",
    "damaged": "1/2",
    "command_radius": "12",
}

# Ours: terrain | movement | cover | sight
GROUND_PAGE = """
clear       | open   | 0 | open
difficult   | rough  | 0 | open
rough       | rough  | 0 | open
dry_lake    | rough  | 0 | open
frozen_pond | rough  | 0 | open
vines       | rough  | 1 | open
dunes       | open   | 1 | open
orchard     | rough  | 1 | blocks
palms       | rough  | 1 | blocks
woods       | rough  | 2 | blocks
village     | urban  | 2 | blocks
town        | urban  | 2 | blocks
ruins       | urban  | 2 | blocks
walled_town | urban  | 3 | blocks
castle      | urban  | 3 | blocks
marsh       | closed | 0 | open
lake        | closed | 0 | open
river       | closed | 0 | open
sea         | closed | 0 | open
"""

# Ours: hexside | crossing | cover | sight
HEXSIDES_PAGE = """
stream        | ford      | 0 | open
canal         | ford      | 0 | open
ford          | ford      | 0 | open
river         | closed    | 0 | open
bridge        | open      | 0 | open
pontoon       | open      | 0 | open
hedge         | rough     | 1 | open
ditch         | rough     | 2 | open
wall          | rough     | 2 | open
redoubt       | full move | 3 | open
fortification | full move | 3 | open
crest         | open      | 0 | blocks
slope         | open      | 0 | open
steep_slope   | rough     | 0 | open
cliff         | closed    | 0 | open
"""


def page(text: str) -> dict[str, tuple[str, ...]]:
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return {row[0]: tuple(row[1:]) for row in rows}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("march", MARCH_PAGE),
        ("manoeuvre", MANOEUVRE_PAGE),
        ("fire_points", FIRE_POINTS_PAGE),
        ("fire_effects", FIRE_EFFECTS_PAGE),
        ("close_combat", CLOSE_COMBAT_PAGE),
        ("ground", GROUND_PAGE),
        ("hexsides", HEXSIDES_PAGE),
    ],
)
def test_every_cell_is_as_typed_a_second_time(name: str, text: str) -> None:
    assert TABLES.printed[name].rows == page(text)
    assert list(TABLES.printed[name].rows) == list(page(text))


@pytest.mark.parametrize(
    ("name", "column", "figures"),
    [
        ("movement_costs", "Cost", MOVEMENT_COSTS),
        ("fire_multipliers", "Factor", FIRE_MULTIPLIERS),
        ("fallen_leader", "Effect", FALLEN_LEADER),
        ("notes", "Figure", NOTES),
    ],
)
def test_every_figure_is_as_typed_a_second_time(name: str, column: str, figures: dict[str, str]) -> None:
    assert TABLES.printed[name].column(column) == figures


@pytest.mark.parametrize("name", ["march", "fire_effects", "close_combat"])
def test_codes_stay_codes_in_every_language(name: str) -> None:
    """A note explains the code a cell shows, so neither may be translated without the other."""
    table = TABLES.printed[name]
    shown = {code for cells in table.rows.values() for cell in cells for code in cell.split()}
    with listening():
        codes = [key for key in table.notes if key in shown and len(key) <= 3]
        assert codes and [word(code) for code in codes] == codes


def test_no_table_is_left_out() -> None:
    typed = {"march", "manoeuvre", "fire_points", "fire_effects", "close_combat", "ground", "hexsides"}
    typed |= {"movement_costs", "fire_multipliers", "fallen_leader", "notes"}
    typed |= {"initiative_modifiers", "march_modifiers", "close_combat_modifiers", "fire_modifiers"}
    assert typed | {"fire_point_dice"} == set(TABLES.printed)


def test_the_two_prints_of_the_impact_agree() -> None:
    """[2.3, 4.3] It stands in the march table and again among the modifiers."""
    assert tuple(TABLES.impact(margin) for margin in (7, 9)) == TABLES.march_modifiers["impact"]


def test_initiative_modifiers() -> None:
    assert TABLES.initiative == INITIATIVE


def test_march_modifiers() -> None:
    assert TABLES.march_modifiers == MARCH_MODIFIERS


def test_close_combat_modifiers() -> None:
    assert TABLES.combat_modifiers == CLOSE_COMBAT_MODIFIERS


def test_fire_modifiers() -> None:
    assert TABLES.fire_modifiers == {"changed": (1,), "loose": (-1,), "cover": (-1, -3)}
    assert (TABLES.doubled, TABLES.halved) == (Fraction(2), Fraction(1, 2))


@pytest.mark.parametrize(
    ("totals", "good", "disorder"),
    [
        (range(9, 25), "En Avant!", "Élan"),
        (range(7, 9), "Advance", "Rally"),
        (range(5, 7), "Cautious", "Shaken"),
        (range(3, 5), "Hold Ground", "Wavering"),
        (range(1, 3), "Retire", "Broken"),
        (range(-9, 1), "Fall Back", "Destroyed"),
    ],
)
def test_each_die_result_finds_its_march_row(totals: range, good: str, disorder: str) -> None:
    for total in totals:
        row = TABLES.march(total)
        assert (row.good.name, row.disorder.name) == (good, disorder)


def test_march_results_are_read_by_their_codes() -> None:
    assert TABLES.march(9).good.codes == {"M", "S"}
    assert TABLES.march(1).disorder.stands_lost == 1
    assert TABLES.march(5).good.is_half_move and not TABLES.march(5).good.is_full_move
    assert TABLES.march(9).disorder.is_full_move


def test_initiative_impact_begins_at_seven() -> None:
    assert [TABLES.impact(difference) for difference in (1, 6, 7, 8, 9, 15)] == [0, 0, 2, 2, 3, 3]


def test_rates_in_hexes() -> None:
    assert {word: tuple(rate) for word, rate in TABLES.rates.items()} == {
        "foot": (4, 6, 2, 1),
        "skirmish": (4, 6, 1, 0),
        "horse": (6, 8, 2, 1),
        "leader": (6, 8, 2, 1),
        "field_gun": (4, 6, 2, 2),
        "heavy_gun": (4, 6, 2, None),
        "siege_gun": (0, 0, None, None),
    }
    assert set(RATES.values()) == set(TABLES.printed["manoeuvre"].rows)
    assert TABLES.passage == 1
    assert TABLES.command_radius == 6


def test_fire_points_in_hexes() -> None:
    reaches = [[TABLES.fire_points(firer, hexes) for hexes in range(1, 11)] for firer in FIRERS]
    assert reaches == [
        [12, 10, 8, 8, 6, 6, 4, 4, 4, 0],
        [12, 9, 7, 7, 5, 5, 3, 3, 3, 0],
        [4, 6, 8, 8, 5, 5, 3, 3, 3, 0],
        [2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    light = [
        [TABLES.fire_points(f, hexes, 1) for hexes in (1, 2, 4, 6, 9)] for f in ("french_guns", "other_guns")
    ]
    assert light == [[10, 8, 6, 4, 3], [10, 6, 5, 4, 2]]
    assert TABLES.fire_points("horse", 1, 1) == 0
    assert [TABLES.range_of(firer) for firer in ("other_guns", "pike")] == [9, 1]


@pytest.mark.parametrize(("first", "last", "modifier"), FIRE_DICE)
def test_fire_points_find_their_modifier(first: int, last: int, modifier: int) -> None:
    assert {TABLES.point_modifier(points) for points in range(first, last + 1)} == {modifier}


def test_fire_effects_are_read_by_their_codes() -> None:
    assert [TABLES.fire_effect(total).stands_lost for total in (3, 4, 5, 6, 8, 9, 10, 11, 20)] == [
        0, 0, 0, 1, 1, 2, 2, 3, 3,
    ]  # fmt: skip
    assert [TABLES.fire_effect(total).disorders for total in (-5, 3, 4)] == [False, False, True]
    assert TABLES.fire_effect(10).battery == {"Damaged", "Silenced"}
    assert [TABLES.fire_effect(total).leader_check for total in (8, 9, 11)] == [False, True, True]


def test_a_leader_survives_from_six() -> None:
    assert [TABLES.fallen_leader(total) for total in (-1, 5, 6, 10)] == [
        "Disabled", "Disabled", "Survives", "Survives",
    ]  # fmt: skip
    assert TABLES.charismatic_fall == -2


@pytest.mark.parametrize(
    ("differences", "result"),
    [
        (range(7, 20), "Shattered!"),
        (range(4, 7), "Driven Back!"),
        (range(1, 4), "Withdrawal!"),
        (range(1), "Locked in Combat!"),
        (range(-3, 0), "Withdrawal!"),
        (range(-6, -3), "Driven Back!"),
        (range(-19, -6), "Shattered!"),
    ],
)
def test_each_difference_finds_its_result(differences: range, result: str) -> None:
    for difference in differences:
        effect = TABLES.close_combat(difference)
        assert effect.name == result
        assert ("O" in effect.attacker) == (difference > 0)


def test_general_notes() -> None:
    assert (TABLES.heavy_arc, TABLES.firelock_arc, TABLES.functions) == (30, 45, 1)
    assert TABLES.halved == Fraction(NOTES["damaged"])
