"""Check the house's habits: ruff's format and lint, mypy --strict on the rooms that promise it."""

import os

from _venv import ROOT, TEST, call, calmly, prepare, say

CHECKS = (
    ("format", ["ruff", "format", "--check", "."]),
    ("lint", ["ruff", "check", "."]),
    ("types", ["mypy", "--strict", "hexmap", "game/core", "game/mechanics", "game/rulesets"]),
)


def main():
    python = prepare(TEST)
    os.chdir(str(ROOT))
    failed = []
    for name, words in CHECKS:
        say("checking " + name)
        if call(python, "-m", *words) != 0:
            failed.append(name)
    if failed:
        say("not in order: " + ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    calmly(main)
