"""What each side may see. Everything shown to a player, text or picture, starts from here.

The convention is small. A fact whose key begins `secret:<side>:` is seen by that side alone. An open step
marked secret shows what it remembers only to the side it asks. A line told with `secret_to=<side>` is for
that side. Legal actions are offered to the asked side only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from game.core.actions import Action
from game.core.engine import Rules, asked_side, legal_actions, prompt, why_not
from game.core.errors import Refusal
from game.core.events import Event, FactChanged, FrameChanged, StepClosed, StepOpened, Told
from game.core.state import Frame, GameState, Value
from game.core.tongue import _

SECRET = "secret:"


class View(NamedTuple):
    """One side's view of a moment: the table as it sees it, what it is asked and what it may do."""

    side: str | None  # None: a bystander, who sees nobody's secrets
    state: GameState
    asked: str | None
    prompt: str
    actions: tuple[Action, ...]


def owner_of(key: str) -> str | None:
    """The side a secret fact belongs to; None for a fact everybody sees."""
    return key.split(":", 2)[1] if key.startswith(SECRET) else None


def has_secrets(state: GameState) -> bool:
    """Whether somebody knows something that the other side does not."""
    return any(frame.secret for frame in state.frames) or any(key.startswith(SECRET) for key in state.facts)


def seen_state(state: GameState, side: str | None) -> GameState:
    """The table with everything left out that a side may not see."""
    if not has_secrets(state):
        return state
    facts: Mapping[str, Value] = {
        key: value for key, value in state.facts.items() if owner_of(key) in (None, side)
    }
    frames = tuple(_seen_frame(frame, side) for frame in state.frames)
    return GameState(state.turn, frames, state.pieces, facts, state.result)


def _seen_frame(frame: Frame, side: str | None) -> Frame:
    return frame._replace(data={}) if frame.secret and frame.side != side else frame


def view(rules: Rules, state: GameState, side: str | None) -> View:
    """What a side may see and do now."""
    asked = asked_side(state)
    if asked is None or asked == side:
        return View(side, seen_state(state, side), asked, prompt(rules, state), legal_actions(rules, state))
    waiting = _("The other side decides.")
    return View(side, seen_state(state, side), asked, waiting, ())


def why_not_for(rules: Rules, state: GameState, side: str | None, action: Action) -> Refusal | None:
    """Rule and reason against an action, in words this side may read."""
    if state.result is None and asked_side(state) != side:
        return Refusal(_("the other side decides now"))
    return why_not(rules, state, action)


def visible_events(
    events: Iterable[Event], side: str | None, frames: tuple[Frame, ...] = ()
) -> tuple[Event, ...]:
    """The events a side may know of. *frames* are the steps that were open before the first of them."""
    stack = list(frames)
    found: list[Event] = []
    for event in events:
        match event:
            case FactChanged(key, _value) if owner_of(key) not in (None, side):
                continue
            case Told() if event.word("secret_to") not in (None, side):
                continue
            case FrameChanged(data):
                if stack:
                    top = stack[-1]
                    stack[-1] = top._replace(data={**top.data, **dict(data)})
                    if top.secret and top.side != side:
                        continue
            case StepOpened(frame):
                stack.append(frame)
                event = StepOpened(_seen_frame(frame, side))
            case StepClosed() if stack:
                stack.pop()
        found.append(event)
    return tuple(found)


TELLING: frozenset[type] = frozenset({FactChanged, Told})  # the only events that can reveal anything


def reveals(event: Event, frame: Frame | None = None) -> bool:
    """Whether an event shows somebody what was hidden: a secret is turned over and so forgotten.

    In a secret step (*frame*) the side that is asked may think again about its own without showing it.
    """
    match event:
        case FactChanged(key, None):
            own = frame is not None and frame.secret and frame.side == owner_of(key)
            return key.startswith(SECRET) and not own
        case Told():
            return bool(event.word("reveals"))
    return False
