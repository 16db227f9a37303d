"""[3] Generals in the way: where one who is caught alone makes off to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import Moved, Removed
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.marching import DISPLACED, MAKES_OFF, nearest_friends
from game.rulesets.jours_de_gloire.rules import Rules
from hexmap.coords import Hex


class MakesOff(Step[Rules]):
    """[3] His owner chooses among the friendly units that are equally near.

    Its data: general.
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        name = rules.generals[state.frame.get("general")].name
        return _("The enemy is upon {general}: which of his troops does he join?").format(general=name)

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        refuges = _refuges(rules, state)
        for hex_ in refuges:
            yield Action("refuge", (rules.label[hex_],))
        if not refuges:
            yield PASS  # all whom he could have joined are gone meanwhile

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        general: str = ledger.frames[-1].get("general")
        here = ledger.piece(general).hex
        ledger.close()
        if here is None:
            return
        if action == PASS:
            ledger.write(Removed(general, "", "3"))
            return
        ledger.write(Moved(general, (here, rules.at[action.words[0]]), 0, DISPLACED))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "refuge" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        near = ", ".join(rules.label[hex_] for hex_ in _refuges(rules, state))
        return Refusal(_("he joins the nearest of his troops: {hexes}").format(hexes=near), "3")


def _refuges(rules: Rules, state: GameState) -> tuple[Hex, ...]:
    general: str = state.frame.get("general")
    here = state.pieces[general].hex
    return () if here is None else nearest_friends(rules, state, rules.generals[general].side, here)


STEPS: dict[str, Step[Any]] = {MAKES_OFF: MakesOff()}
