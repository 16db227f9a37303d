"""What the command line says: one sentence for a mistake, JSON for a program, tables for a person."""

from __future__ import annotations

import json
from typing import Any

from hexmap.errors import DataError

try:  # typer brings its own click since 0.26; older ones use the click package
    from typer._click.exceptions import ClickException
except ImportError:  # pragma: no cover
    from click.exceptions import ClickException  # type: ignore[no-redef]


class UserError(Exception):
    """A request that cannot be met; its text is the one sentence the user reads."""


SPOKEN = (UserError, DataError, ClickException, FileNotFoundError, IsADirectoryError, PermissionError)


def sentence(error: BaseException) -> str:
    """The one line that says what was wrong, where, and what would be right."""
    if isinstance(error, OSError):
        return f"{error.filename}: {(error.strerror or 'cannot be used').lower()}"
    if isinstance(error, ClickException):
        return " ".join(error.format_message().split())
    return " ".join(str(error).split())


def print_json(value: Any) -> None:
    """Machine-readable output: JSON on stdout and nothing else."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
