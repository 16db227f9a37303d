"""[1, 2] Initiative, the choice of order, its impact, and the two player turns."""

from __future__ import annotations

import pytest

from game.core.state import Frame
from tests.rulesets.age_of_glory.field import Field


def begun(text: str, **more: object) -> Field:
    field = Field(text, **more)  # type: ignore[arg-type]
    field.state = field.fact("half", None).state.with_frames((Frame("turn", None, {"part": 0}),))
    return field


def test_army_leaders_roll_and_the_higher_decides() -> None:
    """[2.1, AG-1] Sweden 9 +3 against the League's 2 +2: a difference of 8."""
    field = begun("bl 0101 leader army rating=great; rl 1818 leader army rating=able").settle(9, 2)
    assert (field.step, field.asked) == ("choose_order", "blue")
    assert field.state.fact("margin") == 8
    assert [lines for _reading, lines in field.rolled()] == [[3], [2]]


def test_impact_comes_with_going_first() -> None:
    """[2.3, AG-1] A difference of 8 gives all troops +2 on march rolls, if the winner moves first."""
    field = begun("bl 0101 leader army rating=great; rl 1818 leader army rating=able").settle(9, 2)
    field.do("first")
    assert (field.state.fact("first"), field.state.fact("impact")) == ("blue", 2)


def test_no_impact_for_who_goes_second() -> None:
    """[2.3, AG-1] Had they gone second: none, and the enemy begins."""
    field = begun("bl 0101 leader army rating=great; rl 1818 leader army rating=able").settle(9, 2)
    field.do("second")
    assert (field.state.fact("first"), field.state.fact("impact")) == ("red", None)
    assert field.state.fact("active") == "red"


def test_a_tie_is_rolled_again() -> None:
    """[2.1] Both roll again."""
    field = begun("").settle(5, 5, 3, 8)
    assert (field.asked, field.state.fact("margin")) == ("red", 5)


def test_first_turn_of_the_game() -> None:
    """[2.1] +3 for the side the scenario names, on turn 1 only."""
    field = begun("", scenario={"first_turn_bonus": "red"}).settle(5, 4)
    assert [lines for _reading, lines in field.rolled()] == [[0], [0, 3]]
    later = begun("", scenario={"first_turn_bonus": "red"}, turn=2).settle(5, 4)
    assert [lines for _reading, lines in later.rolled()] == [[0], [0]]


@pytest.mark.parametrize(("switch", "lines"), [("added", [3, -3]), ("instead", [-3])])
def test_an_attached_army_leader(switch: str, lines: list[int]) -> None:
    """[2.1] -3 while the army leader is attached; the house rule says whether his own figure still counts."""
    text = "b1 0505 pike N; bl 0505 leader army rating=great on=b1"
    field = begun(text, initiative_attached=switch).settle(9, 1)
    assert field.rolled()[0][1] == lines


def test_a_fallen_army_leader() -> None:
    """[2.1] -3 while he is dead or disabled, and nothing of his own."""
    field = begun("bl 0101 leader army rating=great")
    field.state = field.state.with_piece(field.piece("bl")._replace(hex=None, status="disabled"))
    assert field.settle(9, 1).rolled()[0][1] == [-3]


def test_second_player_turn_follows_the_first() -> None:
    """[1] Both sides march, fire and fight in the same order; then the turn ends."""
    field = begun("").settle(9, 1).do("first")
    assert field.state.fact("active") == "blue"
    while field.state.fact("half") == 1:
        field.do("pass")
    assert (field.state.fact("active"), field.state.fact("player_turn")) == ("red", 3)


def test_the_impact_is_the_first_players_alone() -> None:
    """[2.3] The other side's march rolls are as ever."""
    field = Field("b1 0505 pike N; r1 0905 pike S").fact("impact", 3)
    assert field.march("b1", 1).rolled() == [("Cautious", [3, 2])]
    other = Field("b1 0505 pike N; r1 0905 pike S").fact("impact", 3).fact("active", "red")
    other.open("march_units", "red").do("march r1", 1)
    assert other.rolled() == [("Hold Ground", [2])]
