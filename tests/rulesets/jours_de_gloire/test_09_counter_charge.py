"""[9.4] Counter-charges: who may try, what the test does, and against whom."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.combat import combat_at
from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import combat_of, rolled, segment

BONUS = "charge without heavy cavalry"
HORSE = "b1 0405 horse N; r1 0404 horse S"


def asked(text, attack="b1! > 0404", **more):
    """The question whether 0404 counter-charges, put whether it may or not."""
    field = Field(text, **more).fact("combat:0404", combat_of(attack))
    return field.open("counter_charge", "red", hex="0404", target="0404")


def why_not(text, attack="b1! > 0404", **more):
    field = asked(text, attack, **more)
    assert field.offers() == ["pass"]
    return str(field.why_not("counter-charge 0404"))


@pytest.mark.parametrize("face", range(10))
def test_example_10_light_against_heavy(face):
    """[16.10] Light cavalry with cohesion 6 charged by heavy: 0 to 4 pass."""
    field = asked("b1 0405 heavy N; r1 0404 horse S").do("counter-charge 0404", face)
    assert combat_at(field.state, "0404").countercharged is (face <= 4)


# --- who may try -----------------------------------------------------------------------------------


def test_cavalry_that_is_charged_is_asked():
    """[9.4] It may try, or stand."""
    field = segment(HORSE, "b1! > 0404").settle()
    assert (field.step, field.asked) == ("counter_charge", "red")
    assert field.offers() == ["pass", "counter-charge 0404"]


def test_it_may_stand():
    """[9.4] May: the charge keeps its bonus."""
    assert rolled(segment(HORSE, "b1! > 0404").settle().do("pass", 0, 0))[BONUS] == 1


@pytest.mark.parametrize("who", ["horse S disordered", "horse S routed", "line S", "guns S"])
def test_only_cavalry_in_good_order(who):
    """[9.4] Target cavalry, good order."""
    why = why_not(f"b1 0405 horse N; r1 0404 {who}")
    assert why == "only cavalry in good order counter-charges [9.4]"


def test_charged_only_through_its_front_hexes():
    """[9.4] One charger in the rear is enough to prevent it."""
    assert "front hexes only" in why_not("b1 0403 horse S; r1 0404 horse S")
    text = "b1 0505 horse N; b2 0504 horse NW; r1 0404 horse S"
    assert "front hexes only" in why_not(text, "b1! b2! > 0404")


def test_not_in_the_front_hex_of_another_enemy():
    """[9.4] Other than the chargers."""
    assert "does not charge" in why_not(f"{HORSE}; b2 0505 line N")
    assert asked(f"{HORSE}; b2 0505 line S").offers() == ["pass", "counter-charge 0404"]
    assert asked(f"{HORSE}; b2 0505 horse N", "b1! b2! > 0404").offers() == ["pass", "counter-charge 0404"]


def test_a_mixed_stack_with_artillery_may():
    """[9.4] The guns do not prevent it."""
    assert "counter-charge 0404" in asked(f"{HORSE}; r2 0404 guns S").offers()


def test_another_hex_is_not_asked():
    """[9.4] What the player reads."""
    assert "0404" in str(asked(HORSE).why_not("counter-charge 0504"))


# --- the test --------------------------------------------------------------------------------------


def test_passed_the_bonus_is_gone():
    """[9.4] +1 or +3 becomes 0."""
    field = segment(HORSE, "b1! > 0404").settle().do("counter-charge 0404", 6, 0, 0)
    assert rolled(field) == {"clear": 1}
    heavy = "b1 0405 heavy N; r1 0404 heavy S"
    field = segment(heavy, "b1! > 0404").settle().do("counter-charge 0404", 7, 0, 0)
    assert rolled(field) == {"clear": 1}


def test_failed_nothing_happens():
    """[9.4] The defender keeps its order, the charger its bonus."""
    field = segment(HORSE, "b1! > 0404").settle().do("counter-charge 0404", 7, 0, 0)
    assert field.status("r1") == "good"
    assert rolled(field) == {"clear": 1, BONUS: 1}


@pytest.mark.parametrize(
    ("charger", "target", "highest"),
    [("horse", "horse", 6), ("horse", "heavy", 7), ("heavy", "heavy", 7), ("heavy", "horse", 4)],
)
def test_two_more_on_the_die_of_light_against_heavy(charger, target, highest):
    """[9.4] If non-heavy against a charge with a heavy unit; in no other case."""
    for face in (highest, highest + 1):
        field = asked(f"b1 0405 {charger} N; r1 0404 {target} S").do("counter-charge 0404", face)
        assert combat_at(field.state, "0404").countercharged is (face == highest)


def test_the_best_cohesion_tests_for_all():
    """[9.4] One test at 8 for both."""
    field = asked("b1 0405 horse N; r1 0404 horse S coh=5; r2 0404 horse S coh=8")
    assert combat_at(field.do("counter-charge 0404", 8).state, "0404").countercharged


def test_the_disordered_of_a_stack_do_not_ride():
    """[9.4, 10.1] The others test for themselves, and only they have counter-charged."""
    text = "b1 0405 horse N; r1 0404 horse S coh=9 dis=9 disordered; r2 0404 horse S coh=5"
    for face in (5, 6):
        field = asked(text).do("counter-charge 0404", face)
        assert combat_at(field.state, "0404").countercharged is (face == 5)
    field = segment(text, "b1! > 0404").settle().do("counter-charge 0404", 0, 0, 0)
    assert "charged" not in field.piece("r1").marks
    assert "charged" in field.piece("r2").marks


def test_no_charge_in_the_enemys_movement():
    """[9.4] Cavalry lets the enemy pass: nobody is asked while he moves before its front."""
    field = Field("b1 0406 line N; r1 0404 heavy S").open("movement", "blue").do("move b1").do("go 0405")
    assert field.asked == "blue"


def test_those_who_ride_are_disordered_when_it_is_over():
    """[9.6] Every unit of the stack in good order counter-charged; failed, none did."""
    text = "b1 0405 horse N; r1 0404 horse S; r2 0404 horse S"
    field = segment(text, "b1! > 0404").settle().do("counter-charge 0404", 0, 0, 0)
    assert (field.step, field.status("r1"), field.status("r2")) == ("rest", "disordered", "disordered")
    field = segment(text, "b1! > 0404").settle().do("counter-charge 0404", 9, 0, 0)
    assert (field.status("r1"), field.status("r2")) == ("good", "good")


# --- house rule counter_charge_vs_foot -------------------------------------------------------------

FOOT = "b1 0405 line N; r1 0404 horse S"


def test_none_against_infantry():
    """[9.4] House rule `counter_charge_vs_foot`, off: no question is put."""
    field = segment(FOOT, "b1 > 0404").settle()
    assert field.step == "refuse"
    assert field.do("stand", 0, 0).step == "rest"
    assert "against a charge" in why_not(FOOT, "b1 > 0404")


def test_against_infantry_with_the_bonus():
    """House rule `counter_charge_vs_foot`, on: its bonus counts against the attacker."""
    field = segment(FOOT, "b1 > 0404", counter_charge_vs_foot="on").settle().do("stand")
    assert (field.step, field.asked) == ("counter_charge", "red")
    field.do("counter-charge 0404", 6, 0, 0)
    assert rolled(field)[BONUS] == -1
    assert field.status("r1") == "disordered"
    heavy = "b1 0405 line N; r1 0404 heavy S"
    field = segment(heavy, "b1 > 0404", counter_charge_vs_foot="on").settle().do("stand")
    assert rolled(field.do("counter-charge 0404", 6, 0, 0))["charge with heavy cavalry"] == -3


def test_not_against_cavalry_that_does_not_charge():
    """House rule `counter_charge_vs_foot`, on: against infantry only."""
    assert "against a charge" in why_not(HORSE, "b1 > 0404", counter_charge_vs_foot="on")


def test_a_charge_with_infantry_along_is_a_charge():
    """House rule `counter_charge_vs_foot`, on: the infantry still has it in front without charging."""
    text = f"{HORSE}; b2 0505 line N"
    assert "does not charge" in why_not(text, "b1! b2 > 0404", counter_charge_vs_foot="on")


def test_no_charge_into_closed_ground_or_by_night():
    """[note e, 14] A counter-charge is a charge: not into woods, not across a wall, not at night."""
    on = {"counter_charge_vs_foot": "on"}
    assert "terrain" in why_not(FOOT, "b1 > 0404", terrain={"0405": "woods"}, **on)
    assert "terrain" in why_not(FOOT, "b1 > 0404", edge={"0404/0405": "wall"}, **on)
    assert "night" in why_not(FOOT, "b1 > 0404", weather={"night": True}, **on)


@pytest.mark.parametrize("closed", [{"terrain": {"0505": "woods"}}, {"edge": {"0404/0505": "wall"}}])
def test_closed_ground_before_one_charger_is_enough(closed):
    """[note e] It would ride at every hex it is charged from; 0405 alone is open."""
    text, attack = f"{HORSE}; b2 0505 horse N", "b1! b2! > 0404"
    assert "counter-charge 0404" in asked(text, attack).offers()
    assert why_not(text, attack, **closed) == "no charge into this terrain [note e]"
