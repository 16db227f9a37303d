"""The languages people can play in: the program brings its texts, and each ruleset its own in its folder."""

from __future__ import annotations

from pathlib import Path

from game.core import tongue
from game.core.ruleset import find_rulesets, package_folder
from game.shipped import shipped


def catalogues() -> list[Path]:
    """The folders translations are looked up in, one after the other."""
    return [
        shipped("assets") / "locale",
        shipped("maps") / "locale",
        *(package_folder(found.package) / "locale" for found in find_rulesets().values()),
    ]


def speak(language: str) -> None:
    """Tell players everything in this language from now on."""
    tongue.speak(language, *(catalogues() if language != tongue.WRITTEN_IN else ()))
