"""What happened, in the past tense. States change only through events: `after` alone builds a new one.

Log, animation, record and tests all read the same events. An event holds what it takes to change the
state and to be told; how it is worded is decided when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from game.core.dice import Face
from game.core.modifiers import Modifier
from game.core.state import Frame, GameState, Outcome, Piece, Value
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
    return _CHANGES[type(event)](state, event)


def _unchanged(state: GameState, event: Any) -> GameState:
    return state


# Pieces and frames are built here field by field: `_replace` takes several times as long.


def _moved(state: GameState, event: Moved) -> GameState:
    id_, side, _hex, _facing, status, formation, strength, marks = state.pieces[event.unit]
    return state.with_piece(
        Piece(id_, side, event.path[-1], event.facing, status, formation, strength, marks)
    )


def _turned(state: GameState, event: Turned) -> GameState:
    id_, side, hex_, _facing, status, formation, strength, marks = state.pieces[event.unit]
    return state.with_piece(Piece(id_, side, hex_, event.facing, status, formation, strength, marks))


def _placed(state: GameState, event: Placed) -> GameState:
    id_, side, _hex, _facing, status, formation, strength, marks = state.pieces[event.unit]
    return state.with_piece(Piece(id_, side, event.hex, event.facing, status, formation, strength, marks))


def _removed(state: GameState, event: Removed) -> GameState:
    return state.with_piece(state.pieces[event.unit]._replace(hex=None, status=event.status))


def _status(state: GameState, event: StatusChanged) -> GameState:
    return state.with_piece(state.pieces[event.unit]._replace(status=event.status))


def _formation(state: GameState, event: FormationChanged) -> GameState:
    return state.with_piece(state.pieces[event.unit]._replace(formation=event.formation))


def _strength(state: GameState, event: StrengthChanged) -> GameState:
    return state.with_piece(state.pieces[event.unit]._replace(strength=event.strength))


def _marked(state: GameState, event: Marked) -> GameState:
    id_, side, hex_, facing, status, formation, strength, marks = state.pieces[event.unit]
    marks = marks.union((event.mark,))
    return state.with_piece(Piece(id_, side, hex_, facing, status, formation, strength, marks))


def _unmarked(state: GameState, event: Unmarked) -> GameState:
    id_, side, hex_, facing, status, formation, strength, marks = state.pieces[event.unit]
    marks = marks.difference(event.marks)
    return state.with_piece(Piece(id_, side, hex_, facing, status, formation, strength, marks))


def _opened(state: GameState, event: StepOpened) -> GameState:
    return state.with_frames((*state.frames, event.frame))


def _closed(state: GameState, event: StepClosed) -> GameState:
    assert state.frames[-1].step == event.step, f"{event.step} is not the open step"
    return state.with_frames(state.frames[:-1])


def _frame(state: GameState, event: FrameChanged) -> GameState:
    *below, (step, side, data, secret) = state.frames
    data = dict(data)
    data.update(event.data)
    return state.with_frames((*below, Frame(step, side, data, secret)))


_CHANGES: dict[type, Callable[[GameState, Any], GameState]] = {
    Rolled: _unchanged,
    Told: _unchanged,
    Moved: _moved,
    Turned: _turned,
    Placed: _placed,
    Removed: _removed,
    StatusChanged: _status,
    FormationChanged: _formation,
    StrengthChanged: _strength,
    Marked: _marked,
    Unmarked: _unmarked,
    FactChanged: lambda state, event: state.with_fact(event.key, event.value),
    StepOpened: _opened,
    StepClosed: _closed,
    FrameChanged: _frame,
    TurnBegan: lambda state, event: state.with_turn(event.turn),
    GameEnded: lambda state, event: state.with_result(event.outcome),
}
