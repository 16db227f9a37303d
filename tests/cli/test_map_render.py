"""`gloire map render`: the files it writes, what may be chosen, and the refusals."""

from __future__ import annotations

import dataclasses
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import matplotlib.image
import numpy
import pytest

from game.cli import main
from game.sheets.map_sheet import scale_steps
from game.sheets.scan import laid
from game.shipped import shipped
from hexmap.board import Alignment, Board
from hexmap.files import map_text
from hexmap.layout import Layout
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
    by_name = rendered(capsys, tmp_path / "sheet.png", name)
    assert by_name == rendered(capsys, tmp_path / "again.png", shipped("maps") / name / "map.toml")


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_maps_of_every_shape_are_drawn(capsys, tmp_path, orientation, shifted):
    board = small_board(["w.~", "..T"], orientation=orientation, shifted=shifted)
    drawn = rendered(capsys, tmp_path / "sheet.png", written(board, tmp_path))
    bare = small_board(["...", "..."], orientation=orientation, shifted=shifted)
    assert drawn != rendered(capsys, tmp_path / "bare.png", written(bare, tmp_path))


def test_a_single_hex_is_a_map(capsys, tmp_path):
    single = rendered(capsys, tmp_path / "sheet.png", written(small_board(["."]), tmp_path))
    assert single != rendered(capsys, tmp_path / "woods.png", written(small_board(["w"]), tmp_path))


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


# --- over a scan ------------------------------------------------------------------------------------------

TURN = 5.0  # degrees clockwise
SCAN_HEX = 40.0  # pixels


@pytest.fixture
def scanned(tmp_path: Path) -> Path:
    """A map beside a scan of it that was laid on the glass askew: white, with a red spot in hex 0303."""
    board = small_board(["...."] * 4)
    x, y = Layout(board.grid, SCAN_HEX).centre(board.at("0303"))
    turn = math.radians(TURN)
    spot = (
        60 + x * math.cos(turn) - y * math.sin(turn),
        50 + x * math.sin(turn) + y * math.cos(turn),
    )
    dots = numpy.full((300, 260, 3), 255, dtype=numpy.uint8)
    rows, columns = numpy.indices(dots.shape[:2])
    dots[(columns - spot[0]) ** 2 + (rows - spot[1]) ** 2 < 9**2] = (255, 0, 0)
    matplotlib.image.imsave(tmp_path / "scan.png", dots)
    return written(
        dataclasses.replace(board, background=Alignment("scan.png", 60, 50, SCAN_HEX, TURN)), tmp_path
    )


def test_the_grid_lies_on_the_scan_where_the_map_says(capsys, tmp_path, scanned):
    rendered(capsys, tmp_path / "sheet.png", scanned, "--scan")
    dots = matplotlib.image.imread(tmp_path / "sheet.png")[:, :, :3]
    rows, columns = numpy.nonzero((dots[:, :, 0] > 0.8) & (dots[:, :, 1] < 0.3))
    # What the sheet shows of the map, from the hexes at its edges to the spot between them.
    board = small_board(["...."] * 4)
    bounds, at = Layout(board.grid, 1.0).bounds(), Layout(board.grid, 1.0).centre(board.at("0303"))
    dark = numpy.nonzero(dots.max(axis=2)[dots.shape[0] // 3 :].min(axis=0) < 0.4)[0]
    hex_px = (dark[-1] - dark[0]) / bounds.width
    assert columns.mean() == pytest.approx(dark[0] + (at.x - bounds.left) * hex_px, abs=1.5)
    assert numpy.ptp(columns) == pytest.approx(numpy.ptp(rows), abs=2), "neither stretched nor cut"
    assert numpy.ptp(columns) == pytest.approx(18 / SCAN_HEX * hex_px, abs=2)


def test_a_scan_can_be_grey_and_stand_in_every_kind_of_file(capsys, tmp_path, scanned):
    rendered(capsys, tmp_path / "sheet.png", scanned, "--scan", "--grey")
    dots = matplotlib.image.imread(tmp_path / "sheet.png")[:, :, :3]
    assert float(numpy.max(dots.max(axis=2) - dots.min(axis=2))) < 0.02
    assert rendered(capsys, tmp_path / "sheet.pdf", scanned, "--scan").startswith(b"%PDF-")
    assert b"<image" in rendered(capsys, tmp_path / "sheet.svg", scanned, "--scan")


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_the_first_hex_lies_on_its_place_in_the_scan_and_so_do_the_others(orientation, shifted):
    board = small_board(["..."] * 3, orientation=orientation, shifted=shifted)
    lies = Alignment("scan.png", 100, 80, SCAN_HEX, TURN)
    sheet = Layout(board.grid, 1.0)
    first = sheet.centre(board.hexes[0])
    turn = math.radians(TURN)
    for hex_ in board.hexes:
        dx, dy = (sheet.centre(hex_).x - first.x) * SCAN_HEX, (sheet.centre(hex_).y - first.y) * SCAN_HEX
        dot = (
            100 + dx * math.cos(turn) - dy * math.sin(turn),
            80 + dx * math.sin(turn) + dy * math.cos(turn),
        )
        assert laid(board, lies).transform(dot) == pytest.approx(tuple(sheet.centre(hex_)))


def test_a_map_without_a_scan_says_so(capsys, tmp_path, small_map):
    assert "has no [background]" in refusal(capsys, small_map, "--scan", "--out", tmp_path / "sheet.png")


@pytest.mark.parametrize(("content", "told"), [(None, "there is no 'scan.png'"), (b"scan", "is no picture")])
def test_a_scan_that_cannot_be_read_is_named(capsys, tmp_path, scanned, content, told):
    (tmp_path / "scan.png").unlink()
    if content:
        (tmp_path / "scan.png").write_bytes(content)
    said = refusal(capsys, scanned, "--scan", "--out", tmp_path / "sheet.png")
    assert f"{scanned}, background, image: " in said
    assert told in said


# --- the scale bar ----------------------------------------------------------------------------------------


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
