"""Games on disk, and a sentence for the player where the disk says no."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from game.core.actions import act
from game.match import load_record
from game.ui.menu_screen import MenuScreen
from game.ui.saves import saved_games, why_unkept, why_unread
from tools.window_driver import Driver


def said(driver: Driver) -> str:
    return " ".join(widget.text for widget in driver.screen.widgets()).replace("\n", " ")


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EACCES, "allow yourself to write"),
        (errno.EROFS, "allow yourself to write"),
        (errno.ENOSPC, "make room"),
        (errno.ENOTDIR, "a file stands where"),
        (errno.EIO, "input/output error"),
    ],
)
def test_a_folder_that_cannot_be_written_is_named_with_what_would_help(number: int, advice: str) -> None:
    told = why_unkept(Path("games"), OSError(number, os.strerror(number), "games/a.record"))
    assert told.startswith("Games cannot be kept in games: ") and advice in told
    assert "Errno" not in told


@pytest.mark.parametrize(
    ("number", "advice"), [(errno.EACCES, "allow yourself to read"), (errno.ENOENT, "no longer there")]
)
def test_a_record_that_cannot_be_read_is_named_with_what_would_help(number: int, advice: str) -> None:
    told = why_unread(Path("a.record"), OSError(number, "no"))
    assert told.startswith("a.record ") and advice in told


def test_a_new_game_that_cannot_be_kept_is_not_begun(driver: Driver) -> None:
    games = driver.app.home.games
    games.parent.mkdir(parents=True, exist_ok=True)
    games.write_text("in the way", encoding="utf-8")
    menu = MenuScreen(driver.app, "new")
    driver.app.go(menu)
    driver.step()
    driver.button("Begin")
    assert driver.screen is menu
    assert "Games cannot be kept in" in said(driver) and "Errno" not in said(driver)
    driver.button("Close")
    games.unlink()
    driver.button("Begin")
    assert driver.table.session.match.path is not None


def test_a_game_that_has_gone_is_told_and_the_menu_stays(driver: Driver) -> None:
    table = driver.open()
    path = table.session.match.path
    assert path is not None
    menu = MenuScreen(driver.app, "load")
    driver.app.go(menu)
    driver.step()
    path.unlink()
    driver.button("steps")
    assert driver.screen is menu and "is no longer there" in said(driver)


def test_a_step_that_cannot_be_written_is_told_once_and_written_with_the_next(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = driver.open()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.core.record.os.fsync", full)
        table.act(act("order", "advance"))
        driver.step()
        assert "not on disk" in said(driver) and "make room" in said(driver)
        driver.button("Play on")
        table.act(act("order", "hold"))
        driver.step()
        assert "not on disk" not in said(driver)
    table.act(table.session.match.legal()[0])
    path = table.session.match.path
    assert path is not None and load_record(path).match.state == table.session.match.state
    assert not table.session.unkept


def test_a_step_taken_back_is_taken_back_on_disk_as_well_sooner_or_later(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = driver.open()
    for order in ("advance", "hold"):
        driver.do(act("order", order))
    move = next(action for action in table.session.match.legal() if action.verb == "move")
    driver.do(move)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("game.core.record.os.fsync", full)
        driver.key("u")
        assert "not on disk" in said(driver)
        driver.button("Play on")
    driver.do(move)
    path = table.session.match.path
    assert path is not None and load_record(path).match.record() == table.session.match.record()


def test_games_are_listed_even_where_one_cannot_be_read(driver: Driver) -> None:
    table = driver.open()
    path = table.session.match.path
    assert path is not None
    (path.parent / "folder.record").mkdir()
    problems = {game.path.name: game.problem for game in saved_games(path.parent)}
    assert not problems[path.name]
    assert "cannot be read" in problems["folder.record"] and "Errno" not in problems["folder.record"]
