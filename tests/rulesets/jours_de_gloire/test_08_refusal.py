"""[8.4] Refusal of shock: who refuses, where he goes, and who follows."""

from __future__ import annotations

import pytest

from game.core.actions import parse_action
from game.core.events import Moved, Rolled
from game.rulesets.jours_de_gloire.looks import JoursDeGloireLooks
from tests.rulesets.jours_de_gloire.assault import assault, attackers, declared

HORSE = "b1 0405 line N; r1 0404 horse S"
HEAVY = "b1 0405 heavy N; r1 0404 horse S"


def refusals(text, *attacks, faces=(), **more):
    field = assault(text, *(attacks or ("b1 > 0404",)), **more)
    return field.open("refusals").settle(*faces)


def withdraw(text, *attacks, **more):
    return refusals(text, *attacks, **more).do("refuse 0404")


# --- who -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["horse", "heavy"])
def test_cavalry_refuses_infantry(kind):
    """[8.4] Cavalry attacked by infantry only; its owner is asked."""
    field = refusals(f"b1 0405 line N; r1 0404 {kind} S")
    assert (field.step, field.asked) == ("refuse", "red")
    assert field.offers() == ["stand", "refuse 0404"]


def test_horse_artillery_refuses_infantry():
    """[8.4] Horse guns, too; foot guns stand."""
    assert refusals("b1 0405 line N; r1 0404 guns S", horse="r1").step == "refuse"
    assert refusals("b1 0405 line N; r1 0404 guns S").step == "rest"


def test_infantry_never_refuses():
    """[8.4] It is not among those who may."""
    assert refusals("b1 0405 line N; r1 0404 line S").step == "rest"
    assert refusals("b1 0405 heavy N; r1 0404 line S").step == "rest"


@pytest.mark.parametrize("attack", ["b1 > 0404", "b1! > 0404"])
def test_light_cavalry_and_horse_artillery_refuse_heavy_cavalry(attack):
    """[8.4] Shocked or charged by heavy cavalry only."""
    assert refusals(HEAVY, attack).step == "refuse"
    assert refusals("b1 0405 heavy N; r1 0404 guns S", attack, horse="r1").step == "refuse"


def test_heavy_cavalry_does_not_refuse_heavy_cavalry():
    """[8.4] It may refuse infantry, not its like."""
    assert refusals("b1 0405 heavy N; r1 0404 heavy S").step == "rest"


def test_nobody_refuses_light_cavalry():
    """[8.4] Neither list names it."""
    assert refusals("b1 0405 horse N; r1 0404 horse S").step == "rest"


def test_nobody_refuses_a_mixed_attack():
    """[8.4] By infantry only, by heavy cavalry only."""
    both = "b1 0405 line N; b2 0505 heavy N; r1 0404 horse S"
    assert refusals(both, "b1 b2 > 0404").step == "rest"
    assert refusals(both, "b1 > 0404").step == "refuse"


@pytest.mark.parametrize(("state", "step"), [("", "refuse"), ("disordered", "refuse"), ("routed", "rest")])
def test_good_order_or_disordered_but_not_routed(state, step):
    """[8.4] A routed unit never refuses."""
    assert refusals(f"b1 0405 line N; r1 0404 horse S {state}").step == step


def test_the_whole_stack_or_nobody():
    """[8.4] Foot guns hold the horse; horse guns go with it."""
    text = "b1 0405 line N; r1 0404 horse S; r2 0404 guns S"
    assert refusals(text).step == "rest"
    field = refusals(text, horse="r2").do("refuse 0404").do("withdraw 0403").do("face S")
    assert (field.where("r1"), field.where("r2")) == ("0403", "0403")


def test_a_stack_with_heavy_cavalry_does_not_refuse_heavy_cavalry():
    """[8.4] All of it must be allowed to."""
    assert refusals("b1 0405 heavy N; r1 0404 horse S; r2 0404 heavy S").step == "rest"
    assert refusals("b1 0405 line N; r1 0404 horse S; r2 0404 heavy S").step == "refuse"


def test_it_may_stand():
    """[8.4] Refusal is a choice; who stands is attacked."""
    field = refusals(HORSE).do("stand")
    assert field.step == "rest"
    assert (field.where("r1"), attackers(field)) == ("0404", ["b1"])


def test_the_defender_refuses_hex_by_hex_in_the_order_he_likes():
    """[8.2, 8.4] All refusals come before anything else; which comes first is his choice."""
    text = "b1 0405 line N; b2 0805 line N; r1 0404 horse S; r2 0804 horse S"
    field = refusals(text, "b1 > 0404", "b2 > 0804")
    assert field.offers() == ["stand", "refuse 0404", "refuse 0804"]
    field.do("refuse 0804").do("withdraw 0803").do("face S").do("pass")
    assert field.offers() == ["stand", "refuse 0404"]
    field.do("stand")
    assert field.step == "rest"
    assert [combat.target for combat in declared(field)] == ["0404"]


def test_who_stands_stands_with_all_that_are_left():
    """[8.4] One word for every hex that has not withdrawn."""
    text = "b1 0405 line N; b2 0805 line N; r1 0404 horse S; r2 0804 horse S"
    field = refusals(text, "b1 > 0404", "b2 > 0804").do("stand")
    assert field.step == "rest"
    assert [combat.target for combat in declared(field)] == ["0404", "0804"]


def test_why_a_hex_cannot_refuse():
    """[8.4] In words: it is not attacked, or its troops may not."""
    text = "b1 0405 line N; b2 0805 line N; r1 0404 horse S; r2 0804 line S"
    field = refusals(text, "b1 > 0404", "b2 > 0804")
    assert "not attacked" in str(field.why_not("refuse 0101"))
    assert "no hex" in str(field.why_not("refuse nowhere"))
    assert "only cavalry and horse artillery" in str(field.why_not("refuse 0804"))


# --- where to --------------------------------------------------------------------------------------


def test_up_to_two_hexes_out_of_every_zone():
    """[8.4] b1 controls all around 0405: 0304 and 0505 are closed, and so is every way through them."""
    field = withdraw(HORSE)
    assert field.step == "withdraw"
    ways = [offer.split()[1:] for offer in field.offers()]
    assert {way[0] for way in ways} == {"0403", "0503", "0504"}
    beyond = {"0302", "0303", "0402", "0502", "0603", "0604", "0605"}
    assert {way[-1] for way in ways} == {"0403", "0503", "0504"} | beyond


def test_each_way_back_is_called_by_its_own_name():
    """[8.4] Two ways to one hex are two choices: the owner reads which is which."""
    field = withdraw(HORSE)
    looks = JoursDeGloireLooks()
    named = [looks.meaning(field.rules, field.state, parse_action(offer)).caption for offer in field.offers()]
    assert len(set(named)) == len(named)
    assert "Withdraw by 0403 to 0402" in named


def test_not_three_hexes():
    """[8.4] Two hexes, named one after the other."""
    field = withdraw(HORSE)
    assert str(field.why_not("withdraw 0403 0402 0401")) == "a withdrawal goes one or two hexes [8.4]"
    assert "each beside the last" in str(field.why_not("withdraw 0402"))
    assert "does not come back" in str(field.why_not("withdraw 0403 0404"))
    assert "no hex '9999'" in str(field.why_not("withdraw 9999"))
    assert field.why_not("stand") is not None


def test_not_into_an_enemy_zone():
    """[8.4] Never into or through an enemy zone of control, not even that of the attacker."""
    field = withdraw("b1 0405 line N; b2 0401 line N of=left; r1 0404 horse S")
    assert field.why_not("withdraw 0403") is None
    why = "a withdrawal does not enter an enemy zone of control [8.4]"
    assert str(field.why_not("withdraw 0403 0402")) == why
    # In the attacker's own zone, 0304 is also one of his front hexes: the rules of movement close it first.
    assert str(field.why_not("withdraw 0304")).endswith("[4.2]")


def test_a_zone_of_front_hexes_leaves_more_room():
    """House rule `zoc`: beside b1, but not before it, a hex is open."""
    text = "b1 0405 line N; r1 0404 horse S"
    assert withdraw(text).why_not("withdraw 0505") is not None
    assert withdraw(text, zoc="front_hexes").why_not("withdraw 0505") is None


def test_encircled_cavalry_is_not_asked():
    """[8.4] With no way out there is nothing to choose."""
    ring = "b2 0402 line S of=left; b3 0602 line S of=left; b4 0604 line SW of=left"
    assert refusals(f"{HORSE}; {ring}").step == "rest"


def test_stacking_must_be_legal_at_the_end():
    """[8.4, 5] Through friendly foot it rides, but it does not stay."""
    field = withdraw("b1 0405 line N; r1 0404 horse S; r2 0403 line S")
    assert "never share a hex" in str(field.why_not("withdraw 0403"))
    assert field.why_not("withdraw 0403 0402") is None


def test_it_is_subject_to_the_rules_of_movement():
    """[8.4, 6.1] Leaving the zone and a clear hex cost 2; of 3 points one is left, of 2 none."""
    far = "withdraw 0403 0402"
    assert withdraw("b1 0405 line N; r1 0404 horse S ma=3").why_not(far) is None
    field = withdraw("b1 0405 line N; r1 0404 horse S ma=2")
    assert str(field.why_not(far)) == "the movement points do not last so far [6.1]"


def test_the_minimum_move_holds():
    """[6.1] One hex can always be made, if the ground is open."""
    field = withdraw("b1 0405 line N; r1 0404 horse S ma=1")
    assert sorted(field.offers()) == ["withdraw 0403", "withdraw 0503", "withdraw 0504"]


def test_orders_of_the_attacker_do_not_slow_the_defender():
    """[2.3] The half move is for the side that moves without orders."""
    field = withdraw("b1 0405 line N; r1 0404 horse S ma=3", orders=False)
    assert field.why_not("withdraw 0403 0402") is None


def test_rain_slows_it():
    """[14] One point less."""
    field = withdraw("b1 0405 line N; r1 0404 horse S ma=3", weather={"rain": True})
    assert str(field.why_not("withdraw 0403 0402")) == "the movement points do not last so far [6.1]"


def test_closed_ground_is_closed():
    """[6.1] A river without a bridge, and no enemy hex."""
    field = withdraw(
        "b1 0405 line N; b2 0504 guns S; r1 0404 horse S",
        edge={"0403/0404": "river"},
    )
    assert str(field.why_not("withdraw 0403")) == "a river is crossed only by a bridge [terrain table]"
    assert str(field.why_not("withdraw 0504")) == "an enemy stands there [5]"


def test_roads_are_used_where_they_may_be():
    """[6.2, 14] Woods cost horse 3, by road 1; in snow the road is gone."""
    text = "b1 0405 line N; r1 0404 horse S ma=3"
    woods = {"terrain": {"0403": "woods", "0402": "woods"}, "roads": {"0404 0403 0402": "road"}}
    assert withdraw(text, **woods).why_not("withdraw 0403 0402") is None
    assert withdraw(text, **woods, weather={"snow": True}).why_not("withdraw 0403 0402") is not None


def test_by_the_house_rule_no_road_next_to_the_enemy():
    """House rule `road_next_to_enemy`: 0403 lies beside the blue guns, and its woods are paid."""
    text = "b1 0405 line N; b2 0303 guns N of=left; r1 0404 horse S ma=4"
    woods = {"terrain": {"0403": "woods"}, "roads": {"0404 0403 0402": "road"}}
    assert withdraw(text, **woods).why_not("withdraw 0403 0402") is None
    field = withdraw(text, **woods, road_next_to_enemy="other_terrain")
    assert str(field.why_not("withdraw 0403 0402")) == "the movement points do not last so far [6.1]"


def test_ground_that_disorders_does_so_here():
    """[6.4] Horse guns over a wall; twice, and they are lost."""
    text = "b1 0405 line N; r1 0404 guns S ma=12"
    field = withdraw(text, horse="r1", edge={"0403/0404": "wall"}).do("withdraw 0403")
    assert (field.step, field.status("r1")) == ("withdraw", "disordered")
    walls = {"0403/0404": "wall", "0402/0403": "wall"}
    field = withdraw(text, horse="r1", edge=walls).do("withdraw 0403 0402")
    assert (field.where("r1"), field.status("r1")) == (None, "eliminated")
    assert (field.step, field.asked) == ("vacated", "blue")


def test_it_moves_by_the_hexes_named():
    """[8.4] Both hexes are in the log, as a withdrawal."""
    field = withdraw(HORSE).do("withdraw 0403 0402")
    (moved,) = [event for event in field.events if isinstance(event, Moved)]
    assert [field.rules.label[hex_] for hex_ in moved.path] == ["0404", "0403", "0402"]
    assert moved.how == "withdrawal"
    assert "moved" in field.piece("r1").marks


def test_it_may_face_anew():
    """[8.4, 4.1] Any way its owner likes."""
    field = withdraw(HORSE).do("withdraw 0403 0402")
    assert field.asked == "red"
    assert field.offers() == [f"face {name}" for name in field.rules.facing_names]
    assert "faces one of" in str(field.why_not("face up"))
    field.do("face NE")
    assert field.rules.facing_names[field.piece("r1").facing] == "NE"


def test_who_joins_a_friend_faces_as_he_does():
    """[4.1] Foot and horse of a stack share one facing, and the friend does not turn now."""
    field = withdraw("b1 0405 line N; r1 0404 horse S; r2 0403 horse NE").do("withdraw 0403")
    assert field.rules.facing_names[field.piece("r1").facing] == "NE"
    assert field.step == "vacated"


def test_guns_face_as_they_like_beside_a_friend():
    """[4.1] A stacked battery may face otherwise."""
    field = withdraw("b1 0405 line N; r1 0404 guns S; r2 0403 horse NE", horse="r1").do("withdraw 0403")
    assert "face SW" in field.offers()


# --- fleeing a heavy charge ------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "status"), [(6, "good"), (7, "disordered")])
def test_light_cavalry_fleeing_a_heavy_charge_tests(face, status):
    """[8.4] CT with cohesion 6, failed: D."""
    field = withdraw(HEAVY, "b1! > 0404").do("withdraw 0403 0402").do("face S", face)
    assert field.status("r1") == status
    assert field.where("r1") == "0402"


def test_disordered_cavalry_that_fails_routs():
    """[8.4, 10.1] The second D."""
    field = withdraw(HEAVY + " disordered", "b1! > 0404").do("withdraw 0403 0402").do("face S", 6)
    assert field.status("r1") == "routed"


def test_no_test_without_a_charge():
    """[8.4] Fleeing heavy cavalry that only shocks, or infantry, is no trial."""
    for text in (HEAVY, HORSE):
        field = withdraw(text).do("withdraw 0403 0402").do("face S")
        assert not any(isinstance(event, Rolled) for event in field.events)


def test_horse_guns_do_not_test():
    """[8.4] The test is for the cavalry that flees; its guns go along."""
    text = "b1 0405 heavy N; r1 0404 horse S; r2 0404 guns S"
    field = withdraw(text, "b1! > 0404", horse="r2").do("withdraw 0403").do("face S").do("face S", 7)
    assert (field.status("r1"), field.status("r2")) == ("disordered", "good")


# --- the vacated hex -------------------------------------------------------------------------------


def given_up(text, *attacks, **more):
    return withdraw(text, *attacks, **more).do("withdraw 0403 0402").do("face S")


def test_attackers_may_advance_and_face_anew():
    """[8.4] Into the vacated hex."""
    field = given_up(HORSE)
    assert (field.step, field.asked) == ("vacated", "blue")
    assert field.offers() == ["pass", *(f"advance 0405 {name}" for name in field.rules.facing_names)]
    field.do("advance 0405 NE")
    assert field.where("b1") == "0404"
    assert field.rules.facing_names[field.piece("b1").facing] == "NE"
    assert field.step == "rest"


def test_they_may_halt():
    """[8.4] They need not advance."""
    field = given_up(HORSE).do("pass")
    assert field.where("b1") == "0405"
    assert field.step == "rest"


@pytest.mark.parametrize("action", ["pass", "advance 0405 N"])
def test_they_have_finished(action):
    """[8.4] The combat is off, whether they follow or not."""
    assert declared(given_up(HORSE).do(action)) == []


def test_one_stack_advances():
    """[8.4] Of two attacking stacks one, with all its attackers; the other stays."""
    text = "b1 0405 line N; b2 0405 line N; b3 0505 line N; r1 0404 horse S"
    field = given_up(text, "b1 b2 b3 > 0404")
    assert {offer.split()[1] for offer in field.offers()[1:]} == {"0405", "0505"}
    assert "no attacking stack" in str(field.why_not("advance 0304 N"))
    assert "faces one of" in str(field.why_not("advance 0405 up"))
    field.do("advance 0405 N")
    assert [field.where(id_) for id_ in ("b1", "b2", "b3")] == ["0404", "0404", "0505"]
    assert field.step == "rest"


def test_who_did_not_attack_does_not_advance():
    """[8.4] The guns and the second regiment in the hex stay behind."""
    field = given_up("b1 0405 line N; b2 0405 line N; b3 0405 guns N; r1 0404 horse S").do("advance 0405 N")
    assert [field.where(id_) for id_ in ("b1", "b2", "b3")] == ["0404", "0405", "0405"]


def test_a_charge_that_met_nobody_is_no_charge():
    """[9.6] Nobody came to blows."""
    field = withdraw(HEAVY, "b1! > 0404").do("withdraw 0403 0402").do("face S", 0).do("advance 0405 N")
    assert "charged" not in field.piece("b1").marks


def test_other_combats_go_on():
    """[8.4] Only those who attacked the vacated hex have finished."""
    text = "b1 0405 line N; b2 0805 line N; r1 0404 horse S; r2 0804 line S"
    field = given_up(text, "b1 > 0404", "b2 > 0804").do("pass")
    assert [combat.target for combat in declared(field)] == ["0804"]


def test_by_the_house_rule_the_other_hexes_are_still_attacked():
    """House rule `multi_hex_defence`: r1 goes, r2 stays and is attacked by whoever did not advance."""
    text = "b1 0405 line N; b2 0505 line N; r1 0404 horse S; r2 0504 line S"
    field = given_up(text, "b1 b2 > 0404", multi_hex_defence="all_in_front").do("advance 0405 N")
    (combat,) = declared(field)
    assert combat.attackers == ("b2",)
    assert field.where("b1") == "0404"


def test_by_the_house_rule_with_all_hexes_given_up_it_is_over():
    """House rule `multi_hex_defence`: each hex is asked for itself."""
    text = "b1 0405 line N; r1 0404 horse S; r2 0304 horse S"
    field = given_up(text, multi_hex_defence="all_in_front").do("pass")
    assert (field.step, field.offers()) == ("refuse", ["stand", "refuse 0304"])
    field.do("refuse 0304").do("withdraw 0303").do("face S").do("pass")
    assert declared(field) == []
    assert field.step == "rest"


def test_guns_that_withdraw_with_horse_face_as_their_owner_likes():
    """[8.4, 4.1] The horse turns as one; a stacked battery may face otherwise."""
    text = "b1 0405 line N; r1 0404 horse S; r2 0404 horse S; r3 0404 guns S"
    field = withdraw(text, "b1 > 0404", horse="r3").do("withdraw 0403").do("face NW")
    assert field.step == "withdraw"
    assert "face SE" in field.offers()
    field.do("face SE")
    names = [field.rules.facing_names[field.piece(id_).facing] for id_ in ("r1", "r2", "r3")]
    assert names == ["NW", "NW", "SE"]
    assert field.step == "vacated"


def test_two_batteries_that_withdraw_are_asked_one_by_one():
    """[4.1] Each battery of a hex may face another way."""
    field = withdraw("b1 0405 line N; r1 0404 guns S; r2 0404 guns S", "b1 > 0404", horse="r1 r2")
    field.do("withdraw 0403").do("face N").do("face SE")
    assert [field.rules.facing_names[field.piece(id_).facing] for id_ in ("r1", "r2")] == ["N", "SE"]
