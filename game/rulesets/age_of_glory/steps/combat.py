"""[8] Pike and sabre: charges are fought out one after another, each as long as it is locked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.core.actions import PASS, Action, act
from game.core.dice import D10_FROM_ONE, Reading
from game.core.errors import Refusal
from game.core.events import Marked
from game.core.ledger import Asked, Ledger
from game.core.modifiers import Modifier, total
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.age_of_glory.acts import move
from game.rulesets.age_of_glory.gunnery import charge_key
from game.rulesets.age_of_glory.melee import Combat, Situation, assess, combat_at, pending
from game.rulesets.age_of_glory.movement import allowance
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.losses import capture, lock, lose, shake
from game.rulesets.age_of_glory.steps.retreats import open_retreat
from game.rulesets.age_of_glory.table_cells import stands_in
from game.rulesets.age_of_glory.tables import load_tables
from game.rulesets.age_of_glory.units import (
    BROKE,
    TIRED,
    arm_of,
    is_battery,
    is_troops,
    side_at,
)
from hexmap.coords import Hex, is_adjacent

WITHDRAWAL_HEXES = 2  # [9.1] three inches, rounded up to whole hexes
CAPTURES_ABOVE = 10
ATTACKER, DEFENDER = N_("attacker: {why}"), N_("defender: {why}")


class Verdict(NamedTuple):
    """[8.4] How a combat is read: the row, and the points of the difference beyond ten."""

    row: str
    name: str
    extra: int

    def __str__(self) -> str:
        more = _("; {n} more captured").format(n=self.extra) if self.extra else ""
        return f"{_(self.name)} ({_(self.row)}{more})"


def row_read(reading: str) -> str:
    """The row of the table that a verdict, as the log has it, was read in."""
    told = reading.partition("(")[2].rstrip(")").partition(";")[0].strip()
    return next(row for row in load_tables().printed["close_combat"].rows if _(row) == told)


class Charges(Step[Rules]):
    """[8.1] The active side says which combat is fought next."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Which combat is fought next?")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        waiting = pending(rules, state)
        yield from (act("fight", rules.label[hex_]) for hex_ in waiting)
        if not waiting:
            yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("fight", (label,)):
                ledger.open("close_combat", hex=label, attack=None)
            case _:
                ledger.close()

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("every charge that was brought into contact is fought"), "8.1")


class CloseCombat(Automatic[Rules]):
    """[8.3, 8.4] Each side rolls a die; the difference is read on the table.

    The lines of both sides stand with the attacker's die, the defender's with their signs turned.
    """

    chances = ("attack",)

    def run(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.state.frame
        hex_ = rules.at[frame.get("hex")]
        combat = combat_at(rules, ledger.state, hex_)
        if not combat.attackers or not combat.defenders:
            self._end(ledger, combat)
            if combat.attackers:
                open_occupation(rules, ledger, combat, "")
            return
        attack = frame.get("attack")
        if attack is None:
            lines = both_sides(assess(rules, ledger.state, combat))
            why = _("attack on {hex}").format(hex=rules.label[hex_])
            ledger.keep(attack=ledger.roll(D10_FROM_ONE, _sum_of(lines), why, lines, "8.3"))
            return

        def read(face: int) -> Verdict:
            difference = attack - face
            effect = rules.tables.close_combat(difference)
            label = effect.row.removeprefix("close_combat: ")
            return Verdict(label, effect.name, max(0, abs(difference) - CAPTURES_ABOVE))

        why = _("defence of {hex}").format(hex=rules.label[hex_])
        verdict = ledger.decide(lambda _rules: Asked(D10_FROM_ONE, read, why, rule="8.4"), rules)
        self._carry_out(rules, ledger, combat, verdict)

    def _carry_out(self, rules: Rules, ledger: Ledger, combat: Combat, verdict: Verdict) -> None:
        effect = next(
            each for _band, each in rules.tables.combat_rows if each.row == f"close_combat: {verdict.row}"
        )
        result = verdict.name
        if effect.is_locked:
            ledger.keep(attack=None)
            for side in (combat.attackers, combat.defenders):
                lock(rules, ledger, side, stands_in(effect.attacker), result)
            return
        self._end(ledger, combat)
        attacker_wins = "O" in effect.attacker
        losers = combat.defenders if attacker_wins else combat.attackers
        winners = combat.attackers if attacker_wins else combat.defenders
        codes = effect.defender if attacker_wins else effect.attacker
        threats = _places(ledger.state, winners)
        for id_ in winners:
            if is_troops(rules, id_) and arm_of(rules, ledger.state.pieces[id_]) == "horse":
                ledger.write(Marked(id_, TIRED))
        capture(rules, ledger, losers, codes, result)
        shake(rules, ledger, losers, result)
        # What is opened last happens first: stands are lost, the losers leave, and the winner comes in.
        if attacker_wins:
            open_occupation(rules, ledger, combat, _breakthrough(codes=effect.attacker))
        for id_ in reversed(losers):
            if ledger.state.pieces[id_].hex is not None:
                hexes = _distance(rules, ledger.state, id_, codes)
                open_retreat(rules, ledger, id_, hexes, threats, close_combat=True)
        captured = verdict.extra if "+" in codes else 0
        lose(rules, ledger, losers, stands_in(codes) + captured, result)

    def _end(self, ledger: Ledger, combat: Combat) -> None:
        """Contact is over, and with it this step."""
        for id_ in combat.attackers:
            ledger.fact(charge_key(id_), None)
        ledger.close()


def both_sides(situation: Situation) -> tuple[Modifier, ...]:
    """[8.3] The lines of a combat as they stand with the attacker's die."""
    own = (line._replace(why=_(ATTACKER).format(why=line.why)) for line in situation.attack)
    his = (
        line._replace(value=-line.value, why=_(DEFENDER).format(why=line.why)) for line in situation.defence
    )
    return (*own, *his)


def _sum_of(lines: tuple[Modifier, ...]) -> Reading:
    return lambda face: face + total(lines)


def _breakthrough(codes: frozenset[str]) -> str:
    """[9.3] Whether the winner must, may or does not break through."""
    if "BT!" in codes:
        return "must"
    return "may" if "BT?" in codes else ""


def _places(state: GameState, ids: Iterable[str]) -> tuple[Hex, ...]:
    return tuple(sorted({hex_ for hex_ in (state.pieces[id_].hex for id_ in ids) if hex_ is not None}))


def _distance(rules: Rules, state: GameState, id_: str, codes: frozenset[str]) -> int:
    """[9.1] How many hexes a loser goes back."""
    piece = state.pieces[id_]
    if "B" in codes:
        return allowance(rules, piece)
    if "B/2" in codes or is_battery(rules, id_):
        return allowance(rules, piece, half=True)
    return WITHDRAWAL_HEXES


def open_occupation(rules: Rules, ledger: Ledger, combat: Combat, breakthrough: str) -> None:
    """[8.6] Have one attacker take the position as soon as it is empty."""
    side = ledger.state.pieces[combat.attackers[0]].side
    ledger.open(
        "occupy", side, hex=rules.label[combat.hex], attackers=combat.attackers, breakthrough=breakthrough
    )


class Occupy(Step[Rules]):
    """[8.6] One of the attackers takes the position the defender has left."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Who occupies {hex}?").format(hex=state.frame.get("hex"))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        hex_ = rules.at[state.frame.get("hex")]
        able: list[str] = []
        if side_at(rules, state, hex_) is None:
            for id_ in state.frame.get("attackers"):
                place = state.pieces[id_].hex
                if place is not None and is_adjacent(place, hex_):
                    able.append(id_)
        yield from (act("occupy", id_) for id_ in able)
        if not able:
            yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.state.frame
        ledger.close()
        match action:
            case Action("occupy", (id_,)):
                piece = ledger.state.pieces[id_]
                assert piece.hex is not None
                move(rules, ledger, id_, (piece.hex, rules.at[frame.get("hex")]), piece.facing, "occupy")
                self._let_break(ledger, frame.get("attackers"), frame.get("breakthrough"))

    def _let_break(self, ledger: Ledger, attackers: tuple[str, ...], how: str) -> None:
        """[9.3] Every attacker may or must go on; nobody breaks through a second time."""
        for id_ in attackers:
            piece = ledger.state.pieces[id_]
            if how and piece.hex is not None and BROKE not in piece.marks:
                ledger.fact(f"break:{id_}", how)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("one of the attackers next to it takes the position"), "8.6")


STEPS: dict[str, Step[Rules]] = {
    "charges": Charges(),
    "breakthrough_combats": Charges(),
    "close_combat": CloseCombat(),
    "occupy": Occupy(),
}
