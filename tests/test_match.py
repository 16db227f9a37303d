"""A match plays only what is legal, remembers all of it, and takes back what may be taken back."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game.core.actions import act
from game.core.dice import Die, Face, ManualDice, ScriptedDice, SeededDice
from game.core.errors import DataError, IllegalAction
from game.core.events import Rolled
from game.core.record import BEGIN
from game.match import Match
from tests.games import play_on, played


def in_the_open() -> Match:
    """A game in which blue has the first marker: orders are given, a die or two have fallen."""
    match = Match.begin("skirmish", "skirmish", dice=ScriptedDice("blue", "blue", 6))
    match.act(act("order", "advance"))
    match.act(act("order", "hold"))
    return match


def test_a_game_goes_from_setup_to_its_end() -> None:
    match = played()
    assert match.is_over
    assert match.legal() == ()
    assert match.entries[0].action == BEGIN
    assert match.state.result is not None


def test_nothing_is_built_without_all_its_fields() -> None:
    """What every action makes is put together from a plain tuple, which could be too short."""
    match = played()
    events = [event for happened in match.log for event in happened.events]
    frames = [frame for happened in match.log for frame in happened.frames]
    for made in [*match.entries, *match.log, *events, *frames, *match.state.pieces]:
        assert len(made) == len(made._fields), made


def test_a_seed_gives_the_same_game_another_seed_another() -> None:
    assert played(3).record() == played(3).record()
    assert played(3).state != played(4).state


def test_without_a_seed_nobody_knows_what_comes() -> None:
    seeds = {Match.begin("skirmish", "skirmish").header.seed for _ in range(4)}
    assert len(seeds) == 4


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    match = in_the_open()
    before, record = match.state, match.record()
    with pytest.raises(IllegalAction, match=r"cannot move r-line 0703: 'r-line' is no unit of yours \[4\]"):
        match.act(act("move", "r-line", "0703"))
    refusal = match.why_not(act("attack", "b-line", "r-line"))
    assert str(refusal) == "a unit attacks an enemy in an adjacent hex [5]"
    assert match.why_not(act("pass")) is None
    assert (match.state, match.record()) == (before, record)


def test_a_scenario_is_played_by_its_own_rules() -> None:
    with pytest.raises(DataError, match="ruleset: is 'skirmish', not 'chess'"):
        Match.begin("chess", "skirmish")


def test_house_rules_are_part_of_the_game() -> None:
    match = Match.begin("skirmish", "skirmish", {"woods": "as_clear"}, seed=1)
    assert match.rules.house_rules == {"woods": "as_clear"}
    assert "house rule: woods as_clear\n" in match.record()


# --- undo and redo -------------------------------------------------------------------------------


def test_moves_are_taken_back_and_done_again() -> None:
    match = in_the_open()
    start, record = match.state, match.record()
    match.act(act("move", "b-guard", "0303"))
    match.act(act("move", "b-line", "0304"))
    end, whole = match.state, match.record()
    assert match.undoable == 2
    assert match.undo()
    assert match.undo()
    assert not match.undo()
    assert (match.state, match.record()) == (start, record)
    assert match.redo()
    assert match.redo()
    assert not match.redo()
    assert (match.state, match.record()) == (end, whole)


def test_a_new_action_forgets_what_was_taken_back() -> None:
    match = in_the_open()
    match.act(act("move", "b-guard", "0303"))
    match.undo()
    match.act(act("move", "b-line", "0304"))
    assert match.redoable == 0
    assert not match.redo()


def test_a_change_of_side_bars_the_way_back() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    assert match.asked == "blue"
    match.act(act("order", "hold"))
    assert match.asked == "red"
    assert match.undoable == 0


def test_a_draw_bars_the_way_back() -> None:
    """Blue passes and blue is drawn again: the side stays, but a marker has been seen."""
    match = in_the_open()
    match.act(act("move", "b-guard", "0303"))
    match.act(act("pass"))
    assert match.asked == "blue"
    assert match.entries[-1].faces == ("blue",)
    assert match.undoable == 0


def test_no_way_back_leads_past_a_die_or_a_change_of_side() -> None:
    """Undo all there is, at every step of a game: the same table comes back, and nothing was rolled since."""
    match = Match.begin("skirmish", "skirmish", seed=11)
    choose = random.Random(11)
    while not match.is_over:
        match.act(choose.choice(match.legal()))
        state, count, reachable = match.state, len(match.entries), match.undoable
        for happened, entry in zip(match.log[count - reachable :], match.entries[-reachable:], strict=False):
            if reachable:
                assert not any(isinstance(event, Rolled) for event in happened.events)
                assert entry.side == match.asked
        while match.undo():
            pass
        assert len(match.entries) == count - reachable
        while match.redo():
            pass
        assert match.state == state


# --- dice ----------------------------------------------------------------------------------------


def test_players_may_type_what_they_rolled() -> None:
    asked: list[str] = []

    def ask(die: Die, why: str) -> Face:
        asked.append(f"{die.name}: {why}")
        return die.faces[0]

    match = Match.begin("skirmish", "skirmish", dice=ManualDice(ask))
    match.act(act("order", "hold"))
    match.act(act("order", "hold"))
    assert asked == ["cup: marker from the cup"]
    assert match.entries[-1].faces == ("blue",)
    assert "dice: manual\n" in match.record()


def test_an_action_broken_off_at_the_dice_has_not_happened() -> None:
    """Whoever leaves when he is asked for a face finds the table as it was."""

    def leave(die: Die, why: str) -> Face:
        raise EOFError

    match = Match.begin("skirmish", "skirmish", dice=ManualDice(leave))
    match.act(act("order", "hold"))
    before, record = match.state, match.record()
    with pytest.raises(EOFError):
        match.act(act("order", "hold"))
    assert (match.state, match.record()) == (before, record)


def test_a_broken_off_roll_does_not_use_up_the_seed() -> None:
    class Nervous(SeededDice):
        calm = False

        def roll(self, die: Die, read: Callable[..., object], why: str) -> Face:
            face = super().roll(die, read, why)
            if not self.calm:
                raise KeyboardInterrupt
            return face

    match = Match.begin("skirmish", "skirmish", dice=Nervous(5))
    match.act(act("order", "hold"))
    with pytest.raises(KeyboardInterrupt):
        match.act(act("order", "hold"))
    Nervous.calm = True
    match.act(act("order", "hold"))
    other = Match.begin("skirmish", "skirmish", seed=5)
    other.act(act("order", "hold"))
    other.act(act("order", "hold"))
    assert match.state == other.state


# --- looking back --------------------------------------------------------------------------------


def test_a_game_can_branch_at_any_step() -> None:
    match = played(8)
    middle = len(match.entries) // 2
    branch = match.up_to(middle)
    assert branch.entries == match.entries[: middle + 1]
    for entry in match.entries[middle + 1 :]:
        branch.act(entry.action)
    assert branch.record() == match.record()
    other = match.up_to(middle)
    play_on(other, seed=99)
    assert other.is_over
    assert match.entries[middle] == other.entries[middle]


def test_the_log_tells_each_side_what_it_may_know() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    match.act(act("order", "hold"))
    assert match.told("blue") == ["You order: hold."]
    assert match.told("red") == []
    match.act(act("order", "advance"))
    assert "Orders are turned over. Blue: hold, Red: advance." in match.told(None)
