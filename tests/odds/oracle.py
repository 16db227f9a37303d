"""A charge and a shock written down a second time, from the page, with icepool doing the arithmetic.

It knows one attacker and one defender in the open, far from everybody else, and only what becomes of their
order. Nothing of the program is used: no step, no table, no odds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import icepool

D10 = icepool.z(10)
GOOD, SQUARE, DISORDERED, ROUTED = "good", "square", "disordered", "routed"


class Fight(NamedTuple):
    """Strength and cohesion of both, and how they meet."""

    attack: int
    attack_cohesion: int
    defence: int
    defence_cohesion: int
    heavy: bool = False
    rear: bool = False
    stream: bool = False
    level: int = 0
    square: bool = False  # tries to form it whenever it may
    recall: bool = False  # breaks off whenever it may
    pursue: bool = False  # pursues also where it need not


def odds(attack: int, defence: int) -> int:
    """The strength comparison, rounded for the defender."""
    for value, (a, d) in ((4, (4, 1)), (3, (3, 1)), (2, (2, 1)), (1, (3, 2)), (0, (1, 1))):
        if attack * d >= defence * a:
            return value
    for value, (a, d) in ((-1, (2, 3)), (-2, (1, 2)), (-3, (1, 3))):
        if attack * d >= defence * a:
            return value
    return -4


def shaken(state: str) -> str:
    """One D more."""
    return DISORDERED if state in (GOOD, SQUARE) else ROUTED


def cohesion(state: str, rating: int) -> int:
    return rating if state in (GOOD, SQUARE) else max(0, rating - 1)


def total(fight: Fight, defender: str, first: bool, charge: bool) -> int:
    """What is added to the die. Only the first clash crosses the stream; the second goes down the hill."""
    found = odds(fight.attack, fight.defence) + 1  # clear
    found += fight.attack_cohesion - cohesion(defender, fight.defence_cohesion)
    found -= fight.stream and first
    found += {0: 0, 1: -1, 2: -2, -1: 1, -2: 1}[fight.level if first else -fight.level]
    # Beaten from behind, it runs on without turning: its back stays to the enemy.
    found += 2 if fight.rear and defender != SQUARE else 0
    if charge:
        found += -2 if defender == SQUARE else 3 if fight.heavy else 1
    return found


def passed(rating: int) -> Any:
    """A die of true and false."""
    return D10.map(lambda face: face <= rating)


def clash(fight: Fight, defender: str, first: bool, charge: bool) -> Any:
    """A die of (who is beaten, the defender's state, whether the row was 10 or more)."""
    plus = total(fight, defender, first, charge)

    def row(face: int) -> Any:
        roll = face + plus
        if roll >= 10:
            return ("defender", shaken(defender), True)
        if roll >= 5:
            rating = cohesion(defender, fight.defence_cohesion)
            left = GOOD if defender == SQUARE else defender  # a recoil breaks the square
            return passed(rating).map(lambda ok: ("defender", left if ok else shaken(defender), False))
        return ("attacker", defender, False)

    return D10.map(row)


def charge(fight: Fight) -> dict[tuple[str, str], Fraction]:
    """The states in which attacker and defender end, with their chances."""

    def formed(start: str) -> Any:
        if not fight.square or start != GOOD:
            return icepool.Die([start])
        return passed(fight.defence_cohesion).map(lambda ok: SQUARE if ok else DISORDERED)

    def strike(defender: str) -> Any:
        if defender == SQUARE and fight.recall:
            return passed(fight.attack_cohesion).map(
                lambda ok: (GOOD, SQUARE) if ok else clash(fight, SQUARE, True, True).map(after, star=True)
            )
        return clash(fight, defender, True, True).map(after, star=True)

    def after(beaten: str, defender: str, ten: bool) -> Any:
        if beaten == "attacker" or defender == ROUTED or not (ten or fight.pursue):
            return (DISORDERED, defender)

        def again(now: str) -> Any:
            return clash(fight, now, False, True).map(lambda _who, end, _ten: (DISORDERED, end), star=True)

        return formed(defender).map(again)

    return _fractions(formed(GOOD).map(strike))


def shock(fight: Fight) -> dict[tuple[str, str], Fraction]:
    """The same for infantry that attacks infantry which does not strike back."""

    def after(beaten: str, defender: str, _ten: bool) -> tuple[str, str]:
        return (DISORDERED if beaten == "attacker" else GOOD, defender)

    return _fractions(clash(fight, GOOD, True, False).map(after, star=True))


def fire(strength: int, hexes: int, targets: tuple[int, ...]) -> dict[tuple[str, ...], Fraction]:
    """The states of infantry (by cohesion) fired at in the open, effective range 3; two count as massed."""
    plus = strength + (len(targets) > 1) + (1 if hexes == 1 else -2 * max(0, hexes - 3))

    def row(face: int) -> Any:
        roll = face + plus
        if roll >= 13:
            return tuple(DISORDERED if roll < 15 else ROUTED for _each in targets)
        if roll >= 9:
            tests = [passed(rating) for rating in targets]
            return icepool.map(lambda *oks: tuple(GOOD if ok else DISORDERED for ok in oks), *tests)
        return tuple(GOOD for _each in targets)

    return _fractions(D10.map(row))


def _fractions(die: Any) -> dict[Any, Fraction]:
    whole = die.denominator()
    return {outcome: Fraction(quantity, whole) for outcome, quantity in die.items()}
