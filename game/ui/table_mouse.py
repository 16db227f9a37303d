"""The table by mouse: the map dragged and pushed, hexes pointed at, facings turned to by wheel and ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.paint.board import ring_hit
from game.ui.screen import AWAY
from hexmap.layout import Point

if TYPE_CHECKING:
    from game.ui.table_screen import TableScreen

_DRAG_PX = 6
_EDGE_PX, _EDGE_SPEED = 2, 700.0  # how near to the edge, and pixels in a second


class TableMouse:
    """The pointer over the board, and how it holds the map. The table is handed in, not kept."""

    def __init__(self) -> None:
        self._held: tuple[int, int, int] | None = None  # where the map is held, and by which button
        self._is_dragging = False

    def drag(self, table: TableScreen, x: int, y: int) -> bool:
        """The pointer has moved; True if it holds the map, which then moves with it."""
        if self._held is None:
            return False
        held_x, held_y, button = self._held
        dx, dy = x - held_x, y - held_y
        if self._is_dragging or abs(dx) + abs(dy) > _DRAG_PX:
            self._is_dragging = True
            self._held = (x, y, button)
            table.camera = table.camera.panned(dx, dy)
            table.mouse = (x, y)
            table.look_again()
        return True

    def point(self, table: TableScreen, x: int, y: int) -> None:
        """The pointer rests somewhere: over a hex, or over a facing of the ring about a unit."""
        hover = None
        if not table.cards and not table.session.is_curtained and not self.is_on_minimap(table, x, y):
            hover = table.camera.hex_at(x, y)
        facing = ring_hit(table.camera, table.scene(), x, y) if hover is not None else None
        if facing is not None and facing != table.facing:
            table.facing = facing
            table.look_again()
        if hover != table.hover:
            table.hover = hover
            table.look_again()

    def is_on_minimap(self, table: TableScreen, x: int, y: int) -> bool:
        if not table.app.settings.minimap:
            return False
        area = table.picture.minimap.area(table.camera, table.app.type.scale)
        return area is not None and area.holds(x, y)

    def press(self, table: TableScreen, x: int, y: int, button: int) -> None:
        """A button went down: on the small map it goes there, on the board it takes hold."""
        if button == 1 and self.is_on_minimap(table, x, y):
            hex_ = table.picture.minimap.hex_at(table.camera, table.app.type.scale, x, y)
            if hex_ is not None:
                table.camera = table.camera.centred_on(hex_)
                table.look_again()
        elif table.camera.area.holds(x, y):
            self._held, self._is_dragging = (x, y, button), False

    def release(self, table: TableScreen, x: int, y: int, button: int) -> None:
        """A button came up: a click, where the map was not dragged."""
        held, self._held = self._held, None
        is_click = held is not None and held[2] == button and not self._is_dragging
        self._is_dragging = False
        if is_click and button == 1:
            self._click(table, x, y)
        elif is_click and button == 3:
            table.cancel()
        table.moved(x, y)

    def _click(self, table: TableScreen, x: int, y: int) -> None:
        facing = ring_hit(table.camera, table.scene(), x, y)
        if facing is not None:
            table.turn_to(facing)
            return
        hex_ = table.camera.hex_at(x, y)
        if hex_ is not None:
            table.click(hex_)

    def wheel(self, table: TableScreen, steps: int, x: int, y: int, has_shift: bool) -> None:
        """The wheel turns a unit that can turn, and zooms everywhere else."""
        turning = table.scene().turning
        if turning is not None and (has_shift or table.hover == turning):
            table.turn(-1 if steps > 0 else 1)
        elif table.camera.area.holds(x, y):
            table.camera = table.camera.zoomed(steps, Point(x, y))
            table.look_again()
            table.moved(x, y)

    def push(self, table: TableScreen, seconds: float) -> bool:
        """Move the map while the pointer rests at the window's edge, where the player wants it so."""
        x, y = table.mouse
        width, height = table.app.size
        if (
            not table.app.settings.edge_scrolling
            or table.cards
            or table.session.is_curtained
            or (x, y) == AWAY
        ):
            return False
        dx = (x <= _EDGE_PX) - (x >= width - 1 - _EDGE_PX)
        dy = (y <= _EDGE_PX) - (y >= height - 1 - _EDGE_PX)
        moved = table.camera.panned(dx * _EDGE_SPEED * seconds, dy * _EDGE_SPEED * seconds)
        if not (dx or dy) or moved.origin == table.camera.origin:
            return False
        table.camera = moved
        table.look_again()
        return True
