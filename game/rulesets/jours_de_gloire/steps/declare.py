"""[8.1] Declarations: the active side names every hex it attacks, and with whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import (
    Combat,
    attacker_refusal,
    can_join,
    combat_at,
    combats,
    is_attacked,
    joined,
    put,
    ready_attackers,
    target_refusal,
    targets_of,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import active_units

ENOUGH = Action("enough")


class Declare(Step[Rules]):
    """[8.1] Name a unit and the hex it attacks, or close the declarations."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Declare a shock or charge, or end the declarations.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        for piece in ready_attackers(rules, state):
            for hex_ in targets_of(rules, state, piece):
                label = rules.label[hex_]
                if not is_attacked(state, label):
                    yield Action("attack", (piece.id, label))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        unit, label = action.words
        put(ledger, joined(rules, ledger.state, Combat(label, ()), unit))
        ledger.open("add_attackers", ledger.frames[-1].side, target=label)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "attack" or len(action.words) != 2:
            return super().refuse(rules, state, action)
        unit, label = action.words
        refusal = _unit_refusal(rules, state, unit)
        if refusal is not None:
            return refusal
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        return target_refusal(rules, state, state.pieces[unit], rules.at[label]) or Refusal(
            _("this hex is attacked already"), "8.1"
        )


class AddAttackers(Step[Rules]):
    """[8.1] More units attack the same hex, each from a hex of the chain or one beside it."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Name another attacker of {hex}, or say that it is enough.").format(
            hex=state.frame.get("target")
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield ENOUGH
        combat = combat_at(state, state.frame.get("target"))
        for piece in ready_attackers(rules, state):
            if can_join(rules, state, piece, combat):
                yield Action("join", (piece.id,))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        combat = combat_at(state, state.frame.get("target"))
        if action == ENOUGH:
            ledger.close()
            ledger.tell(
                "attack", targets=combat.targets, attackers=combat.attackers, chargers=combat.chargers
            )
            return
        put(ledger, joined(rules, state, combat, action.words[0]))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action == PASS:
            return Refusal(_("say 'enough' when nobody else attacks this hex"), "8.1")
        if action.verb != "join" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        unit = action.words[0]
        refusal = _unit_refusal(rules, state, unit)
        if refusal is not None:
            return refusal
        combat = combat_at(state, state.frame.get("target"))
        found = [
            target_refusal(rules, state, state.pieces[unit], rules.at[label]) for label in combat.targets
        ]
        if None not in found:
            return found[0] or super().refuse(rules, state, action)
        return Refusal(_("it is not beside another attacker: they must form a chain"), "8.1")


def _unit_refusal(rules: Rules, state: GameState, unit: str) -> Refusal | None:
    """Why a unit that somebody names attacks nobody."""
    if unit not in rules.cards:
        return Refusal(_("there is no unit called '{unit}'").format(unit=unit))
    piece = state.pieces[unit]
    if piece not in active_units(rules, state):
        return Refusal(_("it is not one of the active units"), "8.1")
    return attacker_refusal(rules, state, piece)


def shock_is_declared(rules: Rules, state: GameState) -> bool:
    """[8.2] Whether a combat is declared and not fought yet."""
    return bool(combats(state))


STEPS: dict[str, Step[Any]] = {"declare": Declare(), "add_attackers": AddAttackers()}
CONDITIONS: dict[str, Callable[[Rules, GameState], bool]] = {"shock_is_declared": shock_is_declared}
