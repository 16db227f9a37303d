"""What the board shows, as plain data: made from a side's view, what is picked and what is hovered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.core.state import GameState
from game.core.table import Counter, Focus, Overlay, Route
from game.ui.handlers import Desk, Idle, Lit, Mode
from game.ui.reader import Reader
from hexmap.coords import Hex, neighbours, within
from hexmap.facing import front_hexes


class Standing(NamedTuple):
    """A counter in its place: how it reads, its side's colour, and whether it can act or is picked."""

    id: str
    side: str
    colour: str
    group: int  # which band of colour its formation has
    look: Counter
    can_act: bool = False
    is_picked: bool = False
    is_first: bool = True  # of the side that is named first


@dataclass(frozen=True)
class BoardScene:
    """All that lies on the map at one moment."""

    stacks: Mapping[Hex, tuple[Standing, ...]]
    lit: tuple[Lit, ...] = ()
    hover: Hex | None = None
    route: Route | None = None
    fronts: frozenset[Hex] = frozenset()
    rears: frozenset[Hex] = frozenset()
    command: frozenset[Hex] = frozenset()
    turning: Hex | None = None  # where the ring of facings stands
    facings: tuple[int, ...] = ()
    facing: int | None = None
    overlay: Overlay | None = None
    jumped: Hex | None = None
    faces_sides: bool = False  # facings look through hexsides, not at corners
    subject: tuple[Hex, ...] = ()  # what the open question is about


def board_scene(
    desk: Desk,
    mode: Mode,
    shown: GameState,
    hover: Hex | None = None,
    overlay: str = "",
    facing: int | None = None,
    jumped: Hex | None = None,
    is_swapped: bool = False,
) -> BoardScene:
    """The board as a side sees it. *shown* is where the pieces stand on the screen while they still move."""
    acting = set(desk.beginners()) | set(desk.actors()) if desk.mine else set()
    picked = {mode.unit} if mode.unit else set(desk.actors() if desk.mine else ())
    stacks = stacks_of(desk.reader, shown, acting, picked)
    lit = tuple(mode.lit(desk)) if desk.mine else ()
    focus_unit = _looked_at(desk, mode, stacks, hover)
    fronts: frozenset[Hex] = frozenset()
    rears: frozenset[Hex] = frozenset()
    command: frozenset[Hex] = frozenset()
    if focus_unit is not None:
        look = desk.reader.counter(shown, focus_unit)
        fronts, rears = frozenset(look.fronts), frozenset(look.rears)
        here = shown.pieces[focus_unit].hex
        if look.command_range and here is not None:
            command = frozenset(within(here, look.command_range))
    turning = mode.turning(desk)
    if turning is not None and facing is not None and len(fronts) < 6:
        # The way it would look, not the way it looks.
        ahead = front_hexes(turning, facing, "hexside" if desk.reader.faces_sides else "vertex")
        fronts, rears = frozenset(ahead), frozenset(neighbours(turning)).difference(ahead)
    return BoardScene(
        stacks,
        lit,
        hover,
        route_under(desk, mode, hover),
        fronts,
        rears,
        command,
        turning,
        tuple(sorted(mode.turns(desk))),
        facing,
        shown_overlay(desk, overlay, _origin(desk, mode, hover, jumped), hover, is_swapped),
        jumped,
        desk.reader.faces_sides,
        desk.subject() if desk.mine else (),
    )


def stacks_of(
    reader: Reader, state: GameState, acting: set[str], picked: set[str]
) -> dict[Hex, tuple[Standing, ...]]:
    """Every piece on the map, by hex; what is picked lies on top."""
    groups: dict[tuple[str, str], int] = {}
    found: dict[Hex, list[Standing]] = {}
    for piece in state.pieces:
        look = reader.counter(state, piece.id)
        band = groups.setdefault((piece.side, look.group), sum(side == piece.side for side, _ in groups))
        if piece.hex is None:
            continue
        standing = Standing(
            piece.id,
            piece.side,
            reader.side_colour(piece.side),
            band,
            look,
            piece.id in acting,
            piece.id in picked,
            piece.side == reader.rules.sides[0],
        )
        found.setdefault(piece.hex, []).append(standing)
    return {
        hex_: tuple(sorted(stack, key=lambda s: (s.is_picked, s.can_act, s.look.arm != "general")))
        for hex_, stack in found.items()
    }


def _looked_at(
    desk: Desk, mode: Mode, stacks: Mapping[Hex, tuple[Standing, ...]], hover: Hex | None
) -> str | None:
    """The piece whose front and rear are shown: the one hovered, else the one picked."""
    if hover is not None and stacks.get(hover):
        return stacks[hover][-1].id
    if mode.unit:
        return mode.unit
    actors = desk.actors() if desk.mine else ()
    return actors[0] if actors else None


def route_under(desk: Desk, mode: Mode, hover: Hex | None) -> Route | None:
    """The path to the hex under the pointer, where a click there would be a move."""
    if hover is None or not desk.mine:
        return None
    following = mode.next_desk(desk, hover)
    if following is not None:
        desk, mode = following[1], Idle()
    for action in mode.options(desk, hover):
        if desk.goal(desk.reader.meaning(desk.view.state, action)) == hover:
            found = desk.reader.route(desk.view.state, action)
            if found is not None:
                return found
    return None


def _origin(desk: Desk, mode: Mode, hover: Hex | None, jumped: Hex | None) -> tuple[Hex | None, str | None]:
    """Where an overlay looks from: the unit picked, else the hex clicked last, else the one hovered."""
    unit = mode.unit or next(iter(desk.actors() if desk.mine else ()), None)
    here = desk.hex_of(unit) if unit else None
    if here is None:
        here = jumped if jumped is not None else hover
        unit = next(iter(desk.view.state.pieces.at(here)), None) if here is not None else None
    return here, unit


def shown_overlay(
    desk: Desk,
    name: str,
    origin: tuple[Hex | None, str | None],
    hover: Hex | None,
    is_swapped: bool = False,
) -> Overlay | None:
    """The overlay that is switched on, computed from what this side may see; swapped, from his place."""
    side = desk.view.side
    if not name or side is None:
        return None
    if is_swapped:
        side = next(each for each in desk.reader.rules.sides if each != side)
    focus = Focus(side, *origin, hover)
    return desk.reader.overlay(name, desk.view.state, focus)
