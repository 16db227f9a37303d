"""[9.5, 9.6] Pursuit of the beaten, and the disorder of cavalry when its charge is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.combat import Combat
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.following import (
    Way,
    enter,
    facings_at,
    lay_mark,
    open_advance,
    pursuits,
    victims,
)
from game.rulesets.jours_de_gloire.receiving import square_refusal, steadiest
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.trials import passes
from game.rulesets.jours_de_gloire.units import CHARGED, PURSUED, fronts, is_good, side_at, units_at
from hexmap.coords import Hex

RULE = "9.5"
HOLD = Action("hold")  # house rule: try to hold the cavalry back


class Pursue(Step[Rules]):
    """[9.5] Cavalry enters the hex that was given up, faces the beaten, and charges them if it still can.

    Its data: riders (who may pursue), hexes (given up), beaten (units), must, combat (the one just won);
    and once they have ridden: units (who pursues).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        if state.frame.get("units"):
            return _("Pursuit: charge the beaten.")
        if _is_free(rules, state):
            return _("Choose who pursues and how it faces, or hold the cavalry back.")
        return _("Choose who pursues, and how it faces.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        if state.frame.get("units"):
            yield from self._charges(rules, state)
            return
        ways = _ways(rules, state)
        if not ways or _is_free(rules, state):
            yield PASS
        elif not state.frame.get("must"):
            yield HOLD
        for way in ways:
            for facing in _facings(rules, state, way.there):
                words = (rules.label[way.here], rules.label[way.there], rules.facing_names[facing])
                yield Action("pursue", words)

    def _charges(self, rules: Rules, state: GameState) -> Iterator[Action]:
        prey = _prey(rules, state)
        if not prey or _is_another_in_front(rules, state):
            yield PASS
        for hex_ in prey:
            yield Action("charge", (rules.label[hex_],))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("pursue", (here, there, name)):
                self._ride(rules, ledger, here, there, rules.facing(name))
            case Action("charge", (label,)):
                self._charge(rules, ledger, label)
            case Action("hold", ()):
                self._hold(rules, ledger)
            case _:
                self._stop(rules, ledger)

    def _ride(self, rules: Rules, ledger: Ledger, here: str, there: str, facing: int) -> None:
        way = next(
            w
            for w in _ways(rules, ledger.state)
            if (rules.label[w.here], rules.label[w.there]) == (here, there)
        )
        ledger.keep(units=way.units)
        lay_mark(ledger, way.units, PURSUED)
        enter(rules, ledger, way.units, way.there, facing, "pursuit")

    def _charge(self, rules: Rules, ledger: Ledger, label: str) -> None:
        frame = ledger.frames[-1]
        won: Combat = frame.get("combat")
        units = _riding(ledger.state)
        ledger.close()
        again = Combat(label, units, chargers=units, kind="pursuit", pursuits=won.pursuits + 1)
        ledger.open("clash", combat=again)
        if square_refusal(rules, ledger.state, rules.at[label], units) is None:
            side = rules.enemy(rules.cards[units[0]].side)
            ledger.open("square", side, hex=label, chargers=units)

    def _hold(self, rules: Rules, ledger: Ledger) -> None:
        """House rule `pursuit_at_5_to_9`: the best cohesion tests for all who might pursue."""
        state = ledger.state
        rider = steadiest(rules, (state.pieces[id_] for id_ in state.frame.get("riders")))
        if passes(rules, ledger, rider.id, N_("holding back from pursuit"), RULE):
            self._stop(rules, ledger)
        else:
            ledger.keep(must=True)

    def _stop(self, rules: Rules, ledger: Ledger) -> None:
        """An attacker who does not pursue advances all the same [8.6]; whoever has ridden just halts."""
        frame = ledger.frames[-1]
        combat: Combat = frame.get("combat")
        ledger.close()
        if not frame.get("units") and frame.get("riders")[0] in combat.attackers:
            open_advance(rules, ledger, combat, frame.get("hexes"))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if state.frame.get("units"):
            if action == PASS:
                return Refusal(_("the beaten are charged at once, with no other enemy in front"), RULE)
            return Refusal(_("only the beaten can be charged, in front and over open ground"), RULE)
        if action in (PASS, HOLD):
            return Refusal(_("this pursuit is compulsory"), RULE)
        if action.verb != "pursue" or len(action.words) != 3:
            return super().refuse(rules, state, action)
        here, there, name = action.words
        if name not in rules.facing_names:
            names = ", ".join(rules.facing_names)
            return Refusal(_("a unit faces one of {names}").format(names=names), "4.1")
        if not any((rules.label[w.here], rules.label[w.there]) == (here, there) for w in _ways(rules, state)):
            return Refusal(
                _("the stack with heavy cavalry, then the best cohesion, enters the hex that was given up"),
                RULE,
            )
        return Refusal(_("the pursuers face the beaten"), RULE)


def _is_free(rules: Rules, state: GameState) -> bool:
    """[9.5] Whether the owner may just decline."""
    return not state.frame.get("must") and not rules.is_set("pursuit_at_5_to_9", "test_to_hold")


def _ways(rules: Rules, state: GameState) -> tuple[Way, ...]:
    frame = state.frame
    return pursuits(rules, state, frame.get("riders"), [rules.at[label] for label in frame.get("hexes")])


def _facings(rules: Rules, state: GameState, there: Hex) -> tuple[int, ...]:
    """[9.5] The facings that have beaten units in front; with none to charge, they face as they like."""
    near = victims(rules, state, there, state.frame.get("beaten"))
    found = sorted({facing for hex_ in near for facing in facings_at(rules, there, hex_)})
    return tuple(found or range(len(rules.facing_names)))


def _riding(state: GameState) -> tuple[str, ...]:
    """The pursuers that can still charge."""
    pieces = (state.pieces[id_] for id_ in state.frame.get("units"))
    return tuple(piece.id for piece in pieces if piece.hex is not None and is_good(piece))


def _prey(rules: Rules, state: GameState) -> tuple[Hex, ...]:
    """[9.5] The hexes in front of the pursuers with beaten units that only recoiled."""
    units = _riding(state)
    if not units:
        return ()
    piece = state.pieces[units[0]]
    assert piece.hex is not None
    ahead = fronts(rules, piece)
    return tuple(
        hex_ for hex_ in victims(rules, state, piece.hex, state.frame.get("beaten")) if hex_ in ahead
    )


def _is_another_in_front(rules: Rules, state: GameState) -> bool:
    """[9.5] Whether an enemy who is not one of the beaten is in front of the pursuers, too."""
    beaten: tuple[str, ...] = state.frame.get("beaten")
    piece = state.pieces[state.frame.get("units")[0]]
    enemy = rules.enemy(piece.side)
    return any(
        other.id not in beaten
        for hex_ in fronts(rules, piece)
        if side_at(rules, state, hex_) == enemy
        for other in units_at(rules, state, hex_)
    )


class ChargeDisorder(Automatic[Rules]):
    """[9.6] All cavalry that charged, counter-charged or pursued is disordered; no second D comes of it."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        ledger.close()
        if rules.is_set("charge_disorder", "off"):
            return
        for piece in ledger.state.pieces:
            if piece.hex is not None and is_good(piece) and not piece.marks.isdisjoint((CHARGED, PURSUED)):
                disorder(rules, ledger, piece.id, N_("the charge is over"))


def cavalry_has_charged(rules: Rules, state: GameState) -> bool:
    """[9.6] Whether any unit bears the mark of a charge or a pursuit."""
    return any(CHARGED in piece.marks or PURSUED in piece.marks for piece in state.pieces if piece.marks)


STEPS: dict[str, Step[Any]] = {"pursue": Pursue(), "charge_disorder": ChargeDisorder()}
CONDITIONS: dict[str, Callable[[Rules, GameState], bool]] = {"cavalry_has_charged": cavalry_has_charged}
