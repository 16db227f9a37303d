"""The questions Jours de Gloire answers, and the words they are asked in."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.errors import Refusal
from game.core.questions import Field, Kind, UnitFigure, UnitWords
from game.core.tongue import N_
from game.rulesets.jours_de_gloire.movement import TERRAIN
from game.rulesets.jours_de_gloire.tables import load_tables

UNITS = UnitWords(
    {
        "infantry": "infantry",
        "foot": "infantry",
        "line": "infantry",
        "infanterie": "infantry",
        "cavalry": "cavalry",
        "light cavalry": "cavalry",
        "horse": "cavalry",
        "hussars": "cavalry",
        "cavalerie": "cavalry",
        "heavy cavalry": "heavy_cavalry",
        "heavy": "heavy_cavalry",
        "cuirassiers": "heavy_cavalry",
        "cavalerie lourde": "heavy_cavalry",
        "artillery": "artillery",
        "foot artillery": "artillery",
        "battery": "artillery",
        "guns": "artillery",
        "artillerie": "artillery",
        "horse artillery": "horse_artillery",
        "horse guns": "horse_artillery",
    },
    (
        UnitFigure("strength", 1, 30, rule="0.3"),
        UnitFigure("cohesion", 0, 9, rule="0.3"),
        UnitFigure("engagement", 0, 9, 5, rule="0.3"),
    ),
    ("disordered", "routed", "square"),
    "heavy cavalry 4/7",
)

_TERRAIN = load_tables().terrain
# Hexes nobody can stand in are no ground for a fight.
TERRAINS = tuple(
    sorted(
        word
        for word in _TERRAIN.vocabulary["terrain"]
        if any(_TERRAIN.hex_cost(word, arm) is not None for arm in ("infantry", "cavalry"))
    )
)
CLOSED_GROUND = {
    word: Refusal(N_("nobody can stand in this: {what}"), TERRAIN)
    for word in sorted(_TERRAIN.vocabulary["terrain"] - set(TERRAINS))
}
CLOSED_SIDES = {
    "river": Refusal(N_("a river is crossed only by a bridge"), TERRAIN),
    "pontoon": Refusal(N_("a pontoon is crossed like a bridge: say bridge"), TERRAIN),
    "cliff": Refusal(N_("a steep slope of three levels or more is impassable"), "note i"),
}
HEXSIDES = ("none", *sorted(_TERRAIN.vocabulary["hexside"] - set(CLOSED_SIDES)))

_ATTACKER = Field(
    "attacker", "units", N_("who attacks; say it once for each unit"), (), role="attacker", needed=True
)
_DEFENDER = Field("defender", "units", N_("who stands in the attacked hex"), (), role="defender", needed=True)
_GROUND = (
    Field("terrain", "choice", N_("terrain of the defender's hex"), "clear", TERRAINS, barred=CLOSED_GROUND),
    Field("hexside", "choice", N_("what lies on the hexside between"), "none", HEXSIDES, barred=CLOSED_SIDES),
    Field("level", "whole", N_("how much higher the defender stands"), 0, least=-3, most=3),
)
_PLACE = (
    Field("from", "choices", N_("where each attacker stands, in order"), ("front",), ("front", "rear")),
    *_GROUND,
    Field(
        "attacker-terrain",
        "choice",
        N_("terrain of the attackers' hexes"),
        "clear",
        TERRAINS,
        barred=CLOSED_GROUND,
    ),
    Field("threat", "choice", N_("whether another enemy threatens their rear"), "no", ("no", "yes")),
    Field("orders", "choice", N_("whether the attackers have orders (OR) or not (SO)"), "or", ("or", "so")),
)
_LATER = (
    Field(
        "then",
        "units",
        N_("who attacks the same target next, one after another"),
        (),
        role="attacker",
    ),
)
_REPLIES = (
    Field("refuse", "policy", N_("whether the defender refuses the shock where he may"), "never"),
    Field("pursue", "policy", N_("whether cavalry pursues where it need not"), "auto"),
    Field("counter-shock", "policy", N_("whether the defender strikes back"), "auto"),
    Field("breakthrough", "policy", N_("whether infantry strikes again"), "auto"),
)
_CHARGE_REPLIES = (
    Field("square", "policy", N_("whether infantry tries to form square"), "auto"),
    Field("counter-charge", "policy", N_("whether cavalry tries to counter-charge"), "auto"),
    Field("recall", "policy", N_("whether chargers that meet a square try to break off"), "auto"),
)
_COMBAT_FIGURES = (
    "attacker_prevails",
    "defender_leaves_hex",
    "defender_routed_or_worse",
    "defender_disordered_or_worse",
    "attacker_disordered",
    "attacker_routed_or_worse",
    "attacker_strength_lost",
    "defender_strength_lost",
)
_UNIT = Field("unit", "units", N_("who is concerned"), (), role="attacker", needed=True)
_EDGE = Field("edge", "whole", N_("hexes to the friendly map edge"), 12, least=1, most=20)

KINDS: Mapping[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind(
            "charge",
            N_("A cavalry charge, from its declaration until the dust has settled"),
            (_ATTACKER, _DEFENDER, *_PLACE, *_LATER, *_CHARGE_REPLIES, *_REPLIES),
            _COMBAT_FIGURES,
            'gloire odds jours-de-gloire charge --attacker "heavy cavalry 4/7" --defender "infantry 6/6" '
            "--terrain clear --from front --square auto",
        ),
        Kind(
            "shock",
            N_("A shock without a charge"),
            (
                _ATTACKER,
                _DEFENDER,
                *_PLACE,
                Field("rounds", "whole", N_("how often the same units attack"), 1, least=1, most=4),
                *_LATER,
                *_REPLIES,
            ),
            _COMBAT_FIGURES,
            'gloire odds jours-de-gloire shock --attacker "infantry 9/6" --defender "infantry 5/5" '
            "--hexside stream --level +1",
        ),
        Kind(
            "fire",
            N_("Artillery fire at a hex, and the answer of its guns"),
            (
                _ATTACKER,
                _DEFENDER,
                Field("range", "whole", N_("hexes to the target"), 3, least=1, most=10),
                Field("effective", "whole", N_("effective range of the battery"), 3, least=1, most=10),
                Field("maximum", "whole", N_("maximum range of the battery"), 5, least=1, most=10),
                *_GROUND,
                Field("counter-battery", "policy", N_("whether guns in the target fire back"), "always"),
            ),
            ("defender_disordered_or_worse", "defender_routed_or_worse", "attacker_disordered"),
            'gloire odds jours-de-gloire fire --attacker "artillery 4/6" --defender "infantry 6/6" --range 3',
        ),
        Kind(
            "test",
            N_("A cohesion test"),
            (
                _UNIT,
                Field("plus", "whole", N_("what is added to the die"), 0, least=-5, most=5),
                Field("failed", "choice", N_("what a failure costs"), "disorder", ("disorder", "recoil")),
            ),
            ("passes",),
            'gloire odds jours-de-gloire test --unit "infantry 6/6"',
        ),
        Kind(
            "engagement",
            N_("The engagement tests of attackers without orders"),
            (_ATTACKER, _DEFENDER, *_PLACE),
            ("all_engage", "one_engages"),
            'gloire odds jours-de-gloire engagement --attacker "infantry 6/6/5" --defender "infantry 5/5"',
        ),
        Kind(
            "rally",
            N_("The rally of a disordered or routed unit"),
            (_UNIT, Field("activations", "whole", N_("how often it may try"), 1, least=1, most=6), _EDGE),
            ("in_good_order", "rallied", "still_routed", "eliminated"),
            'gloire odds jours-de-gloire rally --unit "infantry 6/6 routed" --activations 2',
        ),
        Kind(
            "rout",
            N_("What becomes of a unit that routs"),
            (_UNIT, Field("activations", "whole", N_("how often it may try"), 2, least=1, most=6), _EDGE),
            ("survives", "rallied", "still_routed", "eliminated"),
            'gloire odds jours-de-gloire rout --unit "infantry 6/6" --activations 2 --edge 6',
        ),
    )
}
