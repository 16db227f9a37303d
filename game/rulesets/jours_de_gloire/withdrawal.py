"""[8.4] Refusal of shock: who may refuse, and where he can withdraw to. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.core.errors import Refusal
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import Combat, trimmed
from game.rulesets.jours_de_gloire.movement import (
    DISORDERS,
    by_road,
    columns_of,
    conditions,
    known_joint_step,
    step_cost,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
from game.rulesets.jours_de_gloire.units import is_routed, points_in_weather, units_at
from game.rulesets.jours_de_gloire.zones import in_enemy_zone
from hexmap.conditions import Conditions
from hexmap.coords import Hex, distance
from hexmap.ground import Cost
from hexmap.ground import Refusal as StepRefusal

RULE = "8.4"
FARTHEST = 2  # [8.4] hexes of a withdrawal


def shock_refusal(rules: Rules, state: GameState, combat: Combat, hex_: Hex) -> Refusal | None:
    """[8.4] Why the units in an attacked hex may not refuse; None when they may, all of them together."""
    combat = trimmed(rules, state, combat)
    units = units_at(rules, state, hex_)
    if not combat.attackers or not units:
        return Refusal(_("nobody attacks this hex any more"), RULE)
    if any(is_routed(piece) for piece in units):
        return Refusal(_("routed units do not refuse"), RULE)
    attack = [rules.cards[id_] for id_ in combat.attackers]
    cards = [rules.cards[piece.id] for piece in units]
    if all(card.is_infantry for card in attack):
        if not all(card.is_cavalry or card.horse for card in cards):
            return Refusal(_("only cavalry and horse artillery refuse the shock of infantry"), RULE)
    elif all(card.is_heavy for card in attack):
        if not all((card.is_cavalry and not card.is_heavy) or card.horse for card in cards):
            return Refusal(
                _("only horse artillery, and cavalry that is not heavy, refuse heavy cavalry"), RULE
            )
    else:
        return Refusal(_("only a shock of infantry alone, or of heavy cavalry alone, is refused"), RULE)
    if not can_withdraw(rules, state, units):
        return Refusal(_("there is nowhere to withdraw to"), RULE)
    return None


def is_heavy_charge(rules: Rules, combat: Combat) -> bool:
    """[8.4] Whether heavy cavalry charges: who flees from it takes a test."""
    return any(rules.cards[id_].is_heavy for id_ in combat.chargers)


def withdrawals(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> tuple[tuple[Hex, ...], ...]:
    """[8.4] Every way units of one hex can withdraw together: the one or two hexes they enter, in order."""
    key = ("withdrawals", tuple(piece.id for piece in units), state.turn)
    return state.pieces.remember(key, lambda: tuple(_withdrawals(rules, state, units)))


def can_withdraw(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> bool:
    """[8.4] Whether there is any way to withdraw: the first one met will do."""
    key = ("can withdraw", tuple([piece.id for piece in units]), state.turn)
    return state.pieces.remember(key, lambda: any(True for _way in _withdrawals(rules, state, units)))


def _withdrawals(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> Iterator[tuple[Hex, ...]]:
    here = units[0].hex
    assert here is not None
    neighbours, bars = rules.board.neighbours, conditions(rules, state, units)
    open_: list[Hex] = []
    for first in neighbours(here):
        if withdrawal_refusal(rules, state, units, (first,), bars) is None:
            yield (first,)
        if not isinstance(_cost(rules, state, units, here, first, bars), Refusal):
            open_.append(first)
    for first in open_:
        for second in neighbours(first):
            way = (first, second)
            if second != here and withdrawal_refusal(rules, state, units, way, bars) is None:
                yield way


def withdrawal_refusal(
    rules: Rules,
    state: GameState,
    units: tuple[Piece, ...],
    way: tuple[Hex, ...],
    bars: Conditions | None = None,
) -> Refusal | None:
    """[8.4] Why units cannot withdraw by these hexes; None when they can.

    It is a movement like any other, shorter, and never into an enemy zone.
    """
    if not 1 <= len(way) <= FARTHEST:
        return Refusal(_("a withdrawal goes one or two hexes"), RULE)
    before = units[0].hex
    assert before is not None
    if before in way or len(set(way)) != len(way):
        return Refusal(_("a withdrawal does not come back to a hex"), RULE)
    left: Cost = min([points_in_weather(rules, state, piece) for piece in units])
    bars = bars or conditions(rules, state, units)
    for steps, hex_ in enumerate(way):
        if distance(before, hex_) != 1:
            return Refusal(_("name the hexes one after the other, each beside the last"), RULE)
        cost = _cost(rules, state, units, before, hex_, bars)
        if isinstance(cost, Refusal):
            return cost
        # The minimum move: the first hex may cost more than there is, but then it is the last.
        if cost > left and steps > 0:
            return Refusal(_("the movement points do not last so far"), "6.1")
        left -= cost
        before = hex_
    present = [piece for piece in units_at(rules, state, before) if piece not in units]
    return stacking_refusal(rules, [*present, *units]) if present else None


def _cost(
    rules: Rules, state: GameState, units: tuple[Piece, ...], here: Hex, there: Hex, bars: Conditions
) -> Cost | Refusal:
    """[6.1] What one hex of the way costs by the rules of movement, or why it is closed."""
    bar = bars.forbidding(there)
    if bar is not None:
        return Refusal(bar.why, bar.rule)
    side = units[0].side
    if in_enemy_zone(rules, state.pieces, there, side):
        return Refusal(_("a withdrawal does not enter an enemy zone of control"), RULE)
    step = known_joint_step(
        rules, here, there, columns_of(rules, units), by_road(rules, state, side, there), True
    )
    if isinstance(step, StepRefusal):
        return Refusal(step.why, step.rule)
    extra = sum(item.cost for item in (*bars.leaving(here), *bars.entering(there)))
    return step.total + extra


def disordered_on(rules: Rules, state: GameState, piece: Piece, path: tuple[Hex, ...]) -> int:
    """[6.4] How often the ground along a path disorders a unit."""
    column = rules.cards[piece.id].column
    found = 0
    for here, there in pairwise(path):
        step = step_cost(rules, here, there, column, by_road(rules, state, piece.side, there))
        found += not isinstance(step, StepRefusal) and DISORDERS in step.marks
    return found
