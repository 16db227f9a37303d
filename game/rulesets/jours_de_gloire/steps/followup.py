"""[8.7] Breakthrough and counter-shock: who strikes again, at once and without a test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import Combat, is_passable, targets_of
from game.rulesets.jours_de_gloire.following import enter, lay_mark, steps_ahead, strikers
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import FOLLOWED_UP, fronts, side_at
from hexmap.coords import Hex

RULE = "8.7"


class Breakthrough(Step[Rules]):
    """[8.7] Infantry that has advanced without turning may attack one enemy hex in its front at once.

    Its data: units.
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Breakthrough: attack a hex in front, or halt.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        yield from _attacks(rules, state)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        units = tuple(piece.id for piece in _able(rules, ledger.state))
        ledger.close()
        if action != PASS:
            _strike(ledger, units, action.words[0], "breakthrough")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "attack" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        return _refusal(rules, state, action)


class CounterShock(Step[Rules]):
    """[8.7] Defenders in good order may strike back, from where they stand or from one hex ahead.

    Its data: units. "attack 0404" strikes from where they stand, "attack 0404 0405" from 0405.
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Counter-shock: attack a hex in front, advance first, or stand.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        yield from _attacks(rules, state)
        able = _able(rules, state)
        if able:
            for ahead in steps_ahead(rules, state, able):
                for hex_ in _targets_from(rules, state, able, ahead):
                    yield Action("attack", (rules.label[hex_], rules.label[ahead]))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        able = _able(rules, ledger.state)
        units = tuple(piece.id for piece in able)
        ledger.close()
        if action == PASS:
            return
        _strike(ledger, units, action.words[0], "counter_shock")
        if len(action.words) == 2:
            enter(rules, ledger, units, rules.at[action.words[1]], able[0].facing, "counter-shock")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "attack" or not 1 <= len(action.words) <= 2:
            return super().refuse(rules, state, action)
        able = _able(rules, state)
        if able and len(action.words) == 2:
            ahead = {rules.label[hex_] for hex_ in steps_ahead(rules, state, able)}
            if action.words[1] not in ahead:
                return Refusal(_("it goes into an open front hex of its own, or stays"), RULE)
        return _refusal(rules, state, action)


def _able(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    """The units of the open step that can still strike."""
    return strikers(rules, (state.pieces[id_] for id_ in state.frame.get("units")))


def _attacks(rules: Rules, state: GameState) -> Iterator[Action]:
    """The enemy hexes that can be struck from where the units stand."""
    hexes = {hex_: None for piece in _able(rules, state) for hex_ in targets_of(rules, state, piece)}
    for hex_ in hexes:
        yield Action("attack", (rules.label[hex_],))


def _targets_from(rules: Rules, state: GameState, stack: tuple[Piece, ...], ahead: Hex) -> Iterator[Hex]:
    """The enemy hexes a stack would have in front, facing as it does, one hex ahead."""
    enemy = rules.enemy(stack[0].side)
    for hex_ in fronts(rules, stack[0]._replace(hex=ahead)):
        if side_at(rules, state, hex_) == enemy and all(
            is_passable(rules, state, piece, ahead, hex_) for piece in stack
        ):
            yield hex_


def _strike(ledger: Ledger, units: tuple[str, ...], target: str, kind: str) -> None:
    lay_mark(ledger, units, FOLLOWED_UP)
    ledger.open("clash", combat=Combat(target, units, kind=kind))


def _refusal(rules: Rules, state: GameState, action: Action) -> Refusal:
    """Why a hex cannot be struck now."""
    label = action.words[0]
    if label not in rules.at:
        return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
    able = _able(rules, state)
    if not able:
        return Refusal(_("nobody is left in good order to strike again"), RULE)
    if side_at(rules, state, rules.at[label]) != rules.enemy(able[0].side):
        return Refusal(_("no enemy stands there"), RULE)
    return Refusal(_("without turning, only an open hex in front can be attacked"), RULE)


STEPS: dict[str, Step[Any]] = {"breakthrough": Breakthrough(), "counter_shock": CounterShock()}
