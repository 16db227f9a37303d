"""[12.2] When a formation has had enough."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from game.core.state import GameState
from game.rulesets.jours_de_gloire.cards import ELIMINATED, ROUTED
from game.rulesets.jours_de_gloire.rules import Rules

# House rule `collapse`: the share of infantry and cavalry that must be routed or eliminated.
SHARES = {"two_thirds": Fraction(2, 3), "half": Fraction(1, 2)}
ALL = Fraction(1)


class Losses(NamedTuple):
    """[12.2] How many of so many infantry and cavalry units are routed or eliminated."""

    lost: int
    of: int

    def reach(self, share: Fraction) -> bool:
        """Whether so great a share is lost; of guns alone, none ever is."""
        return self.of > 0 and self.lost * share.denominator >= self.of * share.numerator


def losses(rules: Rules, state: GameState, formation: str) -> Losses:
    """[12.2] What a formation has lost of its infantry and cavalry, counted in units."""
    key = ("foot and horse", formation)
    ids: tuple[str, ...] | None = rules.memo_of_counters.get(key)
    if ids is None:
        units = rules.formations[formation].units
        ids = rules.memo_of_counters[key] = tuple([id_ for id_ in units if not rules.cards[id_].is_artillery])
    pieces = state.pieces.pieces
    return Losses(len([id_ for id_ in ids if pieces[id_].status in (ROUTED, ELIMINATED)]), len(ids))


def has_collapsed(state: GameState, formation: str) -> bool:
    return bool(state.fact(f"collapsed:{formation}"))


def collapsing(rules: Rules, state: GameState) -> Iterator[str]:
    """[12.2] The formations that collapse now; none does twice."""
    share = SHARES.get(rules.switches["collapse"])
    if share is None:
        return
    for formation in rules.formations:
        if not has_collapsed(state, formation) and losses(rules, state, formation).reach(share):
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
    return has_collapsed(state, formation) or losses(rules, state, formation).reach(ALL)
