"""[10.2, 10.3] Where beaten units go: the hexes of a recoil in their order of preference, those of a rout.

Nothing here changes anything; `steps/retreat.py` asks the owner where hexes are equally good, and moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from game.core.state import GameState, Piece
from game.rulesets.jours_de_gloire.cards import ROUTED
from game.rulesets.jours_de_gloire.movement import (
    DISORDERS,
    by_road,
    conditions,
    known_step,
    occupied_by,
    uses_roads,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join, stacking_refusal
from game.rulesets.jours_de_gloire.units import distances, face_of, half_up, units_at
from game.rulesets.jours_de_gloire.zones import enemy_fronts, zone_of_side
from hexmap.coords import Hex, distance
from hexmap.facing import facing_towards
from hexmap.ground import Cost, Refusal, StepCost, total

NEAR_ENEMY = 3  # [10.3] enemies within so many hexes are shunned
TWO_HEXES = 2  # house rule `rout_distance`

# [10.2] How a recoil goes on, the best first: into a hex where it ends, through friends, or not at all.
Manner = Literal["end", "pass", "front", "none"]


# --- both ------------------------------------------------------------------------------------------


def step_of(rules: Rules, state: GameState, piece: Piece, here: Hex, hex_: Hex) -> StepCost | None:
    """The step of a beaten unit to an adjacent hex, or None where ground or enemy closes it."""
    return _steps(rules, state, piece, here, (hex_,)).get(hex_)


def _steps(
    rules: Rules, state: GameState, piece: Piece, here: Hex, hexes: Iterable[Hex]
) -> dict[Hex, StepCost]:
    """The steps to these adjacent hexes that neither ground nor enemy closes to a beaten unit."""
    enemies = occupied_by(rules, state.pieces, rules.enemy(piece.side))
    column = rules.cards[piece.id].column
    any_road = uses_roads(rules, state) and rules.is_set("road_next_to_enemy", "allowed")
    found = {}
    for hex_ in hexes:
        if hex_ not in enemies:
            roads = any_road or by_road(rules, state, piece.side, hex_)
            step = known_step(rules, here, hex_, column, roads)
            if not isinstance(step, Refusal):
                found[hex_] = step
    return found


def disorders(step: StepCost) -> bool:
    """[6.4] Whether whoever makes this step is disordered by the ground."""
    return DISORDERS in step.marks


def friends_at(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> tuple[Piece, ...]:
    """The other units of its side in a hex."""
    return tuple(p for p in units_at(rules, state, hex_) if p.id != piece.id and p.side == piece.side)


def is_deadly_front(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> bool:
    """[10.2, 10.3] Whether a hex is a front hex of the enemy with no friend in it."""
    return hex_ in enemy_fronts(rules, state.pieces, piece.side) and not friends_at(rules, state, piece, hex_)


def shaken(rules: Rules, piece: Piece, passed: tuple[Piece, ...]) -> tuple[str, ...]:
    """[10.2] Which of the friends in a hex test when a unit passes that cannot stay with them.

    Those it may not stack with; in a hex that is merely full, all of them. Routed units take one
    another in at need, so they do not shake each other.
    """
    if piece.status == ROUTED:
        return tuple(other.id for other in passed if other.status != ROUTED)
    odd = tuple(other.id for other in passed if stacking_refusal(rules, (other, piece)) is not None)
    return odd or tuple(other.id for other in passed)


def nearest_enemies(rules: Rules, state: GameState, side: str, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes of the nearest enemy units; with none on the map, the nearest hexes of their map edge."""
    enemy = rules.enemy(side)

    def work() -> tuple[Hex, ...]:
        all_, index, off = rules.board.hexes, rules.board.index, distances(rules, hex_)
        hexes = occupied_by(rules, state.pieces, enemy).indices
        hexes = hexes or frozenset([index[other] for other in rules.home_edge[enemy]])
        least = min([off[other] for other in hexes])
        return tuple([all_[other] for other in sorted(hexes) if off[other] == least])

    return state.pieces.remember_places(enemy, ("nearest", hex_), work)


# --- recoil ----------------------------------------------------------------------------------------


class Recoil(NamedTuple):
    """[10.2] How a recoil can go on from a hex: in which manner, and into which equally good hexes."""

    manner: Manner
    hexes: tuple[Hex, ...] = ()


def recoil_from(rules: Rules, state: GameState, piece: Piece, here: Hex, away: tuple[Hex, ...]) -> Recoil:
    """[10.2] The best a recoiling unit can do from a hex, away from the hexes that caused it.

    "end": free or stackable hexes outside enemy front hexes. "pass": hexes full of friends, with a way
    on behind them. "front": only an empty front hex of the enemy is left. "none": nothing is left.
    """
    return state.pieces.remember(
        ("recoil", piece.id, here, away, state.turn),
        _recoil_from,
        rules,
        state,
        piece,
        here,
        away,
        {},
    )


def _recoil_from(
    rules: Rules,
    state: GameState,
    piece: Piece,
    here: Hex,
    away: tuple[Hex, ...],
    known: dict[Hex, Recoil],
) -> Recoil:
    if here in known:
        return known[here]
    kinds: dict[Manner, list[Hex]] = {"end": [], "pass": [], "front": []}
    for hex_ in _hexes_away(rules, state, piece, here, away):
        if not friends_at(rules, state, piece, hex_):
            kinds["front" if is_deadly_front(rules, state, piece, hex_) else "end"].append(hex_)
        elif may_join(rules, state, (piece,), hex_):
            kinds["end"].append(hex_)
        else:
            kinds["pass"].append(hex_)
    found = Recoil("none")
    if kinds["end"]:
        found = Recoil("end", tuple(kinds["end"]))
    else:
        # Each step leads farther from the hexes it flees, so this looks at no hex twice in a row.
        onward = {hex_: _recoil_from(rules, state, piece, hex_, away, known) for hex_ in kinds["pass"]}
        through = tuple(hex_ for hex_, next_ in onward.items() if next_.manner in ("end", "pass"))
        if through:
            found = Recoil("pass", through)
        elif kinds["front"] or any(next_.manner == "front" for next_ in onward.values()):
            found = Recoil("front")
    known[here] = found
    return found


def _hexes_away(
    rules: Rules, state: GameState, piece: Piece, here: Hex, away: tuple[Hex, ...]
) -> tuple[Hex, ...]:
    """[10.2] Open hexes farther from every enemy that took part; else from a nearest one, nearer to none."""
    steps = _steps(rules, state, piece, here, rules.board.neighbours(here))
    clear = tuple(hex_ for hex_ in steps if all(distance(hex_, foe) > distance(here, foe) for foe in away))
    if clear:
        return clear
    least = min(distance(here, foe) for foe in away)
    nearest = [foe for foe in away if distance(here, foe) == least]
    return tuple(
        hex_
        for hex_ in steps
        if all(distance(hex_, foe) >= distance(here, foe) for foe in away)
        and any(distance(hex_, foe) > least for foe in nearest)
    )


# --- rout ------------------------------------------------------------------------------------------


class Flight(NamedTuple):
    """[10.3] What a routed unit does next: run to one of these hexes, stay, leave the map, or be lost.

    With "front" it can only run through a front hex of the enemy.
    """

    what: Literal["run", "stay", "leave", "lost", "front"]
    hexes: tuple[Hex, ...] = ()


def home_distance(rules: Rules, side: str) -> Mapping[Hex, int]:
    """[10.3] How many hexes each hex is from a side's friendly map edge."""
    key = ("home distance", side)
    if key not in rules.memo:
        found = dict.fromkeys(sorted(rules.home_edge[side], key=rules.board.index.__getitem__), 0)
        wave = list(found)
        while wave:
            after = []
            for hex_ in wave:
                for other in rules.board.neighbours(hex_):
                    if other not in found:
                        found[other] = found[hex_] + 1
                        after.append(other)
            wave = after
        rules.memo[key] = found
    known: Mapping[Hex, int] = rules.memo[key]
    return known


def rout_points(rules: Rules, state: GameState, piece: Piece) -> int:
    """[10.3, 14] Movement points of a rout move; orders and firing do not matter to men who run."""
    points = face_of(rules, piece).movement
    if rules.sky(state.turn).rain:
        points = max(0, points - (2 if rules.cards[piece.id].is_artillery else 1))
    if rules.is_set("rout_distance", "half_ma"):
        points = half_up(points)
    return points


def rout_cost(rules: Rules, state: GameState, piece: Piece, hex_: Hex, step: StepCost | None = None) -> Cost:
    """[10.3, 6.1] What the next step of a rout costs: the ground, friends in the hex, leaving a zone."""
    return state.pieces.remember(
        ("rout cost", piece.id, hex_, state.turn), _rout_cost, rules, state, piece, hex_, step
    )


def _rout_cost(rules: Rules, state: GameState, piece: Piece, hex_: Hex, step: StepCost | None) -> Cost:
    here = piece.hex
    assert here is not None
    step = step or step_of(rules, state, piece, here, hex_)
    assert step is not None
    bars = state.pieces.remember(("conditions of a rout", piece.id), conditions, rules, state, (piece,))
    return total((*step.items, *bars.leaving(here), *bars.entering(hex_)))


def flight(
    rules: Rules, state: GameState, piece: Piece, spent: Cost, hexes: int, passed: tuple[Hex, ...]
) -> Flight:
    """[10.3] What a routed unit does next after so many points and hexes; those *passed* it never re-enters.

    It runs while its points last and, past them, until it is alone. Having left its hex, it halts rather
    than take a step farther from home, nearer to the enemy or into his zone.
    """
    here = piece.hex
    assert here is not None
    crowd = friends_at(rules, state, piece, here)
    home = here in rules.home_edge[piece.side]
    if rules.is_set("rout_distance", "two_hexes"):
        left, tired = None, hexes >= TWO_HEXES
    else:
        left = rout_points(rules, state, piece) - spent
        tired = hexes > 0 and left < 1
    if home and (not tired or crowd):
        return Flight("leave")
    if tired and not crowd:
        return Flight("stay")
    ways = _ways(rules, state, piece, here, passed)
    fronts = enemy_fronts(rules, state.pieces, piece.side)
    safe = [hex_ for hex_ in ways if hex_ not in fronts or friends_at(rules, state, piece, hex_)]
    if not safe:
        return _cornered(rules, crowd, hexes, ways)
    scores = _reluctance(rules, state, piece, here, safe)
    least = min(scores.values())
    best = tuple(hex_ for hex_ in safe if scores[hex_] == least)
    if hexes == 0 or crowd:
        # The first hex is always made, whatever it costs; so is every step out of a crowd.
        affordable = _affordable(rules, state, piece, best, ways, left)
        return Flight("run", affordable or best)
    if any(least):
        return Flight("stay")
    best = _affordable(rules, state, piece, best, ways, left)
    return Flight("run", best) if best else Flight("stay")


def _affordable(
    rules: Rules,
    state: GameState,
    piece: Piece,
    hexes: tuple[Hex, ...],
    ways: Mapping[Hex, StepCost],
    left: Cost | None,
) -> tuple[Hex, ...]:
    if left is None:
        return hexes
    return tuple(hex_ for hex_ in hexes if rout_cost(rules, state, piece, hex_, ways[hex_]) <= left)


def _ways(
    rules: Rules, state: GameState, piece: Piece, here: Hex, passed: tuple[Hex, ...]
) -> dict[Hex, StepCost]:
    """Steps that ground and enemy leave open; one that disorders would end a routed unit: it is none."""
    fresh = (hex_ for hex_ in rules.board.neighbours(here) if hex_ not in passed)
    steps = _steps(rules, state, piece, here, fresh)
    return {hex_: step for hex_, step in steps.items() if not disorders(step)}


def _cornered(rules: Rules, crowd: tuple[Piece, ...], hexes: int, ways: Iterable[Hex]) -> Flight:
    """[10.3] No safe hex is left: it stays where it may, else it breaks through the front or is lost."""
    if hexes > 0 and all(other.status == ROUTED for other in crowd):
        return Flight("stay")
    open_ = tuple(ways)
    if open_ and rules.is_set("rout_into_front", "extra_d"):
        return Flight("front", open_)
    return Flight("lost")


def _reluctance(
    rules: Rules, state: GameState, piece: Piece, here: Hex, hexes: Iterable[Hex]
) -> dict[Hex, tuple[bool, ...]]:
    """[10.3] What speaks against each step: farther from home, nearer to a near enemy, into an enemy zone."""
    home = home_distance(rules, piece.side)
    far = len(rules.board.hexes)
    now = home.get(here, far)
    enemy = rules.enemy(piece.side)
    enemies, zone = occupied_by(rules, state.pieces, enemy), zone_of_side(rules, state.pieces, enemy)
    off = distances(rules, here)
    near = [foe for foe in enemies.indices if off[foe] <= NEAR_ENEMY]
    found: dict[Hex, tuple[bool, ...]] = {}
    for hex_ in hexes:
        then = distances(rules, hex_)
        nearer = any(then[foe] < off[foe] for foe in near)
        controlled = hex_ in zone and not friends_at(rules, state, piece, hex_)
        found[hex_] = (home.get(hex_, far) > now, nearer, controlled)
    return found


def facing_away(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> int:
    """[10.3] The facing that turns a unit's back to the nearest enemy."""
    foe = nearest_enemies(rules, state, piece.side, hex_)[0]
    if foe == hex_:
        return piece.facing
    return (facing_towards(hex_, foe, rules.facing_kind) + 3) % 6
