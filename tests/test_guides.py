"""The guides quote the code as it is, and what they tell people to type works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.ruleset import Ruleset
from game.core.switches import read_house_rules
from game.rulesets.skirmish import RULESET

ROOT = Path(__file__).resolve().parent.parent
RULESETS = (ROOT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
HOUSE_RULES = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", RULESETS, re.DOTALL)


def test_there_are_quotes_and_every_block_of_python_is_one() -> None:
    assert len(QUOTES) >= 10
    assert RULESETS.count("```python") == sum("```python\n" + code in RULESETS for _, code in QUOTES)


@pytest.mark.parametrize(("name", "code"), QUOTES)
def test_code_is_quoted_as_it_stands(name: str, code: str) -> None:
    assert code in (ROOT / name).read_text(encoding="utf-8")


def test_every_file_the_guide_lists_is_there() -> None:
    folders = {"game/rulesets/skirmish/": 7, "maps/skirmish/": 2}
    for folder, count in folders.items():
        listed = re.search(rf"^    {folder}\n((?:        .*\n)+)", RULESETS, re.MULTILINE)
        assert listed
        names = [line.split()[0] for line in listed[1].splitlines()]
        assert len(names) == count
        assert all((ROOT / folder / name).is_file() for name in names)


def test_everything_a_ruleset_must_offer_is_in_the_table() -> None:
    offered = {name for name in vars(Ruleset) if not name.startswith("_")}
    assert {"set_up", "broken", "vocabulary"} <= offered
    for name in offered:
        assert f"`{name}" in RULESETS


def test_the_house_rules_of_the_guide_are_in_order(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", HOUSE_RULES, re.DOTALL)
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    assert read_house_rules(path, "skirmish", RULESET.switches) == {"woods": "as_clear"}
