"""Marks: how near a reply came to the exact answer, and how well somebody estimates on the whole."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from game.core.tongue import _
from game.drill.exercises import Exercise

CLOSE = Fraction(5, 100)  # an estimate no farther off counts as right


class BadReply(ValueError):
    """A reply that is no answer to what was asked; its text says what would be one."""


class Mark(NamedTuple):
    """How a reply was graded. `error` is the distance of an estimate, 0 or 1 for what is right or wrong."""

    is_right: bool
    error: Fraction
    said: str
    exact: str


def grade(exercise: Exercise, reply: str) -> Mark:
    """The mark for a reply as it was typed."""
    text = reply.strip()
    if exercise.level == 1:
        if not re.fullmatch(r"[+-]?\d{1,3}", text):
            raise BadReply(_("say the sum of the modifiers, such as +3 or -1"))
        is_right = int(text) == exercise.total
        return Mark(is_right, Fraction(not is_right), f"{int(text):+d}", f"{exercise.total:+d}")
    if exercise.level == 2:
        said = _chance(text)
        error = abs(said - exercise.chance)
        return Mark(error <= CLOSE, error, f"{float(said * 100):g} %", shown(exercise.chance))
    if not re.fullmatch(r"\d", text) or not 1 <= int(text) <= len(exercise.plans):
        raise BadReply(_("say the number of a plan, 1 to {n}").format(n=len(exercise.plans)))
    is_right = int(text) == exercise.best
    return Mark(is_right, Fraction(not is_right), text, str(exercise.best))


def _chance(text: str) -> Fraction:
    """A chance as people type one: 35, 35 %, 35.5, 7/20."""
    found = re.fullmatch(r"(\d{1,3}(?:[.,]\d{1,4})?)\s*%?", text)
    if found:
        value = Fraction(found[1].replace(",", ".")) / 100
    elif re.fullmatch(r"\d{1,6}/[1-9]\d{0,5}", text):
        value = Fraction(text)
    else:
        raise BadReply(_("say a chance in per cent, such as 35, or as a fraction, such as 7/20"))
    if value > 1:
        raise BadReply(_("no chance is above 100 per cent"))
    return value


def shown(chance: Fraction) -> str:
    return f"{float(chance * 100):.1f} % ({chance})"


class Score(NamedTuple):
    """How a session went: right replies, and the Brier score of its estimates."""

    asked: int
    right: int
    brier: float | None  # mean square of the error of estimates: 0 is perfect; None without any

    def __str__(self) -> str:
        told = _("{right} of {asked} right").format(right=self.right, asked=self.asked)
        if self.brier is None:
            return told
        scored = _("Brier score {score:.4f} (0 is perfect, {blind:.4f} is to say 50 % to everything)")
        return f"{told}; {scored.format(score=self.brier, blind=BLIND)}"


BLIND = 1 / 12  # of estimates that are always a half, when exact chances lie evenly between 0 and 1


def score(marks: Iterable[tuple[int, Mark]]) -> Score:
    """The score of replies, each with its level; only estimates have a Brier score."""
    found = list(marks)
    squares = [float(mark.error**2) for level, mark in found if level == 2]
    brier = sum(squares) / len(squares) if squares else None
    return Score(len(found), sum(mark.is_right for _level, mark in found), brier)
