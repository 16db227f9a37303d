"""What floats over the board: the small map, the dice, the title of an overlay with its legend, banners."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.modifiers import total
from game.core.table import Overlay, Profile, SightLine
from game.core.tongue import _, cited
from game.ui.camera import Area, Camera
from game.ui.paint.board import hex_stamp
from game.ui.paint.dice import die_picture, draw_faces
from game.ui.paint.ground import draw_line
from game.ui.paint.tiles import Tiles
from game.ui.paint.widgets import PygameType, WidgetPainter, lift
from game.ui.palette import Palette
from game.ui.scene import BoardScene
from game.ui.theatre import Falling
from game.ui.widgets import Column, Widget, wrap
from hexmap.coords import Hex


class Minimap:
    """The whole map in a corner, with the pieces as dots and the window as a frame."""

    def __init__(self, tiles: Tiles) -> None:
        self.tiles = tiles
        self._picture: tuple[tuple[int, int, bool], pygame.Surface] | None = None

    def area(self, camera: Camera, scale: float) -> Area | None:
        """Where it lies; nowhere while the whole map is seen anyway."""
        box = camera.layout.bounds()
        if box.width <= camera.area.width and box.height <= camera.area.height:
            return None
        most = round(min(210 * scale, camera.area.width * 0.3, camera.area.height * 0.34))
        factor = most / max(box.width, box.height)
        width, height = max(8, round(box.width * factor)), max(8, round(box.height * factor))
        pad = round(10 * scale)
        return Area(camera.area.x + pad, camera.area.bottom - height - pad, width, height)

    def draw(
        self, target: pygame.Surface, camera: Camera, scene: BoardScene, palette: Palette, scale: float
    ) -> None:
        area = self.area(camera, scale)
        if area is None:
            return
        key = (area.width, area.height, self.tiles.is_ready)
        if self._picture is None or self._picture[0] != key:
            picture = pygame.transform.smoothscale(self.tiles.overview()[0], area[2:])
            self._picture = key, picture
        lift(target, area)
        target.blit(self._picture[1], area[:2])
        box = camera.layout.bounds()
        factor = area.width / box.width
        dot = max(2, round(camera.hex_px * factor * 0.45))
        for hex_, stack in scene.stacks.items():
            x, y = camera.layout.centre(hex_)
            spot = area.x + (x - box.left) * factor, area.y + (y - box.top) * factor
            pygame.draw.rect(
                target,
                palette.counter(stack[-1].colour, stack[-1].is_first),
                (spot[0] - dot, spot[1] - dot, dot * 2, dot * 2),
            )
        seen = camera.area
        frame = pygame.Rect(
            area.x + (seen.x - box.left) * factor,
            area.y + (seen.y - box.top) * factor,
            seen.width * factor,
            seen.height * factor,
        ).clip(pygame.Rect(area))
        pygame.draw.rect(target, palette.paper, frame, 2)
        pygame.draw.rect(target, palette.ink, area, 1)

    def hex_at(self, camera: Camera, scale: float, x: int, y: int) -> Hex | None:
        """The hex a spot of the small map stands for."""
        area = self.area(camera, scale)
        if area is None or not area.holds(x, y):
            return None
        box = camera.layout.bounds()
        factor = box.width / area.width
        return camera.layout.pick(box.left + (x - area.x) * factor, box.top + (y - area.y) * factor)


def draw_dice(
    target: pygame.Surface,
    falling: Falling,
    room: Area,
    painter: WidgetPainter,
    type_: PygameType,
    in_words: Callable[[str], str],
) -> None:
    """The die on a card over the board, with the lines that count and what every face would mean."""
    palette, event = painter.palette, falling.event
    pad = round(12 * type_.scale)
    size = round(64 * type_.scale)
    width = min(round(430 * type_.scale), room.width - 2 * pad)
    inner = Area(room.x + (room.width - width) // 2 + pad, room.y + 2 * pad, width - 2 * pad, room.height)
    column = Column(Area(inner.x + size + pad, inner.y, inner.width - size - pad, inner.height), type_)
    column.text(f"{event.why}{cited(event.rule)}", "bold", most=3)
    for line in event.lines[:8]:
        column.text(str(line), "faint", most=1)
    if event.lines:
        column.text(_("Total {n}").format(n=f"{total(event.lines):+d}"), "small bold")
    if falling.still and event.reading != str(event.face):
        column.text(in_words(event.reading), "head", most=3)
    bottom = max(column.y, inner.y + size) + pad // 2
    strip = type_.height("small") * 2 + 4
    short = {"True": _("yes"), "False": _("no"), "none": "–"}
    faces = tuple((face, short.get(reading, reading)) for face, reading in falling.readings[:12])
    has_strip = 1 < len(falling.readings) <= 12 and any(reading != str(face) for face, reading in faces)
    height = bottom - inner.y + (strip + pad if has_strip else pad // 2) + pad
    card = Area(inner.x - pad, inner.y - pad, width, height)
    lift(target, card)
    painter.draw(target, [Widget("box", card, style="card", fill="panel"), *column.found])
    shown = event.face if falling.still else _tumbling(falling)
    turn = 0 if falling.still else (falling.spin * 47) % 360
    target.blit(die_picture(event.die, shown, size, turn, palette.paper, palette.ink), inner[:2])
    if has_strip:
        area = Area(inner.x, bottom + pad // 3, inner.width, strip)
        draw_faces(target, area, faces, event.face if falling.still else None, palette, type_.size("small"))


def _tumbling(falling: Falling) -> int | str:
    """A face that passes by while the die rolls."""
    faces = [face for face, _reading in falling.readings]
    if not faces:
        faces = list(range(1, 7)) if falling.event.die == "d6" else list(range(10))
    return faces[(falling.spin * 7 + 3) % len(faces)]


def draw_legend(
    target: pygame.Surface, overlay: Overlay, room: Area, painter: WidgetPainter, type_: PygameType
) -> None:
    """The title of an overlay, a swatch for each of its layers, and the profile of a line of sight."""
    palette = painter.palette
    pad = round(9 * type_.scale)
    swatch = type_.height("small")
    width = round(250 * type_.scale)
    column = Column(Area(room.x + pad * 2, room.y + pad * 2, width, room.height), type_)
    column.text(overlay.title, "bold")
    swatches = []
    for layer in overlay.layers:
        swatches.append((column.y, layer))
        column.text(layer.words, "small", indent=(swatch + 6) / type_.scale, most=2)
    if overlay.line is not None:
        column.text(overlay.line.why or _("seen"), "good" if overlay.line.is_free else "accent", most=3)
    graph = column.y + pad // 2
    has_graph = overlay.line is not None and len(overlay.line.profile) > 1
    height = column.y - room.y + (round(74 * type_.scale) if has_graph else 0)
    card = Area(room.x + pad, room.y + pad, width + 2 * pad, height)
    lift(target, card)
    painter.draw(target, [Widget("box", card, style="card", fill="paper"), *column.found])
    for y, layer in swatches:
        stamp = hex_stamp("flat", float(swatch), layer.pattern, palette.tones[layer.tone], 235, 0.12)
        target.blit(stamp, (column.area.x - 3, y - 2))
    if has_graph and overlay.line is not None:
        draw_profile(
            target, overlay.line, Area(column.area.x, graph, width, round(64 * type_.scale)), palette
        )


def draw_profile(target: pygame.Surface, line: SightLine, area: Area, palette: Palette) -> None:
    """The ground from one end of a line to the other, what stands on it, and the line itself."""
    points: tuple[Profile, ...] = line.profile
    heights = [p.ground + p.cover for p in points] + [p.ground for p in points]
    low, high = min(heights) - 1, max(heights) + 1

    def at(share: float, level: float) -> tuple[float, float]:
        return area.x + share * area.width, area.bottom - (level - low) / (high - low) * area.height

    steps = [at(float(p.at), p.ground) for p in points]
    ground = [(area.x, area.bottom), *steps, (area.right, area.bottom)]
    pygame.draw.polygon(target, palette.tone("#c9a675"), ground)
    draw_line(target, palette.ink, steps, 2, False)
    half = area.width / max(2, len(points)) / 2
    for p in points:
        if p.cover:
            x, y = at(float(p.at), p.ground + p.cover)
            _x, base = at(float(p.at), p.ground)
            pygame.draw.rect(target, palette.tone("#6f8650"), (x - half * 0.7, y, half * 1.4, base - y))
            pygame.draw.rect(target, palette.ink, (x - half * 0.7, y, half * 1.4, base - y), 1)
    colour = palette.tones["good" if line.is_free else "bad"]
    ends = at(0.0, points[0].ground + 0.4), at(1.0, points[-1].ground + 0.4)
    draw_line(target, colour, list(ends), 2, False)


def draw_banner(
    target: pygame.Surface,
    text: str,
    room: Area,
    painter: WidgetPainter,
    type_: PygameType,
    style: str = "head",
) -> None:
    """A sentence on a strip at the foot of the board."""
    pad = round(10 * type_.scale)
    lines = wrap(text, room.width * 7 // 10, style, type_)
    width = max(type_.width(line, style) for line in lines) + 4 * pad
    height = type_.height(style) * len(lines) + 2 * pad
    area = Area(room.x + (room.width - width) // 2, room.bottom - height - 2 * pad, width, height)
    lift(target, area)
    found = [Widget("box", area, style="card", fill="panel")]
    for place, line in enumerate(lines):
        spot = Area(area.x, area.y + pad + place * type_.height(style), width, type_.height(style))
        found.append(Widget("text", spot, line, style, is_centred=True))
    painter.draw(target, found)


def draw_fan(
    target: pygame.Surface,
    pictures: list[pygame.Surface],
    spot: tuple[float, float],
    room: Area,
    painter: WidgetPainter,
    type_: PygameType,
) -> Area:
    """The counters of a stack side by side, above it; gives the place they take."""
    pad = round(6 * type_.scale)
    side = pictures[0].get_width()
    width, height = side * len(pictures) + 2 * pad, pictures[0].get_height() + 2 * pad
    x = round(min(max(spot[0] - width / 2, room.x + 4), room.right - width - 4))
    y = round(spot[1] - height - 6)
    if y < room.y + 4:
        y = round(spot[1] + 10)
    area = Area(x, y, width, height)
    lift(target, area)
    painter.draw(target, [Widget("box", area, style="card", fill="paper")])
    for place, picture in enumerate(pictures):
        target.blit(picture, (x + pad + place * side, y + pad))
    return area
