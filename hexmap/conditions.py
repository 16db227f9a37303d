"""What changes from move to move: friends in the way, enemy zones, hexes closed to the mover.

Everything is handed in as sets of hexes with the text and rule that explain it, so that every cost
can be itemised and every refusal explained. One `Conditions` serves every search of one position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from dataclasses import dataclass, field
from math import lcm
from typing import NamedTuple

from hexmap.coords import Hex, Hexside
from hexmap.ground import Ground, Item, Refusal, exact
from hexmap.hexset import indices_of


class Charge(NamedTuple):
    """A cost to pay at each of these hexes, on top of the step's own."""

    hexes: Collection[Hex]
    item: Item


class Bar(NamedTuple):
    """These hexes, and why they stop or refuse the mover."""

    hexes: Collection[Hex]
    refusal: Refusal


class SideBar(NamedTuple):
    """These hexsides, and why they may not be crossed, either way."""

    sides: Collection[Hexside]
    refusal: Refusal


class Surcharge(NamedTuple):
    """A charge in the whole numbers of a ground: hex indices and what each costs."""

    indices: Set[int]
    cost: int


class Compiled(NamedTuple):
    """Conditions in the whole numbers of one ground; nodes as in `Ground`.

    Nothing is worked out per hex: a search meets few of them, and every move brings new conditions.
    """

    size: int
    barred: Set[int]
    enter: tuple[Surcharge, ...]
    leave: tuple[Surcharge, ...]
    stop: Set[int]
    pass_only: Set[int]
    closed: dict[int, set[int]]
    entered: Set[int]
    special: Set[int]

    def entering(self, node: int) -> int:
        """What is paid on top for entering a node."""
        index = node % self.size
        return sum([cost for indices, cost in self.enter if index in indices])

    def leaving(self, node: int) -> int:
        """What is paid on top for leaving a node."""
        return sum([cost for indices, cost in self.leave if node in indices])


@dataclass(frozen=True)
class Conditions:
    """Everything about a move that the ground does not know. The start is exempt from all but `leave`.

    `enter` and `leave` are paid in addition, each charge for itself. Entering a `stop` hex ends the move.
    A `forbid` hex cannot be entered. A `pass_only` hex may be crossed but not ended in, so one that also
    stops cannot be entered. A hexside of `close` cannot be crossed. The minimum move of one hex does not
    lead into a `no_minimum` hex.
    """

    enter: tuple[Charge, ...] = ()
    leave: tuple[Charge, ...] = ()
    stop: tuple[Bar, ...] = ()
    forbid: tuple[Bar, ...] = ()
    pass_only: tuple[Bar, ...] = ()
    close: tuple[SideBar, ...] = ()
    no_minimum: tuple[Bar, ...] = ()
    # For the ground asked about last: hardly ever is there a second one.
    _compiled: tuple[Ground, tuple[int, bool], Compiled] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    # What these are but for their first charge, where they were made by `and_charge`.
    _base: Conditions | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for charge in (*self.enter, *self.leave):
            _check(charge)

    def and_charge(self, charge: Charge) -> Conditions:
        """These and one more charge for entering; what is known about these is not worked out again."""
        _check(charge)
        new = object.__new__(Conditions)
        vars(new).update(vars(self), enter=(charge, *self.enter), _base=self, _compiled=None)
        return new

    def entering(self, hex_: Hex) -> tuple[Item, ...]:
        """What is paid on top for entering a hex."""
        return tuple(charge.item for charge in self.enter if hex_ in charge.hexes)

    def leaving(self, hex_: Hex) -> tuple[Item, ...]:
        """What is paid on top for leaving a hex."""
        return tuple(charge.item for charge in self.leave if hex_ in charge.hexes)

    def stopping(self, hex_: Hex) -> Refusal | None:
        """Why a move ends in this hex, if these conditions end it."""
        return _first(self.stop, hex_)

    def forbidding(self, hex_: Hex) -> Refusal | None:
        """Why this hex cannot be entered, if these conditions forbid it."""
        return _first(self.forbid, hex_)

    def unending(self, hex_: Hex) -> Refusal | None:
        """Why a move may not end in this hex, though it may pass."""
        return _first(self.pass_only, hex_)

    def closing(self, side: Hexside) -> Refusal | None:
        """Why this hexside may not be crossed, if these conditions close it."""
        return next((bar.refusal for bar in self.close if side in bar.sides), None)

    def too_far(self, hex_: Hex) -> Refusal | None:
        """Why the minimum move does not lead into this hex."""
        return _first(self.no_minimum, hex_)

    def compiled(self, ground: Ground) -> Compiled:
        """These conditions in the ground's whole numbers, worked out once."""
        known = self._compiled
        if known is not None and known[0] is ground and known[1] == ground.version:
            return known[2]
        while True:
            version = ground.version
            result = self._in_whole_numbers(ground)
            if ground.version == version:  # else it became finer meanwhile
                object.__setattr__(self, "_compiled", (ground, version, result))
                return result

    def _in_whole_numbers(self, ground: Ground) -> Compiled:
        base = self._base
        if base is not None:
            ground.refine(self.enter[0].item.cost.denominator)
            return _charged(ground, base.compiled(ground), self.enter[0])
        ground.refine(lcm(*[charge.item.cost.denominator for charge in (*self.enter, *self.leave)]))
        return self._compile(ground)

    def _compile(self, ground: Ground) -> Compiled:
        board, size = ground.board, ground.size
        enter, leave = _surcharges(ground, self.enter), _surcharges(ground, self.leave)
        stop = _union(ground, self.stop)
        barred = _union(ground, self.forbid)
        closed: dict[int, set[int]] = {}
        for bar in self.close:
            for side in bar.sides:
                a, b = board.index[board.check(side.a)], board.index[board.check(side.b)]
                closed.setdefault(a, set()).update((b, b + size))
                closed.setdefault(b, set()).update((a, a + size))
        entered = _joined([indices for indices, _ in enter])
        special = _joined([stop, entered, *[indices for indices, _ in leave], closed.keys()])
        if ground.has_stops:
            # Who is stopped by the step itself comes to the hex's twin, and pays and is refused alike.
            entered = entered | {index + size for index in entered}
            special = special | entered
            barred = barred | {index + size for index in barred}
        pass_only = _union(ground, self.pass_only)
        return Compiled(size, barred, enter, leave, stop, pass_only, closed, entered, special)


NOTHING = Conditions()


def _charged(ground: Ground, compiled: Compiled, charge: Charge) -> Compiled:
    """What is compiled already, with one more charge for entering."""
    if not charge.item.cost:
        return compiled
    size, barred, enter, leave, stop, pass_only, closed, entered, special = compiled
    indices = indices_of(ground.board, charge.hexes)
    enter = (Surcharge(indices, ground.scaled(charge.item.cost)), *enter)
    charged = indices | {index + size for index in indices} if ground.has_stops else indices
    entered, special = (entered | charged if entered else charged), special | charged
    return Compiled(size, barred, enter, leave, stop, pass_only, closed, entered, special)


def _check(charge: Charge) -> None:
    """Refuses a charge that is not exact or would give something back."""
    if exact(charge.item.cost, charge.item.what) < 0:
        raise ValueError(f"the charge '{charge.item.what}' costs {charge.item.cost}: less than 0")


def _first(bars: tuple[Bar, ...], hex_: Hex) -> Refusal | None:
    return next((bar.refusal for bar in bars if hex_ in bar.hexes), None)


def _union(ground: Ground, bars: tuple[Bar, ...]) -> Set[int]:
    """Hex indices of all bars."""
    if not bars:
        return _NONE
    return _joined([indices_of(ground.board, bar.hexes) for bar in bars])


_NONE: frozenset[int] = frozenset()


def _joined(sets: Iterable[Set[int]]) -> Set[int]:
    """All of these together; no copy is made where one set, however often it comes, is all there is."""
    different = {id(each): each for each in sets if each}
    if len(different) == 1:
        return next(iter(different.values()))
    return frozenset().union(*different.values()) if different else _NONE


def _surcharges(ground: Ground, charges: Iterable[Charge]) -> tuple[Surcharge, ...]:
    """The charges that cost anything."""
    return tuple(
        [
            Surcharge(indices_of(ground.board, charge.hexes), ground.scaled(charge.item.cost))
            for charge in charges
            if charge.item.cost
        ]
    )
