"""Who has to decide something inside a chain, and what is done as a matter of course."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.actions import PASS, Action
from game.core.questions import Prompt
from game.core.state import GameState
from game.core.tongue import N_
from game.rulesets.jours_de_gloire.retreat import home_distance
from game.rulesets.jours_de_gloire.rules import Rules

ABOUT = "odds:about"  # the fact that names the hex whose combat is asked about
_PASS = frozenset({"pass"})
PROMPTS: Mapping[str, Prompt] = {
    "refuse": Prompt("refuse", N_("refuse the shock"), frozenset({"stand"})),
    "square": Prompt("square", N_("form square"), _PASS),
    "counter_charge": Prompt("counter-charge", N_("counter-charge"), _PASS),
    "recall_unit": Prompt("recall", N_("break off the charge"), _PASS),
    "pursue": Prompt("pursue", N_("pursue"), frozenset({"pass", "hold"})),
    "counter_shock": Prompt("counter-shock", N_("counter-shock"), _PASS),
    "breakthrough": Prompt("breakthrough", N_("break through"), _PASS),
    "counter_battery": Prompt("counter-battery", N_("fire back"), _PASS),
}


def prompt(state: GameState) -> Prompt | None:
    """The decision a state asks for, where a policy answers it."""
    frame = state.frames[-1]
    if frame.step == "pursue" and frame.data.get("units"):
        return None  # they ride already; whom they charge is no question
    return PROMPTS.get(frame.step)


def usual(rules: Rules, state: GameState, actions: tuple[Action, ...]) -> Action:
    """What players do without thinking: attack with all that came to attack, face as before, run home."""
    if len(actions) == 1:
        return actions[0]
    match state.frame.step:
        case "declare":
            return _declaration(state, actions)
        case "add_attackers":
            return _joining(state, actions)
        case "advance" | "vacated" | "pursue":
            return _as_it_faces(rules, state, actions)
        case "withdraw":
            far = max(actions, key=lambda action: len(action.words))
            return far if far.verb == "withdraw" else _as_it_faces(rules, state, actions)
        case "rout_move":
            home = home_distance(rules, state.frame.side or "")
            running = [action for action in actions if action.verb == "run"]
            if running:
                return min(running, key=lambda action: home[rules.at[action.words[0]]])
        case "combats":
            about = state.fact(ABOUT)
            return next((action for action in actions if about in action.words), actions[0])
        case "rally":
            return _rally(rules, state, actions)
        case "reaction_target":
            return max(actions, key=lambda action: len(action.words))  # two batteries together
    return actions[0]


def _declaration(state: GameState, actions: tuple[Action, ...]) -> Action:
    """Those who rode to charge do; else the units the question is about attack, and nobody besides."""
    coming: tuple[str, ...] = state.fact("odds:coming") or ()
    for action in actions:
        if action.verb == "attack":
            unit, label = action.words
            if state.fact(f"charge:{unit}") == label or unit in coming:
                return action
    return PASS


def _joining(state: GameState, actions: tuple[Action, ...]) -> Action:
    """The next of the units the question is about, or that rode at this hex; others are not in question."""
    coming: tuple[str, ...] = state.fact("odds:coming") or ()
    target = state.frame.get("target")
    for action in actions:
        if action.verb == "join":
            (unit,) = action.words
            if unit in coming or state.fact(f"charge:{unit}") == target:
                return action
    return actions[0]


def _as_it_faces(rules: Rules, state: GameState, actions: tuple[Action, ...]) -> Action:
    """The first that turns nobody, else the first that goes."""
    going = [action for action in actions if action != PASS] or list(actions)
    for action in going:
        name = action.words[-1] if action.words else ""
        if action.verb == "face":
            faced = state.frame.get("faced") or ()
            units = tuple(id_ for id_ in state.frame.get("units") or () if id_ not in faced)
        elif len(action.words) >= 2 and action.words[0] in rules.at:
            units = state.pieces.at(rules.at[action.words[0]])
        else:
            continue
        if any(rules.facing_names[state.pieces[id_].facing] == name for id_ in units):
            return action
    return going[0]


def _rally(rules: Rules, state: GameState, actions: tuple[Action, ...]) -> Action:
    unit = state.frame.get("facing")
    if unit:
        name = rules.facing_names[state.pieces[unit].facing]
        return next(action for action in actions if action.words == (name,))
    return next((action for action in actions if action != PASS), PASS)
