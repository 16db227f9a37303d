"""What lies on hexsides, as marks: water in curves, hachures downhill, works on the side they protect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.sheets.curves import aside, chains, edge_towards, smooth, walk
from game.sheets.marks import XY, Fill, Line, Mark, Stroke
from game.sheets.theme import HexsideLook, Theme
from hexmap.board import Board
from hexmap.coords import Hex, Hexside, Vertex, hexside_vertices
from hexmap.layout import Layout

_WATER = ("water", "canal")
_CROSSINGS = ("ford", "bridge", "pontoon")
_RELIEF = ("crest", "hachures", "steep_hachures", "cliff")


class Run(NamedTuple):
    """Hexsides of one kind joined to a line; if sided, the low or outer side is to its right."""

    line: Line
    is_sided: bool


def water_sides(board: Board, theme: Theme) -> dict[str, list[Hexside]]:
    """Hexsides by kind of water; a ford or bridge drawn alone belongs to the water it interrupts."""
    found: dict[str, list[Hexside]] = {}
    ends: dict[Vertex, str] = {}
    alone: list[tuple[Hexside, bool]] = []
    for side, features in sorted(board.features.items()):
        manners = {feature.kind: theme.hexside_look(feature.kind).manner for feature in features}
        waters = [kind for kind, manner in manners.items() if manner in _WATER]
        for kind in waters:
            found.setdefault(kind, []).append(side)
            ends.update(dict.fromkeys(hexside_vertices(side), kind))
        if not waters and any(manner in _CROSSINGS for manner in manners.values()):
            alone.append((side, "ford" in manners.values()))
    # A ford is in water even where no other hexside says so; a lone bridge may cross a ravine.
    for side, is_ford in alone:
        kinds = [ends[each] for each in hexside_vertices(side) if each in ends]
        if kinds or (is_ford and "stream" in theme.hexside):
            found.setdefault(kinds[0] if kinds else "stream", []).append(side)
    return found


def outer_hex(board: Board, side: Hexside, inside: Hex | None) -> Hex | None:
    """The hex a hexside falls away to: across from the inside, else the lower one; none if neither says."""
    if inside is not None:
        return side.other(inside)
    a, b = board.elevation[side.a], board.elevation[side.b]
    if a == b:
        return None
    return side.a if a < b else side.b


def runs(board: Board, layout: Layout, kind: str) -> list[Run]:
    """All hexsides of a kind, joined to smooth lines."""
    sided: list[tuple[Vertex, Vertex]] = []
    plain: list[tuple[Vertex, Vertex]] = []
    for side, features in sorted(board.features.items()):
        for feature in features:
            if feature.kind != kind:
                continue
            outer = outer_hex(board, side, feature.inside)
            if outer is None:
                plain.append(hexside_vertices(side))
            else:
                sided.append(edge_towards(side.other(outer), outer))
    return [
        Run(smooth([layout.vertex(each) for each in chain]), is_sided)
        for edges, is_sided in ((sided, True), (plain, False))
        for chain in chains(edges, directed=is_sided)
    ]


def wedges(run: Run, spacing: float, length: float, base: float) -> tuple[Line, ...]:
    """Tapering hachures along a line, pointing down to its right; to both sides if none is lower."""
    found = []
    for (x, y), (dx, dy) in walk(run.line, spacing):
        foot = (x - dx * base / 2, y - dy * base / 2), (x + dx * base / 2, y + dy * base / 2)
        tips = [length] if run.is_sided else [length * 0.55, -length * 0.55]
        found += [(*foot, (x - dy * tip, y + dx * tip)) for tip in tips]
    return tuple(found)


# --- marks ------------------------------------------------------------------------------------------------


def water_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """Streams, canals and rivers: all banks first, so that waters flow into one another."""
    lines: list[tuple[HexsideLook, tuple[Line, ...]]] = []
    for kind, sides in water_sides(board, theme).items():
        look = theme.hexside_look(kind)
        joined = chains(hexside_vertices(side) for side in sides)
        points = ([layout.vertex(each) for each in chain] for chain in joined)
        # A canal keeps its corners, as it was dug.
        lines.append((look, tuple(smooth(p) if look.manner == "water" else tuple(p) for p in points)))
    lines.sort(key=lambda each: each[0].width)
    for look, found in lines:
        if look.edge:
            yield Stroke(found, look.edge, look.width + 0.035)
    for look, found in lines:
        yield Stroke(found, look.colour, look.width)
        if look.manner == "canal":
            yield Stroke(found, look.edge or look.colour, 0.012, dash=(0.07, 0.05), cap="butt")


def relief_and_works_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """Slopes, crests and cliffs, then walls and fieldworks; what crosses water comes later, over roads."""
    kinds = {kind: theme.hexside_look(kind) for kind in sorted(board.words()["hexside"])}
    ordered = sorted(kinds, key=lambda kind: kinds[kind].manner not in _RELIEF)
    for kind in ordered:
        look = kinds[kind]
        if look.manner in (*_WATER, *_CROSSINGS):
            continue
        yield from _run_marks(runs(board, layout, kind), look)


def _run_marks(found: list[Run], look: HexsideLook) -> Iterator[Mark]:
    lines = tuple(run.line for run in found)
    match look.manner:
        case "hachures":
            yield Stroke(lines, look.colour, look.width * 0.8)
            yield Fill(_all(wedges(run, 0.075, 0.15, 0.03) for run in found), look.colour)
        case "steep_hachures":
            yield Stroke(lines, look.colour, look.width)
            yield Fill(_all(wedges(run, 0.06, 0.22, 0.042) for run in found), look.colour)
        case "cliff":
            yield Stroke(lines, look.colour, look.width * 1.6)
            yield Fill(_all(wedges(run, 0.105, 0.12, 0.1) for run in found), look.colour)
        case "crest":
            yield Stroke(lines, look.colour, look.width)
            yield Fill(_all(_beads(run.line, 0.115, look.width * 0.95) for run in found), look.colour)
        case "wall":
            yield from _band(found, look, 0.05)
            yield Stroke(_all(_ticks(run, 0.05, look.width, 0.1) for run in found), look.edge or "", 0.012)
        case "redoubt":
            teeth = (wedges(Run(aside(run.line, -0.02), run.is_sided), 0.144, 0.1, 0.13) for run in found)
            yield Fill(_all(teeth), look.edge or look.colour)
            yield from _band(found, look, 0.06)
        case "fortification":
            yield Fill(_all(_bastions(run, 0.192) for run in found), look.edge or look.colour)
            yield from _band(found, look, 0.06)
        case _:
            yield Stroke(lines, look.colour, look.width, dash=(0.1, 0.06), cap="butt")


def _all(groups: Iterable[Iterable[Line]]) -> tuple[Line, ...]:
    return tuple(line for group in groups for line in group)


def _beads(line: Line, spacing: float, reach: float) -> tuple[Line, ...]:
    """Lozenges along a line: a height with neither side lower."""
    return tuple(
        (
            (x - dx * reach, y - dy * reach),
            (x - dy * reach, y + dx * reach),
            (x + dx * reach, y + dy * reach),
            (x + dy * reach, y - dx * reach),
        )
        for (x, y), (dx, dy) in walk(line, spacing)
    )


def _inside(run: Run, distance: float) -> Line:
    """The line moved into the hex it protects; one that protects neither stays on the hexside."""
    return aside(run.line, -distance) if run.is_sided else run.line


def _band(found: list[Run], look: HexsideLook, inset: float) -> Iterator[Mark]:
    """A broad line with dark edges, inside the hexside."""
    lines = tuple(_inside(run, inset) for run in found)
    yield Stroke(lines, look.edge or look.colour, look.width, cap="butt")
    yield Stroke(lines, look.colour, look.width * 0.55, cap="butt")


def _ticks(run: Run, inset: float, length: float, spacing: float) -> tuple[Line, ...]:
    """Short strokes across a band: the joints of a wall."""
    reach = length / 2
    return tuple(
        ((x - dy * reach, y + dx * reach), (x + dy * reach, y - dx * reach))
        for (x, y), (dx, dy) in walk(_inside(run, inset), spacing)
    )


def _bastions(run: Run, spacing: float) -> tuple[Line, ...]:
    """Square merlons that look outwards (both ways if no side is the outer one)."""
    found = []
    for (x, y), (dx, dy) in walk(_inside(run, 0.06), spacing):
        for out in (0.11,) if run.is_sided else (0.11, -0.11):
            half = 0.05
            found.append(
                (
                    (x - dx * half, y - dy * half),
                    (x + dx * half, y + dy * half),
                    (x + dx * half - dy * out, y + dy * half + dx * out),
                    (x - dx * half - dy * out, y - dy * half + dx * out),
                )
            )
    return tuple(found)


# --- what crosses water -----------------------------------------------------------------------------------


class _Frame(NamedTuple):
    """The middle of a hexside with the directions across and along it."""

    middle: XY
    across: XY
    along: XY

    def at(self, across: float, along: float) -> XY:
        return (
            self.middle[0] + self.across[0] * across + self.along[0] * along,
            self.middle[1] + self.across[1] * across + self.along[1] * along,
        )


def _frame(layout: Layout, side: Hexside) -> _Frame:
    a, b = layout.centre(side.a), layout.centre(side.b)
    across = ((b.x - a.x) / layout.hex_px, (b.y - a.y) / layout.hex_px)
    return _Frame(((a.x + b.x) / 2, (a.y + b.y) / 2), across, (-across[1], across[0]))


def crossing_marks(board: Board, layout: Layout, theme: Theme) -> Iterator[Mark]:
    """Fords, bridges and pontoons, as long as their water is wide."""
    width_at: dict[Hexside, float] = {}
    for kind, sides in water_sides(board, theme).items():
        for side in sides:
            width_at[side] = max(width_at.get(side, 0.0), theme.hexside_look(kind).width)
    for side, features in sorted(board.features.items()):
        for feature in features:
            look = theme.hexside_look(feature.kind)
            reach = width_at.get(side, 0.06) / 2 + 0.075
            match look.manner:
                case "bridge":
                    yield from _bridge(_frame(layout, side), look, reach)
                case "pontoon":
                    yield from _pontoon(_frame(layout, side), look, reach)
                case "ford":
                    yield from _ford(_frame(layout, side), look, reach)


def crossing_spots(board: Board, layout: Layout, theme: Theme) -> list[XY]:
    """Where fords, bridges and pontoons are: no name should hide them."""
    return [
        _frame(layout, side).middle
        for side, features in sorted(board.features.items())
        if any(theme.hexside_look(feature.kind).manner in _CROSSINGS for feature in features)
    ]


def _bridge(frame: _Frame, look: HexsideLook, reach: float) -> Iterator[Mark]:
    half, flare = 0.065, 0.055
    deck = (frame.at(-reach, -half), frame.at(reach, -half), frame.at(reach, half), frame.at(-reach, half))
    yield Fill((deck,), look.colour)
    parapets = tuple(
        (
            frame.at(-reach - flare, hand * (half + flare)),
            frame.at(-reach, hand * half),
            frame.at(reach, hand * half),
            frame.at(reach + flare, hand * (half + flare)),
        )
        for hand in (-1, 1)
    )
    yield Stroke(parapets, look.edge or look.colour, look.width * 0.75)


def _pontoon(frame: _Frame, look: HexsideLook, reach: float) -> Iterator[Mark]:
    edge = look.edge or look.colour
    half = 0.05
    boats = []
    for place in (-0.6, 0.0, 0.6):
        x = place * reach
        boats.append(
            (
                frame.at(x, -0.15),
                frame.at(x + 0.03, -0.08),
                frame.at(x + 0.03, 0.08),
                frame.at(x, 0.15),
                frame.at(x - 0.03, 0.08),
                frame.at(x - 0.03, -0.08),
            )
        )
    yield Fill(tuple(boats), edge)
    deck = (frame.at(-reach, -half), frame.at(reach, -half), frame.at(reach, half), frame.at(-reach, half))
    yield Fill((deck,), look.colour)
    yield Stroke(((*deck, deck[0]),), edge, look.width * 0.6)
    planks = tuple((frame.at(x * reach / 3, -half), frame.at(x * reach / 3, half)) for x in (-2, -1, 0, 1, 2))
    yield Stroke(planks, edge, look.width * 0.4)


def _ford(frame: _Frame, look: HexsideLook, reach: float) -> Iterator[Mark]:
    half = 0.075
    patch = (frame.at(-reach, -half), frame.at(reach, -half), frame.at(reach, half), frame.at(-reach, half))
    yield Fill((patch,), look.colour, 0.75)
    banks = tuple((frame.at(-reach, hand * half), frame.at(reach, hand * half)) for hand in (-1, 0, 1))
    yield Stroke(banks, look.edge or look.colour, look.width * 0.7, dash=(0.035, 0.035), cap="butt")
