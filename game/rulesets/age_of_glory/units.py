"""Questions about one piece as it stands now. All take the rules and a piece; none changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from game.core.state import GameState, Piece
from game.rulesets.age_of_glory.cards import (
    ATTACHED,
    DETACHED,
    DISORDERED,
    GOOD,
    LIMBERED,
    MARCHING,
    SILENCED,
    SKIRMISH,
    SQUARE,
    Gun,
)
from game.rulesets.age_of_glory.rules import Rules
from hexmap.coords import Hex, distance
from hexmap.facing import front_hexes

# Marks that come off when a player turn begins.
MARCHED = "marched"  # has had its march roll, or its function
CHANGED = "changed"  # changed formation or march mode, or faced about: easier to hit
FIRED = "fired"
CHARGING = "charging"  # the hex it charges is in the fact `charge:<unit>`
OUTFLANKS = "outflanks"  # its charge came from flank or rear
COUNTER = "countercharge"
BROKE = "breakthrough"  # broke through in this combat phase
TIRED = "tired"  # horse that won or held, disordered when the combat phase ends
RODE = "rode"  # a leader who has been replaced, attached or detached
RIDDEN = "ridden"  # a detached leader who has made his move
DIRECTED = "directed"  # a leader of guns who has directed a fire
OF_PLAYER_TURN = (
    MARCHED,
    CHANGED,
    FIRED,
    CHARGING,
    OUTFLANKS,
    COUNTER,
    BROKE,
    TIRED,
    RODE,
    RIDDEN,
    DIRECTED,
)
# Marks that stay.
FIRST_FIRED = "first_fired"
SHOCK = "shock"  # French pistoleers after En Avant!
DISMOUNTED = "dismounted"
DAMAGED = "damaged"
REPLACEMENT = "replacement"
STEADIED = "steadied"

Condition = Literal["fresh", "worn", "spent"]
GUN_RATES: dict[Gun, str] = {"light": "field_gun", "heavy": "heavy_gun", "siege": "siege_gun"}


def is_troops(rules: Rules, id_: str) -> bool:
    return id_ in rules.units


def is_battery(rules: Rules, id_: str) -> bool:
    return id_ in rules.batteries


def is_leader(rules: Rules, id_: str) -> bool:
    return id_ in rules.leaders


def is_disordered(piece: Piece) -> bool:
    return piece.status == DISORDERED


def is_silenced(piece: Piece) -> bool:
    return piece.status == SILENCED


def arm_of(rules: Rules, piece: Piece) -> str:
    """[10] The arm a unit fights as now: dismounted dragoons are skirmishers."""
    return "skirmish" if DISMOUNTED in piece.marks else rules.units[piece.id].arm


def weapon_of(rules: Rules, piece: Piece) -> str:
    """[4.5, 8.3] The weapon a unit is rated for now."""
    if DISMOUNTED in piece.marks:
        return "firelock"
    return "shock" if SHOCK in piece.marks else rules.units[piece.id].weapon


def rate_of(rules: Rules, piece: Piece) -> str:
    """[5.1] The row of the manoeuvre table a piece uses."""
    if piece.id in rules.leaders:
        return "leader"
    if piece.id in rules.batteries:
        return GUN_RATES[rules.batteries[piece.id].gun]
    return arm_of(rules, piece)


def condition_of(rules: Rules, piece: Piece) -> Condition:
    """[10.2] Fresh, worn or spent, by the stands that are left."""
    unit = rules.units[piece.id]
    if piece.strength >= unit.fresh_from:
        return "fresh"
    return "spent" if piece.strength <= unit.spent_at else "worn"


def in_urban(rules: Rules, piece: Piece) -> bool:
    """[5.6] Whether a unit is deployed in an urban area; a column in its street is not."""
    assert piece.hex is not None
    ground = rules.tables.terrain[rules.board.terrain[piece.hex]]
    return ground.movement == "urban" and piece.formation not in (*MARCHING, LIMBERED)


def has_flanks(rules: Rules, piece: Piece) -> bool:
    """[8.2] Squares, skirmishers and units in urban areas have neither flank nor rear."""
    return piece.formation not in (SQUARE, SKIRMISH) and not in_urban(rules, piece)


def fronts(rules: Rules, piece: Piece) -> tuple[Hex, ...]:
    """[5.4] The front hexes on the map; all six for who has no flanks."""
    assert piece.hex is not None
    if not has_flanks(rules, piece):
        return rules.board.neighbours(piece.hex)
    ahead = front_hexes(piece.hex, piece.facing)
    return tuple(hex_ for hex_ in ahead if hex_ in rules.board.index)


# --- who stands where ------------------------------------------------------------------------------


def troops(rules: Rules, state: GameState, side: str) -> Iterator[Piece]:
    """A side's troop units on the map, in the order of the scenario."""
    for id_, unit in rules.units.items():
        piece = state.pieces[id_]
        if unit.side == side and piece.hex is not None:
            yield piece


def batteries(rules: Rules, state: GameState, side: str) -> Iterator[Piece]:
    """A side's batteries on the map."""
    for id_, battery in rules.batteries.items():
        piece = state.pieces[id_]
        if battery.side == side and piece.hex is not None:
            yield piece


def leaders(rules: Rules, state: GameState, side: str) -> Iterator[Piece]:
    """A side's leaders on the map."""
    for id_, leader in rules.leaders.items():
        piece = state.pieces[id_]
        if leader.side == side and piece.hex is not None:
            yield piece


def troops_at(rules: Rules, state: GameState, hex_: Hex) -> Piece | None:
    """The troop unit in a hex."""
    return next((state.pieces[id_] for id_ in state.pieces.at(hex_) if id_ in rules.units), None)


def battery_at(rules: Rules, state: GameState, hex_: Hex) -> Piece | None:
    """The battery in a hex."""
    return next((state.pieces[id_] for id_ in state.pieces.at(hex_) if id_ in rules.batteries), None)


def fighters_at(rules: Rules, state: GameState, hex_: Hex) -> tuple[Piece, ...]:
    """Troops and battery in a hex; leaders do not count."""
    return tuple(state.pieces[id_] for id_ in state.pieces.at(hex_) if id_ not in rules.leaders)


def side_at(rules: Rules, state: GameState, hex_: Hex) -> str | None:
    """Whose troops or guns stand in a hex."""
    return next((piece.side for piece in fighters_at(rules, state, hex_)), None)


def held_hexes(rules: Rules, state: GameState, side: str) -> frozenset[Hex]:
    """Hexes with troops or guns of a side."""

    def work() -> frozenset[Hex]:
        found = (*troops(rules, state, side), *batteries(rules, state, side))
        return frozenset(piece.hex for piece in found if piece.hex is not None)

    return state.pieces.remember(("held", side), work)


def nearest_enemies(rules: Rules, state: GameState, hex_: Hex, side: str) -> tuple[Hex, ...]:
    """The hexes of the closest enemy troops or guns, all of them where several are as close."""
    held = held_hexes(rules, state, rules.enemy(side))
    if not held:
        return ()
    least = min(distance(hex_, other) for other in held)
    return tuple(sorted(other for other in held if distance(hex_, other) == least))


def is_attached_battery(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[6.3] A battery that shares its hex with troops is attached to them."""
    return piece.hex is not None and troops_at(rules, state, piece.hex) is not None


# --- leaders ---------------------------------------------------------------------------------------


def with_key(leader: str) -> str:
    """The fact that tells with which unit a leader is."""
    return f"with:{leader}"


def attached_to(rules: Rules, state: GameState, unit: str) -> tuple[str, ...]:
    """[3.2] The leaders attached to a unit, in the order of the scenario."""
    return tuple(
        id_
        for id_ in rules.leaders
        if state.pieces[id_].status == ATTACHED and state.fact(with_key(id_)) == unit
    )


def is_detached(piece: Piece) -> bool:
    return piece.status == DETACHED and piece.hex is not None


def is_charismatic(rules: Rules, piece: Piece) -> bool:
    """[3.5] Whether a leader is charismatic; whoever replaces a fallen one is not."""
    return rules.leaders[piece.id].charismatic and REPLACEMENT not in piece.marks


def is_good(piece: Piece) -> bool:
    return piece.status == GOOD
