"""[12] Formation morale."""

from __future__ import annotations

import pytest

from game.rulesets.jours_de_gloire.collapse import collapsing
from tests.rulesets.jours_de_gloire.battle import Battle


def corps(count, lost, switch="two_thirds", guns=""):
    """A blue corps of so many infantry units, the first of them eliminated."""
    units = [f"b{number} 0{number}09 corps" for number in range(1, count + 1)]
    text = "; ".join([*units, *([guns] if guns else []), "r1 0901 red"])
    battle = Battle(text, switches={"collapse": switch})
    return battle.put(**{f"b{number}": "eliminated" for number in range(1, lost + 1)})


@pytest.mark.parametrize(
    ("switch", "count", "lost", "falls"),
    [
        ("two_thirds", 5, 3, False),
        ("two_thirds", 5, 4, True),
        ("two_thirds", 7, 4, False),
        ("two_thirds", 7, 5, True),
        ("two_thirds", 3, 2, True),
        ("half", 5, 2, False),
        ("half", 5, 3, True),
        ("half", 4, 2, True),
        ("off", 5, 4, False),
    ],
)
def test_a_formation_collapses_when_so_many_are_routed_or_eliminated(switch, count, lost, falls):
    """[12.2] At least 2/3 of its infantry and cavalry: of 5 units 4, of 7 units 5; house rule `collapse`."""
    battle = corps(count, lost, switch)
    assert list(collapsing(battle.rules, battle.state)) == (["corps"] if falls else [])


def test_routed_units_count_and_guns_do_not():
    """[12.2] Routed counts as lost; batteries are not counted either way."""
    battle = corps(3, 1, guns="b9 0808 corps guns").put(b2="routed")
    assert list(collapsing(battle.rules, battle.state)) == ["corps"]
    battle = corps(3, 1, guns="b9 0808 corps guns").put(b9="eliminated")
    assert list(collapsing(battle.rules, battle.state)) == []


def test_each_remaining_unit_takes_a_d():
    """[12.2] Guns, too; units routed before are not struck again."""
    battle = corps(6, 3, guns="b9 0808 corps guns").put(b4="routed").step("collapse")
    assert [battle.status(id_) for id_ in ("b4", "b5", "b6", "b9")] == [
        "routed",
        "disordered",
        "disordered",
        "disordered",
    ]
    assert battle.state.facts["collapsed:corps"] is True
    assert [told.word("formation") for told in battle.told("collapse")] == ["corps"]


def test_a_disordered_unit_routs_and_runs():
    """[12.2, 10.1] The D of the collapse is a D like any other."""
    battle = corps(3, 2).put(b3="disordered").step("collapse")
    while battle.state.frames and battle.state.frame.step == "rout_move":
        battle.choose(battle.offers()[0])
    assert battle.status("b3") in ("routed", "eliminated")
    assert battle.where("b3") != "0309"


def test_a_formation_collapses_once():
    """[12.2] Once per formation."""
    battle = corps(3, 2).step("collapse").step("collapse")
    assert battle.status("b3") == "disordered"
    assert battle.told("collapse") == []


def test_none_of_its_units_may_rally_any_more():
    """[12.2, 10.4] Collapsed formations do not rally."""
    battle = corps(3, 2).put(b3="disordered").fact("collapsed:corps", True)
    battle.fact("active", "blue").fact("formation", "corps").step("rally", side="blue")
    assert battle.state.frames == ()


def test_its_markers_drop_to_one():
    """[12.2] One marker in the cup."""
    battle = corps(3, 2).fact("collapsed:corps", True).step("assembly")
    assert battle.state.facts["cup"] == ("corps#1", "red#1", "red#2")


def test_there_is_no_morale_of_the_whole_army():
    """[12.1] The collapse of one formation leaves the others as they are."""
    battle = Battle("b1 0109 corps; b2 0209 other; r1 0901 red").put(b1="eliminated").step("collapse")
    assert battle.status("b2") == "good"
    assert "collapsed:other" not in battle.state.facts
