"""From a `Board` to a Tiled map: a `.tmx` file, and beside it a tileset with its picture."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from hexmap.board import Board
from hexmap.coords import Hex
from hexmap.errors import DataError
from hexmap.tiled_geometry import Point, TiledGeometry, stagger
from hexmap.tiled_import import EXPORT_FORMAT
from hexmap.tiled_mapping import TiledMapping, default_mapping
from hexmap.tiled_tiles import Sheet
from hexmap.vocabulary import TERRAIN_CODES

# A nearly regular hex (the true height is 55.4) whose corners, middles and centre all fall on whole pixels.
LENGTH_PX, ACROSS_PX, SIDE_PX = 64, 56, 32
_SHEET_COLUMNS = 8
_MOST_SPARE_LEVELS = 40
_COLOURS = {"hexsides": "#2f6fb0", "roads": "#7a5230", "places": "#202020", "objectives": "#b02020"}
# What XML cannot hold, escaped or not.
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def export_files(path: Path | str) -> tuple[Path, Path, Path]:
    """What an export writes: the map, the tileset and its picture."""
    path = Path(path)
    if path.suffix.lower() != ".tmx":
        raise DataError(path, "", "an exported Tiled map ends in .tmx")
    return path, path.with_name(f"{path.stem}-tiles.tsx"), path.with_name(f"{path.stem}-tiles.png")


def export_tiled(board: Board, path: Path | str, mapping: TiledMapping | None = None) -> tuple[Path, ...]:
    """Write a board for Tiled and give the files written, the map first.

    Layers and properties have the names the mapping gives them (the shipped one if none is given), so
    importing with the same mapping gives the same board again.
    """
    path, tileset_path, picture_path = export_files(path)
    export = _Export(board, mapping or default_mapping(), path)
    root = export.map_element(tileset_path.name)
    tileset = export.tileset_element(picture_path.name)
    # All is made before anything is written, and the map comes last: whoever finds it finds what it needs.
    files = ((picture_path, export.picture()), (tileset_path, _xml(tileset, path)), (path, _xml(root, path)))
    for file, content in files:
        _write(file, content)
    return path, tileset_path, picture_path


def _xml(root: Element, path: Path) -> bytes:
    for element in root.iter():
        for text in (*element.attrib.values(), element.text or ""):
            found = _FORBIDDEN.search(text)
            if found:
                raise DataError(
                    path, "", f"cannot hold the character U+{ord(found[0]):04X} in '{text[:40]!r}'"
                )
    ElementTree.indent(root, " ")
    written: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return written + b"\n"


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise DataError(path, "", f"cannot be written: {(error.strerror or str(error)).lower()}") from None


class _Export:
    """One board on its way: which tile stands for what, and the numbers Tiled gives to all things."""

    def __init__(self, board: Board, mapping: TiledMapping, path: Path) -> None:
        self.board = board
        self.mapping = mapping
        self.path = path
        flat = board.grid.orientation == "flat"
        width, height = (LENGTH_PX, ACROSS_PX) if flat else (ACROSS_PX, LENGTH_PX)
        self.geometry = TiledGeometry(board.grid, width, height, SIDE_PX)
        common = list(TERRAIN_CODES)
        self.words = [*common, *sorted(set(board.terrain.values()) - set(common))]
        self.levels = _levels(set(board.elevation.values()))
        self.area_tile = len(self.words)
        self.edge_tile = self.area_tile + 1
        self.first_level = self.edge_tile + 1
        self.count = self.first_level + len(self.levels)
        self.layers = 0
        self.objects = 0

    # --- tileset -------------------------------------------------------------------------------

    def picture(self) -> bytes:
        flat = self.board.grid.orientation == "flat"
        sheet = Sheet(flat, LENGTH_PX, ACROSS_PX, SIDE_PX, self.count, _SHEET_COLUMNS)
        for tile, word in enumerate(self.words):
            sheet.terrain(tile, word)
        sheet.marker(self.area_tile, (40, 80, 190, 150), 8)
        sheet.marker(self.edge_tile, (190, 50, 40, 150), -8)
        for tile, level in enumerate(self.levels, start=self.first_level):
            sheet.number(tile, level)
        return sheet.png()

    def tileset_element(self, picture: str) -> Element:
        width, height = self.geometry.tile_width_px, self.geometry.tile_height_px
        tileset = Element(
            "tileset",
            {
                "version": "1.10",
                "name": "gloire",
                "tilewidth": str(width),
                "tileheight": str(height),
                "tilecount": str(self.count),
                "columns": str(_SHEET_COLUMNS),
            },
        )
        rows = -(-self.count // _SHEET_COLUMNS)
        SubElement(
            tileset,
            "image",
            {"source": picture, "width": str(width * _SHEET_COLUMNS), "height": str(height * rows)},
        )
        for number, word in enumerate(self.words):
            tile = SubElement(tileset, "tile", {"id": str(number)})
            _properties(tile, {self.mapping.terrain.property: word})
        for number, level in enumerate(self.levels, start=self.first_level):
            tile = SubElement(tileset, "tile", {"id": str(number)})
            _properties(tile, {self.mapping.elevation.property: level})
        return tileset

    # --- map -----------------------------------------------------------------------------------

    def map_element(self, tileset: str) -> Element:
        grid = self.board.grid
        axis, index = stagger(grid)
        root = Element(
            "map",
            {
                "version": "1.10",
                "orientation": "hexagonal",
                "renderorder": "right-down",
                "width": str(grid.columns),
                "height": str(grid.rows),
                "tilewidth": str(self.geometry.tile_width_px),
                "tileheight": str(self.geometry.tile_height_px),
                "infinite": "0",
                "hexsidelength": str(SIDE_PX),
                "staggeraxis": axis,
                "staggerindex": index,
            },
        )
        _properties(root, self._map_properties())
        SubElement(root, "tileset", {"firstgid": "1", "source": tileset})
        self._ground(root)
        self._groups(root)
        self._hexsides(root)
        self._roads(root)
        self._names(root)
        root.set("nextlayerid", str(self.layers + 1))
        root.set("nextobjectid", str(self.objects + 1))
        return root

    def _map_properties(self) -> dict[str, str | int | float]:
        board, grid = self.board, self.board.grid
        found: dict[str, str | int | float] = {
            "gloire": EXPORT_FORMAT,
            "name": board.name,
            "title": board.title,
            "notes": board.notes,
            "first_column": grid.first_column,
            "first_row": grid.first_row,
            "label_style": grid.style,
        }
        if board.hex_metres is not None:
            found["hex_metres"] = board.hex_metres
        if board.background:
            image, x, y, size, rotation = board.background
            found |= {
                "background_image": image,
                "background_origin_x": float(x),
                "background_origin_y": float(y),
                "background_hex_px": float(size),
                "background_rotation": float(rotation),
            }
        return {name: value for name, value in found.items() if value != ""}

    def _layer(self, root: Element, tag: str, name: str, **more: str) -> Element:
        self.layers += 1
        return SubElement(root, tag, {"id": str(self.layers), "name": name, **more})

    def _tiles(self, root: Element, name: str, tiles: Mapping[Hex, int], **more: str) -> None:
        """A tile layer; hexes without a tile stay empty."""
        grid = self.board.grid
        size = {"width": str(grid.columns), "height": str(grid.rows)}
        layer = self._layer(root, "layer", name, **size, **more)
        # Tiled counts from the tileset's first number, 1; 0 is no tile.
        gids = [str(tiles[hex_] + 1 if hex_ in tiles else 0) for hex_ in self.board.hexes]
        rows = [",".join(gids[at : at + grid.columns]) for at in range(0, len(gids), grid.columns)]
        SubElement(layer, "data", {"encoding": "csv"}).text = "\n" + ",\n".join(rows) + "\n"

    def _ground(self, root: Element) -> None:
        board, mapping = self.board, self.mapping
        tile_of = {word: number for number, word in enumerate(self.words)}
        level_tile = {level: number for number, level in enumerate(self.levels, start=self.first_level)}
        terrain = {hex_: tile_of[word] for hex_, word in board.terrain.items()}
        self._tiles(root, mapping.terrain.layers[0], terrain)
        default = mapping.elevation.default
        if mapping.elevation.layers:
            heights = {hex_: level_tile[level] for hex_, level in board.elevation.items() if level != default}
            self._tiles(root, mapping.elevation.layers[0], heights, opacity="0.7")
        elif set(board.elevation.values()) != {default}:
            self._refuse("elevation")

    def _groups(self, root: Element) -> None:
        for field, section, tile, named in (
            ("areas", self.mapping.areas, self.area_tile, self.board.areas),
            ("edges", self.mapping.edges, self.edge_tile, self.board.edges),
        ):
            for name, hexes in named.items():
                if not section.tile_layers:
                    self._refuse(field)
                tiles = dict.fromkeys(hexes, tile)
                self._tiles(root, section.tile_layers + name, tiles, visible="0")

    def _refuse(self, field: str) -> None:
        raise DataError(self.path, "", f"the mapping file names no layer for the map's {field}")

    def _objects(self, root: Element, field: str, any_there: Iterable[object]) -> Element | None:
        """The object layer of a kind of thing, even if empty, for people to draw on."""
        names = getattr(self.mapping, field).layers
        if not names:
            if any(True for _ in any_there):
                self._refuse(field)
            return None
        return self._layer(root, "objectgroup", names[0], color=_COLOURS[field])

    def _object(self, layer: Element, name: str, kind: str, at: Point) -> Element:
        self.objects += 1
        attributes = {"id": str(self.objects), "name": name, "type": kind, "x": _px(at.x), "y": _px(at.y)}
        return SubElement(layer, "object", {key: value for key, value in attributes.items() if value})

    def _hexsides(self, root: Element) -> None:
        layer = self._objects(root, "hexsides", self.board.features)
        if layer is None:
            return
        for side, features in sorted(self.board.features.items()):
            start, end = self.geometry.hexside_ends(side)
            for feature in features:
                each = self._object(layer, feature.name, feature.kind, start)
                if feature.inside is not None:
                    inside = self.board.label(feature.inside)
                    _properties(each, {self.mapping.hexsides.inside_property: inside})
                _polyline(each, (start, end))

    def _roads(self, root: Element) -> None:
        layer = self._objects(root, "roads", self.board.roads)
        if layer is None:
            return
        for road in self.board.roads:
            stops = [self.geometry.centre(hex_) for hex_ in road.path]
            _polyline(self._object(layer, road.name, road.kind, stops[0]), stops)

    def _names(self, root: Element) -> None:
        layer = self._objects(root, "places", self.board.places)
        if layer is not None:
            for place in self.board.places:
                centre = self.geometry.centre(place.hex)
                SubElement(self._object(layer, place.name, place.kind, centre), "point")
        layer = self._objects(root, "objectives", self.board.objectives)
        if layer is not None:
            for objective in self.board.objectives:
                centre = self.geometry.centre(objective.hex)
                SubElement(self._object(layer, objective.name, "", centre), "point")


def _levels(used: set[int]) -> list[int]:
    """Elevations to make tiles for: those used, and if they are few all between and some to spare."""
    low, high = min(0, *used), max(5, *used)
    return list(range(low, high + 1)) if high - low <= _MOST_SPARE_LEVELS else sorted(used)


def _properties(element: Element, values: Mapping[str, str | int | float]) -> None:
    found = SubElement(element, "properties")
    for name, value in values.items():
        each = SubElement(found, "property", {"name": name})
        if isinstance(value, int | float):
            each.set("type", "int" if isinstance(value, int) else "float")
        each.set("value", value if isinstance(value, str) else repr(value))


def _px(length: Fraction) -> str:
    assert length.denominator == 1, "the exported hex was chosen to need no half pixels"
    return str(int(length))


def _polyline(element: Element, points: Iterable[Point]) -> None:
    """Points as Tiled keeps them: counted from the first."""
    points = list(points)
    first = points[0]
    text = " ".join(f"{_px(at.x - first.x)},{_px(at.y - first.y)}" for at in points)
    SubElement(element, "polyline", {"points": text})
