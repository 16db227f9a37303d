"""The few hexes a question is fought on: a small board, the rules on it, and the counters of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from game.core.questions import Covered, UnitSpec
from game.core.sequence import read_sequence
from game.core.state import Piece
from game.core.switches import Switch, read_switches
from game.core.tongue import spoken, word
from game.mechanics.game_rules import Flow
from game.rulesets.jours_de_gloire.cards import DISORDERED, GOOD, ROUTED, SQUARE, Arm, Card, Face, Formation
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.scenario import Scenario
from game.rulesets.jours_de_gloire.steps import CONDITIONS, STEPS
from game.rulesets.jours_de_gloire.tables import load_tables
from hexmap.board import Board, Feature
from hexmap.coords import Grid, Hex, hexside

FOLDER = Path(__file__).parent.parent
BLUE, RED = "blue", "red"
COLUMNS = 9
BEHIND = 12  # hexes from the defender to each map edge: as far as a rout runs, and a little more

# Movement by arm as most counters of the series have it; only routs and refusals ride on it.
MOVEMENT = {"infantry": 4, "cavalry": 8, "heavy_cavalry": 6, "artillery": 4, "horse_artillery": 8}


class Ground(NamedTuple):
    """What makes one battlefield differ from another."""

    terrain: tuple[tuple[Hex, str], ...] = ()
    hexsides: tuple[tuple[Hex, Hex, str], ...] = ()  # the second hex is the one inside a wall
    levels: tuple[tuple[Hex, int], ...] = ()
    north: int = BEHIND
    south: int = BEHIND


def middle(ground: Ground) -> Hex:
    """The hex the fight is about."""
    return _grid(ground.north, ground.south).hex_at((COLUMNS + 1) // 2, ground.north + 1)


@lru_cache(maxsize=64)
def _grid(north: int, south: int) -> Grid:
    return Grid(COLUMNS, north + south + 1, "pointy")


def rules_on(ground: Ground) -> Rules:
    """The rules of the game on this ground, with no counters yet."""
    return _rules_on(ground, spoken())


# Why a step is closed is remembered in words: every language has rules of its own.
@lru_cache(maxsize=256)
def _rules_on(ground: Ground, language: str) -> Rules:
    grid = _grid(ground.north, ground.south)
    terrain, levels = dict(ground.terrain), dict(ground.levels)
    board = Board(
        grid,
        {hex_: terrain.get(hex_, "clear") for hex_ in grid},
        {hex_: levels.get(hex_, 0) for hex_ in grid},
        {hexside(a, b): _features(kind, b) for a, b, kind in ground.hexsides},
    )
    switches = {key: switch.default for key, switch in _switches().items()}
    rules = Rules(board, _scenario(), load_tables(), switches, _flow(), {}, {}, {})
    assert rules.home_edge and rules.facing_names  # worked out here, once for every question on this ground
    return rules


def _features(kind: str, inside: Hex) -> tuple[Feature, ...]:
    if load_tables().terrain.replaces_hex(kind):
        return (Feature(kind, inside),)
    if kind == "bridge":  # without a river below it would be no bridge worth asking about
        return (Feature("river"), Feature("bridge"))
    return (Feature(kind),)


def with_counters(rules: Rules, cards: Mapping[str, Card]) -> Rules:
    """The same ground with these counters; what is worked out from the board alone serves them all."""
    found = copy(rules)
    found.memo_of_counters = {}
    found.cards = cards
    found.formations = {
        name: Formation(name, name, side, 5, 2, tuple(c.id for c in cards.values() if c.side == side))
        for name, side in (("blue-corps", BLUE), ("red-corps", RED))
    }
    return found


class _CoveredFace(Face):
    """A face of a counter on which only the movement can be read."""

    def _read(self, *_where: object) -> NoReturn:
        raise Covered

    strength = cohesion = engagement = property(_read)
    __getitem__ = __iter__ = _read


def covered(ground: Ground, cards: Mapping[str, Card]) -> Rules:
    """The rules with these counters, their ratings covered: the same for all that differ only in ratings."""
    blank = tuple(
        c._replace(good=_blank(c.good.movement), disordered=_blank(c.disordered.movement))
        for c in cards.values()
    )
    return _covered(ground, blank, spoken())


@lru_cache(maxsize=16)
def _blank(movement: int) -> Face:
    return _CoveredFace(0, 0, 0, movement)


@lru_cache(maxsize=256)
def _covered(ground: Ground, cards: tuple[Card, ...], language: str) -> Rules:
    return with_counters(_rules_on(ground, language), {card.id: card for card in cards})


def card(id_: str, side: str, spec: UnitSpec, name: str, effective: int = 3, maximum: int = 5) -> Card:
    """The counter a unit of a question stands for; its back has one point of cohesion less."""
    strength, cohesion, engagement = spec.figures
    movement = MOVEMENT[spec.arm]
    arm: Arm = "artillery" if spec.arm == "horse_artillery" else spec.arm  # type: ignore[assignment]
    guns = arm == "artillery"
    return Card(
        id_,
        name,
        side,
        f"{side}-corps",
        arm,
        "",
        Face(strength, cohesion, engagement, movement),
        Face(strength, max(0, cohesion - 1), engagement, movement),
        spec.arm == "horse_artillery",
        effective if guns else 0,
        maximum if guns else 0,
    )


def piece(
    id_: str, side: str, spec: UnitSpec, hex_: Hex | None, facing: int, marks: Iterable[str] = ()
) -> Piece:
    """A unit of a question on the table; its figures are on its card alone."""
    status = next((state for state in spec.states if state in (DISORDERED, ROUTED)), GOOD)
    formation = SQUARE if "square" in spec.states else ""
    return Piece(id_, side, hex_, facing, status, formation, marks=frozenset(marks))


def names(specs: Iterable[UnitSpec], taken: dict[str, int]) -> list[str]:
    """A name for each unit: its arm, numbered from the second of its kind on."""
    found = []
    for spec in specs:
        arm = word(spec.arm)
        taken[arm] = taken.get(arm, 0) + 1
        found.append(arm if taken[arm] == 1 else f"{arm} {taken[arm]}")
    return found


@lru_cache(maxsize=1)
def _switches() -> dict[str, Switch]:
    return read_switches(FOLDER / "switches.toml")


@lru_cache(maxsize=1)
def _flow() -> Flow:
    return Flow(read_sequence(FOLDER / "sequence.toml"), STEPS, CONDITIONS)


@lru_cache(maxsize=1)
def _scenario() -> Scenario:
    """The head of a battle without a story: two sides and their map edges."""

    def unit(side: str) -> dict[str, Any]:
        figures = {"strength": 1, "cohesion": 5, "engagement": 5, "movement": 4}
        place = {"at": "0101", "facing": "N"}
        return {"id": side, "name": side, "formation": f"{side}-corps", "arm": "infantry", **place, **figures}

    both = ((BLUE, "Blue", "south"), (RED, "Red", "north"))
    return Scenario.model_validate(
        {
            "format": 1,
            "ruleset": "jours-de-gloire",
            "map": "odds",
            "title": "Odds",
            "turns": 1,
            "sides": [{"id": id_, "name": name} for id_, name, _edge in both],
            "edges": {id_: edge for id_, _name, edge in both},
            "generals": [
                {"id": f"{id_}-chief", "name": name, "side": id_, "commander": True, "at": "0101"}
                for id_, name, _edge in both
            ],
            "formations": [
                {"id": f"{id_}-corps", "name": name, "side": id_, "rating": 5} for id_, name, _edge in both
            ],
            "units": [unit(id_) for id_, _name, _edge in both],
        }
    )
