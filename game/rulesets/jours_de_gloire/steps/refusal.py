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
REFUSE = Action("refuse")


class Refusals(Automatic[Rules]):
    """[8.4] Ask for each attacked hex whose defenders may refuse, one after the other.

    Its data: asked (labels of the hexes that have had their turn).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        asked: tuple[str, ...] = state.frame.get("asked") or ()
        for combat in combats(state):
            for hex_ in defending_hexes(rules, state, trimmed(rules, state, combat)):
                label = rules.label[hex_]
                if label in asked or shock_refusal(rules, state, combat, hex_) is not None:
                    continue
                ledger.keep(asked=(*asked, label))
                side = rules.enemy(state.fact("active"))
                ledger.open("refuse", side, target=combat.target, hex=label)
                return
        ledger.close()


class Refuse(Step[Rules]):
    """[8.4] The whole stack refuses, or nobody does.

    Its data: target (the combat), hex (the attacked hex).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("{hex} is attacked: stand, or refuse the shock?").format(hex=state.frame.get("hex"))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield STAND
        if self._refusal(rules, state) is None:
            yield REFUSE

    def _refusal(self, rules: Rules, state: GameState) -> Refusal | None:
        frame = state.frame
        return shock_refusal(rules, state, combat_at(state, frame.get("target")), rules.at[frame.get("hex")])

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.state.frame
        ledger.close()
        if action == REFUSE:
            units = tuple(piece.id for piece in units_at(rules, ledger.state, rules.at[frame.get("hex")]))
            ledger.open("withdraw", frame.side, target=frame.get("target"), hex=frame.get("hex"), units=units)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action == REFUSE:
            return self._refusal(rules, state) or super().refuse(rules, state, action)
        return Refusal(_("the whole stack stands, or all of it refuses"), RULE)


class Withdraw(Step[Rules]):
    """[8.4] Name the one or two hexes the stack withdraws by, then how it faces.

    Its data: target (the combat), hex (the one given up), units; and, when they have gone, gone,
    then faced.
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        if state.frame.get("gone"):
            return _("Choose how the withdrawn units face.")
        return _("Withdraw from {hex}: name the one or two hexes to go by.").format(
            hex=state.frame.get("hex")
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        if not state.frame.get("gone"):
            for way in withdrawals(rules, state, _units(state)):
                yield Action("withdraw", tuple(rules.label[hex_] for hex_ in way))
            return
        names = () if state.frame.get("faced") else _facings(rules, state)
        for name in names:
            yield Action("face", (name,))
        if not names:
            yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("withdraw", labels):
                self._go(rules, ledger, tuple(rules.at[label] for label in labels))
            case Action("face", (name,)):
                self._face(rules, ledger, rules.facing(name))
            case _:
                frame = ledger.state.frame
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
        """Turn, and let the cavalry that fled a heavy charge test."""
        state = ledger.state
        ledger.keep(faced=True)
        for piece in _steady(state):
            if piece.facing != facing:
                ledger.write(Turned(piece.id, facing))
        if not is_heavy_charge(rules, combat_at(state, state.frame.get("target"))):
            return
        why = N_("fleeing a heavy charge")
        for piece in reversed(_steady(state)):
            if rules.cards[piece.id].is_cavalry:
                ledger.open("cohesion_test", unit=piece.id, why=why, fail="disorder", rule=RULE)

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


def _facings(rules: Rules, state: GameState) -> tuple[str, ...]:
    """[4.1, 8.4] How the withdrawn units may face: as they like, but as the foot or horse they join."""
    units = _steady(state)
    if not units or units[0].hex is None:
        return ()
    if all(rules.cards[piece.id].is_artillery for piece in units):
        return rules.facing_names
    ids = {piece.id for piece in units}
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
