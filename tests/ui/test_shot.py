"""`gloire shot`: pictures without a screen, and one sentence for what cannot be had."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.cli import main
from tests.games import played


def shot(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["shot", *words])
    return int(left.value.code or 0)


def test_a_scenario_becomes_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert shot("meeting", "--out", str(out), "--size", "640x400", "--overlay", "zones", "--side", "red") == 0
    assert pygame.image.load(out).get_size() == (640, 400)


def test_a_record_becomes_a_picture_of_where_it_stands(tmp_path: Path) -> None:
    record, out, other = tmp_path / "game.record", tmp_path / "a.png", tmp_path / "b.png"
    played(steps=9).save(record)
    assert shot(str(record), "--out", str(out), "--board-only", "--size", "500x400") == 0
    assert shot("skirmish", "--out", str(other), "--board-only", "--size", "500x400") == 0
    assert out.read_bytes() != other.read_bytes()


def test_overlays_show_and_greys_are_grey(tmp_path: Path) -> None:
    plain, grey = tmp_path / "plain.png", tmp_path / "grey.png"
    assert shot("skirmish", "--out", str(plain), "--size", "500x400") == 0
    assert shot("skirmish", "--out", str(grey), "--size", "500x400", "--palette", "grey") == 0
    picture = pygame.image.load(grey)
    for x in range(0, 500, 7):
        for y in range(0, 400, 7):
            red, green, blue, _ = picture.get_at((x, y))
            assert max(red, green, blue) - min(red, green, blue) <= 2
    assert plain.read_bytes() != grey.read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere",), "no scenario"),
        (("skirmish", "--overlay", "zonnes"), "--overlay zonnes"),
        (("skirmish", "--side", "green"), "--side green"),
        (("skirmish", "--at", "9999"), "9999"),
        (("skirmish", "--size", "big"), "1280x800"),
        (("skirmish", "--palette", "neon"), "--palette neon"),
        (("gone.record",), "no such saved game"),
    ],
)
def test_what_cannot_be_had_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert shot(*words, "--out", str(tmp_path / "out.png")) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1
