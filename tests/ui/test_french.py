"""The window speaks French as completely as English: no text of it is left without a translation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.tongue import speak
from game.shipped import shipped
from tests.ui.driver import Driver

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "game/ui",
    "game/chronicle.py",
    "game/core/engine.py",
    "game/core/view.py",
    "game/rulesets/skirmish/looks.py",
    "game/rulesets/skirmish/steps.py",
    "game/rulesets/jours_de_gloire/looks.py",
    "game/rulesets/jours_de_gloire/overlays.py",
)


def texts() -> Iterator[str]:
    """Every text marked for translation in the rooms of the window."""
    for room in ROOMS:
        path = ROOT / room
        for file in [path] if path.suffix else sorted(path.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in ("_", "N_")
                    and isinstance(node.args[0], ast.Constant)
                ):
                    yield str(node.args[0].value)


def catalogue() -> dict[str, str]:
    content = (shipped("assets") / "locale/fr/LC_MESSAGES/gloire.po").read_text(encoding="utf-8")
    pairs = re.findall(r'^msgid (".*")\nmsgstr (".*")$', content, re.MULTILINE)
    return {ast.literal_eval(key): ast.literal_eval(value) for key, value in pairs}


def test_every_text_of_the_window_has_a_translation() -> None:
    known = catalogue()
    wanted = set(texts())
    assert len(wanted) > 200
    assert sorted(text for text in wanted if not known.get(text)) == []


def test_translations_keep_the_fields_of_their_texts() -> None:
    fields = re.compile(r"\{\w+\}")
    wrong = [
        key
        for key, value in catalogue().items()
        if value and set(fields.findall(key)) != set(fields.findall(value))
    ]
    assert wrong == []


@pytest.fixture
def french(driver: Driver) -> Iterator[Driver]:
    driver.app.choose(language="fr")
    yield driver
    speak("en", shipped("assets") / "locale")


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
