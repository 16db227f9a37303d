"""Plays the kept games anew, after a rule has changed on purpose: `python -m tests.playthroughs.renew`.

Names after it (`... renew meeting somosierra`) renew only these.

Read what differs (`git diff`) before you keep it: every changed line is a game that goes another way.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

from game.fuzz import choose_action, choose_boldly
from game.match import Match
from game.replay import tell

HERE = Path(__file__).parent
# Ruleset, scenario, seed, and whether both sides seek the fight.
GAMES = {
    "skirmish": ("skirmish", "skirmish", 117, False),
    "meeting": ("jours-de-gloire", "meeting", 23, True),
    "somosierra": ("jours-de-gloire", "somosierra", 9, True),
    "age-of-glory": ("age-of-glory", "pike-drill", 13, False),
}


def played(ruleset: str, scenario: str, seed: int, bold: bool) -> Match:
    """One game to its end, chosen so that rare things happen in it, too."""
    match = Match.begin(ruleset, scenario, seed=seed)
    choose, used = random.Random(seed), Counter[str]()
    while not match.is_over:
        if bold:
            action = choose_boldly(match, choose, used)
        else:
            action = choose_action(match.legal(), choose, used)
        used[action.verb] += 1
        match.act(action)
    return match


def log_text(match: Match) -> str:
    """The game as it is told: every step, with what came of it."""
    lines = []
    for step in tell(match):
        lines.append(f"{step.number} {step.side}: {step.action}")
        lines += [f"    {part}" for line in step.lines for part in line.splitlines()]
    return "\n".join(lines) + "\n"


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        match = played(*GAMES[name])
        match.save(HERE / f"{name}.record")
        (HERE / f"{name}.log").write_text(log_text(match), encoding="utf-8", newline="\n")
        print(f"{name}: {len(match.entries)} steps")


if __name__ == "__main__":
    main()
