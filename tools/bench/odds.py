"""Exact odds of a whole charge: ours by running the steps of play, peers by the chain of `_charge_chain`.

icepool and dyce get that chain as staged maps of one die; sampling plays it with numpy in whole arrays, as
often as an error of 0.1 % needs. Each is first held to our answer, end by end. The last peer samples the code
of the game itself.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from itertools import cycle, product
from typing import Any, NamedTuple

from bench import Figure, microseconds
from game.core.dice import StreamDice
from game.core.engine import carry_out, legal_actions, proceed
from game.core.questions import Question
from game.odds import answer as answers
from game.odds import outline
from game.odds.answer import answer, chance_of
from game.odds.changes import what_would_change
from game.odds.policy import distribution
from game.odds.question import form_of, read_question
from game.odds.sweep import read_axis, sweep
from game.rulesets.jours_de_gloire.odds import layout

ATTACK, DEFENCE = (4, 7), (6, 6)
PLAYS = 250_000  # one standard error is then 0.1 % at a half


def charge(attack: int = 4, own: int = 5, other: int = 5, **said: str) -> Question:
    """The charge, every decision answered by a named policy unless told otherwise.

    The engagement ratings *own* and *other* play no part in it: they make it another question, not another
    chain. Other points of strength change its chances, not its steps.
    """
    words = {"square": "always", "recall": "always", "pursue": "always", "counter-shock": "never", **said}
    units = {"attacker": [f"heavy cavalry {attack}/7/{own}"], "defender": [f"infantry 6/6/{other}"]}
    return read_question("jours-de-gloire", "charge", {**units, **{k: [v] for k, v in words.items()}})


def forget() -> None:
    """Nothing is known from the question before but what no rating decides."""
    answers._graph.cache_clear()
    answers._answer.cache_clear()


def forget_all() -> None:
    """Nothing is known but the rules and the ground."""
    forget()
    outline._outline.cache_clear()
    layout._field.cache_clear()


def figures() -> Iterator[Figure]:
    """Ours beside icepool, dyce and sampling; then what hovering and sweeping take."""
    chance_of(charge(), "attacker_prevails")  # the rules and the ground are loaded
    peers, missing = _peers()
    unasked = _unasked()

    def new(ask: Callable[[Question], object]) -> float:
        def work() -> object:
            forget_all()
            return ask(next(unasked))

        return microseconds(work)

    def other(ask: Callable[[Question], object]) -> float:
        return microseconds(lambda: ask(next(unasked)))

    # Peers give the ends and their chances; so do we beside them. What players ask for comes on top.
    yield Figure("the ends of a charge, the first of its kind", new(_chances), peers, missing)
    yield Figure("the same after one with other ratings", other(_chances), peers, missing)
    goal = "at most 5,000"
    yield Figure("a whole answer, the first of its kind", new(answer), goal=goal)
    yield Figure("a whole answer after one with other ratings", other(answer), goal=goal)
    forget()  # else it depends on the questions above whether an equal one stands in for it
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


def _unasked() -> Iterator[Question]:
    """One charge after another, none of them asked before."""
    questions = [charge(*figures) for figures in product(range(2, 12), range(10), range(10))]
    while True:
        forget()
        yield from questions


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
        sample = _sampling()
        sampled = sample()
        assert all(abs(sampled.get(end, 0) - float(chance)) < 0.01 for end, chance in exact.items())
        found[f"sampling {PLAYS:,} plays with numpy"] = microseconds(sample)
    found[f"sampling {PLAYS:,} plays of the game itself"] = microseconds(_one_play()) * PLAYS
    return found, tuple(missing)


def _chances(question: Question) -> dict[End, Fraction]:
    """How both end, by our answer."""
    form = form_of(question.ruleset)
    graph = answers.graph_of(form, question)
    spread = distribution(graph, answers.policies_of(form, question))
    before = graph.situation.state.pieces
    counted: dict[End, Fraction] = {}
    for node, weight in spread.ends:
        rider, foot = node.state.pieces["attacker-1"], node.state.pieces["defender-1"]
        end = End(
            rider.status,
            rider.hex != before["attacker-1"].hex,
            foot.formation or foot.status,
            foot.hex != before["defender-1"].hex,
        )
        counted[end] = counted.get(end, Fraction(0)) + Fraction(weight, spread.whole)
    return counted


# --- the chain as the peers have it -------------------------------------------------------------------


class End(NamedTuple):
    """What becomes of the cavalry and of the infantry."""

    rider: str
    rider_moved: bool
    foot: str
    foot_moved: bool


class Moment(NamedTuple):
    """The chain between two dice: the infantry's order, how far the riders have come, what comes next."""

    foot: str
    place: int  # of the riders: 0 where they struck from, 1 in the defender's hex
    next: str  # "square", "recall", "clash", "tested", "beaten", or "end"
    rider: str = "disordered"  # after a charge; only who breaks off keeps order
    foot_moved: bool = False

    @property
    def end(self) -> End:
        return End(self.rider, self.place != 0, self.foot, self.foot_moved)


def _total(foot: str) -> int:
    """What is added to the die: odds 4 to 6, cohesion, clear ground, charge or square."""
    return -1 + ATTACK[1] - _rating(foot) + 1 + (-2 if foot == "square" else 3)


def _rating(foot: str) -> int:
    return DEFENCE[1] - (foot == "disordered")


def _worse(foot: str) -> str:
    return "routed" if foot == "disordered" else "disordered"


def _step(now: Moment, face: int) -> Moment:
    """One die of the chain: [9.3] square, recall, [8.6] the row of the table and its tests, [9.5] pursuit."""
    match now.next:
        case "square":
            formed = "square" if face <= DEFENCE[1] else "disordered"
            first = now.place == 0 and formed == "square"
            return now._replace(foot=formed, next="recall" if first else "clash")
        case "recall":
            off = face <= ATTACK[1]
            return now._replace(next="end", rider="good") if off else now._replace(next="clash")
        case "clash":
            roll = face + _total(now.foot)
            if roll < 5:
                return now._replace(next="beaten")
            if roll < 10:
                return now._replace(next="tested")
            return _followed(now, _worse(now.foot))
        case "beaten":  # the riders test, disordered by now, and recoil when they fail
            return now._replace(place=now.place - (face > ATTACK[1] - 1), next="end")
    kept = "good" if now.foot == "square" else now.foot
    return _followed(now, kept if face <= _rating(now.foot) else _worse(now.foot))


def _followed(now: Moment, foot: str) -> Moment:
    """The infantry goes back and the riders follow; whom they have not routed they charge once more."""
    again = "square" if foot == "good" else "clash"
    then = "end" if foot == "routed" or now.place else again
    return now._replace(foot=foot, place=now.place + 1, foot_moved=True, next=then)


FIRST = Moment("good", 0, "square")
DICE = 7  # at most: square, recall, clash, test, square again, clash again, test again


def _icepool() -> Callable[[], dict[End, Fraction]]:
    import icepool

    d10 = icepool.z(10)

    def rolled(*now: Any) -> Any:
        moment = Moment(*now)
        return moment if moment.next == "end" else d10.map(lambda face: _step(moment, face))

    def work() -> dict[End, Fraction]:
        die = icepool.Die([FIRST])
        for _number in range(DICE + 1):
            die = die.map(rolled, star=True)
        return _counted(die.items(), die.denominator())

    return work


def _dyce() -> Callable[[], dict[End, Fraction]]:
    from dyce import H, expand  # type: ignore[import-not-found]

    warnings.filterwarnings("ignore", module="bench.odds")  # it calls `expand` experimental
    d10 = H(range(10))

    def rolled(found: Any) -> Any:
        moment = found.outcome
        return moment if moment.next == "end" else expand(lambda face: _step(moment, face.outcome), d10)

    def work() -> dict[End, Fraction]:
        die = H({FIRST: 1})
        for _number in range(DICE + 1):
            die = expand(rolled, die)
        return _counted(die.items(), sum(die.values()))

    return work


def _counted(moments: Iterable[tuple[Any, int]], whole: int) -> dict[End, Fraction]:
    found: dict[End, Fraction] = {}
    for moment, count in moments:
        end = Moment(*moment).end
        found[end] = found.get(end, Fraction(0)) + Fraction(count, whole)
    return found


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


def _sampling() -> Callable[[], dict[End, float]]:
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

    def clash(foot: Any, place: Any, fights: Any) -> tuple[Any, Any, Any]:
        roll = rolled() + totals[foot]
        tested = np.where(rolled() <= ratings[foot], kept[foot], worse[foot])
        after = np.where(roll >= 10, worse[foot], np.where(roll >= 5, tested, foot))
        won = fights & (roll >= 5)
        thrown_back = fights & (roll < 5) & (rolled() > ATTACK[1] - 1)
        return np.where(fights, after, foot), place + won - thrown_back, won

    def work() -> dict[End, float]:
        foot = np.where(rolled() <= DEFENCE[1], square, disordered)
        recalled = (foot == square) & (rolled() <= ATTACK[1])
        foot, place, moved = clash(foot, np.zeros(PLAYS, dtype=int), ~recalled)
        chased = moved & (foot != routed)
        formed = np.where(rolled() <= DEFENCE[1], square, disordered)
        foot = np.where(chased & (foot == good), formed, foot)
        foot, place, _won = clash(foot, place, chased)
        keys = ((foot * 2 + (place != 0)) * 2 + moved) * 2 + recalled
        counts = np.bincount(keys, minlength=32) / PLAYS
        found: dict[End, float] = {}
        for key in np.nonzero(counts)[0].tolist():
            rider = "good" if key % 2 else "disordered"
            end = End(rider, bool(key // 4 % 2), names[key // 8], bool(key // 2 % 2))
            found[end] = counts[key]
        return found

    return work
