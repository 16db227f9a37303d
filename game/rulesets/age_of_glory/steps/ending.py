"""[8.7, 11] The end of a player turn and of a turn."""

from __future__ import annotations

from game.core.events import GameEnded, TurnBegan
from game.core.ledger import Ledger
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import disorder
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import TIRED, troops_at
from game.rulesets.age_of_glory.victory import early_end, final_outcome


class Cleanup(Automatic[Rules]):
    """[8.7, 11.2] Horse that won or held is disordered; objectives go to who stands in them."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        for piece in ledger.state.pieces:
            if TIRED in piece.marks and piece.hex is not None:
                disorder(ledger, piece.id, _("horse after close combat"))
        for hex_, entry in rules.objectives.items():
            body = troops_at(rules, ledger.state, hex_)
            key = f"holder:{entry.hex}"
            if body is not None and ledger.state.fact(key) != body.side:
                ledger.fact(key, body.side)
                ledger.tell("objective", name=entry.name, side=body.side)
        ledger.close()


class EndTurn(Automatic[Rules]):
    """[11] The game ends early, after the last turn, or goes on."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        ledger.fact("half", None)
        ledger.fact("impact", None)
        ledger.close()
        outcome = early_end(rules, state)
        if outcome is None and state.turn >= rules.turns:
            outcome = final_outcome(rules, state)
        if outcome is not None:
            ledger.write(GameEnded(outcome))
        else:
            ledger.write(TurnBegan(state.turn + 1))


STEPS: dict[str, Step[Rules]] = {"cleanup": Cleanup(), "end_turn": EndTurn()}
