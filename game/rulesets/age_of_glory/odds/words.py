"""The questions The Age of Glory answers, and the words they are asked in."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.questions import Field, Kind, UnitFigure, UnitWords
from game.core.tongue import N_
from game.rulesets.age_of_glory.tables import load_tables

UNITS = UnitWords(
    {
        "pike": "pike",
        "pikes": "pike",
        "foot": "pike",
        "infantry": "pike",
        "infanterie": "pike",
        "piquiers": "pike",
        "firelock": "firelock",
        "musketeers": "firelock",
        "mousquetaires": "firelock",
        "shock": "shock",
        "shock horse": "shock",
        "heavy cavalry": "shock",
        "cuirassiers": "shock",
        "cavalerie lourde": "shock",
        "pistoleer": "pistoleer",
        "pistoleers": "pistoleer",
        "horse": "pistoleer",
        "cavalry": "pistoleer",
        "cavalerie": "pistoleer",
        "skirmish": "skirmish",
        "skirmishers": "skirmish",
        "tirailleurs": "skirmish",
        "light guns": "light",
        "field guns": "light",
        "guns": "light",
        "artillery": "light",
        "artillerie": "light",
        "heavy guns": "heavy",
        "siege guns": "siege",
    },
    (
        UnitFigure("stands", 1, 20, 6, rule="10"),
        UnitFigure("stands at the start (0: as many)", 0, 20, 0, rule="10.2"),
    ),
    (
        "elite",
        "raw",
        "disordered",
        "supported",
        "column",
        "march",
        "square",
        "swedish",
        "french",
        "silenced",
        "damaged",
        "limbered",
        "fired",
    ),
    "shock 6 elite",
)
GUNS = frozenset({"light", "heavy", "siege"})
MOUNTED = frozenset({"shock", "pistoleer"})

TERRAINS = tuple(sorted(word for word, row in load_tables().terrain.items() if row.movement != "closed"))
HEXSIDES = (
    "none",
    *sorted(word for word, row in load_tables().hexsides.items() if row.cover or word == "stream"),
)
LEADERS = ("none", "plain", "charismatic")

_ATTACKER = Field(
    "attacker", "units", N_("who attacks; say it once for each unit"), (), role="attacker", needed=True
)
_DEFENDER = Field(
    "defender", "units", N_("the troops, the guns, or both in the hex"), (), role="defender", needed=True
)
_TERRAIN = Field("terrain", "choice", N_("terrain of the defender's hex"), "clear", TERRAINS)
_HEXSIDE = Field("hexside", "choice", N_("what shelters the defender in front"), "none", HEXSIDES)
_LEADER = Field("leader", "choice", N_("a leader attached to the attacker"), "none", LEADERS)
_OTHER_LEADER = Field("defender-leader", "choice", N_("a leader attached to the defender"), "none", LEADERS)
_FROM = Field("from", "choice", N_("where the attack comes from"), "front", ("front", "flank", "rear"))
_BEHIND = Field("behind", "units", N_("the next enemy, three hexes behind the defender"), (), role="defender")
_BREAK = Field("breakthrough", "policy", N_("whether the winner breaks through where he need not"), "auto")
_COUNTER = Field("countercharge", "policy", N_("whether charged horse countercharges"), "auto")
_FIRE = Field("fire", "policy", N_("whether the defender fires at the charge"), "always")

_COMBAT_FIGURES = (
    "attacker_prevails",
    "defender_leaves_hex",
    "defender_disordered_or_worse",
    "defender_destroyed",
    "attacker_disordered",
    "attacker_destroyed",
    "attacker_strength_lost",
    "defender_strength_lost",
)

KINDS: Mapping[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind(
            "charge",
            N_("A whole charge: defensive fire, countercharge, close combat and breakthrough"),
            (
                _ATTACKER,
                _DEFENDER,
                _FROM,
                _TERRAIN,
                _HEXSIDE,
                _LEADER,
                _OTHER_LEADER,
                _BEHIND,
                _FIRE,
                _COUNTER,
                _BREAK,
            ),
            _COMBAT_FIGURES,
            'gloire odds age-of-glory charge --attacker "shock 6 elite" --leader charismatic '
            '--defender "pistoleer 4/6"',
        ),
        Kind(
            "combat",
            N_("A close combat, fought to its end however long it is locked"),
            (_ATTACKER, _DEFENDER, _FROM, _TERRAIN, _HEXSIDE, _LEADER, _OTHER_LEADER, _BREAK),
            _COMBAT_FIGURES,
            'gloire odds age-of-glory combat --attacker "pike 6 supported" --defender "pike 6"',
        ),
        Kind(
            "fire",
            N_("Fire at a target"),
            (
                _ATTACKER,
                _DEFENDER,
                Field("range", "whole", N_("hexes to the target"), 1, least=1, most=9),
                _FROM,
                _TERRAIN,
                _OTHER_LEADER,
                Field(
                    "changed",
                    "choice",
                    N_("whether the target changed formation or march mode this turn"),
                    "no",
                    ("no", "yes"),
                ),
            ),
            ("defender_disordered_or_worse", "defender_strength_lost", "defender_destroyed", "leader_falls"),
            'gloire odds age-of-glory fire --attacker "firelock 6" --defender "pike 6" --changed yes',
        ),
        Kind(
            "march",
            N_("A march roll"),
            (
                Field("unit", "units", N_("who marches"), (), role="attacker", needed=True),
                Field("leader", "choice", N_("a leader attached to it"), "none", LEADERS),
                Field("near", "choice", N_("a detached leader within command radius"), "none", LEADERS),
                Field("impact", "choice", N_("initiative impact"), "0", ("0", "2", "3")),
                Field("enemy", "whole", N_("hexes to the nearest enemy"), 3, least=1, most=6),
            ),
            ("moves_full", "moves", "in_good_order", "goes_back", "destroyed", "strength_lost"),
            'gloire odds age-of-glory march --unit "pike 6 swedish" --near charismatic',
        ),
    )
}
