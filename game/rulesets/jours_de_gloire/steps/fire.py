"""[7] The fire segment: which battery, which target, the roll, and the answer of the guns fired at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from game.core.actions import PASS, Action
from game.core.dice import D10
from game.core.errors import Refusal
from game.core.events import Marked, Turned
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.disorder import disorder, rout
from game.rulesets.jours_de_gloire.gunnery import (
    FireKind,
    Shot,
    assess_fire,
    battery_refusal,
    counter_batteries,
    covers,
    fire_refusal,
    may_combine,
    ready_batteries,
    shots,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import (
    COUNTER_BATTERY,
    FIRED,
    active_units,
    is_good,
    units_at,
)

# How a fire is spoken of, by its kind.
FIRES: dict[FireKind, str] = {
    "fire": N_("{battery} fires at {hex}"),
    "counter": N_("{battery} fires back at {hex}"),
    "reaction": N_("{battery} fires at the attackers in {hex}"),
}


class ChooseBattery(Step[Rules]):
    """[7.1] The active side names a battery to fire, or two that fire together; or ends the segment."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Choose a battery to fire, or end the fire segment.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        for firers in ready_batteries(rules, state):
            yield Action("battery" if len(firers) == 1 else "batteries", firers)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            ledger.close()
            return
        ledger.open("fire_target", ledger.frames[-1].side, firers=action.words)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        wanted = {"battery": 1, "batteries": 2}.get(action.verb)
        if wanted is None or len(action.words) != wanted:
            return super().refuse(rules, state, action)
        for id_ in action.words:
            if id_ not in rules.cards:
                return Refusal(_("there is no unit called '{unit}'").format(unit=id_))
            piece = state.pieces[id_]
            if piece not in active_units(rules, state):
                return Refusal(_("it is not one of the active units"), "7.1")
            refusal = battery_refusal(rules, piece)
            if refusal is not None:
                return refusal
        if wanted == 2 and not may_combine(rules, (state.pieces[id_] for id_ in action.words)):
            return Refusal(_("only two batteries of one formation in one hex fire together"), "7.2")
        return Refusal(_("no target is in range and in sight"), "7.3")


class ChooseTarget(Step[Rules]):
    """[7.1, 6.4] What the battery fires at, turning first where it has to; or think again."""

    obvious = False

    def prompt(self, rules: Rules, state: GameState) -> str:
        names = _(" and ").join(rules.cards[id_].name for id_ in state.frame.get("firers"))
        return _("{battery}: choose the hex to fire at, or pass to think again.").format(battery=names)

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        for shot in shots(rules, state, _firers(state)):
            yield _spoken(rules, shot)

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.frames[-1]
        firers: tuple[str, ...] = frame.get("firers")
        ledger.close()
        if action == PASS:
            return
        for id_ in firers:
            if len(action.words) == 2:
                facing = rules.facing(action.words[1])
                if ledger.piece(id_).facing != facing:
                    ledger.write(Turned(id_, facing))
            ledger.write(Marked(id_, FIRED))
        ledger.open("fire_roll", firers=firers, target=action.words[0], kind="fire")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action.verb != "fire" or not 1 <= len(action.words) <= 2:
            return super().refuse(rules, state, action)
        label = action.words[0]
        if label not in rules.at:
            return Refusal(_("there is no hex '{hex}' on this map").format(hex=label))
        if len(action.words) == 2 and action.words[1] not in rules.facing_names:
            return Refusal(
                _("a unit faces one of {names}").format(names=", ".join(rules.facing_names)), "4.1"
            )
        return _shot_refusal(rules, state, action)


def _shot_refusal(rules: Rules, state: GameState, action: Action) -> Refusal:
    """Why a well-spoken fire is not offered."""
    target = rules.at[action.words[0]]
    firers = _firers(state)
    for piece in firers:
        refusal = fire_refusal(rules, state, piece, target)
        if refusal is not None:
            return refusal
    found = [shot for shot in shots(rules, state, firers) if shot.target == target]
    if any(shot.facing is None for shot in found):
        return Refusal(_("it need not turn: simply fire there"), "6.4")
    for piece in firers:
        facing = rules.facing(action.words[1]) if len(action.words) == 2 else piece.facing
        if not covers(rules, state, piece, target, facing):
            return Refusal(_("facing so, it does not lie in front of the battery: name a facing"), "7.4")
    return Refusal(_("facing so, the battery must fire at an adjacent enemy in its front"), "7.1")


def _firers(state: GameState) -> tuple[Piece, ...]:
    return tuple(state.pieces[id_] for id_ in state.frame.get("firers"))


def _spoken(rules: Rules, shot: Shot) -> Action:
    label = rules.label[shot.target]
    words = (label,) if shot.facing is None else (label, rules.facing_names[shot.facing])
    return Action("fire", words)


class FireRoll(Automatic[Rules]):
    """[7.2] Roll on the fire table; every unit in the hex suffers what comes up, then guns may answer."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.frames[-1]
        firers: tuple[str, ...] = frame.get("firers")
        label: str = frame.get("target")
        target = rules.at[label]
        ledger.close()
        state = ledger.state
        hit = tuple(piece.id for piece in units_at(rules, state, target))
        here = state.pieces[firers[0]].hex
        if not hit or here is None:
            return
        situation = assess_fire(rules, state, firers, target, frame.get("kind"))
        names = _(" and ").join(rules.cards[id_].name for id_ in firers)
        why = _(FIRES[frame.get("kind")]).format(battery=names, hex=label)
        result = ledger.roll(D10, situation.reader(rules), why, situation.lines, "7.2")
        enemy = ledger.piece(hit[0]).side
        if frame.get("kind") == "fire":
            guns = tuple(id_ for id_ in hit if rules.cards[id_].is_artillery and is_good(ledger.piece(id_)))
            if guns:
                # Opened first, it is asked last: when the result has been applied.
                ledger.open("counter_battery", enemy, batteries=guns, target=rules.label[here])
        self._carry_out(rules, ledger, hit, result, rules.label[here])

    def _carry_out(self, rules: Rules, ledger: Ledger, hit: tuple[str, ...], result: str, away: str) -> None:
        why = N_("artillery fire")
        if result == "CT":
            ledger.open("cohesion_test", units=hit, why=why, fail="disorder", rule="7.2")
            return
        # Backwards, so that what the first unit has to do is done first.
        for id_ in reversed(hit):
            match result:
                case "D":
                    disorder(rules, ledger, id_, why)
                case "R":
                    rout(rules, ledger, id_, why, (away,))


class CounterBattery(Step[Rules]):
    """[7.6] Each battery fired at that is still in good order may fire back, once in an enemy activation."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Fire back at {hex}, or pass to hold your fire.").format(hex=state.frame.get("target"))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        yield PASS
        frame = state.frame
        able = counter_batteries(rules, state, frame.get("batteries"), rules.at[frame.get("target")])
        for piece in able:
            yield Action("answer", (piece.id,))
        for pair in combinations(able, 2):
            if may_combine(rules, pair):
                yield Action("answer", tuple(piece.id for piece in pair))

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.frames[-1]
        if action == PASS:
            ledger.close()
            return
        for id_ in action.words:
            ledger.write(Marked(id_, COUNTER_BATTERY))
        ledger.open("fire_roll", firers=action.words, target=frame.get("target"), kind="counter")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        frame = state.frame
        if action.verb != "answer" or not action.words:
            return super().refuse(rules, state, action)
        for id_ in action.words:
            if id_ not in frame.get("batteries"):
                return Refusal(_("only a battery that was fired at answers"), "7.6")
            piece = state.pieces[id_]
            if piece.hex is None or not is_good(piece):
                return Refusal(_("only batteries in good order fire"), "7.6")
            if COUNTER_BATTERY in piece.marks:
                return Refusal(_("it has fired back in this activation"), "7.6")
            refusal = fire_refusal(rules, state, piece, rules.at[frame.get("target")])
            if refusal is not None:
                return refusal
            if not covers(rules, state, piece, rules.at[frame.get("target")], piece.facing):
                return Refusal(_("the enemy guns are not in front of it, and it may not turn"), "7.6")
        return Refusal(_("only two batteries of one formation in one hex fire together"), "7.2")


STEPS: dict[str, Step[Any]] = {
    "fire": ChooseBattery(),
    "fire_target": ChooseTarget(),
    "fire_roll": FireRoll(),
    "counter_battery": CounterBattery(),
}
