"""Every battle is long enough: both sides can march to every objective, and have time to fight for it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from game.library import scenarios_of, shipped_scenario
from game.match import Match
from game.opening import reached
from game.rulesets.age_of_glory.units import rate_of
from game.rulesets.jours_de_gloire.pricing import costs
from game.rulesets.jours_de_gloire.scenario import Scenario
from hexmap.coords import Hex
from hexmap.files import read_map
from hexmap.paths import Reach, reach

FAR = 1000  # points: as far as one likes
TO_SPARE = 1  # turns left for the fight when the first troops can be there


def named(ruleset: str) -> list[str]:
    return [file.name for file in scenarios_of(ruleset)]


@cache
def begun(name: str) -> Match:
    file = shipped_scenario(name)
    return Match.begin(file.ruleset, file, seed=0)


def marches(scenario: Scenario, name: str) -> Iterator[tuple[str, str, int]]:
    """Side, objective and turn: when each unit of foot or horse could stand there by the terrain table.

    One march of its full allowance a turn: a formation with orders has two, one without has two of half.
    """
    board = read_map(shipped_scenario(name).map_path)
    grounds = {arm: costs().ground(board, arm) for arm in ("infantry", "cavalry")}
    ways: dict[tuple[Hex, str], Reach] = {}
    sides = {formation.id: formation for formation in scenario.formations}
    for unit in scenario.units:
        if unit.arm == "artillery":
            continue
        formation = sides[unit.formation]
        start = board.at(unit.enters.hex if unit.enters else unit.at)
        first = max(unit.enters.turn if unit.enters else 1, formation.released_on)
        arm = "cavalry" if unit.arm == "heavy_cavalry" else unit.arm
        if (start, arm) not in ways:
            ways[start, arm] = reach(grounds[arm], start, FAR)
        found = ways[start, arm]
        for objective in scenario.objectives:
            goal = board.at(objective.hex)
            if goal in found:
                took = -(-Fraction(found[goal].cost) // unit.movement) if goal != start else 0
                yield formation.side, objective.name, first - 1 + int(took)


@pytest.mark.parametrize("name", named("jours-de-gloire"))
def test_both_sides_can_be_at_every_objective_in_time(name: str) -> None:
    scenario = begun(name).rules.scenario
    turns = list(marches(scenario, name))
    for side in scenario.sides:
        for objective in scenario.objectives:
            times = sorted(turn for who, what, turn in turns if (who, what) == (side.id, objective.name))
            where = f"{side.id} at {objective.name}: {times[:3]} of {scenario.turns}"
            # Not a single battalion, but enough to hold what it has taken.
            assert len(times) >= 2 and times[1] <= scenario.turns - TO_SPARE, where


@pytest.mark.parametrize("name", named("age-of-glory"))
def test_both_armies_of_the_pike_age_can_too(name: str) -> None:
    """By their basic rates, over open ground and roads."""
    rules, pieces = begun(name).rules, begun(name).state.pieces
    starts = {id_: (pieces[id_].hex, 1) for id_ in rules.units if pieces[id_].hex is not None}
    starts |= {id_: (rules.board.at(e.hex), e.turn) for id_, e in rules.entries.items() if id_ in rules.units}
    for objective in rules.board.objectives:
        ways = reached(rules.board, objective.hex)
        for side in rules.sides:
            turns = sorted(
                turn - 1 - (-ways[hex_] // rules.tables.rates[rate_of(rules, pieces[id_])].basic)
                for id_, (hex_, turn) in starts.items()
                if pieces[id_].side == side and hex_ in ways
            )
            assert len(turns) >= 2 and turns[1] <= rules.turns - TO_SPARE, (side, objective.name, turns[:3])
