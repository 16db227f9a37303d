"""`gloire bench`: our figures beside peers', as ratios in one run."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

import typer

from game.cli.speech import UserError, print_json

_TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"


def bench(
    names: list[str] = typer.Argument(
        None, help="Which benchmarks; all but the long ones when none is named."
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Measure the program beside its peers, in one run."""
    if not (_TOOLS / "bench" / "__init__.py").exists():
        raise UserError("the benchmarks come with a checkout of the project, not with an installed copy")
    sys.path.insert(0, str(_TOOLS))
    package = importlib.import_module("bench")
    known = sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.name[0] != "_")
    for name in names or ():
        if name not in known:
            raise UserError(f"no benchmark is called '{name}'; there are {', '.join(known)}")
    modules = [importlib.import_module(f"bench.{name}") for name in names or known]
    # What takes minutes is measured only for those who ask for it.
    chosen = [module for module in modules if names or not getattr(module, "IS_LONG", False)]
    figures = [figure for module in chosen for figure in module.figures()]
    if as_json:
        print_json(
            [
                {
                    "name": figure.name,
                    "ours_us": figure.ours_us,
                    "peers_us": figure.peers_us,
                    "ratios": figure.ratios(),
                    "missing": list(figure.missing),
                    "goal": figure.goal,
                }
                for figure in figures
            ]
        )
        return
    _print_table(figures)


def _print_table(figures: list) -> None:  # type: ignore[type-arg]
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Gloire beside its peers (microseconds; ratio above 1: we are faster)")
    for heading in ("what", "ours", "peer", "theirs", "ratio", "goal"):
        table.add_column(heading, justify="left" if heading in ("what", "peer", "goal") else "right")
    for figure in figures:
        table.add_row(figure.name, f"{figure.ours_us:,.2f}", "", "", "", figure.goal)
        for peer, ratio in figure.ratios().items():
            table.add_row("", "", peer, f"{figure.peers_us[peer]:,.2f}", f"{ratio:.2f}", "")
        for peer in figure.missing:
            table.add_row("", "", peer, "not installed", "", "")
    Console().print(table)
