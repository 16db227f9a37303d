"""[8.5] Engagement: attackers without orders test one by one, and a broken chain is mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.dice import D10
from game.core.errors import Refusal
from game.core.ledger import Asked, Ledger
from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import PREFIX, Combat, chains, combats, put
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import face_of
from hexmap.coords import Hex

RULE = "8.5"
WITHOUT_ORDERS = 1  # house rule `engagement_test`, position "always": added to the die


class Engagement(Automatic[Rules]):
    """[8.5] Each attacker that must test does so; who fails stays put and takes no part.

    Its data: tested (the units that have rolled).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        tested: tuple[str, ...] = state.frame.get("tested") or ()
        if must_test(rules, state):
            for combat in combats(state):
                for unit in combat.attackers:
                    if unit not in tested:
                        ledger.keep(tested=(*tested, unit))
                        if not engages(rules, ledger, unit):
                            take_out(ledger, combat, (unit,))
                        return
        if not ask_for_chain(ledger):
            ledger.close()


def must_test(rules: Rules, state: GameState) -> bool:
    """[2.3, 8.5] Whether the attackers of this activation test: without orders, by a house rule always."""
    return state.fact("status") == "SO" or rules.is_set("engagement_test", "always")


def engagement_lines(rules: Rules, state: GameState) -> tuple[Modifier, ...]:
    """[8.5] What is added to the die: nothing, unless by the house rule for want of orders."""
    if state.fact("status") == "SO" and rules.is_set("engagement_test", "always"):
        return (Modifier(WITHOUT_ORDERS, _("without orders"), RULE),)
    return ()


def engages(rules: Rules, ledger: Ledger, unit: str) -> bool:
    """[0.4.2] Roll one die: passed when it is no higher than the engagement rating of the face shown."""
    return bool(ledger.decide(_asked, rules, ledger.piece(unit), engagement_lines(rules, ledger.state)))


def _asked(rules: Rules, piece: Piece, lines: tuple[Modifier, ...]) -> Asked:
    rating = face_of(rules, piece).engagement
    plus = total(lines)
    text = _("engagement test of {unit} ({engagement})")
    why = text.format(unit=rules.cards[piece.id].name, engagement=rating)
    return Asked(D10, lambda face: face + plus <= rating, why, lines, RULE)


def take_out(ledger: Ledger, combat: Combat, units: Iterable[str]) -> None:
    """[8.3, 8.5] These attackers stay put and take no part; the log says so of each."""
    out = tuple(units)
    put(ledger, combat.without(out))
    for id_ in out:
        ledger.tell("stays_out", unit=id_)


def ask_for_chain(ledger: Ledger) -> bool:
    """[8.1, 8.5] Ask for the first combat whose attackers no longer hang together; whether there is one."""
    state = ledger.state
    for combat in combats(state):
        if len(chains(state, combat)) > 1:
            ledger.open("keep_chain", state.fact("active"), target=combat.target)
            return True
    return False


class KeepChain(Step[Rules]):
    """[8.5] The owner keeps the connected part of the attackers that he prefers.

    Its data: target (the combat).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("The attackers of {hex} no longer hang together: name the hexes that attack.").format(
            hex=state.frame.get("target")
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        parts = self._parts(state)
        for part in parts:
            yield _spoken(rules, part)
        if not parts:
            yield PASS

    def _parts(self, state: GameState) -> tuple[tuple[Hex, ...], ...]:
        combat: Combat | None = state.fact(PREFIX + state.frame.get("target"))
        return () if combat is None else chains(state, combat)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        parts = self._parts(state)
        target: str = state.frame.get("target")
        ledger.close()
        if action == PASS:
            return
        kept = next(part for part in parts if _spoken(rules, part) == action)
        combat: Combat = state.fact(PREFIX + target)
        take_out(ledger, combat, (id_ for id_ in combat.attackers if state.pieces[id_].hex not in kept))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "keep":
            return super().refuse(rules, state, action)
        return Refusal(_("keep one whole part whose hexes are beside each other"), RULE)


def _spoken(rules: Rules, part: tuple[Hex, ...]) -> Action:
    return Action("keep", tuple(rules.label[hex_] for hex_ in part))


STEPS: dict[str, Step[Any]] = {"engagement": Engagement(), "keep_chain": KeepChain()}
