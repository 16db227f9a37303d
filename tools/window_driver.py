"""Plays the window as a person does: real events in pygame's own queue, real pixels, no screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from game.core.actions import Action
from game.library import find_scenario
from game.ui.handlers import Choosing, Picked
from game.ui.menu_screen import MenuScreen
from game.ui.screen import Screen
from game.ui.session import Session
from game.ui.settings import Home
from game.ui.table_screen import TableScreen
from game.ui.widgets import Widget
from game.ui.window import App


class Driver:
    """A window with somebody before it."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 800)) -> None:
        self.folder = folder
        self.app = App(Home(folder / "config", folder / "data"), size)
        self.app.choose(animation="off")
        self.app.go(MenuScreen(self.app))
        self.step()

    @property
    def screen(self) -> Screen:
        return self.app.screen

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    def open(
        self, scenario: str = "skirmish", seed: int = 7, pace: str = "off", **options: object
    ) -> TableScreen:
        """Begin a game without the menu."""
        session = Session.begin(
            find_scenario(scenario), self.folder / "data" / "games", seed=seed, pace=pace, **options
        )
        self.app.go(TableScreen(self.app, session))
        self.step()
        return self.table

    # --- time and input ------------------------------------------------------------------------

    def frame(self, seconds: float) -> bool:
        """One turn of the window's loop; True while something moves."""
        return self.app.step(pygame.event.get(), seconds)

    def step(self, count: int = 1) -> None:
        for _ in range(count):
            self.frame(1 / 60)

    def settle(self) -> None:
        """Let everything that moves come to rest."""
        for _ in range(2000):
            if not self.frame(0.05):
                return
        raise AssertionError("the window never comes to rest")

    def move(self, x: float, y: float) -> None:
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=(round(x), round(y)), rel=(0, 0), buttons=(0, 0, 0))
        )
        self.step()

    def click(self, x: float, y: float, button: int = 1) -> None:
        self.move(x, y)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=(round(x), round(y)), button=button))
        self.step()

    def drag(self, a: tuple[int, int], b: tuple[int, int], button: int = 1) -> None:
        self.move(*a)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=a, button=button))
        self.step()
        self.move(*b)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=b, button=button))
        self.step()

    def wheel(self, steps: int) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False))
        self.step()

    def key(self, name: str, mod: int = 0) -> None:
        sign = name if len(name) == 1 else ""
        code = pygame.key.key_code(name)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=sign, mod=mod))
        self.step()

    # --- pointing ------------------------------------------------------------------------------

    def find(self, wanted: Callable[[Widget], bool]) -> Widget:
        return next(widget for widget in self.screen.widgets() if widget.command and wanted(widget))

    def press(self, widget: Widget) -> None:
        area = widget.seen
        self.click(area.x + area.width / 2, area.y + area.height / 2)

    def button(self, words: str) -> None:
        """Press the button that says something."""
        self.press(self.find(lambda w: words in w.text.replace("\n", " ") and w.is_enabled))

    def spot(self, label: str) -> tuple[float, float]:
        table = self.table
        x, y = table.camera.layout.centre(table.session.reader.board.at(label))
        return x, y

    def hex(self, label: str) -> None:
        self.click(*self.spot(label))

    def hover(self, label: str) -> None:
        self.move(*self.spot(label))

    def pixels(self) -> bytes:
        self.screen.is_dirty = True
        self.step()
        return pygame.image.tobytes(self.app.surface, "RGB")

    # --- playing -------------------------------------------------------------------------------

    def do(self, action: Action) -> None:
        """Bring about one legal action by clicks, whichever clicks it takes."""
        table = self.table
        if table.session.is_curtained:
            self.button("show me")
            self.settle()
        meaning = table.desk.reader.meaning(table.desk.view.state, action)
        before = len(table.session.match.entries)
        if action in table.desk.spoken():
            self._press_action(action)
        elif meaning.facing in table.desk.turns() and table.desk.goal(meaning) is None:
            self._turn(meaning.facing)
        else:
            self._point(action)
        done = [entry.action for entry in table.session.match.entries[before:]]
        assert done == [action], f"the clicks for '{action}' led to {done}"
        self.settle()

    def _press_action(self, action: Action) -> None:
        wanted = ("act", action)
        for _ in range(200):
            found = next((w for w in self.screen.widgets() if w.command == wanted), None)
            if found is not None and found.seen.height >= found.area.height:
                self.press(found)
                return
            scroll = self.table._scrolls.actions
            scroll.move(30)
            self.table.changed()
            self.step()
        raise AssertionError(f"there is no button for '{action}'")

    def _turn(self, facing: int) -> None:
        for _ in range(7):
            self.key("e")
            if self.table.facing == facing:
                break
        self.key("return")

    def _point(self, action: Action) -> None:
        table = self.table
        desk = table.desk
        meaning = desk.reader.meaning(desk.view.state, action)
        goal = desk.goal(meaning)
        here = desk.hex_of(meaning.units[0]) if meaning.units else None
        # Those the question is about are told where to go without a click on them, but not what to do there.
        if here is not None and (meaning.units != desk.actors() or goal is None):
            for _ in range(8):
                self._click_hex(here)
                if isinstance(table.mode, Choosing) or table.mode.unit == meaning.units[0] or goal is None:
                    break
        is_offered = isinstance(table.mode, Choosing) and action in table.mode.actions
        if is_offered or (goal is None and isinstance(table.mode, Picked)):
            self._press_action(action)
        elif goal is not None and (not isinstance(table.mode, Picked) or table.mode.unit == meaning.units[0]):
            self._click_hex(goal)
            if isinstance(table.mode, Choosing):
                self._press_action(action)

    def _click_hex(self, hex_: object) -> None:
        table = self.table
        table.camera = table.camera.showing(hex_, 0.5)  # type: ignore[arg-type]
        x, y = table.camera.layout.centre(hex_)  # type: ignore[arg-type]
        if table.pointer.is_on_minimap(table, round(x), round(y)):
            table.camera = table.camera.centred_on(hex_)  # type: ignore[arg-type]
        table.look_again()
        self.step()
        self.click(*table.camera.layout.centre(hex_))  # type: ignore[arg-type]
