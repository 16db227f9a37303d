"""[9.2, 9.3, 9.4] What the charged may do, and chargers who meet a square. Nothing here rolls or changes."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.errors import Refusal
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import Combat, defenders, defending_hexes, targets_of
from game.rulesets.jours_de_gloire.riding import is_hexside_barred
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import cohesion, fronts, is_good, is_square, units_at
from game.rulesets.jours_de_gloire.zones import with_fronts, zone_of_side
from hexmap.coords import Hex


def steadiest(rules: Rules, pieces: Iterable[Piece]) -> Piece:
    """[9.3, 9.4] The unit that tests for all: the best cohesion, among equals the heavier, then the first."""
    first, *others = pieces
    if not others:
        return first
    return max((first, *others), key=lambda piece: (cohesion(rules, piece), rules.cards[piece.id].is_heavy))


# --- square ----------------------------------------------------------------------------------------


def foot_at(rules: Rules, state: GameState, hex_: Hex) -> tuple[Piece, ...]:
    """The infantry in a hex."""
    return tuple(piece for piece in units_at(rules, state, hex_) if rules.cards[piece.id].is_infantry)


def square_refusal(rules: Rules, state: GameState, hex_: Hex, chargers: Iterable[str]) -> Refusal | None:
    """[9.3] Why the infantry of a charged hex may not try to form square; None when it may."""
    foot = foot_at(rules, state, hex_)
    if not foot:
        return Refusal(_("only infantry forms square"), "9.3")
    if any(is_square(piece) for piece in foot):
        return Refusal(_("it is in square already"), "9.3")
    if not all(is_good(piece) for piece in foot):
        return Refusal(_("infantry in the hex is out of order"), "9.3")
    controllers = zone_of_side(rules, state.pieces, rules.enemy(foot[0].side)).controllers(hex_)
    if not set(controllers) <= set(chargers):
        return Refusal(_("it is in the zone of control of an enemy who does not charge"), "9.3")
    return None


# --- counter-charge --------------------------------------------------------------------------------


def horse_at(rules: Rules, state: GameState, hex_: Hex) -> tuple[Piece, ...]:
    """[9.4] The cavalry in a hex that is able to counter-charge: that in good order."""
    return tuple(
        piece for piece in units_at(rules, state, hex_) if rules.cards[piece.id].is_cavalry and is_good(piece)
    )


def met_by_counter_charge(rules: Rules, combat: Combat) -> tuple[str, ...]:
    """[9.4] Whom a counter-charge would meet: the chargers; by the house rule a shock with infantry, too."""
    if combat.chargers or not rules.is_set("counter_charge_vs_foot", "on"):
        return combat.chargers
    if any(rules.cards[id_].is_infantry for id_ in combat.attackers):
        return combat.attackers
    return ()


def counter_charge_refusal(rules: Rules, state: GameState, hex_: Hex, combat: Combat) -> Refusal | None:
    """[9.4] Why the cavalry of a hex may not try to counter-charge; None when it may."""
    horse = horse_at(rules, state, hex_)
    if not horse:
        return Refusal(_("only cavalry in good order counter-charges"), "9.4")
    met = met_by_counter_charge(rules, combat)
    if not met:
        return Refusal(_("there is no counter-charge but against a charge"), "9.4")
    if rules.sky(state.turn).night:
        return Refusal(_("nobody charges at night"), "14")
    hexes = {here for id_ in met if (here := state.pieces[id_].hex) is not None}
    if not all(here in fronts(rules, piece) for here in hexes for piece in horse):
        return Refusal(_("it is not attacked through its front hexes only"), "9.4")
    forbids = rules.tables.terrain.forbids_charge
    if any(forbids(rules.board.terrain[here]) or is_hexside_barred(rules, hex_, here) for here in hexes):
        return Refusal(_("no charge into this terrain"), "note e")
    for piece in with_fronts(rules, state.pieces, rules.enemy(horse[0].side)):
        if hex_ in fronts(rules, piece) and piece.id not in met:
            return Refusal(_("it is in a front hex of an enemy who does not charge"), "9.4")
    return None


def attacked_by(rules: Rules, state: GameState, combat: Combat, units: Iterable[str]) -> tuple[Hex, ...]:
    """The defended hexes of a combat that one of these attackers has in front."""
    ahead = {hex_ for id_ in units for hex_ in targets_of(rules, state, state.pieces[id_])}
    return tuple(hex_ for hex_ in defending_hexes(rules, state, combat) if hex_ in ahead)


# --- recall ----------------------------------------------------------------------------------------


def recall_refusal(rules: Rules, state: GameState, combat: Combat | None, unit: str) -> Refusal | None:
    """[9.2] Why a charge cannot be broken off; None when its unit may test for it."""
    if combat is None or unit not in combat.chargers:
        return Refusal(_("it does not charge"), "9.2")
    if rules.is_set("recall", "off"):
        return Refusal(_("by the house rule no charge is broken off"), "9.2")
    if is_good(state.pieces[unit]) and not any(map(is_square, defenders(rules, state, combat))):
        return Refusal(_("only a charge on a square, or by a unit disordered by fire, is broken off"), "9.2")
    return None
