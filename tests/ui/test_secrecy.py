"""What a side may not know is not on its screen: pixel by pixel."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import act
from tools.window_driver import Driver


def screens(folder: Path, order: str) -> list[bytes]:
    """What red sees after a secret order of blue: the curtain, the table, overlays, a hover, the keys."""
    driver = Driver(folder)
    table = driver.open(seed=11, curtain="secrets")
    driver.do(act("order", order))
    assert table.session.match.state.fact("secret:blue:order") == order
    found = [driver.pixels()]
    driver.button("show me")
    driver.settle()
    driver.move(5, 5)
    found.append(driver.pixels())
    for key in ("1", "2", "3", "4"):
        driver.key(key)
        found.append(driver.pixels())
    driver.hover("0203")
    found.append(driver.pixels())
    driver.key("f1")
    found.append(driver.pixels())
    driver.app.close()
    return found


def test_two_secrets_look_alike_to_the_other_side(tmp_path: Path) -> None:
    one, other = (screens(tmp_path / order, order) for order in ("advance", "hold"))
    assert len(one) == len(other)
    assert [a == b for a, b in zip(one, other, strict=True)] == [True] * len(one)
    assert one[0] != one[1], "the curtain hides the table"


def test_orders_of_a_great_battle_are_not_seen_by_the_other_side(tmp_path: Path) -> None:
    found = []
    for name, orders in (("one", 1), ("none", 0)):
        driver = Driver(tmp_path / name)
        table = driver.open("meeting", seed=2)
        for _ in range(orders):
            driver.do(next(a for a in table.session.match.legal() if a.verb == "order"))
        driver.do(act("pass"))
        curtain = driver.pixels()
        driver.button("show me")
        driver.settle()
        driver.move(5, 5)
        found.append((curtain, driver.pixels()))
        driver.app.close()
    assert found[0] == found[1]


@pytest.mark.parametrize("policy", ["always", "never"])
def test_the_curtain_follows_its_setting(driver: Driver, policy: str) -> None:
    table = driver.open(curtain=policy)
    if table.session.is_curtained:
        driver.button("show me")
    driver.do(act("order", "advance"))
    assert table.session.is_curtained == (policy == "always")


def test_the_side_that_sits_down_sees_what_it_missed(driver: Driver) -> None:
    table = driver.open(pace="calm", curtain="always")
    driver.button("show me")
    for action in (act("order", "advance"), act("order", "hold")):
        driver.do(action)
    if table.session.is_curtained:
        driver.button("show me")
        driver.settle()
    mover = table.session.seat
    driver.do(next(a for a in table.session.match.legal() if a.verb == "move"))
    driver.do(act("pass"))
    while table.session.match.asked == mover:
        driver.do(act("pass"))
    assert table.session.is_curtained
    driver.button("show me")
    assert table.session.catching_up
    driver.settle()
    assert not table.session.catching_up
    assert table.session.shown().pieces.pieces == table.session.match.state.pieces.pieces
