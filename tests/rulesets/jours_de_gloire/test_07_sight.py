"""[7.4] The arc of fire and the line of sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.match import Match
from game.rulesets.jours_de_gloire.gunnery import covers
from game.rulesets.jours_de_gloire.los import can_see, sighting, why_unseen
from hexmap.blockers import always_ask
from hexmap.sight import Sighting
from tests.rulesets.jours_de_gloire.field import Field


def sees(field, a, b):
    there = can_see(field.rules, field.state, field.at(a), field.at(b))
    back = can_see(field.rules, field.state, field.at(b), field.at(a))
    assert there == back, "sight is symmetric"
    return there


def test_the_border_of_the_fan_is_inside():
    """[7.4] Facing N, 0504 lies exactly at 60 degrees from 0405; 0605 does not."""
    field = Field("b1 0405 guns N")
    guns = field.piece("b1")
    assert covers(field.rules, field.state, guns, field.at("0504"), guns.facing)
    assert not covers(field.rules, field.state, guns, field.at("0605"), guns.facing)


def test_three_front_hexes_give_half_the_horizon():
    """[4.1] House rule front_hexes: facing a hexside, everything abreast is covered."""
    field = Field("b1 0405 guns NE", front_hexes="three")
    guns = field.piece("b1")
    assert covers(field.rules, field.state, guns, field.at("0505"), guns.facing)
    assert covers(field.rules, field.state, guns, field.at("0504"), guns.facing)
    assert not covers(field.rules, field.state, guns, field.at("0307"), guns.facing)


@pytest.mark.parametrize(("woods", "seen"), [("0305", True), ("0405", False), ("0505", False)])
def test_example_11_woods_below_the_guns(woods, seen):
    """[16.11] Guns on level 2, target on 0 at 4 hexes: woods block half-way or nearer the target."""
    field = Field("b1 0205 guns NE", level={"0205": 2}, terrain={woods: "woods"})
    assert sees(field, "0205", "0605") is seen


@pytest.mark.parametrize("woods", ["0305", "0405", "0505"])
def test_example_11_woods_on_the_level(woods):
    """[16.11] Guns and target both on level 0: always blocked."""
    field = Field("b1 0205 guns NE", terrain={woods: "woods"})
    assert not sees(field, "0205", "0605")
    assert "woods" in why_unseen(field.rules, field.state, field.at("0205"), field.at("0605"))


def test_example_11_ground():
    """[16.11] Level 1 between two level-0 hexes blocks; between 2 and 0 it does not."""
    assert not sees(Field("b1 0205 guns NE", level={"0405": 1}), "0205", "0605")
    assert sees(Field("b1 0205 guns NE", level={"0405": 1, "0205": 2}), "0205", "0605")


def test_woods_below_both_do_not_block():
    """[7.4.2] F > I and T > I: clear."""
    field = Field("b1 0205 guns NE", level={"0205": 1, "0605": 1}, terrain={"0405": "woods"})
    assert sees(field, "0205", "0605")


def test_a_crest_blocks_but_guns_may_line_it():
    """[7.4.5] Except when it bounds an end's own hex and that unit is on its upper side."""
    assert not sees(Field("b1 0205 guns NE", edge={"0405/0505": "crest"}), "0205", "0605")
    lined = Field("b1 0205 guns NE", edge={"0205/0305": "crest"}, level={"0205": 1})
    assert sees(lined, "0205", "0605")
    below = Field("b1 0205 guns NE", edge={"0205/0305": "crest"}, level={"0305": 1, "0605": 1})
    assert not sees(below, "0205", "0605")


def test_a_crest_on_level_ground_has_two_upper_sides():
    """[7.4.5] Whoever stands at it sees across, from either side; between them it blocks."""
    for crest, seen in (("0205/0305", True), ("0505/0605", True), ("0305/0405", False)):
        assert sees(Field("b1 0205 guns NE", edge={crest: "crest"}), "0205", "0605") is seen


def test_what_note_i_closes_blocks_even_from_its_edge():
    """[7.5, note i] No fire over a steep slope of three levels, nor over a cliff."""
    edge = {"0205/0305": "steep_slope"}
    assert sees(Field("b1 0205 guns NE", edge=edge, level={"0205": 2}), "0205", "0605")
    assert not sees(Field("b1 0205 guns NE", edge=edge, level={"0205": 3}), "0205", "0605")
    cliff = Field("b1 0205 guns NE", edge={"0205/0305": "cliff"}, level={"0205": 1})
    assert not sees(cliff, "0205", "0605")


@pytest.mark.parametrize("terrain", ["town", "village", "ruins", "castle", "orchard", "palms"])
def test_towns_castles_and_orchards_block_by_house_rule_only(terrain):
    """[7.4.6] los_blockers."""
    between = {"0405": terrain}
    assert sees(Field("b1 0205 guns NE", terrain=between), "0205", "0605")
    assert not sees(Field("b1 0205 guns NE", terrain=between, los_blockers="towns_too"), "0205", "0605")


def test_units_block_by_house_rule_only():
    """[7.4.6] units_block_los."""
    text = "b1 0205 guns NE; b2 0405 line N; r1 0605 line S"
    assert sees(Field(text), "0205", "0605")
    assert not sees(Field(text, units_block_los="same_level"), "0205", "0605")


def test_along_a_hexside_both_hexes_must_block():
    """[7.4] 0405 to 0403 runs between 0304 and 0404."""
    assert sees(Field("b1 0405 guns N", terrain={"0404": "woods"}), "0405", "0403")
    both = {"0404": "woods", "0304": "woods"}
    assert not sees(Field("b1 0405 guns N", terrain=both), "0405", "0403")


def test_a_crest_under_the_line_counts():
    """[7.4] What lies on the hexside the line runs along blocks."""
    assert not sees(Field("b1 0405 guns N", edge={"0304/0404": "crest"}), "0405", "0403")


def test_night_and_fog_limit_sight():
    """[7.4, 14] One hex unless the scenario says more; adjacent hexes always see each other."""
    for sky in ({"night": True}, {"fog": True}):
        field = Field("b1 0205 guns NE", weather=sky)
        assert sees(field, "0205", "0305")
        assert not sees(field, "0205", "0405")
    assert sees(Field("b1 0205 guns NE", weather={"fog": True, "visibility": 2}), "0205", "0405")


@pytest.mark.parametrize("blockers", ["woods", "towns_too"])
def test_what_is_not_asked_about_a_hex_could_not_block(blockers: str):
    """[7.4] The heights from which nobody asks about a hex spare questions and change no answer."""
    house_rules = {"los_blockers": blockers, "units_block_los": "same_level"}
    rules = Match.begin("jours-de-gloire", "saalfeld", house_rules, seed=1).rules
    quick = sighting(rules)
    slow = Sighting(rules.board, replace(quick.policy, sill=always_ask, unit_sill=always_ask))
    hexes = rules.board.hexes
    for origin in hexes[::9]:
        assert quick.field(origin, 9).hexes == slow.field(origin, 9).hexes
        screened = quick.field(origin, 9, quick.screen(hexes[::3]))
        assert screened.hexes == slow.field(origin, 9, slow.screen(hexes[::3])).hexes
