"""The pages of the battles: made from the files, whole, and up to date."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from game.library import shipped_names, shipped_scenario

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "docs" / "battles"


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("battle_pages", ROOT / "tools" / "battle_pages.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


@pytest.mark.parametrize("name", shipped_names())
def test_a_page_says_what_the_file_says(name: str) -> None:
    """If this fails, run `python3 tools/battle_pages.py`."""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert page == TOOL.page(name, shipped_scenario(name))
    assert (PAGES / "pictures" / f"{name}.png").stat().st_size > 10_000


@pytest.mark.parametrize("name", shipped_names())
def test_a_page_can_be_made_of_every_scenario(name: str) -> None:
    """Whatever its ruleset: the title, the story, and every unit of both sides."""
    file = shipped_scenario(name)
    page = TOOL.page(name, file)
    assert page.startswith(f"# {file.title}\n") and "## Orders of battle" in page
    for unit in file.data["units"]:
        assert f"| {unit.get('name', unit['id'])} |" in page
    for line in page.splitlines():
        if line.startswith("|"):
            assert line.endswith(" |")


def test_a_page_tells_what_is_left_to_chance() -> None:
    """Who may not come, who gives orders late, who may fall, and where the fog lies."""
    page = TOOL.page("saalfeld", shipped_scenario("saalfeld"))
    assert "**Pelet's outpost** (rating 3, comes only if a die each turn shows 1 or less)" in page
    assert "falls on 1 or less from turn 5 on" in page
    page = TOOL.page("austerlitz", shipped_scenario("austerlitz"))
    assert "| gives orders from turn 3 on |" in page and "orders Vandamme's division" in page
    assert "fog, nobody sees farther than 1 hex, above level 0 it is clear." in page


def test_the_list_leads_to_every_page() -> None:
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert {f"{name}.md" for name in shipped_names()} <= set(links)
    for link in links:
        assert (PAGES / link).is_file(), link
