"""[7] Artillery fire: who may fire at what, and what the roll is made of. Nothing here rolls or changes.

`fire_refusal` decides legality once; `assess_fire` gives the lines of the sum; the steps of `steps/fire.py`
roll and carry out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Literal, NamedTuple

from game.core.errors import Refusal
from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.core.tongue import N_, _, word
from game.rulesets.jours_de_gloire.cards import Card
from game.rulesets.jours_de_gloire.los import can_see, why_unseen
from game.rulesets.jours_de_gloire.movement import occupied_by, side_between
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.table_combat import FireResult
from game.rulesets.jours_de_gloire.units import (
    COUNTER_BATTERY,
    FIRED,
    MOVED,
    active_units,
    has_six_fronts,
    is_good,
    is_square,
    side_at,
    strength,
    units_at,
    within,
)
from hexmap.coords import Hex, distance
from hexmap.facing import in_arc, in_fan
from hexmap.rays import SideTouch, ray

RULE = "7.1"
TERRAIN = N_("terrain table")
RAIN_ON_FIRE = -1  # [14]

FireKind = Literal["fire", "counter", "reaction"]


class FireSituation(NamedTuple):
    """[7.2] One fire before the die: who, at what, and every line of the sum."""

    firers: tuple[str, ...]
    target: Hex
    kind: FireKind
    lines: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        """What is added to the die, fire strength included."""
        return total(self.lines)

    def reader(self, rules: Rules) -> Callable[[int], FireResult]:
        """How the fire table reads each face of the die."""
        added, table = self.total, rules.tables.fire
        return lambda face: table.result(face + added)


class Shot(NamedTuple):
    """A target, and the facing the firers turn to before they fire (None: they fire as they stand)."""

    target: Hex
    facing: int | None


# --- who ---------------------------------------------------------------------------------------------


def battery_refusal(rules: Rules, piece: Piece) -> Refusal | None:
    """[7.1] Why a unit may not fire in its own activation, whatever the target; None when it may."""
    if not rules.cards[piece.id].is_artillery:
        return Refusal(_("only artillery fires"), RULE)
    if piece.hex is None:
        return Refusal(_("it is not on the map"), RULE)
    if not is_good(piece):
        return Refusal(_("only batteries in good order fire"), RULE)
    if FIRED in piece.marks:
        return Refusal(_("it has fired in this activation"), RULE)
    if MOVED in piece.marks:
        return Refusal(_("it has moved in this activation"), RULE)
    return None


def ready_batteries(rules: Rules, state: GameState) -> tuple[tuple[str, ...], ...]:
    """[7.1, 7.2] The batteries of the active side that have a target, alone and then two together."""
    return state.pieces.remember(
        ("ready batteries", state.fact("formation"), state.fact("chosen"), state.turn),
        _ready_batteries,
        rules,
        state,
    )


def _ready_batteries(rules: Rules, state: GameState) -> tuple[tuple[str, ...], ...]:
    guns = active_units(rules, state, "artillery")
    ready = [piece for piece in guns if battery_refusal(rules, piece) is None]
    found = [(piece.id,) for piece in ready if has_target(rules, state, (piece,))]
    pairs = [
        (a.id, b.id)
        for a, b in combinations(ready, 2)
        if may_combine(rules, (a, b)) and has_target(rules, state, (a, b))
    ]
    return (*found, *pairs)


def may_combine(rules: Rules, firers: Iterable[Piece]) -> bool:
    """[7.2] Two batteries of one formation in one hex fire together."""
    guns = list(firers)
    return (
        len(guns) == 2
        and guns[0].hex == guns[1].hex
        and rules.cards[guns[0].id].formation == rules.cards[guns[1].id].formation
    )


# --- at what -----------------------------------------------------------------------------------------


def has_all_round_fire(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[7.2, note b] Guns in a town or castle, or inside a square, fire in every direction."""
    assert piece.hex is not None
    return has_six_fronts(rules, piece) or any(
        is_square(other) for other in units_at(rules, state, piece.hex)
    )


def covers(rules: Rules, state: GameState, piece: Piece, target: Hex, facing: int) -> bool:
    """[7.4] Whether the line to a target leaves a battery's hex by a front hexside."""
    assert piece.hex is not None
    return has_all_round_fire(rules, state, piece) or facing in facings_to(rules, piece.hex, target)


def fire_refusal(rules: Rules, state: GameState, piece: Piece, target: Hex) -> Refusal | None:
    """[7.3-7.5] Why a battery cannot fire at a hex whichever way it faces; None when it can."""
    assert piece.hex is not None
    if side_at(rules, state, target) != rules.enemy(piece.side):
        return Refusal(_("no enemy unit stands there"), "7.5")
    card = rules.cards[piece.id]
    steps = distance(piece.hex, target)
    if steps > card.maximum:
        return Refusal(
            _("it is {hexes} hexes off, beyond the maximum range of {range}").format(
                hexes=steps, range=card.maximum
            ),
            "7.3",
        )
    if steps > range_now(rules, state, card):
        return Refusal(_("there is no long range at night"), "14")
    if steps == 1:
        return _adjacent_refusal(rules, piece.hex, target)
    if not can_see(rules, state, piece.hex, target):
        return Refusal(why_unseen(rules, state, piece.hex, target), "7.4")
    return None


def range_now(rules: Rules, state: GameState, card: Card) -> int:
    """[7.3, 14] How far a battery fires this turn, in hexes: at night there is no long range."""
    return min(card.maximum, max(1, card.effective)) if rules.sky(state.turn).night else card.maximum


def is_open_to_fire(rules: Rules, state: GameState, here: Hex, target: Hex) -> bool:
    """[7.4] Whether guns can fire from hex to hex, as far as sight and the hexside between are concerned."""
    if distance(here, target) == 1:
        return _adjacent_refusal(rules, here, target) is None
    return can_see(rules, state, here, target)


def _adjacent_refusal(rules: Rules, here: Hex, target: Hex) -> Refusal | None:
    """[7.4, notes f and i] Fire at an adjacent hex does not pass a crest or a steep slope."""
    terrain, board = rules.tables.terrain, rules.board
    for feature in board.features.get(side_between(here, target), ()):
        if terrain.fire_hexside(feature.kind) is None:
            return Refusal(
                _("a {hexside} lies between adjacent hexes").format(hexside=word(feature.kind)), "note f"
            )
    return None


def has_target(rules: Rules, state: GameState, firers: tuple[Piece, ...]) -> bool:
    """[7.1] Whether batteries can fire at anything together: they may turn to whatever lies open to them."""
    return any(True for _target in _targets(rules, state, firers))


def _targets(rules: Rules, state: GameState, firers: tuple[Piece, ...]) -> Iterator[Hex]:
    """The enemy hexes that lie open to all of these batteries in one hex, as one reads the map."""
    here = firers[0].hex
    assert here is not None
    farthest = min([range_now(rules, state, rules.cards[piece.id]) for piece in firers])
    enemies = occupied_by(rules, state.pieces, rules.enemy(firers[0].side))
    for hex_ in within(rules, enemies, here, farthest):
        if is_open_to_fire(rules, state, here, hex_):
            yield hex_


def shots(rules: Rules, state: GameState, firers: tuple[Piece, ...]) -> tuple[Shot, ...]:
    """[7.1, 6.4] What batteries can fire at together, turning in their hex first where they have to."""
    all_round = has_all_round_fire(rules, state, firers[0])  # two that fire together stand in one hex
    if not rules.is_set("units_block_los", "no"):
        return _shots(rules, state, firers, all_round)
    # Neither marks nor friends matter.
    stand = tuple([(piece.id, piece.hex, piece.facing) for piece in firers])
    return state.pieces.remember_places(
        rules.enemy(firers[0].side),
        ("shots", stand, all_round, state.turn),
        _shots,
        rules,
        state,
        firers,
        all_round,
    )


def _shots(rules: Rules, state: GameState, firers: tuple[Piece, ...], all_round: bool) -> tuple[Shot, ...]:
    here = firers[0].hex
    assert here is not None
    enemies = list(_targets(rules, state, firers))
    close = [hex_ for hex_ in enemies if distance(here, hex_) == 1]
    if all_round:
        return tuple([Shot(target, None) for target in close or enemies])
    # [7.1] Who has an adjacent enemy in front must take it.
    bound = frozenset().union(*[facings_to(rules, here, hex_) for hex_ in close])
    found: list[Shot] = []
    for target in enemies:
        facings = facings_to(rules, here, target)
        if target not in close:
            facings -= bound
        if facings.issuperset([piece.facing for piece in firers]):
            found.append(Shot(target, None))
        else:
            found.extend([Shot(target, facing) for facing in sorted(facings)])
    return tuple(found)


def facings_to(rules: Rules, here: Hex, target: Hex) -> frozenset[int]:
    """[7.4] The facings from which the line to a target leaves a hex by a front hexside."""
    key = ("facings to", target[0] - here[0], target[1] - here[1])
    known: frozenset[int] | None = rules.memo.get(key)
    if known is None:
        known = rules.memo[key] = frozenset(
            facing for facing in range(6) if _is_in_front(rules, here, facing, target)
        )
    return known


def _is_in_front(rules: Rules, here: Hex, facing: int, target: Hex) -> bool:
    if rules.facing_kind == "vertex":
        return in_fan(here, facing, target)
    # Three front hexsides span half the horizon.
    return in_arc(here, facing, target, 180, "hexside")


def counter_batteries(rules: Rules, state: GameState, batteries: Iterable[str], target: Hex) -> list[Piece]:
    """[7.6] Which of these batteries may fire back at the hex they were fired at from, without turning."""
    return [
        piece
        for piece in (state.pieces[id_] for id_ in batteries)
        if piece.hex is not None
        and is_good(piece)
        and COUNTER_BATTERY not in piece.marks
        and fire_refusal(rules, state, piece, target) is None
        and covers(rules, state, piece, target, piece.facing)
    ]


def reaction_targets(
    rules: Rules, state: GameState, battery: Piece, attacking_hexes: Iterable[Hex]
) -> tuple[Hex, ...]:
    """[8.3] The attacking hexes in a good-order battery's front that it may fire at, without turning."""
    if battery.hex is None or not is_good(battery) or not rules.cards[battery.id].is_artillery:
        return ()
    index = rules.board.index
    return tuple(
        hex_
        for hex_ in sorted(set(attacking_hexes), key=lambda hex_: index[hex_])
        if distance(battery.hex, hex_) == 1
        and fire_refusal(rules, state, battery, hex_) is None
        and covers(rules, state, battery, hex_, battery.facing)
    )


# --- what the roll is made of ------------------------------------------------------------------------


def assess_fire(
    rules: Rules, state: GameState, firers: tuple[str, ...], target: Hex, kind: FireKind = "fire"
) -> FireSituation:
    """[7.2] The lines of a fire, from the page; nothing is rolled and nothing changes."""
    line = rules.tables.fire_modifier
    guns = [state.pieces[id_] for id_ in firers]
    # Together, the stronger battery counts, not the sum; among equals the one that shoots farther.
    best = max(guns, key=lambda piece: (strength(rules, piece), rules.cards[piece.id].effective))
    lines = [line("strength").of(strength(rules, best)).modifier()]
    if len(guns) > 1:
        lines.append(line("combined").modifier())
    if any(has_all_round_fire(rules, state, piece) for piece in guns):
        lines.append(line("six_fronts").modifier())
    if kind == "reaction":
        lines.append(line("reaction").modifier())
    elif kind == "counter":
        lines.append(line("counter_battery").modifier())
    here = best.hex
    assert here is not None
    lines += _terrain_lines(rules, here, target)
    hit = units_at(rules, state, target)
    troops = [piece for piece in hit if not rules.cards[piece.id].is_artillery]
    if len(troops) >= 2:
        lines.append(line("massed").modifier())
    if any(is_square(piece) for piece in troops):
        lines.append(line("square").modifier())
    lines += _range_lines(rules, best, distance(here, target), bool(troops))
    if rules.sky(state.turn).rain:
        lines.append(Modifier(RAIN_ON_FIRE, _("rain"), "14"))
    return FireSituation(firers, target, kind, tuple(lines))


def _range_lines(rules: Rules, piece: Piece, steps: int, at_troops: bool) -> list[Modifier]:
    """[7.3] Point-blank, effective or long range; point-blank counts against foot and horse only."""
    line = rules.tables.fire_modifier
    effective = max(1, rules.cards[piece.id].effective)
    if steps == 1:
        return [line("point_blank").modifier()] if at_troops else []
    if steps <= effective:
        return [line("effective").modifier()]
    return [line("long").times(steps - effective).modifier()]


def _terrain_lines(rules: Rules, here: Hex, target: Hex) -> list[Modifier]:
    """[notes a, f, g] The target's hex, the hexside by which the line enters it, and levels when adjacent.

    Through a corner the line enters by two hexsides at once: the one better for the target counts.
    """
    terrain, board = rules.tables.terrain, rules.board
    adjacent = distance(here, target) == 1
    ways = [_cover(rules, before, target, adjacent) for before in last_hexes(here, target)]
    lines = min(ways, key=total)
    level = terrain.fire_level(board.elevation[target] - board.elevation[here], adjacent)
    if level:
        lines.append(Modifier(level, _("difference of levels"), "note f"))
    return lines


def _cover(rules: Rules, before: Hex, target: Hex, adjacent: bool) -> list[Modifier]:
    """What shelters a target from fire that comes in from one neighbouring hex."""
    terrain, board = rules.tables.terrain, rules.board
    lines: list[Modifier] = []
    replaced = False
    for feature in board.features.get(side_between(before, target), ()):
        from_outside = feature.inside is None or feature.inside == target
        figure = terrain.fire_hexside(feature.kind, from_outside, adjacent)
        if from_outside and terrain.replaces_hex(feature.kind):
            replaced = True
        if figure:
            lines.append(Modifier(figure, word(feature.kind), TERRAIN))
    figure = terrain.fire(board.terrain[target])
    if figure and not replaced:
        lines.append(Modifier(figure, word(board.terrain[target]), TERRAIN))
    return lines


def last_hexes(here: Hex, target: Hex) -> tuple[Hex, ...]:
    """The neighbour of the target from which a straight line enters it; two where it enters by a corner."""
    if distance(here, target) == 1:
        return (here,)
    offset = Hex(target[0] - here[0], target[1] - here[1])
    found = [
        touch.side.other(offset)
        for touch in ray(offset).touches
        if isinstance(touch, SideTouch) and offset in touch.side
    ]
    return tuple(Hex(hex_[0] + here[0], hex_[1] + here[1]) for hex_ in found)
