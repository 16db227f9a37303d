"""[10.1] What a D, an R or an elimination does to a unit."""

from __future__ import annotations

from game.core.events import FormationChanged, Removed, StatusChanged
from game.core.ledger import Ledger
from game.rulesets.jours_de_gloire.cards import DISORDERED, ELIMINATED, GOOD, ROUTED, SQUARE
from game.rulesets.jours_de_gloire.rules import Rules


def disorder(rules: Rules, ledger: Ledger, unit: str, why: str) -> None:
    """[10.1] A D: good order becomes disorder, disorder rout (guns: the end), rout the end."""
    piece = ledger.piece(unit)
    if piece.status == GOOD:
        ledger.write(StatusChanged(unit, DISORDERED, why))
        break_square(ledger, unit)
    elif piece.status == DISORDERED and not rules.cards[unit].is_artillery:
        become_routed(rules, ledger, unit, why)
    elif piece.status != ELIMINATED:
        eliminate(rules, ledger, unit, why)


def rout(rules: Rules, ledger: Ledger, unit: str, why: str, away: tuple[str, ...] = ()) -> None:
    """[10.1, 7.2] An R: the unit routs; routed units and disordered guns are eliminated.

    Guns in good order do not rout: they are disordered and recoil one hex, from the hexes named in *away*.
    """
    piece = ledger.piece(unit)
    if rules.cards[unit].is_artillery and piece.status == GOOD:
        disorder(rules, ledger, unit, why)
        ledger.open("recoil", piece.side, unit=unit, why=why, away=away)
    elif piece.status in (GOOD, DISORDERED) and not rules.cards[unit].is_artillery:
        become_routed(rules, ledger, unit, why)
    elif piece.status != ELIMINATED:
        eliminate(rules, ledger, unit, why)


def become_routed(rules: Rules, ledger: Ledger, unit: str, why: str) -> None:
    """[10.3] The rout marker goes on and the unit flees at once."""
    ledger.write(StatusChanged(unit, ROUTED, why))
    break_square(ledger, unit)
    start_rout_move(rules, ledger, unit)


def start_rout_move(rules: Rules, ledger: Ledger, unit: str) -> None:
    """[10.3] Open the flight of a routed unit; the step itself knows how far."""
    ledger.open("rout_move", ledger.piece(unit).side, unit=unit, spent=0, hexes=0)


def eliminate(rules: Rules, ledger: Ledger, unit: str, why: str) -> None:
    """The unit leaves the game."""
    ledger.write(Removed(unit, ELIMINATED, why))
    break_square(ledger, unit)


def break_square(ledger: Ledger, unit: str) -> None:
    """[9.3] Any D or recoil breaks a square."""
    if ledger.piece(unit).formation == SQUARE:
        ledger.write(FormationChanged(unit, ""))
