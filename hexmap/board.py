"""The board: what lies in every hex and on every hexside, and which hexes touch.

A `Board` never changes. Terrain and hexside words are an open vocabulary: the board keeps whatever
the map file says, and `unknown_words` checks them against the ruleset that wants to play on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from hexmap.coords import DIRECTIONS, Grid, Hex, Hexside, LabelError, hexside, is_adjacent


class OffMapError(LabelError):
    """A hex that is not on this board."""


class Feature(NamedTuple):
    """Something on a hexside: a stream, a wall. `inside` is the hex it protects, where that matters."""

    kind: str
    inside: Hex | None = None
    name: str = ""


class Road(NamedTuple):
    """A road or trail as a path through hexsides, from hex to adjacent hex."""

    kind: str
    path: tuple[Hex, ...]
    name: str = ""

    def hexsides(self) -> Iterator[Hexside]:
        """Each hexside the road passes, in order."""
        return (hexside(a, b) for a, b in zip(self.path, self.path[1:], strict=False))


class Place(NamedTuple):
    """A name written on the map at a hex."""

    name: str
    hex: Hex
    kind: str = ""


class Objective(NamedTuple):
    """A hex worth holding; what it is worth is for the scenario to say."""

    hex: Hex
    name: str = ""


class Alignment(NamedTuple):
    """How a scanned map lies under the grid: first hex's centre, hex size, degrees of rotation."""

    image: str
    origin_x_px: float
    origin_y_px: float
    hex_px: float
    rotation: float = 0.0


# The mappings of a board, and what makes their values unchangeable where they are not yet.
_FROZEN: dict[str, Callable[[Any], Any] | None] = {
    "terrain": None,
    "elevation": None,
    "features": tuple,
    "areas": frozenset,
    "edges": frozenset,
}


@dataclass(frozen=True)
class Board:
    """A map with everything on it, in plain values; build it once and share it."""

    grid: Grid
    terrain: Mapping[Hex, str]
    elevation: Mapping[Hex, int]
    features: Mapping[Hexside, tuple[Feature, ...]] = field(default_factory=dict)
    roads: tuple[Road, ...] = ()
    places: tuple[Place, ...] = ()
    areas: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    edges: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    name: str = ""
    title: str = ""
    hex_metres: int | None = None
    notes: str = ""
    background: Alignment | None = None

    def __post_init__(self) -> None:
        for what, mapping in (("terrain", self.terrain), ("elevation", self.elevation)):
            for hex_ in self.hexes:
                if hex_ not in mapping:
                    raise ValueError(f"hex {self.grid.label(hex_)} has no {what}")
            if len(mapping) != len(self.hexes):
                astray = next(hex_ for hex_ in mapping if hex_ not in self.index)
                raise OffMapError(f"{what} is given for hex {self.grid.label(astray)}, which is off the map")
        for side, found in self.features.items():
            self._check_features(side, found)
        for hex_ in self._named_hexes():
            self.check(hex_)
        for road in self.roads:
            for a, b in zip(road.path, road.path[1:], strict=False):
                if not is_adjacent(a, b):
                    raise ValueError(f"a {road.kind} leaps from hex {self.label(a)} to {self.label(b)}")
        # Handed-in collections must not change under a board that is shared and cached upon.
        for attribute, freeze in _FROZEN.items():
            given = getattr(self, attribute)
            frozen = dict(given) if freeze is None else {key: freeze(value) for key, value in given.items()}
            object.__setattr__(self, attribute, MappingProxyType(frozen))
        for attribute in ("roads", "places", "objectives"):
            object.__setattr__(self, attribute, tuple(getattr(self, attribute)))

    def _check_features(self, side: Hexside, found: Iterable[Feature]) -> None:
        """Features nobody could find again are refused: a pair out of order, an inside elsewhere."""
        a, b = self.check(side[0]), self.check(side[1])
        if side != hexside(a, b):
            raise ValueError(
                f"hexside {self.label(a)}/{self.label(b)} is out of order: make it with hexside()"
            )
        for feature in found:
            if feature.inside not in (None, a, b):
                where = f"{self.label(a)}/{self.label(b)}"
                raise ValueError(f"the inside of the {feature.kind} on {where} must be one of the two")

    def __hash__(self) -> int:
        # Equal boards have equal grids and names; the mappings are only compared when those agree.
        return hash((self.grid, self.name, self.title))

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[object, ...]]:
        """For copying and pickling, which cannot look through the read-only mappings."""
        values = (getattr(self, each.name) for each in fields(self))
        return Board, tuple(dict(value) if isinstance(value, MappingProxyType) else value for value in values)

    def _named_hexes(self) -> Iterator[Hex]:
        for road in self.roads:
            yield from road.path
        for place in self.places:
            yield place.hex
        for objective in self.objectives:
            yield objective.hex
        for named in (*self.areas.values(), *self.edges.values()):
            yield from named

    # --- hexes ---------------------------------------------------------------------------------

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, row by row; the place of a hex in this tuple is its index."""
        return tuple(self.grid)

    @cached_property
    def index(self) -> dict[Hex, int]:
        """The index of each hex: the small whole numbers that fast searches use instead of hexes."""
        return {hex_: number for number, hex_ in enumerate(self.hexes)}

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        """For each hex index the six neighbour indices by direction, -1 off the map."""
        index = self.index
        return tuple(
            tuple(index.get(Hex(q + dq, r + dr), -1) for dq, dr in DIRECTIONS) for q, r in self.hexes
        )

    @cached_property
    def _neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        hexes = self.hexes
        return {
            hex_: tuple(hexes[n] for n in around if n >= 0)
            for hex_, around in zip(hexes, self.links, strict=True)
        }

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.index

    def check(self, hex_: Hex) -> Hex:
        """The same hex, if it is on the map; otherwise an error that names it."""
        if hex_ not in self.index:
            raise OffMapError(f"hex {self.grid.label(hex_)} is off the map")
        return hex_

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """Adjacent hexes on the map, clockwise."""
        try:
            return self._neighbours[hex_]
        except KeyError:
            raise OffMapError(f"hex {self.grid.label(hex_)} is off the map") from None

    def terrain_at(self, hex_: Hex) -> str:
        return self.terrain[self.check(hex_)]

    def elevation_at(self, hex_: Hex) -> int:
        return self.elevation[self.check(hex_)]

    @cached_property
    def _labels(self) -> dict[Hex, str]:
        return {hex_: self.grid.label(hex_) for hex_ in self.hexes}

    @cached_property
    def _by_label(self) -> dict[str, Hex]:
        return {label: hex_ for hex_, label in self._labels.items()}

    def label(self, hex_: Hex) -> str:
        """The printed label of a hex, on or off the map."""
        return self._labels.get(hex_) or self.grid.label(hex_)

    def at(self, label: str) -> Hex:
        """The hex a printed label names."""
        return self._by_label.get(label) or self.grid.parse(label)

    # --- hexsides and roads --------------------------------------------------------------------

    def between(self, a: Hex, b: Hex) -> tuple[Feature, ...]:
        """What lies on the hexside between two adjacent hexes of the map."""
        if b in self._neighbours.get(a, ()):  # as it should be: then there is nothing to check
            return self.features.get(Hexside(a, b) if a < b else Hexside(b, a), ())
        self.check(a)
        self.check(b)
        return self.features.get(hexside(a, b), ())

    def has_feature(self, a: Hex, b: Hex, kind: str) -> bool:
        return any(feature.kind == kind for feature in self.between(a, b))

    @cached_property
    def road_kinds(self) -> Mapping[Hexside, frozenset[str]]:
        """Kinds of road that pass each hexside."""
        found: dict[Hexside, set[str]] = {}
        for road in self.roads:
            for side in road.hexsides():
                found.setdefault(side, set()).add(road.kind)
        return MappingProxyType({side: frozenset(kinds) for side, kinds in found.items()})

    def road_between(self, a: Hex, b: Hex) -> frozenset[str]:
        """Kinds of road that join two adjacent hexes through their common hexside."""
        self.check(a)
        self.check(b)
        return self.road_kinds.get(hexside(a, b), frozenset())

    # --- names ---------------------------------------------------------------------------------

    @cached_property
    def name_at(self) -> Mapping[Hex, str]:
        """The place name written at a hex, where there is one."""
        return MappingProxyType({place.hex: place.name for place in self.places})

    def words(self) -> dict[str, frozenset[str]]:
        """Every terrain, hexside and road word this map uses."""
        return {
            "terrain": frozenset(self.terrain.values()),
            "hexside": frozenset(f.kind for found in self.features.values() for f in found),
            "road": frozenset(road.kind for road in self.roads),
        }

    def unknown_words(self, known: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
        """(group, word) pairs of this map that a ruleset's vocabulary does not hold, sorted."""
        return sorted(
            (group, word)
            for group, used in self.words().items()
            for word in used - frozenset(known.get(group, ()))
        )

    def map_edge(self) -> frozenset[Hex]:
        """Hexes with fewer than six neighbours."""
        return self._map_edge

    @cached_property
    def _map_edge(self) -> frozenset[Hex]:
        return frozenset(hex_ for hex_ in self.hexes if len(self._neighbours[hex_]) < 6)
