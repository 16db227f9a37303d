"""What lies on the map: lights, overlays, paths, counters, the ring of facings. The scene says what."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

import pygame

from game.core.table import Overlay, Pattern, Route, SightLine
from game.ui.camera import Camera
from game.ui.handlers import Lit
from game.ui.paint.counters import SHARE, counter_picture, face_of, greyed_picture
from game.ui.paint.fonts import with_halo, written
from game.ui.paint.ground import draw_line
from game.ui.palette import PATTERNS, Palette, readable_on
from game.ui.scene import BoardScene, Standing
from hexmap.coords import Grid, Hex, Orientation
from hexmap.layout import Layout, Point

_STEP = 0.085  # how far each counter of a stack is moved up and aside, in hex widths
_MOST_SHOWN = 4
_SUPER = 2


class BoardPainter:
    """Draws board scenes for one palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette

    def draw(
        self, target: pygame.Surface, camera: Camera, scene: BoardScene, moving: Mapping[str, Point] = {}
    ) -> None:
        """Everything above the map; *moving* are counters on their way, with where they are now."""
        target.set_clip(camera.area)
        self._overlay(target, camera, scene.overlay)
        self._zones(target, camera, scene)
        self._lights(target, camera, scene.lit)
        for hex_ in scene.subject:
            self._stamp(target, camera, hex_, "outline", self.palette.gold, 255, 0.09)
        if scene.hover is not None:
            self._stamp(target, camera, scene.hover, "outline", self.palette.paper, 255, 0.05)
        if scene.jumped is not None:
            self._stamp(target, camera, scene.jumped, "outline", self.palette.gold, 255, 0.09)
        if scene.route is not None:
            self._route(target, camera, scene.route)
        self._stacks(target, camera, scene, moving)
        self._labels(target, camera, scene)
        if scene.overlay is not None:
            self._overlay_words(target, camera, scene.overlay, scene)
        if scene.turning is not None:
            self._ring(target, camera, scene)
        target.set_clip(None)

    # --- hexes ---------------------------------------------------------------------------------

    def _stamp(
        self,
        target: pygame.Surface,
        camera: Camera,
        hex_: Hex,
        pattern: Pattern,
        colour: str,
        alpha: int,
        width: float = 0.06,
    ) -> None:
        if not is_seen(camera, hex_):
            return
        picture = hex_stamp(camera.grid.orientation, camera.hex_px, pattern, colour, alpha, width)
        x, y = camera.layout.centre(hex_)
        target.blit(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)))

    def _lights(self, target: pygame.Surface, camera: Camera, lit: Iterable[Lit]) -> None:
        for each in lit:
            colour, pattern = self.palette.lit[each.manner], PATTERNS[each.manner]
            if each.manner == "choose":
                continue  # the counter itself is rimmed
            self._stamp(target, camera, each.hex, pattern, colour, 78 if pattern == "fill" else 190)
            self._stamp(target, camera, each.hex, "outline", colour, 235, 0.09 if each.stops else 0.035)

    def _labels(self, target: pygame.Surface, camera: Camera, scene: BoardScene) -> None:
        """Points left, in the lower half of the hex, with a bar where the move must end."""
        if camera.hex_px < 26:
            return
        size = max(10, round(camera.hex_px * 0.24))
        for each in scene.lit:
            if not each.label or not is_seen(camera, each.hex):
                continue
            picture = _haloed(each.label, "bold", size, self.palette.ink, self.palette.paper)
            x, y = camera.layout.centre(each.hex)
            # Below the counters where there are some, so that their figures stay legible.
            drop = 0.3 if scene.stacks.get(each.hex) else 0.08
            top = round(y + camera.hex_px * drop)
            target.blit(picture, (round(x - picture.get_width() / 2), top))
            if each.stops:
                width = round(camera.hex_px * 0.3)
                bar = (round(x - width / 2), top + picture.get_height() - 3, width, max(3, size // 6))
                pygame.draw.rect(target, self.palette.paper, pygame.Rect(bar).inflate(2, 2))
                pygame.draw.rect(target, self.palette.ink, bar)

    def _zones(self, target: pygame.Surface, camera: Camera, scene: BoardScene) -> None:
        """Command range as one outline; front hexes in full lines, rear hexes in dots."""
        if scene.command:
            edge(target, camera, scene.command, self.palette.gold, max(2.0, camera.hex_px * 0.05))
        for hex_ in scene.fronts:
            self._stamp(target, camera, hex_, "bars", self.palette.tones["friend"], 80)
        for hex_ in scene.rears:
            self._stamp(target, camera, hex_, "dots", self.palette.tones["bad"], 80)

    # --- overlays ------------------------------------------------------------------------------

    def _overlay(self, target: pygame.Surface, camera: Camera, overlay: Overlay | None) -> None:
        if overlay is None:
            return
        for layer in overlay.layers:
            colour = self.palette.tones[layer.tone]
            if layer.pattern == "fill":
                self._heights(target, camera, layer.hexes)
                continue
            for hex_ in layer.hexes:
                self._stamp(target, camera, hex_, layer.pattern, colour, 150)
            edge(target, camera, frozenset(layer.hexes), colour, max(2.0, camera.hex_px * 0.045))

    def _heights(self, target: pygame.Surface, camera: Camera, hexes: Mapping[Hex, str]) -> None:
        levels = sorted({int(value) for value in hexes.values() if value.lstrip("-").isdigit()})
        for hex_, value in hexes.items():
            place = levels.index(int(value)) / max(1, len(levels) - 1) if levels else 0.0
            self._stamp(target, camera, hex_, "fill", "#5a2d10", round(20 + 170 * place))

    def _overlay_words(
        self, target: pygame.Surface, camera: Camera, overlay: Overlay, scene: BoardScene
    ) -> None:
        if overlay.line is not None:
            self._sight(target, camera, overlay.line)
        if camera.hex_px < 20:
            return
        size = max(10, round(camera.hex_px * 0.23))
        words: dict[Hex, list[tuple[str, str]]] = {}
        for layer in overlay.layers:
            for hex_, text in layer.hexes.items():
                if text and is_seen(camera, hex_):
                    words.setdefault(hex_, []).append((text, self.palette.tones[layer.tone]))
        for hex_, found in words.items():
            # Where several layers have something to say, they stand side by side in the legend's order.
            pictures = [_haloed(text, "bold", size, tone, self.palette.paper) for text, tone in found]
            gap = size // 3
            x, y = camera.layout.centre(hex_)
            x -= (sum(each.get_width() for each in pictures) + gap * (len(pictures) - 1)) / 2
            drop = camera.hex_px * (0.22 if scene.stacks.get(hex_) else -0.12)
            for picture in pictures:
                target.blit(picture, (round(x), round(y + drop)))
                x += picture.get_width() + gap

    def _sight(self, target: pygame.Surface, camera: Camera, line: SightLine) -> None:
        a, b = camera.layout.centre(line.a), camera.layout.centre(line.b)
        width = max(2, round(camera.hex_px * 0.05))
        colour = self.palette.tones["good" if line.is_free else "bad"]
        draw_line(target, self.palette.paper, [a, b], width + 3, True)
        if line.is_free:
            draw_line(target, colour, [a, b], width, True)
            return
        # A blocked line is broken: seen without colour as well.
        parts = max(6, round(math.dist(a, b) / 14))
        for number in range(0, parts, 2):
            first, second = _between(a, b, number / parts), _between(a, b, (number + 1) / parts)
            draw_line(target, colour, [first, second], width, False)
        if line.obstacle is not None:
            self._stamp(target, camera, line.obstacle, "crosshatch", colour, 220)
            self._stamp(target, camera, line.obstacle, "outline", colour, 255, 0.09)

    # --- paths ---------------------------------------------------------------------------------

    def _route(self, target: pygame.Surface, camera: Camera, route: Route) -> None:
        centres = [camera.layout.centre(hex_) for hex_ in (route.start, *(leg.to for leg in route.legs))]
        if len(centres) < 2:
            return
        width = max(3.0, camera.hex_px * 0.07) * _SUPER
        room = camera.hex_px
        left, top = min(x for x, _ in centres) - room, min(y for _, y in centres) - room
        size = max(x for x, _ in centres) + room - left, max(y for _, y in centres) + room - top
        sheet = pygame.Surface((size[0] * _SUPER, size[1] * _SUPER), pygame.SRCALPHA)
        shifted = [((x - left) * _SUPER, (y - top) * _SUPER) for x, y in centres]
        draw_line(sheet, self.palette.shadow, shifted, width + 3 * _SUPER, True)
        draw_line(sheet, self.palette.gold, shifted, width, True)
        for spot in shifted[1:-1]:
            pygame.draw.circle(sheet, self.palette.shadow, spot, width * 0.9)
            pygame.draw.circle(sheet, self.palette.paper, spot, width * 0.6)
        _point(sheet, shifted[-2], shifted[-1], camera.hex_px * 0.17 * _SUPER, self.palette)
        target.blit(pygame.transform.smoothscale(sheet, size), (left, top))

    # --- counters ------------------------------------------------------------------------------

    def _stacks(
        self, target: pygame.Surface, camera: Camera, scene: BoardScene, moving: Mapping[str, Point]
    ) -> None:
        size = counter_px(camera.hex_px)
        step = camera.hex_px * _STEP
        layout = camera.layout
        blits = []
        late = []
        for hex_ in sorted(scene.stacks, key=lambda each: (layout.centre(each).y, layout.centre(each).x)):
            stack = [standing for standing in scene.stacks[hex_] if standing.id not in moving]
            if not stack or not is_seen(camera, hex_):
                continue
            x, y = layout.centre(hex_)
            shown = stack[-_MOST_SHOWN:]
            for place, standing in enumerate(shown):
                shift = (place - (len(shown) - 1) / 2) * step
                picture = self.counter(standing, size, camera.grid)
                half = picture.get_width() / 2
                blits.append((picture, (round(x + shift - half), round(y - shift - half))))
            if len(stack) > 1 and camera.hex_px >= 36:
                badge = _count(len(stack), max(9, round(camera.hex_px * 0.2)))
                late.append(
                    (badge, (round(x - size * 0.62), round(y + size * 0.42 - badge.get_height() / 2)))
                )
        target.fblits(blits)
        target.fblits(late)
        for whole in scene.stacks.values():
            for standing in whole:
                if standing.id in moving:
                    picture = self.counter(standing, size, camera.grid)
                    x, y = moving[standing.id]
                    half = picture.get_width() / 2
                    target.blit(picture, (round(x - half), round(y - half)))

    def counter(self, standing: Standing, size: int, grid: Grid) -> pygame.Surface:
        """The picture of a counter."""
        face = face_of(
            standing.look,
            self.palette.counter(standing.colour, standing.is_first),
            standing.group,
            facing_angle(standing.look.fronts, grid, standing.look.rears),
            standing.is_picked,
            standing.can_act,
        )
        return greyed_picture(face, size) if self.palette.is_grey else counter_picture(face, size)

    # --- facing --------------------------------------------------------------------------------

    def _ring(self, target: pygame.Surface, camera: Camera, scene: BoardScene) -> None:
        assert scene.turning is not None
        radius = ring_radius(camera)
        for facing in scene.facings:
            x, y = ring_spot(camera, scene.turning, facing, scene.faces_sides)
            middle = camera.layout.centre(scene.turning)
            angle = round(math.degrees(math.atan2(y - middle.y, x - middle.x)))
            fill = self.palette.gold if facing == scene.facing else self.palette.paper
            picture = _arrow_button(round(radius), angle, fill, self.palette.ink, self.palette.shadow)
            half = picture.get_width() / 2
            target.blit(picture, (round(x - half), round(y - half)))


# --- where things are -------------------------------------------------------------------------------


def counter_px(hex_px: float) -> int:
    return max(6, round(hex_px * SHARE))


def is_seen(camera: Camera, hex_: Hex) -> bool:
    x, y = camera.layout.centre(hex_)
    room = camera.hex_px
    area = camera.area
    return area.x - room < x < area.right + room and area.y - room < y < area.bottom + room


def ring_radius(camera: Camera) -> float:
    return max(8.0, camera.hex_px * 0.13)


def ring_spot(camera: Camera, hex_: Hex, facing: int, is_side: bool = False) -> Point:
    """Where the button for a facing stands: on the corner or hexside it looks at."""
    x, y = camera.layout.centre(hex_)
    dx, dy = camera.layout.corner_offsets[facing % 6]
    if is_side:
        ax, ay = camera.layout.step_offsets[facing % 6]
        dx, dy = ax * 0.58, ay * 0.58
    grow = max(0.92, 24 / max(1.0, math.hypot(dx, dy)))
    return Point(x + dx * grow, y + dy * grow)


def ring_hit(camera: Camera, scene: BoardScene, x: float, y: float) -> int | None:
    """The facing whose button is under a pixel."""
    if scene.turning is None:
        return None
    reach = ring_radius(camera) + 2
    for facing in scene.facings:
        if math.dist(ring_spot(camera, scene.turning, facing, scene.faces_sides), (x, y)) <= reach:
            return facing
    return None


def facing_angle(fronts: tuple[Hex, ...], grid: Grid, rears: tuple[Hex, ...] = ()) -> int | None:
    """Degrees clockwise from the top towards the front hexes; none for a piece that looks all ways."""
    if not fronts or len(fronts) >= 6 or (len(fronts) > 3 and not rears):
        return None
    layout = Layout(grid, 1.0)
    back = [layout.centre(hex_) for hex_ in rears]
    ahead = [layout.centre(hex_) for hex_ in fronts]
    if not back:
        return None
    # From the middle of the rear to the middle of the front: works at the map's edge, too.
    fx, fy = sum(p.x for p in ahead) / len(ahead), sum(p.y for p in ahead) / len(ahead)
    bx, by = sum(p.x for p in back) / len(back), sum(p.y for p in back) / len(back)
    return round(math.degrees(math.atan2(fx - bx, by - fy))) % 360


# --- small pictures ---------------------------------------------------------------------------------


@lru_cache(maxsize=700)
def hex_stamp(
    orientation: Orientation, hex_px: float, pattern: Pattern, colour: str, alpha: int, width: float
) -> pygame.Surface:
    """One hex filled with a pattern or outlined."""
    layout = Layout(Grid(1, 1, orientation), hex_px * _SUPER)
    side = round(hex_px * 1.2) + 4
    middle = side * _SUPER / 2
    corners = [(middle + x, middle + y) for x, y in layout.corner_offsets]
    large = pygame.Surface((side * _SUPER, side * _SUPER), pygame.SRCALPHA)
    ink = pygame.Color(colour)
    ink.a = 255
    unit = hex_px * _SUPER
    if pattern == "outline":
        line = max(2.0, width * unit)
        inner = [
            (middle + (x - middle) * (1 - width * 0.8), middle + (y - middle) * (1 - width * 0.8))
            for x, y in corners
        ]
        draw_line(large, ink, [*inner, inner[0]], line, True)
    elif pattern == "fill":
        pygame.draw.polygon(large, ink, corners)
    else:
        _fill_pattern(large, pattern, ink, unit)
        mask = pygame.Surface(large.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(mask, (255, 255, 255, 255), corners)
        large.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    small = pygame.transform.smoothscale(large, (side, side))
    small.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return small


def _fill_pattern(large: pygame.Surface, pattern: Pattern, ink: pygame.Color, unit: float) -> None:
    side = large.get_width()
    step, line = max(6.0, unit * 0.15), max(2, round(unit * 0.035))
    if pattern == "dots":
        count = int(side / step) + 1
        for row in range(count):
            for column in range(count):
                spot = (column * step + (row % 2) * step / 2, row * step)
                pygame.draw.circle(large, ink, spot, max(1.5, unit * 0.032))
        return
    at = -float(side)
    while at < side * 2:
        if pattern in ("hatch", "crosshatch"):
            pygame.draw.line(large, ink, (at, side), (at + side, 0), line)
        if pattern == "crosshatch":
            pygame.draw.line(large, ink, (at, 0), (at + side, side), line)
        if pattern == "bars":
            pygame.draw.line(large, ink, (0, at), (side, at), line)
        at += step


def edge(target: pygame.Surface, camera: Camera, hexes: frozenset[Hex], colour: str, width: float) -> None:
    """The line around a region."""
    layout = camera.layout
    for hex_ in hexes:
        if not is_seen(camera, hex_):
            continue
        for direction in range(6):
            if hex_.step(direction) not in hexes:
                a, b = layout.corner(hex_, direction - 1), layout.corner(hex_, direction)
                pygame.draw.line(target, colour, a, b, max(1, round(width)))


@lru_cache(maxsize=600)
def _haloed(text: str, face: str, size: int, colour: str, halo: str) -> pygame.Surface:
    return with_halo(text, face, size, colour, halo, 2, 200)


@lru_cache(maxsize=128)
def _arrow_button(radius: int, angle: int, fill: str, ink: str, rim: str) -> pygame.Surface:
    """A round button with an arrow that points some way, degrees clockwise from the right."""
    side, factor = radius * 2 + 6, 3
    large = pygame.Surface((side * factor, side * factor), pygame.SRCALPHA)
    middle, reach = side * factor / 2, radius * factor
    pygame.draw.circle(large, rim, (middle, middle), reach + 2 * factor)
    pygame.draw.circle(large, fill, (middle, middle), reach)
    cos, sin = math.cos(math.radians(angle)) * reach * 0.78, math.sin(math.radians(angle)) * reach * 0.78
    shape = ((1.0, 0.0), (0.05, 0.62), (0.05, 0.2), (-0.9, 0.2), (-0.9, -0.2), (0.05, -0.2), (0.05, -0.62))
    points = [(middle + x * cos - y * sin, middle + x * sin + y * cos) for x, y in shape]
    pygame.draw.polygon(large, ink, points)
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=64)
def _count(count: int, size: int) -> pygame.Surface:
    """How many counters a stack holds."""
    letters = written(f"×{count}", "bold", size, readable_on("#2a2318"))
    picture = pygame.Surface((letters.get_width() + 8, letters.get_height()), pygame.SRCALPHA)
    pygame.draw.rect(picture, "#2a2318", picture.get_rect(), border_radius=picture.get_height() // 2)
    picture.blit(letters, (4, 0))
    return picture


def _between(a: Point, b: Point, share: float) -> tuple[float, float]:
    return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share


def _point(
    target: pygame.Surface, a: tuple[float, float], b: tuple[float, float], size: float, palette: Palette
) -> None:
    """The head of an arrow at the end of a path."""
    length = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for grow, colour in ((1.35, palette.shadow), (1.0, palette.gold)):
        reach = size * grow
        points = [
            (b[0] + ux * reach, b[1] + uy * reach),
            (b[0] - uy * reach * 0.8, b[1] + ux * reach * 0.8),
            (b[0] + uy * reach * 0.8, b[1] - ux * reach * 0.8),
        ]
        pygame.draw.polygon(target, colour, points)
