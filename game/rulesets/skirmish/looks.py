"""How a skirmish looks on the table: see `game/core/table.py` for what each answer is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from game.core.actions import Action
from game.core.events import Rolled
from game.core.state import GameState
from game.core.table import (
    Arrival,
    Assessment,
    Counter,
    Focus,
    Layer,
    Leg,
    Meaning,
    Overlay,
    Place,
    Route,
)
from game.core.tongue import N_, _, word
from game.rulesets.skirmish.rules import SkirmishRules, assess, column, entry_cost, reach, targets, units
from hexmap.coords import Hex

POINTS = 2  # [4]
ORDERS = (N_("advance"), N_("hold"))  # for those who translate: `word` makes these of the names of orders


class SkirmishLooks:
    """Counters, captions, paths and one overlay: about as much as any small game needs."""

    def counter(self, rules: SkirmishRules, state: GameState, id_: str) -> Counter:
        piece = state.pieces[id_]
        return Counter(
            name=id_,
            arm="light_infantry" if id_.endswith("light") else "infantry",
            figures=(str(piece.strength),),
            states=("done",) if "acted" in piece.marks else (),
        )

    def meaning(self, rules: SkirmishRules, state: GameState, action: Action) -> Meaning | None:
        match action:
            case Action("order", (order,)):
                captions = {"advance": _("Advance: +1 in our attacks"), "hold": _("Hold: -1 in his attacks")}
                return Meaning(caption=captions[order])
            case Action("pass", ()):
                return Meaning(caption=_("End the activation"))
            case Action("move", (unit, label)):
                to = _("{unit} goes to {hex}").format(unit=unit, hex=label)
                return Meaning("move", (unit,), rules.board.at(label), caption=to)
            case Action("retreat", (unit, label)):
                back = _("{unit} falls back to {hex}").format(unit=unit, hex=label)
                return Meaning("retreat", (unit,), rules.board.at(label), caption=back)
            case Action("attack", (unit, target)):
                attack = _("{unit} attacks {target}").format(unit=unit, target=target)
                return Meaning("attack", (unit,), None, target, caption=attack)
        return None

    def arrivals(self, rules: SkirmishRules, state: GameState) -> Mapping[Action, Arrival]:
        found: dict[Action, Arrival] = {}
        if state.frame.step == "act" and state.frame.side:
            for piece in units(state, state.frame.side):
                for hex_, way in reach(rules, state, piece).items():
                    left = POINTS - sum(entry_cost(rules, each) for each in way[1:])
                    found[Action("move", (piece.id, rules.board.label(hex_)))] = Arrival(str(left), left == 0)
        return found

    def route(self, rules: SkirmishRules, state: GameState, action: Action) -> Route | None:
        if action.verb != "move":
            return None
        piece = state.pieces[action.words[0]]
        way = reach(rules, state, piece)[rules.board.at(action.words[1])]
        legs = tuple(
            Leg(hex_, ((word(rules.board.terrain[hex_]), Fraction(entry_cost(rules, hex_)), "4"),))
            for hex_ in way[1:]
        )
        left = POINTS - sum(entry_cost(rules, hex_) for hex_ in way[1:])
        return Route(way[0], legs, str(left))

    def overlays(self) -> Mapping[str, str]:
        return {"threat": _("Enemy reach")}

    def overlay(self, name: str, rules: SkirmishRules, state: GameState, focus: Focus) -> Overlay | None:
        if name != "threat":
            return None
        strikers: dict[Hex, int] = {}
        for piece in state.pieces:
            if piece.side == focus.side or piece.hex is None:
                continue
            for hex_ in set(rules.board.neighbours(piece.hex)):
                strikers[hex_] = strikers.get(hex_, 0) + 1
        near = {hex_: str(count) for hex_, count in strikers.items()}
        words = _("hexes he can attack at once, with how many units")
        return Overlay(_("Enemy reach"), (Layer(words, near, "hatch", "enemy"),))

    def standing(self, rules: SkirmishRules, state: GameState, side: str) -> Iterator[tuple[str, str]]:
        order = state.fact(f"order:{side}") or state.fact(f"secret:{side}:order")
        if order:
            yield _("Our order"), word(order)
        cup = state.fact("cup")
        if cup:
            left = ", ".join(f"{rules.names[each]} {cup.count(each)}" for each in rules.sides)
            yield _("In the cup"), left

    def assess(self, rules: SkirmishRules, state: GameState, action: Action) -> Assessment | None:
        if action.verb != "attack":
            return None
        attacker, target = action.words
        if target not in set(targets(rules, state, state.pieces[attacker])):
            return None
        lines = assess(rules, state, attacker, target)
        return Assessment(_("The attack"), lines, "combat", column(lines))

    def place(self, rules: SkirmishRules, event: Rolled) -> Place | None:
        return Place("combat", str(event.face), column(event.lines)) if event.lines else None
