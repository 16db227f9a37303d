"""[9.1] Compulsory retreats: where a beaten body can go, and through whom. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from game.core.state import GameState, Piece
from game.rulesets.age_of_glory.gunnery import small_arms_reach
from game.rulesets.age_of_glory.movement import can_end, open_neighbours
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import batteries, held_hexes, troops, troops_at
from hexmap.coords import Hex, distance

WAYS_KEPT = 4096


class Way(NamedTuple):
    """A way back: its hexes from the start, and the friends it leads through."""

    path: tuple[Hex, ...]
    friends: tuple[str, ...]


def ways_back(
    rules: Rules, state: GameState, piece: Piece, hexes: int, threats: Iterable[Hex]
) -> tuple[Way, ...]:
    """[9.1] The longest ways of at most so many hexes, one for each hex they end in.

    Each step leads farther from the nearest threat. Compulsory moves count hexes, whatever the ground,
    but nobody crosses closed ground or an enemy, and nobody ends in a full hex.
    """
    # They depend on who stands where and on nothing else, which odds ask for again and again.
    standing = tuple((each.id, each.hex) for each in state.pieces if each.hex is not None)
    key = (piece.id, hexes, tuple(threats), standing)
    known: dict[Any, tuple[Way, ...]] = rules.memo.setdefault("ways back", {})
    if key not in known:
        if len(known) >= WAYS_KEPT:
            known.clear()
        known[key] = _ways(rules, state, piece, hexes, key[2])
    return known[key]


def _ways(
    rules: Rules, state: GameState, piece: Piece, hexes: int, threats: tuple[Hex, ...]
) -> tuple[Way, ...]:
    assert piece.hex is not None
    enemies = held_hexes(rules, state, rules.enemy(piece.side))
    layer: dict[Hex, Way] = {piece.hex: Way((piece.hex,), ())}
    best: tuple[Way, ...] = ()
    for _step in range(hexes):
        further: dict[Hex, Way] = {}
        for here, way in layer.items():
            gap = _gap(here, threats)
            for other in open_neighbours(rules, here):
                if other in enemies or _gap(other, threats) <= gap:
                    continue
                friend = troops_at(rules, state, other)
                met = () if friend is None or friend.id == piece.id else (friend.id,)
                found = Way((*way.path, other), (*way.friends, *met))
                known = further.get(other)
                if known is None or len(found.friends) < len(known.friends):
                    further[other] = found
        if not further:
            break
        layer = further
        ends = tuple(
            _without_end(rules, state, way)
            for hex_, way in sorted(layer.items())
            if can_end(rules, state, piece, hex_)
        )
        best = ends or best
    return best


def _without_end(rules: Rules, state: GameState, way: Way) -> Way:
    """Friends a way leads through; troops in its last hex are joined by guns, not passed."""
    last = troops_at(rules, state, way.path[-1])
    return way._replace(friends=tuple(id_ for id_ in way.friends if last is None or id_ != last.id))


def _gap(hex_: Hex, threats: tuple[Hex, ...]) -> int:
    """The distance to the nearest threat."""
    return min((distance(hex_, threat) for threat in threats), default=0)


def ways_out_of_range(
    rules: Rules, state: GameState, piece: Piece, hexes: int, threats: tuple[Hex, ...]
) -> tuple[Way, ...]:
    """[4.2] The shortest ways to a hex out of reach of small arms; if there are none, the longest."""
    for length in range(1, hexes + 1):
        found = tuple(
            way
            for way in ways_back(rules, state, piece, length, threats)
            if not is_in_small_arms_range(rules, state, way.path[-1], piece.side)
        )
        if found:
            return found
    return ways_back(rules, state, piece, hexes, threats)


def is_in_small_arms_range(rules: Rules, state: GameState, hex_: Hex, side: str) -> bool:
    """[4.2] Whether an enemy stands so near that his small arms reach a hex."""
    enemy = rules.enemy(side)
    return any(
        distance(hex_, piece.hex) <= small_arms_reach(rules, piece)
        for piece in (*troops(rules, state, enemy), *batteries(rules, state, enemy))
        if piece.hex is not None
    )
