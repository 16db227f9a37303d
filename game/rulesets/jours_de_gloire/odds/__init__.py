"""Jours de Gloire as odds, drill and sheets see it: questions in, states of play out."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.events import Rolled
from game.core.questions import Ending, FigureForm, Kind, UnitWords, fates_in_words
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
    "<0": N_("attacker disordered, tests or recoils; who stands in order, not in square, may strike back"),
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

    lay_out = staticmethod(layout.lay_out)
    on_board = staticmethod(board.situation)
    prompt = staticmethod(decisions.prompt)
    usual = staticmethod(decisions.usual)
    fate = staticmethod(fate)
    changes = staticmethod(asking.changes)
    swapped = staticmethod(asking.swapped)
    samples = staticmethod(asking.sample)
    cards = staticmethod(cards.cards)
    encounter = staticmethod(asking.encounter)

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
