"""[10.4] The rally segment."""

from __future__ import annotations

import pytest

from game.core.events import Marked
from tests.rulesets.jours_de_gloire.field import Field


def segment(text, *marks, **more):
    field = Field(text, **more)
    ledger = field.ledger()
    for unit, mark in marks:
        ledger.write(Marked(unit, mark))
    return field.take(ledger).open("rally", "blue").settle()


def test_disordered_units_come_back_to_good_order_and_may_turn():
    """[10.4] CT with the disordered cohesion; passed: good order, and it may re-face."""
    field = segment("b1 0405 line N coh=6 disordered; r1 0401 line S").do("rally b1", 5)
    assert field.status("b1") == "good"
    assert field.offers() == [f"face {name}" for name in field.rules.facing_names]
    assert "one of" in str(field.why_not("face UP"))
    field.do("face SW")
    assert field.rules.facing_names[field.piece("b1").facing] == "SW"
    assert field.step == "rest"


def test_a_failed_rally_costs_a_disordered_unit_nothing():
    """[10.4] It stays disordered, and has had its attempt."""
    field = segment("b1 0405 line N coh=6 disordered; b2 0505 line N disordered; r1 0401 line S")
    field.do("rally b1", 6)
    assert (field.status("b1"), field.where("b1")) == ("disordered", "0405")
    assert field.offers() == ["pass", "rally b2"]
    assert "has tried" in str(field.why_not("rally b1"))


def test_example_14_one_step_at_a_time():
    """[16.14] Routed, cohesion 5: die 5 makes it disordered; at the next marker good order."""
    field = segment("b1 0405 line N coh=6 dis=5 routed; r1 0401 line S").do("rally b1", 5)
    assert (field.status("b1"), field.step) == ("disordered", "rest")


def test_example_14_a_failure_is_four_more_hexes():
    """[16.14, 10.4] A failed rally of a routed unit is a rout move."""
    field = segment("b1 0403 line N coh=6 dis=5 routed; r1 0101 line S").do("rally b1", 6)
    steps = 0
    while field.step == "rout_move":
        field.do(field.offers()[0])
        steps += 1
    assert field.status("b1") == "routed"
    assert steps == 4


def test_only_the_active_formation_rallies():
    """[10.4] Neither the enemy nor another corps."""
    field = Field("b1 0405 line N disordered; b2 0505 line N of=other disordered; r1 0401 line S disordered")
    field.open("rally", "blue")
    assert field.offers() == ["pass", "rally b1"]
    assert "active" in str(field.why_not("rally b2"))
    assert "no unit" in str(field.why_not("rally zz"))


@pytest.mark.parametrize("mark", ["moved", "turned", "fired", "fought"])
def test_whoever_moved_turned_fired_or_fought_does_not_rally(mark):
    """[10.4] Not in the same activation."""
    field = segment("b1 0405 line N disordered; b2 0505 line N disordered; r1 0401 line S", ("b1", mark))
    assert field.offers() == ["pass", "rally b2"]
    assert "in this activation" in str(field.why_not("rally b1"))


def test_nobody_rallies_beside_an_enemy():
    """[10.4] An adjacent enemy of any kind prevents it."""
    field = Field("b1 0405 line N disordered; r1 0404 guns S").open("rally", "blue")
    assert field.offers() == ["pass"]
    assert "next to it" in str(field.why_not("rally b1"))


def test_a_routed_unit_beside_an_enemy_runs_first():
    """[10.4] It does not test, and the segment begins with its rout move."""
    field = segment("b1 0405 line N routed; b2 0705 line N disordered; r1 0404 line N")
    assert field.step == "rout_move"
    while field.step == "rout_move":
        field.do(field.offers()[0])
    assert field.where("b1") != "0405"
    assert field.offers() == ["pass", "rally b2"]
    assert "tried" in str(field.why_not("rally b1"))


def test_the_owner_orders_those_who_run():
    """[10.4] With two of them, he says who runs first; he may not pass."""
    field = Field("b1 0405 line N routed; b2 0505 line N routed; r1 0404 line N").open("rally", "blue")
    assert field.offers() == ["run b1", "run b2"]
    assert "next to it" in str(field.why_not("rally b1"))
    assert field.why_not("pass") is not None


def test_a_unit_that_fled_in_this_activation_does_not_flee_again():
    """[10.4] It has moved."""
    field = segment("b1 0405 line N routed; r1 0404 line N", ("b1", "moved"))
    assert (field.step, field.where("b1")) == ("rest", "0405")


def test_collapsed_formations_do_not_rally():
    """[12.2] None of their units any more."""
    field = Field("b1 0405 line N disordered; r1 0401 line S").fact("collapsed:blue-corps", True)
    field.open("rally", "blue")
    assert field.offers() == ["pass"]
    assert "collapsed" in str(field.why_not("rally b1"))


def test_without_orders_it_rallies_all_the_same():
    """[10.4] Whatever the orders."""
    field = Field("b1 0405 line N disordered; r1 0401 line S").fact("status", "SO").open("rally", "blue")
    assert "rally b1" in field.offers()


@pytest.mark.parametrize(("sky", "status"), [({"night": True}, "disordered"), (None, "routed")])
def test_by_night_routed_units_rally_with_one_less_on_the_die(sky, status):
    """[14] Cohesion 5, die 6: passed at night only."""
    field = segment("b1 0405 line N coh=6 dis=5 routed; r1 0101 line S", weather=sky).do("rally b1", 6)
    assert field.status("b1") == status


def test_night_is_nothing_to_the_disordered():
    """[14] Only routed units are helped."""
    field = segment("b1 0405 line N coh=6 disordered; r1 0101 line S", weather={"night": True})
    assert field.do("rally b1", 6).status("b1") == "disordered"


def test_in_a_stack_it_faces_as_the_others_do():
    """[4.1] Foot and horse of one hex share one facing: nothing to ask."""
    field = segment("b1 0405 line N disordered; b2 0405 line N; r1 0101 line S").do("rally b1", 0)
    assert (field.status("b1"), field.step) == ("good", "rest")
    assert field.piece("b1").facing == field.piece("b2").facing


def test_from_a_hex_where_one_has_rallied_the_other_routed_run_on():
    """[5, 10.4] Routed units share a hex with the routed at most: b2 and b3 do not stay with b1."""
    field = segment("b1 0405 line N routed; b2 0405 line N routed; b3 0405 horse N routed; r1 0101 line S")
    field.do("rally b1", 0)
    assert field.status("b1") == "disordered"
    assert (field.step, field.state.frame.get("unit")) == ("rout_move", "b2")
    while field.step == "rout_move":
        field.do(field.offers()[0])
    assert field.where("b1") == "0405"
    assert "0405" not in (field.where("b2"), field.where("b3"))


def test_the_routed_stay_together_when_none_has_rallied():
    """[10.4] Who fails runs; who has not tried stays."""
    field = segment("b1 0405 line N routed; b2 0405 line N routed; r1 0101 line S").do("rally b1", 9)
    while field.step == "rout_move":
        field.do(field.offers()[0])
    assert (field.where("b2"), field.offers()) == ("0405", ["pass", "rally b2"])
