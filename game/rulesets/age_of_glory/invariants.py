"""What must hold in every state of every game; each rule that does not is told in words."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import GameState
from game.rulesets.age_of_glory.cards import (
    ATTACHED,
    DISORDERED,
    GOOD,
    LIMBERED,
    SILENCED,
    SKIRMISH,
    SQUARE,
    TROOP_FORMATIONS,
    UNLIMBERED,
)
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import DISMOUNTED, is_battery, is_troops, with_key


def broken(rules: Rules, state: GameState) -> Iterator[str]:
    """Every invariant that does not hold."""
    if state.turn > rules.turns:
        yield f"turn {state.turn} of {rules.turns}"
    yield from _broken_hexes(rules, state)
    yield from _broken_pieces(rules, state)
    for id_ in rules.leaders:
        unit = state.fact(with_key(id_))
        piece = state.pieces[id_]
        if (unit is not None) != (piece.status == ATTACHED):
            yield f"leader {id_} is {piece.status}, with {unit}"
        elif unit is not None and piece.hex != state.pieces[unit].hex:
            yield f"leader {id_} is not where his unit {unit} is"


def _broken_hexes(rules: Rules, state: GameState) -> Iterator[str]:
    """[5.5] Stacking, and ground nobody can stand on."""
    for hex_, ids in state.pieces.occupied().items():
        label = rules.label[hex_]
        if sum(is_troops(rules, id_) for id_ in ids) > 1 or sum(is_battery(rules, id_) for id_ in ids) > 1:
            yield f"too many stand in hex {label}: {', '.join(ids)}"
        sides = {state.pieces[id_].side for id_ in ids}
        if len(sides) > 1:
            yield f"both sides stand in hex {label}: {', '.join(ids)}"
        if rules.tables.terrain[rules.board.terrain[hex_]].movement == "closed":
            yield f"somebody stands on closed ground in hex {label}"


def _broken_pieces(rules: Rules, state: GameState) -> Iterator[str]:
    for id_, unit in rules.units.items():
        piece = state.pieces[id_]
        if piece.hex is None:
            continue
        if not 1 <= piece.strength <= unit.stands:
            yield f"{id_} has {piece.strength} of {unit.stands} stands"
        if piece.status not in (GOOD, DISORDERED):
            yield f"{id_} is {piece.status}"
        loose = unit.arm == "skirmish" or DISMOUNTED in piece.marks
        if piece.formation not in TROOP_FORMATIONS or (piece.formation == SKIRMISH) != loose:
            yield f"{id_} is in {piece.formation}"
        if piece.formation == SQUARE and unit.arm != "foot":
            yield f"{id_} is horse in square"
    for id_ in rules.batteries:
        piece = state.pieces[id_]
        if piece.hex is not None and (
            piece.status not in (GOOD, SILENCED) or piece.formation not in (LIMBERED, UNLIMBERED)
        ):
            yield f"battery {id_} is {piece.status}, {piece.formation}"
