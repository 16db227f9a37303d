"""What the table looks like at one moment: a value that is never altered.

A `GameState` holds pieces, facts, and a stack of frames. A piece is whatever stands on the map. A fact
is anything else that a game remembers (a marker in the cup, an order). A frame is an open step of
the sequence of play with the few things it has to remember; the top one is asking or acting.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from hexmap.coords import Hex

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

# Facts and frame data hold only these, so that they can be compared, written down and hashed.
Value = str | int | bool | Fraction | None | tuple[Any, ...]

# A named tuple from all its fields in order: takes half as long as to call its class.
built = tuple.__new__

_UNKNOWN: Any = object()  # what has not been worked out, as distinct from what came out as None

NO_MARKS: frozenset[str] = frozenset()


class Piece(NamedTuple):
    """A unit or leader as it stands now; what is printed on its counter is the ruleset's affair."""

    id: str
    side: str
    hex: Hex | None = None
    facing: int = 0
    status: str = ""
    formation: str = ""
    strength: int = 0
    marks: frozenset[str] = NO_MARKS


class Frame(NamedTuple):
    """An open step: its name, the side it asks (None: nobody), and what it has to remember."""

    step: str
    side: str | None = None
    data: Mapping[str, Value] = {}
    secret: bool = False

    def get(self, key: str) -> Any:
        return self.data.get(key)


class Outcome(NamedTuple):
    """How a game ended: the winner (None: a draw), by how much, and why."""

    winner: str | None
    level: str
    why: str


def _bits(text: str) -> int:
    """Sixty-four well-spread bits of a text, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


class _Bits(dict[Any, int]):
    """The bits of texts by what each is made from: what comes again is found without writing it."""

    __slots__ = ("_text",)

    def __init__(self, text: Callable[..., str]) -> None:
        super().__init__()
        self._text = text

    def __missing__(self, key: Any) -> int:
        if len(self) >= 50_000:
            self.clear()
        self[key] = bits = _bits(self._text(*key))
        return bits


# Kept apart: an army comes to stand in more ways than there is room for.
_place_bits = _Bits(lambda id_, hex_: f"{id_} in {hex_ and tuple(hex_)}")
_mark_bits = _Bits(lambda id_, mark: f"{id_} is {mark}")
_bearing_bits = _Bits(lambda *bearing: repr(bearing))
_word_bits = _Bits(lambda key, word: f"{key}={word!r}")
_rest_bits = _Bits(lambda turn, result: f"{turn} {result!r}")
_mix = lru_cache(maxsize=20_000)(_bits)  # for other texts that come again


def _bearing(piece: Piece) -> int:
    """The bits of all about a piece but its hex and its marks."""
    id_, side, _hex, facing, status, formation, strength, _marks = piece
    return _bearing_bits[id_, side, facing, status, formation, strength]


def _piece_digest(piece: Piece) -> int:
    digest = _place_bits[piece.id, piece.hex] ^ _bearing(piece)
    for mark in piece.marks:
        digest ^= _mark_bits[piece.id, mark]
    return digest


def _difference(old: Piece, new: Piece) -> int:
    """The bits in which the digests of a piece differ, before and after it changed."""
    digest = 0
    if old.hex != new.hex:
        digest = _place_bits[old.id, old.hex] ^ _place_bits[old.id, new.hex]
    if old[3:7] != new[3:7]:
        digest ^= _bearing(old) ^ _bearing(new)
    if old.marks != new.marks:
        for mark in old.marks ^ new.marks:
            digest ^= _mark_bits[old.id, mark]
    return digest


def _fact_digest(key: str, value: Value) -> int:
    if type(value) is str:  # as most are
        return _word_bits[key, value]
    # Remembered by text, not by value: True and 1 are equal to Python, not to a reader of the record.
    return _mix(f"{key}={value!r}")


_frame_texts: dict[str, int] = {}
_frame_bits: dict[int, tuple[int, int, Frame]] = {}


def _stack_digest(frames: tuple[Frame, ...]) -> int:
    """The bits of the open steps, each worked out once: all but the top ones stay for long."""
    digest = 0
    for depth, frame in enumerate(frames):
        known = _frame_bits.get(id(frame))
        if known is None or known[0] != depth:
            if len(_frame_bits) >= 1_000:
                _frame_bits.clear()
            # The frame is kept with its bits, so that no other can take over its id.
            _frame_bits[id(frame)] = known = (depth, _frame_digest(depth, frame), frame)
        digest ^= known[1]
    return digest


def _frame_digest(depth: int, frame: Frame) -> int:
    step, side, data, secret = frame
    # Written as it came to remember it, which is mostly in one order: sorted it takes twice as long.
    text = f"{depth} {step} {side} {secret} {data}"
    bits = _frame_texts.get(text)
    if bits is None:
        if len(_frame_texts) >= 20_000:
            _frame_texts.clear()
        sorted_ = f"{depth} {step} {side} {secret} {sorted(data.items())}"
        bits = _frame_texts[text] = _bits(sorted_)
    return bits


class Deployment:
    """All pieces, with what can be looked up about them; shared by every state in which no piece changed.

    What has been worked out is kept as long as it holds: some of it until any piece changes, some until a
    piece of one side stands otherwise, some until one of them is in another hex.
    """

    __slots__ = ("_at", "_counted", "_owns_at", "_places", "_standing", "memo", "pieces")

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces: dict[str, Piece] = dict(pieces)
        at: dict[Hex, tuple[str, ...]] = {}
        digest = 0
        for id_, piece in self.pieces.items():
            digest ^= _piece_digest(piece)
            if piece.hex is not None:
                at[piece.hex] = tuple(sorted((*at.get(piece.hex, ()), id_)))
        self._at = at
        self._owns_at = True
        # The digest is brought up to date when it is asked for: beside it stand pieces as they are in it.
        # Both are one value, since two threads may ask at once.
        self._counted: tuple[int, dict[str, Piece]] = (digest, {})
        self.memo: dict[Any, Any] = {}
        sides = {piece.side for piece in self.pieces.values()}
        self._standing: dict[str, dict[Any, Any]] = {side: {} for side in sides}
        self._places: dict[str, dict[Any, Any]] = {side: {} for side in sides}

    def changed(self, piece: Piece) -> Deployment:
        """The same pieces with one of them anew."""
        new = self._copied()
        new._put(piece)
        return new

    def _copied(self) -> Deployment:
        new = Deployment.__new__(Deployment)
        new.pieces = self.pieces.copy()
        new._at, new._owns_at, new.memo = self._at, False, {}
        new._standing, new._places = self._standing.copy(), self._places.copy()
        digest, stale = self._counted
        new._counted = (digest, stale.copy())
        return new

    def aside(self) -> Deployment:
        """The same pieces for another reader: he finds what is known of them, and keeps what he finds."""
        new = Deployment.__new__(Deployment)
        new.pieces, new._at, new._owns_at, new._counted = self.pieces, self._at, False, self._counted
        new.memo = self.memo.copy()
        new._standing = {side: known.copy() for side, known in self._standing.items()}
        new._places = {side: known.copy() for side, known in self._places.items()}
        return new

    def _mark(self, piece: Piece) -> None:
        """Take in a piece of which only the marks are others: everything stands as it did."""
        id_ = piece.id
        self._counted[1].setdefault(id_, self.pieces[id_])
        self.pieces[id_] = piece

    def _put(self, piece: Piece) -> None:
        """Take in a piece anew, before anybody has looked; what is shared with other deployments stays."""
        id_, side, hex_ = piece[:3]
        old = self.pieces[id_]
        self.pieces[id_] = piece
        self._counted[1].setdefault(id_, old)
        if old.hex == hex_:
            if old[:-1] != piece[:-1]:
                self._standing[side] = {}
            return
        self._standing[side] = {}
        self._places[side] = {}
        if not self._owns_at:
            self._at, self._owns_at = self._at.copy(), True
        at = self._at
        if old.hex is not None:
            left = tuple([other for other in at[old.hex] if other != id_])
            if left:
                at[old.hex] = left
            else:
                del at[old.hex]
        if hex_ is not None:
            at[hex_] = tuple(sorted((*at[hex_], id_))) if hex_ in at else (id_,)

    @property
    def digest(self) -> int:
        """Sixty-four bits that differ when any piece differs."""
        digest, stale = self._counted
        if stale:
            for id_, counted in stale.items():
                digest ^= _difference(counted, self.pieces[id_])
            self._counted = (digest, {})
        return digest

    def __getitem__(self, id_: str) -> Piece:
        return self.pieces[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self.pieces

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces.values())

    def __len__(self) -> int:
        return len(self.pieces)

    def at(self, hex_: Hex) -> tuple[str, ...]:
        """Ids of the pieces in a hex, sorted."""
        return self._at.get(hex_, ())

    def occupied(self) -> Mapping[Hex, tuple[str, ...]]:
        """Every hex with pieces in it."""
        return self._at

    def remember(self, key: Any, work: Callable[[*Ts], T], *about: *Ts) -> T:
        """What *work* gives for this deployment, worked out once. *key* names all it depends on besides.

        What it is *about* is handed over: a function made for each question costs more than most answers.
        """
        found: T = self.memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self.memo[key] = work(*about)
        return found

    def remember_standing(self, side: str, key: Any, work: Callable[[*Ts], T], *about: *Ts) -> T:
        """The same for what depends on nothing but how one side's pieces stand: on all but their marks."""
        memo = self._standing.get(side)
        if memo is None:
            memo = self._standing.setdefault(side, {})
        found: T = memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = memo[key] = work(*about)
        return found

    def remember_places(self, side: str, key: Any, work: Callable[[*Ts], T], *about: *Ts) -> T:
        """The same for what depends on nothing but the hexes one side's pieces are in."""
        memo = self._places.get(side)
        if memo is None:
            memo = self._places.setdefault(side, {})
        found: T = memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = memo[key] = work(*about)
        return found


_new = object.__new__


class GameState:
    """One moment of a game. Compare two by `==`, name one in a record by `digest`."""

    __slots__ = ("_digest", "_facts_digest", "facts", "frames", "memo", "pieces", "result", "turn")

    def __init__(
        self,
        turn: int,
        frames: tuple[Frame, ...],
        pieces: Deployment,
        facts: Mapping[str, Value],
        result: Outcome | None = None,
    ) -> None:
        facts_digest = 0
        for key, value in facts.items():
            facts_digest ^= _fact_digest(key, value)
        self._fill(turn, frames, pieces, facts, result, facts_digest)

    def _fill(
        self,
        turn: int,
        frames: tuple[Frame, ...],
        pieces: Deployment,
        facts: Mapping[str, Value],
        result: Outcome | None,
        facts_digest: int,
    ) -> GameState:
        """The state itself, new until now: where the digest of the facts is known, this is all it takes."""
        self.turn = turn
        self.frames = frames
        self.pieces = pieces
        self.facts = facts
        self.result = result
        self.memo: dict[Any, Any] = {}
        self._digest = 0
        self._facts_digest = facts_digest
        return self

    # --- one change each -----------------------------------------------------------------------

    def with_frames(self, frames: tuple[Frame, ...]) -> GameState:
        return _new(GameState)._fill(
            self.turn, frames, self.pieces, self.facts, self.result, self._facts_digest
        )

    def with_piece(self, piece: Piece) -> GameState:
        return self.with_pieces(self.pieces.changed(piece))

    def with_pieces(self, pieces: Deployment) -> GameState:
        """The state on another deployment: on an equal one the same state, with all that is known of it."""
        return _new(GameState)._fill(
            self.turn, self.frames, pieces, self.facts, self.result, self._facts_digest
        )

    def with_fact(self, key: str, value: Value) -> GameState:
        """The state with one fact set, or forgotten where the value is None."""
        draft = Draft(self)
        draft.set_fact(key, value)
        return draft.state

    def with_turn(self, turn: int) -> GameState:
        return _new(GameState)._fill(
            turn, self.frames, self.pieces, self.facts, self.result, self._facts_digest
        )

    def with_result(self, result: Outcome) -> GameState:
        return _new(GameState)._fill(self.turn, (), self.pieces, self.facts, result, self._facts_digest)

    # --- reading -------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The step that asks or acts now."""
        return self.frames[-1]

    def fact(self, key: str, default: Any = None) -> Any:
        return self.facts.get(key, default)

    @property
    def digest(self) -> int:
        """Sixty-four bits that differ when anything differs, the same in every process."""
        if not self._digest:
            rest = _rest_bits[self.turn, self.result]
            self._digest = self.pieces.digest ^ self._facts_digest ^ _stack_digest(self.frames) ^ rest
        return self._digest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        return (
            self.turn == other.turn
            and self.result == other.result
            and self.frames == other.frames
            and self.facts == other.facts
            and self.pieces.pieces == other.pieces.pieces
        )

    def __hash__(self) -> int:
        return self.digest


class Draft:
    """A state to which things happen one after another; only `core.events` changes it.

    `state` reads it as a value. Whatever nobody has read in between is changed in place.
    """

    __slots__ = (
        "_facts",
        "_facts_digest",
        "_own_facts",
        "_own_pieces",
        "_pieces",
        "_state",
        "frames",
        "result",
        "turn",
    )

    def __init__(self, state: GameState) -> None:
        self._state: GameState | None = state
        self.turn = state.turn
        self.frames = state.frames
        self.result = state.result
        self._pieces = state.pieces
        self._facts: Any = state.facts  # a dictionary, once they are our own
        self._facts_digest = state._facts_digest
        # Whether nobody else can know them: then they are changed in place, otherwise copied first.
        self._own_pieces = self._own_facts = False

    @property
    def state(self) -> GameState:
        """How things stand now."""
        state = self._state
        if state is None:
            self._state = state = _new(GameState)._fill(
                self.turn, self.frames, self._pieces, self._facts, self.result, self._facts_digest
            )
            self._own_pieces = self._own_facts = False
        return state

    def piece(self, id_: str) -> Piece:
        """A piece as it stands now."""
        return self._pieces.pieces[id_]

    def at(self, hex_: Hex) -> tuple[str, ...]:
        """Ids of the pieces in a hex now, sorted."""
        return self._pieces.at(hex_)

    def remembered(self, key: str) -> Any:
        """A fact as the table remembers it now."""
        return self._facts.get(key)

    def set_frames(self, frames: tuple[Frame, ...]) -> None:
        self._state = None
        self.frames = frames

    def set_piece(self, piece: Piece) -> None:
        self._own()._put(piece)

    def set_marked(self, piece: Piece) -> None:
        """Set a piece of which only the marks are others."""
        self._own()._mark(piece)

    def _own(self) -> Deployment:
        """The pieces, to be changed in place."""
        self._state = None
        if not self._own_pieces:
            self._pieces = self._pieces._copied()
            self._own_pieces = True
        return self._pieces

    def set_fact(self, key: str, value: Value) -> None:
        """Set one fact, or forget it where the value is None."""
        self._state = None
        if not self._own_facts:
            self._facts = dict(self._facts)
            self._own_facts = True
        facts = self._facts
        if key in facts:
            self._facts_digest ^= _fact_digest(key, facts.pop(key))
        if value is not None:
            facts[key] = value
            self._facts_digest ^= _fact_digest(key, value)

    def set_turn(self, turn: int) -> None:
        self._state = None
        self.turn = turn

    def set_result(self, result: Outcome) -> None:
        self._state = None
        self.frames = ()
        self.result = result
