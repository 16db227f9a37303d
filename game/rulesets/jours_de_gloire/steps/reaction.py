"""[8.3] Reaction fire: the guns of attacked hexes fire at those who come on, before the clash."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import (
    PREFIX,
    Combat,
    attacking_hexes,
    combats,
    defending_hexes,
    trimmed,
)
from game.rulesets.jours_de_gloire.gunnery import may_combine, reaction_targets
from game.rulesets.jours_de_gloire.receiving import recall_refusal
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.engagement import ask_for_chain, take_out
from game.rulesets.jours_de_gloire.units import is_disordered, units_at
from hexmap.coords import Hex

RULE = "8.3"


def going_on(rules: Rules, state: GameState, combat: Combat) -> Combat:
    """[8.3] The combat without those whose shock the fire has cancelled; chargers go on, even disordered.

    By the house rule `reaction_cancels` a disordered unit takes its whole stack out with it.
    """
    if rules.is_set("reaction_cancels", "stack"):
        halted = {
            piece.hex
            for piece in (state.pieces[id_] for id_ in combat.attackers)
            if is_disordered(piece) and piece.id not in combat.chargers
        }
        combat = combat.without(id_ for id_ in combat.attackers if state.pieces[id_].hex in halted)
    return trimmed(rules, state, combat)


class ReactionFire(Automatic[Rules]):
    """[8.3] Every attacked hex with guns fires; then disordered chargers may be recalled.

    Its data: asked (labels of the hexes whose guns have had their turn), recalls (units asked for).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        asked: tuple[str, ...] | None = ledger.frames[-1].get("asked")
        if asked is None:
            # A recall may have parted the attackers: who comes on is known before the guns fire.
            if not ask_for_chain(ledger):
                ledger.keep(asked=())
            return
        if self._open_fire(rules, ledger, asked) or self._open_recall(rules, ledger):
            return
        for combat in combats(ledger.state):
            left = going_on(rules, ledger.state, combat)
            if left != combat:
                take_out(ledger, combat, (id_ for id_ in combat.attackers if id_ not in left.attackers))
        if not ask_for_chain(ledger):
            ledger.close()

    def _open_fire(self, rules: Rules, ledger: Ledger, asked: tuple[str, ...]) -> bool:
        """Ask for the next hex with guns that have an attacker in front; whether there is one."""
        state = ledger.state
        for combat in combats(state):
            for hex_ in defending_hexes(rules, state, going_on(rules, state, combat)):
                label = rules.label[hex_]
                if label in asked:
                    continue
                guns = tuple(p.id for p in units_at(rules, state, hex_) if rules.cards[p.id].is_artillery)
                if _shots(rules, state, combat, guns):
                    ledger.keep(asked=(*asked, label))
                    side = rules.enemy(state.fact("active"))
                    ledger.open("reaction_target", side, target=combat.target, hex=label, batteries=guns)
                    return True
        return False

    def _open_recall(self, rules: Rules, ledger: Ledger) -> bool:
        """[9.2] Ask for the next charger that the fire has disordered; whether there is one."""
        state = ledger.state
        recalls: tuple[str, ...] = state.frame.get("recalls") or ()
        for combat in combats(state):
            for unit in going_on(rules, state, combat).chargers:
                if unit in recalls or not is_disordered(state.pieces[unit]):
                    continue
                if recall_refusal(rules, state, combat, unit) is None:
                    ledger.keep(recalls=(*recalls, unit))
                    ledger.open("recall_unit", state.fact("active"), unit=unit, target=combat.target)
                    return True
        return False


class ReactionTarget(Step[Rules]):
    """[8.3] Each battery of a hex fires once, alone or two together, at an attacking hex in its front.

    Its data: target (the combat), hex (where the guns stand), batteries (those that have not fired).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Reaction fire from {hex}: choose the battery and its target.").format(
            hex=state.frame.get("hex")
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        found = self._shots(rules, state)
        for guns, hex_ in found:
            yield Action("react", (*guns, rules.label[hex_]))
        if not found:
            yield PASS

    def _shots(self, rules: Rules, state: GameState) -> tuple[tuple[tuple[str, ...], Hex], ...]:
        combat = _combat(state)
        return () if combat is None else _shots(rules, state, combat, state.frame.get("batteries"))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        *guns, label = action.words
        waiting: tuple[str, ...] = ledger.frames[-1].get("batteries")
        ledger.keep(batteries=tuple(id_ for id_ in waiting if id_ not in guns))
        ledger.open("fire_roll", firers=tuple(guns), target=label, kind="reaction")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        found = self._shots(rules, state)
        if action == PASS:
            return Refusal(_("every battery that can fires at those who attack it"), RULE)
        if action.verb != "react" or len(action.words) < 2:
            return super().refuse(rules, state, action)
        *guns, label = action.words
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        waiting: tuple[str, ...] = state.frame.get("batteries")
        for id_ in guns:
            if id_ not in waiting:
                return Refusal(_("only batteries of the attacked hex fire, each once"), RULE)
        combat = _combat(state)
        if combat is None or rules.at[label] not in attacking_hexes(state, going_on(rules, state, combat)):
            return Refusal(_("nobody attacks from there"), RULE)
        if not any(shot == ((id_,), rules.at[label]) for id_ in guns for shot in found):
            return Refusal(_("it does not lie in front of the battery, which may not turn"), RULE)
        return Refusal(_("only two batteries of one formation in one hex fire together"), "7.2")


def _combat(state: GameState) -> Combat | None:
    """The combat whose attackers are fired at; None when it is off the table."""
    found: Combat | None = state.fact(PREFIX + state.frame.get("target"))
    return found


def _shots(
    rules: Rules, state: GameState, combat: Combat, batteries: tuple[str, ...]
) -> tuple[tuple[tuple[str, ...], Hex], ...]:
    """[8.3] Batteries, one or two together, with each attacking hex they can fire at."""
    hexes = attacking_hexes(state, going_on(rules, state, combat))
    guns = [state.pieces[id_] for id_ in batteries]
    targets = {piece.id: reaction_targets(rules, state, piece, hexes) for piece in guns}
    found: list[tuple[tuple[str, ...], Hex]] = [((id_,), hex_) for id_ in targets for hex_ in targets[id_]]
    for one, other in combinations(guns, 2):
        if may_combine(rules, (one, other)):
            found += [(_ids(one, other), hex_) for hex_ in targets[one.id] if hex_ in targets[other.id]]
    return tuple(found)


def _ids(*pieces: Piece) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces)


STEPS: dict[str, Step[Any]] = {"reaction_fire": ReactionFire(), "reaction_target": ReactionTarget()}
