"""A step is one box of the flow chart: it asks one small question, or acts by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from game.core.actions import Action
from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.tongue import _

R = TypeVar("R", contravariant=True)


class Step(Generic[R]):
    """A step that asks. It offers actions and carries out the one that is chosen.

    Where exactly one action is legal there is nothing to ask, and the engine takes it; a step whose
    question must be put all the same says `obvious = False`.
    """

    automatic = False
    obvious = True

    def prompt(self, rules: R, state: GameState) -> str:
        """What is asked, in one sentence."""
        raise NotImplementedError

    def actions(self, rules: R, state: GameState) -> Iterable[Action]:
        """Everything that is legal now, in a fixed order."""
        raise NotImplementedError

    def apply(self, rules: R, ledger: Ledger, action: Action) -> None:
        """Carry out one of the offered actions."""
        raise NotImplementedError

    def refuse(self, rules: R, state: GameState, action: Action) -> Refusal:
        """Why an action that is not offered is not; called only for those.

        Where a step knows no better, it says what can be done instead, by the rule of the step.
        """
        offered = tuple(self.actions(rules, state))
        node = getattr(rules, "nodes", {}).get(state.frames[-1].step)
        rule = node.rule if node else ""
        alike = next((other for other in offered if other.verb == action.verb), None)
        if alike is not None:
            text = _("it is not among what can be done now; one that is: '{action}'")
            return Refusal(text.format(action=alike), rule)
        verbs = ", ".join(dict.fromkeys(other.verb for other in offered))
        return Refusal(_("it is not among what can be done now: {verbs}").format(verbs=verbs), rule)


class Automatic(Step[R]):
    """A step that asks nobody. It rolls at most one die each time it runs, so that odds can branch there.

    `chances` names what it remembers for the chances of its roll alone, once it has them: as long as it is
    read only where `Ledger.decide` asks, odds need not follow the same result once for each of them.
    """

    automatic = True
    chances: tuple[str, ...] = ()

    def run(self, rules: R, ledger: Ledger) -> None:
        """Act, and leave the table changed: close, open another step, or remember something."""
        raise NotImplementedError
