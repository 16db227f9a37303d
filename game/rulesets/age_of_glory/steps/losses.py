"""[8.4, 8.5] What a side loses in close combat: order, stands, leaders and guns."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Action, act
from game.core.dice import cup
from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import (
    capture_battery,
    damage,
    disorder,
    fall,
    lose_stands,
    silence,
    wreck,
)
from game.rulesets.age_of_glory.cards import CAPTURED
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import attached_to, is_battery, is_troops


def cause(result: str) -> str:
    """Why something is lost: the row of the table, by its name."""
    return _("close combat: {name}").format(name=_(result))


def shake(rules: Rules, ledger: Ledger, side: tuple[str, ...], result: str) -> None:
    """[8.4] Disorder for the troops of a side, silence for its guns."""
    for id_ in side:
        if ledger.state.pieces[id_].hex is not None:
            (silence if is_battery(rules, id_) else disorder)(ledger, id_, cause(result))


def lose(rules: Rules, ledger: Ledger, side: tuple[str, ...], stands: int, result: str) -> None:
    """[8.4, 8.5] So many troop stands off a side; whoever has several units is asked before anything else.

    No battery is left for the captures beyond ten: a hex holds one, and who is shattered has lost it.
    """
    bodies = _bodies(rules, ledger.state, side)
    if stands and len(bodies) > 1:
        owner = ledger.state.pieces[bodies[0]].side
        ledger.open("losses", owner, units=bodies, stands=stands, result=result)
    elif bodies:
        lose_stands(rules, ledger, bodies[0], stands, cause(result))


def lock(rules: Rules, ledger: Ledger, side: tuple[str, ...], stands: int, result: str) -> None:
    """[8.4] Locked in combat: disorder and a troop stand, or for guns alone a battery wrecked."""
    shake(rules, ledger, side, result)
    if _bodies(rules, ledger.state, side):
        lose(rules, ledger, side, stands, result)
    else:
        wreck(ledger, _guns(rules, ledger.state, side)[0], cause(result))


def capture(
    rules: Rules, ledger: Ledger, losers: tuple[str, ...], codes: frozenset[str], result: str
) -> None:
    """[8.5] One leader and one battery are captured, or one battery is damaged, if present."""
    present = [id_ for unit in losers for id_ in attached_to(rules, ledger.state, unit)]
    if "CL" in codes and present:
        fall(rules, ledger, _taken(ledger, present), CAPTURED, cause(result))
    guns = _guns(rules, ledger.state, losers)
    if "G" in codes and guns:
        capture_battery(ledger, guns[0], cause(result))
    if "G/2" in codes and guns:
        damage(rules, ledger, guns[0], cause(result))


def _taken(ledger: Ledger, present: list[str]) -> str:
    """[8.5] The leader who is captured; of several, one by lot."""
    if len(present) == 1:
        return present[0]
    taken: str = ledger.roll(cup(present), lambda id_: id_, _("which leader is captured?"), rule="8.5")
    return taken


def _bodies(rules: Rules, state: GameState, side: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(id_ for id_ in side if is_troops(rules, id_) and state.pieces[id_].hex is not None)


def _guns(rules: Rules, state: GameState, side: tuple[str, ...]) -> list[str]:
    return [id_ for id_ in side if is_battery(rules, id_) and state.pieces[id_].hex is not None]


class Losses(Step[Rules]):
    """[8.4] The owner says which of his units in the combat loses the next stand."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Which unit loses a stand ({n} still to be lost)?").format(n=state.frame.get("stands"))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield from (act("lose", id_) for id_ in state.frame.get("units"))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.state.frame
        result, left = frame.get("result"), frame.get("stands") - 1
        lose_stands(rules, ledger, action.words[0], 1, cause(result))
        bodies = _bodies(rules, ledger.state, frame.get("units"))
        if left and len(bodies) > 1:
            ledger.keep(units=bodies, stands=left)
        else:
            ledger.close()
            lose(rules, ledger, bodies, left, result)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("a unit that fought in the combat loses the stand"), "8.4")


STEPS: dict[str, Step[Rules]] = {"losses": Losses()}
