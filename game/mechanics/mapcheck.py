"""What a scenario asks of its map: (where, what) of each thing the map does not have."""

from __future__ import annotations

from collections.abc import Iterator

from hexmap.board import Board
from hexmap.coords import VERTEX_NAMES, LabelError

Problem = tuple[str, str]


def is_hex(board: Board, label: str) -> bool:
    """Whether a label names a hex of the map."""
    return not any(hex_problems(board, "", label))


def hex_problems(board: Board, where: str, label: str) -> Iterator[Problem]:
    """What is wrong with the label of a hex."""
    try:
        board.at(label)
    except LabelError as error:
        yield where, str(error)


def facing_problems(board: Board, where: str, facing: str) -> Iterator[Problem]:
    """What is wrong with a facing: it is no vertex of this map's hexes."""
    names = VERTEX_NAMES[board.grid.orientation]
    if facing not in names:
        yield where, f"faces '{facing}', but on this map a unit faces one of {', '.join(names)}"
