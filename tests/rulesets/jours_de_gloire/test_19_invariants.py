"""[19] The invariants: that each is checked, and that random games keep them."""

from __future__ import annotations

import random

import pytest

from game.core.dice import SeededDice
from game.core.engine import legal_actions, play
from game.core.events import FactChanged, Marked, Placed, Removed, Rolled, StatusChanged, Unmarked
from game.rulesets.jours_de_gloire.combat import Combat
from game.rulesets.jours_de_gloire.invariants import broken, broken_by
from game.rulesets.jours_de_gloire.movement import step_cost
from game.rulesets.jours_de_gloire.pricing import EmptyField
from game.rulesets.jours_de_gloire.tables import load_tables
from hexmap.board import Board, Feature
from hexmap.coords import hexside
from hexmap.ground import Refusal
from tests.rulesets.jours_de_gloire.battle import Battle
from tests.rulesets.jours_de_gloire.field import Field

TEXT = "b1 0405 line N; b2 0505 line N; b3 0605 guns N; r1 0404 line S; r2 0504 line S"


def problems(field):
    return list(broken(field.rules, field.state))


def done(field, *events):
    return list(broken_by(field.rules, field.state, events))


def test_a_sound_table_is_not_complained_of():
    assert problems(Field(TEXT)) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("b1 0405 line N; r1 0405 line S", "both sides stand in 0405"),
        ("b1 0405 line N; b2 0405 horse N; r1 0404 line S", "infantry and cavalry never share a hex"),
        ("b1 0405 guns N routed; r1 0404 line S", "routed battery"),
    ],
)
def test_no_hex_holds_both_sides_and_stacking_is_legal(text, word):
    """[19] No hex holds both sides; stacking legal after each step."""
    assert any(word in problem for problem in problems(Field(text)))


def test_routed_units_may_share_a_hex_at_need():
    """[5, 10.3] With routed units if nothing else can be done."""
    assert problems(Field("b1 0405 line N routed; b2 0405 line N routed; r1 0404 line S")) == []


def test_a_routed_unit_never_has_a_zone(monkeypatch):
    """[19] Checked even if the zones were worked out wrongly."""
    field = Field("b1 0405 line N routed; r1 0404 line S")
    assert problems(field) == []
    monkeypatch.setattr("game.rulesets.jours_de_gloire.invariants.exerts_zone", lambda rules, piece: True)
    assert "b1 is routed and has a zone of control" in problems(field)


def test_every_marker_is_drawn_at_most_once_a_turn():
    """[19] It leaves the cup when it is drawn, and the cup only empties."""
    field = Field(TEXT).fact("cup", ("blue#1", "blue#2"))
    assert done(field, Rolled("cup", "blue#1", "", "blue"), FactChanged("cup", ("blue#2",))) == []
    assert done(field, Rolled("cup", "red#1", "", "red")) == ["red#1 is drawn, but is not in the cup"]
    twice = (FactChanged("cup", ("blue#2",)), FactChanged("cup", ("blue#1", "blue#2")))
    assert done(field, *twice) == ["a marker came back into the cup"]
    assert problems(field.fact("cup", ("blue#1", "blue#1"))) == ["a marker is in the cup twice"]
    field.fact("cup", ("blue#1",)).fact("first_marker", "blue#1")
    assert problems(field) == ["the marker that opens the turn is in the cup as well"]


def test_no_unit_attacks_twice():
    """[19] Except by 8.7 and 9.5, which are not declared."""
    field = Field(TEXT).fact("combat:0404", Combat("0404", ("b1",)))
    assert problems(field) == []
    field.fact("combat:0504", Combat("0504", ("b1", "b2")))
    assert problems(field) == ["b1 attacks twice"]
    field = Field(TEXT).fact("combat:0404", Combat("0404", ("b1",)))
    field.fact("combat:0504", Combat("0504", ("b2",), others=("0404",)))
    assert problems(field) == ["0404 is attacked twice"]


def test_attackers_are_added_only_while_shocks_are_declared():
    """[19, 8.2] Whoever has fought is not laid on the table again."""
    field = Field(TEXT).fact("combat:0404", Combat("0404", ("b1",)))
    more = FactChanged("combat:0404", Combat("0404", ("b1", "b2")))
    assert done(field, more) == ["combat:0404 has attackers that were not declared"]
    assert done(field.open("declare", "blue"), more) == []


def test_artillery_fires_at_most_once_in_its_own_activation():
    """[19] Until its mark comes off."""
    field = Field(TEXT)
    shot, off = Marked("b3", "fired"), Unmarked("b3", ("fired",))
    assert done(field, shot) == done(field, shot, off, shot) == []
    assert done(field, shot, shot) == ["b3 fires twice"]


def test_the_number_of_live_units_never_grows_except_by_reinforcement():
    """[19] The dead stay dead, and nobody comes on twice."""
    field = Field(TEXT)
    lost = Removed("b1", "eliminated", "")
    assert done(field, lost, StatusChanged("b1", "good")) == ["b1 is back from the dead"]
    assert done(field, lost, Placed("b1", field.at("0101"), 0)) == ["b1 comes onto the map a second time"]
    assert done(field, Placed("b2", field.at("0101"), 0)) == ["b2 comes onto the map a second time"]
    late = Battle("b1 0309 near; b2 0909 late @2; r1 0901 red")
    assert done(late, Placed("b2", late.rules.at["0909"], 0)) == []


@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_them(seed):
    """[19] After each action; long runs are the fuzz's."""
    text = (
        "b1 0506 foot; b2 0606 foot; b3 0706 foot guns; b4 0407 horse horse; b5 0909 late @2;"
        "r1 0504 red; r2 0604 red; r3 0704 red guns; r4 0403 riders horse"
    )
    battle = Battle(text, turns=2).begin()
    choose, dice = random.Random(seed), SeededDice(seed)
    while battle.state.result is None:
        before = battle.state
        action = choose.choice(legal_actions(battle.rules, before))
        battle.state, events = play(battle.rules, before, action, dice)
        assert list(broken(battle.rules, battle.state)) == []
        assert list(broken_by(battle.rules, before, events)) == []


@pytest.mark.parametrize("column", ["general", "infantry", "cavalry", "artillery"])
@pytest.mark.parametrize("level", [-3, -1, 0, 1, 2])
def test_a_step_costs_never_less_than_nothing_and_na_dominates_every_sum(column, level):
    """[19] Over every terrain and hexside."""
    table = load_tables().terrain
    field = Field("b1 0101 line N; r1 0909 line N")
    board = field.rules.board
    here, there = field.at("0505"), field.at("0405")
    for terrain in sorted(table.vocabulary["terrain"]):
        for edge in sorted(table.vocabulary["hexside"] - {"bridge", "pontoon"}):
            country = EmptyField(
                Board(
                    board.grid,
                    {**board.terrain, there: terrain},
                    {**board.elevation, there: level},
                    {hexside(here, there): (Feature(edge, None),)},
                ),
                load_tables(),
            )
            cost = step_cost(country, here, there, column)
            closed = (
                table.hex_cost(terrain, column) is None
                or edge == "river"
                or table.hexside_cost(edge, column).cost is None
                or table.level_cost(level, column, False) is None
                or table.is_closed(edge, level)
            )
            assert isinstance(cost, Refusal) == closed, (terrain, edge)
            assert closed or cost.total >= 0
