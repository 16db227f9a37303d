"""How ground, hexsides, roads and names look: `assets/theme.toml`, the same for paper and screen."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from game.shipped import shipped
from hexmap.errors import DataError

Pattern = Literal[
    "none",
    "furrows",
    "stones",
    "vines",
    "cracks",
    "orchard",
    "palms",
    "trees",
    "tufts",
    "ice",
    "waves",
    "ripples",
    "swell",
    "blocks",
    "houses",
    "ruins",
    "castle",
    "hatch",
]
Manner = Literal[
    "water",
    "canal",
    "ford",
    "bridge",
    "pontoon",
    "crest",
    "hachures",
    "steep_hachures",
    "cliff",
    "wall",
    "redoubt",
    "fortification",
    "plain",
]


def _colour(text: str) -> str:
    """A colour as `#rrggbb`."""
    if len(text) != 7 or text[0] != "#" or any(c not in "0123456789abcdef" for c in text[1:].lower()):
        raise ValueError(f"a colour is written #rrggbb, not '{text}'")
    return text.lower()


Colour = Annotated[str, AfterValidator(_colour)]
Share = Annotated[float, Field(ge=0, le=1)]
Width = Annotated[float, Field(gt=0, le=1)]
Dash = tuple[Width, ...]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SheetLook(_Entry):
    """Page, grid, relief and lettering."""

    page: Colour
    ink: Colour
    faint: Colour
    grid: Colour
    grid_opacity: Share
    number: Colour
    objective: Colour
    halo: Colour
    contour: Colour
    shade: Colour
    tints: tuple[Colour, ...] = Field(min_length=1)


class TerrainLook(_Entry):
    """An area of one terrain: its fill over the tint of the height, its outline, its pattern."""

    label: str
    fill: Colour
    opacity: Share = 1.0
    edge: Colour | None = None
    edge_dash: Dash = ()
    pattern: Pattern = "none"
    ink: Colour = "#000000"
    tone: Colour = "#ffffff"
    is_water: bool = False


class HexsideLook(_Entry):
    """Something on a hexside, and the manner in which it is drawn."""

    label: str
    manner: Manner
    colour: Colour
    edge: Colour | None = None
    width: Width


class RoadLook(_Entry):
    """A road: a line, with an edge or in dashes."""

    label: str
    colour: Colour
    edge: Colour | None = None
    width: Width
    dash: Dash = ()


class NameLook(_Entry):
    """The lettering of one kind of place."""

    colour: Colour
    size: Width
    bold: bool = False
    italic: bool = False


class Theme(_Entry):
    """All looks; a word that has none is given the plain one."""

    format: Literal[1]
    sheet: SheetLook
    terrain: dict[str, TerrainLook]
    terrain_fallback: TerrainLook
    hexside: dict[str, HexsideLook]
    hexside_fallback: HexsideLook
    road: dict[str, RoadLook]
    road_fallback: RoadLook
    names: dict[str, NameLook]

    def terrain_look(self, word: str) -> TerrainLook:
        look = self.terrain.get(word)
        return look or self.terrain_fallback.model_copy(update={"label": spoken(word)})

    def hexside_look(self, word: str) -> HexsideLook:
        look = self.hexside.get(word)
        return look or self.hexside_fallback.model_copy(update={"label": spoken(word)})

    def road_look(self, word: str) -> RoadLook:
        look = self.road.get(word)
        return look or self.road_fallback.model_copy(update={"label": spoken(word)})

    def name_look(self, kind: str) -> NameLook:
        return self.names.get(kind) or self._plain_name

    @cached_property
    def _plain_name(self) -> NameLook:
        return self.names.get("") or NameLook(colour=self.sheet.ink, size=0.27)

    def tint(self, level: int, lowest: int, highest: int) -> str:
        """The colour of a height on a map that runs from *lowest* to *highest*."""
        tints = self.sheet.tints
        # Few levels take neighbouring tints, so that one step looks alike on all maps; many are spread out.
        place: float = level - lowest
        if highest - lowest > len(tints) - 1:
            place *= (len(tints) - 1) / (highest - lowest)
        below = min(int(place), len(tints) - 1)
        above = min(below + 1, len(tints) - 1)
        return mixed(tints[below], tints[above], place - below)


def spoken(word: str) -> str:
    """A vocabulary word as a person writes it: "steep_slope" is "Steep slope"."""
    text = word.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: *share* 0 gives the first, 1 the second."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def greyed(colour: str) -> str:
    """The grey that is as bright as a colour."""
    red, green, blue = _channels(colour)
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def read_theme(path: Path | None = None) -> Theme:
    """The theme of a file, or the one that came with the program."""
    if path is None:
        path = shipped("assets") / "theme.toml"
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(path, "", f"is not a TOML file: {error}") from None
    try:
        return Theme.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DataError(path, where, first["msg"].removeprefix("Value error, ").lower()) from None
