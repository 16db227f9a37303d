"""What was asked and how it went, kept in the user's data folder; what was missed comes back sooner.

One line of JSON for each reply, written before the next is asked: whoever breaks off loses nothing.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from game.drill.exercises import Exercise
from game.drill.grading import Mark, Score, score

# How many other exercises come before one is asked again: after a miss, and after each success in a row.
WAITS = (3, 12, 40, 120)


class Entry(NamedTuple):
    """One reply."""

    key: str
    level: int
    mark: Mark


def drill_folder() -> Path:
    """Where histories are kept. It may not exist yet."""
    import platformdirs

    return platformdirs.user_data_path("gloire", appauthor=False) / "drill"


class History:
    """The replies to the exercises of one ruleset, oldest first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = _read(path)

    @classmethod
    def of(cls, ruleset: str, folder: Path | None = None) -> History:
        """The user's history with a ruleset."""
        return cls((folder or drill_folder()) / f"{ruleset}.jsonl")

    def add(self, exercise: Exercise, mark: Mark) -> None:
        """Keep a reply; it is on the disk when this comes back."""
        entry = Entry(exercise.key, exercise.level, mark)
        self.entries.append(entry)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = {
            "key": entry.key,
            "level": entry.level,
            "right": mark.is_right,
            "error": str(mark.error),
            "said": mark.said,
            "exact": mark.exact,
        }
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def due(self, level: int | None = None) -> str | None:
        """The exercise that should come again now, the one that has waited longest beyond its time."""
        waits: dict[str, int] = {}  # how many more exercises it should wait
        streak: dict[str, int] = {}
        for number, entry in enumerate(self.entries):
            if level is not None and entry.level != level:
                continue
            streak[entry.key] = streak.get(entry.key, 0) + 1 if entry.mark.is_right else 0
            since = len(self.entries) - number - 1
            wait = streak[entry.key]
            waits[entry.key] = WAITS[wait] - since if wait < len(WAITS) else 1
        over = {key: wait for key, wait in waits.items() if wait <= 0}
        return min(over, key=lambda key: over[key], default=None)

    def score(self) -> Score:
        """How it has gone so far, all sessions together."""
        return score((entry.level, entry.mark) for entry in self.entries)


def _read(path: Path) -> list[Entry]:
    """The replies in a file; a line that cannot be read (cut off by a crash, say) is passed over."""
    if not path.is_file():
        return []
    found = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            data = json.loads(line)
            mark = Mark(bool(data["right"]), Fraction(data["error"]), str(data["said"]), str(data["exact"]))
            found.append(Entry(str(data["key"]), int(data["level"]), mark))
        except (ValueError, KeyError, TypeError):
            continue
    return found
