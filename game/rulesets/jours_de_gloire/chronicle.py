"""What happened, in the words of the game: the log's lines and a unit in one line."""

from __future__ import annotations

from game.core.events import Event, FactChanged, Told
from game.core.state import GameState
from game.core.tongue import _, word
from game.rulesets.jours_de_gloire.cards import GOOD, SQUARE
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import face_of


def describe(rules: Rules, event: Event) -> str | None:
    """A line of our own; None leaves the wording to the core, an empty text leaves the event out."""
    match event:
        case FactChanged():
            return ""
        case Told("objective"):
            hex_ = rules.at[event.word("hex")]
            return _("{side} takes {name}.").format(
                side=rules.side_name(event.word("side")), name=rules.objectives[hex_].name
            )
    return None


def describe_piece(rules: Rules, state: GameState, id_: str) -> str:
    """Name, figures as on the face shown, state, facing."""
    piece = state.pieces[id_]
    if id_ in rules.generals:
        general = rules.generals[id_]
        return _("{name}, general: {points} command points, range {range}").format(
            name=general.name, points=general.command_points, range=general.command_range
        )
    card, face = rules.cards[id_], face_of(rules, piece)
    text = _("{name}: {arm} {strength}-{cohesion}-{movement}").format(
        name=card.name,
        arm=word(card.arm),
        strength=face.strength,
        cohesion=face.cohesion,
        movement=face.movement,
    )
    if piece.status != GOOD:
        text += ", " + word(piece.status)
    if piece.formation == SQUARE:
        text += ", " + _("in square")
    if piece.hex is not None and piece.status != "eliminated":
        text += ", " + _("facing {name}").format(name=rules.facing_names[piece.facing])
    return text
