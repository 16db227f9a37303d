"""An action in a game as a question: who is concerned, and where the chain it begins comes to rest."""

from __future__ import annotations

from collections.abc import Callable

from game.core.actions import Action
from game.core.errors import Refusal
from game.core.events import Rolled
from game.core.questions import BadQuestion, Situation, of_every
from game.core.state import GameState
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import Combat, combats
from game.rulesets.jours_de_gloire.odds.decisions import ABOUT
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.steps.combats import clash_words
from game.rulesets.jours_de_gloire.units import units_at

# The steps below which a chain belongs to one segment, and the step that comes when the segment is over.
SEGMENTS = ("shock", "fire", "rally")


def situation(rules: Rules, state: GameState, action: Action) -> Situation:
    """The situation an action opens: fire, a charge, a shock, a rally, or any decision inside one."""
    attackers, defenders = _concerned(rules, state, action)
    about = _target(state, action)
    if about:
        state = GameState(state.turn, state.frames, state.pieces, {**state.facts, ABOUT: about})
    if not attackers:
        raise BadQuestion(Refusal(_("'{action}' begins no fight, test or rally").format(action=action)))
    words = _("{units}: {action}").format(
        units=", ".join(rules.cards[id_].name for id_ in attackers), action=action
    )
    kind = _kind(state, action)
    return Situation(
        rules,
        state,
        (action,),
        attackers,
        defenders,
        words,
        _is_over(state),
        kind=kind,
        is_about=_is_about(about),
    )


def _kind(state: GameState, action: Action) -> str:
    """The kind of question an action is, by its name or by the segment it belongs to."""
    named = {"attack": "shock", "strike": "charge", "fire": "fire", "rally": "rally", "run": "rout"}
    if action.verb in named:
        return named[action.verb]
    return next((name for name in SEGMENTS if any(frame.step == name for frame in state.frames)), "")


def _concerned(rules: Rules, state: GameState, action: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who acts and who is acted upon."""
    frame = state.frame
    match action:
        case Action("attack", (unit, label)) if unit in rules.cards:
            return (unit,), _units(rules, state, label)
        case Action("strike", (label, *_rest)):
            return (frame.get("unit"),), _units(rules, state, label)
        case Action("fire", (label, *_rest)) if frame.get("firers"):
            return frame.get("firers"), _units(rules, state, label)
        case Action("answer", batteries) if frame.step == "counter_battery":
            return batteries, _units(rules, state, frame.get("target"))
        case Action("rally" | "run", (unit,)) if unit in rules.cards:
            return (unit,), ()
    combat = _combat_of(state, action)
    if combat is not None:
        found = tuple(id_ for label in combat.targets for id_ in _units(rules, state, label))
        joining = action.words if action.verb == "join" else ()
        return (*combat.attackers, *joining), found
    unit = frame.get("unit")
    return ((unit,), ()) if unit in rules.cards else ((), ())


def _combat_of(state: GameState, action: Action) -> Combat | None:
    """The combat an action belongs to: the one being fought, else that of its hex or unit, else the first."""
    for frame in reversed(state.frames):
        fought: Combat | None = frame.get("combat")
        if fought is not None:
            return fought
    declared = combats(state)
    for about in (state.frame.get("target"), *action.words):
        for combat in declared:
            if about in combat.targets or about in combat.attackers:
                return combat
    return declared[0] if declared else None


def _target(state: GameState, action: Action) -> str:
    """The hex whose combat an action is about: among several it is fought first, so that it is told first."""
    if action.verb == "attack" and state.frame.step == "declare":
        return action.words[1]
    combat = _combat_of(state, action)
    return combat.target if combat is not None and combat in combats(state) else ""


def _is_about(target: str) -> Callable[[Rolled], bool]:
    """Whether a roll is of the combat against a hex; of any, where none is named."""
    return (lambda roll: roll.why == clash_words("shock", target)) if target else of_every


def _units(rules: Rules, state: GameState, label: str) -> tuple[str, ...]:
    if label not in rules.at:
        return ()
    return tuple(piece.id for piece in units_at(rules, state, rules.at[label]))


def _is_over(state: GameState) -> Callable[[GameState], bool]:
    """When the segment the chain began in is over; a charge is over with the shock it leads to."""
    steps = [frame.step for frame in state.frames]
    for name in SEGMENTS:
        if name in steps:
            depth = steps.index(name)
            if name == "shock":
                return lambda now: len(now.frames) <= depth
            return lambda now: len(now.frames) <= depth + 1 and now is not state
    if "activations" in steps:
        depth = steps.index("activations")
        return lambda now: len(now.frames) <= depth + 1 and (now.frames[depth].get("part") or 0) > 6
    depth = len(steps)
    return lambda now: len(now.frames) < depth
