"""`gloire play`: what is asked for on the command line reaches the window, or is refused in one sentence."""

from __future__ import annotations

import pytest

import game.ui.window
from tests.cli.run import gloire


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What the window was asked to open."""
    asked: list[tuple[object, ...]] = []

    def open_window(scenario: str, load: object, **options: object) -> None:
        asked.append((scenario, load, options))

    monkeypatch.setattr(game.ui.window, "open_window", open_window)
    return asked


def test_a_seed_is_handed_to_the_window(
    opened: list[tuple[object, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gloire(capsys, "play", "skirmish", "--seed", "7")[0] == 0
    assert opened == [("skirmish", None, {"house_rules": {}, "manual": False, "seed": "7"})]


def test_without_a_seed_the_dice_are_new(
    opened: list[tuple[object, ...]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert gloire(capsys, "play", "skirmish")[0] == 0
    ((_, _, options),) = opened
    assert isinstance(options, dict)
    assert options["seed"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "7"], "a seed belongs to a scenario"),
        (["skirmish", "--seed", "7 8"], "one word or number"),
        (["skirmish", "--load", "nothing.record"], "no such saved game"),
    ],
)
def test_a_slip_is_one_sentence(
    opened: list[tuple[object, ...]], capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, _, told = gloire(capsys, "play", *words)
    assert code == 2
    assert said in told
    assert not opened
