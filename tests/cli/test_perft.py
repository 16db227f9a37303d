"""`gloire perft`: counts, compared with what a file expects, or under each first action."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import gloire
from tests.games import played

Capture = pytest.CaptureFixture[str]


def test_a_scenario(capsys: Capture) -> None:
    assert gloire(capsys, "perft", "skirmish", "--depth", 3) == (0, " 1  2\n 2  8\n 3  260\n", "")


def test_divide(capsys: Capture) -> None:
    _, out, _ = gloire(capsys, "perft", "skirmish", "--depth", 3, "--divide")
    assert out == "order advance  130\norder hold     130\n260 in all, 3 deep\n"
    _, out, _ = gloire(capsys, "perft", "skirmish", "--depth", 3, "--divide", "--json")
    assert json.loads(out)["divide"] == {"order advance": 130, "order hold": 130}


def test_a_wrong_count_is_told(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "x.perft"
    path.write_text("gloire perft 1\nscenario: skirmish\ncount 1: 2\ncount 2: 9\n", encoding="utf-8")
    code, out, _ = gloire(capsys, "perft", path)
    assert (code, out) == (1, " 1  2\n 2  8, but 9 are expected\n")
    code, out, _ = gloire(capsys, "perft", path, "--json")
    assert (code, json.loads(out)) == (1, {"counts": {"1": 2, "2": 8}, "expected": {"1": 2, "2": 9}})


def test_counts_are_written_into_the_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "x.perft"
    path.write_text("gloire perft 1\n# kept\nscenario: skirmish\ncount 2: 9\n", encoding="utf-8")
    assert gloire(capsys, "perft", path, "--write")[0] == 0
    assert path.read_text(encoding="utf-8") == (
        "gloire perft 1\n# kept\nscenario: skirmish\ncount 1: 2\ncount 2: 8\n"
    )


def test_a_record(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    match = played(seed=3, steps=4)
    match.save(path)
    code, out, _ = gloire(capsys, "perft", path, "--depth", 1, "--json")
    assert code == 0
    assert json.loads(out)["counts"]["1"] >= len(match.legal())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere.perft",), "nowhere.perft"),
        (("nowhere.record",), "nowhere.record"),
        (("skrmish",), "did you mean 'skirmish'?"),
        (("skirmish", "--depth", "0"), "--depth"),
        (("skirmish", "--write"), "wants a position file"),
    ],
)
def test_mistakes(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    code, out, err = gloire(capsys, "perft", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
