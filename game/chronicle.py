"""Events as lines of the log: the ruleset's own words first, the core's where it has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from game.core.dice import Face
from game.core.events import (
    Event,
    FormationChanged,
    GameEnded,
    Marked,
    Moved,
    Placed,
    Removed,
    Rolled,
    StatusChanged,
    StrengthChanged,
    TurnBegan,
    Turned,
    Unmarked,
)
from game.core.ruleset import Ruleset
from game.core.tongue import _, cited, word


def chronicle(ruleset: Ruleset, rules: Any, events: Iterable[Event]) -> Iterator[str]:
    """The lines some events are worth, in order."""
    for event in events:
        line = ruleset.describe(rules, event)
        if line is None:
            line = core_line(rules, event)
        if line:
            yield line


def core_line(rules: Any, event: Event) -> str:
    """An event in the plain words that fit every game; empty for what is not worth a line."""
    label = rules.board.label
    match event:
        case Rolled():
            return _rolled(event)
        case Moved(unit, path, _facing, how):
            text = _("{unit} goes to {hex} ({how}).") if how != "march" else _("{unit} goes to {hex}.")
            return text.format(unit=unit, hex=label(path[-1]), how=word(how))
        case Turned(unit, _facing):
            return _("{unit} turns.").format(unit=unit)
        case Placed(unit, hex_, _facing):
            return _("{unit} comes onto the map at {hex}.").format(unit=unit, hex=label(hex_))
        case Removed(unit, status, why):
            return _("{unit} leaves the map: {status} ({why}).").format(
                unit=unit, status=word(status), why=why
            )
        case StatusChanged(unit, status, why):
            reason = f" ({why})" if why else ""
            return _("{unit} is now {status}{why}.").format(unit=unit, status=word(status), why=reason)
        case FormationChanged(unit, formation):
            return _("{unit} forms {formation}.").format(unit=unit, formation=word(formation))
        case StrengthChanged(unit, strength):
            return _("{unit} is down to strength {n}.").format(unit=unit, n=strength)
        case TurnBegan(turn):
            return _("Turn {n} begins.").format(n=turn)
        case GameEnded(outcome):
            return ending(rules, outcome)
        case Marked() | Unmarked():
            return ""
    return ""


def _rolled(event: Rolled) -> str:
    face: Face = event.face
    lines = "".join(f"\n    {line}" for line in event.lines)
    reading = "" if event.reading == str(face) else f" → {_(event.reading)}"
    rolled = _("{why}: {die} {face}").format(why=event.why, die=event.die, face=face)
    return f"{rolled}{reading}{cited(event.rule)}{lines}"


def ending(rules: Any, outcome: Any) -> str:
    """How a game ended, in one sentence."""
    names = getattr(rules, "names", {})
    if outcome.winner is None:
        return _("The game ends in a draw: {why}.").format(why=_(outcome.why))
    winner = _(names.get(outcome.winner, outcome.winner))
    text = _("{winner} wins ({level}): {why}.")
    return text.format(winner=winner, level=_(outcome.level), why=_(outcome.why))
