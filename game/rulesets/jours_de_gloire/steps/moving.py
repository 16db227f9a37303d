"""[4.1, 6.1, 6.4, 9.3] A unit moves: where its points take it, what it crosses, how it faces at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.core.actions import PASS, Action
from game.core.errors import Refusal
from game.core.events import FormationChanged, Marked, Removed, Turned
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import EXITED, ROUTED, SQUARE
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.marching import go
from game.rulesets.jours_de_gloire.movement import (
    DISORDERS,
    by_road,
    columns_of,
    conditions,
    joint_step,
    known_joint_step,
    near_enemy,
    occupied_by,
    reach_of,
    side_between,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join, stacking_refusal
from game.rulesets.jours_de_gloire.units import (
    FIRED,
    HALTED,
    MOVED,
    TURNED,
    is_good,
    is_routed,
    is_square,
    units_at,
)
from game.rulesets.jours_de_gloire.zones import in_enemy_zone
from hexmap.conditions import Conditions
from hexmap.coords import Hex
from hexmap.ground import Cost, plain
from hexmap.ground import Refusal as StepRefusal
from hexmap.paths import Reach

LEAVING_SQUARE = 1  # [9.3] movement points to leave a square
LEAVING_MAP = 1  # [6.6] movement points to leave the map
SQUARE_STEP = 2  # [9.3] the dearest hex a square may step into


class Moving(Step[Rules]):
    """[6.1] A unit goes where its points take it, hex by hex or straight there, and halts facing some way."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        names = ", ".join(rules.cards[id_].name for id_ in state.frame.get("units"))
        return _("{unit}: go on, or halt and face. Movement points left: {points}.").format(
            unit=names, points=state.frame.get("left")
        )

    def actions(self, rules: Rules, state: GameState) -> list[Action]:
        units = _moving_units(state)
        if not units:
            return [PASS]
        here, side = units[0].hex, units[0].side
        assert here is not None
        actions: list[Action] = []
        if _may_halt(rules, state, units):
            bound = _bound_guns(rules, state, units)
            actions += (
                rules.halts
                if not bound
                else [rules.halts[facing] for facing in sorted({piece.facing for piece in bound})]
            )
        if is_square(units[0]):
            return [*actions, *_square_actions(rules, state, units[0])]
        found = moving_reach(rules, state)
        if found is not None:
            go_to, hexes = rules.go_to, rules.board.hexes
            indices = found.indices
            if _fired(units):
                asked, may_stay = frozenset(indices), _may_end
            else:  # where nobody stands they may, and where friends stand if they may stack
                asked, may_stay = occupied_by(rules, state.pieces, side).indices, may_join
            actions += [
                go_to[index]
                for index in indices
                if index not in asked
                or (hexes[index] != here and may_stay(rules, state, units, hexes[index]))
            ]
            for hex_ in _disordering_steps(rules, state, units):
                actions.append(Action("cross", (rules.label[hex_],)))
        if here in rules.exits[side] and _exit_refusal(rules, state, units) is None:
            actions.append(Action("exit"))
        if rules.is_set("voluntary_square", "on") and _may_form_square(rules, state, units):
            actions.append(Action("square"))
        return actions

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        units = _moving_units(state)
        ids = tuple([piece.id for piece in units])
        match action:
            case Action("go", (label,)):
                self._go(rules, ledger, units, rules.at[label])
            case Action("halt", (name,)):
                _halt(rules, ledger, units, rules.facing(name))
            case Action("pass", ()):
                ledger.close()
            case Action("cross", (label,)):
                self._cross(rules, ledger, units, rules.at[label])
            case Action("exit", ()):
                ledger.close()
                for id_ in ids:
                    ledger.write(Removed(id_, EXITED, "6.6"))
            case Action("unsquare", ()):
                ledger.write(FormationChanged(ids[0], ""))
                ledger.write(Marked(ids[0], TURNED))
                ledger.keep(left=state.frame.get("left") - LEAVING_SQUARE, fresh=False)
            case Action("square", ()):
                for id_ in ids:
                    if not rules.cards[id_].is_artillery:
                        ledger.write(FormationChanged(id_, SQUARE))
                    ledger.write(Marked(id_, TURNED))
                ledger.keep(left=0, fresh=False)

    def _go(self, rules: Rules, ledger: Ledger, units: tuple[Piece, ...], hex_: Hex) -> None:
        state = ledger.state
        if is_square(units[0]):
            here = units[0].hex
            assert here is not None
            self._take(rules, ledger, units, (here, hex_), 0)
            return
        found = moving_reach(rules, state)
        assert found is not None
        reached = found[hex_]
        self._take(rules, ledger, units, found.path(hex_), 0 if reached.stops else reached.left)

    def _cross(self, rules: Rules, ledger: Ledger, units: tuple[Piece, ...], hex_: Hex) -> None:
        """[6.4] Step over what disorders whoever crosses it, and suffer it."""
        state = ledger.state
        here = units[0].hex
        assert here is not None
        cost = _step_total(rules, state, units, here, hex_)
        assert cost is not None
        bars = _bars(rules, state, units)
        stops = bars.stopping(hex_) is not None
        left = 0 if stops else max(0, state.frame.get("left") - cost)
        self._take(rules, ledger, units, (here, hex_), plain(left))
        for piece in units:
            roads = by_road(rules, state, piece.side, hex_)
            step = joint_step(rules, here, hex_, (rules.cards[piece.id].column,), roads, True)
            if not isinstance(step, StepRefusal) and DISORDERS in step.marks:
                disorder(rules, ledger, piece.id, _("the ground crossed"))

    def _take(
        self, rules: Rules, ledger: Ledger, units: tuple[Piece, ...], path: tuple[Hex, ...], left: Cost
    ) -> None:
        leaves_zone = in_enemy_zone(rules, ledger.state.pieces, path[0], units[0].side)
        # Left here, the open step must remember before anything else opens above it.
        ledger.keep(left=left, fresh=False)
        if leaves_zone:
            ledger.keep(left_zone=True)
        ids = tuple([piece.id for piece in units])
        go(rules, ledger, ids, path, units[0].facing, "march")
        for id_ in ids:
            if MOVED not in ledger.piece(id_).marks:
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
            if len(action.words) == 1 and _bound_guns(rules, state, units):
                return Refusal(_("guns that fired may not turn next to an enemy"), "6.4")
            return _end_refusal(rules, state, units, here) or super().refuse(rules, state, action)
        if action == PASS:
            return Refusal(_("a move ends with 'halt' and the way the unit faces"), "4.1")
        if action.verb == "exit":
            return _exit_refusal(rules, state, _moving_units(state)) or super().refuse(rules, state, action)
        if action.verb in ("square", "unsquare"):
            return _formation_refusal(rules, state, action.verb)
        return super().refuse(rules, state, action)


def _moving_units(state: GameState) -> tuple[Piece, ...]:
    """The units that move; those whom the ground crossed has put to rout are out of it."""
    units: tuple[Piece, ...] | None = state.memo.get("units")
    if units is None:
        pieces = map(state.pieces.pieces.__getitem__, state.frame.get("units"))
        units = tuple([piece for piece in pieces if piece.hex is not None and piece.status != ROUTED])
        state.memo["units"] = units
    return units


def moving_reach(rules: Rules, state: GameState) -> Reach | None:
    """Where the moving units can still get to; None when they can go no farther."""
    memo = state.memo
    if "reach" not in memo:
        data: Mapping[str, Any] = state.frames[-1].data
        left, fresh = data["left"], data["fresh"]
        if (fresh or left > 0) and not data.get("done"):
            far, left_zone = bool(data.get("far")), bool(data.get("left_zone"))
            memo["reach"] = reach_of(rules, state, _moving_units(state), left, fresh, far, left_zone)
        else:
            memo["reach"] = None
    found: Reach | None = memo["reach"]
    return found


def _bars(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> Conditions:
    """What the armies change about the open move as it stands."""
    frame = state.frame
    return conditions(rules, state, units, bool(frame.get("far")), bool(frame.get("left_zone")))


def _may_end(rules: Rules, state: GameState, units: tuple[Piece, ...], hex_: Hex) -> bool:
    """[5, 6.4] Whether units may stay in a hex."""
    return may_join(rules, state, units, hex_) and not _are_guns_too_near(rules, state, units, hex_)


def _end_refusal(rules: Rules, state: GameState, units: tuple[Piece, ...], hex_: Hex) -> Refusal | None:
    """[5, 6.4] Why units may not stay in a hex."""
    ids = {piece.id for piece in units}
    present = [piece for piece in units_at(rules, state, hex_) if piece.id not in ids]
    refusal = stacking_refusal(rules, [*present, *units]) if present else None
    if refusal is None and _are_guns_too_near(rules, state, units, hex_):
        return Refusal(_("guns that fired may not end next to an enemy"), "6.4")
    return refusal


def _are_guns_too_near(rules: Rules, state: GameState, units: tuple[Piece, ...], hex_: Hex) -> bool:
    """[6.4] Whether guns that fired would end a move next to an enemy."""
    fired = _fired(units)
    if not fired or (hex_ == units[0].hex and not any(MOVED in piece.marks for piece in fired)):
        return False
    return near_enemy(occupied_by(rules, state.pieces, rules.enemy(units[0].side)), hex_, 1)


def _may_halt(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> bool:
    """A move ends wherever the unit may stay; where it stood at first it may always stay."""
    here = units[0].hex
    assert here is not None
    if MOVED not in units[0].marks:
        return True
    return _may_end(rules, state, units, here)


def _bound_guns(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> list[Piece]:
    """[6.4] Guns that fired next to an enemy: to turn counts as moving, and no move of theirs ends there."""
    fired = _fired(units)
    if not fired:
        return []
    here = fired[0].hex
    assert here is not None
    return fired if near_enemy(occupied_by(rules, state.pieces, rules.enemy(fired[0].side)), here, 1) else []


def _fired(units: tuple[Piece, ...]) -> list[Piece]:
    """The guns among some units that fired in this activation."""
    return [piece for piece in units if FIRED in piece.marks]


def _exit_refusal(rules: Rules, state: GameState, units: tuple[Piece, ...]) -> Refusal | None:
    """[6.6] Why units do not leave the map from where they stand: a point, two out of an enemy zone."""
    here, side = units[0].hex, units[0].side
    assert here is not None
    if here not in rules.exits[side]:
        return Refusal(_("units leave the map only where the scenario says"), "6.6")
    if is_square(units[0]) or state.frame.get("far"):
        return Refusal(_("neither a square nor an extended march leaves the map"), "6.6")
    cost = LEAVING_MAP + sum(item.cost for item in _bars(rules, state, units).leaving(here))
    if state.frame.get("left") < cost:
        return Refusal(_("to leave the map takes movement points: {cost}").format(cost=cost), "6.6")
    return None


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
        step = joint_step(rules, here, hex_, column, by_road(rules, state, piece.side, hex_), False)
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
    columns, side = columns_of(rules, units), units[0].side
    for hex_ in _disordering_neighbours(rules, columns, here):
        step = known_joint_step(rules, here, hex_, columns, by_road(rules, state, side, hex_), True)
        if isinstance(step, StepRefusal) or DISORDERS not in step.marks:
            continue
        if _step_total(rules, state, units, here, hex_) is not None and _may_end(rules, state, units, hex_):
            yield hex_


def _disordering_neighbours(rules: Rules, columns: tuple[str, ...], here: Hex) -> tuple[Hex, ...]:
    """The adjacent hexes that it disorders to step into, by road or off it."""
    key = ("disordering", columns, here)
    known: tuple[Hex, ...] | None = rules.memo.get(key)
    if known is None:
        found = []
        for hex_ in rules.board.neighbours(here):
            if not rules.board.features.get(side_between(here, hex_)):
                continue  # Only what lies on a hexside disorders.
            steps = [known_joint_step(rules, here, hex_, columns, roads, True) for roads in (True, False)]
            if any(not isinstance(step, StepRefusal) and DISORDERS in step.marks for step in steps):
                found.append(hex_)
        known = rules.memo[key] = tuple(found)
    return known


def _step_total(
    rules: Rules, state: GameState, units: tuple[Piece, ...], here: Hex, hex_: Hex
) -> Cost | None:
    """What a disordering step costs the moving units, or None when they cannot make it."""
    bars = _bars(rules, state, units)
    if bars.forbidding(hex_) is not None:
        return None
    roads = by_road(rules, state, units[0].side, hex_)
    step = known_joint_step(rules, here, hex_, columns_of(rules, units), roads, True)
    if isinstance(step, StepRefusal):
        return None
    cost = step.total + sum(item.cost for item in (*bars.leaving(here), *bars.entering(hex_)))
    if cost <= state.frame.get("left"):
        return cost
    if state.frame.get("fresh") and bars.too_far(hex_) is None:
        return cost
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


def _halt(rules: Rules, ledger: Ledger, units: tuple[Piece, ...], facing: int) -> None:
    """[4.1] End a move."""
    bound = _bound_guns(rules, ledger.state, units)
    face(rules, ledger, tuple([piece.id for piece in units if piece not in bound]), facing)
    for piece in units:
        ledger.write(Marked(piece.id, HALTED))
    ledger.close()


def face(rules: Rules, ledger: Ledger, ids: tuple[str, ...], facing: int) -> None:
    """[4.1] Turn units of one hex: foot and horse of a hex face one way, a battery its own."""
    cards, turning = rules.cards, set(ids)
    foot_and_horse = [id_ for id_ in ids if cards[id_].arm != "artillery"]
    if foot_and_horse:
        here = ledger.piece(foot_and_horse[0]).hex
        assert here is not None
        turning.update([id_ for id_ in ledger.at(here) if id_ in cards and cards[id_].arm != "artillery"])
    for id_ in sorted(turning):
        piece = ledger.piece(id_)
        if piece.facing != facing and not is_routed(piece):
            ledger.write(Turned(id_, facing))
            if MOVED not in piece.marks and TURNED not in piece.marks:
                ledger.write(Marked(id_, TURNED))


STEPS: dict[str, Step[Any]] = {"moving": Moving()}
