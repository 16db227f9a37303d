"""[8.1] Charges: who may charge whom, from where, and whether it strikes flank or rear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from game.core.state import GameState, Piece
from game.rulesets.age_of_glory.cards import CHARGING_FORMATIONS, LIMBERED, MARCHING, SKIRMISH
from game.rulesets.age_of_glory.movement import Reach, Reached, is_closed
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import (
    arm_of,
    fighters_at,
    fronts,
    has_flanks,
    held_hexes,
    in_urban,
    is_disordered,
    is_good,
    is_troops,
    troops_at,
)
from hexmap.coords import Hex
from hexmap.facing import front_hexes, seen_from, zone_of


class Charge(NamedTuple):
    """[8.1] A way to charge: the hex attacked, the hex it is attacked from, facing and path."""

    target: Hex
    place: Hex
    facing: int
    path: tuple[Hex, ...]


def charges(rules: Rules, state: GameState, piece: Piece, reach: Reach) -> Iterator[Charge]:
    """[8.1] Every hex a unit can charge with this reach, from every hex it can strike it from."""
    if not is_good(piece) or in_urban(rules, piece):
        return
    for target in sorted(held_hexes(rules, state, rules.enemy(piece.side))):
        for place in rules.board.neighbours(target):
            if place not in reach or is_closed(rules, place, target):
                continue
            facing = _best_facing(piece, reach[place], place, target)
            if facing is None:
                continue
            charge = Charge(target, place, facing, reach[place][facing].path)
            if may_strike(rules, state, piece, charge):
                yield charge


def _best_facing(piece: Piece, facings: Mapping[int, Reached], place: Hex, target: Hex) -> int | None:
    """The cheapest facing that strikes a target; skirmishers strike any way, rather ahead."""
    able = [
        (reached.cost, target not in front_hexes(place, facing), facing)
        for facing, reached in facings.items()
        if piece.formation == SKIRMISH or target in front_hexes(place, facing)
    ]
    return min(able)[2] if able else None


def may_strike(rules: Rules, state: GameState, piece: Piece, charge: Charge) -> bool:
    """[8.1] Whether the arm and formation of a unit let it charge who stands in a hex."""
    defenders = fighters_at(rules, state, charge.target)
    body = troops_at(rules, state, charge.target)
    if piece.formation in MARCHING:
        return body is None and all(guns.formation == LIMBERED for guns in defenders)
    if piece.formation == SKIRMISH:
        return body is None or arm_of(rules, body) == "skirmish"
    if piece.formation not in CHARGING_FORMATIONS:
        return False
    if body is None or arm_of(rules, piece) != "foot" or arm_of(rules, body) != "horse":
        return True
    if rules.is_set("foot_on_horse", "allowed") or is_disordered(body):
        return True
    return outflanks(rules, state, charge.target, charge.path)


def outflanks(rules: Rules, state: GameState, target: Hex, path: tuple[Hex, ...]) -> bool:
    """[8.2] Whether a charge along a path strikes flank or rear: it must begin and end there."""
    defenders = fighters_at(rules, state, target)
    body = next((piece for piece in defenders if is_troops(rules, piece.id)), defenders[0])
    if not has_flanks(rules, body):
        return False
    began = seen_from(target, body.facing, path[0]).forward
    return began <= 0 and zone_of(target, body.facing, path[-1]) != "front"


def may_countercharge(rules: Rules, state: GameState, target: Hex, place: Hex) -> Piece | None:
    """[8.1] The horse that may answer a charge: fit to charge itself, and struck in its front."""
    body = troops_at(rules, state, target)
    if body is None or arm_of(rules, body) != "horse" or not is_good(body):
        return None
    if body.formation not in CHARGING_FORMATIONS or in_urban(rules, body):
        return None
    return body if place in fronts(rules, body) else None
