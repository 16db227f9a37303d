"""Who has to decide something inside a chain, and what is done as a matter of course."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.actions import Action
from game.core.questions import Prompt
from game.core.state import GameState
from game.core.tongue import N_
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import held_hexes
from hexmap.coords import distance

PROMPTS: Mapping[str, Prompt] = {
    "defensive_fire": Prompt("fire", N_("fire at the charge"), frozenset({"pass"})),
    "countercharge": Prompt("countercharge", N_("countercharge"), frozenset({"stand"})),
    "breakthroughs": Prompt("breakthrough", N_("break through"), frozenset({"stay"})),
}


def prompt(state: GameState) -> Prompt | None:
    """The decision a state asks for, where a policy answers it."""
    return PROMPTS.get(state.frames[-1].step)


def usual(rules: Rules, state: GameState, actions: tuple[Action, ...]) -> Action:
    """What players do without thinking: all fire, the largest unit loses stands, the beaten shun enemies."""
    match state.frame.step:
        case "volley":
            return next((action for action in actions if action.verb == "all"), actions[0])
        case "losses":
            return max(actions, key=lambda action: state.pieces[action.words[0]].strength)
        case "retreat":
            enemies = held_hexes(rules, state, rules.enemy(state.frame.side or ""))
            return max(
                actions,
                key=lambda action: sum(distance(rules.at[action.words[0]], hex_) for hex_ in enemies),
            )
        case "march_units" | "offensive_fire" | "march_leaders" | "march_detached":
            return actions[-1]  # nobody does anything besides
    return actions[0]
