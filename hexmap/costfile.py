"""Cost files: a table of movement costs in TOML, checked before it is used.

The form is that of `neutral.toml`. Every mistake is a `DataError` that names the file, the place and
what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, ValidationError

from hexmap.costs import CLIMB, CostTable, table_of
from hexmap.errors import DataError, did_you_mean
from hexmap.files import parse_table, read_text

FORMAT = 1
_WRITTEN = re.compile(r"no|\d{1,6}(/[1-9]\d{0,3})?", re.ASCII)
_CELL = 'is 0 or more: a whole number, a fraction in quotes such as "1/2", or "no"'


def _cell(value: object) -> object:
    if type(value) is int and 0 <= value < 10**6:
        return value
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return value
    shown = f"'{value[:40]}'" if isinstance(value, str) else str(value)[:40]
    raise ValueError(f"a cost {_CELL}, not {shown}")


Cell = Annotated[Any, BeforeValidator(_cell)]
Row = list[Cell]
Word = Annotated[str, Field(min_length=1, max_length=60)]
Words = list[Word]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _UpDown(_Part):
    up: Row
    down: Row


class _InOut(_Part):
    in_: Row = Field(alias="in")
    out: Row


class _Road(_Part):
    cost: Row
    waives: Words = []


class _Climb(_Part):
    up: Row
    down: Row
    most: list[Annotated[StrictInt, Field(ge=0, le=1000)]]


class _Stops(_Part):
    terrain: dict[Word, Words] = {}
    hexside: dict[Word, Words] = {}


class _CostFile(_Part):
    format: int
    name: Word
    arms: Annotated[Words, Field(min_length=1)]
    terrain: Annotated[dict[Word, Row], Field(min_length=1)]
    hexside: dict[Word, Any] = {}
    road: dict[Word, _Road] = {}
    climb: _Climb | None = None
    lifts: dict[Word, Words] = {}
    stops: _Stops = _Stops()
    rules: dict[Word, str] = {}


class _SideRow(_Part):
    """A hexside with the same costs both ways, under the name the errors use for it."""

    costs: Row


def read_costs(path: Path | str) -> CostTable:
    """The cost table in a TOML file."""
    path = Path(path)
    if path.suffix.lower() == ".json":
        raise DataError(path, "", "a cost file is written in TOML and ends in .toml")
    return parse_costs(read_text(path), path)


def parse_costs(text: str, path: Path | str = "costs.toml") -> CostTable:
    """The cost table in the text of a file; *path* is what errors call it."""
    content = parse_table(text, "toml", path)
    _check_format(content, path)
    _validate(_CostFile, content, path, ())
    for word, cells in content.get("hexside", {}).items():
        _check_side(cells, path, ("hexside", word))
    for problem in _cross_references(content, path):
        raise problem
    return table_of(content)


def _check_format(content: Mapping[str, Any], path: Path | str) -> None:
    number = content.get("format")
    if number is None:
        raise DataError(path, "format", f"is missing; a cost file begins with format = {FORMAT}")
    if type(number) is not int:
        raise DataError(path, "format", f"must be a whole number, not {str(number)[:40]}")
    if number > FORMAT:
        raise DataError(path, "format", f"{number} is newer than this program, which reads {FORMAT}")
    if number != FORMAT:
        raise DataError(path, "format", f"{number} does not exist; this program reads {FORMAT}")


def _check_side(cells: object, path: Path | str, place: tuple[str, ...]) -> None:
    if isinstance(cells, list):
        _validate(_SideRow, {"costs": cells}, path, place)
    elif isinstance(cells, dict) and {"in", "out"} & cells.keys():
        _validate(_InOut, cells, path, place)
    elif isinstance(cells, dict):
        _validate(_UpDown, cells, path, place)
    else:
        raise DataError(
            path, ", ".join(place), "is a list of costs, or a table of 'up' and 'down' or 'in' and 'out'"
        )


def _validate(
    model: type[_Part], content: Mapping[str, Any], path: Path | str, place: tuple[str, ...]
) -> None:
    try:
        model.model_validate(content)
    except ValidationError as error:
        # A misspelt key leaves another one missing: the slip itself comes first.
        problems = sorted(error.errors(include_url=False), key=lambda each: each["type"] != "extra_forbidden")
        raise _told(model, dict(problems[0]), path, place) from None


def _told(
    model: type[_Part], problem: Mapping[str, Any], path: Path | str, place: Sequence[str]
) -> DataError:
    """What pydantic found, in the words of the file's author."""
    steps = (*place, *problem["loc"])
    where = ""
    for step in steps:
        if isinstance(step, int):
            where += f" {step + 1}"
        elif step not in ("costs", "[key]"):
            where += f", {step}" if where else str(step)
    match problem["type"]:
        case "extra_forbidden":
            known = _keys(model, problem["loc"][:-1])
            return DataError(path, where, f"unknown key '{steps[-1]}'{did_you_mean(str(steps[-1]), known)}")
        case "missing":
            return DataError(path, where, "is missing")
        case "list_type":
            return DataError(path, where, "must be a list")
        case "dict_type" | "model_type":
            return DataError(path, where, "must be a table")
        case "string_type":
            return DataError(path, where, "must be text in quotes")
        case "value_error":
            return DataError(path, where, str(problem["ctx"]["error"]))
    said = str(problem["msg"])
    return DataError(path, where, said[:1].lower() + said[1:])


def _keys(model: type[BaseModel], inside: Sequence[str | int]) -> Iterable[str]:
    """The keys a part of the file may have."""
    parts: dict[str, type[BaseModel]] = {"road": _Road, "climb": _Climb, "stops": _Stops}
    owner = parts.get(str(inside[0]), model) if inside else model
    return [each.alias or name for name, each in owner.model_fields.items()]


def _cross_references(content: Mapping[str, Any], path: Path | str) -> Iterator[DataError]:
    """Rows of the wrong length, and words the file does not know."""
    arms, terrain = content["arms"], content["terrain"]
    sides = content.get("hexside", {})
    doubles = sorted({arm for arm in arms if arms.count(arm) > 1})
    if doubles:
        yield DataError(path, "arms", f"'{doubles[0]}' is named twice")
    for where, row in _rows(content):
        if len(row) != len(arms):
            yield DataError(path, where, f"has {len(row)} costs for {len(arms)} arms")
    for word, lifted in content.get("lifts", {}).items():
        yield from _unknown(path, "lifts", [word], sides)
        yield from _unknown(path, f"lifts, {word}", lifted, sides)
    for word, road in content.get("road", {}).items():
        yield from _unknown(path, f"road, {word}, waives", road.get("waives", ()), [*sides, CLIMB])
    for group, known in (("terrain", terrain), ("hexside", sides)):
        for word, stopped in content.get("stops", {}).get(group, {}).items():
            yield from _unknown(path, f"stops, {group}", [word], known)
            yield from _unknown(path, f"stops, {group}, {word}", stopped, arms)
    priced = [*terrain, *sides, *content.get("road", {}), CLIMB]
    yield from _unknown(path, "rules", content.get("rules", {}), priced)


def _rows(content: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[object]]]:
    for word, row in content["terrain"].items():
        yield f"terrain, {word}", row
    for word, cells in content.get("hexside", {}).items():
        if isinstance(cells, list):
            yield f"hexside, {word}", cells
        else:
            yield from ((f"hexside, {word}, {way}", row) for way, row in cells.items())
    for word, road in content.get("road", {}).items():
        yield f"road, {word}, cost", road["cost"]
    for key, row in content.get("climb", {}).items():
        yield f"climb, {key}", row


def _unknown(path: Path | str, where: str, words: Iterable[str], known: Iterable[str]) -> Iterator[DataError]:
    for word in words:
        if word not in known:
            yield DataError(path, where, f"unknown word '{word}'{did_you_mean(word, known)}")
