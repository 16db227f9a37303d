"""Every screen at every size: nothing cut off, nothing over something else, nothing outside the window."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.actions import act
from game.core.dice import D10
from game.core.table import Place
from game.ui.cards import DicePad, KeysCard, Question, TableCard
from game.ui.menu_screen import MenuScreen
from game.ui.widgets import overlaps, too_wide
from tools.window_driver import Driver

SIZES = [(1280, 800), (1024, 600), (2560, 1440)]
PLAIN = (
    "bins",
    "camera",
    "cards",
    "curtain",
    "handlers",
    "hover",
    "keys",
    "oracle",
    "palette",
    "panel",
    "reader",
    "saves",
    "scene",
    "session",
    "settings",
    "theatre",
    "whatif",
    "widgets",
)


@pytest.fixture(params=SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
def sized(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    found = Driver(tmp_path, request.param)
    yield found
    found.app.close()


def check(driver: Driver) -> None:
    """No text cut off, none over another, all inside the window."""
    driver.settle()
    widgets = driver.screen.widgets()
    assert widgets
    assert [(a.text, b.text) for a, b in overlaps(widgets)] == []
    assert [widget.text for widget in too_wide(widgets, driver.app.type)] == []
    width, height = driver.app.size
    outside = [
        w.text
        for w in widgets
        if w.kind in ("text", "button")
        and w.text
        and (w.seen.right > width or w.seen.bottom > height or w.seen.x < 0 or w.seen.y < 0)
    ]
    assert outside == []
    if not driver.screen.cards:
        assert [w.text for w in widgets if w.kind == "button" and not w.tip] == [], "every button has a tip"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("page", ["home", "new", "load", "options"])
def test_the_menu(sized: Driver, page: str, language: str) -> None:
    sized.app.choose(language=language)
    sized.app.go(MenuScreen(sized.app, page))
    check(sized)
    sized.app.choose(language="en")


def test_the_house_rules(sized: Driver) -> None:
    menu = MenuScreen(sized.app, "new")
    sized.app.go(menu)
    sized.step()
    menu.obey(("switches",))
    menu.changed()
    check(sized)


@pytest.mark.parametrize("scenario", ["skirmish", "meeting", "austerlitz", "fehrbellin"])
def test_the_table(sized: Driver, scenario: str) -> None:
    table = sized.open(scenario)
    check(sized)
    for name in table.session.reader.overlay_titles():
        table.obey(("overlay", name))
        table.changed()
        check(sized)


def test_the_curtain(sized: Driver) -> None:
    table = sized.open()
    sized.do(act("order", "advance"))
    assert table.session.is_curtained
    check(sized)


def test_the_cards(sized: Driver) -> None:
    table = sized.open("meeting")
    tables = dict(table.session.match.ruleset.tables)
    cards = [
        KeysCard(sized.app.keys),
        KeysCard(sized.app.keys, is_editable=True),
        DicePad(D10, "to hit"),
        Question("Really?", "A few words. " * 40, [("Yes", ("close",)), ("No", ("close",))]),
        *(TableCard(tables, name) for name in tables),
        *(
            TableCard(tables, name, Place(name, row, column))
            for name, table in tables.items()
            for row in list(table.rows)[:2]
            for column in table.columns
        ),
    ]
    for card in cards:
        table.lay(card)
        check(sized)
        table.close_card()


def test_only_paint_and_the_window_know_pygame() -> None:
    names = ", ".join(f"game.ui.{name}" for name in PLAIN)
    code = f"import sys, {names}; sys.exit('pygame' in sys.modules)"
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root).returncode == 0
