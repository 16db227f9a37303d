"""[6.6] Leaving the map."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.chronicle import describe
from game.rulesets.jours_de_gloire.collapse import losses
from game.rulesets.jours_de_gloire.command import is_present
from game.rulesets.jours_de_gloire.invariants import broken, broken_by
from game.rulesets.jours_de_gloire.victory import points, verdict
from tests.rulesets.jours_de_gloire.battle import Battle

TEXT = "b1 0309 blue; b2 0505 blue; r1 0901 red"
EXITS = [{"side": "blue", "hexes": ["0109"]}]


def moving(text=TEXT, unit="b1", status="OR", **more):
    battle = Battle(text, **{"exits": EXITS, **more})
    battle.fact("active", "blue").fact("formation", "blue").fact("status", status)
    return battle.step("movement", side="blue").choose(f"move {unit}")


def test_units_leave_the_map_only_where_the_scenario_says():
    """[6.6] From an exit of their side, with a point to spare."""
    battle = moving()
    assert "exit" not in battle.offers()
    assert "only where the scenario says [6.6]" in battle.why_not("exit")
    battle.choose("go 0109")
    assert "exit" in battle.offers()
    before = battle.state
    battle.choose("exit")
    assert (battle.where("b1"), battle.status("b1")) == (None, "exited")
    assert list(broken(battle.rules, battle.state)) == []
    assert list(broken_by(battle.rules, before, battle.events)) == []
    assert "b1 left the map." in [describe(battle.rules, event) for event in battle.events]


def test_without_exits_nobody_leaves():
    """[6.6] Not even from the edge."""
    assert "exit" not in moving(exits=[]).choose("go 0109").offers()


def test_an_exit_is_for_one_side():
    """[6.6] The enemy's way out is none."""
    theirs = [{"side": "red", "hexes": ["0109"]}]
    assert "exit" not in moving(exits=theirs).choose("go 0109").offers()


def test_leaving_takes_a_point():
    """[6.6] Without orders two points are spent on the way."""
    battle = moving(status="SO").choose("go 0109")
    assert "exit" not in battle.offers()
    assert "takes movement points: 1 [6.6]" in battle.why_not("exit")


def test_out_of_an_enemy_zone_it_takes_two():
    """[6.6, 4.2] As any step out of a zone."""
    battle = moving("b1 0109 blue; r1 0209 red", status="SO")
    assert "exit" in battle.offers()  # MA 4, half of it
    battle = moving("b1 0109 blue horse; r1 0209 red", weather=[{"turns": [1], "rain": True}])
    assert "exit" in battle.offers()


def test_whoever_left_does_not_come_back_and_is_not_lost():
    """[6.6, 2.2, 12.2] No marker, no collapse, no points for the enemy."""
    battle = moving("b1 0109 blue; r1 0901 red; r2 0801 red").choose("exit")
    assert not is_present(battle.rules, battle.state, "blue")
    assert losses(battle.rules, battle.state, "blue").lost == 0
    assert points(battle.rules, battle.state, "red") == ()


def test_a_scenario_may_give_points_for_it():
    """[13] Battle data."""
    battle = moving("b1 0109 blue; r1 0901 red", victory={"unit_exited": 3}).choose("exit")
    assert [str(line) for line in points(battle.rules, battle.state, "blue")] == [
        "+3 units that left the map: 1 [13]"
    ]


def test_an_army_that_has_marched_off_is_judged_by_points():
    """[13] It is not beaten by being gone."""
    battle = moving("b1 0109 blue; r1 0901 red", victory={"unit_exited": 12}).choose("exit")
    outcome = verdict(battle.rules, battle.state)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("blue", "marginal")


def test_an_exit_must_name_a_side():
    """[6.6] Battle data, checked."""
    with pytest.raises(ValueError, match="unknown side 'bleu'; did you mean 'blue'"):
        Battle(TEXT, exits=[{"side": "bleu", "hexes": ["0109"]}])
