"""Why a figure counts: one text for every figure of the modifier tables.

Rolls, logs and odds show these texts, and by them a run of games knows which rows it has seen (`coverage`).
A row with several figures has a text for each, unless they mean the same thing in degrees.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.tongue import N_, _

REASONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "initiative_modifiers": {
        "out": (N_("army leader dead, disabled or captured"), N_("army leader attached to a unit")),
        "first_turn": (N_("first turn of the game"),),
    },
    "march_modifiers": {
        "detached": (N_("leader within radius"), N_("charismatic leader within radius")),
        "attached": (N_("leader attached"), N_("charismatic leader attached")),
        "impact": (N_("initiative impact"),),
        "column": (N_("in march or road column"),),
        "nation": (N_("Swedish foot"), N_("Polish hussars"), N_("janissaries"), N_("Huguenots")),
        "foot": (N_("fresh foot"), N_("spent foot")),
        "horse": (N_("fresh horse"), N_("spent horse")),
    },
    "fire_modifiers": {
        "changed": (N_("target changed formation or march mode"),),
        "loose": (N_("target skirmishes"), N_("limbered guns")),
        "cover": (N_("target in cover"),),
    },
    "close_combat_modifiers": {
        "leader": (N_("leader attached"),),
        "charismatic": (N_("charismatic leader attached"),),
        "two_to_one": (N_("{own} stands to {other}"),),
        "three_to_one": (N_("{own} stands to {other}"),),
        "pike": (N_("pikes"),),
        "firelock": (N_("firelocks"),),
        "pike_and_firelock": (N_("pikes and firelocks"),),
        "shock": (N_("shock horse"),),
        "pistoleer": (N_("pistoleers"),),
        "shock_and_pistoleer": (N_("shock horse and pistoleers"),),
        "supported": (N_("supported formation"),),
        "breakthrough": (N_("units breaking through: {n}"),),
        "unready": (N_("disordered, skirmishing, stationary or unattached"),),
        "lost": (N_("stands lost in this fire phase: {n}"),),
        "cover": (N_("in cover"),),
        "outflank": (N_("flank or rear"),),
        "condition": (N_("fresh"), N_("spent")),
        "condition_even": (N_("half fresh, half spent"),),
        "grade": (N_("elite"), N_("regular")),
        "grade_even": (N_("half elite, half regular"),),
    },
}


def reason(table: str, row: str, figure: int = 0, **fields: object) -> str:
    """The text of a figure in the player's language; where there is but one, it serves all figures."""
    texts = REASONS[table][row]
    return _(texts[min(figure, len(texts) - 1)]).format(**fields)
