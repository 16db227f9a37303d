"""A game killed at any moment goes on from the last completed action."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def killed(path: Path, lives: int, seed: int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash_driver", str(path), str(lives), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="lives are forked here")
@pytest.mark.parametrize(("lives", "seed"), [(40, 1), pytest.param(2000, 2, marks=pytest.mark.soak)])
def test_killed_again_and_again(tmp_path: Path, lives: int, seed: int) -> None:
    told = killed(tmp_path / "game.record", lives, seed)
    with_steps = int(told.split(", ")[1].split()[0])
    assert with_steps > lives // 4, told  # the kills did fall into the middle of play
