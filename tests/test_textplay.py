"""A game in words: each side sees its own, every line is obeyed or refused with a reason, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from game.core.actions import act
from game.core.dice import D6, D10, ManualDice, ScriptedDice, cup
from game.match import Match, load_record
from game.textlist import Item, matching, menu
from game.textmap import Cell
from game.textplay import Refused, RollBrokenOff, TextPlay, ask_face


class Players:
    """A table whose players type these lines and remember all they were shown."""

    width = 90

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.heard: list[str] = []
        self.asked: list[str] = []

    def say(self, text: str = "", tone: str = "") -> None:
        self.heard.append(text)

    def show_map(self, lines: list[list[Cell]]) -> None:
        self.heard.append("[map]")

    def ask(self, prompt: str, side: str = "") -> str:
        self.asked.append(prompt)
        self.heard.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def clear(self) -> None:
        self.heard.append("[clear]")

    def text(self) -> str:
        return "\n".join(self.heard)


def in_the_open() -> Match:
    """Blue is to move: advancing against red, who holds."""
    match = Match.begin("skirmish", "skirmish", dice=ScriptedDice("blue", "red", "blue", "red", 6))
    match.act(act("order", "advance"))
    match.act(act("order", "hold"))
    return match


def sit(match: Match, *lines: str, curtain: bool = False) -> Players:
    players = Players(*lines)
    TextPlay(match, players, curtain).run()
    return players


def test_a_number_does_what_stands_there() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    players = sit(match, "2")
    assert "  2  order hold" in players.heard
    assert match.entries[-1].action == act("order", "hold")


@pytest.mark.parametrize("line", ["move b-guard 0303", "move B1 0303", "move b1 0303", "mo b-g 0303"])
def test_words_do_it_too_shortened_or_by_code(line: str) -> None:
    match = in_the_open()
    sit(match, line)
    assert match.entries[-1].action == act("move", "b-guard", "0303")


def test_many_actions_are_put_together_and_opened_by_number_or_words() -> None:
    match = in_the_open()
    players = sit(match, "1", "2")
    assert any(line.startswith("  1  move b-guard 0303") for line in players.heard)
    assert match.entries[-1].action.words[0] == "b-guard"
    assert len(match.entries) == 4


def test_words_that_begin_several_list_only_those() -> None:
    match = in_the_open()
    players = sit(match, "move b-line")
    assert "only 'move b-line'; an empty line lists all again" in players.heard
    assert len(match.entries) == 3


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("move b-guard 0909", "cannot move b-guard 0909: two movement points do not lead there"),
        ("move R1 0304", "'r-guard' is no unit of yours [4]"),
        ("dance", "cannot dance: units move or attack"),
        ("99", "there is no number 99 in the list"),
        ("0", "there is no number 0 in the list"),
        ("undo", "nothing can be taken back past"),
        ("redo", "nothing was taken back"),
        ("note", "'note' takes a text"),
        ("why", "'why' takes an action"),
        ("log x", "'log' takes a number"),
        ("units green", "there is no side 'green'; there are blue, red"),
        ("save", "'save' takes the name of a file"),
        (f"save {__file__}/x.record", "cannot save to"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(line: str, told: str) -> None:
    match = in_the_open()
    before = match.record()
    assert told in sit(match, line).text()
    assert match.record() == before


def test_why() -> None:
    text = sit(in_the_open(), "why move b-guard 0909", "why pass").text()
    assert "do not lead there through empty hexes [4]" in text
    assert "'pass' can be done." in text


def test_undo_and_redo() -> None:
    match = in_the_open()
    players = sit(match, "move B1 0303", "undo", "redo", "undo")
    assert players.heard.count("Taken back: move b-guard 0303.") == 2
    assert "Done again: move b-guard 0303." in players.heard
    assert len(match.entries) == 3


def test_log_units_house_and_help() -> None:
    text = sit(in_the_open(), "log", "log 1", "units red", "house", "help").text()
    assert "Orders are turned over. Blue: advance, Red: hold." in text
    assert "  R1   0804  r-guard, strength 3" in text
    assert "B1   0203" not in text
    assert "woods: whole_move" in text
    assert "take back, as far as the last die" in text


def test_one_hex() -> None:
    players = sit(in_the_open(), "hex 0203", "hex 0504", "hex 9999", "hex")
    assert "  0203 · woods · SE road · SW road" in players.heard
    assert "  B1   0203  b-guard, strength 3" in players.heard
    assert "  0504 · The crossroads · clear · NE road · NW road" in players.heard
    assert any(line.startswith("hex '9999' is off the map") for line in players.heard)
    assert any(line.startswith("'' is not a hex label") for line in players.heard)


def test_notes_and_saving(tmp_path: Path) -> None:
    match = in_the_open()
    sit(match, "note by the road", f"save '{tmp_path / 'a game.record'}'")
    loaded = load_record(tmp_path / "a game.record").match
    assert loaded.entries[-1].notes == ("by the road",)


def test_the_end_of_a_game_is_told() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    lines = ["1", "1", *["pass"] * 4] * 4
    players = sit(match, *lines)
    assert match.is_over
    assert players.heard[-1] == "The game ends in a draw: nobody holds the crossroads alone."
    assert players.heard.count("[map]") == 1 + 3 + 1  # the beginning, each new turn, the end


def test_a_curtain_falls_when_a_side_with_secrets_gives_way() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    players = sit(match, "order hold", "", "order advance", curtain=True)
    assert players.asked[:3] == ["Blue> ", "Hand over to Red, then press Enter.", "Red> "]
    hidden = players.heard.index("  You order: hold.")
    assert "[clear]" in players.heard[hidden:]


def test_a_game_taken_up_again_begins_behind_the_curtain() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    match.act(act("order", "hold"))
    assert sit(match, "", curtain=True).asked[0] == "Hand over to Red, then press Enter."


def after_the_curtain(order: str) -> list[str]:
    """All that red is shown when blue has given this order in secret."""
    match = Match.begin("skirmish", "skirmish", dice=ScriptedDice("red"))
    players = sit(match, f"order {order}", "", "log", "undo", "why order hold", "units", curtain=True)
    return players.heard[len(players.heard) - players.heard[::-1].index("[clear]") :]


def test_nothing_red_sees_depends_on_blues_order() -> None:
    assert after_the_curtain("hold") == after_the_curtain("advance")


def test_a_game_taken_up_again_begins_with_a_reminder() -> None:
    match = in_the_open()
    assert "  Orders are turned over. Blue: advance, Red: hold." in sit(match).heard


def test_what_stands_on_the_screen_is_not_told_again_to_the_other_side() -> None:
    heard = sit(in_the_open(), "pass").heard
    assert heard.count("  marker from the cup: cup red [3]") == 1
    assert heard.count("  Orders are turned over. Blue: advance, Red: hold.") == 1
    assert "  You order: hold." in heard, "which was red's alone to know"


def test_a_curtain_clears_the_screen_so_what_stood_there_is_told_again() -> None:
    match = Match.begin("skirmish", "skirmish", dice=ScriptedDice("red", "red", "blue", "blue"))
    first_turn = ["order hold", "", "order hold", *["pass"] * 4]
    heard = sit(match, *first_turn, "order hold", "", curtain=True).heard
    cleared = len(heard) - heard[::-1].index("[clear]")
    drawn = "  marker from the cup: cup blue [3]"
    assert drawn in heard[:cleared]
    assert drawn in heard[cleared:]


def test_a_script_stops_at_the_first_line_that_is_refused() -> None:
    match = in_the_open()
    with pytest.raises(Refused, match="units move or attack"):
        TextPlay(match, Players("dance", "pass"), curtain=False, strict=True).run()
    assert len(match.entries) == 3


def test_leaving_loses_nothing() -> None:
    for leave in (["quit"], ["exit"], []):
        match = in_the_open()
        sit(match, "pass", *leave)
        assert match.entries[-1].action == act("pass")


def test_an_interrupt_leaves_like_quit() -> None:
    class Interrupted(Players):
        def ask(self, prompt: str, side: str = "") -> str:
            if not self.lines:
                raise KeyboardInterrupt
            return super().ask(prompt, side)

    match = in_the_open()
    TextPlay(match, Interrupted("move B1 0303"), curtain=False).run()
    assert len(match.entries) == 4


# --- dice rolled at the table --------------------------------------------------------------------


def test_a_face_is_asked_for_until_the_die_has_it() -> None:
    players = Players("ten", "10", "-1", "7")
    assert ask_face(players, D10, "cohesion of 2-line") == 7
    assert players.asked[0] == "cohesion of 2-line: roll d10 (0-9)> "
    assert players.heard.count("'10' is not a face of the d10; there are 0-9, or 'cancel'") == 1


def test_a_marker_is_drawn_by_its_name() -> None:
    players = Players("BLUE")
    assert ask_face(players, cup(["blue", "red", "red"]), "marker") == "blue"
    assert players.asked == ["marker: roll cup (blue, red)> "]


def test_a_roll_can_be_broken_off() -> None:
    with pytest.raises(RollBrokenOff):
        ask_face(Players("cancel"), D6, "luck")


@pytest.mark.parametrize("leave", [["cancel"], []])
def test_an_action_broken_off_at_the_dice_has_not_happened(leave: Iterable[str]) -> None:
    players = Players("order hold", "order hold", *leave)
    match = Match.begin("skirmish", "skirmish", dice=ManualDice(lambda die, why: ask_face(players, die, why)))
    TextPlay(match, players, curtain=False).run()
    assert len(match.entries) == 2
    assert match.asked == "red"


# --- lists ---------------------------------------------------------------------------------------


def test_a_short_list_is_left_alone() -> None:
    actions = [act("fire", "a"), act("pass")]
    assert [item.text() for item in menu(actions)] == ["fire a", "pass"]


def test_a_long_list_is_put_together_by_its_first_words() -> None:
    actions = [act("move", unit, str(n)) for unit in "ab" for n in range(20)] + [act("pass")]
    items = menu(actions)
    assert [item.words for item in items] == [("move", "a"), ("move", "b"), ("pass",)]
    assert items[2].action == act("pass")
    assert items[0].action is None


def test_one_group_is_taken_apart_further() -> None:
    actions = [act("move", "a", str(n), facing) for n in range(10) for facing in ("N", "S")]
    assert [item.words for item in menu(actions)] == [("move", "a", str(n)) for n in range(10)]


def test_a_list_of_single_words_is_listed_whole() -> None:
    assert len(menu([act(f"verb{n}") for n in range(30)])) == 30


def test_a_line_shows_as_much_as_there_is_room_for() -> None:
    item = Item(("move", "a"), tuple(act("move", "a", f"{n:04}") for n in range(30)))
    assert item.text(40) == "move a 0000 0001 0002 0003 0004 … (30)"
    assert len(item.text(40)) <= 40


def test_words_may_be_shortened_but_not_skipped() -> None:
    actions = [act("move", "a-line", "0304"), act("move", "b-line", "0304"), act("mount", "a-line")]
    assert matching(actions, ["mo", "a"]) == [actions[0], actions[2]]
    assert matching(actions, ["mo", "0304"]) == []
    assert matching(actions, []) == actions
