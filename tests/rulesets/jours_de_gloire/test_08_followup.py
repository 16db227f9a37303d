"""[8.7] Breakthrough and counter-shock: who strikes again."""

from __future__ import annotations

import pytest

from game.core.events import Marked, Rolled, StepOpened
from tests.rulesets.jours_de_gloire.fight import fight, rolled, segment

THREE_LINES = "b1 0405 line N sp=30; r1 0404 line S; r2 0403 line S"


def broken_through(text=THREE_LINES, **more):
    """b1 has taken 0404 at 10 or more without turning, r1 is gone to 0504."""
    return fight(text, "b1 > 0404", **more).settle(9).do("recoil 0504").do("advance 0405 0404 N")


# --- breakthrough ----------------------------------------------------------------------------------


def test_infantry_that_has_advanced_may_attack_at_once():
    """[8.7] One enemy hex in its front; no test, no refusal, normal modifiers."""
    field = broken_through()
    assert (field.step, field.asked) == ("breakthrough", "blue")
    assert field.offers() == ["pass", "attack 0403"]
    field.do("attack 0403", 3, 0)
    assert rolled(field) == {"odds": 4, "clear": 1}
    assert field.step == "recoil"


def test_it_may_halt():
    """[8.7] May: nobody must."""
    field = broken_through().do("pass")
    assert (field.step, field.where("b1")) == ("rest", "0404")


def test_no_engagement_test_and_no_refusal():
    """[8.7] Without orders, and on cavalry that could refuse infantry: neither is asked."""
    text = "b1 0405 line N sp=30; r1 0404 line S; r2 0403 horse S"
    field = fight(text, "b1 > 0404").fact("status", "SO").settle(9).do("recoil 0504")
    field.do("advance 0405 0404 N").do("attack 0403", 3, 0)
    assert [event.rule for event in field.events if isinstance(event, Rolled)] == ["8.6", "8.6"]


def test_who_turns_does_not_break_through():
    """[8.7] Without turning."""
    field = fight(THREE_LINES, "b1 > 0404").settle(9).do("recoil 0504").do("advance 0405 0404 NW")
    assert field.step == "rest"


def test_only_at_ten_or_more():
    """[8.6] Not at 5 to 9."""
    text = "b1 0405 line N; r1 0404 line S; r2 0403 line S"
    field = fight(text, "b1 > 0404").settle(4, 0).do("recoil 0504").do("advance 0405 0404 N")
    assert field.step == "rest"


def test_cavalry_that_does_not_charge_has_none():
    """[8.7] Infantry only."""
    text = "b1 0405 horse N sp=40; r1 0404 line S; r2 0403 line S"
    field = fight(text, "b1 > 0404").settle(9).do("recoil 0504").do("advance 0405 0404 N")
    assert field.step == "rest"


def test_only_hexes_in_front_and_with_an_enemy():
    """[8.7] What the player reads."""
    field = broken_through()
    assert "no enemy" in str(field.why_not("attack 0503"))
    assert "in front" in str(field.why_not("attack 0504"))
    assert "no hex" in str(field.why_not("attack 9999"))


def test_the_guns_have_no_time_to_fire():
    """[8.7] Only the hexes attacked by declaration have reaction fire."""
    field = broken_through(f"{THREE_LINES}; r3 0403 guns S").do("attack 0403", 9)
    assert [event.rule for event in field.events if isinstance(event, Rolled)] == ["8.6"]
    assert (field.status("r2"), field.status("r3")) == ("disordered", "disordered")


def test_a_breakthrough_triggers_no_other():
    """[8.7] It advances again, but strikes no third time."""
    text = "b1 0405 line N sp=30; r1 0404 line S; r2 0403 line S; r3 0302 line S"
    field = broken_through(text).do("attack 0403", 9).do("recoil 0402").do("advance 0404 0403 N")
    assert (field.where("b1"), field.step) == ("0403", "rest")
    assert "breakthrough" not in [e.frame.step for e in field.events if isinstance(e, StepOpened)]


def test_a_breakthrough_that_fails_meets_no_counter_shock():
    """[8.7] A breakthrough never triggers another."""
    text = "b1 0405 line N sp=30; r1 0404 line S sp=1; r2 0403 line S sp=120"
    field = broken_through(text).do("attack 0403", 0, 0)
    assert field.step == "rest"


def test_a_hex_attacked_before_may_be_broken_into():
    """[8.1] A hex is attacked once, plus this; a combat declared there has nobody left to fight."""
    text = f"{THREE_LINES}; b2 0304 line NE"
    field = segment(text, "b1 > 0404", "b2 > 0403").settle().do("resolve 0404", 9).do("recoil 0504")
    field.do("advance 0405 0404 N").do("attack 0403", 9)
    assert field.step == "recoil"


# --- counter-shock ---------------------------------------------------------------------------------

REPULSED = "b1 0405 line N sp=1; r1 0404 line S"


def struck_back(text=REPULSED, attack="b1 > 0404", *faces, **more):
    return fight(text, attack, **more).settle(*(faces or (0, 0)))


def test_a_defender_in_good_order_may_strike_back():
    """[8.7] Below 0, at an enemy hex in its front, from where it stands."""
    field = struck_back()
    assert (field.step, field.asked) == ("counter_shock", "red")
    assert field.offers() == ["pass", "attack 0405"]
    field.do("attack 0405", 0, 0)
    assert rolled(field)["odds"] == 4
    assert field.asked == "blue"


def test_it_may_stand():
    """[8.7] May."""
    assert struck_back().do("pass").step == "rest"


def test_not_at_zero_to_four():
    """[8.6] Only below 0."""
    assert struck_back("b1 0405 line N; r1 0404 line S", "b1 > 0404", 0, 0).step == "rest"


@pytest.mark.parametrize("state", ["disordered", "routed", "square"])
def test_only_in_good_order_and_not_in_square(state):
    """[8.7] Defender in good order, not a square."""
    assert struck_back(f"b1 0405 line N sp=1 coh=2; r1 0404 line S sp=30 {state}").step == "rest"


def test_it_may_first_move_ahead():
    """[8.7] One hex through a front hex, without turning, then at an enemy hex in its front."""
    field = struck_back(REPULSED, "b1 > 0404", 0, 9).do("recoil 0306")
    assert (field.step, field.asked) == ("counter_shock", "red")
    assert field.offers() == ["pass", "attack 0306 0405"]
    field.do("attack 0306 0405", 9)
    assert field.where("r1") == "0405"
    assert field.rules.facing_names[field.piece("r1").facing] == "S"


def test_it_moves_only_into_an_open_front_hex():
    """[8.7] What the player reads."""
    field = struck_back(REPULSED, "b1 > 0404", 0, 9).do("recoil 0306")
    assert "front hex" in str(field.why_not("attack 0306 0403"))
    assert "no enemy" in str(field.why_not("attack 0405"))
    assert "in front" in str(field.why_not("attack 0306"))


def test_it_moves_only_where_it_may_stay():
    """[5, 8.7] Foot does not go into the hex of its own horse, here 0505."""
    text = f"{REPULSED}; r2 0505 horse N"
    assert struck_back(text, "b1 > 0404", 0, 9).do("recoil 0306").offers() == ["pass", "attack 0306 0405"]
    assert struck_back(text, "b1 > 0404", 0, 9).do("recoil 0406").offers() == ["pass", "attack 0406 0405"]


def test_no_engagement_test():
    """[8.7] The formation that strikes back need not have orders."""
    field = fight(REPULSED, "b1 > 0404").fact("status", "SO").settle(0, 0).do("attack 0405", 0, 0)
    assert all(event.rule == "8.6" for event in field.events if isinstance(event, Rolled))


def test_the_winner_of_a_counter_shock_advances():
    """[8.6] And that is all."""
    field = struck_back().do("attack 0405", 9)
    while field.step in ("recoil", "rout_move"):
        field.do(field.offers()[0])
    assert (field.step, field.asked) == ("advance", "red")
    assert field.do("advance 0404 0405 S").step == "rest"


def test_a_counter_shock_triggers_no_other():
    """[8.7] Repulsed below 0 in its turn, it is not struck again."""
    text = "b1 0405 line N sp=1; b2 0306 line N sp=60; r1 0404 line S sp=6"
    field = struck_back(text, "b1 > 0404", 0, 9).do("recoil 0406").do("attack 0306 0405", 0, 0)
    assert (field.status("r1"), field.step) == ("disordered", "rest")


def test_once_per_unit_and_segment():
    """[8.7] Who has struck back is not asked again when another attack on it is repulsed."""
    field = struck_back().do("attack 0405", 0, 0)
    assert "followed_up" in field.piece("r1").marks
    field = fight(REPULSED, "b1 > 0404")
    ledger = field.ledger()
    ledger.write(Marked("r1", "followed_up"))
    assert field.take(ledger).settle(0, 0).step == "rest"


def test_resolved_before_any_other_combat():
    """[8.7] b2's combat waits; disordered by the counter-shock, it is not fought at all."""
    text = "b1 0405 line N sp=1; b2 0505 line N; r1 0404 line S sp=60; r2 0504 line N"
    field = segment(text, "b1 > 0404", "b2 > 0504").settle().do("resolve 0404", 0, 0)
    assert field.step == "counter_shock"
    field.do("attack 0505", 9)
    while field.step in ("recoil", "rout_move", "advance"):
        field.do(field.offers()[0])
    assert field.status("b2") == "disordered"
    assert field.step == "rest"


def test_the_guns_stay_behind():
    """[8.1, 8.7] Artillery does not attack; the line beside it may go."""
    field = struck_back(f"{REPULSED}; r2 0404 guns S", "b1 > 0404", 0, 9).do("recoil 0306")
    field.do("attack 0306 0405", 9)
    assert (field.where("r1"), field.where("r2")) == ("0405", "0404")


def test_only_those_in_good_order_go():
    """[8.7] The disordered unit beside stays."""
    text = "b1 0405 line N sp=1; r1 0404 line S; r2 0404 line S disordered"
    field = struck_back(text, "b1 > 0404", 0, 9).do("recoil 0306").do("attack 0306 0405", 9)
    assert (field.where("r1"), field.where("r2")) == ("0405", "0404")


def test_units_that_face_different_ways_do_not_go_ahead():
    """[8.7] Without turning, they have no common front; each strikes only from where it stands."""
    text = "b1 0405 line N sp=1; r1 0404 line S; r2 0404 line N"
    field = struck_back(text, "b1 > 0404", 0, 9).do("recoil 0306")
    assert field.step == "rest"


def test_cavalry_strikes_back_without_a_charge():
    """[8.6, 8.7] With its -2."""
    field = struck_back("b1 0405 line N sp=1; r1 0404 horse S sp=6").do("attack 0405", 0, 0)
    assert rolled(field)["cavalry shock without a charge"] == -2


def test_not_after_a_counter_charge():
    """[8.7] Who has counter-charged pursues instead, and only if the attacker left his hex."""
    field = fight("b1 0405 horse N sp=1; r1 0404 horse S", "b1! > 0404", combat={"countercharged": True})
    assert field.settle(0, 0).step == "rest"
