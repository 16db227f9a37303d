"""Plain enumeration: every face of every die played out one by one, nothing grouped, nothing remembered.

Slow and simple on purpose: what `game.odds` gives is held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from game.core.actions import Action
from game.core.dice import Dice, Face, OutOfFaces, ScriptedDice
from game.core.engine import Played, carry_out, legal_actions, proceed
from game.core.questions import Ending, OddsForm, Situation
from game.core.state import GameState


def decide(form: OddsForm, rules: object, state: GameState, policies: Mapping[str, str]) -> Action:
    """What is done at a decision under named policies; there is no best reply here."""
    actions = legal_actions(rules, state)  # type: ignore[arg-type]
    prompt = form.prompt(state)
    if prompt is not None:
        never = policies[prompt.name] == "never"
        wanted = tuple(action for action in actions if (action.verb in prompt.no) == never)
        actions = wanted or actions
    return form.usual(rules, state, actions)


def play_out(
    form: OddsForm, situation: Situation, policies: Mapping[str, str], dice: Callable[[], Dice]
) -> GameState:
    """One play of a chain from its beginning to its end, with these dice."""
    rules, state = situation.rules, situation.state
    opening = list(situation.opening)
    faces = dice()
    while True:
        if not opening and (state.result is not None or situation.is_over(state)):
            after = None if state.result is not None else situation.next_round(state)
            if after is None:
                return state
            state = after
            continue
        done: Played | None = proceed(rules, state, faces)
        if done is None:
            action = opening.pop(0) if opening else decide(form, rules, state, policies)
            done = carry_out(rules, state, action, faces)
        state = done.state


def brute_force(
    form: OddsForm,
    situation: Situation,
    policies: Mapping[str, str],
    most: int = 200_000,
    grouped: bool = False,
) -> dict[str, Fraction]:
    """Every label a chain can end with and its chance, by playing every face from the very beginning.

    *grouped* plays one face for all that read alike, which long chains need; still nothing is remembered.
    """
    counted: dict[str, Fraction] = {}
    waiting: list[tuple[tuple[Face, ...], Fraction]] = [((), Fraction(1))]
    played = 0
    while waiting:
        faces, chance = waiting.pop()
        played += 1
        assert played < most, "too large for brute force"
        try:
            end = play_out(form, situation, policies, lambda faces=faces: ScriptedDice(*faces))  # type: ignore[misc]
        except OutOfFaces as wanted:
            faces_of = wanted.branches() if grouped else _every_face(wanted)
            waiting.extend(((*faces, face), chance * share) for face, share in faces_of)
            continue
        label = form.label(Ending(situation, end))
        counted[label] = counted.get(label, Fraction(0)) + chance
    return counted


def _every_face(wanted: OutOfFaces) -> Iterator[tuple[Face, Fraction]]:
    share = Fraction(1, len(wanted.die.faces))
    return ((face, share) for face in wanted.die.faces)
