"""The window speaks French, and takes it up and lays it down while it is open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.languages import speak
from tests.ui.driver import Driver


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
