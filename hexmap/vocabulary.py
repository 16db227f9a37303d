"""The common words of maps: what most rulesets call their ground, hexsides and roads.

The vocabulary is open. These words serve suggestions ("did you mean 'woods'?"), the letters a written
map uses, and the order in which hexsides are written; a map may use any other word its ruleset knows.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# Terrain word -> the code a written map prefers for it.
TERRAIN_CODES: dict[str, str] = {
    "clear": ".",
    "difficult": "d",
    "rough": "r",
    "vines": "v",
    "dry_lake": "y",
    "orchard": "o",
    "palms": "p",
    "woods": "w",
    "marsh": "m",
    "frozen_pond": "f",
    "river": "~",
    "lake": "l",
    "sea": "s",
    "town": "T",
    "village": "V",
    "ruins": "R",
    "castle": "C",
}

# In the order they are written: water, what crosses it, relief, what men have built.
HEXSIDE_WORDS: tuple[str, ...] = (
    "stream",
    "canal",
    "river",
    "ford",
    "bridge",
    "pontoon",
    "crest",
    "slope",
    "steep_slope",
    "cliff",
    "wall",
    "redoubt",
    "fortification",
)
ROAD_WORDS: tuple[str, ...] = ("road", "trail")

# Hexsides that shelter one of their two hexes, and so should say which.
SHELTERING: frozenset[str] = frozenset({"wall", "redoubt", "fortification"})
WATER_HEXSIDES: frozenset[str] = frozenset({"stream", "canal", "river"})
CROSSINGS: frozenset[str] = frozenset({"ford", "bridge", "pontoon"})

COMMON_WORDS: dict[str, frozenset[str]] = {
    "terrain": frozenset(TERRAIN_CODES),
    "hexside": frozenset(HEXSIDE_WORDS),
    "road": frozenset(ROAD_WORDS),
}


def near_miss(group: str, word: str) -> str | None:
    """The common word that *word* looks like a slip for, or None; a common word is no slip."""
    common = COMMON_WORDS[group]
    if word in common:
        return None
    tidy = word.strip().lower().replace(" ", "_").replace("-", "_")
    near = difflib.get_close_matches(tidy, sorted(common), n=1, cutoff=0.75)
    return near[0] if near else None


def terrain_codes(words: Iterable[str]) -> dict[str, str]:
    """A code for each terrain word, one character while they last; the same words get the same codes."""
    ordered = sorted(set(words))
    codes = {word: TERRAIN_CODES[word] for word in ordered if word in TERRAIN_CODES}
    taken = set(codes.values())
    spare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*=%@&!?<>^"
    for word in ordered:
        if word in codes:
            continue
        letters = [letter for letter in word if letter in spare]
        wishes = [*letters, *(letter.upper() for letter in letters), *spare]
        code = next((wish for wish in wishes if wish not in taken), None)
        if code is None:
            code = next(f"x{number}" for number in range(len(ordered)) if f"x{number}" not in taken)
        codes[word] = code
        taken.add(code)
    return codes
