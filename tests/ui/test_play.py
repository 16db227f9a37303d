"""Whole games through the real event queue, and what a player may expect on the way."""

from __future__ import annotations

import random
from pathlib import Path

from game.core.actions import act
from game.match import load_record
from game.ui.handlers import Picked
from tools.window_driver import Driver


def test_a_whole_skirmish_is_played_by_clicking(driver: Driver) -> None:
    table = driver.open()
    choose = random.Random(5)
    while not table.session.match.is_over:
        driver.do(choose.choice(table.session.match.legal()))
    assert table.session.match.state.result is not None
    driver.settle()
    assert any("The game is over" in w.text for w in driver.screen.widgets())


def test_every_step_is_on_disk_before_the_next_frame(driver: Driver) -> None:
    table = driver.open()
    choose = random.Random(1)
    for _ in range(12):
        driver.do(choose.choice(table.session.match.legal()))
        path = table.session.match.path
        assert path is not None
        loaded = load_record(path)
        assert loaded.problem is None
        assert loaded.match.state == table.session.match.state


def test_continue_brings_back_the_last_game(driver: Driver) -> None:
    table = driver.open()
    driver.do(act("order", "advance"))
    state = table.session.match.state
    driver.key("f10")
    driver.button("Continue")
    assert driver.table.session.match.state == state


def test_a_damaged_record_is_told_and_goes_on_in_a_file_of_its_own(driver: Driver) -> None:
    table = driver.open()
    for action in (act("order", "advance"), act("order", "hold")):
        driver.do(action)
    path = table.session.match.path
    assert path is not None
    path.write_text(path.read_text() + "3 | red | dance | | 00000000\n")
    damaged = path.read_bytes()
    driver.key("f10")
    driver.button("Continue")
    assert any("damaged" in w.text for w in driver.screen.widgets())
    driver.button("last good step")
    assert len(driver.table.session.match.entries) == 3
    assert path.read_bytes() == damaged
    assert driver.table.session.match.path != path


def test_undo_and_redo(driver: Driver) -> None:
    table = driver.open()
    for action in (act("order", "advance"), act("order", "hold")):
        driver.do(action)
    before = table.session.match.state
    move = next(a for a in table.session.match.legal() if a.verb == "move")
    driver.do(move)
    after = table.session.match.state
    driver.key("u")
    assert table.session.match.state == before
    driver.button("Redo")
    assert table.session.match.state == after


def test_a_picked_unit_lights_its_hexes_and_escape_lets_it_go(driver: Driver) -> None:
    table = driver.open()
    for action in (act("order", "advance"), act("order", "hold")):
        driver.do(action)
    driver.key("n")
    assert isinstance(table.mode, Picked)
    assert {lit.manner for lit in table.scene().lit} == {"move"}
    driver.key("escape")
    assert not isinstance(table.mode, Picked)


def test_a_whole_game_without_the_mouse(driver: Driver) -> None:
    """Tab and Enter press buttons, n and j point, Space chooses, p passes."""
    table = driver.open()
    for step in range(400):
        if table.session.match.is_over:
            break
        desk = table.desk
        if table.session.is_curtained:
            driver.key("return")
        elif desk.spoken() and act("pass") not in desk.view.actions:
            driver.key("tab")
            driver.key("return")
        elif step % 3 and desk.beginners():
            driver.key("n")
            driver.key("j")
            driver.key("space")
        elif not desk.beginners() or act("pass") in desk.view.actions:
            driver.key("p")
        driver.settle()
    assert table.session.match.is_over


def test_dice_rolled_at_the_table_are_asked_for(driver: Driver) -> None:
    table = driver.open(seed=None, manual=True)  # type: ignore[arg-type]
    driver.do(act("order", "advance"))
    driver.button("show me")
    driver.button("Hold")
    assert any("Roll the cup" in w.text for w in driver.screen.widgets())
    driver.button("red")
    assert table.session.match.state.fact("active") == "red"
    assert table.session.match.entries[-1].faces == ("red",)


def test_closing_the_window_ends_the_program(driver: Driver, tmp_path: Path) -> None:
    driver.open()
    driver.app.stop()
    driver.app.run()
    assert not driver.app.is_running
