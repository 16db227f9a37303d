"""Writes Tiled maps for tests, in every way Tiled can save them, from cells the test knows."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

FLIP_X, FLIP_Y, FLIP_DIAGONAL, TURN_120 = 1 << 31, 1 << 30, 1 << 29, 1 << 28
TURNS = (
    0,
    FLIP_X,
    FLIP_Y,
    FLIP_DIAGONAL,
    TURN_120,
    FLIP_X | TURN_120,
    FLIP_X | FLIP_Y | FLIP_DIAGONAL | TURN_120,
)

# name -> (encoding, compression); None is one <tile> element for each cell
SAVED_AS: dict[str, tuple[str | None, str | None]] = {
    "xml": (None, None),
    "csv": ("csv", None),
    "base64": ("base64", None),
    "zlib": ("base64", "zlib"),
    "gzip": ("base64", "gzip"),
}

TILESET = """<tileset firstgid="1" name="base" tilewidth="60" tileheight="52" tilecount="4" columns="4">
  <image source="nowhere.png" width="240" height="52"/>
  <tile id="0" type="clear"/>
  <tile id="1"><properties><property name="terrain" value="woods"/></properties></tile>
  <tile id="2" class="marsh"><properties><property name="elevation" type="int" value="3"/></properties></tile>
  <tile id="3"><properties><property name="elevation" type="int" value="2"/></properties></tile>
</tileset>"""


def packed(gids: Sequence[int], compression: str | None) -> str:
    raw = struct.pack(f"<{len(gids)}I", *gids)
    if compression == "zlib":
        raw = zlib.compress(raw)
    elif compression == "gzip":
        raw = gzip.compress(raw)
    return base64.b64encode(raw).decode()


def cells(gids: Sequence[int], saved_as: str) -> str:
    """What stands inside <data> or <chunk>."""
    encoding, compression = SAVED_AS[saved_as]
    if encoding is None:
        return "".join(f'<tile gid="{gid}"/>' if gid else "<tile/>" for gid in gids)
    return ",".join(map(str, gids)) if encoding == "csv" else packed(gids, compression)


def data(inside: str, saved_as: str) -> str:
    encoding, compression = SAVED_AS[saved_as]
    how = f' encoding="{encoding}"' if encoding else ""
    how += f' compression="{compression}"' if compression else ""
    return f"<data{how}>\n   {inside}\n  </data>"


def layer(name: str, rows: Sequence[Sequence[int]], saved_as: str = "csv") -> str:
    inside = data(cells([gid for row in rows for gid in row], saved_as), saved_as)
    return f'<layer id="1" name="{name}" width="{len(rows[0])}" height="{len(rows)}">\n  {inside}\n </layer>'


def objects(name: str, *inside: str) -> str:
    return f'<objectgroup id="9" name="{name}">{"".join(inside)}</objectgroup>'


def tmx(
    *inside: str,
    axis: str = "x",
    index: str = "odd",
    size: tuple[int, int] = (3, 2),
    tile: tuple[int, int, int] = (60, 52, 30),
    infinite: int = 0,
    properties: Mapping[str, object] | None = None,
    tileset: str = TILESET,
) -> str:
    """A whole map; pointy-top ones have the tile's width and height swapped."""
    length, across, side = tile
    width, height = (length, across) if axis == "x" else (across, length)
    said = "".join(f'<property name="{name}" value="{value}"/>' for name, value in (properties or {}).items())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" renderorder="right-down" width="{size[0]}" height="{size[1]}"
 tilewidth="{width}" tileheight="{height}" infinite="{infinite}" hexsidelength="{side}"
 staggeraxis="{axis}" staggerindex="{index}" nextlayerid="9" nextobjectid="99">
 {f"<properties>{said}</properties>" if said else ""}
 {tileset}
 {"".join(inside)}
</map>
"""


def tmj(
    rows: Sequence[Sequence[int]], axis: str, index: str, saved_as: str, objects: Sequence[object] = ()
) -> str:
    """The JSON twin of a one-layer map."""
    encoding, compression = SAVED_AS[saved_as]
    gids = [gid for row in rows for gid in row]
    layer: dict[str, object] = {
        "id": 1,
        "type": "tilelayer",
        "name": "terrain",
        "visible": True,
        "opacity": 1,
    }
    layer |= {"width": len(rows[0]), "height": len(rows), "x": 0, "y": 0}
    if encoding == "base64":
        layer |= {"encoding": "base64", "compression": compression or "", "data": packed(gids, compression)}
    else:
        layer["data"] = gids
    width, height = (60, 52) if axis == "x" else (52, 60)
    tiles = [
        {"id": 0, "type": "clear"},
        {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "woods"}]},
        {"id": 2, "class": "marsh", "properties": [{"name": "elevation", "type": "int", "value": 3}]},
    ]
    tileset = {"firstgid": 1, "name": "base", "tilecount": 4, "columns": 4, "image": "no.png", "tiles": tiles}
    group = {"id": 2, "type": "objectgroup", "name": "hexsides", "objects": list(objects)}
    return json.dumps(
        {
            "type": "map",
            "version": "1.10",
            "orientation": "hexagonal",
            "infinite": False,
            "width": len(rows[0]),
            "height": len(rows),
            "tilewidth": width,
            "tileheight": height,
            "hexsidelength": 30,
            "staggeraxis": axis,
            "staggerindex": index,
            "layers": [layer, {"id": 3, "type": "group", "name": "all", "layers": [group]}],
            "tilesets": [tileset],
        }
    )


def write(folder: Path, text: str, name: str = "map.tmx") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
