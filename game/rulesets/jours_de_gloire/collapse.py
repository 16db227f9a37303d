"""[12.2] When a formation has had enough."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from game.core.state import GameState
from game.rulesets.jours_de_gloire.cards import ELIMINATED, ROUTED
from game.rulesets.jours_de_gloire.rules import Rules

# House rule `collapse`: the share of infantry and cavalry that must be routed or eliminated.
SHARES = {"two_thirds": Fraction(2, 3), "half": Fraction(1, 2)}


def lost_share(rules: Rules, state: GameState, formation: str) -> Fraction:
    """[12.2] How much of a formation's infantry and cavalry is routed or eliminated, counted in units."""
    units = [id_ for id_ in rules.formations[formation].units if not rules.cards[id_].is_artillery]
    if not units:
        return Fraction(0)  # guns alone never collapse
    lost = sum(state.pieces[id_].status in (ROUTED, ELIMINATED) for id_ in units)
    return Fraction(lost, len(units))


def has_collapsed(state: GameState, formation: str) -> bool:
    return bool(state.fact(f"collapsed:{formation}"))


def collapsing(rules: Rules, state: GameState) -> Iterator[str]:
    """[12.2] The formations that collapse now; none does twice."""
    share = SHARES.get(rules.switches["collapse"])
    if share is None:
        return
    for formation in rules.formations:
        if not has_collapsed(state, formation) and lost_share(rules, state, formation) >= share:
            yield formation


def remaining(rules: Rules, state: GameState, formation: str) -> tuple[str, ...]:
    """[12.2] The units of a formation that a collapse strikes: on the map and not routed yet, guns too."""
    pieces = state.pieces
    return tuple(
        id_
        for id_ in rules.formations[formation].units
        if pieces[id_].hex is not None and pieces[id_].status != ROUTED
    )


def is_lost(rules: Rules, state: GameState, formation: str) -> bool:
    """[12.3] Whether a formation counts as destroyed or routed: it collapsed, or nothing in it stands."""
    return has_collapsed(state, formation) or lost_share(rules, state, formation) == 1
