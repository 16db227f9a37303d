"""[1 E, 3, 12, 13] The end of a turn: collapse, generals, victory, bookkeeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import GameEnded, Moved, TurnBegan
from game.core.ledger import Ledger
from game.core.state import Deployment, GameState
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import General
from game.rulesets.jours_de_gloire.collapse import collapsing, remaining
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.movement import ground_now, occupied_by
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.victory import points, verdict
from game.rulesets.jours_de_gloire.zones import zone_of_side
from hexmap.conditions import Bar, Conditions
from hexmap.ground import Refusal as StepRefusal
from hexmap.hexset import HexSet
from hexmap.paths import Reach, reach

FACTS_OF_TURN = ("active", "cup", "first_marker", "initiative")
RAIN_ON_GENERALS = 1  # [14] movement points that rain takes


class Collapse(Automatic[Rules]):
    """[12.2] A formation that collapses never rallies again, and each unit left in it takes a D."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        formation = next(collapsing(rules, ledger.state), None)
        if formation is not None:
            ledger.fact(f"collapsed:{formation}", True)
            ledger.tell("collapse", formation=formation)
            # Backwards, so that what the first unit has to do is done first.
            for unit in reversed(remaining(rules, ledger.state, formation)):
                disorder(rules, ledger, unit, _("collapse"))
            return
        ledger.close()
        # [3] The winner of the initiative is asked next; without one it is the first side.
        ledger.fact("active", ledger.remembered("initiative") or rules.sides[0])


class GeneralsOrder(Step[Rules]):
    """[3] The side with the initiative says who moves his generals first."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Which side moves its generals first?")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        asked = state.frame.side
        assert asked
        yield Action("first", (asked,))
        if state.fact("initiative") is not None:
            yield Action("first", (rules.enemy(asked),))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        ledger.close()
        ledger.fact("generals_first", action.words[0])

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb == "first" and len(action.words) == 1 and action.words[0] in rules.sides:
            return Refusal(_("nobody has the initiative, so the first side begins"), "3")
        sides = ", ".join(rules.sides)
        return Refusal(_("name the side that begins: {sides}").format(sides=sides), "3")


class GeneralsMove(Automatic[Rules]):
    """[3] Both sides move their generals, one after the other."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        first: str = ledger.remembered("generals_first")
        ledger.close()
        ledger.fact("generals_first", None)
        ledger.open("general_move", rules.enemy(first), moved=())
        ledger.open("general_move", first, moved=())


class GeneralMove(Step[Rules]):
    """[3] A side moves each of its generals once, or passes.

    Its data: moved (generals who have had their move).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Move a general, or pass.")

    def actions(self, rules: Rules, state: GameState) -> list[Action]:
        found = [PASS]
        for general in _movable(rules, state):
            found += _rides(rules, state, general).orders
        return found

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        id_, label = action.words
        path = general_reach(rules, ledger.state, rules.generals[id_]).path(rules.at[label])
        ledger.keep(moved=(*ledger.frames[-1].get("moved"), id_))
        ledger.write(Moved(id_, path, 0, "march"))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "general" or len(action.words) != 2:
            return super().refuse(rules, state, action)
        id_, label = action.words
        general = rules.generals.get(id_)
        if general is None or general.side != state.frame.side:
            return Refusal(_("you have no general '{general}'").format(general=id_), "3")
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        if id_ in state.frame.get("moved"):
            return Refusal(_("he has had his move"), "3")
        if state.pieces[id_].hex is None:
            return Refusal(_("he is not on the map"), "3")
        if rules.at[label] == state.pieces[id_].hex:
            return Refusal(_("he stands there already"), "3")
        why = general_reach(rules, state, general).why_not(rules.at[label])
        return Refusal(why.why, why.rule or "3") if why else super().refuse(rules, state, action)


def _movable(rules: Rules, state: GameState) -> Iterator[General]:
    moved = state.frame.get("moved")
    for general in rules.generals.values():
        if (
            general.side == state.frame.side
            and general.id not in moved
            and state.pieces[general.id].hex is not None
        ):
            yield general


class _Rides(NamedTuple):
    """Where a general can get to, and the orders that send him there."""

    reach: Reach
    orders: list[Action]


def general_reach(rules: Rules, state: GameState, general: General) -> Reach:
    """[3] Where a general can get to by his own column of the terrain table.

    Friends and zones he leaves cost him nothing; he enters no hex with an enemy in it, and an enemy zone
    only where a friendly unit stands.
    """
    return _rides(rules, state, general).reach


def _rides(rules: Rules, state: GameState, general: General) -> _Rides:
    pieces, enemy = state.pieces, rules.enemy(general.side)
    here = pieces[general.id].hex
    assert here is not None
    friends = occupied_by(rules, pieces, general.side)
    points = general.movement
    if rules.sky(state.turn).rain:
        points = max(0, points - RAIN_ON_GENERALS)
    over = ground_now(rules, state, general.side, ("general",))

    def bars() -> Conditions:
        return _bars(rules, pieces, enemy, friends)

    def work() -> _Rides:
        barred = pieces.remember_standing(enemy, ("bars of generals", friends.indices), bars)
        reached, ride_to = reach(over, here, points, barred), rules.ride_to[general.id]
        start = rules.board.index[here]
        return _Rides(reached, [ride_to[index] for index in reached.indices if index != start])

    # How the other generals of his side move does not matter to him.
    return pieces.remember_standing(enemy, ("rides", general.id, here, points, over, friends.indices), work)


def _bars(rules: Rules, pieces: Deployment, enemy: str, friends: HexSet) -> Conditions:
    """[3] Where no general goes: not among enemies, generals too, nor alone into their zones."""
    at_all = {piece.hex for piece in pieces if piece.side == enemy and piece.hex is not None}
    lonely = HexSet(rules.board, zone_of_side(rules, pieces, enemy).indices - friends.indices)
    return Conditions(
        forbid=(
            Bar(HexSet.of(rules.board, at_all), StepRefusal(_("an enemy stands there"), "3")),
            Bar(lonely, StepRefusal(_("a general does not enter an enemy zone alone"), "3")),
        )
    )


class NextTurn(Automatic[Rules]):
    """[13, 1 E4] The battle ends, or the markers of the turn come off and the next one begins."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        ledger.close()
        outcome = verdict(rules, state)
        if outcome is not None:
            for side in rules.sides:
                ledger.tell("points", side=side, lines=points(rules, state, side))
            ledger.write(GameEnded(outcome))
            return
        for key in sorted(state.facts):
            if key in FACTS_OF_TURN or _is_order(key):
                ledger.fact(key, None)
        ledger.write(TurnBegan(state.turn + 1))


def _is_order(key: str) -> bool:
    """Whether a fact is an order marker, face up or never turned over."""
    return key.startswith("order:") or (key.startswith("secret:") and ":order:" in key)


def game_goes_on(rules: Rules, state: GameState) -> bool:
    """[1] Whether another turn is played."""
    return state.result is None


STEPS: dict[str, Step[Any]] = {
    "collapse": Collapse(),
    "generals_order": GeneralsOrder(),
    "generals_move": GeneralsMove(),
    "general_move": GeneralMove(),
    "next_turn": NextTurn(),
}
CONDITIONS: dict[str, Callable[[Rules, GameState], bool]] = {"game_goes_on": game_goes_on}
