"""Printed tables as data: a file shaped like the page, so that an eye can compare the two."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError, model_validator

from game.core.errors import DataError
from game.core.models import Closed, validated, validation_problem

M = TypeVar("M", bound=BaseModel)


class PrintedTable(Closed):
    """A table as it is printed: columns, and rows of cells in the order of the page."""

    format: int
    title: str
    rule: str = ""
    corner: str = ""
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    notes: dict[str, str] = {}

    @model_validator(mode="after")
    def _rectangular(self) -> PrintedTable:
        if self.format != 1:
            raise ValueError(f"format {self.format} is not known here; this program reads format 1")
        for label, cells in self.rows.items():
            if len(cells) != len(self.columns):
                raise ValueError(f"row '{label}' has {len(cells)} cells for {len(self.columns)} columns")
        return self

    def cell(self, row: str, column: str) -> str:
        return self.rows[row][self.columns.index(column)]

    def column(self, name: str) -> dict[str, str]:
        """One column, by row label."""
        place = self.columns.index(name)
        return {label: cells[place] for label, cells in self.rows.items()}


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain values, or one sentence about why not."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DataError(path, "", f"is not UTF-8 text (byte {error.start})") from None
    except ValueError as error:  # also a number with thousands of digits
        raise DataError(path, "", f"is not readable as TOML: {error}") from None
    except RecursionError:
        raise DataError(path, "", "is not readable as TOML: it is nested too deeply") from None


def read_model(model: type[M], path: Path) -> M:
    """A TOML file read into a model; the first mistake is told with file and field."""
    try:
        return validated(model, read_toml(path))
    except ValidationError as error:
        raise DataError(path, *validation_problem(error, model)) from None
