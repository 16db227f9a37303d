"""A page to print on: as wide as the terminal, or as wide as paper where the output goes to a file."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 112  # a map of 22 columns fits


def page() -> Console:
    """A console for tables and wrapped text; plain where nobody is looking."""
    from rich.console import Console

    return Console(width=page_width(), highlight=False, markup=False, emoji=False)


def page_width() -> int:
    return max(40, shutil.get_terminal_size().columns) if sys.stdout.isatty() else PIPED_WIDTH
