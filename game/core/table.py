"""How a game looks on a table: what a ruleset may tell the window beyond what is legal.

All of it is optional. A ruleset that wants its counters, paths and overlays drawn well offers an attribute
`looks` with any of the methods of `Looks`; where one is missing, the window makes do with what every game
has: pieces, actions, prompts. Everything here is plain data in the rules' own terms (hexes, ids, words);
nothing knows of pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

from game.core.actions import Action
from game.core.events import Rolled
from game.core.modifiers import Modifier
from game.core.questions import Question
from game.core.state import GameState
from hexmap.coords import Hex
from hexmap.facing import FacingKind

# The arms that have a symbol of their own; any other word is drawn as a plain counter.
Arm = Literal[
    "infantry", "light_infantry", "cavalry", "heavy_cavalry", "artillery", "horse_artillery", "general", ""
]
# What an action does on the map, which decides how its hexes are lit.
Manner = Literal["choose", "move", "charge", "fire", "attack", "retreat", "turn", "other"]
# How a layer of an overlay is drawn: each differs from the others without colour.
Pattern = Literal["fill", "hatch", "crosshatch", "dots", "outline", "bars"]
Tone = Literal["friend", "enemy", "good", "bad", "plain"]


class Counter(NamedTuple):
    """How one piece reads: the arm, the figures along its foot, the states it is in, the way it faces."""

    name: str
    arm: Arm = ""
    figures: tuple[str, ...] = ()
    printed: tuple[tuple[str, str], ...] = ()  # all its figures by name, for who does not know them by heart
    group: str = ""  # the formation it belongs to; pieces of one group share a band of colour
    is_reduced: bool = False  # shows the back of its counter
    states: tuple[str, ...] = ()  # "routed", "square", "fired", "moved", "charging", …: drawn as badges
    fronts: tuple[Hex, ...] = ()  # hexes it looks at; none, or all six, means no arrow
    rears: tuple[Hex, ...] = ()
    command_range: int = 0


class Meaning(NamedTuple):
    """What an action is about: the pieces that do it, the hex or piece it is done to, the facing taken."""

    manner: Manner = "other"
    units: tuple[str, ...] = ()
    hex: Hex | None = None
    target: str | None = None
    facing: int | None = None
    caption: str = ""  # what its button says, in the player's language


class Arrival(NamedTuple):
    """What a hex within reach costs: the points left on arrival, and whether the move must end there."""

    left: str
    stops: bool = False


class Leg(NamedTuple):
    """One step of a path, and the lines of its cost: ("clear", 1), ("stream", 2)."""

    to: Hex
    items: tuple[tuple[str, Fraction, str], ...] = ()  # what, how much, by which rule


class Route(NamedTuple):
    """The way a move would take."""

    start: Hex
    legs: tuple[Leg, ...]
    left: str = ""


class Layer(NamedTuple):
    """Some hexes of an overlay that mean one thing; a hex may carry a short word or number."""

    words: str
    hexes: Mapping[Hex, str]
    pattern: Pattern = "hatch"
    tone: Tone = "plain"


class Profile(NamedTuple):
    """The ground under a line of sight: how far along (0 to 1), its height, what stands on it, the line's."""

    at: Fraction
    ground: int
    cover: int
    line: Fraction | None = None


class SightLine(NamedTuple):
    """A line of sight: its ends, whether it is free, and what is in the way where."""

    a: Hex
    b: Hex
    is_free: bool
    why: str = ""
    obstacle: Hex | None = None
    profile: tuple[Profile, ...] = ()


class Overlay(NamedTuple):
    """What one key shows on the map."""

    title: str
    layers: tuple[Layer, ...] = ()
    line: SightLine | None = None


class Focus(NamedTuple):
    """What the player is looking at while an overlay is shown: his side, a hex, a piece, the hex hovered."""

    side: str
    hex: Hex | None = None
    unit: str | None = None
    other: Hex | None = None


class Assessment(NamedTuple):
    """An attack before the dice: the modifier lines, their total, and what they are looked up in."""

    title: str
    lines: tuple[Modifier, ...]
    table: str = ""
    column: str = ""


class Threat(NamedTuple):
    """A piece that could strike a hex: what it would do, and the question that tells its chance."""

    unit: str
    words: str
    question: Question


class Place(NamedTuple):
    """A cell of a printed table."""

    table: str
    row: str
    column: str


class Looks(Protocol):
    """What a ruleset may offer as `looks`. Each method may be missing; none changes anything."""

    def counter(self, rules: Any, state: GameState, id_: str) -> Counter:
        """How a piece reads now."""
        ...

    def meaning(self, rules: Any, state: GameState, action: Action) -> Meaning | None:
        """What an action is about; None leaves it to its words."""
        ...

    def facing_kind(self, rules: Any) -> FacingKind:
        """Whether pieces face corners or hexsides; corners where nobody says."""
        ...

    def arrivals(self, rules: Any, state: GameState) -> Mapping[Action, Arrival]:
        """Points left at the end of every legal move, as far as there are points."""
        ...

    def route(self, rules: Any, state: GameState, action: Action) -> Route | None:
        """The path a move would take, with its cost item by item."""
        ...

    def overlays(self) -> Mapping[str, str]:
        """The overlays this game knows, by id, with the title each has: zones, threat, sight, fire, …"""
        ...

    def overlay(self, name: str, rules: Any, state: GameState, focus: Focus) -> Overlay | None:
        """One overlay as things stand; None where there is nothing to show."""
        ...

    def standing(self, rules: Any, state: GameState, side: str) -> Iterable[tuple[str, str]]:
        """A few facts for the side panel as *side* sees them: the cup, orders, points, weather."""
        ...

    def assess(self, rules: Any, state: GameState, action: Action) -> Assessment | None:
        """The modifier lines of an attack before it is made; None for what rolls no such die."""
        ...

    def threats(self, rules: Any, state: GameState, hex_: Hex) -> Iterable[Threat]:
        """The enemies who could strike those in a hex next, as things stand."""
        ...

    def foresee(self, rules: Any, state: GameState) -> Iterator[None]:
        """Work out, in small helpings, what every battle asks for sooner or later."""
        ...

    def place(self, rules: Any, event: Rolled) -> Place | None:
        """The cell of a printed table that a roll was read in."""
        ...


def looks_of(ruleset: object) -> object | None:
    """What a ruleset offers to the window, if anything."""
    return getattr(ruleset, "looks", None)
