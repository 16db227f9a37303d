"""[6] What it costs to go from hex to hex, and where a unit can get to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from game.core.state import Deployment, GameState, Piece
from game.core.tongue import N_, _, spoken, word
from game.rulesets.jours_de_gloire.cards import DISORDERED
from game.rulesets.jours_de_gloire.rules import Country, Rules
from game.rulesets.jours_de_gloire.zones import enemy_fronts, is_sheer, zone_of_side
from hexmap.board import Feature
from hexmap.conditions import Bar, Charge, Conditions
from hexmap.coords import Hex, Hexside, distance
from hexmap.ground import Ground, Item, Refusal, StepCost
from hexmap.hexset import HexSet
from hexmap.paths import Reach, reach

TERRAIN = N_("terrain table")
BRIDGES = frozenset({"bridge", "pontoon"})
WATERS = frozenset({"stream", "canal", "ford"})  # a bridge over them makes crossing free
DISORDERS = "D"


def step_cost(rules: Country, a: Hex, b: Hex, column: str, roads: bool = True) -> StepCost | Refusal:
    """[6.1] The cost of one step, item by item, or why it cannot be made."""
    board, terrain = rules.board, rules.tables.terrain
    features = board.features.get(side_between(a, b), ())
    road = _best_road(rules, a, b, column) if roads else None
    items: list[Item] = []
    if road is not None:
        items.append(Item(word(road), terrain.road_cost(road, column), "6.2"))
    else:
        cost = terrain.hex_cost(board.terrain[b], column)
        if cost is None:
            return Refusal(
                _("{terrain} is not open to {arm}").format(terrain=word(board.terrain[b]), arm=word(column)),
                TERRAIN,
            )
        items.append(Item(word(board.terrain[b]), cost, TERRAIN))
    if is_sheer(rules, a, b):
        return Refusal(_("a steep slope of three levels or more is impassable"), "note i")
    crossed = _crossing(rules, features, column, road is not None)
    if isinstance(crossed, Refusal):
        return crossed
    items += crossed.items
    level = board.elevation[b] - board.elevation[a]
    climb = terrain.level_cost(level, column, road is not None)
    if climb is None:
        return Refusal(
            _("{arm} cannot change {levels} levels at once").format(arm=word(column), levels=abs(level)),
            TERRAIN,
        )
    if climb:
        items.append(Item(_("change of level"), climb, TERRAIN))
    return StepCost(tuple(items), False, crossed.marks)


def known_step(rules: Rules, a: Hex, b: Hex, column: str, roads: bool = True) -> StepCost | Refusal:
    """[6.1] The cost of one step, worked out once for each lie of the land."""
    key = ("step", _known_lie(rules, a, b), column, roads)
    found: StepCost | Refusal | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = step_cost(rules, a, b, column, roads)
    return found


def lie_of_land(rules: Country, a: Hex, b: Hex) -> tuple[Any, ...]:
    """All about two adjacent hexes that the cost of a step depends on: few pairs differ in it."""
    board, side = rules.board, side_between(a, b)
    level = board.elevation[b] - board.elevation[a]
    return board.terrain[b], board.features.get(side), board.road_kinds.get(side), level


def _known_lie(rules: Rules, a: Hex, b: Hex) -> tuple[Any, ...]:
    """The same, looked up once for all columns of the terrain table."""
    key = ("lie of the land", a, b)
    found: tuple[Any, ...] | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = lie_of_land(rules, a, b)
    return found


def side_between(a: Hex, b: Hex) -> Hexside:
    """The hexside between two hexes known to be adjacent."""
    return Hexside(a, b) if a < b else Hexside(b, a)


def _best_road(rules: Country, a: Hex, b: Hex, column: str) -> str | None:
    """[6.2] The road or trail that joins two hexes through their common hexside, the cheaper one first."""
    kinds = rules.board.road_kinds.get(side_between(a, b), frozenset())
    if not kinds:
        return None
    road_cost = rules.tables.terrain.road_cost
    return min(sorted(kinds), key=lambda kind: road_cost(kind, column))


def _crossing(
    rules: Country, features: tuple[Feature, ...], column: str, by_road: bool
) -> StepCost | Refusal:
    """[6.2, notes c and h] What crossing a hexside costs on top."""
    terrain = rules.tables.terrain
    kinds = {feature.kind for feature in features}
    items: list[Item] = []
    marks: tuple[str, ...] = ()
    bridged = bool(kinds & BRIDGES)
    for kind in sorted(kinds - BRIDGES):
        if kind == "river":
            # A bridge, a pontoon or a ford makes a river passable; the ford costs what a ford costs.
            if not bridged and "ford" not in kinds:
                return Refusal(_("a river is crossed only by a bridge"), TERRAIN)
            continue
        if bridged and kind in WATERS:
            continue
        cost, disorders = terrain.hexside_cost(kind, column, by_road)
        if cost is None:
            return Refusal(
                _("{arm} cannot cross a {hexside}").format(arm=word(column), hexside=word(kind)), TERRAIN
            )
        if disorders:
            marks = (DISORDERS,)
        if cost:
            items.append(Item(word(kind), cost, TERRAIN))
    return StepCost(tuple(items), False, marks)


def ground(rules: Rules, columns: tuple[str, ...], roads: bool = True, disordering: bool = False) -> Ground:
    """The board as these columns of the terrain table see it; together they pay the dearest.

    Steps that disorder are closed unless asked for: a shortcut never takes a unit over them unasked.
    """
    key = ("ground", columns, roads, disordering)
    found: Ground | None = rules.memo.get(key)
    if found is None:

        def step(a: Hex, b: Hex) -> StepCost | Refusal:
            return known_joint_step(rules, a, b, columns, roads, disordering)

        found = rules.memo[key] = Ground(rules.board, step, "+".join(columns))
    return found


def joint_step(
    rules: Country, a: Hex, b: Hex, columns: tuple[str, ...], roads: bool, disordering: bool
) -> StepCost | Refusal:
    """One step of units that move together: what the slowest of them pays."""
    dearest: StepCost | None = None
    marks: set[str] = set()
    for column in columns:
        answer = step_cost(rules, a, b, column, roads)
        if isinstance(answer, Refusal):
            return answer
        marks.update(answer.marks)
        if dearest is None or answer.total > dearest.total:
            dearest = answer
    assert dearest is not None
    if marks and not disordering:
        return Refusal(_("crossing here disorders: take the step by itself"), TERRAIN)
    return dearest._replace(marks=tuple(sorted(marks)))


def known_joint_step(
    rules: Rules, a: Hex, b: Hex, columns: tuple[str, ...], roads: bool, disordering: bool
) -> StepCost | Refusal:
    """The same, worked out once for each lie of the land."""
    key = ("joint step", _known_lie(rules, a, b), columns, roads, disordering)
    found: StepCost | Refusal | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = joint_step(rules, a, b, columns, roads, disordering)
    return found


def columns_of(rules: Rules, units: tuple[Piece, ...]) -> tuple[str, ...]:
    """The columns of the terrain table a group of units uses."""
    if len(units) == 1:
        return rules.columns[units[0].id]
    return tuple(sorted({rules.cards[piece.id].column for piece in units}))


def conditions(
    rules: Rules,
    state: GameState,
    units: tuple[Piece, ...],
    extended: bool = False,
    left_zone: bool = False,
) -> Conditions:
    """[4.2, 6.1] What the two armies change about a move: friends, zones, enemies.

    *left_zone*: whether the units have left an enemy zone earlier in this move.
    """
    side, start = units[0].side, units[0].hex
    assert start is not None
    pieces, enemy = state.pieces, rules.enemy(side)
    columns = columns_of(rules, units)
    disordered = DISORDERED in [piece.status for piece in units]
    from_zone = (left_zone or start in zone_of_side(rules, pieces, enemy)) and rules.is_set(
        "zoc_to_front", "forbidden"
    )

    def work() -> Conditions:
        against = pieces.remember_standing(
            enemy,
            ("conditions of the enemy", columns, disordered, from_zone),
            _against,
            rules,
            pieces,
            side,
            columns,
            disordered,
            from_zone,
        )
        bars = against.and_charge(Charge(friends, _reasons(rules, columns).past))
        return _marching_far(rules, pieces, side, columns, bars) if extended else bars

    friends = occupied_by(rules, pieces, side)
    if extended:
        return pieces.remember(("conditions", side, columns, disordered, from_zone), work)
    # Of the friends only their hexes matter.
    key = ("conditions", columns, disordered, from_zone, friends.indices)
    return pieces.remember_standing(enemy, key, work)


class _Reasons(NamedTuple):
    """[4.2, 6.1] What the armies charge a move with, and how they stop or refuse it."""

    past: Item
    leaving: Item
    disordered: Item
    stands: Refusal
    front: Refusal
    zone: Refusal
    minimum: Refusal


def _reasons(rules: Rules, columns: tuple[str, ...]) -> _Reasons:
    key = ("reasons", columns, spoken())
    found: _Reasons | None = rules.memo.get(key)
    if found is None:
        terrain = rules.tables.terrain
        past = max(terrain.friend_cost(column) for column in columns)
        leaving = max(terrain.leaving_zoc_cost(column) for column in columns)
        found = rules.memo[key] = _Reasons(
            past=Item(_("past a friendly unit"), past, TERRAIN),
            leaving=Item(_("leaving an enemy zone"), leaving, TERRAIN),
            disordered=Item(_("disordered into an enemy zone"), terrain.disordered_into_zoc, "note d"),
            stands=Refusal(_("an enemy stands there"), "5"),
            front=Refusal(_("from zone to zone, but not into an enemy's front hex"), "4.2"),
            zone=Refusal(_("an enemy zone of control ends the move"), "4.2"),
            minimum=Refusal(_("the minimum move does not enter an enemy zone"), "6.1"),
        )
    return found


def _against(
    rules: Rules,
    pieces: Deployment,
    side: str,
    columns: tuple[str, ...],
    disordered: bool,
    from_zone: bool,
) -> Conditions:
    """[4.2] What the enemy alone changes about a move, wherever the friends are."""
    enemy, reasons = rules.enemy(side), _reasons(rules, columns)
    zone = zone_of_side(rules, pieces, enemy)
    stands = Bar(occupied_by(rules, pieces, enemy), reasons.stands)
    return Conditions(
        enter=(Charge(zone, reasons.disordered),) if disordered else (),
        leave=(Charge(zone, reasons.leaving),),
        stop=(Bar(zone, reasons.zone),),
        forbid=(stands, Bar(enemy_fronts(rules, pieces, side), reasons.front)) if from_zone else (stands,),
        no_minimum=(Bar(zone, reasons.minimum),),
    )


def _marching_far(
    rules: Rules, pieces: Deployment, side: str, columns: tuple[str, ...], bars: Conditions
) -> Conditions:
    """[6.5] The same for an extended march, which keeps away from the enemy and does not pass friends."""
    friends, enemies = occupied_by(rules, pieces, side), occupied_by(rules, pieces, rules.enemy(side))
    # Guns may stack, so the hex of a battery (any hex, for a battery) may be the last of the march.
    last = friends if columns == ("artillery",) else _hexes_of_guns(rules, pieces, side)
    passed = HexSet.of(rules.board, (hex_ for hex_ in friends if hex_ not in last))
    near = HexSet.of(rules.board, (hex_ for hex_ in rules.board.hexes if near_enemy(enemies, hex_, 3)))
    too_near = Refusal(_("an extended march stays more than 3 hexes from the enemy"), "6.5")
    through = Refusal(_("an extended march does not pass through friends"), "6.5")
    return replace(
        bars,
        stop=(*bars.stop, Bar(last, through)),
        forbid=(*bars.forbid, Bar(near, too_near), Bar(passed, through)),
    )


def _hexes_of_guns(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    """The hexes in which a side has batteries and nobody else."""
    cards = rules.cards
    others = {p.hex for p in pieces if p.id in cards and not cards[p.id].is_artillery}
    return HexSet.of(rules.board, (hex_ for hex_ in occupied_by(rules, pieces, side) if hex_ not in others))


def near_enemy(enemies: HexSet, hex_: Hex, hexes: int) -> bool:
    """Whether any enemy is within so many hexes."""
    if hexes == 1:
        board, index = enemies.board, enemies.board.index[hex_]
        return index in enemies.indices or not enemies.indices.isdisjoint(board.links[index])
    return any(distance(hex_, enemy) <= hexes for enemy in enemies)


def occupied_by(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    """The hexes with combat units of a side."""
    return pieces.remember_places(side, "occupied", _occupied_by, rules, pieces, side)


def _occupied_by(rules: Rules, pieces: Deployment, side: str) -> HexSet:
    all_, index = pieces.pieces, rules.board.index
    standing = [all_[id_].hex for id_ in rules.units_of_side[side] if id_ in all_]
    return HexSet(rules.board, [index[hex_] for hex_ in standing if hex_ is not None])


def uses_roads(rules: Rules, state: GameState) -> bool:
    """[14] Snow hides the roads."""
    return not rules.sky(state.turn).snow


def by_road(rules: Rules, state: GameState, side: str, there: Hex) -> bool:
    """[6.2, 14] Whether the road into a hex counts: not in snow, nor by house rule beside the enemy."""
    if not uses_roads(rules, state):
        return False
    if rules.is_set("road_next_to_enemy", "allowed"):
        return True
    return not near_enemy(occupied_by(rules, state.pieces, rules.enemy(side)), there, 1)


def reach_of(
    rules: Rules,
    state: GameState,
    units: tuple[Piece, ...],
    points: Fraction | int,
    unmoved: bool,
    extended: bool = False,
    left_zone: bool = False,
) -> Reach:
    """[6] Every hex a unit, or units moving together, can get to with these points."""
    start = units[0].hex
    assert start is not None
    over = ground_now(rules, state, units[0].side, columns_of(rules, units))
    bars = conditions(rules, state, units, extended, left_zone)
    return reach(over, start, points, bars, minimum_move=unmoved and not extended)


def ground_now(rules: Rules, state: GameState, side: str, columns: tuple[str, ...]) -> Ground:
    """[6.2, 14] The board as these columns see it this turn: without roads in snow."""
    roads = uses_roads(rules, state)
    if roads and rules.is_set("road_next_to_enemy", "other_terrain"):
        return _ground_shunning_enemy(rules, state, side, columns)
    return ground(rules, columns, roads)


def _ground_shunning_enemy(rules: Rules, state: GameState, side: str, columns: tuple[str, ...]) -> Ground:
    """House rule `road_next_to_enemy`: beside the enemy, a road is no faster than the ground it crosses."""
    pieces = state.pieces

    def build() -> Ground:
        enemies = occupied_by(rules, pieces, rules.enemy(side))

        def step(a: Hex, b: Hex) -> StepCost | Refusal:
            return joint_step(rules, a, b, columns, not near_enemy(enemies, b, 1), False)

        return Ground(rules.board, step, "+".join(columns))

    return pieces.remember(("ground beside the enemy", side, columns), build)
