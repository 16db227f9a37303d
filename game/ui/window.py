"""The window itself: opens, listens, draws only what changed, and closes without losing anything."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.languages import speak
from game.ui.keys import Keys
from game.ui.paint.board import BoardPainter
from game.ui.paint.fonts import forget_fonts
from game.ui.paint.gui import Gui
from game.ui.paint.widgets import PygameType, WidgetPainter
from game.ui.palette import PALETTES, Palette
from game.ui.screen import Screen
from game.ui.settings import Home, Settings
from game.ui.tidy import Tidier

FRAME_S = 1 / 60
IDLE_MS = 250
ALONE_S = 5.0  # after so long without a touch nobody notices when the program takes a moment for itself
LEAP_S = 0.1  # what moves goes on from where it was seen, however long the picture took
TURN_S = 0.0003  # how long a thread goes on when another waits
UNSEEN = ("offscreen", "dummy")


class NoDisplay(Exception):
    """There is no screen to open a window on."""


@contextmanager
def _silence() -> Iterator[None]:
    """Keep what SDL writes to stderr by itself, while it looks for a screen, from the user."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # a program without a console has none to keep quiet
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class App:
    """The program while its window is open."""

    def __init__(self, home: Home | None = None, size: tuple[int, int] | None = None) -> None:
        self.home = home or Home()
        self.settings: Settings = self.home.read_settings()
        self.surface = self._open(size)
        self.is_running = True
        self.frames = 0
        self.tidier = Tidier()
        self._alone_s = 0.0  # how long nobody has touched anything
        self.dress()
        self.screen: Screen = Screen(self)

    def _open(self, size: tuple[int, int] | None) -> pygame.Surface:
        # Windows else stretches the picture of a program that does not say it knows dense screens.
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        try:
            with _silence():
                pygame.display.init()
            driver = pygame.display.get_driver()
            # Asked for by name they serve tests and pictures; chosen by SDL itself they mean no screen.
            if driver in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                pygame.display.quit()
                raise NoDisplay(f"SDL found only '{driver}'")
            pygame.font.init()
            if size is None:
                desktop = pygame.display.get_desktop_sizes()[0]
                size = min(1440, desktop[0] * 9 // 10), min(900, desktop[1] * 85 // 100)
            pygame.display.set_caption("Gloire")
            self._windowed = size
            surface = self._lay_out()
        except pygame.error as error:
            raise NoDisplay(str(error)) from None
        pygame.key.set_repeat(350, 60)
        return surface

    def _lay_out(self) -> pygame.Surface:
        """The window at its size, or the whole screen in the screen's own pixels."""
        if self.settings.full_screen:
            return pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        return pygame.display.set_mode(self._windowed, pygame.RESIZABLE)

    @property
    def size(self) -> tuple[int, int]:
        return self.surface.get_size()

    def dress(self) -> None:
        """Take on the colours, the scale, the keys and the language that were chosen."""
        settings = self.settings
        self.palette: Palette = PALETTES[settings.palette]
        self.type = PygameType(settings.scale * density(self.size))
        self.painter = WidgetPainter(self.palette, self.type)
        self.board_painter = BoardPainter(self.palette)
        self._guis: dict[str, Gui] = {}
        self.keys = Keys(settings.keys)
        speak(settings.language)

    def gui(self, layer: str) -> Gui:
        """The buttons of a layer: those of the screen, or of the card that lies on it."""
        if layer not in self._guis:
            self._guis[layer] = Gui(self.palette, self.size)
        return self._guis[layer]

    def choose(self, **changes: object) -> None:
        """Change settings and keep them."""
        was_full = self.settings.full_screen
        self.settings = self.settings.model_copy(update=changes)
        self.home.write_settings(self.settings)
        if self.settings.full_screen != was_full:
            if self.settings.full_screen:
                self._windowed = self.size
            self.surface = self._lay_out()
        self.dress()
        self.screen.changed()

    def go(self, screen: Screen) -> None:
        """Show another screen."""
        self.screen.leave()
        self.screen = screen
        screen.mouse = pygame.mouse.get_pos()
        screen.changed()
        self.tidier.all()

    def stop(self) -> None:
        self.is_running = False

    # --- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Listen and draw until the window is closed."""
        before = time.perf_counter()
        is_moving = False
        try:
            with self.at_work():
                while self.is_running:
                    if is_moving or self.screen.is_dirty:
                        rest = FRAME_S - (time.perf_counter() - before)
                        events = [pygame.event.wait(max(1, round(rest * 1000)))] if rest > 0.001 else []
                    else:
                        events = [pygame.event.wait(IDLE_MS)]
                    events += pygame.event.get()
                    now = time.perf_counter()
                    is_moving = self.step(events, now - before)
                    before = now
        finally:
            self.close()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """While the loop runs: clearing away is done between frames, and threads take short turns."""
        usual = sys.getswitchinterval()
        # Drawing lets others go first dozens of times in a frame: whoever works out odds must give way soon.
        sys.setswitchinterval(TURN_S)
        try:
            with self.tidier:
                yield
        finally:
            sys.setswitchinterval(usual)

    def step(self, events: list[pygame.event.Event], seconds: float) -> bool:
        """One turn of the loop: input, time, picture; True while something moves."""
        with self._undisturbed():
            for event in events:
                if event.type != pygame.NOEVENT:
                    self.handle(event)
            is_moving = self.screen.tick(min(seconds, LEAP_S))
            if is_moving or self.screen.is_dirty:
                self.screen.draw(self.surface)
                pygame.display.flip()
                self.frames += 1
        is_touched = any(event.type != pygame.NOEVENT for event in events)
        before, self._alone_s = self._alone_s, 0.0 if is_touched else self._alone_s + seconds
        self._tidy(before < ALONE_S <= self._alone_s, is_moving or self.screen.is_dirty)
        return is_moving

    @contextmanager
    def _undisturbed(self) -> Iterator[None]:
        """Meanwhile, what the screen has worked out beside the picture waits."""
        screen = self.screen
        screen.pause()
        try:
            yield
        finally:
            screen.go_on()

    def _tidy(self, is_alone: bool, is_busy: bool) -> None:
        """Clear away, now that the picture is shown; everything, when the players sit and think."""
        if is_alone and not is_busy:
            self.tidier.all()
        else:
            self.tidier.between_frames(not is_busy)

    def close(self) -> None:
        self.screen.leave()
        forget_fonts()
        pygame.display.quit()

    def handle(self, event: pygame.event.Event) -> None:
        """One event of the queue."""
        screen = self.screen
        match event.type:
            case pygame.QUIT:
                self.stop()
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                self.surface = pygame.display.get_surface() or self.surface
                self.dress()
                screen.changed()
            case pygame.WINDOWEXPOSED:
                screen.is_dirty = True
            case pygame.MOUSEMOTION:
                screen.moved(*event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2, 3):
                screen.moved(*event.pos)
                if not screen.on_button(event):
                    screen.pressed(event.pos[0], event.pos[1], event.button)
                screen.is_dirty = True
            case pygame.MOUSEBUTTONUP if event.button in (1, 2, 3):
                if not screen.on_button(event):
                    screen.released(event.pos[0], event.pos[1], event.button)
                screen.is_dirty = True
            case pygame.MOUSEWHEEL:
                has_shift = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
                screen.wheeled(event.y, *screen.mouse, has_shift)
            case pygame.KEYDOWN:
                name = key_name(event)
                if self.keys.command(name) == "quit":
                    self.stop()
                elif self.keys.command(name) == "full screen":
                    self.choose(full_screen=not self.settings.full_screen)
                elif name:
                    screen.typed(name)


def density(size: tuple[int, int]) -> float:
    """How much larger letters are on a large window, which is most often a dense one."""
    height = size[1]
    return 1.0 if height < 1200 else 1.3 if height < 1700 else 1.9


def key_name(event: pygame.event.Event) -> str:
    """A key as `keys` writes it: modifiers, then the sign or the name."""
    name = pygame.key.name(event.key)
    if not name or event.key in (
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
    ):
        return ""
    sign = getattr(event, "unicode", "")
    mods = event.mod
    if len(sign) == 1 and sign.isprintable() and not sign.isalnum() and sign != " ":
        return str(sign)
    parts = []
    if mods & (pygame.KMOD_CTRL | pygame.KMOD_META):
        parts.append("ctrl")
    if mods & pygame.KMOD_ALT:
        parts.append("alt")
    if mods & pygame.KMOD_SHIFT:
        parts.append("shift")
    return "+".join([*parts, str(name)])


def open_window(scenario: str = "", load: Path | None = None, **options: object) -> None:
    """Open the game: on its menu, on a new game, or on one that was saved."""
    from game.ui.menu_screen import MenuScreen

    app = App()
    menu = MenuScreen(app)
    app.go(menu)
    if load is not None:
        menu.load(load)
    elif scenario:
        menu.begin(scenario, **options)  # type: ignore[arg-type]
    app.run()
