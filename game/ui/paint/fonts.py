"""Our own typefaces, the same on every machine: a serif for names and titles, a sans for what is read."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.shipped import shipped

FACES = {
    "text": "NotoSans-Regular.ttf",
    "bold": "NotoSans-Bold.ttf",
    "italic": "NotoSans-Italic.ttf",
    "serif": "STIXGeneral.ttf",
    "serif bold": "STIXGeneralBol.ttf",
    "serif italic": "STIXGeneralItalic.ttf",
    "serif bold italic": "STIXGeneralBolIta.ttf",
}


# Signs our sans has no picture for, and those that stand in for them.
_STAND_INS = str.maketrans({"→": "›", "←": "‹", "▸": "›", "■": "·", "↑": "^", "−": "-"})


def shown(text: str) -> str:
    """A text in the signs our typefaces have."""
    return text.translate(_STAND_INS)


@lru_cache(maxsize=256)
def font(face: str, size_px: int) -> pygame.font.Font:
    """A typeface in a size; letters stand about two thirds of the size high."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(shipped("assets") / "fonts" / FACES[face], max(size_px, 4))


def forget_fonts() -> None:
    """Let go of all typefaces; they do not outlive pygame."""
    font.cache_clear()
    _written.cache_clear()


# A panel full of lines has sixty or so; a long one takes some twenty kilobytes.
@lru_cache(maxsize=400)
def _written(text: str, face: str, size_px: int, colour: str) -> pygame.Surface:
    return font(face, size_px).render(text, True, colour)


def written(text: str, face: str, size_px: int, colour: str) -> pygame.Surface:
    """A line of text as a picture; do not draw on it, others share it."""
    return _written(shown(text), face, size_px, colour)


def width_of(text: str, face: str, size_px: int) -> int:
    return font(face, size_px).size(shown(text))[0]


def height_of(face: str, size_px: int) -> int:
    return font(face, size_px).get_linesize()


def with_halo(
    text: str, face: str, size_px: int, colour: str, halo: str, reach: int, opacity: int = 215
) -> pygame.Surface:
    """A text with a soft rim that keeps it legible over anything."""
    ink = font(face, size_px).render(text, True, colour)
    rim = font(face, size_px).render(text, True, halo)
    found = pygame.Surface((ink.get_width() + 2 * reach, ink.get_height() + 2 * reach), pygame.SRCALPHA)
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            if dx * dx + dy * dy <= reach * reach + 1:
                found.blit(rim, (reach + dx, reach + dy))
    found.fill((255, 255, 255, opacity), special_flags=pygame.BLEND_RGBA_MULT)
    found.blit(ink, (reach, reach))
    return found
