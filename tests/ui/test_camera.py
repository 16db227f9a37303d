"""The camera: what is seen where, without a pixel drawn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.camera import ZOOMS, Area, Camera
from hexmap.coords import Grid
from hexmap.layout import Point

AREA = Area(0, 0, 900, 700)


@pytest.mark.parametrize("size", [(9, 7), (60, 40), (200, 200), (3, 90)])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_fitting_shows_the_whole_map(size: tuple[int, int], orientation: str) -> None:
    camera = Camera.fitting(Grid(*size, orientation), AREA)  # type: ignore[arg-type]
    box = camera.layout.bounds()
    assert box.left >= -1 and box.top >= -1
    assert box.right <= AREA.width + 1 and box.bottom <= AREA.height + 1


@given(st.integers(100, 800), st.integers(100, 600), st.lists(st.sampled_from([-1, 1]), max_size=12))
def test_zoom_keeps_the_spot_under_the_pointer(x: int, y: int, turns: list[int]) -> None:
    camera = Camera.fitting(Grid(60, 40), AREA)
    for turn in turns:
        closer = camera.zoomed(turn, Point(x, y))
        if closer.layout.bounds().width > AREA.width and closer.layout.bounds().height > AREA.height:
            before = ((x - camera.origin.x) / camera.hex_px, (y - camera.origin.y) / camera.hex_px)
            after = ((x - closer.origin.x) / closer.hex_px, (y - closer.origin.y) / closer.hex_px)
            moved = math.dist(before, after) * closer.hex_px
            box = closer.layout.bounds()
            is_held = box.left > 0 or box.top > 0 or box.right < AREA.width or box.bottom < AREA.height
            assert moved < 1.5 or is_held
        camera = closer
        assert float(camera.origin.x).is_integer() and float(camera.origin.y).is_integer()


def test_the_wheel_steps_through_sizes_and_stops_at_the_ends() -> None:
    camera = Camera.fitting(Grid(60, 40), AREA)
    for _ in range(30):
        camera = camera.zoomed(1, AREA.middle)
    assert camera.hex_px == ZOOMS[-1]
    for _ in range(60):
        camera = camera.zoomed(-1, AREA.middle)
    assert camera.hex_px == min(ZOOMS[0], Camera.fitting(Grid(60, 40), AREA).hex_px)


@given(st.lists(st.tuples(st.integers(-2000, 2000), st.integers(-2000, 2000)), max_size=6))
def test_some_of_the_map_always_stays_in_sight(pushes: list[tuple[int, int]]) -> None:
    camera = Camera.fitting(Grid(20, 20), AREA).zoomed(4, AREA.middle)
    for dx, dy in pushes:
        camera = camera.panned(dx, dy)
        box = camera.layout.bounds()
        assert box.right >= AREA.width * 0.2 and box.left <= AREA.width * 0.8
        assert box.bottom >= AREA.height * 0.2 and box.top <= AREA.height * 0.8


def test_resizing_keeps_the_middle_or_the_whole_map() -> None:
    fitted = Camera.fitting(Grid(20, 20), AREA)
    larger = Area(0, 0, 1600, 1000)
    assert fitted.resized(larger) == Camera.fitting(Grid(20, 20), larger)
    close = fitted.zoomed(5, AREA.middle)
    middle = close.layout.nearest(*AREA.middle)
    assert close.resized(larger).layout.nearest(*larger.middle) == middle


def test_a_pixel_outside_the_board_is_no_hex() -> None:
    camera = Camera.fitting(Grid(5, 5), Area(100, 50, 400, 300))
    assert camera.hex_at(99, 200) is None
    assert camera.hex_at(300, 200) is not None
