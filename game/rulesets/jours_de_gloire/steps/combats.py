"""[8.6] Resolution: combat by combat the roll, its result, and the advance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.core.actions import PASS, Action
from game.core.dice import D10
from game.core.errors import Refusal
from game.core.ledger import Asked, Ledger
from game.core.state import GameState, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.combat import (
    Circumstances,
    Combat,
    attacking_hexes,
    circumstances,
    combat_at,
    combats,
    defenders,
    defending_hexes,
    drop,
    live_combats,
    row,
    trimmed,
    weighed,
)
from game.rulesets.jours_de_gloire.disorder import disorder, eliminate
from game.rulesets.jours_de_gloire.following import (
    Way,
    advances,
    enter,
    guns_beside,
    lay_mark,
    open_advance,
    open_pursuit,
    stacks,
    strikers,
)
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.table_combat import Outcome, ShockResult
from game.rulesets.jours_de_gloire.units import CHARGED, FOUGHT, is_good, side_at

GUNS = "guns"  # no row of the table: artillery alone was overrun
RULE = "8.6"
# How the roll is spoken of, by what the combat grew out of.
CLASHES = {
    "shock": N_("shock on {hex}"),
    "breakthrough": N_("breakthrough, shock on {hex}"),
    "counter_shock": N_("counter-shock on {hex}"),
    "pursuit": N_("pursuit, charge on {hex}"),
}


class NextCombat(Step[Rules]):
    """[8.2] The attacker chooses which combat is fought next, until all are."""

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Choose the combat to resolve next.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        live = live_combats(rules, state)
        for combat in live:
            yield Action("resolve", (combat.target,))
        if not live:
            yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        if action == PASS:
            for combat in combats(ledger.state):
                drop(ledger, combat.target)
            ledger.close()
            return
        combat = combat_at(ledger.state, action.words[0])
        drop(ledger, combat.target)
        ledger.open("clash", combat=combat)

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action == PASS:
            return Refusal(_("every combat that was declared is fought"), "8.2")
        if action.verb != "resolve" or len(action.words) != 1:
            return super().refuse(rules, state, action)
        if any(combat.target == action.words[0] for combat in combats(state)):
            return Refusal(_("nobody is left there to fight"), "8.2")
        return Refusal(_("no combat is declared there"), "8.2")


# --- the roll and its result -------------------------------------------------------------------------


def clash_words(kind: str, target: str) -> str:
    """What the die of a clash is rolled for."""
    return _(CLASHES[kind]).format(hex=target)


class Clash(Automatic[Rules]):
    """[8.6] One combat: the roll, then disorder, tests and recoil in this order, then what follows.

    Tests come before the recoil, since a rout would replace it [10.2]. It goes from stage to stage until
    another step is opened.

    Its data: combat; and once it is rolled: stage (what comes next), key (the row), foes (the defenders),
    beaten (units), stood (the hex each of them fought in), away (the hexes they recoil from).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        match ledger.frames[-1].get("stage"):
            case None:
                self._fight(rules, ledger)
            case "test":
                self._test(rules, ledger)
            case "recoil":
                self._recoil(rules, ledger)
            case _:
                self._follow(rules, ledger)

    def _fight(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        combat = trimmed(rules, state, state.frame.get("combat"))
        foes = defenders(rules, state, combat) if combat.attackers else ()
        if not foes:
            ledger.close()
            return
        ids = tuple(piece.id for piece in foes)
        lay_mark(ledger, (*combat.attackers, *ids), FOUGHT)
        lay_mark(ledger, (*combat.chargers, *_counter_chargers(rules, combat, foes)), CHARGED)
        if all(rules.cards[id_].is_artillery for id_ in ids):
            ledger.keep(combat=combat, stage="follow", key=GUNS, beaten=ids, stood=_places(rules, foes))
            for id_ in ids:
                eliminate(rules, ledger, id_, N_("overrun"))
            return
        why = clash_words(combat.kind, combat.target)
        # Looked at as before any mark was laid: what the players were shown is what is rolled for.
        key = ledger.decide(_asked, rules, circumstances(rules, state, combat), why)
        result = row(rules, key)
        if _harms(result.defender):
            beaten, away = foes, attacking_hexes(state, combat)
        else:
            units = (*combat.attackers, *guns_beside(rules, state, combat.attackers))
            beaten, away = tuple(state.pieces[id_] for id_ in units), defending_hexes(rules, state, combat)
        ledger.keep(
            combat=combat,
            stage="test",
            key=key,
            foes=ids,
            beaten=tuple(piece.id for piece in beaten),
            stood=_places(rules, beaten),
            away=tuple(rules.label[hex_] for hex_ in away),
        )
        if _harm(result).disordered:
            for piece in reversed(beaten):
                disorder(rules, ledger, piece.id, why)

    def _test(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.frames[-1]
        harm = _harm(row(rules, frame.get("key")))
        ledger.keep(stage="recoil")
        units = _standing(rules, ledger.state)
        if harm.test is None or not units:
            self._recoil(rules, ledger)
            return
        fail, away = "disorder" if harm.test == "D" else "recoil", frame.get("away")
        ledger.open("cohesion_test", units=units, why=N_("shock"), fail=fail, rule=RULE, away=away)

    def _recoil(self, rules: Rules, ledger: Ledger) -> None:
        state = ledger.state
        frame = state.frame
        ledger.keep(stage="follow")
        recoils = _harm(row(rules, frame.get("key"))).recoils
        units = _standing(rules, state) if recoils else ()
        if not units:
            self._follow(rules, ledger)
            return
        for id_ in reversed(units):
            side = state.pieces[id_].side
            ledger.open("recoil", side, unit=id_, why=N_("shock"), away=frame.get("away"))

    def _follow(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.frames[-1]
        ledger.close()
        combat: Combat = frame.get("combat")
        # Only hexes that the beaten have left are entered: that is so for every row, for either side.
        left = tuple(
            label
            for label in dict.fromkeys(frame.get("stood"))
            if side_at(rules, ledger.state, rules.at[label]) is None
        )
        if frame.get("key") == GUNS:
            open_advance(rules, ledger, combat, left)
            return
        result = row(rules, frame.get("key"))
        if _harms(result.defender):
            # The row that lets infantry break through is the one where cavalry must pursue.
            breaks_through = result.attacker.follow is not None
            if not result.attacker.pursues or not open_pursuit(
                rules, ledger, combat, combat.chargers, left, frame.get("beaten"), breaks_through
            ):
                open_advance(rules, ledger, combat, left, breaks_through)
            return
        strikes_back = result.defender.follow is not None
        foes = tuple(ledger.piece(id_) for id_ in frame.get("foes"))
        if combat.countercharged:
            if result.defender.pursues:
                riders = _counter_chargers(rules, combat, foes)
                open_pursuit(rules, ledger, combat, riders, left, frame.get("beaten"), strikes_back)
        elif strikes_back and combat.kind == "shock":
            able = (piece.id for piece in strikers(rules, foes))
            for stack in reversed(tuple(stacks(ledger.state, able).values())):
                units = tuple(piece.id for piece in stack)
                ledger.open("counter_shock", stack[0].side, units=units)


def _asked(rules: Rules, found: Circumstances, why: str) -> Asked:
    situation = weighed(rules, found)
    return Asked(D10, situation.reader(rules), why, situation.lines, RULE)


def _counter_chargers(rules: Rules, combat: Combat, foes: tuple[Piece, ...]) -> tuple[str, ...]:
    """[9.4] The defenders who ride against the attack."""
    if not combat.countercharged:
        return ()
    return tuple(p.id for p in foes if p.hex is not None and is_good(p) and rules.cards[p.id].is_cavalry)


def _places(rules: Rules, pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    """The labels of the hexes that units on the map stand in, unit by unit."""
    return tuple(rules.label[piece.hex] for piece in pieces if piece.hex is not None)


def _harms(outcome: Outcome) -> bool:
    return outcome.recoils or outcome.disordered or outcome.test is not None


def _harm(result: ShockResult) -> Outcome:
    """What befalls the side that a row beats."""
    return result.defender if _harms(result.defender) else result.attacker


def _standing(rules: Rules, state: GameState) -> tuple[str, ...]:
    """The beaten units that are still where they fought: not eliminated, not run away by this result."""
    frame, pieces = state.frame, state.pieces
    return tuple(
        id_
        for id_, label in zip(frame.get("beaten"), frame.get("stood"), strict=True)
        if pieces[id_].hex == rules.at[label]
    )


# --- advance -----------------------------------------------------------------------------------------


class Advance(Step[Rules]):
    """[8.6] The stack with the best cohesion enters the empty hex, charging cavalry first; it may turn.

    Its data: units (all who attacked), chargers, hexes (given up), breakthrough (whether one may follow).
    """

    def prompt(self, rules: Rules, state: GameState) -> str:
        return _("Choose the stack that advances, and how it faces.")

    def actions(self, rules: Rules, state: GameState) -> Iterator[Action]:
        ways = _ways(rules, state)
        for way in ways:
            for name in rules.facing_names:
                yield Action("advance", (rules.label[way.here], rules.label[way.there], name))
        if not ways:
            yield PASS

    def apply(self, rules: Rules, ledger: Ledger, action: Action) -> None:
        state = ledger.state
        frame = state.frame
        ways = _ways(rules, state)
        ledger.close()
        if action == PASS:
            return
        here, there, name = action.words
        way = next(w for w in ways if (rules.label[w.here], rules.label[w.there]) == (here, there))
        facing = rules.facing(name)
        turned = any(state.pieces[id_].facing != facing for id_ in way.units)
        foot = all(rules.cards[id_].is_infantry for id_ in way.units)
        if frame.get("breakthrough") and foot and not turned:
            # Asked when the ground has been felt: a stack disordered by it strikes no more.
            ledger.open("breakthrough", frame.side, units=way.units)
        enter(rules, ledger, way.units, way.there, facing, "advance")

    def refuse(self, rules: Rules, state: GameState, action: Action) -> Refusal:
        if action == PASS:
            return Refusal(_("the winner must enter the hex that was given up"), RULE)
        if action.verb != "advance" or len(action.words) != 3:
            return super().refuse(rules, state, action)
        here, there, name = action.words
        if name not in rules.facing_names:
            names = ", ".join(rules.facing_names)
            return Refusal(_("a unit faces one of {names}").format(names=names), "4.1")
        if there not in state.frame.get("hexes"):
            return Refusal(_("only a hex that the beaten have left is entered"), RULE)
        if here not in {rules.label[hex_] for hex_ in stacks(state, state.frame.get("units"))}:
            return Refusal(_("no attacker stands there"), RULE)
        return Refusal(_("the stack with the best cohesion advances, charging cavalry before others"), RULE)


def _ways(rules: Rules, state: GameState) -> tuple[Way, ...]:
    frame = state.frame
    hexes = [rules.at[label] for label in frame.get("hexes")]
    return advances(rules, state, frame.get("units"), frame.get("chargers"), hexes)


STEPS: dict[str, Step[Any]] = {"combats": NextCombat(), "clash": Clash(), "advance": Advance()}
