"""The window's frames, drawn without a screen: starting, standing still, panning, choosing, pointing.

At 1280 x 800: a map of 60 x 40 hexes with 200 counters, and the shipped battle that has the most units. Time
is the processor's, of all threads together, so that other programs on the machine do not count.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from bench import Figure

if TYPE_CHECKING:
    from game.core.actions import Action
    from game.ui.table_screen import TableScreen
    from game.ui.window import App

SIZE = (1280, 800)
COUNTERS = 200
FORMATIONS = ("blue-foot", "red-foot", "blue-horse", "red-horse")
STEADY, WORST, HOVER = "at most 4,000", "at most 16,000", "at most 33,000"
SECOND = "under 1,000,000"
PICKS, TARGETS = 100, 40  # how many units are chosen and targets pointed at
REACTION_S = 0.3  # from seeing a target lit to having the pointer on it
QUIET_TURNS = 60  # of the loop, a tenth of a second each
LIVELY = ("strike", "attack", "fire", "charge", "order", "move", "go")

START = """
from pathlib import Path
from game.ui.menu_screen import MenuScreen
from game.ui.settings import Home
from game.ui.window import App
app = App(Home(Path({folder!r}), Path({folder!r})), {size})
app.go(MenuScreen(app))
app.step([], 0.0)
"""


def figures() -> Iterator[Figure]:
    """Medians and worst frames in microseconds; each frame is drawn in full."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.ui.settings import Home
    from game.ui.window import App

    with tempfile.TemporaryDirectory() as folder:
        yield Figure("from the start of the process to the menu", started_in(folder), goal=SECOND)
        app = App(Home(Path(folder), Path(folder)), SIZE)
        with app.at_work():
            yield from on_a_large_map(app, Path(folder))
            yield from in_a_battle(app, Path(folder))
        app.close()


def started_in(folder: str) -> float:
    """The best of three starts: interpreter, imports, window, first picture."""
    spent = []
    for _ in range(3):
        before = children_s()
        code = START.format(folder=folder, size=SIZE)
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        spent.append((children_s() - before) * 1e6)
    return min(spent)


def children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def on_a_large_map(app: App, folder: Path) -> Iterator[Figure]:
    """Still, panned and zoomed: 60 x 40 hexes, 200 counters."""
    from hexmap.layout import Point

    table = opened(app, crowded(folder), folder)
    settle(app)

    def pan(number: int) -> None:
        table.camera = table.camera.panned(-9 if number < 100 else 9, -5)
        table.look_again()

    def zoom(number: int) -> None:
        table.camera = table.camera.zoomed(1 if number // 6 % 2 == 0 else -1, Point(460, 400))
        table.look_again()

    for name, count, usual, change in (
        ("standing still, all drawn anew", 120, STEADY, lambda number: None),
        ("panning", 200, STEADY, pan),
        ("zooming", 60, WORST, zoom),
    ):
        spent = sorted(frames(app, table, count, change))
        yield Figure(f"{name}, median frame", spent[len(spent) // 2], goal=usual)
        yield Figure(f"{name}, worst frame of {count}", spent[-1], goal=WORST)


def in_a_battle(app: App, folder: Path) -> Iterator[Figure]:
    """Opening the largest battle, choosing units, pointing at targets while it is played on."""
    begun = time.process_time()
    table = opened(app, largest(), folder)
    yield Figure(f"open {table.session.match.scenario.title}", since(begun), goal=SECOND)
    settle(app)
    choose = random.Random(1)
    picks: list[float] = []
    points: list[float] = []
    later: list[float] = []
    seen: set[Action] = set()
    while len(points) < TARGETS or len(later) < TARGETS:
        if table.session.match.is_over:
            table = opened(app, largest(), folder, seed=len(points) + 2)
        if table.desk.mine:
            picks += picked(app, table) if len(picks) < PICKS else []
            if len(points) <= len(later):
                points += pointed(app, table, seen)
            else:
                later += pointed(app, table, seen, REACTION_S)
        table.act(lively(choose, table.session.match.legal()))
        app.step([], 1 / 60)
    reach, odds = "choosing a unit until its reach is seen", "pointing at a target until its odds are seen"
    yield Figure(f"{reach}, median", middle(picks), goal=WORST)
    yield Figure(f"{reach}, worst of {len(picks)}", max(picks), goal=WORST)
    for when, spent in (("at once", points), ("as soon as a hand can be there", later)):
        yield Figure(f"{odds}, {when}, median", middle(spent), goal=HOVER)
        yield Figure(f"{odds}, {when}, worst of {len(spent)}", max(spent), goal=HOVER)


# --- how it is played -------------------------------------------------------------------------------


def frames(app: App, table: TableScreen, count: int, change: Callable[[int], None]) -> list[float]:
    """How long each of some frames took, in microseconds."""
    spent = []
    for number in range(count):
        begun = time.process_time()
        change(number)
        table.is_dirty = True
        app.step([], 1 / 60)
        spent.append(since(begun))
    return spent


def picked(app: App, table: TableScreen) -> list[float]:
    """How long it takes from the click on a unit to the picture of what it can do."""
    places = [here for id_ in table.desk.beginners() if (here := table.desk.hex_of(id_)) is not None]
    spent = []
    for here in places[:2]:
        table.camera = table.camera.showing(here)
        table.changed()
        app.step([], 1 / 60)
        if len(table.mode.options(table.desk, here)) < 2:
            continue  # the click would not choose but act
        begun = time.process_time()
        table.click(here)
        app.step([], 1 / 60)
        spent.append(since(begun))
        table.cancel()
    return spent


def pointed(app: App, table: TableScreen, seen: set[Action], after_s: float = 0.0) -> list[float]:
    """How long it takes from pointing at a target to the picture with its odds; no attack is taken twice.

    *after_s* is how long the target has been lit before the pointer comes to it.
    """
    spent = []
    for each in [lit for lit in table.mode.lit(table.desk) if lit.manner in ("attack", "charge", "fire")]:
        action = table.mode.options(table.desk, each.hex)[0]
        if action in seen or not table.session.oracle.has_odds(table.desk.view.state, action):
            continue
        seen.add(action)
        table.camera = table.camera.showing(each.hex)
        app.step([], 1 / 60)
        for _ in range(round(after_s * 60)):
            time.sleep(1 / 60)
            app.step([], 1 / 60)
        begun = time.process_time()
        table.moved(*map(round, table.camera.layout.centre(each.hex)))
        while table.session.oracle.ask(table.desk.view.state, action) is None:
            time.sleep(0.001)
        app.step([], 1 / 60)
        spent.append(since(begun))
    return spent


def lively(choose: random.Random, legal: tuple[Action, ...]) -> Action:
    found = [action for action in legal if action.verb in LIVELY]
    return choose.choice(found if found and choose.random() < 0.75 else legal)


def opened(app: App, scenario: str | Path, folder: Path, seed: int = 1) -> TableScreen:
    """A battle on the table, its map drawn."""
    from game.library import find_scenario
    from game.ui.session import Session
    from game.ui.table_screen import TableScreen

    session = Session.begin(find_scenario(scenario), folder, seed=seed, pace="off", curtain="never")
    table = TableScreen(app, session)
    app.go(table)
    app.step([], 0.0)
    return table


def settle(app: App) -> None:
    """Let everything that moves come to rest, and be made ready what is made ready in quiet moments."""
    while app.step([], 0.0):
        pass
    for _ in range(QUIET_TURNS):
        app.step([], 0.1)


def crowded(folder: Path) -> Path:
    """A battle with many counters on the map that all benchmarks share."""
    from game.shipped import shipped
    from hexmap.files import read_map

    home = folder / "crowded"
    home.mkdir()
    shutil.copy(shipped("maps") / "benchmark" / "map.toml", home)
    board = read_map(home / "map.toml")
    free = [hex_ for hex_ in board.hexes if board.terrain[hex_] == "clear"]
    places = random.Random(1).sample(free, COUNTERS)
    lines = [
        f'  {{ id = "u{number}", name = "Unit {number}", formation = "{formation}", arm = "infantry", '
        f'strength = 6, cohesion = 5, engagement = 5, movement = 4, facing = "E", '
        f'at = "{board.label(hex_)}" }},'
        for number, (hex_, formation) in enumerate(zip(places, cycle(FORMATIONS), strict=False))
    ]
    model = (shipped("maps") / "meeting" / "scenario.toml").read_text(encoding="utf-8")
    head, _, rest = model.partition("units = [\n")
    text = "\n".join([f"{head}units = [", *lines, rest[rest.index("]\n") :]])
    path = home / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    return path


def largest() -> str:
    """The shipped scenario with the most units."""
    from game.library import shipped_scenarios

    return max(shipped_scenarios().values(), key=lambda file: len(file.data.get("units", ()))).name


def resident_kb() -> int:
    """The memory this process holds now; where the system does not tell, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() // 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def middle(found: list[float]) -> float:
    return sorted(found)[len(found) // 2]


def since(started: float) -> float:
    return (time.process_time() - started) * 1e6
