"""[12.3, 13] Points, levels of victory, and the ways a battle ends early."""

from __future__ import annotations

from game.core.modifiers import Modifier, total
from game.core.state import GameState, Outcome
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.cards import ELIMINATED, EXITED, GONE, ROUTED
from game.rulesets.jours_de_gloire.collapse import is_lost
from game.rulesets.jours_de_gloire.marching import holder_key
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.scenario import SuddenDeath
from game.rulesets.jours_de_gloire.units import side_at
from hexmap.coords import Hex

RULE = "13"
# An outcome belongs to the state and so to the record, which reads alike in every language: its words
# are translated where it is shown.
DRAW = N_("draw")


def holder(rules: Rules, state: GameState, hex_: Hex) -> str | None:
    """[13] The side that holds a hex: of an objective its last occupant, of another who stands there."""
    objective = rules.objectives.get(hex_)
    if objective is None:
        return side_at(rules, state, hex_)
    return state.fact(holder_key(rules, hex_), objective.holder) or None


def points(rules: Rules, state: GameState, side: str) -> tuple[Modifier, ...]:
    """[13] The points of a side, line by line."""
    victory = rules.victory
    enemies = [card for card in rules.cards.values() if card.side != side]
    status = {card.id: state.pieces[card.id].status for card in enemies}
    gone = [card for card in enemies if status[card.id] == ELIMINATED]
    routed = [card for card in enemies if status[card.id] == ROUTED and state.pieces[card.id].hex is not None]
    batteries = sum(card.is_artillery for card in gone)
    lines = [
        Modifier(
            (len(gone) - batteries) * victory.unit_eliminated,
            _("enemy units eliminated: {count}").format(count=len(gone) - batteries),
            RULE,
        ),
        Modifier(
            len(routed) * victory.unit_routed,
            _("enemy units routed: {count}").format(count=len(routed)),
            RULE,
        ),
        Modifier(
            batteries * victory.battery_eliminated,
            _("enemy batteries eliminated: {count}").format(count=batteries),
            RULE,
        ),
    ]
    own = [card.id for card in rules.cards.values() if card.side == side]
    left = sum(state.pieces[id_].status == EXITED for id_ in own)
    lines.append(
        Modifier(left * victory.unit_exited, _("units that left the map: {count}").format(count=left), RULE)
    )
    for hex_, objective in rules.objectives.items():
        if holder(rules, state, hex_) == side:
            worth = objective.points
            value = worth if isinstance(worth, int) else worth.get(side, 0)
            lines.append(Modifier(value, objective.name, RULE))
    lines.append(Modifier(victory.handicap.get(side, 0), _("handicap"), RULE))
    return tuple(line for line in lines if line.value)


def by_points(rules: Rules, state: GameState) -> Outcome:
    """[13] Who has won by points, and how well; a small difference is a draw."""
    first, second = rules.sides
    one, two = total(points(rules, state, first)), total(points(rules, state, second))
    why = f"{rules.names[first]} {one}, {rules.names[second]} {two}"
    level = DRAW
    for step in rules.victory.levels:
        if abs(one - two) >= step.margin:
            level = step.name
    if level == DRAW:
        return Outcome(None, DRAW, why)
    return Outcome(first if one > two else second, level, why)


def is_fulfilled(rules: Rules, state: GameState, death: SuddenDeath) -> bool:
    """[12.3] Whether a condition of sudden death holds at the end of this turn."""
    if state.turn < death.from_turn:
        return False
    if death.hexes:
        return all(holder(rules, state, rules.at[label]) == death.winner for label in death.hexes)
    enemies = [f.id for f in rules.formations.values() if f.side != death.winner]
    return sum(is_lost(rules, state, formation) for formation in enemies) >= death.formations_lost


def has_army(rules: Rules, state: GameState, side: str) -> bool:
    """Whether a side has a unit on the map or one still to come."""
    pieces = state.pieces
    return any(card.side == side and pieces[card.id].status not in GONE for card in rules.cards.values())


def verdict(rules: Rules, state: GameState) -> Outcome | None:
    """[12.3, 13] How the battle ends with this turn; None when it goes on."""
    best = rules.victory.levels[-1].name
    deaths = [death for death in rules.victory.sudden_death if is_fulfilled(rules, state, death)]
    winners = {death.winner for death in deaths}
    if len(winners) == 1:
        return Outcome(deaths[0].winner, best, deaths[0].name)
    standing = [side for side in rules.sides if has_army(rules, state, side)]
    marched_off = any(piece.status == EXITED for piece in state.pieces)
    if len(standing) == 1 and not marched_off:
        return Outcome(standing[0], best, N_("the enemy has no unit left"))
    # Where both sides have what ends the battle, or one has marched off, the points decide.
    if winners or len(standing) < 2 or state.turn >= rules.turns:
        return by_points(rules, state)
    return None
