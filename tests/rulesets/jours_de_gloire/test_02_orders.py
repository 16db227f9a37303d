"""[2] Orders and activation."""

from __future__ import annotations

import pytest

from game.core.dice import ScriptedDice
from game.core.engine import carry_out, legal_actions
from game.core.view import seen_state
from game.rulesets.jours_de_gloire.command import is_present
from game.rulesets.jours_de_gloire.units import active_units
from tests.rulesets.jours_de_gloire.battle import Battle

TWO_CORPS = "b1 0309 near; b2 0901 far; r1 0905 red"


def orders(text=TWO_CORPS, **more):
    return Battle(text, **more).begin()


def started(text, *faces, **more):
    """The table after both sides passed their orders and rolled these dice."""
    battle = Battle(text, **more).begin()
    battle.do("pass")
    return battle.do("pass", *faces)


def costs(battle):
    """What each order would cost, by giving it and nothing else."""
    found = {}
    for action in legal_actions(battle.rules, battle.state):
        if action.verb == "order":
            after = carry_out(battle.rules, battle.state, action, ScriptedDice()).state
            found[str(action)] = after.frame.get("given")[0][2]
    return found


# --- 2.1 --------------------------------------------------------------------------------------------


def test_an_order_in_range_costs_one_point_any_other_two():
    """[2.1] At least one unit within range that is not routed: 1 CP; any other formation 2 CP."""
    assert costs(orders()) == {"order near": 1, "order far": 2}


def test_range_is_counted_without_the_generals_hex_and_includes_its_last_hex():
    """[2.1] Hexes from the general to the unit, not counting the general's hex."""
    assert costs(orders("b1 0409 edge; b2 0509 beyond; r1 0901 red")) == {"order edge": 1, "order beyond": 2}


def test_a_routed_unit_does_not_carry_the_order():
    """[2.1] Only a unit that is not routed counts for the range."""
    battle = Battle("b1 0309 near; b2 0901 near; r1 0905 red").put(b1="routed").begin()
    assert costs(battle) == {"order near": 2}


@pytest.mark.parametrize(("position", "found"), [("impossible", None), ("one_cp", 1), ("two_cp", 2)])
def test_house_rule_order_out_of_range(position, found):
    battle = orders(switches={"order_out_of_range": position})
    assert costs(battle).get("order far") == found
    if found is None:
        assert "out of command range" in battle.why_not("order far")


def test_points_are_spent_and_the_rest_is_lost():
    """[2.1] With 3 CP: 1 and 2 are all; unspent points are lost with the turn."""
    battle = orders("b1 0309 near; b2 0901 far; b3 0801 third; r1 0905 red")
    battle.do("order near").do("order far")
    # Nothing can be paid any more, so the side has passed by itself.
    assert battle.asked == ("red", "orders")
    battle = orders("b1 0309 near; b2 0901 far; b3 0801 third; r1 0905 red").do("order far")
    assert battle.offers() == ["pass", "order near"]
    assert "costs 2 command points and blue-chief has 1 left" in battle.why_not("order third")
    assert "already" in battle.why_not("order far")
    assert "no formation" in battle.why_not("order red")


def test_orders_are_secret_until_the_marker_is_drawn():
    """[1 A, 2.1] Markers lie face down; the enemy sees neither them nor the points spent."""
    battle = orders().do("order near")
    assert seen_state(battle.state, "red").frame.data == {}
    assert battle.told("ordered")[0].word("secret_to") == "blue"
    battle.do("pass")
    own, other = (seen_state(battle.state, side).facts for side in ("blue", "red"))
    assert own["secret:blue:order:near"] == "OR"
    assert own["secret:blue:order:far"] == "SO"
    assert not any("order" in key for key in other)


def test_wing_commanders_pay_for_their_formations_with_their_own_points():
    """[2.1] Wing commanders with CP for named formations are battle data."""
    wing = {"blue-wing": {"at": "0901", "command_points": 1, "command_range": 2, "formations": ["far"]}}
    battle = orders(generals=wing)
    assert battle.offers() == ["pass", "order near", "order far", "order far blue-wing"]
    assert costs(battle)["order far blue-wing"] == 1
    assert "does not command" in battle.why_not("order near blue-wing")
    assert "no wing commander" in battle.why_not("order near blue-chief")
    battle.do("order far blue-wing")
    assert battle.offers() == ["pass", "order near"]
    assert "blue-chief 3, blue-wing 0" in battle.prompt


def test_formations_neither_on_the_map_nor_due_take_no_order():
    """[2.1] One marker per formation on the map or due this turn."""
    battle = orders("b1 0309 near; b2 0109 late @2; r1 0901 red")
    assert battle.offers() == ["pass", "order near"]
    assert "nor one due" in battle.why_not("order late")


def test_an_unreleased_formation_takes_no_order_and_has_no_marker():
    """[2.2] It may not act before its turn."""
    battle = orders(formations={"far": {"released_on": 2}})
    assert battle.offers() == ["pass", "order near"]
    assert "before turn 2" in battle.why_not("order far")
    battle.do("pass").do("pass", 9, 0)
    assert not [marker for marker in battle.state.facts["cup"] if marker.startswith("far")]


# --- 2.2 --------------------------------------------------------------------------------------------


def test_the_higher_total_has_the_initiative():
    """[2.2] d10 + initiative of the commander-in-chief."""
    battle = started("b1 0309 near; b2 0901 far; r1 0905 red; r2 0805 guard", 4, 5)
    assert battle.asked == ("red", "first_marker")
    more = {"generals": {"blue-chief": {"initiative": 5}}}
    battle = started("b1 0309 near; b2 0901 far; r1 0905 red; r2 0805 guard", 4, 5, **more)
    assert battle.asked == ("blue", "first_marker")


def test_initiative_is_the_command_points_unless_stated():
    """[2.2] Default: his CP."""
    more = {"generals": {"blue-chief": {"initiative": None, "command_points": 6}}}
    battle = started("b1 0309 near; b2 0901 far; r1 0905 red; r2 0805 guard", 4, 6, **more)
    assert battle.state.facts["initiative"] == "blue"


def test_a_tie_is_rolled_again():
    """[2.2] Ties re-rolled."""
    battle = started(TWO_CORPS, 4, 4, 7, 7, 9, 1)
    assert battle.asked == ("blue", "first_marker")


def test_house_rule_initiative_tie_nobody():
    """[2.2] Nobody has it, and every marker goes into the cup."""
    battle = started(TWO_CORPS, 4, 4, "red#1", switches={"initiative_tie": "nobody"})
    assert "initiative" not in battle.state.facts
    assert battle.state.facts["cup"] == ("far#1", "far#2", "near#1", "near#2", "red#2")
    assert battle.state.facts["active"] == "red"


def test_the_winner_picks_any_marker_of_his_own():
    """[2.2] It opens the turn without a draw; the rest is in the cup."""
    battle = started(TWO_CORPS, 9, 0)
    assert battle.offers() == ["first near", "first far"]
    assert "no formation of yours" in battle.why_not("first red")
    assert "opens the turn" in battle.why_not("pass")
    battle.do("first far")
    assert battle.rolls() == []
    assert (battle.state.facts["active"], battle.state.facts["formation"]) == ("blue", "far")
    assert battle.state.facts["cup"] == ("far#2", "near#1", "near#2", "red#1", "red#2")


def test_an_order_is_turned_over_and_stays_face_up():
    """[1 D2] OR or SO; it stays face up for the second marker."""
    battle = orders().do("order far").do("pass").do("pass", 9, 0).do("first far")
    assert battle.state.facts["order:far"] == battle.state.facts["status"] == "OR"
    assert "secret:blue:order:far" not in battle.state.facts
    assert seen_state(battle.state, "red").facts["order:far"] == "OR"
    battle.do("pass", "far#2")
    assert battle.state.facts["status"] == "OR"
    assert battle.state.facts["cup"] == ("near#1", "near#2", "red#1", "red#2")


def test_a_formation_with_no_unit_left_removes_its_markers():
    """[2.2] They would activate nobody."""
    battle = started(TWO_CORPS, 9, 0).do("first near").put(r1="eliminated").do("pass")
    battle.do("pass", "far#1")
    assert battle.state.facts["cup"] == ("far#2", "near#2")


def test_a_special_marker_is_added_once_a_game_within_its_turns():
    """[2.2] Furia Francese: once a game its owner adds it in phase C."""
    special = {
        "id": "furia",
        "name": "Furia",
        "side": "blue",
        "first_turn": 1,
        "last_turn": 2,
        "formations": ["near"],
        "infantry": 2,
        "cavalry": 1,
    }
    text = "b1 0309 near; b2 0409 near; b3 0509 near; b4 0609 near horse; b5 0709 near guns; r1 0901 red"
    battle = started(text, 9, 0, special_markers=[special])
    assert battle.asked == ("blue", "special_marker")
    assert "no special marker" in battle.why_not("add fury")
    battle.do("add furia")
    assert "furia#special" in battle.state.facts["cup"]
    # Its units act as ordered: two infantry, one cavalry, no guns.
    battle.do("pass")
    for _segment in range(9):
        if battle.state.facts.get("formation") is None:
            break
        faces = ("furia#special",) if battle.state.frame.step == "movement" else ()
        battle.do("pass", *faces)
    assert battle.asked == ("blue", "special_units")
    assert battle.offers() == ["pass", "choose b1", "choose b2", "choose b3", "choose b4"]
    battle.do("choose b3").do("choose b1")
    assert battle.offers() == ["pass", "choose b4"]
    assert "at most 2 infantry" in battle.why_not("choose b2")
    assert "does not activate" in battle.why_not("choose b5")
    battle.do("choose b4")
    assert battle.state.facts["chosen"] == ("b1", "b3", "b4")
    assert battle.state.facts["status"] == "OR"
    assert {offer.split()[1] for offer in battle.offers() if offer.startswith("move")} == {"b1", "b3", "b4"}
    battle.turn(2).step("special_marker", side="blue")
    assert battle.state.frame.step != "special_marker"


def test_a_special_marker_waits_for_its_turns():
    special = {
        "id": "furia",
        "name": "Furia",
        "side": "blue",
        "first_turn": 2,
        "formations": ["near"],
        "infantry": 1,
    }
    battle = Battle(TWO_CORPS, special_markers=[special])
    assert not battle.rules.conditions["special_markers_at_hand"](battle.rules, battle.state)
    battle.turn(2)
    assert battle.rules.conditions["special_markers_at_hand"](battle.rules, battle.state)


# --- 2.3 --------------------------------------------------------------------------------------------


def without_orders(**more):
    return started("b1 0309 near; b2 0809 far; r1 0901 red", 9, 0, **more).do("first near")


def test_without_orders_units_move_half_rounded_up():
    """[2.3, 16.13] Infantry MA 4 has 2 points without orders."""
    battle = without_orders().do("pass").do("move b1")
    assert battle.state.frame.get("left") == 2


def test_example_13_individual_order():
    """[16.13] AM rating 6, commander in range with bonus 2: die 0-8 gives orders, 9 does not."""
    more = {"generals": {"blue-chief": {"bonus": 2}}, "formations": {"near": {"rating": 6}}}
    battle = without_orders(**more)
    assert battle.offers() == ["pass", "try"]
    assert "0 to 8" in battle.prompt
    battle.do("try", 8)
    assert battle.state.facts["status"] == "OR"
    assert [str(line) for line in battle.rolls()[0].lines] == ["-2 blue-chief [2.3]"]
    assert battle.do("move b1").state.frame.get("left") == 4


def test_a_failed_individual_order_leaves_only_the_rally():
    """[2.3] The formation does nothing but rally."""
    battle = without_orders(formations={"near": {"rating": 5}})
    battle.put(b1="disordered").do("try", 6)
    assert battle.asked == ("blue", "rally")
    assert battle.offers() == ["pass", "rally b1"]


def test_out_of_range_the_commander_adds_nothing():
    """[2.3] His bonus counts only if one of its units is within command range."""
    more = {"generals": {"blue-chief": {"bonus": 2}}}
    battle = started("b1 0309 near; b2 0809 far; r1 0901 red", 9, 0, **more).do("first far")
    assert "0 to 5" in battle.prompt
    battle.do("try", 5)
    assert battle.rolls()[0].lines == ()
    assert battle.state.facts["status"] == "OR"


def test_an_individual_order_lasts_for_one_activation():
    """[2.3] Treated as OR for this activation only."""
    battle = without_orders().do("try", 0)
    battle.do("pass", "near#2")
    assert battle.state.facts["status"] == "SO"
    assert battle.offers() == ["pass", "try"]


def test_formations_with_orders_are_not_asked():
    battle = orders().do("order near").do("pass").do("pass", 9, 0).do("first near")
    assert battle.asked == ("blue", "movement")


def test_house_rule_individual_order_off():
    battle = without_orders(switches={"individual_order": "off"})
    assert battle.asked == ("blue", "movement")
    assert battle.state.facts["status"] == "SO"


# --- 2.2 units tied to another marker -----------------------------------------------------------------


TIED = "b1 0309 reserve; b2 0409 massena horse; b3 0509 massena; r1 0901 red"


def tied(turn=1):
    """Leclerc's cavalry (b2) acts with the reserve while Masséna's marker is not available."""
    return Battle(TIED, formations={"massena": {"released_on": 2}}, tied={"b2": "reserve"}).turn(turn)


def activated(battle, formation):
    battle.fact("active", "blue").fact("formation", formation).fact("status", "OR")
    return {piece.id for piece in active_units(battle.rules, battle.state)}


def test_a_unit_may_be_tied_to_another_marker():
    """[2.2] By battle rule, while the marker of its own formation is not available."""
    assert activated(tied(), "reserve") == {"b1", "b2"}
    assert "massena#1" not in tied().step("assembly").state.facts["cup"]


def test_a_tied_unit_acts_with_its_own_formation_once_that_is_released():
    """[2.2] Only while the other marker is wanting."""
    assert activated(tied(2), "reserve") == {"b1"}
    assert activated(tied(2), "massena") == {"b2", "b3"}


def test_a_tied_unit_keeps_the_marker_it_is_tied_to_alive():
    """[2.2] A marker has somebody to activate as long as the guest is there."""
    assert is_present(tied().rules, tied().put(b1="eliminated").state, "reserve")
    assert not is_present(tied().rules, tied(2).put(b1="eliminated").state, "reserve")


def test_a_tie_must_name_a_formation_of_the_same_side():
    """[2.2] Battle data, checked."""
    with pytest.raises(ValueError, match="acts with 'red', which is not of its side"):
        Battle(TIED, tied={"b2": "red"})
    with pytest.raises(ValueError, match="unknown formation 'reserv'; did you mean 'reserve'"):
        Battle(TIED, tied={"b2": "reserv"})


def test_a_special_marker_may_take_its_cavalry_from_elsewhere():
    """[2.2] Two infantry units of one named group plus one cavalry unit."""
    special = {"id": "furia", "name": "Furia", "side": "blue", "formations": ["near"], "infantry": 2}
    more = {"cavalry": 1, "cavalry_formations": ["far"]}
    text = "b1 0309 near; b2 0409 near horse; b3 0509 far horse; b4 0609 far; r1 0901 red"
    battle = Battle(text, special_markers=[{**special, **more}]).fact("special", "furia").fact("chosen", ())
    battle.step("special_units", side="blue")
    assert battle.offers() == ["pass", "choose b1", "choose b3"]


# --- the rest of 2 ------------------------------------------------------------------------------------


def test_an_order_covers_the_whole_formation_wherever_its_units_stand():
    """[2.1] One unit in range is enough, and all of them move their full allowance."""
    battle = orders("b1 0309 near; b2 0901 near; b3 0801 near; r1 0905 red")
    assert costs(battle) == {"order near": 1}
    battle.do("order near").do("pass", 9, 0)
    for unit in ("b1", "b2"):
        assert battle.do(f"move {unit}").state.frame.get("left") == 4
        battle.do("halt N")


def test_nothing_blocks_the_command_range():
    """[2.1] Blocked by nothing: neither lakes nor enemies."""
    lakes = dict.fromkeys(("0208", "0209", "0308"), "lake")
    assert costs(orders("b1 0309 near; r1 0209 red guns", terrain={"0308": "lake", "0208": "lake"})) == {
        "order near": 1
    }
    assert costs(orders("b1 0309 near; r1 0901 red", terrain=lakes)) == {"order near": 1}


def test_two_markers_for_each_formation():
    """[2.2] Hence normally two activations a turn; a scenario may say otherwise."""
    battle = Battle(TWO_CORPS, formations={"far": {"markers": 3}}).step("assembly")
    assert battle.state.facts["cup"] == ("far#1", "far#2", "far#3", "near#1", "near#2", "red#1", "red#2")


def test_without_orders_guns_fire():
    """[2.3] Artillery fire: yes."""
    battle = started("b1 0509 near guns; r1 0506 red", 9, 0).do("pass")
    assert battle.asked == ("blue", "fire")
    assert "battery b1" in battle.offers()


def test_without_orders_units_enter_enemy_zones():
    """[2.3] Enter an enemy ZOC: yes."""
    battle = started("b1 0509 near; r1 0507 red guns; r2 0607 red", 9, 0).do("pass").do("move b1")
    assert battle.state.facts["status"] == "SO"
    assert "go 0508" in battle.offers()


def test_the_individual_order_comes_before_anything_else():
    """[2.3] Before the guns fire."""
    battle = started("b1 0509 near guns; r1 0506 red", 9, 0)
    assert battle.asked == ("blue", "individual_order")


def test_units_are_taken_in_any_order_or_left_idle():
    """[2.2] Inside a segment the owner is free; he may end it with units that have not acted."""
    battle = orders("b1 0309 near; b2 0409 near; r1 0901 red").do("order near").do("pass", 9, 0)
    assert {"move b1", "move b2", "pass"} <= set(battle.offers())
    battle.do("move b2").do("halt N")
    assert "move b1" in battle.offers()
    battle.do("pass", "near#2")
    assert battle.asked == ("blue", "movement")
