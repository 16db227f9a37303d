"""What happened, shown: pieces on their way, dice falling. Reads events, never decides anything.

The theatre keeps the table as it is shown, which lags behind the table as it is. Whoever is in a hurry
calls `finish`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from game.core.dice import Face
from game.core.events import (
    Event,
    FormationChanged,
    Marked,
    Moved,
    Placed,
    Removed,
    Rolled,
    StatusChanged,
    StrengthChanged,
    Turned,
    Unmarked,
    after,
)
from game.core.state import GameState
from hexmap.coords import Hex

# Events that change how the board looks; the others are for the log alone.
_BOARD = (Moved, Turned, Placed, Removed, StatusChanged, FormationChanged, StrengthChanged, Marked, Unmarked)
_PACE = {"off": 0.0, "quick": 0.45, "calm": 1.0}
_HEX_S, _LONGEST_S, _ROLL_S, _FALL_S, _FLASH_S = 0.17, 1.1, 1.5, 0.55, 0.35


class Readings(NamedTuple):
    """A roll as the rule reads it: every face of the die with its meaning."""

    die: str
    why: str
    faces: tuple[tuple[Face, str], ...]


class OnTheWay(NamedTuple):
    """A piece between two hexes: how far from the first to the second, 0 to 1."""

    unit: str
    a: Hex
    b: Hex
    share: float


class Falling(NamedTuple):
    """A die on the table: what it was rolled for, whether it lies still, how every face would read."""

    event: Rolled
    still: bool
    readings: tuple[tuple[Face, str], ...] = ()
    spin: int = 0


@dataclass
class Beat:
    """A few events that are shown at the same time, and for how long."""

    events: list[Event]
    lasts: float
    readings: tuple[tuple[Face, str], ...] = ()
    begun: float = field(default=0.0)


class Theatre:
    """Shows events one after another."""

    def __init__(self, state: GameState, pace: str = "calm", has_dice: bool = True) -> None:
        self.shown = state
        self.goal = state
        self.pace = _PACE[pace]
        self.has_dice = has_dice
        self._beats: deque[Beat] = deque()
        self._clock = 0.0
        self.flashes: dict[Hex, float] = {}

    @property
    def is_playing(self) -> bool:
        return bool(self._beats)

    def play(self, events: Iterable[Event], goal: GameState, rolls: Iterable[Readings] = ()) -> None:
        """Show some events; the table then stands as in *goal*."""
        self.goal = goal
        waiting = deque(rolls)
        for event in events:
            self._add(event, waiting)
        if not self._beats or not self.pace:
            self.finish()

    def _add(self, event: Event, rolls: deque[Readings]) -> None:
        if isinstance(event, Rolled):
            faces = rolls.popleft().faces if rolls else ()
            if self.has_dice:
                self._beats.append(Beat([event], _ROLL_S, faces))
            return
        if not isinstance(event, _BOARD):
            return
        last = self._beats[-1] if self._beats else None
        if isinstance(event, Moved):
            lasts = min(_LONGEST_S, _HEX_S * (len(event.path) - 1))
            before = last.events[0] if last else None
            # Units that march together are seen to march together.
            if last and isinstance(before, Moved) and before.path == event.path:
                last.events.append(event)
                return
            self._beats.append(Beat([event], lasts))
        elif isinstance(event, Removed | StatusChanged | Placed):
            self._beats.append(Beat([event], _FLASH_S))
        elif last:
            last.events.append(event)
        else:
            self._beats.append(Beat([event], 0.0))

    def finish(self) -> None:
        """Be done with everything at once."""
        self._beats.clear()
        self.shown = self.goal
        self.flashes.clear()

    def jump_to(self, state: GameState) -> None:
        """Show a table without showing how it came about."""
        self.goal = state
        self.finish()

    def begin_from(self, state: GameState) -> None:
        """Show an earlier table, from which events will be played."""
        self._beats.clear()
        self.shown = state

    def tick(self, seconds: float) -> bool:
        """Let time pass; True while the picture changes."""
        if not self._beats:
            return False
        self._clock += seconds
        while self._beats:
            beat = self._beats[0]
            length = beat.lasts * self.pace
            if self._clock < length:
                return True
            self._clock -= length
            self._beats.popleft()
            for event in beat.events:
                if isinstance(event, _BOARD):
                    self.shown = after(self.shown, event)
        self._clock = 0.0
        self.shown = self.goal
        return True

    # --- what is seen now ----------------------------------------------------------------------

    def on_the_way(self) -> list[OnTheWay]:
        """The pieces that are between two hexes now."""
        beat = self._beats[0] if self._beats else None
        if beat is None:
            return []
        found = []
        for event in beat.events:
            if not isinstance(event, Moved) or len(event.path) < 2:
                continue
            length = max(beat.lasts * self.pace, 0.001)
            along = min(0.999, self._clock / length) * (len(event.path) - 1)
            at = int(along)
            found.append(OnTheWay(event.unit, event.path[at], event.path[at + 1], along - at))
        return found

    def falling(self) -> Falling | None:
        """The die that is being shown."""
        beat = self._beats[0] if self._beats else None
        if beat is None or not isinstance(beat.events[0], Rolled):
            return None
        still = self._clock >= _FALL_S * self.pace
        return Falling(beat.events[0], still, beat.readings, int(self._clock * 18))

    def struck(self) -> tuple[str, ...]:
        """The pieces something is happening to now."""
        beat = self._beats[0] if self._beats else None
        if beat is None:
            return ()
        return tuple(e.unit for e in beat.events if isinstance(e, Removed | StatusChanged | Placed))


def hex_of(event: Event, pieces: Mapping[str, Hex | None]) -> Hex | None:
    """Where an event took place, as far as it says."""
    match event:
        case Moved(_unit, path):
            return path[-1]
        case Placed(_unit, hex_):
            return hex_
        case (
            Turned(unit)
            | Removed(unit)
            | StatusChanged(unit)
            | FormationChanged(unit)
            | StrengthChanged(unit)
        ):
            return pieces.get(unit)
    return None
