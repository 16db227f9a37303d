"""[11] Reinforcements: when, where and at what cost a unit comes onto the map."""

from __future__ import annotations

from game.core.state import GameState, Piece
from game.mechanics.roster import Entry
from game.rulesets.jours_de_gloire.cards import GONE
from game.rulesets.jours_de_gloire.movement import occupied_by
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join
from game.rulesets.jours_de_gloire.units import movement_allowance, roster
from game.rulesets.jours_de_gloire.zones import in_enemy_zone
from hexmap.coords import Hex, distance
from hexmap.ground import Cost

DETOUR = 3  # [11] how far from its own hex a unit may come on when that is held


def entry_of(rules: Rules, unit: str) -> Entry | None:
    """When and where a unit enters, if it does not begin on the map."""
    entries: dict[str, Entry | None] = rules.memo.get("entries") or {
        entry.id: entry.enters for entry in rules.scenario.units
    }
    rules.memo["entries"] = entries
    return entries.get(unit)


def is_waiting(rules: Rules, piece: Piece) -> bool:
    """Whether a unit is still to come."""
    return piece.hex is None and piece.status not in GONE and piece.id in rules.cards


def is_due(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[11] Whether a waiting unit may come on this turn."""
    entry = entry_of(rules, piece.id)
    return (
        entry is not None
        and is_waiting(rules, piece)
        and entry.turn <= state.turn
        and is_coming(rules, state, rules.cards[piece.id].formation)
    )


def due_units(rules: Rules, state: GameState, formation: str) -> list[Piece]:
    """[11] The waiting units that a formation's marker may bring on this turn."""
    key = ("due", state.turn, formation)
    ids: tuple[str, ...] | None = rules.memo_of_counters.get(key)
    if ids is None:
        entries = [(id_, entry_of(rules, id_)) for id_ in roster(rules, state.turn, formation)]
        ids = tuple([id_ for id_, entry in entries if entry is not None and entry.turn <= state.turn])
        rules.memo_of_counters[key] = ids
    pieces = state.pieces.pieces
    # Most have come long since.
    away = [pieces[id_] for id_ in ids if pieces[id_].hex is None]
    return [piece for piece in away if is_due(rules, state, piece)]


def is_coming(rules: Rules, state: GameState, formation: str) -> bool:
    """[11] Whether a formation comes at all: if its scenario leaves that to the die, once it has said so."""
    return rules.formations[formation].comes_at_most is None or bool(state.fact(f"comes:{formation}"))


def entry_hexes(rules: Rules, state: GameState, piece: Piece) -> tuple[Hex, ...]:
    """[11] Where it may come on: its own hex, else the nearest free edge hexes within 3, else nowhere now."""
    entry = entry_of(rules, piece.id)
    assert entry is not None
    wanted = rules.at[entry.hex]
    if _is_open(rules, state, piece, wanted):
        return (wanted,)
    index = rules.board.index
    free = [
        hex_
        for hex_ in rules.board.map_edge()
        if distance(hex_, wanted) <= DETOUR and _is_open(rules, state, piece, hex_)
    ]
    nearest = min((distance(hex_, wanted) for hex_ in free), default=0)
    return tuple(sorted((hex_ for hex_ in free if distance(hex_, wanted) == nearest), key=index.__getitem__))


def _is_open(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> bool:
    enemies = occupied_by(rules, state.pieces, rules.enemy(piece.side))
    column = rules.cards[piece.id].column
    return (
        hex_ not in enemies
        and not in_enemy_zone(rules, state.pieces, hex_, piece.side)
        and rules.tables.terrain.hex_cost(rules.board.terrain[hex_], column) is not None
    )


def entry_cost(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> Cost:
    """[11] The n-th unit to come on by a hex in one activation pays n times the cost of that hex."""
    column = rules.cards[piece.id].column
    cost = _hex_cost(rules, hex_, column)
    before: int = state.fact(f"entries:{rules.label[hex_]}", 0)
    return cost * (before + 1)


def _hex_cost(rules: Rules, hex_: Hex, column: str) -> Cost:
    """The cost of an entry hex: by road where a road or trail leads off the map there."""
    terrain = rules.tables.terrain
    edge = rules.board.map_edge()
    roads = [
        road.kind for road in rules.board.roads if hex_ in (road.path[0], road.path[-1]) and hex_ in edge
    ]
    if roads:
        return min(terrain.road_cost(kind, column) for kind in roads)
    cost = terrain.hex_cost(rules.board.terrain[hex_], column)
    assert cost is not None
    return cost


def may_enter(rules: Rules, state: GameState, piece: Piece, hex_: Hex) -> bool:
    """[11] Whether a unit that is due can come on by one of its entry hexes now.

    Like any first step, the first unit by a hex may always enter it; the hex must be free for it to
    stay there, since it may have no points left to go on.
    """
    if not may_join(rules, state, (piece,), hex_):
        return False
    first = not state.fact(f"entries:{rules.label[hex_]}", 0)
    return first or entry_cost(rules, state, piece, hex_) <= movement_allowance(rules, state, piece)
