"""[3] Generals."""

from __future__ import annotations

import pytest

from game.core.events import Removed
from game.core.state import Piece
from game.rulesets.jours_de_gloire.combat import Combat, assess_shock
from tests.rulesets.jours_de_gloire.battle import Battle
from tests.rulesets.jours_de_gloire.field import Field


def reach_of(battle, general="blue-chief"):
    battle.step("general_move", side=general.split("-")[0], moved=())
    return {offer.split()[2] for offer in battle.offers() if offer.startswith(f"general {general} ")}


def with_chief(text, at, **more):
    generals = {"blue-chief": {"at": at, **more.pop("chief", {})}}
    return Battle(text, generals=generals, **more)


def test_the_winner_of_the_initiative_says_who_moves_first():
    """[3] E2: each player may move his generals, the initiative winner chooses who goes first."""
    battle = Battle("b1 0409 blue; r1 0905 red").fact("initiative", "red").fact("active", "red")
    battle.step("generals_order", side="red")
    assert battle.offers() == ["first red", "first blue"]
    assert "name the side" in battle.why_not("first green")
    battle.choose("first blue").step("generals_move")
    assert [frame.side for frame in battle.state.frames] == ["red", "blue"]
    assert battle.asked == ("blue", "general_move")


def test_without_initiative_the_first_side_begins():
    battle = Battle("b1 0409 blue; r1 0905 red").step("collapse")
    assert battle.state.facts["active"] == "blue"
    battle.step("generals_order", side="blue")
    assert battle.state.facts["generals_first"] == "blue"


def test_generals_move_eight_points_unless_stated():
    """[3] MA 8 unless stated."""
    assert "0909" in reach_of(with_chief("b1 0409 blue; r1 0901 red", "0109"))
    near = reach_of(with_chief("b1 0409 blue; r1 0901 red", "0109", chief={"movement": 2}))
    assert "0309" in near
    assert "0409" not in near


def test_friends_in_the_way_cost_a_general_nothing():
    """[3] Entering a friendly hex costs nothing more."""
    text = "b1 0209 blue; b2 0309 blue; r1 0901 red"
    assert "0309" in reach_of(with_chief(text, "0109", chief={"movement": 2}))


def test_leaving_a_zone_costs_a_general_nothing():
    """[3] An enemy has come next to him; he rides off at the usual cost."""
    text = "b1 0909 blue; r1 0505 red"
    assert "0705" in reach_of(with_chief(text, "0605", chief={"movement": 1}))


def test_a_general_never_enters_a_hex_with_an_enemy_in_it():
    """[3] Neither with an enemy unit nor with an enemy general."""
    battle = with_chief("b1 0909 blue; r1 0505 red guns", "0705")
    reached = reach_of(battle)
    assert "0605" in reached  # guns have no zone
    assert not {"0505", "0901"} & reached
    assert "an enemy stands there" in battle.why_not("general blue-chief 0505")


def test_a_general_enters_an_enemy_zone_only_where_a_friend_stands():
    """[3] Nor alone an enemy ZOC."""
    battle = with_chief("b1 0605 blue; r1 0505 red", "0805")
    reached = reach_of(battle)
    assert "0605" in reached
    assert "0405" not in reached
    assert "alone" in battle.why_not("general blue-chief 0405")


def test_each_general_moves_once():
    battle = with_chief("b1 0909 blue; r1 0901 red", "0105")
    reach_of(battle)
    assert "no general" in battle.why_not("general red-chief 0105")
    assert "no hex" in battle.why_not("general blue-chief 9999")
    assert "already" in battle.why_not("general blue-chief 0105")
    battle.choose("general blue-chief 0305")
    assert battle.where("blue-chief") == "0305"
    assert battle.offers() == ["pass"]
    assert "has had his move" in battle.why_not("general blue-chief 0405")


def test_a_general_off_the_map_does_not_move():
    battle = with_chief("b1 0909 blue; r1 0901 red", "0105")
    battle.state = battle.state.with_piece(Piece("blue-chief", "blue"))
    battle.step("general_move", side="blue", moved=())
    assert battle.state.frames == ()


@pytest.mark.parametrize(("weather", "far"), [((), True), (({"turns": [1], "rain": True},), False)])
def test_rain_takes_a_point_from_generals_too(weather, far):
    """[14] MA -1 for all."""
    reached = reach_of(
        with_chief("b1 0409 blue; r1 0901 red", "0109", chief={"movement": 3}, weather=weather)
    )
    assert ("0409" in reached) is far


# --- caught alone --------------------------------------------------------------------------------------


def overrun(text, unit="b1", to="0404", **more):
    """Blue rides into the hex of the red chief."""
    field = Field(text, general="0404", **more).open("movement", "blue").do(f"move {unit}")
    return field.do(f"go {to}")


def test_a_general_caught_alone_is_put_on_the_nearest_friendly_unit():
    """[3] No other effect."""
    field = overrun("b1 0406 horse N; r1 0401 guns S; r2 0101 line S")
    assert field.where("chief") == "0401"
    assert field.step == "moving"


def test_among_equally_near_friends_his_owner_chooses():
    """[3] Both are three hexes off."""
    field = overrun("b1 0406 horse N; r1 0401 guns S; r2 0704 guns S")
    assert (field.step, field.asked) == ("general_makes_off", "red")
    assert field.offers() == ["refuge 0401", "refuge 0704"]
    assert "nearest of his troops: 0401, 0704 [3]" in str(field.why_not("refuge 0101"))
    field.do("refuge 0704")
    assert field.where("chief") == "0704"
    assert (field.step, field.asked) == ("moving", "blue")


def test_he_is_asked_for_once_however_many_come():
    """[3] Two units that move together enter his hex as one."""
    text = "b1 0405 line N; b2 0405 line N; r1 0401 guns S; r2 0704 guns S"
    field = Field(text, general="0404").open("movement", "blue").do("together b1 b2").do("go 0404")
    assert field.do("refuge 0401").where("chief") == "0401"
    assert field.step == "moving"


def test_with_no_friend_left_he_leaves_the_map():
    """[3] There is nobody to put him on."""
    field = Field("b1 0405 line N; r1 0401 guns S", general="0404").open("movement", "blue")
    ledger = field.ledger()
    ledger.write(Removed("r1", "eliminated", ""))
    field.take(ledger).do("move b1").do("go 0404")
    assert field.where("chief") is None


def test_with_his_troops_he_is_not_disturbed():
    """[3] Only when he is alone; no unit enters a hex of the enemy."""
    field = Field("b1 0405 line N; r1 0404 guns S", general="0404").open("movement", "blue").do("move b1")
    assert "go 0404" not in field.offers()


# --- what generals are not -----------------------------------------------------------------------------


def test_generals_move_in_their_phase_only():
    """[3] They move in phase E2 only."""
    battle = Battle("b1 0409 blue; r1 0901 red").begin().do("order blue").do("pass", 9, 0)
    assert battle.asked == ("blue", "movement")
    assert not [offer for offer in battle.offers() if "chief" in offer]
    assert "no unit called" in battle.why_not("move blue-chief")


def test_generals_are_never_hit():
    """[3] Neither by fire nor by shock: the chief stands with a unit that is routed."""
    field = Field("b1 0405 guns N sp=15; r1 0402 line S; r2 0101 line S", general="0402")
    field.open("fire", "blue").settle().do("battery b1").do("fire 0402", 9)
    assert field.status("r1") == "routed"
    assert (field.where("chief"), field.status("chief")) == ("0402", "")


def test_there_is_no_line_for_generals_in_the_combat_tables():
    """[3] A general beside them changes nothing in a shock."""
    text = "b1 0405 line N; r1 0404 line S"
    totals = []
    for general in ("0404", "0909"):
        field = Field(text, general=general)
        totals.append(assess_shock(field.rules, field.state, Combat("0404", ("b1",))).total)
    assert totals[0] == totals[1]
