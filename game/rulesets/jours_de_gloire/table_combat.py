"""The fire, shock and odds tables as the rules ask them, and the modifiers by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field

from game.core.errors import DataError, did_you_mean
from game.core.models import Closed
from game.core.modifiers import Modifier
from game.core.tables import read_model
from game.core.tongue import _
from game.rulesets.jours_de_gloire.table_cells import Band, Cell, Sheet, read_bands, read_sheet, row_id
from game.rulesets.jours_de_gloire.table_terrain import Notes

FireResult = Literal["none", "CT", "D", "R"]
TestPrice = Literal["D", "1"]
Follow = Literal["breakthrough", "counter_shock"]

# Rows whose figure comes from the units or from another table.
WORKED_OUT = frozenset({"strength", "terrain", "odds", "cohesion"})


# --- modifiers by name ---------------------------------------------------------------------------


class LineWords(Closed):
    """One entry of `lines.toml`."""

    row: str
    why: str
    rule: str
    note: Literal["b"] | None = None


class LinesFile(Closed):
    """`lines.toml`: how each modifier is spoken of."""

    format: int = Field(ge=1, le=1)
    fire: dict[str, LineWords]
    shock: dict[str, LineWords]


class Line(NamedTuple):
    """A modifier of the page by name: figure, words, rule, and the row it was read from.

    The figure of a row that is worked out (fire strength, odds, cohesion) is 0 until `of` gives it.
    """

    value: int
    why: str
    rule: str
    row: str

    def of(self, value: int) -> Line:
        """The same line with the figure worked out for this combat."""
        return self._replace(value=value)

    def times(self, number: int) -> Line:
        """The same line counted several times, as long range is for each hex."""
        return self._replace(value=self.value * number)

    def modifier(self) -> Modifier:
        """The line as it stands in a sum."""
        return Modifier(self.value, _(self.why), self.rule)


def read_lines(folder: Path, notes: Notes) -> tuple[Sheet, Sheet, Mapping[str, Line], Mapping[str, Line]]:
    """The two modifier tables as printed, and the modifiers for fire and for shock by name."""
    fire = read_sheet(folder / "fire_modifiers.toml", ("Type", "Modifier", "Effect"))
    shock = read_sheet(folder / "shock_modifiers.toml", ("Type of modifier", "Modifier", "Effect"))
    words = read_model(LinesFile, folder / "lines.toml")
    return (
        fire,
        shock,
        _lines(fire, words.fire, folder / "lines.toml", "fire", notes),
        _lines(shock, words.shock, folder / "lines.toml", "shock", notes),
    )


def _lines(
    sheet: Sheet, words: Mapping[str, LineWords], path: Path, group: str, notes: Notes
) -> Mapping[str, Line]:
    lines = {}
    rows = sheet.table.rows
    figures = {row: sheet.cell(row, "Effect").modifier() for row in rows if row not in WORKED_OUT}
    for name, entry in words.items():
        if entry.row not in rows:
            hint = did_you_mean(entry.row, rows)
            raise DataError(path, f"{group}.{name}", f"{sheet.path.name} has no row '{entry.row}'{hint}")
        value = notes.b.shock if entry.note else figures.get(entry.row, 0)
        lines[name] = Line(value, entry.why, entry.rule, row_id(sheet.path, entry.row))
    for row in rows:
        # The terrain row only points to the terrain table, which speaks for itself.
        if row != "terrain" and row not in {entry.row for entry in words.values()}:
            raise DataError(sheet.path, f"row '{row}'", f"is spoken of by no line of {path.name}")
    return lines


# --- fire ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FireTable:
    """[7.2] What a total of die, fire strength and modifiers does to the target."""

    path: Path
    bands: tuple[tuple[Band, FireResult], ...]

    def result(self, total: int) -> FireResult:
        """R, D or CT (a cohesion test); "none" below the last printed row."""
        for band, result in self.bands:
            if band.lowest is not None and total >= band.lowest:
                return result
        return "none"

    def row(self, total: int) -> str | None:
        """The row of the page that holds a total; None below the last."""
        for band, _result in self.bands:
            if band.lowest is not None and total >= band.lowest:
                return row_id(self.path, band.row)
        return None


def read_fire(folder: Path) -> tuple[Sheet, FireTable]:
    """The fire table as printed and as read."""
    sheet = read_sheet(folder / "fire.toml", ("Effect on the target",))
    found: list[tuple[Band, FireResult]] = []
    for band in read_bands(sheet):
        cell = sheet.cell(band.row, "Effect on the target")
        if band.lowest is None:
            raise DataError(sheet.path, f"row '{band.row}'", "must say from which total it counts")
        found.append((band, _fire_result(cell)))
    return sheet, FireTable(sheet.path, tuple(found))


def _fire_result(cell: Cell) -> FireResult:
    match cell.text:
        case "CT" | "D" | "R":
            return cell.text
        case _:
            raise cell.wrong("an effect of fire is CT, D or R")


# --- shock ---------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a row of the shock table does to one of the two sides, in the order it is carried out.

    `test` names what a failed cohesion test costs: D, or 1 for a recoil of one hex. `follow` is what
    anyone may do next, `pursues` what cavalry that charged (or counter-charged) does next.
    """

    recoils: bool = False
    disordered: bool = False
    test: TestPrice | None = None
    follow: Follow | None = None
    pursues: bool = False
    only_if_enemy_left: bool = False


class ShockResult(NamedTuple):
    """A row of the shock table: its short key, its place on the page, and what befalls either side."""

    key: str
    row: str
    defender: Outcome
    attacker: Outcome


@dataclass(frozen=True)
class ShockTable:
    """[8.6] What a total of die and modifiers does to both sides."""

    results: tuple[ShockResult, ...]
    lowest: tuple[int, ...]  # of every row but the last, which has no end

    def result(self, total: int) -> ShockResult:
        """The row that holds a total."""
        for place, lowest in enumerate(self.lowest):
            if total >= lowest:
                return self.results[place]
        return self.results[-1]

    def keys(self) -> tuple[str, ...]:
        """The rows in short, best for the attacker first: 10+, 5-9, 0-4, <0."""
        return tuple(self.by_key)

    @cached_property
    def by_key(self) -> Mapping[str, ShockResult]:
        """The rows by what they are called in short."""
        return {result.key: result for result in self.results}


def read_shock(folder: Path) -> tuple[Sheet, ShockTable]:
    """The shock table as printed and as read."""
    sheet = read_sheet(folder / "shock.toml", ("Defender", "Attacker"))
    bands = read_bands(sheet)
    if bands[-1].lowest is not None:
        raise DataError(sheet.path, f"row '{bands[-1].row}'", "must be open below, as 'Less than 0' is")
    results = tuple(
        ShockResult(
            band.key(),
            row_id(sheet.path, band.row),
            _outcome(sheet.cell(band.row, "Defender")),
            _outcome(sheet.cell(band.row, "Attacker")),
        )
        for band in bands
    )
    return sheet, ShockTable(results, tuple(band.lowest for band in bands if band.lowest is not None))


_FOLLOWS: dict[str, Outcome] = {
    "Breakthrough (8.7)": Outcome(follow="breakthrough"),
    "Counter-shock (8.7)": Outcome(follow="counter_shock"),
    "*Pursuit (9.5)*": Outcome(pursues=True),
    "*Pursuit (9.5) after a counter-charge (9.4), if the attacker leaves his hex*": Outcome(
        pursues=True, only_if_enemy_left=True
    ),
}
_HARMS: dict[str, Outcome] = {
    "1": Outcome(recoils=True),
    "D": Outcome(disordered=True),
    "CT": Outcome(test="D"),
    "CT/1": Outcome(test="1"),
}


def _outcome(cell: Cell) -> Outcome:
    """A cell of the shock table: harms joined by "+", or what comes next joined by "or"."""
    # The asterisk that closes the cavalry part is no mark here.
    text = f"{cell.text}*" if "*" in cell.marks else cell.text
    parts, known = text.split(" or "), _FOLLOWS
    if not all(part in known for part in parts):
        parts, known = text.split(" + "), _HARMS
    outcome = Outcome()
    for part in parts:
        if part not in known or parts.count(part) > 1:
            raise cell.wrong(f"a result is made of {', '.join((*_HARMS, *_FOLLOWS))}, each once")
        changed = {
            field: value
            for field, value in known[part]._asdict().items()
            if value != Outcome._field_defaults[field]
        }
        outcome = outcome._replace(**changed)
    return outcome


# --- odds ----------------------------------------------------------------------------------------


class OddsLine(NamedTuple):
    """A row of the strength comparison table: from this ratio up, this modifier."""

    label: str
    value: int
    attack: int
    defence: int


@dataclass(frozen=True)
class OddsTable:
    """[8.6] The strength comparison table, best odds for the attacker first."""

    path: Path
    lines: tuple[OddsLine, ...]

    def line(self, attack: int, defence: int) -> OddsLine:
        """The row for two strengths, rounded in the defender's favour: 14 to 5 is "2/1"."""
        assert attack >= 0 and defence >= 0 and attack + defence > 0, (attack, defence)
        for line in self.lines[:-1]:
            if attack * line.defence >= defence * line.attack:
                return line
        return self.lines[-1]

    def modifier(self, attack: int, defence: int) -> int:
        """The modifier for two strengths."""
        return self.line(attack, defence).value


_RATIO = re.compile(r"([1-9]\d*(?:\.\d+)?)/([1-9]\d*(?:\.\d+)?)( or more| or worse)?")


def read_odds(folder: Path) -> tuple[Sheet, OddsTable]:
    """The strength comparison table as printed and as read."""
    sheet = read_sheet(folder / "odds.toml", ("Modifier",))
    lines: list[OddsLine] = []
    last = len(sheet.table.rows) - 1
    for place, row in enumerate(sheet.table.rows):
        found = _RATIO.fullmatch(row)
        ending = {0: " or more", last: " or worse"}.get(place)
        if not found or found[3] != ending:
            wanted = "'4/1 or more' first, then such as '1.5/1', '1/4 or worse' last"
            raise DataError(sheet.path, f"row '{row}'", f"is not the name of odds; {wanted}")
        ratio = Fraction(Decimal(found[1])) / Fraction(Decimal(found[2]))
        value = sheet.cell(row, "Modifier").modifier()
        if lines and (ratio >= Fraction(lines[-1].attack, lines[-1].defence) or value > lines[-1].value):
            raise DataError(sheet.path, f"row '{row}'", f"is not below row '{lines[-1].label}'")
        lines.append(OddsLine(row, value, ratio.numerator, ratio.denominator))
    if len(lines) < 2:
        raise DataError(sheet.path, "rows", "must hold at least the best and the worst odds")
    return sheet, OddsTable(sheet.path, tuple(lines))
