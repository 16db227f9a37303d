"""[7] Shot and shell: the side that does not move fires first, then the side that does."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import PASS, Action, act
from game.core.dice import D10_FROM_ONE
from game.core.errors import Refusal
from game.core.events import Marked, StepOpened
from game.core.ledger import Ledger
from game.core.modifiers import total
from game.core.state import GameState
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.age_of_glory.acts import damage, disorder, lose_stands, silence, wreck
from game.rulesets.age_of_glory.gunnery import assess, fire_row, firers_at, targets
from game.rulesets.age_of_glory.movement import allowance
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.steps.retreats import open_retreat
from game.rulesets.age_of_glory.tables import FireEffect
from game.rulesets.age_of_glory.units import (
    DIRECTED,
    FIRED,
    FIRST_FIRED,
    MARCHED,
    attached_to,
    is_battery,
    leaders,
    nearest_enemies,
)

FIRE = act("fire")
ALL = act("all")


class FirePhase(Step[Rules]):
    """[7.1] One side names a target for some of its units, or has fired enough."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Choose a target, or pass.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        assert state.frame.side is not None
        yield from (act("target", piece.id) for piece in targets(rules, state, state.frame.side))
        yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        match action:
            case Action("target", (id_,)):
                ledger.open("volley", ledger.state.frame.side, target=id_, firers=(), director="")
            case _:
                ledger.close()

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(
            _("a target is an enemy in range, arc and sight of a unit that has not fired"), "7.1, 7.2"
        )


class Volley(Step[Rules]):
    """[7.1] Who fires at the target together; each unit or battery has one target."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Who fires at {target}?").format(target=rules.name_of(state.frame.get("target")))

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        firers = state.frame.get("firers")
        others = self._others(rules, state)
        if firers:
            yield FIRE
        yield from (act("add", id_) for id_ in others)
        if len(others) > 1:
            yield ALL
        if any(is_battery(rules, id_) for id_ in firers) and not state.frame.get("director"):
            yield from (act("direct", id_) for id_ in self._gunners(rules, state))

    def _others(self, rules: Rules, state: GameState) -> tuple[str, ...]:
        frame = state.frame
        assert frame.side is not None
        able = firers_at(rules, state, frame.side, state.pieces[frame.get("target")])
        return tuple(piece.id for piece in able if piece.id not in frame.get("firers"))

    def _gunners(self, rules: Rules, state: GameState) -> Iterator[str]:
        """[7.8] Leaders of guns who have not directed a fire in this player turn."""
        assert state.frame.side is not None
        for piece in leaders(rules, state, state.frame.side):
            if rules.leaders[piece.id].gunner and DIRECTED not in piece.marks:
                yield piece.id

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        frame = ledger.state.frame
        match action:
            case Action("add", (id_,)):
                ledger.keep(firers=(*frame.get("firers"), id_))
            case Action("all", ()):
                ledger.keep(firers=(*frame.get("firers"), *self._others(rules, ledger.state)))
            case Action("direct", (id_,)):
                ledger.keep(director=id_)
                ledger.write(Marked(id_, DIRECTED))
            case _:
                ledger.close()
                ledger.write(StepOpened(frame._replace(step="fire_roll", side=None)))

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        return Refusal(_("only who has not fired and has the target in range, arc and sight joins"), "7.1")


class FireRoll(Automatic[Rules]):
    """[7.5 to 7.7] One die for all who fire, and its effect, applied at once."""

    def run(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.state.frame
        target, firers = frame.get("target"), frame.get("firers")
        fire = assess(rules, ledger.state, target, firers, frame.get("director"))
        why = _("fire at {target}").format(target=rules.name_of(target))
        effects = {effect.name: effect for _band, effect in rules.tables.fire_rows}

        def read(face: int) -> str:
            return rules.tables.fire_effect(face + total(fire.lines)).name

        cells = tuple(cell for share in fire.shares for cell in share.cells)
        ledger.tell("volley", target=target, shares=tuple(share.words for share in fire.shares), cells=cells)
        name = ledger.roll(D10_FROM_ONE, read, why, fire.lines, "7.7")
        ledger.close()
        self._mark(rules, ledger, firers)
        if is_battery(rules, target):
            self._hit_battery(rules, ledger, target, effects[name], why)
        else:
            self._hit_troops(rules, ledger, target, effects[name], why)

    def _mark(self, rules: Rules, ledger: Ledger, firers: tuple[str, ...]) -> None:
        for id_ in firers:
            piece = ledger.state.pieces[id_]
            ledger.write(Marked(id_, FIRED))
            if is_battery(rules, id_):
                if piece.side == ledger.state.fact("active"):
                    ledger.write(Marked(id_, MARCHED))
            elif fire_row(rules, piece)[0] == "first_fire":
                ledger.write(Marked(id_, FIRST_FIRED))

    def _hit_troops(self, rules: Rules, ledger: Ledger, id_: str, effect: FireEffect, why: str) -> None:
        leaders_there = attached_to(rules, ledger.state, id_)
        if effect.disorders:
            disorder(ledger, id_, why)
        lost = min(effect.stands_lost, ledger.state.pieces[id_].strength)
        if lost:
            ledger.fact(f"lost:{id_}", ledger.state.fact(f"lost:{id_}", 0) + lost)
            lose_stands(rules, ledger, id_, lost, why)
        if effect.leader_check:
            for leader in reversed(leaders_there):
                ledger.open("leader_check", leader=leader)

    def _hit_battery(self, rules: Rules, ledger: Ledger, id_: str, effect: FireEffect, why: str) -> None:
        if "Wrecked" in effect.battery:
            wreck(ledger, id_, why)
        if "Damaged" in effect.battery:
            damage(rules, ledger, id_, why)
        piece = ledger.state.pieces[id_]
        if "Silenced" in effect.battery and piece.hex is not None:
            silence(ledger, id_, why)
            threats = nearest_enemies(rules, ledger.state, piece.hex, piece.side)
            open_retreat(rules, ledger, id_, allowance(rules, piece, half=True), threats)


STEPS: dict[str, Step[Rules]] = {
    "defensive_fire": FirePhase(),
    "offensive_fire": FirePhase(),
    "volley": Volley(),
    "fire_roll": FireRoll(),
}
