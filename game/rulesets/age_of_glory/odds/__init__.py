"""The Age of Glory as odds, drill and sheets see it: questions in, states of play out."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.dice import D10_FROM_ONE
from game.core.events import Rolled
from game.core.questions import Ending, FigureForm, Kind, Question, Situation, UnitWords
from game.core.tongue import _, word
from game.rulesets.age_of_glory.odds import asking, board, cards, decisions, layout
from game.rulesets.age_of_glory.odds.figures import FIGURES, VALUE, fate
from game.rulesets.age_of_glory.odds.words import KINDS, UNITS
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.tables import CombatEffect, load_tables

MAIN = frozenset({"4.2", "7.7", "8.3"})


def _side(effect: CombatEffect) -> str:
    """A row of the close combat effects with the side it befalls."""
    if effect.is_locked:
        return _(effect.name)
    loser = _("defender") if "O" in effect.attacker else _("attacker")
    return _("{row} (the {loser})").format(row=_(effect.name), loser=loser)


class AgeOfGloryOdds:
    """The odds form of The Age of Glory."""

    kinds: Mapping[str, Kind] = KINDS
    units: UnitWords = UNITS
    figures: Mapping[str, FigureForm] = FIGURES
    value: FigureForm = VALUE

    on_board = staticmethod(board.situation)
    prompt = staticmethod(decisions.prompt)
    usual = staticmethod(decisions.usual)
    fate = staticmethod(fate)
    changes = staticmethod(asking.changes)
    swapped = staticmethod(asking.swapped)
    samples = staticmethod(asking.sample)
    cards = staticmethod(cards.cards)
    encounter = staticmethod(asking.encounter)

    def __init__(self, machine: layout.Machine) -> None:
        self._machine = machine

    def lay_out(self, question: Question) -> Situation:
        return layout.lay_out(self._machine, question)

    def unit_name(self, rules: Rules, id_: str) -> str:
        return rules.name_of(id_)

    def label(self, ending: Ending) -> str:
        """What became of every unit, with the stands it lost."""
        situation, after = ending
        told = []
        for id_ in (*situation.attackers, *situation.defenders):
            end = fate(situation.rules, situation.state.pieces[id_], after.pieces[id_])
            lost = _(" (-{n})").format(n=end.lost) if end.lost and after.pieces[id_].hex is not None else ""
            went = _(", moved") if end.moved else ""
            told.append(f"{layout.role(id_)} {word(end.status)}{lost}{went}")
        step = after.frames[-1] if after.frames else None
        if step is not None and step.step == "manoeuvre":
            told.append(_("full move") if step.get("full") else _("half move"))
        return "; ".join(told)

    def is_main(self, roll: Rolled) -> bool:
        return roll.rule in MAIN

    def row(self, reading: str) -> str:
        """[4.2, 7.7, 8.3] A row of a table in words; for an attack, what the defender's die makes of it."""
        if not reading.lstrip("-").isdecimal():
            return _(reading)
        tables, most = load_tables(), len(D10_FROM_ONE.faces)
        worst, best = (tables.close_combat(int(reading) - face) for face in (most, 1))
        if worst == best:
            return _("{row}, whatever the defender rolls").format(row=_(best.name))
        return _("from {worst} to {best}").format(worst=_side(worst), best=_side(best))
