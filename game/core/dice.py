"""Dice are handed in: seeded for play, scripted for replays and tests, typed in by players, or enumerated.

A roll says how the rule reads it, so that whoever enumerates can count together the faces that read
alike. A marker drawn from a cup is a die whose faces are the markers.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

Face = int | str
Reading = Callable[[Any], Hashable]


class Die(NamedTuple):
    """A die by its name and its equally likely faces."""

    name: str
    faces: tuple[Face, ...]


D6 = Die("d6", tuple(range(1, 7)))
D10 = Die("d10", tuple(range(10)))  # 0 counts as zero
D10_FROM_ONE = Die("d10", tuple(range(1, 11)))  # 0 counts as ten


def cup(markers: Iterable[str]) -> Die:
    """A cup of markers to draw from, each as likely as the next."""
    return Die("cup", tuple(sorted(markers)))


class Dice(Protocol):
    """Where faces come from."""

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        """The face that came up. *read* tells which faces mean the same to the rule."""
        ...


class SeededDice:
    """Dice for play: the n-th roll depends on seed and n alone, so a loaded game goes on as it would have."""

    def __init__(self, seed: int | str, rolled: int = 0) -> None:
        self.seed = seed
        self.rolled = rolled

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        # A hash, not a generator: no later Python may change what an old record's seed rolls.
        mixed = hashlib.blake2b(f"{self.seed}:{self.rolled}".encode(), digest_size=8).digest()
        self.rolled += 1
        return die.faces[int.from_bytes(mixed, "big") % len(die.faces)]


class StreamDice:
    """Dice for fast random games: one stream, not resumable."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        return die.faces[int(self.source.random() * len(die.faces))]


class WrongFace(ValueError):
    """A face that the die does not have."""


class OutOfFaces(Exception):
    """Scripted dice were asked for one roll more than they hold."""

    def __init__(self, die: Die, read: Reading, why: str) -> None:
        super().__init__(f"no face left for: {why}")
        self.die = die
        self.read = read
        self.why = why

    def branches(self) -> Iterator[tuple[Face, Fraction]]:
        """One face for each way the roll can read, with its chance."""
        first: dict[Hashable, Face] = {}
        count: dict[Hashable, int] = {}
        for face in self.die.faces:
            reading = self.read(face)
            first.setdefault(reading, face)
            count[reading] = count.get(reading, 0) + 1
        for reading, face in first.items():
            yield face, Fraction(count[reading], len(self.die.faces))


class ScriptedDice:
    """The faces of a record, a test or a branch, in order; asks no more than it was given."""

    def __init__(self, *faces: Face) -> None:
        self.faces = faces
        self.used = 0

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        if self.used == len(self.faces):
            raise OutOfFaces(die, read, why)
        face = self.faces[self.used]
        if face not in die.faces:
            raise WrongFace(f"{face!r} is not a face of the {die.name} rolled for: {why}")
        self.used += 1
        return face


class ManualDice:
    """The players roll at the table and type what they rolled."""

    def __init__(self, ask: Callable[[Die, str], Face]) -> None:
        self.ask = ask

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        face = self.ask(die, why)
        if face not in die.faces:
            raise WrongFace(f"{face!r} is not a face of the {die.name} rolled for: {why}")
        return face
