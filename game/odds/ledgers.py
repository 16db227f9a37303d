"""Running the steps of play up to a roll, past a roll that reads so, and never further than can be known."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from game.core.dice import Dice, Die, Reading
from game.core.engine import act_once, legal_actions
from game.core.ledger import Asked, Ledger, R, Ts
from game.core.questions import Covered, OddsForm, Prompt
from game.core.state import Frame, GameState


class Undecided(Exception):
    """Somebody has to decide, and a policy says how."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        super().__init__()


def go_on(form: OddsForm, rules: Any, ledger: Ledger) -> None:
    """Let the open step act, or do what is a matter of course there; `Undecided` where nothing is."""
    if act_once(rules, ledger):
        return
    state = ledger.state
    prompt = form.prompt(state)
    if prompt is not None:
        raise Undecided(prompt)
    action = form.usual(rules, state, legal_actions(rules, state))
    rules.steps[state.frames[-1].step].apply(rules, ledger, action)


class _NoDice:
    """Dice nobody may roll: what they show is not known here."""

    def roll(self, die: Die, read: Reading, why: str) -> NoReturn:
        raise Covered


NO_DICE = _NoDice()


class Unread(Covered):
    """A roll is to be decided, and nobody has said how it reads: whom to ask for it, and what about."""

    def __init__(self, asked: Callable[..., Asked], about: tuple[Any, ...]) -> None:
        self.asked = asked
        self.about = about
        super().__init__()


class _Asking(Ledger):
    """A ledger that goes as far as the roll that is to be decided."""

    __slots__ = ("asked",)

    def __init__(self, state: GameState, dice: Dice) -> None:
        super().__init__(state, dice)
        self.asked: Asked | None = None

    def decide(self, asked: Callable[[R, *Ts], Asked], rules: R, *about: *Ts) -> NoReturn:
        self.asked = asked(rules, *about)
        raise Unread(asked, about)


def asked_in(form: OddsForm, rules: Any, state: GameState) -> Asked | None:
    """The roll that the open step decides next; None when it needs none, or rolls otherwise."""
    ledger = _Asking(state, NO_DICE)
    with suppress(Covered):
        go_on(form, rules, ledger)
    return ledger.asked


class Told(Ledger):
    """A ledger in which the next roll reads as it is told, whatever its chances are."""

    __slots__ = ("_told",)

    def __init__(self, state: GameState, *told: object) -> None:
        super().__init__(state, NO_DICE)
        self._told = list(told)

    def decide(self, asked: Callable[[R, *Ts], Asked], rules: R, *about: *Ts) -> object:
        if self._told:
            return self._told.pop()
        raise Unread(asked, about)


class _Hidden:
    """What only the chances of a roll depend on, while its reading is told: nobody may look at it."""

    def _look(self, *_other: object) -> NoReturn:
        raise Covered

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __bool__ = __int__ = __index__ = __neg__ = __abs__ = __len__ = __iter__ = __getitem__ = _look
    __hash__ = __str__ = __repr__ = _look

    def __eq__(self, other: object) -> bool:
        raise Covered


_HIDDEN: Any = _Hidden()


def apart_from_chances(rules: Any, state: GameState) -> tuple[GameState, GameState] | None:
    """A state without what only the chances of its roll depend on, and with it hidden; None without any."""
    step, side, data, secret = state.frames[-1]
    names = getattr(rules.steps.get(step), "chances", ())
    if not names or any(data.get(name) is None for name in names):
        return None
    bare = {name: value for name, value in data.items() if name not in names}
    below = state.frames[:-1]
    return (
        state.with_frames((*below, Frame(step, side, bare, secret))),
        state.with_frames((*below, Frame(step, side, {**bare, **dict.fromkeys(names, _HIDDEN)}, secret))),
    )


def told_to(form: OddsForm, rules: Any, state: GameState, reading: object) -> GameState | None:
    """The state a roll leads to that reads so; None when what is hidden in its own has a say in it."""
    ledger = Told(state, reading)
    try:
        go_on(form, rules, ledger)
        for frame in ledger.frames:
            hash(tuple(frame.data.values()))  # nothing hidden may be left
    except Covered:
        return None
    return ledger.state
