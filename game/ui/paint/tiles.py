"""The map in square tiles, kept for each zoom: panning only moves them, and few are drawn in one frame.

Until the handsome map is ready a plain one of coloured hexes stands in, so that the first frame never waits.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from pathlib import Path

import pygame

from game.sheets.scene import Scene, map_scene
from game.sheets.theme import Theme, greyed, mixed
from game.ui.camera import Area, Camera
from game.ui.paint.ground import FAR_PX, NEAR_PX, Ground
from game.ui.paint.scan import find_scan
from hexmap.board import Board
from hexmap.layout import Layout

_KEPT_BYTES = 24_000_000  # of tiles: a few windows full
_OVERVIEW_PX = 900.0
TILE_BUDGET_S = 0.010
_AT_ONCE = 4000  # a board with no more hexes than this is made ready before the first frame

Key = tuple[float, int, int]


def tile_px(hex_px: float) -> int:
    """How wide a tile is: small maps have more on each pixel, so fewer are drawn at a time."""
    return 128 if hex_px < 45 else 256


class Tiles:
    """Everything of a map that does not change, ready to be shown at any place and zoom."""

    def __init__(
        self, board: Board, theme: Theme, table: str, is_grey: bool = False, folder: Path | None = None
    ) -> None:
        self.board = board
        self.theme = theme
        self.table = table
        self.is_grey = is_grey
        self.folder = folder  # where a scan of the owner's own map may lie
        self._tiles: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._held_bytes = 0
        self._ground: Ground | None = None
        self._overview: tuple[pygame.Surface, float] | None = None
        self._worker: threading.Thread | None = None
        self._cost_s = 0.0  # what the last tile took
        self._last_px = 0.0  # while the wheel turns, a rough map is enough
        if len(board.hexes) <= _AT_ONCE:
            self._prepare()
        else:
            self.overview()
            self._worker = threading.Thread(target=self._prepare, daemon=True)
            self._worker.start()

    def _prepare(self) -> None:
        scene: Scene = map_scene(self.board, self.theme)
        ground = Ground(scene, self.table, self.is_grey, find_scan(self.board, self.folder))
        picture = self._drawn_overview(ground)
        for size in (NEAR_PX, FAR_PX):
            ground.bins(size)
        # The picture first: whoever sees that the map is ready finds it there.
        self._overview = picture
        self._ground = ground

    @property
    def is_ready(self) -> bool:
        return self._ground is not None

    def wait(self) -> None:
        """Come back when the handsome map can be drawn."""
        if self._worker is not None:
            self._worker.join()

    def _overview_px(self) -> float:
        box = Layout(self.board.grid, 1.0).bounds()
        return min(_OVERVIEW_PX / max(box.width, box.height), 24.0)

    # --- showing -------------------------------------------------------------------------------

    def show(self, target: pygame.Surface, camera: Camera, budget_s: float = TILE_BUDGET_S) -> bool:
        """Draw the map as a camera sees it; False while some of it is still a rough copy."""
        target.fill(self._tone(self.table), camera.area)
        if not self._last_px:
            self._last_px = camera.hex_px
        begun = time.perf_counter()
        has_drawn = False
        is_whole = True
        blits = []
        wanted = self._wanted(camera)
        for key, place in wanted:
            tile = self._tiles.get(key)
            if tile is None and self._ground is not None:
                spent = time.perf_counter() - begun
                if camera.hex_px == self._last_px and (not has_drawn or spent + self._cost_s < budget_s):
                    tile = self._draw(key)
                    self._cost_s = time.perf_counter() - begun - spent
                    has_drawn = True
            if tile is None:
                is_whole = False
                self._rough(target, camera, key, place)
                continue
            self._tiles.move_to_end(key)
            blits.append((tile, place))
        self._last_px = camera.hex_px
        self._forget(len(wanted))
        target.set_clip(camera.area)
        target.fblits(blits)
        target.set_clip(None)
        return is_whole

    def _forget(self, in_sight: int) -> None:
        """Let go of the tiles that were not shown for longest, but never of those in sight."""
        while self._held_bytes > _KEPT_BYTES and len(self._tiles) > in_sight:
            _key, tile = self._tiles.popitem(last=False)
            self._held_bytes -= _bytes_of(tile)

    def _wanted(self, camera: Camera) -> list[tuple[Key, tuple[int, int]]]:
        """The tiles a camera sees, those in the middle first, and where each goes."""
        area, left, top = camera.area, int(camera.origin.x), int(camera.origin.y)
        size, side = camera.hex_px, tile_px(camera.hex_px)
        box = Layout(self.board.grid, size).bounds()
        first_x = max((area.x - left) // side, int(box.left - size) // side)
        last_x = min((area.right - left) // side, int(box.right + size) // side)
        first_y = max((area.y - top) // side, int(box.top - size) // side)
        last_y = min((area.bottom - top) // side, int(box.bottom + size) // side)
        middle = area.middle
        found = [
            ((size, x, y), (left + x * side, top + y * side))
            for x in range(first_x, last_x + 1)
            for y in range(first_y, last_y + 1)
        ]
        half = side / 2
        found.sort(key=lambda each: abs(each[1][0] + half - middle.x) + abs(each[1][1] + half - middle.y))
        return found

    def _draw(self, key: Key) -> pygame.Surface:
        assert self._ground is not None
        size, x, y = key
        side = tile_px(size)
        tile = self._ground.draw(x * side, y * side, side, side, size)
        self._tiles[key] = tile
        self._held_bytes += _bytes_of(tile)
        return tile

    def _rough(self, target: pygame.Surface, camera: Camera, key: Key, place: tuple[int, int]) -> None:
        """A tile stretched from the picture of the whole map."""
        picture, size = self.overview()
        box = Layout(self.board.grid, size).bounds()
        factor, side = size / key[0], tile_px(key[0])
        part = pygame.Rect(
            round(key[1] * side * factor - box.left),
            round(key[2] * side * factor - box.top),
            max(1, round(side * factor)),
            max(1, round(side * factor)),
        )
        inside = part.clip(picture.get_rect())
        if not inside.width or not inside.height:
            return
        stretched = pygame.transform.scale(
            picture.subsurface(inside),
            (max(1, round(inside.width / factor)), max(1, round(inside.height / factor))),
        )
        target.set_clip(camera.area)
        x = place[0] + (inside.x - part.x) / factor
        y = place[1] + (inside.y - part.y) / factor
        target.blit(stretched, (round(x), round(y)))
        target.set_clip(None)

    # --- the whole map, small ------------------------------------------------------------------

    def overview(self) -> tuple[pygame.Surface, float]:
        """The whole map in one picture, and the width of its hexes."""
        if self._overview is None:
            size = self._overview_px()
            box = Layout(self.board.grid, size).bounds()
            self._overview = self._plain(size, round(box.width) + 1, round(box.height) + 1), size
        return self._overview

    def _drawn_overview(self, ground: Ground) -> tuple[pygame.Surface, float]:
        size = self._overview_px()
        box = Layout(self.board.grid, size).bounds()
        width, height = round(box.width) + 1, round(box.height) + 1
        return ground.draw(round(box.left), round(box.top), width, height, size), size

    def _plain(self, size: float, width: int, height: int) -> pygame.Surface:
        """Coloured hexes and nothing more: quick, and enough to find one's way."""
        picture = pygame.Surface((width, height))
        picture.fill(self._tone(self.table))
        layout = Layout.fitted(self.board.grid, size)
        lowest, highest = min(self.board.elevation.values()), max(self.board.elevation.values())
        for hex_ in self.board.hexes:
            look = self.theme.terrain_look(self.board.terrain[hex_])
            tint = self.theme.tint(self.board.elevation[hex_], lowest, highest)
            colour = self._tone(mixed(tint, look.fill, look.opacity))
            pygame.draw.polygon(picture, colour, layout.corners(hex_))
        return picture

    def _tone(self, colour: str) -> str:
        return greyed(colour) if self.is_grey else colour


def _bytes_of(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


def thumbnail(tiles: Tiles, area: Area) -> pygame.Surface:
    """The whole map fitted into a rectangle of a menu."""
    picture, _ = tiles.overview()
    factor = min(area.width / picture.get_width(), area.height / picture.get_height())
    size = max(1, round(picture.get_width() * factor)), max(1, round(picture.get_height() * factor))
    return pygame.transform.smoothscale(picture, size)
