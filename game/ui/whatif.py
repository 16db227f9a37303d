"""What would change an attack most: the same attack on a table that differs in one thing.

Nothing here knows a ruleset. A unit in other order or facing the other way, a neighbour that is not there:
each is an ordinary state, and the odds are worked out from it as from any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from game.core.events import Event, Removed, StatusChanged, Turned, after
from game.core.questions import OddsForm, Situation
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.ui.reader import Reader
from hexmap.coords import distance

_NEIGHBOURS = 6
_SHAKEN = "disordered"


class WhatIf(NamedTuple):
    """One thing that could be otherwise, and the table on which it is."""

    words: str
    state: GameState


class Shift(NamedTuple):
    """What a difference would do to the figure asked for most."""

    words: str
    chance: Fraction
    by: Fraction


def what_ifs(reader: Reader, form: OddsForm, situation: Situation) -> Iterator[WhatIf]:
    """The single things a player may bring about before he attacks, or hope for."""
    state = situation.state
    for id_ in situation.defenders[:2]:
        yield from _order(reader, form, state, id_)
        yield from _facing(reader, state, id_)
    for id_ in situation.attackers[:2]:
        if reader.counter(state, id_).is_reduced:
            yield from _order(reader, form, state, id_)
    concerned = (*situation.attackers, *situation.defenders)
    for piece in _near(state, concerned):
        words = _("without {unit} beside them").format(unit=reader.name(state, piece.id))
        yield WhatIf(words, after(state, Removed(piece.id, piece.status, "")))


def _order(reader: Reader, form: OddsForm, state: GameState, id_: str) -> Iterator[WhatIf]:
    """A steady unit shaken first, or a shaken one steady again."""
    name = reader.name(state, id_)
    if not reader.counter(state, id_).is_reduced:
        if _SHAKEN in form.units.states:
            words = _("if {unit} were disordered first").format(unit=name)
            yield WhatIf(words, after(state, StatusChanged(id_, _SHAKEN)))
        return
    steady = next((p.status for p in state.pieces if not reader.counter(state, p.id).is_reduced), None)
    if steady is not None:
        words = _("if {unit} were in good order").format(unit=name)
        yield WhatIf(words, after(state, StatusChanged(id_, steady)))


def _facing(reader: Reader, state: GameState, id_: str) -> Iterator[WhatIf]:
    look, piece = reader.counter(state, id_), state.pieces[id_]
    if piece.facing is not None and 0 < len(look.fronts) < 6:
        words = _("if {unit} faced the other way").format(unit=look.name)
        turn: Event = Turned(id_, (piece.facing + 3) % 6)
        yield WhatIf(words, after(state, turn))


def _near(state: GameState, concerned: tuple[str, ...]) -> list[Piece]:
    """Those who stand beside the units concerned, the nearest to all of them first."""
    places = [hex_ for id_ in concerned if (hex_ := state.pieces[id_].hex) is not None]
    found = []
    for piece in state.pieces:
        if piece.hex is None or piece.id in concerned or not places:
            continue
        away = [distance(piece.hex, place) for place in places]
        if min(away) <= 1:
            found.append((sum(away), piece.id))
    return [state.pieces[id_] for _away, id_ in sorted(found)[:_NEIGHBOURS]]


def strongest(base: Fraction, found: list[tuple[str, Fraction]], most: int = 3) -> tuple[Shift, ...]:
    """The differences that matter, the greatest first."""
    shifts = [Shift(words, chance, chance - base) for words, chance in found if chance != base]
    return tuple(sorted(shifts, key=lambda shift: -abs(shift.by))[:most])
