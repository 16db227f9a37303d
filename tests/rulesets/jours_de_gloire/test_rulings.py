"""RULINGS.md: every ruling names a test that is there, every house rule is among them, none is a stub."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.switches import read_switches
from game.rulesets import jours_de_gloire

FOLDER = Path(jours_de_gloire.__file__).parent
TESTS = Path(__file__).parent
COLUMNS = ("number", "rule", "question", "choice", "why", "switch", "test")


def rulings() -> list[dict[str, str]]:
    lines = (FOLDER / "RULINGS.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(r"\| \d+ \|", line)]
    return [dict(zip(COLUMNS, (cell.strip() for cell in row.split("|")[1:-1]), strict=True)) for row in rows]


ROWS = rulings()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["number"])
def test_a_ruling_names_a_test_that_exists(row: dict[str, str]) -> None:
    cited = re.findall(r"`([^`]+)`", row["test"])
    assert cited
    for name in cited:
        file, _, function = name.partition("::")
        assert (TESTS / file).is_file(), f"there is no {file}"
        if function:
            assert f"\ndef {function}(" in (TESTS / file).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["number"])
def test_a_ruling_asks_answers_and_gives_its_reason(row: dict[str, str]) -> None:
    assert row["question"].endswith("?")
    assert row["choice"].endswith(".") and row["why"].endswith(".")
    assert re.fullmatch(r"(all|[\d., ]+|note \w|notes \w and \w)(, (note \w|\d[\d.]*))*", row["rule"])


def test_the_house_rules_of_the_rulings_are_those_that_can_be_set() -> None:
    cited = {name for row in ROWS for name in re.findall(r"`([^`]+)`", row["switch"])}
    assert cited == set(read_switches(FOLDER / "switches.toml"))
