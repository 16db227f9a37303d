"""[11] Victory: points for what the enemy has lost, for places and for stands led off the map."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.modifiers import Modifier, total
from game.core.state import GameState, Outcome
from game.core.tongue import _
from game.rulesets.age_of_glory.cards import CAPTURED, DESTROYED, EXITED, WRECKED
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import condition_of, troops


def points(rules: Rules, state: GameState, side: str) -> tuple[Modifier, ...]:
    """[11.1] A side's victory points, line by line."""
    return tuple(_lines(rules, state, side))


def _lines(rules: Rules, state: GameState, side: str) -> Iterator[Modifier]:
    victory = rules.scenario.victory
    enemy = rules.enemy(side)
    for id_, unit in rules.units.items():
        if unit.side != enemy:
            continue
        piece = state.pieces[id_]
        if piece.status == DESTROYED:
            yield Modifier(victory.destroyed, _("{unit} destroyed").format(unit=unit.name), "11.1")
        elif piece.hex is not None:
            condition = condition_of(rules, piece)
            if condition == "spent":
                yield Modifier(victory.spent, _("{unit} spent").format(unit=unit.name), "11.1")
            elif condition == "worn":
                yield Modifier(victory.worn, _("{unit} worn").format(unit=unit.name), "11.1")
    for id_, battery in rules.batteries.items():
        if battery.side == enemy and state.pieces[id_].status in (WRECKED, CAPTURED):
            yield Modifier(victory.battery, _("{unit} lost").format(unit=battery.name), "11.1")
    for id_, leader in rules.leaders.items():
        if leader.side == enemy and leader.charismatic and state.fact(f"lost_leader:{id_}"):
            yield Modifier(victory.charismatic, _("{leader} fallen").format(leader=leader.name), "11.1")
    for entry in rules.scenario.objectives:
        if state.fact(f"holder:{entry.hex}") == side:
            worth = entry.points if isinstance(entry.points, int) else entry.points.get(side, 0)
            yield Modifier(worth, entry.name, "11.2")
    for exit_ in rules.scenario.exits:
        stands = stands_exited(rules, state, exit_.side, exit_.arm)
        if exit_.side == side and stands:
            why = _("{n} stands led off: {name}").format(n=stands, name=exit_.name)
            yield Modifier(exit_.points * stands, why, "11.3")
    if side in victory.handicap:
        yield Modifier(victory.handicap[side], _("handicap"), "11.1")


def stands_exited(rules: Rules, state: GameState, side: str, arm: str | None) -> int:
    """[11.3] Stands a side has led off the map."""
    return sum(
        state.pieces[id_].strength
        for id_, unit in rules.units.items()
        if unit.side == side and arm in (None, unit.arm) and state.pieces[id_].status == EXITED
    )


def early_end(rules: Rules, state: GameState) -> Outcome | None:
    """[11.3, 11.5] A victory that does not wait for the last turn."""
    for exit_ in rules.scenario.exits:
        if exit_.wins_with and stands_exited(rules, state, exit_.side, exit_.arm) >= exit_.wins_with:
            return Outcome(exit_.side, _top(rules), exit_.name)
    left = [side for side in rules.sides if _has_troops(rules, state, side)]
    if len(left) == 1:
        return Outcome(left[0], _top(rules), _("no enemy troops are left"))
    return None if left else Outcome(None, _("draw"), _("no troops are left on either side"))


def _has_troops(rules: Rules, state: GameState, side: str) -> bool:
    if any(True for _piece in troops(rules, state, side)):
        return True
    waiting = (state.pieces[id_] for id_ in rules.entries if id_ in rules.units)
    return any(piece.side == side and piece.status not in (DESTROYED, EXITED) for piece in waiting)


def _top(rules: Rules) -> str:
    return rules.scenario.victory.levels[-1].name


def final_outcome(rules: Rules, state: GameState) -> Outcome:
    """[11.1, 11.4] Who has won after the last turn."""
    stand = rules.scenario.victory.last_stand
    if stand is not None and _stands_in_area(rules, state) >= stand.stands:
        return Outcome(stand.side, _top(rules), stand.name)
    first, second = rules.sides
    scores = {side: total(points(rules, state, side)) for side in rules.sides}
    margin = scores[first] - scores[second]
    why = _("{a} points to {b}").format(a=scores[first], b=scores[second])
    reached = [level for level in rules.scenario.victory.levels if level.margin <= abs(margin)]
    if not reached:
        return Outcome(None, _("draw"), why)
    return Outcome(first if margin > 0 else second, reached[-1].name, why)


def _stands_in_area(rules: Rules, state: GameState) -> int:
    """[11.4] Stands of the grade that still hold the area."""
    stand = rules.scenario.victory.last_stand
    assert stand is not None
    area = rules.board.areas[stand.area]
    return sum(
        piece.strength
        for piece in troops(rules, state, stand.side)
        if piece.hex in area and rules.units[piece.id].grade == stand.grade
    )
