"""The screen's formulas are held to hexalattice's centres, a second source."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from hexmap.coords import Grid
from hexmap.lattice import centres
from hexmap.layout import Layout


@pytest.mark.parametrize(
    ("size", "orientation", "shifted", "first"),
    list(product([(7, 5), (1, 1), (1, 4), (4, 1), (60, 40)], ["flat", "pointy"], ["even", "odd"], [0, 1])),
)
def test_layout_agrees_with_hexalattice(size, orientation, shifted, first):
    grid = Grid(*size, orientation, shifted, first_column=first, first_row=first)
    layout = Layout(grid, 17.5)
    found = centres(grid, 17.5)
    assert found.shape == (len(grid), 2)
    assert np.allclose(found, [layout.centre(hex_) for hex_ in grid])


@pytest.mark.parametrize("size", [0, -2, float("nan"), float("inf")])
def test_bad_sizes_are_refused_before_hexalattice_leaves_the_program(size, capsys):
    with pytest.raises(ValueError, match="size above 0"):
        centres(Grid(2, 2), size)
    assert capsys.readouterr().out == ""


def test_nothing_slow_is_imported_before_it_is_needed():
    slow = "'numpy', 'hexalattice', 'matplotlib'"
    asked = f"import sys, hexmap.lattice; print([name for name in ({slow}) if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
