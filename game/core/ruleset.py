"""What a ruleset is to the rest of the program, and how it is found: one folder with a manifest.

`game/rulesets/<folder>/ruleset.toml` says what it is; `<folder>/__init__.py` holds `RULESET`, an object
with the attributes below. Rulesets shipped as packages of their own name theirs in the entry-point
group `gloire.rulesets`. Nothing else in the program knows any ruleset by name.
"""

from __future__ import annotations

import importlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pydantic import Field

from game.core.engine import Rules
from game.core.errors import DataError, did_you_mean
from game.core.events import Event
from game.core.models import Closed
from game.core.scenario import Scenario, ScenarioFile
from game.core.sequence import Sequence
from game.core.state import GameState
from game.core.switches import HouseRules, Switch
from game.core.tables import PrintedTable, read_model

ENTRY_POINTS = "gloire.rulesets"


class Manifest(Closed):
    """A ruleset's `ruleset.toml`."""

    format: int = Field(ge=1, le=1)
    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    title: str
    version: str
    period: str
    summary: str


class Setup(NamedTuple):
    """A game about to begin: the rules that will not change and the table as it is laid out."""

    rules: Any  # the ruleset's own class; satisfies `core.engine.Rules`
    state: GameState
    start: str  # the node of the sequence of play to open


class Ruleset(Protocol):
    """What a ruleset offers to match, text, odds, fuzz and window."""

    @property
    def manifest(self) -> Manifest: ...

    @property
    def sequence(self) -> Sequence: ...

    @property
    def switches(self) -> Mapping[str, Switch]: ...

    @property
    def tables(self) -> Mapping[str, PrintedTable]: ...

    @property
    def vocabulary(self) -> Mapping[str, frozenset[str]]:
        """Terrain, hexside and road words its maps may use."""
        ...

    def read_scenario(self, file: ScenarioFile) -> Scenario:
        """The scenario validated against map and tables."""
        ...

    def set_up(self, file: ScenarioFile, house_rules: HouseRules) -> Setup:
        """Lay out the table."""
        ...

    def broken(self, rules: Any, state: GameState) -> Iterator[str]:
        """Every invariant of the game that does not hold in a state, in words."""
        ...

    def describe(self, rules: Any, event: Event) -> str | None:
        """The event as a line of the log; "" is worth no line, None leaves the wording to the core."""
        ...

    def describe_piece(self, rules: Any, state: GameState, id_: str) -> str:
        """A piece in one line: name, figures, state."""
        ...


class Found(NamedTuple):
    """A ruleset that is there: its manifest and the package that holds it."""

    manifest: Manifest
    package: str


@cache
def find_rulesets() -> dict[str, Found]:
    """Every ruleset by id: the folders of `game.rulesets` and the entry points of other packages."""
    home = find_spec("game.rulesets")
    assert home is not None and home.submodule_search_locations
    packages = [
        f"game.rulesets.{folder.parent.name}"
        for place in home.submodule_search_locations
        for folder in sorted(Path(place).glob("*/ruleset.toml"))
    ]
    packages += [entry.value for entry in entry_points(group=ENTRY_POINTS)]
    found: dict[str, Found] = {}
    for package in packages:
        manifest = read_model(Manifest, package_folder(package) / "ruleset.toml")
        if manifest.id in found:
            raise DataError(
                package, "id", f"'{manifest.id}' is the id of {found[manifest.id].package} already"
            )
        found[manifest.id] = Found(manifest, package)
    return found


def package_folder(package: str) -> Path:
    """The folder of a ruleset's package."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise DataError(package, "", "is named as a ruleset, but cannot be imported")
    return Path(spec.origin).parent


def load_ruleset(id_: str, named_in: Path | str = "") -> Ruleset:
    """The ruleset with this id; where there is none, the file that names it is told, if a file does."""
    known = find_rulesets()
    if id_ not in known:
        hint = did_you_mean(id_, known)
        if named_in:
            raise DataError(named_in, "ruleset", f"there is no ruleset '{id_}'{hint}")
        raise DataError(id_, "", f"there is no such ruleset{hint}")
    package = known[id_].package
    ruleset: Ruleset | None = getattr(importlib.import_module(package), "RULESET", None)
    if ruleset is None:
        raise DataError(package, "RULESET", "is missing; a ruleset's package holds one")
    return ruleset


_laid_out: OrderedDict[tuple[Any, ...], Setup] = OrderedDict()
KEPT = 16  # tables that stay ready: those of a run of games over all scenarios


def lay_out(id_: str, file: ScenarioFile, house_rules: HouseRules) -> Setup:
    """A game about to begin. Games on one scenario with the same house rules share their rules.

    Rules never change during a game; what they have worked out about the board serves the next one, too.
    """
    key = (id_, file.path, file.content_hash, repr(file.data), tuple(sorted(house_rules.items())))
    if key not in _laid_out:
        _laid_out[key] = load_ruleset(id_).set_up(file, house_rules)
        if len(_laid_out) > KEPT:
            _laid_out.popitem(last=False)
    _laid_out.move_to_end(key)
    return _laid_out[key]


__all__ = [
    "ENTRY_POINTS",
    "Found",
    "Manifest",
    "Rules",
    "Ruleset",
    "Setup",
    "find_rulesets",
    "lay_out",
    "load_ruleset",
    "package_folder",
]
