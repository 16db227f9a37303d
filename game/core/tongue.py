"""Every text a player reads goes through here, so that it can be read in another language.

Write `_("…")` around a text. A value inside stands in a named field: `_("{unit} moves").format(unit=…)`.
Texts in tables that are translated later are marked with `N_`.
"""

from __future__ import annotations

import gettext
from pathlib import Path

DOMAIN = "gloire"
WRITTEN_IN = "en"  # the language of the texts in the program, which needs no catalogue

_current: gettext.NullTranslations = gettext.NullTranslations()
_language = WRITTEN_IN


def speak(language: str, *folders: Path) -> None:
    """Use a language from now on, by the catalogues in these folders; what none of them has stays English."""
    global _current, _language
    _current, _language = gettext.NullTranslations(), language
    for folder in folders:
        _current.add_fallback(gettext.translation(DOMAIN, folder, languages=[language], fallback=True))


def spoken() -> str:
    """The language in use."""
    return _language


def _(text: str) -> str:
    """The text in the player's language."""
    return (
        _current.gettext(text) if text else ""
    )  # gettext keeps the head of a catalogue under the empty text


def N_(text: str) -> str:  # noqa: N802  (the usual name of this marker)
    """The text itself, marked for translation where it is shown."""
    return text


def word(name: str) -> str:
    """A word of the map or the tables ("dry_lake") as people read it, in their language."""
    return _(name.replace("_", " "))


def cited(rule: str) -> str:
    """A rule as it stands behind what it decides: " [8.6]", " [terrain table]"; nothing for none."""
    return f" [{_(rule)}]" if rule else ""


def titled(name: object, text: object) -> str:
    """A name and what there is to say about it: "Blue: 3"; French sets a space before the colon."""
    return _("{name}: {text}").format(name=name, text=text)
