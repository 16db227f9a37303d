"""A scenario of The Age of Glory as its author writes it, checked against itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Literal

from pydantic import Field, model_validator

from game.core.errors import did_you_mean
from game.core.models import Closed
from game.core.scenario import Scenario as ScenarioHead
from game.rulesets.age_of_glory.cards import LINE, SKIRMISH, TROOP_FORMATIONS, Arm, Elect, Grade, Gun, Weapon

Points = Annotated[int, Field(ge=-1000, le=1000)]
Identifier = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)
WEAPONS: dict[Arm, tuple[Weapon, ...]] = {
    "foot": ("pike", "firelock"),
    "horse": ("pistoleer", "shock"),
    "skirmish": ("firelock", "none"),
}
Rating = Literal["great", "able", "capable", "plain", "poor", "wretched"]


class Entry(Closed):
    """[5.8] When and where a unit comes onto the map."""

    turn: int = Field(ge=1, le=200)
    hex: str
    facing: str


class Standing(Closed):
    """Where a piece begins: on the map, or entering it later."""

    id: str = Identifier
    name: str
    side: str
    at: str = ""
    facing: str = ""
    enters: Entry | None = None

    @model_validator(mode="after")
    def _somewhere(self) -> Standing:
        if bool(self.at) == bool(self.enters):
            raise ValueError(f"'{self.id}' needs either 'at' with 'facing', or 'enters'")
        if self.at and not self.facing:
            raise ValueError(f"'{self.id}' stands at {self.at} without a 'facing'")
        return self


class UnitEntry(Standing):
    """[10] A body of troops."""

    arm: Arm
    weapon: Weapon
    grade: Grade
    stands: int = Field(ge=1, le=20)
    formation: str = ""
    nation: str = ""
    elect: Elect = ""
    ottoman: bool = False
    dragoons: bool = False
    dismounted: bool = False
    fresh_from: int | None = Field(None, ge=1, le=21)
    spent_at: int | None = Field(None, ge=0, le=20)

    @model_validator(mode="after")
    def _fits(self) -> UnitEntry:
        if self.weapon not in WEAPONS[self.arm]:
            known = " or ".join(WEAPONS[self.arm])
            raise ValueError(f"unit '{self.id}' is {self.arm}, so its weapon is {known}, not {self.weapon}")
        if self.formation and self.formation not in TROOP_FORMATIONS:
            hint = did_you_mean(self.formation, TROOP_FORMATIONS)
            raise ValueError(f"unit '{self.id}': unknown formation '{self.formation}'{hint}")
        if self.dragoons and self.arm != "horse":
            raise ValueError(f"unit '{self.id}' has dragoons, which are horse")
        if self.dismounted and not self.dragoons:
            raise ValueError(f"unit '{self.id}' is dismounted, but only dragoons dismount")
        if (self.formation == SKIRMISH) and not self.is_loose:
            raise ValueError(f"unit '{self.id}' cannot be in skirmish order; skirmishers are an arm")
        if self.formation and self.is_loose and self.formation != SKIRMISH:
            raise ValueError(f"unit '{self.id}' skirmishes, so it has no other formation")
        if self.formation == "square" and self.arm != "foot":
            raise ValueError(f"unit '{self.id}' is {self.arm}; only foot forms square")
        return self

    @property
    def is_loose(self) -> bool:
        return self.arm == "skirmish" or self.dismounted

    @property
    def first_formation(self) -> str:
        return SKIRMISH if self.is_loose else self.formation or LINE


class BatteryEntry(Standing):
    """[6] A battery."""

    gun: Gun
    army: Literal["french", "austrian", "other"] = "other"
    limbered: bool = False


class LeaderEntry(Closed):
    """[3] A leader; `attached` names the unit he begins with."""

    id: str = Identifier
    name: str
    side: str
    at: str = ""
    attached: str = ""
    army: bool = False
    charismatic: bool = False
    rating: Rating = "plain"
    gunner: bool = False

    @model_validator(mode="after")
    def _somewhere(self) -> LeaderEntry:
        if bool(self.at) == bool(self.attached):
            raise ValueError(f"leader '{self.id}' needs either 'at' or 'attached'")
        return self


class ObjectiveEntry(Closed):
    """[11.2] A hex worth points to whoever stood in it last."""

    hex: str
    name: str
    points: Points | dict[str, Points]
    holder: str = ""


class ExitEntry(Closed):
    """[11.3] A hex by which a side may leave the map, and what each stand that does is worth."""

    side: str
    hex: str
    name: str
    points: int = Field(1, ge=0, le=1000)
    arm: Arm | None = None
    from_turn: int = Field(1, ge=1, le=200)
    wins_with: int = Field(0, ge=0, le=1000)


class LastStand(Closed):
    """[11.4] A side wins if so many stands of a grade stand in an area of the map at the end."""

    side: str
    name: str
    area: str
    grade: Grade
    stands: int = Field(ge=1, le=1000)


class Dismay(Closed):
    """[4.4] Units that march worse after a turn, each until it rallies under an attached leader."""

    units: tuple[str, ...] = Field(min_length=1)
    after_turn: int = Field(ge=0, le=200)
    modifier: int = Field(ge=-9, le=-1)
    why: str


class Level(Closed):
    """[11.1] A level of victory from this margin of points up."""

    margin: int = Field(ge=1, le=10_000)
    name: str


class Victory(Closed):
    """[11.1] How points are made and read; the defaults are those of the rules."""

    worn: int = Field(1, ge=0, le=1000)
    spent: int = Field(2, ge=0, le=1000)
    destroyed: int = Field(4, ge=0, le=1000)
    battery: int = Field(1, ge=0, le=1000)
    charismatic: int = Field(1, ge=0, le=1000)
    levels: tuple[Level, ...] = (Level(margin=5, name="minor"), Level(margin=15, name="major"))
    handicap: dict[str, Points] = {}
    last_stand: LastStand | None = None

    @model_validator(mode="after")
    def _rising(self) -> Victory:
        margins = [level.margin for level in self.levels]
        if not margins or margins != sorted(set(margins)):
            raise ValueError("victory levels must be given with rising margins")
        return self


class Scenario(ScenarioHead):
    """The whole scenario file."""

    first_turn_bonus: str = ""
    visibility: int | None = Field(None, ge=1, le=200)
    units: tuple[UnitEntry, ...] = Field(min_length=2)
    batteries: tuple[BatteryEntry, ...] = ()
    leaders: tuple[LeaderEntry, ...] = Field(min_length=2)
    objectives: tuple[ObjectiveEntry, ...] = ()
    exits: tuple[ExitEntry, ...] = ()
    dismay: tuple[Dismay, ...] = ()
    victory: Victory = Victory()

    @model_validator(mode="after")
    def _names_meet(self) -> Scenario:
        sides = {side.id for side in self.sides}
        if len(sides) != 2:
            raise ValueError("the two sides need different ids")
        ids = [
            *(u.id for u in self.units),
            *(b.id for b in self.batteries),
            *(each.id for each in self.leaders),
        ]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"id '{twice[0]}' is used twice")
        _all_known("units", "side", ((u.id, u.side) for u in self.units), sides)
        _all_known("batteries", "side", ((b.id, b.side) for b in self.batteries), sides)
        _all_known("leaders", "side", ((leader.id, leader.side) for leader in self.leaders), sides)
        _all_known("exits", "side", ((each.name, each.side) for each in self.exits), sides)
        _all_known("victory", "side", (("handicap", side) for side in self.victory.handicap), sides)
        if self.first_turn_bonus:
            _all_known("first_turn_bonus", "side", (("side", self.first_turn_bonus),), sides)
        if self.victory.last_stand:
            _all_known("victory", "side", (("last_stand", self.victory.last_stand.side),), sides)
        for objective in self.objectives:
            worth = objective.points if isinstance(objective.points, dict) else {}
            named = (*worth, *((objective.holder,) if objective.holder else ()))
            _all_known("objectives", "side", ((objective.name, side) for side in named), sides)
        units = {unit.id: unit for unit in self.units}
        for dismay in self.dismay:
            _all_known("dismay", "unit", ((dismay.why, unit) for unit in dismay.units), units)
        for leader in self.leaders:
            if leader.attached:
                _all_known("leaders", "unit", ((leader.id, leader.attached),), units)
                unit = units[leader.attached]
                if unit.side != leader.side or not unit.at:
                    raise ValueError(
                        f"leader '{leader.id}' can be attached only to a unit of his side on the map"
                    )
        for side in sorted(sides):
            chiefs = [leader.id for leader in self.leaders if leader.side == side and leader.army]
            if len(chiefs) != 1:
                raise ValueError(f"side '{side}' needs exactly one army leader, not {len(chiefs)}")
            if not any(unit.side == side for unit in self.units):
                raise ValueError(f"side '{side}' has no troops")
        entering: tuple[Standing, ...] = (*self.units, *self.batteries)
        for entry in entering:
            if entry.enters and entry.enters.turn > self.turns:
                raise ValueError(f"'{entry.id}' enters on turn {entry.enters.turn}, after the last turn")
        return self


def _all_known(group: str, what: str, pairs: Iterable[tuple[str, str]], known: Collection[str]) -> None:
    """Refuse the first (owner, name) pair whose name nobody knows."""
    for owner, name in pairs:
        if name not in known:
            raise ValueError(f"{group}, '{owner}': unknown {what} '{name}'{did_you_mean(name, known)}")
