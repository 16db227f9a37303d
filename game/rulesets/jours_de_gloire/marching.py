"""Going along a path, whatever the reason: march, charge, recoil, rout, advance, pursuit, refusal.

One place sees to what every entry of a hex brings with it: the objective changes hands and a lone
enemy general makes off.
"""

from __future__ import annotations

from game.core.events import Moved, Removed
from game.core.ledger import Ledger
from game.core.state import GameState
from game.rulesets.jours_de_gloire.cards import ROUTED
from game.rulesets.jours_de_gloire.movement import occupied_by
from game.rulesets.jours_de_gloire.rules import Rules
from hexmap.coords import Hex, distance

DISPLACED = "displaced"  # how a general goes who is overrun: not hex by hex
MAKES_OFF = "general_makes_off"  # the step that asks where to


def go(
    rules: Rules, ledger: Ledger, units: tuple[str, ...], path: tuple[Hex, ...], facing: int, how: str
) -> None:
    """Take units along a path (its first hex is where they stand) and let them face so at its end."""
    for unit in units:
        ledger.write(Moved(unit, path, facing, how))
    side = rules.cards[units[0]].side
    for hex_ in path[1:]:
        # Most hexes hold nothing that it could change to enter them.
        if hex_ in rules.objectives or ledger.at(hex_):
            takes = {ledger.piece(unit).status for unit in units} != {ROUTED}
            arrive(rules, ledger, side, hex_, takes)


def arrive(rules: Rules, ledger: Ledger, side: str, hex_: Hex, takes: bool = True) -> None:
    """[3, 13] What a side's entry into a hex changes besides the units themselves."""
    if takes and hex_ in rules.objectives:
        key = holder_key(rules, hex_)
        if ledger.remembered(key) != side:
            ledger.fact(key, side)
            ledger.tell("objective", hex=rules.label[hex_], side=side)
    for id_ in ledger.at(hex_):
        if id_ in rules.generals and rules.generals[id_].side != side:
            _make_off(rules, ledger, id_, hex_)


def holder_key(rules: Rules, hex_: Hex) -> str:
    """The fact that says which side stood last in an objective hex."""
    return f"holder:{rules.label[hex_]}"


def _make_off(rules: Rules, ledger: Ledger, general: str, hex_: Hex) -> None:
    """[3] A general caught alone is put on the nearest friendly unit; with none left he stays off the map.

    Where several are equally near, his owner is asked.
    """
    if any(frame.step == MAKES_OFF and frame.get("general") == general for frame in ledger.frames):
        return
    side = rules.generals[general].side
    near = nearest_friends(rules, ledger.state, side, hex_)
    if not near:
        ledger.write(Removed(general, "", "3"))
    elif len(near) == 1:
        ledger.write(Moved(general, (hex_, near[0]), 0, DISPLACED))
    else:
        ledger.open(MAKES_OFF, side, general=general)


def nearest_friends(rules: Rules, state: GameState, side: str, hex_: Hex) -> tuple[Hex, ...]:
    """The hexes with a friendly combat unit that are nearest to a hex, as one reads the map."""
    hexes = occupied_by(rules, state.pieces, side)
    least = min((distance(other, hex_) for other in hexes), default=0)
    index = rules.board.index
    return tuple(sorted((other for other in hexes if distance(other, hex_) == least), key=index.__getitem__))
