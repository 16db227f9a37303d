"""What the object layers of a Tiled map say: hexsides, roads, names and named groups of hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from hexmap.board import Feature, Objective, Place, Road
from hexmap.coords import Grid, Hex, Hexside, LabelError, hexside, is_adjacent, line
from hexmap.tiled_geometry import Point, TiledGeometry
from hexmap.tiled_mapping import TiledMapping
from hexmap.tiled_source import Shape, ShapeLayer

_SPOTS = ("point", "text", "rectangle", "ellipse", "tile")
_LINES = ("polyline", "polygon")


def translated(word: str, words: Mapping[str, str], exact: bool) -> str:
    """A word of the map as the board shall have it; words of our own exports are right as they are."""
    if exact:
        return word
    wanted = word.strip().casefold()
    return next((mine for theirs, mine in words.items() if theirs.casefold() == wanted), word.strip())


def whole_number(text: str) -> int | None:
    """A text such as "3" or "3.0" as a whole number, or None."""
    try:
        number = Fraction(text) if len(text) <= 40 and "e" not in text.lower() else None
    except (ValueError, ZeroDivisionError):
        return None
    return int(number) if number is not None and number.denominator == 1 else None


def _plain(text: str) -> str:
    """One line of printable text."""
    return "".join(c if c >= " " and c != "\x7f" else " " for c in text)


class _Unmapped(Exception):
    """A shape that cannot be placed; the text says why."""


class ShapeReader:
    """Gathers what shapes say, layer by layer; what cannot be used goes to the report."""

    def __init__(
        self, geometry: TiledGeometry, grid: Grid, mapping: TiledMapping, exact: bool, report: list[str]
    ) -> None:
        self.geometry = geometry
        self.grid = grid
        self.mapping = mapping
        self.exact = exact
        self.report = report
        self.features: dict[Hexside, tuple[Feature, ...]] = {}
        self.roads: list[Road] = []
        self.places: list[Place] = []
        self.objectives: list[Objective] = []
        self._groups: dict[str, dict[str, set[Hex]]] = {"areas": {}, "edges": {}}

    def groups(self, field: str) -> dict[str, frozenset[Hex]]:
        """Areas or edges by name."""
        return {name: frozenset(hexes) for name, hexes in self._groups[field].items()}

    def read_layer(self, layer: ShapeLayer) -> bool:
        """Take over all shapes of a layer; False if the mapping does not know the layer."""
        readers: dict[str, Callable[[Shape, str], None]] = {
            "hexsides": self._read_hexside,
            "roads": self._read_road,
            "places": self._read_place,
            "objectives": self._read_objective,
            "areas": lambda shape, where: self._read_group("areas", shape, where),
            "edges": lambda shape, where: self._read_group("edges", shape, where),
        }
        section = next((name for name in readers if getattr(self.mapping, name).has_layer(layer.name)), None)
        if section is None:
            return False
        strange: dict[str, None] = {}
        for shape in layer.shapes:
            where = f"layer '{layer.name}', object {shape.ident}" + (
                f" ('{shape.name}')" if shape.name else ""
            )
            strange.update(
                dict.fromkeys(name for name in shape.properties if not self._has_use(name, section))
            )
            try:
                readers[section](shape, where)
            except (_Unmapped, LabelError) as problem:
                self.report.append(f"{where}: not imported: {problem}")
        self.report.extend(
            f"layer '{layer.name}': object property '{name}' is not mapped" for name in strange
        )
        return True

    def _has_use(self, name: str, section: str) -> bool:
        used = [self.mapping.hexes_property, self.mapping.kind_property]
        if section == "hexsides":
            used.append(self.mapping.hexsides.inside_property)
        return name in used

    # --- parts of shapes -----------------------------------------------------------------------

    def _kind(self, shape: Shape) -> str:
        return _plain(shape.properties.get(self.mapping.kind_property) or shape.kind)

    def _needed_kind(self, shape: Shape, words: Mapping[str, str], example: str) -> str:
        kind = self._kind(shape)
        if not kind.strip():
            raise _Unmapped(f"it says no kind; give it a class such as '{example}'")
        return translated(kind, words, self.exact)

    def _name(self, shape: Shape) -> str:
        return _plain(shape.name) if self.exact else _plain(shape.name).strip()

    def _labels(self, shape: Shape) -> list[str]:
        return shape.properties.get(self.mapping.hexes_property, "").replace(",", " ").split()

    def _on_map(self, at: Point) -> Hex:
        hex_ = self.geometry.hex_at(at)
        if hex_ not in self.grid:
            raise _Unmapped(f"the spot {_pixels(at)} lies off the map")
        return hex_

    def _spot(self, shape: Shape) -> Point:
        if shape.form not in _SPOTS:
            raise _Unmapped(f"it is a {shape.form}; wanted is a point")
        count = len(shape.points)
        x = sum((p.x for p in shape.points), Fraction(0))
        y = sum((p.y for p in shape.points), Fraction(0))
        return Point(x / count, y / count)

    def _one_hex(self, shape: Shape) -> Hex:
        labels = self._labels(shape)
        if len(labels) > 1:
            raise _Unmapped(f"it names {len(labels)} hexes; one is wanted")
        return self.grid.parse(labels[0]) if labels else self._on_map(self._spot(shape))

    # --- hexsides ------------------------------------------------------------------------------

    def _read_hexside(self, shape: Shape, where: str) -> None:
        section = self.mapping.hexsides
        kind = self._needed_kind(shape, section.words, "stream")
        label = shape.properties.get(section.inside_property, "").strip()
        inside = self.grid.parse(label) if label else None
        found = list(self._sides(shape, where))
        if inside is not None and not any(inside in side for side in found):
            raise _Unmapped(f"hex {label} is to be inside, but does not touch it")
        for side in found:
            here = self.features.get(side, ())
            if any(feature.kind == kind for feature in here):
                self.report.append(f"{where}: {kind} on hexside {self._pair(side)} is there already")
                continue
            sheltered = inside if inside is not None and inside in side else None
            if inside is not None and sheltered is None:
                self.report.append(
                    f"{where}: hexside {self._pair(side)} does not touch hex {label} inside it"
                )
            self.features[side] = (*here, Feature(kind, sheltered, self._name(shape)))

    def _pair(self, side: Hexside) -> str:
        return f"{self.grid.label(side.a)}/{self.grid.label(side.b)}"

    def _sides(self, shape: Shape, where: str) -> Iterator[Hexside]:
        labels = self._labels(shape)
        if labels:
            yield from (self._labelled_side(pair) for pair in labels)
        elif shape.form in _LINES:
            yield from self._sides_along(shape, where)
        else:
            at = self._spot(shape)
            side = self.geometry.hexside_at(at)
            if side is None:
                raise _Unmapped(f"the spot {_pixels(at)} is not near the middle of one hexside")
            if side.a not in self.grid or side.b not in self.grid:
                raise _Unmapped("it lies on the edge of the map, not between two hexes")
            yield side

    def _labelled_side(self, pair: str) -> Hexside:
        ends = pair.split("/")
        if len(ends) != 2:
            first = next(iter(self.grid))
            example = self._pair(hexside(first, first.step(2)))
            raise _Unmapped(f"'{pair}' is not a pair of hexes; one looks like '{example}'")
        a, b = self.grid.parse(ends[0]), self.grid.parse(ends[1])
        if not is_adjacent(a, b):
            raise _Unmapped(f"hexes {ends[0]} and {ends[1]} are not adjacent")
        return hexside(a, b)

    def _sides_along(self, shape: Shape, where: str) -> Iterator[Hexside]:
        """Hexsides that a line follows from corner to corner; gaps are told, the rest is kept."""
        points = shape.points if shape.form == "polyline" else (*shape.points, shape.points[0])
        corners = [self.geometry.corner_at(at) for at in points]
        for number, (a, b) in enumerate(pairwise(corners), start=1):
            if a is not None and a == b:
                continue
            side = self.geometry.hexside_between(a, b) if a is not None and b is not None else None
            start, end = _pixels(points[number - 1]), _pixels(points[number])
            stretch = f"{where}: its stretch {number}, from {start} to {end},"
            if side is None:
                self.report.append(f"{stretch} is not imported: it does not run along one hexside")
            elif side.a not in self.grid or side.b not in self.grid:
                self.report.append(f"{stretch} is not imported: it lies on the edge of the map")
            else:
                yield side

    # --- roads ---------------------------------------------------------------------------------

    def _read_road(self, shape: Shape, where: str) -> None:
        kind = self._needed_kind(shape, self.mapping.roads.words, "road")
        labels = self._labels(shape)
        if labels:
            stops = [self.grid.parse(label) for label in labels]
        elif shape.form in _LINES:
            stops = [self._on_map(at) for at in shape.points]
            if shape.form == "polygon":
                stops.append(stops[0])
        else:
            raise _Unmapped(f"it is a {shape.form}; a road is a line from hex to hex")
        path = [stops[0]]
        for stop in stops[1:]:
            between = line(path[-1], stop)[1:]
            if len(between) > 1:
                labels = [self.grid.label(hex_) for hex_ in (path[-1], *between)]
                self.report.append(
                    f"{where}: {labels[0]} and {labels[-1]} are not adjacent; joined through "
                    + ", ".join(labels[1:-1])
                )
            path.extend(between)
        if any(hex_ not in self.grid for hex_ in path):
            raise _Unmapped("it leaves the map")
        if len(path) < 2:
            raise _Unmapped("it stays within one hex")
        road = Road(kind, tuple(path), self._name(shape))
        for other in self.roads:
            if other.kind == kind and other.path in (road.path, road.path[::-1]):
                raise _Unmapped(f"a {kind} runs exactly there already")
        self.roads.append(road)

    # --- names ---------------------------------------------------------------------------------

    def _read_place(self, shape: Shape, where: str) -> None:
        name = self._name(shape)
        if not name.strip():
            raise _Unmapped("it has no name")
        hex_ = self._one_hex(shape)
        if any(place.name == name and place.hex == hex_ for place in self.places):
            raise _Unmapped(f"the name is written at hex {self.grid.label(hex_)} already")
        self.places.append(Place(name, hex_, self._kind(shape)))

    def _read_objective(self, shape: Shape, where: str) -> None:
        hex_ = self._one_hex(shape)
        if any(objective.hex == hex_ for objective in self.objectives):
            raise _Unmapped(f"hex {self.grid.label(hex_)} is an objective already")
        if self._kind(shape):
            self.report.append(f"{where}: its class '{self._kind(shape)}' is not kept; an objective has none")
        self.objectives.append(Objective(hex_, self._name(shape)))

    def _read_group(self, field: str, shape: Shape, where: str) -> None:
        labels = self._labels(shape)
        if labels:
            hexes = [self.grid.parse(label) for label in labels]
        elif shape.form in ("polygon", "rectangle"):
            hexes = [hex_ for hex_ in self.grid if _is_within(self.geometry.centre(hex_), shape.points)]
        elif shape.form in ("point", "tile", "text"):
            hexes = [self._on_map(self._spot(shape))]
        else:
            raise _Unmapped(f"it is a {shape.form}; draw a polygon, a rectangle or a point")
        if self._kind(shape):
            self.report.append(f"{where}: its class '{self._kind(shape)}' is not kept; its name counts")
        self.add_group(field, shape.name, hexes, where)

    def add_group(self, field: str, name: str, hexes: Iterable[Hex], where: str) -> None:
        """Add hexes to the area or edge of a name."""
        name = " ".join(_plain(name).split()) if not self.exact else name
        members = set(hexes)
        if not name or not members:
            self.report.append(f"{where}: not imported: it {'holds no hex' if name else 'has no name'}")
            return
        self._groups[field].setdefault(name, set()).update(members)


def _pixels(at: Point) -> str:
    return f"({float(at.x):g}, {float(at.y):g})"


def _is_within(at: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a spot lies inside a polygon or on its border, exactly."""
    inside = False
    for a, b in pairwise((*corners, corners[0])):
        turn = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x)
        if turn == 0 and min(a.x, b.x) <= at.x <= max(a.x, b.x) and min(a.y, b.y) <= at.y <= max(a.y, b.y):
            return True
        if (a.y > at.y) != (b.y > at.y) and (turn > 0) == (b.y > a.y):
            inside = not inside
    return inside
