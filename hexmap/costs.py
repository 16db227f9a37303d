"""Cost tables: what each terrain, hexside, level and road costs each arm, as on a printed chart.

A `CostTable` is plain data; its `step` turns it into the rule a `Ground` is compiled from. Games with
finer rules hand in a function of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from hexmap.board import Board, Feature
from hexmap.coords import Hex, hexside
from hexmap.ground import Cost, Ground, Item, Refusal, Step, StepCost

# One cost for each arm, in the order of the table's arms; nothing where that arm cannot go.
Row = tuple[Cost | None, ...]

CLIMB = "climb"


class SideCosts(NamedTuple):
    """What crossing a hexside costs; the second row is for going down or out, where that differs."""

    row: Row
    back: Row | None = None
    by_shelter: bool = False


class RoadCosts(NamedTuple):
    """What following a road costs instead of the hex entered, and what it waives."""

    cost: Row
    waives: frozenset[str] = frozenset()


class ClimbCosts(NamedTuple):
    """What each level up or down costs, and the most levels one step may span."""

    up: Row
    down: Row
    most: tuple[int, ...]


@dataclass(frozen=True)
class CostTable:
    """A printed chart of movement costs."""

    name: str
    arms: tuple[str, ...]
    terrain: Mapping[str, Row]
    hexside: Mapping[str, SideCosts] = field(default_factory=dict)
    road: Mapping[str, RoadCosts] = field(default_factory=dict)
    climb: ClimbCosts | None = None
    lifts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    terrain_stops: Mapping[str, frozenset[str]] = field(default_factory=dict)
    hexside_stops: Mapping[str, frozenset[str]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)

    def words(self) -> dict[str, frozenset[str]]:
        """The words this table has a cost for, as `Board.unknown_words` takes them."""
        return {
            "terrain": frozenset(self.terrain),
            "hexside": frozenset(self.hexside),
            "road": frozenset(self.road),
        }

    def ground(self, board: Board, arm: str) -> Ground:
        """The steps of a board for one arm."""
        return Ground(board, self.step(board, arm), arm)

    def step(self, board: Board, arm: str) -> Step:
        """The rule of this table for one arm on one board, all of whose words it must know."""
        if arm not in self.arms:
            raise ValueError(f"no arm is called '{arm}'; there are {', '.join(self.arms)}")
        unknown = board.unknown_words(self.words())
        if unknown:
            raise ValueError(f"'{self.name}' has no cost for {unknown[0][0]} '{unknown[0][1]}'")
        return _ArmRule(self, board, arm)


class _ArmRule:
    """`step` for one arm: the table's column."""

    def __init__(self, table: CostTable, board: Board, arm: str) -> None:
        self.table = table
        self.board = board
        self.arm = arm
        self.column = table.arms.index(arm)

    def __call__(self, a: Hex, b: Hex) -> StepCost | Refusal:
        table, board = self.table, self.board
        side = hexside(a, b)
        features = board.features.get(side, ())
        levels = board.elevation[b] - board.elevation[a]
        lifted = frozenset[str]().union(*(table.lifts.get(feature.kind, ()) for feature in features))
        items: list[Item] = []
        stops = False
        road = self._road(board.road_kinds.get(side, frozenset()))
        if road is not None:
            word, cost = road
            items.append(self._item(word, cost))
            lifted |= table.road[word].waives
        else:
            word = board.terrain[b]
            price = table.terrain[word][self.column]
            if price is None:
                return self._refusal("enter", word)
            items.append(self._item(word, price))
            stops = self.arm in table.terrain_stops.get(word, ())
        for feature in features:
            if feature.kind in lifted:
                continue
            price = self._crossing(feature, levels, b)
            if price is None:
                return self._refusal("cross", feature.kind)
            if price:
                items.append(self._item(feature.kind, price))
            stops = stops or self.arm in table.hexside_stops.get(feature.kind, ())
        if levels and table.climb is not None and CLIMB not in lifted:
            climbed = self._climb(table.climb, levels)
            if isinstance(climbed, Refusal):
                return climbed
            if climbed.cost:
                items.append(climbed)
        return StepCost(tuple(items), stops)

    def _road(self, kinds: frozenset[str]) -> tuple[str, Cost] | None:
        """The cheapest road this arm can follow here, and its cost."""
        rows = [(self.table.road[kind].cost[self.column], kind) for kind in sorted(kinds)]
        usable = [(cost, kind) for cost, kind in rows if cost is not None]
        if not usable:
            return None
        cost, kind = min(usable)
        return kind, cost

    def _crossing(self, feature: Feature, levels: int, to: Hex) -> Cost | None:
        costs = self.table.hexside[feature.kind]
        back = feature.inside != to if costs.by_shelter and feature.inside is not None else levels < 0
        row = costs.back if costs.back is not None and back else costs.row
        return row[self.column]

    def _climb(self, climb: ClimbCosts, levels: int) -> Item | Refusal:
        way, row = ("up", climb.up) if levels > 0 else ("down", climb.down)
        span = "1 level" if abs(levels) == 1 else f"{abs(levels)} levels"
        each = row[self.column]
        if each is None or abs(levels) > climb.most[self.column]:
            return Refusal(f"{self.arm} cannot go {way} {span}", self.table.rules.get(CLIMB, ""))
        return Item(f"{way} {span}", each * abs(levels), self.table.rules.get(CLIMB, ""))

    def _item(self, word: str, cost: Cost) -> Item:
        return Item(word.replace("_", " "), cost, self.table.rules.get(word, ""))

    def _refusal(self, verb: str, word: str) -> Refusal:
        spoken = word.replace("_", " ")
        return Refusal(f"{self.arm} cannot {verb} {spoken}", self.table.rules.get(word, ""))


# --- from the content of a file --------------------------------------------------------------------


def cost_of(cell: int | str) -> Cost | None:
    """A cell of a written table: 2, "1/2", or "no" for nothing."""
    if cell == "no":
        return None
    cost = Fraction(cell)
    return int(cost) if cost.denominator == 1 else cost


def table_of(content: Mapping[str, Any]) -> CostTable:
    """The table a file's content describes; whoever wrote the file has been told of its mistakes before."""

    def row(cells: list[int | str]) -> Row:
        return tuple(cost_of(cell) for cell in cells)

    def side(cells: list[int | str] | Mapping[str, list[int | str]]) -> SideCosts:
        if not isinstance(cells, Mapping):
            return SideCosts(row(cells))
        if "up" in cells:
            return SideCosts(row(cells["up"]), row(cells["down"]))
        return SideCosts(row(cells["in"]), row(cells["out"]), by_shelter=True)

    def lists(found: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
        return {word: frozenset(words) for word, words in found.items()}

    climb = content.get("climb")
    stops = content.get("stops", {})
    return CostTable(
        name=content["name"],
        arms=tuple(content["arms"]),
        terrain={word: row(cells) for word, cells in content["terrain"].items()},
        hexside={word: side(cells) for word, cells in content.get("hexside", {}).items()},
        road={
            word: RoadCosts(row(found["cost"]), frozenset(found.get("waives", ())))
            for word, found in content.get("road", {}).items()
        },
        climb=ClimbCosts(row(climb["up"]), row(climb["down"]), tuple(climb["most"])) if climb else None,
        lifts=lists(content.get("lifts", {})),
        terrain_stops=lists(stops.get("terrain", {})),
        hexside_stops=lists(stops.get("hexside", {})),
        rules=dict(content.get("rules", {})),
    )
