"""`gloire compare`: the same fight under several rulesets, side by side."""

from __future__ import annotations

import re
from fractions import Fraction

import typer

from game.cli.completion import ruleset_names
from game.cli.speech import UserError, print_json
from game.core.tongue import _, titled, word
from hexmap.errors import did_you_mean

ARMS = ("infantry", "cavalry", "heavy cavalry", "artillery")


def compare(
    rulesets: list[str] = typer.Argument(
        None, metavar="[RULESET]...", help="Which; all that have odds.", autocompletion=ruleset_names
    ),
    attacker: str = typer.Option("600 heavy cavalry", "--attacker", metavar="MEN ARM", help="Who attacks."),
    defender: str = typer.Option("600 infantry", "--defender", metavar="MEN ARM", help="Who is attacked."),
    terrain: str = typer.Option("clear", "--terrain", help="Where the defender stands."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """The same fight under several rulesets, side by side.

    gloire compare --attacker "600 heavy cavalry" --defender "600 infantry"

    With --json: "attacker", "defender", "terrain" and "rulesets", a list of objects with ruleset, question
    (as gloire odds takes it), situation, summary (figures as fractions) and why_not (empty, or why there
    is no answer).
    """
    from game.core.questions import Encounter
    from game.odds.compare import compare as ask
    from game.odds.compare import terrains
    from game.odds.question import Unclear, form_of, spoken

    attackers, defenders = _units(attacker), _units(defender)
    wanted = Encounter(attackers[1], attackers[0], defenders[1], defenders[0], terrain.replace(" ", "_"))
    try:
        known = terrains(rulesets or ())
        if known and wanted.terrain not in known:
            raise UserError(f"unknown terrain '{terrain}'{did_you_mean(wanted.terrain, known)}")
        verdicts = ask(wanted, rulesets or ())
    except Unclear as error:
        raise UserError(str(error)) from None
    if as_json:
        print_json(
            {
                "attacker": attacker,
                "defender": defender,
                "terrain": terrain,
                "rulesets": [
                    {
                        "ruleset": each.ruleset,
                        "question": spoken(form_of(each.ruleset), each.question) if each.question else "",
                        "situation": each.answer.words if each.answer else "",
                        "summary": {k: str(v) for k, v in each.answer.summary.items()} if each.answer else {},
                        "why_not": each.why_not,
                    }
                    for each in verdicts
                ],
            }
        )
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from game.odds.compare import lines

    console = Console(highlight=False)
    heading = _("{attacker} against {defender}, {terrain}")
    ground = word(terrain.replace(" ", "_"))
    console.print(
        heading.format(attacker=_troops(attackers), defender=_troops(defenders), terrain=ground),
        style="bold",
        markup=False,
    )
    for each in verdicts:
        told = each.answer.words if each.answer else each.why_not
        console.print(f"  {titled(each.ruleset, told)}", markup=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(_("figure"))
    for each in verdicts:
        table.add_column(each.ruleset, justify="right")
    for line in lines(verdicts):
        table.add_row(_(line.title), *(_shown(value, line.is_chance) for value in line.values))
    console.print(table)


def _shown(value: Fraction | None, is_chance: bool) -> str:
    if value is None:
        return "-"
    return f"{float(value * 100):.1f} %" if is_chance else f"{float(value):.2f}"


def _troops(men_and_arm: tuple[int, str]) -> str:
    men, arm = men_and_arm
    return f"{men} {word(arm)}"


def _units(text: str) -> tuple[int, str]:
    """Men and arm: "600 heavy cavalry"."""
    found = re.fullmatch(r"\s*(\d{1,5})\s+([a-z ]+?)\s*", text.lower())
    if not found or not int(found[1]):
        raise UserError(f"'{text}' is no body of troops; write it like '600 heavy cavalry'")
    if found[2] not in ARMS:
        raise UserError(f"unknown arm '{found[2]}'{did_you_mean(found[2], ARMS)}")
    return int(found[1]), found[2]
