"""Clearing away between frames: what is found, what is left alone, and that Python is left as it was."""

from __future__ import annotations

import gc
import weakref
from typing import NoReturn

import pytest

from game.ui import tidy
from game.ui.tidy import _MANY, _TOO_MANY, Tidier


class Circle:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


def circle() -> weakref.ref[Circle]:
    """A circle that nobody holds any more."""
    return weakref.ref(Circle())


def test_circles_are_found_between_frames_and_only_when_there_is_much_new() -> None:
    with Tidier() as tidier:
        lost = circle()
        tidier.between_frames(is_quiet=True)
        assert lost() is not None, "for a little it is not worth a search"
        made = [[] for _ in range(_MANY + 1)]
        tidier.between_frames(is_quiet=False)
        assert lost() is not None, "a frame that moves does not wait for it"
        tidier.between_frames(is_quiet=True)
        assert lost() is None and made


def test_a_window_that_never_rests_is_tidied_all_the_same() -> None:
    with Tidier() as tidier:
        lost = circle()
        made = [[] for _ in range(_TOO_MANY + 1)]
        tidier.between_frames(is_quiet=False)
        assert lost() is None and made


def test_what_became_a_circle_later_is_found_when_everything_is_looked_through() -> None:
    with Tidier() as tidier:
        kept = Circle()
        tidier.all()
        lost = weakref.ref(kept)
        del kept
        gc.collect()
        assert lost() is not None, "it is left out of the small searches"
        tidier.all()
        assert lost() is None


def test_python_searches_by_itself_again_when_the_window_is_closed() -> None:
    assert gc.isenabled()
    with Tidier():
        assert not gc.isenabled()
    assert gc.isenabled() and gc.get_freeze_count() == 0
    Tidier().all()
    assert gc.get_freeze_count() == 0, "a window that nobody runs touches nothing"


def test_a_system_that_cannot_be_asked_for_memory_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere than on most Linux systems there is no such call, or no library by no name."""

    def nothing(name: None) -> NoReturn:
        raise TypeError(name)

    tidy._system_memory.cache_clear()
    monkeypatch.setattr(tidy.ctypes, "CDLL", nothing)
    with Tidier() as tidier:
        lost = circle()
        tidier.all()
        assert lost() is None
    tidy._system_memory.cache_clear()
