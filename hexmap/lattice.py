"""Hex centres as arrays, for sheets and plots.

Alone imports hexalattice, and only when called: it costs over a second to import. It prints and leaves
the program on a size it does not like, so `Grid` and this module refuse such sizes first. Only its
centres are used; its own drawing fails with current numpy.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hexmap.coords import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def centres(grid: Grid, hex_size: float = 1.0) -> NDArray[np.float64]:
    """Centres of all hexes in reading order, one (x, y) row each, y downwards, the first hex at (0, 0).

    *hex_size* is the distance between adjacent centres. The order is that of `Grid` and `Board.hexes`.
    """
    if not hex_size > 0 or math.isinf(hex_size):
        raise ValueError(f"a hex must have a size above 0, not {hex_size}")
    if grid.orientation == "pointy":
        return _rows(grid.columns, grid.rows, hex_size, is_first_shifted(grid))
    # A flat-top map is a pointy-top one seen in a mirror held along its diagonal.
    columns = _rows(grid.rows, grid.columns, hex_size, is_first_shifted(grid))
    return columns.reshape(grid.columns, grid.rows, 2).transpose(1, 0, 2)[:, :, ::-1].reshape(-1, 2)


def is_first_shifted(grid: Grid) -> bool:
    """Whether the first column (flat-top) or row (pointy-top) is one of the shifted ones."""
    number = grid.first_column if grid.orientation == "flat" else grid.first_row
    return (number % 2 == 0) == (grid.shifted == "even")


def _rows(per_row: int, rows: int, hex_size: float, first_shifted: bool) -> NDArray[np.float64]:
    """Centres of pointy-top rows, the first hex at (0, 0)."""
    import numpy as np
    from hexalattice.hexalattice import create_hex_grid

    # hexalattice shifts every second row, beginning with the second: to begin with a shifted one,
    # leave out its first row.
    left_out = 1 if first_shifted else 0
    found, _ = create_hex_grid(
        nx=per_row, ny=rows + left_out, min_diam=float(hex_size), align_to_origin=False, do_plot=False
    )
    kept: NDArray[np.float64] = np.asarray(found, dtype=np.float64)[left_out * per_row :]
    first: NDArray[np.float64] = kept[0].copy()
    kept -= first
    return kept
