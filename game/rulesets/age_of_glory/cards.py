"""What is known of troops, batteries and leaders before the first turn, and the words for their states."""

from __future__ import annotations

from typing import Literal, NamedTuple

Arm = Literal["foot", "skirmish", "horse"]
Weapon = Literal["pike", "firelock", "pistoleer", "shock", "none"]
Grade = Literal["elite", "regular", "raw"]
Gun = Literal["light", "heavy", "siege"]
Elect = Literal["", "swedish_foot", "polish_hussars", "janissaries", "huguenots"]
ELECTS: tuple[Elect, ...] = (
    "swedish_foot",
    "polish_hussars",
    "janissaries",
    "huguenots",
)  # as the page has them

# [10.1] Troops on the map are in good order or disordered; a battery may be silenced instead.
GOOD = "good"
DISORDERED = "disordered"
SILENCED = "silenced"
# How a piece left the map.
DESTROYED = "destroyed"
WRECKED = "wrecked"
CAPTURED = "captured"
EXITED = "exited"
DISABLED = "disabled"
# [3] A leader on the map is with a unit or by himself.
ATTACHED = "attached"
DETACHED = "detached"

LINE = "line"
SUPPORTED = "supported_line"
FIELD_COLUMN = "field_column"
MARCH_COLUMN = "march_column"
ROAD_COLUMN = "road_column"
SQUARE = "square"
SKIRMISH = "skirmish"
LIMBERED = "limbered"
UNLIMBERED = "unlimbered"

FORMED = (LINE, SUPPORTED, FIELD_COLUMN, MARCH_COLUMN, ROAD_COLUMN)
TROOP_FORMATIONS = (*FORMED, SQUARE, SKIRMISH)
MARCHING = frozenset({MARCH_COLUMN, ROAD_COLUMN})
COLUMNS = frozenset({FIELD_COLUMN, MARCH_COLUMN, ROAD_COLUMN})
CHARGING_FORMATIONS = frozenset({LINE, SUPPORTED, FIELD_COLUMN})


class Unit(NamedTuple):
    """[10] A body of foot, skirmishers or horse."""

    id: str
    name: str
    side: str
    arm: Arm
    weapon: Weapon
    grade: Grade
    stands: int
    fresh_from: int  # fresh with so many stands or more
    spent_at: int  # spent with so many stands or fewer
    nation: str = ""
    elect: Elect = ""
    ottoman: bool = False
    dragoons: bool = False


class Battery(NamedTuple):
    """[6] A battery: its guns, and whether it shoots by the French and Austrian row."""

    id: str
    name: str
    side: str
    gun: Gun
    army: Literal["french", "austrian", "other"]


class Leader(NamedTuple):
    """[3] A leader; exactly one of each side leads the army."""

    id: str
    name: str
    side: str
    army: bool = False
    charismatic: bool = False
    rating: str = "plain"  # a row of the initiative modifiers
    gunner: bool = False  # may direct one fire of a battery each player turn


def fresh_from(stands: int) -> int:
    """[10.2] Fresh while more than two thirds of the stands are left."""
    return stands * 2 // 3 + 1


def spent_at(stands: int, grade: Grade) -> int:
    """[10.2] Spent at half of the stands; elite troops at a third, raw ones at two thirds."""
    parts = {"elite": (1, 3), "regular": (1, 2), "raw": (2, 3)}
    share, of = parts[grade]
    return stands * share // of
