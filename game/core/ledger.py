"""A ledger writes events down as they happen and keeps the state they lead to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from game.core.dice import Dice, Die, Face, Reading
from game.core.events import (
    CHANGES,
    Event,
    FactChanged,
    FrameChanged,
    Rolled,
    StepClosed,
    StepOpened,
    Told,
)
from game.core.modifiers import Modifier
from game.core.state import Draft, Frame, GameState, Value, built

T = TypeVar("T", bound=Hashable)
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


@lru_cache(maxsize=500)
def _closing(step: str) -> tuple[Event, ...]:
    """Every step closes the same way each time."""
    return (StepClosed(step),)


class Asked(NamedTuple):
    """A roll that a rule asks for: the die, how its faces read, why, and the lines of its sum."""

    die: Die
    read: Reading
    why: str
    lines: tuple[Modifier, ...] = ()
    rule: str = ""


class Ledger(Draft):
    """Where a step writes what happens; `state` follows. The dice it rolls are those it was handed."""

    __slots__ = ("dice", "events")

    def __init__(self, state: GameState, dice: Dice) -> None:
        Draft.__init__(self, state)
        self.dice = dice
        self.events: list[Event] = []

    def write(self, event: Event, *more: Event) -> None:
        """What happened, in order."""
        CHANGES[type(event)](self, event)
        self.events.append(event)
        if more:
            self.write(*more)

    def restack(self, events: tuple[Event, ...], frames: tuple[Frame, ...]) -> None:
        """Events that are known to put other open steps in place of the top one and to do nothing else."""
        self.events.extend(events)
        self.set_frames(self.frames[:-1] + frames)

    def roll(
        self,
        die: Die,
        read: Reading,
        why: str,
        lines: tuple[Modifier, ...] = (),
        rule: str = "",
    ) -> Any:
        """What a roll means to the rule: *read* of the face that came up. The face goes into the log."""
        face: Face = self.dice.roll(die, read, why)
        meaning = read(face)
        self.write(built(Rolled, (die.name, face, why, str(meaning), lines, rule)))
        return meaning

    def decide(self, asked: Callable[[R, *Ts], Asked], rules: R, *about: *Ts) -> Any:
        """What a roll means, as from `roll`, where *asked* alone looks at what makes it likely or not.

        It looks at the rules and at what it is told *about*, and remembers nothing: odds can then tell what
        each meaning leads to from how likely it is, and ask again under other ratings.
        """
        return self.roll(*asked(rules, *about))

    # --- the words steps use most --------------------------------------------------------------

    def open(self, step: str, side: str | None = None, secret: bool = False, **data: Value) -> None:
        """Open another step above this one; it is asked, or acts, next."""
        self.write(built(StepOpened, (built(Frame, (step, side, data, secret)),)))

    def close(self) -> None:
        """Close the open step."""
        self.restack(_closing(self.frames[-1].step), ())

    def keep(self, **data: Value) -> None:
        """Let the open step remember something."""
        self.write(built(FrameChanged, (tuple(data.items()),)))

    def fact(self, key: str, value: Value) -> None:
        """Let the table remember something; None forgets it."""
        self.write(built(FactChanged, (key, value)))

    def tell(self, what: str, **words: Any) -> None:
        """A line for the log that changes nothing."""
        self.write(built(Told, (what, tuple(words.items()))))
