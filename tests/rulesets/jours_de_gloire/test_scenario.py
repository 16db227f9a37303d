"""[0.3, 2, 6.6, 12.3, 13] Battle data: what a scenario decides, what it must say, and what is only advice."""

from __future__ import annotations

import pytest

from tests.rulesets.jours_de_gloire.battle import Battle

TEXT = "b1 0109 blue; b2 0209 blue guns; r1 0901 red"


def with_figures(**figures):
    """A battle whose first unit has other figures."""
    battle = Battle(TEXT)
    units = [
        {**unit.model_dump(exclude_unset=True), **(figures if unit.id == "b1" else {})}
        for unit in battle.rules.scenario.units
    ]
    return Battle(TEXT, units=units)


@pytest.mark.parametrize(
    "figures", [{"strength": 14}, {"cohesion": 9}, {"movement": 12}, {"engagement": 0}, {"movement": 1}]
)
def test_the_usual_figures_are_advice(figures):
    """[0.3] A scenario may give others."""
    card = with_figures(**figures).rules.cards["b1"]
    assert all(getattr(card.good, name) == value for name, value in figures.items())


@pytest.mark.parametrize("rating", [0, 4, 6, 9])
def test_the_rating_of_a_marker_is_data(rating):
    """[2.3] About 6 for French line corps, 4 or 5 on average."""
    battle = Battle(TEXT, formations={"blue": {"rating": rating}})
    assert battle.rules.formations["blue"].rating == rating


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"edges": {"blue": "south"}}, "side 'red' has no friendly map edge"),
        ({"generals": {"blue-chief": {"commander": False}}}, "exactly one commander-in-chief"),
        ({"formations": {"blue": {"side": "green"}}}, "unknown side 'green'"),
        ({"victory": {"levels": [{"margin": 9, "name": "a"}, {"margin": 4, "name": "b"}]}}, "rising margins"),
        ({"victory": {"sudden_death": [{"winner": "blue", "name": "x"}]}}, "needs either"),
    ],
)
def test_what_a_scenario_must_say(more, words):
    """[2.1, 10.3, 12.3, 13] One sentence for each slip."""
    with pytest.raises(ValueError, match=words):
        Battle(TEXT, **more)


def test_formations_may_have_more_markers_and_begin_later():
    """[2.2] Battle data."""
    battle = Battle(TEXT, formations={"blue": {"markers": 3}, "red": {"released_on": 2}})
    assert battle.step("assembly").state.facts["cup"] == ("blue#1", "blue#2", "blue#3")
