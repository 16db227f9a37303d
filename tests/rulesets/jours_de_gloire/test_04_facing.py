"""[4, 5] Facing, zones and stacks in the course of a move."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rulesets.jours_de_gloire.invariants import broken
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
from game.rulesets.jours_de_gloire.units import fronts, rears
from game.rulesets.jours_de_gloire.zones import zone_of_side
from tests.rulesets.jours_de_gloire.field import Field


def moving(field: Field, unit: str, points: int) -> Field:
    return field.open("moving", "blue", units=(unit,), left=Fraction(points), fresh=True, far=False)


def goes(field: Field) -> set[str]:
    return {offer.split()[1] for offer in field.offers() if offer.startswith("go ")}


# --- 4.2, 6.1 in the course of a move ------------------------------------------------------------------


def test_whoever_left_a_zone_enters_no_front_hex_in_that_activation_hex_by_hex_either():
    """[4.2] Not, in that activation: going by way of a free hex changes nothing."""
    text = "b1 0405 horse N; r1 0404 line S"
    strict, free = (moving(Field(text, zoc_to_front=kind), "b1", 8) for kind in ("forbidden", "allowed"))
    assert "0505" not in goes(strict.do("go 0406"))
    refusal = strict.why_not("go 0505")
    assert refusal is not None and refusal.rule == "4.2"
    assert "0505" in goes(free.do("go 0406"))


def test_whoever_starts_free_enters_front_hexes():
    """[4.2] The ban is for those who leave a zone."""
    field = moving(Field("b1 0407 horse N; r1 0404 line S"), "b1", 8).do("go 0406")
    assert {"0405", "0505"} <= goes(field)


@pytest.mark.parametrize(("kind", "controls"), [("line", True), ("horse", False), ("heavy", False)])
def test_a_fortification_stops_the_zone_of_cavalry(kind: str, controls: bool):
    """[4.2] ZOC does not cross an impassable hexside: fortification for a cavalry unit."""
    field = Field(f"b1 0909 line N; r1 0405 {kind} N", edge={"0405/0505": "fortification"})
    assert (field.at("0505") in zone_of_side(field.rules, field.state.pieces, "red")) is controls


@pytest.mark.parametrize(("level", "controls"), [(2, True), (3, False)])
def test_three_levels_of_steep_slope_stop_a_zone(level: int, controls: bool):
    """[4.2, note i] Steep slope with 3+ levels."""
    field = Field("b1 0909 line N; r1 0405 line N", edge={"0405/0505": "steep_slope"}, level={"0505": level})
    assert (field.at("0505") in zone_of_side(field.rules, field.state.pieces, "red")) is controls


def test_generals_control_nothing():
    """[3, 4.2] No ZOC."""
    field = Field("b1 0909 line N; r1 0101 line S", general="0505")
    assert field.at("0405") not in zone_of_side(field.rules, field.state.pieces, "red")


def test_a_friend_does_not_cancel_a_zone_for_movement():
    """[4.2] Through b2's hex, which r1 controls, b1 does not pass: there the move ends."""
    text = "b1 0407 line N; b2 0405 line N; r1 0404 line S"
    field = moving(Field(text), "b1", 8).do("go 0405")
    assert not goes(field)


def test_six_front_hexes_in_towns_castles_and_squares():
    """[4.1] No rear."""
    for terrain, more in (("town", ""), ("village", ""), ("ruins", ""), ("castle", ""), ("clear", " square")):
        field = Field(f"b1 0405 line N{more}; r1 0909 line N", terrain={"0405": terrain})
        assert len(fronts(field.rules, field.piece("b1"))) == 6, terrain
        assert rears(field.rules, field.piece("b1")) == ()


@pytest.mark.parametrize(("kind", "count"), [("two", 2), ("three", 3)])
def test_a_unit_has_two_front_hexes_or_by_house_rule_three(kind: str, count: int):
    """[4.1] Facing a vertex two in front and four behind; there is no flank. Cavalry has no more."""
    facing = "N" if kind == "two" else "NE"
    for unit in ("line", "horse", "heavy", "guns"):
        field = Field(f"b1 0405 {unit} {facing}; r1 0909 line {facing}", front_hexes=kind)
        assert len(fronts(field.rules, field.piece("b1"))) == count
        assert len(rears(field.rules, field.piece("b1"))) == 6 - count


def test_facing_does_not_limit_the_direction_of_movement():
    """[4.1] It goes backwards at the same cost."""
    field = moving(Field("b1 0405 line N; r1 0901 line N"), "b1", 1)
    assert goes(field) == {"0304", "0404", "0305", "0505", "0306", "0406"}


def test_a_charge_that_ends_with_a_friend_gives_the_stack_one_facing():
    """[4.1, 9.1] All cavalry of a stack shares one facing: the friend turns with the rider."""
    text = "b1 0407 horse N; b2 0404 horse S; r1 0403 guns S"
    field = Field(text).open("movement", "blue").do("charge b1")
    field.do(next(offer for offer in field.offers() if offer.startswith("strike 0403 0404")))
    assert field.where("b1") == field.where("b2") == "0404"
    assert field.piece("b1").facing == field.piece("b2").facing


# --- 5 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        ("b1 0405 line N; b2 0405 guns N", True),
        ("b1 0405 line N; b2 0405 line N", False),
        ("b1 0405 horse N; b2 0405 horse N", False),
        ("b1 0405 guns N; b2 0405 guns N", True),
    ],
)
def test_at_brigade_scale_one_unit_and_one_battery_share_a_hex(stack: str, legal: bool):
    """[5] Brigade-scale battles: 1 infantry or cavalry + 1 artillery."""
    field = Field(stack + "; r1 0101 line N")
    field.rules.scenario = field.rules.scenario.model_copy(update={"scale": "brigade"})
    units = [piece for piece in field.state.pieces if piece.side == "blue"]
    assert (stacking_refusal(field.rules, units) is None) is legal


def test_generals_do_not_count_for_stacking():
    """[3, 5] Two regiments, a battery and the chief."""
    field = Field("r1 0405 line N; r2 0405 line N; r3 0405 guns N; b1 0101 line N", general="0405")
    assert [problem for problem in broken(field.rules, field.state) if "0405" in problem] == []


def test_nobody_enters_a_hex_of_the_enemy():
    """[5] Never."""
    field = moving(Field("b1 0405 line N; r1 0404 guns S"), "b1", 4)
    assert "0404" not in goes(field)
    assert "an enemy stands there [5]" in str(field.why_not("go 0404"))


def test_stacking_is_checked_where_a_move_ends_not_where_it_passes():
    """[5, 6.1] Through its own horse at one more, and on."""
    around = {"0304": "lake", "0505": "lake", "0305": "lake", "0306": "lake", "0406": "lake"}
    field = moving(Field("b1 0405 line N; b2 0404 horse N; r1 0901 guns N", terrain=around), "b1", 4)
    assert "0404" not in goes(field)
    assert "0403" in goes(field)
    field.do("go 0403")
    assert field.state.frame.get("left") == 1  # 1 + 1 for the friend, then 1
