"""The games on disk: each is a record that is kept up to date from its first step on."""

from __future__ import annotations

import errno
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from game.core.errors import DataError
from game.core.record import SUFFIX, read_record
from game.core.tongue import _
from game.library import shipped_scenarios

_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))  # not every system has quotas
_NO_FOLDER = (errno.EEXIST, errno.ENOTDIR)


class Saved(NamedTuple):
    """A game that was begun: what it is, how far it got, when it was last played."""

    path: Path
    title: str
    ruleset: str
    steps: int
    when: datetime
    problem: str = ""


def new_path(folder: Path, scenario: str, now: datetime | None = None) -> Path:
    """A file for a new game: the scenario's name and the minute; a number where there are two."""
    stem = re.sub(r"[^a-z0-9]+", "-", scenario.lower()).strip("-") or "game"
    stem += (now or datetime.now()).strftime("-%Y-%m-%d-%H%M")
    number = 1
    path = folder / f"{stem}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{SUFFIX}"
    return path


def mended_path(path: Path) -> Path:
    """Where a broken game goes on; the broken file itself is kept as it is."""
    return new_path(path.parent, f"{path.stem}-mended")


def why_unkept(folder: Path, error: OSError) -> str:
    """One sentence why no game can be kept in a folder, and what would help."""
    if error.errno in _FORBIDDEN:
        told = _("Games cannot be kept in {folder}: allow yourself to write in this folder, then try again.")
    elif error.errno in _FULL:
        told = _("Games cannot be kept in {folder}: the disk is full, make room and try again.")
    elif error.errno in _NO_FOLDER:
        told = _("Games cannot be kept in {folder}: a file stands where this folder should be, move it away.")
    else:
        told = _("Games cannot be kept in {folder}: {why}.")
    return told.format(folder=folder, why=(error.strerror or str(error)).lower())


def why_unread(path: Path, error: OSError) -> str:
    """One sentence why a record cannot be read, and what would help."""
    if error.errno in _FORBIDDEN:
        told = _("{path} cannot be read: allow yourself to read this file, then try again.")
    elif error.errno == errno.ENOENT:
        told = _("{path} is no longer there: choose another game.")
    else:
        told = _("{path} cannot be read: {why}.")
    return told.format(path=path, why=(error.strerror or str(error)).lower())


def saved_games(folder: Path, most: int = 60) -> list[Saved]:
    """The games in a folder, the latest first."""
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []
    return [_saved(path) for path in paths[:most]]


def last_game(folder: Path) -> Path | None:
    """The game played last, if there is one."""
    found = saved_games(folder, 1)
    return found[0].path if found else None


def _saved(path: Path) -> Saved:
    when = datetime.fromtimestamp(path.stat().st_mtime)
    try:
        reading = read_record(path)
    except DataError as error:
        return Saved(path, path.stem, "", 0, when, str(error))
    except OSError as error:
        return Saved(path, path.stem, "", 0, when, why_unread(path, error))
    header = reading.header
    known = shipped_scenarios().get(header.scenario)
    title = known.title if known else header.scenario
    return Saved(path, title, header.ruleset, max(0, len(reading.entries) - 1), when, reading.problem)
