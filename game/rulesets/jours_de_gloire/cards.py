"""What is printed on the counters: units with two faces, generals, and the formations they belong to."""

from __future__ import annotations

from typing import Literal, NamedTuple

Arm = Literal["infantry", "cavalry", "heavy_cavalry", "artillery"]

# [0.3] The states a unit can be in; the first two are the faces of its counter.
GOOD = "good"
DISORDERED = "disordered"
ROUTED = "routed"
ELIMINATED = "eliminated"
FALLEN = "fallen"  # [3] of a general, where the scenario puts him at risk
EXITED = "exited"  # [6.6] left the map where the scenario lets it
GONE = frozenset({ELIMINATED, EXITED})  # out of the game for good

SQUARE = "square"


class Face(NamedTuple):
    """[0.3] The figures on one face of a counter."""

    strength: int
    cohesion: int
    engagement: int
    movement: int


class Card(NamedTuple):
    """A combat unit as printed."""

    id: str
    name: str
    side: str
    formation: str
    arm: Arm
    nationality: str
    good: Face
    disordered: Face
    horse: bool = False
    effective: int = 0
    maximum: int = 0
    acts_with: str = ""  # [2.2] whose marker activates it until its own formation is released

    @property
    def is_artillery(self) -> bool:
        return self.arm == "artillery"

    @property
    def is_infantry(self) -> bool:
        return self.arm == "infantry"

    @property
    def is_cavalry(self) -> bool:
        return self.arm in ("cavalry", "heavy_cavalry")

    @property
    def is_heavy(self) -> bool:
        return self.arm == "heavy_cavalry"

    @property
    def column(self) -> str:
        """The column of the terrain table this unit uses."""
        arm = self.arm
        return "cavalry" if arm == "heavy_cavalry" else arm


class Fall(NamedTuple):
    """[3] From this turn on a general falls when the die shows so much or less."""

    from_turn: int
    at_most: int


class General(NamedTuple):
    """[2.1, 3] A general: what he can order, how far, and what he adds."""

    id: str
    name: str
    side: str
    is_commander: bool
    command_points: int
    command_range: int
    bonus: int
    initiative: int
    movement: int
    formations: tuple[str, ...] = ()
    commands_from: int = 1  # [2.1] the first turn on which he gives orders
    falls: Fall | None = None


class Formation(NamedTuple):
    """[2] A group activated together: its markers in the cup and its rating for individual orders."""

    id: str
    name: str
    side: str
    rating: int
    markers: int
    units: tuple[str, ...]
    released_on: int = 1
    comes_at_most: int | None = None  # [11] what the die may show for it to come, once it is due


class SpecialMarker(NamedTuple):
    """[2.2] An extra activation marker: once a game it lets some units of named formations act as ordered."""

    id: str
    name: str
    side: str
    first_turn: int
    last_turn: int
    formations: tuple[str, ...]
    infantry: int
    cavalry: int
    cavalry_formations: tuple[str, ...] = ()  # where its cavalry comes from, if not from the same
