"""Tiled maps: `.tmx` or `.tmj` to a `Board`, and a `Board` to `.tmx` with a tileset.

`docs/tiled.md` describes the mapping file. pytmx reads the files and is imported only when one is read.
"""

from __future__ import annotations

from hexmap.tiled_export import export_files, export_tiled
from hexmap.tiled_import import Imported, import_tiled
from hexmap.tiled_mapping import TiledMapping, default_mapping, read_mapping

__all__ = [
    "Imported",
    "TiledMapping",
    "default_mapping",
    "export_files",
    "export_tiled",
    "import_tiled",
    "read_mapping",
]
