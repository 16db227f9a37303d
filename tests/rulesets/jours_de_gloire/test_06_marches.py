"""[6] Minimum moves, roads beside the enemy, guns that fired, extended marches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.events import Marked
from hexmap.coords import distance
from tests.rulesets.jours_de_gloire.field import Field


def moving(field: Field, unit: str, points: int) -> Field:
    return field.open("moving", "blue", units=(unit,), left=Fraction(points), fresh=True, far=False)


def goes(field: Field) -> set[str]:
    return {offer.split()[1] for offer in field.offers() if offer.startswith("go ")}


# --- 6 -------------------------------------------------------------------------------------------------


def test_the_minimum_move_is_for_units_that_have_not_moved():
    """[6.1] Having gone one hex, it pays like all others."""
    field = moving(Field("b1 0405 line N; r1 0901 line N", terrain={"0403": "woods"}), "b1", 2)
    assert "0403" not in goes(field.do("go 0404"))


def test_no_minimum_move_onto_closed_ground():
    """[6.1] If no NA applies: guns and marsh."""
    field = moving(Field("b1 0405 guns N; r1 0901 line N", terrain={"0404": "marsh"}), "b1", 1)
    assert "0404" not in goes(field)


@pytest.mark.parametrize(
    ("position", "left"),
    [("allowed", 3), ("other_terrain", 2)],
)
def test_house_rule_road_next_to_enemy(position: str, left: int):
    """[6.2] Beside the enemy the woods are paid, not the road through them."""
    field = Field(
        "b1 0406 line N; r1 0404 guns S",
        terrain={"0405": "woods"},
        roads={"0406 0405": "road"},
        road_next_to_enemy=position,
    )
    assert moving(field, "b1", 4).do("go 0405").state.frame.get("left") == left


def test_by_that_house_rule_a_steep_road_beside_the_enemy_disorders():
    """[6.2, 6.4] Without the road rate the steep slope keeps its D, and the step is still there to take."""
    field = Field(
        "b1 0406 line N; r1 0404 guns S",
        edge={"0406/0405": "steep_slope"},
        roads={"0406 0405": "road"},
        road_next_to_enemy="other_terrain",
    )
    assert "cross 0405" in moving(field, "b1", 4).offers()
    assert field.do("cross 0405").status("b1") == "disordered"


@pytest.mark.parametrize(("orders", "fired", "points"), [("OR", True, 3), ("SO", False, 3), ("SO", True, 2)])
def test_guns_that_fired_have_half_their_movement(orders: str, fired: bool, points: int):
    """[6.4, 2.3] Half, rounded up; without orders half of the half."""
    field = Field("b1 0405 guns N; r1 0901 line N").fact("status", orders)
    ledger = field.ledger()
    if fired:
        ledger.write(Marked("b1", "fired"))
    field.take(ledger).open("movement", "blue").do("move b1")
    assert field.state.frame.get("left") == points


def test_guns_that_did_not_fire_move_normally():
    """[6.4] All six points."""
    field = Field("b1 0405 guns N; r1 0901 line N").open("movement", "blue").do("move b1")
    assert field.state.frame.get("left") == 6


@pytest.mark.parametrize(("enemy", "facings"), [("0404", ["halt N"]), ("0402", 6)])
def test_turning_after_firing_counts_as_moving(enemy: str, facings: object):
    """[6.4] And a move of guns that fired does not end next to an enemy: there they face as they do."""
    field = Field(f"b1 0405 guns N; r1 {enemy} guns S")
    ledger = field.ledger()
    ledger.write(Marked("b1", "fired"))
    field.take(ledger).open("movement", "blue").do("move b1")
    halts = [offer for offer in field.offers() if offer.startswith("halt")]
    assert halts == facings or len(halts) == facings
    if len(halts) == 1:
        assert "next to an enemy [6.4]" in str(field.why_not("halt S"))


def test_turning_after_firing_is_remembered():
    """[6.4, 10.4] It has turned."""
    field = Field("b1 0405 guns N; r1 0402 guns S")
    ledger = field.ledger()
    ledger.write(Marked("b1", "fired"))
    field.take(ledger).open("movement", "blue").do("move b1").do("halt S")
    assert "turned" in field.piece("b1").marks


def test_infantry_crossing_a_steep_slope_is_disordered():
    """[6.4] Likewise (automatic D)."""
    field = moving(Field("b1 0405 line N; r1 0901 line N", edge={"0404/0405": "steep_slope"}), "b1", 4)
    assert "cross 0404" in field.offers()
    assert field.do("cross 0404").status("b1") == "disordered"


# --- 6.5 -----------------------------------------------------------------------------------------------


def marching(text: str, unit: str = "b1", **more: Any) -> Field:
    return Field(text, extended_march="on", **more).open("movement", "blue").do(f"march {unit}")


def test_an_extended_march_doubles_the_movement():
    """[6.5] OR formation, more than 3 hexes from any enemy: MA doubled."""
    field = marching("b1 0109 line N; r1 0901 line S")
    assert field.state.frame.get("left") == 8
    assert "0909" in goes(field)


def test_there_is_no_extended_march_unless_the_house_rule_is_on():
    """[6.5] Default off."""
    field = Field("b1 0109 line N; r1 0901 line S").open("movement", "blue")
    assert "march b1" not in field.offers()


def test_every_unit_starts_more_than_three_hexes_from_the_enemy():
    """[6.5] One of them near, and nobody marches."""
    field = Field("b1 0109 line N; b2 0904 line N; r1 0901 line S", extended_march="on")
    assert "march b1" not in field.open("movement", "blue").offers()


def test_an_extended_march_stays_more_than_three_hexes_from_the_enemy():
    """[6.5] Hexes within 3 are closed."""
    field = marching("b1 0109 line N; r1 0901 line S")
    near = [hex_ for hex_ in goes(field) if distance(field.at(hex_), field.at("0901")) <= 3]
    assert near == []
    assert "more than 3 hexes" in str(field.why_not("go 0904"))


def test_an_extended_march_passes_no_friends():
    """[6.5] No passing through friends."""
    lakes = dict.fromkeys(("0108", "0208"), "lake")
    field = marching("b1 0109 line N; b2 0209 line N; r1 0901 line S", terrain=lakes)
    assert goes(field) == set()


def test_an_extended_march_may_end_with_guns_only():
    """[6.5] No stacking except guns; and it goes no farther through them."""
    field = marching("b1 0109 line N; b2 0209 guns N; b3 0108 line N; r1 0901 line S")
    assert "0209" in goes(field)
    assert "0108" not in goes(field)
    guns = marching("b1 0109 guns N; b2 0209 line N; r1 0901 line S")
    assert "0209" in goes(guns)
    assert not goes(field.do("go 0209"))


@pytest.mark.parametrize("state", ["disordered", "square"])
def test_an_extended_march_is_not_for_disordered_units(state: str):
    """[6.5] Nor for squares, who hardly move."""
    field = Field(f"b1 0109 line N {state}; b2 0209 line N; r1 0901 line S", extended_march="on")
    assert "march b1" not in field.open("movement", "blue").offers()


def test_guns_that_fired_make_no_extended_march():
    """[6.5] No fire."""
    field = Field("b1 0109 guns N; r1 0901 line S", extended_march="on")
    ledger = field.ledger()
    ledger.write(Marked("b1", "fired"))
    assert "march b1" not in field.take(ledger).open("movement", "blue").offers()


def test_without_orders_there_is_no_extended_march():
    """[6.5] OR formation."""
    field = Field("b1 0109 line N; r1 0901 line S", extended_march="on").fact("status", "SO")
    assert "march b1" not in field.open("movement", "blue").offers()


def test_of_a_stack_that_crosses_a_wall_only_the_guns_are_disordered():
    """[6.4] Artillery crossing a wall becomes disordered; the infantry with it does not."""
    field = Field("b1 0405 line N; b2 0405 guns N; r1 0901 line S", edge={"0405/0404": "wall"})
    field.open("movement", "blue").do("together b1 b2").do("cross 0404")
    assert (field.status("b1"), field.status("b2")) == ("good", "disordered")
