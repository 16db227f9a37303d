"""From a Tiled map to a `Board`, by a mapping file; whatever finds no place on the board is reported."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import NamedTuple

from hexmap.board import Alignment, Board
from hexmap.coords import Grid, Hex, LabelStyle
from hexmap.errors import DataError
from hexmap.tiled_mapping import TiledMapping, default_mapping
from hexmap.tiled_shapes import ShapeReader, translated, whole_number
from hexmap.tiled_source import Tile, TiledFile, TileLayer, read_source
from hexmap.tiled_tree import geometry_of
from hexmap.vocabulary import COMMON_WORDS, near_miss

EXPORT_FORMAT = 1  # the map property `gloire` of an exported map; its words are the board's own already
HIGHEST = 9999  # as in map files
_TEXTS = ("name", "title", "notes")
_BACKGROUND = ("image", "origin_x", "origin_y", "hex_px", "rotation")


class Imported(NamedTuple):
    """A board, and one line for each thing that was not, or not quite, taken over."""

    board: Board
    report: tuple[str, ...]


def import_tiled(path: Path | str, mapping: TiledMapping | None = None) -> Imported:
    """The board a `.tmx` or `.tmj` file shows, read by a mapping (the shipped one if none is given)."""
    return _Importer(read_source(path), mapping or default_mapping()).run()


class _Importer:
    """Reads one map once; `report` grows on the way."""

    def __init__(self, source: TiledFile, mapping: TiledMapping) -> None:
        self.source = source
        self.mapping = mapping
        self.report: list[str] = list(source.remarks)
        self.properties = dict(source.properties)
        self.exact = self._is_our_own()
        first_column, first_row = self._first("first_column"), self._first("first_row")
        self.geometry = geometry_of(source.root, source.path, first_column, first_row)
        plain = self.geometry.grid
        self.grid = Grid(
            plain.columns,
            plain.rows,
            plain.orientation,
            plain.shifted,
            first_column,
            first_row,
            self._label_style(),
        )
        self._complained: set[str] = set()

    def run(self) -> Imported:
        texts = {name: self.properties.pop(name, "") for name in _TEXTS}
        metres = self._metres()
        background = self._background()
        for name in self.properties:
            self.report.append(f"map property '{name}': not mapped")
        terrain_layers = self._terrain_layers()
        terrain, elevation = self._ground(terrain_layers)
        shapes = ShapeReader(self.geometry, self.grid, self.mapping, self.exact, self.report)
        for layer in self.source.tile_layers:
            if not any(layer is other for other in terrain_layers):
                self._other_tiles(layer, shapes)
        for shape_layer in self.source.shape_layers:
            if not self._is_ignored(shape_layer.name) and not shapes.read_layer(shape_layer):
                self.report.append(
                    f"object layer '{shape_layer.name}' ({len(shape_layer.shapes)} objects): not mapped; "
                    "the mapping file can name or ignore it"
                )
        for picture in self.source.picture_layers:
            if not self._is_ignored(picture.name):
                self.report.append(
                    f"image layer '{picture.name}' ({picture.image}): not imported; "
                    "a map file can lay a scan under its grid with [background]"
                )
        board = Board(
            grid=self.grid,
            terrain=terrain,
            elevation=elevation,
            features=shapes.features,
            roads=tuple(shapes.roads),
            places=tuple(shapes.places),
            areas=shapes.groups("areas"),
            objectives=tuple(shapes.objectives),
            edges=shapes.groups("edges"),
            name=texts["name"] or ("" if self.exact else self.source.path.stem),
            title=texts["title"],
            hex_metres=metres,
            notes=texts["notes"],
            background=background,
        )
        if not self.exact:
            self._hint_at_slips(board)
        return Imported(board, tuple(self.report))

    def _is_ignored(self, layer: str) -> bool:
        return layer.casefold() in (name.casefold() for name in self.mapping.ignore)

    def _once(self, line: str) -> None:
        if line not in self._complained:
            self._complained.add(line)
            self.report.append(line)

    def _hint_at_slips(self, board: Board) -> None:
        for group, words in board.words().items():
            for word in sorted(words):
                near = near_miss(group, word)
                if near:
                    self.report.append(f"{group} '{word}' is kept as it is; did you mean '{near}'?")

    # --- properties of the map -----------------------------------------------------------------

    def _is_our_own(self) -> bool:
        text = self.properties.pop("gloire", "")
        if not text:
            return False
        if not text.isdecimal() or not text.isascii() or int(text) < 1:
            raise self._bad_property("gloire", text, "the number of the export's format")
        if int(text) > EXPORT_FORMAT:
            raise DataError(
                self.source.path,
                "map property 'gloire'",
                f"format {text} is newer than this program, which reads {EXPORT_FORMAT}",
            )
        return True

    def _bad_property(self, name: str, text: str, wanted: str) -> DataError:
        return DataError(self.source.path, f"map property '{name}'", f"must be {wanted}, not '{text[:40]}'")

    def _first(self, name: str) -> int:
        text = self.properties.pop(name, "1")
        if not text.isdecimal() or not text.isascii() or int(text[:9]) > 999:
            raise self._bad_property(name, text, "a whole number from 0 to 999")
        return int(text)

    def _label_style(self) -> LabelStyle:
        text = self.properties.pop("label_style", "CCRR")
        if text == "CCRR":
            return "CCRR"
        if text == "CC.RR":
            return "CC.RR"
        raise self._bad_property("label_style", text, "'CCRR' or 'CC.RR'")

    def _metres(self) -> int | None:
        text = self.properties.pop("hex_metres", "")
        if not text:
            return None
        number = whole_number(text)
        if number is None or not 1 <= number <= 100_000:
            raise self._bad_property("hex_metres", text, "a whole number from 1 to 100000")
        return number

    def _background(self) -> Alignment | None:
        found = {name: self.properties.pop(f"background_{name}", "") for name in _BACKGROUND}
        if not found["image"]:
            return None
        numbers = []
        for name in _BACKGROUND[1:]:
            try:
                number = float(found[name] or "0")
            except ValueError:
                number = float("nan")
            if not abs(number) <= 1_000_000:
                raise self._bad_property(f"background_{name}", found[name], "a number")
            numbers.append(number)
        return Alignment(found["image"], *numbers)

    # --- ground --------------------------------------------------------------------------------

    def _terrain_layers(self) -> list[TileLayer]:
        """The tile layers that show terrain, the lowest first."""
        layers = self.source.tile_layers
        named = [layer for layer in layers if self.mapping.terrain.has_layer(layer.name)]
        if named:
            return named
        free = [layer for layer in layers if not self._has_meaning(layer.name)]
        wanted = " or ".join(f"'{name}'" for name in self.mapping.terrain.layers)
        if len(free) == 1:
            self.report.append(f"tile layer '{free[0].name}': taken for the terrain, as there is no {wanted}")
            return free
        known = ", ".join(f"'{layer.name}'" for layer in free) or "none"
        raise DataError(
            self.source.path,
            "",
            f"has no tile layer {wanted} for the terrain; name it in the mapping file (unmapped: {known})",
        )

    def _has_meaning(self, layer: str) -> bool:
        mapping = self.mapping
        return (
            self._is_ignored(layer)
            or mapping.elevation.has_layer(layer)
            or mapping.areas.group_named_by(layer) is not None
            or mapping.edges.group_named_by(layer) is not None
        )

    def _hex(self, cell: tuple[int, int]) -> Hex:
        return self.grid.hex_at(cell[0] + self.grid.first_column, cell[1] + self.grid.first_row)

    def _ground(self, terrain_layers: list[TileLayer]) -> tuple[dict[Hex, str], dict[Hex, int]]:
        """Terrain and elevation of every hex; upper layers are asked first."""
        height_layers = [
            layer for layer in self.source.tile_layers if self.mapping.elevation.has_layer(layer.name)
        ]
        for layer in (*terrain_layers, *height_layers):
            self._report_strays(layer)
        terrain: dict[Hex, str] = {}
        elevation: dict[Hex, int] = {}
        empty: list[Hex] = []
        mute: dict[str, list[Hex]] = {}
        for row in range(self.grid.rows):
            for column in range(self.grid.columns):
                cell, hex_ = (column, row), self._hex((column, row))
                tiles = [layer.tiles[cell] for layer in reversed(terrain_layers) if cell in layer.tiles]
                heights = [layer.tiles[cell] for layer in reversed(height_layers) if cell in layer.tiles]
                words = [self._terrain_word(tile) for tile in tiles]
                levels = [self._level(tile) for tile in (*heights, *tiles)]
                terrain[hex_] = next((word for word in words if word), self.mapping.terrain.default)
                elevation[hex_] = next(
                    (level for level in levels if level is not None), self.mapping.elevation.default
                )
                if not tiles:
                    empty.append(hex_)
                for tile, word in zip(tiles, words, strict=True):
                    self._report_unused(tile)
                    if not word:
                        mute.setdefault(f"tile {tile} says no terrain", []).append(hex_)
                for tile in heights:
                    self._report_unused(tile)
                    if self._level(tile) is None:
                        mute.setdefault(f"tile {tile} says no elevation", []).append(hex_)
        if empty:
            self.report.append(
                f"{self._some(empty)} without a tile: taken as '{self.mapping.terrain.default}'"
            )
        for problem, hexes in mute.items():
            self.report.append(f"{problem} ({self._some(hexes)}): the mapping file can say what it is")
        return terrain, elevation

    def _some(self, hexes: list[Hex]) -> str:
        """The first few hexes by label, and how many there are."""
        labels = ", ".join(self.grid.label(hex_) for hex_ in hexes[:3])
        if len(hexes) > 3:
            return f"{len(hexes)} hexes ({labels} and others)"
        return f"hex {labels}" if len(hexes) == 1 else f"hexes {labels}"

    def _report_strays(self, layer: TileLayer) -> None:
        if layer.strays:
            hexes = [self._hex(cell) for cell in layer.strays]
            self.report.append(
                f"tile layer '{layer.name}', {self._some(hexes)}: tile numbers that belong to no tileset"
            )

    def _report_unused(self, tile: Tile) -> None:
        for name in tile.properties:
            if name not in (self.mapping.terrain.property, self.mapping.elevation.property):
                self._once(f"tile property '{name}' (tileset '{tile.tileset}'): not mapped")

    def _terrain_word(self, tile: Tile) -> str | None:
        """The terrain a tile shows: by the mapping, its property, its class or the name of its picture."""
        section = self.mapping.terrain
        if str(tile) in section.tiles:
            return section.tiles[str(tile)]
        said = tile.properties.get(section.property) or tile.kind
        if said:
            return translated(said, section.words, self.exact)
        stem = PurePosixPath(tile.image.replace("\\", "/")).stem
        word = translated(stem, section.words, self.exact)
        # A picture may be called anything: its name counts only if it is a word for terrain.
        return word if word != stem or word in COMMON_WORDS["terrain"] else None

    def _level(self, tile: Tile) -> int | None:
        section = self.mapping.elevation
        if str(tile) in section.tiles:
            return section.tiles[str(tile)]
        text = tile.properties.get(section.property, "")
        if not text:
            return None
        level = whole_number(text)
        if level is None or abs(level) > HIGHEST:
            self._once(f"tile {tile}: elevation '{text}' is not a whole number up to {HIGHEST}")
            return None
        return level

    def _other_tiles(self, layer: TileLayer, shapes: ShapeReader) -> None:
        """Areas and edges painted on layers of their own; the rest is reported."""
        if self._is_ignored(layer.name) or self.mapping.elevation.has_layer(layer.name):
            return
        for field, section in (("areas", self.mapping.areas), ("edges", self.mapping.edges)):
            name = section.group_named_by(layer.name)
            if name is not None:
                self._report_strays(layer)
                shapes.add_group(
                    field, name, [self._hex(cell) for cell in layer.tiles], f"layer '{layer.name}'"
                )
                return
        self.report.append(
            f"tile layer '{layer.name}' ({len(layer.tiles)} tiles): not mapped; "
            "the mapping file can name or ignore it"
        )
