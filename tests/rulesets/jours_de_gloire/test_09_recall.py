"""[9.2] Recall: cavalry that breaks off its charge on a square."""

from __future__ import annotations

from game.rulesets.jours_de_gloire.combat import combats
from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import combat_of, rolled, segment

ON_SQUARE = "b1 0405 heavy N; r1 0404 line S square"
TWO = "b1 0405 heavy N; b2 0505 heavy N; r1 0404 line S square"


def test_before_a_square_each_charger_is_asked():
    """[9.2] If the target is now a square, each charging unit may test."""
    field = segment(TWO, "b1! b2! > 0404").settle()
    assert (field.step, field.asked) == ("recall_unit", "blue")
    assert field.offers() == ["pass", "recall b1"]
    assert field.do("pass").offers() == ["pass", "recall b2"]


def test_passed_it_stays_out():
    """[9.2] It stays where it is, out of the combat, and is not disordered by 9.6."""
    field = segment(ON_SQUARE, "b1! > 0404").settle().do("recall b1", 7)
    assert (field.step, field.where("b1"), field.status("b1")) == ("rest", "0405", "good")
    assert "recalled" in field.piece("b1").marks
    assert "fought" not in field.piece("r1").marks


def test_failed_it_must_charge():
    """[9.2] And is not asked again."""
    field = segment(ON_SQUARE, "b1! > 0404").settle().do("recall b1", 8, 0, 0)
    assert rolled(field)["charge on a square"] == -2
    assert field.status("b1") == "disordered"


def test_each_for_itself():
    """[9.2] One is recalled, the other charges alone."""
    field = segment(TWO, "b1! b2! > 0404").settle().do("recall b1", 0).do("recall b2", 9, 0, 0)
    assert (field.status("b1"), field.status("b2")) == ("good", "disordered")
    assert "fought" not in field.piece("b1").marks


def test_infantry_along_with_it_attacks_alone():
    """[8.6] Without cavalry it has its +1 on the square."""
    field = segment("b1 0405 heavy N; b2 0505 line N; r1 0404 line S square", "b1! b2 > 0404").settle()
    field.do("recall b1", 0, 0, 0)
    assert rolled(field)["infantry alone on a square"] == 1


def test_not_before_anybody_else():
    """[9.2] Only if the target is a square; infantry that stands gives no reason."""
    field = segment("b1 0405 heavy N; r1 0404 line S", "b1! > 0404").settle().do("pass", 9)
    assert field.step == "recoil"


def test_only_who_charges():
    """[9.2] Infantry and cavalry that only shock go on."""
    field = segment("b1 0405 line N; r1 0404 line S square", "b1 > 0404").settle(0, 0)
    assert field.step == "rest"


def test_house_rule_off():
    """House rule `recall`, off: it charges."""
    field = segment(ON_SQUARE, "b1! > 0404", recall="off").settle(0, 0)
    assert rolled(field)["charge on a square"] == -2


def test_disordered_by_fire_it_may_be_recalled():
    """[9.2] A unit disordered by reaction fire may try; it tests with that face."""
    text = "b1 0405 heavy N coh=7 dis=5 disordered; r1 0404 line S"
    field = Field(text).fact("combat:0404", combat_of("b1! > 0404"))
    field.open("recall_unit", "blue", unit="b1", target="0404")
    assert field.offers() == ["pass", "recall b1"]
    field.do("recall b1", 5)
    assert combats(field.state) == ()


def test_the_reason_for_a_refusal():
    """[9.2] What the player reads."""
    field = segment(ON_SQUARE, "b1! > 0404").settle()
    assert "b1" in str(field.why_not("recall b2"))
    field = Field("b1 0405 heavy N; r1 0404 line S").fact("combat:0404", combat_of("b1! > 0404"))
    field.open("recall_unit", "blue", unit="b1", target="0404")
    assert "only a charge on a square" in str(field.why_not("recall b1"))
    field.open("recall_unit", "blue", unit="b1", target="0505")
    assert str(field.why_not("recall b1")) == "it does not charge [9.2]"
