"""[3, 11] What a scenario leaves to the die before a turn: who comes, which general falls, who commands."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.chronicle import describe
from tests.rulesets.jours_de_gloire.battle import Battle

UNSURE = "b1 0309 near; b2 0909 late @2; b3 0909 late @2; r1 0901 red"
LATE = {"late": {"comes_at_most": 2}}
RISK = {"blue-chief": {"bonus": 2, "falls": {"from_turn": 2, "at_most": 3}}}
WING = {"blue-wing": {"command_points": 1, "command_range": 9, "formations": ["near"], "at": "0309"}}


def test_nothing_is_rolled_where_the_scenario_leaves_nothing_to_the_die():
    assert Battle("b1 0309 near; r1 0901 red").begin().asked == ("blue", "orders")


def test_a_formation_that_may_come_is_rolled_for_from_its_turn_on():
    """[11] One die for all its units; not before they are due."""
    battle = Battle(UNSURE, formations=LATE)
    assert battle.step("fortunes").state.facts.get("comes:late") is None
    assert battle.turn(2).step("fortunes", 3).state.facts.get("comes:late") is None
    assert battle.turn(3).step("fortunes", 2).state.facts["comes:late"] is True
    assert battle.step("fortunes").state.facts["comes:late"] is True  # and never again


def test_until_the_die_has_said_so_it_has_no_marker_and_takes_no_order():
    battle = Battle(UNSURE, formations=LATE).turn(2)
    assert battle.step("assembly").state.facts["cup"] == ("near#1", "near#2", "red#1", "red#2")
    battle.fact("comes:late", True).step("assembly")
    assert battle.state.facts["cup"] == ("late#1", "late#2", "near#1", "near#2", "red#1", "red#2")


def test_the_dice_come_before_the_orders():
    battle = Battle("b1 0309 near; b2 0909 late @1; r1 0901 red", formations=LATE).begin(2)
    assert battle.asked == ("blue", "orders") and "order late" in battle.offers()


def test_a_general_falls_only_from_his_turn_on_and_only_once():
    """[3] Generals are safe unless the scenario says otherwise."""
    battle = Battle("b1 0309 near; r1 0901 red", generals=RISK)
    assert battle.step("fortunes").where("blue-chief") == "0109"
    assert battle.turn(2).step("fortunes", 4).where("blue-chief") == "0109"
    battle.step("fortunes", 3)
    assert battle.where("blue-chief") is None and battle.status("blue-chief") == "fallen"
    assert [describe(battle.rules, event) for event in battle.events if describe(battle.rules, event)] == [
        "Blue-chief falls on 3 or less: 3, he falls [3]",
        "blue-chief fell, and was missed.",
    ]
    assert battle.turn(3).step("fortunes").status("blue-chief") == "fallen"


def test_who_has_fallen_gives_no_orders_no_bonus_and_no_initiative():
    """[2.1-2.3] His wing commanders still do what they can."""
    battle = Battle("b1 0309 near; b2 0409 other; r1 0901 red", generals={**RISK, **WING}).turn(2)
    battle.begin(0)
    assert battle.offers() == ["pass", "order near blue-wing"]
    assert "blue-chief is not in command" in str(battle.why_not("order near"))
    battle.do("order near blue-wing")
    # Three points of the red commander beat none: 5 against 3 + 3.
    battle.do("pass", 5, 3)
    assert battle.state.facts["initiative"] == "red"


def test_with_nobody_in_command_there_is_nothing_to_order():
    battle = Battle("b1 0309 near; r1 0901 red", generals=RISK).turn(2).begin(0)
    assert battle.asked == ("red", "orders")
    assert battle.state.facts["secret:blue:order:near"] == "SO"


def test_a_general_may_take_command_late():
    """[2.1] Until then he gives neither orders nor bonus, though his initiative counts."""
    battle = Battle("b1 0309 near; r1 0901 red", generals={"blue-chief": {"commands_from": 2}}).begin()
    assert battle.asked == ("red", "orders")
    assert Battle(
        "b1 0309 near; r1 0901 red", generals={"blue-chief": {"commands_from": 1}}
    ).begin().asked == (
        "blue",
        "orders",
    )


def test_a_formation_on_the_map_cannot_be_waited_for():
    with pytest.raises(ValueError, match="'near' has 'comes_at_most', so all its units need 'enters'"):
        Battle(UNSURE, formations={"near": {"comes_at_most": 2}})
