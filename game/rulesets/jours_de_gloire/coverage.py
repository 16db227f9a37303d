"""Which rows and cells of the printed tables an event has used: what a run of games has got to see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

from game.core.events import Event, Moved, Rolled
from game.core.tongue import _, spoken
from game.rulesets.jours_de_gloire.marching import DISPLACED
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.table_cells import row_id
from game.rulesets.jours_de_gloire.tables import load_tables
from hexmap.coords import Hex

FIRE, SHOCK = "7.2", "8.6"  # the rules by which the two tables are rolled on
TEST = ("True", "False")  # how the cohesion tests read that results of both tables ask for
COLUMNS = ("general", "infantry", "cavalry", "artillery")  # of the terrain table, by the words of counters


def used(rules: Rules, event: Event) -> Iterator[str]:
    """Every row or cell an event shows in use."""
    match event:
        case Rolled(rule=rule, reading=reading) if rule == FIRE and reading not in TEST:
            yield f"fire result: {reading}"
            yield from _lines_used(event, _fire_rows(spoken()))
        case Rolled(rule=rule, reading=reading) if rule == SHOCK and reading not in TEST:
            yield f"shock result: {reading}"
            yield from _lines_used(event, _shock_rows(spoken()))
            yield from _odds_used(event)
        case Moved() if event.how != DISPLACED:
            card = rules.cards.get(event.unit)
            column = card.column if card else "general"
            for here, there in pairwise(event.path):
                yield from _crossed(rules, here, there, column)


def usable() -> frozenset[str]:
    """Every row or cell that some event can show."""
    tables = load_tables()
    terrain = tables.terrain
    found = {f"fire result: {result}" for _band, result in tables.fire.bands} | {"fire result: none"}
    found |= {f"shock result: {result.key}" for result in tables.shock.results}
    found |= {row_id(tables.odds.path, line.label) for line in tables.odds.lines}
    found |= {*_fire_rows(spoken()).values(), *_shock_rows(spoken()).values()}
    found |= {
        f"{terrain.hex_row(word)} / {column}"
        for word in terrain.vocabulary["terrain"]
        for column in COLUMNS
        if terrain.hex_cost(word, column) is not None
    }
    return frozenset(found)


def _lines_used(event: Rolled, rows: Mapping[str, str]) -> Iterator[str]:
    for line in event.lines:
        if line.why in rows:
            yield rows[line.why]


def _odds_used(event: Rolled) -> Iterator[str]:
    tables = load_tables()
    why = _(tables.shock_lines["odds"].why)
    for line in event.lines:
        if line.why == why:
            label = next(odds.label for odds in tables.odds.lines if odds.value == line.value)
            yield row_id(tables.odds.path, label)


def _crossed(rules: Rules, here: Hex, there: Hex, column: str) -> Iterator[str]:
    terrain = rules.tables.terrain
    if not rules.board.road_between(here, there):
        yield f"{terrain.hex_row(rules.board.terrain[there])} / {column}"


# The lines of a roll are written in the player's language, in which their rows are looked up.
@cache
def _fire_rows(language: str) -> Mapping[str, str]:
    return {_(line.why): line.row for line in load_tables().fire_lines.values()}


@cache
def _shock_rows(language: str) -> Mapping[str, str]:
    return {_(line.why): line.row for line in load_tables().shock_lines.values()}
