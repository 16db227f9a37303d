"""[10.2, 11] Fresh, worn and spent; points, exits, last stands and early ends."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.modifiers import total
from game.core.state import Outcome
from game.rulesets.age_of_glory.cards import fresh_from, spent_at
from game.rulesets.age_of_glory.units import condition_of
from game.rulesets.age_of_glory.victory import early_end, final_outcome, points
from tests.rulesets.age_of_glory.field import Field


@pytest.mark.parametrize(
    ("grade", "conditions"),
    [
        ("", "fresh fresh worn worn spent spent"),
        ("elite", "fresh fresh worn worn spent spent"),
        ("raw", "fresh fresh spent spent spent spent"),
    ],
)
def test_conditions_of_six_stands(grade: str, conditions: str) -> None:
    """[10.2] Fresh above two thirds, spent at half (elite a third, raw two thirds)."""
    found = []
    for left in (6, 5, 4, 3, 2, 1):
        field = Field(f"b1 0505 pike N 6 left={left} {grade}")
        found.append(condition_of(field.rules, field.piece("b1")))
    expected = conditions.split()
    if not grade:
        expected[3] = "spent"
    assert found == expected


def test_thresholds() -> None:
    """[10.2] For other sizes."""
    assert [fresh_from(stands) for stands in (3, 4, 5, 6, 8, 9)] == [3, 3, 4, 5, 6, 7]
    assert [spent_at(8, "elite"), spent_at(8, "regular"), spent_at(8, "raw")] == [2, 4, 5]


def test_a_scenario_may_set_its_own_thresholds() -> None:
    """[10.2] Per unit."""
    field = Field("b1 0505 pike N 6 left=5 fresh_from=6 spent_at=5")
    assert condition_of(field.rules, field.piece("b1")) == "spent"


def score(text: str, **more: Any) -> int:
    field = Field(text, **more)
    return total(points(field.rules, field.state, "blue"))


def test_points_for_worn_spent_and_destroyed_units() -> None:
    """[11.1] 1, 2 and 4."""
    assert score("r1 0505 pike N 6 left=4") == 1
    assert score("r1 0505 pike N 6 left=3") == 2
    field = Field("r1 0505 pike N; r2 0605 pike N")
    field.state = field.state.with_piece(field.piece("r1")._replace(hex=None, status="destroyed"))
    assert total(points(field.rules, field.state, "blue")) == 4


@pytest.mark.parametrize("status", ["wrecked", "captured"])
def test_points_for_batteries(status: str) -> None:
    """[11.1] 1 for each wrecked or captured."""
    field = Field("r1 0505 light N")
    field.state = field.state.with_piece(field.piece("r1")._replace(hex=None, status=status))
    assert total(points(field.rules, field.state, "blue")) == 1


def test_points_for_a_fallen_charismatic_leader() -> None:
    """[11.1] 1, and nothing for a plain one."""
    field = Field("rl 0505 leader charismatic; rm 0605 leader")
    field.fact("lost_leader:rl", True).fact("lost_leader:rm", True)
    assert total(points(field.rules, field.state, "blue")) == 1


def test_objectives_go_to_who_stood_there_last() -> None:
    """[11.2] Seen at the end of each player turn."""
    places = {"objectives": [{"hex": "0505", "name": "Farm", "points": 3, "holder": "red"}]}
    field = Field("b1 0505 pike N", scenario=places).open("cleanup", None).settle()
    assert field.state.fact("holder:0505") == "blue"
    assert total(points(field.rules, field.state, "blue")) == 3


EXIT = {
    "exits": [
        {"side": "blue", "hex": "0101", "name": "Bridge", "arm": "foot", "from_turn": 2, "wins_with": 6}
    ]
}


def test_leaving_by_an_exit() -> None:
    """[11.3] From its turn on, with a hex of movement to spare; stands count, and may win at once."""
    text = "b1 0102 pike NW; bl 0102 leader on=b1; b2 0118 pike N; r1 1515 pike S"
    assert Field(text, scenario=EXIT).march("b1", 10).offers("exit") == []
    field = Field(text, scenario=EXIT, turn=2).march("b1", 10)
    assert field.offers("exit") == ["exit 0101"]
    field.do("exit 0101")
    assert field.piece("b1").status == field.piece("bl").status == "exited"
    assert total(points(field.rules, field.state, "blue")) == 6
    assert early_end(field.rules, field.state) == Outcome("blue", "major", "Bridge")


def test_a_last_stand_wins() -> None:
    """[11.4] Enough stands of the grade in the area at the end."""
    stand = {"side": "red", "name": "the line holds", "area": "line", "grade": "elite", "stands": 10}
    victory = {"victory": {"last_stand": stand}}
    held = Field("r1 0506 pike N 6 elite; r2 0606 pike N 4 elite", scenario=victory)
    assert final_outcome(held.rules, held.state).winner == "red"
    lost = Field("r1 0506 pike N 6 elite; r2 0606 pike N 4", scenario=victory)
    assert final_outcome(lost.rules, lost.state).winner is None


@pytest.mark.parametrize(
    ("handicap", "outcome"), [(4, (None, "draw")), (5, ("blue", "minor")), (15, ("blue", "major"))]
)
def test_levels_of_victory(handicap: int, outcome: tuple[str | None, str]) -> None:
    """[11.1] By the margin of points."""
    field = Field("", scenario={"victory": {"handicap": {"blue": handicap}}})
    assert final_outcome(field.rules, field.state)[:2] == outcome


def test_an_army_without_troops_has_lost() -> None:
    """[11.5] At the end of the turn."""
    field = Field("b1 0505 pike N; r1 0605 pike N")
    field.state = field.state.with_piece(field.piece("r1")._replace(hex=None, status="destroyed"))
    assert early_end(field.rules, field.state) == Outcome("blue", "major", "no enemy troops are left")
