"""[3] Leaders: command radius, attaching, detaching, riding, falling, capture, replacement."""

from __future__ import annotations

import pytest

from game.rulesets.age_of_glory.march import leader_line
from game.rulesets.age_of_glory.units import attached_to
from tests.rulesets.age_of_glory.field import Field


def command(field: Field) -> int:
    line = leader_line(field.rules, field.state, field.piece("b1"))
    return line.value if line else 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("bl 0511 leader", 1),
        ("bl 0511 leader charismatic", 2),
        ("bl 0505 leader on=b1", 2),
        ("bl 0505 leader on=b1 charismatic", 3),
        ("bl 0512 leader charismatic", 0),
    ],
)
def test_leaders_help_the_march(text: str, value: int) -> None:
    """[4.3, 3.1] Detached within six hexes +1 or +2, attached +2 or +3."""
    assert command(Field(f"b1 0505 pike N; {text}")) == value


def test_only_the_best_leader_counts() -> None:
    """[4.3] At most one, attached or detached."""
    assert command(Field("b1 0505 pike N; bl 0505 leader on=b1; bm 0506 leader charismatic")) == 2
    assert command(Field("b1 0505 pike N; bl 0507 leader; bm 0506 leader charismatic")) == 2


def test_an_attached_leader_commands_nobody_else() -> None:
    """[3.1] The radius of an attached leader is 0."""
    assert command(Field("b1 0505 pike N; b2 0605 pike N; bl 0605 leader on=b2")) == 0


def test_command_does_not_cross_enemies() -> None:
    """[3.1] An enemy in between cuts it."""
    assert command(Field("b1 0505 pike N; r1 0705 pike S; bl 0905 leader")) == 0
    assert command(Field("b1 0505 pike N; b2 0705 pike S; bl 0905 leader")) == 1


def test_command_reaches_one_hex_into_woods() -> None:
    """[3.1] The unit itself may stand at the edge of a wood, not behind it."""
    assert command(Field("b1 0505 pike N; bl 0905 leader", terrain={"0505": "woods"})) == 1
    assert command(Field("b1 0505 pike N; bl 0905 leader", terrain={"0605": "woods"})) == 0
    assert command(Field("b1 0505 pike N; bl 0905 leader", terrain={"0605": "marsh"})) == 0


def test_attaching_and_detaching() -> None:
    """[3.2] A leader rides to a unit within his move, and leaves it where it stands, once in a turn."""
    field = Field("b1 0505 pike N; bl 0508 leader").open("march_leaders")
    field.do("attach bl b1")
    assert attached_to(field.rules, field.state, "b1") == ("bl",)
    assert field.where("bl") == "0505"
    assert field.why_not("detach bl") is not None
    other = Field("b1 0505 pike N; bl 0505 leader on=b1").open("march_leaders").do("detach bl")
    assert (other.piece("bl").status, other.where("bl")) == ("detached", "0505")


def test_a_leader_too_far_away_cannot_attach() -> None:
    """[3.2] He has six hexes."""
    assert Field("b1 0505 pike N; bl 0512 leader").open("march_leaders").offers("attach") == []


def test_a_leader_takes_his_unit_along_for_the_rest_of_his_ride() -> None:
    """[3.2] Four hexes ridden leave two for the unit."""
    field = Field("b1 0505 pike N; bl 0509 leader").open("march_leaders").do("attach bl b1")
    field.march("b1", 9)
    assert "go 0503" in field.offers() and "go 0502" not in field.offers()


def test_an_attached_leader_goes_with_his_unit() -> None:
    """[3.2] Wherever it goes."""
    field = Field("b1 0505 pike N; bl 0505 leader on=b1").march("b1", 9).do("go 0503").do("face N")
    assert field.where("bl") == "0503"


def test_detached_leaders_ride_after_the_march() -> None:
    """[3.3] Six hexes, eight on a road, once."""
    road = "0505 0605 0705 0805 0905 1005 1105 1205 1305 1405"
    field = Field("bl 0505 leader", roads=road).open("march_detached").do("ride bl")
    assert "go 1305" in field.offers() and "go 1405" not in field.offers()
    assert "go 0511" in field.offers() and "go 0512" not in field.offers()
    field.do("go 1305")
    assert field.offers("ride") == ["ride b-chief"]


@pytest.mark.parametrize(
    ("face", "text", "status"),
    [
        (6, "", "attached"),
        (5, "", "disabled"),
        (8, "charismatic", "attached"),
        (7, "charismatic", "disabled"),
    ],
)
def test_the_fallen_leader_table(face: int, text: str, status: str) -> None:
    """[3.4] Six or more survives; a charismatic leader takes 2 off."""
    field = Field(f"b1 0505 pike N; bl 0505 leader on=b1 {text}").open("leader_check", None, leader="bl")
    assert field.settle(face).piece("bl").status == status


def test_a_fallen_leader_is_replaced_after_a_full_turn() -> None:
    """[3.5] Two player turns later, by a plain leader, with friends."""
    field = Field("b1 0505 pike N; bl 0505 leader on=b1 charismatic")
    field.open("leader_check", None, leader="bl").settle(1)
    assert field.fact("player_turn", 2).open("march_leaders").offers("replace") == []
    field.do("pass").fact("player_turn", 3).open("march_leaders").do("replace bl 0505")
    assert (field.where("bl"), field.piece("bl").status) == ("0505", "detached")
    assert command(field) == 1  # no longer charismatic


@pytest.mark.parametrize(("switch", "offered"), [("replaced", True), ("gone", False)])
def test_a_captured_leader(switch: str, offered: bool) -> None:
    """[3.5] Replaced like a disabled one, unless the house rule says otherwise."""
    field = Field("b1 0505 pike N; bl 0505 leader", captured_leader=switch)
    field.state = field.state.with_piece(field.piece("bl")._replace(hex=None, status="captured"))
    field.fact("fallen:bl", 1).fact("player_turn", 3).open("march_leaders")
    assert bool(field.offers("replace")) == offered


def test_a_detached_leader_escapes_from_the_enemy() -> None:
    """[3.6] He leaves a hex the enemy enters for the nearest friends."""
    field = Field("b1 0505 pike N; r1 0803 pike S; rl 0503 leader").march("b1", 9).do("go 0503").do("face N")
    assert field.where("rl") == "0803"


def test_the_leaders_of_a_destroyed_unit_are_on_their_own() -> None:
    """[10.3] They stay in its hex."""
    spent = Field("b1 0505 pike N 6 left=1 disordered raw; bl 0505 leader on=b1").march("b1", 1)
    assert (spent.where("b1"), spent.piece("bl").status, spent.where("bl")) == (None, "detached", "0505")
