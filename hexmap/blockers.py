"""What may block a line of sight: a policy handed in by the game that asks.

`hexmap.sight` knows where a line goes and nothing about rules. For every hex and hexside on the way it
asks a `SightPolicy`, which answers with a `Reason` (why, and by which rule) or with None. Terrain,
elevation and hexsides never change during a game, so those answers are kept; units move, so they
are handed in with each question as a set of hexes, and `by_unit` says where on a line they block.

A policy is a bundle of plain functions:

    def woods(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        if line.board.terrain[hex_] == "woods":
            return Reason("woods", "7.4")
        return None

    policy = SightPolicy("woods only", in_hex=woods)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

from hexmap.board import Board, Feature
from hexmap.coords import Hex, Hexside
from hexmap.rays import HexTouch, Ray, SideTouch

# Where the line has a way on its left and one on its right: do both have to block, or is one enough?
ForkRule = Literal["both", "either"]

# Higher than any ground: a hex with this sill is asked about on every line.
ALWAYS_ASK = 1 << 60
# Lower than any ground: a hex with this sill is never asked about.
NEVER_ASK = -ALWAYS_ASK


class Reason(NamedTuple):
    """Why a line is blocked, in a few words, and the number of the rule that says so."""

    why: str
    rule: str = ""


class SightLine(NamedTuple):
    """The line a policy is asked about: the board, its two ends and what it meets.

    Touches count in parts of `ray.scale`; their `steps_from_start` is the distance from `a` in hexes.
    """

    board: Board
    a: Hex
    b: Hex
    ray: Ray
    eye_a: int
    eye_b: int

    @property
    def steps(self) -> int:
        """The distance between the ends."""
        return self.ray.steps

    def height(self, at: int) -> Fraction:
        """The height of the straight line between the two eyes at a place along the ray."""
        scale = self.ray.scale
        return Fraction(self.eye_a * (scale - at) + self.eye_b * at, scale)


class HexBlocker(Protocol):
    """Whether a hex on the way blocks; the ends of the line are never asked about."""

    def __call__(self, line: SightLine, hex_: Hex, touch: HexTouch, /) -> Reason | None: ...


class SideBlocker(Protocol):
    """Whether a hexside on the way blocks; those of the two end hexes are asked about, too."""

    def __call__(self, line: SightLine, side: Hexside, touch: SideTouch, /) -> Reason | None: ...


class LineBlocker(Protocol):
    """Whether the line as a whole is refused before looking along it: too far in fog, for one."""

    def __call__(self, line: SightLine, /) -> Reason | None: ...


def ground_level(board: Board, hex_: Hex) -> int:
    """The printed elevation: where a policy's eyes are unless it says otherwise."""
    return board.elevation[hex_]


def always_ask(_board: Board, _hex: Hex) -> int:
    return ALWAYS_ASK


def no_cover(_board: Board, _hex: Hex) -> int:
    return 0


def has_features(_board: Board, _side: Hexside, features: tuple[Feature, ...]) -> bool:
    return bool(features)


@dataclass(frozen=True, eq=False)
class SightPolicy:
    """What blocks, and how lines along hexsides and through corners are read.

    Where a line runs **along a hexside**, the hex on its left and the hex on its right each make a
    way (with the hexside ends that lead into and out of it), and `beside` says whether both ways must
    block or either will do. The hexside under the line counts by itself unless `along_counts` is off.
    Where a line passes **through a corner**, stepping from hex to hex at the end of their common
    hexside is one way, and going round by the third hex, touched in that point, the other; `corner`
    decides. A way that lies off the map is not there: the other one decides alone.

    `eye` is the level an end of the line looks from. `sill`, `unit_sill` and `side_matters` are
    promises that spare questions: a hex is never asked about on a line whose two eyes are both at or above
    its sill, and a hexside that does not matter is never asked about at all.
    `cover` (height above ground) and `height` (of the line itself, at a place along its ray) only
    serve the elevation profile.
    """

    name: str
    in_hex: HexBlocker | None = None
    on_side: SideBlocker | None = None
    by_unit: HexBlocker | None = None
    at_ends: LineBlocker | None = None
    beside: ForkRule = "both"
    corner: ForkRule = "both"
    along_counts: bool = True
    eye: Callable[[Board, Hex], int] = ground_level
    sill: Callable[[Board, Hex], int] = always_ask
    unit_sill: Callable[[Board, Hex], int] = always_ask
    side_matters: Callable[[Board, Hexside, tuple[Feature, ...]], bool] = has_features
    cover: Callable[[Board, Hex], int] = no_cover
    height: Callable[[SightLine, int], Fraction] | None = None
