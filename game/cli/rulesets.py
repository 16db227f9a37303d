"""`gloire rulesets`: which games are there, how they go, and which of their rules players may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from game.cli.page import page
from game.cli.speech import UserError, print_json

if TYPE_CHECKING:
    from game.core.ruleset import Manifest, Ruleset


def rulesets(
    ruleset: str = typer.Argument("", metavar="[RULESET]", help="One of them, in more detail."),
    switches: bool = typer.Option(False, "--switches", help="Its house rules, with every choice."),
    diagram: bool = typer.Option(False, "--diagram", help="Its sequence of play as a Mermaid flow chart."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """List the rulesets, or tell more about one."""
    from game.core.ruleset import find_rulesets, load_ruleset

    if not ruleset:
        if switches or diagram:
            raise UserError(
                "name the ruleset whose house rules or diagram you want: 'gloire rulesets' lists them"
            )
        _list([found.manifest for found in find_rulesets().values()], as_json)
        return
    loaded = load_ruleset(ruleset)
    if diagram:
        print_json({"mermaid": loaded.sequence.mermaid()}) if as_json else print(
            loaded.sequence.mermaid(), end=""
        )
    elif switches:
        print_json(_switches(loaded)) if as_json else _print_switches(loaded)
    elif as_json:
        print_json(_details(loaded))
    else:
        _print_details(loaded)


def _list(manifests: list[Manifest], as_json: bool) -> None:
    from game.library import scenarios_of

    if as_json:
        print_json([manifest.model_dump(exclude={"format"}) for manifest in manifests])
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("ruleset", "title", "version", "period", "scenarios", "what it is"):
        table.add_column(heading, justify="right" if heading == "scenarios" else "left")
    for each in manifests:
        count = len(scenarios_of(each.id))
        table.add_row(each.id, each.title, each.version, each.period, str(count), each.summary)
    page().print(table)


def _details(ruleset: Ruleset) -> dict[str, Any]:
    from game.library import scenarios_of

    manifest = ruleset.manifest
    return {
        **manifest.model_dump(exclude={"format"}),
        "scenarios": [file.name for file in scenarios_of(manifest.id)],
        "tables": list(ruleset.tables),
        "switches": list(ruleset.switches),
        "steps": [
            {"id": node.id, "title": node.title, "rule": node.rule, "asks": node.asks}
            for node in ruleset.sequence.node
        ],
    }


def _print_details(ruleset: Ruleset) -> None:
    found, console = _details(ruleset), page()
    console.print(f"{found['title']} {found['version']} ({found['period']})", style="bold")
    console.print(found["summary"])
    for what in ("scenarios", "tables", "switches"):
        console.print(f"{what.replace('switches', 'house rules')}: {', '.join(found[what]) or 'none'}")
    console.print("sequence of play:")
    nodes = ruleset.sequence.nodes

    def outline(name: str, depth: int) -> None:
        node = nodes[name]
        rule = f" [{node.rule}]" if node.rule else ""
        asked = "" if node.asks == "nobody" else f" ({node.asks})"
        console.print(f"{'  ' * depth}{node.title}{rule}{asked}")
        for part in node.parts:
            outline(part, depth + 1)

    outline(ruleset.sequence.start, 1)


def _switches(ruleset: Ruleset) -> list[dict[str, Any]]:
    return [switch.model_dump(mode="json") for switch in ruleset.switches.values()]


def _print_switches(ruleset: Ruleset) -> None:
    console = page()
    for switch in ruleset.switches.values():
        console.print(f"{switch.key} [{switch.rule}]", style="bold")
        console.print(f"  {switch.question}")
        for choice in switch.choices:
            mark = "*" if choice.key == switch.default else " "
            console.print(f"  {mark} {choice.key}: {choice.text}")
    console.print("* as we play it unless a house-rule file says otherwise", style="dim")
