"""A few pictures held against those we have looked at; `GLOIRE_GOLDEN=1` takes them anew.

Letters differ a little from one FreeType to the next, so a small difference is let pass.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.core.actions import act
from game.core.table import Counter
from game.ui.paint.counters import counter_picture, face_of
from tools.window_driver import Driver

FOLDER = Path(__file__).parent / "golden"
MEAN, FAR, SHARE_FAR = 1.5, 48, 0.012  # mean difference of a channel; how many may differ by so much


def board(driver: Driver) -> pygame.Surface:
    """A skirmish with a unit picked and a path under the pointer."""
    driver.app.choose(animation="off")
    table = driver.open(seed=7)
    for action in (act("order", "advance"), act("order", "hold")):
        driver.do(action)
    driver.key("n")
    driver.key("j")
    driver.settle()
    assert table.scene().route is not None
    return driver.app.surface


def counters(driver: Driver) -> pygame.Surface:
    """Every arm, and every state a counter can show."""
    sheet = pygame.Surface((560, 90))
    sheet.fill("#d8caa0")
    looks = [
        Counter("a", "infantry", ("7", "6", "4"), group="g"),
        Counter("b", "light_infantry", ("5", "6", "5"), states=("moved",)),
        Counter("c", "cavalry", ("3", "6", "8"), group="g", states=("charging",)),
        Counter("d", "heavy_cavalry", ("4", "7", "7"), states=("fought", "fired")),
        Counter("e", "artillery", ("3", "5", "6"), group="g", is_reduced=True),
        Counter("f", "horse_artillery", ("2", "6", "8"), states=("routed",)),
        Counter("General Bonaparte", "general"),
    ]
    for place, look in enumerate(looks):
        face = face_of(look, "#27508f", place, 60 * place % 360, place == 1, place == 3)
        sheet.blit(counter_picture(face, 54), (place * 80, 4))
    return sheet


@pytest.mark.parametrize("draw", [board, counters], ids=["board", "counters"])
def test_a_picture_looks_as_it_did(driver: Driver, draw: Callable[[Driver], pygame.Surface]) -> None:
    picture = draw(driver)
    path = FOLDER / f"{draw.__name__}.png"
    if os.environ.get("GLOIRE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        pygame.image.save(picture, path)
    golden = pygame.image.load(path)
    assert golden.get_size() == picture.get_size()
    found = pygame.image.tobytes(picture, "RGB")
    wanted = pygame.image.tobytes(golden, "RGB")
    differences = [abs(a - b) for a, b in zip(found, wanted, strict=True)]
    assert sum(differences) / len(differences) < MEAN
    assert sum(each > FAR for each in differences) / len(differences) < SHARE_FAR
