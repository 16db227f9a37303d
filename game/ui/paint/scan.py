"""A scan of the owner's own map under our grid: straightened once, then cut and stretched as it is needed."""

from __future__ import annotations

import math
from pathlib import Path

import pygame

from hexmap.board import Board
from hexmap.layout import Layout


class Scan:
    """A picture whose hexes are where ours are."""

    def __init__(self, picture: pygame.Surface, board: Board) -> None:
        lies = board.background
        assert lies is not None
        self.hex_px = lies.hex_px
        self.picture = picture
        x, y = lies.origin_x_px, lies.origin_y_px
        if lies.rotation:
            # The scan is turned clockwise, so it is turned back about its middle, and the first hex with it.
            before = picture.get_rect().center
            self.picture = pygame.transform.rotozoom(picture, lies.rotation, 1.0)
            after = self.picture.get_rect().center
            turn = math.radians(lies.rotation)
            dx, dy = x - before[0], y - before[1]
            x = after[0] + dx * math.cos(turn) + dy * math.sin(turn)
            y = after[1] - dx * math.sin(turn) + dy * math.cos(turn)
        first = Layout(board.grid, lies.hex_px).centre(board.hexes[0])
        # Where the middle of hex (0, 0) is in the straightened picture, on it or not.
        self.origin = (x - first.x, y - first.y)

    def draw(self, target: pygame.Surface, left: float, top: float, hex_px: float) -> None:
        """Fill a tile whose upper left corner lies so many pixels from the middle of hex (0, 0)."""
        factor = self.hex_px / hex_px
        part = pygame.Rect(
            math.floor(self.origin[0] + left * factor),
            math.floor(self.origin[1] + top * factor),
            math.ceil(target.get_width() * factor),
            math.ceil(target.get_height() * factor),
        )
        inside = part.clip(self.picture.get_rect())
        if not inside.width or not inside.height:
            return
        size = max(1, round(inside.width / factor)), max(1, round(inside.height / factor))
        piece = pygame.transform.smoothscale(self.picture.subsurface(inside), size)
        target.blit(piece, (round((inside.x - part.x) / factor), round((inside.y - part.y) / factor)))


def find_scan(board: Board, folder: Path | None) -> Scan | None:
    """The scan a map names, where it lies beside the map and can be read; our own art otherwise."""
    if board.background is None or folder is None:
        return None
    path = folder / board.background.image
    if not path.is_file():
        return None
    try:
        picture = pygame.image.load(path)
    except pygame.error:
        return None
    # Stretching wants 24 or 32 bits to a pixel; a scan may have been saved with a palette.
    plain = pygame.Surface(picture.get_size(), depth=32)
    plain.blit(picture, (0, 0))
    return Scan(plain, board)
