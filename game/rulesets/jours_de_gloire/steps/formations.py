"""[9.3, 9.4] The charged choose: infantry whether it forms square, cavalry whether it counter-charges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import FormationChanged
from game.core.ledger import Ledger
from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.cards import SQUARE
from game.rulesets.jours_de_gloire.combat import Combat, combat_at, live_combats, put
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.receiving import (
    attacked_by,
    counter_charge_refusal,
    foot_at,
    horse_at,
    met_by_counter_charge,
    square_refusal,
    steadiest,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.trials import passes
from game.rulesets.jours_de_gloire.units import cohesion, is_good, units_at
from hexmap.coords import Hex

AGAINST_HEAVY = 2  # [9.4] added to the die of light cavalry that counter-charges heavy


class Formations(Automatic[Rules]):
    """[9.2] Asks hex by hex those who are charged and have a choice.

    Its data: done (labels of the hexes asked).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        done: tuple[str, ...] = state.frame.get("done") or ()
        for combat in live_combats(rules, state):
            for hex_ in attacked_by(rules, state, combat, met_by_counter_charge(rules, combat)):
                label = rules.label[hex_]
                if label in done:
                    continue
                side = rules.enemy(rules.cards[combat.attackers[0]].side)
                if combat.chargers and square_refusal(rules, state, hex_, combat.chargers) is None:
                    ledger.keep(done=(*done, label))
                    ledger.open("square", side, hex=label, chargers=combat.chargers)
                    return
                if counter_charge_refusal(rules, state, hex_, combat) is None:
                    ledger.keep(done=(*done, label))
                    ledger.open("counter_charge", side, hex=label, target=combat.target)
                    return
        ledger.close()


# --- square ----------------------------------------------------------------------------------------


class FormSquare(Step[Rules]):
    """[9.3] Charged infantry tries to form square, or stands as it is.

    Its data: hex, chargers (the units whose zone does not hinder it).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        label: str = state.frame.get("hex")
        foot = foot_at(rules, state, rules.at[label])
        return _("{units} in {hex}: form square (0 to {most} on the die), or pass to stand?").format(
            units=", ".join(rules.cards[piece.id].name for piece in foot),
            hex=label,
            most=min(9, cohesion(rules, steadiest(rules, foot))),
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        if self._refusal(rules, state) is None:
            yield Action("square", (state.frame.get("hex"),))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        ledger.close()
        if action != PASS:
            ledger.open("square_test", hex=action.words[0])

    def _refusal(self, rules: Rules, state: GameState) -> Refusal | None:
        frame = state.frame
        return square_refusal(rules, state, rules.at[frame.get("hex")], frame.get("chargers"))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "square":
            return super().refuse(rules, state, action)
        return self._refusal(rules, state) or _asked_is(state)


class SquareTest(Automatic[Rules]):
    """[9.3] The best cohesion tests for all infantry of the hex; failed, the whole hex is disordered."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        hex_: Hex = rules.at[ledger.frames[-1].get("hex")]
        ledger.close()
        foot = foot_at(rules, ledger.state, hex_)
        why = N_("forming square")
        if passes(rules, ledger, steadiest(rules, foot).id, why, "9.3"):
            for piece in foot:
                ledger.write(FormationChanged(piece.id, SQUARE))
        elif rules.is_set("square_failure", "disorder"):
            for piece in units_at(rules, ledger.state, hex_):
                if is_good(piece):  # guns that are disordered already are so still
                    disorder(rules, ledger, piece.id, why)


# --- counter-charge --------------------------------------------------------------------------------


class CounterCharge(Step[Rules]):
    """[9.4] Charged cavalry tries to ride against the chargers, or stands.

    Its data: hex, target (of the combat: the hex that was declared).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        frame = state.frame
        label: str = frame.get("hex")
        horse = horse_at(rules, state, rules.at[label])
        rider = steadiest(rules, horse)
        plus = total(_against(rules, combat_at(state, frame.get("target")), rider))
        return _("{units} in {hex}: counter-charge (0 to {most} on the die), or pass to stand?").format(
            units=", ".join(rules.cards[piece.id].name for piece in horse),
            hex=label,
            most=min(9, cohesion(rules, rider) - plus),
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        if self._refusal(rules, state) is None:
            yield Action("counter-charge", (state.frame.get("hex"),))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        target: str = ledger.frames[-1].get("target")
        ledger.close()
        if action != PASS:
            ledger.open("counter_charge_test", hex=action.words[0], target=target)

    def _refusal(self, rules: Rules, state: GameState) -> Refusal | None:
        frame = state.frame
        combat = combat_at(state, frame.get("target"))
        return counter_charge_refusal(rules, state, rules.at[frame.get("hex")], combat)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "counter-charge":
            return super().refuse(rules, state, action)
        return self._refusal(rules, state) or _asked_is(state)


def _asked_is(state: GameState) -> Refusal:
    return Refusal(_("the hex that is asked is {hex}").format(hex=state.frame.get("hex")), "9.2")


def _against(rules: Rules, combat: Combat, rider: Piece) -> tuple[Modifier, ...]:
    """[9.4] What is added to the die of cavalry that is not heavy, against a charge with a heavy unit."""
    heavy_charge = any(rules.cards[id_].is_heavy for id_ in combat.chargers)
    if heavy_charge and not rules.cards[rider.id].is_heavy:
        return (Modifier(AGAINST_HEAVY, _("against heavy cavalry"), "9.4"),)
    return ()


class CounterChargeTest(Automatic[Rules]):
    """[9.4] The best cohesion tests for all; passed, the chargers' bonus is gone; failed, nothing happens."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        hex_: Hex = rules.at[state.frame.get("hex")]
        combat: Combat = combat_at(state, state.frame.get("target"))
        ledger.close()
        rider = steadiest(rules, horse_at(rules, state, hex_))
        lines = _against(rules, combat, rider)
        if passes(rules, ledger, rider.id, N_("counter-charge"), "9.4", lines):
            put(ledger, combat._replace(countercharged=True))
            riders = tuple(piece.id for piece in horse_at(rules, state, hex_))
            ledger.tell("counter_charge", units=riders, charged=bool(combat.chargers))


STEPS: dict[str, Step[Any]] = {
    "formations": Formations(),
    "square": FormSquare(),
    "square_test": SquareTest(),
    "counter_charge": CounterCharge(),
    "counter_charge_test": CounterChargeTest(),
}
