"""What scenario files of several games share."""

from __future__ import annotations

import pytest

from game.mechanics.mapcheck import facing_problems, hex_problems, is_hex
from game.mechanics.roster import (
    Entry,
    Level,
    ObjectiveEntry,
    check_different,
    check_in_time,
    check_known,
    check_rising,
)
from tests.hexmap.boards import small_board

BOARD = small_board(["...", "..."])


def test_an_objective_names_the_sides_it_speaks_of():
    assert ObjectiveEntry(hex="0101", name="mill", points=3).sides() == ()
    assert ObjectiveEntry(hex="0101", name="mill", points={"red": 3}, holder="blue").sides() == (
        "red",
        "blue",
    )


def test_levels_of_victory_rise():
    check_rising([Level(margin=5, name="minor"), Level(margin=9, name="major")])
    for margins in ((), (9, 5), (5, 5)):
        with pytest.raises(ValueError, match="rising"):
            check_rising([Level(margin=margin, name="some") for margin in margins])


def test_a_name_given_twice_is_named():
    check_different("id", ["a", "b"])
    with pytest.raises(ValueError, match="id 'b' is used twice"):
        check_different("id", ["b", "a", "b"])


def test_an_unknown_name_is_answered_with_the_nearest():
    check_known("units", "side", (("u1", "blue"),), {"blue", "red"})
    with pytest.raises(ValueError, match=r"units, 'u1': unknown side 'blu'.*blue"):
        check_known("units", "side", (("u1", "blu"),), {"blue", "red"})


def test_nobody_enters_after_the_last_turn():
    late = Entry(turn=4, hex="0101", facing="N")
    check_in_time((("u1", late), ("u2", None)), 4)
    with pytest.raises(ValueError, match="unit 'u1' enters on turn 4"):
        check_in_time((("u1", late),), 3)


def test_hexes_and_facings_a_map_does_not_have():
    assert is_hex(BOARD, "0102") and not is_hex(BOARD, "0901")
    assert [where for where, _what in hex_problems(BOARD, "here", "0901")] == ["here"]
    assert not list(facing_problems(BOARD, "here", "E"))
    ((where, what),) = facing_problems(BOARD, "here", "N")
    assert where == "here" and "faces 'N'" in what
