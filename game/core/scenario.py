"""A scenario file: what every ruleset's scenarios have in common. The rest is the ruleset's own model."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import Field, ValidationError, field_validator

from game.core.errors import DataError, did_you_mean
from game.core.models import Closed, validated, validation_problem
from game.core.tables import read_toml

FORMAT = 1
S = TypeVar("S", bound="Scenario")

# The colours of counters that can be named; any other is written #rrggbb.
COLOURS = {
    "blue": "#27508f",
    "red": "#a5282c",
    "yellow": "#c79a1e",
    "white": "#d9d4c3",
    "green": "#3f6b3a",
    "grey": "#7c7f82",
    "gray": "#7c7f82",
    "black": "#33322f",
    "brown": "#7a5534",
    "orange": "#c0702a",
}


class SideEntry(Closed):
    """One of the two sides: its id, its name for people, its colour for counters."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    name: str
    colour: str = ""

    @field_validator("colour")
    @classmethod
    def _is_a_colour(cls, colour: str) -> str:
        if colour and colour not in COLOURS and not re.fullmatch("#[0-9a-fA-F]{6}", colour):
            raise ValueError(f"unknown colour '{colour}'{did_you_mean(colour, (*COLOURS, '#rrggbb'))}")
        return colour


class Scenario(Closed):
    """The head of every scenario; a ruleset's model adds its own fields to these."""

    format: int = Field(ge=FORMAT, le=FORMAT)
    ruleset: str
    map: str
    title: str
    date: str = ""
    size: str = ""
    playing_time: str = ""
    difficulty: str = ""
    turns: int = Field(ge=1, le=200)
    sides: tuple[SideEntry, SideEntry]
    notes: str = ""
    designer_notes: str = ""

    @field_validator("sides")
    @classmethod
    def _are_two(cls, sides: tuple[SideEntry, SideEntry]) -> tuple[SideEntry, SideEntry]:
        if sides[0].id == sides[1].id:
            raise ValueError("the two sides need different ids")
        return sides


class ScenarioFile(NamedTuple):
    """A scenario on disk: where, its plain content, and the hash of its text and its map's."""

    path: Path
    data: dict[str, Any]
    map_path: Path
    content_hash: str

    @property
    def name(self) -> str:
        return scenario_name(self.path)

    @property
    def ruleset(self) -> str:
        return str(self.data.get("ruleset", ""))

    @property
    def title(self) -> str:
        return str(self.data.get("title", self.name))


def scenario_name(path: Path) -> str:
    """The short name people type: "somosierra", or "austerlitz/centre"."""
    folder, stem = path.parent.name, path.stem
    return folder if stem in ("scenario", folder) else f"{folder}/{stem}"


def open_scenario(path: Path) -> ScenarioFile:
    """A scenario file read as plain values, its map found; the ruleset validates the rest."""
    data = read_toml(path)
    found = data.get("format")
    if found != FORMAT:
        newer = isinstance(found, int) and found > FORMAT
        raise DataError(
            path,
            "format",
            "is missing; a scenario begins with format = 1"
            if found is None
            else f"is {found!r}; this program reads format {FORMAT}{', get a newer one' if newer else ''}",
        )
    for key in ("ruleset", "map", "title"):
        if not isinstance(data.get(key), str):
            raise DataError(path, key, "is missing" if key not in data else "must be text")
    map_path = _find_map(path, data["map"])
    # Line ends differ between systems without the scenario being another one.
    text = (path.read_bytes() + map_path.read_bytes()).replace(b"\r\n", b"\n")
    return ScenarioFile(path, data, map_path, hashlib.sha256(text).hexdigest()[:16])


def _find_map(path: Path, word: str) -> Path:
    """The map file a scenario names, looked for from the scenario's own folder."""
    try:
        found = (path.parent / word).resolve()
        if found.is_dir():
            found = found / "map.toml"
        if found.is_file():
            return found
    except (OSError, ValueError):  # too long, or with characters no file name has
        pass
    raise DataError(path, "map", f"there is no map at '{' '.join(word.split())[:60]}'")


def read_scenario(file: ScenarioFile, model: type[S]) -> S:
    """The scenario as the ruleset's own model, or one sentence about the first mistake."""
    try:
        return validated(model, file.data)
    except ValidationError as error:
        raise DataError(file.path, *validation_problem(error, model)) from None


def find_scenarios(folder: Path) -> list[Path]:
    """All scenario files below a folder of maps: every `.toml` beside a map that is not the map."""
    return sorted(
        path for path in folder.glob("*/*.toml") if path.name != "map.toml" and "ruleset" in _top(path)
    )


def _top(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as text:
        return text.read(4096)
