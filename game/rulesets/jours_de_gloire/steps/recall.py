"""[9.2] Recall: cavalry that finds a square before it, or is disordered by fire, may break off its charge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import Marked
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.combat import PREFIX, Combat, live_combats, put
from game.rulesets.jours_de_gloire.receiving import recall_refusal
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.trials import passes
from game.rulesets.jours_de_gloire.units import RECALLED, cohesion

RULE = "9.2"


class Recall(Automatic[Rules]):
    """[9.2] Asks for each unit that charges a square.

    Its data: done (the units asked for).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        done: tuple[str, ...] = state.frame.get("done") or ()
        for combat in live_combats(rules, state):
            for unit in combat.chargers:
                if unit not in done and recall_refusal(rules, state, combat, unit) is None:
                    ledger.keep(done=(*done, unit))
                    ledger.open("recall_unit", rules.cards[unit].side, unit=unit, target=combat.target)
                    return
        ledger.close()


class RecallUnit(Step[Rules]):
    """[9.2] Its owner tries to recall a charging unit, or lets it ride.

    Its data: unit, target (of its combat).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        unit: str = state.frame.get("unit")
        return _("{unit}: recall (0 to {most} on the die), or pass to let it charge?").format(
            unit=rules.cards[unit].name, most=min(9, cohesion(rules, state.pieces[unit]))
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        if self._refusal(rules, state) is None:
            yield Action("recall", (state.frame.get("unit"),))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.frames[-1]
        ledger.close()
        if action != PASS:
            ledger.open("recall_test", unit=frame.get("unit"), target=frame.get("target"))

    def _refusal(self, rules: Rules, state: GameState) -> Refusal | None:
        return recall_refusal(rules, state, _combat(state), state.frame.get("unit"))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "recall":
            return super().refuse(rules, state, action)
        return self._refusal(rules, state) or Refusal(
            _("the unit that is asked for is {unit}").format(unit=state.frame.get("unit")), RULE
        )


class RecallTest(Automatic[Rules]):
    """[9.2] Passed, the unit stays where it is, out of the combat; failed, it must charge."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        unit: str = ledger.frames[-1].get("unit")
        combat = _combat(ledger.state)
        assert combat is not None
        ledger.close()
        if passes(rules, ledger, unit, N_("recall"), RULE):
            put(ledger, combat.without((unit,)))
            ledger.write(Marked(unit, RECALLED))


def _combat(state: GameState) -> Combat | None:
    """The combat of the unit in question; None when it is off the table."""
    found: Combat | None = state.fact(PREFIX + state.frame.get("target"))
    return found


STEPS: dict[str, Step[Any]] = {"recall": Recall(), "recall_unit": RecallUnit(), "recall_test": RecallTest()}
