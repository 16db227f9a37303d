"""`gloire map render`: the files it writes, what may be chosen, and the refusals."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import matplotlib.image
import numpy
import pytest

from game.cli import main
from game.sheets.map_sheet import scale_steps
from game.shipped import shipped
from hexmap.board import Board
from hexmap.files import map_text
from tests.hexmap.boards import small_board

Capture = pytest.CaptureFixture[str]
LOW = "40"  # dots per inch: enough to look at, quick to draw


def run(capsys: Capture, *words: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["map", "render", *(str(word) for word in words)])
    told = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, told.out, told.err


def rendered(capsys: Capture, out: Path, *words: str | Path) -> bytes:
    code, told, err = run(capsys, *words, "--out", out, "--dpi", LOW)
    assert (code, err) == (0, "")
    assert told.startswith(f"{out}: ")
    return out.read_bytes()


def refusal(capsys: Capture, *words: str | Path) -> str:
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def written(board: Board, folder: Path) -> Path:
    path = folder / "map.toml"
    path.write_text(map_text(board), encoding="utf-8")
    return path


@pytest.fixture
def small_map(tmp_path: Path) -> Path:
    """Nine hexes with a wood, a hill and a road."""
    board = small_board(["...", ".w.", "..."], ["000", "001", "000"], roads={"0101 0201 0301": "road"})
    return written(board, tmp_path)


# --- files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suffix", "begin"), [(".png", b"\x89PNG"), (".pdf", b"%PDF-"), (".svg", b"<?xml"), (".PNG", b"\x89PNG")]
)
def test_the_file_is_what_its_name_says(capsys, tmp_path, small_map, suffix, begin):
    assert rendered(capsys, tmp_path / f"sheet{suffix}", small_map).startswith(begin)


@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_the_same_map_gives_the_same_bytes(capsys, tmp_path, small_map, suffix):
    first = rendered(capsys, tmp_path / f"one{suffix}", small_map)
    assert rendered(capsys, tmp_path / f"two{suffix}", small_map) == first


@pytest.mark.parametrize("name", ["teaching", "skirmish"])
def test_a_shipped_map_is_drawn_by_its_name(capsys, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    rendered(capsys, tmp_path / "sheet.png", name)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_maps_of_every_shape_are_drawn(capsys, tmp_path, orientation, shifted):
    board = small_board(["w.~", "..T"], orientation=orientation, shifted=shifted)
    rendered(capsys, tmp_path / "sheet.png", written(board, tmp_path))


def test_a_single_hex_is_a_map(capsys, tmp_path):
    rendered(capsys, tmp_path / "sheet.png", written(small_board(["."]), tmp_path))


def test_words_the_theme_does_not_know_are_drawn_plainly(capsys, tmp_path, small_map):
    text = small_map.read_text(encoding="utf-8")
    assert 'w = "woods"' in text
    small_map.write_text(text.replace('w = "woods"', 'w = "heather_moor"'), encoding="utf-8")
    rendered(capsys, tmp_path / "sheet.png", small_map)


def test_what_it_says_is_the_size_of_the_picture(capsys, tmp_path, small_map):
    out = tmp_path / "sheet.png"
    _, told, _ = run(capsys, small_map, "--out", out, "--dpi", LOW)
    wide, high = (int(each) for each in re.findall(r"(\d+) x (\d+) pixels", told)[0])
    found = matplotlib.image.imread(out)
    assert abs(found.shape[1] - wide) <= 1, "half a dot may be rounded either way"
    assert abs(found.shape[0] - high) <= 1


# --- choices ----------------------------------------------------------------------------------------------


def test_grey_has_no_colour_and_colour_has(capsys, tmp_path):
    def colourful(*words: str) -> float:
        rendered(capsys, tmp_path / "sheet.png", "teaching", *words)
        dots = matplotlib.image.imread(tmp_path / "sheet.png")[:, :, :3]
        return float(numpy.max(dots.max(axis=2) - dots.min(axis=2)))

    assert colourful() > 0.3
    assert colourful("--grey") < 0.02


@pytest.mark.parametrize(("paper", "short", "long"), [("a4", 210, 297), ("letter", 216, 279)])
def test_paper_has_its_size(capsys, tmp_path, paper, short, long):
    code, told, _ = run(capsys, "teaching", "--out", tmp_path / "sheet.pdf", "--paper", paper)
    assert code == 0
    size = sorted(int(each) for each in re.findall(r"(\d+) x (\d+) mm", told)[0])
    assert size == [short, long]


def test_the_legend_can_be_left_out(capsys, tmp_path, small_map):
    def area(*words: str) -> float:
        svg = rendered(capsys, tmp_path / "sheet.svg", small_map, *words)
        _, _, wide, high = (float(each) for each in ElementTree.fromstring(svg).attrib["viewBox"].split())
        return wide * high

    assert area("--no-legend") < area()


def test_numbers_can_be_left_out(capsys, tmp_path, small_map):
    with_them = rendered(capsys, tmp_path / "sheet.svg", small_map)
    assert len(rendered(capsys, tmp_path / "bare.svg", small_map, "--no-numbers")) < len(with_them)


@pytest.mark.parametrize(
    ("hex_metres", "room", "expected"),
    [
        (None, 9.5, (4, "2", "4 hexes")),
        (None, 1.2, (1, "0.5", "1 hex")),
        (200, 3.0, (2.5, "250", "500 m")),
        (100, 2.0, (2.0, "100", "200 m")),
        (500, 4.0, (4.0, "1", "2 km")),
    ],
)
def test_the_scale_bar_is_the_longest_round_number_that_fits(hex_metres, room, expected):
    assert scale_steps(hex_metres, room) == expected


# --- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sheet.jpg", "sheet", "sheet.toml"])
def test_other_kinds_of_files_are_refused(capsys, tmp_path, small_map, name):
    told = refusal(capsys, small_map, "--out", tmp_path / name)
    assert ".png, .pdf or .svg" in told
    assert not (tmp_path / name).exists()


def test_a_folder_that_is_not_there_is_named(capsys, tmp_path, small_map):
    assert "there is no folder" in refusal(capsys, small_map, "--out", tmp_path / "nowhere" / "sheet.png")


def test_a_folder_is_no_sheet(capsys, tmp_path, small_map):
    (tmp_path / "sheet.png").mkdir()
    assert "is a folder" in refusal(capsys, small_map, "--out", tmp_path / "sheet.png")


def test_a_slip_in_a_map_s_name_is_answered_with_the_right_one(capsys, tmp_path):
    assert "teaching" in refusal(capsys, "teeching", "--out", tmp_path / "sheet.png")


def test_a_broken_map_is_named_and_nothing_is_written(capsys, tmp_path, small_map):
    text = small_map.read_text(encoding="utf-8")
    small_map.write_text(text.replace("columns = 3", "columns = 4"), encoding="utf-8")
    told = refusal(capsys, small_map, "--out", tmp_path / "sheet.png")
    assert str(small_map) in told
    assert not (tmp_path / "sheet.png").exists()


def test_a_picture_too_large_to_draw_is_refused_with_what_would_do(capsys, tmp_path):
    benchmark = shipped("maps") / "benchmark"
    told = refusal(capsys, benchmark, "--out", tmp_path / "sheet.png", "--dpi", "1200")
    assert re.search(r"--dpi \d+ would do", told)
