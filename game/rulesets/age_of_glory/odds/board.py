"""An action in a game as a question: who is concerned, and where the chain it begins comes to rest."""

from __future__ import annotations

from collections.abc import Callable

from game.core.actions import Action, act
from game.core.errors import Refusal
from game.core.questions import BadQuestion, Situation
from game.core.state import GameState
from game.core.tongue import _
from game.rulesets.age_of_glory.gunnery import firers_at
from game.rulesets.age_of_glory.melee import combat_at
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import fighters_at

# Steps in which an action is complete when the same step asks again, or has closed.
PHASES = ("march_units", "defensive_fire", "offensive_fire", "charges", "breakthrough_combats")


def situation(rules: Rules, state: GameState, action: Action) -> Situation:
    """The situation an action opens: a march roll, a fire, a charge, a combat."""
    attackers, defenders = _concerned(rules, state, action)
    if not attackers:
        raise BadQuestion(Refusal(_("'{action}' rolls no dice").format(action=action)))
    names = ", ".join(rules.name_of(id_) for id_ in attackers)
    words = _("{units}: {action}").format(units=names, action=action)
    kind = {"fight": "combat", "target": "fire"}.get(action.verb, action.verb)
    return Situation(
        rules,
        state,
        _opening(action, attackers),
        attackers,
        defenders,
        words,
        _is_over(state, action),
        kind=kind,
    )


def _opening(action: Action, attackers: tuple[str, ...]) -> tuple[Action, ...]:
    """What is done first; where only a target is named, all who can fire at it."""
    if action.verb != "target":
        return (action,)
    joining = act("all") if len(attackers) > 1 else act("add", attackers[0])
    return action, joining, act("fire")


def _concerned(rules: Rules, state: GameState, action: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who acts and who is acted upon."""
    match action:
        case Action("march", (unit,)) if unit in rules.units:
            return (unit,), ()
        case Action("target", (target,)) if target in state.pieces:
            assert state.frame.side is not None
            able = firers_at(rules, state, state.frame.side, state.pieces[target])
            return tuple(piece.id for piece in able), (target,)
        case Action("fire", ()):
            return state.frame.get("firers"), (state.frame.get("target"),)
        case Action("charge", (target, _place)) if target in rules.at:
            return (state.frame.get("unit"),), _at(rules, state, target)
        case Action("fight", (target,)) if target in rules.at:
            combat = combat_at(rules, state, rules.at[target])
            return combat.attackers, combat.defenders
    return (), ()


def _at(rules: Rules, state: GameState, label: str) -> tuple[str, ...]:
    return tuple(piece.id for piece in fighters_at(rules, state, rules.at[label]))


def _is_over(state: GameState, action: Action) -> Callable[[GameState], bool]:
    """When the phase the action belongs to asks for something new; a charge, when the player turn is over."""
    steps = [frame.step for frame in state.frames]
    if action.verb == "charge" and "player_turns" in steps:
        depth = steps.index("player_turns")
        turn = state.fact("player_turn")

        def turn_is_over(now: GameState) -> bool:
            return now.fact("player_turn") != turn or len(now.frames) <= depth

        return turn_is_over
    depth = max((steps.index(step) for step in PHASES if step in steps), default=len(steps) - 1)

    def phase_is_over(now: GameState) -> bool:
        settled = len(now.frames) <= depth + 1 or now.frames[-1].step == "manoeuvre"
        return settled and now.digest != state.digest

    return phase_is_over
