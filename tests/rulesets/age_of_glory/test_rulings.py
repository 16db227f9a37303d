"""RULINGS.md and the reference: every ruling names a test that is there, every house rule is among them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.switches import read_switches
from game.rulesets import age_of_glory

FOLDER = Path(age_of_glory.__file__).parent
TESTS = Path(__file__).parent
DOCS = FOLDER.parent.parent.parent / "docs"
COLUMNS = ("number", "rule", "question", "choice", "why", "switch", "test")
REFERENCES = ("age-of-glory.md", "age-of-glory.fr.md")


def rulings() -> list[dict[str, str]]:
    lines = (FOLDER / "RULINGS.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.match(r"\| \d+ \|", line)]
    return [dict(zip(COLUMNS, (cell.strip() for cell in row.split("|")[1:-1]), strict=True)) for row in rows]


ROWS = rulings()


def rules_in(name: str) -> set[str]:
    """The numbers of the rules a reference tells."""
    return set(re.findall(r"\*\*(\d+\.\d+)\*\*", (DOCS / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["number"])
def test_a_ruling_names_a_test_that_exists(row: dict[str, str]) -> None:
    cited = re.findall(r"`([^`]+)`", row["test"])
    assert cited
    for name in cited:
        file, _, function = name.partition("::")
        assert f"\ndef {function}(" in (TESTS / file).read_text(encoding="utf-8"), name
    assert row["question"].endswith("?") and row["choice"].endswith(".") and row["why"].endswith(".")
    assert set(re.split(r", ", row["rule"])) <= rules_in("age-of-glory.md")


def test_rulings_are_numbered_in_order() -> None:
    assert [int(row["number"]) for row in ROWS] == list(range(1, len(ROWS) + 1))


def test_the_house_rules_of_the_rulings_are_those_that_can_be_set() -> None:
    cited = {name for row in ROWS for name in re.findall(r"`([^`]+)`", row["switch"])}
    assert cited == set(read_switches(FOLDER / "switches.toml"))


def test_both_languages_tell_the_same_rules() -> None:
    assert rules_in(REFERENCES[0]) == rules_in(REFERENCES[1])


def test_every_rule_the_program_cites_is_in_the_reference() -> None:
    known = rules_in("age-of-glory.md") | {str(chapter) for chapter in range(1, 12)}
    cited: set[str] = set()
    for path in sorted(FOLDER.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for group in re.findall(r"\[((?:[1-9]\d*(?:\.\d+)?)(?:(?:, | to )\d+(?:\.\d+)?)*)\]", text):
            cited |= {number for number in re.split(r", | to ", group) if "." in number}
        cited |= set(re.findall(r', "(\d+\.\d+)"\)', text))
    assert cited <= known
