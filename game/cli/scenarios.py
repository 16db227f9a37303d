"""`gloire scenarios`: which battles are there to play."""

from __future__ import annotations

import sys
from typing import Any, Literal

import typer

from game.cli.completion import ruleset_names
from game.cli.language import BEHIND, Language
from game.cli.page import page
from game.cli.speech import UserError, print_json, sentence
from game.core.tongue import N_, _


def scenarios(
    ruleset: str = typer.Option(
        "", "--ruleset", help="Only those of one ruleset.", autocompletion=ruleset_names
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
    lang: Language | None = BEHIND,
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


HEADINGS = (
    N_("scenario"),
    N_("title"),
    N_("ruleset"),
    N_("date"),
    N_("sides"),
    N_("size"),
    N_("turns"),
    N_("time"),
    N_("difficulty"),
)


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    """A scenario as a line of the table, in the order of the headings."""
    told = {key: _(str(row[key])) for key in ("title", "date", "size", "playing_time", "difficulty")}
    sides = " – ".join(map(_, row["sides"]))
    known = (row["name"], told["title"], row["ruleset"], told["date"], sides, told["size"])
    return (*map(str, known), str(row["turns"]), told["playing_time"], told["difficulty"])


def _print(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    cells = [_cells(row) for row in rows]
    for place, heading in enumerate(HEADINGS):
        whole = heading in ("scenario", "ruleset", "turns")
        longest = max((len(word) for line in cells for word in line[place].split()), default=0)
        justify: Literal["left", "right"] = "right" if heading == "turns" else "left"
        table.add_column(_(heading), justify=justify, no_wrap=whole, min_width=longest)
    for line in cells:
        table.add_row(*line)
    page().print(table)
