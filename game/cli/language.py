"""The language a command speaks: English, unless `--lang` or the variable GLOIRE_LANG says otherwise."""

from __future__ import annotations

from enum import StrEnum

import typer


class Language(StrEnum):
    """A language there is a catalogue for."""

    en = "en"
    fr = "fr"


def use(language: Language | None) -> Language | None:
    """Speak a language from now on; None leaves it as it is."""
    if language is not None:
        from game.languages import speak

        speak(language)
    return language


# The choice stands before the command or behind it: `gloire --lang fr text …`, `gloire text … --lang fr`.
BEFORE: Language = typer.Option(
    Language.en, "--lang", envvar="GLOIRE_LANG", callback=use, help="The language to speak."
)
BEHIND: Language | None = typer.Option(None, "--lang", callback=use, help="The language to speak.")
