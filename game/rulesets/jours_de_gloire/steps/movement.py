"""[6, 11] The movement segment: which unit moves, charges, or comes onto the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import Marked, Placed
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import ROUTED
from game.rulesets.jours_de_gloire.charging import can_charge, charge_refusal
from game.rulesets.jours_de_gloire.entry import (
    due_units,
    entry_cost,
    entry_hexes,
    entry_of,
    is_due,
    is_waiting,
    may_enter,
)
from game.rulesets.jours_de_gloire.marching import arrive
from game.rulesets.jours_de_gloire.movement import (
    near_enemy,
    occupied_by,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import (
    ENTERED,
    FIRED,
    HALTED,
    MOVED,
    active_units,
    is_good,
    is_routed,
    is_square,
    movement_allowance,
    roster,
)
from hexmap.coords import Hex
from hexmap.ground import plain


class ChooseMover(Step[Rules]):
    """[6.1] The active side names a unit to move, to bring on or to charge with; or ends the segment."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Choose a unit to move, or end the movement segment.")

    def actions(self, rules: Rules, state: GameState) -> list[Action]:
        movers = [
            piece
            for piece in active_units(rules, state)
            if HALTED not in piece.marks and piece.status != ROUTED
        ]
        move, riders = rules.move_orders, rules.riders
        actions = [PASS, *[move[piece.id] for piece in movers]]
        if len({piece.hex for piece in movers}) < len(movers):
            actions += _together(movers)
        if rules.is_set("extended_march", "on") and _may_march_far(rules, state):
            for piece in movers:
                if is_good(piece) and FIRED not in piece.marks and not is_square(piece):
                    actions.append(Action("march", (piece.id,)))
        for piece in movers:
            if piece.id in riders and can_charge(rules, state, piece):
                actions.append(Action("charge", (piece.id,)))
        if state.fact("chosen") is None:
            for piece in due_units(rules, state, state.fact("formation")):
                for hex_ in entry_hexes(rules, state, piece):
                    if may_enter(rules, state, piece, hex_):
                        actions.append(Action("enter", (piece.id, rules.label[hex_])))
        return actions

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        match action:
            case Action("move" | "together" | "march" as verb, units):
                points = min([movement_allowance(rules, state, state.pieces[unit]) for unit in units])
                far = verb == "march"
                ledger.open(
                    "moving",
                    state.frame.side,
                    units=units,
                    left=2 * points if far else points,
                    fresh=True,
                    far=far,
                )
            case Action("pass", ()):
                ledger.close()
            case Action("charge", (unit,)):
                ledger.open("charge_move", state.frame.side, unit=unit)
            case Action("enter", (unit, label)):
                self._enter(rules, ledger, unit, rules.at[label])

    def _enter(self, rules: Rules, ledger: Ledger, unit: str, hex_: Hex) -> None:
        """[11] Come onto the map and go on with what is left."""
        state = ledger.state
        piece = state.pieces[unit]
        cost = entry_cost(rules, state, piece, hex_)
        points = movement_allowance(rules, state, piece)
        key = f"entries:{rules.label[hex_]}"
        entry = entry_of(rules, unit)
        assert entry is not None
        ledger.write(Placed(unit, hex_, rules.printed_facing(entry.facing)))
        ledger.write(Marked(unit, ENTERED))
        ledger.write(Marked(unit, MOVED))
        ledger.fact(key, state.fact(key, 0) + 1)
        arrive(rules, ledger, piece.side, hex_)
        ledger.open(
            "moving",
            state.frame.side,
            units=(unit,),
            left=plain(max(0, points - cost)),
            fresh=False,
            far=False,
        )

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb not in ("move", "together", "march", "charge", "enter") or not action.words:
            return super().refuse(rules, state, action)
        if action.verb == "enter":
            return _entry_refusal(rules, state, action)
        for id_ in action.words:
            if id_ in rules.at:
                return Refusal(_("name the unit first; where it goes is asked next"), "6.1")
            if id_ not in rules.cards:
                return Refusal(_("there is no unit called '{unit}'").format(unit=id_))
            refusal = _mover_refusal(rules, state, state.pieces[id_])
            if refusal is not None:
                return refusal
        if action.verb == "charge":
            piece = state.pieces[action.words[0]]
            return charge_refusal(rules, state, piece) or Refusal(
                _("no enemy can be reached by a charge"), "9.1"
            )
        if action.verb == "together":
            return Refusal(_("only units that share a hex move together"), "6.1")
        if action.verb == "march":
            return _march_refusal(rules, state, state.pieces[action.words[0]])
        return super().refuse(rules, state, action)


def _entry_refusal(rules: Rules, state: GameState, action: Action) -> Refusal:
    """[11] Why a unit does not come onto the map, or not there."""
    unit, *where = action.words
    if unit not in rules.cards:
        return Refusal(_("there is no unit called '{unit}'").format(unit=unit))
    piece = state.pieces[unit]
    if piece.hex is not None:
        return Refusal(_("it is on the map already"), "11")
    if piece not in _waiting(rules, state):
        return Refusal(_("it is not of the active formation, or is lost"), "11")
    if not is_due(rules, state, piece):
        entry = entry_of(rules, unit)
        assert entry is not None
        return Refusal(_("it is due on turn {turn}").format(turn=entry.turn), "11")
    hexes = [rules.label[hex_] for hex_ in entry_hexes(rules, state, piece)]
    if not hexes:
        return Refusal(_("the enemy holds its entry hex and the edge near it"), "11")
    if len(where) != 1 or where[0] not in hexes:
        return Refusal(_("it enters by {hexes}").format(hexes=_(" or ").join(hexes)), "11")
    return Refusal(_("it has no room there, or not points enough to enter after the others"), "11")


def _march_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal:
    """[6.5] Why a unit that may move makes no extended march."""
    if rules.is_set("extended_march", "off"):
        return Refusal(_("extended marches are a house rule that is off"), "6.5")
    if state.fact("status") != "OR":
        return Refusal(_("an extended march takes orders"), "6.5")
    if not is_good(piece) or is_square(piece):
        return Refusal(_("only units in good order, and not in square, make an extended march"), "6.5")
    if FIRED in piece.marks:
        return Refusal(_("guns that fired make no extended march"), "6.5")
    return Refusal(_("a unit of the formation is within 3 hexes of an enemy"), "6.5")


def _mover_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal | None:
    if piece.id not in {other.id for other in _activated(rules, state)}:
        return Refusal(
            _("{unit} is not of the active formation").format(unit=rules.cards[piece.id].name), "2.2"
        )
    if piece.hex is None:
        return Refusal(_("it is not on the map"), "6.1")
    if is_routed(piece):
        return Refusal(_("routed units do not move by their own will"), "6.1")
    if HALTED in piece.marks:
        return Refusal(_("it has had its move"), "6.1")
    return None


def _activated(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    return (*active_units(rules, state), *_waiting(rules, state))


def _waiting(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    """Units of the active formation that are still to come."""
    if state.fact("chosen") is not None:
        return ()
    pieces, ids = state.pieces.pieces, roster(rules, state.turn, state.fact("formation"))
    away = [pieces[id_] for id_ in ids if pieces[id_].hex is None]
    return tuple([piece for piece in away if is_waiting(rules, piece)])


def _together(movers: list[Piece]) -> Iterator[Action]:
    """[6.1] Units that share a hex may move as one stack."""
    by_hex: dict[Hex, list[Piece]] = {}
    for piece in movers:
        if piece.hex is not None and not is_square(piece):
            by_hex.setdefault(piece.hex, []).append(piece)
    for stack in by_hex.values():
        for count in range(2, len(stack) + 1):
            for group in combinations(stack, count):
                yield Action("together", tuple(piece.id for piece in group))


def _may_march_far(rules: Rules, state: GameState) -> bool:
    """[6.5] Ordered, and no unit of the formation within three hexes of an enemy."""
    if state.fact("status") != "OR":
        return False
    units = active_units(rules, state)
    enemies = occupied_by(rules, state.pieces, rules.enemy(state.fact("active")))
    return all(piece.hex is None or not near_enemy(enemies, piece.hex, 3) for piece in units)


STEPS: dict[str, Step[Any]] = {"movement": ChooseMover()}
