"""The window as a picture in a file, with no window: for pages, reports and tests."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pygame

from game.core.errors import did_you_mean
from game.core.record import SUFFIX
from game.core.tongue import spoken
from game.library import find_scenario
from game.match import load_record
from game.ui.palette import PALETTES
from game.ui.session import Session
from game.ui.settings import Home
from game.ui.table_screen import TableScreen
from game.ui.window import App
from hexmap.coords import Hex


class Wish(NamedTuple):
    """What is to be seen on a picture."""

    size: tuple[int, int] = (1280, 800)
    overlay: str = ""
    side: str = ""
    at: str = ""
    hover: str = ""
    palette: str = "print"
    board_only: bool = False


def take(what: str, out: Path, wish: Wish) -> None:
    """Write a picture of a scenario's setup or of a saved game; a `ValueError` says what cannot be had."""
    if wish.palette not in PALETTES:
        raise ValueError(f"--palette {wish.palette}: unknown{did_you_mean(wish.palette, PALETTES)}")
    session, language = open_session(what), spoken()
    with tempfile.TemporaryDirectory() as folder:
        # Settings of the player have no say in a picture, and the picture none in them.
        app = App(Home(Path(folder), Path(folder)), wish.size)
        try:
            app.choose(language=language, palette=wish.palette, minimap=not wish.board_only)
            drawn = BytesIO()
            pygame.image.save(shown(app, session, wish), drawn, out.name)
            out.write_bytes(drawn.getvalue())  # so that a folder closed to us is told as for any file
        finally:
            app.close()


def open_session(what: str) -> Session:
    """A game from a record, or a new one; nothing is written."""
    if what.endswith(SUFFIX):
        match = load_record(what).match
        return Session(match, "off", False, "never")
    return Session.begin(find_scenario(what), None, seed=1, pace="off", has_dice=False, curtain="never")


def shown(app: App, session: Session, wish: Wish) -> pygame.Surface:
    """The table drawn as a side sees it."""
    sides = session.match.rules.sides
    if wish.side:
        if wish.side not in sides:
            raise ValueError(f"--side {wish.side}: unknown{did_you_mean(wish.side, sides)}")
        session.seat = wish.side
    titles = session.reader.overlay_titles()
    if wish.overlay and wish.overlay not in titles:
        raise ValueError(f"--overlay {wish.overlay}: unknown{did_you_mean(wish.overlay, titles)}")
    screen = TableScreen(app, session)
    app.go(screen)
    screen.mouse = (-1, -1)
    screen.overlay = wish.overlay
    screen.jumped = _hex(session, wish.at)
    if wish.board_only:
        screen.hide_panel()
    screen.changed()
    screen.picture.tiles.wait()
    app.step([], 0.0)  # the first picture of a large board is rough in places; it is finished bit by bit
    while app.step([], 0.0):
        pass
    if wish.hover:
        hex_ = _hex(session, wish.hover)
        assert hex_ is not None
        screen.moved(*(round(each) for each in screen.camera.layout.centre(hex_)))
        app.step([], 0.0)
    return app.surface


def _hex(session: Session, label: str) -> Hex | None:
    return session.reader.board.at(label) if label else None
