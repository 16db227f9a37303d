"""Odds before an attack: the sum, the chain, what would change it most, who can strike whom."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pytest

from game.core.actions import Action, act
from game.core.dice import ScriptedDice
from game.core.engine import carry_out
from game.core.modifiers import total
from game.odds.answer import answer_in, chance_of
from game.ui.handlers import Idle, Picked
from game.ui.hover import hover_lines, odds_lines
from game.ui.oracle import NOTHING, Oracle
from game.ui.panel import answers, passes_above
from game.ui.session import Session
from game.ui.whatif import strongest, what_ifs
from tests.ui.test_handlers import offers, played_to

T = TypeVar("T")


class Letters:
    """Letters that are all as wide as high."""

    scale = 1.0

    def width(self, text: str, style: str) -> int:
        return 6 * len(text)

    def height(self, style: str) -> int:
        return 12


def when_known(ask: Callable[[], T | None]) -> T:
    """What the oracle answers, once it has."""
    for _ in range(2000):
        found = ask()
        if found is not None:
            return found
        time.sleep(0.005)
    raise AssertionError("the oracle never answers")


def attack(session: Session) -> Action:
    return next(action for action in session.match.legal() if action.verb == "attack")


@pytest.fixture(scope="module")
def attacked() -> Session:
    return played_to("saalfeld", lambda s: offers("attack")(s) and s.match.state.turn > 1, 5)


def test_odds_wait_while_a_picture_is_made(attacked: Session) -> None:
    """Two threads that both work take twice as long, and it is the picture that somebody sees stumble."""
    session, action = attacked, attack(attacked)
    oracle, state = Oracle(session.match.ruleset, session.match.rules), session.desk().view.state
    oracle.pause()
    for _ in range(20):
        assert oracle.ask(state, action) is None
        time.sleep(0.005)
    oracle.go_on()
    assert when_known(lambda: oracle.ask(state, action)).figures
    oracle.close()


def test_a_chain_that_has_been_followed_is_let_go_at_once(attacked: Session) -> None:
    """Left to the collector, a window that looks for circles seldom would fill up with them."""
    session, action = attacked, attack(attacked)
    oracle, state = Oracle(session.match.ruleset, session.match.rules), session.desk().view.state
    situation = oracle.form.on_board(session.match.rules, state, action)
    gc.collect()
    gc.disable()
    try:
        with oracle._graph(situation) as graph:
            assert answer_in(graph, {}).outcomes and len(graph) > 1
        gone = weakref.ref(graph)
        del graph
        assert gone() is None
    finally:
        gc.enable()


def test_the_card_of_an_attack_has_lines_total_odds_and_changes(attacked: Session) -> None:
    session, action = attacked, attack(attacked)
    desk, oracle = session.desk(), session.oracle
    forecast = oracle.wait(desk.view.state, action)
    shifts = when_known(lambda: oracle.changes(desk.view.state, action))
    goal = desk.goal(desk.reader.meaning(desk.view.state, action))
    assert goal is not None
    mode = Picked(action.words[0])
    said = [text for text, _ in hover_lines(session, desk, mode, goal, None, Letters())]
    joined = " ".join(said)
    for line in forecast.lines:
        assert str(line) in joined
    assert f"Total {total(forecast.lines):+d}" in said
    assert "What would change it most" in said
    for shift in shifts:
        assert shift.words in joined


def test_the_card_of_a_hex_names_every_figure_of_who_stands_there(attacked: Session) -> None:
    """Also what the counter has no room for: engagement, the ranges of guns, the formation."""
    session, desk = attacked, attacked.desk()
    alone = {
        kind: next(
            piece
            for piece in desk.view.state.pieces
            if piece.hex is not None
            and len(desk.view.state.pieces.at(piece.hex)) == 1
            and kind == (piece.id in session.match.rules.cards and session.match.rules.cards[piece.id].arm)
        )
        for kind in ("infantry", "artillery")
    }
    for kind, piece in alone.items():
        card = session.match.rules.cards[piece.id]
        face = card.good if piece.status == "good" else card.disordered
        assert piece.hex is not None
        said = " ".join(text for text, _ in hover_lines(session, desk, Idle(), piece.hex, None, Letters()))
        assert f"engagement {face.engagement}, movement {face.movement}" in said
        assert ("maximum range" in said) == (kind == "artillery")


def test_what_would_change_it_is_worked_out_like_any_odds(attacked: Session) -> None:
    """A difference is a table of its own: the same attack there has the chance that was told."""
    session, action = attacked, attack(attacked)
    desk, oracle = session.desk(), session.oracle
    form = oracle.form
    assert form is not None
    situation = form.on_board(oracle.rules, desk.view.state, action)
    tables = {each.words: each.state for each in what_ifs(session.reader, form, situation)}
    assert tables
    shifts = when_known(lambda: oracle.changes(desk.view.state, action))
    base = oracle.wait(desk.view.state, action).figures[0][1]
    for shift in shifts:
        assert oracle.wait(tables[shift.words], action).figures[0][1] == shift.chance == base + shift.by


def test_the_greatest_difference_comes_first_and_none_is_left_out_unless_it_is_nothing() -> None:
    base = Fraction(1, 2)
    found = [("a", Fraction(6, 10)), ("b", base), ("c", Fraction(1, 10)), ("d", Fraction(9, 10))]
    assert [shift.words for shift in strongest(base, found)] == ["c", "d", "a"]


def test_who_can_strike_a_hex_is_told_with_exact_odds(attacked: Session) -> None:
    state = attacked.match.state
    own = [p for p in state.pieces if p.hex is not None and attacked.reader.threats(state, p.hex)]
    assert own
    hex_ = own[0].hex
    assert hex_ is not None
    for threat in attacked.reader.threats(state, hex_):
        assert state.pieces[threat.unit].side != own[0].side
        told = when_known(lambda question=threat.question: attacked.oracle.chance(question))
        assert told[0] == chance_of(threat.question, "attacker_prevails")


def test_every_answer_to_a_prompt_has_its_odds() -> None:
    session = played_to("saalfeld", offers("square"), 4)
    desk = session.desk()
    assert passes_above(session, desk), "to stand is an answer like the other"
    actions = list(desk.view.actions)
    for action in actions:
        session.oracle.wait(desk.view.state, action)
    odds = answers(session, desk, actions)
    assert set(odds) == set(actions)
    assert all("%" in line for lines in odds.values() for line in lines)


def several_fire(session: Session) -> Action | None:
    """A target at which more than one unit can fire."""
    desk = session.desk()
    for action in desk.view.actions if desk.mine else ():
        after = desk.ahead(action) if action.verb == "target" else None
        if after is not None and act("all") in after.view.actions:
            return action
    return None


def test_a_target_has_its_odds_before_it_is_said_who_fires() -> None:
    """[7.1] The chance if all who can fire at it do."""
    session = played_to("fehrbellin", lambda s: several_fire(s) is not None, 2)
    target = several_fire(session)
    assert target is not None
    forecast = session.oracle.wait(session.desk().view.state, target)
    assert forecast.figures and forecast.lines
    session.act(target)
    state = carry_out(session.match.rules, session.match.state, act("all"), ScriptedDice()).state
    together = session.oracle.wait(state, act("fire"))
    assert (together.lines, together.figures) == (forecast.lines, forecast.figures)


def charged() -> tuple[Session, Action]:
    session = played_to("pike-drill", offers("charge"))
    return session, next(action for action in session.match.legal() if action.verb == "charge")


def test_the_card_of_a_charge_says_that_it_counts_and_fills_in() -> None:
    """Odds never hold up the picture: the card is there at once, its figures when they are known."""
    session, action = charged()
    desk = session.desk()
    told = odds_lines(session, desk, action, 300, Letters())
    assert told[-1][0] == "odds are being worked out"
    forecast = when_known(lambda: session.oracle.ask(desk.view.state, action))
    filled = odds_lines(session, desk, action, 300, Letters())
    assert forecast.figures and filled[: len(told)] != told
    assert session.oracle.news


def test_a_chain_with_too_many_ways_to_go_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.oracle._MOST_STATES", 2)
    session, action = charged()
    desk = session.desk()
    forecast = when_known(lambda: session.oracle.ask(desk.view.state, action))
    assert not forecast.is_counted and forecast.is_empty
    assert odds_lines(session, desk, action, 300, Letters())[-1][0] == "too many ways to go: no odds"
    assert session.oracle.wait(desk.view.state, action).is_counted, "whoever can wait gets them all the same"


def test_buttons_stay_where_they_are_when_odds_come_in(
    attacked: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an answer has no chances to show, the lines kept free for them stay."""
    session, action = attacked, attack(attacked)
    monkeypatch.setattr(session.oracle, "ask", lambda state, action: None)
    before = answers(session, session.desk(), [action])
    monkeypatch.setattr(session.oracle, "ask", lambda state, action: NOTHING)
    after = answers(session, session.desk(), [action])
    assert len(before[action]) == len(after[action]) == 2
