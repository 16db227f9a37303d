"""A scenario of The Age of Glory as its author writes it, checked against itself."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from game.core.errors import did_you_mean
from game.core.models import Closed
from game.core.scenario import Scenario as ScenarioHead
from game.mechanics.roster import (
    Identifier,
    Level,
    ObjectiveEntry,
    Points,
    Standing,
    check_different,
    check_in_time,
    check_known,
    check_rising,
)
from game.rulesets.age_of_glory.cards import LINE, SKIRMISH, TROOP_FORMATIONS, Arm, Elect, Grade, Gun, Weapon

WEAPONS: dict[Arm, tuple[Weapon, ...]] = {
    "foot": ("pike", "firelock"),
    "horse": ("pistoleer", "shock"),
    "skirmish": ("firelock", "none"),
}
Rating = Literal["great", "able", "capable", "plain", "poor", "wretched"]


class FighterEntry(Standing):
    """Who stands in the field for a side."""

    side: str


class UnitEntry(FighterEntry):
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


class BatteryEntry(FighterEntry):
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
        check_rising(self.levels)
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
        ids = [
            *(u.id for u in self.units),
            *(b.id for b in self.batteries),
            *(each.id for each in self.leaders),
        ]
        check_different("id", ids)
        check_known("units", "side", ((u.id, u.side) for u in self.units), sides)
        check_known("batteries", "side", ((b.id, b.side) for b in self.batteries), sides)
        check_known("leaders", "side", ((leader.id, leader.side) for leader in self.leaders), sides)
        check_known("exits", "side", ((each.name, each.side) for each in self.exits), sides)
        check_known("victory", "side", (("handicap", side) for side in self.victory.handicap), sides)
        if self.first_turn_bonus:
            check_known("first_turn_bonus", "side", (("side", self.first_turn_bonus),), sides)
        if self.victory.last_stand:
            check_known("victory", "side", (("last_stand", self.victory.last_stand.side),), sides)
        for objective in self.objectives:
            check_known("objectives", "side", ((objective.name, side) for side in objective.sides()), sides)
        units = {unit.id: unit for unit in self.units}
        for dismay in self.dismay:
            check_known("dismay", "unit", ((dismay.why, unit) for unit in dismay.units), units)
        for leader in self.leaders:
            if leader.attached:
                check_known("leaders", "unit", ((leader.id, leader.attached),), units)
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
        entering: tuple[FighterEntry, ...] = (*self.units, *self.batteries)
        check_in_time(((entry.id, entry.enters) for entry in entering), self.turns)
        return self
