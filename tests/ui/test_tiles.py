"""The map in tiles: without seams, within its memory, over the owner's scan where there is one."""

from __future__ import annotations

import gc
import math
import weakref
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.sheets.theme import read_theme
from game.ui.camera import Area, Camera
from game.ui.paint import tiles as tiles_module
from game.ui.paint.tiles import Tiles
from hexmap.board import Alignment, Board
from hexmap.files import read_map
from hexmap.layout import Layout, Point
from tools.window_driver import Driver

ROOT = Path(__file__).resolve().parents[2]
AREA = Area(0, 0, 500, 400)


def board(name: str = "somosierra") -> Board:
    return read_map(ROOT / "maps" / name / "map.toml")


def shown(tiles: Tiles, camera: Camera) -> pygame.Surface:
    target = pygame.Surface((AREA.width, AREA.height))
    for _ in range(200):
        if tiles.show(target, camera, 1.0):
            return target
    raise AssertionError("the map is never whole")


@pytest.mark.usefixtures("driver")
def test_panning_moves_the_same_pixels() -> None:
    tiles = Tiles(board(), read_theme(), "#000000")
    camera = Camera.fitting(board().grid, AREA).zoomed(3, AREA.middle)
    before, after = shown(tiles, camera), shown(tiles, camera.panned(-37, -23))
    for x in range(0, 440, 11):
        for y in range(0, 360, 13):
            assert before.get_at((x + 37, y + 23)) == after.get_at((x, y))


@pytest.mark.usefixtures("driver")
def test_tiles_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles_module, "_KEPT_BYTES", 3_000_000)
    tiles = Tiles(board("benchmark"), read_theme(), "#000000")
    camera = Camera.fitting(tiles.board.grid, AREA).zoomed(8, Point(0, 0))
    drawn = set()
    for step in range(40):
        camera = camera.panned(-120 if step % 24 < 20 else 2300, -40)
        shown(tiles, camera)
        drawn |= tiles._tiles.keys()
        held = sum(tile.get_width() * tile.get_height() * 4 for tile in tiles._tiles.values())
        assert held <= 3_000_000
    assert len(drawn) > 3_000_000 // (256 * 256 * 4), "more was drawn than is kept"


@pytest.mark.usefixtures("driver")
def test_no_tile_in_sight_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window that shows more than is kept would else be drawn anew for ever."""
    monkeypatch.setattr(tiles_module, "_KEPT_BYTES", 1)
    tiles = Tiles(board(), read_theme(), "#000000")
    camera = Camera.fitting(tiles.board.grid, AREA)
    shown(tiles, camera)
    kept = dict(tiles._tiles)
    shown(tiles, camera)
    assert len(kept) > 1 and dict(tiles._tiles) == kept


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize("rotation", [0.0, 12.0, -7.5])
def test_a_scan_lies_under_the_grid(tmp_path: Path, rotation: float) -> None:
    """A red dot in the middle of every hex of a turned picture stays in the middle of our hexes."""
    plain = board("skirmish")
    layout = Layout(plain.grid, 40.0, Point(300, 260))
    picture = pygame.Surface((900, 800))
    picture.fill("white")
    middle, turn = (450, 400), math.radians(rotation)

    def turned(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - middle[0], y - middle[1]
        cos, sin = math.cos(turn), math.sin(turn)
        return middle[0] + dx * cos - dy * sin, middle[1] + dx * sin + dy * cos

    for hex_ in plain.hexes:
        pygame.draw.circle(picture, "red", turned(*layout.centre(hex_)), 9)
    pygame.image.save(picture, tmp_path / "scan.png")
    first = turned(*layout.centre(plain.hexes[0]))
    scanned = replace(plain, background=Alignment("scan.png", *first, 40.0, rotation))
    tiles = Tiles(scanned, read_theme(), "#000000", folder=tmp_path)
    camera = Camera.fitting(scanned.grid, AREA)
    target = shown(tiles, camera)
    for hex_ in scanned.hexes:
        x, y = camera.layout.centre(hex_)
        red, green, blue, _ = target.get_at((round(x), round(y)))
        assert red > 180 and green < 120 and blue < 120


@pytest.mark.usefixtures("driver")
def test_a_missing_scan_leaves_our_own_art(tmp_path: Path) -> None:
    plain = board("skirmish")
    lost = replace(plain, background=Alignment("lost.png", 0, 0, 40.0))
    camera = Camera.fitting(plain.grid, AREA)
    one = shown(Tiles(plain, read_theme(), "#000000"), camera)
    other = shown(Tiles(lost, read_theme(), "#000000", folder=tmp_path), camera)
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_an_idle_window_draws_nothing(driver: Driver) -> None:
    driver.open("meeting")
    driver.settle()
    driver.step(60)
    before = driver.app.frames
    driver.step(120)
    assert driver.app.frames == before


def test_nothing_piles_up_over_many_games(driver: Driver) -> None:
    """Leaving a table lets go of it: its tiles, its odds, its theatre."""
    seen = []
    for seed in range(3):
        seen.append(weakref.ref(driver.open("skirmish", seed=seed)))
        driver.step(3)
        driver.key("f10")
    gc.collect()
    assert [table() for table in seen] == [None, None, None]


def test_a_button_that_is_gone_is_gone_with_its_pictures(driver: Driver) -> None:
    """Each is some half a megabyte, and every action makes new ones: nobody waits for the collector."""
    driver.open("skirmish")
    gui = driver.app.gui("screen")
    seen = [weakref.ref(button) for button in gui._buttons]
    gc.collect()
    gc.disable()
    try:
        gui.show([], lambda command: None, (0, 0))
        assert len(seen) > 3 and not [button for button in seen if button() is not None]
    finally:
        gc.enable()
