"""Map files: `map.toml` or JSON, read into a `Board` and written from one.

Every mistake in a file is a `DataError` that names the file, the field and what would be right.
`docs/writing-a-map.md` describes the format.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexmap.board import Board
from hexmap.errors import DataError, did_you_mean
from hexmap.mapmodel import shape_of
from hexmap.mapread import Vocabulary, board_of
from hexmap.maptext import FileKind, map_content, map_text

__all__ = [
    "Vocabulary",
    "find_map",
    "inspect_map",
    "map_content",
    "map_names",
    "map_text",
    "parse_map",
    "parse_table",
    "read_map",
    "read_text",
    "write_map",
]

MAP_NAMES = ("map.toml", "map.json")
# The largest map a label can number is far smaller: anything beyond is a picture or an archive.
_LARGEST_BYTES = 32_000_000


def read_map(path: Path | str, known: Vocabulary | None = None) -> Board:
    """The board in a map file, or in a folder's `map.toml` or `map.json`.

    Terrain, hexside and road words are free unless *known* gives the words a ruleset plays with.
    """
    board, problems = inspect_map(path, known)
    if board is None:
        raise problems[0]
    return board


def inspect_map(path: Path | str, known: Vocabulary | None = None) -> tuple[Board | None, list[DataError]]:
    """The board in a map file, or all that is wrong with it."""
    try:
        file = map_file(path)
        return _parse(read_text(file), kind_of(file), file, known)
    except DataError as error:
        return None, [error]


def parse_map(
    text: str, kind: FileKind = "toml", path: Path | str = "map", known: Vocabulary | None = None
) -> Board:
    """The board in the text of a map file; *path* is what errors call it."""
    board, problems = _parse(text, kind, path, known)
    if board is None:
        raise problems[0]
    return board


def _parse(
    text: str, kind: FileKind, path: Path | str, known: Vocabulary | None
) -> tuple[Board | None, list[DataError]]:
    try:
        shape, problems = shape_of(parse_table(text, kind, path), path)
    except DataError as error:
        return None, [error]
    return board_of(shape, path, known) if shape else (None, problems)


# --- where map files are -----------------------------------------------------------------------


def map_file(path: Path | str) -> Path:
    """The map file a path means: itself, or the map in a folder."""
    path = Path(path)
    if not path.is_dir():
        return path
    found = [path / name for name in MAP_NAMES if (path / name).is_file()]
    if not found:
        raise DataError(path, "", "this folder holds no map.toml or map.json")
    if len(found) > 1:
        raise DataError(path, "", "this folder holds map.toml and map.json; name the one you mean")
    return found[0]


def map_names(folder: Path | str) -> list[str]:
    """The names of the maps in a folder of maps, sorted."""
    folder = Path(folder)
    if not folder.is_dir():
        return []
    return sorted(
        inner.name for inner in folder.iterdir() if any((inner / name).is_file() for name in MAP_NAMES)
    )


def find_map(name: Path | str, folder: Path | str) -> Path:
    """The file a map's path or name means; a bare name is looked up in a folder of maps."""
    path = Path(name)
    if path.exists():
        return map_file(path)
    names = map_names(folder)
    if str(name) in names:
        return map_file(Path(folder) / str(name))
    if path.suffix or len(path.parts) != 1:
        raise DataError(path, "", "there is no such file")
    raise DataError(
        path, "", f"there is no such file, nor a map of that name{did_you_mean(str(name), names)}"
    )


def kind_of(path: Path) -> FileKind:
    """How a file is written, by the end of its name."""
    match path.suffix.lower():
        case ".toml":
            return "toml"
        case ".json":
            return "json"
    raise DataError(path, "", "a map file ends in .toml or .json")


# --- text --------------------------------------------------------------------------------------


def read_text(path: Path) -> str:
    """The text of a file people write, or one sentence about why there is none."""
    try:
        if path.is_dir():
            raise DataError(path, "", "this is a folder, not a file")
        if not path.exists():
            raise DataError(path, "", "there is no such file")
        if not path.is_file():
            raise DataError(path, "", "this is not an ordinary file")
        if path.stat().st_size > _LARGEST_BYTES:
            raise DataError(path, "", "this file is far too large to be a map")
        content = path.read_bytes()
    except OSError as error:
        raise DataError(path, "", f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    if b"\0" in content:
        raise DataError(path, "", "this is not a text file in UTF-8")
    try:
        # Windows editors put a mark in front; it is no part of the text.
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(path, f"line {line}", "this is not UTF-8 text; save the file as UTF-8") from None


def parse_table(text: str, kind: FileKind, path: Path | str) -> Mapping[str, Any]:
    """The keys and values of a TOML or JSON file, before anything is known about them."""
    if not text.strip():
        raise DataError(path, "", "this file is empty")
    try:
        if kind == "toml":
            return tomllib.loads(text)
        content = json.loads(text, object_pairs_hook=_without_doubles)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise _syntax_error(error, kind, path) from None
    except RecursionError:
        raise DataError(path, "", "this file is nested too deeply to be a map") from None
    except ValueError as error:
        # Python refuses to read numbers of thousands of digits; and a key given twice ends here.
        told = str(error) if isinstance(error, _DoubleKeyError) else "a number in this file is far too large"
        raise DataError(path, "", told) from None
    if not isinstance(content, dict):
        raise DataError(path, "", "a map in JSON is one object, between { and }")
    return content


class _DoubleKeyError(ValueError):
    """JSON that gives a key twice, of which the parser would silently keep the last."""


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _DoubleKeyError(f"the key '{twice}' is given twice")
    return found


def _syntax_error(error: ValueError, kind: FileKind, path: Path | str) -> DataError:
    """What the parser says, with its line in front."""
    if isinstance(error, json.JSONDecodeError):
        where, said = f"line {error.lineno}", f"{error.msg}, column {error.colno}"
    else:
        found = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.S)
        if found and found[2]:
            where, said = f"line {found[2]}", f"{found[1]}, column {found[3]}"
        else:
            where, said = "", f"{found[1]} at the end of the file" if found else str(error)
    return DataError(path, where, f"this is not {kind.upper()}: {said[:1].lower()}{said[1:]}")


# --- writing -----------------------------------------------------------------------------------


def write_map(board: Board, path: Path | str) -> Path:
    """Write a board to a file (by its ending TOML or JSON) or as `map.toml` into a folder; gives the file.

    The file is there whole or not at all, and it reads back as the same board: one that would not
    (a name with a line break in it, say) is refused before anything is written.
    """
    path = Path(path)
    if path.is_dir() or not path.suffix:
        path = path / MAP_NAMES[0]
    kind = kind_of(path)
    text = map_text(board, kind)
    if parse_map(text, kind, path) != board:
        raise DataError(path, "", "this board cannot be written so that it reads back the same")
    write_text(path, text)
    return path


def write_text(path: Path, text: str) -> None:
    """Write a file so that a crash leaves either the old one or the new one, never half of one."""
    target = path.resolve()  # a link stays a link
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise DataError(path, "", f"cannot be written: {(error.strerror or str(error)).lower()}") from None
