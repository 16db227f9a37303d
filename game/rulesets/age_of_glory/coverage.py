"""Which cells of the printed tables an event has used: what a run of games has got to see.

Left out are the ratings of army leaders, which a scenario names, and the passage of lines, which no event
shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise

from game.core.events import Event, FormationChanged, Marked, Moved, Rolled, Told
from game.core.modifiers import Modifier
from game.core.tongue import _
from game.rulesets.age_of_glory.cards import SKIRMISH, SQUARE, TROOP_FORMATIONS
from game.rulesets.age_of_glory.movement import manners_between
from game.rulesets.age_of_glory.reasons import REASONS
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.combat import ATTACKER, DEFENDER, row_read
from game.rulesets.age_of_glory.tables import FIRERS, RATES, Tables, load_tables
from game.rulesets.age_of_glory.units import DISMOUNTED, GUN_RATES

# The rules by which dice are rolled, and the table whose lines stand with each die.
LINES = {
    "2.1": "initiative_modifiers",
    "4.2": "march_modifiers",
    "7.7": "fire_modifiers",
    "8.3": "close_combat_modifiers",
}
# Rows whose figure counts several times: for each degree of cover, each unit, each stand.
COUNTED = frozenset({"cover", "breakthrough", "lost"})


def used(rules: Rules, event: Event) -> Iterator[str]:
    """Every cell an event shows in use."""
    match event:
        case Rolled(rule=rule):
            yield from _result(rules.tables, event)
            if rule in LINES:
                yield from _lines(rules.tables, LINES[rule], event.lines)
        case Told("volley"):
            yield from event.word("cells")
        case Moved(how="march" | "ride" | "deploy"):
            yield from _ways(rules, event)
        case FormationChanged(formation=formation) if formation in TROOP_FORMATIONS:
            if formation != SKIRMISH:
                yield f"movement_costs: {'enclose' if formation == SQUARE else 'deploy'}"
        case Marked(mark=mark) if mark == DISMOUNTED:
            yield "movement_costs: mount"


def usable() -> frozenset[str]:
    """Every cell that some event can show."""
    tables = load_tables()
    found = {result.row for row in tables.march_rows for result in (row.good, row.disorder)}
    found |= {effect.row for _band, effect in tables.fire_rows}
    found |= {effect.row for _band, effect in tables.combat_rows}
    found |= {f"fallen_leader: {effect}" for _band, effect in tables.leader_rows}
    found |= {f"fire_point_dice: {band.row}" for band, _value in tables.point_rows}
    found |= {"fire_multipliers: doubled", "fire_multipliers: halved"}
    found |= {f"movement_costs: {row}" for row in ("deploy", "enclose", "mount")}
    for table in LINES.values():
        found |= {cell for row in REASONS[table] for _figure, cell in _cells(tables, table, row)}
    for firer in FIRERS:
        found |= {
            tables.fire_cell(firer, reach) for reach, figures in tables.points[firer].items() if any(figures)
        }
    for word, rate in tables.rates.items():
        if rate.basic:
            found |= {f"manoeuvre: {RATES[word]} / {column}" for column in ("Basic", "Road", "Rough")}
            found |= {f"manoeuvre: {RATES[word]} / Ford"} if rate.ford is not None else set()
    return frozenset(found)


# --- dice --------------------------------------------------------------------------------------------


def _result(tables: Tables, event: Rolled) -> Iterator[str]:
    match event.rule:
        case "4.2":
            yield tables.march_named(event.reading).row
        case "7.7":
            yield next(effect.row for _band, effect in tables.fire_rows if effect.name == event.reading)
            points = next(line.value for line in event.lines if line.rule == "7.5")
            band = next(band for band, value in tables.point_rows if value == points)
            yield f"fire_point_dice: {band.row}"
        case "8.4":
            yield f"close_combat: {row_read(event.reading)}"
        case "3.4":
            yield f"fallen_leader: {event.reading}"


def _lines(tables: Tables, table: str, lines: Iterable[Modifier]) -> Iterator[str]:
    """The figures that stood with a die, known by their texts."""
    for line in lines:
        value, why = line.value, line.why
        if found := _pattern((_(DEFENDER),)).fullmatch(why):
            value, why = -value, found[1]
        elif found := _pattern((_(ATTACKER),)).fullmatch(why):
            why = found[1]
        for row, texts in REASONS[table].items():
            if _pattern(tuple(map(_, texts))).fullmatch(why):
                yield from (cell for figure, cell in _cells(tables, table, row) if figure in (None, value))


def _cells(tables: Tables, table: str, row: str) -> Iterator[tuple[int | None, str]]:
    """The figures of a row, each with its name; None where a line may have any multiple of it."""
    figures = _figures(tables, table)[row]
    if row in COUNTED:
        yield None, f"{table}: {row}"
    elif len(figures) == 1:
        yield figures[0], f"{table}: {row}"
    else:
        yield from ((figure, f"{table}: {row} / {figure:+d}") for figure in figures)


def _figures(tables: Tables, table: str) -> Mapping[str, tuple[int, ...]]:
    figures: dict[str, Mapping[str, tuple[int, ...]]] = {
        "initiative_modifiers": {row: (figure,) for row, figure in tables.initiative.items()},
        "march_modifiers": tables.march_modifiers,
        "fire_modifiers": tables.fire_modifiers,
        "close_combat_modifiers": tables.combat_modifiers,
    }
    return figures[table]


@cache
def _pattern(texts: tuple[str, ...]) -> re.Pattern[str]:
    """What texts look like with their fields filled in, perhaps with a name behind them."""
    filled = ("(.+)".join(map(re.escape, re.split(r"\{\w+\}", text))) for text in texts)
    return re.compile(f"(?:{'|'.join(filled)})(?:: .+)?")


# --- movement ----------------------------------------------------------------------------------------


def _ways(rules: Rules, event: Moved) -> Iterator[str]:
    """The manoeuvre rates a move shows; one that goes beyond the basic rate has used the road."""
    if event.how == "deploy":
        yield "movement_costs: enclose"
        return
    word = _rate(rules, event.unit)
    row = f"manoeuvre: {RATES[word]}"
    yield f"{row} / Basic"
    if len(event.path) - 1 > rules.tables.rates[word].basic:
        yield f"{row} / Road"
    for here, there in pairwise(event.path):
        if rules.board.road_between(here, there):
            continue
        manners = manners_between(rules, here, there)
        if "rough" in manners:
            yield f"{row} / Rough"
        if "ford" in manners:
            yield f"{row} / Ford"


def _rate(rules: Rules, id_: str) -> str:
    if id_ in rules.leaders:
        return "leader"
    if id_ in rules.batteries:
        return GUN_RATES[rules.batteries[id_].gun]
    return rules.units[id_].arm
