"""What must hold in every state of a game; checked after each action of every random game."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import GameState
from game.rulesets.jours_de_gloire.cards import DISORDERED, ELIMINATED, GOOD, ROUTED
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
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
        if piece.status not in (GOOD, DISORDERED, ROUTED, ELIMINATED):
            yield f"{piece.id} has the unknown status '{piece.status}'"
        if piece.status == ELIMINATED and piece.hex is not None:
            yield f"{piece.id} is eliminated and on the map"
        if piece.status != GOOD and exerts_zone(rules, piece):
            yield f"{piece.id} is {piece.status} and has a zone of control"
        if piece.status == ROUTED and rules.cards[piece.id].is_artillery:
            yield f"{piece.id} is a routed battery"
    if state.turn > rules.turns:
        yield f"turn {state.turn} of {rules.turns}"
    markers = state.fact("cup", ())
    if len(set(markers)) != len(markers):
        yield "a marker is in the cup twice"
