"""Draws widgets: texts, buttons, boxes, pictures."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.ui.camera import Area
from game.ui.paint.fonts import height_of, width_of, written
from game.ui.paint.gui import Gui
from game.ui.palette import Palette
from game.ui.widgets import STYLES, Command, Widget


class PygameType:
    """Letters as pygame sets them, at one scale of the interface."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale

    def size(self, style: str) -> int:
        return round(STYLES[style].size * self.scale)

    def width(self, text: str, style: str) -> int:
        return width_of(text, STYLES[style].face, self.size(style))

    def height(self, style: str) -> int:
        return height_of(STYLES[style].face, self.size(style))


class WidgetPainter:
    """Draws lists of widgets in one palette and scale."""

    def __init__(self, palette: Palette, type_: PygameType) -> None:
        self.palette = palette
        self.type = type_

    def draw(
        self,
        target: pygame.Surface,
        widgets: Iterable[Widget],
        hot: Command = (),
        focus: Command = (),
        gui: Gui | None = None,
    ) -> None:
        """All widgets; *hot* is the command under the mouse, *focus* the one the keyboard is at.

        *gui* shows the buttons among them; without it there are none.
        """
        for widget in widgets:
            target.set_clip(widget.clip)
            match widget.kind:
                case "text":
                    self._text(target, widget, widget.command != () and widget.command == hot)
                case "button":
                    assert gui is not None, "whoever shows buttons has a gui for them"
                    self._button(target, widget, gui, widget.command == focus)
                case "box":
                    self._box(target, widget)
                case "line":
                    target.fill(self._colour(widget.fill or "panel_line"), widget.area)
                case "bar":
                    radius = widget.area.width // 2
                    pygame.draw.rect(target, self._colour(widget.fill), widget.area, border_radius=radius)
                case "picture":
                    self._picture(target, widget)
        target.set_clip(None)

    def _colour(self, word: str) -> str:
        return self.palette.tone(word) if word.startswith("#") else str(getattr(self.palette, word))

    def _text(self, target: pygame.Surface, widget: Widget, is_hot: bool) -> None:
        if not widget.text:
            return
        style = STYLES[widget.style]
        ink = self._colour(widget.fill or ("accent" if is_hot else style.ink))
        picture = written(widget.text, style.face, self.type.size(widget.style), ink)
        x = widget.area.x
        if widget.is_centred:
            x += (widget.area.width - picture.get_width()) // 2
        target.blit(picture, (x, widget.area.y))

    def _box(self, target: pygame.Surface, widget: Widget) -> None:
        if widget.style == "card":
            lift(target, widget.area)
        pygame.draw.rect(target, self._colour(widget.fill or "panel"), widget.area, border_radius=4)
        if widget.style == "card":
            pygame.draw.rect(target, self._colour("panel_line"), widget.area, 1, border_radius=4)

    def _button(self, target: pygame.Surface, widget: Widget, gui: Gui, is_focused: bool) -> None:
        gui.draw(target, widget)
        area = widget.area
        if is_focused:
            pygame.draw.rect(target, self.palette.accent, area.inset(-2), 2, border_radius=7)
        lines = widget.text.split("\n")
        style = STYLES[widget.style]
        ink = self._colour(style.ink if widget.is_enabled else "faint")
        height = self.type.height(widget.style)
        y = area.y + (area.height - height * len(lines)) // 2
        for line in lines:
            picture = written(line, style.face, self.type.size(widget.style), ink)
            target.blit(picture, (area.x + (area.width - picture.get_width()) // 2, y))
            y += height

    def _picture(self, target: pygame.Surface, widget: Widget) -> None:
        picture = widget.picture
        if isinstance(picture, pygame.Surface):
            x = widget.area.x + (widget.area.width - picture.get_width()) // 2
            y = widget.area.y + (widget.area.height - picture.get_height()) // 2
            target.blit(picture, (x, y))


def lift(target: pygame.Surface, area: Area) -> None:
    """A soft shadow under a card."""
    sheet = pygame.Surface((area.width + 16, area.height + 16), pygame.SRCALPHA)
    for grow in range(8):
        pygame.draw.rect(
            sheet,
            (0, 0, 0, 5 + grow * 3),
            (grow, grow, area.width + 16 - 2 * grow, area.height + 16 - 2 * grow),
            border_radius=12 - grow,
        )
    target.blit(sheet, (area.x - 6, area.y - 4))
