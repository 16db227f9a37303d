"""[5] What it costs to go from hex to hex, and where a piece can get to, facing which way.

A formed body moves into its two front hexes and wheels by one vertex at a time: the first vertex of a move is
free, each further one costs a hex, and in one hex it wheels only once; to turn farther on the spot is a
change of formation. A column on a road follows it. Skirmishers and leaders go where they like.
Costs are whole numbers of twelfths of a hex, in which road rates of 2/3 and 3/4 stay exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from game.core.state import GameState, Piece
from game.rulesets.age_of_glory.cards import LIMBERED, MARCHING, SKIRMISH, SQUARE, UNLIMBERED
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import (
    battery_at,
    held_hexes,
    in_urban,
    is_leader,
    is_troops,
    rate_of,
    troops_at,
)
from hexmap.coords import Hex, direction_to, hexside
from hexmap.facing import front_hexes

SCALE = 12
CROSSINGS = frozenset({"bridge", "pontoon", "ford"})


class Step(NamedTuple):
    """One step out of a hex: where to, what it costs in twelfths, and whether it follows a road."""

    to: Hex
    cost: int
    by_road: bool


class Reached(NamedTuple):
    """A place and facing a move can end in: its cost in twelfths, and the hexes on the way."""

    cost: int
    path: tuple[Hex, ...]


Reach = Mapping[Hex, Mapping[int, Reached]]


# --- ground ----------------------------------------------------------------------------------------


def steps_from(rules: Rules, hex_: Hex, rate: str, in_column: bool) -> tuple[Step, ...]:
    """[5.1, 5.2] The ordinary steps out of a hex for one row of the manoeuvre table."""
    key = ("steps", rate, in_column)
    known: dict[Hex, tuple[Step, ...]] = rules.memo.setdefault(key, {})
    if hex_ not in known:
        found = (_step(rules, hex_, other, rate, in_column) for other in rules.board.neighbours(hex_))
        known[hex_] = tuple(step for step in found if step is not None)
    return known[hex_]


def _step(rules: Rules, a: Hex, b: Hex, rate: str, in_column: bool) -> Step | None:
    board, figures = rules.board, rules.tables.rates[rate]
    if not figures.basic:
        return None
    kinds = {feature.kind for feature in board.features.get(hexside(a, b), ())}
    ford = _ford(rules, kinds, rate)
    if ford is None:
        return None
    if in_column and board.road_between(a, b):
        return Step(b, int(figures.road_step * SCALE) + ford * SCALE, True)
    manners = manners_between(rules, a, b)
    if rate != "leader" and "urban" in (_manner(rules, a), _manner(rules, b)):
        return None
    if manners & {"closed", "full move"}:
        return None
    cost = figures.rough if "rough" in manners else 1
    return None if cost is None else Step(b, (cost + ford) * SCALE, False)


def manners_between(rules: Rules, a: Hex, b: Hex) -> set[str]:
    """[5.2] What stands in the way of a step: the ground it leads to, and what it crosses."""
    kinds = {feature.kind for feature in rules.board.features.get(hexside(a, b), ())}
    return {_manner(rules, b), *_crossings(rules, kinds)}


def _manner(rules: Rules, hex_: Hex) -> str:
    return rules.tables.terrain[rules.board.terrain[hex_]].movement


def _crossings(rules: Rules, kinds: set[str]) -> set[str]:
    """What hexside features do to a step; a crossing opens the water it crosses."""
    water = {"river"} if kinds & CROSSINGS else set()
    return {rules.tables.hexsides[kind].movement for kind in kinds - water}


def _ford(rules: Rules, kinds: set[str], rate: str) -> int | None:
    """Hexes lost in fording; None where the ford, or unbridged water, is closed to this arm."""
    if kinds & {"bridge", "pontoon"}:
        return 0
    if "river" in kinds and "ford" not in kinds:
        return None
    fords = any(rules.tables.hexsides[kind].movement == "ford" for kind in kinds)
    return rules.tables.rates[rate].ford if fords else 0


def is_closed(rules: Rules, a: Hex, b: Hex) -> bool:
    """[8.1] Whether nobody can get from a hex to the adjacent one at all, so that no charge crosses there."""
    kinds = {feature.kind for feature in rules.board.features.get(hexside(a, b), ())}
    if _manner(rules, b) == "closed" or "closed" in _crossings(rules, kinds):
        return True
    return "river" in kinds and not kinds & CROSSINGS


def open_neighbours(rules: Rules, hex_: Hex) -> tuple[Hex, ...]:
    """The adjacent hexes that somebody can get to."""
    known: dict[Hex, tuple[Hex, ...]] = rules.memo.setdefault("open neighbours", {})
    if hex_ not in known:
        near = rules.board.neighbours(hex_)
        known[hex_] = tuple(other for other in near if not is_closed(rules, hex_, other))
    return known[hex_]


def deployments(rules: Rules, state: GameState, piece: Piece) -> tuple[Hex, ...]:
    """[5.6] Adjacent hexes entered as a full move: into or out of an urban area or a fortification."""
    assert piece.hex is not None
    here = piece.hex
    ordinary = {step.to for step in steps_from(rules, here, rate_of(rules, piece), False)}
    return tuple(
        other
        for other in rules.board.neighbours(here)
        if other not in ordinary
        and not is_closed(rules, here, other)
        and _is_enclosed(rules, here, other)
        and _crosses_water(rules, here, other, piece)
        and can_end(rules, state, piece, other)
    )


def _is_enclosed(rules: Rules, a: Hex, b: Hex) -> bool:
    kinds = {feature.kind for feature in rules.board.features.get(hexside(a, b), ())}
    return "urban" in (_manner(rules, a), _manner(rules, b)) or "full move" in _crossings(rules, kinds)


def _crosses_water(rules: Rules, a: Hex, b: Hex, piece: Piece) -> bool:
    kinds = {feature.kind for feature in rules.board.features.get(hexside(a, b), ())}
    return _ford(rules, kinds, rate_of(rules, piece)) is not None


# --- who is in the way -------------------------------------------------------------------------------


def can_end(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> bool:
    """[5.5] Stacking: one troop unit and at most one battery in a hex, and no enemy."""
    if hex_ in held_hexes(rules, state, rules.enemy(piece.side)):
        return False
    if is_leader(rules, piece.id):
        return True
    other = troops_at(rules, state, hex_) if is_troops(rules, piece.id) else battery_at(rules, state, hex_)
    return other is None or other.id == piece.id


def passage_cost(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> int:
    """[5.3] Hexes lost in crossing friends: only where formed troops cross formed troops."""
    if not is_troops(rules, piece.id) or piece.formation == SKIRMISH:
        return 0
    other = troops_at(rules, state, hex_)
    if other is None or other.id == piece.id or other.formation == SKIRMISH:
        return 0
    return rules.tables.passage


# --- reach -----------------------------------------------------------------------------------------


def allowance(rules: Rules, piece: Piece, half: bool = False) -> int:
    """[5.1] The basic rate in hexes, or half of it rounded down."""
    basic = rules.tables.rates[rate_of(rules, piece)].basic
    return basic // 2 if half else basic


def is_loose(rules: Rules, piece: Piece) -> bool:
    """[5.4] Whether a piece moves without regard to its facing."""
    return piece.formation == SKIRMISH or is_leader(rules, piece.id)


def follows_roads(rules: Rules, piece: Piece) -> bool:
    """[5.1] Who moves at the road rate: columns, limbered guns, skirmishers and leaders."""
    return piece.formation in (*MARCHING, LIMBERED, SKIRMISH) or is_leader(rules, piece.id)


def reach(rules: Rules, state: GameState, piece: Piece, hexes: int) -> Reach:
    """[5] Every place and facing in which a piece can end a move of so many hexes, its own hex included."""
    assert piece.hex is not None
    key = ("reach", piece, hexes)
    return state.pieces.remember(key, lambda: _reach(rules, state, piece, hexes))


def _reach(rules: Rules, state: GameState, piece: Piece, hexes: int) -> Reach:
    if piece.formation in (SQUARE, UNLIMBERED) or in_urban(rules, piece):
        assert piece.hex is not None
        return {piece.hex: {piece.facing: Reached(0, (piece.hex,))}}
    found = _loose_reach if is_loose(rules, piece) else _formed_reach
    return found(rules, state, piece, hexes * SCALE)


def _loose_reach(rules: Rules, state: GameState, piece: Piece, budget: int) -> Reach:
    """Where skirmishers and leaders get to; they end facing any way."""
    assert piece.hex is not None
    rate, column = rate_of(rules, piece), follows_roads(rules, piece)
    enemies = held_hexes(rules, state, rules.enemy(piece.side))
    best: dict[Hex, Reached] = {piece.hex: Reached(0, (piece.hex,))}
    queue: list[tuple[int, Hex]] = [(0, piece.hex)]
    while queue:
        cost, here = heappop(queue)
        if cost > best[here].cost:
            continue
        for step in steps_from(rules, here, rate, column):
            spent = cost + step.cost
            if not cost and budget:
                spent = min(spent, budget)  # whoever may move at all may enter one hex
            if step.to in enemies or spent > budget or not _is_better(best.get(step.to), spent):
                continue
            best[step.to] = Reached(spent, (*best[here].path, step.to))
            heappush(queue, (spent, step.to))
    return {
        hex_: dict.fromkeys(range(6), reached)
        for hex_, reached in best.items()
        if can_end(rules, state, piece, hex_)
    }


def _is_better(known: Reached | None, cost: int) -> bool:
    return known is None or cost < known.cost


# Where a formed body is on its way: place, facing, whether it wheeled here, and ever.
_Stance = tuple[Hex, int, bool, bool]


def _formed_reach(rules: Rules, state: GameState, piece: Piece, budget: int) -> Reach:
    """Where a formed body, or limbered guns, get to by advancing and wheeling."""
    assert piece.hex is not None
    rate, column = rate_of(rules, piece), follows_roads(rules, piece)
    enemies = held_hexes(rules, state, rules.enemy(piece.side))
    passage: dict[Hex, int] = {}
    start: _Stance = (piece.hex, piece.facing, False, False)
    best: dict[_Stance, tuple[int, tuple[Hex, ...]]] = {start: (0, (piece.hex,))}
    queue: list[tuple[int, _Stance]] = [(0, start)]
    while queue:
        cost, stance = heappop(queue)
        least, path = best[stance]
        if cost > least:
            continue
        here, facing, wheeled_here, wheeled = stance
        if not wheeled_here and budget:
            spent = cost + SCALE if wheeled else cost
            for turned in ((facing + 1) % 6, (facing + 5) % 6):
                _note(best, queue, (here, turned, True, True), spent, budget, path)
        for to, price, facing_there in _ways(rules, rate, column, here, facing):
            if to in enemies:
                continue
            if to not in passage:
                passage[to] = passage_cost(rules, state, piece, to) * SCALE
            spent = cost + price + passage[to]
            if len(path) == 1 and budget:
                spent = min(spent, budget)
            _note(best, queue, (to, facing_there, False, wheeled), spent, budget, path, to)
    return _ends(rules, state, piece, best)


def _note(
    best: dict[_Stance, tuple[int, tuple[Hex, ...]]],
    queue: list[tuple[int, _Stance]],
    stance: _Stance,
    cost: int,
    budget: int,
    path: tuple[Hex, ...],
    *to: Hex,
) -> None:
    """Remember a way to a stance, if it can be paid and none so cheap is known."""
    if cost <= budget and (stance not in best or cost < best[stance][0]):
        best[stance] = (cost, (*path, *to))
        heappush(queue, (cost, stance))


def _ends(
    rules: Rules, state: GameState, piece: Piece, best: Mapping[_Stance, tuple[int, tuple[Hex, ...]]]
) -> Reach:
    """The places and facings in which a move may end, each by its cheapest way."""
    found: dict[Hex, dict[int, Reached]] = {}
    closed: set[Hex] = set()
    for (hex_, facing, _, _), (cost, path) in best.items():
        facings = found.get(hex_)
        if facings is None:
            if hex_ in closed:
                continue
            if not can_end(rules, state, piece, hex_):
                closed.add(hex_)
                continue
            facings = found[hex_] = {}
        if _is_better(facings.get(facing), cost):
            facings[facing] = Reached(cost, path)
    return found


def _ways(rules: Rules, rate: str, column: bool, here: Hex, facing: int) -> tuple[tuple[Hex, int, int], ...]:
    """[5.1, 5.4] The steps ahead, or along a road, with their cost and the facing they lead to."""
    known: dict[tuple[Hex, int], tuple[tuple[Hex, int, int], ...]]
    known = rules.memo.setdefault(("ways", rate, column), {})
    found = known.get((here, facing))
    if found is None:
        ahead = front_hexes(here, facing)
        found = known[here, facing] = tuple(
            (step.to, step.cost, facing if step.to in ahead else _along(here, facing, step.to))
            for step in steps_from(rules, here, rate, column)
            if step.to in ahead or step.by_road
        )
    return found


def _along(here: Hex, facing: int, to: Hex) -> int:
    """The facing of a column that follows a bend of its road: the nearest one that looks that way."""
    direction = direction_to(here, to)
    choices = (direction, (direction - 1) % 6)
    return min(choices, key=lambda choice: (min((choice - facing) % 6, (facing - choice) % 6), choice))


def rush(rules: Rules, state: GameState, piece: Piece, hexes: int) -> Reach:
    """[9.3] Where a breakthrough gets to: straight on, without regard to facing or formation."""
    return _loose_reach(rules, state, piece, hexes * SCALE)
