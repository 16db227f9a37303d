"""Natural mistakes, step by step: each is answered with a rule and a reason that helps."""

from __future__ import annotations

import pytest

from game.core.actions import parse_action
from game.core.engine import why_not
from game.rulesets.jours_de_gloire.combat import Combat, put
from game.rulesets.jours_de_gloire.steps import STEPS
from tests.rulesets.jours_de_gloire.battle import Battle
from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import fight, segment

LINES = "b1 0405 line N; b2 0505 line N; b3 0605 guns N; r1 0404 line S; r2 0101 line S"
FURIA = {"id": "furia", "name": "Furia", "side": "blue", "formations": ["near"], "infantry": 1}
TWO_CORPS = "b1 0309 near; b2 0901 far; b3 0109 late @2; r1 0905 red"


def started(**more):
    return Battle(TWO_CORPS, **more).begin().do("pass").do("pass", 9, 0)


def moving(text, unit, **more):
    return Field(text, **more).open("movement", "blue").do(f"move {unit}")


def declared(text, *combats, **more):
    field = Field(text, **more)
    ledger = field.ledger()
    for combat in combats:
        put(ledger, combat)
    return field.take(ledger)


def special_units():
    battle = Battle(TWO_CORPS, special_markers=[FURIA]).fact("special", "furia").fact("chosen", ())
    return battle.step("special_units", side="blue")


def entering():
    battle = (
        Battle(TWO_CORPS + "; b4 0209 late")
        .fact("active", "blue")
        .fact("formation", "late")
        .fact("status", "OR")
    )
    return battle.step("movement", side="blue")


def at_home(step, **data):
    return Battle(TWO_CORPS, special_markers=[FURIA]).step(step, side="blue", **data)


POSITIONS = {
    "orders": lambda: Battle(TWO_CORPS).begin(),
    "first_marker": started,
    "special_marker": lambda: at_home("special_marker"),
    "special_units": special_units,
    "individual_order": lambda: started().do("first near"),
    "fire": lambda: Field(LINES + "; r3 0604 line S").open("fire", "blue"),
    "fire_target": lambda: Field(LINES + "; r3 0604 line S").open("fire_target", "blue", firers=("b3",)),
    "counter_battery": lambda: (
        Field("b1 0405 guns N; r1 0402 guns S; r2 0101 guns S")
        .open("fire", "blue")
        .settle()
        .do("battery b1")
        .do("fire 0402", 0)
    ),
    "movement": lambda: Field(LINES + "; b4 0808 line N of=other").open("movement", "blue"),
    "moving": lambda: moving(LINES, "b2"),
    "charge_move": lambda: Field("b1 0407 horse N; r1 0403 line S; r2 0406 guns S").open(
        "charge_move", "blue", unit="b1"
    ),
    "declare": lambda: Field(LINES).open("declare", "blue"),
    "add_attackers": lambda: Field(LINES).open("declare", "blue").do("attack b1 0404"),
    "refuse": lambda: segment("b1 0405 line N; r1 0404 horse S", "b1 > 0404").settle(),
    "withdraw": lambda: segment("b1 0405 line N; r1 0404 horse S", "b1 > 0404").settle().do("refuse 0404"),
    "vacated": lambda: (
        segment("b1 0405 line N; r1 0404 horse S", "b1 > 0404")
        .settle()
        .do("refuse 0404")
        .do("withdraw 0403")
        .do("face N")
    ),
    "keep_chain": lambda: declared(
        "b1 0405 line N; b2 0503 line SW; r1 0404 line S", Combat("0404", ("b1", "b2"))
    ).open("keep_chain", "blue", target="0404"),
    "square": lambda: segment("b1 0405 heavy N; r1 0404 line S", "b1! > 0404").settle(),
    "counter_charge": lambda: segment("b1 0405 horse N; r1 0404 horse S", "b1! > 0404").settle(),
    "recall_unit": lambda: (
        segment("b1 0405 heavy N; r1 0404 line S", "b1! > 0404").settle().do("square 0404", 4)
    ),
    "reaction_target": lambda: segment(
        "b1 0405 line N; b2 0505 line N; r1 0404 guns S", "b1 b2 > 0404"
    ).settle(),
    "combats": lambda: segment(
        "b1 0405 line N; b2 0705 line N; r1 0404 line S; r2 0704 line S", "b1 > 0404", "b2 > 0704"
    ).settle(),
    "advance": lambda: fight("b1 0405 line N; r1 0404 line S", "b1 > 0404").settle(5, 0).do("recoil 0403"),
    "breakthrough": lambda: (
        fight("b1 0405 line N; r1 0404 line S coh=3; r2 0303 line S", "b1 > 0404")
        .settle(9)
        .do("recoil 0503")
        .do("advance 0405 0404 N")
    ),
    "counter_shock": lambda: fight(
        "b1 0405 line N sp=1; r1 0404 line S", "b1 > 0404", terrain={"0404": "town"}
    ).settle(0, 0),
    "pursue": lambda: fight("b1 0405 horse N; r1 0404 line S", "b1! > 0404").settle(9).do("recoil 0403"),
    "recoil": lambda: Field("b1 0405 line N; r1 0404 line S").open(
        "recoil", "blue", unit="b1", why="shock", away=("0404",)
    ),
    "rout_move": lambda: Field("b1 0405 line N routed; r1 0404 line S").open(
        "rout_move", "blue", unit="b1", spent=0, hexes=0
    ),
    "rally": lambda: Field(
        "b1 0405 line N disordered; b2 0505 line N; r1 0404 line S; b3 0109 line N routed"
    ).open("rally", "blue"),
    "general_makes_off": lambda: Field("b1 0405 line N; r1 0401 guns S; r2 0704 guns S", general="0404").open(
        "general_makes_off", "red", general="chief"
    ),
    "generals_order": lambda: (
        Battle(TWO_CORPS)
        .fact("initiative", "blue")
        .fact("active", "blue")
        .step("generals_order", side="blue")
    ),
    "general_move": lambda: at_home("general_move", moved=()),
}


# step, what a player might say, what the answer speaks of, the rule it cites
MISTAKES = [
    ("orders", "order nera", "did you mean 'near'", ""),
    ("orders", "order late", "nor one due this turn", "2.1"),
    ("orders", "first near", "pass, order", "2.1"),
    ("first_marker", "first red", "no formation of yours", "2.2"),
    ("first_marker", "pass", "opens the turn", "2.2"),
    ("special_marker", "add fury", "no special marker", ""),
    ("special_units", "choose b2", "does not activate it", "2.2"),
    ("individual_order", "order near", "pass, try", "2.3"),
    ("individual_order", "move b1", "pass, try", "2.3"),
    ("fire", "battery b1", "only artillery fires", "7.1"),
    ("fire", "battery r1", "not one of the active units", "7.1"),
    ("fire", "fire 0604", "pass, battery", "7"),
    ("fire_target", "fire 0404", "adjacent enemy", "7.1"),
    ("fire_target", "fire 0303", "no enemy unit stands there", "7.5"),
    ("fire_target", "fire 0101", "maximum range", "7.3"),
    ("counter_battery", "answer r2", "fired at", "7.6"),
    ("counter_battery", "battery r1", "pass, answer", "7.6"),
    ("movement", "move r1", "not of the active formation", "2.2"),
    ("movement", "move b4", "not of the active formation", "2.2"),
    ("movement", "move b1 0505", "where it goes is asked next", "6.1"),
    ("movement", "go 0505", "pass, move", "6"),
    ("movement", "charge b1", "only cavalry charges", "9.1"),
    ("movement", "together b1 b2", "share a hex", "6.1"),
    ("movement", "march b1", "house rule that is off", "6.5"),
    ("movement", "enter b1 0405", "on the map already", "11"),
    ("moving", "go 0404", "an enemy stands there", "5"),
    ("moving", "go 0909", "", "6.1"),
    ("moving", "go 9999", "no hex '9999'", ""),
    ("moving", "pass", "ends with 'halt'", "4.1"),
    ("moving", "halt UP", "faces one of", "4.1"),
    ("moving", "halt", "one that is: 'halt", "6.1"),
    ("moving", "square", "house rule that is off", "9.3"),
    ("moving", "unsquare", "not in square", "9.3"),
    ("charge_move", "strike 0406 0407 N", "closer than 2 hexes", "9.1"),
    ("charge_move", "strike 0202 0203 N", "no enemy stands there", "9.1"),
    ("charge_move", "strike 0403 0909 N", "no open way", "9.1"),
    ("charge_move", "strike 0403", "one that is: 'strike 0403", "9.1"),
    ("declare", "attack b3 0404", "artillery does not attack", "8.1"),
    ("declare", "attack b1 0101", "front hexes", "8.1"),
    ("declare", "attack b1 0305", "no enemy stands there", "8.1"),
    ("declare", "attack r1 0405", "not one of the active units", "8.1"),
    ("add_attackers", "pass", "'enough'", "8.1"),
    ("add_attackers", "join b3", "artillery does not attack", "8.1"),
    ("add_attackers", "join b1", "already", "8.1"),
    ("refuse", "pass", "stands, or all of it refuses", "8.4"),
    ("withdraw", "withdraw 0405", "an enemy stands there", "5"),
    ("withdraw", "withdraw 0401", "each beside the last", "8.4"),
    ("withdraw", "pass", "withdraw", "8.4"),
    ("vacated", "advance 0101 N", "no attacking stack", "8.4"),
    ("keep_chain", "keep 0405 0503", "one whole part", "8.5"),
    ("keep_chain", "pass", "keep", "8.5"),
    ("square", "square 0101", "the hex that is asked is 0404", "9.2"),
    ("square", "stand", "pass, square", "9.3"),
    ("counter_charge", "counter-charge 0101", "the hex that is asked is 0404", "9.2"),
    ("recall_unit", "recall r1", "asked for is b1", "9.2"),
    ("reaction_target", "pass", "every battery that can fires", "8.3"),
    ("reaction_target", "react r1 0403", "nobody attacks from there", "8.3"),
    ("combats", "pass", "every combat that was declared", "8.2"),
    ("combats", "resolve 0101", "no combat is declared there", "8.2"),
    ("advance", "pass", "must enter", "8.6"),
    ("advance", "advance 0405 0403 N", "left is entered", "8.6"),
    ("breakthrough", "attack 0101", "no enemy stands there", "8.7"),
    ("counter_shock", "attack 0101", "no enemy stands there", "8.7"),
    ("pursue", "pass", "compulsory", "9.5"),
    ("pursue", "pursue 0101 0404 N", "enters the hex that was given up", "9.5"),
    ("recoil", "recoil 0404", "an enemy stands there", "10.2"),
    ("recoil", "recoil 0505", "front hex of the enemy", "10.2"),
    ("recoil", "pass", "recoil", "10.2"),
    ("rout_move", "run 0404", "an enemy stands there", "10.2"),
    ("rout_move", "pass", "run", "10.3"),
    ("rally", "rally b1", "an enemy stands next to it", "10.4"),
    ("rally", "rally b2", "good order", "10.4"),
    ("rally", "rally r1", "not one of the active units", "10.4"),
    ("general_makes_off", "refuge 0101", "nearest of his troops", "3"),
    ("generals_order", "pass", "name the side", "3"),
    ("general_move", "general red-chief 0505", "no general", "3"),
    ("general_move", "general blue-chief 0901", "an enemy stands there", "3"),
    ("general_move", "move b1", "pass, general", "3"),
]


@pytest.mark.parametrize(("step", "said", "words", "rule"), MISTAKES)
def test_a_natural_mistake_is_answered(step, said, words, rule):
    table = POSITIONS[step]()
    assert table.state.frame.step == step
    refusal = why_not(table.rules, table.state, parse_action(said))
    assert refusal is not None, f"'{said}' is legal"
    assert words in refusal.why
    assert refusal.rule == rule


def test_every_step_that_asks_has_its_mistakes():
    assert {step for step, *_ in MISTAKES} == {name for name, step in STEPS.items() if not step.automatic}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("enter b3 0109", "due on turn 2"),
        ("enter b1 0309", "on the map already"),
        ("enter zz 0109", "no unit called"),
    ],
)
def test_why_a_reinforcement_waits(said, words):
    """[11] Not yet due, or not one of them."""
    assert words in entering().why_not(said)


def test_why_a_reinforcement_does_not_enter_there():
    """[11] It enters by its own hex; held and shut in, it waits."""
    battle = Battle(TWO_CORPS).turn(2)
    battle.fact("active", "blue").fact("formation", "late").fact("status", "OR").step("movement", side="blue")
    assert "it enters by 0109 [11]" in battle.why_not("enter b3 0505")


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("b1 0405 line N; r1 0101 line S", "SO", "takes orders"),
        ("b1 0405 line N disordered; r1 0101 line S", "OR", "good order"),
        ("b1 0405 line N; r1 0402 line S", "OR", "within 3 hexes"),
    ],
)
def test_why_there_is_no_extended_march(text, status, words):
    """[6.5] Each condition by itself."""
    field = Field(text, extended_march="on").fact("status", status).open("movement", "blue")
    assert words in str(field.why_not("march b1"))


def test_why_a_square_stays():
    """[9.3] In an enemy zone it is not left."""
    field = moving("b1 0405 line N square; r1 0404 line S", "b1")
    assert "enemy zone" in str(field.why_not("unsquare"))
