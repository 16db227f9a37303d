"""Jours de Gloire as odds, drill and sheets see it: questions in, states of play out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from game.core.actions import Action
from game.core.events import Rolled
from game.core.questions import (
    Change,
    Encounter,
    Ending,
    Fate,
    FigureForm,
    Kind,
    OddsCard,
    Prompt,
    Question,
    Situation,
    UnitWords,
    fates_in_words,
)
from game.core.state import GameState, Piece
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.odds import asking, board, cards, decisions, layout
from game.rulesets.jours_de_gloire.odds.figures import FIGURES, VALUE, engaged, fate
from game.rulesets.jours_de_gloire.odds.words import KINDS, UNITS
from game.rulesets.jours_de_gloire.rules import Rules

SHOCK, FIRE = "8.6", "7.2"
# [7.2, 8.6] The rows of the fire and shock tables, and how a test ends.
ROWS: Mapping[str, str] = {
    "10+": N_("defender recoils, disordered; the attacker follows up"),
    "5-9": N_("defender recoils and tests"),
    "0-4": N_("attacker disordered, tests or recoils"),
    "<0": N_("attacker disordered, tests or recoils; the defender may strike back"),
    "none": N_("no effect"),
    "CT": N_("cohesion test"),
    "D": N_("disordered"),
    "R": N_("routed"),
    "True": N_("passed"),
    "False": N_("failed"),
}


class JoursDeGloireOdds:
    """The odds form of Jours de Gloire."""

    kinds: Mapping[str, Kind] = KINDS
    units: UnitWords = UNITS
    figures: Mapping[str, FigureForm] = FIGURES
    value: FigureForm = VALUE

    def lay_out(self, question: Question) -> Situation:
        return layout.lay_out(question)

    def on_board(self, rules: Rules, state: GameState, action: Action) -> Situation:
        return board.situation(rules, state, action)

    def prompt(self, state: GameState) -> Prompt | None:
        return decisions.prompt(state)

    def usual(self, rules: Rules, state: GameState, actions: tuple[Action, ...]) -> Action:
        return decisions.usual(rules, state, actions)

    def fate(self, rules: Rules, before: Piece, after: Piece) -> Fate:
        return fate(rules, before, after)

    def unit_name(self, rules: Rules, id_: str) -> str:
        return rules.cards[id_].name

    def label(self, ending: Ending) -> str:
        if ending.state.frames and ending.state.frames[-1].step == "shock":
            number = engaged(ending)  # the chain stopped at the engagement tests
            return _("{n} of {all} engage").format(n=number, all=len(ending.situation.attackers))
        return fates_in_words(self, ending)

    def is_main(self, roll: Rolled) -> bool:
        return roll.rule in (SHOCK, FIRE) and bool(roll.lines)

    def row(self, reading: str) -> str:
        """[7.2, 8.6] A row of the fire or shock table, or a test, in words."""
        return _(ROWS[reading]) if reading in ROWS else reading

    def changes(self, question: Question) -> Iterator[Change]:
        return asking.changes(question)

    def swapped(self, question: Question) -> Question:
        return asking.swapped(question)

    def samples(self, draw: Callable[[Iterable[Any]], Any], kind: str) -> Question:
        return asking.sample(draw, kind)

    def cards(self) -> Iterator[OddsCard]:
        return cards.cards()

    def encounter(self, wanted: Encounter) -> Question | None:
        return asking.encounter(wanted)
