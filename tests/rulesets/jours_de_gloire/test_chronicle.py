"""The log: everything a player cares about has its sentence, in names and not in ids."""

from __future__ import annotations

import gettext
import random
import re
from pathlib import Path

import pytest

from game.core import tongue
from game.core.dice import SeededDice
from game.core.engine import prompt
from game.core.events import FormationChanged, GameEnded, Marked, Moved, Removed, StatusChanged, Told, Turned
from game.core.state import Outcome
from game.match import Match
from game.rulesets.jours_de_gloire import chronicle, steps
from game.rulesets.jours_de_gloire.chronicle import describe
from tests.rulesets.jours_de_gloire.assault import assault
from tests.rulesets.jours_de_gloire.battle import Battle
from tests.rulesets.jours_de_gloire.field import Field
from tests.rulesets.jours_de_gloire.fight import fight, segment

SOURCES = "".join(path.read_text(encoding="utf-8") for path in Path(steps.__path__[0]).parent.rglob("*.py"))


def lines(table):
    """What the log says about the last events, without the modifiers."""
    found = [describe(table.rules, event) for event in table.events]
    return [line.split("\n")[0] for line in found if line]


def test_whatever_a_step_tells_has_a_sentence():
    assert set(re.findall(r'\.tell\(\s*"(\w+)"', SOURCES)) == set(chronicle.TOLD)


def test_however_a_unit_goes_there_is_a_word_for_it():
    hows = set(re.findall(r'(?:go|enter|Moved)\([^()]*(?:\([^()]*\)[^()]*)*"([a-z-]+)"\)', SOURCES))
    assert {"march", "charge", "recoil", "rout", "advance", "pursuit", "withdrawal", "counter-shock"} <= hows
    assert hows <= set(chronicle.WAYS)


def test_a_turn_from_orders_to_the_draw():
    battle = Battle("b1 0309 near; b2 0901 far; r1 0905 red").begin().do("order near")
    assert lines(battle) == ["blue-chief sent orders to near (command points: 1)."]
    battle.do("pass").do("pass", 4, 4, 9, 0)
    assert lines(battle) == [
        "Initiative of Blue: 4 + 3 = 7 [2.2]",
        "Initiative of Red: 4 + 3 = 7 [2.2]",
        "The same for both: they rolled again.",
        "Initiative of Blue: 9 + 3 = 12 [2.2]",
        "Initiative of Red: 0 + 3 = 3 [2.2]",
        "Blue won the initiative.",
    ]
    battle.do("first near")
    assert lines(battle) == ["Blue opened the turn with near.", "near was activated with orders (OR)."]
    battle.do("pass", "far#1")
    assert lines(battle) == ["Drawn from the cup: far.", "far was activated without orders (SO)."]
    battle.do("try", 9, "red#1")
    assert lines(battle)[:2] == [
        "Individual order of far (5): 9, failed [2.3]",
        "far got none and could do nothing but rally.",
    ]


def test_an_individual_order_that_comes_through():
    battle = Battle("b1 0309 near; r1 0901 red").begin().do("pass").do("pass", 9, 0)
    battle.do("try", 0)
    assert lines(battle)[-1] == "near got an order for this activation."


def test_nobody_wins_the_initiative():
    battle = Battle("b1 0309 near; r1 0901 red", switches={"initiative_tie": "nobody"}).begin().do("pass")
    battle.do("pass", 4, 4, "red#1")
    assert "Nobody won the initiative: all markers went into the cup." in lines(battle)


def test_special_markers():
    special = {"id": "furia", "name": "Furia", "side": "blue", "formations": ["near"], "infantry": 1}
    battle = Battle("b1 0309 near; r1 0901 red", special_markers=[special])
    assert describe(battle.rules, Told("special_marker", (("side", "blue"), ("marker", "furia")))) == (
        "Blue added Furia to the cup."
    )
    battle.fact("cup", ("furia#special",)).step("draw", "furia#special")
    assert lines(battle) == [
        "Drawn from the cup: Furia.",
        "Furia: units of Blue were activated with orders (OR).",
    ]


def test_fire_with_its_lines_and_its_result():
    field = Field("b1 0405 guns N sp=4; r1 0402 line S coh=6").open("fire", "blue").settle()
    field.do("battery b1").do("fire 0402", 6, 7)
    assert lines(field) == [
        "B1 fires at 0402: 6 + 4 = 10, every unit in the hex tests [7.2]",
        "Cohesion test of r1 (6): artillery fire: 7, failed [7.2]",
        "r1 fell into disorder (artillery fire).",
    ]
    shown = describe(field.rules, field.events[[type(e).__name__ for e in field.events].index("Rolled")])
    assert "\n    +4 fire strength [7.2]" in shown


def test_counter_battery_and_reaction_fire_are_told_apart():
    field = Field("b1 0405 guns N; r1 0402 guns S").open("fire", "blue").settle()
    field.do("battery b1").do("fire 0402", 0).do("answer r1", 0)
    assert lines(field)[0].startswith("R1 fires back at 0405: 0 + 3 = 3, no effect")
    field.open("fire_roll", firers=("r1",), target="0405", kind="reaction").settle(0)
    assert lines(field)[0].startswith("R1 fires at the attackers in 0405")


def test_a_declaration_names_who_charges_and_who_attacks():
    field = Field("b1 0405 line N; b2 0505 horse N; r1 0404 line S").fact("charge:b2", "0404")
    field.open("declare", "blue").do("attack b1 0404").do("join b2")
    assert "0404: charged by b2 and attacked by b1." in lines(field)


def test_recoil_and_advance():
    field = fight("b1 0405 line N sp=9; r1 0404 line S sp=5 coh=5", "b1 > 0404").settle(5, 5)
    assert field.do("recoil 0403") and lines(field) == ["r1 recoiled to 0403."]
    assert field.do("advance 0405 0404 N") and lines(field) == ["b1 advanced to 0404."]


def test_the_shock_roll_names_its_row_and_its_lines():
    field = fight("b1 0405 line N sp=9 coh=6; r1 0404 line S sp=5 coh=5", "b1 > 0404").settle(5, 6)
    roll = next(text for event in field.events if (text := describe(field.rules, event)))
    assert roll.split("\n") == [
        "Shock on 0404: 5 + 3 = 8, 5 to 9: the defender recoils and tests [8.6]",
        "    +1 odds [8.6]",
        "    +1 best cohesion, attacker against defender [8.6]",
        "    +1 clear [terrain table]",
    ]


def test_an_engagement_test_that_fails():
    field = assault("b1 0405 line N; r1 0404 line S", "b1 > 0404", orders=False).open("engagement").settle(9)
    assert lines(field) == [
        "Engagement test of b1 (5): 9, failed [8.5]",
        "b1 stayed put and did not attack.",
    ]


def test_square_and_recall():
    field = segment("b1 0405 heavy N; r1 0404 line S", "b1! > 0404").settle().do("square 0404", 4)
    assert lines(field) == [
        "Cohesion test of r1 (6): forming square: 4, passed [9.3]",
        "r1 formed square.",
    ]
    field.do("recall b1", 3)
    assert lines(field)[:2] == [
        "Cohesion test of b1 (7): recall: 3, passed [9.2]",
        "b1 broke off the charge.",
    ]


def test_a_counter_charge():
    field = segment("b1 0405 horse N; r1 0404 horse S", "b1! > 0404").settle()
    field.do("counter-charge 0404", 3, 5, 3)
    assert "Counter-charge by r1: the chargers lost their bonus." in lines(field)
    foot = Told("counter_charge", (("units", ("r1",)), ("charged", False)))
    assert describe(field.rules, foot) == "Counter-charge by r1: its bonus counted against the attacker."


def test_a_charge_names_unit_and_target():
    field = Field("b1 0407 horse N; r1 0403 line S").open("movement", "blue").do("charge b1")
    field.do(next(offer for offer in field.offers() if offer.startswith("strike 0403 0404")))
    assert lines(field)[:2] == ["b1 rode to 0404.", "b1 charged at 0403."]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (StatusChanged("b1", "good", "rally"), "b1 came back to good order (rally)."),
        (StatusChanged("b1", "disordered", "rally"), "b1 rallied from rout, still disordered."),
        (StatusChanged("b1", "routed"), "b1 broke and routed."),
        (Removed("b1", "eliminated", "nowhere to run"), "Eliminated: b1 (nowhere to run)."),
        (Removed("chief", "", "3"), "Chief had no troops left to join and left the map."),
        (FormationChanged("b1", ""), "b1 no longer stood in square."),
        (Turned("b1", 0), "b1 turned to face NE."),
        (Marked("b1", "moved"), ""),
        (GameEnded(Outcome("red", "decisive", "Blue 1, Red 30")), "Red won (decisive): Blue 1, Red 30."),
        (GameEnded(Outcome(None, "draw", "Blue 1, Red 3")), "The battle ended in a draw: Blue 1, Red 3."),
    ],
)
def test_units_and_endings(event, text):
    field = Field("b1 0405 line N; r1 0101 line S", general="0303")
    assert describe(field.rules, event) == text


def test_a_general_who_makes_off():
    field = Field("b1 0405 line N; r1 0101 line S", general="0303")
    moved = Moved("chief", (field.at("0303"), field.at("0101")), 0, "displaced")
    assert describe(field.rules, moved) == "Chief made off and joined his troops in 0101."


def test_collapse_objective_and_the_count_of_points():
    battle = Battle(
        "b1 0109 blue; r1 0901 red; r2 0801 red; r3 0701 red",
        turns=1,
        objectives=[{"hex": "0105", "name": "the mill", "points": 4, "holder": "blue"}],
    ).put(r1="eliminated", r2="eliminated")
    battle.step("collapse")
    assert lines(battle) == [
        "red collapsed: each unit left takes a D, and none rallies any more.",
        "r3 fell into disorder (collapse).",
    ]
    taken = Told("objective", (("hex", "0105"), ("side", "red")))
    assert describe(battle.rules, taken) == "Red took the mill."
    battle.step("next_turn")
    points = describe(battle.rules, battle.events[1])
    assert points.split("\n") == [
        "Blue: 8 victory points.",
        "    +4 enemy units eliminated: 2 [13]",
        "    +4 the mill [13]",
    ]


def test_the_weather_of_a_turn():
    battle = Battle("b1 0109 blue; r1 0901 red", weather=[{"turns": [2], "night": True, "rain": True}])
    battle.step("next_turn")
    assert lines(battle) == ["Turn 2 of 3 began (night, rain)."]


def test_no_line_of_a_whole_game_speaks_in_ids_or_in_python():
    """Names stand in the log, not ids; results in words, not True and False."""
    match = Match.begin("jours-de-gloire", "meeting", dice=SeededDice(5))
    choice = random.Random(5)
    while not match.is_over:
        match.act(choice.choice(match.legal()))
    ids = [id_ for id_ in (*match.rules.cards, *match.rules.generals, *match.rules.formations) if "-" in id_]
    text = "\n".join(match.told(None))
    assert not [id_ for id_ in ids if re.search(rf"\b{id_}\b", text)]
    assert not re.search(r"\b(True|False|None)\b|_", text)


@pytest.mark.parametrize(
    ("text", "attack", "asked"),
    [
        ("b1 0405 heavy N; r1 0404 line S; r2 0404 line S coh=8", "b1! > 0404", "form square (0 to 8 on"),
        ("b1 0405 horse N; r1 0404 horse S coh=6", "b1! > 0404", "counter-charge (0 to 6 on the die)"),
    ],
)
def test_a_prompt_says_what_the_die_must_show(text, attack, asked):
    field = segment(text, attack).settle()
    assert asked in prompt(field.rules, field.state)


def test_against_heavy_cavalry_the_prompt_counts_the_two():
    """[9.4, 16.10] Light cavalry of cohesion 6 needs 0 to 4."""
    field = segment("b1 0405 heavy N; r1 0404 horse S coh=6", "b1! > 0404").settle().do("stand")
    assert "(0 to 4 on the die)" in prompt(field.rules, field.state)


def test_a_recall_says_what_the_die_must_show():
    field = segment("b1 0405 heavy N coh=7; r1 0404 line S", "b1! > 0404").settle().do("square 0404", 4)
    assert prompt(field.rules, field.state) == "b1: recall (0 to 7 on the die), or pass to let it charge?"


class Marks(gettext.NullTranslations):
    """A language in which every text wears marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"


@pytest.mark.parametrize("seed", [2, 5])
def test_states_read_alike_in_every_language(seed, monkeypatch):
    """A record made in one language holds in another: no text of a player's tongue is part of a state."""
    matches = [Match.begin("jours-de-gloire", "meeting", dice=SeededDice(seed)) for _language in range(2)]
    choice = random.Random(seed)
    plain, marked = tongue._current, Marks()
    while not matches[0].is_over:
        action = choice.choice(matches[0].legal())
        for match, language in zip(matches, (plain, marked), strict=True):
            monkeypatch.setattr(tongue, "_current", language)
            match.act(action)
        assert matches[0].state.digest == matches[1].state.digest, action
    assert any("«" in line for line in matches[1].told(None))


def test_a_step_that_waits_keeps_no_text_of_a_players_tongue(monkeypatch):
    """The reasons of a recoil wait with it until its owner has chosen."""

    def waiting():
        guns = Field("b1 0405 guns N sp=9; r1 0402 guns S; r2 0101 line S").open("fire", "blue").settle()
        return (
            fight("b1 0405 line N; r1 0404 line S", "b1 > 0404").settle(5, 0),
            fight("b1 0405 line N sp=1 coh=1; r1 0404 line S", "b1 > 0404").settle(4, 9),
            guns.do("battery b1").do("fire 0402", 9),
        )

    plain = waiting()
    monkeypatch.setattr(tongue, "_current", Marks())
    for one, other in zip(plain, waiting(), strict=True):
        assert one.step == "recoil"
        assert one.state.frame == other.state.frame
