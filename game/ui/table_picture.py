"""The table as it is painted: the map, what stands and lies on it, and the cards beside the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.tongue import _
from game.sheets.theme import read_theme
from game.ui.camera import Area
from game.ui.hover import hover_lines
from game.ui.paint.board import counter_px
from game.ui.paint.extras import Minimap, draw_banner, draw_dice, draw_fan, draw_legend
from game.ui.paint.tiles import TILE_BUDGET_S, Tiles
from game.ui.palette import Palette
from game.ui.scene import BoardScene
from game.ui.screen import draw_lines
from game.ui.session import Session
from hexmap.coords import Hex
from hexmap.layout import Point

if TYPE_CHECKING:
    from game.ui.table_screen import TableScreen

_FIRST_BUDGET_S = 0.5  # the first picture may take its time; later ones must not stutter


class TablePicture:
    """The map in one set of colours, and how far it is drawn. The table is handed in, not kept."""

    def __init__(self, session: Session, palette: Palette) -> None:
        board, folder = session.reader.board, session.match.scenario.map_path.parent
        self.tiles = Tiles(board, read_theme(), palette.table, palette.is_grey, folder)
        self.minimap = Minimap(self.tiles)
        self._is_rough = False
        self._was_ready = False
        self._budget_s = _FIRST_BUDGET_S

    @property
    def has_news(self) -> bool:
        """Whether the handsome map has become ready since the last picture."""
        return self.tiles.is_ready and not self._was_ready

    @property
    def is_growing(self) -> bool:
        """Whether the next picture will show more of the map.

        While a large map is being made beside us there is nothing to show yet: that leaves it the machine.
        """
        return self._is_rough and self.tiles.is_ready

    def draw_board(self, table: TableScreen, target: pygame.Surface) -> None:
        """Everything under the panel: the map and what stands on it."""
        camera, layout = table.camera, table.camera.layout
        self._was_ready = self.tiles.is_ready
        self._is_rough = not self.tiles.show(target, camera, self._budget_s)
        self._budget_s = TILE_BUDGET_S
        moving = {}
        for each in table.session.theatre.on_the_way():
            a, b = layout.centre(each.a), layout.centre(each.b)
            moving[each.unit] = Point(a.x + (b.x - a.x) * each.share, a.y + (b.y - a.y) * each.share)
        table.app.board_painter.draw(target, camera, table.scene(), moving)

    def draw_over(self, table: TableScreen, target: pygame.Surface) -> None:
        """What lies over the board: the small map, the legend, falling dice, words, the pointer's card."""
        app, camera, scene = table.app, table.camera, table.scene()
        theatre = table.session.theatre
        target.set_clip(camera.area)
        if app.settings.minimap:
            self.minimap.draw(target, camera, scene, app.palette, app.type.scale)
        if scene.overlay is not None:
            draw_legend(target, scene.overlay, camera.area, app.painter, app.type)
        target.set_clip(None)
        falling = theatre.falling()
        if falling is not None:
            words = table.session.reader.in_words
            draw_dice(target, falling, camera.area, app.painter, app.type, words)
        if table.session.catching_up:
            said = _("What happened since you last looked; click to skip.")
            draw_banner(target, said, camera.area, app.painter, app.type)
        elif table.said:
            draw_banner(target, table.said, camera.area, app.painter, app.type, "bold")
        if table.hover is not None and not table.cards and not theatre.is_playing:
            _draw_hover(table, target, scene, table.hover)


def _draw_hover(table: TableScreen, target: pygame.Surface, scene: BoardScene, hex_: Hex) -> None:
    """The card beside the pointer, and the counters of a stack side by side."""
    app, camera = table.app, table.camera
    stack = scene.stacks.get(hex_, ())
    fan: Area | None = None
    x, y = camera.layout.centre(hex_)
    if len(stack) > 1:
        size = max(counter_px(camera.hex_px), round(46 * app.type.scale))
        pictures = [app.board_painter.counter(each, size, camera.grid) for each in stack]
        spot = (x, y - camera.hex_px / 2)
        fan = draw_fan(target, pictures, spot, camera.area, app.painter, app.type)
    lines = hover_lines(
        table.session,
        table.desk,
        table.mode,
        hex_,
        scene.route,
        app.type,
        has_threats=table.overlay == "threat",
        struck=table.looked_at() if table.is_swapped else None,
    )
    beside = round(x + camera.hex_px * 0.42), round(y + camera.hex_px * 0.2)
    draw_lines(target, app, lines, beside, camera.area, fan)
