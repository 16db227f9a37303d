"""`gloire drill` and `gloire compare` in the terminal."""

from __future__ import annotations

import io
import json
import signal
from fractions import Fraction
from pathlib import Path

import pytest

from game.drill import history
from game.drill.session import Session
from tests.cli.test_cli import Capture, refused, run

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    """Nobody's real history is touched."""
    monkeypatch.setattr(history, "drill_folder", lambda: tmp_path)


def answering(monkeypatch: Patch, *replies: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{reply}\n" for reply in replies)))


def test_a_right_answer_is_told_with_its_lines(capsys: Capture, monkeypatch: Patch) -> None:
    exact = Session("jours-de-gloire", 1, seed="7").next().total
    answering(monkeypatch, "perhaps", f"{exact:+d}")
    code, out, _ = run(capsys, "drill", "jours-de-gloire", "--level", "1", "--count", "1", "--seed", "7")
    assert code == 0
    assert "Say the sum of the modifiers" in out
    assert f"Right: {exact:+d}." in out
    assert "to the die" in out
    assert "This time: 1 of 1 right." in out


def test_a_session_broken_off_keeps_its_score(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    answering(monkeypatch, "50", "q")
    code, out, _ = run(capsys, "drill", "skirmish", "--level", "2", "--seed", "3")
    assert code == 0
    assert "of 1 right; Brier score" in out
    assert (tmp_path / "skirmish.jsonl").read_text().count("\n") == 1
    answering(monkeypatch)
    code, out, _ = run(capsys, "drill", "skirmish")  # nobody is there at all
    assert "Nothing was answered." in out
    assert "of 1 right" in run(capsys, "drill", "skirmish", "--history")[1]


def test_a_session_that_is_told_to_end_says_its_score(capsys: Capture, monkeypatch: Patch) -> None:
    class Ended(io.StringIO):
        """A player who answers once and then shuts the machine down."""

        def readline(self, *_size: int) -> str:
            if self.tell():
                signal.raise_signal(signal.SIGTERM)
            return super().readline()

    monkeypatch.setattr("sys.stdin", Ended("50\n50\n"))
    before = signal.getsignal(signal.SIGTERM)
    code, out, _ = run(capsys, "drill", "jours-de-gloire", "--level", "2", "--count", "3")
    assert code == 0
    assert "of 1 right; Brier score" in out
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_choice_shows_all_plans_afterwards(capsys: Capture, monkeypatch: Patch) -> None:
    answering(monkeypatch, "1", "q")
    out = run(capsys, "drill", "--level", "3", "--seed", "1", "--about", "charge")[1]
    assert "Which is best for this" in out
    assert "as it stands" in out


def test_unknown_words_are_refused(capsys: Capture) -> None:
    assert "did you mean 'skirmish'" in refused(capsys, "drill", "skirmsh")
    assert "did you mean 'charge'" in refused(capsys, "drill", "--about", "chrge")


def test_the_same_fight_is_compared_under_two_rulesets(capsys: Capture) -> None:
    code, out, err = run(capsys, "compare", "jours-de-gloire", "skirmish", "--json")
    assert (code, err) == (0, "")
    found = {each["ruleset"]: each for each in json.loads(out)["rulesets"]}
    assert set(found) == {"jours-de-gloire", "skirmish"}
    assert "heavy cavalry 4/6" in found["jours-de-gloire"]["situation"]
    assert all(0 <= Fraction(each["summary"]["attacker_prevails"]) <= 1 for each in found.values())
    code, out, _ = run(capsys, "compare", "--attacker", "800 infantry")
    assert "Attacker prevails" in out


def test_compare_wants_men_and_an_arm(capsys: Capture) -> None:
    assert "write it like '600 heavy cavalry'" in refused(capsys, "compare", "--attacker", "many")
    assert "did you mean 'cavalry'" in refused(capsys, "compare", "--attacker", "600 cavlry")
    assert "unknown terrain 'wods'; did you mean 'woods'" in refused(capsys, "compare", "--terrain", "wods")
