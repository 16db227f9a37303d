"""Laying out the table: a scenario checked against its map, then its pieces and the first facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.errors import DataError, did_you_mean
from game.core.scenario import ScenarioFile, read_scenario
from game.core.state import NO_MARKS, Deployment, GameState, Piece, Value
from game.core.switches import HouseRules
from game.mechanics.game_rules import Flow
from game.mechanics.mapcheck import facing_problems, hex_problems, is_hex
from game.rulesets.age_of_glory.cards import (
    ATTACHED,
    DETACHED,
    GOOD,
    LIMBERED,
    UNLIMBERED,
    Battery,
    Leader,
    Unit,
    fresh_from,
    spent_at,
)
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.scenario import BatteryEntry, Scenario, UnitEntry
from game.rulesets.age_of_glory.tables import Tables
from game.rulesets.age_of_glory.units import DISMOUNTED, with_key
from hexmap.board import Board
from hexmap.files import read_map


def read(
    file: ScenarioFile, tables: Tables, vocabulary: Mapping[str, frozenset[str]]
) -> tuple[Scenario, Board]:
    """The scenario and its map, each fit for the other."""
    scenario = read_scenario(file, Scenario)
    board = read_map(file.map_path, vocabulary)
    for where, problem in _problems(scenario, board, tables):
        raise DataError(file.path, where, problem)
    return scenario, board


def _problems(scenario: Scenario, board: Board, tables: Tables) -> Iterator[tuple[str, str]]:
    """(where, what) of everything the scenario asks of a map that does not have it."""
    taken: dict[tuple[str, str], str] = {}
    owners: dict[str, str] = {}
    kinds = (("units", scenario.units), ("batteries", scenario.batteries))
    for kind, entries in kinds:
        for number, entry in enumerate(entries):
            where = f"{kind}[{number}] ('{entry.id}')"
            label, facing = (
                (entry.enters.hex, entry.enters.facing) if entry.enters else (entry.at, entry.facing)
            )
            yield from hex_problems(board, where, label)
            yield from facing_problems(board, where, facing)
            if is_hex(board, label):
                terrain = board.terrain[board.at(label)]
                if tables.terrain[terrain].movement == "closed":
                    yield where, f"stands at {label} in {terrain}, where nobody can be"
            if entry.at:
                if (kind, label) in taken:
                    yield where, f"stands at {label}, where '{taken[kind, label]}' is already"
                taken[kind, label] = entry.id
                if owners.setdefault(label, entry.side) != entry.side:
                    yield where, f"stands at {label} together with the enemy"
    labels = (
        *((f"leaders ('{leader.id}')", leader.at) for leader in scenario.leaders if leader.at),
        *((f"objectives ('{entry.name}')", entry.hex) for entry in scenario.objectives),
        *((f"exits ('{entry.name}')", entry.hex) for entry in scenario.exits),
    )
    for where, label in labels:
        yield from hex_problems(board, where, label)
    for leader in scenario.leaders:
        if leader.at and owners.get(leader.at, leader.side) != leader.side:
            yield f"leaders ('{leader.id}')", f"stands at {leader.at} together with the enemy"
    stand = scenario.victory.last_stand
    if stand and stand.area not in board.areas:
        hint = did_you_mean(stand.area, board.areas)
        yield "victory.last_stand.area", f"the map has no area '{stand.area}'{hint}"


def unit_of(entry: UnitEntry) -> Unit:
    """[10] A body of troops with its thresholds worked out."""
    fresh = fresh_from(entry.stands) if entry.fresh_from is None else entry.fresh_from
    spent = spent_at(entry.stands, entry.grade) if entry.spent_at is None else entry.spent_at
    return Unit(
        entry.id,
        entry.name,
        entry.side,
        entry.arm,
        entry.weapon,
        entry.grade,
        entry.stands,
        fresh,
        spent,
        entry.nation,
        entry.elect,
        entry.ottoman,
        entry.dragoons,
    )


def rules_of(
    scenario: Scenario,
    board: Board,
    tables: Tables,
    house_rules: HouseRules,
    flow: Flow,
) -> Rules:
    """The rules of a game on this board with these troops."""
    return Rules(
        board,
        scenario,
        tables,
        house_rules,
        flow,
        {entry.id: unit_of(entry) for entry in scenario.units},
        {
            entry.id: Battery(entry.id, entry.name, entry.side, entry.gun, entry.army)
            for entry in scenario.batteries
        },
        {
            entry.id: Leader(
                entry.id,
                entry.name,
                entry.side,
                entry.army,
                entry.charismatic,
                entry.rating,
                entry.gunner,
            )
            for entry in scenario.leaders
        },
    )


def table_of(rules: Rules) -> GameState:
    """The table before the first turn: pieces where the scenario puts them, objectives as they are held."""
    scenario, board = rules.scenario, rules.board
    pieces: dict[str, Piece] = {}
    for unit in scenario.units:
        marks = frozenset({DISMOUNTED}) if unit.dismounted else NO_MARKS
        pieces[unit.id] = _piece(rules, unit, unit.first_formation, unit.stands)._replace(marks=marks)
    for battery in scenario.batteries:
        formation = LIMBERED if battery.limbered or battery.enters else UNLIMBERED
        pieces[battery.id] = _piece(rules, battery, formation, 1)
    facts: dict[str, Value] = {
        f"holder:{entry.hex}": entry.holder for entry in scenario.objectives if entry.holder
    }
    for leader in scenario.leaders:
        status = ATTACHED if leader.attached else DETACHED
        hex_ = pieces[leader.attached].hex if leader.attached else board.at(leader.at)
        pieces[leader.id] = Piece(leader.id, leader.side, hex_, 0, status)
        if leader.attached:
            facts[with_key(leader.id)] = leader.attached
    return GameState(1, (), Deployment(pieces), facts)


def _piece(rules: Rules, entry: UnitEntry | BatteryEntry, formation: str, stands: int) -> Piece:
    if not entry.at:
        return Piece(entry.id, entry.side, None, 0, GOOD, formation, stands)
    at, facing = rules.board.at(entry.at), rules.facing(entry.facing)
    return Piece(entry.id, entry.side, at, facing, GOOD, formation, stands)
