"""[14] Night and weather, as far as the turn and the marches are concerned."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.combat import Combat
from game.rulesets.jours_de_gloire.los import can_see, why_unseen
from game.rulesets.jours_de_gloire.tables import load_tables
from game.rulesets.jours_de_gloire.units import movement_allowance
from tests.rulesets.jours_de_gloire.battle import Battle
from tests.rulesets.jours_de_gloire.field import Field

TEXT = "b1 0109 blue; b2 0209 blue guns; r1 0901 red"


def under(text=TEXT, **sky):
    return Battle(text, weather=[{"turns": [1], **sky}])


def test_one_marker_for_each_formation_at_night():
    """[14, 2.2] Night: one AM per formation; by day all."""
    assert under(night=True).step("assembly").state.facts["cup"] == ("blue#1", "red#1")
    battle = under(night=True).turn(2).step("assembly")
    assert battle.state.facts["cup"] == ("blue#1", "blue#2", "red#1", "red#2")


def test_the_first_marker_of_a_night_turn_leaves_none_of_its_formation_in_the_cup():
    battle = under(night=True).begin().do("pass").do("pass", 9, 0)
    assert battle.state.facts["formation"] == "blue"
    assert battle.state.facts["cup"] == ("red#1",)


def test_no_charge_at_night():
    """[14] No charge."""
    text = "b1 0505 blue horse; r1 0502 red"
    for sky, charges in (({}, True), ({"night": True}, False)):
        battle = under(text, **sky).fact("active", "blue").fact("formation", "blue").fact("status", "OR")
        battle.step("movement", side="blue")
        assert ("charge b1" in battle.offers()) is charges


@pytest.mark.parametrize(("sky", "foot", "guns"), [({}, 4, 4), ({"rain": True}, 3, 2)])
def test_rain_slows_everybody_and_guns_most(sky, foot, guns):
    """[14] MA -1 for all, -2 for artillery."""
    battle = under(**sky)
    pieces = battle.state.pieces
    assert movement_allowance(battle.rules, battle.state, pieces["b1"]) == foot
    assert movement_allowance(battle.rules, battle.state, pieces["b2"]) == guns


def test_routed_units_rally_with_one_less_on_the_die_at_night():
    """[14] Cohesion 5 of the back: a 6 will do at night, not by day."""
    for sky, after in (({}, "routed"), ({"night": True}, "disordered")):
        battle = under("b1 0305 blue; r1 0901 red", **sky).put(b1="routed")
        battle.fact("active", "blue").fact("formation", "blue").step("rally", side="blue")
        assert battle.choose("rally b1", 6).status("b1") == after


def test_snow_hides_the_roads():
    """[14] Road rate lost: the woods on the way are paid."""
    ground = {"terrain": {"0405": "woods"}, "roads": {"0406 0405": "road"}}
    for sky, left in (({}, 3), ({"snow": True}, 2)):
        field = Field("b1 0406 line N; r1 0901 line S", weather=sky, **ground).open("movement", "blue")
        assert field.do("move b1").do("go 0405").state.frame.get("left") == left


def test_rain_leaves_orders_and_rounding_as_they_are():
    """[14, 2.3] Infantry MA 4 in rain has 3, without orders 2."""
    battle = under(rain=True).fact("status", "SO")
    assert movement_allowance(battle.rules, battle.state, battle.state.pieces["b1"]) == 2


def test_no_pursuit_in_rain():
    """[14] The winner only advances."""
    for sky, step in (({}, "pursue"), ({"rain": True}, "advance")):
        field = Field("b1 0405 horse N; r1 0404 line S", weather=sky)
        field.open("clash", combat=Combat("0404", ("b1",), ("b1",))).settle(9)
        field.do("recoil 0403")
        assert field.step == step


def test_frozen_ponds_are_marsh():
    """[14] The table lists them together."""
    for column in ("general", "infantry", "cavalry", "artillery"):
        terrain = load_tables().terrain
        assert terrain.hex_cost("frozen_pond", column) == terrain.hex_cost("marsh", column)


def test_fog_on_low_ground_leaves_the_heights_clear():
    """[14] Up to level 0 nobody sees farther than a hex; from hill to hill all is clear."""
    hills = {"0205": 1, "0605": 1}
    for sky, hill_to_hill, into_the_fog in (
        ({}, True, True),
        ({"fog": True}, False, False),
        ({"fog": True, "up_to_level": 0}, True, False),
        ({"fog": True, "up_to_level": 1}, False, False),
    ):
        field = Field("b1 0205 guns NE; r1 0605 line S", level=hills, weather=sky)
        sees = [can_see(field.rules, field.state, field.at("0205"), field.at(to)) for to in ("0605", "0505")]
        assert sees == [hill_to_hill, into_the_fog], sky
    assert "nothing is seen beyond 1 hexes" in why_unseen(
        field.rules, field.state, field.at("0205"), field.at("0505")
    )
