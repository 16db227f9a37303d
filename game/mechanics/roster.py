"""What scenario files of several games share: identifiers, entries, objectives, levels of victory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from game.core.errors import did_you_mean
from game.core.models import Closed

Identifier = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)
Points = Annotated[int, Field(ge=-1000, le=1000)]


class Entry(Closed):
    """When and where a piece comes onto the map."""

    turn: int = Field(ge=1, le=200)
    hex: str
    facing: str


class Standing(Closed):
    """A piece with a name, and where it begins: on the map, or entering it later."""

    id: str = Identifier
    name: str
    at: str = ""
    facing: str = ""
    enters: Entry | None = None

    @model_validator(mode="after")
    def _stands_somewhere(self) -> Self:
        if bool(self.at) == bool(self.enters):
            raise ValueError(f"unit '{self.id}' needs either 'at' with 'facing', or 'enters'")
        if self.at and not self.facing:
            raise ValueError(f"unit '{self.id}' stands at {self.at} without a 'facing'")
        return self


class ObjectiveEntry(Closed):
    """A hex worth points to whoever stood in it last."""

    hex: str
    name: str
    points: Points | dict[str, Points]
    holder: str = ""

    def sides(self) -> tuple[str, ...]:
        """The sides it speaks of."""
        worth = tuple(self.points) if isinstance(self.points, dict) else ()
        return (*worth, self.holder) if self.holder else worth


class Level(Closed):
    """A level of victory from this margin of points up."""

    margin: int = Field(ge=1, le=10_000)
    name: str


# Called by the models' validators: each says what is wrong by a ValueError, as pydantic wants it.


def check_rising(levels: Sequence[Level]) -> None:
    """Levels of victory stand in the order of their margins."""
    margins = [level.margin for level in levels]
    if not margins or margins != sorted(set(margins)):
        raise ValueError("victory levels must be given with rising margins")
    check_different("victory level", [level.name for level in levels])


def check_different(kind: str, names: Sequence[str]) -> None:
    """No name is given twice."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"{kind} '{twice[0]}' is used twice")


def check_known(group: str, what: str, pairs: Iterable[tuple[str, str]], known: Collection[str]) -> None:
    """Of (owner, name) pairs, every name is one that the scenario knows."""
    for owner, name in pairs:
        if name not in known:
            raise ValueError(f"{group}, '{owner}': unknown {what} '{name}'{did_you_mean(name, known)}")


def check_in_time(entries: Iterable[tuple[str, Entry | None]], turns: int) -> None:
    """Nobody enters after the last turn."""
    for id_, entry in entries:
        if entry and entry.turn > turns:
            raise ValueError(f"unit '{id_}' enters on turn {entry.turn}, after the last turn")
