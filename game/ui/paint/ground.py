"""The map's marks drawn with pygame: the same scene and theme as the printed sheet.

Everything is drawn twice as large and then made smaller, which gives clean edges.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pygame

from game.sheets.marks import XY, Fill, Mark, Numbers, Stamps, Stroke, Words
from game.sheets.scene import Scene
from game.sheets.symbols import SYMBOLS
from game.sheets.theme import greyed
from game.ui.bins import Bins, Cell, Ring, Stamp, signed_area
from game.ui.paint.fonts import font, with_halo
from game.ui.paint.scan import Scan
from hexmap.layout import Box

SUPER = 2  # drawn so many times larger
NUMBERS_FROM_PX = 42.0  # hexes must be so wide before their numbers are shown
NAMES_FROM_PX = 7.0  # letters must be so high
NEAR_PX, FAR_PX = 24.0, 8.0  # sizes of hexes drawn with small and with large cells
_NEAR, _FAR = 4.0, 16.0  # cells are so many hex widths wide; larger ones for small maps
_MARGIN = 0.7  # nothing but a name stands out farther over its place
_BORDER = 1.5


class Ground:
    """A map that can be drawn piece by piece at any size."""

    def __init__(self, scene: Scene, table: str, is_grey: bool = False, scan: Scan | None = None) -> None:
        self.bounds = scene.bounds
        self.is_grey = is_grey
        self.table = self._tone(table)
        box = scene.bounds
        rim = (
            (box.left - _BORDER, box.top - _BORDER),
            (box.right + _BORDER, box.top - _BORDER),
            (box.right + _BORDER, box.bottom + _BORDER),
            (box.left - _BORDER, box.bottom + _BORDER),
        )
        # What runs out over the map's edge is covered by the table, then comes what may stand out.
        beyond = Fill((rim, *(tuple(reversed(_clockwise(ring))) for ring in scene.outline)), table)
        self.scan = scan
        self._marks = (*scene.inner, beyond, *scene.outer)
        if scan is not None:
            # The owner's map has its own ground and names; ours adds the grid, the numbers, the objectives.
            drawn = [mark for mark in scene.inner if isinstance(mark, Numbers) or _is_grid(mark)]
            self._marks = (*drawn, *(mark for mark in scene.outer if isinstance(mark, Stamps)))
        self._bins: dict[float, Bins] = {}

    def _tone(self, colour: str) -> str:
        return greyed(colour) if self.is_grey else colour

    def bins(self, hex_px: float) -> Bins:
        size = _NEAR if hex_px >= NEAR_PX else _FAR
        if size not in self._bins:
            self._bins[size] = Bins(self._marks, size)
        return self._bins[size]

    def draw(self, left: int, top: int, width: int, height: int, hex_px: float) -> pygame.Surface:
        """A rectangle of the map, in pixels from the middle of its first hex."""
        canvas = _Canvas(self, (left, top), (width, height), hex_px)
        if self.scan is not None:
            self.scan.draw(canvas.surface, canvas.left, canvas.top, canvas.scale)
        canvas.draw(self.bins(hex_px))
        small = pygame.transform.smoothscale(canvas.surface, (width, height))
        return small.convert() if pygame.display.get_init() and pygame.display.get_surface() else small


def _is_grid(mark: Mark) -> bool:
    """Whether a mark is the net of hexsides: thin, and far more lines than anything else drawn so."""
    return isinstance(mark, Stroke) and mark.opacity < 1 and all(len(line) == 2 for line in mark.lines)


def _clockwise(ring: tuple[XY, ...]) -> tuple[XY, ...]:
    return ring if signed_area(ring) > 0 else tuple(reversed(ring))


class _Canvas:
    """One rectangle of the map while it is drawn."""

    def __init__(self, ground: Ground, spot: tuple[int, int], size: tuple[int, int], hex_px: float) -> None:
        self.ground = ground
        self.hex_px = hex_px
        self.scale = hex_px * SUPER
        self.left, self.top = spot[0] * SUPER, spot[1] * SUPER
        self.size = (size[0] * SUPER, size[1] * SUPER)
        self.surface = pygame.Surface(self.size)
        self.surface.fill(ground.table)
        self._spare: pygame.Surface | None = None
        self.box = Box(
            spot[0] / hex_px, spot[1] / hex_px, (spot[0] + size[0]) / hex_px, (spot[1] + size[1]) / hex_px
        )

    def draw(self, bins: Bins) -> None:
        for _, mark, found in bins.near(self.box, _MARGIN):
            match mark:
                case Fill():
                    self._fill(bins, mark, found)
                case Stroke():
                    self._stroke(mark, found)
                case Stamps():
                    self._stamps(mark, found)
                case Numbers():
                    if self.hex_px >= NUMBERS_FROM_PX:
                        self._numbers(mark, found)
        for _, name in bins.names:
            self._name(name)

    def at(self, spot: XY) -> tuple[float, float]:
        return spot[0] * self.scale - self.left, spot[1] * self.scale - self.top

    def _colour(self, colour: str) -> str:
        return self.ground._tone(colour)

    # --- fills and lines -----------------------------------------------------------------------

    def _fill(self, bins: Bins, mark: Fill, found: list[tuple[Cell, list[Any]]]) -> None:
        if mark.opacity == 0:
            return
        colour = pygame.Color(self._colour(mark.colour))
        is_plain = mark.opacity >= 1 and not any(ring.is_hole for _, parts in found for ring in parts)
        target = self.surface if is_plain else self._clean_sheet()
        clear = pygame.Color(0, 0, 0, 0)
        for cell, parts in found:
            target.set_clip(self._rect(bins.cell_box(cell)))
            rings: list[Ring] = sorted(parts, key=lambda ring: (-round(ring.area, 3), ring.is_hole))
            for ring in rings:
                points = [self.at(point) for point in ring.points]
                pygame.draw.polygon(target, clear if ring.is_hole else colour, points)
        target.set_clip(None)
        if not is_plain:
            self._lay(target, mark.opacity)

    def _stroke(self, mark: Stroke, found: list[tuple[Cell, list[Any]]]) -> None:
        colour = pygame.Color(self._colour(mark.colour))
        target = self.surface if mark.opacity >= 1 else self._clean_sheet()
        width = mark.width * self.scale
        for _, lines in found:
            for line in lines:
                draw_line(target, colour, [self.at(point) for point in line], width, mark.cap == "round")
        if mark.opacity < 1:
            self._lay(target, mark.opacity)

    def _rect(self, box: Box) -> pygame.Rect:
        left, top = self.at((box.left, box.top))
        right, bottom = self.at((box.right, box.bottom))
        x, y = round(left), round(top)
        return pygame.Rect(x, y, round(right) - x, round(bottom) - y)

    def _clean_sheet(self) -> pygame.Surface:
        """A clear sheet to draw on before it is laid over the map."""
        if self._spare is None:
            self._spare = pygame.Surface(self.size, pygame.SRCALPHA)
        self._spare.set_alpha(255)
        self._spare.fill((0, 0, 0, 0))
        return self._spare

    def _lay(self, sheet: pygame.Surface, opacity: float) -> None:
        sheet.set_alpha(round(opacity * 255))
        self.surface.blit(sheet, (0, 0))

    # --- stamps and letters --------------------------------------------------------------------

    def _stamps(self, mark: Stamps, found: list[tuple[Cell, list[Any]]]) -> None:
        size = mark.size * self.scale
        if size < 2.5:
            return
        fill, ink = self._colour(mark.fill), self._colour(mark.ink)
        line = min(0.014 * self.scale, 0.07 * size)
        stamps: list[Stamp] = [stamp for _, parts in found for stamp in parts]
        # Southern trees stand before northern ones.
        stamps.sort(key=lambda stamp: (stamp.spot[1], stamp.spot[0]))
        count = len(SYMBOLS[mark.symbol])
        blits = []
        for spot, number in stamps:
            sprite = _sprite(mark.symbol, number % count, round(size, 1), fill, ink, round(line, 2))
            x, y = self.at(spot)
            half = sprite.get_width() / 2
            blits.append((sprite, (round(x - half), round(y - half))))
        self.surface.fblits(blits)

    def _numbers(self, mark: Numbers, found: list[tuple[Cell, list[Any]]]) -> None:
        size = round(mark.size * self.scale * 1.35)
        face = font("text", size)
        ink, halo = self._colour(mark.colour), self._colour(mark.halo)
        for _, labels in found:
            for text, spot in labels:
                x, y = self.at(spot)
                letters = face.render(text, True, ink)
                rim = face.render(text, True, halo)
                place = (x - letters.get_width() / 2, y - letters.get_height() / 2)
                rim.set_alpha(120)
                reach = max(1, round(size * 0.09))
                for dx, dy in ((-reach, 0), (reach, 0), (0, -reach), (0, reach)):
                    self.surface.blit(rim, (place[0] + dx, place[1] + dy))
                self.surface.blit(letters, place)

    def _name(self, mark: Words) -> None:
        # Small on a small map, but never so small that nobody can read it.
        size = max(mark.size * self.hex_px, NAMES_FROM_PX if self.hex_px >= 10 else 0) * SUPER
        if size < NAMES_FROM_PX * SUPER:
            return
        reach = len(mark.text) * mark.size
        if not (
            self.box.left - reach < mark.spot[0] < self.box.right + reach
            and self.box.top - 1 < mark.spot[1] < self.box.bottom + 1
        ):
            return
        face = "serif" + (" bold" if mark.bold else "") + (" italic" if mark.italic else "")
        rim = max(1, round(size * 0.1))
        picture = with_halo(
            mark.text, face, round(size * 1.18), self._colour(mark.colour), self._colour(mark.halo), rim
        )
        x, y = self.at(mark.spot)
        self.surface.blit(picture, (x - picture.get_width() / 2, y - picture.get_height() / 2))


def draw_line(
    target: pygame.Surface, colour: Any, points: list[tuple[float, float]], width: float, is_round: bool
) -> None:
    """A line of any width through some points, its corners filled."""
    if len(points) < 2:
        return
    whole = max(1, round(width))
    if whole <= 2:
        pygame.draw.lines(target, colour, False, points, whole)
        return
    for a, b in itertools.pairwise(points):
        pygame.draw.line(target, colour, a, b, whole)
    if whole >= 4:
        ends = points if is_round else points[1:-1]
        for point in ends:
            pygame.draw.circle(target, colour, point, width / 2)


@lru_cache(maxsize=2048)
def _sprite(symbol: str, variant: int, size: float, fill: str, ink: str, line: float) -> pygame.Surface:
    """One stamp, drawn large and made small, with a clear background."""
    factor = 3 if size < 60 else 2
    side = int(size * 1.5) + 4
    large = pygame.Surface((side * factor, side * factor), pygame.SRCALPHA)
    middle = side * factor / 2
    reach = size * factor
    for part in SYMBOLS[symbol][variant]:
        shapes = [[(middle + x * reach, middle + y * reach) for x, y in shape] for shape in part.shapes]
        _draw_part(large, part.role, shapes, pygame.Color(fill), pygame.Color(ink), line * factor)
    return pygame.transform.smoothscale(large, (side, side))


def _draw_part(
    large: pygame.Surface,
    role: str,
    shapes: Iterable[list[tuple[float, float]]],
    fill: pygame.Color,
    ink: pygame.Color,
    line: float,
) -> None:
    for shape in shapes:
        match role:
            case "shade":
                sheet = pygame.Surface(large.get_size(), pygame.SRCALPHA)
                pygame.draw.polygon(sheet, (ink.r, ink.g, ink.b, 90), shape)
                large.blit(sheet, (0, 0))
            case "body":
                pygame.draw.polygon(large, fill, shape)
                draw_line(large, ink, [*shape, shape[0]], line, True)
            case "solid":
                pygame.draw.polygon(large, ink, shape)
            case _:
                draw_line(large, ink, shape, line, True)
