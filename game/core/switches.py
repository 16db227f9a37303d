"""House rules: every reading of an unclear rule is a switch with a default, which players can change.

A ruleset lists its switches in `switches.toml`; players write a small TOML file with the ones they
want otherwise. What was chosen is part of every record.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, model_validator

from game.core.errors import DataError, did_you_mean
from game.core.models import Closed
from game.core.tables import read_model, read_toml


class Choice(Closed):
    """One position of a switch."""

    key: str = Field(pattern=r"^[a-z0-9][a-z0-9_]*$")
    text: str


class Switch(Closed):
    """A question the rules leave open, the readings we know, and the one we take unless told otherwise."""

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    rule: str
    question: str
    default: str
    choices: tuple[Choice, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _default_is_a_choice(self) -> Switch:
        if self.default not in self.positions():
            raise ValueError(f"default '{self.default}' of '{self.key}' is not one of its choices")
        return self

    def positions(self) -> tuple[str, ...]:
        return tuple(choice.key for choice in self.choices)


class SwitchFile(Closed):
    """A ruleset's `switches.toml`."""

    format: int = Field(ge=1, le=1)
    switch: tuple[Switch, ...] = ()


HouseRules = Mapping[str, str]


def read_switches(path: Path) -> dict[str, Switch]:
    """A ruleset's switches by key, in the order of the file."""
    return {switch.key: switch for switch in read_model(SwitchFile, path).switch}


def house_rules(
    switches: Mapping[str, Switch], chosen: Mapping[str, object], source: Path | str
) -> dict[str, str]:
    """Every switch with the position it is in; a word that no switch knows is refused by name."""
    for key, value in chosen.items():
        if key not in switches:
            raise DataError(source, key, f"no such house rule{did_you_mean(key, switches)}")
        positions = switches[key].positions()
        if value not in positions:
            raise DataError(source, key, f"'{value}' is not a choice{did_you_mean(str(value), positions)}")
    return {key: str(chosen.get(key, switch.default)) for key, switch in switches.items()}


def read_house_rules(path: Path, ruleset: str, switches: Mapping[str, Switch]) -> dict[str, str]:
    """The players' house-rule file: `format = 1`, `ruleset = "…"`, and a table `[switches]`."""
    data = read_toml(path)
    for key in data:
        if key not in ("format", "ruleset", "switches"):
            hint = did_you_mean(key, ("format", "ruleset", "switches"))
            raise DataError(path, key, f"unknown key '{key}'{hint}")
    if data.get("format") != 1 or data["format"] is True:
        raise DataError(path, "format", "must be 1, the format this program reads")
    if data.get("ruleset") != ruleset:
        raise DataError(path, "ruleset", f"is '{data.get('ruleset')}', but the game is '{ruleset}'")
    chosen = data.get("switches", {})
    if not isinstance(chosen, dict):
        raise DataError(path, "switches", "must be a table of house rules")
    return house_rules(switches, chosen, path)
