"""The mapping file: which layer, property and word of a Tiled map means what on the board."""

from __future__ import annotations

from collections.abc import Mapping as AnyMapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from hexmap.errors import DataError, did_you_mean
from hexmap.files import parse_table, read_text

FORMAT = 1

Text = Annotated[str, Field(min_length=1)]
Names = Annotated[
    tuple[Text, ...], BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)
]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _LayerSection(_Section):
    layers: Names = ()

    def has_layer(self, name: str) -> bool:
        return name.casefold() in (known.casefold() for known in self.layers)


class TerrainSection(_LayerSection):
    """`[terrain]`: tile layers, and how a tile says what grows on it."""

    property: Text = "terrain"
    default: Text = "clear"
    words: dict[str, Text] = Field(default_factory=dict)
    tiles: dict[str, Text] = Field(default_factory=dict)


class ElevationSection(_LayerSection):
    """`[elevation]`: tile layers, and how a tile says how high it lies."""

    property: Text = "elevation"
    default: int = 0
    tiles: dict[str, int] = Field(default_factory=dict)


class HexsideSection(_LayerSection):
    """`[hexsides]`: object layers with points on hexsides or lines along them."""

    inside_property: Text = "inside"
    words: dict[str, Text] = Field(default_factory=dict)


class RoadSection(_LayerSection):
    """`[roads]`: object layers with lines from hex to hex."""

    words: dict[str, Text] = Field(default_factory=dict)


class GroupSection(_LayerSection):
    """`[areas]`, `[edges]`: named groups of hexes, drawn as shapes or painted on layers of their own."""

    tile_layers: str = ""

    def group_named_by(self, layer: str) -> str | None:
        """The group whose hexes a tile layer paints, or None if the layer is no such thing."""
        prefix = self.tile_layers
        if prefix and layer.casefold().startswith(prefix.casefold()) and layer[len(prefix) :].strip():
            return layer[len(prefix) :]
        return None


class TiledMapping(_Section):
    """A whole mapping file."""

    format: Literal[1]
    ignore: Names = ()
    hexes_property: Text = "hexes"
    kind_property: Text = "kind"
    terrain: TerrainSection = TerrainSection()
    elevation: ElevationSection = ElevationSection()
    hexsides: HexsideSection = HexsideSection()
    roads: RoadSection = RoadSection()
    places: _LayerSection = _LayerSection()
    objectives: _LayerSection = _LayerSection()
    areas: GroupSection = GroupSection()
    edges: GroupSection = GroupSection()


@cache
def default_mapping() -> TiledMapping:
    """The mapping that ships with the program; what is exported follows it."""
    shipped = resources.files("hexmap").joinpath("tiled_mapping.toml")
    return parse_mapping(shipped.read_text(encoding="utf-8"), "tiled_mapping.toml")


def read_mapping(path: Path | str) -> TiledMapping:
    """The mapping a file holds."""
    return parse_mapping(read_text(Path(path)), path)


def parse_mapping(text: str, path: Path | str) -> TiledMapping:
    """The mapping written in a TOML text; the first thing wrong with it is refused by name."""
    values = parse_table(text, "toml", path)
    number = values.get("format")
    if type(number) is not int or number < 1:
        raise DataError(path, "format", f"must be given; a mapping file begins with format = {FORMAT}")
    if number > FORMAT:
        raise DataError(path, "format", f"is newer than this program, which reads format {FORMAT}")
    try:
        mapping = TiledMapping.model_validate(values)
    except ValidationError as error:
        first: AnyMapping[str, Any] = dict(error.errors(include_url=False)[0])
        where = ", ".join(str(part) for part in first["loc"])
        raise DataError(path, where, _problem(first)) from None
    _check_layers(mapping, path)
    return mapping


def _check_layers(mapping: TiledMapping, path: Path | str) -> None:
    """One layer means one thing: a tile layer here, an object layer there."""
    if not mapping.terrain.layers:
        raise DataError(path, "terrain, layers", "must name at least one tile layer")
    taken: dict[str, str] = {}
    for section in ("terrain", "elevation", "hexsides", "roads", "places", "objectives", "areas", "edges"):
        for layer in getattr(mapping, section).layers:
            other = taken.setdefault(layer.casefold(), section)
            if other != section:
                raise DataError(
                    path, f"{section}, layers", f"layer '{layer}' is named under [{other}] already"
                )


def _problem(found: AnyMapping[str, Any]) -> str:
    """What pydantic found, in the words of a mapping's author."""
    got = found["input"]
    shown = f"'{got}'" if isinstance(got, str) else "a table" if isinstance(got, dict) else str(got)
    match found["type"]:
        case "extra_forbidden":
            model: Any = TiledMapping
            for step in found["loc"][:-1]:
                model = model.model_fields[step].annotation
            return f"unknown key{did_you_mean(str(found['loc'][-1]), model.model_fields)}"
        case "string_type":
            return f"must be text in quotes, not {shown}"
        case "string_too_short":
            return "must not be empty"
        case "int_type" | "int_from_float":
            return f"must be a whole number, not {shown}"
        case "tuple_type":
            return f"must be a list of texts, not {shown}"
        case "dict_type" | "model_type":
            return f"must be a table, not {shown}"
        case _:
            return str(found["msg"]).lower()
