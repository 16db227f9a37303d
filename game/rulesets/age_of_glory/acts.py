"""What befalls pieces, written into the ledger: they move, lose stands, fall into disorder, are captured."""

from __future__ import annotations

from game.core.events import (
    Marked,
    Moved,
    Removed,
    StatusChanged,
    StrengthChanged,
)
from game.core.ledger import Ledger
from game.core.state import Piece
from game.core.tongue import _
from game.rulesets.age_of_glory.cards import (
    ATTACHED,
    CAPTURED,
    DESTROYED,
    DETACHED,
    DISABLED,
    DISORDERED,
    EXITED,
    GOOD,
    SILENCED,
    WRECKED,
)
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import (
    DAMAGED,
    attached_to,
    is_detached,
    leaders,
    troops,
    with_key,
)
from hexmap.coords import Hex, distance


def move(
    rules: Rules, ledger: Ledger, id_: str, path: tuple[Hex, ...], facing: int, how: str = "march"
) -> None:
    """Take a piece along a path; attached leaders go along, and enemy leaders in its way escape."""
    ledger.write(Moved(id_, path, facing, how))
    for leader in attached_to(rules, ledger.state, id_):
        ledger.write(Moved(leader, path, 0, how))
    side = ledger.state.pieces[id_].side
    for hex_ in path[1:]:
        clear_leaders(rules, ledger, hex_, rules.enemy(side))


def clear_leaders(rules: Rules, ledger: Ledger, hex_: Hex, side: str) -> None:
    """[3.6] Detached leaders leave a hex the enemy enters for the nearest friends, or are taken."""
    for leader in tuple(leaders(rules, ledger.state, side)):
        if leader.hex == hex_ and is_detached(leader):
            refuge = _refuge(rules, ledger, leader)
            if refuge is None:
                fall(rules, ledger, leader.id, CAPTURED, _("no friends to escape to"))
            else:
                ledger.write(Moved(leader.id, (hex_, refuge), 0, "escape"))


def _refuge(rules: Rules, ledger: Ledger, leader: Piece) -> Hex | None:
    assert leader.hex is not None
    here = leader.hex
    friends = [piece.hex for piece in troops(rules, ledger.state, leader.side) if piece.hex is not None]
    others = [hex_ for hex_ in friends if hex_ != here]
    return min(others, key=lambda hex_: (distance(here, hex_), hex_), default=None)


def disorder(ledger: Ledger, id_: str, why: str) -> None:
    """[10.1] Troops fall into disorder; who is in disorder stays so."""
    if ledger.state.pieces[id_].status == GOOD:
        ledger.write(StatusChanged(id_, DISORDERED, why))


def rally(ledger: Ledger, id_: str, why: str) -> None:
    """[10.1] Troops come back into good order."""
    if ledger.state.pieces[id_].status == DISORDERED:
        ledger.write(StatusChanged(id_, GOOD, why))


def lose_stands(rules: Rules, ledger: Ledger, id_: str, stands: int, why: str) -> None:
    """[10.3] Take stands off a unit; with its last one it is destroyed, and its leaders are on their own."""
    piece = ledger.state.pieces[id_]
    if piece.hex is None or stands <= 0:
        return
    left = max(0, piece.strength - stands)
    ledger.write(StrengthChanged(id_, left))
    if not left:
        destroy(rules, ledger, id_, why)


def destroy(rules: Rules, ledger: Ledger, id_: str, why: str) -> None:
    """Take a unit off the map for good."""
    for leader in attached_to(rules, ledger.state, id_):
        detach(ledger, leader)
    ledger.write(Removed(id_, DESTROYED, why))


def leave_map(rules: Rules, ledger: Ledger, id_: str, why: str) -> None:
    """[11.3] A unit is led off the map, its leaders with it."""
    for leader in attached_to(rules, ledger.state, id_):
        ledger.fact(with_key(leader), None)
        ledger.write(Removed(leader, EXITED, why))
    ledger.write(Removed(id_, EXITED, why))


def detach(ledger: Ledger, leader: str) -> None:
    """[3.2] A leader leaves his unit and stays in its hex."""
    ledger.fact(with_key(leader), None)
    ledger.write(StatusChanged(leader, DETACHED))


def attach(ledger: Ledger, leader: str, unit: str) -> None:
    """[3.2] A leader joins a unit in his hex."""
    ledger.fact(with_key(leader), unit)
    ledger.write(StatusChanged(leader, ATTACHED))


def fall(rules: Rules, ledger: Ledger, leader: str, status: str, why: str) -> None:
    """[3.4] A leader is disabled or captured; his replacement comes a full turn later."""
    assert status in (DISABLED, CAPTURED)
    if ledger.state.fact(with_key(leader)) is not None:
        ledger.fact(with_key(leader), None)
    ledger.write(Removed(leader, status, why))
    ledger.fact(f"fallen:{leader}", ledger.state.fact("player_turn", 0))
    ledger.fact(f"lost_leader:{leader}", True)


# --- guns ------------------------------------------------------------------------------------------


def silence(ledger: Ledger, id_: str, why: str) -> None:
    """[6.2] A battery stops firing until it recovers."""
    if ledger.state.pieces[id_].status == GOOD:
        ledger.write(StatusChanged(id_, SILENCED, why))


def damage(rules: Rules, ledger: Ledger, id_: str, why: str) -> None:
    """[6.2] A battery loses half its fire points; a damaged one is wrecked, by the house rule."""
    if DAMAGED not in ledger.state.pieces[id_].marks:
        ledger.write(Marked(id_, DAMAGED))
        ledger.tell("damaged", unit=id_)
    elif rules.is_set("second_damage", "wrecked"):
        wreck(ledger, id_, why)


def wreck(ledger: Ledger, id_: str, why: str) -> None:
    """[6.2] A battery is removed from play."""
    if ledger.state.pieces[id_].hex is not None:
        ledger.write(Removed(id_, WRECKED, why))


def capture_battery(ledger: Ledger, id_: str, why: str) -> None:
    if ledger.state.pieces[id_].hex is not None:
        ledger.write(Removed(id_, CAPTURED, why))
