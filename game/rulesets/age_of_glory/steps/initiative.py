"""[2] Initiative: both army leaders roll, the winner chooses the order, and the player turns begin."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Action, act
from game.core.dice import D10_FROM_ONE
from game.core.errors import Refusal
from game.core.events import Unmarked
from game.core.ledger import Ledger
from game.core.modifiers import total
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.age_of_glory.march import initiative_lines
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import OF_PLAYER_TURN

# Facts that hold for one player turn, by the beginning of their keys.
PASSING_FACTS = ("lost:", "charge:", "break:", "ridden:")


class RollInitiative(Automatic[Rules]):
    """[2.1] Each side rolls; on a tie both roll again."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        first, second = rules.sides
        rolled = ledger.state.frame.get("rolled")
        if rolled is None:
            ledger.keep(rolled=self._roll(rules, ledger, first))
            return
        difference = rolled - self._roll(rules, ledger, second)
        if not difference:
            ledger.tell("initiative_tie")
            ledger.keep(rolled=None)
            return
        winner = first if difference > 0 else second
        ledger.fact("active", winner)
        ledger.fact("margin", abs(difference))
        ledger.tell("initiative", side=winner, margin=abs(difference))
        ledger.close()

    def _roll(self, rules: Rules, ledger: Ledger, side: str) -> int:
        lines = initiative_lines(rules, ledger.state, side)
        why = _("initiative of {side}").format(side=_(rules.names[side]))
        result: int = ledger.roll(D10_FROM_ONE, lambda face: face + total(lines), why, lines, "2.1")
        return result


class ChooseOrder(Step[Rules]):
    """[2.2, 2.3] The winner moves first, and then takes the initiative impact, or lets the enemy do so."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        impact = rules.tables.impact(state.fact("margin"))
        if impact:
            text = _("Move first (all your troops add {impact:+d} to march rolls) or second?")
            return text.format(impact=impact)
        return _("Move first or second?")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield act("first")
        yield act("second")

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        winner = ledger.state.frame.side
        assert winner is not None
        impact = rules.tables.impact(ledger.state.fact("margin")) if action.verb == "first" else 0
        ledger.fact("first", winner if action.verb == "first" else rules.enemy(winner))
        ledger.fact("impact", impact or None)
        ledger.fact("margin", None)
        ledger.tell("order", first=ledger.state.fact("first"), impact=impact)
        ledger.close()

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("the winner of the initiative says 'first' or 'second'"), "2.2")


class BeginPlayerTurn(Automatic[Rules]):
    """[1] The next side becomes active; what held for the last player turn is forgotten."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        half = state.fact("half", 0) + 1
        first = state.fact("first")
        ledger.fact("half", half)
        ledger.fact("active", first if half == 1 else rules.enemy(first))
        ledger.fact("player_turn", state.fact("player_turn", 0) + 1)
        for piece in state.pieces:
            over = tuple(sorted(piece.marks.intersection(OF_PLAYER_TURN)))
            if over:
                ledger.write(Unmarked(piece.id, over))
        for key in sorted(state.facts):
            if key.startswith(PASSING_FACTS):
                ledger.fact(key, None)
        ledger.tell("player_turn", side=ledger.state.fact("active"))
        ledger.close()


STEPS: dict[str, Step[Rules]] = {
    "initiative": RollInitiative(),
    "choose_order": ChooseOrder(),
    "begin_player_turn": BeginPlayerTurn(),
}
