"""A game in progress: the one object that remembers. State, dice, record, undo, and its file."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from game import __version__
from game.chronicle import chronicle
from game.core.actions import Action
from game.core.dice import (
    Dice,
    Die,
    Face,
    ManualDice,
    OutOfFaces,
    Reading,
    ScriptedDice,
    SeededDice,
    WrongFace,
)
from game.core.engine import asked_side, begin, legal_actions, play, prompt, why_not
from game.core.errors import DataError, IllegalAction, Refusal
from game.core.events import Event
from game.core.record import (
    BEGIN,
    NOBODY,
    Entry,
    Header,
    RecordFile,
    entry_text,
    read_record,
    record_text,
    step_hash,
)
from game.core.record import Reading as Record
from game.core.ruleset import Ruleset, lay_out, load_ruleset
from game.core.scenario import ScenarioFile, open_scenario
from game.core.state import Frame, GameState, built
from game.core.switches import house_rules as all_house_rules
from game.core.view import TELLING, View, reveals, view, visible_events
from game.library import find_scenario, is_shipped, shipped_names, shipped_scenario


class Happened(NamedTuple):
    """What one step of the record led to; `frames` are the steps of play that were open before it."""

    step: int
    turn: int
    frames: tuple[Frame, ...]
    events: tuple[Event, ...]


class Undone(NamedTuple):
    """A step taken back, ready to be done again."""

    entry: Entry
    happened: Happened
    state: GameState


class NotedDice:
    """Dice that remember which faces they gave."""

    __slots__ = ("dice", "faces")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.faces: list[Face] = []

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        face = self.dice.roll(die, read, why)
        self.faces.append(face)
        return face


class Match:
    """A game from its setup to its end. Only legal actions are taken; every one is written down.

    `Match.begin("skirmish", "skirmish", seed=7)`, then `legal()` and `act(…)` until `is_over`.
    """

    def __init__(self, header: Header, file: ScenarioFile, dice: Dice) -> None:
        """Lay out the table; `begin`, `load_record` or `up_to` then start the sequence of play."""
        self.ruleset: Ruleset = load_ruleset(header.ruleset)
        self.scenario = file
        self.header = header
        self.dice = dice
        setup = lay_out(header.ruleset, file, dict(header.house_rules))
        self.rules: Any = setup.rules
        self.state = setup.state
        self.entries: list[Entry] = []
        self.log: list[Happened] = []
        self._start = setup.start
        self._undo: list[GameState] = []
        self._redo: list[Undone] = []
        self._file: RecordFile | None = None

    @classmethod
    def begin(
        cls,
        ruleset: str,
        scenario: ScenarioFile | str | Path,
        house_rules: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        dice: Dice | None = None,
        date: str = "",
    ) -> Match:
        """A new game. With neither seed nor dice it takes a seed nobody knows."""
        file = scenario if isinstance(scenario, ScenarioFile) else find_scenario(scenario)
        if file.ruleset != ruleset:
            raise DataError(file.path, "ruleset", f"is '{file.ruleset}', not '{ruleset}'")
        found = load_ruleset(ruleset, file.path)
        if dice is None:
            dice = SeededDice(secrets.randbelow(2**32) if seed is None else seed)
        kind = {SeededDice: "seeded", ManualDice: "manual"}.get(type(dice), "scripted")
        header = Header(
            program=__version__,
            ruleset=ruleset,
            ruleset_version=found.manifest.version,
            scenario=file.name,
            content_hash=file.content_hash,
            dice=kind,
            seed=str(dice.seed) if isinstance(dice, SeededDice) else "",
            path="" if is_shipped(file) else str(file.path.resolve()),
            date=date,
            house_rules=tuple(all_house_rules(found.switches, house_rules or {}, "house rules").items()),
        )
        match = cls(header, file, dice)
        match._carry_out(BEGIN, dice)
        return match

    # --- looking -------------------------------------------------------------------------------

    @property
    def asked(self) -> str | None:
        """Whose decision it is; None when the game is over."""
        return asked_side(self.state)

    @property
    def is_over(self) -> bool:
        return self.state.result is not None

    @property
    def prompt(self) -> str:
        return prompt(self.rules, self.state)

    def legal(self) -> tuple[Action, ...]:
        """All that may be done now."""
        return legal_actions(self.rules, self.state)

    def why_not(self, action: Action) -> Refusal | None:
        """Rule and reason against an action, or None when it is legal."""
        return why_not(self.rules, self.state, action)

    def view(self, side: str | None) -> View:
        """What a side may see and do now."""
        return view(self.rules, self.state, side)

    def told(self, side: str | None, since: int = 0) -> list[str]:
        """The lines of the log a side may read, from a step on."""
        return [line for happened in self.log[since:] for line in self.lines(happened, side)]

    def lines(self, happened: Happened, side: str | None) -> list[str]:
        """The lines a side may read about one step."""
        seen = visible_events(happened.events, side, happened.frames)
        return list(chronicle(self.ruleset, self.rules, seen))

    def record(self) -> str:
        """The whole game as the text of its record file."""
        return record_text(self.header, self.entries)

    # --- acting --------------------------------------------------------------------------------

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry out a legal action; what happened comes back. An illegal one changes nothing."""
        events = self._carry_out(action, self.dice)
        if self._file:
            self._append(entry_text(self.entries[-1]))
        return events

    def _carry_out(self, action: Action, dice: Dice) -> tuple[Event, ...]:
        before = self.state
        noted = NotedDice(dice)
        rolled = dice.rolled if isinstance(dice, SeededDice) else 0
        try:
            if self.entries:
                after, events = play(self.rules, before, action, noted)
            else:
                after, events = begin(self.rules, before, noted, self._start)
        except BaseException:
            # Broken off (a player who was to type a face has left): the same face must come next time.
            if isinstance(dice, SeededDice):
                dice.rolled = rolled
            raise
        side = asked_side(before)
        number = len(self.entries)
        hash_ = step_hash(self.header, number, after)
        if number and side == asked_side(after) and not noted.faces and not _tells(before, events):
            self._undo.append(before)
        else:  # It may not be taken back: a die fell, a secret was shown, or another side is asked.
            self._undo.clear()
        self._redo.clear()
        self.log.append(built(Happened, (number, before.turn, before.frames, events)))
        self.entries.append(built(Entry, (number, side or NOBODY, action, tuple(noted.faces), hash_, ())))
        self.state = after
        return events

    def note(self, text: str) -> None:
        """Keep a remark with the last step."""
        old = self.entries[-1]
        self.entries[-1] = new = old.with_note(text)
        self._append("".join(f"note: {note}\n" for note in new.notes[len(old.notes) :]))

    # --- undo and redo -------------------------------------------------------------------------

    @property
    def undoable(self) -> int:
        """How many steps can be taken back: none beyond a die, a draw, a reveal or a change of side."""
        return len(self._undo)

    @property
    def redoable(self) -> int:
        return len(self._redo)

    def undo(self) -> bool:
        """Take the last step back; False where it may not be."""
        if not self._undo:
            return False
        last = self.entries.pop()
        self._redo.append(Undone(last, self.log.pop(), self.state))
        self.state = self._undo.pop()
        if self._file and not self._file.cut(entry_text(last)):
            self._file.write(self.record())
        return True

    def redo(self) -> bool:
        """Do again what was taken back last; False if there is nothing."""
        if not self._redo:
            return False
        undone = self._redo.pop()
        self._undo.append(self.state)
        self.entries.append(undone.entry)
        self.log.append(undone.happened)
        self.state = undone.state
        self._append(entry_text(undone.entry))
        return True

    # --- the file ------------------------------------------------------------------------------

    def keep_in(self, path: Path) -> None:
        """Write the record to a file and keep it up to date from now on, step by step."""
        file = RecordFile(path)
        file.write(self.record())
        self._file = file

    def save(self, path: Path) -> None:
        """Write the record to a file once."""
        RecordFile(path).write(self.record())

    @property
    def path(self) -> Path | None:
        """The file the record is kept in."""
        return self._file.path if self._file else None

    def _append(self, lines: str) -> None:
        """Let the file follow; where that cannot be done at its end, the whole is written anew."""
        if self._file and not self._file.append(lines):
            self._file.write(self.record())

    # --- going back and branching --------------------------------------------------------------

    def up_to(self, step: int) -> Match:
        """The same game as it stood after a step, as a match of its own that can go another way."""
        faces = sum(len(entry.faces) for entry in self.entries[: step + 1])
        loaded = _replay(self.header, self.scenario, self.entries[: step + 1], self.dice)
        assert loaded.problem is None, loaded.problem
        if isinstance(self.dice, SeededDice):
            loaded.match.dice = SeededDice(self.dice.seed, faces)
        return loaded.match


def _tells(before: GameState, events: tuple[Event, ...]) -> bool:
    """Whether a step showed somebody what was hidden."""
    if TELLING.isdisjoint(map(type, events)):
        return False
    asking = before.frames[-1] if before.frames else None
    return any(reveals(event, asking) for event in events)


# --- loading -------------------------------------------------------------------------------------


class Loaded(NamedTuple):
    """A match as far as its record holds; `problem` names the step where it breaks, or is None."""

    match: Match
    problem: str | None = None


def load_record(path: Path | str, dice: Dice | None = None) -> Loaded:
    """Replay a record and compare every hash; the match stands at the last step that holds.

    A game with seeded dice goes on as it would have. Where the players rolled themselves, *dice* says
    how they do from now on.
    """
    path = Path(path)
    return load_reading(read_record(path), path, dice)


def load_reading(reading: Record, path: Path, dice: Dice | None = None) -> Loaded:
    """Replay a record that has been read from a file at *path*, or could have been."""
    header = reading.header
    file = _find_scenario(header, path)
    ruleset = load_ruleset(header.ruleset, path)
    if file.ruleset != header.ruleset:
        raise DataError(path, "scenario", f"'{header.scenario}' is for {file.ruleset}, not {header.ruleset}")
    known = all_house_rules(ruleset.switches, dict(header.house_rules), path)
    if len(known) != len(header.house_rules):
        missing = ", ".join(key for key in known if key not in dict(header.house_rules))
        raise DataError(path, "house rule", f"the header does not say how it stands with: {missing}")
    if not reading.entries:
        raise DataError(path, "", reading.problem or "holds no step; even a new game has step 0, 'begin'")
    seeded = SeededDice(header.seed) if header.dice == "seeded" else None
    loaded = _replay(header, file, reading.entries, dice or seeded or ScriptedDice())
    if not loaded.match.entries:
        hint = ""
        if header.ruleset_version != ruleset.manifest.version:
            hint = f" (it was played with version {header.ruleset_version} of the rules)"
        raise DataError(path, "", f"{loaded.problem}{hint}")
    problem = loaded.problem or reading.problem
    return Loaded(loaded.match, f"{path}: {problem}" if problem else None)


def _find_scenario(header: Header, record: Path) -> ScenarioFile:
    """The scenario a record was played on: shipped, where it was, or beside the record."""
    if not header.path:
        if header.scenario not in shipped_names():
            raise DataError(record, "scenario", f"there is no scenario '{header.scenario}' in this program")
        file = shipped_scenario(header.scenario)
    else:
        there = [Path(header.path), record.parent / header.path, record.parent / Path(header.path).name]
        try:
            found = next((place for place in there if place.is_file()), None)
        except (OSError, ValueError):
            found = None
        if found is None:
            raise DataError(record, "path", f"the scenario '{header.scenario}' is no longer at {header.path}")
        file = open_scenario(found)
    if file.content_hash != header.content_hash:
        raise DataError(
            record,
            "scenario",
            f"'{file.name}' or its map has changed since this game began, so it cannot go on",
        )
    return file


class _Witness:
    """The faces of a record, held against what the seed rolls where there is one."""

    def __init__(self, faces: tuple[Face, ...], seeded: SeededDice | None) -> None:
        self.scripted = ScriptedDice(*faces)
        self.seeded = seeded

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        face = self.scripted.roll(die, read, why)
        if self.seeded is not None:
            rolled = self.seeded.roll(die, read, why)
            if rolled != face:
                raise WrongFace(f"the seed rolls {rolled}, the record says {face}, for: {why}")
        return face


def _replay(header: Header, file: ScenarioFile, entries: Iterable[Entry], dice: Dice) -> Loaded:
    """Play the steps of a record as far as they hold."""
    seeded = SeededDice(header.seed) if header.dice == "seeded" else None
    match = Match(header, file, dice)
    problem = None
    for entry in entries:
        problem = _replay_step(match, entry, seeded)
        if problem:
            break
    if seeded is not None and isinstance(dice, SeededDice):
        match.dice = SeededDice(header.seed, sum(len(entry.faces) for entry in match.entries))
    return Loaded(match, problem)


def _replay_step(match: Match, entry: Entry, seeded: SeededDice | None) -> str | None:
    """Carry out one step of a record; where it does not hold, say why and leave the match as it was."""
    where = f"step {entry.number} ({entry.action})"
    witness = _Witness(entry.faces, seeded)
    if entry.number == 0 and entry.action != BEGIN:
        return f"{where}: the first step must be '{BEGIN}'"
    if entry.side != (match.asked or NOBODY):
        return f"{where}: it is {match.asked or 'nobody'} that decides, not {entry.side}"
    undo = list(match._undo)
    before = match.state
    try:
        match._carry_out(entry.action, witness)
    except IllegalAction as error:
        return f"{where}: {error}"
    except OutOfFaces as error:
        return f"{where}: a face is missing for: {error.why}"
    except WrongFace as error:
        return f"{where}: {error}"
    made = match.entries[-1]
    wrong = None
    if len(made.faces) != len(entry.faces):
        wrong = f"{where}: it holds {len(entry.faces)} faces, but {len(made.faces)} were rolled"
    elif made.hash != entry.hash and made.number == 0:
        wrong = f"{where}: the header is not the one this game began with, or the rules are others"
    elif made.hash != entry.hash:
        wrong = f"{where}: it leads to {made.hash}, the record says {entry.hash}"
    if wrong:
        match.entries.pop()
        match.log.pop()
        match.state = before
        match._undo = undo
        return wrong
    match.entries[-1] = entry
    return None
