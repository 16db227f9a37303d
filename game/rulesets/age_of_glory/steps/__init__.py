"""The boxes of the flow chart by the names `sequence.toml` uses, and the questions it asks of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.core.state import GameState
from game.core.steps import Step
from game.rulesets.age_of_glory.melee import pending
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps import (
    breakthrough,
    combat,
    ending,
    fire,
    initiative,
    leading,
    losses,
    manoeuvre,
    marching,
    retreats,
)

STEPS: Mapping[str, Step[Any]] = {
    **initiative.STEPS,
    **leading.STEPS,
    **marching.STEPS,
    **manoeuvre.STEPS,
    **fire.STEPS,
    **combat.STEPS,
    **losses.STEPS,
    **breakthrough.STEPS,
    **retreats.STEPS,
    **ending.STEPS,
}


def _charges_pending(rules: Rules, state: GameState) -> bool:
    return bool(pending(rules, state))


CONDITIONS: Mapping[str, Callable[[Any, GameState], bool]] = {
    "game_goes_on": lambda rules, state: state.result is None,
    "second_player_turn_left": lambda rules, state: state.fact("half") == 1,
    "charges_pending": _charges_pending,
    "somebody_breaks_through": lambda rules, state: any(key.startswith("break:") for key in state.facts),
}
