"""`gloire check`: whether map files, and whatever else people write, are in order."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from game.cli.speech import UserError, print_json


def check(
    paths: list[str] = typer.Argument(
        ..., metavar="PATH…", help="Files, folders of files, or names of maps that came with the program."
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Check files people write: every problem on a line of its own, with the place where it is."""
    from game.filekinds import Report, check_file, check_folder
    from game.shipped import shipped
    from hexmap.files import map_names

    reports: list[Report] = []
    for word in paths:
        path = Path(word)
        if not path.exists() and word in map_names(shipped("maps")):
            path = shipped("maps") / word
        if path.is_dir():
            found = list(check_folder(path))
            if not found:
                raise UserError(f"{path}: this folder holds no file of a known kind")
            reports += found
        else:
            reports.append(check_file(path))
    if as_json:
        print_json(
            [
                {
                    "path": report.path,
                    "kind": report.kind,
                    "good": report.is_good,
                    "summary": report.summary,
                    "problems": list(report.problems),
                    "notes": list(report.notes),
                }
                for report in reports
            ]
        )
    else:
        _say(reports)
    if not all(report.is_good for report in reports):
        raise typer.Exit(2)


def _say(reports: list) -> None:  # type: ignore[type-arg]
    """One line for each good file, one for each problem and each remark."""
    said: set[str] = set()  # a broken map is also what its scenario stumbles over
    for report in reports:
        if report.is_good:
            print(f"{report.path}: {report.kind} in order, {report.summary}")
        for problem in report.problems:
            if problem in said:
                continue
            said.add(problem)
            print(f"gloire: {' '.join(problem.split())}", file=sys.stderr)
        for note in report.notes:
            print(f"  note: {note}")
