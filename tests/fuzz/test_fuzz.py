"""Random games: they end, they are checked, and what breaks a rule is named with a record that shows it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from game.core.actions import PASS, Action, act
from game.core.dice import D6, StreamDice
from game.core.errors import DataError
from game.fuzz import FuzzReport, choose_action, fuzz
from game.library import find_scenario
from game.match import load_record
from game.rulesets.skirmish import RULESET
from game.rulesets.skirmish.steps import STEPS


def run(out: Path | None = None, games: int = 2, seed: int = 1) -> FuzzReport:
    return fuzz("skirmish", games, seed, out=out)


def test_games_are_played_to_their_end() -> None:
    report = run(games=6)
    assert (report.games, report.faults) == (6, [])
    assert sum(report.results.values()) == 6
    assert report.actions > 6 * 10
    assert report.bare_actions > 0


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = run(), run(), run(seed=2)
    assert first.coverage.as_json() == again.coverage.as_json()
    assert first.coverage.as_json() != other.coverage.as_json()


def test_several_processes_play_the_same_games() -> None:
    told: list[int] = []
    alone, shared = run(games=5), fuzz("skirmish", 5, 1, on_games=told.append, jobs=2)
    assert shared.coverage.as_json() == alone.coverage.as_json()
    assert (shared.games, shared.actions, shared.longest) == (alone.games, alone.actions, alone.longest)
    assert shared.results == alone.results
    assert sum(told) == 5


def test_faults_of_several_processes_come_in_order(tmp_path: Path) -> None:
    file = find_scenario("skirmish")
    broken = file._replace(data={**file.data, "sides": "?"})
    report = fuzz("skirmish", 4, 1, [broken], tmp_path, jobs=2)
    assert [fault.game for fault in report.faults] == [0, 1, 2, 3]


def test_a_broken_invariant_is_named_and_leaves_a_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        RULESET, "broken", lambda rules, state: ["too late"] if state.turn > 1 else [], raising=False
    )
    report = run(tmp_path, games=1)
    (fault,) = report.faults
    assert "too late" in str(fault)
    loaded = load_record(Path(fault.record))
    assert loaded.problem is None
    assert loaded.match.state.turn == 2
    assert loaded.match.entries[-1].number == fault.step
    assert "too late" in loaded.match.entries[-1].notes[0]


def test_a_crash_is_a_fault_that_names_its_place_and_the_next_action(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def crash(self: object, rules: object, ledger: object, action: object) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(type(STEPS["act"]), "apply", crash)
    report = run(tmp_path, games=1)
    (fault,) = report.faults
    assert fault.what.startswith("ZeroDivisionError: no such luck (test_fuzz.py:")
    assert ", engine.py:" in fault.what
    (note,) = load_record(Path(fault.record)).match.entries[-1].notes
    assert "the next action was" in note


def test_a_turn_that_does_not_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.fuzz.ACTIONS_PER_TURN", 3)
    (fault,) = run(games=1).faults
    assert "does not end" in fault.what


def test_a_turn_too_many_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    file = find_scenario("skirmish")
    short = file._replace(data={**file.data, "turns": 2})
    monkeypatch.setattr(RULESET, "set_up", lambda _, rules: type(RULESET).set_up(RULESET, file, rules))
    (fault,) = fuzz("skirmish", 1, 1, [short]).faults
    assert fault.what == "turn 3 begins, though the last is 2"


def test_a_ruleset_without_scenarios_cannot_be_fuzzed() -> None:
    with pytest.raises(DataError, match="no scenario"):
        fuzz("skirmish", 1, 1, [])


def test_what_ends_something_is_chosen_a_little_more_often() -> None:
    legal = (*(act("move", "a", str(n)) for n in range(50)), PASS)
    choose = random.Random(1)
    chosen = [choose_action(legal, choose, Counter(move=9, **{"pass": 9})) for _ in range(1000)]
    assert 200 < chosen.count(PASS) < 500
    assert len(set(chosen)) == 51


def test_a_verb_that_has_hardly_been_used_has_its_chance() -> None:
    legal = (*(act("move", "a", str(n)) for n in range(50)), act("charge", "a"), PASS)
    choose = random.Random(1)
    chosen = [choose_action(legal, choose, Counter(move=9, **{"pass": 9})) for _ in range(1000)]
    assert chosen.count(act("charge", "a")) > 250


def test_a_list_with_nothing_that_ends_is_chosen_from_all_the_same() -> None:
    legal = (Action("retreat", ("a", "0101")), Action("retreat", ("a", "0102")))
    choose = random.Random(1)
    assert {choose_action(legal, choose, Counter()) for _ in range(50)} == set(legal)


def test_stream_dice_give_every_face() -> None:
    dice = StreamDice(random.Random(1))
    assert {dice.roll(D6, str, "") for _ in range(200)} == set(D6.faces)
