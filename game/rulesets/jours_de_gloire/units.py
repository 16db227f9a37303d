"""Questions about one unit as it stands now. All take the rules and a piece; none changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from game.core.state import GameState, Piece
from game.rulesets.jours_de_gloire.cards import (
    DISORDERED,
    GONE,
    GOOD,
    ROUTED,
    SQUARE,
    Arm,
    Card,
    Face,
)
from game.rulesets.jours_de_gloire.rules import Rules
from hexmap.coords import Hex, direction_to
from hexmap.facing import FacingKind, front_hexes
from hexmap.hexset import HexSet

# Marks laid on units; all but those of `LASTING` come off when the activation ends.
MOVED = "moved"  # went to another hex in this activation
TURNED = "turned"
HALTED = "halted"  # has had its move, whether or not it went anywhere
FIRED = "fired"
FOUGHT = "fought"  # attacked or defended in shock
CHARGE = "charge"  # made charge movement; its target is in the fact `charge:<unit>`
CHARGED = "charged"  # its charge (or counter-charge) came to blows
RECALLED = "recalled"
PURSUED = "pursued"
FOLLOWED_UP = "followed_up"  # made its breakthrough or counter-shock
RALLY_TRIED = "rally_tried"
COUNTER_BATTERY = "counter_battery"  # fired back in this enemy activation
ENTERED = "entered"  # came onto the map in this activation
OF_ACTIVATION = (
    MOVED,
    TURNED,
    HALTED,
    FIRED,
    FOUGHT,
    CHARGE,
    CHARGED,
    RECALLED,
    PURSUED,
    FOLLOWED_UP,
    RALLY_TRIED,
    COUNTER_BATTERY,
    ENTERED,
)


def is_general(rules: Rules, id_: str) -> bool:
    return id_ in rules.generals


def face_of(rules: Rules, piece: Piece) -> Face:
    """[0.3] The face a unit shows: the front in good order, otherwise the back."""
    card = rules.cards[piece.id]
    return card.good if piece.status == GOOD else card.disordered


def cohesion(rules: Rules, piece: Piece) -> int:
    """[0.4.1] The cohesion of the face shown now."""
    return face_of(rules, piece).cohesion


def is_good(piece: Piece) -> bool:
    return piece.status == GOOD


def is_disordered(piece: Piece) -> bool:
    return piece.status == DISORDERED


def is_routed(piece: Piece) -> bool:
    return piece.status == ROUTED


def is_square(piece: Piece) -> bool:
    return piece.formation == SQUARE


def has_six_fronts(rules: Rules, piece: Piece) -> bool:
    """[4.1, note b] Squares, and units in towns and castles, have no rear."""
    if piece.formation == SQUARE:
        return True
    assert piece.hex is not None
    return rules.tables.terrain.six_fronts(rules.board.terrain[piece.hex])


def fronts(rules: Rules, piece: Piece) -> tuple[Hex, ...]:
    """[4.1] The front hexes of a unit that are on the map."""
    hex_, facing, is_round = piece.hex, piece.facing, piece.formation == SQUARE
    key = ("fronts", hex_, facing, is_round)
    known: tuple[Hex, ...] | None = rules.memo.get(key)
    if known is None:
        assert hex_ is not None
        six = has_six_fronts(rules, piece)
        known = rules.board.neighbours(hex_) if six else hexes_ahead(rules, hex_, facing)
        rules.memo[key] = known
    return known


def hexes_ahead(rules: Rules, hex_: Hex, facing: int) -> tuple[Hex, ...]:
    """[4.1] The hexes of the map in front of whoever stands and faces so."""
    key = ("ahead", hex_, facing)
    known: tuple[Hex, ...] | None = rules.memo.get(key)
    if known is None:
        board = rules.board
        around = board.links[board.index[hex_]]
        ahead = [around[direction] for direction in directions_ahead(facing, rules.facing_kind)]
        known = rules.memo[key] = tuple([board.hexes[index] for index in ahead if index >= 0])
    return known


@cache
def directions_ahead(facing: int, kind: FacingKind) -> tuple[int, ...]:
    """[4.1] The directions in which the front hexes of whoever faces so lie."""
    here = Hex(0, 0)
    return tuple(direction_to(here, ahead) for ahead in front_hexes(here, facing, kind))


def distances(rules: Rules, hex_: Hex) -> list[int]:
    """How far off each hex of the map is, by its index."""
    key = ("distances", hex_)
    known: list[int] | None = rules.memo.get(key)
    if known is None:
        offsets: _Offsets = rules.memo.get("offsets") or _offsets(rules)
        table, numbers = offsets
        here = len(table) // 2 - numbers[rules.board.index[hex_]]
        known = rules.memo[key] = [table[here + number] for number in numbers]
    return known


class _Offsets(NamedTuple):
    """How far off a hex is by where it lies from here: as its number on the map differs from the one here.

    The middle of the table is here.
    """

    table: list[int]
    numbers: list[int]


def _offsets(rules: Rules) -> _Offsets:
    hexes = rules.board.hexes
    wide = max(q for q, _ in hexes) - min(q for q, _ in hexes)
    high = max(r for _, r in hexes) - min(r for _, r in hexes)
    table = [max(abs(q), abs(r), abs(q + r)) for q in range(-wide, wide + 1) for r in range(-high, high + 1)]
    found = _Offsets(table, [q * (2 * high + 1) + r for q, r in hexes])
    rules.memo["offsets"] = found
    return found


def within(rules: Rules, hexes: HexSet, hex_: Hex, steps: int) -> list[Hex]:
    """Those of some hexes that are at most so many steps off, as one reads the map."""
    off, all_ = distances(rules, hex_), rules.board.hexes
    return [all_[index] for index in sorted([index for index in hexes.indices if off[index] <= steps])]


def rears(rules: Rules, piece: Piece) -> tuple[Hex, ...]:
    """[4.1] The rear hexes: all that are not front hexes; there is no flank."""
    assert piece.hex is not None
    ahead = fronts(rules, piece)
    return tuple(hex_ for hex_ in rules.board.neighbours(piece.hex) if hex_ not in ahead)


def movement_allowance(rules: Rules, state: GameState, piece: Piece) -> int:
    """[2.3, 6.4, 14] Movement points in this activation: all with orders, half (rounded up) without.

    Guns that fired have half; rain takes one point, two from guns.
    """
    points = points_in_weather(rules, state, piece)
    if state.fact("status") == "SO":
        points = half_up(points)
    if FIRED in piece.marks:
        points = half_up(points)
    return points


def points_in_weather(rules: Rules, state: GameState, piece: Piece) -> int:
    """[14] Movement points of the face shown on this turn, before orders and firing count."""
    points = face_of(rules, piece).movement
    if rules.sky(state.turn).rain:
        points = max(0, points - (2 if rules.cards[piece.id].is_artillery else 1))
    return points


def half_up(points: int) -> int:
    """[2.3] Half, rounded up."""
    return (points + 1) // 2


def roster(rules: Rules, turn: int, formation: str, arm: Arm | None = None) -> tuple[str, ...]:
    """[2.2] The units a formation's marker activates on a turn: its own, and those tied to it meanwhile.

    A unit tied to another marker acts on that one until its own formation is released. With an *arm*, only
    the units of it.
    """
    key = ("roster", turn, formation, arm)
    found: tuple[str, ...] | None = rules.memo_of_counters.get(key)
    if found is None:
        found = tuple(card.id for card in rules.cards.values() if _acts_on(rules, turn, card) == formation)
        if arm is not None:
            found = of_arm(rules, found, arm)
        rules.memo_of_counters[key] = found
    return found


def _acts_on(rules: Rules, turn: int, card: Card) -> str:
    waits = card.acts_with and rules.formations[card.formation].released_on > turn
    return card.acts_with if waits else card.formation


def units_of(rules: Rules, state: GameState, formation: str) -> Iterator[Piece]:
    """The live units of a formation, on the map or waiting to enter, in the order of the scenario."""
    pieces = state.pieces.pieces
    for id_ in roster(rules, state.turn, formation):
        piece = pieces[id_]
        if piece.status not in GONE:
            yield piece


def active_units(rules: Rules, state: GameState, arm: Arm | None = None) -> tuple[Piece, ...]:
    """The units on the map that the drawn marker activates; with an *arm*, only those of it."""
    ids: tuple[str, ...] | None = state.fact("chosen")
    pieces = state.pieces.pieces
    if ids is None:
        ids = roster(rules, state.turn, state.fact("formation"), arm)
    elif arm is not None:
        ids = of_arm(rules, ids, arm)
    return tuple([piece for id_ in ids if (piece := pieces[id_]).hex is not None])


def of_arm(rules: Rules, ids: tuple[str, ...], arm: Arm) -> tuple[str, ...]:
    """Those of some units that are of an arm."""
    return tuple([id_ for id_ in ids if rules.cards[id_].arm == arm])


def units_at(rules: Rules, state: GameState, hex_: Hex) -> tuple[Piece, ...]:
    """The combat units in a hex; generals do not count."""
    deployment, cards = state.pieces, rules.cards
    pieces = deployment.pieces
    return tuple([pieces[id_] for id_ in deployment.at(hex_) if id_ in cards])


def side_at(rules: Rules, state: GameState, hex_: Hex) -> str | None:
    """Whose combat units stand in a hex."""
    for id_ in state.pieces.at(hex_):
        if id_ in rules.cards:
            return rules.cards[id_].side
    return None


def strength(rules: Rules, piece: Piece) -> int:
    """[8.6] Strength points of the face shown."""
    return face_of(rules, piece).strength
