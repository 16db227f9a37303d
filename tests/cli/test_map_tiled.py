"""`gloire map import` and `gloire map export`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main
from hexmap.files import read_map


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    assert isinstance(left.value.code, int)
    return left.value.code


def test_an_exported_map_comes_back_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("map", "export", "teaching", "--out", tmp_path / "t.tmx") == 0
    assert run("map", "import", tmp_path / "t.tmx", "--out", tmp_path / "back") == 0
    assert read_map(tmp_path / "back") == read_map("maps/teaching")
    assert capsys.readouterr().err == ""


def test_what_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("map", "export", "teaching", "--out", tmp_path / "t.tmx")
    run("map", "import", tmp_path / "t.tmx", "--out", tmp_path)
    capsys.readouterr()
    assert run("map", "import", tmp_path / "t.tmx", "--out", tmp_path) == 2
    assert "--force" in capsys.readouterr().err
    assert run("map", "import", tmp_path / "t.tmx", "--out", tmp_path, "--force") == 0


def test_what_finds_no_place_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("map", "export", "teaching", "--out", tmp_path / "t.tmx")
    text = (tmp_path / "t.tmx").read_text(encoding="utf-8")
    odd = '<objectgroup id="99" name="dragons"><object id="999" x="1" y="1"/></objectgroup></map>'
    (tmp_path / "t.tmx").write_text(text.replace("</map>", odd), encoding="utf-8")
    capsys.readouterr()
    assert run("map", "import", tmp_path / "t.tmx", "--out", tmp_path / "back", "--json") == 0
    report = json.loads(capsys.readouterr().out)["report"]
    assert any("dragons" in line for line in report)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("gone.tmx", None, "no such file"),
        ("square.tmx", '<map orientation="orthogonal" width="1" height="1"/>', "hexagonal"),
        ("junk.tmx", "\x00\x01 junk", "junk.tmx"),
        ("map.txt", "words", "XML"),
    ],
)
def test_a_file_that_is_no_hexagonal_map_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | None, says: str
) -> None:
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert run("map", "import", tmp_path / name, "--out", tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1
    assert not (tmp_path / "out").exists()
