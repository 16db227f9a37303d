"""`gloire tables`: every table of a ruleset, shaped like the printed page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from game.cli.completion import ruleset_names, table_names
from game.cli.language import BEHIND, Language
from game.cli.page import page
from game.cli.speech import UserError, print_json
from game.core.tongue import _, word

if TYPE_CHECKING:
    from rich.console import Console

    from game.core.tables import PrintedTable


def tables(
    ruleset: str = typer.Argument(..., metavar="RULESET", help="Whose tables.", autocompletion=ruleset_names),
    table: str = typer.Argument(
        "", metavar="[TABLE]", help="One of them; all when none is named.", autocompletion=table_names
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
    lang: Language | None = BEHIND,
) -> None:
    """Print a ruleset's tables."""
    from game.core.errors import did_you_mean
    from game.core.ruleset import load_ruleset

    found = load_ruleset(ruleset).tables
    if table and table not in found:
        raise UserError(f"'{ruleset}' has no table '{table}'{did_you_mean(table, found)}")
    shown = {table: found[table]} if table else dict(found)
    if as_json:
        data = {name: _data(each) for name, each in shown.items()}
        print_json(data[table] if table else data)
        return
    console = page()
    for name, each in shown.items():
        _print(console, name, each)


def _data(table: PrintedTable) -> dict[str, Any]:
    return table.model_dump(mode="json", exclude={"format"})


def _print(console: Console, name: str, table: PrintedTable) -> None:
    """A table as it is printed: heading, rows and columns, the notes below."""
    from rich import box
    from rich.padding import Padding
    from rich.table import Table

    rule = f" [{table.rule}]" if table.rule else ""
    console.print(f"{_(table.title)}{rule}", style="bold", end="")
    console.print(f"  ({name})", style="dim")
    # Figures stand in the middle of their column; cells of words are easier to read from the left.
    longest = max((len(cell) for cells in table.rows.values() for cell in cells), default=0)
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column(_(table.corner))
    for heading in table.columns:
        grid.add_column(_(heading), justify="center" if longest <= 16 else "left")
    for label, cells in table.rows.items():
        grid.add_row(word(label), *map(_, cells))
    console.print(Padding(grid, (0, 0, 0, 2)))
    if table.notes:
        notes = Table(box=None, show_header=False, pad_edge=False)
        notes.add_column(no_wrap=True)
        notes.add_column(style="dim")
        for key, text in table.notes.items():
            is_footnote = len(key) == 1 and key.isalpha() and key.islower()
            notes.add_row(f"[{key}]" if is_footnote else _(key), _(text))
        console.print(Padding(notes, (0, 0, 0, 2)))
    console.print()
