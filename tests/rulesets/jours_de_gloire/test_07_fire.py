"""[7] Artillery fire: who, at what, with which modifiers, and what comes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from game.core.events import FormationChanged, Moved, Rolled, Turned, after
from game.match import Match
from game.rulesets.jours_de_gloire.gunnery import (
    assess_fire,
    has_target,
    last_hexes,
    reaction_targets,
    shots,
)
from tests.games import play_on
from tests.rulesets.jours_de_gloire.field import Field


def assess(field, *firers, target, kind="fire"):
    return assess_fire(field.rules, field.state, firers, field.at(target), kind)


def chances(field, situation):
    """How many faces of ten bring nothing, CT, D, R."""
    count = Counter(situation.reader(field.rules)(face) for face in range(10))
    return tuple(count[result] for result in ("none", "CT", "D", "R"))


def segment(field, side="blue"):
    return field.open("fire", side).settle()


# --- worked examples -----------------------------------------------------------------------------


def test_example_1_effective_range():
    """[16.1] Battery 4 (3/5), infantry of cohesion 6 in clear at 3 hexes: 5/4/1/0; die 6, test 7: D."""
    field = Field("b1 0405 guns N sp=4; r1 0402 line S coh=6")
    situation = assess(field, "b1", target="0402")
    assert situation.total == 4
    assert chances(field, situation) == (5, 4, 1, 0)
    segment(field).do("battery b1").do("fire 0402", 6, 7)
    assert field.status("r1") == "disordered"


def test_example_2_long_range_massed_woods():
    """[16.2] 5 - 4 (two hexes beyond 3) - 1 woods + 1 massed = +1: 8 nothing, 2 CT; each unit tests."""
    field = Field("b1 0407 guns N sp=5; r1 0402 line S; r2 0402 line S", terrain={"0402": "woods"})
    situation = assess(field, "b1", target="0402")
    assert sorted(line.value for line in situation.lines) == [-4, -1, 1, 5]
    assert chances(field, situation) == (8, 2, 0, 0)
    segment(field).do("battery b1").do("fire 0402", 9, 6, 7)
    assert (field.status("r1"), field.status("r2")) == ("good", "disordered")


def test_example_3_adjacent_uphill():
    """[16.3] Battery 3, infantry one level up and adjacent: 3 + 1 - 1 = +3. With a crest between: no fire."""
    text = "b1 0405 guns N sp=3; r1 0404 line S"
    field = Field(text, level={"0404": 1})
    assert assess(field, "b1", target="0404").total == 3
    assert segment(field).offers() == ["pass", "battery b1"]
    crested = segment(Field(text, level={"0404": 1}, edge={"0404/0405": "crest"}))
    assert crested.step == "rest"
    crested.open("fire_target", "blue", firers=("b1",))
    assert "crest" in str(crested.why_not("fire 0404"))


def test_example_4_counter_battery():
    """[16.4] Guns 3 shot at from 3 hexes answer at 3 - 1 = +2, no point-blank; die 7 -> 9 -> CT."""
    field = Field("b1 0405 guns N; r1 0402 guns S sp=3")
    segment(field).do("battery b1").do("fire 0402", 5, 6)
    assert (field.step, field.asked) == ("counter_battery", "red")
    assert field.offers() == ["pass", "answer r1"]
    assert assess(field, "r1", target="0405", kind="counter").total == 2
    field.do("answer r1", 7, 9)
    assert field.status("b1") == "disordered"


def test_example_4_disordered_guns_do_not_answer():
    """[16.4] Had the battery been disordered: no answer."""
    field = Field("b1 0405 guns N; r1 0402 guns S sp=3")
    segment(field).do("battery b1").do("fire 0402", 5, 7)
    assert field.status("r1") == "disordered"
    assert field.step == "rest"


# --- 7.1 who fires -------------------------------------------------------------------------------


def test_only_good_order_artillery_of_the_active_formation_fires():
    """[7.1] Not foot, not disordered guns, not those of another formation."""
    field = Field(
        "b1 0405 guns N; b2 0305 guns N disordered; b3 0505 line N; b4 0205 guns N of=other; r1 0402 line S"
    ).open("fire", "blue")
    assert field.offers() == ["pass", "battery b1"]
    for unit, word in (("b2", "good order"), ("b3", "artillery"), ("b4", "active"), ("zz", "no unit")):
        assert word in str(field.why_not(f"battery {unit}"))


def test_a_battery_fires_once_in_an_activation():
    """[7.1] Once; the segment then has nothing more to ask."""
    field = Field("b1 0405 guns N; r1 0402 line S")
    segment(field).do("battery b1").do("fire 0402", 0)
    assert "fired" in field.piece("b1").marks
    field.open("fire", "blue")
    assert field.offers() == ["pass"]
    assert "has fired" in str(field.why_not("battery b1"))


def test_a_hex_may_be_fired_at_again_after_the_first_result():
    """[7.1] Each result is applied before the next fire."""
    field = Field("b1 0405 guns N sp=9; b2 0505 guns N sp=9; r1 0402 line S coh=6; r2 0101 line S")
    segment(field).do("battery b1").do("fire 0402", 4)
    assert field.status("r1") == "disordered"
    assert field.offers() == ["pass", "battery b2"]


def test_a_player_may_think_again():
    """[7.1] Naming a battery binds nobody."""
    field = segment(Field("b1 0405 guns N; r1 0402 line S")).do("battery b1").do("pass")
    assert field.offers() == ["pass", "battery b1"]


def test_an_adjacent_enemy_in_front_must_be_fired_at():
    """[7.1] Facing it, the battery may fire at nothing else."""
    field = segment(Field("b1 0405 guns N; r1 0404 line S; r2 0402 line S")).do("battery b1")
    assert field.offers() == ["pass", "fire 0404"]
    assert "adjacent enemy" in str(field.why_not("fire 0402"))


def test_turning_before_firing_is_free_and_decides_what_is_in_front():
    """[6.4, 7.1] Turned so that the adjacent enemy is not in front, it may fire elsewhere."""
    field = segment(Field("b1 0405 guns N; r1 0304 line S; r2 0402 line S")).do("battery b1")
    assert field.offers() == ["pass", "fire 0402 NE", "fire 0304"]
    field.do("fire 0402 NE", 0)
    assert field.rules.facing_names[field.piece("b1").facing] == "NE"
    assert "turned" not in field.piece("b1").marks


def test_a_target_behind_needs_a_turn():
    """[6.4] Each facing that covers the target is offered, and no other."""
    field = segment(Field("b1 0405 guns S; r1 0402 line S")).do("battery b1")
    assert field.offers() == ["pass", "fire 0402 NE", "fire 0402 N"]
    assert "facing" in str(field.why_not("fire 0402"))
    assert "one of" in str(field.why_not("fire 0402 UP"))
    assert "no hex" in str(field.why_not("fire 9999"))


# --- 7.2 resolution ------------------------------------------------------------------------------


def test_two_batteries_of_one_formation_fire_together():
    """[7.2] The higher strength, not the sum, and +2; both have fired."""
    field = Field("b1 0405 guns N sp=4; b2 0405 guns N sp=3; r1 0402 line S")
    assert assess(field, "b1", "b2", target="0402").total == 6
    assert segment(field).offers() == ["pass", "battery b1", "battery b2", "batteries b1 b2"]
    field.do("batteries b1 b2").do("fire 0402", 0)
    assert all("fired" in field.piece(id_).marks for id_ in ("b1", "b2"))
    assert field.step == "rest"


def test_batteries_in_different_hexes_do_not_combine():
    """[7.2] One hex, one formation."""
    field = Field("b1 0405 guns N; b2 0505 guns N; r1 0402 line S").open("fire", "blue")
    assert "batteries b1 b2" not in field.offers()
    assert "fire together" in str(field.why_not("batteries b1 b2"))


@pytest.mark.parametrize(("face", "r1", "r2"), [(0, "disordered", "disordered"), (2, "routed", "routed")])
def test_every_unit_in_the_hex_is_hit(face, r1, r2):
    """[7.2] D and R fall on each of them."""
    field = Field("b1 0405 guns N sp=12; r1 0402 line S; r2 0402 line S")
    segment(field).do("battery b1").do("fire 0402", face)
    assert (field.status("r1"), field.status("r2")) == (r1, r2)


def test_massed_counts_once_and_without_guns():
    """[7.2] +1 from two non-artillery units up; a battery does not mass the hex."""
    field = Field("b1 0405 guns N; r1 0402 line S; r2 0402 guns S")
    assert assess(field, "b1", target="0402").total == 4
    field = Field("b1 0405 guns N; r1 0402 line S; r2 0402 line S; r3 0402 guns S")
    assert assess(field, "b1", target="0402").total == 5


def test_a_square_is_a_good_target():
    """[7.2] +1."""
    field = Field("b1 0405 guns N; r1 0402 line S square")
    assert assess(field, "b1", target="0402").total == 5


@pytest.mark.parametrize("terrain", ["town", "village", "ruins", "castle"])
def test_guns_with_six_fronts_lose_one_and_fire_all_round(terrain):
    """[7.2, note b] Towns, villages, ruins and castles alike."""
    field = Field("b1 0405 guns S; r1 0402 line S", terrain={"0405": terrain})
    assert assess(field, "b1", target="0402").total == 3
    assert segment(field).do("battery b1").offers() == ["pass", "fire 0402"]


def test_guns_inside_a_square_fire_all_round_at_a_loss():
    """[7.2] The line names the square first."""
    field = Field("b1 0405 guns S; b2 0405 line N square; r1 0402 line S")
    assert assess(field, "b1", target="0402").total == 3
    assert segment(field).do("battery b1").offers() == ["pass", "fire 0402"]


def test_r_disorders_good_guns_and_sends_them_back():
    """[7.2] Guns do not rout: disordered and one hex away from the firer."""
    field = Field("b1 0405 guns N sp=9; r1 0402 guns S; r2 0202 line S of=red2; r3 0101 line S")
    segment(field).do("battery b1").do("fire 0402", 9)
    assert (field.step, field.asked) == ("recoil", "red")
    assert sorted(field.offers()) == ["recoil 0401", "recoil 0501"]
    field.do("recoil 0501")
    assert (field.status("r1"), field.where("r1")) == ("disordered", "0501")


def test_r_ends_disordered_guns():
    """[7.2, 10.1] There is nothing below disorder for guns."""
    field = Field("b1 0405 guns N sp=9; r1 0402 guns S disordered")
    segment(field).do("battery b1").do("fire 0402", 9)
    assert field.status("r1") == "eliminated"


# --- 7.3 range -----------------------------------------------------------------------------------


def test_point_blank_counts_against_foot_and_horse_only():
    """[7.3] +1 when adjacent, not at guns alone."""
    for kind, total in (("line", 5), ("horse", 5), ("guns", 4)):
        field = Field(f"b1 0405 guns N; r1 0404 {kind} S")
        assert assess(field, "b1", target="0404").total == total


@pytest.mark.parametrize(("label", "total"), [("0403", 4), ("0402", 4), ("0401", 2)])
def test_effective_and_long_range(label, total):
    """[7.3] 0 up to the effective range, then -2 for each hex beyond it."""
    field = Field(f"b1 0405 guns N; r1 {label} line S")
    assert assess(field, "b1", target=label).total == total


def test_nothing_is_hit_beyond_maximum_range():
    """[7.3] Hexes count with the target's, without the firer's."""
    field = Field("b1 0407 guns N max=5; r1 0402 line S").open("fire", "blue")
    assert "battery b1" in field.offers()
    field = Field("b1 0407 guns N max=4; r1 0402 line S").open("fire", "blue")
    assert field.offers() == ["pass"]
    field.open("fire_target", "blue", firers=("b1",))
    assert "maximum range" in str(field.why_not("fire 0402"))


# --- 7.4 terrain and levels ----------------------------------------------------------------------


def test_levels_count_for_adjacent_fire_only():
    """[note f] +1, +2 and -2 levels: -1 when adjacent; -1 level nothing; farther off nothing at all."""
    for level, total in ((1, 4), (2, 4), (-1, 5), (-2, 4)):
        field = Field("b1 0405 guns N; r1 0404 line S", level={"0404": level})
        assert assess(field, "b1", target="0404").total == total
    field = Field("b1 0405 guns N; r1 0402 line S", level={"0402": 2})
    assert assess(field, "b1", target="0402").total == 4


def test_a_wall_counts_from_outside_and_in_place_of_the_town():
    """[note g] -1 for the wall instead of -2 for the town; nothing from inside outwards."""
    text = "b1 0405 guns N; r1 0404 line S"
    town = {"0404": "town"}
    assert assess(Field(text, terrain=town), "b1", target="0404").total == 3
    walled = Field(text, terrain=town, edge={"0404/0405": "wall in 0404"})
    assert assess(walled, "b1", target="0404").total == 4
    outward = Field(text, edge={"0404/0405": "wall in 0405"})
    assert assess(outward, "b1", target="0404").total == 5


def test_a_wall_shelters_from_afar_where_the_line_enters():
    """[note g] The hexside by which the line comes in counts, at any range."""
    field = Field("b1 0405 guns N; r1 0402 line S", edge={"0402/0403": "wall in 0402"})
    assert last_hexes(field.at("0405"), field.at("0402")) == (field.at("0403"),)
    assert assess(field, "b1", target="0402").total == 3
    other = Field("b1 0405 guns N; r1 0402 line S", edge={"0402/0502": "wall in 0402"})
    assert assess(other, "b1", target="0402").total == 4


def test_a_line_through_a_corner_takes_the_better_shelter():
    """[7.4] 0403 lies straight north of 0405: the line enters it between two hexsides."""
    field = Field("b1 0405 guns N; r1 0403 line S", edge={"0304/0403": "wall in 0403"})
    assert len(last_hexes(field.at("0405"), field.at("0403"))) == 2
    assert assess(field, "b1", target="0403").total == 3


def test_fire_does_not_pass_a_steep_slope_between_adjacent_hexes():
    """[notes f, i] Steep slopes and cliffs stop adjacent fire."""
    for kind in ("steep_slope", "cliff", "crest"):
        field = Field("b1 0405 guns N; r1 0404 line S", edge={"0404/0405": kind}).open("fire", "blue")
        assert field.offers() == ["pass"], kind


def test_an_enemy_that_cannot_be_fired_at_binds_nobody():
    """[7.1] Behind a crest it does not draw the fire of the guns."""
    field = Field("b1 0405 guns N; r1 0304 line S; r2 0404 line S", edge={"0304/0405": "crest"})
    assert segment(field).do("battery b1").offers() == ["pass", "fire 0404"]


# --- 7.5, 14 -------------------------------------------------------------------------------------


def test_generals_alone_are_no_target():
    """[7.5] They cannot be hit."""
    field = Field("b1 0405 guns N; r1 0909 line S", general="0402").open("fire", "blue")
    assert field.offers() == ["pass"]
    field.open("fire_target", "blue", firers=("b1",))
    assert "fire 0402" not in field.offers()
    assert "no enemy unit" in str(field.why_not("fire 0402"))


def test_rain_spoils_powder():
    """[14] Fire -1."""
    field = Field("b1 0405 guns N; r1 0402 line S", weather={"rain": True})
    assert assess(field, "b1", target="0402").total == 3


def test_night_allows_no_long_range():
    """[14] Even where the scenario lets one see far."""
    sky = {"night": True, "visibility": 9}
    assert segment(Field("b1 0405 guns N; r1 0401 line S", weather=sky)).step == "rest"
    assert segment(Field("b1 0405 guns N; r1 0402 line S", weather=sky)).step == "fire"


# --- 7.6 counter-battery -------------------------------------------------------------------------


def test_the_answer_comes_after_the_result_and_once_in_an_activation():
    """[7.6] Each good-order battery; the second fire of the activation finds it silent."""
    field = Field("b1 0405 guns N; b2 0505 guns N; r1 0402 guns S")
    segment(field).do("battery b1").do("fire 0402", 0)
    assert field.step == "counter_battery"
    field.do("answer r1", 0).do("battery b2").do("fire 0402", 0)
    assert field.step == "rest"
    assert "fired" not in field.piece("r1").marks


def test_no_counter_to_a_counter():
    """[7.6] The active guns take what comes."""
    field = Field("b1 0405 guns N; r1 0402 guns S")
    segment(field).do("battery b1").do("fire 0402", 0).do("answer r1", 0)
    assert field.step == "rest"


def test_guns_that_look_away_do_not_answer():
    """[7.6, 4.1] No turning in the enemy's activation."""
    field = Field("b1 0405 guns N; r1 0402 guns N")
    segment(field).do("battery b1").do("fire 0402", 0)
    assert field.step == "rest"


def test_the_answer_needs_range():
    """[7.6] In range, arc and sight."""
    field = Field("b1 0407 guns N; r1 0402 guns S eff=2 max=4")
    segment(field).do("battery b1").do("fire 0402", 0)
    assert field.step == "rest"


def test_two_batteries_may_answer_together_or_one_by_one():
    """[7.6, 7.2] The owner chooses; each may also answer alone."""
    field = Field("b1 0405 guns N; r1 0402 guns S; r2 0402 guns S")
    segment(field).do("battery b1").do("fire 0402", 0)
    assert field.offers() == ["pass", "answer r1", "answer r2", "answer r1 r2"]
    assert assess(field, "r1", "r2", target="0405", kind="counter").total == 5
    field.do("answer r1", 0)
    assert field.offers() == ["pass", "answer r2"]
    assert "fired back" in str(field.why_not("answer r1"))


# --- 8.3 reaction fire ---------------------------------------------------------------------------


def test_reaction_fire_goes_through_the_front_without_turning():
    """[8.3] Only at attacking hexes among the front hexes; -1 and point-blank +1 cancel."""
    field = Field("r1 0405 guns N sp=4; b1 0404 line S; b2 0306 line N")
    hexes = [field.at(label) for label in ("0306", "0404")]
    battery = field.piece("r1")
    assert reaction_targets(field.rules, field.state, battery, hexes) == (field.at("0404"),)
    assert assess(field, "r1", target="0404", kind="reaction").total == 4


def test_reaction_fire_is_not_answered():
    """[7.6] Only fire in the fire segment is."""
    field = Field("r1 0405 guns N; b1 0404 line S; b2 0404 guns S")
    field.open("fire_roll", firers=("r1",), target="0404", kind="reaction").settle(0)
    assert field.step == "rest"
    assert any(isinstance(event, Rolled) and event.rule == "7.2" for event in field.events)


def test_disordered_guns_have_no_reaction_fire():
    """[8.3] Good order only."""
    field = Field("r1 0405 guns N disordered; b1 0404 line S")
    assert reaction_targets(field.rules, field.state, field.piece("r1"), [field.at("0404")]) == ()


def test_fire_never_goes_astray_on_friends():
    """[7.5] Friends beside the target, and under the line, have nothing to fear."""
    field = Field("b1 0405 guns N sp=9; b2 0403 line N; b3 0404 line N; r1 0402 line S; r2 0101 line S")
    segment(field).do("battery b1").do("fire 0402", 9)
    assert field.status("r1") == "routed"
    assert (field.status("b2"), field.status("b3")) == ("good", "good")


def test_what_can_be_fired_at_follows_every_change():
    """[7.1-7.4] What is known of a battery's targets ends with its turn, a square around it, their move."""
    field = Field("b1 0405 guns S; b2 0405 line N; r1 0402 line S")
    state, ahead, away = field.state, field.at("0402"), field.at("0909")

    def targets():
        return {
            (shot.target, shot.facing is None) for shot in shots(field.rules, state, (state.pieces["b1"],))
        }

    assert targets() == {(ahead, False)}
    state = after(state, FormationChanged("b2", "square"))
    assert targets() == {(ahead, True)}
    state = after(state, FormationChanged("b2", ""))
    assert targets() == {(ahead, False)}
    state = after(state, Turned("b1", field.rules.facing("N")))
    assert targets() == {(ahead, True)}
    state = after(state, Moved("r1", (ahead, away), 0))
    assert targets() == set()


@pytest.mark.parametrize("front_hexes", ["two", "three"])
def test_batteries_with_a_target_have_a_shot_at_it(front_hexes: str):
    """[7.1] Whatever lies open to a battery it can turn to, unless it must take an adjacent enemy first."""
    match = Match.begin("jours-de-gloire", "saalfeld", {"front_hexes": front_hexes}, seed=2)
    found: Counter[bool] = Counter()
    for step in range(120):
        play_on(match, seed=step, steps=5)
        rules, pieces = match.rules, match.state.pieces
        for battery in (pieces[card.id] for card in rules.cards.values() if card.is_artillery):
            if battery.hex is not None:
                has_one = has_target(rules, match.state, (battery,))
                assert has_one == bool(shots(rules, match.state, (battery,)))
                found[has_one] += 1
    assert min(found[True], found[False]) > 20
