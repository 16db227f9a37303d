"""The window's frames, drawn without a screen: standing still, panning, zooming, hovering.

At 1280 x 800, with the shipped battle that has the most counters.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench import Figure

STEADY, WORST, HOVER = "at most 4,000", "at most 16,000", "at most 33,000"


def figures() -> Iterator[Figure]:
    """Medians and worst frames in microseconds; each frame is drawn in full."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.library import find_scenario
    from game.ui.menu_screen import MenuScreen
    from game.ui.session import Session
    from game.ui.settings import Home
    from game.ui.table_screen import TableScreen
    from game.ui.window import App
    from hexmap.layout import Point

    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        app = App(Home(Path(folder), Path(folder)), (1280, 800))
        app.go(MenuScreen(app))
        app.step([], 0.0)
        yield Figure("first frame of the menu, after the imports", since(started), goal="under 1,000,000")
        started = time.perf_counter()
        session = Session.begin(find_scenario(largest()), Path(folder), seed=1, pace="off", curtain="never")
        table = TableScreen(app, session)
        app.go(table)
        app.step([], 0.0)
        yield Figure(f"open {find_scenario(largest()).title}", since(started), goal="under 1,000,000")
        while app.step([], 0.0):
            pass

        def frames(name: str, count: int, goal: str, change: Callable[[int], None]) -> Iterator[Figure]:
            spent = []
            for number in range(count):
                begun = time.perf_counter()
                change(number)
                table.is_dirty = True
                app.step([], 1 / 60)
                spent.append(since(begun))
            spent.sort()
            yield Figure(f"{name}, median frame", spent[len(spent) // 2], goal=goal)
            yield Figure(f"{name}, worst frame of {count}", spent[-1], goal=WORST if goal != HOVER else HOVER)

        hexes = session.reader.board.hexes

        def pan(number: int) -> None:
            table.camera = table.camera.panned(-9 if number < 100 else 9, -5)
            table.look_again()

        def zoom(number: int) -> None:
            table.camera = table.camera.zoomed(1 if number // 6 % 2 == 0 else -1, Point(460, 400))
            table.look_again()

        def hover(number: int) -> None:
            x, y = table.camera.layout.centre(hexes[number * 37 % len(hexes)])
            table.moved(round(x), round(y))

        yield from frames("standing still, all drawn anew", 120, STEADY, lambda number: None)
        yield from frames("panning", 200, STEADY, pan)
        yield from frames("zooming", 60, WORST, zoom)
        yield from frames("hovering", 120, HOVER, hover)
        app.close()


def largest() -> str:
    """The shipped scenario with the most units."""
    from game.library import shipped_scenarios

    return max(shipped_scenarios().values(), key=lambda file: len(file.data.get("units", ()))).name


def since(started: float) -> float:
    return (time.perf_counter() - started) * 1e6
