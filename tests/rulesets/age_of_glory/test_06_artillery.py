"""[6] Artillery: one function in a player turn, and batteries silenced, damaged, wrecked."""

from __future__ import annotations

import pytest

from tests.rulesets.age_of_glory.field import Field


def functions(text: str) -> list[str]:
    """What battery b1 may do in the march phase."""
    field = Field(text).open("march_units")
    return [offer for offer in field.offers() if " b1" in offer]


def test_functions_of_an_unlimbered_battery() -> None:
    """[6.1] Limber, or pivot by a vertex; to shoot it waits for the fire phase."""
    assert functions("b1 0505 light N") == ["limber b1", "pivot b1 NE", "pivot b1 NW"]


def test_functions_of_a_limbered_battery() -> None:
    """[6.1] Unlimber or move."""
    assert functions("b1 0505 heavy N limbered") == ["unlimber b1", "haul b1"]


def test_siege_guns_never_move() -> None:
    """[5.1] Their rate is 0."""
    assert functions("b1 0505 siege N") == ["pivot b1 NE", "pivot b1 NW"]


def test_a_silenced_battery_recovers() -> None:
    """[6.1] As its function."""
    field = Field("b1 0505 light N silenced; b2 0905 pike N").open("march_units").do("recover b1")
    assert field.piece("b1").status == "good"
    assert not [offer for offer in field.offers() if " b1" in offer]


@pytest.mark.parametrize("action", ["limber b1", "pivot b1 NE"])
def test_one_function_in_a_player_turn(action: str) -> None:
    """[6.1] Whoever did something does not shoot."""
    text = "b1 0505 light N; b2 0905 pike N; r1 0504 pike S"
    field = Field(text).open("march_units").do(action)
    assert field.why_not("limber b1") is not None
    field.open("offensive_fire")
    assert "b1" not in str(field.offers())


def test_shooting_is_a_function_too() -> None:
    """[6.1] A battery that fired in its own player turn has used it."""
    field = Field("b1 0505 light N; r1 0504 pike S").open("offensive_fire").do("target r1", 1)
    assert {"fired", "marched"} <= field.piece("b1").marks


def test_firing_in_the_enemys_player_turn_is_free() -> None:
    """[6.1] Of the limit."""
    field = Field("b1 0510 pike N; r1 0504 light S; r2 0204 pike S").open("defensive_fire", "red")
    field.do("target b1", 1)
    assert "marched" not in field.piece("r1").marks


def test_a_limbered_battery_moves() -> None:
    """[6.1] Four hexes, six on a road; that is all."""
    road = "0405 0505 0605 0705 0805 0905 1005 1105"
    field = Field("b1 0405 light NE limbered; b2 0205 pike N", roads=road).open("march_units").do("haul b1")
    assert "go 1005" in field.offers() and "go 1105" not in field.offers()
    field.do("go 1005")
    if field.step == "facing":
        field.do(field.offers()[0])
    assert field.where("b1") == "1005"
    assert field.why_not("unlimber b1") is not None


def test_changing_march_mode_makes_a_better_target() -> None:
    """[7.6] Limbering and unlimbering."""
    field = Field("b1 0505 light N; b2 0905 pike N").open("march_units").do("limber b1")
    assert "changed" in field.piece("b1").marks


def hit(face: int, text: str = "r1 0503 light S", **switches: str) -> Field:
    """A heavy battery at two hexes: 9 points, -3 on the die."""
    field = Field(f"b1 0505 heavy N; {text}; r2 0803 pike S", **switches)
    field.open("offensive_fire").do("target r1", face)
    if field.step == "retreat":
        field.do(field.offers()[0])
    return field


@pytest.mark.parametrize(
    ("face", "status", "damaged", "moved"),
    [
        (6, "good", False, False),
        (7, "silenced", False, True),
        (8, "silenced", False, True),
        (9, "good", True, False),
    ],
)
def test_fire_on_a_battery(face: int, status: str, damaged: bool, moved: bool) -> None:
    """[6.2, 7.7] Silenced (and half a move back), or damaged."""
    piece = hit(face).piece("r1")
    assert (piece.status, "damaged" in piece.marks) == (status, damaged)
    assert (hit(face).where("r1") != "0503") == moved


def test_a_silenced_battery_retreats_half_a_move() -> None:
    """[6.2] Two hexes."""
    assert hit(7).where("r1") in ("0401", "0501", "0601")


def test_siege_guns_silenced_stay() -> None:
    """[6.2] They cannot be moved."""
    field = hit(7, "r1 0503 siege S")
    assert (field.piece("r1").status, field.where("r1")) == ("silenced", "0503")


@pytest.mark.parametrize(("switch", "status"), [("wrecked", "wrecked"), ("no_effect", "good")])
def test_damaged_twice(switch: str, status: str) -> None:
    """[6.2] Wrecked, unless the house rule says otherwise."""
    assert hit(9, "r1 0503 light S damaged", second_damage=switch).piece("r1").status == status


def test_a_silenced_battery_does_not_fire() -> None:
    """[6.2] Until it has recovered."""
    assert Field("b1 0505 heavy N silenced; r1 0503 pike S").open("offensive_fire").offers() == ["pass"]
    assert Field("b1 0505 heavy N limbered; r1 0503 pike S").open("offensive_fire").offers() == ["pass"]
