"""The terrain table as the rules ask it: costs, charges, fire and shock, by the words of the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from pydantic import Field

from game.core.errors import DataError, did_you_mean
from game.core.models import Closed
from game.core.tables import read_model
from game.rulesets.jours_de_gloire.table_cells import Sheet, read_sheet, row_id, strip_marks
from hexmap.ground import Cost

MOVERS = ("General", "Infantry", "Cavalry", "Artillery")
LEVELS = ("+1", "+2", "-1", "-2")


class Vocabulary(Closed):
    """`vocabulary.toml`: which row each word of a map reads."""

    format: int = Field(ge=1, le=1)
    crossings: tuple[str, ...]
    closed: tuple[str, ...]
    arms: dict[str, str]
    terrain: dict[str, str]
    road: dict[str, str]
    hexside: dict[str, str]
    level: dict[str, str]
    other: dict[str, str]


class NoteB(Closed):
    shock: int


class NoteC(Closed):
    cancels: tuple[str, ...]
    keeps_order: tuple[str, ...]
    instead_of_na: int = Field(ge=0)


class NoteD(Closed):
    entering_zoc: int = Field(ge=0)


class NoteI(Closed):
    levels: int = Field(ge=1)


class Notes(Closed):
    """`notes.toml`: the figures printed inside the notes."""

    format: int = Field(ge=1, le=1)
    b: NoteB
    c: NoteC
    d: NoteD
    i: NoteI


class HexsideCost(NamedTuple):
    """What crossing a hexside adds: movement points (None: not allowed), and whether it disorders."""

    cost: Cost | None
    disorders: bool = False


class Effects(NamedTuple):
    """What a hexside does to the die: from outside inwards, from inside outwards; None is not allowed."""

    from_outside: int | None
    from_inside: int | None


@dataclass(frozen=True)
class Ground:
    """A row read for hexes."""

    row: str
    costs: Mapping[str, Cost | None]
    fire: int
    shock: int | None
    marks: frozenset[str]  # of the row and of its shock cell


@dataclass(frozen=True)
class Edge:
    """A row read for hexsides and changes of level."""

    row: str
    costs: Mapping[str, HexsideCost]
    road_costs: Mapping[str, HexsideCost]
    fire: Effects
    shock: Effects
    marks: frozenset[str]  # of the row and of its fire and shock cells


@dataclass(frozen=True)
class TerrainTable:
    """[6] Every row of the terrain table by the words of the map; arms are the words of the counters.

    A difference of levels is the level of the hex entered (or of the target) less that of the hex left
    (or of the attacker).
    """

    path: Path
    vocabulary: Mapping[str, frozenset[str]]
    arms: Mapping[str, str]
    grounds: Mapping[str, Ground]
    roads: Mapping[str, Mapping[str, Cost]]
    road_rows: Mapping[str, str]
    edges: Mapping[str, Edge]
    levels: Mapping[int, Edge]
    friend: Edge
    leaving_zoc: Edge
    crossings: frozenset[str]
    closed: frozenset[str]
    notes: Notes

    def column_of(self, arm: str) -> str:
        """The column an arm reads: heavy cavalry reads Cavalry."""
        return self.arms[arm]

    # --- rows ----------------------------------------------------------------------------------

    def hex_row(self, terrain: str) -> str:
        """The row of the page for a hex's terrain."""
        return row_id(self.path, self.grounds[terrain].row)

    def road_row(self, kind: str) -> str:
        """The row of the page for a road or trail."""
        return row_id(self.path, self.road_rows[kind])

    def hexside_row(self, kind: str) -> str:
        """The row of the page for a hexside."""
        return row_id(self.path, self.edges[kind].row)

    def level_row(self, difference: int) -> str | None:
        """The row of the page for a change of level; none on the level."""
        edge = self._level(difference)
        return row_id(self.path, edge.row) if edge else None

    # --- movement ------------------------------------------------------------------------------

    def hex_cost(self, terrain: str, arm: str) -> Cost | None:
        """Movement points to enter a hex; None where it is not allowed."""
        return self.grounds[terrain].costs[arm]

    def road_cost(self, kind: str, arm: str) -> Cost:
        """[c] Movement points to enter a hex along a road or trail, whatever else is in the hex."""
        return self.roads[kind][arm]

    def hexside_cost(self, kind: str, arm: str, by_road: bool = False) -> HexsideCost:
        """What crossing a hexside adds; by road or trail as note [c] says."""
        edge = self.edges[kind]
        return edge.road_costs[arm] if by_road else edge.costs[arm]

    def level_cost(self, difference: int, arm: str, by_road: bool = False) -> Cost | None:
        """What a change of level adds; by road or trail as note [c] says. None where it is not allowed."""
        edge = self._level(difference)
        if edge is None:
            return 0
        return (edge.road_costs if by_road else edge.costs)[arm].cost

    def friend_cost(self, arm: str) -> Cost:
        """What a friendly unit in the hex entered adds."""
        return self.friend.costs[arm].cost or 0

    def leaving_zoc_cost(self, arm: str) -> Cost:
        """What leaving an enemy ZOC adds."""
        return self.leaving_zoc.costs[arm].cost or 0

    @cached_property
    def disordered_into_zoc(self) -> Cost:
        """[d] What a disordered unit pays on top to enter an enemy ZOC."""
        return self.notes.d.entering_zoc

    def is_closed(self, kind: str, difference: int) -> bool:
        """[i] Whether a hexside lets nothing pass: no move, no shock, no fire."""
        if kind in self.closed:
            return True
        return "i" in self.edges[kind].marks and abs(difference) >= self.notes.i.levels

    def opens_river(self, kind: str) -> bool:
        """Whether a river is crossed by this hexside, which is then read in its place."""
        return kind in self.crossings

    # --- fronts and charges --------------------------------------------------------------------

    def six_fronts(self, terrain: str) -> bool:
        """[b] Whether units in such a hex have six front hexes and attack out of it at a loss."""
        return "b" in self.grounds[terrain].marks

    def forbids_charge(self, word: str) -> bool:
        """[e] Whether no charge goes into such a hex or across such a hexside."""
        ground, edge = self.grounds.get(word), self.edges.get(word)
        if ground is None and edge is None:
            raise KeyError(word)
        return any("e" in each.marks for each in (ground, edge) if each is not None)

    def only_over_river(self, kind: str) -> bool:
        """[h] Whether a hexside hinders shock and charge only where it spans a river."""
        return "h" in self.edges[kind].marks

    def replaces_hex(self, kind: str) -> bool:
        """[g] Whether the figure of a hexside stands in place of those of the hex inside it."""
        return "g" in self.edges[kind].marks

    # --- fire and shock ------------------------------------------------------------------------

    def fire(self, terrain: str) -> int:
        """[a] Modifier for fire at a unit in such a hex."""
        return self.grounds[terrain].fire

    def fire_hexside(self, kind: str, from_outside: bool = True, adjacent: bool = True) -> int | None:
        """[f, g] Modifier for fire across a hexside of the target; None where fire is not allowed."""
        edge = self.edges[kind]
        if not adjacent and "f" in edge.marks and kind not in self.closed:
            return 0
        return edge.fire.from_outside if from_outside else edge.fire.from_inside

    def fire_level(self, difference: int, adjacent: bool = True) -> int:
        """[f] Modifier for fire at a target so much higher; for adjacent hexes only."""
        edge = self._level(difference)
        if edge is None or (not adjacent and "f" in edge.marks):
            return 0
        return edge.fire.from_outside or 0

    def shock(self, terrain: str) -> int | None:
        """[a] Modifier for shock against a unit in such a hex; None where it is not allowed."""
        return self.grounds[terrain].shock

    def shock_hexside(self, kind: str, from_outside: bool = True) -> int | None:
        """[g] Modifier for shock across a hexside; None where it is not allowed."""
        effects = self.edges[kind].shock
        return effects.from_outside if from_outside else effects.from_inside

    def shock_level(self, difference: int) -> int:
        """Modifier for shock against a defender so much higher."""
        edge = self._level(difference)
        return (edge.shock.from_outside or 0) if edge else 0

    def _level(self, difference: int) -> Edge | None:
        return self.levels[max(-2, min(2, difference))] if difference else None


def read_terrain(folder: Path) -> tuple[Sheet, TerrainTable]:
    """The terrain table of a folder of tables, as printed and as read."""
    sheet = read_sheet(folder / "terrain.toml", (*MOVERS, "Fire", "Shock"))
    words_path = folder / "vocabulary.toml"
    words = read_model(Vocabulary, words_path)
    notes = read_model(Notes, folder / "notes.toml")
    _check_words(sheet, words, words_path)
    _check_notes(sheet, notes, folder / "notes.toml")
    edges = {word: _edge(sheet, row, words.arms, notes.c) for word, row in words.hexside.items()}
    for word in words.closed:
        edges[word] = _closed(edges[word])
    level = {int(step): _edge(sheet, row, words.arms, notes.c) for step, row in words.level.items()}
    for edge in level.values():
        if None in (*edge.fire, *edge.shock):
            raise DataError(sheet.path, f"row '{edge.row}'", "fire and shock must have a figure or NE")
    other = {name: _edge(sheet, row, words.arms, notes.c) for name, row in words.other.items()}
    for edge in other.values():
        if None in {cost.cost for cost in edge.costs.values()}:
            raise DataError(sheet.path, f"row '{edge.row}'", "must cost something or 0, not NA")
    return sheet, TerrainTable(
        path=sheet.path,
        vocabulary={
            "terrain": frozenset(words.terrain),
            "hexside": frozenset(words.hexside),
            "road": frozenset(words.road),
        },
        arms=words.arms,
        grounds={word: _ground(sheet, row, words.arms) for word, row in words.terrain.items()},
        roads={word: _road_costs(sheet, row, words.arms) for word, row in words.road.items()},
        road_rows=words.road,
        edges=edges,
        levels=level,
        friend=other["friend"],
        leaving_zoc=other["leaving_zoc"],
        crossings=frozenset(words.crossings),
        closed=frozenset(words.closed),
        notes=notes,
    )


def _check_words(sheet: Sheet, words: Vocabulary, path: Path) -> None:
    """Every word names a row, every row has a word, every arm a column."""
    groups = {
        "terrain": words.terrain,
        "road": words.road,
        "hexside": words.hexside,
        "level": words.level,
        "other": words.other,
    }
    for group, rows in groups.items():
        for word, row in rows.items():
            if row not in sheet.table.rows:
                hint = did_you_mean(row, sheet.table.rows)
                raise DataError(path, f"{group}.{word}", f"terrain.toml has no row '{row}'{hint}")
    for arm, column in words.arms.items():
        if column not in MOVERS:
            raise DataError(path, f"arms.{arm}", f"no column '{column}'{did_you_mean(column, MOVERS)}")
    for group, needed in (("level", LEVELS), ("other", ("friend", "leaving_zoc"))):
        if set(groups[group]) != set(needed):
            raise DataError(path, group, f"must name exactly {', '.join(needed)}")
    for field, listed in (("crossings", words.crossings), ("closed", words.closed)):
        for word in listed:
            if word not in words.hexside:
                raise DataError(path, field, f"no hexside '{word}'{did_you_mean(word, words.hexside)}")
    unread = set(sheet.table.rows) - {row for rows in groups.values() for row in rows.values()}
    if unread:
        raise DataError(sheet.path, f"row '{min(unread)}'", "is read by no word of vocabulary.toml")


def _check_notes(sheet: Sheet, notes: Notes, path: Path) -> None:
    """The rows that note [c] names are there, and every mark of the page has its note."""
    for field, rows in (("c.cancels", notes.c.cancels), ("c.keeps_order", notes.c.keeps_order)):
        for row in rows:
            if row not in sheet.table.rows:
                hint = did_you_mean(row, sheet.table.rows)
                raise DataError(path, field, f"terrain.toml has no row '{row}'{hint}")
    for row, cells in sheet.table.rows.items():
        for text in (row, *cells):
            for mark in strip_marks(text)[1]:
                if mark not in sheet.table.notes:
                    raise DataError(sheet.path, f"row '{row}'", f"'{text}' points to no note '{mark}'")


def _ground(sheet: Sheet, row: str, arms: Mapping[str, str]) -> Ground:
    fire, shock = sheet.cell(row, "Fire"), sheet.cell(row, "Shock")
    effect = fire.effect()
    if effect is None:
        raise fire.wrong("fire at a hex is NE or a figure with its sign")
    marks = strip_marks(row)[1] | shock.marks
    return Ground(row, _entry_costs(sheet, row, arms), effect, shock.effect(), marks)


def _entry_costs(sheet: Sheet, row: str, arms: Mapping[str, str]) -> Mapping[str, Cost | None]:
    return {arm: sheet.cell(row, column).entry_cost() for arm, column in arms.items()}


def _road_costs(sheet: Sheet, row: str, arms: Mapping[str, str]) -> Mapping[str, Cost]:
    costs = {}
    for arm, column in arms.items():
        cell = sheet.cell(row, column)
        cost = cell.entry_cost()
        if cost is None:
            raise cell.wrong("a road is open to everyone: ½ or a whole number from 1")
        costs[arm] = cost
    for column in ("Fire", "Shock"):
        cell = sheet.cell(row, column)
        if cell.text != "UOT":
            raise cell.wrong("a road shelters nobody by itself: UOT")
    return costs


def _edge(sheet: Sheet, row: str, arms: Mapping[str, str], roads: NoteC) -> Edge:
    fire, shock = sheet.cell(row, "Fire"), sheet.cell(row, "Shock")
    costs = {arm: HexsideCost(*sheet.cell(row, column).extra_cost()) for arm, column in arms.items()}
    opened = {arm for arm, column in arms.items() if "c" in sheet.cell(row, column).marks}
    return Edge(
        row,
        costs,
        {arm: _by_road(row, cost, arm in opened, roads) for arm, cost in costs.items()},
        Effects(*fire.effects()),
        Effects(*shock.effects()),
        strip_marks(row)[1] | fire.marks | shock.marks,
    )


def _by_road(row: str, cost: HexsideCost, opened: bool, roads: NoteC) -> HexsideCost:
    """[c] What a hexside adds by road or trail."""
    # The whole cell is cancelled, NA and D with it: else no gun could use the roads over steep slopes
    # that this note opens to it, since two levels are NA to guns.
    if row in roads.cancels:
        return HexsideCost(0)
    if cost.cost is None:
        return HexsideCost(roads.instead_of_na) if opened else cost
    return HexsideCost(cost.cost, cost.disorders and row not in roads.keeps_order)


def _closed(edge: Edge) -> Edge:
    """A hexside that nothing crosses, with or without a road."""
    shut = {arm: HexsideCost(None) for arm in edge.costs}
    return Edge(edge.row, shut, shut, Effects(None, None), Effects(None, None), edge.marks)
