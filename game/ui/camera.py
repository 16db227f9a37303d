"""What part of the map the window shows, and how large: a value; moving or zooming gives a new one."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexmap.coords import Grid, Hex
from hexmap.layout import Layout, Point

# The sizes of a hex that the wheel steps through, in pixels; each is a quarter larger than the last.
ZOOMS = (5.0, 6.0, 8.0, 10.0, 12.0, 15.0, 19.0, 24.0, 30.0, 38.0, 48.0, 60.0, 75.0, 94.0, 118.0, 148.0)
MARGIN_PX = 18.0
# How much of the window the map may leave empty when it is pushed aside.
_KEPT = 0.25


class Area(NamedTuple):
    """An upright rectangle of the screen, in whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x < self.right and self.y <= y < self.bottom

    def meets(self, other: Area) -> bool:
        """Whether two rectangles share a pixel."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def inset(self, by: int) -> Area:
        """The rectangle without a margin."""
        return Area(self.x + by, self.y + by, max(0, self.width - 2 * by), max(0, self.height - 2 * by))


@dataclass(frozen=True)
class Camera:
    """The map as it lies in an area of the window; origins are whole pixels, so that tiles meet."""

    grid: Grid
    area: Area
    hex_px: float
    origin: Point
    is_fitted: bool = False

    @classmethod
    def fitting(cls, grid: Grid, area: Area) -> Camera:
        """The whole map, as large as the area allows."""
        room = Area(0, 0, max(area.width, 80), max(area.height, 80))
        layout = Layout.filling(grid, room.width, room.height, min(MARGIN_PX, room.width / 6))
        hex_px = min(max(math.floor(layout.hex_px * 2) / 2, 2.0), ZOOMS[-1])
        return cls(grid, area, hex_px, Point(0, 0), True)._centred(None)

    @property
    def layout(self) -> Layout:
        """Hex to pixel and back, on the screen."""
        return Layout(self.grid, self.hex_px, self.origin)

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex under a pixel; none outside the area or off the map."""
        return self.layout.pick(x, y) if self.area.holds(x, y) else None

    def panned(self, dx: float, dy: float) -> Camera:
        """The map pushed by so many pixels."""
        moved = Point(self.origin.x + dx, self.origin.y + dy)
        return replace(self, origin=moved, is_fitted=False)._held()

    def zoomed(self, steps: int, about: Point) -> Camera:
        """One or more turns of the wheel; the spot *about* stays where it is."""
        size = self.hex_px
        for _ in range(abs(steps)):
            size = self._next(size, steps > 0)
        if size == self.hex_px:
            return self
        layout = self.layout.zoomed(size / self.hex_px, about)
        return replace(self, hex_px=size, origin=layout.origin, is_fitted=False)._held()

    def _next(self, size: float, is_closer: bool) -> float:
        if is_closer:
            return next((each for each in ZOOMS if each > size * 1.04), size)
        least = min(ZOOMS[0], Camera.fitting(self.grid, self.area).hex_px)
        return next((each for each in reversed(ZOOMS) if least <= each < size / 1.04), least)

    def resized(self, area: Area) -> Camera:
        """The same view in a larger or smaller window: what was in the middle stays there."""
        if self.is_fitted:
            return Camera.fitting(self.grid, area)
        dx, dy = area.middle.x - self.area.middle.x, area.middle.y - self.area.middle.y
        return replace(self, area=area, origin=Point(self.origin.x + dx, self.origin.y + dy))._held()

    def centred_on(self, hex_: Hex) -> Camera:
        """A hex in the middle of the area."""
        return replace(self, is_fitted=False)._centred(hex_)._held()

    def showing(self, hex_: Hex, margin: float = 1.5) -> Camera:
        """The same view, pushed only if a hex (with some hexes about it) would not be seen."""
        x, y = self.layout.centre(hex_)
        room = margin * self.hex_px
        area = self.area
        if area.x + room <= x <= area.right - room and area.y + room <= y <= area.bottom - room:
            return self
        return self.centred_on(hex_)

    def _centred(self, hex_: Hex | None) -> Camera:
        unit = Layout(self.grid, self.hex_px)
        if hex_ is None:
            box = unit.bounds()
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        else:
            x, y = unit.centre(hex_)
        middle = self.area.middle
        return replace(self, origin=Point(round(middle.x - x), round(middle.y - y)))

    def _held(self) -> Camera:
        """The camera with some of the map always in sight, on whole pixels."""
        box = self.layout.bounds()
        area = self.area
        keep_x = min(area.width * _KEPT, box.width)
        keep_y = min(area.height * _KEPT, box.height)
        dx = max(area.x + keep_x - box.right, 0.0) or min(area.right - keep_x - box.left, 0.0)
        dy = max(area.y + keep_y - box.bottom, 0.0) or min(area.bottom - keep_y - box.top, 0.0)
        return replace(self, origin=Point(round(self.origin.x + dx), round(self.origin.y + dy)))
