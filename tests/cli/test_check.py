"""`gloire check`: one line for each good file, one for each problem, exit code 2 if there is any."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game import filekinds
from game.cli import main
from game.filekinds import FileKind, Report
from game.shipped import shipped

GOOD = """
format = 1
[grid]
columns = 2
rows = 1
[legend]
c = "clear"
[ground]
terrain = "cc"
"""
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["check", *map(str, words)])
    told = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, told.out, told.err


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_map(capsys: Capture, tmp_path: Path) -> None:
    path = write(tmp_path / "map.toml", GOOD)
    assert run(capsys, path) == (0, f"{path}: map in order, 2 x 1 hexes, flat-top\n", "")


def test_a_map_is_known_by_its_content(capsys: Capture, tmp_path: Path) -> None:
    path = write(tmp_path / "hill.toml", GOOD)
    assert run(capsys, path)[0] == 0


def test_every_problem_has_its_line(capsys: Capture, tmp_path: Path) -> None:
    good = write(tmp_path / "good" / "map.toml", GOOD)
    bad = write(tmp_path / "bad" / "map.toml", GOOD.replace('"cc"', '"xy"'))
    code, out, err = run(capsys, good, bad)
    assert code == 2
    assert out.splitlines() == [f"{good}: map in order, 2 x 1 hexes, flat-top"]
    assert err.splitlines() == [
        f"gloire: {bad}, hex 0101: unknown terrain code 'x'; the legend has c (clear)",
        f"gloire: {bad}, hex 0201: unknown terrain code 'y'; the legend has c (clear)",
    ]


def test_remarks_do_not_fail_a_file(capsys: Capture, tmp_path: Path) -> None:
    path = write(tmp_path / "map.toml", GOOD.replace("clear", "claer"))
    code, out, err = run(capsys, path)
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == (
        f"  note: {path}, terrain 'claer' is no common word; did you mean 'clear'?"
    )


def test_a_folder_is_searched(capsys: Capture, tmp_path: Path) -> None:
    write(tmp_path / "b" / "map.toml", GOOD)
    write(tmp_path / "a" / "map.json", "{")
    write(tmp_path / "a" / "broken.toml", "= 3")
    write(tmp_path / "a" / "other.toml", "x = 3")
    write(tmp_path / "a" / "readme.txt", "words")
    write(tmp_path / ".hidden" / "map.toml", "")
    code, out, err = run(capsys, tmp_path)
    assert code == 2
    assert out.startswith(str(tmp_path / "b" / "map.toml"))
    told = err.splitlines()
    assert len(told) == 2
    assert str(tmp_path / "a" / "broken.toml") in told[0]
    assert str(tmp_path / "a" / "map.json") in told[1]


def test_shipped_maps_are_checked_by_name(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "teaching")
    assert code == 0
    assert out.startswith(str(shipped("maps") / "teaching" / "map.toml"))


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("notes.txt", "words", "house rules end in .toml, .json or .record"),
        ("x.toml", "x = 1", "this file is of no known kind; this program knows maps, records"),
        ("x.toml", "", "this file is empty"),
        ("x.json", "[]", "one object"),
        ("x.json", "{", "this is not JSON"),
        ("map.toml", "", "this file is empty"),
    ],
)
def test_other_files_get_one_sentence(
    capsys: Capture, tmp_path: Path, name: str, text: str, told: str
) -> None:
    path = write(tmp_path / name, text)
    code, out, err = run(capsys, path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith(f"gloire: {path}")
    assert told in err


def test_missing_files_and_empty_folders(capsys: Capture, tmp_path: Path) -> None:
    assert run(capsys, tmp_path / "no.toml") == (
        2,
        "",
        f"gloire: {tmp_path / 'no.toml'}: there is no such file\n",
    )
    assert run(capsys, tmp_path / "no")[0] == 2
    assert run(capsys, tmp_path) == (
        2,
        "",
        f"gloire: {tmp_path}: this folder holds no file of a known kind\n",
    )


def test_json_is_all_that_is_printed(capsys: Capture, tmp_path: Path) -> None:
    good = write(tmp_path / "good" / "map.toml", GOOD)
    bad = write(tmp_path / "bad" / "map.toml", "")
    code, out, err = run(capsys, "--json", good, bad)
    assert (code, err) == (2, "")
    assert json.loads(out) == [
        {
            "path": str(good),
            "kind": "map",
            "good": True,
            "summary": "2 x 1 hexes, flat-top",
            "problems": [],
            "notes": [],
        },
        {
            "path": str(bad),
            "kind": "map",
            "good": False,
            "summary": "",
            "problems": [f"{bad}: this file is empty"],
            "notes": [],
        },
    ]


def test_another_kind_of_file_plugs_in(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = FileKind(
        "song",
        lambda path, content: "verses" in content,
        lambda path: Report(str(path), "song", summary="in tune"),
    )
    monkeypatch.setattr(filekinds, "KINDS", (*filekinds.KINDS, kind))
    path = write(tmp_path / "x.toml", "verses = 3")
    assert run(capsys, path) == (0, f"{path}: song in order, in tune\n", "")
