"""`gloire play`: the window."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path

import typer

from game.cli.completion import scenario_names
from game.cli.speech import UserError


class DiceChoice(StrEnum):
    """Who rolls."""

    auto = "auto"
    manual = "manual"


def play(
    scenario: str = typer.Argument(
        "", help="A scenario by name or file; without one the menu opens.", autocompletion=scenario_names
    ),
    load: Path | None = typer.Option(None, "--load", help="A saved game to go on with."),
    dice: DiceChoice = typer.Option(DiceChoice.auto, help="Rolled by the program, or by you at the table."),
    house_rules: Path | None = typer.Option(None, "--house-rules", help="A file of house rules."),
    seed: str = typer.Option("", help="The same seed rolls the same dice."),
) -> None:
    """Open the game window."""
    if load is not None and not load.is_file():
        raise UserError(f"{load}: there is no such saved game")
    if load is not None and scenario:
        raise UserError("name a scenario to begin or a game to load, not both")
    if len(seed.split()) > 1:
        raise UserError("'--seed' takes one word or number")
    chosen: dict[str, str] = {}
    if scenario:
        from game.core.ruleset import load_ruleset
        from game.core.switches import read_house_rules
        from game.library import find_scenario

        file = find_scenario(scenario)
        if house_rules is not None:
            chosen = read_house_rules(
                house_rules, file.ruleset, load_ruleset(file.ruleset, file.path).switches
            )
    elif house_rules is not None:
        raise UserError("house rules belong to a scenario: name one, too")
    elif seed:
        raise UserError("a seed belongs to a scenario: name one, too")
    open_table(scenario, load, chosen, dice is DiceChoice.manual, seed)


def open_table(
    scenario: str = "",
    load: Path | None = None,
    chosen: dict[str, str] | None = None,
    manual: bool = False,
    seed: str = "",
) -> None:
    """The window, or one sentence about why there is none."""
    # pygame greets everybody on stdout unless asked not to.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.ui.window import NoDisplay, open_window

    try:
        open_window(scenario, load, house_rules=chosen or {}, manual=manual, seed=seed or None)
    except NoDisplay as error:
        raise UserError(
            f"there is no screen to open a window on ({error}); 'gloire text SCENARIO' plays without one"
        ) from None
