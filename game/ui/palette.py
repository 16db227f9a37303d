"""The colours of the window: one set for most eyes, one for colour-blind eyes, one without any colour.

No meaning hangs on colour alone: every light and every overlay has a pattern, an outline or a number, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.core.table import Manner, Pattern, Tone
from game.core.tongue import N_
from game.sheets.theme import greyed, mixed


@dataclass(frozen=True)
class Palette:
    """Named colours as #rrggbb."""

    table: str = "#34302a"
    panel: str = "#f3ead6"
    panel_deep: str = "#e6d9bd"
    panel_line: str = "#b9a782"
    ink: str = "#2b2620"
    faint: str = "#766a55"
    head: str = "#3a2f24"
    head_ink: str = "#f6eeda"
    accent: str = "#8c2f26"
    button: str = "#faf4e4"
    button_hot: str = "#fff9e0"
    button_edge: str = "#a08d66"
    gold: str = "#d8a520"
    chosen: str = "#ecd28a"
    good: str = "#3d6b38"
    bad: str = "#a02c25"
    paper: str = "#fffdf6"
    shadow: str = "#1d1a16"
    lit: Mapping[Manner, str] = None  # type: ignore[assignment]
    tones: Mapping[Tone, str] = None  # type: ignore[assignment]
    swaps: Mapping[str, str] = None  # type: ignore[assignment]
    is_grey: bool = False

    def counter(self, colour: str, is_first: bool = True) -> str:
        """The colour of a side's counters in this palette; without colours the first side is the darker."""
        if self.is_grey:
            return "#484848" if is_first else "#c9c9c9"
        return self.swaps.get(colour, colour)

    def tone(self, colour: str) -> str:
        return greyed(colour) if self.is_grey else self.swaps.get(colour, colour)


_LIT: dict[Manner, str] = {
    "choose": "#d8a520",
    "move": "#fff6c8",
    "charge": "#d4432f",
    "fire": "#e07b1a",
    "attack": "#b3202c",
    "retreat": "#6a55a8",
    "turn": "#d8a520",
    "other": "#6a8fb0",
}
_TONES: dict[Tone, str] = {
    "friend": "#2d5fa8",
    "enemy": "#b3262e",
    "good": "#3d7a38",
    "bad": "#b0401e",
    "plain": "#4a4436",
}
PRINT = Palette(lit=_LIT, tones=_TONES, swaps={})
# Blue against orange, with yellow and black: apart for nearly every kind of colour-blindness.
SAFE = replace(
    PRINT,
    accent="#9a4a00",
    good="#0b5c8a",
    bad="#b35900",
    lit={
        **_LIT,
        "charge": "#d55e00",
        "fire": "#b8860b",
        "attack": "#a04000",
        "retreat": "#56418c",
        "other": "#0072b2",
    },
    tones={
        "friend": "#0072b2",
        "enemy": "#d55e00",
        "good": "#00799e",
        "bad": "#8a4b00",
        "plain": "#33302a",
    },
    swaps={"#a5282c": "#b8560b", "#b3262e": "#b8560b", "#3f6b3a": "#1f6f8b"},
)


def _greyed(palette: Palette) -> Palette:
    plain: dict[str, Any] = {
        name: greyed(value)
        for name, value in vars(palette).items()
        if isinstance(value, str) and value.startswith("#")
    }
    return replace(
        palette,
        **plain,
        lit={key: greyed(value) for key, value in palette.lit.items()},
        tones={key: greyed(value) for key, value in palette.tones.items()},
        is_grey=True,
    )


PALETTES: dict[str, Palette] = {"print": PRINT, "safe": SAFE, "grey": _greyed(PRINT)}
PALETTE_NAMES = {"print": N_("Printed map"), "safe": N_("Colour-blind"), "grey": N_("Greys")}

# How the hexes of each kind of action are drawn; no two alike without colour.
PATTERNS: dict[Manner, Pattern] = {
    "choose": "outline",
    "move": "fill",
    "charge": "hatch",
    "fire": "dots",
    "attack": "crosshatch",
    "retreat": "bars",
    "turn": "outline",
    "other": "outline",
}

# Bands that tell formations of one side apart: light and dark take turns, so that greys differ, too.
BANDS = ("#f2e3a0", "#3f5d7d", "#e9b7a0", "#2f4f38", "#cfe0ea", "#6b2f3a", "#d9c2e6", "#5a4a2a", "#bfe0b8")


def band(number: int) -> str:
    return BANDS[number % len(BANDS)]


def readable_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    return "#17140f" if int(greyed(colour)[1:3], 16) > 140 else "#fffdf4"


def lighter(colour: str, share: float) -> str:
    return mixed(colour, "#ffffff", share)


def darker(colour: str, share: float) -> str:
    return mixed(colour, "#000000", share)
