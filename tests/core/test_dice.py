"""Dice are handed in, and tell alike faces apart from others."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from game.core.dice import (
    D6,
    D10,
    Die,
    ManualDice,
    OutOfFaces,
    ScriptedDice,
    SeededDice,
    StreamDice,
    WrongFace,
    cup,
)


def read(face: int) -> int:
    return face


def test_a_seed_rolls_the_same_for_ever() -> None:
    """Old records depend on these very faces."""
    dice = SeededDice(1815)
    assert [dice.roll(D10, read, "") for _ in range(12)] == GOLDEN
    assert [SeededDice("1815", n).roll(D10, read, "") for n in range(12)] == GOLDEN


GOLDEN = [1, 9, 0, 5, 5, 3, 0, 5, 7, 1, 2, 8]


def test_seeded_dice_are_fair_enough() -> None:
    dice = SeededDice(3)
    counts = Counter(dice.roll(D6, read, "") for _ in range(6000))
    assert set(counts) == set(range(1, 7))
    assert all(850 < count < 1150 for count in counts.values())


def test_stream_dice_show_every_face() -> None:
    dice = StreamDice(random.Random(1))
    assert {dice.roll(D10, read, "") for _ in range(400)} == set(range(10))


def test_scripted_dice_ask_no_more_than_they_hold() -> None:
    dice = ScriptedDice(3)
    assert dice.roll(D6, read, "fire") == 3
    with pytest.raises(OutOfFaces, match="fire again") as wanted:
        dice.roll(D6, lambda face: face >= 5, "fire again")
    assert list(wanted.value.branches()) == [(1, Fraction(2, 3)), (5, Fraction(1, 3))]


@pytest.mark.parametrize("dice", [ScriptedDice(7), ManualDice(lambda die, why: 7)])
def test_a_face_the_die_does_not_have_is_refused(dice: ScriptedDice | ManualDice) -> None:
    with pytest.raises(WrongFace, match="7 is not a face of the d6 rolled for: fire"):
        dice.roll(D6, read, "fire")


def test_a_cup_is_a_die_whose_faces_are_markers() -> None:
    """Two equal markers are twice as likely."""
    die = cup(["red", "blue", "red"])
    assert die == Die("cup", ("blue", "red", "red"))
    with pytest.raises(OutOfFaces) as wanted:
        ScriptedDice().roll(die, lambda marker: marker, "draw")
    assert dict(wanted.value.branches()) == {"blue": Fraction(1, 3), "red": Fraction(2, 3)}
