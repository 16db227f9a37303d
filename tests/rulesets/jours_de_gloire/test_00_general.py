"""[0] Units, their two faces, and the die."""

from __future__ import annotations

import pytest

from game.core.dice import D10
from game.rulesets.jours_de_gloire.cards import Face
from game.rulesets.jours_de_gloire.movement import step_cost
from game.rulesets.jours_de_gloire.scenario import UnitEntry
from game.rulesets.jours_de_gloire.setup import cards_of
from game.rulesets.jours_de_gloire.units import cohesion, face_of, strength
from hexmap.ground import Refusal
from tests.rulesets.jours_de_gloire.battle import Battle
from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import chances

UNIT = {
    "id": "line",
    "name": "45e de ligne",
    "formation": "corps",
    "arm": "infantry",
    "strength": 7,
    "cohesion": 6,
    "engagement": 5,
    "movement": 4,
    "at": "0101",
    "facing": "N",
}


def card(**changes):
    """The counter a scenario's entry makes."""
    battle = Battle("b1 0109 corps; r1 0901 red")
    entry = UnitEntry.model_validate({**UNIT, **changes})
    return cards_of(battle.rules.scenario.model_copy(update={"units": (entry,)}))[entry.id]


def test_infantry_has_no_fire():
    """[0.1] No musketry: only artillery fires."""
    field = Field("b1 0405 line N; b2 0505 horse N; r1 0404 line S").open("fire", "blue")
    assert field.offers() == ["pass"]
    for unit in ("b1", "b2"):
        assert str(field.why_not(f"battery {unit}")) == "only artillery fires [7.1]"


def test_a_river_of_hexes_and_one_of_hexsides_are_both_closed():
    """[0.2] A river may be drawn as hexes or as hexsides; NA both ways."""
    for ground in ({"terrain": {"0404": "river"}}, {"edge": {"0404/0405": "river"}}):
        field = Field("b1 0405 line N; r1 0901 line S", **ground)
        for column in ("general", "infantry", "cavalry", "artillery"):
            assert isinstance(step_cost(field.rules, field.at("0405"), field.at("0404"), column), Refusal)


def test_a_counter_has_its_fields():
    """[0.3] Name, type, nationality, formation, strength, cohesion, engagement, movement."""
    found = card(nationality="French")
    assert (found.name, found.arm, found.nationality, found.formation) == (
        "45e de ligne",
        "infantry",
        "French",
        "corps",
    )
    assert found.good == Face(strength=7, cohesion=6, engagement=5, movement=4)


def test_cavalry_without_heavy_is_not_heavy():
    """[0.3] For every rule."""
    light, heavy = card(arm="cavalry"), card(arm="heavy_cavalry")
    assert (light.is_cavalry, light.is_heavy) == (True, False)
    assert (heavy.is_cavalry, heavy.is_heavy) == (True, True)


def test_artillery_has_an_effective_and_a_maximum_range():
    """[0.3] In hexes; nobody else has them."""
    guns = card(arm="artillery", effective=3, maximum=5)
    assert (guns.effective, guns.maximum) == (3, 5)
    for wrong in ({"arm": "artillery"}, {"arm": "artillery", "effective": 5, "maximum": 3}, {"maximum": 3}):
        with pytest.raises(ValueError, match="range"):
            card(**wrong)


def test_a_missing_disordered_face_loses_one_cohesion_and_nothing_else():
    """[0.3] Cohesion -1, strength, engagement and MA unchanged."""
    assert card().disordered == Face(strength=7, cohesion=5, engagement=5, movement=4)


def test_a_disordered_face_is_what_the_scenario_says():
    """[0.3] Each rating by itself."""
    back = {"strength": 5, "movement": 3}
    assert card(disordered=back).disordered == Face(5, 5, 5, 3)
    assert card(disordered={"cohesion": 2, "engagement": 1}).disordered == Face(7, 2, 1, 4)


@pytest.mark.parametrize(("state", "rating"), [("", 6), ("disordered", 3), ("routed", 3)])
def test_the_face_shown_decides_and_rout_is_a_marker_on_the_disordered_one(state, rating):
    """[0.3, 0.4] Current cohesion."""
    field = Field(f"b1 0405 line N coh=6 dis=3 {state}; r1 0901 line S")
    assert cohesion(field.rules, field.piece("b1")) == rating
    assert face_of(field.rules, field.piece("b1")).cohesion == rating
    assert strength(field.rules, field.piece("b1")) == 6


def test_the_die_has_ten_faces_and_0_is_zero():
    """[0.4] Faces 0 to 9."""
    assert D10.faces == tuple(range(10))
    field = Field("b1 0405 line N coh=0 dis=0; r1 0901 line S")
    field.open("cohesion_test", units=("b1",), why="trial", fail="disorder", rule="0.4.1").settle(0)
    assert field.status("b1") == "good"


def test_equal_units_in_clear_win_six_times_in_ten():
    """[0.4] Clear +1, equal units: modified 5+ needs die 4+, the 60 % a tournament player quotes."""
    best, good, *_ = chances("b1 0405 line N; r1 0404 line S", "b1 > 0404")
    assert best + good == 6
