"""Draws marks on a page with matplotlib. The page is measured in millimetres, y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.image import AxesImage
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline
from matplotlib.patheffects import Stroke as OutlineStroke
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from game.sheets.marks import XY, Fill, Line, Mark, Numbers, Stamps, Stroke, Words
from game.sheets.scan import Scan
from game.sheets.symbols import SYMBOLS
from game.sheets.theme import NameLook, greyed

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH
# Both come with matplotlib; the second has the letters the first lacks.
SERIF = ("STIXGeneral", "DejaVu Serif")
SANS = ("DejaVu Sans",)
_ADVANCE = 0.66  # from digit to digit in a hex number


def lettering(look: NameLook | None = None, bold: bool = False, italic: bool = False) -> FontProperties:
    """The typeface of names and titles."""
    if look is not None:
        bold, italic = look.bold, look.italic
    return FontProperties(
        family=list(SERIF), weight="bold" if bold else "normal", style="italic" if italic else "normal"
    )


@lru_cache(maxsize=4096)
def _unit_width(text: str, bold: bool, italic: bool) -> float:
    """The width of a text set in a size of 1."""
    if not text.strip():
        return 0.0
    shape = TextPath((0, 0), _unmathed(text), size=100, prop=lettering(bold=bold, italic=italic))
    return float(shape.get_extents().width) / 100


def _unmathed(text: str) -> str:
    """A text in which a dollar sign is a dollar sign, not the beginning of a formula."""
    return text.replace("$", "S")


def name_width(text: str, look: NameLook) -> float:
    """The width of a name on the map, in hex widths."""
    return _unit_width(text, look.bold, look.italic) * look.size


def text_width_mm(text: str, size_mm: float, bold: bool = False, italic: bool = False) -> float:
    """The width of a text whose letters are set in a size given in millimetres."""
    return _unit_width(text, bold, italic) * size_mm


class Page:
    """A sheet of paper to draw on."""

    def __init__(self, width_mm: float, height_mm: float, colour: str, is_grey: bool = False) -> None:
        self.width_mm = width_mm
        self.height_mm = height_mm
        self.is_grey = is_grey
        self.figure = Figure(figsize=(width_mm / MM_PER_INCH, height_mm / MM_PER_INCH))
        FigureCanvasAgg(self.figure)
        self.figure.set_facecolor(self._colour(colour))
        self._axes: Any = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_xlim(0, width_mm)
        self._axes.set_ylim(height_mm, 0)
        self._axes.axis("off")
        self._order = 0

    def _colour(self, colour: str) -> str:
        return greyed(colour) if self.is_grey else colour

    def _add(self, artist: Any, clip: PathPatch | None, is_collection: bool = False) -> None:
        # Artists of one kind would otherwise be drawn before those of another.
        self._order += 1
        artist.set_zorder(self._order)
        if is_collection:
            self._axes.add_collection(artist, autolim=False)
        else:
            self._axes.add_artist(artist)
        if clip is not None:
            artist.set_clip_path(clip)
        else:
            artist.set_clip_on(False)

    def clip_to(self, rings: Iterable[Line], spot: XY, scale: float) -> PathPatch:
        """A region outside which drawing is cut off."""
        return PathPatch(_outline(rings, spot, scale, is_closed=True), transform=self._axes.transData)

    def draw(self, marks: Iterable[Mark], spot: XY, scale: float, clip: PathPatch | None = None) -> None:
        """Draw marks with their origin at *spot*, a hex being *scale* millimetres wide."""
        for mark in marks:
            match mark:
                case Fill():
                    self._fill(mark, spot, scale, clip)
                case Stroke():
                    self._stroke(mark, spot, scale, clip)
                case Stamps():
                    self._stamps(mark, spot, scale)
                case Numbers():
                    self._numbers(mark, spot, scale)
                case Words():
                    at = (spot[0] + mark.spot[0] * scale, spot[1] + mark.spot[1] * scale)
                    self.write(
                        mark.text,
                        at,
                        mark.size * scale,
                        mark.colour,
                        halo=mark.halo,
                        bold=mark.bold,
                        italic=mark.italic,
                        across="center",
                    )

    def lay(self, scan: Scan, spot: XY, scale: float, clip: PathPatch) -> None:
        """Lay a scan under what will be drawn."""
        high, wide = scan.dots.shape[:2]
        # The middle of a dot is its place, so the picture begins half a dot before the first.
        image = AxesImage(
            self._axes, extent=(-0.5, wide - 0.5, high - 0.5, -0.5), interpolation="antialiased"
        )
        image.set_data(_without_colour(scan.dots) if self.is_grey else scan.dots)
        image.set_transform(scan.to_map + Affine2D().scale(scale).translate(*spot) + self._axes.transData)
        self._add(image, clip)

    def _fill(self, mark: Fill, spot: XY, scale: float, clip: PathPatch | None) -> None:
        if not mark.rings or mark.opacity == 0:
            return
        path = _outline(mark.rings, spot, scale, is_closed=True)
        patch = PathPatch(path, facecolor=self._colour(mark.colour), edgecolor="none", alpha=mark.opacity)
        self._add(patch, clip)

    def _stroke(self, mark: Stroke, spot: XY, scale: float, clip: PathPatch | None) -> None:
        if not mark.lines:
            return
        width = mark.width * scale * POINTS_PER_MM
        # Dashes are counted in line widths.
        dash = (0, tuple(part / mark.width for part in mark.dash)) if mark.dash else "solid"
        patch = PathPatch(
            _outline(mark.lines, spot, scale, is_closed=False),
            facecolor="none",
            edgecolor=self._colour(mark.colour),
            linewidth=width,
            linestyle=dash,
            alpha=mark.opacity,
            capstyle=mark.cap,
            joinstyle="round",
        )
        self._add(patch, clip)

    def _stamps(self, mark: Stamps, spot: XY, scale: float) -> None:
        if not mark.spots:
            return
        variants = SYMBOLS[mark.symbol]
        size = mark.size * scale
        line_width = min(0.014 * scale, 0.07 * size) * POINTS_PER_MM
        fill, ink = self._colour(mark.fill), self._colour(mark.ink)
        looks: dict[str, dict[str, Any]] = {
            "shade": {"facecolors": ink, "edgecolors": "none", "alpha": 0.35},
            "body": {"facecolors": fill, "edgecolors": ink, "linewidths": line_width},
            "solid": {"facecolors": ink, "edgecolors": "none"},
            "line": {"facecolors": "none", "edgecolors": ink, "linewidths": line_width, "capstyle": "round"},
        }
        places = np.asarray(mark.spots) * scale + spot
        for number in range(len(variants[0])):
            role = variants[0][number].role
            paths = [
                _outline(variant[number].shapes, (0.0, 0.0), size, is_closed=role != "line")
                for variant in variants
            ]
            self._repeat(paths, places, looks[role])

    def _repeat(self, paths: Sequence[Outline], places: Any, look: dict[str, Any]) -> None:
        """The same few shapes at many places: stored once in a vector file.

        They stand well inside the map, and a clip would have to be written for each of them.
        """
        collection = PathCollection(
            paths, offsets=places, offset_transform=self._axes.transData, joinstyle="round", **look
        )
        to_page = Affine2D().scale(1 / MM_PER_INCH, -1 / MM_PER_INCH) + self.figure.dpi_scale_trans
        collection.set_transform(to_page)
        self._add(collection, None, is_collection=True)

    def _numbers(self, mark: Numbers, spot: XY, scale: float) -> None:
        """Labels as stamped pairs of digits: thousands of text objects take most of the time and room."""
        size = mark.size * scale
        places: dict[str, list[XY]] = {}
        for text, (x, y) in mark.labels:
            left = spot[0] + x * scale - size * _ADVANCE * len(text) / 2
            for at in range(0, len(text), 2):
                pair = text[at : at + 2]
                middle = left + size * _ADVANCE * (at + len(pair) / 2)
                places.setdefault(pair, []).append((middle, spot[1] + y * scale))
        halo = {
            "facecolors": self._colour(mark.halo),
            "edgecolors": self._colour(mark.halo),
            "linewidths": size * 0.3 * POINTS_PER_MM,
            "alpha": 0.55,
        }
        ink = {"facecolors": self._colour(mark.colour), "edgecolors": "none"}
        for look in (halo, ink):
            for pair, found in sorted(places.items()):
                self._repeat([_digits(pair, size)], np.asarray(found), look)

    def write(
        self,
        text: str,
        spot: XY,
        size_mm: float,
        colour: str,
        halo: str | None = None,
        bold: bool = False,
        italic: bool = False,
        across: str = "left",
        up: str = "center_baseline",
    ) -> None:
        """Write a text with its left end, middle or right end at a spot."""
        look: dict[str, Any] = {
            "fontproperties": lettering(bold=bold, italic=italic),
            "fontsize": size_mm * POINTS_PER_MM,
            "ha": across,
            "va": up,
            "parse_math": False,
        }
        # The halo is drawn as outlines; the text above it stays text that can be searched for.
        for is_halo in (True, False) if halo else (False,):
            self._order += 1
            written = self._axes.text(*spot, text, color=self._colour(colour), zorder=self._order, **look)
            if is_halo and halo:
                width = size_mm * 0.22 * POINTS_PER_MM
                effect = OutlineStroke(linewidth=width, foreground=self._colour(halo), joinstyle="round")
                written.set_path_effects([effect])
                written.set_alpha(0.85)


def _without_colour(dots: Any) -> Any:
    """A picture in greys as bright as its colours, by the same weights as `greyed`."""
    levels = (dots @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
    return np.repeat(levels[..., np.newaxis], 3, axis=2)


def _outline(lines: Iterable[Line], spot: XY, scale: float, is_closed: bool) -> Outline:
    """Several lines as one path, moved and scaled to the page."""
    points: list[XY] = []
    codes: list[Any] = []
    for line in lines:
        if len(line) < 2:
            continue
        points += line
        codes += [Outline.MOVETO] + [Outline.LINETO] * (len(line) - 1)
        if is_closed or line[0] == line[-1]:
            points.append(line[0])
            codes.append(Outline.CLOSEPOLY)
    if not points:
        return Outline(np.empty((0, 2)))
    return Outline(np.asarray(points) * scale + spot, codes)


@lru_cache(maxsize=512)
def _digits(text: str, size: float) -> Outline:
    """A few digits, all equally wide, centred on (0, 0), y downwards."""
    shapes = []
    for number, letter in enumerate(text):
        shape = TextPath((0, 0), letter, size=size, prop=FontProperties(family=list(SANS)))
        box = shape.get_extents()
        x = size * _ADVANCE * (number + 0.5 - len(text) / 2) - (box.x0 + box.x1) / 2
        # Half the height of a digit above the line on which it stands.
        shapes.append(Outline(np.add(shape.vertices, (x, -size * 0.365)) * (1, -1), shape.codes))
    return Outline.make_compound_path(*shapes)
