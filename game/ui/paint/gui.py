"""Buttons: elements of pygame_gui, themed once from the palette and kept as long as they stay the same.

Only what can be pressed is an element. What is read, captions too, is set by `paint.widgets`: a text box of
pygame_gui takes longer for one more line of the log than a dozen frames may last, and a button with a
caption of its own would have to be made anew for every other one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pygame
from pygame_gui import UI_BUTTON_PRESSED, UIManager
from pygame_gui.elements import UIButton

from game.ui.camera import Area
from game.ui.palette import Palette
from game.ui.widgets import Command, Widget

_CORNER = 5
_LOOK = tuple[int, int, bool, bool]  # all that decides how a button is drawn, its caption apart


def theme(palette: Palette) -> dict[str, Any]:
    """The one theme of the window: how a button looks in each of its states, in the palette's colours."""
    states = {
        "normal": (palette.button, palette.button_edge),
        "hovered": (palette.button_hot, palette.accent),
        "active": (palette.chosen, palette.accent),
        "selected": (palette.chosen, palette.button_edge),
        "disabled": (palette.panel_deep, palette.button_edge),
    }
    colours = {
        f"{state}_{part}": colour
        for state, found in states.items()
        for part, colour in zip(("bg", "border"), found, strict=True)
    }
    shape = {
        "shape": "rounded_rectangle",
        "shape_corner_radius": ",".join([str(_CORNER)] * 4),
        "border_width": "1",
        "shadow_width": "0",
    }
    return {"button": {"colours": colours, "misc": shape}}


class _Pointed(UIManager):
    """A manager that is told where the pointer is: scripted players have none that SDL knows of."""

    def _update_mouse_position(self) -> None:
        pass


class _Button(UIButton):
    """A button in a list that scrolls: what is scrolled away cannot be pressed."""

    clip: Area | None = None
    look: _LOOK | None = None
    gives: Command = ()

    def hover_point(self, hover_x: float, hover_y: float) -> bool:
        if self.clip is not None and not self.clip.holds(hover_x, hover_y):
            return False
        return bool(super().hover_point(hover_x, hover_y))

    def kill(self) -> None:
        """Be gone with all pictures at once, which are large.

        The parts of a button hold each other, and would wait until Python looks for such circles.
        """
        super().kill()
        self.bind(UI_BUTTON_PRESSED, None)
        self.drawable_shape = None


class Gui:
    """The buttons of one layer of the window."""

    def __init__(self, palette: Palette, size: tuple[int, int]) -> None:
        self.manager = _Pointed(size, theme_path=theme(palette), enable_live_theme_updates=False)
        self._buttons: list[_Button] = []
        self._of: dict[int, _Button] = {}
        self._press: Callable[[Command], None] = lambda command: None

    def show(
        self, widgets: Iterable[Widget], press: Callable[[Command], None], pointer: tuple[int, int]
    ) -> None:
        """Have a button for every widget that is one; those of the last picture are used again."""
        self._press = press
        spare: dict[_LOOK | None, list[_Button]] = {}
        for button in self._buttons:
            spare.setdefault(button.look, []).append(button)
        self._buttons, self._of = [], {}
        for widget in widgets:
            if widget.kind != "button":
                continue
            look = _look(widget)
            alike = spare.get(look)
            button = alike.pop(0) if alike else self._make(widget, look)
            if button.rect.topleft != (widget.area.x, widget.area.y):
                button.set_position((widget.area.x, widget.area.y))
            button.clip, button.gives = widget.clip, widget.command
            self._buttons.append(button)
            self._of[id(widget)] = button
        for rest in spare.values():
            for button in rest:
                button.kill()
        self.manager.mouse_position = pointer
        self.manager.update(0.0)

    def _make(self, widget: Widget, look: _LOOK) -> _Button:
        # The caption is set on it by `paint.widgets`: a button without one serves for many.
        button = _Button(pygame.Rect(widget.area), "", self.manager)
        button.look = look
        button.bind(UI_BUTTON_PRESSED, lambda: self._press(button.gives))
        if not widget.is_enabled:
            button.disable()
        elif widget.is_chosen:
            button.select()
        return button

    def draw(self, target: pygame.Surface, widget: Widget) -> None:
        """The button of a widget that is shown."""
        button = self._of[id(widget)]
        target.blit(button.image, button.rect, special_flags=button.blendmode)

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether a press or release of the mouse was for a button."""
        return bool(self.manager.process_events(event))


def _look(widget: Widget) -> _LOOK:
    return (widget.area.width, widget.area.height, widget.is_enabled, widget.is_chosen)
