"""Lines along hexsides and through hexes: joined to chains, smoothed, walked along, shifted aside."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from game.sheets.marks import XY, Line
from hexmap.coords import Hex, Vertex, direction_to, neighbours, vertex
from hexmap.layout import Layout

K = TypeVar("K", bound=Hashable)


def chains(edges: Iterable[tuple[K, K]], directed: bool = False) -> list[tuple[K, ...]]:
    """Edges joined end to end, broken where three meet; a closed chain ends where it began.

    Directed edges are only joined head to tail, so that what lies to their right stays to the right.
    """
    kept = list(dict.fromkeys(edges))
    leaving: dict[K, list[int]] = {}
    entering: dict[K, list[int]] = {}
    for number, (a, b) in enumerate(kept):
        leaving.setdefault(a, []).append(number)
        entering.setdefault(b, []).append(number)
        if not directed:
            leaving.setdefault(b, []).append(number)
            entering.setdefault(a, []).append(number)

    def is_through(at: K) -> bool:
        """Whether a chain runs on through a point."""
        out = leaving.get(at, ())
        return len(out) == len(entering.get(at, ())) == (1 if directed else 2)

    used: set[int] = set()

    def follow(start: K, number: int) -> tuple[K, ...]:
        found = [start]
        while True:
            used.add(number)
            a, b = kept[number]
            found.append(b if found[-1] == a else a)
            onward = [n for n in leaving.get(found[-1], ()) if n not in used]
            if not onward or not is_through(found[-1]):
                return tuple(found)
            number = onward[0]

    ends = [
        (at, number)
        for number, (a, b) in enumerate(kept)
        for at in ((a,) if directed else (a, b))
        if not is_through(at)
    ]
    joined = [follow(at, number) for at, number in ends if number not in used]
    joined += [follow(kept[number][0], number) for number in range(len(kept)) if number not in used]
    return joined


def smooth(points: Sequence[XY], steps: int = 4) -> Line:
    """A gentle curve through the middle of each piece, cutting the corners between; ends stay.

    A closed line (last point equal to the first) stays closed.
    """
    if len(points) < 3:
        return tuple(points)
    is_closed = points[0] == points[-1]
    corners = points[:-1] if is_closed else points[1:-1]
    found: list[XY] = [] if is_closed else [points[0]]
    for number, corner in enumerate(corners):
        before = corners[number - 1] if is_closed else points[number]
        after = corners[(number + 1) % len(corners)] if is_closed else points[number + 2]
        found += _bend(_middle(before, corner), corner, _middle(corner, after), steps)
    found.append(found[0] if is_closed else points[-1])
    return tuple(found)


def _bend(start: XY, control: XY, end: XY, steps: int) -> list[XY]:
    """Points of a curve that leaves *start* and reaches *end* in the direction of *control*."""
    found = []
    for step in range(steps + 1):
        t = step / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]))
    return found


def _middle(a: XY, b: XY) -> XY:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def edge_towards(inner: Hex, outer: Hex) -> tuple[Vertex, Vertex]:
    """The hexside between two hexes, directed so that *outer* lies to its right."""
    direction = direction_to(outer, inner)
    return vertex(outer, direction - 1), vertex(outer, direction)


def outlines(layout: Layout, region: frozenset[Hex] | set[Hex], is_smooth: bool = True) -> tuple[Line, ...]:
    """The closed lines around a region; those around holes in it turn the other way."""
    edges = [
        edge_towards(other, hex_)
        for hex_ in sorted(region)
        for other in neighbours(hex_)
        if other not in region
    ]
    rings = []
    for chain in chains(edges, directed=True):
        points = [layout.vertex(each) for each in chain]
        rings.append(smooth(points) if is_smooth else tuple(points))
    return tuple(rings)


def walk(line: Line, spacing: float) -> list[tuple[XY, XY]]:
    """Evenly spaced places along a line with the unit direction there; *spacing* is bent to fit."""
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    whole = sum(lengths)
    if whole == 0:
        return []
    count = max(1, round(whole / spacing))
    wanted = [whole * (number + 0.5) / count for number in range(count)]
    found: list[tuple[XY, XY]] = []
    passed = 0.0
    for a, b, length in zip(line, line[1:], lengths, strict=False):
        while len(found) < count and length > 0 and wanted[len(found)] <= passed + length:
            share = (wanted[len(found)] - passed) / length
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            found.append((spot, ((b[0] - a[0]) / length, (b[1] - a[1]) / length)))
        passed += length
    return found


def aside(line: Line, distance: float) -> Line:
    """The line shifted to its right (to its left for a negative distance)."""
    found = []
    for number, (x, y) in enumerate(line):
        before = line[max(number - 1, 0)]
        after = line[min(number + 1, len(line) - 1)]
        if line[0] == line[-1] and number in (0, len(line) - 1):
            before, after = line[-2], line[1]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        found.append((x - dy / length * distance, y + dx / length * distance))
    return tuple(found)


def through_hexes(layout: Layout, path: Sequence[Hex], before: Hex | None, after: Hex | None) -> Line:
    """A road's curve through the middle of each hex and of each hexside it passes.

    *before* and *after* are the hexes a longer road comes from and goes on to: they turn the ends of
    this piece so that it joins the rest without a kink.
    """
    centres = [layout.centre(hex_) for hex_ in path]
    first = layout.centre(before) if before else centres[0]
    last = layout.centre(after) if after else centres[-1]
    around = [first, *centres, last]
    found: list[XY] = [centres[0]]
    reach = layout.hex_px * 0.22
    for number, (a, b) in enumerate(pairwise(centres)):
        middle = _middle(a, b)
        out = _heading(around[number], b)
        found += _cubic(a, (a[0] + out[0] * reach, a[1] + out[1] * reach), _middle(a, middle), middle)
        back = _heading(around[number + 3], a)
        found += _cubic(middle, _middle(middle, b), (b[0] + back[0] * reach, b[1] + back[1] * reach), b)
    return tuple(found)


def _heading(a: XY, b: XY) -> XY:
    length = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _cubic(a: XY, b: XY, c: XY, d: XY, steps: int = 5) -> list[XY]:
    """Points after *a* up to *d* on the cubic curve with the inner controls *b* and *c*."""
    found = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        x, y = (sum(w * p[i] for w, p in zip(weights, (a, b, c, d), strict=True)) for i in (0, 1))
        found.append((x, y))
    return found
