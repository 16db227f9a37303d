"""Make a believable map from a seed: hills, streams that run downhill, woods, villages and roads.

    python3 tools/generate_map.py --seed 1 --columns 60 --rows 40 --out maps/benchmark

Whole numbers throughout, so the same seed gives the same bytes on every machine.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hexmap.board import Board, Feature, Objective, Place, Road
from hexmap.coords import (
    Grid,
    Hex,
    Hexside,
    Vertex,
    distance,
    hexside,
    hexside_vertices,
    neighbours,
)
from hexmap.maptext import map_text

FULL = 1000  # heights and other fields of noise run from 0 to this
LEVELS = 7
STREAM_FROM = 40  # corners that must drain through a hexside before a stream shows on it
RIVER_FROM = 700
LAKE_FROM = 90  # how deep a hollow must have been for a lake to stay in it
VILLAGE_EVERY = 55  # hexes of the map for each village
ROAD_COST = {"clear": 6, "woods": 12, "rough": 12, "marsh": 30, "orchard": 7, "vines": 7}

Heights = dict[Hex, int]


# --- noise -----------------------------------------------------------------------------------------


def noise(grid: Grid, dice: random.Random, cell: int, octaves: int) -> Heights:
    """Smooth random values for all hexes, from 0 to FULL; hills are about *cell* hexes across."""
    total = dict.fromkeys(grid, 0)
    weight = 1 << octaves
    for octave in range(octaves):
        size = max(2, cell >> octave)
        layer = _lattice_noise(grid, dice, size)
        for hex_, value in layer.items():
            total[hex_] += value * (weight >> octave)
    low, high = min(total.values()), max(total.values())
    return {hex_: (value - low) * FULL // max(1, high - low) for hex_, value in total.items()}


def _lattice_noise(grid: Grid, dice: random.Random, size: int) -> Heights:
    across, down = grid.columns // size + 3, grid.rows // size + 3
    posts = [[dice.randrange(FULL + 1) for _ in range(across)] for _ in range(down)]
    step = 2 * size  # half hexes, so that shifted columns fall between
    found = {}
    for hex_ in grid:
        column, row = grid.numbers(hex_)
        x = 2 * (column - grid.first_column)
        y = 2 * (row - grid.first_row) + (column % 2 == 0)
        (i, dx), (j, dy) = divmod(x, step), divmod(y, step)
        dx, dy = _ease(dx, step), _ease(dy, step)
        top = posts[j][i] * (FULL - dx) + posts[j][i + 1] * dx
        bottom = posts[j + 1][i] * (FULL - dx) + posts[j + 1][i + 1] * dx
        found[hex_] = (top * (FULL - dy) + bottom * dy) // (FULL * FULL)
    return found


def tilted(grid: Grid, heights: Heights) -> Heights:
    """The same hills on a country that falls from north to south, as a river's basin does."""
    fall = {hex_: (grid.rows - grid.numbers(hex_)[1]) * FULL // grid.rows for hex_ in grid}
    mixed = {hex_: 3 * heights[hex_] + 2 * fall[hex_] for hex_ in grid}
    low, high = min(mixed.values()), max(mixed.values())
    return {hex_: (value - low) * FULL // max(1, high - low) for hex_, value in mixed.items()}


def _ease(part: int, whole: int) -> int:
    """How far along, from 0 to FULL, starting and ending gently."""
    t = part * FULL // whole
    return t * t * (3 * FULL - 2 * t) // (FULL * FULL)


# --- water -----------------------------------------------------------------------------------------


def opened_hollows(grid: Grid, heights: Heights) -> tuple[Heights, Heights]:
    """Heights from which water finds a way off the map, and how deep each hex lay in a hollow before.

    Half of a hollow silts up; for the rest water has cut a valley through its brim.
    """
    brim: Heights = {}
    way: dict[Hex, Hex] = {}  # a hex that leads to itself lies on the edge
    edge = [hex_ for hex_ in grid if any(other not in grid for other in neighbours(hex_))]
    waiting = [(heights[hex_], hex_, hex_) for hex_ in edge]
    heapq.heapify(waiting)
    while waiting:
        level, hex_, below = heapq.heappop(waiting)
        if hex_ in brim:
            continue
        brim[hex_] = level
        way[hex_] = below
        for other in neighbours(hex_):
            if other in grid and other not in brim:
                heapq.heappush(waiting, (max(level, heights[other]), other, hex_))
    depth = {hex_: level - heights[hex_] for hex_, level in brim.items()}
    opened = {hex_: heights[hex_] + depth[hex_] // 2 for hex_ in grid}
    for hex_ in reversed(brim):  # from the hollows to the edge of the map
        opened[way[hex_]] = min(opened[way[hex_]], opened[hex_])
    return opened, depth


def drainage(grid: Grid, heights: Heights) -> dict[Hexside, int]:
    """How many corners of the map drain through each hexside that carries water.

    Water runs from corner to corner along hexsides. Every corner has one way down, so streams join
    but never part, and never meet themselves again.
    """
    ways: dict[Vertex, list[tuple[Vertex, Hexside]]] = {}
    for hex_ in grid:
        for other in neighbours(hex_):
            if other in grid and hex_ < other:
                side = hexside(hex_, other)
                one, two = hexside_vertices(side)
                ways.setdefault(one, []).append((two, side))
                ways.setdefault(two, []).append((one, side))

    def ground(corner: Vertex) -> int:
        return min(heights[hex_] for hex_ in corner if hex_ in grid)

    down: dict[Vertex, tuple[Vertex, Hexside] | None] = {}
    order: list[Vertex] = []
    waiting: list[tuple[int, int, int, Vertex, tuple[Vertex, Hexside] | None]] = []
    for corner in sorted(ways):
        if any(hex_ not in grid for hex_ in corner):
            waiting.append((ground(corner), 0, len(waiting), corner, None))
    heapq.heapify(waiting)
    count = len(waiting)
    while waiting:
        level, steps, _, corner, way = heapq.heappop(waiting)
        if corner in down:
            continue
        down[corner] = way
        order.append(corner)
        for other, side in ways[corner]:
            if other not in down:
                count += 1
                rise = max(level, ground(other))
                heapq.heappush(
                    waiting, (rise, steps + 1 if rise == level else 0, count, other, (corner, side))
                )
    carried = dict.fromkeys(order, 1)
    flow: dict[Hexside, int] = {}
    for corner in reversed(order):  # from the springs to the edge of the map
        way = down[corner]
        if way:
            below, side = way
            carried[below] += carried[corner]
            flow[side] = carried[corner]
    return flow


# --- ground ----------------------------------------------------------------------------------------


def steepness(grid: Grid, heights: Heights, hex_: Hex) -> int:
    return max(abs(heights[hex_] - heights[other]) for other in neighbours(hex_) if other in grid)


def lay_terrain(
    grid: Grid, dice: random.Random, heights: Heights, depth: Heights, water: Iterable[Hexside]
) -> dict[Hex, str]:
    """Woods in patches, rough ground where it is steep, lakes and marsh where water stands."""
    patches = noise(grid, dice, 7, 2)
    wet = {hex_ for side in water for hex_ in side}
    found = {}
    for hex_ in grid:
        steep = steepness(grid, heights, hex_)
        if depth[hex_] > LAKE_FROM and steep < 90:
            found[hex_] = "lake"
        elif steep < 45 and patches[hex_] < 420 and (hex_ in wet or depth[hex_] > LAKE_FROM // 2):
            found[hex_] = "marsh"
        elif patches[hex_] > 640:
            found[hex_] = "woods"
        elif steep > 95:
            found[hex_] = "rough"
        else:
            found[hex_] = "clear"
    return found


def largest_land(grid: Grid, terrain: dict[Hex, str]) -> set[Hex]:
    """The largest piece of ground one can walk over without swimming: no road leads to an island."""
    best: set[Hex] = set()
    seen: set[Hex] = set()
    for start in grid:
        if start in seen or terrain[start] == "lake":
            continue
        piece = {start}
        waiting = [start]
        while waiting:
            for other in neighbours(waiting.pop()):
                if other in grid and other not in piece and terrain[other] != "lake":
                    piece.add(other)
                    waiting.append(other)
        seen |= piece
        best = max(best, piece, key=len)
    return best


def choose_villages(
    grid: Grid, dice: random.Random, terrain: dict[Hex, str], heights: Heights, wet: set[Hex]
) -> list[Hex]:
    """Sites on open ground, by the water and on the flat if they can be, well apart from each other."""
    mainland = largest_land(grid, terrain)
    sites = [hex_ for hex_ in grid if terrain[hex_] == "clear" and hex_ in mainland]
    chance = {hex_: dice.randrange(60) for hex_ in sites}
    sites.sort(
        key=lambda hex_: (
            chance[hex_] + steepness(grid, heights, hex_) // 2 - (30 if hex_ in wet else 0),
            hex_,
        )
    )
    chosen: list[Hex] = []
    for hex_ in sites:
        if len(chosen) >= max(2, len(grid) // VILLAGE_EVERY):
            break
        if all(distance(hex_, other) >= 5 for other in chosen):
            chosen.append(hex_)
    return chosen


def plant_around(
    grid: Grid, dice: random.Random, terrain: dict[Hex, str], villages: Iterable[Hex], level: Heights
) -> None:
    """Orchards at the edge of villages, vines on the hills nearby."""
    for village in villages:
        for hex_ in neighbours(village):
            if hex_ in grid and terrain[hex_] == "clear" and dice.randrange(3) == 0:
                terrain[hex_] = "vines" if level[hex_] > level[village] else "orchard"


def lay_relief(grid: Grid, level: Heights, heights: Heights) -> dict[Hexside, str]:
    """Slopes where the ground rises sharply from one level to another, steep ones where it leaps."""
    found = {}
    for hex_ in grid:
        for other in neighbours(hex_):
            if other not in grid or not hex_ < other or level[hex_] == level[other]:
                continue
            rise = abs(heights[hex_] - heights[other])
            if abs(level[hex_] - level[other]) > 1 or rise > 120:
                found[hexside(hex_, other)] = "steep_slope"
            elif rise > 75:
                found[hexside(hex_, other)] = "slope"
    return found


# --- roads -----------------------------------------------------------------------------------------


def cheapest(grid: Grid, start: Hex, goals: set[Hex], cost: Callable[[Hex, Hex], int | None]) -> list[Hex]:
    """The cheapest path from a hex to the nearest of some others; empty if there is none."""
    best: dict[Hex, int] = {start: 0}
    came: dict[Hex, Hex] = {}
    waiting = [(0, start)]
    while waiting:
        spent, at = heapq.heappop(waiting)
        if at in goals:
            path = [at]
            while path[-1] in came:
                path.append(came[path[-1]])
            return path[::-1]
        if spent > best[at]:
            continue
        for other in neighbours(at):
            step = cost(at, other) if other in grid else None
            if step is not None and spent + step < best.get(other, spent + step + 1):
                best[other] = spent + step
                came[other] = at
                heapq.heappush(waiting, (spent + step, other))
    return []


def lay_roads(
    grid: Grid,
    villages: list[Hex],
    towns: list[Hex],
    terrain: dict[Hex, str],
    level: Heights,
    flow: dict[Hexside, int],
) -> list[Road]:
    """Roads that tie towns to each other and to the edges, trails that tie villages to them."""
    built: set[Hexside] = set()

    def cost(a: Hex, b: Hex) -> int | None:
        if terrain[b] == "lake":
            return None
        side = hexside(a, b)
        if side in built:
            return 2
        crossing = 25 if flow.get(side, 0) >= RIVER_FROM else 8 if side in flow else 0
        climb = level[a] - level[b]
        return ROAD_COST.get(terrain[b], 6) + crossing + 6 * climb * climb

    roads: list[Road] = []

    def build(kind: str, path: list[Hex]) -> None:
        """Add the stretches of a path that no road runs along yet."""
        stretch: list[Hex] = []
        for a, b in pairwise(path):
            side = hexside(a, b)
            if side in built:
                if len(stretch) > 1:
                    roads.append(Road(kind, tuple(stretch)))
                stretch = []
                continue
            stretch = stretch or [a]
            stretch.append(b)
            built.add(side)
        if len(stretch) > 1:
            roads.append(Road(kind, tuple(stretch)))

    joined = {towns[0]}
    for town in towns[1:]:
        build("road", cheapest(grid, town, joined, cost))
        joined.add(town)
    last_column = grid.first_column + grid.columns - 1
    last_row = grid.first_row + grid.rows - 1
    for is_border in (
        lambda column, row: column == grid.first_column,
        lambda column, row: column == last_column,
        lambda column, row: row == grid.first_row,
        lambda column, row: row == last_row,
    ):
        border = {hex_ for hex_ in grid if is_border(*grid.numbers(hex_)) and terrain[hex_] != "lake"}
        nearest = min(towns, key=lambda town: (min(distance(town, hex_) for hex_ in border), town))
        build("road", cheapest(grid, nearest, border, cost))
    for village in villages:
        if village not in joined:
            on_roads = {hex_ for side in built for hex_ in side}
            build("trail", cheapest(grid, village, on_roads, cost) if village not in on_roads else [])
    return roads


# --- the whole map ---------------------------------------------------------------------------------

_FIRST = "Al Bel Bran Cor Dorn Els Fer Gran Hart Ister Krum Lan Mar Nor Os Pel Ros Sel Tor Ulm Val Wes"
_LAST = "au bach berg burg dorf eck feld hain heim hof ingen itz kirch lau ow rode stein tal wald witz"


def names(dice: random.Random, count: int) -> list[str]:
    """Different names that no atlas knows, or at least none that matters."""
    every = [first + last for first in _FIRST.split() for last in _LAST.split()]
    dice.shuffle(every)
    return [every[k % len(every)] + " Neu" * (k // len(every)) for k in range(count)]


def generate(seed: int, columns: int, rows: int) -> Board:
    """The map that belongs to a seed and a size."""
    dice = random.Random(seed)
    grid = Grid(columns, rows)
    heights, depth = opened_hollows(grid, tilted(grid, noise(grid, dice, 11, 3)))
    level = {hex_: min(LEVELS - 1, height * LEVELS // FULL) for hex_, height in heights.items()}
    flow = {side: carried for side, carried in drainage(grid, heights).items() if carried >= STREAM_FROM}
    terrain = lay_terrain(grid, dice, heights, depth, flow)
    # In the middle of a lake there is no bank for a stream to run along.
    flow = {side: carried for side, carried in flow.items() if {terrain[h] for h in side} != {"lake"}}
    wet = {hex_ for side in flow for hex_ in side}
    villages = choose_villages(grid, dice, terrain, heights, wet)
    towns = villages[: max(2, len(villages) // 6)]
    for hex_ in villages:
        terrain[hex_] = "town" if hex_ in towns else "village"
    plant_around(grid, dice, terrain, villages, level)
    roads = lay_roads(grid, villages, towns, terrain, level, flow)

    features: dict[Hexside, tuple[Feature, ...]] = {}
    for side, kind in lay_relief(grid, level, heights).items():
        if side not in flow:  # the bank of a stream is no slope besides
            features[side] = (Feature(kind),)
    for side, carried in flow.items():
        features[side] = (Feature("river" if carried >= RIVER_FROM else "stream"),)
    for road in roads:
        for side in road.hexsides():
            if side in flow and len(features[side]) == 1:
                is_small = road.kind == "trail" and features[side][0].kind == "stream"
                features[side] += (Feature("ford" if is_small else "bridge"),)

    written = dict(zip(villages, names(dice, len(villages)), strict=True))
    places = tuple(
        Place(name, hex_, terrain[hex_]) for hex_, name in sorted(written.items(), key=lambda pair: pair[1])
    )
    return Board(
        grid=grid,
        terrain=terrain,
        elevation=level,
        features=features,
        roads=tuple(roads),
        places=places,
        objectives=tuple(Objective(hex_, written[hex_]) for hex_ in towns),
        edges={
            "north": frozenset(grid.hex_at(column, 1) for column in range(1, columns + 1)),
            "south": frozenset(grid.hex_at(column, rows) for column in range(1, columns + 1)),
            "west": frozenset(grid.hex_at(1, row) for row in range(1, rows + 1)),
            "east": frozenset(grid.hex_at(columns, row) for row in range(1, rows + 1)),
        },
        name=f"generated-{seed}",
        title=f"Generated map {seed}",
        hex_metres=200,
        notes=f"Made by tools/generate_map.py --seed {seed} --columns {columns} --rows {rows}.",
    )


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1, help="any whole number; the same one, the same map")
    parser.add_argument("--columns", type=int, default=60, help="from 10 to 300 (60)")
    parser.add_argument("--rows", type=int, default=40, help="from 10 to 300 (40)")
    parser.add_argument("--out", type=Path, required=True, help="the folder for map.toml")
    asked = parser.parse_args(words)
    for name in ("columns", "rows"):
        if not 10 <= getattr(asked, name) <= 300:
            parser.error(f"--{name} must be from 10 to 300, not {getattr(asked, name)}")
    path = asked.out / "map.toml"
    try:
        asked.out.mkdir(parents=True, exist_ok=True)
        path.write_text(
            map_text(generate(asked.seed, asked.columns, asked.rows)), encoding="utf-8", newline="\n"
        )
    except OSError as error:
        parser.error(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}")
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
