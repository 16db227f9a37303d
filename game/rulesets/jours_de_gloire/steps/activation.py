"""[1, 2.2, 2.3] Phase D around the segments: a marker is drawn, an order turned over, an activation ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from game.core.actions import PASS, Action
from game.core.dice import D10, cup
from game.core.errors import Refusal
from game.core.events import Rolled, Unmarked
from game.core.ledger import Ledger
from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import SpecialMarker
from game.rulesets.jours_de_gloire.command import (
    ORDERED,
    UNORDERED,
    is_live_marker,
    is_present,
    is_special,
    order_bonus,
    owner_of_marker,
    special_units,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import OF_ACTIVATION, active_units

# What the table remembers of one activation only.
FACTS_OF_ACTIVATION = ("chosen", "formation", "idle", "special", "status")
PREFIXES_OF_ACTIVATION = ("charge:", "combat:", "entries:")


class Draw(Automatic[Rules]):
    """[2.2] The chosen first marker, or one out of the cup; the order of its formation is turned over."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        first: str | None = ledger.remembered("first_marker")
        if first is not None:
            drawn = first
            ledger.close()
            ledger.fact("first_marker", None)
        else:
            markers: tuple[str, ...] = ledger.remembered("cup")
            # The die is read by owner, for the two markers of a formation mean the same; which of them
            # came up is in the log, and that one leaves the cup.
            ledger.roll(cup(markers), _reading, _("marker from the cup"), rule="2.2")
            drawn = _face(ledger)
            ledger.close()
            ledger.fact("cup", tuple(marker for marker in markers if marker != drawn))
        owner = owner_of_marker(drawn)
        if is_special(drawn):
            _activate_special(rules, ledger, rules.special_markers[owner])
        else:
            _activate(rules, ledger, owner)


def _reading(marker: str) -> str:
    """What a drawn marker means: the formation it activates; a special marker is itself."""
    return marker if is_special(marker) else owner_of_marker(marker)


def _face(ledger: Ledger) -> str:
    """The marker that was drawn last."""
    rolled = ledger.events[-1]
    assert isinstance(rolled, Rolled)
    return str(rolled.face)


def _activate(rules: Rules, ledger: Ledger, formation: str) -> None:
    """[2.2] Turn over the order marker; it stays face up for the second marker of the turn."""
    side = rules.formations[formation].side
    secret = f"secret:{side}:order:{formation}"
    order: str | None = ledger.remembered(f"order:{formation}")
    if order is None:
        order = ledger.remembered(secret)
        if order is None:
            order = UNORDERED
        else:
            ledger.fact(secret, None)
        ledger.fact(f"order:{formation}", order)
    ledger.fact("active", side)
    ledger.fact("formation", formation)
    ledger.fact("status", order)
    ledger.tell("activation", side=side, formation=formation, order=order)


def _activate_special(rules: Rules, ledger: Ledger, special: SpecialMarker) -> None:
    """[2.2] Its units act as ordered; their owner names them next."""
    ledger.fact("active", special.side)
    ledger.fact("special", special.id)
    ledger.fact("chosen", ())
    ledger.fact("status", ORDERED)
    ledger.tell("special_activation", side=special.side, marker=special.id)


class ChooseSpecialUnits(Step[Rules]):
    """[2.2] The owner of a special marker names the units it activates, one at a time."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        special = rules.special_markers[state.fact("special")]
        return _("{marker}: choose a unit to activate, or go on.").format(marker=special.name)

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        special = rules.special_markers[state.fact("special")]
        for piece in special_units(rules, state, special):
            if _choice_refusal(rules, state, special, piece) is None:
                yield Action("choose", (piece.id,))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        chosen: tuple[str, ...] = ledger.remembered("chosen")
        ledger.fact("chosen", tuple(sorted((*chosen, *action.words))))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "choose" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        unit = action.words[0]
        if unit not in rules.cards:
            return Refusal(_("there is no unit called '{unit}'").format(unit=unit))
        special = rules.special_markers[state.fact("special")]
        piece = state.pieces[unit]
        if piece not in tuple(special_units(rules, state, special)):
            return Refusal(_("{marker} does not activate it").format(marker=special.name), "2.2")
        refusal = _choice_refusal(rules, state, special, piece)
        return refusal or super().refuse(rules, state, action)


def _choice_refusal(rules: Rules, state: GameState, special: SpecialMarker, piece: Piece) -> Refusal | None:
    """[2.2] Why a unit of a special marker may not be added to those chosen so far."""
    chosen: tuple[str, ...] = state.fact("chosen")
    if piece.id in chosen:
        return Refusal(_("it is chosen already"), "2.2")
    foot = rules.cards[piece.id].is_infantry
    most = special.infantry if foot else special.cavalry
    if sum(rules.cards[id_].is_infantry == foot for id_ in chosen) >= most:
        arm = _("infantry") if foot else _("cavalry")
        return Refusal(_("it activates at most {most} {arm}").format(most=most, arm=arm), "2.2")
    return None


class IndividualOrder(Step[Rules]):
    """[2.3] A formation without orders may roll to act as if it had them; failed, it can only rally."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        formation = rules.formations[state.fact("formation")]
        most = formation.rating + order_bonus(rules, state, formation.id)
        return _("{formation} is without orders: try an individual order (0 to {most} on the die)?").format(
            formation=formation.name, most=min(9, most)
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        yield Action("try")

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        ledger.close()
        if action == PASS:
            return
        formation = rules.formations[state.fact("formation")]
        bonus = order_bonus(rules, state, formation.id)
        lines = (Modifier(-bonus, rules.commander(formation.side).name, "2.3"),) if bonus else ()
        plus, rating = total(lines), formation.rating
        why = _("individual order of {formation} ({rating})").format(formation=formation.name, rating=rating)
        given = ledger.roll(D10, lambda face: face + plus <= rating, why, lines, "2.3")
        if given:
            ledger.fact("status", ORDERED)
        else:
            ledger.fact("idle", True)
        ledger.tell("individual_order", formation=formation.id, given=given)


class EndActivation(Automatic[Rules]):
    """[1] Everything that was noted for this activation comes off; so do the markers of lost formations."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        # What comes off decides nothing of what follows, so all is read from how things stood before.
        state = ledger.state
        ledger.close()
        for piece in state.pieces:
            if piece.marks:
                marks = _of_activation(piece.marks)
                if marks:
                    ledger.write(Unmarked(piece.id, marks))
        facts = state.facts
        noted = [key for key in FACTS_OF_ACTIVATION if key in facts]
        noted += [key for key in facts if key.startswith(PREFIXES_OF_ACTIVATION)]
        for key in sorted(noted):
            ledger.fact(key, None)
        markers: tuple[str, ...] = state.fact("cup", ())
        live = tuple([marker for marker in markers if is_live_marker(rules, state, marker)])
        if live != markers:
            ledger.fact("cup", live)


@lru_cache(maxsize=500)
def _of_activation(marks: frozenset[str]) -> tuple[str, ...]:
    """Those of some marks that come off when an activation ends, in a fixed order."""
    return tuple([mark for mark in OF_ACTIVATION if mark in marks])


def markers_remain(rules: Rules, state: GameState) -> bool:
    """[1] Whether another marker is to be drawn this turn."""
    return state.fact("first_marker") is not None or bool(state.fact("cup"))


def special_marker_drawn(rules: Rules, state: GameState) -> bool:
    """[2.2] Whether units are to be chosen for a special marker."""
    return state.fact("special") is not None


def individual_order_possible(rules: Rules, state: GameState) -> bool:
    """[2.3] Whether the active formation is without orders and may roll for one of its own."""
    return state.fact("status") == UNORDERED and rules.is_set("individual_order", "on")


def formation_may_act(rules: Rules, state: GameState) -> bool:
    """[2.3] Whether the activated units may do more than rally: none may after a failed individual order."""
    if state.fact("idle"):
        return False
    if state.fact("chosen") is not None:
        return bool(active_units(rules, state))
    return is_present(rules, state, state.fact("formation"))


STEPS: dict[str, Step[Any]] = {
    "draw": Draw(),
    "special_units": ChooseSpecialUnits(),
    "individual_order": IndividualOrder(),
    "end_activation": EndActivation(),
}
CONDITIONS: dict[str, Callable[[Rules, GameState], bool]] = {
    "markers_remain": markers_remain,
    "special_marker_drawn": special_marker_drawn,
    "individual_order_possible": individual_order_possible,
    "formation_may_act": formation_may_act,
}
