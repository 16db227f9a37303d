"""The printed tables of The Age of Glory, read once from `data/*.toml`: no figure of the page stands in code.

tables = load_tables()
tables.march(7).good.name                   # "Advance"
tables.rates["horse"].basic                 # 6 hexes
tables.fire_points("other_guns", 2, 0)      # 9, a heavy gun of another army at two hexes
tables.close_combat(8).name                 # "Shattered!"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from game.core.errors import DataError
from game.core.tables import PrintedTable
from game.rulesets.age_of_glory.table_cells import (
    HEX_INCHES,
    Band,
    Sheet,
    codes,
    one_of,
    read_factor,
    read_figures,
    read_ford,
    read_hexes,
    read_impact,
    read_points,
    read_rough,
    read_sheet,
    rows_of,
    stands_in,
)
from hexmap.facing import Arc

DATA = Path(__file__).parent / "data"

# The tables in the order of the page, and those we have added.
PAGE = (
    "initiative_modifiers",
    "march",
    "march_modifiers",
    "manoeuvre",
    "movement_costs",
    "fire_points",
    "fire_multipliers",
    "fire_point_dice",
    "fire_modifiers",
    "fire_effects",
    "fallen_leader",
    "close_combat_modifiers",
    "close_combat",
    "notes",
    "ground",
    "hexsides",
)
# The rows of the manoeuvre and fire tables by the words the rules use for them.
RATES = {
    "foot": "Foot",
    "skirmish": "Skirmisher",
    "horse": "Horse",
    "leader": "Leaders",
    "field_gun": "Field guns",
    "heavy_gun": "Heavy field guns",
    "siege_gun": "Siege guns",
}
FIRERS = {
    "french_guns": "French/Austrian field guns",
    "other_guns": "Other armies' field guns",
    "siege_guns": "Siege guns",
    "skirmish": "Skirmishers",
    "ottoman": "Ottoman foot",
    "pike": "Pike-armed foot",
    "firelock": "Firelock-armed foot",
    "first_fire": "Foot, first fire of the game",
    "horse": "Pistoleer/shock horse",
}
ARCS: dict[str, Arc] = {"30": 30, "45": 45, "60": 60, "180": 180}
MARCH_CODES = frozenset({"M", "M/2", "H", "R", "S", "SA", "B", "D", "X"})
COMBAT_CODES = frozenset({"B", "B/2", "B3", "D", "CL", "G", "G/2", "+", "A", "O", "BT!", "BT?"})


class MarchResult(NamedTuple):
    """[4.2] What a march roll lets a unit do, by the codes of the page."""

    name: str
    codes: frozenset[str]
    row: str

    @property
    def stands_lost(self) -> int:
        return stands_in(self.codes)

    @property
    def is_full_move(self) -> bool:
        return "M" in self.codes

    @property
    def is_half_move(self) -> bool:
        return "M/2" in self.codes


class MarchRow(NamedTuple):
    """[4.2] A row of the march table: the results for good order and for disorder."""

    band: Band
    good: MarchResult
    disorder: MarchResult


class Rate(NamedTuple):
    """[5.1] A manoeuvre rate in hexes; None where the ground is closed."""

    basic: int
    road: int
    rough: int | None
    ford: int | None

    @property
    def road_step(self) -> Fraction:
        """What one hex along a road takes of the basic rate: 2/3 for foot, 3/4 for horse."""
        return Fraction(self.basic, self.road)


class FireEffect(NamedTuple):
    """[7.7] A row of the fire effects."""

    name: str
    row: str
    disorders: bool
    stands_lost: int
    battery: frozenset[str]
    leader_check: bool


class CombatEffect(NamedTuple):
    """[8.4] A row of the close combat effects, by the codes of the page."""

    name: str
    row: str
    defender: frozenset[str]
    attacker: frozenset[str]

    @property
    def is_locked(self) -> bool:
        return "A" in self.attacker


class GroundRow(NamedTuple):
    """[5.2] What a terrain or hexside word means: for movement, for cover, for sight."""

    movement: str
    cover: int
    blocks_sight: bool


@dataclass(frozen=True)
class Tables:
    """Every table of the game: as the rules ask them, and as printed (by the name of its file)."""

    initiative: Mapping[str, int]
    march_rows: tuple[MarchRow, ...]
    impact_rows: tuple[tuple[Band, int], ...]
    march_modifiers: Mapping[str, tuple[int, ...]]
    rates: Mapping[str, Rate]
    passage: int
    points: Mapping[str, Mapping[int, tuple[int, ...]]]
    doubled: Fraction
    halved: Fraction
    point_rows: tuple[tuple[Band, int], ...]
    fire_modifiers: Mapping[str, tuple[int, ...]]
    fire_rows: tuple[tuple[Band, FireEffect], ...]
    leader_rows: tuple[tuple[Band, str], ...]
    charismatic_fall: int
    combat_modifiers: Mapping[str, tuple[int, ...]]
    combat_rows: tuple[tuple[Band, CombatEffect], ...]
    command_radius: int
    heavy_arc: Arc
    firelock_arc: Arc
    functions: int
    terrain: Mapping[str, GroundRow]
    hexsides: Mapping[str, GroundRow]
    printed: Mapping[str, PrintedTable]
    rows: frozenset[str]

    def march(self, total: int) -> MarchRow:
        """[4.2] The row of the march table for a die result."""
        return next(row for row in self.march_rows if total in row.band)

    def march_named(self, name: str) -> MarchResult:
        """[4.2] A result of the march table by its name."""
        return next(each for row in self.march_rows for each in row[1:] if each.name == name)

    def impact(self, difference: int) -> int:
        """[2.3] The initiative impact for the difference between the two rolls."""
        return next((value for band, value in self.impact_rows if difference in band), 0)

    def fire_points(self, firer: str, distance: int, figure: int = 0) -> int:
        """[7.3] Fire points of a stand or battery at a distance in hexes; 0 out of range."""
        for reach, figures in self.points[firer].items():
            if distance <= reach:
                return figures[min(figure, len(figures) - 1)] if figures else 0
        return 0

    def fire_cell(self, firer: str, distance: int) -> str:
        """[7.3] The cell that gives the fire points at a distance, as "fire_points: row / inches"."""
        reach = next(reach for reach in self.points[firer] if distance <= reach)
        return f"fire_points: {FIRERS[firer]} / {reach * HEX_INCHES}"

    def range_of(self, firer: str) -> int:
        """[7.3] The longest range in hexes."""
        return max((reach for reach, figures in self.points[firer].items() if figures), default=0)

    def point_modifier(self, points: int) -> int:
        """[7.5] The die roll modifier for so many fire points."""
        return next(value for band, value in self.point_rows if points in band)

    def fire_effect(self, total: int) -> FireEffect:
        """[7.7] The effect of a fire roll."""
        return next(effect for band, effect in self.fire_rows if total in band)

    def fallen_leader(self, total: int) -> str:
        """[3.4] "Survives" or "Disabled"."""
        return next(effect for band, effect in self.leader_rows if total in band)

    def close_combat(self, difference: int) -> CombatEffect:
        """[8.4] The effect of a close combat."""
        return next(effect for band, effect in self.combat_rows if difference in band)


def read_tables(folder: Path) -> Tables:
    """The tables in a folder; the first thing that cannot be read is told with file, row and column."""
    sheets = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    read: dict[str, Sheet] = {}

    def sheet(name: str, *columns: str) -> Sheet:
        if name not in sheets:
            raise DataError(folder, f"{name}.toml", "is missing")
        read[name] = found = read_sheet(sheets[name], columns)
        return found

    initiative = sheet("initiative_modifiers", "Modifier", "Army leader").cells("Modifier", read_figures)
    march_rows, impact_rows = _march(sheet("march", "Initiative impact", "Good order", "Disorder"))
    rates = _rates(sheet("manoeuvre", "Basic", "Road", "Rough", "Ford"))
    costs = sheet("movement_costs", "Cost", "For").table.column("Cost")
    multipliers = sheet("fire_multipliers", "Factor", "Case").cells("Factor", read_factor)
    dice = sheet("fire_point_dice", "Modifier")
    dice_figures = dice.cells("Modifier", read_figures)
    leader = sheet("fallen_leader", "Effect")
    leader_effects = leader.cells("Effect", one_of("Survives", "Disabled"))
    notes = sheet("notes", "Figure", "Note").table.column("Figure")
    tables = Tables(
        initiative={row: figures[0] for row, figures in initiative.items()},
        march_rows=march_rows,
        impact_rows=impact_rows,
        march_modifiers=sheet("march_modifiers", "Modifier", "Case").cells("Modifier", read_figures),
        rates=rates,
        passage=-read_hexes(costs["passage"]),
        points=_points(sheet("fire_points", "2", "4", "8", "12", "18")),
        doubled=multipliers["doubled"],
        halved=multipliers["halved"],
        point_rows=tuple((band, dice_figures[band.row][0]) for band in dice.bands()),
        fire_modifiers=sheet("fire_modifiers", "Modifier", "Target").cells("Modifier", read_figures),
        fire_rows=_fire(sheet("fire_effects", "Fire", "Troops", "Battery", "Attached leader")),
        leader_rows=tuple((band, leader_effects[band.row]) for band in leader.bands()),
        charismatic_fall=read_figures(leader.table.notes["charismatic"])[0],
        combat_modifiers=sheet("close_combat_modifiers", "Modifier", "Case").cells("Modifier", read_figures),
        combat_rows=_combat(sheet("close_combat", "Result", "Defender", "Attacker")),
        command_radius=read_hexes(notes["command_radius"]),
        heavy_arc=ARCS[notes["heavy_arc"]],
        firelock_arc=ARCS[notes["firelock_arc"]],
        functions=int(notes["functions"]),
        terrain=_ground(sheet("ground", "Movement", "Cover", "Sight"), "Movement"),
        hexsides=_ground(sheet("hexsides", "Crossing", "Cover", "Sight"), "Crossing"),
        printed={},
        rows=frozenset(),
    )
    printed = {name: read[name].table for name in PAGE}
    rows = frozenset(row for found in read.values() for row in rows_of(found))
    return _with(tables, printed, rows)


def _with(tables: Tables, printed: Mapping[str, PrintedTable], rows: frozenset[str]) -> Tables:
    return Tables(**{**vars(tables), "printed": printed, "rows": rows})


def _march(sheet: Sheet) -> tuple[tuple[MarchRow, ...], tuple[tuple[Band, int], ...]]:
    def read(text: str) -> tuple[str, frozenset[str]]:
        name, colon, rest = text.partition(": ")
        if not colon:
            raise ValueError(f"'{text}' cannot be read; a result is its name, a colon and its codes")
        return name, codes(rest, MARCH_CODES)

    good, disorder = sheet.cells("Good order", read), sheet.cells("Disorder", read)
    impact = sheet.cells("Initiative impact", read_impact)
    bands = sheet.bands()
    rows = tuple(
        MarchRow(
            band,
            MarchResult(*good[band.row], f"march: {band.row}/Good order"),
            MarchResult(*disorder[band.row], f"march: {band.row}/Disorder"),
        )
        for band in bands
    )
    return rows, tuple((band, impact[band.row]) for band in bands)


def _rates(sheet: Sheet) -> Mapping[str, Rate]:
    basic, road = sheet.cells("Basic", read_hexes), sheet.cells("Road", read_hexes)
    rough, ford = sheet.cells("Rough", read_rough), sheet.cells("Ford", read_ford)
    return {word: Rate(basic[row], road[row], rough[row], ford[row]) for word, row in RATES.items()}


def _points(sheet: Sheet) -> Mapping[str, Mapping[int, tuple[int, ...]]]:
    columns = {read_hexes(column): sheet.cells(column, read_points) for column in sheet.table.columns}
    return {
        word: {reach: cells[row] for reach, cells in sorted(columns.items())} for word, row in FIRERS.items()
    }


def _fire(sheet: Sheet) -> tuple[tuple[Band, FireEffect], ...]:
    names = sheet.table.column("Fire")
    troops = sheet.cells("Troops", lambda text: codes(text, frozenset({"D"})))
    battery = sheet.cells("Battery", lambda text: codes(text, frozenset({"Silenced", "Damaged", "Wrecked"})))
    leader = sheet.cells("Attached leader", one_of("-", "Check"))
    return tuple(
        (
            band,
            FireEffect(
                names[band.row],
                f"fire_effects: {band.row}",
                "D" in troops[band.row],
                stands_in(troops[band.row]),
                battery[band.row],
                leader[band.row] == "Check",
            ),
        )
        for band in sheet.bands()
    )


def _combat(sheet: Sheet) -> tuple[tuple[Band, CombatEffect], ...]:
    names = sheet.table.column("Result")
    defender = sheet.cells("Defender", lambda text: codes(text, COMBAT_CODES))
    attacker = sheet.cells("Attacker", lambda text: codes(text, COMBAT_CODES))
    return tuple(
        (
            band,
            CombatEffect(
                names[band.row], f"close_combat: {band.row}", defender[band.row], attacker[band.row]
            ),
        )
        for band in sheet.bands()
    )


def _ground(sheet: Sheet, column: str) -> Mapping[str, GroundRow]:
    movement = sheet.cells(column, one_of("open", "rough", "urban", "ford", "full move", "closed"))
    cover = sheet.cells("Cover", one_of("0", "1", "2", "3"))
    sight = sheet.cells("Sight", one_of("open", "blocks"))
    return {
        word: GroundRow(movement[word], int(cover[word]), sight[word] == "blocks")
        for word in sheet.table.rows
    }


@cache
def load_tables() -> Tables:
    """The tables of the game."""
    return read_tables(DATA)
