"""[10.4] The rally segment: routed units beside the enemy run, then units rally one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import Marked, StatusChanged, Turned
from game.core.ledger import Ledger
from game.core.modifiers import Modifier
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.cards import DISORDERED, GOOD, ROUTED
from game.rulesets.jours_de_gloire.disorder import start_rout_move
from game.rulesets.jours_de_gloire.movement import near_enemy, occupied_by
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.trials import passes
from game.rulesets.jours_de_gloire.units import (
    ENTERED,
    FIRED,
    FOUGHT,
    MOVED,
    RALLY_TRIED,
    TURNED,
    active_units,
    is_routed,
    units_at,
)

RULE = "10.4"
NIGHT_ON_ROUTED = -1  # [14]


def is_busy(piece: Piece) -> bool:
    """[10.4] Whether a unit moved, turned, fired, attacked or defended in this activation."""
    return not piece.marks.isdisjoint((MOVED, TURNED, FIRED, FOUGHT, ENTERED))


def is_beside_enemy(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[10.4] Whether an enemy unit stands next to a unit."""
    assert piece.hex is not None
    return near_enemy(occupied_by(rules, state.pieces, rules.enemy(piece.side)), piece.hex, 1)


def rally_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal | None:
    """[10.4] Why a unit may not test to rally now; None when it may."""
    if piece.hex is None:
        return Refusal(_("it is not on the map"), RULE)
    if piece.status not in (DISORDERED, ROUTED):
        return Refusal(_("it is in good order"), RULE)
    if RALLY_TRIED in piece.marks:
        return Refusal(_("it has tried in this activation"), RULE)
    if is_busy(piece):
        return Refusal(_("it moved, turned, fired or fought in this activation"), RULE)
    if state.fact(f"collapsed:{rules.cards[piece.id].formation}"):
        return Refusal(_("its formation has collapsed"), "12.2")
    if is_beside_enemy(rules, state, piece):
        return Refusal(_("an enemy stands next to it"), RULE)
    return None


def must_run(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[10.4] A routed unit beside an enemy does not test: it runs, unless it has run already."""
    return (
        is_routed(piece)
        and RALLY_TRIED not in piece.marks
        and not is_busy(piece)
        and is_beside_enemy(rules, state, piece)
    )


class Rally(Step[Rules]):
    """[10.4] First those run who must; then the active side names units to rally, or ends the segment.

    Its data: facing (a unit that has just regained good order and may face anew).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        unit = state.frame.get("facing")
        if unit:
            return _("{unit} is in good order again: which way does it face?").format(
                unit=rules.cards[unit].name
            )
        return _("Choose a unit to rally, or end the rally segment.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        if state.frame.get("facing"):
            for name in rules.facing_names:
                yield Action("face", (name,))
            return
        shaken = [piece for piece in active_units(rules, state) if piece.status != GOOD]
        running = [piece for piece in shaken if must_run(rules, state, piece)]
        if running:
            for piece in running:
                yield Action("run", (piece.id,))
            return
        yield PASS
        for piece in shaken:
            if rally_refusal(rules, state, piece) is None:
                yield Action("rally", (piece.id,))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("face", (name,)):
                unit: str = ledger.frames[-1].get("facing")
                facing = rules.facing(name)
                if ledger.piece(unit).facing != facing:
                    ledger.write(Turned(unit, facing))
                ledger.keep(facing="")
            case Action("run", (unit,)):
                ledger.write(Marked(unit, RALLY_TRIED))
                start_rout_move(rules, ledger, unit)
            case Action("rally", (unit,)):
                self._rally(rules, ledger, unit)
            case _:
                ledger.close()

    def _rally(self, rules: Rules, ledger: Ledger, unit: str) -> None:
        """[10.4] Test with the cohesion of the face shown; one step up, or a routed unit runs on."""
        ledger.write(Marked(unit, RALLY_TRIED))
        piece = ledger.piece(unit)
        lines: tuple[Modifier, ...] = ()
        if is_routed(piece) and rules.sky(ledger.turn).night:
            lines = (Modifier(NIGHT_ON_ROUTED, _("night"), "14"),)
        passed = passes(rules, ledger, unit, N_("rally"), RULE, lines)
        if is_routed(piece):
            if passed:
                ledger.write(StatusChanged(unit, DISORDERED, N_("rally")))
                _clear_hex(rules, ledger, unit)
            else:
                start_rout_move(rules, ledger, unit)
        elif passed:
            ledger.write(StatusChanged(unit, GOOD, N_("rally")))
            if _may_face(rules, ledger.state, piece):
                ledger.keep(facing=unit)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb == "face" and state.frame.get("facing"):
            names = ", ".join(rules.facing_names)
            return Refusal(_("a unit faces one of {names}").format(names=names), "4.1")
        if action == PASS and not state.frame.get("facing"):
            return Refusal(_("routed units next to an enemy run first"), RULE)
        if action.verb != "rally" or len(action.words) != 1 or state.frame.get("facing"):
            return super().refuse(rules, state, action)
        unit = action.words[0]
        if unit not in rules.cards:
            return Refusal(_("there is no unit called '{unit}'").format(unit=unit))
        piece = state.pieces[unit]
        if piece not in active_units(rules, state):
            return Refusal(_("it is not one of the active units"), RULE)
        return rally_refusal(rules, state, piece) or Refusal(
            _("routed units next to an enemy run first"), RULE
        )


def _clear_hex(rules: Rules, ledger: Ledger, unit: str) -> None:
    """[5] Routed units stay with the routed only: from a hex where one has rallied the others run on."""
    here = ledger.piece(unit).hex
    assert here is not None
    for other in reversed(units_at(rules, ledger.state, here)):
        if is_routed(other):
            start_rout_move(rules, ledger, other.id)


def _may_face(rules: Rules, state: GameState, piece: Piece) -> bool:
    """[10.4, 4.1] It may turn, unless it has to face as the other troops of its hex do."""
    assert piece.hex is not None
    if rules.cards[piece.id].is_artillery:
        return True
    others = (other for other in units_at(rules, state, piece.hex) if other.id != piece.id)
    return all(rules.cards[other.id].is_artillery for other in others)


STEPS: dict[str, Step[Any]] = {"rally": Rally()}
