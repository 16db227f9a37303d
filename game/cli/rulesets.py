"""`gloire rulesets`: which games are there, how they go, and which of their rules players may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from game.cli.completion import ruleset_names
from game.cli.language import BEHIND, Language
from game.cli.page import page
from game.cli.speech import UserError, print_json
from game.core.tongue import N_, _, titled

if TYPE_CHECKING:
    from game.core.ruleset import Manifest, Ruleset


def rulesets(
    ruleset: str = typer.Argument(
        "", metavar="[RULESET]", help="One of them, in more detail.", autocompletion=ruleset_names
    ),
    switches: bool = typer.Option(False, "--switches", help="Its house rules, with every choice."),
    diagram: bool = typer.Option(False, "--diagram", help="Its sequence of play as a Mermaid flow chart."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
    lang: Language | None = BEHIND,
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


HEADINGS = (
    N_("ruleset"),
    N_("title"),
    N_("version"),
    N_("period"),
    N_("scenarios"),
    N_("what it is"),
)
# What a ruleset has, by what it is called.
PARTS = {"scenarios": N_("scenarios"), "tables": N_("tables"), "switches": N_("house rules")}
ASKED = {
    "both": N_("both sides"),
    "first": N_("the first side"),
    "second": N_("the second side"),
    "active": N_("the active side"),
    "inactive": N_("the inactive side"),
}


def _list(manifests: list[Manifest], as_json: bool) -> None:
    from game.library import scenarios_of

    if as_json:
        print_json([manifest.model_dump(exclude={"format"}) for manifest in manifests])
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in HEADINGS:
        table.add_column(_(heading), justify="right" if heading == "scenarios" else "left")
    for each in manifests:
        count = len(scenarios_of(each.id))
        table.add_row(each.id, _(each.title), each.version, _(each.period), str(count), _(each.summary))
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
    console.print(f"{_(found['title'])} {found['version']} ({_(found['period'])})", style="bold")
    console.print(_(found["summary"]))
    for part, name in PARTS.items():
        console.print(titled(_(name), ", ".join(found[part]) or _("none")))
    console.print(titled(_("sequence of play"), "").rstrip())
    nodes = ruleset.sequence.nodes

    def outline(name: str, depth: int) -> None:
        node = nodes[name]
        rule = f" [{node.rule}]" if node.rule else ""
        asked = "" if node.asks == "nobody" else f" ({_(ASKED[node.asks])})"
        console.print(f"{'  ' * depth}{_(node.title)}{rule}{asked}")
        for part in node.parts:
            outline(part, depth + 1)

    outline(ruleset.sequence.start, 1)


def _switches(ruleset: Ruleset) -> list[dict[str, Any]]:
    return [switch.model_dump(mode="json") for switch in ruleset.switches.values()]


def _print_switches(ruleset: Ruleset) -> None:
    console = page()
    for switch in ruleset.switches.values():
        console.print(f"{switch.key} [{switch.rule}]", style="bold")
        console.print(f"  {_(switch.question)}")
        for choice in switch.choices:
            mark = "*" if choice.key == switch.default else " "
            console.print(f"  {mark} {titled(choice.key, _(choice.text))}")
    console.print(_("* as we play it unless a house-rule file says otherwise"), style="dim")
