"""What happened, in the past tense. States change only through events, and only here.

Log, animation, record and tests all read the same events. An event holds what it takes to change the
state and to be told; how it is worded is decided when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from game.core.dice import Face
from game.core.modifiers import Modifier
from game.core.state import Draft, Frame, GameState, Outcome, Piece, Value, built
from hexmap.coords import Hex


class Rolled(NamedTuple):
    """A die fell (or a marker was drawn): which, how it fell, what for, and how the rules read it."""

    die: str
    face: Face
    why: str
    reading: str
    lines: tuple[Modifier, ...] = ()
    rule: str = ""


class Moved(NamedTuple):
    """A piece went along a path; `how` is the rulebook's word: march, recoil, rout, pursuit…"""

    unit: str
    path: tuple[Hex, ...]
    facing: int
    how: str = "march"


class Turned(NamedTuple):
    unit: str
    facing: int


class Placed(NamedTuple):
    """A piece came onto the map."""

    unit: str
    hex: Hex
    facing: int


class Removed(NamedTuple):
    """A piece left the map for good; `status` says as what, `why` by what rule."""

    unit: str
    status: str
    why: str


class StatusChanged(NamedTuple):
    unit: str
    status: str
    why: str = ""


class FormationChanged(NamedTuple):
    unit: str
    formation: str


class StrengthChanged(NamedTuple):
    unit: str
    strength: int


class Marked(NamedTuple):
    """A marker was laid on a piece."""

    unit: str
    mark: str


class Unmarked(NamedTuple):
    unit: str
    marks: tuple[str, ...]


class FactChanged(NamedTuple):
    """The table remembers something new; None means that it is forgotten."""

    key: str
    value: Value


class StepOpened(NamedTuple):
    frame: Frame


class StepClosed(NamedTuple):
    step: str


class FrameChanged(NamedTuple):
    """The open step remembers something new."""

    data: tuple[tuple[str, Value], ...]


class TurnBegan(NamedTuple):
    turn: int


class Told(NamedTuple):
    """Something worth a line in the log that changes nothing by itself."""

    what: str
    words: tuple[tuple[str, Any], ...] = ()

    def word(self, key: str) -> Any:
        return dict(self.words).get(key)


class GameEnded(NamedTuple):
    outcome: Outcome


Event = (
    Rolled
    | Moved
    | Turned
    | Placed
    | Removed
    | StatusChanged
    | FormationChanged
    | StrengthChanged
    | Marked
    | Unmarked
    | FactChanged
    | StepOpened
    | StepClosed
    | FrameChanged
    | TurnBegan
    | Told
    | GameEnded
)


def after(state: GameState, event: Event) -> GameState:
    """The state an event leads to."""
    draft = Draft(state)
    settle(draft, event)
    return draft.state


def settle(draft: Draft, event: Event) -> None:
    """Let an event happen to a draft of a state."""
    CHANGES[type(event)](draft, event)


def _nothing(draft: Draft, event: Any) -> None:
    pass


# Pieces and frames are built here field by field: `_replace` takes several times as long.


def _moved(draft: Draft, event: Moved) -> None:
    unit, path, facing, _how = event
    id_, side, _hex, _facing, status, formation, strength, marks = draft.piece(unit)
    draft.set_piece(built(Piece, (id_, side, path[-1], facing, status, formation, strength, marks)))


def _turned(draft: Draft, event: Turned) -> None:
    unit, facing = event
    id_, side, hex_, _facing, status, formation, strength, marks = draft.piece(unit)
    draft.set_piece(built(Piece, (id_, side, hex_, facing, status, formation, strength, marks)))


def _placed(draft: Draft, event: Placed) -> None:
    unit, hex_, facing = event
    id_, side, _hex, _facing, status, formation, strength, marks = draft.piece(unit)
    draft.set_piece(built(Piece, (id_, side, hex_, facing, status, formation, strength, marks)))


def _removed(draft: Draft, event: Removed) -> None:
    draft.set_piece(draft.piece(event.unit)._replace(hex=None, status=event.status))


def _status(draft: Draft, event: StatusChanged) -> None:
    draft.set_piece(draft.piece(event.unit)._replace(status=event.status))


def _formation(draft: Draft, event: FormationChanged) -> None:
    draft.set_piece(draft.piece(event.unit)._replace(formation=event.formation))


def _strength(draft: Draft, event: StrengthChanged) -> None:
    draft.set_piece(draft.piece(event.unit)._replace(strength=event.strength))


def _marked(draft: Draft, event: Marked) -> None:
    unit, mark = event
    id_, side, hex_, facing, status, formation, strength, marks = draft.piece(unit)
    marks = marks.union((mark,))
    draft.set_marked(built(Piece, (id_, side, hex_, facing, status, formation, strength, marks)))


def _unmarked(draft: Draft, event: Unmarked) -> None:
    unit, gone = event
    id_, side, hex_, facing, status, formation, strength, marks = draft.piece(unit)
    marks = marks.difference(gone)
    draft.set_marked(built(Piece, (id_, side, hex_, facing, status, formation, strength, marks)))


def _fact(draft: Draft, event: FactChanged) -> None:
    key, value = event
    draft.set_fact(key, value)


def _opened(draft: Draft, event: StepOpened) -> None:
    draft.set_frames((*draft.frames, event.frame))


def _closed(draft: Draft, event: StepClosed) -> None:
    (step,) = event
    frames = draft.frames
    assert frames[-1].step == step, f"{step} is not the open step"
    draft.set_frames(frames[:-1])


def _frame(draft: Draft, event: FrameChanged) -> None:
    frames = draft.frames
    step, side, data, secret = frames[-1]
    data = dict(data)
    data.update(event.data)
    draft.set_frames((*frames[:-1], built(Frame, (step, side, data, secret))))


CHANGES: dict[type, Callable[[Draft, Any], None]] = {
    Rolled: _nothing,
    Told: _nothing,
    Moved: _moved,
    Turned: _turned,
    Placed: _placed,
    Removed: _removed,
    StatusChanged: _status,
    FormationChanged: _formation,
    StrengthChanged: _strength,
    Marked: _marked,
    Unmarked: _unmarked,
    FactChanged: _fact,
    StepOpened: _opened,
    StepClosed: _closed,
    FrameChanged: _frame,
    TurnBegan: lambda draft, event: draft.set_turn(event.turn),
    GameEnded: lambda draft, event: draft.set_result(event.outcome),
}
