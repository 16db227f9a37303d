"""[3, 11] What a scenario leaves to the die at the start of a turn: who comes, and which general falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.core.dice import D10
from game.core.events import Removed
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import FALLEN, Formation, General
from game.rulesets.jours_de_gloire.entry import entry_of, is_coming
from game.rulesets.jours_de_gloire.rules import Rules


class Fortunes(Automatic[Rules]):
    """One die for each formation that may come and each general who may fall.

    Its data: rolled (the ids of those whose die has been thrown).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        rolled: tuple[str, ...] = ledger.frames[-1].get("rolled") or ()
        subject = next((found for found in _open(rules, ledger.state) if found.id not in rolled), None)
        if subject is None:
            ledger.close()
            return
        ledger.keep(rolled=(*rolled, subject.id))
        if isinstance(subject, Formation):
            _roll_for_arrival(ledger, subject)
        else:
            _roll_for_life(ledger, subject)


def _open(rules: Rules, state: GameState) -> Iterator[Formation | General]:
    """Whose fate is open this turn."""
    yield from _expected(rules, state)
    yield from _at_risk(rules, state)


def _expected(rules: Rules, state: GameState) -> Iterator[Formation]:
    """[11] The formations that are due, but come only if the die says so."""
    for formation in rules.formations.values():
        if not is_coming(rules, state, formation.id):
            entries = [entry for entry in (entry_of(rules, unit) for unit in formation.units) if entry]
            if min(entry.turn for entry in entries) <= state.turn:
                yield formation


def _at_risk(rules: Rules, state: GameState) -> Iterator[General]:
    """[3] The generals on the map who may fall this turn."""
    for general in rules.generals.values():
        if general.falls and general.falls.from_turn <= state.turn and state.pieces[general.id].hex:
            yield general


def _roll_for_arrival(ledger: Ledger, formation: Formation) -> None:
    at_most = formation.comes_at_most
    assert at_most is not None
    why = _("{formation} comes on {number} or less").format(formation=formation.name, number=at_most)
    if ledger.roll(D10, lambda face: "comes" if face <= at_most else "waits", why, (), "11") == "comes":
        ledger.fact(f"comes:{formation.id}", True)


def _roll_for_life(ledger: Ledger, general: General) -> None:
    assert general.falls
    at_most = general.falls.at_most
    why = _("{general} falls on {number} or less").format(general=general.name, number=at_most)
    if ledger.roll(D10, lambda face: "falls" if face <= at_most else "unhurt", why, (), "3") == "falls":
        ledger.write(Removed(general.id, FALLEN, "3"))


def fortunes_are_open(rules: Rules, state: GameState) -> bool:
    """Whether a die is to be thrown before this turn."""
    return any(True for _subject in _open(rules, state))


STEPS: dict[str, Step[Any]] = {"fortunes": Fortunes()}
CONDITIONS: dict[str, Callable[[Rules, GameState], bool]] = {"fortunes_are_open": fortunes_are_open}
