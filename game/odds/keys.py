"""Keys of states: alike for states that are alike, in one graph or in several that share their numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import count
from typing import Generic, TypeVar

from game.core.state import Frame, GameState, Value

T = TypeVar("T")


class Alike(Generic[T]):
    """A number for each thing, the same for all that are alike."""

    def __init__(self, form: Callable[[T], Hashable]) -> None:
        self._form = form
        self._numbers: dict[Hashable, int] = {}
        self._next = count().__next__

    def number(self, thing: T) -> int:
        form = self._form(thing)
        known = self._numbers.get(form)
        # Drawn, not counted: two threads that come here at once must not draw the same.
        return self._numbers.setdefault(form, self._next()) if known is None else known


class _Known(Generic[T]):
    """The numbers of things; what has its number is looked at no more."""

    def __init__(self, alike: Alike[T]) -> None:
        self._number = alike.number
        # The thing is kept with its number, so that no other can take over its id.
        self._known: dict[int, tuple[T, int]] = {}

    def of(self, thing: T) -> int:
        known = self._known.get(id(thing))
        if known is None:
            self._known[id(thing)] = known = (thing, self._number(thing))
        return known[1]


def _form_of_frame(frame: Frame) -> Hashable:
    step, side, data, secret = frame
    return (step, side, secret, frozenset(data.items()))


def _form_of_facts(facts: Mapping[str, Value]) -> Hashable:
    return frozenset(facts.items())


class Numbers:
    """The numbers that frames and facts have in all graphs whose keys are to mean the same."""

    def __init__(self) -> None:
        self.frames = Alike(_form_of_frame)
        self.facts = Alike(_form_of_facts)


class Keys:
    """What tells a state from every other: small, and quickly found for states one after another."""

    def __init__(self, numbers: Numbers) -> None:
        self._frames = _Known(numbers.frames)
        self._facts = _Known(numbers.facts)

    def of(self, state: GameState) -> Hashable:
        frames = map(self._frames.of, state.frames)
        return (state.pieces.digest, self._facts.of(state.facts), state.turn, state.result, *frames)
