"""`gloire fuzz`: random legal games to their end, everything checked that must hold after each action."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from game.cli.completion import rulesets_or_all, scenario_names
from game.cli.speech import UserError, print_json

if TYPE_CHECKING:
    from game.core.scenario import ScenarioFile
    from game.fuzz import FuzzReport


def fuzz(
    ruleset: str = typer.Argument(
        ...,
        metavar="RULESET|all",
        help="Whose games to play; 'all' plays every ruleset's.",
        autocompletion=rulesets_or_all,
    ),
    games: int = typer.Option(100, "--games", min=1, help="How many games, over all scenarios in turn."),
    seed: int = typer.Option(1, "--seed", help="The same seed plays the same games."),
    scenario: str = typer.Option(
        "", "--scenario", help="Play only this one, by name or file.", autocompletion=scenario_names
    ),
    out: Path = typer.Option(
        Path("faults"), "--out", help="Folder for the records of games that break a rule."
    ),
    jobs: int = typer.Option(1, "--jobs", min=1, max=64, help="How many processes share the games."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Play random legal games to their end and report whatever does not hold."""
    from game.core.ruleset import find_rulesets
    from game.library import find_scenario, scenarios_of

    files: list[ScenarioFile] | None = None
    ids = [ruleset]
    if ruleset == "all":
        if scenario:
            raise UserError("'--scenario' belongs to one ruleset: name that instead of 'all'")
        ids = [id_ for id_ in find_rulesets() if scenarios_of(id_)]
    elif scenario:
        files = [find_scenario(scenario)]
        if files[0].ruleset != ruleset:
            raise UserError(f"the scenario '{scenario}' is played with '{files[0].ruleset}', not '{ruleset}'")
    reports = [_run(id_, games, seed, files, out, jobs) for id_ in ids]
    if as_json:
        found = [report.as_json() for report in reports]
        print_json(found if ruleset == "all" else found[0])
    else:
        for report in reports:
            print("\n".join(report_lines(report)))
    if any(report.faults for report in reports):
        raise typer.Exit(1)


def _run(
    id_: str, games: int, seed: int, files: list[ScenarioFile] | None, out: Path, jobs: int
) -> FuzzReport:
    """One ruleset's games, with a bar where somebody is watching."""
    from game.fuzz import fuzz as play_games

    if not sys.stderr.isatty():
        return play_games(id_, games, seed, files, out, jobs=jobs)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(id_, total=games)
        return play_games(
            id_, games, seed, files, out, lambda count: progress.advance(task, count), jobs=jobs
        )


def report_lines(report: FuzzReport) -> Iterable[str]:
    """What a run found, for a person."""
    count = len(report.faults)
    verdict = "no fault" if not count else f"{count} fault{'' if count == 1 else 's'}"
    yield f"{report.ruleset}: {report.games:,} games, {report.actions:,} actions, {verdict}"
    for fault in report.faults:
        yield f"  {fault}"
    yield f"  actions a second: {report.bare_rate:,.0f} in play alone, {report.rate:,.0f} with every check"
    yield f"  longest game: {report.longest:,} actions; secrets compared: {report.secrets_compared:,}"
    yield f"  ends: {_counts(report.results)}"
    coverage = report.coverage
    seen = {
        "steps": (len(coverage.nodes), coverage.unseen_steps()),
        "openings": (len(coverage.declared), [" > ".join(pair) for pair in coverage.unseen_openings()]),
        "table rows and cells": (len(coverage.coverable), coverage.unseen_cells()),
    }
    for what, (total, unseen) in seen.items():
        if total:
            missing = f"; not seen: {', '.join(unseen)}" if unseen else ""
            yield f"  {what}: {total - len(unseen)} of {total}{missing}"
    undeclared = [" > ".join(pair) for pair in coverage.undeclared_openings()]
    if undeclared:
        yield f"  openings the sequence of play does not show: {', '.join(undeclared)}"
    yield f"  verbs: {_counts(coverage.verbs)}"


def _counts(numbers: dict[str, int]) -> str:
    ordered = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {number:,}" for name, number in ordered) or "none"
