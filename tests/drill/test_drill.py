"""Practice: exercises with exact answers, marks, a history that brings back what was missed."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from game.drill.diagram import cropped, diagram
from game.drill.exercises import LEVELS, Exercise, Level, draw_exercise, remembered
from game.drill.grading import BadReply, Mark, grade, score
from game.drill.history import WAITS, History
from game.drill.session import Session
from game.odds.answer import answer, chance_of

RULESETS = ("jours-de-gloire", "skirmish")
WRONG = Mark(False, Fraction(1), "0", "1")
RIGHT = Mark(True, Fraction(0), "1", "1")


def drawn(level: Level, seed: int = 1, ruleset: str = "jours-de-gloire") -> Exercise:
    return draw_exercise(ruleset, level, random.Random(seed))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_exercise_has_an_exact_answer_and_is_known_again(ruleset: str, level: Level) -> None:
    for seed in range(5):
        exercise = drawn(level, seed, ruleset)
        again = remembered(exercise.key)
        assert again is not None
        if level == 1:
            assert exercise.total == again.total == sum(line.value for line in exercise.answer.main.lines)  # type: ignore[union-attr]
        elif level == 2:
            assert 0 < exercise.chance == again.chance < 1
        else:
            assert 2 <= len(exercise.plans) <= 3
            assert all(plan.value == chance_of(plan.question, exercise.figure) for plan in exercise.plans)
            best = max(plan.value for plan in exercise.plans)
            assert exercise.plans[exercise.best - 1].value == best


def test_a_sum_is_right_or_wrong() -> None:
    exercise = drawn(1)
    assert grade(exercise, f"{exercise.total:+d}").is_right
    assert not grade(exercise, str(exercise.total + 1)).is_right
    with pytest.raises(BadReply, match="sum of the modifiers"):
        grade(exercise, "three")


def test_an_estimate_is_right_when_it_is_near() -> None:
    exercise = drawn(2)
    exact = exercise.chance
    assert grade(exercise, str(exact)) == Mark(
        True, Fraction(0), f"{float(exact * 100):g} %", grade(exercise, "1").exact
    )
    far = Fraction(0) if exact > Fraction(1, 2) else Fraction(1)
    mark = grade(exercise, f"{float(far * 100)} %")
    assert not mark.is_right
    assert mark.error == abs(exact - far)
    for wrong in ("much", "120", "-3", "1/0"):
        with pytest.raises(BadReply):
            grade(exercise, wrong)


def test_a_choice_is_one_of_the_plans() -> None:
    exercise = drawn(3)
    assert grade(exercise, str(exercise.best)).is_right
    with pytest.raises(BadReply, match="number of a plan"):
        grade(exercise, "7")


def test_the_brier_score_is_the_mean_square_of_the_errors_of_estimates() -> None:
    marks = [(2, Mark(False, Fraction(1, 2), "", "")), (2, Mark(True, Fraction(0), "", "")), (1, WRONG)]
    found = score(marks)
    assert (found.asked, found.right, found.brier) == (3, 1, 0.125)
    assert score([(1, RIGHT)]).brier is None


def test_what_was_missed_comes_back_sooner_than_what_was_right(tmp_path: Path) -> None:
    history = History(tmp_path / "drill.jsonl")
    missed, known = drawn(1, 1), drawn(1, 2)
    history.add(missed, WRONG)
    history.add(known, RIGHT)
    other = drawn(2, 3)
    for _ in range(WAITS[0] - 1):
        history.add(other, RIGHT)
        if history.due(1):
            break
    assert history.due(1) == missed.key
    assert remembered(missed.key) == missed


def test_a_history_survives_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "drill.jsonl"
    History(path).add(drawn(1), RIGHT)
    with path.open("a") as out:
        out.write('{"key": "1 attacker_pre')
    again = History(path)
    assert [entry.mark for entry in again.entries] == [RIGHT]


def test_a_seed_repeats_a_session(tmp_path: Path) -> None:
    kept = History(tmp_path / "drill.jsonl")
    first, second = Session("jours-de-gloire", seed=7, history=kept), Session("jours-de-gloire", seed=7)
    keys = []
    for _ in range(4):
        exercise = first.next()
        keys.append(exercise.key)
        first.reply(exercise, "1")
    assert keys == [second.next().key for _ in range(4)]
    assert len(set(keys)) == 4
    assert len(History(kept.path).entries) == 4


def test_a_session_asks_again_what_is_due(tmp_path: Path) -> None:
    history = History(tmp_path / "drill.jsonl")
    missed = drawn(1, 1)
    history.add(missed, WRONG)
    for seed in range(WAITS[0]):
        history.add(drawn(1, 10 + seed), RIGHT)
    assert Session("jours-de-gloire", 1, history=history).next() == missed
    assert Session("jours-de-gloire", 1, seed=99, history=history).next() != missed


def test_the_diagram_shows_every_unit_on_its_own_hex() -> None:
    situation = drawn(3, 4).answer.situation
    drawing = diagram(situation)
    for piece in situation.state.pieces:
        if piece.hex is not None and piece.id not in ("enemy", "threat"):
            assert situation.rules.board.label(piece.hex) in drawing
    board = cropped(situation)
    whole = situation.rules.board
    for hex_ in board.hexes:
        there = whole.at(board.label(hex_))
        assert board.terrain[hex_] == whole.terrain[there]
        assert board.elevation[hex_] == whole.elevation[there]


def test_level_one_asks_about_a_sum_that_does_not_hang_on_decisions() -> None:
    for seed in range(6):
        exercise = drawn(1, seed)
        rolls = [throw for throw in answer(exercise.question).throws if throw.is_main]
        assert rolls[0].times == 1
