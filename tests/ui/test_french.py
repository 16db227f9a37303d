"""The window speaks French, and takes it up and lays it down while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.languages import speak
from game.ui.cards import KeysCard, TableCard
from game.ui.menu_screen import MenuScreen
from tests.ui.test_screens import check
from tools.window_driver import Driver


@pytest.fixture
def french(driver: Driver) -> Iterator[Driver]:
    driver.app.choose(language="fr")
    yield driver
    speak("en")


def test_the_language_can_be_changed_in_the_options(french: Driver) -> None:
    said = " ".join(widget.text for widget in french.screen.widgets())
    assert "Nouvelle partie" in said and "New game" not in said
    french.app.choose(language="en")
    french.step()
    assert any("New game" in widget.text for widget in french.screen.widgets())


def test_a_table_in_french(french: Driver) -> None:
    french.open()
    said = " ".join(widget.text for widget in french.screen.widgets())
    assert "Tour 1 sur 4" in said and "Avancer" in said


@pytest.mark.parametrize("scenario", ["skirmish", "meeting", "pike-drill"])
def test_overlays_are_named_on_their_buttons(french: Driver, scenario: str) -> None:
    table = french.open(scenario)
    shown = [widget.text for widget in table.widgets() if widget.command[:1] == ("overlay",)]
    titles = table.session.reader.overlay_titles().values()
    assert shown == [f"{number} {title}" for number, title in enumerate(titles, 1)]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Driver]:
    """A small window in French, where long words have the least room."""
    found = Driver(tmp_path, (1024, 600))
    found.app.choose(language="fr")
    yield found
    found.app.close()
    speak("en")


def test_nothing_is_cut_off_in_the_house_rules(small: Driver) -> None:
    menu = MenuScreen(small.app, "new")
    small.app.go(menu)
    small.step()
    menu.obey(("switches",))
    menu.changed()
    check(small)


@pytest.mark.parametrize("scenario", ["skirmish", "meeting", "pike-drill"])
def test_nothing_is_cut_off_at_the_table(small: Driver, scenario: str) -> None:
    table = small.open(scenario)
    check(small)
    for name in table.session.reader.overlay_titles():
        table.obey(("overlay", name))
        table.changed()
        check(small)
    tables = dict(table.session.match.ruleset.tables)
    for card in (KeysCard(small.app.keys), *(TableCard(tables, name) for name in tables)):
        table.lay(card)
        check(small)
        table.close_card()
