"""What every screen shares: widgets under the mouse, the button in focus, cards laid on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.camera import Area
from game.ui.cards import Card
from game.ui.keys import spoken
from game.ui.paint.widgets import lift
from game.ui.widgets import Command, Scroll, Type, Widget, commands, hit, wrap

if TYPE_CHECKING:
    from game.ui.window import App


TIP_AFTER_S = 0.5
AWAY = (-1, -1)  # where the pointer is for what lies under a card


class Screen:
    """One full window. Subclasses list their widgets, draw what is under them and obey commands."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.cards: list[Card] = []
        self.hot: Command = ()
        self.focus: Command = ()
        self.is_dirty = True
        self.mouse = (-1, -1)
        self._built: list[Widget] | None = None
        self._rested = 0.0  # how long the pointer has been still

    # --- for subclasses ------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The widgets of this screen as things stand."""
        return []

    def under(self, target: pygame.Surface) -> None:
        """What is drawn before the widgets."""
        target.fill(self.app.palette.table)

    def over(self, target: pygame.Surface) -> None:
        """What is drawn after them."""

    def obey(self, command: Command) -> None:
        """Do what a button or key says."""

    def key(self, name: str, command: str) -> bool:
        """A key was pressed that no button took; True if it meant something."""
        return False

    def scrolls(self) -> list[Scroll]:
        return []

    def tick(self, seconds: float) -> bool:
        """Let time pass; True if something is moving."""
        before, self._rested = self._rested, self._rested + seconds
        if before < TIP_AFTER_S <= self._rested:
            self.is_dirty = True
        return False

    def pause(self) -> None:
        """A picture is being made: whatever works beside it waits."""

    def go_on(self) -> None:
        """The picture is shown."""

    def leave(self) -> None:
        """The screen is being left for another."""

    # --- widgets -------------------------------------------------------------------------------

    @property
    def window(self) -> Area:
        return Area(0, 0, *self.app.size)

    def changed(self) -> None:
        """Something is to be drawn anew."""
        self._built = None
        self.is_dirty = True

    def widgets(self) -> list[Widget]:
        """The widgets that can be used now: those of the topmost card, else the screen's own."""
        if self.cards:
            return self.cards[-1].widgets(self.window, self.app.type)
        if self._built is None:
            self._built = self.build()
        return self._built

    def draw(self, target: pygame.Surface) -> None:
        self.under(target)
        painter = self.app.painter
        if self._built is None:
            self._built = self.build()
        is_free = not self.cards
        gui = self.app.gui("screen")
        gui.show(self._built, self.give, self.mouse if is_free else AWAY)
        painter.draw(target, self._built, self.hot if is_free else (), self.focus if is_free else (), gui)
        self.over(target)
        if self.cards:
            dim = pygame.Surface(target.get_size(), pygame.SRCALPHA)
            dim.fill((18, 14, 8, 120))
            target.blit(dim, (0, 0))
            card, gui = self.cards[-1].widgets(self.window, self.app.type), self.app.gui("card")
            gui.show(card, self.give, self.mouse)
            painter.draw(target, card, self.hot, self.focus, gui)
        self._tip(target)
        self.is_dirty = False

    def _tip(self, target: pygame.Surface) -> None:
        widget = hit(self.widgets(), *self.mouse)
        if self._rested < TIP_AFTER_S or widget is None or not (widget.tip or widget.key):
            return
        key = f"  ({widget.key})" if widget.key else ""
        text = f"{widget.tip}{key}".strip()
        if text and text != widget.text.replace("\n", " "):
            draw_tip(target, self.app, text, self.mouse)

    # --- input ---------------------------------------------------------------------------------

    def moved(self, x: int, y: int) -> None:
        had_tip = self._rested >= TIP_AFTER_S
        if (x, y) != self.mouse:
            self._rested = 0.0
        self.mouse = (x, y)
        widget = hit(self.widgets(), x, y)
        hot = widget.command if widget and widget.is_enabled else ()
        if hot != self.hot or had_tip:
            self.hot = hot
            self.is_dirty = True

    def on_button(self, event: pygame.event.Event) -> bool:
        """Whether a press or release of the mouse was for a button, which then has done its work."""
        return self.app.gui("card" if self.cards else "screen").takes(event)

    def pressed(self, x: int, y: int, button: int) -> bool:
        """A mouse button went down beside all buttons; True if a line or card took it."""
        if button == 1:
            widget = hit(self.widgets(), x, y)
            if widget is not None and widget.command and widget.kind != "button":
                self.give(widget.command)
                return True
        if self.cards:
            if button == 3:
                self.close_card()
            return True
        return False

    def released(self, x: int, y: int, button: int) -> None:
        """A mouse button came up."""

    def wheeled(self, steps: int, x: int, y: int, has_shift: bool) -> bool:
        """The wheel turned; True if a list took it."""
        lists = [self.cards[-1].scroll] if self.cards else self.scrolls()
        for scroll in lists:
            if scroll is not None and scroll.area.holds(x, y):
                scroll.move(-steps * self.app.type.height("body") * 3)
                self.changed()
                return True
        return bool(self.cards)

    def typed(self, name: str) -> None:
        """A key by its name, with the modifiers held."""
        command = self.app.keys.command(name)
        if command in ("focus", "focus back"):
            self._walk(1 if command == "focus" else -1)
        elif command == "confirm" and self.focus and self._focused() is not None:
            self.give(self.focus)
        elif self.cards:
            self._type_at_card(name, command)
        else:
            self.key(name, command)

    def _type_at_card(self, name: str, command: str) -> None:
        if command == "cancel":
            self.close_card()
        elif command in ("pan up", "pan down") and self.cards[-1].scroll is not None:
            self.cards[-1].scroll.move((-1 if command == "pan up" else 1) * 40)
            self.changed()
        elif command == "confirm":
            buttons = commands(self.widgets())
            if len(buttons) == 1:
                self.give(buttons[0].command)
        else:
            face: int | str = int(name) if name.isdigit() else name
            if any(w.command == ("face", face) for w in self.widgets()):
                self.give(("face", face))

    def _focused(self) -> Widget | None:
        return next((w for w in commands(self.widgets()) if w.command == self.focus), None)

    def _walk(self, by: int) -> None:
        known = [widget.command for widget in commands(self.widgets())]
        if not known:
            return
        at = known.index(self.focus) + by if self.focus in known else (0 if by > 0 else -1)
        self.focus = known[at % len(known)]
        self.is_dirty = True

    def give(self, command: Command) -> None:
        """Have a command carried out, by a card's rules first."""
        if command == ("close",):
            self.close_card()
        else:
            self.obey(command)
        self.changed()
        self.moved(*self.mouse)

    def lay(self, card: Card) -> None:
        """Lay a card over the screen."""
        self.cards.append(card)
        self.focus = ()
        self.changed()

    def close_card(self) -> None:
        if self.cards:
            self.cards.pop()
        self.changed()


def draw_tip(target: pygame.Surface, app: App, text: str, spot: tuple[int, int]) -> None:
    """A few words on a small card beside the pointer."""
    lines = wrap(text, round(320 * app.type.scale), "small", app.type)
    draw_lines(target, app, [(line, "small") for line in lines], spot)


def in_columns(lines: list[tuple[str, str]], height: int, type_: Type) -> list[list[tuple[str, str]]]:
    """Lines in as many columns as a height needs, all but the last about equally full."""
    whole = sum(type_.height(style) for _, style in lines)
    count = max(1, -(-whole // max(height, 1)))
    share = -(-whole // count)
    found: list[list[tuple[str, str]]] = [[]]
    filled = 0
    for text, style in lines:
        taller = filled + type_.height(style)
        if found[-1] and len(found) < count and taller > share + type_.height(style) // 2:
            found.append([])
            taller = type_.height(style)
        found[-1].append((text, style))
        filled = taller
    return found


def draw_lines(
    target: pygame.Surface,
    app: App,
    lines: list[tuple[str, str]],
    spot: tuple[int, int],
    room: Area | None = None,
    avoid: Area | None = None,
) -> Area:
    """Lines of text on a card beside a spot, kept inside the room there is and off what is to be avoided."""
    type_ = app.type
    pad = round(8 * type_.scale)
    room = room or Area(0, 0, *app.size)
    columns = in_columns(lines, room.height - 2 * pad - 4, type_)
    widths = [max(type_.width(text, style) for text, style in column) for column in columns]
    heights = [sum(type_.height(style) for _, style in column) for column in columns]
    width = sum(widths) + 2 * pad * len(columns)
    height = max(heights) + 2 * pad
    x = spot[0] + 18 if spot[0] + 18 + width <= room.right else spot[0] - width - 10
    y = spot[1] + 20 if spot[1] + 20 + height <= room.bottom else spot[1] - height - 10
    x, y = max(room.x + 2, min(x, room.right - width)), max(room.y + 2, min(y, room.bottom - height))
    if avoid is not None and avoid.meets(Area(x, y, width, height)):
        x = avoid.right + pad if avoid.right + pad + width <= room.right else avoid.x - pad - width
        x = max(room.x + 2, x)
    area = Area(x, y, width, height)
    lift(target, area)
    found = [Widget("box", area, style="card", fill="paper")]
    for column, across in zip(columns, widths, strict=True):
        down = y + pad
        for text, style in column:
            found.append(Widget("text", Area(x + pad, down, across, type_.height(style)), text, style))
            down += type_.height(style)
        x += across + 2 * pad
    app.painter.draw(target, found)
    return area


__all__ = ["Screen", "draw_lines", "draw_tip", "spoken"]
