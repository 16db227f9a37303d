"""Pictures of the window, taken by playing it without a screen; `tools/pictures.py` asks for them.

Those of the first game are taken in the very game that `docs/first-game.md` tells, line by line.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from _guide import guide_text, scenario_and_seed, typed
from PIL import Image

from game.core.actions import Action, parse_action
from game.library import find_scenario
from game.ui.menu_screen import MenuScreen
from game.ui.session import Session
from game.ui.settings import Home
from game.ui.table_screen import TableScreen
from game.ui.window import App
from hexmap.coords import Hex

SIZE = (1280, 800)
FEW = 3  # answers, whose odds can be waited for
LIVELY = ("strike", "attack", "fire", "charge", "order", "move")


def picture(name: str) -> Image.Image:
    """The window as the documents show it under this name."""
    with _app() as app:
        WINDOWS[name](app)
        _wait_for_odds(app)
        app.screen.is_dirty = True
        app.step([], 0.0)
        return Image.frombytes("RGB", app.size, pygame.image.tobytes(app.surface, "RGB"))


@contextmanager
def _app() -> Iterator[App]:
    """A window that nobody sees, with settings of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Home(Path(folder), Path(folder)), SIZE)
        try:
            yield app
        finally:
            app.close()


# --- the table -------------------------------------------------------------------------------------


def menu(app: App) -> None:
    """A battle is chosen."""
    screen = MenuScreen(app, "new")
    app.go(screen)
    _settle(app)
    screen.obey(("scenario", "austerlitz"))
    screen.changed()


def battle(app: App) -> None:
    """The heights of Pratzen before the first order."""
    table = _open(app, "austerlitz", 1)
    table.camera = table.camera.zoomed(3, table.camera.area.middle)
    table.camera = table.camera.centred_on(table.session.reader.board.at("1414"))
    table.look_again()
    _settle(app)
    table.picture.tiles.wait()


def move(app: App) -> None:
    """A unit picked up: where it can go, and what the way under the pointer costs."""
    table = _play_to(app, "meeting", 3, "moving")
    lit = [each.hex for each in table.mode.lit(table.desk) if each.manner == "move"]
    _point(app, table, lit[len(lit) * 3 // 4])


def odds(app: App) -> None:
    """The pointer rests on a unit that can be charged."""
    table = _play_to(app, "meeting", 4, "charge_move")
    table.camera = table.camera.zoomed(2, table.camera.area.middle)
    target = table.mode.lit(table.desk)[-1].hex
    table.camera = table.camera.centred_on(target)
    _point(app, table, target)


def sight(app: App) -> None:
    """A line of sight with the ground below it."""
    table = _open(app, "somosierra", 1)
    board = table.session.reader.board
    table.overlay = "sight"
    table.jumped = board.at("0507")
    _point(app, table, board.at("0711"))


# --- the first game --------------------------------------------------------------------------------


def first_game(before: str, pointer: str = "") -> Callable[[App], None]:
    """The guide's game as it stands before a line is typed (at its end for ""), with the pointer on a hex."""

    def stage(app: App) -> None:
        text = guide_text()
        table = _open(app, *scenario_and_seed(text))
        for line in typed(text):
            if line == before:
                break
            table.act(parse_action(line))
        _settle(app)
        if pointer:
            _point(app, table, table.session.reader.board.at(pointer))

    return stage


WINDOWS: dict[str, Callable[[App], None]] = {
    "table-menu": menu,
    "table-battle": battle,
    "table-move": move,
    "table-odds": odds,
    "table-sight": sight,
    "first-orders": first_game("order column"),
    "first-march": first_game("go 0705", "0705"),
    "first-charge": first_game("strike 0705 0805 W", "0705"),
    "first-square": first_game("square 0704"),
    "first-end": first_game(""),
}


# --- hands -----------------------------------------------------------------------------------------


def _open(app: App, scenario: str, seed: int | str) -> TableScreen:
    session = Session.begin(
        find_scenario(scenario), None, seed=seed, pace="off", has_dice=False, curtain="never"
    )
    table = TableScreen(app, session)
    app.go(table)
    _settle(app)
    return table


def _play_to(app: App, scenario: str, seed: int, step: str) -> TableScreen:
    """A game played on at random until a step is asked that is worth a picture."""
    while True:
        table = _open(app, scenario, seed)
        choose = random.Random(seed)
        match = table.session.match
        while not match.is_over:
            if match.state.frame.step == step and match.state.turn > 1:
                _settle(app)
                return table
            table.act(_lively(choose, match.legal()))
        seed += 1


def _lively(choose: random.Random, legal: tuple[Action, ...]) -> Action:
    found = [action for action in legal if action.verb in LIVELY]
    return choose.choice(found if found and choose.random() < 0.75 else legal)


def _point(app: App, table: TableScreen, hex_: Hex) -> None:
    """Let the pointer rest on a hex."""
    x, y = table.camera.layout.centre(hex_)
    table.changed()
    app.step([], 0.0)
    table.moved(round(x), round(y))


def _wait_for_odds(app: App) -> None:
    """They are worked out beside the window: those of a few answers at once, others while it rests."""
    screen = app.screen
    if isinstance(screen, TableScreen) and len(screen.desk.view.actions) <= FEW:
        for action in screen.desk.view.actions:
            if screen.session.oracle.has_odds(screen.desk.view.state, action):
                screen.session.oracle.wait(screen.desk.view.state, action)
        screen.changed()
    for _ in range(30):
        app.step([], 0.1)
        time.sleep(0.05)
    _settle(app)


def _settle(app: App) -> None:
    while app.step([], 0.1):
        pass
