"""The game speaks French as completely as English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.tongue import speak
from game.fuzz import fuzz
from game.library import find_scenario
from game.rulesets import age_of_glory
from game.rulesets.age_of_glory import RULESET
from game.shipped import shipped

FOLDER = Path(age_of_glory.__file__).parent
LOCALE = shipped("assets") / "locale"


def texts() -> Iterator[str]:
    """Every text marked for translation, and every title of the flow chart."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("_" | "N_"), [ast.Constant(str(text)), *_more]):
                    yield text
    yield from (node.title for node in RULESET.sequence.node)


def catalogue() -> dict[str, str]:
    content = (LOCALE / "fr/LC_MESSAGES/gloire.po").read_text(encoding="utf-8")
    pairs = re.findall(r'^msgid (".*")\nmsgstr (".*")$', content, re.MULTILINE)
    return {ast.literal_eval(key): ast.literal_eval(value) for key, value in pairs}


def test_every_text_has_a_translation_with_the_same_fields() -> None:
    known, fields = catalogue(), re.compile(r"\{[^}]*\}")
    wanted = set(texts())
    assert len(wanted) > 300
    assert sorted(text for text in wanted if not known.get(text)) == []
    assert [t for t in wanted if sorted(fields.findall(t)) != sorted(fields.findall(known[t]))] == []


@pytest.fixture
def in_french() -> Iterator[None]:
    speak("fr", LOCALE)
    yield
    speak("en", LOCALE)


def test_a_game_in_french_keeps_every_rule(in_french: None) -> None:
    """No rule hangs on the words it is told in."""
    report = fuzz("age-of-glory", 2, 5, [find_scenario("pike-drill")])
    assert report.faults == []
    assert any(cell.startswith("close_combat") for cell in report.coverage.cells)
    assert report.coverage.cells.keys() <= report.coverage.coverable
