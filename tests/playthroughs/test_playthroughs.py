"""Whole games, kept: each goes today as it went then, and is told in the same words."""

from __future__ import annotations

import pytest

from game.match import load_record
from tests.playthroughs.renew import GAMES, HERE, log_text


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game(name: str) -> None:
    loaded = load_record(HERE / f"{name}.record")
    assert loaded.problem is None
    assert loaded.match.is_over
    kept = (HERE / f"{name}.log").read_text(encoding="utf-8")
    assert log_text(loaded.match).splitlines() == kept.splitlines()
