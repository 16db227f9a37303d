"""Decisions on the way: what best replies play for, and how they look side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from game.core.questions import POLICIES, Ending, Question
from game.odds.answer import answer, chance_of, policies_of
from game.odds.changes import side_by_side, what_would_change
from game.odds.engine import Graph
from game.odds.policy import distribution
from game.odds.question import form_of, read_question

FORM = form_of("jours-de-gloire")


def charge(attacker: str = "heavy cavalry 4/7", defender: str = "infantry 6/6", **said: str) -> Question:
    words: dict[str, Sequence[str]] = {"attacker": [attacker], "defender": [defender]}
    words |= {name.replace("_", "-"): [text] for name, text in said.items()}
    return read_question("jours-de-gloire", "charge", words)


@pytest.mark.parametrize("figure", ["attacker_prevails", "attacker_disordered", "defender_strength_lost"])
def test_no_named_policy_beats_the_best_reply_of_a_side_that_decides_alone(figure: str) -> None:
    """Only the attacker decides about recall and pursuit: he gets the best of what he could have named."""
    welcome = FORM.figures[figure].is_welcome
    ways = [
        chance_of(charge(square="always", recall=recall, pursue=pursue), figure)
        for recall in ("always", "never")
        for pursue in ("always", "never")
    ]
    best = chance_of(charge(square="always"), figure, figure)
    assert best >= max(ways) if welcome else best <= min(ways)


def test_a_side_that_plays_for_a_figure_gets_at_least_as_much_of_it() -> None:
    for figure in ("attacker_prevails", "defender_routed_or_worse"):
        question = charge(square="always", counter_shock="never")
        assert chance_of(question, figure, figure) >= chance_of(question, figure)


@pytest.mark.parametrize("cohesion", range(3, 9))
def test_who_plays_for_a_figure_never_loses_by_strength(cohesion: int) -> None:
    """Played for itself, a figure rises with strength even where both sides may decide."""
    values = [
        chance_of(charge(f"heavy cavalry {n}/{cohesion}"), "attacker_prevails", "attacker_prevails")
        for n in range(2, 13)
    ]
    assert values == sorted(values)


def test_the_answer_says_what_best_replies_play_for() -> None:
    assert answer(charge()).value is FORM.value
    assert answer(charge(), "attacker_prevails").value.name == "attacker_prevails"


def test_every_policy_of_a_decision_stands_beside_the_others() -> None:
    replies = list(side_by_side(charge(), only=("square",)))
    assert [reply.policy for reply in replies] == list(POLICIES)
    never = next(reply for reply in replies if reply.policy == "never")
    assert never.summary["attacker_prevails"] == chance_of(charge(square="never"), "attacker_prevails")


def test_changes_are_ranked_by_the_figure_asked_for() -> None:
    for figure in ("attacker_prevails", "attacker_disordered", "defender_strength_lost"):
        effects = [abs(each.effect) for each in what_would_change(charge(), figure)]
        assert effects == sorted(effects, reverse=True)
        assert len(effects) > 8


# --- words ---------------------------------------------------------------------------------------------


def test_no_question_speaks_of_hexes_that_nobody_sees() -> None:
    for kind in FORM.kinds.values():
        words = {f.name: ["infantry 6/6 routed"] for f in kind.fields if f.needed}
        words |= {"attacker": ["artillery 4/6" if kind.id == "fire" else "heavy cavalry 4/7"]}
        words |= {"defender": ["infantry 6/6"]}
        said = {name: text for name, text in words.items() if name in kind.names()}
        found = answer(read_question("jours-de-gloire", kind.id, said))
        assert not [throw.why for throw in found.throws if any(map(str.isdigit, throw.why.split(" ")))]


def test_a_clash_is_told_by_where_it_is_fought() -> None:
    told = {throw.why for throw in answer(charge()).throws if throw.is_main}
    assert told == {"shock on the defender's hex", "pursuit, charge on a hex behind the defender's"}


# --- one after another -----------------------------------------------------------------------------------


def test_waves_come_one_after_another() -> None:
    """The second wave only strikes when the first has been seen off, the third after the second."""
    said = {"attacker": ["infantry 6/6"], "defender": ["infantry 6/6"]}
    alone = answer(read_question("jours-de-gloire", "shock", said))
    then = answer(read_question("jours-de-gloire", "shock", {**said, "then": ["infantry 6/6"] * 2}))
    ids = ("attacker-1", "then-1", "then-2")
    assert then.situation.attackers == ids
    fought = sum(t.times for t in then.throws if t.is_main)
    assert fought > sum(t.times for t in alone.throws if t.is_main)
    assert then.summary["defender_leaves_hex"] > alone.summary["defender_leaves_hex"]
    idle = [dict(then.fates[id_]) for id_ in ids[1:]]
    unhurt = [
        sum((c for fate, c in fates.items() if fate.status == "unchanged"), Fraction(0)) for fates in idle
    ]
    assert unhurt[0] <= unhurt[1]  # who comes later has less to do


def test_what_named_policies_decide_is_not_weighed_before_somebody_asks() -> None:
    """Chances do not need it; what each reply is worth is told all the same."""
    weighed = 0

    def worth(ending: Ending) -> int:
        nonlocal weighed
        weighed += 1
        return FORM.value.of(ending)

    question = charge(square="always", recall="always", pursue="never", counter_shock="never")
    graph = Graph(FORM, FORM.lay_out(question))
    policies = policies_of(FORM, question)
    found = distribution(graph, policies, FORM.value._replace(of=worth))
    assert sum(weight for _, weight in found.ends) == found.whole
    assert not weighed
    assert found.decided == distribution(graph, policies).decided
    assert weighed == len(found.ends)
