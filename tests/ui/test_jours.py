"""The great game by clicks: every action that random play comes to can be pointed at."""

from __future__ import annotations

import random

import pytest

from game.core.actions import Action
from game.rulesets.jours_de_gloire.movement import ground
from tools.window_driver import Driver

_LIVELY = ("strike", "attack", "fire", "charge", "square", "react", "refuse", "order", "move")


def _chosen(choose: random.Random, legal: tuple[Action, ...]) -> Action:
    lively = [action for action in legal if action.verb in _LIVELY]
    return choose.choice(lively if lively and choose.random() < 0.6 else legal)


def _play(driver: Driver, scenario: str, seed: int, steps: int) -> int:
    """Play by clicks, each held to the action it was made for; how many were played."""
    table = driver.open(scenario, seed=seed)
    choose = random.Random(seed)
    for number in range(steps):
        if table.session.match.is_over:
            return number
        driver.do(_chosen(choose, table.session.match.legal()))
    return steps


def test_a_meeting_engagement_by_clicks(driver: Driver) -> None:
    assert _play(driver, "meeting", 1, 90) == 90


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "scenario", ["meeting", "somosierra", "saalfeld", "austerlitz", "fehrbellin", "pike-drill"]
)
def test_whole_battles_by_clicks(driver: Driver, scenario: str, seed: int) -> None:
    assert _play(driver, scenario, seed, 3000) > 50


def test_what_will_be_asked_is_made_ready_in_small_helpings(driver: Driver) -> None:
    """The first hex beyond reach that is pointed at would else cost a picture or two."""
    table = driver.open("austerlitz")
    rules = table.session.match.rules
    grounds = [ground(rules, (arm,)) for arm in ("infantry", "cavalry", "general")]
    assert any(None in each.rows for each in grounds)
    for _ in range(600):
        driver.step()
        if not any(None in each.rows for each in grounds):
            break
    assert not any(None in each.rows for each in grounds)


def test_pointing_at_a_far_hex_says_why_not(driver: Driver) -> None:
    table = driver.open("meeting", seed=1)
    choose = random.Random(1)
    while table.session.match.state.frame.step != "moving":
        driver.do(_chosen(choose, table.session.match.legal()))
    board = table.session.reader.board
    lit = {each.hex for each in table.scene().lit}
    far = next(hex_ for hex_ in board.hexes if hex_ not in lit and not table.desk.view.state.pieces.at(hex_))
    words = table.mode.why_not(table.desk, far)
    assert "[" in words, "a refusal names its rule"
    driver.click(*table.camera.layout.centre(far))
    assert table.said == words


def test_turning_shows_front_and_rear_and_the_wheel_turns(driver: Driver) -> None:
    table = driver.open("meeting", seed=1)
    choose = random.Random(1)
    while table.session.match.state.frame.step != "moving":
        driver.do(_chosen(choose, table.session.match.legal()))
    scene = table.scene()
    assert scene.turning is not None and len(scene.facings) == 6
    assert len(scene.fronts) == 2 and scene.rears
    driver.move(*table.camera.layout.centre(scene.turning))
    before = table.camera
    driver.wheel(1)
    assert table.facing is not None and table.camera == before
    unit = table.desk.actors()[0]
    wanted = table.facing
    driver.key("return")
    assert table.session.match.state.pieces[unit].facing == wanted


def test_odds_stand_beside_a_charge(driver: Driver) -> None:
    table = driver.open("drill-square", seed=1)
    choose = random.Random(2)
    for _ in range(200):
        legal = table.session.match.legal()
        strikes = [action for action in legal if action.verb in ("strike", "attack")]
        if strikes:
            break
        driver.do(_chosen(choose, legal))
    forecast = table.session.oracle.wait(table.desk.view.state, strikes[0])
    assert forecast.figures
    assert sum(chance for _label, chance in forecast.rows) == 1
    assert all(0 <= value <= 1 for _title, value, is_chance in forecast.figures if is_chance)
