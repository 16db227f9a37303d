"""Zones of control: which hexes a set of units controls, and who controls a hex.

Which units exert a zone (arm, state) is the caller's to say, by handing in a claim or not; how a zone
looks is a `ZoneShape`: all six hexes or the front ones, cut by hexsides, cancelled by friends or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from itertools import chain
from typing import Generic, Literal, NamedTuple, TypeVar

from hexmap.board import Board
from hexmap.coords import Hex
from hexmap.facing import FacingKind, flank_hexes, front_hexes
from hexmap.hexset import HexSet, indices_of

ZoneKind = Literal["six", "front", "front_and_flank"]
UnitT = TypeVar("UnitT", bound=Hashable)


class Claim(NamedTuple, Generic[UnitT]):
    """A unit that exerts a zone, where it stands and which way it looks."""

    unit: UnitT
    hex: Hex
    facing: int = 0


class Zones(HexSet, Generic[UnitT]):
    """The controlled hexes: a set of hexes that also knows by whom."""

    __slots__ = ("_held",)

    def __init__(
        self, board: Board, held: Collection[tuple[UnitT, frozenset[int]]], cancelled: Iterable[int] = ()
    ) -> None:
        indices = frozenset().union(*[hexes for _, hexes in held])
        super().__init__(board, indices.difference(cancelled) if cancelled else indices)
        self._held = tuple(held)

    def controllers(self, hex_: Hex) -> tuple[UnitT, ...]:
        """Who controls a hex, in the order the claims were made; nobody where friends cancel it."""
        index = self.board.index.get(hex_)
        if index not in self.indices:
            return ()
        return tuple(unit for unit, hexes in self._held if index in hexes)

    def held_by(self, unit: UnitT) -> HexSet:
        """The hexes one unit controls."""
        own = [hexes for claimant, hexes in self._held if claimant == unit]
        return HexSet(self.board, self.indices.intersection(chain.from_iterable(own)))

    def joined(self, *others: Zones[UnitT]) -> Zones[UnitT]:
        """These zones and others together: where arms differ in shape, each has its own."""
        every = (self, *others)
        # Cancelled hexes are taken out here, one by one: what cancels cavalry need not cancel infantry.
        held = [(unit, hexes & zones.indices) for zones in every for unit, hexes in zones._held]
        return Zones(self.board, held)


class ZoneShape:
    """How the zone of one kind of unit looks on one board; the hexes of each place are worked out once.

    `blocked(a, b)` says whether a zone fails to reach from *a* across the hexside into *b*. It must
    always answer alike: make one shape for each kind of unit that is blocked by different things.
    """

    def __init__(
        self,
        board: Board,
        kind: ZoneKind = "six",
        blocked: Callable[[Hex, Hex], bool] | None = None,
        facing: FacingKind = "vertex",
        own_hex: bool = False,
    ) -> None:
        if kind not in ("six", "front", "front_and_flank"):
            raise ValueError(f"a zone is 'six', 'front' or 'front_and_flank', not '{kind}'")
        self.board = board
        self.kind = kind
        self.facing = facing
        self.own_hex = own_hex
        self._blocked = blocked
        self._known: dict[tuple[Hex, int], frozenset[int]] = {}

    def indices(self, hex_: Hex, facing: int = 0) -> frozenset[int]:
        """Indices of the hexes a unit there controls."""
        key = (hex_, 0 if self.kind == "six" else facing % 6)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = frozenset(self._work_out(*key))
        return known

    def _work_out(self, hex_: Hex, facing: int) -> Iterable[int]:
        board = self.board
        around: tuple[Hex, ...] = board.neighbours(hex_)
        if self.kind != "six":
            looked_at = front_hexes(hex_, facing, self.facing)
            if self.kind == "front_and_flank":
                looked_at += flank_hexes(hex_, facing, self.facing)
            around = tuple(other for other in looked_at if other in board)
        for other in around:
            if self._blocked is None or not self._blocked(hex_, other):
                yield board.index[other]
        if self.own_hex:
            yield board.index[hex_]

    def controlled(self, claims: Iterable[Claim[UnitT]], cancelled_by: Collection[Hex] = ()) -> Zones[UnitT]:
        """The zones of these units; none in the hexes of *cancelled_by* (the mover's friends)."""
        known = self._known
        six = self.kind == "six"
        held: list[tuple[UnitT, frozenset[int]]] = []
        for unit, hex_, facing in claims:
            hexes = known.get((hex_, 0 if six else facing))
            held.append((unit, self.indices(hex_, facing) if hexes is None else hexes))
        return Zones(self.board, held, indices_of(self.board, cancelled_by) if cancelled_by else ())


def controlled(
    board: Board,
    claims: Iterable[Claim[UnitT]],
    kind: ZoneKind = "six",
    blocked: Callable[[Hex, Hex], bool] | None = None,
    cancelled_by: Collection[Hex] = (),
    facing: FacingKind = "vertex",
    own_hex: bool = False,
) -> Zones[UnitT]:
    """The zones of these units in one call; to ask often, keep a `ZoneShape`."""
    return ZoneShape(board, kind, blocked, facing, own_hex).controlled(claims, cancelled_by)
