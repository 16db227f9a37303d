"""[9.5, 9.6] Pursuit, and the disorder of cavalry when its charge is over."""

from __future__ import annotations

import pytest

from tests.rulesets.jours_de_gloire.fight import fight, rolled, run_away, segment

CHARGE = "b1 0405 heavy N; r1 0404 line S"  # +4: from a die of 1 up 5-9, from 6 up 10 and more
COUNTER = "b1 0405 horse N; r1 0404 horse S"  # +1 against a counter-charge


def charge(text=CHARGE, attack="b1! > 0404", **more):
    return fight(text, attack, **more)


def beaten_back(text=CHARGE, attack="b1! > 0404", to="0403", **more):
    """r1 has recoiled at 5-9 in good order."""
    return charge(text, attack, **more).settle(1, 0).do(f"recoil {to}")


def met(*faces, text=COUNTER, **more):
    """r1 has counter-charged, and the charge is rolled for."""
    return fight(text, "b1! > 0404", combat={"countercharged": True}, **more).settle(*faces)


# --- when ------------------------------------------------------------------------------------------


def test_charging_cavalry_at_five_to_nine_may_pursue():
    """[9.5] If the defender left its hex; the owner's choice."""
    field = beaten_back()
    assert (field.step, field.asked) == ("pursue", "blue")
    assert field.offers() == ["pass", "pursue 0405 0404 NW", "pursue 0405 0404 N"]


def test_who_does_not_pursue_advances_all_the_same():
    """[8.6, 9.5] The advance is compulsory."""
    field = beaten_back().do("pass")
    assert field.step == "advance"
    field.do("advance 0405 0404 N")
    assert field.step == "rest"
    assert "pursued" not in field.piece("b1").marks


def test_compulsory_at_ten_or_more():
    """[9.5] No passing."""
    field = charge().settle(6).do("recoil 0403")
    assert field.step == "pursue"
    assert "pass" not in field.offers()
    assert str(field.why_not("pass")) == "this pursuit is compulsory [9.5]"


def test_cavalry_that_did_not_charge_does_not_pursue():
    """[9.5] Charging cavalry: a plain shock ends with the advance."""
    field = fight("b1 0405 heavy N sp=24; r1 0404 line S", "b1 > 0404").settle(1, 0).do("recoil 0403")
    assert field.step == "advance"


def test_a_charger_disordered_by_fire_does_not_pursue():
    """[9.5, 10.1] A pursuit is a charge, and the disordered do not charge; it advances."""
    field = charge("b1 0405 heavy N sp=24 disordered; r1 0404 line S").settle(1, 0).do("recoil 0403")
    assert field.step == "advance"


def test_none_in_the_rain():
    """[14] No pursuit, only the advance."""
    assert beaten_back(weather={"rain": True}).step == "advance"


def test_a_counter_charger_at_zero_to_four_may_pursue():
    """[9.5] If the attacker left his hex; the owner's choice, and no advance instead."""
    field = met(0, 9).do("recoil 0306")
    assert (field.step, field.asked) == ("pursue", "red")
    assert field.offers()[0] == "pass"
    assert field.do("pass").step == "rest"
    assert field.where("r1") == "0404"


def test_a_counter_charger_below_zero_must_pursue():
    """[9.5] Compulsory, if the attacker left his hex."""
    text = "b1 0405 horse N sp=1; r1 0404 horse S"
    field = met(0, 9, text=text).do("recoil 0306")
    assert field.step == "pursue"
    assert "pass" not in field.offers()


@pytest.mark.parametrize("strength", [4, 1])
def test_not_if_the_attacker_stands(strength):
    """[9.5] At 0 to 4 and below 0 alike: he passed his test and is still there."""
    assert met(0, 0, text=f"b1 0405 horse N sp={strength}; r1 0404 horse S").step == "rest"


def test_not_without_a_counter_charge():
    """[9.5] Cavalry that only stood does not pursue."""
    assert fight(COUNTER, "b1! > 0404").settle(0, 9).do("recoil 0306").step == "rest"


# --- who and where ---------------------------------------------------------------------------------


def test_heavy_cavalry_first():
    """[9.5] Before light cavalry with a better cohesion."""
    text = "b1 0405 heavy N coh=6; b2 0505 horse N coh=8; r1 0404 line S"
    field = charge(text, "b1! b2! > 0404").settle(0, 0).do("recoil 0403")
    assert {offer.split()[1] for offer in field.offers()[1:]} == {"0405"}
    assert "heavy cavalry" in str(field.why_not("pursue 0505 0404 N"))


def test_then_the_best_cohesion():
    """[9.5] Among light cavalry; equals are the owner's choice."""
    text = "b1 0405 horse N coh=6; b2 0505 horse N coh=8; r1 0404 line S"
    field = charge(text, "b1! b2! > 0404").settle(3, 0).do("recoil 0403")
    assert {offer.split()[1] for offer in field.offers()[1:]} == {"0505"}
    text = text.replace("coh=8", "coh=6")
    field = charge(text, "b1! b2! > 0404").settle(3, 0).do("recoil 0403")
    assert {offer.split()[1] for offer in field.offers()[1:]} == {"0405", "0505"}


def test_the_whole_stack_pursues():
    """[9.5] The pursuing stack."""
    text = "b1 0405 heavy N; b2 0405 horse N; r1 0404 line S disordered"
    field = run_away(charge(text, "b1! b2! > 0404").settle(9)).do("pursue 0405 0404 N")
    assert (field.where("b1"), field.where("b2")) == ("0404", "0404")
    assert "pursued" in field.piece("b2").marks


def test_it_faces_the_beaten():
    """[9.5] Only facings with the beaten unit in front."""
    field = beaten_back(to="0504")
    assert {offer.split()[3] for offer in field.offers()[1:]} == {"NE", "SE"}
    assert str(field.why_not("pursue 0405 0404 N")) == "the pursuers face the beaten [9.5]"
    assert "faces one of" in str(field.why_not("pursue 0405 0404 X"))


# --- the charge ------------------------------------------------------------------------------------


def test_the_beaten_who_only_recoiled_is_charged_at_once():
    """[9.5] Charge bonus, odds and cohesion anew, pursuers only."""
    text = "b1 0405 heavy N; b2 0505 line N sp=20; r1 0404 line S"
    field = charge(text, "b1! b2 > 0404").settle(0, 9).do("recoil 0403").do("pursue 0405 0404 N", 0, 0)
    assert rolled(field) == {
        "odds": -1,
        "best cohesion, attacker against defender": 2,
        "clear": 1,
        "charge with heavy cavalry": 3,
    }
    assert "fought" in field.piece("r1").marks


def test_the_routed_are_not_charged():
    """[9.5] The pursuers stop."""
    field = run_away(charge("b1 0405 heavy N; r1 0404 line S disordered").settle(9))
    field.do("pursue 0405 0404 N")
    assert (field.step, field.where("b1"), field.status("b1")) == ("rest", "0404", "good")


def test_the_routed_are_not_charged_even_beside_it():
    """[9.5] Men with one movement point run no farther than the next hex."""
    text = "b1 0405 heavy N; r1 0404 line S ma=1 disordered"
    field = charge(text).settle(9).do("run 0403").do("pursue 0405 0404 N")
    assert (field.step, field.where("r1"), field.status("r1")) == ("rest", "0403", "routed")


def test_only_those_of_the_beaten_who_are_in_front():
    """[9.5] They went two ways: the facing decides whom the pursuers charge."""
    text = f"{CHARGE} sp=3; r2 0404 line S sp=3"
    field = charge(text).settle(1, 0, 0).do("recoil 0403").do("recoil 0504")
    assert {offer.split()[3] for offer in field.offers()[1:]} == {"NW", "N", "NE", "SE"}
    field.do("pursue 0405 0404 NW")
    assert (field.step, field.state.frame.get("hex")) == ("square", "0403")


def test_the_beaten_out_of_reach_are_not_charged():
    """[9.5] Adjacent only: it has passed through friends who shut the way, and is two hexes off."""
    horse = "r2 0403 horse S; r3 0503 horse S; r4 0504 horse S"
    field = charge(f"{CHARGE}; {horse}").settle(2, 0).do("recoil 0403")
    field.do(field.offers()[0], 0).do("pursue 0405 0404 N")
    assert (field.step, field.where("b1")) == ("rest", "0404")


def test_the_eliminated_are_not_charged():
    """[9.5] The pursuers stop, and face as they like."""
    field = charge("b1 0405 heavy N; r1 0404 line S routed").settle(9)
    assert field.status("r1") == "eliminated"
    assert len(field.offers()) == 6
    assert field.do("pursue 0405 0404 S").step == "rest"


@pytest.mark.parametrize("ground", [{"terrain": {"0403": "woods"}}, {"edge": {"0403/0404": "wall"}}])
def test_closed_ground_stops_it(ground):
    """[9.5] Terrain [e] between: no charge, stop."""
    field = beaten_back(**ground).do("pursue 0405 0404 N")
    assert (field.step, field.where("b1")) == ("rest", "0404")


def test_no_pursuit_into_closed_ground():
    """[9.5] Of two hexes given up, by a house rule, only the open one is entered, by the pursuers."""
    text = "b1 0405 heavy N sp=12; b2 0303 line SE sp=9; r1 0404 line S disordered; r2 0304 line S disordered"
    more = {"combat": {"others": ("0304",)}, "terrain": {"0304": "woods"}}
    field = run_away(charge(text, "b1! b2 > 0404", **more, multi_hex_defence="all_in_front").settle(9))
    assert {offer.split()[2] for offer in field.offers()} == {"0404"}
    field.do("pursue 0405 0404 N")
    assert (field.step, field.where("b1"), field.where("b2")) == ("rest", "0404", "0303")


def test_another_enemy_in_front_and_the_owner_may_stop():
    """[9.5] r2 stands in 0503 beside the beaten in 0403."""
    field = beaten_back(f"{CHARGE}; r2 0503 line S").do("pursue 0405 0404 N")
    assert (field.step, field.offers()) == ("pursue", ["pass", "charge 0403"])
    assert "only the beaten" in str(field.why_not("charge 0503"))
    assert field.do("pass").step == "rest"


def test_facing_away_from_the_other_it_must_charge():
    """[9.5] With the beaten alone in front there is no choice."""
    field = beaten_back(f"{CHARGE}; r2 0503 line S").do("pursue 0405 0404 NW")
    assert field.step == "square"


def test_a_fresh_unit_beside_the_beaten_is_another_enemy():
    """[9.5] r1 fell back upon r2: the owner may stop; the charge would strike both."""
    field = beaten_back(f"{CHARGE}; r2 0403 line S").do("pursue 0405 0404 N")
    assert field.offers() == ["pass", "charge 0403"]
    field.do("charge 0403").do("pass", 9)
    assert "fought" in field.piece("r2").marks


def test_with_none_but_the_beaten_in_front_they_choose_whom_to_charge():
    """[9.5] r1 and r2 fell back upon two hexes: either may be charged, neither let go."""
    field = charge("b1 0405 heavy N sp=8; r1 0404 line S; r2 0404 line S").settle(1, 0, 0)
    field.do("recoil 0403").do("recoil 0503").do("pursue 0405 0404 N")
    assert (field.step, field.offers()) == ("pursue", ["charge 0403", "charge 0503"])
    why = "the beaten are charged at once, with no other enemy in front [9.5]"
    assert str(field.why_not("pass")) == why


# --- the victim ------------------------------------------------------------------------------------


def test_the_victim_may_try_a_square():
    """[9.5] And there is no recall before it."""
    field = beaten_back().do("pursue 0405 0404 N")
    assert (field.step, field.asked) == ("square", "red")
    field.do("square 0403", 0, 9, 0)
    assert rolled(field)["charge on a square"] == -2


def test_not_if_disordered():
    """[9.5] It is charged as it is."""
    field = charge().settle(1, 9).do("recoil 0403").do("pursue 0405 0404 N", 0, 0)
    assert field.status("r1") == "disordered"
    assert rolled(field)["charge with heavy cavalry"] == 3


def test_no_counter_charge_and_no_refusal():
    """[9.5] Light cavalry before heavy is not asked; it is simply charged."""
    field = beaten_back("b1 0405 heavy N; r1 0404 horse S").do("pursue 0405 0404 N", 0, 0)
    assert field.step == "recoil"
    assert rolled(field)["charge with heavy cavalry"] == 3


def test_no_counter_shock():
    """[8.7] Nothing follows out of a pursuit: the victim who throws it back below 0 does not strike."""
    text = "b1 0405 heavy N sp=1 coh=9; r1 0404 line S coh=2; r2 0403 line S sp=60 coh=9"
    field = charge(text).settle(1, 9).do("recoil 0403").do("pursue 0405 0404 N").do("charge 0403", 0, 0)
    assert (field.status("b1"), field.step) == ("disordered", "rest")


# --- house rule pursuit_at_5_to_9 ------------------------------------------------------------------


def test_compulsory_at_five_to_nine():
    """House rule `pursuit_at_5_to_9`, compulsory: for both sides."""
    assert "pass" not in beaten_back(pursuit_at_5_to_9="compulsory").offers()
    field = met(0, 9, pursuit_at_5_to_9="compulsory").do("recoil 0306")
    assert (field.step, "pass" in field.offers()) == ("pursue", False)


def test_held_back_by_a_test():
    """House rule `pursuit_at_5_to_9`, test to hold: passed at 7, it only advances."""
    field = beaten_back(pursuit_at_5_to_9="test_to_hold")
    assert field.offers()[0] == "hold"
    assert field.do("hold", 7).step == "advance"


def test_not_held_back():
    """House rule `pursuit_at_5_to_9`, test to hold: failed, it must ride, and tests no more."""
    field = beaten_back(pursuit_at_5_to_9="test_to_hold").do("hold", 8)
    assert (field.step, field.offers()) == ("pursue", ["pursue 0405 0404 NW", "pursue 0405 0404 N"])
    assert "compulsory" in str(field.why_not("hold"))


def test_no_test_at_ten_or_more():
    """House rule `pursuit_at_5_to_9`: it is about 5 to 9 only."""
    field = charge(pursuit_at_5_to_9="test_to_hold").settle(6).do("recoil 0403")
    assert {offer.split()[0] for offer in field.offers()} == {"pursue"}


# --- house rule pursuit_limit ----------------------------------------------------------------------


def again(**more):
    """The pursuer has beaten its victim a second time."""
    field = beaten_back(
        size=12, text="b1 0507 heavy N; r1 0506 line S", attack="b1! > 0506", to="0505", **more
    )
    return field.do("pursue 0507 0506 N").do("pass", 1, 0).do("recoil 0504")


def test_one_pursuit_only():
    """[9.5] House rule `pursuit_limit`, one: a pursuit fight gives no further one, only the advance."""
    field = again()
    assert field.step == "advance"


def test_pursuit_without_limit():
    """House rule `pursuit_limit`, no limit: on and on, with 1 less each time after the first."""
    field = again(pursuit_limit="no_limit")
    assert field.step == "pursue"
    field.do("pursue 0506 0505 N").do("pass", 2, 0)
    assert rolled(field)["pursuit upon pursuit"] == -1
    field.do("recoil 0503").do("pursue 0505 0504 N").do("pass", 3, 0)
    assert rolled(field)["pursuit upon pursuit"] == -2


# --- 9.6 -------------------------------------------------------------------------------------------


def test_after_the_charge_the_cavalry_is_disordered():
    """[9.6] Won or lost: here it has won, advanced and may not even pursue."""
    field = segment(CHARGE, "b1! > 0404", weather={"rain": True}).settle().do("pass", 1, 0)
    field.do("recoil 0403").do("advance 0405 0404 N")
    assert (field.step, field.status("b1")) == ("rest", "disordered")


def test_only_when_all_is_over():
    """[9.6] After the pursuit, which it rides in good order."""
    field = segment(CHARGE, "b1! > 0404").settle().do("pass", 1, 0).do("recoil 0403")
    field.do("pursue 0405 0404 N")
    assert field.status("b1") == "good"


def test_no_second_d():
    """[9.6] Unless it already is: the repulsed do not rout by it."""
    field = segment("b1 0405 horse N sp=1; r1 0404 line S", "b1! > 0404").settle().do("pass", 0, 0).do("pass")
    assert (field.step, field.status("b1")) == ("rest", "disordered")


def test_a_counter_charger_who_pursued():
    """[9.6] Every cavalry unit that counter-charged successfully or pursued."""
    field = segment(COUNTER, "b1! > 0404").settle().do("counter-charge 0404", 0, 0, 9)
    field.do("recoil 0306").do("pass")
    assert (field.step, field.status("r1")) == ("rest", "disordered")


def test_who_did_not_charge_is_spared():
    """[9.6] Infantry, cavalry in a plain shock, and cavalry that only stood."""
    text = "b1 0405 line N; b2 0505 horse N; r1 0404 horse S"
    field = segment(text, "b1 b2 > 0404").settle(9)
    field.do("recoil 0403").do("advance 0405 0404 N")
    assert [field.status(id_) for id_ in ("b1", "b2")] == ["good", "good"]


def test_a_charge_that_met_nobody_is_none():
    """[9.6] Its target was gone: the horses have not been blown."""
    field = segment("b1 0405 heavy N; r1 0302 line S", "b1! > 0404").settle()
    assert (field.step, field.status("b1")) == ("rest", "good")


def test_charge_disorder_off():
    """House rule `charge_disorder`, off: it keeps its order."""
    rain = {"weather": {"rain": True}, "charge_disorder": "off"}
    field = segment(CHARGE, "b1! > 0404", **rain).settle().do("pass", 1, 0)
    field.do("recoil 0403").do("advance 0405 0404 N")
    assert (field.step, field.status("b1")) == ("rest", "good")
