"""Keys as data: what each does, and which keys do it unless the player says otherwise.

A key is written as people say it: "u", "ctrl+z", "shift+tab", "f1".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.core.tongue import N_, _


class Binding(NamedTuple):
    """One thing the keyboard does: its words, and its usual keys."""

    words: str
    keys: tuple[str, ...]
    group: str


_MAP, _PLAY, _SHOW, _WINDOW = N_("Map"), N_("Play"), N_("Show"), N_("Window")

BINDINGS: dict[str, Binding] = {
    "zoom in": Binding(N_("Zoom in"), ("+", "=", "[+]"), _MAP),
    "zoom out": Binding(N_("Zoom out"), ("-", "[-]"), _MAP),
    "fit": Binding(N_("Whole map"), ("0", "home"), _MAP),
    "pan left": Binding(N_("Look left"), ("left",), _MAP),
    "pan right": Binding(N_("Look right"), ("right",), _MAP),
    "pan up": Binding(N_("Look up"), ("up",), _MAP),
    "pan down": Binding(N_("Look down"), ("down",), _MAP),
    "minimap": Binding(N_("Small map on or off"), ("m",), _MAP),
    "next unit": Binding(N_("Next unit that can act"), ("n",), _PLAY),
    "previous unit": Binding(N_("Unit before it"), ("shift+n",), _PLAY),
    "point": Binding(N_("Next hex that can be chosen"), ("j",), _PLAY),
    "point back": Binding(N_("Hex before it"), ("shift+j",), _PLAY),
    "click": Binding(N_("Choose the hex pointed at"), ("space",), _PLAY),
    "turn left": Binding(N_("Turn left"), ("q", "["), _PLAY),
    "turn right": Binding(N_("Turn right"), ("e", "]"), _PLAY),
    "confirm": Binding(N_("Do it, or press the button in focus"), ("return", "enter"), _PLAY),
    "cancel": Binding(N_("Back, or take the choice back"), ("escape",), _PLAY),
    "pass": Binding(N_("Pass, end the segment"), ("p",), _PLAY),
    "undo": Binding(N_("Undo"), ("u", "ctrl+z"), _PLAY),
    "redo": Binding(N_("Redo"), ("r", "ctrl+y", "ctrl+shift+z"), _PLAY),
    "skip": Binding(N_("Skip what is being shown"), ("s",), _PLAY),
    "overlay 1": Binding(N_("First overlay"), ("1",), _SHOW),
    "overlay 2": Binding(N_("Second overlay"), ("2",), _SHOW),
    "overlay 3": Binding(N_("Third overlay"), ("3",), _SHOW),
    "overlay 4": Binding(N_("Fourth overlay"), ("4",), _SHOW),
    "overlay 5": Binding(N_("Fifth overlay"), ("5",), _SHOW),
    "overlay 6": Binding(N_("Sixth overlay"), ("6",), _SHOW),
    "overlay 7": Binding(N_("Seventh overlay"), ("7",), _SHOW),
    "overlay 8": Binding(N_("Eighth overlay"), ("8",), _SHOW),
    "overlay off": Binding(N_("No overlay"), ("backspace", "9"), _SHOW),
    "swap": Binding(N_("See it from the other side"), ("x",), _SHOW),
    "tables": Binding(N_("Printed tables"), ("t",), _SHOW),
    "help": Binding(N_("All keys"), ("f1", "?", "h"), _WINDOW),
    "palette": Binding(N_("Next set of colours"), ("c",), _WINDOW),
    "full screen": Binding(N_("Full screen"), ("f11", "f"), _WINDOW),
    "focus": Binding(N_("Next button"), ("tab",), _WINDOW),
    "focus back": Binding(N_("Button before it"), ("shift+tab",), _WINDOW),
    "menu": Binding(N_("Menu"), ("f10",), _WINDOW),
    "quit": Binding(N_("Leave the program"), ("ctrl+q",), _WINDOW),
}


class Keys:
    """Which key does what, with the player's own choices."""

    def __init__(self, chosen: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.by_command = {
            name: tuple((chosen or {}).get(name, binding.keys)) for name, binding in BINDINGS.items()
        }
        self._commands = {key: name for name, keys in self.by_command.items() for key in keys}

    def command(self, key: str) -> str:
        """What a key does; empty for nothing."""
        return self._commands.get(key, "")

    def first(self, command: str) -> str:
        """The key that is shown for a command."""
        keys = self.by_command.get(command, ())
        return keys[0] if keys else ""

    def bound(self, command: str, key: str) -> dict[str, tuple[str, ...]]:
        """The choices after giving a key to a command; whoever had it loses it."""
        found = {
            name: tuple(each for each in keys if each != key)
            for name, keys in self.by_command.items()
            if key in keys
        }
        found[command] = (key,)
        return {
            **{name: keys for name, keys in self.by_command.items() if keys != BINDINGS[name].keys},
            **found,
        }


_PRINTED = {"return": N_("Enter"), "escape": N_("Esc")}


def spoken(key: str) -> str:
    """A key as it is printed on keyboards."""
    if key == "+":
        return key
    parts = (
        _(_PRINTED[part]) if part in _PRINTED else part.capitalize() if len(part) > 1 else part.upper()
        for part in key.split("+")
    )
    return "+".join(parts)
