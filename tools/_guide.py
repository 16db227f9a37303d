"""The game that `docs/first-game.md` tells: what is typed in it, and what the program answers."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "first-game.md"
TYPED = re.compile(r"^ *[A-Z]\w*> (.+)$")


def guide_text() -> str:
    return GUIDE.read_text(encoding="utf-8")


def scenario_and_seed(text: str) -> tuple[str, str]:
    """What the game is, as the guide's own command says."""
    (found,) = set(re.findall(r"gloire text (\S+) --seed (\S+)", text))
    return found


def typed(text: str) -> list[str]:
    """What the players type, as in `Blue> order column`."""
    return [match[1] for line in text.splitlines() if (match := TYPED.match(line))]


def shown(text: str) -> list[str]:
    """Every line of the blocks that tell the game: what is typed, and what is answered."""
    blocks = re.findall(r"(?:^ {4,}.*\n)+", text, re.MULTILINE)
    played = [block for block in blocks if any(TYPED.match(line) for line in block.splitlines())]
    return [line.strip() for block in played for line in block.splitlines()]
