"""What a shell completes where a command takes the name of a ruleset, a scenario, a table or a question."""

from __future__ import annotations

from collections.abc import Iterable

import typer


def ruleset_names(incomplete: str) -> list[str]:
    """The rulesets whose id begins so."""
    from game.core.ruleset import find_rulesets

    return _beginning(incomplete, find_rulesets())


def rulesets_or_all(incomplete: str) -> list[str]:
    """The same where 'all' can be said, too."""
    return [*ruleset_names(incomplete), *_beginning(incomplete, ["all"])]


def scenario_names(incomplete: str) -> list[str]:
    """The scenarios that came with the program whose name begins so."""
    from game.library import shipped_names

    return _beginning(incomplete, shipped_names())


def table_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The tables of the ruleset named before."""
    from game.core.errors import DataError
    from game.core.ruleset import load_ruleset

    try:
        return _beginning(incomplete, load_ruleset(ctx.params.get("ruleset") or "").tables)
    except DataError:
        return []


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
