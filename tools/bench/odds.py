"""Exact odds of a whole charge: ours by running the steps of play, peers by the rules written down for them.

The chain is heavy cavalry on infantry in the open: square, recall, clash, cohesion test, pursuit with a
square and a clash of its own. icepool and dyce get it as staged maps of one die; sampling plays it with numpy
in whole arrays, as often as an error of 0.1 % needs. All of them know only the end states of these two units:
ours also moves them over the map, by the code of the game. The last peer samples that very code.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from itertools import cycle, product
from typing import Any

from bench import Figure, microseconds
from game.core.dice import StreamDice
from game.core.engine import carry_out, legal_actions, proceed
from game.core.questions import Question
from game.odds import answer as answers
from game.odds.answer import answer, chance_of
from game.odds.changes import what_would_change
from game.odds.question import form_of, read_question
from game.odds.sweep import read_axis, sweep

ATTACK, DEFENCE = (4, 7), (6, 6)
PLAYS = 250_000  # one standard error is then 0.1 % at a half


def charge(attack: int = 4, own: int = 5, other: int = 5, **said: str) -> Question:
    """The charge, every decision answered by a named policy unless told otherwise.

    The engagement ratings *own* and *other* play no part in it: they make it another question, not another
    chain. So do 5 points of strength instead of 4.
    """
    words = {"square": "always", "recall": "always", "pursue": "always", "counter-shock": "never", **said}
    units = {"attacker": [f"heavy cavalry {attack}/7/{own}"], "defender": [f"infantry 6/6/{other}"]}
    return read_question("jours-de-gloire", "charge", {**units, **{k: [v] for k, v in words.items()}})


def forget() -> None:
    """Nothing is known from the question before."""
    answers._graph.cache_clear()
    answer.cache_clear()


def figures() -> Iterator[Figure]:
    """Ours beside icepool, dyce and sampling; then what hovering and sweeping take."""
    chance_of(charge(), "attacker_prevails")  # the rules and the ground are loaded
    peers, missing = _peers()
    # Each is asked once, so that none is known before.
    questions = (charge(*figures) for figures in product((4, 5), range(10), range(10)))
    first = microseconds(lambda: answer(next(questions)))
    yield Figure("a whole charge, first time", first, peers, missing, "at most 5,000")
    again = charge()
    yield Figure("the same charge again", microseconds(lambda: answer(again)), goal="at most 100")
    replies = cycle([charge(n, square="auto", recall="auto", pursue="auto") for n in range(2, 12)])

    def hover() -> object:
        forget()
        question = next(replies)
        return answer(question), what_would_change(question, "attacker_prevails")

    hovering = microseconds(hover, repeat=3)
    yield Figure("best reply and what would change it most", hovering, goal="at most 50,000")

    def swept() -> object:
        forget()
        question = next(replies)
        axes = (read_axis(question, "strength=2..10"), read_axis(question, "cohesion=3..8"))
        return sweep(question, "attacker_prevails", *axes)

    yield Figure("a sweep of 9 by 6", microseconds(swept, repeat=2), goal="at most 500,000")


def _peers() -> tuple[dict[str, float], tuple[str, ...]]:
    """The peers' times for the same chain, after their answer has been compared with ours."""
    exact = _chances(charge())
    found: dict[str, float] = {}
    missing = []
    for name, make in (("icepool", _icepool), ("dyce", _dyce)):
        if find_spec(name) is None:
            missing.append(name)
            continue
        work = make()
        assert work() == exact, f"{name} computes another chain"
        found[name] = microseconds(work)
    if find_spec("numpy") is None:
        missing.append("numpy")
    else:
        work = _sampling()
        assert all(abs(work()[end] - float(chance)) < 0.01 for end, chance in exact.items())
        found[f"sampling {PLAYS:,} plays with numpy"] = microseconds(work)
    found[f"sampling {PLAYS:,} plays of the game itself"] = microseconds(_one_play()) * PLAYS
    return found, tuple(missing)


def _chances(question: Question) -> dict[str, Fraction]:
    """What becomes of the infantry, by our answer."""
    counted: dict[str, Fraction] = {}
    for fate, chance in answer(question).fates["defender-1"]:
        end = "good" if fate.status == "unchanged" else fate.status.removeprefix("in ")
        counted[end] = counted.get(end, Fraction(0)) + chance
    return counted


# --- the chain as the peers have it -------------------------------------------------------------------


def _total(state: str) -> int:
    """What is added to the die: odds 4 to 6, cohesion, clear ground, charge or square."""
    cohesion = DEFENCE[1] - (state == "disordered")
    return -1 + ATTACK[1] - cohesion + 1 + (-2 if state == "square" else 3)


def _worse(state: str) -> str:
    return "routed" if state == "disordered" else "disordered"


def _rating(state: str) -> int:
    return DEFENCE[1] - (state == "disordered")


def _kept(state: str) -> str:
    return "good" if state == "square" else state


def _icepool() -> Callable[[], dict[str, Fraction]]:
    import icepool

    d10 = icepool.z(10)

    def passed(rating: int, yes: Any, no: Any) -> Any:
        return d10.map(lambda face: yes if face <= rating else no)

    def clash(state: str, then: Callable[[str], Any]) -> Any:
        plus = _total(state)

        def row(face: int) -> Any:
            if face + plus >= 10:
                return then(_worse(state))
            if face + plus >= 5:
                return passed(_rating(state), then(_kept(state)), then(_worse(state)))
            return state

        return d10.map(row)

    def pursued(state: str) -> Any:
        if state == "routed":
            return state
        if state == "good":
            return passed(DEFENCE[1], "square", "disordered").map(lambda now: clash(now, lambda end: end))
        return clash(state, lambda end: end)

    def struck(state: str) -> Any:
        fight = clash(state, pursued)
        return passed(ATTACK[1], "square", fight) if state == "square" else fight

    def work() -> dict[str, Fraction]:
        die = passed(DEFENCE[1], "square", "disordered").map(struck)
        return {end: Fraction(quantity, die.denominator()) for end, quantity in die.items()}

    return work


def _dyce() -> Callable[[], dict[str, Fraction]]:
    from dyce import H  # type: ignore[import-not-found]

    d10 = H(range(10))

    def substituted(die: Any, change: Callable[[Any], Any]) -> Any:
        return die.substitute(lambda _h, outcome: change(outcome))

    def passed(rating: int, yes: Any, no: Any) -> Any:
        return substituted(d10, lambda face: yes if face <= rating else no)

    names = ("good", "square", "disordered", "routed")  # dyce wants outcomes that can be ordered
    number = {name: place for place, name in enumerate(names)}

    def clash(state: str, then: Callable[[str], Any]) -> Any:
        plus = _total(state)

        def row(face: int) -> Any:
            if face + plus >= 10:
                return then(_worse(state))
            if face + plus >= 5:
                return passed(_rating(state), then(_kept(state)), then(_worse(state)))
            return number[state]

        return substituted(d10, row)

    def plain(state: str) -> Any:
        return number[state]

    def pursued(state: str) -> Any:
        if state == "routed":
            return number[state]
        if state == "good":
            return passed(DEFENCE[1], clash("square", plain), clash("disordered", plain))
        return clash(state, plain)

    def work() -> dict[str, Fraction]:
        square = passed(ATTACK[1], number["square"], clash("square", pursued))
        die = passed(DEFENCE[1], square, clash("disordered", pursued))
        whole = sum(die.values())
        return {names[int(end)]: Fraction(count, whole) for end, count in die.items()}

    return work


def _one_play() -> Callable[[], object]:
    """The chain played once by the game, its dice thrown."""
    form = form_of("jours-de-gloire")
    situation = form.lay_out(charge())
    dice = StreamDice(random.Random(1))
    rules = situation.rules

    def work() -> object:
        state = carry_out(rules, situation.state, situation.opening[0], dice).state
        while not situation.is_over(state):
            played = proceed(rules, state, dice)
            if played is None:
                actions = legal_actions(rules, state)
                prompt = form.prompt(state)
                yes = tuple(a for a in actions if prompt is None or a.verb not in prompt.no)
                played = carry_out(rules, state, form.usual(rules, state, yes or actions), dice)
            state = played.state
        return state

    return work


def _sampling() -> Callable[[], dict[str, float]]:
    import numpy as np

    good, square, disordered, routed = range(4)
    names = ("good", "square", "disordered", "routed")
    totals = np.array([_total(name) for name in names])
    ratings = np.array([_rating(name) for name in names])
    worse = np.array([disordered, disordered, routed, routed])
    kept = np.array([good, good, disordered, routed])
    dice = np.random.default_rng(1)

    def rolled() -> Any:
        return dice.integers(0, 10, PLAYS)

    def clash(state: Any, fights: Any) -> tuple[Any, Any]:
        roll = rolled() + totals[state]
        tested = np.where(rolled() <= ratings[state], kept[state], worse[state])
        after = np.where(roll >= 10, worse[state], np.where(roll >= 5, tested, state))
        return np.where(fights, after, state), fights & (roll >= 5)

    def work() -> dict[str, float]:
        state = np.where(rolled() <= DEFENCE[1], square, disordered)
        fights = ~((state == square) & (rolled() <= ATTACK[1]))
        state, won = clash(state, fights)
        chased = won & (state != routed)
        formed = np.where(rolled() <= DEFENCE[1], square, disordered)
        state = np.where(chased & (state == good), formed, state)
        state, _ = clash(state, chased)
        counts = np.bincount(state, minlength=4) / PLAYS
        return dict(zip(names, counts.tolist(), strict=True))

    return work
