"""A session of practice: which exercise comes next, and the score so far."""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.drill.exercises import LEVELS, Exercise, Level, draw_exercise, remembered
from game.drill.grading import Mark, Score, grade, score
from game.drill.history import History


class Session:
    """One sitting. With a seed it is the same each time it is repeated; without one, misses come back."""

    def __init__(
        self,
        ruleset: str,
        level: Level | None = None,
        seed: int | str | None = None,
        history: History | None = None,
        kinds: Sequence[str] = (),
    ) -> None:
        self.ruleset = ruleset
        self.level = level
        self.kinds = tuple(kinds)
        self.history = history
        self.marks: list[tuple[int, Mark]] = []
        self._repeats = seed is None
        self._source = random.Random(seed)
        self._asked: set[str] = set()
        self._drawn = 0

    def next(self) -> Exercise:
        """The next exercise: one that was missed and is due again, else a new one."""
        found = self._due() or self._new()
        self._asked.add(found.key)
        return found

    def _due(self) -> Exercise | None:
        if not self._repeats or self.history is None:
            return None
        key = self.history.due(self.level)
        found = remembered(key) if key else None
        if found is None or (self.kinds and found.question.kind not in self.kinds):
            return None
        return found

    def _new(self) -> Exercise:
        """A new exercise, not one of this sitting; levels take turns unless one was asked for."""
        level = self.level or LEVELS[self._drawn % len(LEVELS)]
        self._drawn += 1
        for _attempt in range(20):
            found = draw_exercise(self.ruleset, level, self._source, self.kinds)
            if found.key not in self._asked:
                break
        return found

    def reply(self, exercise: Exercise, text: str) -> Mark:
        """Grade a reply and keep it; raises `BadReply` for one that is none, which costs nothing."""
        mark = grade(exercise, text)
        self.marks.append((exercise.level, mark))
        if self.history is not None:
            self.history.add(exercise, mark)
        return mark

    @property
    def score(self) -> Score:
        return score(self.marks)
