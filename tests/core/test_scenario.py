"""Scenario files: found, hashed, and refused with file and field."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.errors import DataError
from game.core.ruleset import load_ruleset
from game.core.scenario import find_scenarios, open_scenario
from game.library import find_scenario, scenarios_of, shipped_scenarios
from game.shipped import shipped

SKIRMISH = load_ruleset("skirmish")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the skirmish map and scenario that a test may spoil."""
    shutil.copytree(shipped("maps") / "skirmish", tmp_path / "ours")
    return tmp_path / "ours"


def test_scenarios_are_found_by_name_file_and_folder(folder: Path) -> None:
    assert find_scenario("skirmish").title == "The crossroads"
    assert find_scenario(folder / "scenario.toml").name == "ours"
    assert find_scenario(folder).name == "ours"
    assert find_scenarios(folder.parent) == [folder / "scenario.toml"]
    assert [file.name for file in scenarios_of("skirmish")] == ["skirmish"]
    shutil.copy(folder / "scenario.toml", folder / "night.toml")
    assert find_scenario(folder / "night.toml").name == "ours/night"
    with pytest.raises(DataError, match=r"more than one scenario; name one of night\.toml, scenario\.toml"):
        find_scenario(folder)


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(DataError, match="there is no scenario of that name; did you mean 'skirmish'"):
        find_scenario("skirmsh")
    with pytest.raises(DataError, match="there is no scenario of that name; 'gloire scenarios' lists them"):
        find_scenario("zzz")
    with pytest.raises(DataError, match="there is no such file"):
        find_scenario("nowhere/scenario.toml")


def test_the_hash_is_that_of_scenario_and_map_whatever_the_line_ends(folder: Path) -> None:
    first = open_scenario(folder / "scenario.toml").content_hash
    assert first == shipped_scenarios()["skirmish"].content_hash
    for name in ("scenario.toml", "map.toml"):
        text = (folder / name).read_bytes()
        (folder / name).write_bytes(text.replace(b"\n", b"\r\n"))
        assert open_scenario(folder / "scenario.toml").content_hash == first
        (folder / name).write_bytes(text + b"# another word\n")
        assert open_scenario(folder / "scenario.toml").content_hash != first
        (folder / name).write_bytes(text)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("format = 1", "format = 2", "format"),
        ("format = 1", "", "format"),
        ('ruleset = "skirmish"', "", "ruleset"),
        ('map = "map.toml"', 'map = "nowhere"', "map"),
        ('map = "map.toml"', 'map = "a\\u0000b"', "map"),
        ('title = "The crossroads"', "title = 3", "title"),
        ("turns = 4", "turns = 0", "turns"),
        ("turns = 4", "turn = 4", "turn"),
        ('id = "red"', 'id = "RED"', "sides[1].id"),
        ('id = "red"', 'id = "blue"', "sides"),
        ('side = "blue"', 'side = "green"', "units[0].side"),
        ('hex = "0204"', 'hex = "9904"', "units[1].hex"),
        ('hex = "0204"', 'hex = "0203"', "units[1]"),
        ('id = "b-line"', 'id = "b-guard"', "units[1]"),
        ("strength = 3", "strength = 9", "units[0].strength"),
        ("strength = 3", "strength = 3, horse = 1", "units[0].horse"),
    ],
)
def test_a_slip_is_named_with_file_and_field(folder: Path, old: str, new: str, where: str) -> None:
    path = folder / "scenario.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        SKIRMISH.read_scenario(open_scenario(path))
    assert str(refused.value).startswith(f"{path}, {where}")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_gives_anything_but_a_sentence(folder: Path, data: st.DataObject) -> None:
    """Bytes changed, cut off or thrown in: read, or refused in words."""
    path = folder / "scenario.toml"
    good = (shipped("maps") / "skirmish" / "scenario.toml").read_bytes()
    at = data.draw(st.integers(0, len(good)))
    cut = data.draw(st.integers(0, 12))
    path.write_bytes(good[:at] + data.draw(st.binary(max_size=12)) + good[at + cut :])
    try:
        SKIRMISH.set_up(open_scenario(path), {"woods": "whole_move"})
    except DataError as error:
        assert "scenario.toml" in str(error)


def test_nesting_without_end_and_numbers_without_end_are_refused(folder: Path) -> None:
    path = folder / "scenario.toml"
    for text in ("a = " + "[" * 20_000, "a = " + "9" * 20_000):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match="is not readable as TOML"):
            open_scenario(path)


@pytest.mark.parametrize("word", ["a" * 5000, "a\0b", "x/" * 3000])
def test_a_name_no_file_can_have_is_no_scenario(word: str) -> None:
    with pytest.raises(DataError, match="no scenario of that name"):
        find_scenario(word)
