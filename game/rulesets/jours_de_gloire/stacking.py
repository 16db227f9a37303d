"""[5] What may share a hex."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from game.core.errors import Refusal
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import ROUTED
from game.rulesets.jours_de_gloire.rules import Rules
from hexmap.coords import Hex


def stacking_refusal(rules: Rules, stack: Iterable[Piece]) -> Refusal | None:
    """[5] Why these units of one side may not end in one hex together; None when they may."""
    units = list(stack)
    if len(units) <= 1:
        return None
    cards = [rules.cards[piece.id] for piece in units]
    if any(piece.status == ROUTED for piece in units):
        return Refusal(_("routed units stack with nobody"), "5")
    guns = [card for card in cards if card.is_artillery]
    others = [card for card in cards if not card.is_artillery]
    if len({card.is_cavalry for card in others}) > 1:
        return Refusal(_("infantry and cavalry never share a hex"), "5")
    if not others:
        if len(guns) > 2:
            return Refusal(_("at most two batteries share a hex"), "5")
        if len({card.formation for card in guns}) > 1:
            return Refusal(_("batteries that share a hex belong to one formation"), "5")
        return None
    most = 1 if rules.scenario.scale == "brigade" else 2
    if len(others) > most:
        return Refusal(_("at most {most} infantry or cavalry units share a hex").format(most=most), "5")
    if len({card.formation for card in others}) > 1:
        return Refusal(_("infantry or cavalry units that share a hex belong to one formation"), "5")
    if len(guns) > 1:
        return Refusal(_("only one battery stacks with other troops"), "5")
    return None


def may_join(rules: Rules, state: GameState, units: Collection[Piece], hex_: Hex) -> bool:
    """[5] Whether units may end in a hex with those of their side: worked out once for each company."""
    there, pieces = state.pieces.at(hex_), state.pieces.pieces
    if not there and len(units) == 1:
        return True
    # All that `stacking_refusal` looks at besides the counters is who is routed.
    coming = [(piece.id, piece.status == ROUTED) for piece in units]
    key = ("join", there, *coming, *[id_ for id_ in there if pieces[id_].status == ROUTED])
    known: bool | None = rules.memo_of_counters.get(key)
    if known is None:
        ids = [piece.id for piece in units]
        present = [pieces[id_] for id_ in there if id_ in rules.cards and id_ not in ids]
        known = rules.memo_of_counters[key] = stacking_refusal(rules, [*present, *units]) is None
    return known
