"""What a Tiled map says, in plain values: layers of tiles, of shapes, properties. pytmx does the reading."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from hexmap.errors import DataError
from hexmap.tiled_geometry import Point
from hexmap.tiled_tree import PROPERTY_MARK, pytmx_module, read_tree


class Tile(NamedTuple):
    """One picture of a tileset: where it is from and what it says. How it is turned is no data."""

    tileset: str
    number: int
    kind: str = ""
    image: str = ""
    properties: Mapping[str, str] = {}

    def __str__(self) -> str:
        return f"{self.tileset}:{self.number}"


class Shape(NamedTuple):
    """One object: a point, line, polygon, rectangle, ellipse, text or placed tile."""

    ident: int
    name: str
    kind: str
    form: str
    points: tuple[Point, ...]
    properties: Mapping[str, str]


class TileLayer(NamedTuple):
    name: str
    tiles: Mapping[tuple[int, int], Tile]  # (column, row) from 0; empty cells are left out
    strays: tuple[tuple[int, int], ...]  # cells whose tile number belongs to no tileset


class ShapeLayer(NamedTuple):
    name: str
    shapes: tuple[Shape, ...]


class PictureLayer(NamedTuple):
    name: str
    image: str


@dataclass(frozen=True)
class TiledFile:
    """A hexagonal Tiled map, decoded."""

    path: Path
    root: Element  # sizes and stagger, checked
    properties: Mapping[str, str]
    tile_layers: tuple[TileLayer, ...]
    shape_layers: tuple[ShapeLayer, ...]
    picture_layers: tuple[PictureLayer, ...]
    remarks: tuple[str, ...]


def read_source(path: Path | str) -> TiledFile:
    """Everything a `.tmx` or `.tmj` file holds; a file that cannot be read is refused in one sentence."""
    path = Path(path)
    remarks: list[str] = []
    root = read_tree(path, remarks)
    pytmx = pytmx_module()
    tiled = pytmx.TiledMap()
    tiled.filename = str(path)
    try:
        tiled.parse_xml(root)
        tilesets = sorted(tiled.tilesets, key=lambda tileset: int(tileset.firstgid))
        tile_layers = tuple(
            _tile_layer(layer, tiled, tilesets)
            for layer in tiled.layers
            if isinstance(layer, pytmx.TiledTileLayer)
        )
        shape_layers = tuple(
            ShapeLayer(layer.name or "", tuple(_shape(each) for each in layer))
            for layer in tiled.objectgroups
        )
    except Exception as error:  # pytmx raises bare exceptions, with its own words in them
        raise DataError(path, "", f"cannot be read as a Tiled map: {error or type(error).__name__}") from None
    for layer in tiled.layers:
        for name in _marked(layer.properties):
            remarks.append(f"layer '{layer.name or ''}': its property '{name}' is not mapped")
    picture_layers = tuple(
        PictureLayer(layer.name or "", layer.source or "")
        for layer in tiled.layers
        if isinstance(layer, pytmx.TiledImageLayer)
    )
    return TiledFile(
        path, root, _marked(tiled.properties), tile_layers, shape_layers, picture_layers, tuple(remarks)
    )


def _marked(properties: Mapping[str, Any]) -> dict[str, str]:
    """The user's own properties among what pytmx keeps, without their mark."""
    return {
        name.removeprefix(PROPERTY_MARK): value or ""
        for name, value in properties.items()
        if name.startswith(PROPERTY_MARK)
    }


def _tile_layer(layer: Any, tiled: Any, tilesets: list[Any]) -> TileLayer:
    tiles: dict[tuple[int, int], Tile] = {}
    strays = []
    known: dict[int, Tile | None] = {}
    for column, row, gid in layer.iter_data():
        if not gid:
            continue
        if gid not in known:
            known[gid] = _tile(gid, tiled, tilesets)
        tile = known[gid]
        if tile is None:
            strays.append((column, row))
        else:
            tiles[column, row] = tile
    return TileLayer(layer.name or "", tiles, tuple(strays))


def _tile(gid: int, tiled: Any, tilesets: list[Any]) -> Tile | None:
    """The tile behind one of pytmx's numbers, which it gives anew for each way a tile is flipped."""
    number = tiled.tiledgidmap[gid]
    place = bisect_right([tileset.firstgid for tileset in tilesets], number) - 1
    if place < 0:
        return None
    tileset = tilesets[place]
    number -= tileset.firstgid
    # A tileset of single pictures may have gaps in its numbers, so a count refuses nothing there.
    if tileset.columns and tileset.tilecount and number >= tileset.tilecount:
        return None
    said: Mapping[str, Any] = tiled.tile_properties.get(gid, {})
    kind = said.get("class") or said.get("type") or ""
    image = said.get("source") or ""
    return Tile(tileset.name or "", number, str(kind), str(image), _marked(said))


def _shape(each: Any) -> Shape:
    form = each.gloire_form
    if form in ("polyline", "polygon"):
        corners = [each.points[0]] if len(each.points) == 1 else each.apply_transformations()
        points = tuple(Point(Fraction(x), Fraction(y)) for x, y in corners)
    else:
        points = _box(each) if form != "point" else (Point(Fraction(each.x), Fraction(each.y)),)
    kind = str(getattr(each, "class", "") or each.type or "")
    name = each.name or getattr(each, "gloire_text", "")
    return Shape(int(each.id), str(name), kind, form, points, _marked(each.properties))


def _box(each: Any) -> tuple[Point, ...]:
    """The four corners of a rectangle, ellipse, text or tile, turned as Tiled turns it."""
    if each.gloire_form == "tile" and each.rotation:
        # Tiled turns a tile about its lower left corner; pytmx has already moved the corner up.
        x, y = each.x, each.y + each.height
        rectangle = [(x, y), (x, y - each.height), (x + each.width, y - each.height), (x + each.width, y)]
        at = pytmx_module().Point
        corners = pytmx_module().rotate([at(*spot) for spot in rectangle], at(x, y), each.rotation)
    else:
        corners = each.apply_transformations() if each.rotation else each.as_points
    return tuple(Point(Fraction(x), Fraction(y)) for x, y in corners)
