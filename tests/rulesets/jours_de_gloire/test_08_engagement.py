"""[8.5] Engagement tests of attackers without orders, and broken chains."""

from __future__ import annotations

import pytest

from game.core.events import Rolled
from tests.rulesets.jours_de_gloire.assault import assault, attackers, declared

ONE = "b1 0405 line N; r1 0404 line S"
THREE = "b1 0405 line N; b2 0505 line N; b3 0504 line NW; r1 0404 line S"


def engagement(text, *attacks, faces=(), orders=False, **more):
    field = assault(text, *(attacks or ("b1 > 0404",)), orders=orders, **more)
    return field.open("engagement").settle(*faces)


def rolls(field):
    return [event for event in field.events if isinstance(event, Rolled)]


def test_with_orders_the_attack_goes_ahead():
    """[8.5] OR: no test."""
    field = engagement(ONE, orders=True)
    assert rolls(field) == []
    assert attackers(field) == ["b1"]
    assert field.step == "rest"


@pytest.mark.parametrize(("face", "left"), [(5, ["b1"]), (6, [])])
def test_without_orders_the_attacker_tests_its_engagement(face, left):
    """[8.5, 0.4.2] Engagement 5: die 5, attack; die 6, no attack. Worked example 13."""
    field = engagement(ONE, faces=(face,))
    assert attackers(field) == left
    (roll,) = rolls(field)
    assert (roll.rule, roll.lines) == ("8.5", ())


def test_who_fails_stays_put_and_the_combat_is_off():
    """[8.5] It stays where it is, unharmed, and so does its enemy."""
    field = engagement(ONE, faces=(9,))
    assert declared(field) == []
    assert (field.where("b1"), field.status("b1")) == ("0405", "good")
    assert field.step == "rest"


def test_each_attacking_unit_tests_for_itself():
    """[8.5] One test per unit, also in one hex; the others attack."""
    text = "b1 0405 line N; b2 0405 line N; r1 0404 line S"
    field = engagement(text, "b1 b2 > 0404", faces=(6, 0))
    assert len(rolls(field)) == 2
    assert attackers(field) == ["b2"]


def test_only_attackers_test():
    """[8.5] Who stands beside them has nothing to prove."""
    field = engagement("b1 0405 line N; b2 0405 line N; r1 0404 line S", faces=(3,))
    assert len(rolls(field)) == 1


def test_all_combats_are_tested():
    """[8.2] Every shock of the segment, before anything else happens."""
    text = "b1 0405 line N; b2 0805 line N; r1 0404 line S; r2 0804 line S"
    field = engagement(text, "b1 > 0404", "b2 > 0804", faces=(9, 1))
    assert [combat.target for combat in declared(field)] == ["0804"]


def test_a_charger_that_fails_does_not_charge():
    """[8.5, 9.1] Cavalry without orders charges if it passes; if not, the infantry goes alone."""
    text = "b1 0405 line N; b2 0505 horse N; r1 0404 line S"
    (combat,) = declared(engagement(text, "b1 b2! > 0404", faces=(0, 9)))
    assert (combat.attackers, combat.chargers) == (("b1",), ())
    (combat,) = declared(engagement(text, "b1 b2! > 0404", faces=(0, 0)))
    assert combat.chargers == ("b2",)


def test_no_modifier():
    """[8.5] The bare die, in the default position of `engagement_test`."""
    (roll,) = rolls(engagement(ONE, faces=(0,)))
    assert roll.lines == ()


@pytest.mark.parametrize(("face", "left"), [(4, ["b1"]), (5, [])])
def test_by_the_house_rule_want_of_orders_adds_one(face, left):
    """House rule `engagement_test`: always, +1 without orders. Engagement 5 needs die 4."""
    field = engagement(ONE, faces=(face,), engagement_test="always")
    assert attackers(field) == left
    assert [line.value for line in rolls(field)[0].lines] == [1]


@pytest.mark.parametrize(("face", "left"), [(5, ["b1"]), (6, [])])
def test_by_the_house_rule_units_with_orders_test_too(face, left):
    """House rule `engagement_test`: always; with orders nothing is added."""
    field = engagement(ONE, faces=(face,), orders=True, engagement_test="always")
    assert attackers(field) == left
    assert rolls(field)[0].lines == ()


# --- chains ----------------------------------------------------------------------------------------


def test_a_broken_chain_leaves_the_part_its_owner_prefers():
    """[8.5] The middle fails; 0405 and 0504 are not beside each other."""
    field = engagement(THREE, "b1 b2 b3 > 0404", faces=(0, 9, 0))
    assert (field.step, field.asked) == ("keep_chain", "blue")
    assert sorted(field.offers()) == ["keep 0405", "keep 0504"]
    field.do("keep 0504")
    assert attackers(field) == ["b3"]
    assert field.step == "rest"


def test_a_chain_that_holds_is_not_asked_about():
    """[8.5] An end fails, the rest hangs together."""
    field = engagement(THREE, "b1 b2 b3 > 0404", faces=(9, 0, 0))
    assert field.step == "rest"
    assert attackers(field) == ["b2", "b3"]


def test_a_stack_holds_the_chain_while_one_of_its_units_attacks():
    """[8.5] It is hexes that are chained."""
    text = THREE + "; b4 0505 line N"
    field = engagement(text, "b1 b2 b3 b4 > 0404", faces=(0, 9, 0, 0))
    assert field.step == "rest"
    assert attackers(field) == ["b1", "b3", "b4"]


def test_a_part_of_several_hexes_is_kept_whole():
    """[8.1, 8.5] Without 0505, the hexes 0405 and 0304 hang together; 0504 is alone."""
    text = "b1 0405 line N; b2 0304 line SE; b3 0505 line N; b4 0504 line NW; r1 0404 line S"
    field = engagement(text, "b1 b2 b3 b4 > 0404", faces=(0, 0, 9, 0))
    assert sorted(field.offers()) == ["keep 0304 0405", "keep 0504"]
    assert str(field.why_not("keep 0405")) == ("keep one whole part whose hexes are beside each other [8.5]")
    assert field.why_not("pass") is not None
    field.do("keep 0304 0405")
    assert attackers(field) == ["b1", "b2"]


def test_two_broken_chains_are_mended_one_after_the_other():
    """[8.5] Each combat for itself."""
    right = "b4 0805 line N; b5 0905 line N; b6 0904 line NW; r2 0804 line S"
    field = engagement(f"{THREE}; {right}", "b1 b2 b3 > 0404", "b4 b5 b6 > 0804", faces=(0, 9, 0, 0, 9, 0))
    field.do("keep 0405")
    assert sorted(field.offers()) == ["keep 0805", "keep 0904"]
    field.do("keep 0904")
    assert attackers(field) == ["b1", "b6"]
