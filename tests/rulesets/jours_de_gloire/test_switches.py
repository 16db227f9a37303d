"""[House rules] Every switch of the game, typed again with its default and all its positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.errors import DataError
from game.core.ruleset import find_rulesets
from game.core.switches import house_rules, read_house_rules, read_switches
from game.rulesets import jours_de_gloire

FOLDER = Path(jours_de_gloire.__file__).parent
SWITCHES = read_switches(FOLDER / "switches.toml")

# key: rule, positions with the default first
TYPED = {
    "engagement_test": ("2.3, 8.5", "so_only always"),
    "individual_order": ("2.3", "on off"),
    "order_out_of_range": ("2.1", "two_cp impossible one_cp"),
    "initiative_tie": ("2.2", "reroll nobody"),
    "zoc": ("4.2", "six_hexes front_hexes"),
    "zoc_to_front": ("4.2", "forbidden allowed"),
    "front_hexes": ("4.1", "two three"),
    "road_next_to_enemy": ("6.2", "allowed other_terrain"),
    "extended_march": ("6.5", "off on"),
    "los_blockers": ("7.4", "woods towns_too"),
    "units_block_los": ("7.4", "no same_level"),
    "multi_hex_defence": ("8.1", "one_hex all_in_front"),
    "reaction_cancels": ("8.3", "unit stack"),
    "charge_reach": ("9.1", "ma three_hexes"),
    "square_failure": ("9.3", "disorder no_effect"),
    "voluntary_square": ("9.3", "off on"),
    "recall": ("9.2", "on off"),
    "counter_charge_vs_foot": ("9.4", "off on"),
    "pursuit_at_5_to_9": ("9.5", "optional compulsory test_to_hold"),
    "pursuit_limit": ("9.5", "one no_limit"),
    "charge_disorder": ("9.6", "on off"),
    "rout_distance": ("10.3", "ma two_hexes half_ma"),
    "rout_into_front": ("10.3", "eliminated extra_d"),
    "collapse": ("12.2", "two_thirds half off"),
}


def test_the_switches_are_the_twenty_four() -> None:
    assert list(SWITCHES) == list(TYPED)
    assert len(SWITCHES) == 24


@pytest.mark.parametrize("key", TYPED)
def test_a_switch_has_its_rule_default_and_positions(key: str) -> None:
    switch, (rule, positions) = SWITCHES[key], TYPED[key]
    assert switch.rule == rule
    assert switch.positions() == tuple(positions.split())
    assert switch.default == positions.split()[0]
    assert switch.question.endswith("?")
    assert all(choice.text.endswith(".") for choice in switch.choices)


@pytest.mark.parametrize(
    ("key", "position"), [(key, position) for key, (_, all_) in TYPED.items() for position in all_.split()]
)
def test_players_can_put_a_switch_in_every_position(tmp_path: Path, key: str, position: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'format = 1\nruleset = "jours-de-gloire"\n[switches]\n{key} = "{position}"\n')
    chosen = read_house_rules(path, "jours-de-gloire", SWITCHES)
    defaults = house_rules(SWITCHES, {}, path)
    assert chosen == {**defaults, key: position}


@pytest.mark.parametrize("key", TYPED)
def test_a_position_that_is_none_is_refused_by_name(key: str) -> None:
    for wrong in ("perhaps", True, 1, ""):
        with pytest.raises(DataError) as error:
            house_rules(SWITCHES, {key: wrong}, "house.toml")
        assert (error.value.path, error.value.where) == ("house.toml", key)


def test_a_switch_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(DataError, match="did you mean 'recall'"):
        house_rules(SWITCHES, {"recal": "on"}, "house.toml")


def test_the_ruleset_is_found_by_its_manifest() -> None:
    manifest = find_rulesets()["jours-de-gloire"].manifest
    assert (manifest.title, manifest.version) == ("Jours de Gloire Empire", "1")


RULINGS = (FOLDER / "RULINGS.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", TYPED)
def test_every_switch_is_explained_among_the_rulings(key: str) -> None:
    assert f"`{key}`" in RULINGS


def test_rulings_are_numbered_without_a_gap() -> None:
    rows = [line for line in RULINGS.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert [int(row.split("|")[1]) for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.count("|") == 8 for row in rows)
