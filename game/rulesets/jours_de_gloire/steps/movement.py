"""[6, 11] The movement segment: which unit, where to, which way it faces; arrivals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import FormationChanged, Marked, Placed, Turned
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import SQUARE
from game.rulesets.jours_de_gloire.charging import charge_refusal, rides
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.entry import entry_cost, entry_hexes, entry_of, is_due, may_enter
from game.rulesets.jours_de_gloire.marching import arrive, go
from game.rulesets.jours_de_gloire.movement import (
    DISORDERS,
    columns_of,
    conditions,
    joint_step,
    near_enemy,
    occupied_by,
    reach_of,
    uses_roads,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join, stacking_refusal
from game.rulesets.jours_de_gloire.units import (
    ENTERED,
    FIRED,
    HALTED,
    MOVED,
    TURNED,
    active_units,
    is_good,
    is_routed,
    is_square,
    movement_allowance,
    units_at,
    units_of,
)
from game.rulesets.jours_de_gloire.zones import in_enemy_zone
from hexmap.coords import Hex
from hexmap.ground import Refusal as StepRefusal
from hexmap.paths import Reach

LEAVING_SQUARE = 1  # [9.3] movement points to leave a square
SQUARE_STEP = 2  # [9.3] the dearest hex a square may step into


class ChooseMover(Step[Rules]):
    """[6.1] The active side names a unit to move, to bring on or to charge with; or ends the segment."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Choose a unit to move, or end the movement segment.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        movers = [piece for piece in active_units(rules, state) if _may_move(piece)]
        for piece in movers:
            yield Action("move", (piece.id,))
        yield from _together(rules, movers)
        if rules.is_set("extended_march", "on") and _may_march_far(rules, state):
            for piece in movers:
                if is_good(piece) and FIRED not in piece.marks and not is_square(piece):
                    yield Action("march", (piece.id,))
        for piece in movers:
            if rules.cards[piece.id].is_cavalry and rides(rules, state, piece):
                yield Action("charge", (piece.id,))
        for piece in _waiting(rules, state):
            if is_due(rules, state, piece):
                for hex_ in entry_hexes(rules, state, piece):
                    if may_enter(rules, state, piece, hex_):
                        yield Action("enter", (piece.id, rules.label[hex_]))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        match action:
            case Action("pass", ()):
                ledger.close()
            case Action("charge", (unit,)):
                ledger.open("charge_move", state.frame.side, unit=unit)
            case Action("enter", (unit, label)):
                self._enter(rules, ledger, unit, rules.at[label])
            case Action(verb, units):
                pieces = tuple(state.pieces[unit] for unit in units)
                points = min(movement_allowance(rules, state, piece) for piece in pieces)
                if verb == "march":
                    points *= 2
                ledger.open(
                    "moving",
                    state.frame.side,
                    units=units,
                    left=Fraction(points),
                    fresh=True,
                    far=verb == "march",
                )

    def _enter(self, rules: Rules, ledger: Ledger, unit: str, hex_: Hex) -> None:
        """[11] Come onto the map and go on with what is left."""
        state = ledger.state
        piece = state.pieces[unit]
        cost = entry_cost(rules, state, piece, hex_)
        points = movement_allowance(rules, state, piece)
        key = f"entries:{rules.label[hex_]}"
        entry = entry_of(rules, unit)
        assert entry is not None
        ledger.write(Placed(unit, hex_, rules.printed_facing(entry.facing)))
        ledger.write(Marked(unit, ENTERED))
        ledger.write(Marked(unit, MOVED))
        ledger.fact(key, state.fact(key, 0) + 1)
        arrive(rules, ledger, piece.side, hex_)
        ledger.open(
            "moving",
            state.frame.side,
            units=(unit,),
            left=max(Fraction(0), points - cost),
            fresh=False,
            far=False,
        )

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb not in ("move", "together", "march", "charge", "enter") or not action.words:
            return super().refuse(rules, state, action)
        if action.verb == "enter":
            return _entry_refusal(rules, state, action)
        for id_ in action.words:
            if id_ in rules.at:
                return Refusal(_("name the unit first; where it goes is asked next"), "6.1")
            if id_ not in rules.cards:
                return Refusal(_("there is no unit called '{unit}'").format(unit=id_))
            refusal = _mover_refusal(rules, state, state.pieces[id_])
            if refusal is not None:
                return refusal
        if action.verb == "charge":
            piece = state.pieces[action.words[0]]
            return charge_refusal(rules, state, piece) or Refusal(
                _("no enemy can be reached by a charge"), "9.1"
            )
        if action.verb == "together":
            return Refusal(_("only units that share a hex move together"), "6.1")
        if action.verb == "march":
            return _march_refusal(rules, state, state.pieces[action.words[0]])
        return super().refuse(rules, state, action)


def _entry_refusal(rules: Rules, state: GameState, action: Action) -> Refusal:
    """[11] Why a unit does not come onto the map, or not there."""
    unit, *where = action.words
    if unit not in rules.cards:
        return Refusal(_("there is no unit called '{unit}'").format(unit=unit))
    piece = state.pieces[unit]
    if piece.hex is not None:
        return Refusal(_("it is on the map already"), "11")
    if piece not in _waiting(rules, state):
        return Refusal(_("it is not of the active formation, or is lost"), "11")
    if not is_due(rules, state, piece):
        entry = entry_of(rules, unit)
        assert entry is not None
        return Refusal(_("it is due on turn {turn}").format(turn=entry.turn), "11")
    hexes = [rules.label[hex_] for hex_ in entry_hexes(rules, state, piece)]
    if not hexes:
        return Refusal(_("the enemy holds its entry hex and the edge near it"), "11")
    if len(where) != 1 or where[0] not in hexes:
        return Refusal(_("it enters by {hexes}").format(hexes=_(" or ").join(hexes)), "11")
    return Refusal(_("it has no room there, or not points enough to enter after the others"), "11")


def _march_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal:
    """[6.5] Why a unit that may move makes no extended march."""
    if rules.is_set("extended_march", "off"):
        return Refusal(_("extended marches are a house rule that is off"), "6.5")
    if state.fact("status") != "OR":
        return Refusal(_("an extended march takes orders"), "6.5")
    if not is_good(piece) or is_square(piece):
        return Refusal(_("only units in good order, and not in square, make an extended march"), "6.5")
    if FIRED in piece.marks:
        return Refusal(_("guns that fired make no extended march"), "6.5")
    return Refusal(_("a unit of the formation is within 3 hexes of an enemy"), "6.5")


def _mover_refusal(rules: Rules, state: GameState, piece: Piece) -> Refusal | None:
    if piece.id not in {other.id for other in _activated(rules, state)}:
        return Refusal(
            _("{unit} is not of the active formation").format(unit=rules.cards[piece.id].name), "2.2"
        )
    if piece.hex is None:
        return Refusal(_("it is not on the map"), "6.1")
    if is_routed(piece):
        return Refusal(_("routed units do not move by their own will"), "6.1")
    if HALTED in piece.marks:
        return Refusal(_("it has had its move"), "6.1")
    return None


def _activated(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    return (*active_units(rules, state), *_waiting(rules, state))


def _waiting(rules: Rules, state: GameState) -> tuple[Piece, ...]:
    """Units of the active formation that are still to come."""
    if state.fact("chosen") is not None:
        return ()
    return tuple(p for p in units_of(rules, state, state.fact("formation")) if p.hex is None)


def _may_move(piece: Piece) -> bool:
    return HALTED not in piece.marks and not is_routed(piece)


def _together(rules: Rules, movers: list[Piece]) -> Iterator[Action]:
    """[6.1] Units that share a hex may move as one stack."""
    by_hex: dict[Hex, list[Piece]] = {}
    for piece in movers:
        if piece.hex is not None and not is_square(piece):
            by_hex.setdefault(piece.hex, []).append(piece)
    for stack in by_hex.values():
        for count in range(2, len(stack) + 1):
            for group in combinations(stack, count):
                yield Action("together", tuple(piece.id for piece in group))


def _may_march_far(rules: Rules, state: GameState) -> bool:
    """[6.5] Ordered, and no unit of the formation within three hexes of an enemy."""
    if state.fact("status") != "OR":
        return False
    units = active_units(rules, state)
    enemies = occupied_by(rules, state.pieces, rules.enemy(state.fact("active")))
    return all(piece.hex is None or not near_enemy(enemies, piece.hex, 3) for piece in units)


class Moving(Step[Rules]):
    """[6.1] A unit goes where its points take it, hex by hex or straight there, and halts facing some way."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        names = ", ".join(rules.cards[id_].name for id_ in state.frame.get("units"))
        return _("{unit}: {points} movement points left; go on, or halt and face.").format(
            unit=names, points=state.frame.get("left")
        )

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        units = _moving_units(state)
        if not units:
            yield PASS
            return
        here = units[0].hex
        assert here is not None
        if _may_halt(rules, state, units):
            for name in rules.facing_names:
                yield Action("halt", (name,))
        if is_square(units[0]):
            yield from _square_actions(rules, state, units[0])
            return
        label = rules.label
        found = moving_reach(rules, state)
        if found is not None:
            occupied = state.pieces.occupied()
            fired = any(FIRED in piece.marks for piece in units)
            for hex_ in found:
                if hex_ == here or ((fired or hex_ in occupied) and not _may_end(rules, state, units, hex_)):
                    continue
                yield Action("go", (label[hex_],))
            for hex_ in _disordering_steps(rules, state, units):
                yield Action("cross", (label[hex_],))
        if rules.is_set("voluntary_square", "on") and _may_form_square(rules, state, units):
            yield Action("square")

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        units = _moving_units(state)
        ids = tuple(piece.id for piece in units)
        match action:
            case Action("pass", ()):
                ledger.close()
            case Action("halt", (name,)):
                _halt(rules, ledger, ids, rules.facing(name))
            case Action("go", (label,)):
                self._go(rules, ledger, units, rules.at[label])
            case Action("cross", (label,)):
                self._cross(rules, ledger, units, rules.at[label])
            case Action("unsquare", ()):
                ledger.write(FormationChanged(ids[0], ""))
                ledger.write(Marked(ids[0], TURNED))
                ledger.keep(left=state.frame.get("left") - LEAVING_SQUARE, fresh=False)
            case Action("square", ()):
                for id_ in ids:
                    if not rules.cards[id_].is_artillery:
                        ledger.write(FormationChanged(id_, SQUARE))
                    ledger.write(Marked(id_, TURNED))
                ledger.keep(left=Fraction(0), fresh=False)

    def _go(self, rules: Rules, ledger: Ledger, units: tuple[Piece, ...], hex_: Hex) -> None:
        state = ledger.state
        if is_square(units[0]):
            path, left = (units[0].hex, hex_), Fraction(0)
            assert path[0] is not None
            self._take(rules, ledger, units, (path[0], hex_), left)
            return
        found = moving_reach(rules, state)
        assert found is not None
        reached = found[hex_]
        left = Fraction(0) if reached.stops else reached.left
        self._take(rules, ledger, units, found.path(hex_), left)

    def _cross(self, rules: Rules, ledger: Ledger, units: tuple[Piece, ...], hex_: Hex) -> None:
        """[6.4] Step over what disorders whoever crosses it, and suffer it."""
        state = ledger.state
        here = units[0].hex
        assert here is not None
        cost = _step_total(rules, state, units, here, hex_)
        assert cost is not None
        bars = conditions(rules, state, units)
        stops = bars.stopping(hex_) is not None
        left = Fraction(0) if stops else max(Fraction(0), state.frame.get("left") - cost)
        self._take(rules, ledger, units, (here, hex_), left)
        for piece in units:
            marks = joint_step(
                rules, here, hex_, (rules.cards[piece.id].column,), uses_roads(rules, state), True
            )
            if not isinstance(marks, StepRefusal) and DISORDERS in marks.marks:
                disorder(rules, ledger, piece.id, _("the ground crossed"))

    def _take(
        self, rules: Rules, ledger: Ledger, units: tuple[Piece, ...], path: tuple[Hex, ...], left: Fraction
    ) -> None:
        # Left here, the open step must remember before anything else opens above it.
        ledger.keep(left=left, fresh=False)
        ids = tuple(piece.id for piece in units)
        go(rules, ledger, ids, path, units[0].facing, "march")
        for id_ in ids:
            if MOVED not in ledger.state.pieces[id_].marks:
                ledger.write(Marked(id_, MOVED))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb in ("go", "cross") and len(action.words) == 1:
            label = action.words[0]
            if label not in rules.at:
                return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
            return _why_not_there(rules, state, rules.at[label])
        if action.verb == "halt":
            if action.words and action.words[0] not in rules.facing_names:
                names = ", ".join(rules.facing_names)
                return Refusal(_("a unit faces one of {names}").format(names=names), "4.1")
            units = _moving_units(state)
            here = units[0].hex
            assert here is not None
            return _end_refusal(rules, state, units, here) or super().refuse(rules, state, action)
        if action == PASS:
            return Refusal(_("a move ends with 'halt' and the way the unit faces"), "4.1")
        if action.verb in ("square", "unsquare"):
            return _formation_refusal(rules, state, action.verb)
        return super().refuse(rules, state, action)


def _moving_units(state: GameState) -> tuple[Piece, ...]:
    """The units that move; those whom the ground crossed has put to rout are out of it."""
    pieces = (state.pieces[id_] for id_ in state.frame.get("units"))
    return tuple(piece for piece in pieces if piece.hex is not None and not is_routed(piece))


def moving_reach(rules: Rules, state: GameState) -> Reach | None:
    """Where the moving units can still get to; None when they can go no farther."""
    frame = state.frame
    left: Fraction = frame.get("left")
    fresh: bool = frame.get("fresh")
    if (left <= 0 and not fresh) or frame.get("done"):
        return None
    if "reach" not in state.memo:
        units = _moving_units(state)
        state.memo["reach"] = reach_of(rules, state, units, left, fresh, bool(frame.get("far")))
    found: Reach = state.memo["reach"]
    return found


def _may_end(rules: Rules, state: GameState, units: tuple[Piece, ...], hex_: Hex) -> bool:
    return _end_refusal(rules, state, units, hex_) is None


def _end_refusal(rules: Rules, state: GameState, units: tuple[Piece, ...], hex_: Hex) -> Refusal | None:
    """[5, 6.4] Why units may not stay in a hex."""
    ids = {piece.id for piece in units}
    present = [piece for piece in units_at(rules, state, hex_) if piece.id not in ids]
    refusal = stacking_refusal(rules, [*present, *units]) if present else None
    if refusal is not None:
        return refusal
    if any(FIRED in piece.marks and MOVED in piece.marks for piece in units) or (
        hex_ != units[0].hex and any(FIRED in piece.marks for piece in units)
    ):
        enemies = occupied_by(rules, state.pieces, rules.enemy(units[0].side))
        if near_enemy(enemies, hex_, 1):
            return Refusal(_("guns that fired may not end next to an enemy"), "6.4")
    return None


def _may_halt(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> bool:
    """A move ends wherever the unit may stay; where it stood at first it may always stay."""
    here = units[0].hex
    assert here is not None
    if MOVED not in units[0].marks:
        return True
    return _may_end(rules, state, units, here)


def _square_actions(rules: Rules, state: GameState, piece: Piece) -> Iterator[Action]:
    """[9.3] A square leaves its formation for one point, or shuffles one hex; neither near the enemy."""
    here = piece.hex
    assert here is not None
    if in_enemy_zone(rules, state.pieces, here, piece.side) or not state.frame.get("fresh"):
        return
    if state.frame.get("left") >= LEAVING_SQUARE:
        yield Action("unsquare")
    bars = conditions(rules, state, (piece,))
    column = (rules.cards[piece.id].column,)
    for hex_ in rules.board.neighbours(here):
        step = joint_step(rules, here, hex_, column, uses_roads(rules, state), False)
        if isinstance(step, StepRefusal) or bars.forbidding(hex_) or bars.stopping(hex_):
            continue
        cost = step.total + sum(item.cost for item in bars.entering(hex_))
        if cost <= min(SQUARE_STEP, state.frame.get("left")) and may_join(rules, state, (piece,), hex_):
            yield Action("go", (rules.label[hex_],))


def _may_form_square(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> bool:
    """House rule `voluntary_square`: infantry in good order may form square for its whole move."""
    return (
        bool(state.frame.get("fresh"))
        and all(is_good(piece) for piece in units)
        and any(rules.cards[piece.id].is_infantry for piece in units)
        and not any(rules.cards[piece.id].is_cavalry for piece in units)
    )


def _formation_refusal(rules: Rules, state: GameState, verb: str) -> Refusal:
    """[9.3] Why moving units do not form square, or do not leave it, now."""
    unit = _moving_units(state)[0]
    assert unit.hex is not None
    if verb == "square":
        if rules.is_set("voluntary_square", "off"):
            return Refusal(_("to form square in one's own movement is a house rule that is off"), "9.3")
        return Refusal(_("only infantry in good order forms square, with its whole movement"), "9.3")
    if not is_square(unit):
        return Refusal(_("it is not in square"), "9.3")
    if in_enemy_zone(rules, state.pieces, unit.hex, unit.side):
        return Refusal(_("no square is left in an enemy zone of control"), "9.3")
    return Refusal(_("to leave a square takes 1 movement point, before anything else"), "9.3")


def _disordering_steps(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> Iterator[Hex]:
    """[6.4] Adjacent hexes behind a wall or a steep slope that disorders whoever crosses it."""
    here = units[0].hex
    assert here is not None
    for hex_ in _disordering_neighbours(rules, columns_of(rules, units), uses_roads(rules, state), here):
        if _step_total(rules, state, units, here, hex_) is not None and _may_end(rules, state, units, hex_):
            yield hex_


def _disordering_neighbours(
    rules: Rules, columns: tuple[str, ...], roads: bool, here: Hex
) -> tuple[Hex, ...]:
    key = ("disordering", columns, roads, here)
    if key not in rules.memo:
        found = []
        for hex_ in rules.board.neighbours(here):
            step = joint_step(rules, here, hex_, columns, roads, True)
            if not isinstance(step, StepRefusal) and DISORDERS in step.marks:
                found.append(hex_)
        rules.memo[key] = tuple(found)
    known: tuple[Hex, ...] = rules.memo[key]
    return known


def _step_total(
    rules: Rules, state: GameState, units: tuple[Piece, ...], here: Hex, hex_: Hex
) -> Fraction | None:
    """What a disordering step costs the moving units, or None when they cannot make it."""
    bars = conditions(rules, state, units, bool(state.frame.get("far")))
    if bars.forbidding(hex_) is not None:
        return None
    step = joint_step(rules, here, hex_, columns_of(rules, units), uses_roads(rules, state), True)
    if isinstance(step, StepRefusal):
        return None
    cost = step.total + sum(item.cost for item in (*bars.leaving(here), *bars.entering(hex_)))
    if cost <= state.frame.get("left"):
        return Fraction(cost)
    if state.frame.get("fresh") and bars.too_far(hex_) is None:
        return Fraction(cost)
    return None


def _why_not_there(rules: Rules, state: GameState, hex_: Hex) -> Refusal:
    units = _moving_units(state)
    if hex_ == units[0].hex:
        return Refusal(_("it stands there already"), "6.1")
    if is_square(units[0]):
        return Refusal(_("a square moves one hex of cost 2 or less, away from enemy zones"), "9.3")
    found = moving_reach(rules, state)
    if found is None:
        return Refusal(_("it has no movement points left"), "6.1")
    if hex_ in found:
        refusal = _end_refusal(rules, state, units, hex_)
        if refusal is not None:
            return refusal
    why = found.why_not(hex_)
    if why is not None:
        return Refusal(why.why, why.rule or "6.1")
    return Refusal(_("this step disorders nobody: simply go there"), "6.4")


def _halt(rules: Rules, ledger: Ledger, ids: tuple[str, ...], facing: int) -> None:
    """[4.1] End a move; foot and horse of one hex face one way, a battery its own."""
    state = ledger.state
    here = state.pieces[ids[0]].hex
    assert here is not None
    turning = set(ids)
    if any(not rules.cards[id_].is_artillery for id_ in ids):
        turning |= {p.id for p in units_at(rules, state, here) if not rules.cards[p.id].is_artillery}
    for id_ in sorted(turning):
        piece = ledger.state.pieces[id_]
        if piece.facing != facing and piece.status != "routed":
            ledger.write(Turned(id_, facing))
            if MOVED not in piece.marks and TURNED not in piece.marks:
                ledger.write(Marked(id_, TURNED))
    for id_ in ids:
        ledger.write(Marked(id_, HALTED))
    ledger.close()


STEPS: dict[str, Step[Any]] = {"movement": ChooseMover(), "moving": Moving()}
