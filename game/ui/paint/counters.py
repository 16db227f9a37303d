"""Counters as crisp vector art, drawn large and made small, kept for each look and size."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.core.table import Arm, Counter
from game.ui.paint.fonts import font
from game.ui.paint.ground import draw_line
from game.ui.palette import band, darker, lighter, readable_on

SHARE = 0.70  # how wide a counter is, as a part of a hex
_SUPER = 3
_PAPER = "#f7f1df"
# Badges in the order of their weight; a counter shows no more than four.
BADGES = ("routed", "square", "charging", "fired", "moved", "fought", "done")


class Face(NamedTuple):
    """All that decides how a counter is drawn; equal faces share one picture."""

    arm: Arm
    figures: tuple[str, ...]
    states: tuple[str, ...]
    is_reduced: bool
    colour: str
    group: int
    has_group: bool
    angle: int | None  # degrees clockwise from the top
    name: str
    is_picked: bool
    can_act: bool


def face_of(
    look: Counter, colour: str, group: int, angle: int | None, is_picked: bool, can_act: bool
) -> Face:
    is_general = look.arm == "general"
    return Face(
        look.arm,
        look.figures,
        tuple(state for state in look.states if state in BADGES),
        look.is_reduced or "routed" in look.states,
        colour,
        group,
        bool(look.group) and not is_general,
        angle,
        look.name if not look.arm or is_general else "",
        is_picked,
        can_act,
    )


@lru_cache(maxsize=450)
def counter_picture(face: Face, size: int) -> pygame.Surface:
    """A counter *size* pixels wide in a picture half as wide again, room for arrow and shadow."""
    side = size * 3 // 2
    large = pygame.Surface((side * _SUPER, side * _SUPER), pygame.SRCALPHA)
    _Artist(large, face, size * _SUPER, size >= 20).draw()
    return pygame.transform.smoothscale(large, (side, side))


@lru_cache(maxsize=400)
def greyed_picture(face: Face, size: int) -> pygame.Surface:
    """The same counter without colour."""
    return pygame.transform.grayscale(counter_picture(face, size))


class _Artist:
    """Draws one counter in the middle of a large picture."""

    def __init__(self, target: pygame.Surface, face: Face, size: float, has_detail: bool) -> None:
        self.target = target
        self.face = face
        self.size = size
        self.has_detail = has_detail
        self.middle = target.get_width() / 2
        self.left = self.middle - size / 2
        self.ink = darker(face.colour, 0.72)

    def rect(self, left: float, top: float, right: float, bottom: float) -> pygame.Rect:
        """A rectangle in parts of the counter's width."""
        x, y = self.left + left * self.size, self.left + top * self.size
        return pygame.Rect(
            round(x), round(y), round((right - left) * self.size), round((bottom - top) * self.size)
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.size, self.left + y * self.size

    def draw(self) -> None:
        face, size = self.face, self.size
        corner = round(size * 0.09)
        sheet = pygame.Surface(self.target.get_size(), pygame.SRCALPHA)
        pygame.draw.rect(sheet, (20, 16, 10, 105), self.rect(0.04, 0.06, 1.06, 1.07), border_radius=corner)
        self.target.blit(sheet, (0, 0))
        rim = "#f0c23a" if face.is_picked else "#fff3c0" if face.can_act else darker(face.colour, 0.45)
        if face.is_picked or face.can_act:
            pygame.draw.rect(
                self.target, "#2a2010", self.rect(-0.085, -0.085, 1.085, 1.085), border_radius=corner + 4
            )
            pygame.draw.rect(self.target, rim, self.rect(-0.06, -0.06, 1.06, 1.06), border_radius=corner + 3)
        if face.angle is not None:
            self._arrow()
        pygame.draw.rect(self.target, darker(face.colour, 0.5), self.rect(0, 0, 1, 1), border_radius=corner)
        body = lighter(face.colour, 0.78) if face.is_reduced else face.colour
        pygame.draw.rect(self.target, body, self.rect(0.025, 0.025, 0.975, 0.975), border_radius=corner)
        if face.is_reduced:
            self._stripes()
        if face.has_group:
            pygame.draw.rect(
                self.target,
                band(face.group),
                self.rect(0.025, 0.025, 0.975, 0.17),
                border_top_left_radius=corner,
                border_top_right_radius=corner,
            )
            pygame.draw.line(
                self.target, self.ink, self.at(0.025, 0.17), self.at(0.975, 0.17), max(1, round(size * 0.012))
            )
        self._symbol()
        if self.has_detail:
            self._figures()
        self._badges()

    def _stripes(self) -> None:
        """The back of a counter: pale, with stripes of its colour, so that it reads without colour."""
        sheet = pygame.Surface(self.target.get_size(), pygame.SRCALPHA)
        step, width = self.size * 0.16, max(1, round(self.size * 0.05))
        box = self.rect(0.025, 0.025, 0.975, 0.975)
        sheet.set_clip(box)
        x = float(box.left - box.height)
        while x < box.right:
            pygame.draw.line(sheet, self.face.colour, (x, box.bottom), (x + box.height, box.top), width)
            x += step
        sheet.set_alpha(110)
        self.target.blit(sheet, (0, 0))

    def _arrow(self) -> None:
        """A point that stands out towards the front."""
        assert self.face.angle is not None
        turn = math.radians(self.face.angle - 90)
        along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        # As far as the square's edge in that direction, so that the point always stands out alike.
        reach = self.size / 2 / max(abs(along[0]), abs(along[1]))
        reach = min(reach, self.size * 0.58)
        for grow, colour in ((0.05, "#1f1a12"), (0.0, lighter(self.face.colour, 0.35))):
            tip, foot, half = (
                reach + self.size * (0.2 + grow * 1.4),
                reach - self.size * 0.12,
                self.size * (0.17 + grow),
            )
            points = [
                (self.middle + along[0] * tip, self.middle + along[1] * tip),
                (
                    self.middle + along[0] * foot + across[0] * half,
                    self.middle + along[1] * foot + across[1] * half,
                ),
                (
                    self.middle + along[0] * foot - across[0] * half,
                    self.middle + along[1] * foot - across[1] * half,
                ),
            ]
            pygame.draw.polygon(self.target, colour, points)

    # --- the symbol ----------------------------------------------------------------------------

    def _symbol(self) -> None:
        face = self.face
        if face.arm == "general":
            self._general()
            return
        if not face.arm:
            self._plain()
            return
        top, bottom = (0.23, 0.62) if self.has_detail else (0.26, 0.84)
        box = self.rect(0.17, top, 0.83, bottom)
        width = max(2, round(self.size * 0.035))
        pygame.draw.rect(self.target, _PAPER, box)
        ink = "#1d1a15"
        a, b, c, d = box.topleft, box.topright, box.bottomright, box.bottomleft
        match face.arm:
            case "infantry" | "light_infantry":
                draw_line(self.target, ink, [a, c], width, False)
                draw_line(self.target, ink, [b, d], width, False)
                if face.arm == "light_infantry":
                    pygame.draw.circle(self.target, ink, box.midtop, box.height * 0.16)
            case "cavalry":
                draw_line(self.target, ink, [b, d], width, False)
            case "heavy_cavalry":
                pygame.draw.polygon(self.target, face.colour, [a, b, d])
                draw_line(self.target, ink, [b, d], width, False)
            case "artillery" | "horse_artillery":
                pygame.draw.circle(self.target, ink, box.center, box.height * 0.24)
                if face.arm == "horse_artillery":
                    draw_line(self.target, ink, [b, d], max(2, width * 2 // 3), False)
        pygame.draw.rect(self.target, ink, box, width)

    def _general(self) -> None:
        middle = self.at(0.5, 0.4 if self.has_detail else 0.5)
        points = [
            (
                middle[0] + self.size * radius * math.sin(math.pi * n / 5),
                middle[1] - self.size * radius * math.cos(math.pi * n / 5),
            )
            for n, radius in enumerate((0.3, 0.125) * 5)
        ]
        pygame.draw.polygon(self.target, "#f4d774", points)
        draw_line(self.target, "#4a3408", [*points, points[0]], self.size * 0.022, True)

    def _plain(self) -> None:
        """A counter of no known arm carries its name."""
        if self.has_detail:
            words = self.face.name.replace("-", " ").split()
            size = round(self.size * 0.2)
            for row, each in enumerate(words[:2]):
                self._write(each[:8], 0.5, 0.3 + row * 0.2, size, readable_on(self._body()))

    def _body(self) -> str:
        return lighter(self.face.colour, 0.78) if self.face.is_reduced else self.face.colour

    def _figures(self) -> None:
        face = self.face
        ink = readable_on(self._body())
        if face.arm == "general":
            words = face.name.split()
            self._write(words[-1] if words else "", 0.5, 0.84, round(self.size * 0.2), ink)
            return
        text = "–".join(face.figures)
        size = round(self.size * (0.29 if len(text) <= 5 else 0.25 if len(text) <= 7 else 0.2))
        self._write(text, 0.5, 0.795, size, ink)

    def _write(self, text: str, x: float, y: float, size: int, colour: str) -> None:
        letters = font("bold", size).render(text, True, colour)
        room = self.size * 0.94
        if letters.get_width() > room:
            letters = pygame.transform.smoothscale(letters, (round(room), letters.get_height()))
        px, py = self.at(x, y)
        self.target.blit(letters, (px - letters.get_width() / 2, py - letters.get_height() / 2))

    # --- badges --------------------------------------------------------------------------------

    def _badges(self) -> None:
        shown = sorted(self.face.states, key=BADGES.index)[:4]
        for place, state in enumerate(shown):
            x, y = ((0.93, 0.1), (0.07, 0.1), (0.07, 0.62), (0.93, 0.62))[place]
            self._badge(state, *self.at(x, y))

    def _badge(self, state: str, x: float, y: float) -> None:
        radius = self.size * 0.155
        fill = {"routed": "#ffffff", "square": "#f2e6b0", "charging": "#f0b429", "fired": "#e8dcc8"}.get(
            state, "#efe7d3"
        )
        pygame.draw.circle(self.target, "#1f1a12", (x, y), radius)
        pygame.draw.circle(self.target, fill, (x, y), radius * 0.86)
        width = max(2, round(radius * 0.24))
        ink = "#1f1a12"
        r = radius * 0.5

        def line(*points: tuple[float, float]) -> None:
            draw_line(self.target, ink, [(x + px * r, y + py * r) for px, py in points], width, True)

        match state:
            case "routed":  # a white flag
                line((-0.5, 1.1), (-0.5, -1.1))
                pygame.draw.polygon(
                    self.target,
                    ink,
                    [(x - 0.5 * r, y - 1.1 * r), (x + 0.95 * r, y - 0.6 * r), (x - 0.5 * r, y - 0.05 * r)],
                )
            case "square":
                line((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8), (-0.8, -0.8))
            case "charging":  # a sabre's stroke
                line((-0.9, 0.9), (0.9, -0.9))
                line((0.1, -0.9), (0.9, -0.9), (0.9, -0.1))
            case "fired":  # a burst
                for turn in range(4):
                    angle = math.pi * turn / 4
                    line((math.cos(angle), math.sin(angle)), (-math.cos(angle), -math.sin(angle)))
            case "moved":
                line((-0.7, -0.8), (0.1, 0.0), (-0.7, 0.8))
                line((0.1, -0.8), (0.9, 0.0), (0.1, 0.8))
            case "fought":
                line((-0.8, -0.8), (0.8, 0.8))
                line((0.8, -0.8), (-0.8, 0.8))
            case _:  # done: a tick
                line((-0.8, 0.1), (-0.2, 0.7), (0.9, -0.7))
