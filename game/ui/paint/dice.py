"""Dice as they fall: the die itself, and the strip of faces that says what each would mean."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.core.dice import Face
from game.ui.camera import Area
from game.ui.paint.fonts import font, written
from game.ui.palette import Palette

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=256)
def die_picture(die: str, face: Face, size: int, turn: int, paper: str, ink: str) -> pygame.Surface:
    """A die that shows a face, turned by some degrees while it falls."""
    large = pygame.Surface((size * 3, size * 3), pygame.SRCALPHA)
    middle, half = size * 1.5, size * 1.05
    if die == "cup":
        pygame.draw.circle(large, ink, (middle, middle), half * 1.2)
        pygame.draw.circle(large, paper, (middle, middle), half * 1.1)
        pygame.draw.circle(large, ink, (middle, middle), half * 0.95, max(2, size // 20))
        letters = font("serif bold", round(size * 0.42)).render(str(face).partition("#")[0], True, ink)
        if letters.get_width() > half * 1.75:
            factor = half * 1.75 / letters.get_width()
            letters = pygame.transform.smoothscale_by(letters, factor)
        large.blit(letters, (middle - letters.get_width() / 2, middle - letters.get_height() / 2))
    elif die == "d6" and isinstance(face, int):
        box = pygame.Rect(middle - half, middle - half, half * 2, half * 2)
        pygame.draw.rect(large, paper, box, border_radius=round(half * 0.3))
        pygame.draw.rect(large, ink, box, max(3, size // 10), border_radius=round(half * 0.3))
        for x, y in _PIPS.get(face, ()):
            pygame.draw.circle(large, ink, (middle + x * half * 0.52, middle + y * half * 0.52), half * 0.17)
    else:
        points = [(0, -1.25), (1.1, -0.2), (1.0, 0.45), (0, 1.25), (-1.0, 0.45), (-1.1, -0.2)]
        shape = [(middle + x * half, middle + y * half) for x, y in points]
        pygame.draw.polygon(large, paper, shape)
        pygame.draw.lines(large, ink, True, shape, max(3, size // 10))
        inner = [(0, -1.25), (0.62, 0.28), (0, 0.72), (-0.62, 0.28)]
        pygame.draw.lines(
            large, ink, True, [(middle + x * half, middle + y * half) for x, y in inner], max(2, size // 16)
        )
        text = str(face)
        letters = font("serif bold", round(size * (1.0 if len(text) < 3 else 0.5))).render(text, True, ink)
        large.blit(
            letters, (middle - letters.get_width() / 2, middle - letters.get_height() / 2 + half * 0.06)
        )
    if turn:
        large = pygame.transform.rotate(large, turn)
        extra = (large.get_width() - size * 3) // 2
        large = large.subsurface((extra, extra, size * 3, size * 3)).copy()
    return pygame.transform.smoothscale(large, (size, size))


def draw_faces(
    target: pygame.Surface,
    area: Area,
    faces: tuple[tuple[Face, str], ...],
    rolled: Face | None,
    palette: Palette,
    size: int,
) -> None:
    """A box for each face with what it means; the one that came up is filled and has a thick rim."""
    if not faces:
        return
    width = area.width // len(faces)
    for place, (face, reading) in enumerate(faces):
        box = Area(area.x + place * width, area.y, width - 3, area.height)
        is_rolled = face == rolled
        pygame.draw.rect(target, palette.gold if is_rolled else palette.panel_deep, box, border_radius=3)
        pygame.draw.rect(
            target,
            palette.ink if is_rolled else palette.panel_line,
            box,
            2 if is_rolled else 1,
            border_radius=3,
        )
        top = written(str(face), "bold", size, palette.ink)
        target.blit(top, (box.x + (box.width - top.get_width()) // 2, box.y + 1))
        short = reading
        low = written(short, "text", size, palette.ink)
        while low.get_width() > box.width - 4 and len(short) > 1:
            short = short[:-1]
            low = written(short, "text", size, palette.ink)
        target.blit(low, (box.x + (box.width - low.get_width()) // 2, box.bottom - low.get_height() - 1))
