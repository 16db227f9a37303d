"""[8.4] Refusals of shock: the attacked side stands or withdraws, and the attacker may follow up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import Turned
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.combat import (
    Combat,
    combat_at,
    combats,
    defenders,
    defending_hexes,
    drop,
    put,
    trimmed,
)
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.following import Way, enter, ways_into
from game.rulesets.jours_de_gloire.marching import go
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.retreat import mark_moved
from game.rulesets.jours_de_gloire.units import fronts, is_routed, units_at
from game.rulesets.jours_de_gloire.withdrawal import (
    RULE,
    disordered_on,
    is_heavy_charge,
    shock_refusal,
    withdrawal_refusal,
    withdrawals,
)
from hexmap.coords import Hex

STAND = Action("stand")


class Refusals(Automatic[Rules]):
    """[8.4] Ask the attacked side as long as one of its hexes may refuse and it has not said that all stand.

    Its data: stood (whether it has).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        if state.frame.get("stood") or not refusing(rules, state):
            ledger.close()
            return
        ledger.open("refuse", rules.enemy(state.fact("active")))


def refusing(rules: Rules, state: GameState) -> dict[str, Combat]:
    """[8.4] The attacked hexes whose defenders may refuse, each with the combat it is attacked in."""
    return {
        rules.label[hex_]: combat
        for combat in combats(state)
        for hex_ in defending_hexes(rules, state, trimmed(rules, state, combat))
        if shock_refusal(rules, state, combat, hex_) is None
    }


class Refuse(Step[Rules]):
    """[8.4] Name a hex whose whole stack refuses, in the order you like; or let all stand who are left."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Attacked: {hexes}. Stand, or name a hex that refuses the shock.").format(
            hexes=", ".join(refusing(rules, state))
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield STAND
        for label in refusing(rules, state):
            yield Action("refuse", (label,))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        ledger.close()
        if action == STAND:
            ledger.keep(stood=True)
            return
        (label,) = action.words
        units = tuple(piece.id for piece in units_at(rules, state, rules.at[label]))
        target = refusing(rules, state)[label].target
        ledger.open("withdraw", state.frame.side, target=target, hex=label, units=units)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "refuse" or len(action.words) != 1:
            return Refusal(_("the whole stack stands, or all of it refuses"), RULE)
        label = action.words[0]
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        hex_ = rules.at[label]
        for combat in combats(state):
            if hex_ in defending_hexes(rules, state, trimmed(rules, state, combat)):
                return shock_refusal(rules, state, combat, hex_) or super().refuse(rules, state, action)
        return Refusal(_("this hex is not attacked"), RULE)


class Withdraw(Step[Rules]):
    """[8.4] Name the one or two hexes the stack withdraws by, then how it faces, each battery by itself.

    Its data: target (the combat), hex (the one given up), units; and, when they have gone, gone,
    then faced (the units whose facing has been said).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        if state.frame.get("gone"):
            names = ", ".join(rules.cards[piece.id].name for piece in _to_face(rules, state))
            return _("{units} withdrew: choose the facing.").format(units=names)
        return _("Withdraw from {hex}: name the one or two hexes to go by.").format(
            hex=state.frame.get("hex")
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        if not state.frame.get("gone"):
            for way in withdrawals(rules, state, _units(state)):
                yield Action("withdraw", tuple(rules.label[hex_] for hex_ in way))
            return
        units = _to_face(rules, state)
        for name in _facings(rules, state, units):
            yield Action("face", (name,))
        if not units:
            yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("withdraw", labels):
                self._go(rules, ledger, tuple(rules.at[label] for label in labels))
            case Action("face", (name,)):
                self._face(rules, ledger, rules.facing(name))
            case _:
                frame = ledger.frames[-1]
                ledger.close()
                side = rules.enemy(rules.cards[frame.get("units")[0]].side)
                ledger.open("vacated", side, target=frame.get("target"), hex=frame.get("hex"))

    def _go(self, rules: Rules, ledger: Ledger, way: tuple[Hex, ...]) -> None:
        state = ledger.state
        units = _units(state)
        here = units[0].hex
        assert here is not None
        path = (here, *way)
        harm = {piece.id: disordered_on(rules, state, piece, path) for piece in units}
        # Left here, the open step must remember before anything else opens above it.
        ledger.keep(gone=True)
        for piece in units:
            go(rules, ledger, (piece.id,), path, piece.facing, "withdrawal")
            mark_moved(ledger, piece.id)
        for piece in reversed(units):
            for _time in range(harm[piece.id]):
                disorder(rules, ledger, piece.id, _("the ground crossed"))

    def _face(self, rules: Rules, ledger: Ledger, facing: int) -> None:
        """Turn; and when all have, let the cavalry that fled a heavy charge test."""
        units = _to_face(rules, ledger.state)
        for piece in units:
            if piece.facing != facing:
                ledger.write(Turned(piece.id, facing))
        faced: tuple[str, ...] = ledger.frames[-1].get("faced") or ()
        ledger.keep(faced=(*faced, *(piece.id for piece in units)))
        state = ledger.state
        if _to_face(rules, state) or not is_heavy_charge(rules, combat_at(state, state.frame.get("target"))):
            return
        why = N_("fleeing a heavy charge")
        horse = tuple(piece.id for piece in _steady(state) if rules.cards[piece.id].is_cavalry)
        if horse:
            ledger.open("cohesion_test", units=horse, why=why, fail="disorder", rule=RULE)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if state.frame.get("gone"):
            return _facing_refusal(rules, action) or Refusal(
                _("units that join others in a hex face as these do"), "4.1"
            )
        if action.verb != "withdraw":
            return super().refuse(rules, state, action)
        for label in action.words:
            if label not in rules.at:
                return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        way = tuple(rules.at[label] for label in action.words)
        return withdrawal_refusal(rules, state, _units(state), way) or super().refuse(rules, state, action)


def _units(state: GameState) -> tuple[Piece, ...]:
    return tuple(state.pieces[id_] for id_ in state.frame.get("units"))


def _steady(state: GameState) -> tuple[Piece, ...]:
    """The withdrawn units that the ground has not lost or routed."""
    return tuple(piece for piece in _units(state) if piece.hex is not None and not is_routed(piece))


def _to_face(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    """[4.1] Those whose facing is to be said next: the horse of the stack as one, then battery by battery."""
    faced = state.frame.get("faced") or ()
    left = [piece for piece in _steady(state) if piece.id not in faced]
    horse = tuple(piece for piece in left if not rules.cards[piece.id].is_artillery)
    return horse or tuple(left[:1])


def _facings(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> tuple[str, ...]:
    """[4.1, 8.4] How withdrawn units may face: as they like, but horse as the horse that it joins."""
    if not units or units[0].hex is None:
        return ()
    if rules.cards[units[0].id].is_artillery:
        return rules.facing_names
    ids = state.frame.get("units")
    for other in units_at(rules, state, units[0].hex):
        if other.id not in ids and not rules.cards[other.id].is_artillery:
            return (rules.facing_names[other.facing],)
    return rules.facing_names


def _facing_refusal(rules: Rules, action: Action) -> Refusal | None:
    """Why an action does not even say how units face."""
    if action.verb == "face" and len(action.words) == 1 and action.words[0] in rules.facing_names:
        return None
    return Refusal(_("a unit faces one of {names}").format(names=", ".join(rules.facing_names)), "4.1")


class Vacated(Step[Rules]):
    """[8.4] One attacking stack may enter the hex given up, and face anew; the attackers have finished.

    Its data: target (the combat), hex (the one given up).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Advance a stack into {hex}, or halt.").format(hex=state.frame.get("hex"))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        for way in self._ways(rules, state):
            for name in rules.facing_names:
                yield Action("advance", (rules.label[way.here], name))

    def _ways(self, rules: Rules, state: GameState) -> tuple[Way, ...]:
        frame = state.frame
        there = rules.at[frame.get("hex")]
        pieces = (state.pieces[id_] for id_ in combat_at(state, frame.get("target")).attackers)
        before = (piece.id for piece in pieces if piece.hex is not None and there in fronts(rules, piece))
        return tuple(ways_into(rules, state, before, (there,)))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        frame = state.frame
        ways = self._ways(rules, state)
        ledger.close()
        if action == PASS:
            _finish(rules, ledger, frame.get("target"), ())
            return
        here, name = action.words
        way = next(way for way in ways if rules.label[way.here] == here)
        _finish(rules, ledger, frame.get("target"), way.units)
        enter(rules, ledger, way.units, way.there, rules.facing(name), "advance")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "advance" or len(action.words) != 2:
            return super().refuse(rules, state, action)
        label, name = action.words
        if label not in {rules.label[way.here] for way in self._ways(rules, state)}:
            return Refusal(_("no attacking stack stands there that can enter the hex given up"), RULE)
        return _facing_refusal(rules, Action("face", (name,))) or super().refuse(rules, state, action)


def _finish(rules: Rules, ledger: Ledger, target: str, advanced: tuple[str, ...]) -> None:
    """[8.4] The combat is over, unless by a house rule it goes on for another hex, without who advanced."""
    combat = trimmed(rules, ledger.state, combat_at(ledger.state, target).without(advanced))
    if combat.attackers and defenders(rules, ledger.state, combat):
        put(ledger, combat)
    else:
        drop(ledger, target)


STEPS: dict[str, Step[Any]] = {
    "refusals": Refusals(),
    "refuse": Refuse(),
    "withdraw": Withdraw(),
    "vacated": Vacated(),
}
