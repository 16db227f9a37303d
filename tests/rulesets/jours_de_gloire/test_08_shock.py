"""[8.6] Shock: what the roll is made of, what its rows do, and the advance."""

from __future__ import annotations

import pytest

from game.core.events import Moved, Rolled
from tests.rulesets.jours_de_gloire.fight import chances, fight, lines, rolled, run_away, segment

ODDS = "odds"
COHESION = "best cohesion, attacker against defender"
OUT = "attack out of a hex with six front hexes"
REAR = "defender attacked from the rear"
BOTH = "defender attacked from front and rear"
THREATENED = "attacker's rear threatened"
NO_CHARGE = "cavalry shock without a charge"

PLAIN = "b1 0405 line N; r1 0404 line S"

# --- worked examples -------------------------------------------------------------------------------


def test_example_5_plain_shock():
    """[16.5] 9/6 on 5/5 in clear: +3. Die 5 makes 8: recoil, and the test fails on a 6: disordered."""
    text = "b1 0405 line N sp=9 coh=6; r1 0404 line S sp=5 coh=5"
    assert lines(text, "b1 > 0404") == {ODDS: 1, COHESION: 1, "clear": 1}
    assert chances(text, "b1 > 0404") == (3, 5, 2, 0)
    field = fight(text, "b1 > 0404").settle(5, 6)
    assert (field.step, field.asked) == ("recoil", "red")
    field.do("recoil 0503")
    assert (field.status("r1"), field.where("r1")) == ("disordered", "0503")
    assert (field.step, field.asked) == ("advance", "blue")


def test_example_6_a_hill_village_over_a_stream():
    """[16.6] -3 in all. Die 4 makes 1: the attacker is disordered, and at cohesion 4 a 6 makes it recoil."""
    text = "b1 0405 line N sp=10 coh=5; r1 0404 line S sp=6 coh=6"
    ground = {"terrain": {"0404": "village"}, "level": {"0404": 1}, "edge": {"0404/0405": "stream"}}
    assert sum(lines(text, "b1 > 0404", **ground).values()) == -3
    assert lines(text, "b1 > 0404", **ground) == {
        ODDS: 1,
        COHESION: -1,
        "village": -1,
        "stream": -1,
        "difference of levels": -1,
    }
    assert chances(text, "b1 > 0404", **ground) == (0, 2, 5, 3)
    field = fight(text, "b1 > 0404", **ground).settle(4, 6)
    assert field.status("b1") == "disordered"
    assert (field.step, field.asked) == ("recoil", "blue")
    field.do("recoil 0306")
    assert (field.where("b1"), field.where("r1")) == ("0306", "0404")
    assert field.step == "rest"


def test_example_7_attack_out_of_a_town():
    """[16.7] 6/6 leaves a village against 6/6 in clear: 0. Die 4 stays 4: D, then the test for a recoil."""
    text = "b1 0405 line N; r1 0404 line S"
    town = {"terrain": {"0405": "village"}}
    assert lines(text, "b1 > 0404", **town) == {"clear": 1, OUT: -1}
    field = fight(text, "b1 > 0404", **town).settle(4, 5)
    assert (field.status("b1"), field.where("b1")) == ("disordered", "0405")
    assert field.step == "rest"
    assert fight(text, "b1 > 0404", **town).settle(4, 6).step == "recoil"


@pytest.mark.parametrize(
    ("strength", "modifier"),
    [(24, 4), (18, 3), (17, 2), (12, 2), (9, 1), (8, 0), (6, 0), (4, -1), (3, -2), (2, -3), (1, -4)],
)
def test_odds_are_rounded_for_the_defender(strength, modifier):
    """[8.6] All strength points against all, down to the nearest line."""
    found = lines(f"b1 0405 line N sp={strength}; r1 0404 line S sp=6", "b1 > 0404")
    assert found.get(ODDS, 0) == modifier


def test_all_attackers_and_all_defenders_add_up():
    """[8.1, 8.6] Guns in the hex count with their strength, too."""
    text = "b1 0405 line N sp=6; b2 0505 line N sp=6; r1 0404 line S sp=4; r2 0404 guns S sp=4"
    assert lines(text, "b1 b2 > 0404")[ODDS] == 1


def test_the_best_cohesion_counts_on_either_side():
    """[8.6] Best attacker against best defender, by the faces they show."""
    text = "b1 0405 line N coh=4; b2 0505 line N coh=8; r1 0404 line S coh=5; r2 0404 line S coh=6"
    assert lines(text, "b1 b2 > 0404")[COHESION] == 2
    disordered = "b1 0405 line N coh=6; r1 0404 line S coh=6 dis=3 disordered"
    assert lines(disordered, "b1 > 0404")[COHESION] == 3


def test_the_cohesion_of_guns_does_not_count():
    """[8.6] Gunners with 9 behind a line with 5."""
    text = "b1 0405 line N coh=6; r1 0404 line S coh=5; r2 0404 guns S coh=9"
    assert lines(text, "b1 > 0404")[COHESION] == 1


def test_infantry_and_charging_cavalry_together():
    """[9.2] All strength points, the best cohesion of all, one roll."""
    text = "b1 0405 heavy N sp=4 coh=7; b2 0505 line N sp=8 coh=5; r1 0404 line S"
    assert lines(text, "b1! b2 > 0404") == {
        ODDS: 2,
        COHESION: 1,
        "clear": 1,
        "charge with heavy cavalry": 3,
    }


def test_strength_is_that_of_the_face_shown():
    """[8.6] It falls with disorder only where the counter says so."""
    text = "b1 0405 line N sp=6; r1 0404 line S sp=6 dis=6 disordered"
    assert ODDS not in lines(text, "b1 > 0404")
    field = fight(text, "b1 > 0404")
    card = field.rules.cards["r1"]
    weak = card._replace(disordered=card.disordered._replace(strength=3))
    field.rules.cards = {**field.rules.cards, "r1": weak}
    assert rolled(field.settle(0, 0))[ODDS] == 2


# --- terrain ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "value"),
    [("clear", 1), ("rough", 0), ("woods", -1), ("marsh", -2), ("orchard", -1), ("town", -1), ("castle", -3)],
)
def test_the_hex_of_the_defender(terrain, value):
    """[8.6, terrain table] The figure of the hex that is attacked."""
    found = lines(PLAIN, "b1 > 0404", terrain={"0404": terrain})
    assert sum(found.values()) == value


def test_over_several_hexsides_the_best_for_the_defender_counts():
    """[8.6] One attacker comes over a stream, the other does not: the stream counts."""
    text = "b1 0405 line N; b2 0505 line N; r1 0404 line S"
    assert lines(text, "b1 b2 > 0404", edge={"0404/0405": "stream"})["stream"] == -1


def test_a_wall_replaces_the_town_both_ways():
    """[note g] From outside -2 and no town; from inside -1 and no six fronts."""
    inwards = lines(PLAIN, "b1 > 0404", terrain={"0404": "town"}, edge={"0404/0405": "wall in 0404"})
    assert inwards == {"wall": -2}
    outwards = lines(PLAIN, "b1 > 0404", terrain={"0405": "town"}, edge={"0404/0405": "wall in 0405"})
    assert outwards == {"clear": 1, "wall": -1}


def test_a_wall_without_an_inside_shelters_both():
    """[note g] Where the map does not say which side is inside, an attack across it comes from outside."""
    assert lines(PLAIN, "b1 > 0404", edge={"0404/0405": "wall"})["wall"] == -2
    back = lines("r1 0404 line S; b1 0405 line N", "r1 > 0405", edge={"0404/0405": "wall"})
    assert back["wall"] == -2


def test_a_bridge_counts_only_over_a_river():
    """[note h] -3 over the river, else the stream's -1."""
    river = lines(PLAIN, "b1 > 0404", edge={"0404/0405": "river+bridge"})
    assert river == {"clear": 1, "bridge": -3}
    stream = lines(PLAIN, "b1 > 0404", edge={"0404/0405": "stream+bridge"})
    assert stream == {"clear": 1, "stream": -1}


@pytest.mark.parametrize(("level", "value"), [(1, -1), (2, -2), (-1, 1), (-2, 1)])
def test_levels(level, value):
    """[8.6, terrain table] Uphill and downhill."""
    found = lines(PLAIN, "b1 > 0404", level={"0404": level})
    assert found["difference of levels"] == value


# --- position --------------------------------------------------------------------------------------


def test_a_routed_defender():
    """[8.6] +2, and then neither rear nor front and rear is counted."""
    found = lines("b1 0403 line S; r1 0404 line S routed dis=6", "b1 > 0404")
    assert found == {"defender routed": 2, "clear": 1}


def test_all_attackers_in_rear_hexes():
    """[8.6] +2."""
    assert lines("b1 0403 line S; r1 0404 line S", "b1 > 0404")[REAR] == 2


def test_attackers_in_front_and_rear():
    """[8.6] +3, in place of the +2."""
    found = lines("b1 0505 line N; b2 0504 line NW; r1 0404 line S", "b1 b2 > 0404")
    assert found[BOTH] == 3
    assert REAR not in found


def test_two_fronts_give_nothing():
    """[8.6] Two attackers in front hexes: 0."""
    found = lines("b1 0405 line N; b2 0505 line N; r1 0404 line S", "b1 b2 > 0404")
    assert found == {ODDS: 2, "clear": 1}


@pytest.mark.parametrize("more", [{"terrain": {"0404": "town"}}, {}])
def test_six_fronts_have_no_rear(more):
    """[4.1, 8.6] In a town or a square nobody is attacked from the rear."""
    square = "" if more else " square"
    assert REAR not in lines(f"b1 0403 line S; r1 0404 line S{square}", "b1 > 0404", **more)


# --- threatened rear -------------------------------------------------------------------------------


def test_a_rear_hex_that_an_enemy_looks_at():
    """[8.6] 0406 lies behind b1 and before r2: -1."""
    assert lines(f"{PLAIN}; r2 0407 line N", "b1 > 0404")[THREATENED] == -1


def test_an_enemy_in_the_rear_hex_who_faces_the_attacker():
    """[8.6] r2 stands at b1's back and looks at it."""
    assert lines(f"{PLAIN}; r2 0306 line N", "b1 > 0404")[THREATENED] == -1


def test_the_threat_adds_to_the_position():
    """[8.6] Cumulative with the line above, and counted once however many threaten."""
    found = lines("b1 0403 line S; r1 0404 line S; r2 0401 line S; r3 0501 line S", "b1 > 0404")
    assert (found[REAR], found[THREATENED]) == (2, -1)


@pytest.mark.parametrize("who", ["line N disordered", "line N routed", "guns N"])
def test_broken_troops_and_guns_threaten_nobody(who):
    """[8.6] Not for disordered or routed enemies, nor artillery."""
    assert THREATENED not in lines(f"{PLAIN}; r2 0407 {who}", "b1 > 0404")


def test_who_takes_part_does_not_threaten():
    """[8.6] The defenders themselves are in this combat."""
    text = "b1 0405 line N; b2 0304 line NE; r1 0404 line S"
    assert THREATENED not in lines(text, "b1 b2 > 0404")


# --- cavalry ---------------------------------------------------------------------------------------


def test_cavalry_without_a_charge():
    """[8.1, 8.6] -2 once, infantry along or not."""
    assert lines("b1 0405 horse N; r1 0404 line S", "b1 > 0404")[NO_CHARGE] == -2
    both = "b1 0405 horse N; b2 0505 line N; r1 0404 line S"
    assert lines(both, "b1 b2 > 0404")[NO_CHARGE] == -2


def test_no_minus_when_others_charge():
    """[8.1] The -2 applies if none charges."""
    text = "b1 0405 horse N; b2 0505 horse N; r1 0404 line S"
    found = lines(text, "b1! b2 > 0404")
    assert NO_CHARGE not in found
    assert found["charge without heavy cavalry"] == 1


def test_the_bonus_of_a_charge():
    """[8.6] +3 with a heavy unit, +1 without."""
    assert lines("b1 0405 heavy N; r1 0404 line S", "b1! > 0404")["charge with heavy cavalry"] == 3
    mixed = "b1 0405 horse N; b2 0505 heavy N; r1 0404 line S"
    assert lines(mixed, "b1! b2! > 0404")["charge with heavy cavalry"] == 3
    assert lines(mixed, "b1! > 0404")["charge without heavy cavalry"] == 1


def test_a_charge_on_a_square():
    """[8.6] -2 without bonus, even with infantry along."""
    text = "b1 0405 heavy N; b2 0505 line N; r1 0404 line S square"
    for attack in ("b1! > 0404", "b1! b2 > 0404"):
        found = lines(text, attack)
        assert found["charge on a square"] == -2
        assert "charge with heavy cavalry" not in found
        assert "infantry alone on a square" not in found


def test_infantry_alone_on_a_square():
    """[8.6] +1; not when cavalry that does not charge comes along, which has its -2."""
    text = "b1 0405 line N; b2 0505 horse N; r1 0404 line S square"
    assert lines(text, "b1 > 0404")["infantry alone on a square"] == 1
    assert "infantry alone on a square" not in lines(text, "b1 b2 > 0404")


# --- the rows --------------------------------------------------------------------------------------


def test_ten_or_more():
    """[8.6] The defender recoils and is disordered."""
    field = fight("b1 0405 line N sp=24; r1 0404 line S", "b1 > 0404").settle(5)
    assert (field.status("r1"), field.step) == ("disordered", "recoil")
    field.do("recoil 0403")
    assert field.where("r1") == "0403"


def test_five_to_nine():
    """[8.6] The defender recoils and tests; passed, it keeps its order."""
    field = fight(PLAIN, "b1 > 0404").settle(4, 6).do("recoil 0403")
    assert (field.status("r1"), field.where("r1")) == ("good", "0403")


@pytest.mark.parametrize("strength", [6, 1])
def test_four_or_less(strength):
    """[8.6] At 0 to 4 and below, the attacker is disordered and tests with that face; passed, it stays."""
    text = f"b1 0405 line N sp={strength} dis=3; r1 0404 line S"
    field = fight(text, "b1 > 0404").settle(0, 3)
    assert (field.status("b1"), field.where("b1")) == ("disordered", "0405")
    assert fight(text, "b1 > 0404").settle(0, 4).step == "recoil"


def test_a_second_d_routs_and_the_rout_replaces_the_recoil():
    """[10.1, 10.2] Disordered before, disordered again: it runs."""
    field = run_away(fight("b1 0405 line N sp=24; r1 0404 line S disordered", "b1 > 0404").settle(4))
    assert field.status("r1") == "routed"
    assert not [event for event in field.events if isinstance(event, Moved) and event.how == "recoil"]


def test_a_failed_test_that_routs_replaces_the_recoil():
    """[10.2] At 5-9 the disordered who fail run."""
    field = fight("b1 0405 line N; r1 0404 line S disordered dis=6", "b1 > 0404").settle(4, 7)
    assert (field.step, field.status("r1")) == ("rout_move", "routed")


def test_the_test_comes_before_the_recoil():
    """[8.6, 10.2] So that a rout can replace it: here the unit is disordered where it stands."""
    field = fight(PLAIN, "b1 > 0404").settle(4, 9)
    assert (field.step, field.where("r1"), field.status("r1")) == ("recoil", "0404", "disordered")


def test_all_units_in_the_hex_share_the_result():
    """[8.1, 8.6] Both defenders, and the battery with them."""
    text = "b1 0405 line N sp=40; r1 0404 line S; r2 0404 line S; r3 0404 guns S"
    field = fight(text, "b1 > 0404").settle(9)
    assert [field.status(id_) for id_ in ("r1", "r2", "r3")] == ["disordered"] * 3


def test_batteries_stacked_with_beaten_attackers_share_the_result():
    """[8.6] The guns beside the repulsed line, but not those elsewhere."""
    text = "b1 0405 line N sp=1; b2 0405 guns N; b3 0505 guns N; r1 0404 line S"
    field = fight(text, "b1 > 0404").settle(0, 0, 0)
    assert [field.status(id_) for id_ in ("b1", "b2", "b3")] == ["disordered", "disordered", "good"]


def test_all_attackers_are_beaten_together():
    """[8.6] Each takes the D, each tests."""
    text = "b1 0405 line N sp=1; b2 0505 line N sp=1; r1 0404 line S"
    field = fight(text, "b1 b2 > 0404").settle(2, 0, 9)
    assert (field.status("b1"), field.status("b2")) == ("disordered", "disordered")
    assert (field.step, field.state.frame.get("unit")) == ("recoil", "b2")


def test_the_recoil_leads_away_from_every_attacker():
    """[8.6, 10.2] From 0405 and 0505: straight back."""
    field = fight("b1 0405 line N; b2 0505 line N; r1 0404 line S", "b1 b2 > 0404").settle(4, 0)
    assert sorted(field.offers()) == ["recoil 0403", "recoil 0503"]


def test_both_sides_have_fought():
    """[10.4] Whoever attacked or defended does not rally in this activation."""
    field = fight(PLAIN, "b1 > 0404").settle(4, 0)
    assert "fought" in field.piece("b1").marks
    assert "fought" in field.piece("r1").marks


# --- guns alone ------------------------------------------------------------------------------------


def test_artillery_alone_is_overrun():
    """[8.6] No roll: it is eliminated, and the attacker advances."""
    field = fight("b1 0405 line N; r1 0404 guns S", "b1 > 0404").settle()
    assert field.status("r1") == "eliminated"
    assert not [event for event in field.events if isinstance(event, Rolled)]
    assert field.step == "advance"


def test_after_its_reaction_fire():
    """[8.6] If any attacker is left: disordered by the guns, it is not."""
    text = "b1 0405 line N coh=0; r1 0404 guns S sp=9"
    field = segment(text, "b1 > 0404").settle(5)
    assert (field.status("b1"), field.status("r1")) == ("disordered", "good")
    field = segment(text, "b1 > 0404").settle(0, 0)
    assert field.status("r1") == "eliminated"


# --- advance ---------------------------------------------------------------------------------------


def test_the_advance_is_compulsory():
    """[8.6] The winner must enter the empty hex, and may turn."""
    field = fight(PLAIN, "b1 > 0404").settle(4, 0).do("recoil 0403")
    assert "pass" not in field.offers()
    assert str(field.why_not("pass")) == "the winner must enter the hex that was given up [8.6]"
    assert len(field.offers()) == 6
    field.do("advance 0405 0404 SE")
    assert field.where("b1") == "0404"
    assert field.rules.facing_names[field.piece("b1").facing] == "SE"
    assert field.step == "rest"


def test_the_stack_with_the_best_cohesion_advances():
    """[8.6] Not the other."""
    text = "b1 0405 line N coh=5; b2 0505 line N coh=7; r1 0404 line S"
    field = fight(text, "b1 b2 > 0404").settle(3, 0).do("recoil 0403")
    assert {offer.split()[1] for offer in field.offers()} == {"0505"}
    assert "best cohesion" in str(field.why_not("advance 0405 0404 N"))
    assert "no attacker" in str(field.why_not("advance 0406 0404 N"))
    assert "have left" in str(field.why_not("advance 0505 0504 N"))
    assert "faces one of" in str(field.why_not("advance 0505 0404 X"))


def test_among_equals_the_owner_chooses():
    """[8.6] Ties: owner."""
    field = fight("b1 0405 line N; b2 0505 line N; r1 0404 line S", "b1 b2 > 0404").settle(3, 0)
    field.do("recoil 0403")
    assert {offer.split()[1] for offer in field.offers()} == {"0405", "0505"}


def test_charging_cavalry_advances_before_infantry():
    """[8.6] Even with the worse cohesion; here it does not pursue."""
    text = "b1 0405 horse N coh=4; b2 0505 line N coh=8; r1 0404 line S"
    field = fight(text, "b1! b2 > 0404").settle(2, 0).do("recoil 0403").do("pass")
    assert field.step == "advance"
    assert {offer.split()[1] for offer in field.offers()} == {"0405"}


def test_a_whole_stack_advances():
    """[8.6] All who attacked from the hex; the battery beside them stays."""
    text = "b1 0405 line N; b2 0405 line N; b3 0405 guns N; r1 0404 line S"
    field = fight(text, "b1 b2 > 0404").settle(3, 0).do("recoil 0403").do("advance 0405 0404 N")
    assert [field.where(id_) for id_ in ("b1", "b2", "b3")] == ["0404", "0404", "0405"]


def test_no_advance_while_a_defender_stands():
    """[8.6] Only when the hex is empty: the defender does not give way at 4 or less."""
    assert fight(PLAIN, "b1 > 0404").settle(0, 0).step == "rest"


def test_defenders_do_not_advance():
    """[8.6] The attacker recoils, the defender stays, in a result without counter-shock."""
    field = fight(PLAIN, "b1 > 0404").settle(0, 9).do("recoil 0306")
    assert (field.step, field.where("r1")) == ("rest", "0404")


def test_the_ground_of_the_advance_is_felt():
    """[6.4] Infantry that crosses a steep slope is disordered, and breaks through no more."""
    text = "b1 0405 line N sp=30; r1 0404 line S; r2 0403 line S"
    field = fight(text, "b1 > 0404", edge={"0404/0405": "steep_slope"}).settle(9)
    field.do("recoil 0504").do("advance 0405 0404 N")
    assert (field.status("b1"), field.step) == ("disordered", "rest")


# --- combat by combat ------------------------------------------------------------------------------


def test_the_attacker_chooses_the_order():
    """[8.2] Combat by combat, and all are fought."""
    text = "b1 0405 line N; b2 0705 line N; r1 0404 line S; r2 0704 line S"
    field = segment(text, "b1 > 0404", "b2 > 0704").settle()
    assert field.offers() == ["resolve 0404", "resolve 0704"]
    assert "is fought" in str(field.why_not("pass"))
    assert "no combat" in str(field.why_not("resolve 0101"))
    field.do("resolve 0704", 0, 0, 0, 0)
    assert field.step == "rest"


def test_a_combat_without_defenders_is_dropped():
    """[8.2] They were beaten out of their hex by another: nobody rolls."""
    field = segment("b1 0405 line N; r1 0304 line S", "b1 > 0404").settle()
    assert field.step == "rest"
    assert not [key for key in field.state.facts if key.startswith("combat:")]


def test_a_combat_without_attackers_is_dropped():
    """[8.2] Disordered meanwhile: it does not attack."""
    assert segment("b1 0405 line N disordered; r1 0404 line S", "b1 > 0404").settle().step == "rest"


def test_a_clash_without_defenders_ends_at_once():
    """[8.2] As long as it is not rolled for, a combat can be dropped."""
    assert fight("b1 0405 line N; r1 0403 line S", "b1 > 0404").settle().step == "rest"


# --- house rule multi_hex_defence ------------------------------------------------------------------

TWO = "b1 0405 line N sp=12; r1 0404 line S; r2 0304 line S"


def test_one_hex_defends():
    """House rule `multi_hex_defence`, one hex: r2 beside has no part in it."""
    field = segment(TWO, "b1 > 0404").settle(4, 0)
    assert rolled(field)[ODDS] == 2
    assert "fought" not in field.piece("r2").marks


def test_all_hexes_in_front_defend():
    """House rule `multi_hex_defence`, all in front: they defend together and share the result."""
    field = segment(TWO, "b1 > 0404", multi_hex_defence="all_in_front").settle(4, 0, 0)
    assert ODDS not in rolled(field)
    assert {"fought"} <= field.piece("r1").marks & field.piece("r2").marks
    field.do("recoil 0403").do("recoil 0303")
    assert {offer.split()[2] for offer in field.offers()} == {"0304", "0404"}


def test_an_enemy_behind_the_attacker_who_looks_away_threatens_nobody():
    """[8.6] He stands in a rear hex, but does not face the attacker."""
    text = "b1 0405 line N; r1 0404 line S; r2 0306 line {way}"
    assert not [why for why in lines(text.format(way="S"), "b1 > 0404") if "rear" in why]
    assert [why for why in lines(text.format(way="N"), "b1 > 0404") if "rear" in why]


def test_guns_do_not_go_along_in_an_advance():
    """[8.6] The attacking stack advances; guns do not attack, and stay."""
    field = fight("b1 0405 line N; b2 0405 guns N; r1 0404 line S", "b1 > 0404").settle(9)
    while field.step == "recoil":
        field.do(field.offers()[0])
    field.do("advance 0405 0404 N")
    assert (field.where("b1"), field.where("b2")) == ("0404", "0405")
