"""[8.1] Declarations: who attacks whom, and with whom together."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.combat import defenders
from tests.rulesets.jours_de_gloire.assault import assault, declared, shock_field


def declare(text, **more):
    return shock_field(text, **more).open("declare", "blue")


def attacks(field):
    return [offer for offer in field.offers() if offer != "pass"]


@pytest.mark.parametrize("kind", ["line", "horse", "heavy"])
def test_foot_and_horse_in_good_order_attack_an_enemy_in_front(kind):
    """[8.1] Active infantry or cavalry in good order, against an enemy hex in its front hexes."""
    assert attacks(declare(f"b1 0405 {kind} N; r1 0404 line S")) == ["attack b1 0404"]


def test_only_through_front_hexes():
    """[8.1, 4.1] The enemy behind is not attacked."""
    field = declare("b1 0405 line S; r1 0404 line S")
    assert attacks(field) == []
    assert str(field.why_not("attack b1 0404")) == "it is not one of the unit's front hexes [8.1]"


def test_three_front_hexes_reach_farther():
    """House rule `front_hexes`: facing a hexside, the enemies on either side of it are in front, too."""
    text = "b1 0405 line NE; r1 0304 line E; r2 0404 line E; r3 0505 line W"
    field = declare(text, front_hexes="three")
    assert attacks(field) == ["attack b1 0304", "attack b1 0404", "attack b1 0505"]


def test_a_unit_in_a_town_attacks_all_round():
    """[4.1, note b] Six front hexes, so also the enemy at its back."""
    field = declare("b1 0405 line S; r1 0404 line S", terrain={"0405": "town"})
    assert attacks(field) == ["attack b1 0404"]


@pytest.mark.parametrize(("edge", "open_"), [("river", False), ("river+bridge", True), ("stream", True)])
def test_the_hexside_must_be_passable(edge, open_):
    """[8.1] Across a river only by its bridge."""
    field = declare("b1 0405 line N; r1 0404 line S", edge={"0404/0405": edge})
    assert attacks(field) == (["attack b1 0404"] if open_ else [])
    if not open_:
        assert str(field.why_not("attack b1 0404")) == "the hexside between cannot be crossed [8.1]"


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ("guns N", "artillery does not attack in shock"),
        ("line N disordered", "only units in good order attack"),
        ("line N routed", "only units in good order attack"),
        ("line N square", "a square does not attack"),
    ],
)
def test_who_never_attacks(unit, why):
    """[8.1] Never: artillery, disordered or routed units, squares."""
    field = declare(f"b1 0405 {unit}; r1 0404 line S")
    assert attacks(field) == []
    assert str(field.why_not("attack b1 0404")) == f"{why} [8.1]"


def test_a_general_alone_does_not_attack_nor_is_he_attacked():
    """[8.1, 3] He is no unit."""
    field = declare("b1 0405 line N; r1 0101 line S", general="0404")
    assert attacks(field) == []
    assert str(field.why_not("attack b1 0404")) == "no enemy stands there [8.1]"
    assert "no unit called 'chief'" in str(field.why_not("attack chief 0405"))


def test_attacking_is_voluntary_even_in_contact():
    """[8.1] The segment may be closed without any attack."""
    field = declare("b1 0405 line N; r1 0404 line S").do("pass")
    assert declared(field) == []
    assert field.step == "rest"


def test_only_the_active_formation_attacks():
    """[8.1] No cooperation between formations in one combat."""
    field = declare("b1 0405 line N; b2 0505 line N of=left; r1 0404 line S")
    assert attacks(field) == ["attack b1 0404"]
    assert str(field.why_not("attack b2 0404")) == "it is not one of the active units [8.1]"
    field.do("attack b1 0404")
    assert [combat.attackers for combat in declared(field)] == [("b1",)]


def test_several_hexes_attack_one_when_they_form_a_chain():
    """[8.1] 0504 is not beside 0405; with 0505 between them, it hangs on."""
    field = declare("b1 0405 line N; b2 0505 line N; b3 0504 line NW; r1 0404 line S").do("attack b1 0404")
    assert field.step == "add_attackers"
    assert field.offers() == ["enough", "join b2"]
    why = "it is not beside another attacker: they must form a chain [8.1]"
    assert str(field.why_not("join b3")) == why
    field.do("join b2")
    assert field.offers() == ["enough", "join b3"]
    field.do("join b3")
    assert [combat.attackers for combat in declared(field)] == [("b1", "b2", "b3")]


def test_units_of_one_hex_attack_together_or_apart():
    """[8.1] Whoever shares the hex may join, and need not."""
    field = declare("b1 0405 line N; b2 0405 line N; r1 0404 line S").do("attack b1 0404")
    assert field.offers() == ["enough", "join b2"]
    field.do("enough")
    assert [combat.attackers for combat in declared(field)] == [("b1",)]


def test_a_unit_attacks_one_hex():
    """[8.1] Once it attacks, it attacks nobody else in this segment."""
    field = declare("b1 0405 line N; r1 0404 line S; r2 0304 line S").do("attack b1 0404")
    assert attacks(field) == []
    field = declare("b1 0405 line N; b2 0505 line N; r1 0404 line S; r2 0304 line S; r3 0504 line S")
    field.do("attack b1 0404").do("enough")
    assert attacks(field) == ["attack b2 0504"]
    assert str(field.why_not("attack b1 0304")) == "it attacks another hex already [8.1]"


def test_a_hex_is_attacked_once():
    """[8.1] Later units join the combat while it is declared, or not at all."""
    field = declare("b1 0405 line N; b2 0505 line N; r1 0404 line S; r3 0504 line S")
    field.do("attack b1 0404").do("enough")
    assert str(field.why_not("attack b2 0404")) == "this hex is attacked already [8.1]"


def test_all_units_in_the_hex_defend_together():
    """[8.1] Two regiments and their battery."""
    field = assault("b1 0405 line N; r1 0404 line S; r2 0404 line S; r3 0404 guns S", "b1 > 0404")
    (combat,) = declared(field)
    assert [piece.id for piece in defenders(field.rules, field.state, combat)] == ["r1", "r2", "r3"]


def test_infantry_and_charging_cavalry_attack_the_same_hex_together():
    """[8.1, 9.2] One combat; only the cavalry charges."""
    field = assault("b1 0405 line N; b2 0505 horse N; r1 0404 line S", "b1 b2! > 0404")
    (combat,) = declared(field)
    assert (combat.attackers, combat.chargers) == (("b1", "b2"), ("b2",))


def test_cavalry_not_charging_may_attack():
    """[8.1] It has made no charge movement: it shocks."""
    (combat,) = declared(assault("b1 0405 heavy N; r1 0404 line S", "b1 > 0404"))
    assert combat.chargers == ()


def test_cavalry_that_rode_at_another_hex_only_shocks():
    """[9.1] The target of a charge is chosen before the ride."""
    field = shock_field("b1 0405 horse N; r1 0404 line S; r2 0304 line S").fact("charge:b1", "0304")
    field.open("declare", "blue").do("attack b1 0404")
    assert declared(field)[0].chargers == ()


def test_one_shock_attacks_one_hex():
    """House rule `multi_hex_defence`, default: one."""
    field = assault("b1 0405 line N; r1 0404 line S; r2 0304 line S", "b1 > 0404")
    (combat,) = declared(field)
    assert combat.targets == ("0404",)
    assert [piece.id for piece in defenders(field.rules, field.state, combat)] == ["r1"]


def test_one_shock_attacks_all_enemies_in_front():
    """House rule `multi_hex_defence`: everybody in the attackers' front hexes defends, in one combat."""
    field = assault(
        "b1 0405 line N; b2 0505 line N; r1 0404 line S; r2 0304 line S; r3 0504 line S",
        "b1 b2 > 0404",
        multi_hex_defence="all_in_front",
    )
    (combat,) = declared(field)
    assert combat.targets == ("0404", "0304", "0504")
    assert [piece.id for piece in defenders(field.rules, field.state, combat)] == ["r1", "r2", "r3"]


def test_by_the_house_rule_whoever_has_one_of_the_hexes_in_front_joins():
    """House rule `multi_hex_defence`: 0304 is part of the combat, so b2 joins; apart it may not attack it."""
    text = "b1 0405 line N; b2 0305 horse N; r1 0404 line S; r2 0304 line S"
    field = declare(text, multi_hex_defence="all_in_front").fact("charge:b2", "0304")
    field.do("attack b1 0404")
    assert field.offers() == ["enough", "join b2"]
    field.do("join b2")
    (combat,) = declared(field)
    assert (combat.attackers, combat.chargers, combat.targets) == (("b1", "b2"), ("b2",), ("0404", "0304"))
    elsewhere = "; b3 0808 line N; r3 0807 line S"
    field = declare(text + elsewhere, multi_hex_defence="all_in_front").do("attack b1 0404").do("enough")
    assert str(field.why_not("attack b2 0304")) == "this hex is attacked already [8.1]"


def test_nonsense_is_answered():
    """A word that names no unit, no hex, or nothing at all gets a plain reason."""
    field = declare("b1 0405 line N; b2 0505 line N; r1 0404 line S")
    assert "no unit called 'nobody'" in str(field.why_not("attack nobody 0404"))
    assert "no hex '9999'" in str(field.why_not("attack b1 9999"))
    assert field.why_not("attack b1") is not None
    assert field.why_not("retreat") is not None
    field.do("attack b1 0404")
    assert "no unit called 'nobody'" in str(field.why_not("join nobody"))
    assert str(field.why_not("join r1")) == "it is not one of the active units [8.1]"
    assert str(field.why_not("join b1")) == "it attacks another hex already [8.1]"
    assert field.why_not("pass") is not None
