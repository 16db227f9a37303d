"""A ruleset is found by its manifest: in our own folder, or in a package somebody else has installed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from game import library
from game.core import ruleset as rulesets
from game.core.errors import DataError
from game.core.ruleset import find_rulesets, load_ruleset
from game.shipped import shipped

MANIFEST = 'format = 1\nid = "{id}"\ntitle = "Ours"\nversion = "1"\nperiod = "any"\nsummary = "A guest."\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package outside the program that names itself as a ruleset."""
    folder = tmp_path / "guest_rules"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(MANIFEST.format(id="guest"), encoding="utf-8")
    (folder / "__init__.py").write_text("RULESET = 'a ruleset'\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("guest", "guest_rules", rulesets.ENTRY_POINTS)
    monkeypatch.setattr(rulesets, "entry_points", lambda group: [entry])
    find_rulesets.cache_clear()
    yield folder
    find_rulesets.cache_clear()
    sys.modules.pop("guest_rules", None)


def test_our_own() -> None:
    assert find_rulesets()["skirmish"].package == "game.rulesets.skirmish"


def test_a_package_of_its_own(package: Path) -> None:
    assert find_rulesets()["guest"].manifest.summary == "A guest."
    assert load_ruleset("guest") == "a ruleset"
    assert "skirmish" in find_rulesets()


def test_a_package_brings_its_battles(package: Path) -> None:
    shutil.copytree(shipped("maps") / "skirmish", package / "maps" / "ford")
    file = package / "maps" / "ford" / "scenario.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('ruleset = "skirmish"', 'ruleset = "guest"'), encoding="utf-8")
    for known in (library.shipped_names, library.shipped_scenario, library._shipped_rulesets):
        known.cache_clear()
    try:
        assert [each.path for each in library.scenarios_of("guest")] == [file]
        assert library.find_scenario("ford").ruleset == "guest"
        assert library.find_scenario("skirmish").ruleset == "skirmish"
    finally:
        for known in (library.shipped_names, library.shipped_scenario, library._shipped_rulesets):
            known.cache_clear()


def test_an_id_that_is_taken(package: Path) -> None:
    (package / "ruleset.toml").write_text(MANIFEST.format(id="skirmish"), encoding="utf-8")
    with pytest.raises(DataError, match=r"'skirmish' is the id of game\.rulesets\.skirmish already"):
        find_rulesets()


def test_a_package_without_a_ruleset(package: Path) -> None:
    (package / "__init__.py").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="RULESET: is missing"):
        load_ruleset("guest")


def test_a_package_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("ghost", "ghost_rules", rulesets.ENTRY_POINTS)
    monkeypatch.setattr(rulesets, "entry_points", lambda group: [entry])
    find_rulesets.cache_clear()
    try:
        with pytest.raises(DataError, match="ghost_rules: is named as a ruleset, but cannot be imported"):
            find_rulesets()
    finally:
        find_rulesets.cache_clear()
