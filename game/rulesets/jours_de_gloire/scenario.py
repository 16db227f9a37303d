"""A scenario of Jours de Gloire as its author writes it; checked against itself and against the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, model_validator

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
from game.rulesets.jours_de_gloire.cards import Arm


class DisorderedFace(Closed):
    """[0.3] The back of a counter; what is not given stays as on the front, cohesion one less."""

    strength: int | None = Field(None, ge=1, le=30)
    cohesion: int | None = Field(None, ge=0, le=9)
    engagement: int | None = Field(None, ge=0, le=9)
    movement: int | None = Field(None, ge=0, le=20)


class UnitEntry(Standing):
    """One counter."""

    formation: str
    arm: Arm
    nationality: str = ""
    strength: int = Field(ge=1, le=30)
    cohesion: int = Field(ge=0, le=9)
    engagement: int = Field(ge=0, le=9)
    movement: int = Field(ge=0, le=20)
    horse: bool = False
    effective: int = Field(0, ge=0, le=20)
    maximum: int = Field(0, ge=0, le=40)
    disordered: DisorderedFace = DisorderedFace()
    acts_with: str = ""

    @model_validator(mode="after")
    def _fits_its_arm(self) -> UnitEntry:
        if self.arm == "artillery" and not (self.effective and self.maximum):
            raise ValueError(f"battery '{self.id}' needs 'effective' and 'maximum' ranges in hexes")
        if self.effective > self.maximum:
            raise ValueError(f"battery '{self.id}' has an 'effective' range beyond its 'maximum'")
        if self.arm != "artillery" and (self.horse or self.effective or self.maximum):
            raise ValueError(f"unit '{self.id}' is no artillery, so it has no 'horse' and no ranges")
        return self


class FallEntry(Closed):
    """[3] When a general may fall: from a turn on, at the start of each, if the die shows this or less."""

    from_turn: int = Field(1, ge=1, le=200)
    at_most: int = Field(ge=0, le=9)


class GeneralEntry(Closed):
    """[3] A general; exactly one of each side is its commander-in-chief."""

    id: str = Identifier
    name: str
    side: str
    commander: bool = False
    command_points: int = Field(0, ge=0, le=20)
    command_range: int = Field(0, ge=0, le=60)
    bonus: int = Field(0, ge=0, le=5)
    initiative: int | None = Field(None, ge=0, le=20)
    movement: int = Field(8, ge=0, le=20)
    formations: tuple[str, ...] = ()
    commands_from: int = Field(1, ge=1, le=200)
    falls: FallEntry | None = None
    at: str


class FormationEntry(Closed):
    """[2] A formation and what its marker says."""

    id: str = Identifier
    name: str
    side: str
    rating: int = Field(ge=0, le=9)
    markers: int = Field(2, ge=1, le=4)
    released_on: int = Field(1, ge=1, le=200)
    comes_at_most: int | None = Field(None, ge=0, le=9)


class SpecialMarkerEntry(Closed):
    """[2.2] An extra marker its side may add to the cup once."""

    id: str = Identifier
    name: str
    side: str
    first_turn: int = Field(1, ge=1, le=200)
    last_turn: int = Field(200, ge=1, le=200)
    formations: tuple[str, ...] = Field(min_length=1)
    infantry: int = Field(0, ge=0, le=100)
    cavalry: int = Field(0, ge=0, le=100)
    cavalry_formations: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _useful(self) -> SpecialMarkerEntry:
        if not (self.infantry or self.cavalry):
            raise ValueError(
                f"special marker '{self.id}' needs 'infantry' or 'cavalry': how many units it moves"
            )
        if self.first_turn > self.last_turn:
            raise ValueError(f"special marker '{self.id}' has a 'first_turn' after its 'last_turn'")
        return self


class WeatherEntry(Closed):
    """[14] What the sky does on some turns."""

    turns: tuple[int, ...] = Field(min_length=1)
    night: bool = False
    fog: bool = False
    rain: bool = False
    snow: bool = False
    visibility: int | None = Field(None, ge=1, le=100)
    up_to_level: int | None = Field(None, ge=-20, le=100)


class ExitEntry(Closed):
    """[6.6] Hexes by which the units of a side may leave the map."""

    side: str
    hexes: tuple[str, ...] = Field(min_length=1)


class SuddenDeath(Closed):
    """[12.3] A side wins at once when so many enemy formations are gone, or when it holds all these hexes."""

    winner: str
    name: str
    formations_lost: int = Field(0, ge=0, le=100)
    hexes: tuple[str, ...] = ()
    from_turn: int = Field(1, ge=1, le=200)

    @model_validator(mode="after")
    def _something(self) -> SuddenDeath:
        if bool(self.formations_lost) == bool(self.hexes):
            raise ValueError(f"sudden death '{self.name}' needs either 'formations_lost' or 'hexes'")
        return self


class Victory(Closed):
    """[13] How points are made and read; the defaults are those of the rules page."""

    unit_eliminated: int = Field(2, ge=0, le=1000)
    unit_routed: int = Field(1, ge=0, le=1000)
    battery_eliminated: int = Field(1, ge=0, le=1000)
    unit_exited: int = Field(0, ge=0, le=1000)
    levels: tuple[Level, ...] = (Level(margin=10, name="marginal"), Level(margin=20, name="decisive"))
    handicap: dict[str, Points] = {}
    sudden_death: tuple[SuddenDeath, ...] = ()

    @model_validator(mode="after")
    def _rising(self) -> Victory:
        check_rising(self.levels)
        return self


class Scenario(ScenarioHead):
    """The whole scenario file."""

    scale: Literal["regiment", "brigade"] = "regiment"
    edges: dict[str, str]
    generals: tuple[GeneralEntry, ...]
    formations: tuple[FormationEntry, ...] = Field(min_length=2)
    units: tuple[UnitEntry, ...] = Field(min_length=2)
    special_markers: tuple[SpecialMarkerEntry, ...] = ()
    weather: tuple[WeatherEntry, ...] = ()
    objectives: tuple[ObjectiveEntry, ...] = ()
    exits: tuple[ExitEntry, ...] = ()
    victory: Victory = Victory()

    @model_validator(mode="after")
    def _names_meet(self) -> Scenario:
        sides = {side.id for side in self.sides}
        formations = {formation.id: formation.side for formation in self.formations}
        ids = [
            *(entry.id for entry in self.units),
            *(entry.id for entry in self.generals),
        ]
        check_different("unit or general id", ids)
        check_different("formation id", [formation.id for formation in self.formations])
        check_known("formations", "side", ((f.id, f.side) for f in self.formations), sides)
        check_known("generals", "side", ((g.id, g.side) for g in self.generals), sides)
        check_known("special_markers", "side", ((m.id, m.side) for m in self.special_markers), sides)
        check_known("units", "formation", ((u.id, u.formation) for u in self.units), formations)
        for marker in self.special_markers:
            named = (*marker.formations, *marker.cavalry_formations)
            check_known("special_markers", "formation", ((marker.id, f) for f in named), formations)
            _check_own(f"special marker '{marker.id}'", marker.side, named, formations)
        check_known(
            "units", "formation", ((u.id, u.acts_with) for u in self.units if u.acts_with), formations
        )
        for unit in self.units:
            if unit.acts_with and formations[unit.acts_with] != formations[unit.formation]:
                raise ValueError(f"unit '{unit.id}' acts with '{unit.acts_with}', which is not of its side")
        check_known("exits", "side", ((", ".join(e.hexes), e.side) for e in self.exits), sides)
        for general in self.generals:
            check_known("generals", "formation", ((general.id, f) for f in general.formations), formations)
            _check_own(f"general '{general.id}'", general.side, general.formations, formations)
        check_known("victory", "side", (("sudden_death", s.winner) for s in self.victory.sudden_death), sides)
        check_known("victory", "side", (("handicap", s) for s in self.victory.handicap), sides)
        check_known("edges", "side", ((edge, side) for side, edge in self.edges.items()), sides)
        for objective in self.objectives:
            check_known("objectives", "side", ((objective.name, s) for s in objective.sides()), sides)
        for side in sorted(sides):
            if side not in self.edges:
                raise ValueError(f"edges: side '{side}' has no friendly map edge to rout to")
            chiefs = [g.id for g in self.generals if g.side == side and g.commander]
            if len(chiefs) != 1:
                raise ValueError(f"side '{side}' needs exactly one commander-in-chief, not {len(chiefs)}")
            if side not in formations.values():
                raise ValueError(f"side '{side}' has no formation")
        check_in_time(((unit.id, unit.enters) for unit in self.units), self.turns)
        self._check_turns()
        check_different("objective hex", [objective.hex for objective in self.objectives])
        for death in self.victory.sudden_death:
            enemies = sum(side != death.winner for side in formations.values())
            if death.formations_lost > enemies:
                raise ValueError(
                    f"sudden death '{death.name}' asks for {death.formations_lost} formations, and the enemy "
                    f"has {enemies}"
                )
        for formation in self.formations:
            units = [unit for unit in self.units if unit.formation == formation.id]
            if not units:
                raise ValueError(f"formation '{formation.id}' has no unit")
            if formation.comes_at_most is not None and any(unit.at for unit in units):
                raise ValueError(
                    f"formation '{formation.id}' has 'comes_at_most', so all its units need 'enters'"
                )
        return self

    def _check_turns(self) -> None:
        """Nothing is put off until after the last turn, and no turn has two skies."""
        skies = [turn for sky in self.weather for turn in sky.turns]
        twice = next((turn for turn in skies if skies.count(turn) > 1), None)
        if twice is not None:
            raise ValueError(f"the weather of turn {twice} is given twice")
        later = [(f"formation '{f.id}'", "is released on", f.released_on) for f in self.formations]
        later += [(f"general '{g.id}'", "commands from", g.commands_from) for g in self.generals]
        later += [
            (f"general '{g.id}'", "is at risk from", g.falls.from_turn) for g in self.generals if g.falls
        ]
        later += [("the weather", "speaks of", turn) for turn in skies]
        for what, does, turn in later:
            if turn > self.turns:
                raise ValueError(f"{what} {does} turn {turn}, after the last turn")


def _check_own(what: str, side: str, named: tuple[str, ...], sides: Mapping[str, str]) -> None:
    """Nobody moves or orders formations of the enemy."""
    for formation in named:
        if sides[formation] != side:
            raise ValueError(f"{what} names '{formation}', which is not of its side")
