"""[0.4.1] The cohesion test, wherever a rule asks for one."""

from __future__ import annotations

from typing import Any

from game.core.dice import D10
from game.core.ledger import Asked, Ledger
from game.core.modifiers import Modifier, total
from game.core.state import Frame, Piece
from game.core.steps import Automatic, Step
from game.core.tongue import _
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import cohesion


def passes(
    rules: Rules, ledger: Ledger, unit: str, why: str, rule: str, lines: tuple[Modifier, ...] = ()
) -> bool:
    """[0.4.1] Roll one die: passed when it, with its modifiers, is no higher than the cohesion shown now."""
    return bool(ledger.decide(_asked, rules, ledger.piece(unit), why, rule, lines))


def _asked(rules: Rules, piece: Piece, why: str, rule: str, lines: tuple[Modifier, ...]) -> Asked:
    rating = cohesion(rules, piece)
    plus = total(lines)
    text = _("cohesion test of {unit} ({cohesion}): {why}")
    spoken = text.format(unit=rules.cards[piece.id].name, cohesion=rating, why=_(why))
    return Asked(D10, lambda face: face + plus <= rating, spoken, lines, rule)


class CohesionTests(Automatic[Rules]):
    """[0.4.1] Units test one after the other; what a failure costs is said by whoever opened the tests.

    All have tested before anybody suffers for it, so that their order decides nothing.

    Its data: units (still to test), failed (those that have), why, rule, fail ("disorder", "recoil" or
    "nothing"), plus (added to the die), away (the hexes a recoil goes away from).
    """

    def run(self, rules: Rules, ledger: Ledger) -> None:
        frame = ledger.frames[-1]
        unit, *rest = frame.get("units")
        failed: tuple[str, ...] = frame.get("failed") or ()
        # Something that came first may have finished the unit off.
        if ledger.piece(unit).hex is not None and not self._passes(rules, ledger, unit):
            failed = (*failed, unit)
        if rest:
            ledger.keep(units=tuple(rest), failed=failed)
            return
        ledger.close()
        # Backwards, so that what the first unit has to do is done first.
        for id_ in reversed(failed):
            _suffer(rules, ledger, id_, frame)

    def _passes(self, rules: Rules, ledger: Ledger, unit: str) -> bool:
        frame = ledger.frames[-1]
        plus, rule = frame.get("plus") or 0, frame.get("rule") or "0.4.1"
        lines = (Modifier(plus, _("modifier of the test"), rule),) if plus else ()
        return passes(rules, ledger, unit, frame.get("why"), rule, lines)


def _suffer(rules: Rules, ledger: Ledger, unit: str, frame: Frame) -> None:
    """What a failed test costs."""
    why: str = frame.get("why")
    match frame.get("fail"):
        case "disorder":
            disorder(rules, ledger, unit, why)
        case "recoil":
            side = ledger.piece(unit).side
            ledger.open("recoil", side, unit=unit, why=why, away=frame.get("away") or ())


STEPS: dict[str, Step[Any]] = {"cohesion_test": CohesionTests()}
