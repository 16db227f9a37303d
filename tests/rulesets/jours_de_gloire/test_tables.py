"""What the rules ask of the tables: the notes to the terrain, the odds, the spread of results, bad files."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.errors import DataError
from game.core.modifiers import Modifier
from game.rulesets.jours_de_gloire.tables import DATA, HexsideCost, load_tables, read_tables

TABLES = load_tables()
TERRAIN = TABLES.terrain
ARMS = ("general", "infantry", "cavalry", "heavy_cavalry", "artillery")
NOTHING = HexsideCost(Fraction(0))


# --- notes to the terrain table ----------------------------------------------------------------------


def test_heavy_cavalry_reads_the_cavalry_column() -> None:
    assert TERRAIN.column_of("heavy_cavalry") == TERRAIN.column_of("cavalry") == "Cavalry"
    assert {TERRAIN.column_of(arm) for arm in ARMS} == {"General", "Infantry", "Cavalry", "Artillery"}


def test_attacking_out_of_six_fronts_costs_one() -> None:
    """[b]"""
    line = TABLES.shock_modifier("six_fronts")
    assert (line.value, line.rule) == (-1, "note b")


@pytest.mark.parametrize("kind", ["stream", "canal", "ford", "redoubt", "wall", "fortification"])
@pytest.mark.parametrize("arm", ARMS)
def test_a_road_cancels_streams_and_works(kind: str, arm: str) -> None:
    """[c] With the cost go the NA and the D: a road leads through a gap."""
    assert TERRAIN.hexside_cost(kind, arm, by_road=True) == NOTHING


@pytest.mark.parametrize("difference", [-4, -2, -1, 0, 1, 2, 4])
@pytest.mark.parametrize("arm", ARMS)
def test_a_road_cancels_changes_of_level(difference: int, arm: str) -> None:
    """[c] Also the two levels that are NA to guns."""
    assert TERRAIN.level_cost(difference, arm, by_road=True) == 0


@pytest.mark.parametrize(
    ("kind", "arm", "cost"),
    [
        ("slope", "general", 0),
        ("slope", "infantry", 0),
        ("slope", "cavalry", 1),
        ("slope", "artillery", 2),
        ("steep_slope", "general", 1),
        ("steep_slope", "infantry", 1),
        ("steep_slope", "cavalry", 2),
        ("steep_slope", "heavy_cavalry", 2),
        ("steep_slope", "artillery", 2),
    ],
)
def test_slopes_are_paid_by_road_but_disorder_nobody(kind: str, arm: str, cost: int) -> None:
    """[c] NA becomes +2; other extras stay; the D of the steep slope is ignored."""
    assert TERRAIN.hexside_cost(kind, arm, by_road=True) == HexsideCost(Fraction(cost), False)


def test_a_road_does_not_bridge_a_river() -> None:
    """[c] Water other than streams is not among what a road cancels."""
    assert TERRAIN.hexside_cost("river", "infantry", by_road=True).cost is None
    assert [kind for kind in sorted(TERRAIN.edges) if TERRAIN.opens_river(kind)] == [
        "bridge",
        "ford",
        "pontoon",
    ]


def test_the_disordered_pay_to_enter_a_zone() -> None:
    """[d]"""
    assert TERRAIN.disordered_into_zoc == 1


def test_charges_shun_only_what_is_marked() -> None:
    """[e] A word that is neither hex nor hexside is a mistake in the program."""
    assert not TERRAIN.forbids_charge("stream")
    with pytest.raises(KeyError):
        TERRAIN.forbids_charge("wods")


def test_adjacent_fire_alone_minds_levels_crests_and_steep_slopes() -> None:
    """[f] Farther off the line of sight decides; walls shelter at any range."""
    for difference in (-2, 1, 2):
        assert TERRAIN.fire_level(difference) == -1
        assert TERRAIN.fire_level(difference, adjacent=False) == 0
    for kind in ("crest", "steep_slope"):
        assert TERRAIN.fire_hexside(kind) is None
        assert TERRAIN.fire_hexside(kind, adjacent=False) == 0
    assert TERRAIN.fire_hexside("wall", adjacent=False) == -1
    assert TERRAIN.fire_hexside("cliff", adjacent=False) is None


def test_works_stand_in_place_of_the_hex_inside() -> None:
    """[g]"""
    assert {kind for kind in TERRAIN.edges if TERRAIN.replaces_hex(kind)} == {
        "wall",
        "redoubt",
        "fortification",
    }


def test_bridges_hinder_only_over_rivers() -> None:
    """[h]"""
    assert {kind for kind in TERRAIN.edges if TERRAIN.only_over_river(kind)} == {"bridge", "pontoon"}


@pytest.mark.parametrize(
    ("kind", "difference", "closed"),
    [
        ("steep_slope", 2, False),
        ("steep_slope", 3, True),
        ("steep_slope", -3, True),
        ("slope", 3, False),
        ("wall", 4, False),
        ("cliff", 0, True),
    ],
)
def test_a_steep_slope_of_three_levels_is_closed(kind: str, difference: int, closed: bool) -> None:
    """[i] A cliff is read as such a slope."""
    assert TERRAIN.is_closed(kind, difference) is closed


def test_a_cliff_stays_closed_by_road() -> None:
    assert TERRAIN.hexside_cost("cliff", "infantry", by_road=True).cost is None


# --- rows --------------------------------------------------------------------------------------------


def test_every_lookup_names_a_row_of_the_page() -> None:
    named = {
        *(TERRAIN.hex_row(word) for word in TERRAIN.vocabulary["terrain"]),
        *(TERRAIN.hexside_row(word) for word in TERRAIN.vocabulary["hexside"]),
        *(TERRAIN.road_row(word) for word in TERRAIN.vocabulary["road"]),
        *(row for step in (-3, -1, 1, 3) if (row := TERRAIN.level_row(step))),
        *(row for total in range(9, 16) if (row := TABLES.fire.row(total))),
        *(TABLES.shock.result(total).row for total in range(-1, 11)),
        *(TABLES.odds_modifier(a, d).row for a in range(1, 9) for d in range(1, 9)),
        *(line.row for line in (*TABLES.fire_lines.values(), *TABLES.shock_lines.values())),
    }
    unnamed = TABLES.rows() - named
    assert named <= TABLES.rows()
    assert unnamed == {
        "fire_modifiers: terrain",  # the terrain table's own rows speak for it
        "terrain: Hex containing a friendly unit",
        "terrain: Leaving a ZOC [d]",
    }


def test_what_has_no_row_names_none() -> None:
    assert TABLES.fire.row(8) is None
    assert TERRAIN.level_row(0) is None
    assert TERRAIN.hex_row("village") == "terrain: Town / Village / Ruins [b]"


# --- modifiers ---------------------------------------------------------------------------------------


def test_a_line_becomes_a_modifier() -> None:
    assert TABLES.fire_modifier("counter_battery").modifier() == Modifier(-1, "counter-battery fire", "7.6")
    assert TABLES.fire_modifier("reaction").modifier() == Modifier(-1, "reaction fire", "8.3")
    assert TABLES.fire_modifier("strength").of(5).modifier().value == 5
    assert TABLES.fire_modifier("long").times(2).modifier().value == -4


def test_an_unknown_modifier_is_a_mistake_in_the_program() -> None:
    with pytest.raises(KeyError):
        TABLES.shock_modifier("flank")


# --- odds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "label", "value"),
    [
        (14, 5, "2/1", 2),
        (9, 5, "1.5/1", 1),
        (10, 6, "1.5/1", 1),
        (4, 6, "1/1.5", -1),
        (6, 6, "1/1", 0),
        (3, 2, "1.5/1", 1),
        (29, 20, "1/1", 0),
        (2, 3, "1/1.5", -1),
        (13, 20, "1/2", -2),
        (1, 2, "1/2", -2),
        (1, 3, "1/3", -3),
        (2, 7, "1/4 or worse", -4),
        (1, 100, "1/4 or worse", -4),
        (4, 1, "4/1 or more", 4),
        (15, 4, "3/1", 3),
        (100, 1, "4/1 or more", 4),
        (5, 0, "4/1 or more", 4),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, label: str, value: int) -> None:
    """[8.6]"""
    line = TABLES.odds.line(attack, defence)
    assert (line.label, line.value) == (label, value)
    assert TABLES.odds_modifier(attack, defence).value == value


strengths = st.integers(1, 400)


@given(strengths, strengths, st.integers(0, 50))
def test_more_attackers_never_hurt_and_more_defenders_never_help(a: int, d: int, more: int) -> None:
    """[8.6]"""
    assert (
        TABLES.odds.modifier(a + more, d) >= TABLES.odds.modifier(a, d) >= TABLES.odds.modifier(a, d + more)
    )


@given(strengths, strengths, st.integers(2, 9))
def test_odds_depend_on_the_ratio_alone(a: int, d: int, times: int) -> None:
    assert TABLES.odds.line(a * times, d * times) == TABLES.odds.line(a, d)


@given(strengths, strengths)
def test_odds_agree_with_the_ratio_in_fractions(a: int, d: int) -> None:
    """The lines of the page as thresholds, in another arithmetic."""
    steps = [4, 3, 2, Fraction(3, 2), 1, Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)]
    assert TABLES.odds.modifier(a, d) == 4 - next(
        (n for n, at in enumerate(steps) if Fraction(a, d) >= at), 8
    )


# --- the spread of results ---------------------------------------------------------------------------


def clip(x: int) -> int:
    return max(0, min(10, x))


@pytest.mark.parametrize("m", range(-25, 26))
def test_shock_results_spread_over_the_ten_faces(m: int) -> None:
    """[8.6]"""
    found = Counter(TABLES.shock.result(face + m).key for face in range(10))
    assert {key: found[key] for key in ("10+", "5-9", "0-4", "<0")} == {
        "10+": clip(m),
        "5-9": clip(m + 5) - clip(m),
        "0-4": clip(m + 10) - clip(m + 5),
        "<0": 10 - clip(m + 10),
    }


@pytest.mark.parametrize(
    ("m", "faces"), [(0, (0, 5, 5, 0)), (1, (1, 5, 4, 0)), (3, (3, 5, 2, 0)), (-3, (0, 2, 5, 3))]
)
def test_shock_results_of_the_worked_figures(m: int, faces: tuple[int, ...]) -> None:
    """[8.6] At +1, equal units in the open, the attacker wins six times in ten."""
    found = Counter(TABLES.shock.result(face + m).key for face in range(10))
    assert tuple(found[key] for key in ("10+", "5-9", "0-4", "<0")) == faces


@pytest.mark.parametrize("m", range(-12, 26))
def test_fire_results_spread_over_the_ten_faces(m: int) -> None:
    """[8.6]"""
    found = Counter(TABLES.fire.result(face + m) for face in range(10))
    assert {key: found[key] for key in ("none", "CT", "D", "R")} == {
        "none": 10 - clip(m + 1),
        "CT": clip(m + 1) - clip(m - 3),
        "D": clip(m - 3) - clip(m - 5),
        "R": clip(m - 5),
    }


@pytest.mark.parametrize(("m", "faces"), [(4, (5, 4, 1, 0)), (8, (1, 4, 2, 3))])
def test_fire_results_of_the_worked_figures(m: int, faces: tuple[int, ...]) -> None:
    """[7.2]"""
    found = Counter(TABLES.fire.result(face + m) for face in range(10))
    assert tuple(found[key] for key in ("none", "CT", "D", "R")) == faces


# --- files that cannot be read -----------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "data")
    return tmp_path / "data"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_untouched_copy_reads_the_same(folder: Path) -> None:
    assert read_tables(folder).printed == TABLES.printed


def toml_list(cells: list[str]) -> str:
    return "[" + ", ".join(f'"{cell}"' for cell in cells) + "]"


def rewrite(path: Path, row: str, cells: list[str]) -> None:
    """Put other cells into one row of a table file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.split("=")[0].strip().strip('"') == row)
    lines[at] = f"{lines[at].split('=')[0]}= {toml_list(cells)}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def cells_that_count() -> list[tuple[str, str, int]]:
    """(file, row, column) of every cell that holds a figure or a code."""
    found = []
    for name in ("terrain", "fire", "shock", "odds", "fire_modifiers", "shock_modifiers"):
        table = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
        for row, cells in table["rows"].items():
            if name.endswith("_modifiers"):
                columns = [] if row in ("strength", "terrain", "odds", "cohesion") else [2]
            else:
                columns = list(range(len(cells)))
            found += [(name, row, column) for column in columns]
    return found


def test_a_spoilt_cell_is_told_with_file_row_and_column(folder: Path) -> None:
    """Each cell in turn is spoilt in a copy of the tables."""
    counted = cells_that_count()
    assert len(counted) == 23 * 6 + 3 + 4 * 2 + 9 + 8 + 9
    for name, row, column in counted:
        path = folder / f"{name}.toml"
        intact = path.read_text(encoding="utf-8")
        data = tomllib.loads(intact)
        cells = list(data["rows"][row])
        for spoilt in ("", "1O", "+0", "--1"):
            rewrite(path, row, [*cells[:column], spoilt, *cells[column + 1 :]])
            with pytest.raises(DataError) as error:
                read_tables(folder)
            assert error.value.path == str(path), (row, column, spoilt)
            assert f"row '{row}'" in error.value.where
            assert data["columns"][column].split(" [")[0] in error.value.where
        path.write_text(intact, encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("terrain.toml", '"NE",            "+1"]', '"NE"]', "row 'Clear' has 5 cells for 6 columns"),
        ("terrain.toml", '"Shock [a]"', '"Melee"', "columns: must be General"),
        ("terrain.toml", '"-2 / -1 [e] [g]"', '"-2 / -1 [e]"', "two figures need the mark [g]"),
        ("terrain.toml", '"-3 [e] [h]"', '"-3 [e] [g]"', "the mark [g] needs two figures"),
        ("terrain.toml", '"-3 [e] [h]"', '"-3 [e] [z]"', "points to no note 'z'"),
        ("terrain.toml", '"½",  "1",    "1",      "1"', '"½",  "1",    "1",      "NA"', "open to everyone"),
        ("terrain.toml", '"-1 [f]",        "-2"', '"-1 [f]",        "NA"', "fire and shock must have"),
        (
            "terrain.toml",
            '"0",  "+1",   "+1",     "+1",     "NE",            "NE"',
            '"0",  "NA",   "+1",     "+1",     "NE",            "NE"',
            "must cost something or 0",
        ),
        ("terrain.toml", '"Woods"  ', '"Forest"', "no row 'Woods'"),
        ("terrain.toml", "format = 1", "format = 2", "format 2 is not known here"),
        ("terrain.toml", "[rows]", '[rows]\n"Sand" = ["1", "1", "1", "1", "NE", "NE"]', "read by no word"),
        ("terrain.toml", "[rows]", "[rows", "is not readable as TOML"),
        (
            "vocabulary.toml",
            'palms = "Orchard / Palms"',
            'palms = "Orchard"',
            "did you mean 'Orchard / Palms'",
        ),
        ("vocabulary.toml", 'infantry = "Infantry"', 'infantry = "Infnatry"', "did you mean 'Infantry'"),
        ("vocabulary.toml", 'closed = ["cliff"]', 'closed = ["clif"]', "did you mean 'cliff'"),
        ("vocabulary.toml", '"bridge", "pontoon"', '"brigde", "pontoon"', "did you mean 'bridge'"),
        ("vocabulary.toml", '"-2" = ', '"-3" = ', "must name exactly +1, +2, -1, -2"),
        ("vocabulary.toml", "[level]", "[levels]", "vocabulary.toml, level"),
        ("notes.toml", '"Redoubt / Wall"', '"Redoubt"', "c.cancels: terrain.toml has no row 'Redoubt'"),
        ("notes.toml", "levels = 3", 'levels = "three"', "i.levels"),
        ("notes.toml", "shock = -1", "shok = -1", "b.shok"),
        ("fire.toml", '"13 to 14" ', '"12 to 14" ', "does not go on where row '12 to 14' ends"),
        ("fire.toml", '"13 to 14" ', '"14 to 13" ', "runs backwards"),
        ("fire.toml", '"15 or more"', '"from 15"', "must be named"),
        ("fire.toml", '"9 to 12" ', '"Less than 13"', "must say from which total"),
        ("shock.toml", '"Less than 0"', '"-9 to -1"', "must be open below"),
        ("shock.toml", '"10 or more" ', '"10 to 99"', "must begin with a row such as"),
        ("shock.toml", '"1 + CT"', '"1 + 1"', "each once"),
        ("shock.toml", '"1 + CT"', '"1 + CT*"', "a result is made of"),
        ("odds.toml", '"3/1" ', '"3-1" ', "row '3-1': is not the name of odds"),
        ("odds.toml", '"3/1" ', '"3.1.2/1" ', "is not the name of odds"),
        ("odds.toml", '"3/1" ', '"5/1" ', "row '5/1': is not below row '4/1 or more'"),
        ("odds.toml", '["+1"]', '["+3"]', "row '1.5/1': is not below row '2/1'"),
        ("odds.toml", '"4/1 or more"', '"4/1"', "row '4/1': is not the name of odds"),
        ("lines.toml", 'row = "massed"', 'row = "masses"', "fire.masse"),
        ("lines.toml", 'why = "massed target"', 'wy = "massed target"', "fire.massed"),
        ("lines.toml", 'row = "routed"', 'row = "rear"', "row 'routed': is spoken of by no line"),
    ],
)
def test_a_broken_file_is_refused_in_one_sentence(
    folder: Path, file: str, old: str, new: str, told: str
) -> None:
    change(folder / file, old, new)
    with pytest.raises(DataError) as error:
        read_tables(folder)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_table_without_rows_is_refused(folder: Path) -> None:
    for name in ("fire", "odds", "shock"):
        path = folder / f"{name}.toml"
        intact = path.read_text(encoding="utf-8")
        path.write_text(intact.partition("[rows]")[0] + "[rows]\n", encoding="utf-8")
        with pytest.raises(DataError, match="rows"):
            read_tables(folder)
        path.write_text(intact, encoding="utf-8")
