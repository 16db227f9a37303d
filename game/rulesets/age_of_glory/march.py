"""[2, 3.1, 4] What counts in an initiative roll and in a march roll, line by line. It changes no state."""

from __future__ import annotations

from game.core.modifiers import Modifier
from game.core.state import GameState, Piece
from game.rulesets.age_of_glory.cards import ATTACHED, ELECTS, MARCHING, Elect
from game.rulesets.age_of_glory.reasons import reason
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

INITIATIVE, MARCH = "initiative_modifiers", "march_modifiers"
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
        lines.append(Modifier(figures["out"], reason(INITIATIVE, "out", 0), "2.1"))
    elif attached:
        lines.append(Modifier(figures["out"], reason(INITIATIVE, "out", 1), "2.1"))
    if state.turn == 1 and rules.scenario.first_turn_bonus == side:
        lines.append(Modifier(figures["first_turn"], reason(INITIATIVE, "first_turn"), "2.1"))
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
        lines.append(Modifier(impact, reason(MARCH, "impact"), "2.3"))
    if piece.formation in MARCHING:
        lines.append(Modifier(figures["column"][0], reason(MARCH, "column"), "4.3"))
    if unit.elect:
        lines.append(Modifier(figures["nation"][0], elect_name(unit.elect), "4.3"))
    arm = "horse" if arm_of(rules, piece) == "horse" else "foot"
    condition = condition_of(rules, piece)
    if condition != "worn":
        figure = ("fresh", "spent").index(condition)
        lines.append(Modifier(figures[arm][figure], reason(MARCH, arm, figure), "4.3"))
    for dismay in rules.scenario.dismay:
        if piece.id in dismay.units and state.turn > dismay.after_turn and STEADIED not in piece.marks:
            lines.append(Modifier(dismay.modifier, dismay.why, "4.4"))
    return tuple(lines)


def elect_name(elect: Elect) -> str:
    """[4.3] The troops the page names."""
    return reason(MARCH, "nation", ELECTS.index(elect))


def leader_line(rules: Rules, state: GameState, piece: Piece) -> Modifier | None:
    """[4.3] The best single leader: one attached, or one detached within command radius."""
    near = (
        leader.id
        for leader in leaders(rules, state, piece.side)
        if is_detached(leader) and commands(rules, state, leader, piece)
    )
    present = (("attached", attached_to(rules, state, piece.id)), ("detached", near))
    lines = []
    for row, ids in present:
        for id_ in ids:
            figure = int(is_charismatic(rules, state.pieces[id_]))
            value = rules.tables.march_modifiers[row][figure]
            lines.append(Modifier(value, f"{reason(MARCH, row, figure)}: {rules.name_of(id_)}", "4.3"))
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
