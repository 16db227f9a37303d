"""A game at one screen: who sits before it, what they have seen, and a record that is always on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from game.chronicle import chronicle
from game.core.actions import Action
from game.core.dice import Die, Face, ManualDice, OutOfFaces, Reading, ScriptedDice, SeededDice, WrongFace
from game.core.engine import play
from game.core.errors import IllegalAction
from game.core.events import Event, Rolled
from game.core.record import read_record
from game.core.scenario import ScenarioFile
from game.core.state import GameState
from game.core.view import SECRET, seen_state, view, visible_events, why_not_for
from game.match import Happened, Match, load_record
from game.ui.handlers import Desk
from game.ui.oracle import Oracle
from game.ui.reader import Reader
from game.ui.saves import mended_path, new_path, why_unkept
from game.ui.theatre import Readings, Theatre, hex_of
from hexmap.coords import Hex


class FaceWanted(Exception):
    """A die has to be rolled at the table before the action can be carried out."""

    def __init__(self, die: Die, why: str, readings: tuple[tuple[Face, str], ...] = ()) -> None:
        super().__init__(why)
        self.die = die
        self.why = why
        self.readings = readings  # how the rule reads every face


class Unkept(Exception):
    """A game cannot be kept on disk; its text is the one sentence the player reads."""


class WatchedDice(SeededDice):
    """The seeded dice of a game, which also tell how the rule reads every face of each roll."""

    def __init__(self, seed: int | str, rolled: int, watch: list[Readings]) -> None:
        super().__init__(seed, rolled)
        self.watch = watch

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        self.watch.append(Readings(die.name, why, tuple((face, str(read(face))) for face in die.faces)))
        return super().roll(die, read, why)


class LogLine(NamedTuple):
    """A line of the log: the step it belongs to, where it happened, and the roll it tells of."""

    text: str
    step: int
    hex: Hex | None = None
    roll: Rolled | None = None


class Session:
    """One game in the window. Everything shown comes from the view of `seat`, the side before the screen."""

    def __init__(
        self, match: Match, pace: str = "calm", has_dice: bool = True, curtain: str = "secrets"
    ) -> None:
        self.match = match
        self.reader = Reader(match.ruleset, match.rules, match.scenario)
        self.oracle = Oracle(match.ruleset, match.rules, self.reader)
        self.curtain_policy = curtain
        self.seat: str | None = None
        self.is_curtained = False
        self.catching_up = False
        self.unkept = ""  # why the last step is not on disk
        self._typed: list[Face] = []
        self._rolls: list[Readings] = []
        self._seen = dict.fromkeys(match.rules.sides, len(match.log))
        self._last_shown: dict[str, GameState] = {}
        # The lines of each side's log, and the number of steps they tell.
        self._logs: dict[str | None, tuple[list[LogLine], int]] = {}
        self._watch_dice()
        self.theatre = Theatre(match.state, pace, has_dice)
        self._take_seats()

    @classmethod
    def begin(
        cls,
        file: ScenarioFile,
        folder: Path | None,
        house_rules: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        manual: bool = False,
        faces: Sequence[Face] = (),
        **options: object,
    ) -> Session:
        """A new game, kept in a file of its own from now on.

        With dice rolled at the table, *faces* are those rolled so far; `FaceWanted` asks for one more.
        """
        dice = TypedDice(faces) if manual else None
        match = Match.begin(file.ruleset, file, house_rules, seed, dice)
        if folder is not None:
            _keep(match, new_path(folder, file.name))
        return cls(match, **options)  # type: ignore[arg-type]

    @classmethod
    def resume(cls, path: Path, **options: object) -> tuple[Session, str]:
        """A game from its record, with words about where it breaks; a broken one goes on in a new file."""
        loaded = load_record(path, TypedDice() if _is_manual(path) else None)
        _keep(loaded.match, mended_path(path) if loaded.problem else path)
        return cls(loaded.match, **options), loaded.problem or ""  # type: ignore[arg-type]

    def _watch_dice(self) -> None:
        dice = self.match.dice
        if isinstance(dice, SeededDice):
            self.match.dice = WatchedDice(dice.seed, dice.rolled, self._rolls)
        elif isinstance(dice, ManualDice):
            self.match.dice = TypedDice()

    # --- looking -------------------------------------------------------------------------------

    def desk(self) -> Desk:
        """The game as the side before the screen sees it."""
        return self._desk_of(self.match.state)

    def _desk_of(self, state: GameState) -> Desk:
        """A state of this game as the side before the screen sees it."""
        rules, seat = self.match.rules, self.seat

        def ahead(action: Action) -> Desk | None:
            known: dict[Action, Desk | None] = state.memo.setdefault(f"ui ahead {seat}", {})
            if action not in known:
                try:
                    known[action] = self._desk_of(play(rules, state, action, ScriptedDice()).state)
                except (OutOfFaces, IllegalAction):
                    known[action] = None
            return known[action]

        return Desk(
            view(rules, state, seat),
            self.reader,
            lambda action: why_not_for(rules, state, seat, action),
            ahead,
        )

    def shown(self) -> GameState:
        """The table as it is on the screen, with nothing this side may not see."""
        return seen_state(self.theatre.shown, self.seat)

    def log(self) -> list[LogLine]:
        """The lines this side may read."""
        lines, start = self._logs.get(self.seat, ([], 0))
        for happened in self.match.log[start:]:
            lines += self.lines(happened)
        self._logs[self.seat] = lines, len(self.match.log)
        return lines

    def forget_log(self) -> None:
        """Read the log anew: something was taken back, or the language has changed."""
        self._logs.clear()

    def lines(self, happened: Happened) -> list[LogLine]:
        match = self.match
        seen = visible_events(happened.events, self.seat, happened.frames)
        where = {piece.id: piece.hex for piece in match.state.pieces}
        found = []
        for event in seen:
            for line in chronicle(match.ruleset, match.rules, [event]):
                roll = event if isinstance(event, Rolled) else None
                found.append(LogLine(line, happened.step, hex_of(event, where), roll))
        return found

    # --- acting --------------------------------------------------------------------------------

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action; it is on disk before this comes back, or `unkept` says why not.

        `FaceWanted` asks for a die first.
        """
        self._rolls.clear()
        if isinstance(self.match.dice, ManualDice):
            self.match.dice = TypedDice(self._typed)
        self.theatre.finish()
        with self._on_disk():
            self.match.act(action)
        self._typed = []
        happened = self.match.log[-1]
        seen = visible_events(happened.events, self.seat, happened.frames)
        rolls = list(self._rolls)
        if self.seat is not None:
            self._seen[self.seat] = len(self.match.log)
        self.theatre.play(seen, seen_state(self.match.state, self.seat), rolls)
        self._take_seats()
        return happened.events

    @contextmanager
    def _on_disk(self) -> Iterator[None]:
        """Make a step; one that cannot be written is made all the same, and written with the next."""
        try:
            yield
            self.unkept = ""
        except OSError as error:
            assert self.match.path is not None
            self.unkept = why_unkept(self.match.path.parent, error)

    def give_face(self, face: Face) -> None:
        """A face rolled at the table, for the action that is waiting."""
        self._typed.append(face)

    def drop_faces(self) -> None:
        """The action that was waiting for dice is not made after all."""
        self._typed = []

    def undo(self) -> bool:
        done = self.match.undoable > 0
        with self._on_disk():
            self.match.undo()
        self._after_jump(done)
        return done

    def redo(self) -> bool:
        done = self.match.redoable > 0
        with self._on_disk():
            self.match.redo()
        self._after_jump(done)
        return done

    def _after_jump(self, done: bool) -> None:
        if done:
            self.forget_log()
            self.theatre.jump_to(self.match.state)
            if self.seat is not None:
                self._seen[self.seat] = len(self.match.log)

    # --- who sits there ------------------------------------------------------------------------

    def _take_seats(self) -> None:
        """The side that is asked takes the seat, behind a curtain where there are secrets."""
        asked = self.match.asked
        if asked is None or asked == self.seat:
            return
        wanted = {
            "always": True,
            "never": False,
            "secrets": hides_something(self.match.state),
        }[self.curtain_policy]
        if self.seat is not None:
            self._last_shown[self.seat] = seen_state(self.match.state, self.seat)
        if wanted:
            self.theatre.finish()
            self.is_curtained = True
            self.seat = None
            return
        self.seat = asked
        self._seen[asked] = len(self.match.log)

    def lift_curtain(self) -> None:
        """The side that is asked sits down and sees what it missed, from its own view."""
        asked = self.match.asked
        self.is_curtained = False
        if asked is None:
            return
        missed = self.match.log[self._seen[asked] :]
        self.seat = asked
        before = self._last_shown.get(asked)
        self._seen[asked] = len(self.match.log)
        if before is None or not missed:
            self.theatre.jump_to(seen_state(self.match.state, asked))
            return
        events = [e for h in missed for e in visible_events(h.events, asked, h.frames)]
        self.theatre.begin_from(before)
        self.theatre.play(events, seen_state(self.match.state, asked))
        self.catching_up = self.theatre.is_playing

    def missed(self, side: str) -> list[LogLine]:
        """What a side has not been shown yet."""
        return [line for happened in self.match.log[self._seen[side] :] for line in self.lines(happened)]


def hides_something(state: GameState) -> bool:
    """Whether a side knows something now that the other does not."""
    return any(key.startswith(SECRET) for key in state.facts) or any(
        frame.secret and frame.data for frame in state.frames
    )


class TypedDice(ManualDice):
    """Dice rolled at the table: faces typed in so far; the next one has to be asked for."""

    def __init__(self, faces: Sequence[Face] = ()) -> None:
        self.faces = list(faces)

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        if not self.faces:
            raise FaceWanted(die, why, tuple((face, str(read(face))) for face in die.faces))
        face = self.faces.pop(0)
        if face not in die.faces:
            raise WrongFace(f"{face!r} is not a face of the {die.name} rolled for: {why}")
        return face


def _is_manual(path: Path) -> bool:
    return read_record(path).header.dice == "manual"


def _keep(match: Match, path: Path) -> None:
    """Keep a game in a file from now on."""
    try:
        match.keep_in(path)
    except OSError as error:
        raise Unkept(why_unkept(path.parent, error)) from None
