"""The printed tables of Jours de Gloire, read once from `data/*.toml`: no figure of the page stands in code.

tables = load_tables()
tables.terrain.hex_cost("woods", "infantry")         # 2
tables.shock.result(12).key                          # "10+"
tables.odds.line(14, 5).label                        # "2/1"
tables.fire_modifier("combined").modifier()          # +2 two batteries fire together [7.2]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.core.tables import PrintedTable
from game.rulesets.jours_de_gloire.table_cells import row_id
from game.rulesets.jours_de_gloire.table_combat import (
    FireResult,
    FireTable,
    Line,
    OddsLine,
    OddsTable,
    Outcome,
    ShockResult,
    ShockTable,
    read_fire,
    read_lines,
    read_odds,
    read_shock,
)
from game.rulesets.jours_de_gloire.table_terrain import HexsideCost, TerrainTable, read_terrain

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Tables:
    """Every table of the game: as read by the rules, and as printed (by the name of its file)."""

    terrain: TerrainTable
    fire: FireTable
    shock: ShockTable
    odds: OddsTable
    fire_lines: Mapping[str, Line]
    shock_lines: Mapping[str, Line]
    printed: Mapping[str, PrintedTable]

    def fire_modifier(self, name: str) -> Line:
        """[7.2] A modifier for artillery fire: combined, six_fronts, reaction, counter_battery, massed, …"""
        return self.fire_lines[name]

    def shock_modifier(self, name: str) -> Line:
        """[8.6] A modifier for shock or charge: routed, rear, front_and_rear, threatened_rear, charge, …"""
        return self.shock_lines[name]

    def odds_modifier(self, attack: int, defence: int) -> Line:
        """[8.6] The modifier for two strengths, rounded in the defender's favour: 14 to 5 is 2/1, +2."""
        line = self.odds.line(attack, defence)
        return self.shock_lines["odds"].of(line.value)._replace(row=row_id(self.odds.path, line.label))

    def rows(self) -> frozenset[str]:
        """Every row of the page as "table: row", the words in which a lookup names its row."""
        return frozenset(
            row_id(Path(name), row) for name, table in self.printed.items() for row in table.rows
        )


def read_tables(folder: Path) -> Tables:
    """The tables in a folder; the first thing that cannot be read is told with file, row and column."""
    terrain_sheet, terrain = read_terrain(folder)
    fire_sheet, fire = read_fire(folder)
    shock_sheet, shock = read_shock(folder)
    odds_sheet, odds = read_odds(folder)
    fire_modifiers, shock_modifiers, fire_lines, shock_lines = read_lines(folder, terrain.notes)
    sheets = (terrain_sheet, fire_sheet, fire_modifiers, shock_sheet, odds_sheet, shock_modifiers)
    return Tables(
        terrain=terrain,
        fire=fire,
        shock=shock,
        odds=odds,
        fire_lines=fire_lines,
        shock_lines=shock_lines,
        printed={sheet.path.stem: sheet.table for sheet in sheets},
    )


@cache
def load_tables() -> Tables:
    """The tables of the game."""
    return read_tables(DATA)


__all__ = [
    "DATA",
    "FireResult",
    "FireTable",
    "HexsideCost",
    "Line",
    "OddsLine",
    "OddsTable",
    "Outcome",
    "ShockResult",
    "ShockTable",
    "Tables",
    "TerrainTable",
    "load_tables",
    "read_tables",
]
