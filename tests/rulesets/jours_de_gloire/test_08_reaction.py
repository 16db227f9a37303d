"""[8.3] Reaction fire: the guns of an attacked hex, whom they stop, and whom they only shake."""

from __future__ import annotations

import pytest

from game.core.events import Rolled
from game.rulesets.jours_de_gloire.combat import assess_shock
from tests.rulesets.jours_de_gloire.assault import assault, attackers, declared

# Fire strength 4, reaction -1, point-blank +1: die 4 is no effect, 5 to 8 a test, 9 a D.
ONE = "b1 0405 line N; r1 0404 guns S"
TWO = "b1 0405 line N; b2 0505 line N; r1 0404 guns S"
STACK = "b1 0405 line N; b2 0405 line N; r1 0404 guns S"
CHARGE = "b1 0405 horse N; r1 0404 line S; r2 0404 guns S"
MISS, TEST, HIT = 0, 5, 9


def reaction(text, *attacks, faces=(), **more):
    field = assault(text, *(attacks or ("b1 > 0404",)), **more)
    return field.open("reaction_fire").settle(*faces)


def rolls(field):
    return [event for event in field.events if isinstance(event, Rolled)]


# --- who fires at whom -----------------------------------------------------------------------------


def test_a_battery_in_an_attacked_hex_fires_at_the_attacker():
    """[8.3] With one target there is nothing to choose; the sum is that of the page."""
    field = reaction(ONE, faces=(MISS,))
    (roll,) = rolls(field)
    assert sum(line.value for line in roll.lines) == 4
    assert field.step == "rest"
    assert attackers(field) == ["b1"]


def test_reaction_and_point_blank_cancel_out():
    """[8.3] -1 for the reaction, +1 for point-blank."""
    (roll,) = rolls(reaction(ONE, faces=(MISS,)))
    assert sorted(line.value for line in roll.lines) == [-1, 1, 4]


def test_the_terrain_is_that_of_the_attackers_hex():
    """[8.3, note a] Attackers in woods are harder to hit, guns in woods are not."""
    (roll,) = rolls(reaction(ONE, faces=(MISS,), terrain={"0405": "woods"}))
    assert sum(line.value for line in roll.lines) == 3
    (roll,) = rolls(reaction(ONE, faces=(MISS,), terrain={"0404": "woods"}))
    assert sum(line.value for line in roll.lines) == 4


@pytest.mark.parametrize("state", ["disordered", "routed"])
def test_guns_out_of_order_do_not_fire(state):
    """[8.3] Each good-order battery."""
    assert rolls(reaction(f"{ONE} {state}")) == []


def test_only_guns_in_the_attacked_hex_fire():
    """[8.3] The battery next to it, though it sees the attackers, holds its fire."""
    assert rolls(reaction("b1 0405 line N; r1 0404 line S; r2 0304 guns S")) == []


def test_only_through_its_front_without_turning():
    """[8.3] Taken from behind, the guns are silent."""
    assert rolls(reaction("b1 0405 line N; r1 0404 guns N")) == []


def test_guns_in_a_square_or_a_town_fire_all_round():
    """[7.2, note b] At -1 for their six front hexes."""
    text = "b1 0405 line N; r1 0404 guns N"
    (roll,) = rolls(reaction(text, faces=(MISS,), terrain={"0404": "town"}))
    assert sum(line.value for line in roll.lines) == 3
    (roll,) = rolls(reaction(f"{text}; r2 0404 line N square", faces=(MISS,)))
    assert sum(line.value for line in roll.lines) == 3


def test_only_at_attackers():
    """[8.3] b2 stands in front of the guns, but it does not attack."""
    field = reaction(TWO, faces=(MISS,))
    assert "0405" in rolls(field)[0].why


def test_the_owner_chooses_among_attacking_hexes():
    """[8.3] One shot at one hex; the side that is attacked is asked."""
    field = reaction(TWO, "b1 b2 > 0404")
    assert (field.step, field.asked) == ("reaction_target", "red")
    assert field.offers() == ["react r1 0405", "react r1 0505"]
    field.do("react r1 0505", HIT)
    assert (field.status("b1"), field.status("b2")) == ("good", "disordered")
    assert field.step == "rest"


def test_it_fires_whether_its_owner_likes_it_or_not():
    """[8.3] Each battery fires; other nonsense is answered, too."""
    field = reaction(TWO + "; b3 0606 line N; r3 0504 guns S", "b1 b2 > 0404")
    assert str(field.why_not("pass")) == "every battery that can fires at those who attack it [8.3]"
    assert str(field.why_not("react r1 0606")) == "nobody attacks from there [8.3]"
    assert str(field.why_not("react r3 0505")) == "only batteries of the attacked hex fire, each once [8.3]"
    assert "no hex '9999'" in str(field.why_not("react r1 9999"))
    assert field.why_not("react") is not None


def test_not_at_an_attacker_behind_it():
    """[8.3] Attacked from both sides, only the one in front is a target."""
    field = reaction("b1 0405 line N; b2 0504 line NW; b3 0505 line N; r1 0404 guns S", "b1 b3 b2 > 0404")
    assert field.offers() == ["react r1 0405", "react r1 0505"]
    why = "it does not lie in front of the battery, which may not turn [8.3]"
    assert str(field.why_not("react r1 0504")) == why


def test_each_battery_fires_once():
    """[8.3] Two batteries, two shots; the first result is applied before the second."""
    field = reaction(TWO + "; r2 0404 guns S", "b1 b2 > 0404")
    # After the first shot b1 attacks no more, and the second battery has one target left.
    field.do("react r1 0405", HIT, MISS)
    assert [roll.why for roll in rolls(field)] == [
        "r1 fires at the attackers in 0405",
        "r2 fires at the attackers in 0505",
    ]
    assert attackers(field) == ["b2"]
    assert field.step == "rest"


def test_two_batteries_fire_together():
    """[8.3, 7.2] At +2, the stronger of the two."""
    field = reaction(ONE + "; r2 0404 guns S sp=3")
    assert field.offers() == ["react r1 0405", "react r2 0405", "react r1 r2 0405"]
    field.do("react r1 r2 0405", MISS)
    (roll,) = rolls(field)
    assert sum(line.value for line in roll.lines) == 6
    assert field.step == "rest"


def test_batteries_of_two_hexes_do_not_fire_together():
    """[7.2] One formation, one hex."""
    field = reaction(TWO + "; r2 0504 guns SW", "b1 b2 > 0404", multi_hex_defence="all_in_front")
    assert str(field.why_not("react r1 r2 0505")) == (
        "only batteries of the attacked hex fire, each once [8.3]"
    )


def test_every_attacked_hex_has_its_turn():
    """[8.2] All reaction fire comes before the first combat."""
    text = "b1 0405 line N; b2 0805 line N; r1 0404 guns S; r2 0804 guns S"
    field = reaction(text, "b1 > 0404", "b2 > 0804", faces=(HIT, MISS))
    assert [combat.target for combat in declared(field)] == ["0804"]


def test_by_the_house_rule_guns_of_all_the_hexes_fire():
    """House rule `multi_hex_defence`: both hexes are attacked, so the guns of both fire."""
    text = "b1 0405 line N; r1 0404 guns S; r2 0304 guns S"
    assert len(rolls(reaction(text, faces=(MISS, MISS), multi_hex_defence="all_in_front"))) == 2
    assert len(rolls(reaction(text, faces=(MISS,)))) == 1


def test_it_does_not_use_up_any_other_fire():
    """[7.6] No mark is laid on the guns."""
    assert reaction(ONE, faces=(MISS,)).piece("r1").marks == frozenset()


# --- whom it stops ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["line", "horse", "heavy"])
def test_disordered_infantry_or_cavalry_not_charging_does_not_attack(kind):
    """[8.3] Its shock is cancelled; it stays where it is."""
    field = reaction(f"b1 0405 {kind} N; r1 0404 guns S", faces=(HIT,))
    assert declared(field) == []
    assert (field.where("b1"), field.status("b1")) == ("0405", "disordered")


@pytest.mark.parametrize(("face", "left"), [(6, ["b1"]), (7, [])])
def test_who_passes_his_test_goes_on(face, left):
    """[8.3, 7.2] A CT with cohesion 6."""
    assert attackers(reaction(ONE, faces=(TEST, face))) == left


def test_the_others_of_the_stack_go_on():
    """[8.3] House rule `reaction_cancels`, default: only the unit itself. Massed +1: die 4 is a test."""
    field = reaction(STACK, "b1 b2 > 0404", faces=(4, 9, 0))
    assert (field.status("b1"), field.status("b2")) == ("disordered", "good")
    assert attackers(field) == ["b2"]


def test_by_the_house_rule_the_whole_stack_is_cancelled():
    """House rule `reaction_cancels`: stack. The steady unit stays, too; another hex goes on."""
    field = reaction(STACK, "b1 b2 > 0404", faces=(4, 9, 0), reaction_cancels="stack")
    assert declared(field) == []
    text = STACK + "; b3 0505 line N"
    field = reaction(text, "b1 b2 b3 > 0404", reaction_cancels="stack").do("react r1 0405", 4, 9, 0)
    assert attackers(field) == ["b3"]


def test_by_the_house_rule_a_cancelled_stack_is_no_target_any_more():
    """House rule `reaction_cancels`: the second battery has nobody left to fire at."""
    text = STACK + "; r2 0404 guns S"
    field = reaction(text, "b1 b2 > 0404", reaction_cancels="stack").do("react r1 0405", 4, 9, 0)
    assert len([roll for roll in rolls(field) if "fires" in roll.why]) == 1
    assert field.step == "rest"


def test_routed_attackers_are_gone():
    """[7.2, 10.3] An R sends them running, and the combat is off. Fire strength 9: die 9 is 18."""
    field = reaction("b1 0405 line N; r1 0404 guns S sp=9", faces=(9,))
    while field.step == "rout_move":
        field.do(field.offers()[0])
    assert field.status("b1") == "routed"
    assert declared(field) == []
    assert field.step == "rest"


def test_a_chain_broken_by_fire_is_mended():
    """[8.1, 8.5] As after engagement tests: the owner keeps the part he likes."""
    text = "b1 0405 line N; b2 0505 line N; b3 0504 line NW; r1 0404 guns S"
    field = reaction(text, "b1 b2 b3 > 0404").do("react r1 0505", HIT)
    assert (field.step, field.asked) == ("keep_chain", "blue")
    assert sorted(field.offers()) == ["keep 0405", "keep 0504"]
    field.do("keep 0405")
    assert attackers(field) == ["b1"]
    assert field.step == "rest"


def test_a_chain_broken_by_a_recall_is_mended_before_the_guns_fire():
    """[8.1, 9.2] Who comes on is known first; the guns fire at nobody else."""
    text = "b1 0405 line N; b2 0505 horse N; b3 0504 line NW; r1 0404 guns S"
    field = assault(text, "b1 b2! b3 > 0404")
    (combat,) = declared(field)
    field.fact("combat:0404", combat.without(("b2",))).open("reaction_fire").settle()
    assert field.step == "keep_chain"
    field.do("keep 0405", MISS)
    assert attackers(field) == ["b1"]


# --- chargers --------------------------------------------------------------------------------------


def cavalry_lines(field):
    (combat,) = declared(field)
    situation = assess_shock(field.rules, field.state, combat)
    return [line.value for line in situation.lines if "charge" in line.why]


def test_charging_cavalry_in_good_order_keeps_its_bonus():
    """[8.3] The guns missed."""
    assert cavalry_lines(reaction(CHARGE, "b1! > 0404", faces=(MISS,))) == [1]


def test_disordered_chargers_go_on_without_their_bonus():
    """[8.3, 9.2] Their owner is asked whether to recall them; they ride on."""
    field = reaction(CHARGE, "b1! > 0404", faces=(HIT,))
    assert (field.step, field.asked) == ("recall_unit", "blue")
    field.do("pass")
    assert field.step == "rest"
    assert attackers(field) == ["b1"]
    assert cavalry_lines(field) == []


@pytest.mark.parametrize(("face", "left"), [(5, []), (6, ["b1"])])
def test_disordered_chargers_may_be_recalled(face, left):
    """[8.3, 9.2] CT with the disordered cohesion 5; passed, they stay out."""
    field = reaction(CHARGE, "b1! > 0404", faces=(HIT,)).do("recall b1", face)
    assert attackers(field) == left
    assert ("recalled" in field.piece("b1").marks) == (left == [])
    assert field.step == "rest"


def test_by_the_house_rule_there_is_no_recall():
    """House rule `recall`: off. They go on without bonus, and nobody is asked."""
    field = reaction(CHARGE, "b1! > 0404", faces=(HIT,), recall="off")
    assert field.step == "rest"
    assert cavalry_lines(field) == []


def test_each_disordered_charger_is_asked_for_once():
    """[9.2] One after the other. Massed +1: die 8 is a D."""
    text = "b1 0405 horse N; b2 0405 horse N; r1 0404 line S; r2 0404 guns S"
    field = reaction(text, "b1! b2! > 0404", faces=(8,)).do("recall b1", 0)
    assert (field.step, field.state.frame.get("unit")) == ("recall_unit", "b2")
    field.do("pass")
    assert attackers(field) == ["b2"]
    assert field.step == "rest"


def test_a_steady_charger_keeps_the_bonus_of_its_stack_or_loses_it():
    """House rule `reaction_cancels`: by unit the steady one keeps its bonus, by stack the hex loses it."""
    text = "b1 0405 horse N; b2 0405 horse N; r1 0404 line S; r2 0404 guns S"
    field = reaction(text, "b1! b2! > 0404", faces=(4, 9, 0)).do("pass")
    assert cavalry_lines(field) == [1]
    field = reaction(text, "b1! b2! > 0404", faces=(4, 9, 0), reaction_cancels="stack").do("pass")
    assert cavalry_lines(field) == []
    assert attackers(field) == ["b1", "b2"]


def test_a_disordered_unit_beside_them_halts_the_chargers_of_its_stack():
    """House rule `reaction_cancels`: by stack, b2, who does not charge, takes b1 out with it; by unit not."""
    text = "b1 0405 horse N; b2 0405 horse N; r1 0404 line S; r2 0404 guns S"
    assert attackers(reaction(text, "b1! b2 > 0404", faces=(4, 0, 9))) == ["b1"]
    assert attackers(reaction(text, "b1! b2 > 0404", faces=(4, 0, 9), reaction_cancels="stack")) == []


def test_a_disordered_charger_hit_again_routs():
    """[10.1] Two batteries; the second D sends it off, and nobody is asked for a recall."""
    text = "b1 0405 horse N; r1 0404 guns S; r2 0404 guns S"
    field = reaction(text, "b1! > 0404").do("react r1 0405", HIT, HIT)
    while field.step == "rout_move":
        field.do(field.offers()[0])
    assert field.status("b1") == "routed"
    assert declared(field) == []
    assert field.step == "rest"


def test_nobody_fires_at_an_attack_that_is_off():
    """[8.3] The attackers are gone before the guns are asked."""
    field = assault(ONE, "b1 > 0404")
    field.fact("combat:0404", None).open("reaction_fire").settle()
    assert field.step == "rest"
