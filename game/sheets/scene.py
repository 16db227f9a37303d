"""A whole map as marks, in hex widths, from the ground up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from game.sheets.curves import outlines, through_hexes
from game.sheets.hexside_art import crossing_marks, crossing_spots, relief_and_works_marks, water_marks
from game.sheets.marks import XY, Fill, Line, Mark, Numbers, Stamps, Stroke
from game.sheets.names import Measure, placed_names, rough_width
from game.sheets.terrain_art import NUMBER_SPOT, terrain_marks
from game.sheets.theme import Theme
from hexmap.board import Board
from hexmap.coords import Hex, direction_to, hexside, neighbours
from hexmap.layout import Box, Layout

_STAR = 0.24


class Scene(NamedTuple):
    """A map ready to draw: what is cut off at the map's outline, and what may stand out over it."""

    outline: tuple[Line, ...]
    inner: tuple[Mark, ...]
    outer: tuple[Mark, ...]
    bounds: Box


def map_scene(
    board: Board,
    theme: Theme,
    has_numbers: bool = True,
    measure: Measure = rough_width,
    centres: Mapping[Hex, XY] | None = None,
) -> Scene:
    """Everything on a board, drawn with a theme; sheets hand in the lattice's centres."""
    layout = Layout(board.grid, 1.0)
    centres = centres or {hex_: layout.centre(hex_) for hex_ in board.hexes}
    outline = outlines(layout, frozenset(board.hexes), is_smooth=False)
    inner = [
        *relief_marks(board, layout, theme),
        *area_marks(board, layout, theme),
        *contour_marks(board, layout, theme),
        *terrain_marks(board, theme, centres, has_numbers),
        grid_mark(board, layout, theme),
        *water_marks(board, layout, theme),
        *relief_and_works_marks(board, layout, theme),
        *road_marks(board, layout, theme),
        *crossing_marks(board, layout, theme),
    ]
    if has_numbers:
        inner.append(number_mark(board, centres, theme))
    stars = [objective_spot(layout, objective.hex) for objective in board.objectives]
    kept_free = [_about(spot, _STAR) for spot in stars]
    kept_free += [_about(spot, 0.3) for spot in crossing_spots(board, layout, theme)]
    outer: list[Mark] = [Stroke(outline, theme.sheet.ink, 0.032)]
    if stars:
        outer.append(Stamps("star", tuple(stars), _STAR + 0.09, theme.sheet.halo, theme.sheet.halo))
        outer.append(Stamps("star", tuple(stars), _STAR, theme.sheet.objective, theme.sheet.ink))
    lines: list[Line] = [layout.hexside(side) for side in board.features]
    lines += (line for kind in board.words()["road"] for line in road_lines(board, layout, kind))
    outer.extend(placed_names(board, theme, measure, kept_free, has_numbers, lines))
    return Scene(outline, tuple(inner), tuple(outer), layout.bounds())


def grid_scene(board: Board, theme: Theme, has_numbers: bool, centres: Mapping[Hex, XY]) -> Scene:
    """The grid alone, to lie over a scan that has everything else."""
    layout = Layout(board.grid, 1.0)
    outline = outlines(layout, frozenset(board.hexes), is_smooth=False)
    inner: list[Mark] = [replace(grid_mark(board, layout, theme), colour=theme.sheet.ink, opacity=0.8)]
    if has_numbers:
        inner.append(number_mark(board, centres, theme))
    return Scene(outline, tuple(inner), (Stroke(outline, theme.sheet.ink, 0.032),), layout.bounds())


def _about(spot: XY, size: float) -> Box:
    return Box(spot[0] - size / 2, spot[1] - size / 2, spot[0] + size / 2, spot[1] + size / 2)


def objective_spot(layout: Layout, hex_: Hex) -> XY:
    """Where an objective's star stands: to the upper right, off the number and the road's middle."""
    x, y = layout.centre(hex_)
    return (x + 0.3, y - 0.12)


def with_rim(board: Board) -> dict[Hex, Hex]:
    """Every hex of the map, and each one just off it, with the map hex whose ground it shows.

    Areas run on under the outline and are cut there, so that none is rounded off at the map's edge.
    """
    shown = {hex_: hex_ for hex_ in board.hexes}
    for hex_ in sorted(board.map_edge()):
        for other in neighbours(hex_):
            shown.setdefault(other, hex_)
    return shown


def _heights(board: Board, layout: Layout) -> list[tuple[int, tuple[Line, ...]]]:
    """Every level above the lowest, with the outlines of the ground that reaches it."""
    level_at = {hex_: board.elevation[source] for hex_, source in with_rim(board).items()}
    return [
        (level, outlines(layout, frozenset(hex_ for hex_, found in level_at.items() if found >= level)))
        for level in sorted(set(level_at.values()))[1:]
    ]


def relief_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """Tints from the lowest level up; each height throws a soft shadow on the ground below."""
    lowest, highest = min(board.elevation.values()), max(board.elevation.values())
    ground = outlines(layout, frozenset(with_rim(board)), is_smooth=False)
    yield Fill(ground, theme.tint(lowest, lowest, highest))
    for level, rings in _heights(board, layout):
        shadow = tuple(tuple((x + 0.035, y + 0.05) for x, y in ring) for ring in rings)
        yield Fill(shadow, theme.sheet.shade, 0.28)
        yield Fill(rings, theme.tint(level, lowest, highest))


def contour_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """The edge of every height, over whatever grows there."""
    for _, rings in _heights(board, layout):
        yield Stroke(rings, theme.sheet.contour, 0.018)


def area_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """The fills and outlines of all terrains; water last, so that its shore is whole."""
    areas: dict[str, set[Hex]] = {}
    for hex_, source in with_rim(board).items():
        areas.setdefault(board.terrain[source], set()).add(hex_)
    for word in sorted(areas, key=lambda each: (theme.terrain_look(each).is_water, each)):
        look = theme.terrain_look(word)
        if look.opacity == 0 and look.edge is None:
            continue
        rings = outlines(layout, areas[word])
        yield Fill(rings, look.fill, look.opacity)
        if look.edge:
            yield Stroke(rings, look.edge, 0.022, look.edge_dash, cap="butt")


def grid_mark(board: Board, layout: Layout, theme: Theme) -> Stroke:
    """Every hexside between two hexes of the map, once."""
    sides = (
        layout.hexside(hexside(hex_, other))
        for hex_ in board.hexes
        for other in board.neighbours(hex_)
        if hex_ < other
    )
    lines: tuple[Line, ...] = tuple(sides)
    return Stroke(lines, theme.sheet.grid, 0.013, opacity=theme.sheet.grid_opacity)


def number_mark(board: Board, centres: Mapping[Hex, XY], theme: Theme) -> Numbers:
    """The printed label of every hex, near its top."""
    dx, dy = NUMBER_SPOT[board.grid.orientation]
    labels = []
    for hex_ in board.hexes:
        x, y = centres[hex_]
        labels.append((board.label(hex_), (x + dx, y + dy)))
    return Numbers(tuple(labels), 0.115, theme.sheet.number, theme.sheet.halo)


# --- roads ------------------------------------------------------------------------------------------------


def road_lines(board: Board, layout: Layout, kind: str) -> tuple[Line, ...]:
    """All roads of a kind as curves; a hexside that several roads share is drawn once."""
    drawn: set[frozenset[Hex]] = set()
    meetings = _meetings(board)
    found = []
    for road in board.roads:
        if road.kind != kind or len(road.path) < 2:
            continue
        path = [*_lead(board, meetings, road.path[1], road.path[0]), *road.path]
        path += _lead(board, meetings, road.path[-2], road.path[-1])
        for begin, end in _fresh_pieces(path, drawn):
            before = path[begin - 1] if begin else None
            after = path[end + 1] if end + 1 < len(path) else None
            found.append(through_hexes(layout, path[begin : end + 1], before, after))
    return tuple(found)


def _fresh_pieces(path: list[Hex], drawn: set[frozenset[Hex]]) -> Iterator[tuple[int, int]]:
    """First and last place of each piece of a path not drawn before; marks it as drawn."""
    begin: int | None = None
    for at in range(len(path)):
        step = frozenset(path[at : at + 2])
        is_fresh = at + 1 < len(path) and step not in drawn
        if is_fresh:
            drawn.add(step)
            begin = at if begin is None else begin
        elif begin is not None:
            yield begin, at
            begin = None


def _meetings(board: Board) -> dict[Hex, int]:
    """How many hexsides of each hex a road passes."""
    found: dict[Hex, int] = {}
    for side in board.road_kinds:
        for hex_ in side:
            found[hex_] = found.get(hex_, 0) + 1
    return found


def _lead(board: Board, meetings: dict[Hex, int], before: Hex, last: Hex) -> list[Hex]:
    """The hex off the map to which a road that stops at the map's edge goes on, if it does."""
    if meetings.get(last) != 1:
        return []
    heading = direction_to(before, last)
    for turn in (0, 1, -1):
        beyond = last.step(heading + turn)
        if beyond not in board:
            return [beyond]
    return []


def road_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """Roads and trails: narrow ones first, all edges before all surfaces, so that they join."""
    kinds = sorted(board.words()["road"], key=lambda kind: (theme.road_look(kind).width, kind))
    lines = {kind: road_lines(board, layout, kind) for kind in kinds}
    for kind in kinds:
        look = theme.road_look(kind)
        if look.edge:
            yield Stroke(lines[kind], look.edge, look.width + 0.03)
    for kind in kinds:
        look = theme.road_look(kind)
        yield Stroke(lines[kind], look.colour, look.width, look.dash, cap="butt" if look.dash else "round")
