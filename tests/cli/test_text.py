"""`gloire text`: played from a script, kept on disk, taken up again."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from game.match import load_record
from tests.cli.run import gloire

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Games are kept below the test's own folder."""
    folder = tmp_path / "games"
    monkeypatch.setattr("game.saves.saves_folder", lambda: folder)
    return folder


def script(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "script.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def kept(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_a_game_from_a_script_is_kept_and_taken_up_again(
    capsys: Capture, tmp_path: Path, own_folder: Path
) -> None:
    lines = script(tmp_path, "# both hold", "", "order hold", "order hold", "pass")
    code, out, err = gloire(capsys, "text", "skirmish", "--seed", 5, "--script", lines)
    assert (code, err) == (0, "")
    assert "/0104\\B1_♣/0304\\" in out
    path = kept(own_folder)
    assert f"gloire text --load {path}" in out
    assert [str(entry.action) for entry in load_record(path).match.entries][1:] == [
        "order hold",
        "order hold",
        "pass",
    ]
    more = script(tmp_path, "pass")
    assert gloire(capsys, "text", "--load", path, "--script", more)[0] == 0
    assert len(load_record(path).match.entries) == 5


def test_the_game_played_last_goes_on(capsys: Capture, tmp_path: Path, own_folder: Path) -> None:
    for name, count in (("a", 1), ("b", 2)):
        lines = script(tmp_path, *["order hold"] * count)
        path = own_folder / f"{name}.record"
        gloire(capsys, "text", "skirmish", "--seed", 1, "--script", lines, "--save", path)
        os.utime(path, ns=(count, count))
    assert gloire(capsys, "text", "--last", "--script", script(tmp_path, "pass"))[0] == 0
    assert len(load_record(own_folder / "b.record").match.entries) == 4
    assert len(load_record(own_folder / "a.record").match.entries) == 2


def test_the_same_seed_gives_the_same_game(capsys: Capture, tmp_path: Path) -> None:
    lines = script(tmp_path, "order hold", "order advance", "1", "1", "pass")
    first, second = tmp_path / "a.record", tmp_path / "b.record"
    for path in (first, second):
        gloire(capsys, "text", "skirmish", "--seed", "x1", "--script", lines, "--save", path)
    assert first.read_text() == second.read_text()


def test_lines_from_a_pipe(capsys: Capture, monkeypatch: pytest.MonkeyPatch, own_folder: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("order hold\nnonsense\norder hold\n"))
    code, out, _ = gloire(capsys, "text", "skirmish")
    assert code == 0
    assert "cannot nonsense" in out
    assert len(load_record(kept(own_folder)).match.entries) == 3


def test_a_game_nobody_began_leaves_nothing_behind(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, own_folder: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert gloire(capsys, "text", "skirmish")[0] == 0
    assert not list(own_folder.iterdir())


def test_dice_rolled_at_the_table(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "g.record"
    lines = script(tmp_path, "order hold", "order hold", "green", "red", "pass", "blue")
    words = ("text", "skirmish", "--dice", "manual", "--script", lines, "--save", path)
    code, out, _ = gloire(capsys, *words)
    assert code == 0
    assert "'green' is not a face of the cup" in out
    assert [entry.faces for entry in load_record(path).match.entries] == [(), (), ("red",), ("blue",)]


def test_a_game_with_their_own_dice_goes_on_asking(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "g.record"
    start = script(tmp_path, "order hold", "order hold", "red")
    gloire(capsys, "text", "skirmish", "--dice", "manual", "--script", start, "--save", path)
    more = script(tmp_path, "pass", "red")
    assert gloire(capsys, "text", "--load", path, "--script", more)[0] == 0
    assert load_record(path).match.entries[-1].faces == ("red",)


def test_house_rules_of_the_players(capsys: Capture, tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('format = 1\nruleset = "skirmish"\n[switches]\nwoods = "as_clear"\n', encoding="utf-8")
    lines = script(tmp_path, "house")
    code, out, _ = gloire(capsys, "text", "skirmish", "--house-rules", rules, "--script", lines)
    assert code == 0
    assert "woods: as_clear *" in out


def test_a_damaged_game_goes_on_from_its_last_good_step(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "g.record"
    lines = script(tmp_path, "order hold", "order hold", "pass")
    gloire(capsys, "text", "skirmish", "--seed", 1, "--script", lines, "--save", path)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("| pass |", "| pas |"), encoding="utf-8")
    damaged = path.read_bytes()
    code, out, _ = gloire(capsys, "text", "--load", path, "--script", script(tmp_path, "pass"))
    assert code == 0
    assert "The game goes on from there" in " ".join(out.split())
    assert load_record(path).problem is None
    assert (tmp_path / "g.record.damaged").read_bytes() == damaged


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "wants a scenario, or a game to '--load'"),
        (("skirmish", "--load", "x.record"), "wants a scenario, or a game to '--load'"),
        (("skirmish", "--last"), "wants a scenario, or a game to '--load'"),
        (("--last",), "there is no game to go on with in"),
        (("skrmish",), "did you mean 'skirmish'?"),
        (("--load", "nowhere.record"), "nowhere.record: no such file"),
        (("skirmish", "--house-rules", "nowhere.toml"), "nowhere.toml"),
        (("skirmish", "--script", "nowhere.txt"), "nowhere.txt"),
        (("skirmish", "--dice", "loaded"), "--dice"),
        (("skirmish", "--seed", "two words"), "one word or number"),
        (("skirmish", "--seed", "2", "--dice", "manual"), "'--seed' is for dice the program rolls"),
    ],
)
def test_mistakes(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    code, _, err = gloire(capsys, "text", *words)
    assert code == 2
    assert told in err.lower() or told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--dice", "manual"), "the program rolls in this game, by its seed"),
        (("--seed", "3"), "this one keeps those it began with"),
        (("--house-rules", "own.toml"), "this one keeps those it began with"),
    ],
)
def test_a_game_taken_up_keeps_its_dice_and_house_rules(
    capsys: Capture, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    path = tmp_path / "g.record"
    lines = script(tmp_path, "order hold")
    gloire(capsys, "text", "skirmish", "--seed", 1, "--script", lines, "--save", path)
    before = path.read_bytes()
    code, _, err = gloire(capsys, "text", "--load", path, "--script", lines, *words)
    assert code == 2
    assert told in err
    assert path.read_bytes() == before


def test_a_script_that_goes_wrong_names_its_line(capsys: Capture, tmp_path: Path) -> None:
    lines = script(tmp_path, "order hold", "# now", "order retreat")
    code, _, err = gloire(capsys, "text", "skirmish", "--script", lines)
    assert code == 2
    assert f"{lines}, line 3: cannot order retreat" in err


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr("game.saves.saves_folder", lambda: blocked / "games")
    code, out, _ = gloire(capsys, "text", "skirmish", "--script", script(tmp_path, "order hold"))
    assert code == 0
    assert "cannot be kept" in out


def test_two_games_begun_in_the_same_second_have_files_of_their_own(own_folder: Path) -> None:
    from datetime import datetime

    from game.saves import new_save

    own_folder.mkdir()
    now = datetime(1815, 6, 18, 11, 30)
    first = new_save("quatre bras/centre", now)
    assert first.name == "quatre-bras-centre-1815-06-18-113000.record"
    first.touch()
    assert new_save("quatre bras/centre", now).name == "quatre-bras-centre-1815-06-18-113000-2.record"
