"""`gloire scenarios`: which battles are there to play."""

from __future__ import annotations

import sys
from typing import Any

import typer

from game.cli.page import page
from game.cli.speech import UserError, print_json, sentence


def scenarios(
    ruleset: str = typer.Option("", "--ruleset", help="Only those of one ruleset."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """List the scenarios that came with the program."""
    from game.core.errors import DataError, did_you_mean
    from game.core.ruleset import find_rulesets
    from game.library import shipped_names, shipped_scenario

    known = find_rulesets()
    if ruleset and ruleset not in known:
        raise UserError(f"there is no ruleset '{ruleset}'{did_you_mean(ruleset, known)}")
    rows, problems = [], []
    for name in shipped_names():
        try:
            file = shipped_scenario(name)
        except DataError as error:
            problems.append(error)
            continue
        if ruleset in ("", file.ruleset):
            rows.append({"name": name, "title": file.title, "ruleset": file.ruleset, **_facts(file.data)})
    if as_json:
        print_json(rows)
    else:
        _print(rows)
    for problem in problems:
        print(f"gloire: {sentence(problem)}", file=sys.stderr)
    if problems:
        raise typer.Exit(2)


def _facts(data: dict[str, Any]) -> dict[str, Any]:
    """What a scenario says about itself before anybody has validated it."""
    facts = {key: data.get(key, "") for key in ("date", "size", "turns", "playing_time", "difficulty")}
    sides = data.get("sides")
    names = (
        [str(side.get("name", "")) for side in sides if isinstance(side, dict)]
        if isinstance(sides, list)
        else []
    )
    return {**facts, "sides": names}


def _print(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("scenario", "title", "ruleset", "date", "sides", "size", "turns", "time", "difficulty"):
        whole = heading in ("scenario", "ruleset", "turns")
        table.add_column(heading, justify="right" if heading == "turns" else "left", no_wrap=whole)
    for row in rows:
        words = [row["name"], row["title"], row["ruleset"], row["date"], " – ".join(row["sides"])]
        words += [row["size"], row["turns"], row["playing_time"], row["difficulty"]]
        table.add_row(*map(str, words))
    page().print(table)
