"""Neutral movement costs: a plain table for maps without a ruleset, and for tests.

The figures stand in `neutral.toml` beside this file, in the form `hexmap.costfile` reads. The neutral
rule of sight is `hexmap.neutral_sight`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from hexmap.costs import CostTable, table_of


@cache
def costs() -> CostTable:
    """The neutral table: infantry, cavalry, artillery, general."""
    return table_of(tomllib.loads(files("hexmap").joinpath("neutral.toml").read_text("utf-8")))
