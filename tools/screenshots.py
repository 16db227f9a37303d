"""Take the pictures of the window for the documents, by playing it without a screen.

    .venv/bin/python tools/screenshots.py

Draws them anew into `docs/pictures`; run it when the window has changed, and look at them.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402
from PIL import Image  # noqa: E402

from game.core.actions import Action  # noqa: E402
from game.library import find_scenario  # noqa: E402
from game.ui.menu_screen import MenuScreen  # noqa: E402
from game.ui.session import Session  # noqa: E402
from game.ui.settings import Home  # noqa: E402
from game.ui.table_screen import TableScreen  # noqa: E402
from game.ui.window import App  # noqa: E402

SIZE = (1280, 800)
LIVELY = ("strike", "attack", "fire", "charge", "order", "move")


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Home(Path(folder), Path(folder)), SIZE)
        app.go(MenuScreen(app, "new"))
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        menu.obey(("scenario", "austerlitz"))
        save(app, "table-menu")
        table = play_to(app, "meeting", 3, "moving")
        lit = [each.hex for each in table.mode.lit(table.desk) if each.manner == "move"]
        point(app, table, lit[len(lit) * 3 // 4])
        save(app, "table-move")
        table = play_to(app, "meeting", 4, "charge_move")
        table.camera = table.camera.zoomed(2, table.camera.area.middle)
        target = table.mode.lit(table.desk)[-1].hex
        table.camera = table.camera.centred_on(target)
        point(app, table, target)
        save(app, "table-odds")
        table = open_table(app, "somosierra", 1)
        table.overlay = "sight"
        table.jumped = table.session.reader.board.at("0507")
        point(app, table, table.session.reader.board.at("0711"))
        save(app, "table-sight")
        app.close()


def open_table(app: App, scenario: str, seed: int) -> TableScreen:
    session = Session.begin(
        find_scenario(scenario), None, seed=seed, pace="off", has_dice=False, curtain="never"
    )
    table = TableScreen(app, session)
    app.go(table)
    settle(app)
    return table


def play_to(app: App, scenario: str, seed: int, step: str) -> TableScreen:
    """A game played on at random until a step is asked that is worth a picture."""
    while True:
        table = open_table(app, scenario, seed)
        choose = random.Random(seed)
        match = table.session.match
        while not match.is_over:
            if match.state.frame.step == step and match.state.turn > 1:
                settle(app)
                return table
            table.act(lively(choose, match.legal()))
        seed += 1


def lively(choose: random.Random, legal: tuple[Action, ...]) -> Action:
    found = [action for action in legal if action.verb in LIVELY]
    return choose.choice(found if found and choose.random() < 0.75 else legal)


def point(app: App, table: TableScreen, hex_: object) -> None:
    """Let the pointer rest on a hex until the odds are there."""
    x, y = table.camera.layout.centre(hex_)  # type: ignore[arg-type]
    table.changed()
    app.step([], 0.0)
    table.moved(round(x), round(y))
    for _ in range(20):
        app.step([], 0.1)
        time.sleep(0.05)


def settle(app: App) -> None:
    while app.step([], 0.1):
        pass


def save(app: App, name: str) -> None:
    settle(app)
    app.screen.is_dirty = True
    app.step([], 0.0)
    picture = Image.frombytes("RGB", app.size, pygame.image.tobytes(app.surface, "RGB"))
    kept = BytesIO()
    picture.quantize(256, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE).save(
        kept, "PNG", optimize=True
    )
    path = ROOT / "docs" / "pictures" / f"{name}.png"
    path.write_bytes(kept.getvalue())
    print(f"{path.relative_to(ROOT)}: {len(kept.getvalue()) // 1024} kB")


if __name__ == "__main__":
    main()
