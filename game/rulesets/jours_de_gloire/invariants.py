"""[19] What must hold in every state of a game, and what no action does; checked throughout random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from game.core.events import (
    Event,
    FactChanged,
    Marked,
    Placed,
    Removed,
    Rolled,
    StatusChanged,
    Unmarked,
)
from game.core.state import GameState
from game.rulesets.jours_de_gloire.cards import DISORDERED, GONE, GOOD, ROUTED
from game.rulesets.jours_de_gloire.combat import PREFIX, Combat, combats
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
from game.rulesets.jours_de_gloire.units import FIRED
from game.rulesets.jours_de_gloire.zones import exerts_zone

# While these steps are open a unit may be on its way through a hex in which it could not stay.
IN_PASSING = frozenset({"moving", "recoil", "rout_move"})


def broken(rules: Rules, state: GameState) -> Iterator[str]:
    """Every invariant that does not hold, in words."""
    passing = any(frame.step in IN_PASSING for frame in state.frames)
    for hex_, ids in state.pieces.occupied().items():
        units = [state.pieces[id_] for id_ in ids if id_ in rules.cards]
        where = rules.label[hex_]
        if len({piece.side for piece in units}) > 1:
            yield f"both sides stand in {where}"
        elif not passing and not all(piece.status == ROUTED for piece in units):
            refusal = stacking_refusal(rules, units)
            if refusal is not None:
                yield f"{where}: {refusal}"
    for piece in state.pieces:
        if piece.id not in rules.cards:
            continue
        if piece.status not in (GOOD, DISORDERED, ROUTED, *GONE):
            yield f"{piece.id} has the unknown status '{piece.status}'"
        if piece.status in GONE and piece.hex is not None:
            yield f"{piece.id} is {piece.status} and on the map"
        if piece.status != GOOD and exerts_zone(rules, piece):
            yield f"{piece.id} is {piece.status} and has a zone of control"
        if piece.status == ROUTED and rules.cards[piece.id].is_artillery:
            yield f"{piece.id} is a routed battery"
    if state.turn > rules.turns:
        yield f"turn {state.turn} of {rules.turns}"
    markers = state.fact("cup", ())
    if len(set(markers)) != len(markers):
        yield "a marker is in the cup twice"
    if state.fact("first_marker") in markers:
        yield "the marker that opens the turn is in the cup as well"
    declared = combats(state)
    for unit, count in Counter(id_ for combat in declared for id_ in combat.attackers).items():
        if count > 1:
            yield f"{unit} attacks twice"
    for label, count in Counter(label for combat in declared for label in combat.targets).items():
        if count > 1:
            yield f"{label} is attacked twice"


def broken_by(rules: Rules, before: GameState, events: Iterable[Event]) -> Iterator[str]:
    """What the events of one action did, in words, that no action does.

    Markers only leave the cup, so each is drawn at most once a turn; attackers are declared and never
    added to a combat afterwards; a battery fires once in its activation; the dead stay dead.
    """
    cup: tuple[str, ...] | None = before.fact("cup")
    fired = {piece.id for piece in before.pieces if FIRED in piece.marks}
    dead = {piece.id for piece in before.pieces if piece.status in GONE}
    on_map = {piece.id for piece in before.pieces if piece.hex is not None}
    declaring = any(frame.step == "declare" for frame in before.frames)
    attackers = {id_ for combat in combats(before) for id_ in combat.attackers}
    for event in events:
        match event:
            case Rolled("cup", face) if cup is None or face not in cup:
                yield f"{face} is drawn, but is not in the cup"
            case FactChanged("cup", value):
                if cup is not None and isinstance(value, tuple) and not set(value) <= set(cup):
                    yield "a marker came back into the cup"
                cup = value if isinstance(value, tuple) else None
            case FactChanged(key, Combat() as combat) if key.startswith(PREFIX):
                if not declaring and not attackers.issuperset(combat.attackers):
                    yield f"{key} has attackers that were not declared"
            case Marked(unit, mark) if mark == FIRED:
                if unit in fired:
                    yield f"{unit} fires twice"
                fired.add(unit)
            case Unmarked(unit, marks) if FIRED in marks:
                fired.discard(unit)
            case Placed(unit, _hex, _facing) if unit in dead or unit in on_map:
                yield f"{unit} comes onto the map a second time"
            case Removed(unit, status, _why) if status in GONE:
                dead.add(unit)
            case StatusChanged(unit, _status, _why) if unit in dead:
                yield f"{unit} is back from the dead"
