"""The theme: complete for the common words, plain for others, refused with a sentence when broken."""

from __future__ import annotations

import pytest

from game.sheets.theme import greyed, mixed, read_theme, spoken
from game.shipped import shipped
from hexmap.errors import DataError
from hexmap.vocabulary import HEXSIDE_WORDS, ROAD_WORDS, TERRAIN_CODES

THEME = read_theme()
TEXT = (shipped("assets") / "theme.toml").read_text(encoding="utf-8")


def test_every_common_word_has_a_look():
    assert set(TERRAIN_CODES) <= set(THEME.terrain)
    assert set(HEXSIDE_WORDS) <= set(THEME.hexside)
    assert set(ROAD_WORDS) <= set(THEME.road)


def test_no_two_terrains_look_alike_without_colour():
    looks = [look.pattern for look in THEME.terrain.values()]
    assert len(set(looks)) == len(looks)


def test_no_two_hexsides_look_alike_without_colour():
    looks = [(look.manner, look.width) for look in THEME.hexside.values()]
    assert len(set(looks)) == len(looks)


def test_an_unknown_word_gets_the_plain_look_and_its_own_label():
    assert THEME.terrain_look("heather_moor").label == "Heather moor"
    assert THEME.terrain_look("heather_moor").pattern == THEME.terrain_fallback.pattern
    assert THEME.hexside_look("abatis").label == "Abatis"
    assert THEME.road_look("lane").label == "Lane"
    assert spoken("steep_slope") == "Steep slope"


def test_tints_run_from_the_lowest_to_the_highest():
    tints = THEME.sheet.tints
    assert THEME.tint(-2, -2, 1) == tints[0]
    assert THEME.tint(1, -2, 1) == tints[3]
    assert THEME.tint(5, 5, 5) == tints[0]
    assert THEME.tint(0, 0, 100) == tints[0]
    assert THEME.tint(100, 0, 100) == tints[-1]
    assert len({THEME.tint(level, 0, 40) for level in range(41)}) == 41


def test_colours_are_mixed_and_greyed():
    assert mixed("#000000", "#ff8000", 0.5) == "#804000"
    assert greyed("#ffffff") == "#ffffff"
    assert greyed("#ff0000") == "#4c4c4c"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('fill = "#a5b87a"', 'fill = "green"', "terrain.woods.fill"),
        ('pattern = "trees"', 'pattern = "treees"', "terrain.woods.pattern"),
        ("width = 0.17", "width = -1", "hexside.river.width"),
        ("format = 1", "format = 2", "format"),
        ('label = "Castle"', 'label = "Castle"\nheight = 3', "terrain.castle.height"),
        ('ink = "#2f2a22"\n', "", "sheet.ink"),
    ],
)
def test_a_broken_theme_is_refused_by_file_and_field(tmp_path, old, new, where):
    assert old in TEXT
    path = tmp_path / "theme.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read_theme(path)
    assert refused.value.where == where
    assert str(refused.value).startswith(str(path))


def test_what_is_no_toml_is_refused(tmp_path):
    path = tmp_path / "theme.toml"
    path.write_bytes(b"format = \xff")
    with pytest.raises(DataError, match="not a TOML file"):
        read_theme(path)
