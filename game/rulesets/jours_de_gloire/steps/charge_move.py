"""[9.1] Charge movement: the target, the last hex and the facing are chosen; the ride is made at once.

Of all ways there it takes the cheapest. Where objectives or enemy generals lie on the way, the action names
those it rides through after the facing, and the player chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import Marked
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.charging import Ride, rides, target_refusal
from game.rulesets.jours_de_gloire.marching import go
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.moving import face
from game.rulesets.jours_de_gloire.units import CHARGE, HALTED, MOVED, side_at


def charge_key(unit: str) -> str:
    """The fact that names the hex a unit is charging."""
    return f"charge:{unit}"


class ChargeMove(Step[Rules]):
    """[9.1] Choose whom to charge and from where; or call it off and move otherwise."""

    obvious = False

    def prompt(self, rules: Rules, state: GameState) -> str:
        name = rules.cards[state.frame.get("unit")].name
        return _("{unit}: choose the target, the hex to strike it from, and how to face; or pass.").format(
            unit=name
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        for ride in self._rides(rules, state):
            yield spoken(rules, ride)

    def _rides(self, rules: Rules, state: GameState) -> tuple[Ride, ...]:
        return rides(rules, state, state.pieces[state.frame.get("unit")])

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        unit: str = state.frame.get("unit")
        found = None if action == PASS else self._rides(rules, state)
        ledger.close()
        if found is None:
            return
        ride = next(ride for ride in found if spoken(rules, ride) == action)
        go(rules, ledger, (unit,), ride.path, ride.facing, "charge")
        ledger.fact(charge_key(unit), rules.label[ride.target])
        face(rules, ledger, (unit,), ride.facing)
        for mark in (MOVED, HALTED, CHARGE):
            ledger.write(Marked(unit, mark))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "strike" or len(action.words) < 3 or action.words[0] not in rules.at:
            return super().refuse(rules, state, action)
        target = rules.at[action.words[0]]
        piece = state.pieces[state.frame.get("unit")]
        if side_at(rules, state, target) != rules.enemy(piece.side):
            return Refusal(_("no enemy stands there"), "9.1")
        return target_refusal(rules, state, piece, target) or Refusal(
            _("no open way leads there, hex by hex through the unit's front"), "9.1"
        )


def spoken(rules: Rules, ride: Ride) -> Action:
    """The action that makes a ride."""
    hexes = (ride.target, ride.path[-1], *ride.by)
    target, last, *by = (rules.label[hex_] for hex_ in hexes)
    return Action("strike", (target, last, rules.facing_names[ride.facing], *by))


STEPS: dict[str, Step[Any]] = {"charge_move": ChargeMove()}
