"""A scan of the owner's own map, and how it comes to lie under our grid."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.transforms import Affine2D
from PIL import Image, UnidentifiedImageError

from hexmap.board import Alignment, Board
from hexmap.errors import DataError
from hexmap.layout import Layout


class Scan(NamedTuple):
    """The dots of a picture, and the way from a dot to its place on the map in hex widths."""

    dots: Any
    to_map: Affine2D


def read_scan(board: Board, file: Path) -> Scan:
    """The scan that a map file names beside itself."""
    lies = board.background
    if lies is None:
        raise DataError(file, "", "has no [background]: no scan is named to lay the grid over")
    try:
        with Image.open(file.parent / lies.image) as picture:
            dots = np.asarray(picture.convert("RGB"))
    except FileNotFoundError:
        raise DataError(file, "background, image", f"there is no '{lies.image}' beside the map") from None
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
        raise DataError(
            file,
            "background, image",
            f"'{lies.image}' is no picture that can be read; .png and .jpg are best",
        ) from None
    return Scan(dots, laid(board, lies))


def laid(board: Board, lies: Alignment) -> Affine2D:
    """From dots of a scan to hex widths on the map: its turn undone about the first hex's centre."""
    first = Layout(board.grid, 1.0).centre(board.hexes[0])
    straight = Affine2D().translate(-lies.origin_x_px, -lies.origin_y_px).rotate_deg(-lies.rotation)
    return straight.scale(1 / lies.hex_px).translate(first.x, first.y)
