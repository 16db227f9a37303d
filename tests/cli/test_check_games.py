"""`gloire check` on what belongs to games: scenarios, records, house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.shipped import shipped
from tests.cli.run import gloire
from tests.games import played

Capture = pytest.CaptureFixture[str]
SKIRMISH = shipped("maps") / "skirmish"


def copied(tmp_path: Path, old: str = "", new: str = "", name: str = "scenario.toml") -> Path:
    """The skirmish in a folder of its own, with some words of its scenario exchanged."""
    (tmp_path / "map.toml").write_bytes((SKIRMISH / "map.toml").read_bytes())
    text = (SKIRMISH / "scenario.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return path


def house(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["scenario.toml", "other.toml"])
def test_a_good_scenario(capsys: Capture, tmp_path: Path, name: str) -> None:
    path = copied(tmp_path, name=name)
    told = f"{path}: scenario in order, skirmish, 4 turns, 6 pieces\n"
    assert gloire(capsys, "check", path) == (0, told, "")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"0203"', '"9999"', "units[0].hex: hex '9999' is off the map"),
        ("turns = 4", "turns = 0", "turns: must be at least 1, not 0"),
        ("turns = 4", "turnz = 4", "turn"),
        ('ruleset = "skirmish"', 'ruleset = "skirmsh"', "did you mean 'skirmish'?"),
        ('map = "map.toml"', 'map = "nowhere.toml"', "map: there is no map at 'nowhere.toml'"),
        ("format = 1", "format = 2", "format: is 2; this program reads format 1"),
        ("format = 1", "format = ", "is not readable as TOML"),
    ],
)
def test_a_bad_scenario(capsys: Capture, tmp_path: Path, old: str, new: str, told: str) -> None:
    path = copied(tmp_path, old, new)
    code, out, err = gloire(capsys, "check", path)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_a_good_record(capsys: Capture, tmp_path: Path) -> None:
    match = played(seed=3)
    path = tmp_path / "game.record"
    match.save(path)
    told = f"{path}: record in order, skirmish, {len(match.entries)} steps, over\n"
    assert gloire(capsys, "check", path) == (0, told, "")


def test_a_bad_record(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(played(seed=3).record().replace("order", "ordre", 1), encoding="utf-8")
    code, _, err = gloire(capsys, "check", path)
    assert code == 2
    assert f"{path}: step 1 (ordre" in err


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"gloire record 9\n"])
def test_no_record_at_all(capsys: Capture, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(content)
    code, _, err = gloire(capsys, "check", path)
    assert code == 2
    assert err.startswith(f"gloire: {path}")


def test_good_house_rules(capsys: Capture, tmp_path: Path) -> None:
    path = house(tmp_path, 'format = 1\nruleset = "skirmish"\n[switches]\nwoods = "as_clear"\n')
    assert gloire(capsys, "check", path) == (
        0,
        f"{path}: house rules in order, skirmish, 1 of 1 changed\n",
        "",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('format = 1\nruleset = "skirmish"\n[switches]\nwods = "as_clear"\n', "wods: no such house rule"),
        ('format = 1\nruleset = "skirmish"\n[switches]\nwoods = "x"\n', "woods: 'x' is not a choice"),
        ('format = 1\nruleset = "skirmsh"\n[switches]\n', "did you mean 'skirmish'?"),
        ('format = 2\nruleset = "skirmish"\n[switches]\n', "format: must be 1"),
        ("format = 1\n[switches]\n", "ruleset: must name the ruleset"),
        ('format = 1\nruleset = "skirmish"\n[swiches]\n', "unknown key 'swiches'; did you mean 'switches'?"),
    ],
)
def test_bad_house_rules(capsys: Capture, tmp_path: Path, text: str, told: str) -> None:
    path = house(tmp_path, text)
    code, out, err = gloire(capsys, "check", path)
    assert (code, out) == (2, "")
    assert told in err


QUESTION = 'format = 1\nruleset = "jours-de-gloire"\nask = "charge"\n[question]\nattacker = "cavalry 4/6"\n'


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('defender = "infantry 6/6"', "question in order, jours-de-gloire charge --attacker"),
        ('defender = "infanteri 6/6"', "did you mean 'infanterie'?"),
        ('defender = "infantry 6/6"\nterrain = "woods"', "question: no charge into this terrain [note e]"),
        ("", "question: say --defender"),
    ],
)
def test_a_question_for_the_odds(capsys: Capture, tmp_path: Path, more: str, told: str) -> None:
    path = house(tmp_path, QUESTION + more)
    code, out, err = gloire(capsys, "check", path)
    assert told in out + err
    assert (code, bool(err)) == ((0, False) if "in order" in told else (2, True))


def test_a_folder_with_everything(capsys: Capture, tmp_path: Path) -> None:
    copied(tmp_path)
    played(seed=3, steps=3).save(tmp_path / "game.record")
    code, out, _ = gloire(capsys, "check", tmp_path)
    assert code == 0
    assert [line.split(": ")[1].split(" in")[0] for line in out.splitlines()] == ["record", "map", "scenario"]
