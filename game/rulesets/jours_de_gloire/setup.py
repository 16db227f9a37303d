"""Laying out the table: a scenario checked against its map, then counters, generals and the first facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.errors import DataError, did_you_mean
from game.core.scenario import ScenarioFile, read_scenario
from game.core.sequence import Sequence
from game.core.state import Deployment, GameState, Piece, Value
from game.core.switches import HouseRules
from game.mechanics.game_rules import Flow
from game.mechanics.mapcheck import facing_problems, hex_problems, is_hex
from game.rulesets.jours_de_gloire.cards import GOOD, Card, Face, Fall, Formation, General
from game.rulesets.jours_de_gloire.marching import holder_key
from game.rulesets.jours_de_gloire.rules import Rules, edge_hexes
from game.rulesets.jours_de_gloire.scenario import GeneralEntry, Scenario, UnitEntry
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
from game.rulesets.jours_de_gloire.tables import Tables
from hexmap.board import Board
from hexmap.files import read_map


def read(
    file: ScenarioFile, tables: Tables, vocabulary: Mapping[str, frozenset[str]]
) -> tuple[Scenario, Board]:
    """The scenario and its map, each fit for the other."""
    scenario = read_scenario(file, Scenario)
    assert isinstance(scenario, Scenario)
    board = read_map(file.map_path, vocabulary)
    for where, problem in _problems(scenario, board, tables):
        raise DataError(file.path, where, problem)
    return scenario, board


def _problems(scenario: Scenario, board: Board, tables: Tables) -> Iterator[tuple[str, str]]:
    """(where, what) of everything the scenario asks of a map that does not have it."""
    for number, unit in enumerate(scenario.units):
        where = f"units[{number}] ('{unit.id}')"
        label, facing = (unit.enters.hex, unit.enters.facing) if unit.enters else (unit.at, unit.facing)
        yield from hex_problems(board, where, label)
        yield from facing_problems(board, where, facing)
        if is_hex(board, label):
            column = "cavalry" if unit.arm == "heavy_cavalry" else unit.arm
            terrain = board.terrain[board.at(label)]
            if tables.terrain.hex_cost(terrain, column) is None:
                yield where, f"stands at {label} in {terrain}, where {column} cannot be"
    for number, general in enumerate(scenario.generals):
        yield from hex_problems(board, f"generals[{number}] ('{general.id}')", general.at)
    for number, objective in enumerate(scenario.objectives):
        yield from hex_problems(board, f"objectives[{number}] ('{objective.name}')", objective.hex)
    for number, way_out in enumerate(scenario.exits):
        for label in way_out.hexes:
            yield from hex_problems(board, f"exits[{number}]", label)
            if is_hex(board, label) and board.at(label) not in board.map_edge():
                yield f"exits[{number}]", f"{label} is not on the edge of the map"
    for end in scenario.victory.sudden_death:
        for label in end.hexes:
            yield from hex_problems(board, f"victory.sudden_death ('{end.name}')", label)
    for side, name in scenario.edges.items():
        try:
            edge_hexes(board, name)
        except KeyError:
            known = ("north", "east", "south", "west", *board.edges)
            yield f"edges.{side}", f"the map has no edge '{name}'{did_you_mean(name, known)}"
    yield from _stack_problems(scenario, board, tables)


def _stack_problems(scenario: Scenario, board: Board, tables: Tables) -> Iterator[tuple[str, str]]:
    """[5] Units that begin in one hex must be allowed to share it, and be of one side."""
    sides = {formation.id: formation.side for formation in scenario.formations}
    by_hex: dict[str, list[UnitEntry]] = {}
    for unit in scenario.units:
        if unit.at:
            by_hex.setdefault(unit.at, []).append(unit)
    rules = _bare_rules(scenario, board, tables)
    for label, stack in by_hex.items():
        names = ", ".join(unit.id for unit in stack)
        if len({sides[unit.formation] for unit in stack}) > 1:
            yield f"hex {label}", f"both sides stand there ({names})"
            continue
        pieces = [Piece(unit.id, sides[unit.formation], status=GOOD) for unit in stack]
        refusal = stacking_refusal(rules, pieces)
        if refusal is not None:
            yield f"hex {label}", f"{refusal} ({names})"


def _bare_rules(scenario: Scenario, board: Board, tables: Tables) -> Rules:
    """Rules enough to ask about stacking before the rest of the scenario is known to be good."""
    plain = Scenario.model_construct(
        **{**dict(scenario), "objectives": (), "special_markers": (), "weather": (), "exits": ()}
    )
    flow = Flow(Sequence.model_construct(format=1, start="", node=()))
    switches = {"front_hexes": "two"}
    return Rules(board, plain, tables, switches, flow, cards_of(scenario), {}, {})


def cards_of(scenario: Scenario) -> dict[str, Card]:
    """[0.3] The counters, both faces."""
    sides = {formation.id: formation.side for formation in scenario.formations}
    return {unit.id: _card(unit, sides[unit.formation]) for unit in scenario.units}


def _card(unit: UnitEntry, side: str) -> Card:
    good = Face(unit.strength, unit.cohesion, unit.engagement, unit.movement)
    back = unit.disordered
    disordered = Face(
        strength=good.strength if back.strength is None else back.strength,
        cohesion=max(0, good.cohesion - 1) if back.cohesion is None else back.cohesion,
        engagement=good.engagement if back.engagement is None else back.engagement,
        movement=good.movement if back.movement is None else back.movement,
    )
    return Card(
        unit.id,
        unit.name,
        side,
        unit.formation,
        unit.arm,
        unit.nationality,
        good,
        disordered,
        unit.horse,
        unit.effective,
        unit.maximum,
        unit.acts_with,
    )


def _general(entry: GeneralEntry) -> General:
    initiative = entry.command_points if entry.initiative is None else entry.initiative
    return General(
        entry.id,
        entry.name,
        entry.side,
        entry.commander,
        entry.command_points,
        entry.command_range,
        entry.bonus,
        initiative,
        entry.movement,
        entry.formations,
        entry.commands_from,
        Fall(entry.falls.from_turn, entry.falls.at_most) if entry.falls else None,
    )


def rules_of(
    scenario: Scenario,
    board: Board,
    tables: Tables,
    house_rules: HouseRules,
    flow: Flow,
) -> Rules:
    """The rules of a game on this board with these counters."""
    formations = {
        entry.id: Formation(
            entry.id,
            entry.name,
            entry.side,
            entry.rating,
            entry.markers,
            tuple(unit.id for unit in scenario.units if unit.formation == entry.id),
            entry.released_on,
            entry.comes_at_most,
        )
        for entry in scenario.formations
    }
    generals = {entry.id: _general(entry) for entry in scenario.generals}
    return Rules(
        board,
        scenario,
        tables,
        house_rules,
        flow,
        cards_of(scenario),
        generals,
        formations,
    )


def table_of(rules: Rules) -> GameState:
    """The table before the first turn: counters where the scenario puts them, objectives as they are held."""
    pieces: dict[str, Piece] = {}
    board = rules.board
    for unit in rules.scenario.units:
        side = rules.cards[unit.id].side
        if unit.at:
            facing = rules.printed_facing(unit.facing)
            pieces[unit.id] = Piece(unit.id, side, board.at(unit.at), facing, GOOD, "", unit.strength)
        else:
            pieces[unit.id] = Piece(unit.id, side, None, 0, GOOD, "", unit.strength)
    for general in rules.scenario.generals:
        pieces[general.id] = Piece(general.id, general.side, board.at(general.at), 0, "", "", 0)
    facts: dict[str, Value] = {
        holder_key(rules, board.at(entry.hex)): entry.holder
        for entry in rules.scenario.objectives
        if entry.holder
    }
    return GameState(1, (), Deployment(pieces), facts)
