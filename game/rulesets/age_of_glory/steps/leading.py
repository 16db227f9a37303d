"""[3] Leaders: replaced, attached and detached before the march, and ridden about after it."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import PASS, Action, act
from game.core.dice import D10_FROM_ONE
from game.core.errors import Refusal
from game.core.events import Marked, Placed, StatusChanged
from game.core.ledger import Ledger
from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import attach, detach, fall, move
from game.rulesets.age_of_glory.cards import ATTACHED, CAPTURED, DETACHED, DISABLED
from game.rulesets.age_of_glory.movement import SCALE, allowance, reach
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import (
    REPLACEMENT,
    RIDDEN,
    RODE,
    attached_to,
    is_charismatic,
    is_detached,
    leaders,
    troops,
)

FULL_TURN = 2  # player turns


def can_be_replaced(rules: Rules, state: GameState, leader: str) -> bool:
    """[3.5] Whether a fallen leader's successor comes now: a full turn of two player turns later."""
    fell = state.fact(f"fallen:{leader}")
    if fell is None or state.fact("player_turn", 0) < fell + FULL_TURN:
        return False
    captured = state.pieces[leader].status == CAPTURED
    return not (captured and rules.is_set("captured_leader", "gone"))


class MarchLeaders(Step[Rules]):
    """[3.2, 3.5] Before the march, leaders are replaced, attached to units and detached."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Replace, attach or detach leaders, or pass.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        side = state.frame.side
        assert side is not None
        units = [piece for piece in troops(rules, state, side) if piece.hex is not None]
        for id_, leader in rules.leaders.items():
            if leader.side == side and can_be_replaced(rules, state, id_):
                labels = sorted({rules.label[piece.hex] for piece in units if piece.hex is not None})
                yield from (act("replace", id_, label) for label in labels)
        for piece in leaders(rules, state, side):
            if RODE in piece.marks:
                continue
            if piece.status == ATTACHED:
                yield act("detach", piece.id)
            else:
                ways = reach(rules, state, piece, allowance(rules, piece))
                yield from (act("attach", piece.id, unit.id) for unit in units if unit.hex in ways)
        yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("replace", (id_, label)):
                ledger.write(Placed(id_, rules.at[label], 0), StatusChanged(id_, DETACHED))
                ledger.write(Marked(id_, REPLACEMENT), Marked(id_, RODE))
                ledger.fact(f"fallen:{id_}", None)
            case Action("attach", (id_, unit)):
                self._attach(rules, ledger, id_, unit)
            case Action("detach", (id_,)):
                detach(ledger, id_)
                ledger.write(Marked(id_, RODE))
            case _:
                ledger.close()

    def _attach(self, rules: Rules, ledger: Ledger, id_: str, unit: str) -> None:
        leader, hex_ = ledger.state.pieces[id_], ledger.state.pieces[unit].hex
        assert hex_ is not None
        way = reach(rules, ledger.state, leader, allowance(rules, leader))[hex_][0]
        if len(way.path) > 1:
            move(rules, ledger, id_, way.path, 0, "ride")
        attach(ledger, id_, unit)
        ledger.write(Marked(id_, RODE))
        ridden = -(-way.cost // SCALE)
        if ridden:
            ledger.fact(f"ridden:{id_}", ridden)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb not in ("replace", "attach", "detach"):
            return Refusal(_("leaders are replaced, attached or detached now; then the side passes"), "3.2")
        leader = action.words[0] if action.words else ""
        if leader not in rules.leaders or rules.leaders[leader].side != state.frame.side:
            return Refusal(_("'{leader}' is no leader of yours").format(leader=leader), "3")
        if action.verb == "replace":
            return Refusal(_("a fallen leader is replaced a full turn later, with troops of his side"), "3.5")
        if RODE in state.pieces[leader].marks:
            return Refusal(_("a leader is attached or detached once in a player turn"), "3.2")
        if action.verb == "attach":
            return Refusal(_("a detached leader attaches to a unit he can ride to"), "3.2")
        return Refusal(_("only an attached leader can be detached"), "3.2")


def ridden_limit(rules: Rules, state: GameState, unit: str, hexes: int) -> int:
    """[3.2] A leader who rode to a unit takes it along only for the rest of his own allowance."""
    for id_ in attached_to(rules, state, unit):
        left = allowance(rules, state.pieces[id_]) - state.fact(f"ridden:{id_}", 0)
        hexes = min(hexes, left)
    return hexes


class MarchDetached(Step[Rules]):
    """[3.3] After the march, each detached leader may ride."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Move detached leaders, or pass.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        side = state.frame.side
        assert side is not None
        yield from (act("ride", piece.id) for piece in leaders(rules, state, side) if self._can(state, piece))
        yield PASS

    def _can(self, state: GameState, piece: Piece) -> bool:
        return is_detached(piece) and RIDDEN not in piece.marks

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("ride", (id_,)):
                ledger.open("ride", ledger.state.frame.side, leader=id_)
            case _:
                ledger.close()

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("each detached leader rides once; attached ones go with their units"), "3.3")


class Ride(Step[Rules]):
    """[3.3] A detached leader goes where his allowance leads."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Where does {leader} ride?").format(leader=rules.name_of(state.frame.get("leader")))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        piece = state.pieces[state.frame.get("leader")]
        ways = reach(rules, state, piece, allowance(rules, piece))
        yield from (act("go", label) for label in sorted(rules.label[hex_] for hex_ in ways))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        id_ = ledger.state.frame.get("leader")
        piece = ledger.state.pieces[id_]
        way = reach(rules, ledger.state, piece, allowance(rules, piece))[rules.at[action.words[0]]][0]
        ledger.close()
        if len(way.path) > 1:
            move(rules, ledger, id_, way.path, 0, "ride")
        ledger.write(Marked(id_, RIDDEN))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("his allowance does not lead there"), "3.3")


class LeaderCheck(Automatic[Rules]):
    """[3.4] One die for a leader whose unit came under deadly fire."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        id_ = ledger.state.frame.get("leader")
        piece = ledger.state.pieces[id_]
        tables = rules.tables
        lines: tuple[Modifier, ...] = ()
        if is_charismatic(rules, piece):
            lines = (Modifier(tables.charismatic_fall, _("charismatic leader"), "3.4"),)
        why = _("does {leader} fall?").format(leader=rules.name_of(id_))
        result = ledger.roll(
            D10_FROM_ONE, lambda face: tables.fallen_leader(face + total(lines)), why, lines, "3.4"
        )
        ledger.close()
        if result == "Disabled":
            fall(rules, ledger, id_, DISABLED, why)


STEPS: dict[str, Step[Rules]] = {
    "march_leaders": MarchLeaders(),
    "march_detached": MarchDetached(),
    "ride": Ride(),
    "leader_check": LeaderCheck(),
}
