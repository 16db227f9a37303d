"""What a picture is made of, as plain data: every length is in hex widths, y runs down.

A mark knows nothing of the renderer that will draw it. Marks are drawn in the order given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

XY = tuple[float, float]
Line = tuple[XY, ...]


@dataclass(frozen=True)
class Fill:
    """Closed shapes of one colour; a shape in a shape that turns the other way is a hole."""

    rings: tuple[Line, ...]
    colour: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Stroke:
    """Lines of one colour and width; `dash` alternates drawn and left-out lengths."""

    lines: tuple[Line, ...]
    colour: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: Literal["round", "butt"] = "round"


@dataclass(frozen=True)
class Stamps:
    """One small drawing of `symbols` repeated; its variants take turns from spot to spot."""

    symbol: str
    spots: tuple[XY, ...]
    size: float
    fill: str
    ink: str


@dataclass(frozen=True)
class Numbers:
    """Many short labels of digits and dots, each centred on its spot."""

    labels: tuple[tuple[str, XY], ...]
    size: float
    colour: str
    halo: str


@dataclass(frozen=True)
class Words:
    """A name, centred on its spot, with a halo that keeps it legible over anything."""

    text: str
    spot: XY
    size: float
    colour: str
    halo: str
    bold: bool = False
    italic: bool = False


Mark = Fill | Stroke | Stamps | Numbers | Words
