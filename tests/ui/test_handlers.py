"""Pointing without a window: what a click on a hex means, as actions, modes and words."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.actions import Action, act
from game.library import find_scenario
from game.ui.handlers import Choosing, Idle, Picked, Say, Then, mode_for
from game.ui.session import Session

LIVELY = ("strike", "attack", "fire", "charge", "order", "move")


def begun(scenario: str, seed: int = 1) -> Session:
    return Session.begin(find_scenario(scenario), None, seed=seed, pace="off", curtain="never")


def played_to(scenario: str, is_wanted: Callable[[Session], bool], seed: int = 1) -> Session:
    """A game played on at random until something is asked."""
    for tried in range(seed, seed + 20):
        session, choose = begun(scenario, tried), random.Random(tried)
        while not session.match.is_over:
            if is_wanted(session):
                return session
            legal = session.match.legal()
            lively = [action for action in legal if action.verb in LIVELY]
            session.act(choose.choice(lively if lively and choose.random() < 0.75 else legal))
    raise AssertionError("it is never asked")


def offers(verb: str) -> Callable[[Session], bool]:
    return lambda session: any(action.verb == verb for action in session.match.legal())


@pytest.fixture(scope="module")
def skirmish() -> Session:
    session = begun("skirmish", 7)
    for order in ("advance", "hold"):
        session.act(act("order", order))
    return session


@pytest.fixture(scope="module")
def horse() -> Session:
    """Cavalry that can move or charge."""
    return played_to("saalfeld", offers("charge"), 4)


def test_a_click_on_a_unit_picks_it_and_a_second_click_moves_it(skirmish: Session) -> None:
    desk = skirmish.desk()
    unit, found = next(iter(desk.beginners().items()))
    here = desk.hex_of(unit)
    assert here is not None
    picked = mode_for(desk).click(desk, here)
    assert isinstance(picked, Picked) and picked.unit == unit
    action, meaning = next((a, m) for a, m in found if m.manner == "move")
    goal = desk.goal(meaning)
    assert goal is not None and picked.click(desk, goal) == action
    assert goal in {lit.hex for lit in picked.lit(desk)}


def test_a_click_where_nothing_can_be_done_says_why_not(skirmish: Session) -> None:
    desk = skirmish.desk()
    unit = next(iter(desk.beginners()))
    lit = {each.hex for each in Picked(unit).lit(desk)}
    pieces = desk.view.state.pieces
    far = next(h for h in desk.reader.board.hexes if h not in lit and not pieces.at(h))
    reply = Picked(unit).click(desk, far)
    assert isinstance(reply, Say) and reply.text


def test_nothing_lights_up_for_the_side_that_waits(skirmish: Session) -> None:
    seat = skirmish.seat
    try:
        skirmish.seat = next(side for side in skirmish.match.rules.sides if side != seat)
        desk = skirmish.desk()
        assert not desk.mine and desk.view.actions == ()
        mode = mode_for(desk)
        assert mode.lit(desk) == [] and mode.click(desk, desk.reader.board.hexes[0]) is None
    finally:
        skirmish.seat = seat


def test_horse_that_is_clicked_shows_where_it_moves_and_whom_it_charges(horse: Session) -> None:
    desk = horse.desk()
    charge = next(action for action in desk.view.actions if action.verb == "charge")
    here = desk.hex_of(charge.words[0])
    assert here is not None
    mode = Idle().click(desk, here)
    assert isinstance(mode, Choosing)
    lit = mode.lit(desk)
    assert {"move", "charge"} <= {each.manner for each in lit}
    assert all(each.label for each in lit if each.manner == "move"), "every hex tells the points left"
    struck = next(each.hex for each in lit if each.manner == "charge")
    enemies = [desk.view.state.pieces[id_].side for id_ in desk.view.state.pieces.at(struck)]
    assert enemies and set(enemies).isdisjoint({desk.view.side})
    reply = mode.click(desk, struck)
    assert isinstance(reply, Then) and reply.action.verb == "charge"
    elsewhere = next(each.hex for each in lit if each.manner == "move")
    reply = mode.click(desk, elsewhere)
    assert isinstance(reply, Then) and reply.action.verb in ("move", "together", "march")


def test_looking_ahead_changes_nothing_and_stops_at_dice(horse: Session) -> None:
    desk, before = horse.desk(), horse.match.state
    for action in desk.view.actions:
        desk.ahead(action)
    assert horse.match.state == before
    rolling = played_to("saalfeld", offers("rally"))
    rally = next(action for action in rolling.match.legal() if action.verb == "rally")
    assert rolling.desk().ahead(rally) is None


def test_a_question_names_the_hexes_it_is_about() -> None:
    session = played_to("saalfeld", offers("square"), 4)
    asked: Action = next(action for action in session.match.legal() if action.verb == "square")
    desk = session.desk()
    if asked.words:
        assert desk.reader.board.at(asked.words[0]) in desk.subject()


def test_a_leader_who_is_off_the_map_comes_back_where_one_points() -> None:
    """Nobody can click on a piece that is not there: the hex alone says where its successor comes."""
    session = played_to("pike-drill", lambda s: s.match.state.frame.step == "march_leaders")
    match, state = session.match, session.match.state
    fallen = next(
        piece for piece in state.pieces if piece.side == session.seat and piece.id.endswith("general")
    )
    state = state.with_piece(fallen._replace(hex=None, status="disabled"))
    match.state = state.with_fact(f"fallen:{fallen.id}", state.fact("player_turn", 0) - 2)
    desk = session.desk()
    wanted = next(action for action in match.legal() if action.verb == "replace")
    goal = desk.goal(desk.reader.meaning(desk.view.state, wanted))
    assert goal is not None and goal in {each.hex for each in Idle().lit(desk)}
    reply = Idle().click(desk, goal)
    assert reply == wanted or (isinstance(reply, Choosing) and wanted in reply.actions)
    empty = next(h for h in desk.reader.board.hexes if not desk.view.state.pieces.at(h))
    refused = Idle().click(desk, empty)
    assert isinstance(refused, Say) and "[3.5]" in refused.text


def test_the_last_gun_of_a_march_is_limbered_by_a_click_on_it() -> None:
    """With one unit left the question is about it: it turns by ring and wheel, and a click does the rest."""

    def is_last_gun(session: Session) -> bool:
        desk = session.desk()
        return offers("limber")(session) and len(desk.beginners()) == 1 and bool(desk.turns())

    session = played_to("fehrbellin", is_last_gun)
    desk = session.desk()
    wanted = next(action for action in desk.view.actions if action.verb == "limber")
    here = desk.hex_of(wanted.words[0])
    assert here is not None and here in {each.hex for each in Idle().lit(desk)}
    reply = Idle().click(desk, here)
    assert reply == wanted or (isinstance(reply, Choosing) and wanted in reply.actions)


def test_playing_by_pointing_needs_no_pygame() -> None:
    code = (
        "import sys; import tests.ui.test_handlers as t; s = t.begun('skirmish');"
        "s.act(s.match.legal()[0]); t.mode_for(s.desk()).lit(s.desk()); sys.exit('pygame' in sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root).returncode == 0
