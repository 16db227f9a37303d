"""[7] Fire: who can fire at whom, with how many points, and what changes the die. It changes no state."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from game.core.modifiers import Modifier
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.age_of_glory.cards import (
    COLUMNS,
    FIELD_COLUMN,
    GOOD,
    LIMBERED,
    MARCHING,
    SKIRMISH,
    SQUARE,
    SUPPORTED,
    UNLIMBERED,
)
from game.rulesets.age_of_glory.reasons import reason
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.sight import can_see
from game.rulesets.age_of_glory.units import (
    CHANGED,
    CHARGING,
    DAMAGED,
    FIRED,
    FIRST_FIRED,
    MARCHED,
    arm_of,
    has_flanks,
    in_urban,
    is_battery,
    is_disordered,
    is_troops,
    weapon_of,
)
from hexmap.coords import Hex, distance, hexside
from hexmap.facing import in_arc, seen_from

MODIFIERS = "fire_modifiers"
LOOSE = (SKIRMISH, LIMBERED)  # formations that are harder to hit


class Share(NamedTuple):
    """[7.3, 7.4] What one unit or battery adds to a fire: points, the words for them, the cells read."""

    unit: str
    points: Fraction
    words: str
    cells: tuple[str, ...]


class Fire(NamedTuple):
    """[7] A fire before the die is rolled: who fires, at whom, with what lines."""

    target: str
    shares: tuple[Share, ...]
    points: int
    lines: tuple[Modifier, ...]


# --- fire points -----------------------------------------------------------------------------------


def firing_stands(piece: Piece) -> int:
    """[7.3] Stands that fire: all, a front rank, the head of a column, or one side of a square."""
    stands = piece.strength
    if piece.formation == SUPPORTED:
        return (stands + 1) // 2
    if piece.formation == FIELD_COLUMN:
        return min(2, stands)
    if piece.formation in MARCHING:
        return min(1, stands)
    if piece.formation == SQUARE:
        return (stands + 3) // 4
    return stands


def fire_row(rules: Rules, piece: Piece) -> tuple[str, int]:
    """[7.3] The row of the fire points, and which of its two figures."""
    if is_battery(rules, piece.id):
        battery = rules.batteries[piece.id]
        if battery.gun == "siege":
            return "siege_guns", 0
        row = "other_guns" if battery.army == "other" else "french_guns"
        return row, 0 if battery.gun == "heavy" else 1
    match arm_of(rules, piece):
        case "skirmish":
            return "skirmish", 0
        case "horse":
            return "horse", 0 if weapon_of(rules, piece) == "pistoleer" else 1
    if FIRST_FIRED not in piece.marks and _has_first_fire(rules, piece):
        return "first_fire", 0
    return ("ottoman" if rules.units[piece.id].ottoman else rules.units[piece.id].weapon), 0


def _has_first_fire(rules: Rules, piece: Piece) -> bool:
    """[7.3] House rule `first_fire`: the first volley of all foot, or of firelocks alone."""
    return rules.is_set("first_fire", "all_foot") or rules.units[piece.id].weapon == "firelock"


def points_at(rules: Rules, piece: Piece, hexes: int) -> int:
    """[7.3] Fire points of each stand, or of a battery, at a distance."""
    row, figure = fire_row(rules, piece)
    return rules.tables.fire_points(row, _counted_range(rules, piece, hexes), figure)


def _counted_range(rules: Rules, piece: Piece, hexes: int) -> int:
    """[7.3] House rule `skirmish_range`: skirmishers may fire at two hexes as at one."""
    far = hexes == 2 and rules.is_set("skirmish_range", "two_hexes")
    return 1 if far and fire_row(rules, piece)[0] == "skirmish" else hexes


def small_arms_reach(rules: Rules, piece: Piece) -> int:
    """[4.2] How far troops have to be shunned: who fires at two hexes reaches farther than the others."""
    return 2 if is_troops(rules, piece.id) and points_at(rules, piece, 2) else 1


def share_of(rules: Rules, piece: Piece, target: Piece) -> Share:
    """[7.3, 7.4] The fire points one unit or battery adds, doubled and halved for itself."""
    assert piece.hex is not None and target.hex is not None
    hexes = _counted_range(rules, piece, distance(piece.hex, target.hex))
    row, figure = fire_row(rules, piece)
    each = rules.tables.fire_points(row, hexes, figure)
    stands = 1 if is_battery(rules, piece.id) else firing_stands(piece)
    points = Fraction(each * stands)
    words = _("{name}: {stands} x {each}").format(name=rules.name_of(piece.id), stands=stands, each=each)
    cells = [rules.tables.fire_cell(row, hexes)] if each else []
    if is_battery(rules, piece.id):
        words = _("{name}: {each}").format(name=rules.name_of(piece.id), each=each)
    enfiladed = is_enfiladed(rules, piece.hex, target)
    if enfiladed or target.formation in COLUMNS:
        points *= rules.tables.doubled
        words += _(", x 2 from enfilade") if enfiladed else _(", x 2 into a column")
        cells.append("fire_multipliers: doubled")
    if is_disordered(piece) or DAMAGED in piece.marks:
        points *= rules.tables.halved
        words += _(", x 1/2 disordered") if is_disordered(piece) else _(", x 1/2 damaged")
        cells.append("fire_multipliers: halved")
    return Share(piece.id, points, words, tuple(cells))


def is_enfiladed(rules: Rules, firer: Hex, target: Piece) -> bool:
    """[7.4] Whether fire comes from the flank or rear of its target."""
    assert target.hex is not None
    return has_flanks(rules, target) and seen_from(target.hex, target.facing, firer).forward <= 0


# --- who fires at whom -----------------------------------------------------------------------------


def in_fire_arc(rules: Rules, piece: Piece, hex_: Hex) -> bool:
    """[7.2] Whether a hex lies in the arc of fire of a unit or battery."""
    assert piece.hex is not None
    if piece.formation == SQUARE or (is_troops(rules, piece.id) and in_urban(rules, piece)):
        return True
    if piece.formation == SKIRMISH:
        return in_arc(piece.hex, piece.facing, hex_, 180)
    if is_battery(rules, piece.id):
        if rules.batteries[piece.id].gun == "light" and rules.is_set("light_gun_arc", "sixty"):
            return in_arc(piece.hex, piece.facing, hex_, 60)
        if rules.batteries[piece.id].gun != "light":
            return in_arc(piece.hex, piece.facing, hex_, rules.tables.heavy_arc)
    return in_arc(piece.hex, piece.facing, hex_, rules.tables.firelock_arc)


def may_fire(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[7.1] Whether a unit or battery may fire at anybody in this fire phase."""
    if piece.hex is None or FIRED in piece.marks or CHARGING in piece.marks:
        return False
    if is_battery(rules, piece.id):
        used = piece.side == state.fact("active") and MARCHED in piece.marks
        return piece.formation == UNLIMBERED and piece.status == GOOD and not used
    return True


def charge_key(unit: str) -> str:
    """The fact that tells which hex a unit charges."""
    return f"charge:{unit}"


def chargers_of(rules: Rules, state: GameState, hex_: Hex) -> tuple[str, ...]:
    """[8.1] The units that charge a hex, in the order of the scenario."""
    label = rules.label[hex_]
    return tuple(
        id_
        for id_ in rules.units
        if state.fact(charge_key(id_)) == label and state.pieces[id_].hex is not None
    )


def can_fire_at(rules: Rules, state: GameState, piece: Piece, target: Piece) -> bool:
    """[7.1, 7.2] Whether who may fire has a target in range, arc and sight, and is free to choose it."""
    assert piece.hex is not None and target.hex is not None
    if points_at(rules, piece, distance(piece.hex, target.hex)) == 0:
        return False
    chargers = chargers_of(rules, state, piece.hex)
    if chargers and target.id not in chargers:
        return False
    return in_fire_arc(rules, piece, target.hex) and can_see(rules, state, piece.hex, target.hex)


def firers_at(rules: Rules, state: GameState, side: str, target: Piece) -> Iterator[Piece]:
    """[7.1] Everybody of a side who can fire at a target now."""
    for id_ in (*rules.units, *rules.batteries):
        piece = state.pieces[id_]
        if piece.side == side and may_fire(rules, state, piece) and can_fire_at(rules, state, piece, target):
            yield piece


def targets(rules: Rules, state: GameState, side: str) -> Iterator[Piece]:
    """[7.1] Every enemy unit or battery that somebody of a side can fire at now."""
    firers = [
        piece
        for piece in (state.pieces[id_] for id_ in (*rules.units, *rules.batteries))
        if piece.side == side and may_fire(rules, state, piece)
    ]
    for id_ in (*rules.units, *rules.batteries):
        target = state.pieces[id_]
        if target.side == side or target.hex is None:
            continue
        if any(can_fire_at(rules, state, firer, target) for firer in firers):
            yield target


# --- the die ---------------------------------------------------------------------------------------


def cover_of(rules: Rules, target: Piece, attackers: tuple[Hex, ...]) -> int:
    """[5.7] The cover of a unit: its terrain, or hexsides that shelter it from half of the attackers."""
    assert target.hex is not None
    board, tables = rules.board, rules.tables
    ground = tables.terrain[board.terrain[target.hex]]
    inside = ground.cover
    if ground.movement == "urban" and is_troops(rules, target.id) and not in_urban(rules, target):
        inside = 0
    behind = sorted((_side_cover(rules, target.hex, hex_) for hex_ in attackers), reverse=True)
    # Half or more of the attackers must come over the sheltered side.
    sheltered = behind[(len(behind) + 1) // 2 - 1] if behind else 0
    return max(inside, sheltered)


def _side_cover(rules: Rules, target: Hex, attacker: Hex) -> int:
    """[5.7] The best shelter of the hexside by which a line from the attacker enters the target's hex."""
    entered = min(
        rules.board.neighbours(target),
        key=lambda hex_: (distance(hex_, attacker), hex_),
    )
    features = rules.board.features.get(hexside(target, entered), ())
    return max(
        (
            rules.tables.hexsides[feature.kind].cover
            for feature in features
            if feature.inside in (None, target)
        ),
        default=0,
    )


def assess(
    rules: Rules, state: GameState, target_id: str, firers: tuple[str, ...], director: str = ""
) -> Fire:
    """[7.3 to 7.6] A fire with its points and the lines that change its die."""
    target = state.pieces[target_id]
    shares = tuple(share_of(rules, state.pieces[id_], target) for id_ in firers)
    # Halves are dropped at the total; whoever fires at all counts for one point.
    points = max(1, int(sum(share.points for share in shares)))
    places = tuple(hex_ for hex_ in (state.pieces[id_].hex for id_ in firers) if hex_ is not None)
    why = _("{points} fire points").format(points=points)
    lines = [Modifier(rules.tables.point_modifier(points), why, "7.5"), *_target_lines(rules, target, places)]
    if director:
        why = _("{name} directs the guns").format(name=rules.name_of(director))
        lines.append(Modifier(1, why, "7.8"))
    return Fire(target_id, shares, points, tuple(lines))


def _target_lines(rules: Rules, target: Piece, places: tuple[Hex, ...]) -> Iterator[Modifier]:
    """[7.6] What is said for and against a target that is fired at from these places."""
    figures = rules.tables.fire_modifiers
    if CHANGED in target.marks:
        yield Modifier(figures["changed"][0], reason(MODIFIERS, "changed"), "7.6")
    if target.formation in LOOSE:
        yield Modifier(figures["loose"][0], reason(MODIFIERS, "loose", LOOSE.index(target.formation)), "7.6")
    cover = cover_of(rules, target, places)
    if cover:
        lightest, _best = figures["cover"]
        yield Modifier(lightest * cover, reason(MODIFIERS, "cover"), "7.6")
