"""Who can strike a hex next, and the question that tells with what chance."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.questions import Question, UnitSpec
from game.core.state import GameState, Piece
from game.core.table import Threat
from game.core.tongue import _
from game.rulesets.jours_de_gloire.movement import reach_of
from game.rulesets.jours_de_gloire.odds.asking import question
from game.rulesets.jours_de_gloire.odds.words import HEXSIDES, TERRAINS
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import (
    face_of,
    is_disordered,
    is_good,
    is_routed,
    is_square,
    rears,
    units_at,
)
from hexmap.coords import Hex

_STEEPEST = 3  # levels between two hexes that a question can put


def reached_by(rules: Rules, state: GameState, piece: Piece) -> frozenset[Hex]:
    """[6] Where a unit could go with all its points, as things stand."""

    def work() -> frozenset[Hex]:
        return frozenset(reach_of(rules, state, (piece,), face_of(rules, piece).movement, True))

    return state.pieces.remember(("reached by", piece.id, state.turn), work)


def strikers(rules: Rules, state: GameState, side: str) -> Iterator[tuple[Piece, bool]]:
    """[8.1, 9.1] The units that could strike a side, each with whether it could charge."""
    for piece in state.pieces:
        if piece.side == side or piece.hex is None or piece.id not in rules.cards or is_routed(piece):
            continue
        card = rules.cards[piece.id]
        if not card.is_artillery:
            yield piece, card.is_cavalry and is_good(piece)


def threats(rules: Rules, state: GameState, hex_: Hex) -> Iterator[Threat]:
    """[8, 9] Every unit that could attack those who stand in a hex, from where it would hurt them most."""
    struck = units_at(rules, state, hex_)
    if not struck:
        return
    behind = frozenset(rears(rules, struck[0]))
    near = rules.board.neighbours(hex_)
    for piece, can_charge in strikers(rules, state, struck[0].side):
        places = [place for place in near if place in reached_by(rules, state, piece) or place == piece.hex]
        if not places:
            continue
        place = next((each for each in places if each in behind), places[0])
        asked = _question(rules, piece, struck, place, hex_, place in behind, can_charge)
        way = _("from the rear") if place in behind else _("from the front")
        words = _("{unit} charges {way}") if can_charge else _("{unit} attacks {way}")
        yield Threat(piece.id, words.format(unit=rules.cards[piece.id].name, way=way), asked)


def _question(
    rules: Rules,
    piece: Piece,
    struck: tuple[Piece, ...],
    place: Hex,
    hex_: Hex,
    is_behind: bool,
    can_charge: bool,
) -> Question:
    """The attack as a question of its own: one unit against all in the hex, over this ground."""
    board = rules.board
    sides = [feature.kind for feature in board.between(place, hex_) if feature.kind in HEXSIDES]
    level = board.elevation[hex_] - board.elevation[place]
    return question(
        "charge" if can_charge else "shock",
        attacker=(_spec(rules, piece),),
        defender=tuple(_spec(rules, each) for each in struck),
        terrain=board.terrain[hex_] if board.terrain[hex_] in TERRAINS else "clear",
        attacker_terrain=board.terrain[place] if board.terrain[place] in TERRAINS else "clear",
        hexside=sides[0] if sides else "none",
        level=max(-_STEEPEST, min(_STEEPEST, level)),
        **{"from": ("rear" if is_behind else "front",)},
    )


def _spec(rules: Rules, piece: Piece) -> UnitSpec:
    card = rules.cards[piece.id]
    face, arm = card.good, "horse_artillery" if card.is_artillery and card.horse else card.arm
    states = [
        word
        for word, holds in (
            ("disordered", is_disordered(piece)),
            ("routed", is_routed(piece)),
            ("square", is_square(piece)),
        )
        if holds
    ]
    return UnitSpec(arm, (face.strength, face.cohesion, face.engagement), tuple(states))
