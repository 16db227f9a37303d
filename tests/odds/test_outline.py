"""What questions share because no rating decides it: the same answers with it and without."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from game.core.engine import act_once
from game.core.ledger import Ledger
from game.core.questions import BadQuestion, Covered, Question, Situation
from game.core.state import GameState
from game.odds import ledgers
from game.odds.answer import Answer, answer_in, policies_of
from game.odds.engine import Graph
from game.odds.outline import Outline, _outline, outline_of
from game.odds.question import form_of, read_question
from game.rulesets.jours_de_gloire.cards import Card, Face

FORM = form_of("jours-de-gloire")
POLICIES = ("auto", "always", "never")


def drawn(seed: str) -> Question:
    """A random combat: up to two a side, waves and rounds, decisions made in every way."""
    dice = random.Random(seed)
    kind = dice.choice(("charge", "charge", "shock", "engagement"))
    question = FORM.samples(dice.choice, kind)

    def again(name: str) -> None:
        units = list(question[name])
        other = dice.choice(FORM.samples(dice.choice, kind)[name])
        said[name] = tuple((*units, other)[:2])

    said: dict[str, object] = {}
    for name in ("attacker", "defender"):
        if dice.random() < 0.4:
            again(name)
    if "rounds" in question and dice.random() < 0.2:
        said["rounds"] = 2
    for field in FORM.kinds[kind].fields:
        if field.kind == "policy":
            said[field.name.replace("-", "_")] = dice.choice(POLICIES)
    return question.but(**said)  # type: ignore[arg-type]


def told(found: Answer) -> tuple[object, ...]:
    """All that an answer says about the chain."""
    decided = [(d.prompt, d.side, str(d.chosen), d.worth, d.chance) for d in found.decided]
    return found.throws, found.outcomes, found.fates, found.spreads, found.worth, sorted(decided, key=repr)


def test_an_outline_changes_no_answer() -> None:
    held = 0
    for number in range(80):
        question = drawn(f"outline {number}")
        try:
            situation = FORM.lay_out(question)
            policies = policies_of(FORM, question)
            shared = answer_in(Graph(FORM, situation), policies)
            alone = answer_in(Graph(FORM, situation._replace(covered=None)), policies)
        except BadQuestion:
            continue
        assert situation.covered is not None
        assert told(shared) == told(alone), question
        held += 1
    assert held > 40


def charge(attacker: str, **more: str) -> Situation:
    said = {"attacker": [attacker], "defender": ["infantry 6/6"], **{k: [v] for k, v in more.items()}}
    return FORM.lay_out(read_question("jours-de-gloire", "charge", said))


def test_questions_that_differ_only_in_ratings_share_covered_rules() -> None:
    first, second = charge("heavy cavalry 4/7"), charge("heavy cavalry 9/3")
    assert first.covered is second.covered
    assert first.state == second.state
    assert first.state is not second.state
    first.state.pieces.memo["found out"] = True
    assert "found out" not in charge("heavy cavalry 5/5").state.pieces.memo


def test_the_second_question_takes_no_step_that_the_first_has_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only how dice read is asked for anew: their chances are what ratings change."""
    taken: list[str] = []

    def counted(rules: Any, ledger: Ledger) -> bool:
        taken.append(ledger.frames[-1].step)
        return act_once(rules, ledger)

    monkeypatch.setattr(ledgers, "act_once", counted)
    policies = {"square": "always", "recall": "always", "pursue": "always", "counter-shock": "never"}
    answer_in(Graph(FORM, charge("heavy cavalry 4/7")), policies)
    assert taken
    taken.clear()
    answer_in(Graph(FORM, charge("heavy cavalry 4/8")), policies)
    assert not taken


def known_of(outline: Outline) -> dict[GameState, object]:
    """All that is known of the states an outline stops in."""
    states = {stop.state for stop in outline._stops.values()}
    return {s: (s.memo, s.pieces.memo, s.pieces._standing, s.pieces._places) for s in states}


def test_what_is_known_at_a_stop_does_not_depend_on_who_came_first() -> None:
    """Else a rating of the first question would be kept for the second."""
    questions = [charge("heavy cavalry 4/7"), charge("heavy cavalry 9/3"), charge("heavy cavalry 2/9")]
    found = []
    for order in (questions, questions[::-1]):
        _outline.cache_clear()
        for situation in order:
            answer_in(Graph(FORM, situation), {})
        outline = outline_of(FORM, order[0])
        assert outline is not None
        found.append(known_of(outline))
    assert len(found[0]) > 30
    assert found[0] == found[1]


def test_a_matter_of_course_that_ratings_decide_is_left_to_the_true_rules() -> None:
    class Proud(type(FORM)):  # type: ignore[misc]
        """Who has the strength rides straight on; others turn as far as they can."""

        def usual(self, rules: Any, state: Any, actions: Any) -> Any:
            if len(actions) > 1 and state.frame.step in ("advance", "pursue"):
                return actions[0 if rules.cards["attacker-1"].good.strength > 5 else -1]
            return FORM.usual(rules, state, actions)

    form = Proud()
    for strength in (4, 9, 4):
        situation = charge(f"heavy cavalry {strength}/7")
        shared, alone = (
            answer_in(Graph(form, each), {}) for each in (situation, situation._replace(covered=None))
        )
        assert told(shared) == told(alone)


def test_who_tests_for_a_stack_is_left_to_the_true_rules() -> None:
    """[9.3] The best cohesion tests for all: which unit that is, a covered rating does not say."""
    said = {"attacker": ["heavy cavalry 4/7"], "square": ["always"]}
    asked = [
        read_question("jours-de-gloire", "charge", {**said, "defender": defenders})
        for defenders in (["infantry 3/5", "infantry 3/8"], ["infantry 3/7", "infantry 3/2"])
    ]
    tests = [
        next(throw for throw in answer_in(Graph(FORM, FORM.lay_out(q)), policies_of(FORM, q)).throws)
        for q in asked
    ]
    assert [throw.why for throw in tests] == [
        "cohesion test of infantry 2 (8): forming square",
        "cohesion test of infantry (7): forming square",
    ]


def test_other_arms_and_other_ground_have_rules_of_their_own() -> None:
    plain, light = charge("heavy cavalry 4/7"), charge("cavalry 4/7")
    uphill = charge("heavy cavalry 4/7", level="1")
    assert len({id(situation.covered) for situation in (plain, light, uphill)}) == 3


@pytest.mark.parametrize(
    "read",
    [
        lambda face: face.strength,
        lambda face: face.cohesion,
        lambda face: face.engagement,
        lambda face: face[1],
        lambda face: list(face),
    ],
)
def test_a_covered_rating_cannot_be_read(read: Callable[[Face], object]) -> None:
    covered = charge("heavy cavalry 4/7").covered
    cards: list[Card] = list(covered.cards.values())
    assert {card.good.movement for card in cards} == {4, 6}
    for card in cards:
        with pytest.raises(Covered):
            read(card.good)
        with pytest.raises(Covered):
            read(card.disordered)
