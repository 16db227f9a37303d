"""Exactly right: the fractions of icepool, and of playing every face, on hundreds of random situations."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.dice import StreamDice
from game.core.questions import BadQuestion, Ending, Question
from game.odds.answer import answer, graph_of, policies_of
from game.odds.policy import distribution
from game.odds.question import form_of, read_question
from tests.odds import oracle
from tests.odds.brute import brute_force, play_out
from tests.odds.oracle import Fight

FORM = form_of("jours-de-gloire")
POLICIES = ("square", "counter-charge", "recall", "pursue", "counter-shock", "breakthrough")


def ends(question: Question, state: Callable[[Ending], object]) -> dict[object, Fraction]:
    """The chances of what *state* says about the ends of a chain."""
    graph = graph_of(FORM, question)
    spread = distribution(graph, policies_of(FORM, question))
    counted: dict[object, Fraction] = {}
    for end, weight in spread.ends:
        key = state(Ending(graph.situation, end.state))
        counted[key] = counted.get(key, Fraction(0)) + Fraction(weight, spread.whole)
    return counted


def orders(end: Ending) -> tuple[str, ...]:
    """The order attacker and defenders end in; a square counts as one only while it is a square."""
    pieces = end.state.pieces
    units = (*end.situation.attackers, *end.situation.defenders)
    return tuple(pieces[id_].formation or pieces[id_].status for id_ in units)


cohesions = st.integers(2, 9)
strengths = st.integers(1, 20)


@given(
    fight=st.builds(
        Fight,
        attack=strengths,
        attack_cohesion=cohesions,
        defence=strengths,
        defence_cohesion=cohesions,
        heavy=st.booleans(),
        rear=st.booleans(),
        stream=st.booleans(),
        level=st.sampled_from([-1, 0, 0, 1]),
        square=st.booleans(),
        recall=st.booleans(),
        pursue=st.booleans(),
    )
)
@settings(max_examples=120, deadline=None)
def test_a_charge_is_what_icepool_makes_of_the_page(fight: Fight) -> None:
    """The whole chain: square, recall, clash, rout, pursuit with its square and clash, charge disorder."""
    arm = "heavy cavalry" if fight.heavy else "cavalry"
    yes = {True: ["always"], False: ["never"]}
    said = {
        "attacker": [f"{arm} {fight.attack}/{fight.attack_cohesion}"],
        "defender": [f"infantry {fight.defence}/{fight.defence_cohesion}"],
        "from": ["rear" if fight.rear else "front"],
        "hexside": ["stream" if fight.stream else "none"],
        "level": [str(fight.level)],
        "square": yes[fight.square],
        "recall": yes[fight.recall],
        "pursue": yes[fight.pursue],
        "counter-shock": ["never"],
    }
    question = read_question("jours-de-gloire", "charge", said)
    assert ends(question, orders) == oracle.charge(fight)


@given(
    fight=st.builds(
        Fight,
        attack=strengths,
        attack_cohesion=cohesions,
        defence=strengths,
        defence_cohesion=cohesions,
        rear=st.booleans(),
        stream=st.booleans(),
        level=st.sampled_from([-2, -1, 0, 1, 2]),
    )
)
@settings(max_examples=100, deadline=None)
def test_a_shock_is_what_icepool_makes_of_the_page(fight: Fight) -> None:
    said = {
        "attacker": [f"infantry {fight.attack}/{fight.attack_cohesion}"],
        "defender": [f"infantry {fight.defence}/{fight.defence_cohesion}"],
        "from": ["rear" if fight.rear else "front"],
        "hexside": ["stream" if fight.stream else "none"],
        "level": [str(fight.level)],
        "counter-shock": ["never"],
        "breakthrough": ["never"],
    }
    question = read_question("jours-de-gloire", "shock", said)
    assert ends(question, orders) == oracle.shock(fight)


@given(
    strength=st.integers(1, 9), hexes=st.integers(1, 5), targets=st.lists(cohesions, min_size=1, max_size=2)
)
@settings(max_examples=80, deadline=None)
def test_fire_is_what_icepool_makes_of_the_page(strength: int, hexes: int, targets: list[int]) -> None:
    said = {
        "attacker": [f"artillery {strength}/6"],
        "defender": [f"infantry 6/{rating}" for rating in targets],
        "range": [str(hexes)],
    }
    question = read_question("jours-de-gloire", "fire", said)
    exact = oracle.fire(strength, hexes, tuple(targets))
    assert ends(question, lambda end: orders(end)[1:]) == exact


# --- playing every face ---------------------------------------------------------------------------------


def sampled(seed: int, kind: str) -> Question:
    """A random question whose decisions follow named policies, since brute force knows no best reply.

    The first that the rules allow to be asked: a charge into woods has no odds to compare.
    """
    source = random.Random(f"{kind}{seed}")
    fields = [f.name for f in FORM.kinds[kind].fields if f.kind == "policy"]
    for _ in range(50):
        question = FORM.samples(lambda choices: source.choice(list(choices)), kind)
        said = {name.replace("-", "_"): source.choice(("always", "never")) for name in fields}
        with contextlib.suppress(BadQuestion):
            answer(question.but(**said))
            return question.but(**said)
    raise AssertionError(f"no {kind} that can be asked in 50 samples")


def by_brute_force(question: Question, most: int, grouped: bool = False) -> dict[str, Fraction]:
    situation = FORM.lay_out(question)
    return brute_force(FORM, situation, policies_of(FORM, question), most, grouped)


def by_odds(question: Question) -> dict[str, Fraction]:
    return {outcome.label: outcome.chance for outcome in answer(question).outcomes}


@pytest.mark.parametrize("kind", ["test", "fire", "rally", "rout", "engagement"])
def test_single_questions_are_what_playing_every_face_gives(kind: str) -> None:
    for seed in range(12):
        question = sampled(seed, kind)
        assert by_odds(question) == by_brute_force(question, 20_000)


@pytest.mark.parametrize("seed", (0, 1, 3, 5, 6, 7))
def test_shocks_are_what_playing_every_face_gives(seed: int) -> None:
    question = sampled(seed, "shock")
    assert by_odds(question) == by_brute_force(question, 20_000)


@pytest.mark.parametrize("seed", range(20))
def test_charges_are_what_playing_every_way_gives(seed: int) -> None:
    question = sampled(seed, "charge")
    assert by_odds(question) == by_brute_force(question, 20_000, grouped=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300))
def test_many_charges_are_what_playing_every_way_gives(seed: int) -> None:
    question = sampled(1000 + seed, "charge")
    assert by_odds(question) == by_brute_force(question, 2_000_000, grouped=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_many_shocks_are_what_playing_every_face_gives(seed: int) -> None:
    question = sampled(1000 + seed, "shock")
    assert by_odds(question) == by_brute_force(question, 2_000_000)


# --- playing a million times ------------------------------------------------------------------------------

LARGE = (
    ("charge", {"attacker": ["heavy cavalry 4/7"], "defender": ["infantry 6/6"], "square": ["always"]}),
    ("charge", {"attacker": ["cavalry 4/6"], "defender": ["infantry 5/5"], "from": ["rear"]}),
    ("charge", {"attacker": ["heavy cavalry 5/7", "cavalry 3/6"], "defender": ["infantry 7/6"]}),
    (
        "charge",
        {"attacker": ["heavy cavalry 5/6"], "defender": ["cavalry 5/6"], "counter-charge": ["always"]},
    ),
    (
        "charge",
        {"attacker": ["cavalry 5/6"], "defender": ["heavy cavalry 4/7"], "counter-charge": ["always"]},
    ),
    (
        "charge",
        {"attacker": ["cavalry 5/6"], "defender": ["infantry 5/6", "artillery 3/6"], "square": ["never"]},
    ),
    ("charge", {"attacker": ["cavalry 4/6"], "defender": ["infantry 6/6"], "then": ["heavy cavalry 5/7"]}),
    ("charge", {"attacker": ["cavalry 4/6"], "defender": ["infantry 6/6"], "orders": ["so"]}),
    ("shock", {"attacker": ["infantry 4/5"], "defender": ["infantry 7/6"], "counter-shock": ["always"]}),
    ("shock", {"attacker": ["infantry 6/6", "infantry 5/5"], "defender": ["infantry 5/6"], "rounds": ["2"]}),
    ("fire", {"attacker": ["artillery 5/6"], "defender": ["infantry 5/6", "artillery 4/6"]}),
    ("rout", {"unit": ["cavalry 4/6"], "activations": ["3"]}),
)
PLAYS = int(os.environ.get("GLOIRE_PLAYS", "1000000"))  # of each: an hour or two in all


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "said"), LARGE)
def test_a_large_one_is_within_the_error_of_a_million_plays(kind: str, said: dict[str, list[str]]) -> None:
    policies = {
        name: ["always"] for name in FORM.kinds[kind].names() if name in POLICIES and name != "refuse"
    }
    question = read_question("jours-de-gloire", kind, {**policies, **said})
    situation, wanted = FORM.lay_out(question), policies_of(FORM, question)
    source = random.Random(7)
    counted: dict[str, int] = {}
    for _ in range(PLAYS):
        end = play_out(FORM, situation, wanted, lambda: StreamDice(source))
        label = FORM.label(Ending(situation, end))
        counted[label] = counted.get(label, 0) + 1
    exact = {outcome.label: float(outcome.chance) for outcome in answer(question).outcomes}
    assert counted.keys() <= exact.keys()
    for label, chance in exact.items():
        error = (chance * (1 - chance) / PLAYS) ** 0.5
        assert abs(counted.get(label, 0) / PLAYS - chance) <= 5 * error + 1 / PLAYS, label
