"""`gloire map reach`: where a unit can go on a map, what it costs, and why not farther."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from game.cli.speech import UserError, print_json
from hexmap.errors import DataError, did_you_mean

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.coords import Hex
    from hexmap.paths import Ground, Reach, Refusal, Route


class Costs(Protocol):
    """Whoever knows what steps cost: a table from a file, or a ruleset."""

    @property
    def name(self) -> str: ...

    @property
    def arms(self) -> tuple[str, ...]: ...

    def words(self) -> dict[str, frozenset[str]]: ...

    def ground(self, board: Board, arm: str) -> Ground: ...


NEUTRAL = "neutral"


def _pricing() -> dict[str, str]:
    """Every ruleset that prices steps without a game, with the module whose `costs()` gives the table.

    It does so by a module `pricing` in its package, found by its file: importing all would be slow.
    """
    from game.core.ruleset import find_rulesets, package_folder

    return {
        id_: f"{found.package}.pricing"
        for id_, found in find_rulesets().items()
        if (package_folder(found.package) / "pricing.py").is_file()
    }


def reach(
    map_name: str = typer.Argument(..., metavar="MAP", help="A map file, its folder, or the name of a map."),
    start: str = typer.Argument(..., metavar="HEX", help="Where the unit stands, such as 0704."),
    budget: str = typer.Option(..., "--budget", metavar="N", help="Movement points: 4, 7/2 or 3.5."),
    arm: str = typer.Option(..., "--arm", help="Which column of the costs: infantry, cavalry and so on."),
    costs: Path | None = typer.Option(None, "--costs", metavar="FILE", help="A table of costs in TOML."),
    ruleset: str | None = typer.Option(None, "--ruleset", metavar="ID", help="Costs of a ruleset."),
    to: str | None = typer.Option(None, "--to", metavar="HEX", help="Only the way to this hex, itemised."),
    minimum: bool = typer.Option(
        False, "--minimum", help="One hex may always be moved where not impassable."
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Show every hex a unit can reach with its movement points, and by which way.

    With --json: an object with map, start, arm, costs, budget and "hexes", a list of objects with hex,
    cost, left, stops (the move ends there), by_minimum (beyond the budget, by the minimum move of one
    hex) and path. With --to instead of "hexes": "to", "reached", "why_not" (nothing, or why and rule) and
    "route" (a list of steps with from, to, cost, spent and items: what, cost, rule). All costs are text
    such as "2" or "7/2".
    """
    from game.shipped import shipped
    from hexmap.files import find_map, read_map
    from hexmap.paths import reach as find_reach

    points = _points(budget)
    table = _costs(costs, ruleset)
    if arm not in table.arms:
        raise UserError(f"'{table.name}' has no arm '{arm}'{did_you_mean(arm, table.arms)}")
    file = find_map(map_name, shipped("maps"))
    board = read_map(file)
    known = table.words()
    for group, word in board.unknown_words(known):
        raise DataError(
            file, "", f"'{table.name}' has no cost for {group} '{word}'{did_you_mean(word, known[group])}"
        )
    found = find_reach(table.ground(board, arm), board.at(start), points, minimum_move=minimum)
    goal = board.at(to) if to is not None else None
    if as_json:
        about = {
            "map": board.name or str(file),
            "start": board.label(found.start),
            "arm": arm,
            "costs": table.name,
            "budget": str(points),
        }
        print_json(about | ({"hexes": _hexes(board, found)} if goal is None else _way(board, found, goal)))
    elif goal is None:
        _print_hexes(board, found, arm)
    else:
        _print_way(board, found, goal, arm)


def _points(text: str) -> Fraction:
    if not re.fullmatch(r"\d{1,6}(/[1-9]\d{0,3}|\.\d{1,6})?", text.strip(), re.ASCII):
        raise UserError(f"'{text}' is no number of movement points; write 4, 7/2 or 3.5")
    return Fraction(text.strip())


def _costs(file: Path | None, ruleset: str | None) -> Costs:
    if file is not None and ruleset is not None:
        raise UserError("give either --costs or --ruleset, not both")
    if file is not None:
        from hexmap.costfile import read_costs

        return read_costs(file)
    if ruleset is None or ruleset == NEUTRAL:
        from hexmap import neutral

        return neutral.costs()
    modules = _pricing()
    if ruleset not in modules:
        known = ", ".join(sorted([NEUTRAL, *modules]))
        raise UserError(f"no ruleset called '{ruleset}' gives movement costs; known are {known}")
    table: Costs = import_module(modules[ruleset]).costs()
    return table


# --- for programs ----------------------------------------------------------------------------------


def _hexes(board: Board, found: Reach) -> list[dict[str, Any]]:
    return [
        {
            "hex": board.label(hex_),
            "cost": str(reached.cost),
            "left": str(reached.left),
            "stops": reached.stops,
            "by_minimum": reached.by_minimum,
            "path": [board.label(step) for step in found.path(hex_)],
        }
        for hex_, reached in found.items()
    ]


def _way(board: Board, found: Reach, goal: Hex) -> dict[str, Any]:
    route, refusal = _route(found, goal)
    steps = [
        {
            "from": board.label(leg.a),
            "to": board.label(leg.b),
            "cost": str(leg.cost),
            "spent": str(leg.spent),
            "items": [{"what": item.what, "cost": str(item.cost), "rule": item.rule} for item in leg.items],
        }
        for leg in (route.legs if route else ())
    ]
    why = {"why": refusal.why, "rule": refusal.rule} if refusal else None
    return {"to": board.label(goal), "reached": goal in found, "why_not": why, "route": steps}


def _route(found: Reach, goal: Hex) -> tuple[Route | None, Refusal | None]:
    """The way to a hex, also beyond the budget, and why it is not reached."""
    from hexmap.paths import Route, cheapest_path

    if goal in found:
        return found.route(goal), None
    beyond = cheapest_path(found.ground, found.start, goal, found.conditions)
    return (beyond if isinstance(beyond, Route) else None), found.why_not(goal)


# --- for people ------------------------------------------------------------------------------------


def spoken(cost: Fraction | int) -> str:
    """A cost as people write it: 3 1/2."""
    whole, rest = divmod(Fraction(cost), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def _spelt(arm: str) -> str:
    return arm.replace("_", " ").capitalize()


def _counted(points: Fraction | int) -> str:
    return f"{spoken(points)} movement point{'' if points <= 1 and points else 's'}"


def _print_hexes(board: Board, found: Reach, arm: str) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    count = "1 hex" if len(found) == 1 else f"{len(found)} hexes"
    start = _named(board, found.start)
    console.print(f"{_spelt(arm)} from {start} with {_counted(found.budget)}: {count}", markup=False)
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("hex", "cost", "left"):
        table.add_column(heading, justify="left" if heading == "hex" else "right", no_wrap=True)
    for heading in ("ground", "way", ""):
        table.add_column(heading)
    for hex_, reached in found.items():
        way = " ".join(board.label(step) for step in found.path(hex_)[1:-1])
        note = "by minimum move" if reached.by_minimum else "move ends" if reached.stops else ""
        ground = board.terrain_at(hex_).replace("_", " ")
        table.add_row(
            board.label(hex_),
            spoken(reached.cost),
            spoken(reached.left),
            ground,
            f"by {way}" if way else "at the start" if hex_ == found.start else "straight",
            note,
        )
    console.print(table)


def _print_way(board: Board, found: Reach, goal: Hex, arm: str) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    route, refusal = _route(found, goal)
    console = Console(highlight=False)
    if route is not None and route.legs:
        ends = f"{_named(board, found.start)} to {_named(board, goal)}"
        console.print(f"{_spelt(arm)} from {ends}", markup=False)
        table = Table(box=box.SIMPLE_HEAD)
        table.add_column("into", no_wrap=True)
        table.add_column("paid for")
        table.add_column("cost", justify="right", no_wrap=True)
        table.add_column("spent", justify="right", no_wrap=True)
        for leg in route.legs:
            items = " + ".join(
                f"{item.what} {spoken(item.cost)}{f' ({item.rule})' if item.rule else ''}"
                for item in leg.items
            )
            table.add_row(board.label(leg.b), items, spoken(leg.cost), spoken(leg.spent))
        console.print(table)
    if refusal is not None:
        why = f"cannot reach {board.label(goal)}: {refusal}"
    else:
        reached = found[goal]
        left = "and the move ends there" if reached.stops else f"{spoken(reached.left)} left"
        why = f"{board.label(goal)} costs {_counted(reached.cost)}, {left}"
    console.print(why, markup=False)


def _named(board: Board, hex_: Hex) -> str:
    name = board.name_at.get(hex_)
    return f"{board.label(hex_)} ({name})" if name else board.label(hex_)
