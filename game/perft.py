"""Counted legal play: how many ways lead on from a position, each way a die can read being a way of its own.

A position is a small text file: a scenario (by name, or a file beside it), what was played from its
beginning with the faces that fell, and the counts that are expected.

    gloire perft 1
    scenario: skirmish
    house rule: woods as_clear
    play: order advance
    play: order hold | blue
    count 1: 30
    count 2: 842

When a count is wrong, `divide` shows it under each first action, and the wrong rule shows itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from game.core.actions import Action, parse_action
from game.core.dice import Dice, Face, OutOfFaces, ScriptedDice, WrongFace
from game.core.engine import Played, carry_out, legal_actions, proceed
from game.core.errors import DataError, IllegalAction
from game.core.record import BEGIN, read_faces, write_faces
from game.core.state import GameState
from game.library import find_scenario, is_there
from game.match import Match

FORMAT = 1
SUFFIX = ".perft"
_FIRST = "gloire perft"
_COUNT = re.compile(r"count (\d{1,2})", re.ASCII)


class Counter:
    """Counts sequences of chosen actions; the same state at the same depth is counted once and remembered."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._known: dict[tuple[int, int], int] = {}

    def count(self, state: GameState, depth: int) -> int:
        """How many sequences of *depth* actions can be played from here. A finished game has none."""
        if depth == 0:
            return 1
        if state.result is not None:
            return 0
        key = (state.digest, depth)
        if key not in self._known:
            self._known[key] = sum(self.divide(state, depth).values())
        return self._known[key]

    def divide(self, state: GameState, depth: int) -> dict[Action, int]:
        """The count under each first action."""
        return {
            action: sum(self.count(after, depth - 1) for after in self.after(state, action))
            for action in legal_actions(self.rules, state)
        }

    def after(self, state: GameState, action: Action) -> Iterator[GameState]:
        """Every state an action can lead to, when all has happened that happens by itself."""
        for after in _branches(lambda dice: carry_out(self.rules, state, action, dice)):
            assert after is not None
            yield from self._settled(after)

    def _settled(self, state: GameState, passed: frozenset[int] = frozenset()) -> Iterator[GameState]:
        """All that comes of a state by itself. A way that leads back to where it was (a tie that is rolled
        again) is none of its own: followed on, it would have no end."""
        if state.digest in passed:
            return
        for after in _branches(lambda dice: proceed(self.rules, state, dice)):
            if after is None:
                yield state
            else:
                yield from self._settled(after, passed | {state.digest})


def _branches(
    happen: Callable[[Dice], Played | None], faces: tuple[Face, ...] = ()
) -> Iterator[GameState | None]:
    """Where something can lead, one state for each way its dice can read."""
    try:
        played = happen(ScriptedDice(*faces))
    except OutOfFaces as wanted:
        for face, _chance in wanted.branches():
            yield from _branches(happen, (*faces, face))
    else:
        yield None if played is None else played.state


# --- position files ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """One action on the way to a position, with the faces that fell."""

    action: Action
    faces: tuple[Face, ...] = ()

    def __str__(self) -> str:
        return f"{self.action} | {write_faces(self.faces)}" if self.faces else str(self.action)


@dataclass(frozen=True)
class Position:
    """How to get to a position, and how many ways are expected from it at each depth."""

    scenario: str
    house_rules: tuple[tuple[str, str], ...] = ()
    plays: tuple[Play, ...] = ()
    counts: dict[int, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def with_counts(self, counts: dict[int, int]) -> Position:
        return replace(self, counts=counts)

    def text(self) -> str:
        """The position as the text of its file."""
        lines = [
            f"{_FIRST} {FORMAT}",
            *(f"# {remark}" for remark in self.remarks),
            f"scenario: {self.scenario}",
            *(f"house rule: {key} {value}" for key, value in self.house_rules),
            *(f"play: {play}" for play in self.plays),
            *(f"count {depth}: {count}" for depth, count in sorted(self.counts.items())),
        ]
        return "\n".join(lines) + "\n"


def read_position(path: Path) -> Position:
    """A position file; the first line that is wrong is named."""
    try:
        lines = path.read_bytes().decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DataError(path, "", f"is not UTF-8 text (byte {error.start})") from None
    first = lines[0].strip() if lines else ""
    if first != f"{_FIRST} {FORMAT}":
        raise DataError(path, "line 1", f"a position begins with '{_FIRST} {FORMAT}'")
    position = Position("")
    for number, line in enumerate(lines[1:], 2):
        try:
            position = _with_line(position, line.strip())
        except ValueError as error:
            raise DataError(path, f"line {number}", str(error)) from None
    if not position.scenario:
        raise DataError(path, "scenario", "is missing")
    return position


def _with_line(position: Position, line: str) -> Position:
    """The position with what one more line says about it."""
    if not line:
        return position
    if line.startswith("#"):
        return replace(position, remarks=(*position.remarks, line.lstrip("# ")))
    key, _colon, value = (part.strip() for part in line.partition(":"))
    found = _COUNT.fullmatch(key)
    if key == "scenario" and value:
        return replace(position, scenario=value)
    if key == "house rule" and len(value.split()) == 2:
        switch, choice = value.split()
        return replace(position, house_rules=(*position.house_rules, (switch, choice)))
    if key == "play" and value:
        action, _bar, faces = value.partition("|")
        play = Play(parse_action(action), tuple(read_faces(faces.strip())))
        return replace(position, plays=(*position.plays, play))
    if found and value.isascii() and value.isdecimal():
        return replace(position, counts={**position.counts, int(found[1]): int(value)})
    raise ValueError(
        "should be 'scenario: …', 'house rule: SWITCH CHOICE', 'play: ACTION | FACES' or 'count N: …'"
    )


def set_up(position: Position, path: Path | str) -> Match:
    """The match at a position; what cannot be played is named with the file it stands in."""
    beside = Path(path).parent / position.scenario
    try:
        file = find_scenario(beside if is_there(beside) else position.scenario)
    except DataError as error:
        raise DataError(path, "scenario", str(error)) from None
    first, *plays = position.plays if position.plays[:1] and position.plays[0].action == BEGIN else (
        Play(BEGIN), *position.plays
    )  # fmt: skip
    with _named(path, first):
        dice = ScriptedDice(*first.faces)
        match = Match.begin(file.ruleset, file, dict(position.house_rules), dice=dice)
        _check_all_used(dice)
    for play in plays:
        with _named(path, play):
            match.dice = dice = ScriptedDice(*play.faces)
            match.act(play.action)
            _check_all_used(dice)
    return match


@contextmanager
def _named(path: Path | str, play: Play) -> Iterator[None]:
    """Whatever is wrong with a play is told with the file and the play."""
    where = f"play: {play.action}"
    try:
        yield
    except (IllegalAction, WrongFace) as error:
        raise DataError(path, where, str(error)) from None
    except OutOfFaces as error:
        raise DataError(path, where, f"a face is missing for: {error.why}") from None


def _check_all_used(dice: ScriptedDice) -> None:
    left = dice.faces[dice.used :]
    if left:
        raise WrongFace(f"faces are left over: {write_faces(left)}")


def position_of(match: Match, remarks: tuple[str, ...] = ()) -> Position:
    """The position a match stands in, as a file can hold it."""
    # The beginning goes without saying, unless a die fell in it.
    first = 0 if match.entries[0].faces else 1
    plays = tuple(Play(entry.action, entry.faces) for entry in match.entries[first:])
    switches = match.ruleset.switches
    changed = tuple((key, value) for key, value in match.header.house_rules if value != switches[key].default)
    return Position(match.header.path or match.header.scenario, changed, plays, remarks=remarks)
