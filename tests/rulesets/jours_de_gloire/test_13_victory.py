"""[12.3, 13] Victory."""

from __future__ import annotations

import pytest

from game.core.modifiers import total
from game.core.state import Outcome
from game.rulesets.jours_de_gloire.victory import by_points, points, verdict
from tests.rulesets.jours_de_gloire.battle import Battle

ARMIES = "b1 0109 blue; b2 0209 blue guns; r1 0901 red; r2 0801 red horse; r3 0701 red guns; r4 0601 red"


def lines(battle, side):
    return [(line.value, line.why) for line in points(battle.rules, battle.state, side)]


def test_points_for_enemy_losses():
    """[13] 2 per infantry or cavalry unit eliminated, 1 per unit routed on the map, 1 per battery."""
    battle = Battle(ARMIES).put(r1="eliminated", r2="eliminated", r3="eliminated", r4="routed")
    assert lines(battle, "blue") == [
        (4, "enemy units eliminated: 2"),
        (1, "enemy units routed: 1"),
        (1, "enemy batteries eliminated: 1"),
    ]
    assert lines(battle, "red") == []


def test_a_scenario_may_count_otherwise():
    battle = Battle(ARMIES, victory={"unit_eliminated": 5, "handicap": {"red": 3}}).put(r1="eliminated")
    assert total(points(battle.rules, battle.state, "blue")) == 5
    assert lines(battle, "red") == [(3, "handicap")]


def test_objectives_belong_to_the_last_occupant():
    """[13] Objectives to the last occupant, also after he has gone; worth more to one side if it says so."""
    objectives = [
        {"hex": "0505", "name": "Mill", "points": 4, "holder": "red"},
        {"hex": "0705", "name": "Bridge", "points": {"blue": 7, "red": 2}},
    ]
    battle = Battle(ARMIES, objectives=objectives)
    assert lines(battle, "red") == [(4, "Mill")]
    battle.fact("holder:0505", "blue").fact("holder:0705", "blue")
    assert lines(battle, "blue") == [(4, "Mill"), (7, "Bridge")]
    battle.fact("holder:0705", "red")
    assert lines(battle, "red") == [(2, "Bridge")]


@pytest.mark.parametrize(
    ("margin", "winner", "level"),
    [
        (0, None, "draw"),
        (9, None, "draw"),
        (10, "blue", "marginal"),
        (19, "blue", "marginal"),
        (20, "blue", "decisive"),
    ],
)
def test_the_difference_decides(margin, winner, level):
    """[13] Up to 9 a draw, 10 to 19 marginal, 20 and more decisive."""
    battle = Battle(ARMIES, victory={"handicap": {"blue": margin + 3, "red": 3}})
    outcome = by_points(battle.rules, battle.state)
    assert outcome == Outcome(winner, level, f"Blue {margin + 3}, Red 3")


def test_the_other_side_wins_alike():
    battle = Battle(ARMIES, victory={"handicap": {"red": 12}})
    assert by_points(battle.rules, battle.state)[:2] == ("red", "marginal")


def test_the_battle_ends_with_its_last_turn():
    """[13] E3: after the last turn the points are counted; before it the game goes on."""
    battle = Battle(ARMIES, turns=2).step("next_turn")
    assert (battle.state.turn, battle.state.result) == (2, None)
    battle.step("next_turn")
    assert battle.state.result == Outcome(None, "draw", "Blue 0, Red 0")


def death(**more):
    return {"sudden_death": [{"winner": "blue", "name": "The field is ours", **more}]}


def test_sudden_death_by_formations_lost():
    """[12.3] When so many enemy formations are destroyed or routed."""
    text = "b1 0109 blue; r1 0901 left; r2 0801 centre; r3 0701 right; r4 0601 right"
    battle = Battle(text, victory=death(formations_lost=2)).put(r1="eliminated").fact("collapsed:right", True)
    assert verdict(battle.rules, battle.state) == Outcome("blue", "decisive", "The field is ours")
    battle.fact("collapsed:right", None)
    assert verdict(battle.rules, battle.state) is None
    battle.put(r3="routed", r4="routed")
    assert verdict(battle.rules, battle.state) is not None


def test_sudden_death_by_hexes():
    """[12.3] All of them, from their turn on; a hex that is no objective must be stood in."""
    objectives = [{"hex": "0505", "name": "Mill", "points": 4}]
    victory = death(hexes=["0505", "0109"], from_turn=2)
    battle = Battle(ARMIES, victory=victory, objectives=objectives).turn(2)
    assert verdict(battle.rules, battle.state) is None
    battle.fact("holder:0505", "blue")
    assert verdict(battle.rules, battle.state) == Outcome("blue", "decisive", "The field is ours")
    assert verdict(battle.rules, battle.turn(1).state) is None
    assert verdict(battle.rules, battle.turn(2).put(b1="eliminated").state) is None


def test_where_both_sides_fulfil_theirs_the_points_decide():
    """[12.3, 13] No side is first by the order of the scenario file."""
    ends = [
        {"winner": "blue", "name": "South", "hexes": ["0109"]},
        {"winner": "red", "name": "North", "hexes": ["0901"]},
    ]
    battle = Battle(ARMIES, victory={"sudden_death": ends, "handicap": {"red": 10}})
    assert verdict(battle.rules, battle.state) == Outcome("red", "marginal", "Blue 0, Red 10")


def test_a_side_without_units_has_lost():
    """[13] Nobody on the map and nobody to come."""
    battle = Battle(ARMIES).put(b1="eliminated", b2="eliminated").step("next_turn")
    assert battle.state.result == Outcome("red", "decisive", "the enemy has no unit left")


def test_a_side_with_units_to_come_goes_on():
    battle = Battle("b1 0109 blue; b2 0209 late @3; r1 0901 red").put(b1="eliminated").step("next_turn")
    assert battle.state.result is None


def test_two_armies_that_perished_are_judged_by_points():
    battle = Battle("b1 0109 blue; r1 0901 red").put(b1="eliminated", r1="eliminated").step("next_turn")
    assert battle.state.result == Outcome(None, "draw", "Blue 2, Red 2")


def test_whoever_enters_an_objective_holds_it():
    """[13] A march into the hex changes hands and is told; one's own stays one's own without a word."""
    for holder, told in (("red", 1), ("blue", 0)):
        objectives = [{"hex": "0108", "name": "Mill", "points": 4, "holder": holder}]
        battle = Battle(ARMIES, objectives=objectives).fact("active", "blue").fact("formation", "blue")
        battle.fact("status", "OR").step("movement", side="blue").choose("move b1").choose("go 0108")
        assert battle.state.fact("holder:0108") == "blue"
        assert len(battle.told("objective")) == told
