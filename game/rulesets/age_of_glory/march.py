"""[2, 3.1, 4] What counts in an initiative roll and in a march roll, line by line. It changes no state."""

from __future__ import annotations

from game.core.modifiers import Modifier
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.age_of_glory.cards import ATTACHED, MARCHING
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.sight import can_command
from game.rulesets.age_of_glory.tables import MarchResult
from game.rulesets.age_of_glory.units import (
    REPLACEMENT,
    STEADIED,
    arm_of,
    attached_to,
    condition_of,
    is_charismatic,
    is_detached,
    is_disordered,
    leaders,
)

# House rule `march_bands`: the other way the lost die results may have stood; 4 to 6, 2 to 3 and 1.
LOW_BANDS = {4: 5, 2: 3}


def initiative_lines(rules: Rules, state: GameState, side: str) -> tuple[Modifier, ...]:
    """[2.1] What a side adds to its initiative roll."""
    leader = rules.army_leader[side]
    piece = state.pieces[leader.id]
    figures = rules.tables.initiative
    lines = []
    attached = piece.status == ATTACHED
    commands = piece.hex is not None and not (attached and rules.is_set("initiative_attached", "instead"))
    if commands:
        rating = "plain" if REPLACEMENT in piece.marks else leader.rating
        lines.append(Modifier(figures[rating], leader.name, "2.1"))
    if piece.hex is None:
        lines.append(Modifier(figures["out"], _("army leader dead, disabled or captured"), "2.1"))
    elif attached:
        lines.append(Modifier(figures["out"], _("army leader attached to a unit"), "2.1"))
    if state.turn == 1 and rules.scenario.first_turn_bonus == side:
        lines.append(Modifier(figures["first_turn"], _("first turn of the game"), "2.1"))
    return tuple(lines)


def march_lines(rules: Rules, state: GameState, piece: Piece) -> tuple[Modifier, ...]:
    """[4.3] What a unit adds to its march roll."""
    figures, unit = rules.tables.march_modifiers, rules.units[piece.id]
    lines = []
    leader = leader_line(rules, state, piece)
    if leader is not None:
        lines.append(leader)
    impact = state.fact("impact", 0) if state.fact("first") == piece.side else 0
    if impact:
        lines.append(Modifier(impact, _("initiative impact"), "2.3"))
    if piece.formation in MARCHING:
        lines.append(Modifier(figures["column"][0], _("in march or road column"), "4.3"))
    if unit.elect:
        lines.append(Modifier(figures["nation"][0], elect_name(unit.elect), "4.3"))
    fresh, spent = figures["horse" if arm_of(rules, piece) == "horse" else "foot"]
    condition = condition_of(rules, piece)
    if condition == "fresh":
        lines.append(Modifier(fresh, _("fresh"), "4.3"))
    elif condition == "spent":
        lines.append(Modifier(spent, _("spent"), "4.3"))
    for dismay in rules.scenario.dismay:
        if piece.id in dismay.units and state.turn > dismay.after_turn and STEADIED not in piece.marks:
            lines.append(Modifier(dismay.modifier, dismay.why, "4.4"))
    return tuple(lines)


def elect_name(elect: str) -> str:
    """[4.3] The troops the page names."""
    return {
        "swedish_foot": _("Swedish foot"),
        "polish_hussars": _("Polish hussars"),
        "janissaries": _("janissaries"),
        "huguenots": _("Huguenots"),
    }[elect]


def leader_line(rules: Rules, state: GameState, piece: Piece) -> Modifier | None:
    """[4.3] The best single leader: one attached, or one detached within command radius."""
    figures = rules.tables.march_modifiers
    lines = []
    for id_ in attached_to(rules, state, piece.id):
        charismatic = is_charismatic(rules, state.pieces[id_])
        why = _("charismatic leader attached") if charismatic else _("leader attached")
        lines.append(Modifier(figures["attached"][charismatic], f"{why}: {rules.name_of(id_)}", "4.3"))
    for leader in leaders(rules, state, piece.side):
        if is_detached(leader) and commands(rules, state, leader, piece):
            charismatic = is_charismatic(rules, leader)
            why = _("charismatic leader within radius") if charismatic else _("leader within radius")
            lines.append(
                Modifier(figures["detached"][charismatic], f"{why}: {rules.name_of(leader.id)}", "4.3")
            )
    return max(lines, key=lambda line: line.value, default=None)


def commands(rules: Rules, state: GameState, leader: Piece, piece: Piece) -> bool:
    """[3.1] Whether a detached leader has a unit within his command radius."""
    assert leader.hex is not None and piece.hex is not None
    return can_command(rules, state, leader.hex, piece.hex, piece.side)


def march_result(rules: Rules, piece: Piece, total: int) -> MarchResult:
    """[4.2] What a march roll means to a unit in its order."""
    if rules.is_set("march_bands", "low_heavy"):
        total = LOW_BANDS.get(total, total)
    row = rules.tables.march(total)
    return row.disorder if is_disordered(piece) else row.good
