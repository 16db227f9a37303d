"""Scenarios by the name people type, or by where their file is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from game.core.errors import DataError, did_you_mean
from game.core.ruleset import find_rulesets, package_folder
from game.core.scenario import ScenarioFile, find_scenarios, open_scenario, scenario_name
from game.core.tables import read_toml
from game.shipped import shipped


@cache
def shipped_names() -> dict[str, Path]:
    """Where every scenario lies that came with the program, or with a ruleset, by name; none is opened.

    A ruleset from elsewhere has its maps in its own folder `maps`.
    """
    found = {scenario_name(path): path for path in find_scenarios(shipped("maps"))}
    for each in find_rulesets().values():
        for path in find_scenarios(package_folder(each.package) / "maps"):
            found.setdefault(scenario_name(path), path)
    return found


@cache
def shipped_scenario(name: str) -> ScenarioFile:
    """A scenario that came with the program or with a ruleset."""
    return open_scenario(shipped_names()[name])


def shipped_scenarios() -> dict[str, ScenarioFile]:
    """Every scenario that came with the program or with a ruleset, by name."""
    return {name: shipped_scenario(name) for name in shipped_names()}


def is_shipped(file: ScenarioFile) -> bool:
    known = shipped_names().get(file.name)
    return known is not None and known.resolve() == file.path.resolve()


@cache
def _shipped_rulesets() -> dict[str, str]:
    """The ruleset that every shipped scenario is played by, by name."""
    return {name: str(read_toml(path).get("ruleset")) for name, path in shipped_names().items()}


def scenarios_of(ruleset: str) -> list[ScenarioFile]:
    """The shipped scenarios of one ruleset, by name; those of others are not opened."""
    own = (name for name, its in _shipped_rulesets().items() if its == ruleset)
    return [shipped_scenario(name) for name in sorted(own)]


def is_there(path: Path) -> bool:
    """Whether something is at a path; a name that no file can have (too long, odd characters) is nowhere."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def find_scenario(word: str | Path) -> ScenarioFile:
    """The scenario with this name, or in this file or folder."""
    path = Path(word)
    known = shipped_names()
    if isinstance(word, str) and word in known:
        return shipped_scenario(word)
    if is_there(path) and path.is_file():
        return open_scenario(path)
    if is_there(path) and path.is_dir():
        found = find_scenarios(path.parent)
        inside = [each for each in found if each.parent == path]
        if len(inside) == 1:
            return open_scenario(inside[0])
        if inside:
            names = ", ".join(each.name for each in inside)
            raise DataError(path, "", f"this folder holds more than one scenario; name one of {names}")
        raise DataError(path, "", "this folder holds no scenario")
    if path.suffix == ".toml":
        raise DataError(path, "", "there is no such file")
    hint = did_you_mean(str(word), known) or "; 'gloire scenarios' lists them"
    raise DataError(path, "", f"there is no scenario of that name{hint}")
