"""Which cells of the tables a run of games counts as seen."""

from __future__ import annotations

import pytest

from game.core.events import Event, FormationChanged, Marked, Moved
from game.rulesets.age_of_glory import RULESET
from game.rulesets.age_of_glory.coverage import LINES
from game.rulesets.age_of_glory.reasons import REASONS
from tests.rulesets.age_of_glory.field import Field


def seen(field: Field) -> set[str]:
    """The cells the last events of a field have used."""
    return {cell for event in field.events for cell in RULESET.coverage(field.rules, event)}


def test_a_march_roll_shows_its_result_and_every_modifier() -> None:
    field = Field("b1 0505 pike N march_column elect=swedish_foot; bl 0505 leader charismatic on=b1")
    field.fact("impact", 2).march("b1", 1)
    assert seen(field) == {
        "march: 9 or more/Good order",
        "march_modifiers: attached / +3",
        "march_modifiers: impact / +2",
        "march_modifiers: column",
        "march_modifiers: nation",
        "march_modifiers: foot / +2",
    }


def test_a_volley_shows_points_multipliers_and_target() -> None:
    field = Field("b1 0505 heavy N damaged; r1 0501 pike S field_column").open("offensive_fire")
    field.do("target r1", 9)
    assert seen(field) == {
        "fire_effects: 6, 7, 8",
        "fire_point_dice: 6 - 10",
        "fire_points: Other armies' field guns / 8",
        "fire_multipliers: doubled",
        "fire_multipliers: halved",
    }


def test_close_combat_counts_both_sides_with_their_own_signs() -> None:
    """A spent defender is the figure -2, though +2 stands with the attacker's die."""
    field = Field("b1 0505 pike N left=4; r1 0504 firelock S raw left=3").fact("charge:b1", "0504")
    field.open("charges").do("fight 0504", 1, 9)
    rows = {cell for cell in seen(field) if cell.startswith("close_combat_modifiers")}
    assert rows == {
        "close_combat_modifiers: pike",
        "close_combat_modifiers: firelock",
        "close_combat_modifiers: condition / -2",
        "close_combat_modifiers: grade / +1",
    }


@pytest.mark.parametrize(
    ("path", "cells"),
    [
        ("0505 0504", {"Basic"}),
        ("0505 0504 0503", {"Basic", "Rough"}),
        ("0505 0405", {"Basic", "Ford"}),
        ("0505 0504 0604 0603 0703 0803", {"Basic", "Road"}),
    ],
)
def test_moves_show_rates(path: str, cells: set[str]) -> None:
    """A move longer than the basic rate of four hexes can only have gone by road."""
    field = Field("b1 0505 pike N", terrain={"0503": "woods"}, edge={"0505/0405": "stream"})
    event: Event = Moved("b1", tuple(map(field.at, path.split())), 0)
    assert set(RULESET.coverage(field.rules, event)) == {f"manoeuvre: Foot / {cell}" for cell in cells}


@pytest.mark.parametrize(
    ("event", "cells"),
    [
        (FormationChanged("b1", "field_column"), {"movement_costs: deploy"}),
        (FormationChanged("b1", "square"), {"movement_costs: enclose"}),
        (FormationChanged("b1", "limbered"), set()),
        (Marked("b1", "dismounted"), {"movement_costs: mount"}),
    ],
)
def test_full_moves_show_costs(event: Event, cells: set[str]) -> None:
    assert set(RULESET.coverage(Field("b1 0505 pike N").rules, event)) == cells


@pytest.mark.parametrize("table", LINES.values())
def test_every_modifier_has_a_text(table: str) -> None:
    """Without one it could neither be told nor counted; ratings are told by the leader's name."""
    ratings = {"great", "able", "capable", "plain", "poor", "wretched"}
    assert set(REASONS[table]) == set(RULESET.tables[table].rows) - ratings
