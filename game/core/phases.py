"""Phases as the machine goes through them: what entering each of their parts leads to, put together once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.events import Event, FrameChanged, StepOpened, settle
from game.core.sequence import Asks, Node
from game.core.state import Deployment, Draft, Frame, GameState

Nodes = Mapping[str, Node]
Sides = tuple[str, str]


class Passage(NamedTuple):
    """Events that change the top step and open others above it, and the steps that take its place then."""

    events: tuple[Event, ...]
    frames: tuple[Frame, ...]


class Part(NamedTuple):
    """A part of a phase: the condition for entering it, if it has one, and what entering it leads to."""

    when: str
    entered: Mapping[str | None, Passage]  # by the active side; None: nobody is


class Phase(NamedTuple):
    """A box of the sequence of play that is played part by part, and `again` as long as `repeat` holds."""

    parts: tuple[Part, ...]
    repeat: str
    again: Passage


# By the identity of the sequence's nodes, which are kept here so that no others can take it over.
_known: dict[tuple[int, Sides], tuple[Nodes, Mapping[str, Phase]]] = {}


def phases_of(nodes: Nodes, sides: Sides) -> Mapping[str, Phase]:
    """Each phase of a sequence of play in a game between two sides; a plain step is one without parts."""
    key = (id(nodes), sides)
    known = _known.get(key)
    if known is None:
        if len(_known) >= 100:
            _known.clear()
        known = _known[key] = (nodes, {id_: _phase(nodes, sides, node) for id_, node in nodes.items()})
    return known[1]


def _phase(nodes: Nodes, sides: Sides, node: Node) -> Phase:
    parts = []
    for number, name in enumerate(node.parts, 1):
        entered: dict[str | None, Passage] = {}
        for active in (None, *sides):
            entered[active] = _passage(node.id, number, opening(nodes, sides, name, active))
        parts.append(Part(nodes[name].when, entered))
    return Phase(tuple(parts), node.repeat, _passage(node.id, 0, ()))


def opening(nodes: Nodes, sides: Sides, name: str, active: str | None) -> tuple[StepOpened, ...]:
    """What opens a phase, or a step once for each side it asks."""
    node = nodes[name]
    if node.parts:
        return (StepOpened(Frame(name, None, {"part": 0})),)
    return tuple(
        StepOpened(Frame(name, side, {}, node.secret and side is not None))
        for side in _asked_by(node.asks, sides, active)
    )


def _asked_by(asks: Asks, sides: Sides, active: str | None) -> tuple[str | None, ...]:
    """The sides a step asks, the one asked last first: its frame lies below the other's."""
    first, second = sides
    match asks:
        case "nobody":
            return (None,)
        case "first":
            return (first,)
        case "second":
            return (second,)
        case "both":
            return (second, first)
        case "active":
            return (active,)
        case "inactive":
            return (second if active == first else first,)


def _passage(phase: str, next_part: int, opened: tuple[StepOpened, ...]) -> Passage:
    """What it leads to that a phase remembers which part comes next, and that steps open in it."""
    events: tuple[Event, ...] = (FrameChanged((("part", next_part),)), *opened)
    draft = Draft(GameState(0, (Frame(phase, None, {"part": 0}),), Deployment({}), {}))
    for event in events:
        settle(draft, event)
    return Passage(events, draft.frames)
