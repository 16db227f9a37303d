"""Shocks and charges that come to blows, for the chapters on the roll and on what follows from it.

    field = fight("b1 0405 line N; r1 0404 line S", "b1 > 0404").settle(5, 6)
    field = segment("b1 0405 heavy N; r1 0404 line S", "b1! > 0404").settle()

`fight` lays one combat on the table, rolled for next; `segment` opens the shock segment when all is declared.
A unit with an exclamation mark has ridden a charge at the hex.
"""

from __future__ import annotations

from typing import Any

from game.core.dice import D10
from game.core.events import Rolled
from game.rulesets.jours_de_gloire.combat import Combat, assess_shock, put, widened
from tests.rulesets.jours_de_gloire.field import Field

ROWS = ("10+", "5-9", "0-4", "<0")
WITHOUT_DECLARATIONS = 1


def combat_of(attack: str, **more: Any) -> Combat:
    """The combat that a text such as "b1! b2 > 0404" speaks of."""
    names, target = (part.strip() for part in attack.split(">"))
    words = names.split()
    units = tuple(word.rstrip("!") for word in words)
    return Combat(target, units, tuple(word[:-1] for word in words if word.endswith("!")), **more)


def fight(text: str, attack: str, *, combat: dict[str, Any] | None = None, **more: Any) -> Field:
    """A field on which this combat is rolled for next."""
    return Field(text, **more).open("clash", combat=combat_of(attack, **(combat or {})))


def segment(text: str, *attacks: str, **more: Any) -> Field:
    """The shock segment when these attacks have been declared."""
    field = Field(text, **more)
    ledger = field.ledger()
    for attack in attacks:
        combat = combat_of(attack)
        for unit in combat.chargers:
            ledger.fact(f"charge:{unit}", combat.target)
        put(ledger, widened(field.rules, ledger.state, combat))
    return field.take(ledger).open("shock", part=WITHOUT_DECLARATIONS)


def lines(text: str, attack: str, *, combat: dict[str, Any] | None = None, **more: Any) -> dict[str, int]:
    """What is added to the die, by reason; lines of 0 are left out."""
    field = Field(text, **more)
    situation = assess_shock(field.rules, field.state, combat_of(attack, **(combat or {})))
    return {line.why: line.value for line in situation.lines if line.value}


def chances(text: str, attack: str, **more: Any) -> tuple[int, ...]:
    """How many faces of ten lead to each row of the table, the best for the attacker first."""
    field = Field(text, **more)
    read = assess_shock(field.rules, field.state, combat_of(attack)).reader(field.rules)
    rows = [read(face) for face in D10.faces if isinstance(face, int)]
    return tuple(rows.count(row) for row in ROWS)


def rolled(field: Field) -> dict[str, int]:
    """The lines of the last shock roll among the field's events, by reason."""
    shock = [event for event in field.events if isinstance(event, Rolled) and event.rule == "8.6"]
    return {line.why: line.value for line in shock[0].lines if line.value}


def run_away(field: Field) -> Field:
    """Let routed units run where they like."""
    while field.step == "rout_move":
        field.do(field.offers()[0])
    return field
