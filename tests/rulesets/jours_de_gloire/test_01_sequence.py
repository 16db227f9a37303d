"""[1] The sequence of play."""

from __future__ import annotations

from game.core.dice import SeededDice
from game.core.engine import legal_actions, play
from game.core.events import FactChanged, Marked, StepOpened, TurnBegan, Unmarked
from game.core.ledger import Ledger
from game.core.view import seen_state
from tests.rulesets.jours_de_gloire.battle import Battle

ONE_EACH = "b1 0409 blue; r1 0901 red"


def to_the_end(battle):
    """Pass through the game with seeded dice; the steps that opened, in order."""
    battle.begin()
    dice = SeededDice(1)
    opened = []
    for _action in range(400):
        if battle.state.result is not None:
            return opened
        done = play(battle.rules, battle.state, legal_actions(battle.rules, battle.state)[0], dice)
        for event in done.events:
            if isinstance(event, StepOpened):
                opened.append(event.frame.step)
            elif isinstance(event, TurnBegan):
                opened.append(f"turn {event.turn}")
        battle.state = done.state
    raise AssertionError("the game did not end")


def test_a_turn_goes_through_its_phases_in_order():
    """[1] Orders, initiative, assembly, activations, end of turn: collapse, generals, victory."""
    opened = to_the_end(Battle(ONE_EACH, turns=2))
    turn = opened[: opened.index("turn 2")]
    phases = ("initiative", "first_marker", "assembly", "activations", "collapse", "generals", "next_turn")
    assert [step for step in turn if step in phases] == list(phases)
    again = opened[opened.index("turn 2") :]
    assert [step for step in again if step in ("orders", *phases)] == ["orders", "orders", *phases]


def test_activations_go_on_until_the_cup_is_empty():
    """[1 D] Two markers each, so four activations."""
    opened = to_the_end(Battle(ONE_EACH, turns=1))
    assert opened.count("draw") == opened.count("end_activation") == 4


def test_segments_follow_each_other_and_are_not_mixed():
    """[1 D3-D6] Fire, movement, shock, rally."""
    opened = to_the_end(Battle(ONE_EACH, turns=1))
    segments = [step for step in opened if step in ("fire", "movement", "shock", "rally")]
    assert segments == ["fire", "movement", "shock", "rally"] * 4


def test_what_an_activation_noted_comes_off_when_it_ends():
    """[1 E4] Marks and facts of the activation; a collapse is remembered."""
    battle = Battle(ONE_EACH).fact("cup", ("red#2",)).fact("collapsed:red", True)
    for key in ("charge:b1", "combat:0901", "entries:0409", "idle", "status", "formation", "chosen"):
        battle.fact(key, ("b1",))
    ledger = Ledger(battle.state, SeededDice(1))
    ledger.write(Marked("b1", "moved"), Marked("b1", "fired"), Marked("r1", "fought"))
    battle.state = ledger.state
    battle.step("end_activation")
    assert dict(battle.state.facts) == {"cup": ("red#2",), "collapsed:red": True}
    assert not any(piece.marks for piece in battle.state.pieces)
    assert len([event for event in battle.events if isinstance(event, Unmarked)]) == 2


def test_order_markers_come_off_at_the_end_of_the_turn():
    """[1 E4] Face up or never turned over."""
    battle = Battle(ONE_EACH).fact("order:blue", "OR").fact("secret:red:order:red", "SO")
    battle.fact("initiative", "blue").fact("special:furia", 1).step("next_turn")
    assert battle.state.turn == 2
    assert dict(battle.state.facts) == {"special:furia": 1}


def test_the_enemys_orders_are_all_that_is_hidden_before_the_draw():
    """[1] Two tables that differ only in secret orders look alike to the enemy."""
    battle = Battle("b1 0309 near; b2 0409 other; r1 0901 red").begin()
    one = Battle("b1 0309 near; b2 0409 other; r1 0901 red").begin().do("order near").do("pass")
    two = battle.do("order other").do("pass")
    assert one.state != two.state
    assert seen_state(one.state, "red") == seen_state(two.state, "red")


def test_the_cup_is_drawn_by_its_markers():
    """[1 D1] Each marker is as likely as the next, and leaves the cup when it is drawn."""
    battle = Battle(ONE_EACH).fact("cup", ("blue#1", "blue#2", "red#1")).step("draw", "blue#2")
    assert battle.state.facts["cup"] == ("blue#1", "red#1")
    assert battle.rolls()[0].reading == "blue"
    assert FactChanged("active", "blue") in battle.events
