"""[10.2] Recoil: one hex, where to, and whom it shakes."""

from __future__ import annotations

from game.core.events import Moved
from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import fight


def recoil(text, *away, unit="b1", **more):
    field = Field(text, **more)
    side = field.piece(unit).side
    return field.open("recoil", side, unit=unit, why="trial", away=away)


def test_away_from_the_hex_that_caused_it():
    """[10.2] Attacked from 0404: the three hexes farther from it, and the owner chooses."""
    field = recoil("b1 0405 line N; r1 0404 line S", "0404")
    assert field.asked == "blue"
    assert sorted(field.offers()) == ["recoil 0305", "recoil 0306", "recoil 0406"]
    field.do("recoil 0306")
    assert field.where("b1") == "0306"


def test_facing_is_kept_and_a_square_broken():
    """[10.2, 9.3] It goes back with its face to the enemy, but in no square."""
    field = recoil("b1 0405 line N square; r1 0404 line S", "0404").do("recoil 0306")
    assert field.rules.facing_names[field.piece("b1").facing] == "N"
    assert field.piece("b1").formation == ""
    assert "moved" in field.piece("b1").marks


def test_away_from_every_enemy_that_took_part():
    """[10.2] Attacked from 0404 and 0505, only 0305 and 0306 are farther from both."""
    field = recoil("b1 0405 line N; r1 0404 line S; r2 0505 line SW", "0404", "0505")
    assert sorted(field.offers()) == ["recoil 0305", "recoil 0306"]


def test_between_two_enemies_it_nears_neither():
    """[10.2] From front and back at once no hex is farther from both: farther from one, nearer to none."""
    field = recoil("b1 0405 line N; r1 0404 line N; r2 0306 line S", "0404", "0306")
    assert sorted(field.offers()) == ["recoil 0304", "recoil 0305", "recoil 0406", "recoil 0505"]


def test_without_a_cause_from_the_nearest_enemy():
    """[10.2] Else from the nearest."""
    field = recoil("b1 0405 line N; r1 0403 line N; r2 0409 line S")
    assert sorted(field.offers()) == ["recoil 0306", "recoil 0406"]


def test_enemy_front_hexes_are_shunned():
    """[10.2] r2 looks at 0306 and 0406, so 0305 it is, and nobody is asked."""
    field = recoil("b1 0405 line N; r1 0404 line S; r2 0407 line N", "0404").settle()
    assert field.where("b1") == "0305"


def test_a_friend_it_may_stack_with_is_as_good_as_a_free_hex():
    """[10.2] Free or stackable hexes are equal."""
    field = recoil("b1 0405 line N; b2 0306 line N; r1 0404 line S", "0404")
    assert "recoil 0306" in field.offers()
    field.do("recoil 0306")
    assert field.where("b1") == "0306"
    assert field.step == "rest"


def test_a_friend_cancels_the_front_hex():
    """[4.2, 10.2] 0306 is in front of r2, but b2 stands in it."""
    field = recoil("b1 0405 line N; b2 0306 line N; r1 0404 line S; r2 0407 line N", "0404")
    assert sorted(field.offers()) == ["recoil 0305", "recoil 0306"]


def test_friends_it_may_not_stack_with_are_the_second_choice():
    """[10.2] With a free hex at hand, it does not break through its own horse."""
    field = recoil("b1 0405 line N; b2 0306 horse N; r1 0404 line S", "0404")
    assert sorted(field.offers()) == ["recoil 0305", "recoil 0406"]


def test_it_passes_through_friends_who_test():
    """[10.2] All three hexes are full of horse: through one of them, one hex more; the horse takes a CT."""
    text = "b1 0405 line N; b2 0306 horse N; b3 0406 horse N; b4 0305 horse N; r1 0404 line S"
    field = recoil(text, "0404")
    assert sorted(field.offers()) == ["recoil 0305", "recoil 0306", "recoil 0406"]
    field.do("recoil 0306")
    assert (field.step, field.where("b1")) == ("recoil", "0405")
    field.do("recoil 0307", 7)
    assert field.where("b1") == "0307"
    assert (field.status("b2"), field.status("b3")) == ("disordered", "good")
    moved = next(event for event in field.events if isinstance(event, Moved))
    assert [field.rules.label[hex_] for hex_ in moved.path] == ["0405", "0306", "0307"]


def test_passing_goes_on_hex_by_hex():
    """[10.2] Pass through, go one hex more, repeat: 0306 leads to 0206, 0307 and 0407, all full."""
    horse = "; ".join(
        f"b{n} {label} horse N"
        for n, label in enumerate(("0305", "0306", "0406", "0206", "0407", "0307"), start=2)
    )
    field = recoil(f"b1 0405 line N; {horse}; r1 0404 line S", "0404").do("recoil 0306")
    assert field.step == "recoil"
    field.do("recoil 0307")
    assert field.step == "recoil"
    field.do("recoil 0308", 0, 0)
    assert field.where("b1") == "0308"


def test_a_hex_that_is_merely_full_shakes_all_in_it():
    """[10.2] Two of its own formation leave no room: both test."""
    full = "b2 0306 line N; b3 0306 line N; b4 0305 horse N; b5 0406 horse N"
    field = recoil(f"b1 0405 line N; {full}; r1 0404 line S", "0404")
    field.do("recoil 0306").do("recoil 0307", 9, 0)
    assert (field.status("b2"), field.status("b3")) == ("disordered", "good")


def test_only_an_enemy_front_hex_left_routs_it():
    """[10.2] It is routed instead, and the rout move replaces the recoil."""
    text = "b1 0405 line N; r1 0404 line S; r2 0407 line N; r3 0305 line NW"
    field = recoil(text, "0404").settle()
    assert field.status("b1") == "routed"
    moved = [event.how for event in field.events if isinstance(event, Moved)]
    assert "recoil" not in moved


def test_guns_with_only_a_front_hex_left_are_lost():
    """[10.2, 7.2] Guns do not rout."""
    text = "b1 0405 guns N; r1 0404 line S; r2 0407 line N; r3 0305 line NW"
    assert recoil(text, "0404").settle().status("b1") == "eliminated"


def test_nothing_left_eliminates_it():
    """[10.2] Enemies, water and the edge of the map."""
    text = "b1 0405 line N; r1 0404 line S; r2 0306 line N"
    field = recoil(text, "0404", terrain={"0305": "lake", "0406": "lake"}).settle()
    assert field.status("b1") == "eliminated"
    assert (
        recoil("b1 0409 line N; r1 0408 line S", "0408", terrain={"0309": "lake"}).settle().status("b1")
        == "eliminated"
    )


def test_friends_without_a_way_behind_them_are_no_way():
    """[10.2] Horse on the last row: nobody gets through it."""
    text = "b1 0408 line N; b2 0409 horse N; b3 0509 horse N; r1 0407 line S; r2 0507 line S; r3 0308 line NW"
    field = recoil(text, "0407", "0507", terrain=dict.fromkeys(("0508", "0309", "0609"), "lake")).settle()
    assert field.status("b1") == "eliminated"


def test_the_ground_crossed_disorders():
    """[10.2] Over a steep slope; the disordered rout by it."""
    edge = {"0405/0306": "steep_slope", "0405/0406": "steep_slope", "0405/0305": "steep_slope"}
    text = "b1 0405 line N; r1 0404 line S"
    assert recoil(text, "0404", edge=edge).do("recoil 0306").status("b1") == "disordered"
    field = recoil("b1 0405 line N disordered; r1 0404 line S", "0404", edge=edge).do("recoil 0306")
    assert field.status("b1") == "routed"
    assert field.step == "rout_move"


def test_the_reason_for_a_refusal():
    """[10.2] What the player reads."""
    field = recoil("b1 0405 line N; r1 0404 line S; r2 0407 line NE", "0404")
    assert "enemy stands" in str(field.why_not("recoil 0404"))
    assert "front hex" in str(field.why_not("recoil 0406"))
    assert "away" in str(field.why_not("recoil 0304"))
    assert "no hex" in str(field.why_not("recoil 9999"))


def test_a_lone_enemy_general_makes_off():
    """[3] A recoil into his hex puts him on the nearest friend."""
    field = recoil("b1 0405 line N; r1 0404 line S", "0404", general="0306").do("recoil 0306")
    assert field.where("chief") == "0404"


def test_the_owner_says_who_of_a_hex_recoils_first():
    """[10.2] Both go back; in which order, and each to which hex, is their owner's choice."""
    field = fight("b1 0405 line N sp=9; r1 0404 line S; r2 0404 line S; r3 0101 line S", "b1 > 0404")
    field.settle(7, 0, 0)
    assert (field.step, field.asked, field.state.frame.get("unit")) == ("recoil", "red", "r1")
    assert "send r2" in field.offers()
    field.do("send r2")
    assert field.state.frame.get("unit") == "r2"
    assert not any(offer.startswith("send") for offer in field.offers()), "he has said who goes first"
    field.do("recoil 0403")
    assert (field.step, field.state.frame.get("unit")) == ("recoil", "r1")
    assert not any(offer.startswith("send") for offer in field.offers()), "nobody else is left"
    assert (field.where("r1"), field.where("r2")) == ("0404", "0403")


def test_of_three_any_may_go_first_and_then_any_of_the_rest():
    """[10.2] The question comes again for those who are left."""
    text = "b1 0405 line N sp=20; r1 0404 line S; r2 0404 line S; r3 0404 guns S; r4 0101 line S"
    field = fight(text, "b1 > 0404").settle(5, 0, 0, 0)
    assert [offer for offer in field.offers() if offer.startswith("send")] == ["send r2", "send r3"]
    field.do("send r3").do("recoil 0403")
    assert field.state.frame.get("unit") == "r1"
    field.do("send r2").do("recoil 0504")
    assert field.state.frame.get("unit") == "r1"
    field.do("recoil 0503")
    assert [field.where(unit) for unit in ("r1", "r2", "r3")] == ["0503", "0504", "0403"]


def test_who_failed_his_test_recoils_when_all_have_tested():
    """[8.6, 10.2] Thrown back at 0 to 4, both attackers test before either goes back."""
    text = "b1 0405 line N; b2 0405 line N; b3 0109 line N; r1 0404 line S sp=20"
    field = fight(text, "b1 b2 > 0404").settle(5, 9, 9)
    assert (field.step, field.asked) == ("recoil", "blue")
    assert (field.status("b1"), field.status("b2")) == ("disordered", "disordered")
    assert "send b2" in field.offers()


def test_who_runs_first_is_the_owners_choice_too():
    """[10.3] Fire routs two units and throws their guns back: three go, in any order."""
    text = "b1 0407 guns N sp=20; r1 0404 line S; r2 0404 line S; r3 0404 guns S; r4 0101 line S"
    field = Field(text).open("fire_roll", firers=("b1",), target="0404", kind="fire").settle(9)
    assert (field.step, field.state.frame.get("unit")) == ("rout_move", "r1")
    assert [offer for offer in field.offers() if offer.startswith("send")] == ["send r2", "send r3"]
    field.do("send r3")
    assert (field.step, field.state.frame.get("unit")) == ("recoil", "r3")
    field.do("recoil 0403")
    assert (field.step, field.state.frame.get("unit")) == ("rout_move", "r1")


def test_a_friend_put_to_rout_on_the_way_runs_before_the_next_recoil():
    """[10.3] r1 breaks through horse, which fails its test and runs at once; r2 may not be sent before it."""
    horse = "; ".join(
        f"r{n} {label} horse S disordered" for n, label in ((4, "0403"), (5, "0503"), (6, "0504"))
    )
    field = fight(f"b1 0405 line N sp=20; r1 0404 line S; r2 0404 line S; {horse}", "b1 > 0404")
    field.settle(5, 0, 0).do("recoil 0403").do("recoil 0402", 9)
    assert (field.step, field.state.frame.get("unit")) == ("rout_move", "r4")
    assert not any(offer.startswith("send") for offer in field.offers())
    assert "same result" in str(field.why_not("send r2"))
