"""[9.3] Squares: who may try, what the test does, and what a square is worth."""

from __future__ import annotations

import pytest

from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import rolled, run_away, segment

CHARGE = "b1 0405 heavy N; r1 0404 line S"


def charged(text=CHARGE, attack="b1! > 0404", **more):
    return segment(text, attack, **more).settle()


def asked(text, *chargers, **more):
    """The question whether 0404 forms square, put whether it may or not."""
    return Field(text, **more).open("square", "red", hex="0404", chargers=chargers or ("b1",))


# --- worked examples -------------------------------------------------------------------------------


def test_example_8_the_square_fails():
    """[16.8] Test 8: disordered. +5, die 5 makes 10: routed instead of recoiling. The pursuers stop."""
    field = charged()
    assert (field.step, field.asked) == ("square", "red")
    field.do("square 0404", 8, 5)
    assert rolled(field) == {
        "odds": -1,
        "best cohesion, attacker against defender": 2,
        "clear": 1,
        "charge with heavy cavalry": 3,
    }
    assert (field.step, field.status("r1")) == ("rout_move", "routed")
    run_away(field)
    assert (field.step, field.asked) == ("pursue", "blue")
    assert "pass" not in field.offers()
    field.do("pursue 0405 0404 N")
    assert (field.where("b1"), field.status("b1")) == ("0404", "disordered")
    assert field.step == "rest"


@pytest.mark.parametrize("face", [4, 0])
def test_example_9_the_square_is_formed(face):
    """[16.9] Test 4: square. The recall fails on an 8. -1 in all; die 4 makes 3, die 0 makes -1: D, test
    at 6 passed with a 5. A square makes no counter-shock."""
    field = charged().do("square 0404", 4)
    assert field.piece("r1").formation == "square"
    assert (field.step, field.asked) == ("recall_unit", "blue")
    field.do("recall b1", 8, face, 5)
    assert rolled(field) == {
        "odds": -1,
        "best cohesion, attacker against defender": 1,
        "clear": 1,
        "charge on a square": -2,
    }
    assert (field.where("b1"), field.status("b1")) == ("0405", "disordered")
    assert (field.piece("r1").formation, field.step) == ("square", "rest")


# --- who may try -----------------------------------------------------------------------------------


def test_infantry_that_is_charged_is_asked():
    """[9.3] It may try, or stand."""
    assert charged().offers() == ["pass", "square 0404"]


def test_it_may_stand():
    """[9.3] May: the charge comes home with its bonus."""
    field = charged().do("pass", 9)
    assert rolled(field)["charge with heavy cavalry"] == 3


def test_charged_from_any_side():
    """[9.3] In the back, too."""
    field = charged("b1 0403 heavy S; r1 0404 line S")
    assert field.step == "square"
    field.do("square 0404", 0)
    assert field.piece("r1").formation == "square"


def test_not_against_a_shock():
    """[9.3] Infantry charged: a shock of foot or of horse that does not charge gives no reason for it."""
    assert segment("b1 0405 line N; r1 0404 line S", "b1 > 0404").settle(4, 0).step == "recoil"
    assert segment("b1 0405 horse N; r1 0404 line S", "b1 > 0404").settle(9, 0).step == "recoil"


def test_only_infantry():
    """[9.3] Guns alone and cavalry do not form square."""
    assert "only infantry" in str(asked("b1 0405 heavy N; r1 0404 guns S").why_not("square 0404"))
    assert "only infantry" in str(asked("b1 0405 heavy N; r1 0404 horse S").why_not("square 0404"))


@pytest.mark.parametrize("state", ["disordered", "routed"])
def test_only_in_good_order(state):
    """[9.3] A hex with a disordered infantry unit cannot try, whatever the other is."""
    field = asked(f"b1 0405 heavy N; r1 0404 line S; r2 0404 line S {state}")
    assert field.offers() == ["pass"]
    assert str(field.why_not("square 0404")) == "infantry in the hex is out of order [9.3]"


def test_not_in_the_zone_of_another_enemy():
    """[9.3] Of an enemy unit other than the chargers."""
    field = asked("b1 0405 heavy N; b2 0505 line S; r1 0404 line S")
    assert field.offers() == ["pass"]
    assert "zone of control" in str(field.why_not("square 0404"))
    assert asked("b1 0405 heavy N; b2 0505 heavy S; r1 0404 line S", "b1", "b2").offers() == [
        "pass",
        "square 0404",
    ]
    assert "square 0404" in asked("b1 0405 heavy N; b2 0505 line S disordered; r1 0404 line S").offers()


def test_infantry_that_attacks_along_with_the_charge_hinders_it():
    """[9.3] It is an enemy unit other than the chargers."""
    text = "b1 0405 heavy N; b2 0505 line N; r1 0404 line S"
    field = segment(text, "b1! b2 > 0404").settle(0, 0)
    assert field.step == "recoil"


def test_a_square_is_not_asked_again():
    """[9.3] It stays square; the charger is asked for the recall at once."""
    field = charged("b1 0405 heavy N; r1 0404 line S square")
    assert field.step == "recall_unit"
    assert "already" in str(asked("b1 0405 heavy N; r1 0404 line S square").why_not("square 0404"))


def test_another_hex_is_not_asked():
    """[9.3] What the player reads."""
    assert "0404" in str(charged().why_not("square 0504"))


# --- the test --------------------------------------------------------------------------------------


def test_the_best_cohesion_tests_for_all():
    """[9.3] One test at 8 for both; both stand in square."""
    field = charged("b1 0405 heavy N; r1 0404 line S coh=5; r2 0404 line S coh=8").do("square 0404", 8)
    assert (field.piece("r1").formation, field.piece("r2").formation) == ("square", "square")


def test_a_failure_disorders_every_unit_of_the_hex():
    """[9.3] House rule `square_failure`, disorder: the battery as well; then the charge goes on."""
    text = "b1 0405 heavy N; r1 0404 line S; r2 0404 line S; r3 0404 guns N"
    field = charged(text).do("square 0404", 9, 0, 9)
    assert [field.status(id_) for id_ in ("r1", "r2", "r3")] == ["disordered"] * 3
    assert rolled(field)["charge with heavy cavalry"] == 3


def test_guns_that_are_disordered_already_lose_nothing_more():
    """[9.3] Every unit is disordered by it; it is no second D."""
    text = "b1 0405 heavy N; r1 0404 line S; r3 0404 guns N disordered"
    assert charged(text).do("square 0404", 9, 0, 9).status("r3") == "disordered"


def test_a_failure_without_effect():
    """House rule `square_failure`, no effect: it receives the charge as it stands."""
    field = charged(square_failure="no_effect").do("square 0404", 9, 0, 0)
    assert field.status("r1") == "good"
    assert rolled(field)["charge with heavy cavalry"] == 3


# --- effects ---------------------------------------------------------------------------------------


def test_guns_do_not_become_a_square():
    """[9.3] The infantry does, with the guns inside."""
    field = charged("b1 0405 heavy N; r1 0404 line S; r2 0404 guns N").do("square 0404", 0)
    assert (field.piece("r1").formation, field.piece("r2").formation) == ("square", "")


def test_a_recoil_breaks_it():
    """[9.3] Any D or recoil."""
    field = charged("b1 0405 heavy N sp=24; r1 0404 line S square").do("pass", 4, 0).do("recoil 0403")
    assert (field.status("r1"), field.piece("r1").formation) == ("good", "")


def test_a_disorder_breaks_it():
    """[9.3] Any D or recoil."""
    field = charged("b1 0405 heavy N sp=24; r1 0404 line S square").do("pass", 4, 9)
    assert (field.status("r1"), field.piece("r1").formation) == ("disordered", "")


def test_it_stays_square_after_the_charge():
    """[9.3] Until it leaves the square in its own movement."""
    field = charged().do("square 0404", 0).do("pass", 0, 0)
    assert (field.step, field.piece("r1").formation) == ("rest", "square")


def test_in_all_hexes_of_a_common_defence():
    """House rule `multi_hex_defence`: each hex that the charger has in front is asked for itself."""
    field = charged(f"{CHARGE}; r2 0304 line S", multi_hex_defence="all_in_front")
    assert field.offers() == ["pass", "square 0404"]
    assert field.do("pass").offers() == ["pass", "square 0304"]


# --- house rule voluntary_square -------------------------------------------------------------------

OWN_MOVE = "b1 0405 line N; r1 0901 horse S"


def test_no_square_in_ones_own_movement():
    """[9.3] House rule `voluntary_square`, off: it is not offered."""
    assert "square" not in Field(OWN_MOVE).open("movement", "blue").do("move b1").offers()


def test_a_square_for_the_whole_movement():
    """House rule `voluntary_square`, on: formed, there is nothing left to do but halt."""
    field = Field(OWN_MOVE, voluntary_square="on").open("movement", "blue").do("move b1").do("square")
    assert field.piece("b1").formation == "square"
    assert not [offer for offer in field.offers() if offer.startswith("go")]


@pytest.mark.parametrize(("edge", "goes"), [({}, True), ({"0405/0404": "stream"}, False)])
def test_a_square_steps_into_a_hex_of_cost_2_or_less(edge, goes):
    """[9.3] Woods cost infantry 2; over a stream 3."""
    field = Field("b1 0405 line N square; r1 0901 horse S", terrain={"0404": "woods"}, edge=edge)
    assert ("go 0404" in field.open("movement", "blue").do("move b1").offers()) is goes


def test_a_square_steps_no_farther_than_its_points():
    """[9.3, 2.3] Without orders a unit of 2 has 1 point: enough for clear ground, not for woods."""
    field = Field("b1 0405 line N square ma=2; r1 0901 horse S", terrain={"0404": "woods"})
    offers = field.fact("status", "SO").open("movement", "blue").do("move b1").offers()
    assert "go 0404" not in offers
    assert "go 0505" in offers
