"""[8.1, 8.6] Shock: who may attack whom, and what the roll is made of. Nothing here rolls or changes.

A declared combat is a fact, `combat:<target>`; the steps of the shock segment trim it (refusal, engagement,
recall, reaction fire) until `clash` takes it off the table and rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.core.tongue import N_, _, word
from game.rulesets.jours_de_gloire.cards import ROUTED
from game.rulesets.jours_de_gloire.charging import can_strike
from game.rulesets.jours_de_gloire.movement import known_step, occupied_by, side_between, uses_roads
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.table_combat import ShockResult
from game.rulesets.jours_de_gloire.units import (
    active_units,
    cohesion,
    fronts,
    is_good,
    is_routed,
    is_square,
    rears,
    side_at,
    strength,
    units_at,
)
from hexmap.coords import Hex, distance
from hexmap.ground import Refusal as StepRefusal

RULE = "8.1"
TERRAIN = N_("terrain table")
PREFIX = "combat:"


class Combat(NamedTuple):
    """[8.1] A shock that is declared: one hex (under a house rule more) and the units that attack it.

    *kind* is "shock" for what was declared, else what it grew out of: "breakthrough", "counter_shock" or
    "pursuit"; *pursuits* counts the rides of a pursuit.
    """

    target: str
    attackers: tuple[str, ...]
    chargers: tuple[str, ...] = ()
    countercharged: bool = False
    kind: str = "shock"
    others: tuple[str, ...] = ()
    pursuits: int = 0

    @property
    def targets(self) -> tuple[str, ...]:
        """The labels of every hex it is fought for, the one that was named first."""
        return (self.target, *self.others)

    def without(self, units: Iterable[str]) -> Combat:
        """The same combat when some attackers take no part."""
        out = frozenset(units)
        return self._replace(
            attackers=tuple(id_ for id_ in self.attackers if id_ not in out),
            chargers=tuple(id_ for id_ in self.chargers if id_ not in out),
        )


# --- what is declared --------------------------------------------------------------------------------


# The facts that were looked through last, and the combats among them: they are often asked for again
# before any fact has changed. Facts that a state holds never change, so to be the same is to be alike.
_looked_through: tuple[Mapping[str, Any], tuple[Combat, ...]] = ({}, ())


def combats(state: GameState) -> tuple[Combat, ...]:
    """The combats declared and not yet fought, in the order of their hexes."""
    global _looked_through
    facts, found = _looked_through
    if facts is not state.facts:
        facts = state.facts
        keys = sorted([key for key in facts if key.startswith(PREFIX)])
        found = tuple([state.fact(key) for key in keys])
        _looked_through = facts, found
    return found


def combat_at(state: GameState, target: str) -> Combat:
    """The combat declared against a hex."""
    found: Combat = state.fact(PREFIX + target)
    return found


def put(ledger: Ledger, combat: Combat) -> None:
    """Lay a combat on the table as it is now; without attackers it is off."""
    ledger.fact(PREFIX + combat.target, combat if combat.attackers else None)


def drop(ledger: Ledger, target: str) -> None:
    """Take a combat off the table."""
    ledger.fact(PREFIX + target, None)


def is_attacked(state: GameState, label: str) -> bool:
    """[8.1] Whether a hex is attacked already."""
    return any(label in combat.targets for combat in combats(state))


def is_attacking(state: GameState, unit: str) -> bool:
    """[8.1] Whether a unit attacks already."""
    return any(unit in combat.attackers for combat in combats(state))


# --- who may attack whom -----------------------------------------------------------------------------


def attacker_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal | None:
    """[8.1] Why a unit may not attack at all now; None when it may look for a target."""
    if rules.cards[piece.id].is_artillery:
        return Refusal(_("artillery does not attack in shock"), RULE)
    if piece.hex is None:
        return Refusal(_("it is not on the map"), RULE)
    if not is_good(piece):
        return Refusal(_("only units in good order attack"), RULE)
    if is_square(piece):
        return Refusal(_("a square does not attack"), RULE)
    if is_attacking(state, piece.id):
        return Refusal(_("it attacks another hex already"), RULE)
    return None


def target_refusal(rules: Rules, state: GameState, piece: Piece, target: Hex) -> Refusal | None:
    """[8.1] Why a unit that may attack cannot attack this hex; whether others attack it is not asked."""
    if side_at(rules, state, target) != rules.enemy(piece.side):
        return Refusal(_("no enemy stands there"), RULE)
    if target not in fronts(rules, piece):
        return Refusal(_("it is not one of the unit's front hexes"), RULE)
    assert piece.hex is not None
    if not is_passable(rules, state, piece, piece.hex, target):
        return Refusal(_("the hexside between cannot be crossed"), RULE)
    return None


def is_passable(rules: Rules, state: GameState, piece: Piece, here: Hex, there: Hex) -> bool:
    """[8.1] Whether a unit could step from hex to hex, were there no enemy."""
    step = known_step(rules, here, there, rules.cards[piece.id].column, uses_roads(rules, state))
    return not isinstance(step, StepRefusal)


def targets_of(rules: Rules, state: GameState, piece: Piece) -> tuple[Hex, ...]:
    """[8.1] The enemy hexes in a unit's front that it could attack."""

    def work() -> tuple[Hex, ...]:
        # Most hexes hold no enemy, and nobody reads why not those.
        enemies = occupied_by(rules, state.pieces, rules.enemy(piece.side))
        held = [hex_ for hex_ in fronts(rules, piece) if hex_ in enemies]
        return tuple([hex_ for hex_ in held if target_refusal(rules, state, piece, hex_) is None])

    return state.pieces.remember(("shock targets", piece.id, uses_roads(rules, state)), work)


def ready_attackers(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    """[8.1] The active units beside an enemy that may still attack somebody."""
    index, links = rules.board.index, rules.board.links
    enemies = occupied_by(rules, state.pieces, rules.enemy(state.fact("active"))).indices
    # Most units are far from any enemy, and the others hardly ever have anything against them.
    near = [
        piece
        for piece in active_units(rules, state)
        if piece.hex is not None and not enemies.isdisjoint(links[index[piece.hex]])
    ]
    return tuple([piece for piece in near if attacker_refusal(rules, state, piece) is None])


def can_join(rules: Rules, state: GameState, piece: Piece, combat: Combat) -> bool:
    """[8.1] Whether a ready unit attacks the same hex from the hex of an attacker or one beside it."""
    assert piece.hex is not None
    ahead = targets_of(rules, state, piece)
    if not any(rules.at[label] in ahead for label in combat.targets):
        return False
    hexes = attacking_hexes(state, combat)
    return any(distance(piece.hex, hex_) <= 1 for hex_ in hexes)


def charges(rules: Rules, state: GameState, unit: str, target: str) -> bool:
    """[9.1] Whether a unit rode at this very hex and can strike it: against any other it only shocks."""
    return state.fact(f"charge:{unit}") == target and can_strike(rules, state.pieces[unit], rules.at[target])


def joined(rules: Rules, state: GameState, combat: Combat, unit: str) -> Combat:
    """[8.1, 9.1] The combat with one attacker more, who charges if he rode at what is attacked."""
    combat = widened(rules, state, combat._replace(attackers=(*combat.attackers, unit)))
    if any(charges(rules, state, unit, label) for label in combat.targets):
        combat = combat._replace(chargers=(*combat.chargers, unit))
    return combat


def attacking_hexes(state: GameState, combat: Combat) -> tuple[Hex, ...]:
    """The hexes the attackers stand in, in map order."""
    found = {state.pieces[id_].hex for id_ in combat.attackers}
    return tuple(sorted(hex_ for hex_ in found if hex_ is not None))


def chains(state: GameState, combat: Combat) -> tuple[tuple[Hex, ...], ...]:
    """[8.1] The attacking hexes, parted into those that hang together."""
    left = list(attacking_hexes(state, combat))
    parts: list[tuple[Hex, ...]] = []
    while left:
        part = [left.pop(0)]
        for hex_ in part:  # grows while it is walked
            near = [other for other in left if distance(hex_, other) == 1]
            part.extend(near)
            left = [other for other in left if other not in near]
        parts.append(tuple(sorted(part)))
    return tuple(parts)


def widened(rules: Rules, state: GameState, combat: Combat) -> Combat:
    """House rule `multi_hex_defence`: the combat with all enemies in its attackers' front hexes."""
    if not rules.is_set("multi_hex_defence", "all_in_front"):
        return combat
    taken = {label for other in combats(state) if other.target != combat.target for label in other.targets}
    found = {
        rules.label[hex_] for id_ in combat.attackers for hex_ in targets_of(rules, state, state.pieces[id_])
    }
    return combat._replace(others=tuple(sorted(found - taken - {combat.target})))


def is_fit(rules: Rules, state: GameState, combat: Combat, unit: str) -> bool:
    """[8.1, 9.2] Whether an attacker can still fight: in good order (a charger also disordered), in place."""
    piece = state.pieces[unit]
    if piece.hex is None or is_routed(piece) or is_square(piece):
        return False
    if not is_good(piece) and unit not in combat.chargers:
        return False
    here = targets_of(rules, state, piece)
    return any(rules.at[label] in here for label in combat.targets)


def trimmed(rules: Rules, state: GameState, combat: Combat) -> Combat:
    """The combat with only those attackers that can still fight."""
    out = [id_ for id_ in combat.attackers if not is_fit(rules, state, combat, id_)]
    return combat.without(out) if out else combat


def defending_hexes(rules: Rules, state: GameState, combat: Combat) -> tuple[Hex, ...]:
    """The hexes that are still defended against one of the attackers."""
    ahead = {hex_ for id_ in combat.attackers for hex_ in targets_of(rules, state, state.pieces[id_])}
    return tuple(rules.at[label] for label in combat.targets if rules.at[label] in ahead)


def defenders(rules: Rules, state: GameState, combat: Combat) -> tuple[Piece, ...]:
    """[8.1] All units in the attacked hexes."""
    return tuple(p for hex_ in defending_hexes(rules, state, combat) for p in units_at(rules, state, hex_))


def live_combats(rules: Rules, state: GameState) -> tuple[Combat, ...]:
    """The declared combats that have still somebody on both sides."""
    found = (trimmed(rules, state, combat) for combat in combats(state))
    return tuple(c for c in found if c.attackers and defenders(rules, state, c))


# --- what the roll is made of ------------------------------------------------------------------------


class ShockSituation(NamedTuple):
    """[8.6] One shock before the die: who against whom, and every line of the sum."""

    combat: Combat
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    lines: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        """What is added to the die."""
        return total(self.lines)

    def reader(self, rules: Rules) -> Callable[[int], str]:
        """How the shock table reads each face of the die: the short key of the row."""
        added, table = self.total, rules.tables.shock
        return lambda face: table.result(face + added).key


def row(rules: Rules, key: str) -> ShockResult:
    """The row of the shock table with a short key: 10+, 5-9, 0-4 or <0."""
    return rules.tables.shock.by_key[key]


def assess_shock(rules: Rules, state: GameState, combat: Combat) -> ShockSituation:
    """[8.6] The lines of a shock, from the page; nothing is rolled and nothing changes."""
    return state.pieces.remember(
        ("shock", combat),
        lambda: weighed(rules, circumstances(rules, state, trimmed(rules, state, combat))),
    )


class Circumstances(NamedTuple):
    """[8.6] One shock before strength and cohesion are looked at."""

    combat: Combat
    attack: tuple[Piece, ...]
    defence: tuple[Piece, ...]
    lines: tuple[Modifier, ...]  # of the sum, but for those that ratings make


def weighed(rules: Rules, found: Circumstances) -> ShockSituation:
    """[8.6] A shock with the lines that ratings make, which come first."""
    combat, attack, defence, others = found
    odds = rules.tables.odds_modifier(
        sum([strength(rules, piece) for piece in attack]), sum([strength(rules, piece) for piece in defence])
    )
    edge = best_cohesion(rules, attack) - best_cohesion(rules, defence)
    lines = (odds.modifier(), rules.tables.shock_modifier("cohesion").of(edge).modifier(), *others)
    return ShockSituation(combat, combat.attackers, tuple([piece.id for piece in defence]), lines)


def circumstances(rules: Rules, state: GameState, combat: Combat) -> Circumstances:
    """[8.6] What a shock of those who can still fight is made of besides ratings."""
    return state.pieces.remember(("circumstances", combat), _circumstances, rules, state, combat)


def _circumstances(rules: Rules, state: GameState, combat: Combat) -> Circumstances:
    attack = tuple(state.pieces[id_] for id_ in combat.attackers)
    defence = defenders(rules, state, combat)
    troops = [piece for piece in defence if not rules.cards[piece.id].is_artillery]
    pairs = _pairs(rules, state, combat, attack)
    # Over different hexsides the defender takes the line best for him.
    lines = min((_terrain_lines(rules, here, there) for here, there in pairs), key=total)
    lines += _position_lines(rules, state, defence, pairs)
    if is_rear_threatened(rules, state, attack, defence):
        lines.append(rules.tables.shock_modifier("threatened_rear").modifier())
    lines += _cavalry_lines(rules, state, combat, troops)
    if combat.pursuits > 1:
        lines.append(Modifier(1 - combat.pursuits, _("pursuit upon pursuit"), "9.5"))
    return Circumstances(combat, attack, defence, tuple(lines))


def best_cohesion(rules: Rules, pieces: Iterable[Piece]) -> int:
    """[8.6] The best cohesion among units, by the faces they show; artillery does not count."""
    return max(
        (cohesion(rules, piece) for piece in pieces if not rules.cards[piece.id].is_artillery), default=0
    )


def _pairs(
    rules: Rules, state: GameState, combat: Combat, attack: tuple[Piece, ...]
) -> tuple[tuple[Hex, Hex], ...]:
    """Who strikes where: each attacking hex with each defended hex in its front."""
    attacked = defending_hexes(rules, state, combat)
    found = {
        (piece.hex, hex_): None
        for piece in attack
        if piece.hex is not None
        for hex_ in targets_of(rules, state, piece)
        if hex_ in attacked
    }
    return tuple(found)


def _terrain_lines(rules: Rules, here: Hex, there: Hex) -> list[Modifier]:
    """[notes a, b, g, h] The defender's hex, the hexside, the level, and an attacker out of a town."""
    terrain, board = rules.tables.terrain, rules.board
    lines: list[Modifier] = []
    behind_wall, out_of_wall = False, False
    features = board.features.get(side_between(here, there), ())
    kinds = {feature.kind for feature in features}
    for feature in features:
        kind = feature.kind
        if kind == "river" or (terrain.only_over_river(kind) and "river" not in kinds):
            continue
        from_outside = feature.inside is None or feature.inside == there
        if terrain.replaces_hex(kind):
            behind_wall, out_of_wall = behind_wall or from_outside, out_of_wall or not from_outside
        figure = terrain.shock_hexside(kind, from_outside)
        if figure:
            lines.append(Modifier(figure, word(kind), TERRAIN))
    figure = terrain.shock(board.terrain[there])
    if figure and not behind_wall:
        lines.append(Modifier(figure, word(board.terrain[there]), TERRAIN))
    if terrain.six_fronts(board.terrain[here]) and not out_of_wall:
        lines.append(rules.tables.shock_modifier("six_fronts").modifier())
    level = terrain.shock_level(board.elevation[there] - board.elevation[here])
    if level:
        lines.append(Modifier(level, _("difference of levels"), TERRAIN))
    return lines


def _position_lines(
    rules: Rules, state: GameState, defence: tuple[Piece, ...], pairs: tuple[tuple[Hex, Hex], ...]
) -> list[Modifier]:
    """[8.6] Routed defenders, or attackers in their rear, or in front and rear at once."""
    line = rules.tables.shock_modifier
    if all(piece.status == ROUTED for piece in defence):
        return [line("routed").modifier()]
    front = [_is_in_front(rules, state, here, there) for here, there in pairs]
    if all(front):
        return []
    return [line("front_and_rear" if any(front) else "rear").modifier()]


def _is_in_front(rules: Rules, state: GameState, here: Hex, there: Hex) -> bool:
    """Whether an attacking hex lies in front of the foot or horse (without any, the guns) in a hex."""
    units = units_at(rules, state, there)
    troops = [piece for piece in units if not rules.cards[piece.id].is_artillery]
    return any(here in fronts(rules, piece) for piece in troops or units)


def is_rear_threatened(
    rules: Rules, state: GameState, attack: Iterable[Piece], defence: Iterable[Piece]
) -> bool:
    """[8.6] Whether an enemy in good order outside the combat, no gunner, has an attacker's rear in front.

    Either a rear hex of the attacker is one of his front hexes, or he stands in it and faces the attacker.
    """
    pieces = list(attack)
    inside = {piece.id for piece in defence}
    enemy = rules.enemy(pieces[0].side)
    hexes = [piece.hex for piece in pieces if piece.hex is not None]
    for other in state.pieces:
        if other.side != enemy or other.hex is None or other.id not in rules.cards or other.id in inside:
            continue
        if not is_good(other) or rules.cards[other.id].is_artillery:
            continue
        if all(distance(hex_, other.hex) > 2 for hex_ in hexes):
            continue
        ahead = fronts(rules, other)
        for piece in pieces:
            behind = rears(rules, piece)
            if any(hex_ in ahead for hex_ in behind) or (other.hex in behind and piece.hex in ahead):
                return True
    return False


def _cavalry_lines(rules: Rules, state: GameState, combat: Combat, troops: list[Piece]) -> list[Modifier]:
    """[8.6, 9] Charges, cavalry without a charge, squares, and a counter-charge against foot."""
    line = rules.tables.shock_modifier
    on_square = any(is_square(piece) for piece in troops)
    if combat.chargers:
        if on_square:
            return [line("charge_on_square").modifier()]
        if combat.countercharged:
            return []
        riders = [id_ for id_ in combat.chargers if _keeps_bonus(rules, state, combat, id_)]
        return [line(_bonus(rules, riders)).modifier()] if riders else []
    lines = []
    if any(rules.cards[id_].is_cavalry for id_ in combat.attackers):
        lines.append(line("cavalry_shock").modifier())
    elif on_square:
        lines.append(line("infantry_on_square").modifier())
    if combat.countercharged:
        riders = [piece.id for piece in troops if rules.cards[piece.id].is_cavalry and is_good(piece)]
        if riders:
            lines.append(line(_bonus(rules, riders)).times(-1).modifier())
    return lines


def _keeps_bonus(rules: Rules, state: GameState, combat: Combat, unit: str) -> bool:
    """[8.3] A charger disordered by reaction fire loses its bonus; by the house rule its stack does, too."""
    if rules.is_set("reaction_cancels", "stack"):
        here = state.pieces[unit].hex
        return all(is_good(state.pieces[id_]) for id_ in combat.chargers if state.pieces[id_].hex == here)
    return is_good(state.pieces[unit])


def _bonus(rules: Rules, riders: Iterable[str]) -> str:
    return "heavy_charge" if any(rules.cards[id_].is_heavy for id_ in riders) else "charge"
