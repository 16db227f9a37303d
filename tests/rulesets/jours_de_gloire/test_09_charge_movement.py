"""[9.1] Charge movement, sentence by sentence."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.charging import charge_refusal, rides
from tests.rulesets.jours_de_gloire.field import Field


def targets(field: Field, unit: str = "b1") -> set[str]:
    return {field.rules.label[ride.target] for ride in rides(field.rules, field.state, field.piece(unit))}


def test_cavalry_rides_at_an_enemy_it_sees():
    field = Field("b1 0407 horse N; r1 0403 line S").open("movement", "blue")
    assert "charge b1" in field.offers()
    field.do("charge b1")
    strike = next(offer for offer in field.offers() if offer.startswith("strike 0403 0404 "))
    field.do(strike)
    assert field.where("b1") == "0404" and "charge" in field.piece("b1").marks
    assert field.state.fact("charge:b1") == "0403"


@pytest.mark.parametrize(
    ("unit", "why"),
    [("line N", "only cavalry charges"), ("horse N disordered", "only units in good order charge")],
)
def test_who_may_charge(unit: str, why: str):
    field = Field(f"b1 0407 {unit}; r1 0403 line S")
    refusal = charge_refusal(field.rules, field.state, field.piece("b1"))
    assert refusal is not None and refusal.why == why and refusal.rule == "9.1"


def test_no_charge_from_an_enemy_zone():
    assert not targets(Field("b1 0407 horse N; r1 0403 line S; r2 0408 line N"))


def test_the_target_is_two_hexes_away_or_more():
    assert targets(Field("b1 0407 horse N; r1 0406 guns N")) == set()
    assert targets(Field("b1 0407 horse N; r1 0405 guns N")) == {"0405"}


def test_the_target_must_be_seen():
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", terrain={"0405": "woods"}))


def test_no_charge_behind_the_back():
    """Each hex entered is a front hex, with one vertex of turn for each."""
    assert targets(Field("b1 0405 horse N ma=3; r1 0403 guns S")) == {"0403"}
    assert not targets(Field("b1 0405 horse S ma=3; r1 0403 guns S"))


@pytest.mark.parametrize("terrain", ["rough", "orchard", "woods", "marsh", "village", "castle"])
def test_no_charge_into_such_ground(terrain: str):
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", terrain={"0403": terrain}))


@pytest.mark.parametrize("edge", ["slope", "steep_slope", "wall", "fortification", "crest", "river+bridge"])
def test_no_charge_across_such_hexsides(edge: str):
    around = {f"0403/{other}": edge for other in ("0302", "0402", "0503", "0404", "0304", "0303")}
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", edge=around))


def test_streams_and_bridges_over_streams_do_not_stop_a_charge():
    around = {f"0403/{other}": "stream+bridge" for other in ("0302", "0402", "0503", "0404", "0304", "0303")}
    assert targets(Field("b1 0407 horse N; r1 0403 line S", edge=around)) == {"0403"}


def test_never_through_friendly_guns_but_through_friendly_foot():
    wall = "; ".join(f"b{column + 1} 0{column}05 {{kind}} N" for column in range(1, 10))
    foot = Field("b1 0407 horse N; r1 0403 line S; " + wall.format(kind="line"))
    guns = Field("b1 0407 horse N; r1 0403 line S; " + wall.format(kind="guns"))
    assert targets(foot) == {"0403"} and not targets(guns)


def test_the_ride_is_as_long_as_the_points_last():
    assert targets(Field("b1 0409 horse N ma=8; r1 0402 line S")) == {"0402"}
    assert not targets(Field("b1 0409 horse N ma=4; r1 0402 line S"))


def test_house_rule_three_hexes():
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", charge_reach="three_hexes"))
    assert targets(Field("b1 0406 horse N; r1 0403 line S", charge_reach="three_hexes")) == {"0403"}


def test_no_charge_at_night():
    assert not targets(Field("b1 0407 horse N; r1 0405 guns S", weather={"night": True}))
