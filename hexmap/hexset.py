"""Sets of hexes of one board, kept as hex indices so that searches need not translate them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from hexmap.board import Board
from hexmap.coords import Hex


class HexSet(Set[Hex]):
    """Hexes of one board; to the reader a set of `Hex`, inside a set of their indices."""

    __slots__ = ("board", "indices")

    def __init__(self, board: Board, indices: Iterable[int]) -> None:
        self.board = board
        self.indices = frozenset(indices)

    @classmethod
    def of(cls, board: Board, hexes: Iterable[Hex]) -> HexSet:
        """The set of these hexes; one that is off the map is refused by name."""
        return HexSet(board, indices_of(board, hexes))

    @classmethod
    def _from_iterable(cls, it: Iterable[Hex]) -> Set[Hex]:  # type: ignore[override]
        # What `&`, `|` and `-` make: an ordinary set, since the other side may hold hexes of any map.
        return frozenset(it)

    def __contains__(self, hex_: object) -> bool:
        return self.board.index.get(hex_) in self.indices  # type: ignore[call-overload, unused-ignore]

    def __iter__(self) -> Iterator[Hex]:
        """In reading order of the map, so that whatever is listed from it is always listed alike."""
        hexes = self.board.hexes
        return (hexes[index] for index in sorted(self.indices))

    def __len__(self) -> int:
        return len(self.indices)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self.board.label(hex_) for hex_ in self)})"


def indices_of(board: Board, hexes: Iterable[Hex]) -> Set[int]:
    """The index of each hex; without any work where the set keeps them already."""
    if isinstance(hexes, HexSet) and hexes.board is board:
        return hexes.indices
    index = board.index
    try:
        return {index[hex_] for hex_ in hexes}
    except KeyError as missing:
        board.check(missing.args[0])
        raise
