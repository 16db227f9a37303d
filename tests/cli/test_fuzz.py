"""`gloire fuzz`: a report for people or programs; a fault gives exit code 1 and leaves a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.rulesets.skirmish import RULESET
from tests.cli.run import gloire

Capture = pytest.CaptureFixture[str]


def test_a_sound_ruleset(capsys: Capture) -> None:
    code, out, err = gloire(capsys, "fuzz", "skirmish", "--games", 3)
    assert (code, err) == (0, "")
    assert out.startswith("skirmish: 3 games, ")
    assert ", no fault\n" in out
    assert "openings the sequence of play does not show" not in out


def test_for_programs(capsys: Capture) -> None:
    code, out, _ = gloire(capsys, "fuzz", "skirmish", "--games", 2, "--seed", 5, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["ruleset"], found["seed"], found["games"], found["faults"]) == ("skirmish", 5, 2, [])
    assert found["coverage"]["steps"]["of"] == 9
    assert found["actions_per_second"]["bare"] > 0


def test_a_fault(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(RULESET, "broken", lambda rules, state: ["all wrong"])
    code, out, _ = gloire(capsys, "fuzz", "skirmish", "--games", 1, "--out", tmp_path)
    assert code == 1
    assert "1 fault\n" in out
    assert "all wrong; its record is" in out
    assert [path.name for path in tmp_path.iterdir()] == ["skirmish-1-0.record"]


def test_one_scenario_by_name(capsys: Capture) -> None:
    assert gloire(capsys, "fuzz", "skirmish", "--games", 1, "--scenario", "skirmish")[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("skirmsh",), "did you mean 'skirmish'?"),
        (("skirmish", "--scenario", "nowhere"), "no scenario of that name"),
        (("all", "--scenario", "skirmish"), "belongs to one ruleset"),
        (("skirmish", "--games", "0"), "--games"),
    ],
)
def test_mistakes(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    code, out, err = gloire(capsys, "fuzz", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
