"""[0.4] The die and the cohesion test."""

from __future__ import annotations

import pytest

from game.core.events import Rolled
from tests.rulesets.jours_de_gloire.field import Field


def _test(text: str, unit: str, **data: object) -> Field:
    return Field(text).open("cohesion_test", units=(unit,), why="trial", **data)


@pytest.mark.parametrize(("face", "status"), [(0, "good"), (6, "good"), (7, "disordered"), (9, "disordered")])
def test_a_die_up_to_the_cohesion_passes_and_0_counts_as_zero(face, status):
    """[0.4.1] 1d10 <= cohesion: passed; higher: failed."""
    field = _test("b1 0405 line N coh=6", "b1", fail="disorder").settle(face)
    assert field.status("b1") == status
    assert field.step == "rest"


def test_the_face_shown_at_the_moment_counts():
    """[0.4.1] A disordered unit tests with the cohesion of its back."""
    field = _test("b1 0405 line N coh=6 dis=3 disordered", "b1", fail="disorder").settle(3)
    assert field.status("b1") == "disordered"
    field = _test("b1 0408 line N coh=6 dis=3 disordered; r1 0101 line S", "b1", fail="disorder")
    with pytest.raises(AssertionError, match="were not rolled"):
        field.settle(4, 0)
    assert field.status("b1") == "routed"


def test_a_rule_may_add_to_the_die():
    """[0.4.1] With +2, cohesion 6 needs 0 to 4."""
    for face, status in ((4, "good"), (5, "disordered")):
        field = _test("b1 0405 line N coh=6", "b1", fail="disorder", plus=2, rule="9.4").settle(face)
        assert field.status("b1") == status
        rolled = next(event for event in field.events if isinstance(event, Rolled))
        assert [line.value for line in rolled.lines] == [2]


def test_a_test_has_two_branches_however_many_faces():
    """[0.4.1] The die is read as passed or failed, so odds stay small."""
    field = _test("b1 0405 line N coh=6", "b1", fail="disorder").settle(2)
    assert [event.reading for event in field.events if isinstance(event, Rolled)] == ["True"]


def test_a_failure_may_cost_a_recoil_or_nothing():
    """[8.6] CT/1: failed, the unit goes back one hex; a test may also cost nothing by itself."""
    field = _test("b1 0405 line N; r1 0404 line S", "b1", fail="recoil", away=("0404",)).settle(9)
    assert (field.step, field.asked) == ("recoil", "blue")
    assert field.status("b1") == "good"
    field = _test("b1 0405 line N", "b1", fail="nothing").settle(9)
    assert (field.step, field.status("b1"), field.where("b1")) == ("rest", "good", "0405")


def test_a_unit_lost_before_its_test_does_not_roll():
    """[0.4.1] Each unit of a stack tests for itself, if it is still there."""
    field = _test("b1 0405 guns N disordered", "b1", fail="disorder")
    field.open("cohesion_test", units=("b1",), why="first", fail="disorder").settle(9)
    assert field.status("b1") == "eliminated"
    assert field.step == "rest"


@pytest.mark.parametrize(("cohesion", "passing"), [(9, 10), (0, 1), (-1, 0)])
def test_cohesion_9_never_fails_0_passes_with_a_0_only_and_less_never(cohesion, passing):
    """[0.4.1] The ends of the scale."""
    passed = 0
    for face in range(10):
        field = _test(f"b1 0405 line N coh={cohesion} dis=0", "b1", fail="disorder").settle(face)
        passed += field.status("b1") == "good"
    assert passed == passing
