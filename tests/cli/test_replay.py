"""`gloire replay`: a game told step by step, verified, and nobody's secrets told while it goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.core.actions import act
from game.match import Match
from tests.cli.run import gloire
from tests.games import played

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """The record of a finished game."""
    match = played(seed=3)
    match.save(tmp_path / "over.record")
    return tmp_path / "over.record"


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """A game in which blue has given its order and red has not."""
    match = Match.begin("skirmish", "skirmish", seed=3)
    match.act(act("order", "hold"))
    match.note("he will not expect it")
    match.save(tmp_path / "half.record")
    return tmp_path / "half.record"


def damage(path: Path, step: int) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith(f"{step} | "))
    lines[place] = lines[place][:-8] + "00000000"
    path.write_text("\n".join(lines), encoding="utf-8")


def test_verify(capsys: Capture, over: Path) -> None:
    count = len(played(seed=3).entries)
    assert gloire(capsys, "replay", over, "--verify") == (
        0,
        f"{over}: ok, {count} steps, every hash holds\n",
        "",
    )
    code, out, _ = gloire(capsys, "replay", over, "--verify", "--json")
    assert (code, json.loads(out)["good"]) == (0, True)


def test_verify_says_where_it_breaks(capsys: Capture, over: Path) -> None:
    damage(over, 7)
    code, out, err = gloire(capsys, "replay", over, "--verify")
    assert (code, out) == (2, "")
    assert f"{over}: step 7 (" in err
    assert "7 steps before it hold" in err
    code, out, _ = gloire(capsys, "replay", over, "--verify", "--json")
    assert (code, json.loads(out)["good"], json.loads(out)["steps"]) == (2, False, 7)


def test_a_finished_game_is_told_whole(capsys: Capture, over: Path) -> None:
    code, out, _ = gloire(capsys, "replay", over)
    assert code == 0
    assert "Turn 1 · Both sides choose an order in secret\n    1  blue: order " in out
    assert "You order:" in out
    assert "Turn 4 · " in out


def test_a_game_that_goes_on_keeps_its_secrets(capsys: Capture, half: Path) -> None:
    _, out, _ = gloire(capsys, "replay", half)
    assert "blue: (in secret)" in out
    assert "hold" not in out
    assert "expect" not in out
    assert gloire(capsys, "replay", half, "--side", "red")[1] == out
    _, own, _ = gloire(capsys, "replay", half, "--side", "blue")
    assert "blue: order hold" in own
    assert "note: he will not expect it" in own


def test_how_much_is_done_in_secret_is_a_secret(capsys: Capture, tmp_path: Path) -> None:
    """However many orders blue has given: red reads the same, as text and as data, at every step."""
    told = []
    for orders in ((), ("blue-foot",), ("blue-horse",)):
        match = Match.begin("jours-de-gloire", "meeting", seed=3)
        for formation in orders:
            match.act(act("order", formation))
        match.act(act("pass"))
        match.act(act("pass"))
        assert match.asked == "red"
        path = tmp_path / "game.record"
        match.save(path)
        texts = [gloire(capsys, "replay", path, *words)[1] for words in ((), ("--to", 1), ("--json",))]
        texts += [gloire(capsys, "replay", path, "--side", "red", *words)[1] for words in ((), ("--json",))]
        told.append(texts)
    assert told[0] == told[1] == told[2]
    assert "    1  blue: (in secret)\n" in told[0][0]
    assert gloire(capsys, "replay", path, "--side", "blue")[1].count("blue: ") == 2


def test_up_to_a_step_with_the_table_as_it_stood(capsys: Capture, over: Path) -> None:
    code, out, _ = gloire(capsys, "replay", over, "--to", 2)
    assert code == 0
    assert "    2  red: order" in out
    assert "\n    3  " not in out
    assert "/0104\\B1_♣/0304\\" in out


def test_for_programs(capsys: Capture, over: Path) -> None:
    _, out, _ = gloire(capsys, "replay", over, "--to", 3, "--json")
    found = json.loads(out)
    entry = played(seed=3).entries[3]
    assert [step["number"] for step in found["steps"]] == [0, 1, 2, 3]
    assert found["steps"][3]["action"] == str(entry.action)
    assert found["steps"][3]["hash"] == entry.hash
    assert found["steps"][3]["phase"] == "Activations > The side drawn moves and attacks"
    assert found["house_rules"] == {"woods": "whole_move"}
    assert found["problem"] is None


def test_a_damaged_game_is_told_as_far_as_it_holds(capsys: Capture, over: Path) -> None:
    damage(over, 7)
    code, out, err = gloire(capsys, "replay", over)
    assert code == 2
    assert "    6  " in out
    assert "\n    7  " not in out
    assert "step 7 (" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--to", "9999"), "there is no step 9999; the game has steps 0 to"),
        (("--to", "-1"), "there is no step -1"),
        (("--side", "green"), "there is no side 'green'; there are blue and red"),
    ],
)
def test_mistakes(capsys: Capture, over: Path, words: tuple[str, ...], told: str) -> None:
    code, out, err = gloire(capsys, "replay", over, *words)
    assert (code, out) == (2, "")
    assert told in err


def test_no_such_file(capsys: Capture) -> None:
    assert gloire(capsys, "replay", "nowhere.record") == (
        2,
        "",
        "gloire: nowhere.record: no such file or directory\n",
    )
