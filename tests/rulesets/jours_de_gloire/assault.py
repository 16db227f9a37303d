"""A shock that is declared, for the chapters on what comes between declaration and clash.

    field = assault("b1 0405 line N; b2 0505 line N; r1 0404 line S", "b1 b2 > 0404")
    field = assault("b1 0405 heavy N; r1 0404 line S", "b1! > 0404")

The first unit names the attack, the others join it; one with an exclamation mark has ridden a charge there.
"""

from __future__ import annotations

from typing import Any

from game.rulesets.jours_de_gloire.combat import Combat, combats
from game.rulesets.jours_de_gloire.steps import declare, engagement, reaction, recall, refusal
from tests.rulesets.jours_de_gloire.field import Field

STEPS = {**declare.STEPS, **refusal.STEPS, **engagement.STEPS, **recall.STEPS, **reaction.STEPS}


def shock_field(text: str, *, horse: str = "", orders: bool = True, **more: Any) -> Field:
    """A field with the steps of the shock segment; the batteries named in *horse* are horse artillery."""
    field = Field(text, **more)
    field.rules.steps = {**field.rules.steps, **STEPS}
    field.rules.cards = {
        id_: card._replace(horse=id_ in horse.split()) for id_, card in field.rules.cards.items()
    }
    return field if orders else field.fact("status", "SO")


def assault(text: str, *attacks: str, **more: Any) -> Field:
    """The field with these attacks declared, at rest before the next step of the segment."""
    field = shock_field(text, **more)
    for attack in attacks:
        target = attack.split(">")[1].strip()
        for word in attack.split(">")[0].split():
            if word.endswith("!"):
                field.fact(f"charge:{word[:-1]}", target)
    field.open("declare", "blue")
    for attack in attacks:
        first, *others = attack.split(">")[0].replace("!", "").split()
        field.do(f"attack {first} {attack.split('>')[1].strip()}")
        for unit in others:
            field.do(f"join {unit}")
        if field.step == "add_attackers":
            field.do("enough")
    if field.step == "declare":  # closed by itself when nobody is left to attack
        field.do("pass")
    return field


def declared(field: Field) -> list[Combat]:
    """The combats on the table."""
    return list(combats(field.state))


def attackers(field: Field) -> list[str]:
    """All units that still attack."""
    return [id_ for combat in combats(field.state) for id_ in combat.attackers]
