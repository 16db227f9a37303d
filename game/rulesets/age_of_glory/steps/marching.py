"""[4, 6] The march: units roll on the march table one after another, batteries do one thing each."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import PASS, Action, act
from game.core.dice import D10_FROM_ONE
from game.core.errors import Refusal
from game.core.events import FormationChanged, Marked, Placed, StatusChanged, Turned
from game.core.ledger import Ledger
from game.core.modifiers import total
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import destroy, disorder, lose_stands, rally
from game.rulesets.age_of_glory.cards import GOOD, LIMBERED, UNLIMBERED
from game.rulesets.age_of_glory.march import march_lines, march_result
from game.rulesets.age_of_glory.movement import allowance
from game.rulesets.age_of_glory.retreat import is_in_small_arms_range
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.retreats import open_retreat
from game.rulesets.age_of_glory.tables import MarchResult
from game.rulesets.age_of_glory.units import (
    CHANGED,
    MARCHED,
    SHOCK,
    STEADIED,
    arm_of,
    attached_to,
    batteries,
    battery_at,
    is_battery,
    is_disordered,
    is_silenced,
    is_troops,
    nearest_enemies,
    side_at,
    troops,
    troops_at,
    weapon_of,
)


class MarchUnits(Step[Rules]):
    """[4.1, 6.1] The active side takes up its units and batteries in any order."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        if any(self._must_roll(state)):
            return _("March with units and serve batteries; every disordered unit must roll.")
        return _("March with units and serve batteries, or pass.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        side = state.frame.side
        assert side is not None
        for piece in troops(rules, state, side):
            if MARCHED not in piece.marks:
                yield act("march", piece.id)
        for id_ in rules.entries:
            if self._can_enter(rules, state, id_):
                yield act("enter", id_)
        for piece in batteries(rules, state, side):
            if MARCHED not in piece.marks:
                yield from self._functions(rules, piece)
        if not any(self._must_roll(state)):
            yield PASS

    def _must_roll(self, state: GameState) -> Iterator[Piece]:
        """[4.1] Units in disorder that have not rolled."""
        for piece in state.pieces:
            waits = piece.hex is not None and MARCHED not in piece.marks
            if waits and piece.side == state.frame.side and is_disordered(piece):
                yield piece

    def _can_enter(self, rules: Rules, state: GameState, id_: str) -> bool:
        """[5.8] Whether a unit that waits off the map can come onto it now."""
        piece, entry = state.pieces[id_], rules.entries[id_]
        if piece.side != state.frame.side or piece.hex is not None or piece.status != GOOD:
            return False
        hex_ = rules.at[entry.hex]
        if state.turn < entry.turn or side_at(rules, state, hex_) not in (None, piece.side):
            return False
        there = battery_at if is_battery(rules, id_) else troops_at
        return there(rules, state, hex_) is None

    def _functions(self, rules: Rules, piece: Piece) -> Iterator[Action]:
        """[6.1] What a battery may do instead of shooting."""
        moves = allowance(rules, piece) > 0
        if is_silenced(piece):
            yield act("recover", piece.id)
        if piece.formation == LIMBERED:
            yield act("unlimber", piece.id)
            if moves:
                yield act("haul", piece.id)
        else:
            if moves:
                yield act("limber", piece.id)
            for turn in (1, 5):
                yield act("pivot", piece.id, rules.facing_names[(piece.facing + turn) % 6])

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("march", (id_,)):
                ledger.open("march_roll", unit=id_)
            case Action("enter", (id_,)):
                entry = rules.entries[id_]
                ledger.write(Placed(id_, rules.at[entry.hex], rules.facing(entry.facing)))
            case Action("recover", (id_,)):
                ledger.write(StatusChanged(id_, GOOD), Marked(id_, MARCHED))
            case Action("limber" | "unlimber", (id_,)):
                formation = LIMBERED if action.verb == "limber" else UNLIMBERED
                ledger.write(FormationChanged(id_, formation), Marked(id_, MARCHED), Marked(id_, CHANGED))
            case Action("pivot", (id_, facing)):
                ledger.write(Turned(id_, rules.facing(facing)), Marked(id_, MARCHED))
            case Action("haul", (id_,)):
                ledger.open("haul", ledger.state.frame.side, unit=id_)
            case _:
                ledger.close()

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        unit = action.words[0] if action.words else ""
        if action == PASS:
            names = ", ".join(piece.id for piece in self._must_roll(state))
            return Refusal(_("units in disorder must roll: {names}").format(names=names), "4.1")
        if unit not in state.pieces or state.pieces[unit].side != state.frame.side:
            return Refusal(_("'{unit}' is no unit of yours").format(unit=unit), "4.1")
        piece = state.pieces[unit]
        if action.verb == "enter":
            return Refusal(_("{unit} cannot enter now").format(unit=unit), "5.8")
        if piece.hex is None:
            return Refusal(_("{unit} is not on the map").format(unit=unit), "4.1")
        if MARCHED in piece.marks:
            if is_troops(rules, unit):
                return Refusal(_("{unit} has had its march roll").format(unit=unit), "4.1")
            return Refusal(_("a battery does one thing in a player turn"), "6.1")
        if is_troops(rules, unit):
            return Refusal(_("troops march; only batteries limber, unlimber, pivot or recover"), "4.1")
        if is_battery(rules, unit):
            return Refusal(_("that is nothing this battery can do as it stands"), "6.1")
        return Refusal(_("leaders move after the units"), "3.3")


class MarchRoll(Automatic[Rules]):
    """[4.2] One die on the march table, and what it does to the unit."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        id_ = ledger.state.frame.get("unit")
        piece = ledger.state.pieces[id_]
        lines = march_lines(rules, ledger.state, piece)
        why = _("march of {unit}").format(unit=rules.name_of(id_))

        def read(face: int) -> str:
            return march_result(rules, piece, face + total(lines)).name

        name = ledger.roll(D10_FROM_ONE, read, why, lines, "4.2")
        ledger.close()
        ledger.write(Marked(id_, MARCHED))
        self._carry_out(rules, ledger, id_, rules.tables.march_named(name), why)

    def _carry_out(self, rules: Rules, ledger: Ledger, id_: str, result: MarchResult, why: str) -> None:
        codes = result.codes
        if "X" in codes:
            destroy(rules, ledger, id_, why)
            return
        if "R" in codes:
            rally(ledger, id_, why)
        if "S" in codes and self._turns_shock(rules, ledger, id_):
            ledger.write(Marked(id_, SHOCK))
            ledger.tell("converted", unit=id_)
        if "D" in codes:
            disorder(ledger, id_, why)
        lose_stands(rules, ledger, id_, result.stands_lost, why)
        piece = ledger.state.pieces[id_]
        if piece.hex is None:
            return
        if (
            not codes & {"B", "SA"}
            and attached_to(rules, ledger.state, id_)
            and self._dismayed(rules, ledger, id_)
        ):
            ledger.write(Marked(id_, STEADIED))
        threats = nearest_enemies(rules, ledger.state, piece.hex, piece.side)
        if "B" in codes:
            open_retreat(rules, ledger, id_, allowance(rules, piece), threats)
        elif "SA" in codes:
            if is_in_small_arms_range(rules, ledger.state, piece.hex, piece.side):
                open_retreat(rules, ledger, id_, allowance(rules, piece), threats, out_of_range=True)
        elif "M" in codes or "M/2" in codes:
            ledger.open("manoeuvre", piece.side, unit=id_, full="M" in codes)

    def _turns_shock(self, rules: Rules, ledger: Ledger, id_: str) -> bool:
        """[4.5] French pistoleer horse becomes shock horse for the rest of the game."""
        piece = ledger.state.pieces[id_]
        mounted = arm_of(rules, piece) == "horse" and weapon_of(rules, piece) == "pistoleer"
        return mounted and rules.units[id_].nation == "french"

    def _dismayed(self, rules: Rules, ledger: Ledger, id_: str) -> bool:
        """[4.4] Whether a unit still marches worse by a rule of the scenario."""
        if STEADIED in ledger.state.pieces[id_].marks:
            return False
        turn = ledger.state.turn
        return any(id_ in each.units and turn > each.after_turn for each in rules.scenario.dismay)


STEPS: dict[str, Step[Rules]] = {"march_units": MarchUnits(), "march_roll": MarchRoll()}
