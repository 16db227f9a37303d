"""[10.2, 10.3] Recoil and rout: the owner chooses where the rules leave a choice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from game.core.actions import Action
from game.core.errors import Refusal
from game.core.events import Marked
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.cards import ROUTED
from game.rulesets.jours_de_gloire.disorder import become_routed, break_square, disorder, eliminate
from game.rulesets.jours_de_gloire.marching import go
from game.rulesets.jours_de_gloire.retreat import (
    Flight,
    Recoil,
    disorders,
    facing_away,
    flight,
    friends_at,
    is_deadly_front,
    nearest_enemies,
    recoil_from,
    rout_cost,
    shaken,
    step_of,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.precedence import (
    SEND,
    and_who_first,
    send,
    sending_refusal,
    sendings,
)
from game.rulesets.jours_de_gloire.units import MOVED
from hexmap.coords import Hex
from hexmap.ground import plain

GONE = Action("gone")  # the unit was lost before its turn to go back came


class RecoilStep(Step[Rules]):
    """[10.2] One hex back; the owner chooses among equally good hexes, friend by friend where it passes any.

    Its data: unit, why, away (labels of the hexes it goes away from; none: the nearest enemy), and, once
    it has to pass through friends, path (labels of the hexes passed so far).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        name = rules.cards[state.frame.get("unit")].name
        return and_who_first(rules, state, _("{unit} recoils: choose the hex.").format(unit=name))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        unit: str = state.frame.get("unit")
        piece = state.pieces[unit]
        if piece.hex is None:
            yield GONE
            return
        found = self._recoil(rules, state, piece)
        match found.manner:
            case "end" | "pass":
                for hex_ in found.hexes:
                    yield Action("recoil", (rules.label[hex_],))
            case "front":
                yield Action("rout", (unit,))
            case "none":
                yield Action("lose", (unit,))
        yield from sendings(state)

    def _recoil(self, rules: Rules, state: GameState, piece: Piece) -> Recoil:
        path = _path(rules, state, piece)
        return recoil_from(rules, state, piece, path[-1], _away(rules, state, piece))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        unit: str = state.frame.get("unit")
        why: str = state.frame.get("why")
        if action == GONE:
            ledger.close()
            return
        piece = state.pieces[unit]
        match action:
            case Action("recoil", (label,)):
                found = self._recoil(rules, state, piece)
                path = (*_path(rules, state, piece), rules.at[label])
                if found.manner == "pass":
                    ledger.keep(path=tuple(rules.label[hex_] for hex_ in path[1:]))
                    return
                ledger.close()
                _go_back(rules, ledger, piece, path, why)
            case Action("rout", _words):
                ledger.close()
                _give_way(rules, ledger, piece, why)
            case Action("lose", _words):
                ledger.close()
                eliminate(rules, ledger, unit, why)
            case Action("send", (other,)):
                send(ledger, other)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb == SEND:
            return sending_refusal()
        if action.verb != "recoil" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        label = action.words[0]
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        return _closed_to(rules, state, rules.at[label]) or Refusal(
            _("it goes away from the enemy, to a free hex before one full of friends"), "10.2"
        )


def _path(rules: Rules, state: GameState, piece: Piece) -> tuple[Hex, ...]:
    """Where the unit stands, and the hexes full of friends that it has gone through in this recoil."""
    assert piece.hex is not None
    return (piece.hex, *(rules.at[label] for label in state.frame.get("path") or ()))


def _away(rules: Rules, state: GameState, piece: Piece) -> tuple[Hex, ...]:
    assert piece.hex is not None
    named = tuple(rules.at[label] for label in state.frame.get("away") or ())
    # A hex it stands in itself (a pursuer came in) tells no direction.
    named = tuple(hex_ for hex_ in named if hex_ != piece.hex)
    return named or nearest_enemies(rules, state, piece.side, piece.hex)


def _closed_to(rules: Rules, state: GameState, hex_: Hex) -> Refusal | None:
    """Why a beaten unit cannot enter a hex at all."""
    piece = state.pieces[state.frame.get("unit")]
    assert piece.hex is not None
    if hex_ in rules.board.neighbours(piece.hex):
        if step_of(rules, state, piece, piece.hex, hex_) is None:
            return Refusal(_("an enemy stands there, or the ground is closed to it"), "10.2")
        if is_deadly_front(rules, state, piece, hex_):
            return Refusal(_("it is a front hex of the enemy"), "10.2")
    return None


def _go_back(rules: Rules, ledger: Ledger, piece: Piece, path: tuple[Hex, ...], why: str) -> None:
    """[10.2] Make the recoil: facing kept, a square broken, friends shaken, and the ground crossed felt."""
    state = ledger.state
    tested = [
        id_ for hex_ in path[1:-1] for id_ in shaken(rules, piece, friends_at(rules, state, piece, hex_))
    ]
    steps = [step_of(rules, state, piece, a, b) for a, b in pairwise(path)]
    break_square(ledger, piece.id)
    go(rules, ledger, (piece.id,), path, piece.facing, "recoil")
    mark_moved(ledger, piece.id)
    _shake(ledger, tested)
    if any(step is not None and disorders(step) for step in steps):
        disorder(rules, ledger, piece.id, _("the ground crossed"))


def _give_way(rules: Rules, ledger: Ledger, piece: Piece, why: str) -> None:
    """[10.2] Only an enemy front hex is left: the unit routs instead. Guns and routed units are lost."""
    if rules.cards[piece.id].is_artillery or piece.status == ROUTED:
        eliminate(rules, ledger, piece.id, why)
    else:
        become_routed(rules, ledger, piece.id, why)


def _shake(ledger: Ledger, tested: list[str]) -> None:
    """[10.2] Open the tests of friends passed through, the first passed first."""
    if tested:
        why = N_("friends pass through")
        ledger.open("cohesion_test", units=tuple(tested), why=why, fail="disorder", rule="10.2")


def mark_moved(ledger: Ledger, unit: str) -> None:
    """Remember that a unit left its hex in this activation, whoever's it is.

    At the end of the turn nobody is active, and the mark would outlast the turn.
    """
    if MOVED not in ledger.piece(unit).marks and any(frame.step == "activations" for frame in ledger.frames):
        ledger.write(Marked(unit, MOVED))


class RoutMove(Step[Rules]):
    """[10.3] A routed unit runs, hex by hex; its owner chooses among the best hexes.

    Its data: unit, spent (movement points), hexes (how many it has made), passed (labels of those it was in).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        name = rules.cards[state.frame.get("unit")].name
        return and_who_first(rules, state, _("{unit} routs: choose the hex it runs to.").format(unit=name))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        unit: str = state.frame.get("unit")
        piece = state.pieces[unit]
        if piece.hex is None or piece.status != ROUTED:
            yield GONE
            return
        found = _flight(rules, state, piece)
        match found.what:
            case "run" | "front":
                for hex_ in found.hexes:
                    yield Action("run", (rules.label[hex_],))
            case "stay":
                yield Action("stop", (unit,))
            case "leave":
                yield Action("leave", (unit,))
            case "lost":
                yield Action("lose", (unit,))
        yield from sendings(state)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        unit: str = state.frame.get("unit")
        match action:
            case Action("run", (label,)):
                self._run(rules, ledger, state.pieces[unit], rules.at[label])
            case Action("leave", _words):
                ledger.close()
                eliminate(rules, ledger, unit, _("left the map in rout"))
            case Action("lose", _words):
                ledger.close()
                eliminate(rules, ledger, unit, _("nowhere to run"))
            case Action("send", (other,)):
                send(ledger, other)
            case _:
                ledger.close()

    def _run(self, rules: Rules, ledger: Ledger, piece: Piece, hex_: Hex) -> None:
        state = ledger.state
        frame = state.frame
        here = piece.hex
        assert here is not None
        through_front = _flight(rules, state, piece).what == "front"
        tested = list(shaken(rules, piece, friends_at(rules, state, piece, hex_)))
        # Left here, the open step must remember before anything else opens above it.
        ledger.keep(
            spent=plain(frame.get("spent") + rout_cost(rules, state, piece, hex_)),
            hexes=frame.get("hexes") + 1,
            passed=(*(frame.get("passed") or ()), rules.label[here]),
        )
        go(rules, ledger, (piece.id,), (here, hex_), facing_away(rules, state, piece, hex_), "rout")
        mark_moved(ledger, piece.id)
        _shake(ledger, tested)
        if through_front:
            why = N_("through the enemy's front")
            ledger.open("cohesion_test", units=(piece.id,), why=why, fail="disorder", rule="10.3")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb == SEND:
            return sending_refusal()
        if action.verb != "run" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        label = action.words[0]
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        return _closed_to(rules, state, rules.at[label]) or Refusal(
            _("it runs hex by hex, towards its map edge and away from the enemy"), "10.3"
        )


def _flight(rules: Rules, state: GameState, piece: Piece) -> Flight:
    frame = state.frame
    spent, hexes, labels = frame.get("spent"), frame.get("hexes"), frame.get("passed") or ()

    def work() -> Flight:
        passed = tuple(rules.at[label] for label in labels)
        return flight(rules, state, piece, spent, hexes, passed)

    return state.pieces.remember(("flight", piece.id, spent, hexes, labels, state.turn), work)


STEPS: dict[str, Step[Any]] = {"recoil": RecoilStep(), "rout_move": RoutMove()}
