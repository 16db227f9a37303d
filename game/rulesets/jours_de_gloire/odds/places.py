"""Words for the hexes of a question: its board is laid out for it and nobody sees its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from game.core.tongue import _
from game.rulesets.jours_de_gloire.odds.rounds import FRONT_ONLY
from game.rulesets.jours_de_gloire.rules import Rules
from hexmap.coords import Hex, direction_to, distance

LABEL = re.compile(r"\b\d{4}\b")


def in_words(rules: Rules, target: Hex, attacking: Collection[Hex]) -> Callable[[str], str]:
    """What puts a text about a fight for *target* into words."""

    def word(label: str) -> str:
        hex_ = rules.at.get(label)
        if hex_ is None:
            return label
        if hex_ == target:
            return _("the defender's hex")
        if hex_ in attacking:
            return _("the attacker's hex")
        if distance(hex_, target) > 1:
            return _("a hex farther off")
        in_front = direction_to(target, hex_) in FRONT_ONLY
        return _("a hex before the defender's") if in_front else _("a hex behind the defender's")

    return lambda text: LABEL.sub(lambda found: word(found[0]), text)
