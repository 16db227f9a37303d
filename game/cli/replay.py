"""`gloire replay`: a recorded game step by step, every hash compared on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from game.cli.page import page, page_width
from game.cli.speech import UserError, print_json
from game.core.tongue import _, titled

if TYPE_CHECKING:
    from game.match import Match
    from game.replay import Told


def replay(
    record: Path = typer.Argument(..., metavar="RECORD", help="The file of a game."),
    verify: bool = typer.Option(False, "--verify", help="Only say whether every step holds."),
    to: int = typer.Option(None, "--to", metavar="N", help="Stop after this step and show the table there."),
    side: str = typer.Option("", "--side", help="Tell a game that still goes on as this side may know it."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Tell a recorded game step by step."""
    from game.match import load_record
    from game.replay import tell

    loaded = load_record(record)
    match = loaded.match
    if verify:
        _verify(record, match, loaded.problem, as_json)
        return
    if side and side not in match.rules.sides:
        raise UserError(f"there is no side '{side}'; there are {' and '.join(match.rules.sides)}")
    steps = list(tell(match, side or None))
    if to is not None:
        if not 0 <= to < len(steps):
            raise UserError(f"{record}: there is no step {to}; the game has steps 0 to {len(steps) - 1}")
        steps = steps[: to + 1]
    if as_json:
        header = match.header
        print_json(
            {
                "ruleset": header.ruleset,
                "scenario": header.scenario,
                "house_rules": dict(header.house_rules),
                "steps": [step.as_json() for step in steps],
                "problem": loaded.problem,
            }
        )
    else:
        _print(match, steps)
        if to is not None:
            _print_table(match.up_to(steps[-1].last), side)
    if loaded.problem and to is None:
        raise UserError(f"{loaded.problem}; the steps before it hold")


def _verify(record: Path, match: Match, problem: str | None, as_json: bool) -> None:
    """One line if all is well; otherwise the step where it breaks, and exit code 2."""
    good = len(match.entries)
    if as_json:
        print_json({"record": str(record), "good": problem is None, "steps": good, "problem": problem})
        if problem:
            raise typer.Exit(2)
        return
    if problem:
        raise UserError(f"{problem}; {good} steps before it hold")
    print(f"{record}: ok, {good} steps, every hash holds")


def _print(match: Match, steps: list[Told]) -> None:
    """The steps, with a heading wherever turn or phase change."""
    console = page()
    console.print(f"{_(match.scenario.title)}, {_(match.ruleset.manifest.title)}", style="bold")
    shown: tuple[int, tuple[str, ...]] | None = None
    for step in steps:
        if step.phase and (step.turn, step.phase) != shown:
            shown = (step.turn, step.phase)
            turn = _("Turn {n}").format(n=step.turn)
            console.print(f"{turn} · {' > '.join(step.phase)}", style="bold dim")
        console.print(f"{step.number:>5}  {step.side}: {step.action}")
        for line in step.lines:
            console.print("\n".join(f"       {part}" for part in line.splitlines()), style="dim")
        for note in step.notes:
            console.print(f"       {titled(_('note'), note)}", style="italic")


def _print_table(match: Match, side: str) -> None:
    """The map as it stands."""
    from game.textmap import TextMap, codes

    state = match.view(side or None).state
    drawn = TextMap(match.rules.board, state.pieces, codes(state.pieces, match.rules.sides))
    print()
    print(drawn.text(page_width()))
    print("\n".join(drawn.legend()))
