"""Clearing away what is no longer used, at moments when nobody waits for a picture.

Most things go by themselves as soon as nobody holds them. For those that hold each other in circles Python
searches whenever enough new things have been made: in the middle of a frame, which then comes late, and
later still the more there is to look through. While a window is open it searches only here.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from functools import cache
from types import TracebackType

_MANY = 5_000  # new things after which a quiet moment is used
_TOO_MANY = 25_000  # new things after which even a window that never rests takes a moment: some milliseconds


class Tidier:
    """Who clears away, while it is at work (`with` it); Python does not search by itself then."""

    def __init__(self) -> None:
        self._is_at_work = False

    def __enter__(self) -> Tidier:
        gc.disable()
        self._is_at_work = True
        self.all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_at_work = False
        gc.unfreeze()
        gc.enable()

    def between_frames(self, is_quiet: bool) -> None:
        """Look through what is new since the last time; all else is left out, so that it is soon done."""
        if self._is_at_work and gc.get_count()[0] > (_MANY if is_quiet else _TOO_MANY):
            gc.collect()
            gc.freeze()

    def all(self) -> None:
        """Look through everything: while a screen is opened, or when the players sit and think."""
        if self._is_at_work:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            _system_memory()(0)


@cache
def _system_memory() -> Callable[[int], object]:
    """Gives back to the system what is free, down to so many bytes.

    The C library of most Linux systems keeps it for the next who asks, dozens of megabytes after a long
    chain of odds. Others give back by themselves.
    """
    try:
        trim: Callable[[int], object] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return lambda kept: None
    return trim
