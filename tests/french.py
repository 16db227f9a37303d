"""Playing in French while a listener writes down every text that no catalogue has."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

from game.core import tongue
from game.languages import speak


class Listener(gettext.NullTranslations):
    """Asked last, where every catalogue has been asked in vain."""

    def __init__(self) -> None:
        super().__init__()
        self.missed: set[str] = set()

    def gettext(self, message: str) -> str:
        self.missed.add(message)
        return message


@contextmanager
def listening() -> Iterator[set[str]]:
    """Speak French for a while; gives the texts that were asked for and have no translation."""
    listener = Listener()
    speak("fr")
    tongue._current.add_fallback(listener)
    try:
        yield listener.missed
    finally:
        speak("en")
