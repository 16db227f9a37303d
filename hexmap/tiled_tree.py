"""The doorkeeper of Tiled maps: a `.tmx` or `.tmj` file as a tree that pytmx reads without a slip.

pytmx refuses endless maps, tiles written one by one and Zstandard; it takes the fourth bit of a tile
number (a turn by 120 degrees, used on hexagonal maps only) for part of the number; it mixes a tile's
properties with its size; and it takes collision shapes for layers. All this is put right here, before
pytmx sees the tree, and whatever is hostile or broken is refused in one sentence.
"""

from __future__ import annotations

import base64
import binascii
import importlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from hexmap.errors import DataError
from hexmap.tiled_geometry import StaggerAxis, StaggerIndex, TiledGeometry, grid_for
from hexmap.tiled_json import map_element, tileset_element

Element = ElementTree.Element

LARGEST_FILE = 64_000_000  # bytes; a 999 x 999 map with a dozen layers stays below
LARGEST_SIDE = 999  # columns or rows, as in map files
PROPERTY_MARK = "="  # before every property's name, so that none can pass for one of Tiled's own attributes
TURN_120 = 1 << 28

_LAYERS = ("layer", "objectgroup", "imagelayer", "group")


def pytmx_module() -> Any:
    """pytmx, imported when first needed."""
    # It looks for pygame, which then greets the user on stdout in the midst of our output.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pytmx

    return pytmx.pytmx


def read_tree(path: Path, remarks: list[str]) -> Element:
    """The whole map as one tree: tilesets taken in, groups opened, tile numbers plain."""
    try:
        return _tree(path, remarks)
    except RecursionError:
        raise DataError(path, "", "is nested too deeply for a Tiled map") from None
    except OSError as error:
        raise DataError(path, "", f"cannot be read: {(error.strerror or str(error)).lower()}") from None


def geometry_of(root: Element, path: Path, first_column: int = 1, first_row: int = 1) -> TiledGeometry:
    """Where the hexes of the map lie; labels begin at the numbers given."""
    axis: StaggerAxis = "x" if root.get("staggeraxis") == "x" else "y"
    index: StaggerIndex = "odd" if root.get("staggerindex") == "odd" else "even"
    tile_width, tile_height, side = (
        whole(root, name, path, 0, 100_000) for name in ("tilewidth", "tileheight", "hexsidelength")
    )
    box = tile_width if axis == "x" else tile_height
    if side > (box & ~1) or min(tile_width, tile_height) < 2:
        size = f"{tile_width} x {tile_height}"
        raise DataError(path, "map hexsidelength", f"{side} does not fit a tile of {size} pixels")
    columns, rows = int(root.get("width", "1")), int(root.get("height", "1"))
    grid = grid_for(columns, rows, axis, index, first_column, first_row)
    return TiledGeometry(grid, tile_width, tile_height, side)


def _tree(path: Path, remarks: list[str]) -> Element:
    root = _document(path, "map")
    orientation = root.get("orientation", "")
    if orientation != "hexagonal":
        raise DataError(path, "orientation", f"is '{orientation}'; only hexagonal Tiled maps can be imported")
    for name, choices in (("staggeraxis", ("x", "y")), ("staggerindex", ("odd", "even"))):
        if root.get(name) not in choices:
            raise DataError(path, name, f"must be '{choices[0]}' or '{choices[1]}', not '{root.get(name)}'")
    for name in ("width", "height", "tilewidth", "tileheight"):
        whole(root, name, path, 1, 100_000)
    whole(root, "hexsidelength", path, 0, 100_000)
    for tileset in root.findall("tileset"):
        _take_in_tileset(tileset, path)
    _open_groups(root, path)
    for layer in root.findall("layer"):
        _plain_cells(layer, path)
    if root.get("infinite", "0") in ("1", "true"):
        _cut_to_size(root, path)
    for name in ("width", "height"):
        whole(root, name, path, 1, LARGEST_SIDE)
    _plain_objects(root, path, remarks)
    _mark_properties(root)
    return root


def whole(node: Element, name: str, path: Path, least: int, most: int, default: str = "") -> int:
    """An attribute that must be a whole number within bounds."""
    text = node.get(name, default)
    try:
        number = int(text)
    except ValueError:
        raise DataError(path, f"{node.tag} {name}", f"must be a whole number, not '{text[:40]}'") from None
    if not least <= number <= most:
        raise DataError(path, f"{node.tag} {name}", f"must be {least} to {most}, not {text[:40]}")
    return number


# --- reading the files -----------------------------------------------------------------------------


def _document(path: Path, wanted: str) -> Element:
    """The root of an XML or JSON file of Tiled's, which must be a map or a tileset as wanted."""
    if path.stat().st_size > LARGEST_FILE:
        raise DataError(path, "", f"is larger than {LARGEST_FILE // 1_000_000} MB, too large for a map")
    content = path.read_bytes()
    if path.suffix.lower() in (".tmj", ".tsj", ".json"):
        try:
            values = json.loads(content)
        except (ValueError, RecursionError):
            raise DataError(path, "", "is not JSON, though its name says so") from None
        try:
            return map_element(values) if wanted == "map" else tileset_element(values)
        except (TypeError, KeyError, AttributeError, ValueError, RecursionError):
            raise DataError(path, "", f"is JSON, but not a Tiled {wanted}") from None
    root = _parse_xml(content, path)
    if root.tag != wanted:
        raise DataError(path, "", f"is not a Tiled {wanted}: it begins with <{root.tag[:40]}>")
    return root


def _parse_xml(content: bytes, path: Path) -> Element:
    """The root element, unless the text declares entities, which no Tiled file needs and bombs do."""

    def refuse(*_: object) -> None:
        raise DataError(path, "", "declares XML entities, which a Tiled file never does; it is not opened")

    watch = expat.ParserCreate()
    watch.EntityDeclHandler = refuse
    try:
        watch.Parse(content, True)
        return ElementTree.fromstring(content)
    except (expat.ExpatError, ElementTree.ParseError) as error:
        raise DataError(path, "", f"is not well-formed XML: {error}") from None
    except (LookupError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(path, "", f"is written in an encoding that cannot be read: {error}") from None


def _take_in_tileset(tileset: Element, path: Path) -> None:
    """Put an external tileset where the map refers to it, and keep only what says something of tiles."""
    whole(tileset, "firstgid", path, 1, TURN_120 - 1)
    source = tileset.get("source")
    if source:
        outside = path.parent / source.replace("\\", "/")
        try:
            content = _document(outside, "tileset")
        except OSError:
            raise DataError(path, "tileset", f"file '{source}' cannot be found or opened") from None
        first = tileset.get("firstgid", "")
        tileset.clear()
        tileset.attrib.update(content.attrib)
        tileset.extend(list(content))
        tileset.set("firstgid", first)
        path = outside
    for tile in tileset.findall("tile"):
        whole(tile, "id", path, 0, TURN_120 - 1)
        _keep_only(tile, ("properties", "image"))
    # Pictures are never opened, so they may be missing; a size that is missing must not matter either.
    _keep_only(tileset, ("properties", "tile"))


def _keep_only(node: Element, tags: tuple[str, ...]) -> None:
    for child in list(node):
        if child.tag not in tags:
            node.remove(child)


# --- layers ----------------------------------------------------------------------------------------


def _open_groups(root: Element, path: Path) -> None:
    """Layers inside groups brought to the top in their order, with the groups' offsets added up."""
    flat = list(_layers(root, 0.0, 0.0, path))
    for child in list(root):
        if child.tag in _LAYERS:
            root.remove(child)
    root.extend(flat)


def _layers(node: Element, x: float, y: float, path: Path) -> Iterator[Element]:
    for child in node:
        if child.tag not in _LAYERS:
            continue
        # Taken off the layer, since pytmx would stumble over half pixels.
        dx = x + _number(child.attrib.pop("offsetx", "0"), child, path)
        dy = y + _number(child.attrib.pop("offsety", "0"), child, path)
        if child.tag == "group":
            yield from _layers(child, dx, dy, path)
            continue
        for each in child.findall("object"):
            each.set("x", repr(_number(each.get("x", "0"), each, path) + dx))
            each.set("y", repr(_number(each.get("y", "0"), each, path) + dy))
        yield child


def _number(text: str, node: Element, path: Path) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not abs(number) < 1e9:
        raise DataError(path, _where(node), f"'{text[:40]}' is not a usable number of pixels")
    return number


def _where(node: Element) -> str:
    name = node.get("name") or node.get("id") or ""
    return f"{node.tag} '{name}'" if name else node.tag


def _plain_cells(layer: Element, path: Path) -> None:
    """Write a layer's tile numbers as plain CSV, whatever way Tiled saved them."""
    data = layer.find("data")
    if data is None:
        raise DataError(path, _where(layer), "has no data")
    encoding, compression = data.get("encoding"), data.get("compression")
    for part in data.findall("chunk") or [data]:
        holder = layer if part is data else part
        count = whole(holder, "width", path, 1, 100_000) * whole(holder, "height", path, 1, 100_000)
        gids = _gids(part, encoding, compression, count, layer, path)
        if len(gids) != count:
            raise DataError(path, _where(layer), f"holds {len(gids)} tiles where its size asks for {count}")
        for child in part.findall("tile"):
            part.remove(child)
        part.text = ",".join(str(gid & ~TURN_120) for gid in gids)
    data.attrib.clear()
    data.set("encoding", "csv")


def _gids(
    part: Element, encoding: str | None, compression: str | None, count: int, layer: Element, path: Path
) -> list[int]:
    """The tile numbers of a layer or chunk, flip bits and all."""
    text = (part.text or "").strip()
    try:
        if encoding is None:
            return [int(tile.get("gid", "0")) & 0xFFFFFFFF for tile in part.findall("tile")]
        if encoding == "base64":
            raw = base64.b64decode("".join(text.split()), validate=True)
            # One byte too many shows that the size is wrong; a bomb is not unpacked to its end.
            raw = _unpacked(raw, compression, 4 * count + 1)
            text, compression = base64.b64encode(raw).decode(), None
            if len(raw) != 4 * count:
                raise DataError(path, _where(layer), f"does not hold the {count} tiles its size asks for")
        elif encoding != "csv":
            raise DataError(path, _where(layer), f"has encoding '{encoding}'; known are csv and base64")
        return [int(gid) & 0xFFFFFFFF for gid in _pytmx_gids(text.rstrip(","), encoding)]
    except DataError:
        raise
    except _NoZstd:
        raise DataError(
            path,
            _where(layer),
            "is packed with Zstandard, which this Python cannot read; "
            "choose another tile layer format in Tiled's map properties",
        ) from None
    except (binascii.Error, zlib.error, ValueError, EOFError) as error:
        raise DataError(path, _where(layer), f"has broken {encoding or 'tile'} data: {error}") from None


def _pytmx_gids(text: str, encoding: str) -> list[int]:
    found: list[int] = pytmx_module().unpack_gids(text, encoding)
    return found


class _NoZstd(Exception):
    """Neither Python's own Zstandard (3.14) nor the `zstandard` package is there."""


def _unpacked(raw: bytes, compression: str | None, limit: int) -> bytes:
    """The bytes unpacked, at most *limit* of them."""
    match compression:
        case None | "":
            return raw
        case "zlib" | "gzip":
            unpack = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)  # 32: either header is recognised
            out = unpack.decompress(raw, limit)
            if len(out) < limit and not unpack.eof:
                raise ValueError("it ends too soon")
            return out
        case "zstd":
            return _unpacked_zstd(raw, limit)
        case _:
            raise ValueError(f"compression '{compression}' is unknown; known are zlib, gzip and zstd")


def _unpacked_zstd(raw: bytes, limit: int) -> bytes:
    for name in ("compression.zstd", "zstandard"):
        try:
            zstd = importlib.import_module(name)
        except ImportError:
            continue
        try:
            if name == "zstandard":
                with zstd.ZstdDecompressor().stream_reader(raw) as stream:
                    out: bytes = stream.read(limit)
            else:
                out = zstd.ZstdDecompressor().decompress(raw, limit)
        except zstd.ZstdError as error:
            raise ValueError(str(error)) from None
        return out
    raise _NoZstd


def _cut_to_size(root: Element, path: Path) -> None:
    """Make an endless map an ordinary one: the smallest sheet with all its tiles, objects moved along."""
    found: dict[Element, dict[tuple[int, int], str]] = {}
    for layer in root.findall("layer"):
        cells: dict[tuple[int, int], str] = {}
        data = layer.find("data")
        assert data is not None
        for chunk in data.findall("chunk"):
            x0 = whole(chunk, "x", path, -(10**6), 10**6)
            y0 = whole(chunk, "y", path, -(10**6), 10**6)
            width = whole(chunk, "width", path, 1, 100_000)
            for number, gid in enumerate((chunk.text or "").split(",")):
                if gid != "0":
                    cells[x0 + number % width, y0 + number // width] = gid
        found[layer] = cells
    used = [cell for cells in found.values() for cell in cells]
    if not used:
        raise DataError(path, "", "is an infinite map without a single tile")
    left, right = min(x for x, _ in used), max(x for x, _ in used)
    top, bottom = min(y for _, y in used), max(y for _, y in used)
    columns, rows = right - left + 1, bottom - top + 1
    if max(columns, rows) > LARGEST_SIDE:
        raise DataError(path, "", f"spreads over {columns} x {rows} hexes; {LARGEST_SIDE} a side is the most")
    root.set("width", str(columns))
    root.set("height", str(rows))
    for layer, cells in found.items():
        layer.set("width", str(columns))
        layer.set("height", str(rows))
        data = layer.find("data")
        assert data is not None
        for chunk in data.findall("chunk"):
            data.remove(chunk)
        data.text = ",".join(
            cells.get((x, y), "0") for y in range(top, bottom + 1) for x in range(left, right + 1)
        )
    if (left if root.get("staggeraxis") == "x" else top) % 2:
        # The new first column was an odd one: what was shifted must stay shifted.
        root.set("staggerindex", "even" if root.get("staggerindex") == "odd" else "odd")
    dx, dy = geometry_of(root, path).origin_px(left, top)
    for each in root.iterfind("objectgroup/object"):
        each.set("x", repr(float(each.get("x", "0")) - dx))
        each.set("y", repr(float(each.get("y", "0")) - dy))


# --- objects and properties ------------------------------------------------------------------------


def _plain_objects(root: Element, path: Path, remarks: list[str]) -> None:
    """Note on each object what it is and what it says, which pytmx does not tell."""
    for group in root.findall("objectgroup"):
        for each in group.findall("object"):
            if "template" in each.attrib:
                remarks.append(
                    f"layer '{group.get('name', '')}', object {each.get('id', '?')}: its template "
                    f"'{each.attrib.pop('template')}' is not read; detach it in Tiled to keep what it says"
                )
            drawn = ("point", "ellipse", "polygon", "polyline", "text")
            form = next((tag for tag in drawn if each.find(tag) is not None), "")
            if "gid" in each.attrib:
                form = "tile"
                gid = whole(each, "gid", path, 1, 0xFFFFFFFF)
                each.set("gid", str(gid & ~TURN_120))
            each.set("gloire_form", form or "rectangle")
            text = each.find("text")
            if text is not None:
                each.set("gloire_text", text.text or "")
            for name in ("width", "height", "rotation"):
                _number(each.get(name, "0"), each, path)
            for line in (each.find("polyline"), each.find("polygon")):
                if line is not None:
                    _check_points(line.get("points", ""), each, path)


def _check_points(text: str, node: Element, path: Path) -> None:
    pairs = [pair.split(",") for pair in text.split()]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise DataError(path, _where(node), f"has points '{text[:40]}'; they should look like '0,0 16,28'")
    for value in (value for pair in pairs for value in pair):
        _number(value, node, path)


def _mark_properties(root: Element) -> None:
    """Every property as a marked text; members of a class property become `property.member`."""
    for holder in root.iter():
        properties = holder.find("properties")
        if properties is None or holder.tag == "property":
            continue
        flat = list(_plain_properties(properties, ""))
        for child in list(properties):
            properties.remove(child)
        for name, value in flat:
            ElementTree.SubElement(properties, "property", {"name": PROPERTY_MARK + name, "value": value})


def _plain_properties(properties: Element, before: str) -> Iterator[tuple[str, str]]:
    for each in properties.findall("property"):
        name = before + each.get("name", "")
        inner = each.find("properties")
        if inner is not None:
            yield from _plain_properties(inner, f"{name}.")
        else:
            yield name, each.get("value") or each.text or ""
