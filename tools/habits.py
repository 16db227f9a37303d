"""Check the house's habits: ruff's format and lint, mypy --strict on the rooms that promise it."""

import os
import subprocess

from _venv import ROOT, prepare, say

CHECKS = (
    ("format", ["ruff", "format", "--check", "."]),
    ("lint", ["ruff", "check", "."]),
    ("types", ["mypy", "--strict", "hexmap", "game/core", "game/mechanics", "game/rulesets"]),
)

if __name__ == "__main__":
    python = prepare("test")
    os.chdir(str(ROOT))
    failed = []
    for name, words in CHECKS:
        say("checking " + name)
        if subprocess.call([str(python), "-m", *words]) != 0:
            failed.append(name)
    if failed:
        say("not in order: " + ", ".join(failed))
        raise SystemExit(1)
