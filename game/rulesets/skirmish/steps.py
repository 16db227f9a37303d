"""The boxes of the flow chart: each asks one small question or acts by itself."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import PASS, Action, act
from game.core.dice import D6, cup
from game.core.errors import Refusal
from game.core.events import GameEnded, Marked, Moved, Removed, TurnBegan, Unmarked
from game.core.ledger import Ledger
from game.core.state import GameState, Outcome
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.skirmish.rules import SkirmishRules, assess, column, free_hexes, reach, targets, units

ORDERS = ("advance", "hold")


class GiveOrder(Step[SkirmishRules]):
    """[2] One order for the turn, known only to the side that gives it."""

    def prompt(self, rules: SkirmishRules, state: GameState) -> str:
        return _("Choose an order: advance (+1 in your attacks) or hold (-1 to his).")

    def actions(self, rules: SkirmishRules, state: GameState) -> Iterator[Action]:
        yield from (act("order", order) for order in ORDERS)

    def apply(self, rules: SkirmishRules, ledger: Ledger, action: Action) -> None:
        side = ledger.state.frame.side
        ledger.fact(f"secret:{side}:order", action.words[0])
        ledger.tell("ordered", secret_to=side, order=action.words[0])
        ledger.close()


class Reveal(Automatic[SkirmishRules]):
    """[2] Both orders are shown, and each side puts two markers into the cup."""

    def run(self, rules: SkirmishRules, ledger: Ledger) -> None:
        given = {side: ledger.state.fact(f"secret:{side}:order") for side in rules.sides}
        for side, order in given.items():
            ledger.fact(f"secret:{side}:order", None)
            ledger.fact(f"order:{side}", order)
        ledger.tell("orders", **given)
        ledger.fact("cup", rules.sides * 2)
        ledger.close()


class Draw(Automatic[SkirmishRules]):
    """[3] The next marker out of the cup says who acts; all his units are fresh."""

    def run(self, rules: SkirmishRules, ledger: Ledger) -> None:
        markers = list(ledger.state.fact("cup"))
        drawn = ledger.roll(cup(markers), lambda marker: marker, _("marker from the cup"), rule="3")
        markers.remove(drawn)
        ledger.fact("cup", tuple(markers))
        ledger.fact("active", drawn)
        acted = [piece.id for piece in ledger.state.pieces if "acted" in piece.marks]
        for id_ in acted:
            ledger.write(Unmarked(id_, ("acted",)))
        ledger.close()


class Act(Step[SkirmishRules]):
    """[4] [5] Each unit may move or attack once."""

    def prompt(self, rules: SkirmishRules, state: GameState) -> str:
        return _("Move or attack with each unit once, or pass.")

    def actions(self, rules: SkirmishRules, state: GameState) -> Iterator[Action]:
        assert state.frame.side
        for piece in units(state, state.frame.side):
            if "acted" not in piece.marks:
                yield from (act("attack", piece.id, target) for target in targets(rules, state, piece))
                ways = reach(rules, state, piece)
                yield from (act("move", piece.id, rules.board.label(hex_)) for hex_ in ways)
        yield PASS

    def apply(self, rules: SkirmishRules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("move", (id_, label)):
                piece = ledger.state.pieces[id_]
                way = reach(rules, ledger.state, piece)[rules.board.at(label)]
                ledger.write(Moved(id_, way, 0), Marked(id_, "acted"))
            case Action("attack", (id_, target)):
                ledger.write(Marked(id_, "acted"))
                ledger.open("fight", attacker=id_, target=target)
            case _:
                ledger.close()

    def refuse(self, rules: SkirmishRules, state: GameState, action: Action) -> Refusal:
        unit = action.words[0] if action.words else ""
        if action.verb not in ("move", "attack"):
            return Refusal(_("units move or attack; then the side passes"), "4")
        if unit not in state.pieces or state.pieces[unit].side != state.frame.side:
            return Refusal(_("'{unit}' is no unit of yours").format(unit=unit), "4")
        if "acted" in state.pieces[unit].marks:
            return Refusal(_("{unit} has acted already").format(unit=unit), "4")
        if action.verb == "attack":
            return Refusal(_("a unit attacks an enemy in an adjacent hex"), "5")
        return Refusal(_("two movement points do not lead there through empty hexes"), "4")


class Fight(Automatic[SkirmishRules]):
    """[5] One die on the table, in the column of the strengths and orders."""

    def run(self, rules: SkirmishRules, ledger: Ledger) -> None:
        attacker, target = ledger.state.frame.get("attacker"), ledger.state.frame.get("target")
        lines = assess(rules, ledger.state, attacker, target)
        results = rules.combat.column(column(lines))
        why = _("{attacker} attacks {target}").format(attacker=attacker, target=target)
        result = ledger.roll(D6, lambda face: results[str(face)], why, lines, "5")
        ledger.close()
        if result == "AE":
            ledger.write(Removed(attacker, "eliminated", why))
        elif result == "DR" and free_hexes(rules, ledger.state, ledger.state.pieces[target]):
            ledger.open("retreat", ledger.state.pieces[target].side, unit=target)
        elif result != "-":
            ledger.write(Removed(target, "eliminated", why))


class Retreat(Step[SkirmishRules]):
    """[6] The owner takes the beaten unit back one hex."""

    def prompt(self, rules: SkirmishRules, state: GameState) -> str:
        return _("Choose where {unit} retreats to.").format(unit=state.frame.get("unit"))

    def actions(self, rules: SkirmishRules, state: GameState) -> Iterator[Action]:
        piece = state.pieces[state.frame.get("unit")]
        for hex_ in free_hexes(rules, state, piece):
            yield act("retreat", piece.id, rules.board.label(hex_))

    def apply(self, rules: SkirmishRules, ledger: Ledger, action: Action) -> None:
        id_, label = action.words
        start = ledger.state.pieces[id_].hex
        assert start is not None
        ledger.write(Moved(id_, (start, rules.board.at(label)), 0, "retreat"))
        ledger.close()


class EndTurn(Automatic[SkirmishRules]):
    """[7] A side without units has lost; after the last turn the crossroads decide."""

    def run(self, rules: SkirmishRules, ledger: Ledger) -> None:
        state = ledger.state
        left = [side for side in rules.sides if units(state, side)]
        ledger.close()
        if len(left) == 1:
            ledger.write(GameEnded(Outcome(left[0], _("decisive"), _("no enemy is left"))))
        elif state.turn == rules.turns:
            holders = {
                state.pieces[id_].side for o in rules.board.objectives for id_ in state.pieces.at(o.hex)
            }
            winner = holders.pop() if len(holders) == 1 else None
            why = (
                _("who holds the crossroads at the end") if winner else _("nobody holds the crossroads alone")
            )
            ledger.write(GameEnded(Outcome(winner, _("marginal") if winner else _("draw"), why)))
        else:
            ledger.write(TurnBegan(state.turn + 1))


STEPS = {
    "orders": GiveOrder(), "reveal": Reveal(), "draw": Draw(), "act": Act(),
    "fight": Fight(), "retreat": Retreat(), "end_turn": EndTurn(),
}  # fmt: skip
CONDITIONS = {
    "battle_goes_on": lambda rules, state: state.result is None,
    "markers_left": lambda rules, state: bool(state.fact("cup")),
}
