"""The battles of Jours de Gloire: what every one of them has; and that every map hangs together."""

from __future__ import annotations

from functools import cache

import pytest

from game.core.ruleset import load_ruleset
from game.library import scenarios_of, shipped_names, shipped_scenario
from game.rulesets.jours_de_gloire.scenario import Scenario
from hexmap.board import Board
from hexmap.coords import Hex, hexside_vertices
from hexmap.files import read_map
from hexmap.vocabulary import WATER_HEXSIDES

RULESET = "jours-de-gloire"
ALL = [file.name for file in scenarios_of(RULESET)]
BATTLES = ["auerstaedt", "austerlitz", "montebello", "saalfeld", "somosierra"]
DRILLS = ["drill-farm", "drill-gunline", "drill-melee", "drill-square", "meeting"]
EVERYWHERE = shipped_names()  # whatever the ruleset: a map is a map
HOUSES = frozenset({"village", "town", "castle", "ruins"})
PONDS = frozenset({"frozen_pond", "lake", "sea", "river"})


@cache
def scenario_of(name: str) -> Scenario:
    scenario = load_ruleset(RULESET).read_scenario(shipped_scenario(name))
    assert isinstance(scenario, Scenario)
    return scenario


@cache
def board_of(name: str) -> Board:
    return read_map(shipped_scenario(name).map_path)


def test_they_are_all_here() -> None:
    assert [*BATTLES, *DRILLS] == sorted([*BATTLES, *DRILLS], key=[*BATTLES, *DRILLS].index)
    assert sorted([*BATTLES, *DRILLS]) == sorted(ALL)


@pytest.mark.parametrize("name", ALL)
def test_victory_has_three_levels_and_an_early_end(name: str) -> None:
    victory = scenario_of(name).victory
    assert len(victory.levels) >= 3
    assert {death.winner for death in victory.sudden_death} == {side.id for side in scenario_of(name).sides}
    assert scenario_of(name).objectives


@pytest.mark.parametrize("name", ALL)
def test_counters_have_usual_values(name: str) -> None:
    """Regiments above nine points are split."""
    most = {"infantry": 9, "cavalry": 6, "heavy_cavalry": 6, "artillery": 5}
    for unit in scenario_of(name).units:
        assert 1 <= unit.strength <= most[unit.arm], unit.id
        assert 3 <= unit.cohesion <= 8, unit.id


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_tells_its_story_and_its_sources(name: str) -> None:
    scenario = scenario_of(name)
    assert len(scenario.notes.split()) > 80 and scenario.date
    for word in ("Sourced", "Approximate", "Our guess"):
        assert word in scenario.designer_notes
    assert all(unit.nationality for unit in scenario.units)
    assert sum(not general.commander for general in scenario.generals) >= 1
    assert board_of(name).hex_metres


def test_fog_lies_where_history_has_it() -> None:
    fogs = {name: {turn for sky in scenario_of(name).weather for turn in sky.turns} for name in BATTLES}
    assert fogs == {
        "auerstaedt": {1, 2, 3},
        "austerlitz": {1, 2},
        "montebello": set(),
        "saalfeld": set(),
        "somosierra": {1, 2},
    }


@pytest.mark.parametrize("name", EVERYWHERE)
def test_roads_lead_somewhere(name: str) -> None:
    """Each end of a road is at the edge of the map, among houses, or on another road."""
    board = board_of(name)
    edge = board.map_edge()
    for number, road in enumerate(board.roads):
        others = {
            hex_ for other in (*board.roads[:number], *board.roads[number + 1 :]) for hex_ in other.path
        }
        for end in (road.path[0], road.path[-1]):
            at_home = board.terrain[end] in HOUSES
            assert end in edge or end in others or at_home, (
                f"{road.kind} {road.name} ends at {board.label(end)}"
            )


@pytest.mark.parametrize("name", EVERYWHERE)
def test_houses_stand_by_a_road(name: str) -> None:
    board = board_of(name)
    paved = {hex_ for road in board.roads for hex_ in road.path}
    for hex_ in board.hexes:
        if board.terrain[hex_] in HOUSES:
            near = {hex_, *(n for n in board.neighbours(hex_) if board.terrain[n] in HOUSES)}
            assert near & paved, board.label(hex_)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_water_runs_without_a_break(name: str) -> None:
    """A brook begins once, at a spring or the edge, and then runs on to the edge, a pond or other water."""
    board = board_of(name)
    ends: dict[str, list[Hex | None]] = {}
    sides = [
        (side, feature.name)
        for side, found in board.features.items()
        for feature in found
        if feature.kind in WATER_HEXSIDES
    ]
    touching: dict[object, int] = {}
    for side, _ in sides:
        for corner in hexside_vertices(side):
            touching[corner] = touching.get(corner, 0) + 1
    for side, water in sides:
        for corner in hexside_vertices(side):
            on_map = [hex_ for hex_ in corner if hex_ in board]
            goes_on = len(on_map) < 3 or any(board.terrain[hex_] in PONDS for hex_ in on_map)
            if touching[corner] == 1 and not goes_on:
                ends.setdefault(water, []).append(on_map[0])
    for water, loose in ends.items():
        assert len(loose) <= 1, f"{water} breaks off near {[board.label(hex_) for hex_ in loose if hex_]}"


@pytest.mark.parametrize("name", EVERYWHERE)
def test_water_has_a_name_or_is_the_only_one(name: str) -> None:
    names = {
        feature.name
        for found in board_of(name).features.values()
        for feature in found
        if feature.kind in WATER_HEXSIDES
    }
    assert len(names) <= 1 or "" not in names


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_ground_is_not_torn(name: str) -> None:
    """Two levels between neighbours are rare, three or more only where the map says it is steep."""
    board = board_of(name)
    drops = [
        (abs(board.elevation[hex_] - board.elevation[other]), hex_, other)
        for hex_ in board.hexes
        for other in board.neighbours(hex_)
    ]
    for drop, hex_, other in drops:
        kinds = {feature.kind for feature in board.between(hex_, other)}
        assert drop < 3 or kinds & {"steep_slope", "cliff"}, f"{board.label(hex_)}/{board.label(other)}"
    assert sum(drop == 2 for drop, _, _ in drops) <= len(drops) // 10


@pytest.mark.parametrize("name", ALL)
def test_objectives_have_their_names_on_the_map(name: str) -> None:
    board = board_of(name)
    marked = {board.label(found.hex): found.name for found in board.objectives}
    assert marked == {entry.hex: entry.name for entry in scenario_of(name).objectives}
