"""Where games are kept that nobody has named a file for: the user's own data folder."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from game.core.record import SUFFIX


def saves_folder() -> Path:
    """The folder of kept games, where each system keeps such things. It may not exist yet."""
    import platformdirs

    return platformdirs.user_data_path("gloire", appauthor=False) / "games"


def new_save(scenario: str, now: datetime | None = None) -> Path:
    """A file name for a game that begins now; no other game has it."""
    stem = re.sub(r"[^\w-]+", "-", scenario).strip("-") or "game"
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    first = saves_folder() / f"{stem}-{stamp}{SUFFIX}"
    path, number = first, 2
    while path.exists():
        path = first.with_name(f"{first.stem}-{number}{SUFFIX}")
        number += 1
    return path


def last_save() -> Path | None:
    """The kept game that was played last; None if there is none."""
    folder = saves_folder()
    found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    return found[-1] if found else None
