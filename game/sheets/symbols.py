"""Small drawings that patterns repeat: a tree, a tuft, a house. Each has variants that take turns.

A symbol fits a square of side 1 about (0, 0), y downwards. Its parts are drawn in order: a "shade" is a
soft shadow, a "body" is filled and outlined, "solid" is filled with ink, "line" is drawn with ink.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

from game.sheets.marks import XY, Line

Role = Literal["shade", "body", "solid", "line"]


class Part(NamedTuple):
    """One shape of a symbol; a "line" is open, all others are closed."""

    role: Role
    shapes: tuple[Line, ...]


Symbol = tuple[Part, ...]


def _blob(lobes: int, depth: float, turn: float, radius: float = 0.46, at: XY = (0.0, 0.0)) -> Line:
    """A round outline with lobes, as a treetop is drawn from above."""
    count = lobes * 6
    found = []
    for number in range(count):
        angle = 2 * math.pi * number / count + turn
        reach = radius * (1 - depth * abs(math.sin(lobes * (angle - turn) / 2)) ** 0.7)
        found.append((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)))
    return tuple(found)


def _turned(shape: Line, degrees: float, dx: float = 0.0, dy: float = 0.0) -> Line:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x * cos - y * sin + dx, x * sin + y * cos + dy) for x, y in shape)


def _box(left: float, top: float, right: float, bottom: float) -> Line:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _arc(radius: float, start: float, end: float, at: XY = (0.0, 0.0), count: int = 7) -> Line:
    angles = [math.radians(start + (end - start) * number / (count - 1)) for number in range(count)]
    return tuple((at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles)


def _tree(turn: float, lobes: int) -> Symbol:
    crown = _blob(lobes, 0.2, turn)
    return (
        Part("shade", (_blob(lobes, 0.2, turn, at=(0.1, 0.13)),)),
        Part("body", (crown,)),
        Part("line", (_arc(0.22, 20, 110), _arc(0.34, 35, 75))),
    )


def _shrub() -> Symbol:
    return (
        Part("shade", (_arc(0.4, 0, 330, at=(0.14, 0.16), count=12),)),
        Part("body", (_arc(0.4, 0, 330, count=12),)),
        Part("solid", (_arc(0.09, 0, 300, count=6),)),
    )


def _palm(turn: float) -> Symbol:
    fronds = []
    for number in range(7):
        tip = math.radians(turn + number * 360 / 7)
        bend = tip + 0.42
        fronds.append(
            (
                (0.0, 0.0),
                (0.26 * math.cos(bend), 0.26 * math.sin(bend)),
                (0.48 * math.cos(tip), 0.48 * math.sin(tip)),
                (0.2 * math.cos(tip - 0.1), 0.2 * math.sin(tip - 0.1)),
            )
        )
    shade = tuple(tuple((x + 0.1, y + 0.12) for x, y in frond) for frond in fronds)
    return (Part("shade", shade), Part("body", tuple(fronds)))


def _tuft(lean: float) -> Symbol:
    blades = tuple(
        ((foot, 0.15), (foot * 1.4 + lean * 0.4, -0.1), (foot * 2.4 + lean, -0.35 + abs(foot)))
        for foot in (-0.14, -0.05, 0.05, 0.14)
    )
    return (Part("line", (*blades, ((-0.45, 0.2), (0.45, 0.2)), ((-0.25, 0.36), (0.3, 0.36)))),)


def _stone(degrees: float, squat: float) -> Symbol:
    body = _turned(
        ((-0.4, 0.22), (-0.28, -0.2), (0.05, -0.34 * squat), (0.36, -0.1), (0.42, 0.24), (0.0, 0.34)), degrees
    )
    crack = _turned(((0.05, -0.34 * squat), (0.02, 0.0), (0.18, 0.26)), degrees)
    return (Part("body", (body,)), Part("line", (crack,)))


def _chevron(lean: float) -> Symbol:
    return (
        Part(
            "line",
            (
                ((-0.42, 0.22), (-0.08 + lean, -0.22), (0.3, 0.2)),
                ((0.05 + lean, -0.04), (0.24 + lean, -0.16), (0.46, 0.08)),
            ),
        ),
    )


def _vine() -> Symbol:
    return (
        Part("line", (((0.0, 0.46), (0.0, -0.46)), ((-0.26, -0.1), (0.0, 0.06), (0.26, -0.14)))),
        Part(
            "body",
            tuple(_arc(0.13, 0, 315, at=at, count=8) for at in ((-0.2, 0.16), (0.2, 0.13), (0.02, -0.3))),
        ),
    )


def _crack(degrees: float) -> Symbol:
    arms = (
        ((0.0, 0.0), (0.2, -0.12), (0.46, -0.1)),
        ((0.0, 0.0), (-0.2, -0.16), (-0.34, -0.42)),
        ((0.0, 0.0), (-0.06, 0.24), (-0.26, 0.44)),
    )
    return (Part("line", tuple(_turned(arm, degrees) for arm in arms)),)


def _ice(shift: float) -> Symbol:
    return (
        Part(
            "line",
            tuple(
                ((-0.3 + x + shift, 0.3), (-0.3 + x + length + shift, 0.3 - length))
                for x, length in ((0.0, 0.4), (0.22, 0.55), (0.42, 0.3))
            ),
        ),
    )


def _wave(crests: int, height: float) -> Symbol:
    count = crests * 6
    line = tuple(
        (-0.48 + 0.96 * n / count, -height * math.sin(2 * math.pi * crests * n / count))
        for n in range(count + 1)
    )
    return (Part("line", (line,)),)


def _ripple(shift: float) -> Symbol:
    return (
        Part("line", (((-0.45, -0.06), (0.3, -0.06)), ((-0.1 + shift, 0.1), (0.45, 0.1)))),
        Part("line", (((-0.3 + shift, 0.26), (0.1 + shift, 0.26)),)),
    )


def _house(degrees: float, length: float) -> Symbol:
    walls = _box(-length, -0.24, length, 0.24)
    ridge = ((-length, 0.0), (length, 0.0))
    return (
        Part("shade", (_turned(walls, degrees, 0.09, 0.11),)),
        Part("body", (_turned(walls, degrees),)),
        Part("line", (_turned(ridge, degrees),)),
    )


def _block(shape: Line, ridge: Line) -> Symbol:
    return (
        Part("shade", (tuple((x + 0.07, y + 0.09) for x, y in shape),)),
        Part("body", (shape,)),
        Part("line", (ridge,)),
    )


_ELL: Line = ((-0.42, -0.4), (0.42, -0.4), (0.42, -0.02), (0.04, -0.02), (0.04, 0.4), (-0.42, 0.4))


def _ruin(degrees: float) -> Symbol:
    walls = (
        ((-0.4, 0.1), (-0.4, -0.38), (0.0, -0.38)),
        ((0.16, -0.38), (0.4, -0.38), (0.4, -0.16)),
        ((0.4, 0.14), (0.4, 0.38), (0.22, 0.38)),
        ((-0.05, 0.38), (-0.22, 0.38)),
    )
    rubble = tuple(_arc(0.05, 0, 300, at=at, count=6) for at in ((-0.36, 0.32), (0.06, 0.04), (0.24, 0.06)))
    return (
        Part("line", tuple(_turned(wall, degrees) for wall in walls)),
        Part("solid", tuple(_turned(stone, degrees) for stone in rubble)),
    )


def _castle() -> Symbol:
    curtain = _box(-0.34, -0.34, 0.34, 0.34)
    yard = _box(-0.22, -0.22, 0.22, 0.22)
    towers = tuple(_arc(0.13, 0, 337.5, at=(x, y), count=16) for x in (-0.35, 0.35) for y in (-0.35, 0.35))
    keep = _box(-0.11, -0.13, 0.11, 0.09)
    return (
        Part("shade", (tuple((x + 0.05, y + 0.06) for x, y in curtain),)),
        Part("body", (curtain,)),
        Part("shade", (yard,)),
        Part("body", (*towers, keep)),
        Part("line", (((-0.11, -0.02), (0.11, -0.02)),)),
        Part("solid", (_box(-0.05, 0.2, 0.05, 0.36),)),
    )


def _star() -> Symbol:
    points = tuple(
        (r * math.sin(math.pi * n / 5), -r * math.cos(math.pi * n / 5)) for n, r in enumerate((0.5, 0.21) * 5)
    )
    return (Part("body", (points,)),)


_MADE: dict[str, Callable[[], tuple[Symbol, ...]]] = {
    "tree": lambda: (_tree(0.0, 7), _tree(0.5, 6), _tree(0.9, 8), _tree(1.7, 7), _tree(2.2, 6)),
    "shrub": lambda: (_shrub(),),
    "palm": lambda: (_palm(0), _palm(20), _palm(33)),
    "tuft": lambda: (_tuft(0.05), _tuft(-0.08), _tuft(0.14)),
    "stone": lambda: (_stone(0, 1.0), _stone(35, 0.8), _stone(-50, 1.1), _stone(160, 0.9)),
    "chevron": lambda: (_chevron(0.0), _chevron(0.08)),
    "vine": lambda: (_vine(),),
    "crack": lambda: (_crack(0), _crack(70), _crack(150)),
    "ice": lambda: (_ice(0.0), _ice(-0.12)),
    "wave": lambda: (_wave(2, 0.1),),
    "swell": lambda: (_wave(1, 0.1), _wave(2, 0.08)),
    "ripple": lambda: (_ripple(0.0), _ripple(0.12)),
    "hatch": lambda: ((Part("line", (((-0.5, 0.5), (0.5, -0.5)),)),),),
    "house": lambda: (_house(12, 0.44), _house(-35, 0.36), _house(78, 0.4), _house(50, 0.42)),
    "block": lambda: (
        _block(_box(-0.44, -0.34, 0.44, 0.34), ((-0.44, 0.0), (0.44, 0.0))),
        _block(_ELL, ((-0.2, 0.4), (-0.2, -0.2), (0.42, -0.2))),
        _block(_box(-0.32, -0.44, 0.32, 0.44), ((0.0, -0.44), (0.0, 0.44))),
        _block(tuple((-x, y) for x, y in _ELL), ((0.2, 0.4), (0.2, -0.2), (-0.42, -0.2))),
        _block(_box(-0.44, -0.28, 0.4, 0.38), ((-0.44, 0.05), (0.4, 0.05))),
    ),
    "ruin": lambda: (_ruin(8), _ruin(-22), _ruin(95)),
    "castle": lambda: (_castle(),),
    "star": lambda: (_star(),),
}
SYMBOLS: dict[str, tuple[Symbol, ...]] = {name: make() for name, make in _MADE.items()}
