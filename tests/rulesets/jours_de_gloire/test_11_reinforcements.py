"""[11] Reinforcements."""

from __future__ import annotations

from tests.rulesets.jours_de_gloire.battle import Battle

LATE = "b1 0309 near; b2 0909 late @2; b3 0909 late @2; r1 0901 red"


def entering(text=LATE, **more):
    """The movement segment of the late formation, with orders, on turn 2."""
    battle = Battle(text, **more).turn(2)
    battle.fact("active", "blue").fact("formation", "late").fact("status", "OR")
    return battle.step("movement", side="blue")


def test_their_markers_go_into_the_cup_from_the_turn_of_arrival():
    """[11] Not before."""
    battle = Battle(LATE).step("assembly")
    assert battle.state.facts["cup"] == ("near#1", "near#2", "red#1", "red#2")
    battle.turn(2).step("assembly")
    assert battle.state.facts["cup"] == ("late#1", "late#2", "near#1", "near#2", "red#1", "red#2")


def test_units_that_have_not_entered_keep_their_marker_on_later_turns():
    """[11] Not entered: wait for the next AM."""
    assert "late#1" in Battle(LATE).turn(3).step("assembly").state.facts["cup"]


def test_orders_may_be_given_to_them_with_the_range_counted_from_the_entry_hex():
    """[11] Near the commander 1 CP, far from him 2."""
    text = "b1 0309 near; b2 0209 late @1; b3 0901 far @1; r1 0905 red"
    battle = Battle(text).begin().do("order late")
    assert battle.state.frame.get("given") == (("late", "blue-chief", 1),)
    battle.do("order far")
    assert battle.asked == ("red", "orders")  # all three points are spent
    assert battle.state.facts["secret:blue:order:far"] == "OR"
    assert battle.state.facts["secret:blue:order:near"] == "SO"


def test_the_second_unit_pays_twice_the_cost_of_the_entry_hex():
    """[11] One behind the other: the n-th unit pays n times."""
    battle = entering().choose("enter b2 0909")
    assert battle.state.frame.get("left") == 3
    battle.choose("go 0809").choose("halt N")
    battle.choose("enter b3 0909")
    assert battle.state.frame.get("left") == 2


def test_a_held_entry_hex_is_passed_over():
    """[11] Entry hex occupied or controlled: nearest free edge hex within 3, the owner's choice of equals."""
    battle = entering("b1 0309 near; b2 0909 late @2; r1 0909 red")
    assert [offer for offer in battle.offers() if offer.startswith("enter")] == [
        "enter b2 0907",
        "enter b2 0709",
    ]
    assert battle.choose("enter b2 0709").where("b2") == "0709"


def test_far_and_wide_held_they_wait():
    """[11] Else delayed."""
    text = "b1 0109 near; b2 0909 late @2; r1 0909 red; r2 0709 red; r3 0906 red; r4 0609 red"
    battle = entering(text)
    assert battle.state.frames == ()  # there was nothing to do but pass
    assert battle.where("b2") is None


def test_they_do_not_charge_in_the_activation_of_entry():
    """[11] Cavalry that has come on is not offered a charge."""
    text = "b1 0109 near; b2 0909 late @2 horse; r1 0905 red"
    battle = entering(text).choose("enter b2 0909").choose("halt N")
    battle.step("movement", side="blue")
    assert not [
        offer for frame in battle.state.frames if frame for offer in battle.offers() if "charge" in offer
    ]


def test_they_face_as_printed_also_where_units_face_hexsides():
    """[4.1, 11] A scenario names vertices; by house rule units face a hexside."""
    battle = entering(LATE, switches={"front_hexes": "three"}).choose("enter b2 0909")
    assert battle.where("b2") == "0909"
