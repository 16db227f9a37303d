"""The shape of a map file: frozen models that refuse unknown keys, and what they say when they refuse.

Only the shape is checked here (keys, types, ranges of numbers). Whether labels, codes and pairs of
hexes make sense together is for `hexmap.mapread`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from hexmap.coords import LabelStyle, Orientation, Parity
from hexmap.errors import DataError, did_you_mean

FORMAT = 1
LARGEST = 999  # columns, rows and printed numbers: a label stays short enough to read


def is_printable(text: str, spared: str = "") -> bool:
    """Whether every character can be written in a file again: no control codes, no half characters."""
    return all(c in spared or (c >= " " and c != "\x7f" and not "\ud800" <= c <= "\udfff") for c in text)


def _line(text: str) -> str:
    if not is_printable(text):
        raise ValueError("must be one line of plain text")
    return text


def _word(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    if text != text.strip():
        raise ValueError("must not begin or end with a space")
    return _line(text)


def _notes(text: str) -> str:
    text = text.replace("\r\n", "\n")
    if not is_printable(text, "\n\t"):
        raise ValueError("must be plain text")
    return text


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _as_lines(value: object) -> object:
    """Several lines of text, whether written as one text or as a list of texts; blank ones fall away."""
    if isinstance(value, str):
        return tuple(line for line in value.splitlines() if line.strip())
    return _as_tuple(value)


Line = Annotated[str, AfterValidator(_line)]
Word = Annotated[str, AfterValidator(_word)]
Lines = Annotated[tuple[str, ...], BeforeValidator(_as_lines)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1_000_000, le=1_000_000)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class GridEntry(_Entry):
    """`[grid]`: the sheet and its numbering."""

    columns: int = Field(ge=1, le=LARGEST)
    rows: int = Field(ge=1, le=LARGEST)
    orientation: Orientation = "flat"
    shifted: Parity = "even"
    first_column: int = Field(default=1, ge=0, le=LARGEST)
    first_row: int = Field(default=1, ge=0, le=LARGEST)
    style: LabelStyle = "CCRR"


class GroundEntry(_Entry):
    """`[ground]`: one line of codes, and one of levels, for each row of the map."""

    terrain: Lines
    elevation: Lines = ()


class HexsideEntry(_Entry):
    """`[[hexsides]]`: one kind of feature and the hexsides it lies on."""

    kind: Word
    name: Line = ""
    sides: Lines


class RoadEntry(_Entry):
    """`[[roads]]`: one road and the hexes it passes, in order."""

    kind: Word
    name: Line = ""
    path: Lines


class PlaceEntry(_Entry):
    """`[[places]]`: a name written at a hex."""

    name: Word
    hex: str
    kind: Line = ""


class ObjectiveEntry(_Entry):
    """`[[objectives]]`: a hex worth holding."""

    hex: str
    name: Line = ""


class BackgroundEntry(_Entry):
    """`[background]`: a scan of the owner's own map, and how the grid lies on it."""

    image: Word
    origin_px: Annotated[tuple[Number, Number], BeforeValidator(_as_tuple)]
    hex_px: Annotated[float, Field(allow_inf_nan=False, gt=0, le=100_000)]
    rotation: Annotated[float, Field(allow_inf_nan=False, ge=-360, le=360)] = 0.0


class MapFile(_Entry):
    """A whole map file, as its author wrote it."""

    format: Literal[1]
    name: Line = ""
    title: Line = ""
    hex_metres: int | None = Field(default=None, ge=1, le=100_000)
    notes: Annotated[str, AfterValidator(_notes)] = ""
    grid: GridEntry
    legend: dict[str, Word]
    ground: GroundEntry
    hexsides: Annotated[tuple[HexsideEntry, ...], BeforeValidator(_as_tuple)] = ()
    roads: Annotated[tuple[RoadEntry, ...], BeforeValidator(_as_tuple)] = ()
    places: Annotated[tuple[PlaceEntry, ...], BeforeValidator(_as_tuple)] = ()
    areas: dict[str, Lines] = Field(default_factory=dict)
    objectives: Annotated[tuple[ObjectiveEntry, ...], BeforeValidator(_as_tuple)] = ()
    edges: dict[str, Lines] = Field(default_factory=dict)
    background: BackgroundEntry | None = None


SECTIONS: dict[str, type[_Entry]] = {
    "grid": GridEntry,
    "ground": GroundEntry,
    "hexsides": HexsideEntry,
    "roads": RoadEntry,
    "places": PlaceEntry,
    "objectives": ObjectiveEntry,
    "background": BackgroundEntry,
}


def shape_of(content: Mapping[str, Any], path: Path | str) -> tuple[MapFile | None, list[DataError]]:
    """The file as a model, or everything that is wrong with its shape."""
    wrong_format = _format_problem(content, path)
    if wrong_format:
        return None, [wrong_format]
    try:
        return MapFile.model_validate(dict(content)), []
    except ValidationError as error:
        # A misspelt key leaves another one missing: the slip itself comes first.
        found = sorted(error.errors(include_url=False), key=lambda each: each["type"] != "extra_forbidden")
        return None, [_told(dict(problem), path) for problem in found]


def _format_problem(content: Mapping[str, Any], path: Path | str) -> DataError | None:
    if "format" not in content:
        near = difflib.get_close_matches("format", map(str, content), n=1, cutoff=0.6)
        slip = f", not {near[0]}" if near else ""
        return DataError(path, "format", f"is missing; a map file begins with format = {FORMAT}{slip}")
    number = content["format"]
    if type(number) is not int:
        return DataError(path, "format", f"must be a whole number, not {quoted(number)}")
    if number > FORMAT:
        return DataError(
            path, "format", f"{quoted(number)} is newer than this program, which reads format {FORMAT}"
        )
    if number != FORMAT:
        return DataError(path, "format", f"{quoted(number)} does not exist; this program reads {FORMAT}")
    return None


def quoted(value: object) -> str:
    """A value as an error shows it: in quotes if it is text, and cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "so large a number"
    text = str(value)
    if not isinstance(value, str):
        return text
    # Half characters cannot be printed; a sentence about them still must be.
    text = " ".join(text.split()).encode("utf-8", "replace").decode()
    return f"'{text}'" if len(text) <= 40 else f"'{text[:37]}...'"


def _whereabouts(place: Sequence[str | int]) -> str:
    """`("roads", 1, "path")` as people count: "roads 2, path"."""
    words: list[str] = []
    for step in place:
        if isinstance(step, int) and words:
            words[-1] += f" {step + 1}"
        else:
            words.append(str(step))
    return ", ".join(words)


# What pydantic found, by its name for it, in the words of a map's author.
_WORDINGS: dict[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "missing": lambda _, __: "is missing",
    "int_type": lambda got, _: f"must be a whole number, not {quoted(got)}",
    "int_from_float": lambda got, _: f"must be a whole number, not {quoted(got)}",
    "float_type": lambda got, _: f"must be a number, not {quoted(got)}",
    "finite_number": lambda got, _: f"must be an ordinary number, not {quoted(got)}",
    "string_type": lambda got, _: f"must be text in quotes, not {quoted(got)}",
    "greater_than_equal": lambda got, limit: f"must be at least {limit['ge']:.0f}, not {quoted(got)}",
    "greater_than": lambda got, limit: f"must be more than {limit['gt']:.0f}, not {quoted(got)}",
    "less_than_equal": lambda got, limit: f"must be at most {limit['le']:.0f}, not {quoted(got)}",
    "tuple_type": lambda got, _: f"must be a list, not {quoted(got)}",
    "too_long": lambda _, limit: f"must hold {limit['max_length']} values, not {limit['actual_length']}",
    "dict_type": lambda got, _: f"must be a table, not {quoted(got)}",
    "model_type": lambda got, _: f"must be a table, not {quoted(got)}",
    "value_error": lambda _, limit: str(limit["error"]),
}


def _told(problem: Mapping[str, Any], path: Path | str) -> DataError:
    """One of pydantic's findings as the sentence the author reads."""
    place, kind, got = problem["loc"], problem["type"], problem["input"]
    limit = problem.get("ctx", {})
    if kind == "extra_forbidden":
        return DataError(path, _whereabouts(place), _unknown_key(place))
    if kind == "literal_error":
        choices = [word.strip("'") for word in limit["expected"].replace(" or ", ", ").split(", ")]
        known = " or ".join(f"'{word}'" for word in choices)
        hint = did_you_mean(got, choices) if isinstance(got, str) else ""
        near = hint if "did you mean" in hint else ""
        return DataError(path, _whereabouts(place), f"must be {known}, not {quoted(got)}{near}")
    if kind == "tuple_type" and (
        place[0] in ("areas", "edges") or place[-1] in ("terrain", "elevation", "sides", "path")
    ):
        return DataError(path, _whereabouts(place), f"must be text or a list of texts, not {quoted(got)}")
    wording = _WORDINGS.get(kind)
    text = wording(got, limit) if wording else problem["msg"][:1].lower() + problem["msg"][1:]
    return DataError(path, _whereabouts(place), text)


def _unknown_key(place: Sequence[str | int]) -> str:
    """Why a key is refused: it is misspelt, or it stands in the wrong table."""
    key = str(place[-1])
    here = SECTIONS[str(place[0])] if len(place) > 1 else MapFile
    suggestion = did_you_mean(key, here.model_fields)
    if "did you mean" not in suggestion:
        if here is not MapFile and key in MapFile.model_fields:
            return "unknown key; it belongs at the top of the file, before the first [table]"
        homes = [name for name, model in SECTIONS.items() if key in model.model_fields]
        if homes and here is MapFile:
            return f"unknown key; it belongs under [{homes[0]}]"
    return f"unknown key{suggestion}"
