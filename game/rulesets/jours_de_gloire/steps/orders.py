"""[2.1, 2.2] Phases A to C: secret orders, initiative, the first marker, the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.dice import D10
from game.core.errors import Refusal, hint
from game.core.ledger import Ledger
from game.core.modifiers import Modifier
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import Formation, General
from game.rulesets.jours_de_gloire.command import (
    ORDERED,
    SPECIAL,
    UNORDERED,
    commandable,
    initiative_of,
    is_in_command,
    markers_of,
    may_command,
    order_cost,
    order_givers,
    owner_of_marker,
    special_at_hand,
)
from game.rulesets.jours_de_gloire.rules import Rules

Given = tuple[tuple[str, str, int], ...]  # formation, general, command points spent


class GiveOrders(Step[Rules]):
    """[2.1] A side lays order markers in secret, one formation at a time, and passes when it is done.

    Its data: given (formation, general and price of each order so far). `order FORMATION` is paid by the
    commander-in-chief, `order FORMATION GENERAL` by a wing commander.
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        assert state.frame.side
        left = ", ".join(
            _("{general} {points}").format(general=general.name, points=_points_left(state, general))
            for general in order_givers(rules, state, state.frame.side)
        )
        if not left:
            return _("Nobody is in command this turn: no orders can be given.")
        return _("Give an order to a formation, or pass. Command points left: {left}.").format(left=left)

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        assert state.frame.side
        yield PASS
        ordered = {formation for formation, _general, _cost in _given(state)}
        givers = [
            (giver, _points_left(state, giver)) for giver in order_givers(rules, state, state.frame.side)
        ]
        for formation in commandable(rules, state, state.frame.side):
            if formation.id in ordered:
                continue
            for general, left in givers:
                if left and may_command(general, formation.id):
                    cost = order_cost(rules, state, general, formation.id)
                    if cost is not None and cost <= left:
                        yield _order(general, formation)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        side = state.frame.side
        assert side
        given = _given(state)
        if action == PASS:
            ordered = {formation for formation, _general, _cost in given}
            ledger.close()
            for formation in commandable(rules, state, side):
                status = ORDERED if formation.id in ordered else UNORDERED
                ledger.fact(f"secret:{side}:order:{formation.id}", status)
            return
        formation_id, *by = action.words
        general = rules.generals[by[0]] if by else rules.commander(side)
        cost = order_cost(rules, state, general, formation_id)
        assert cost is not None
        ledger.keep(given=(*given, (formation_id, general.id, cost)))
        ledger.tell("ordered", secret_to=side, formation=formation_id, general=general.id, cost=cost)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        side = state.frame.side
        assert side
        if action.verb != "order" or len(action.words) not in (1, 2):
            return super().refuse(rules, state, action)
        name, *by = action.words
        own = {formation.id: formation for formation in rules.formations.values() if formation.side == side}
        if name not in own:
            return Refusal(_("you have no formation '{name}'").format(name=name) + hint(name, own))
        givers = {general.id: general for general in order_givers(rules, state, side)}
        chief = rules.commander(side)
        if by and (by[0] not in givers or by[0] == chief.id):
            return Refusal(
                _("'{general}' is no wing commander with command points").format(general=by[0]), "2.1"
            )
        return _order_refusal(rules, state, givers[by[0]] if by else chief, own[name])


def _order_refusal(rules: Rules, state: GameState, general: General, formation: Formation) -> Refusal:
    """[2.1] Why a general gives no order to a formation of his side."""
    if formation.id in {given[0] for given in _given(state)}:
        return Refusal(_("it has its order already"), "2.1")
    if formation.released_on > state.turn:
        turn = formation.released_on
        return Refusal(_("it may not act before turn {turn}").format(turn=turn), "2.2")
    if formation not in tuple(commandable(rules, state, formation.side)):
        return Refusal(_("it has no unit on the map, nor one due this turn"), "2.1")
    if not is_in_command(state, general):
        return Refusal(_("{general} is not in command").format(general=general.name), "2.1")
    if not may_command(general, formation.id):
        return Refusal(_("{general} does not command it").format(general=general.name), "2.1")
    cost = order_cost(rules, state, general, formation.id)
    if cost is None:
        return Refusal(_("it is out of command range"), "2.1")
    left = _points_left(state, general)
    return Refusal(
        _("the order costs {cost} command points and {general} has {left} left").format(
            cost=cost, general=general.name, left=left
        ),
        "2.1",
    )


def _order(general: General, formation: Formation) -> Action:
    return Action("order", (formation.id,) if general.is_commander else (formation.id, general.id))


def _given(state: GameState) -> Given:
    given: Given = state.frame.get("given") or ()
    return given


def _points_left(state: GameState, general: General) -> int:
    spent = sum(cost for _formation, giver, cost in _given(state) if giver == general.id)
    return general.command_points - spent


class Initiative(Automatic[Rules]):
    """[2.2] Each side rolls and adds its commander's initiative; the higher total wins.

    Its data: total (that of the first side, once it has rolled).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        first, second = rules.sides
        total: int | None = ledger.frames[-1].get("total")
        if total is None:
            plus = initiative_of(rules, ledger.state, first)
            rolled = _roll_initiative(rules, ledger, first, lambda face: face + plus)
            ledger.keep(total=rolled)
            return
        own, rating = total, initiative_of(rules, ledger.state, second)

        def read(face: int) -> str:
            return "tie" if face + rating == own else (first if own > face + rating else second)

        winner = _roll_initiative(rules, ledger, second, read)
        if winner != "tie":
            ledger.close()
            ledger.fact("initiative", winner)
            ledger.fact("active", winner)
            ledger.tell("initiative", side=winner)
        elif rules.is_set("initiative_tie", "reroll"):
            ledger.tell("initiative_tie")
            ledger.keep(total=None)
        else:
            ledger.close()
            ledger.tell("initiative", side=None)


def _roll_initiative(rules: Rules, ledger: Ledger, side: str, read: Callable[[int], Any]) -> Any:
    lines = (Modifier(initiative_of(rules, ledger.state, side), rules.commander(side).name, "2.2"),)
    why = _("initiative of {side}").format(side=_(rules.names[side]))
    return ledger.roll(D10, read, why, lines, "2.2")


class FirstMarker(Step[Rules]):
    """[2.2] The winner of the initiative picks the formation that opens the turn."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("You have the initiative: choose the formation that acts first.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        assert state.frame.side
        formations = [formation.id for formation in commandable(rules, state, state.frame.side)]
        if not formations:
            yield PASS  # nothing on the map and nothing due: there is no marker to pick
        for formation in formations:
            yield Action("first", (formation,))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        side = state.frame.side
        assert side
        ledger.close()
        if action == PASS:
            return
        (formation,) = action.words
        marker = next(m for m in markers_of(rules, state, side) if owner_of_marker(m) == formation)
        ledger.fact("first_marker", marker)
        ledger.tell("first_marker", side=side, formation=formation)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action == PASS:
            return Refusal(_("the side with the initiative opens the turn"), "2.2")
        if action.verb != "first" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        return Refusal(
            _("'{name}' is no formation of yours with a marker this turn").format(name=action.words[0]), "2.2"
        )


class AddSpecialMarker(Step[Rules]):
    """[2.2] A side may add a special marker to the cup, each once in a game."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Add a special marker to the cup, or pass.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        assert state.frame.side
        yield PASS
        for special in special_at_hand(rules, state, state.frame.side):
            yield Action("add", (special.id,))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        (special,) = action.words
        ledger.fact(f"special:{special}", ledger.turn)
        ledger.tell("special_marker", side=ledger.frames[-1].side, marker=special)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "add" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        name = action.words[0]
        special = rules.special_markers.get(name)
        if special is None or special.side != state.frame.side:
            return Refusal(_("you have no special marker '{name}'").format(name=name))
        if state.fact(f"special:{name}") is not None:
            return Refusal(_("it is used once in a game"), "2.2")
        if not special.first_turn <= state.turn <= special.last_turn:
            return Refusal(
                _("it may be added on turns {first} to {last}").format(
                    first=special.first_turn, last=special.last_turn
                ),
                "2.2",
            )
        return Refusal(_("none of its units is on the map"), "2.2")


class Assembly(Automatic[Rules]):
    """[2.2] All markers but the one that opens the turn go into the cup."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        markers = {marker for side in rules.sides for marker in markers_of(rules, state, side)}
        markers |= {
            f"{special}{SPECIAL}"
            for special in rules.special_markers
            if state.fact(f"special:{special}") == state.turn
        }
        markers.discard(state.fact("first_marker"))
        ledger.close()
        ledger.fact("cup", tuple(sorted(markers)))


def somebody_has_initiative(rules: Rules, state: GameState) -> bool:
    """[2.2] Whether a side opens the turn with a marker of its choice."""
    return state.fact("initiative") is not None


def special_markers_at_hand(rules: Rules, state: GameState) -> bool:
    """[2.2] Whether a side could add a special marker now."""
    return any(True for side in rules.sides for _special in special_at_hand(rules, state, side))


STEPS: dict[str, Step[Any]] = {
    "orders": GiveOrders(),
    "initiative": Initiative(),
    "first_marker": FirstMarker(),
    "special_marker": AddSpecialMarker(),
    "assembly": Assembly(),
}
CONDITIONS: dict[str, Callable[[Rules, GameState], bool]] = {
    "somebody_has_initiative": somebody_has_initiative,
    "special_markers_at_hand": special_markers_at_hand,
}
