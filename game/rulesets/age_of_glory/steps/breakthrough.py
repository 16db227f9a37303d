"""[9.3] Breakthrough: who has driven the enemy off goes on at the closest one."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import PASS, Action, act
from game.core.errors import Refusal
from game.core.events import Marked, Unmarked
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.age_of_glory.charging import Charge
from game.rulesets.age_of_glory.movement import Reach, allowance, is_closed, rush
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.manoeuvre import finish_move, strike
from game.rulesets.age_of_glory.units import BROKE, CHARGING, OUTFLANKS, nearest_enemies
from hexmap.coords import Hex, distance
from hexmap.facing import facing_towards, front_hexes


def breakers(rules: Rules, state: GameState) -> tuple[tuple[Piece, str], ...]:
    """[9.3] Units that must or may break through, in the order of the scenario."""
    found = []
    for id_ in rules.units:
        how = state.fact(f"break:{id_}")
        if how is not None and state.pieces[id_].hex is not None:
            found.append((state.pieces[id_], how))
    return tuple(found)


class Breakthroughs(Step[Rules]):
    """[9.3] Half a move towards the closest enemy; who reaches him fights him."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Break through with every unit that must, and with those that may if you like.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        waiting = breakers(rules, state)
        for piece, how in waiting:
            yield from self._options(rules, state, piece, how)
        if not waiting:
            yield PASS

    def _options(self, rules: Rules, state: GameState, piece: Piece, how: str) -> Iterator[Action]:
        assert piece.hex is not None
        closest = nearest_enemies(rules, state, piece.hex, piece.side)
        ways = self._ways(rules, state, piece)
        contacts = [
            (target, place)
            for target in closest
            for place in rules.board.neighbours(target)
            if place in ways and not is_closed(rules, place, target)
        ]
        for target, place in contacts:
            yield act("break", piece.id, rules.label[target], rules.label[place])
        if closest and not contacts:
            nearest = min(min(distance(hex_, target) for target in closest) for hex_ in ways)
            labels = (
                rules.label[hex_]
                for hex_ in ways
                if min(distance(hex_, target) for target in closest) == nearest
            )
            yield from (act("advance", piece.id, label) for label in sorted(labels))
        if how == "may" or not closest:
            yield act("stay", piece.id)

    def _ways(self, rules: Rules, state: GameState, piece: Piece) -> Reach:
        return rush(rules, state, piece, allowance(rules, piece, half=True))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        id_ = action.words[0]
        piece = ledger.state.pieces[id_]
        ways = self._ways(rules, ledger.state, piece)
        ledger.fact(f"break:{id_}", None)
        if action.verb == "stay":
            return
        old = tuple(sorted(piece.marks & {CHARGING, OUTFLANKS}))
        if old:
            ledger.write(Unmarked(id_, old))
        ledger.write(Marked(id_, BROKE))
        match action:
            case Action("break", (_id, target, place)):
                at, to = rules.at[target], rules.at[place]
                path = ways[to][0].path
                charge = Charge(at, to, _facing(piece, to, at), path)
                strike(rules, ledger, id_, charge)
            case Action("advance", (_id, label)):
                to = rules.at[label]
                path = ways[to][0].path
                facing = facing_towards(path[-2], to) if len(path) > 1 else piece.facing
                finish_move(rules, ledger, id_, path, facing)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(
            _("a breakthrough goes half a move towards the closest enemy, and must if he was shattered"),
            "9.3",
        )


def _facing(piece: Piece, place: Hex, target: Hex) -> int:
    """The facing nearest to the present one that has the target in front."""
    able = [facing for facing in range(6) if target in front_hexes(place, facing)]
    return min(
        able, key=lambda facing: (min((facing - piece.facing) % 6, (piece.facing - facing) % 6), facing)
    )


STEPS: dict[str, Step[Rules]] = {"breakthroughs": Breakthroughs()}
