"""The odds of The Age of Glory: the worked examples, plain enumeration of every face, and sums by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from game.core.actions import parse_action
from game.core.questions import BadQuestion, Encounter, Question
from game.match import Match
from game.odds.answer import Answer, Throw, answer, answer_in, policies_of
from game.odds.compare import compare
from game.odds.engine import Graph
from game.odds.question import form_of, read_question
from game.rulesets.age_of_glory.steps.combat import CloseCombat
from tests.odds.brute import brute_force

FORM = form_of("age-of-glory")


def ask(kind: str, **said: str | Sequence[str]) -> Question:
    words = {
        name.rstrip("_").replace("_", "-"): [text] if isinstance(text, str) else list(text)
        for name, text in said.items()
    }
    return read_question("age-of-glory", kind, words)


def rows(throw: Throw) -> dict[str, int]:
    """How many faces read each row."""
    return {row.reading: len(row.faces) for row in throw.rows}


def main(found: Answer) -> Throw:
    assert found.main is not None
    return found.main


# --- the worked examples -----------------------------------------------------------------------------


def test_march_of_swedish_foot() -> None:
    """[AG-2] +5: Cautious on 1, Advance on 2 and 3, En Avant! from 4."""
    found = answer(ask("march", unit="pike 6 swedish", near="charismatic"))
    assert main(found).total == 5
    assert rows(main(found)) == {"Cautious": 1, "Advance": 2, "En Avant!": 7}
    assert found.summary["moves_full"] == Fraction(9, 10)


def test_march_of_spent_foot_in_disorder() -> None:
    """[AG-2] -2: destroyed on 1 and 2, broken on 3 and 4."""
    found = answer(ask("march", unit="pike 3/6 disordered"))
    assert rows(main(found)) == {"Destroyed": 2, "Broken": 2, "Wavering": 2, "Shaken": 2, "Rally": 2}
    assert found.summary["destroyed"] == Fraction(2, 10)
    assert found.summary["strength_lost"] == Fraction(2 * 3 + 2, 10)
    assert found.summary["goes_back"] == Fraction(2, 10)


def test_first_volley() -> None:
    """[AG-3] 18 points -1, changed +1: disordered from 4, a stand from 6, two from 9."""
    found = answer(ask("fire", attacker="firelock 6", defender="pike 6", changed="yes"))
    assert main(found).total == 0
    assert rows(main(found)) == {"Desultory": 3, "Lively": 2, "Telling": 3, "Deadly": 2}
    again = answer(ask("fire", attacker="firelock 6 fired", defender="pike 6"))
    assert main(again).total == -2


def test_fire_on_a_leader() -> None:
    """[3.4] Deadly fire on 9 and 10; a charismatic leader falls on 7 or less."""
    found = answer(
        ask("fire", attacker="firelock 6", defender="pike 6", changed="yes", defender_leader="charismatic")
    )
    assert found.summary["leader_falls"] == Fraction(2, 10) * Fraction(7, 10)


def test_shock_charge() -> None:
    """[AG-5] +10 for the elite shock horse, 0 for the stationary pistoleers."""
    question = ask(
        "charge",
        attacker="shock 6 elite",
        defender="pistoleer 4/6",
        leader="charismatic",
        fire="never",
        countercharge="never",
    )
    assert main(answer(question)).total == 10
    faces = {4: 14}
    assert [row.reading for row in main(answer(question)).rows if 4 in row.faces] == [str(faces[4])]


def test_countercharge_takes_the_minus_away() -> None:
    """[8.1] The pistoleers are worth two more when they move."""
    said = {"attacker": "shock 6 elite", "defender": "pistoleer 4/6", "fire": "never"}
    stands = main(answer(ask("charge", **said, countercharge="never"))).total
    meets = main(answer(ask("charge", **said, countercharge="always"))).total
    assert meets == stands - 2


# --- by hand -----------------------------------------------------------------------------------------


def test_locked_combat_is_fought_to_its_end() -> None:
    """[8.4] Equal sides stay equal: 45 in 100 win, 10 in 100 are locked, and the sixth lock ends both."""
    found = answer(ask("combat", attacker="pike 6 raw", defender="pike 6 raw", breakthrough="never"))
    wins = sum((Fraction(45, 100) * Fraction(1, 10) ** round_ for round_ in range(6)), Fraction(0))
    assert found.summary["defender_leaves_hex"] == wins + Fraction(1, 10) ** 6


def test_one_stand_each() -> None:
    """[8.4] One round decides: whoever is driven back, and both when locked, is gone."""
    found = answer(ask("combat", attacker="pike 1 raw", defender="pike 1 raw", breakthrough="never"))
    assert found.summary["attacker_destroyed"] == Fraction(10 + 21, 100)
    assert found.summary["defender_destroyed"] == Fraction(10 + 21, 100)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("march", {"unit": "pike 3/6 disordered", "enemy": "1"}),
        ("march", {"unit": "shock 3/6", "enemy": "1", "leader": "plain"}),
        ("fire", {"attacker": "firelock 6", "defender": "pike 6", "defender-leader": "plain"}),
        ("fire", {"attacker": "heavy guns", "defender": "light guns", "range": "3"}),
        ("combat", {"attacker": "pike 1 raw", "defender": "pike 1", "breakthrough": "never"}),
        ("combat", {"attacker": "shock 2", "defender": "light guns", "breakthrough": "never"}),
    ],
)
def test_every_face_played_out_one_by_one(kind: str, said: dict[str, str]) -> None:
    """The graph of states and plain enumeration agree to the last fraction."""
    question = read_question("age-of-glory", kind, {name: [text] for name, text in said.items()})
    policies = dict.fromkeys(("fire", "countercharge", "breakthrough"), "never")
    policies |= {name: value for name, value in policies_of(FORM, question).items() if value != "auto"}
    situation = FORM.lay_out(question)
    found = answer_in(Graph(FORM, situation), policies)
    assert {each.label: each.chance for each in found.outcomes} == brute_force(FORM, situation, policies)


@pytest.mark.parametrize(("kind", "number"), [("march", 40), ("fire", 40), ("combat", 4), ("charge", 4)])
def test_random_questions_have_chances_that_sum_to_one(kind: str, number: int) -> None:
    """Whatever is asked."""
    choose = random.Random(7)
    for _each in range(number):
        question = FORM.samples(lambda options: choose.choice(list(options)), kind)
        found = answer(question)
        assert sum((each.chance for each in found.outcomes), Fraction(0)) == 1
        assert main(found).rule in ("4.2", "7.7", "8.3")


# --- the form ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("charge", {"attacker": "heavy guns", "defender": "pike 6"}),
        ("charge", {"attacker": "skirmish 3", "defender": "pike 6"}),
        ("charge", {"attacker": "pike 6 square", "defender": "pike 6"}),
        ("charge", {"attacker": "pike 6", "defender": ["pike 6", "pike 6"]}),
        ("fire", {"attacker": "pike 6", "defender": "pike 6", "range": "2"}),
        ("fire", {"attacker": "shock 6", "defender": "pike 6"}),
        ("march", {"unit": "heavy guns"}),
    ],
)
def test_what_the_rules_forbid_has_no_odds(kind: str, said: dict[str, str | list[str]]) -> None:
    """The refusal names its rule."""
    with pytest.raises(BadQuestion) as refused:
        answer(ask(kind, **said))
    assert refused.value.refusal.rule


def test_two_attackers_share_one_combat() -> None:
    """[8.3, AG-9] Shock and pistoleers together: +2."""
    found = answer(
        ask("combat", attacker=["shock 6", "pistoleer 6"], defender="pike 6", breakthrough="never")
    )
    assert 2 in [line.value for line in main(found).lines if "shock horse and pistoleers" in line.why]


def test_from_the_rear() -> None:
    """[8.3] +3."""
    front = main(answer(ask("combat", attacker="pike 6", defender="pike 6"))).total
    rear = main(answer(ask("combat", attacker="pike 6", defender="pike 6", from_="rear"))).total
    assert rear == front + 3


def test_changes_and_swaps_are_questions_too() -> None:
    """Every change within reach has an answer or a refusal."""
    asked = ask("combat", attacker="pike 3 raw", defender="pike 3 raw", breakthrough="never")
    titles = [change.title for change in FORM.changes(asked)]
    assert len(titles) == len(set(titles)) > 6
    assert FORM.swapped(asked)["attacker"] == asked["defender"]


def test_the_same_fight_under_other_rules() -> None:
    """Heavy horse on a line of foot in the open, equal numbers."""
    wanted = Encounter("heavy cavalry", 750, "infantry", 750)
    verdicts = {each.ruleset: each for each in compare(wanted, ("age-of-glory", "jours-de-gloire"))}
    assert all(each.answer is not None for each in verdicts.values())
    mine = verdicts["age-of-glory"].answer
    assert mine is not None and 0 < mine.summary["attacker_prevails"] < 1


def test_odds_of_an_action_in_a_game() -> None:
    """A march roll on the board of a game."""
    match = Match.begin("age-of-glory", "pike-drill", seed=3)
    while match.state.frame.step != "march_units":
        match.act(match.legal()[-1])
    action = next(action for action in match.legal() if action.verb == "march")
    found = answer_in(Graph(FORM, FORM.on_board(match.rules, match.state, action)), {})
    assert sum((each.chance for each in found.outcomes), Fraction(0)) == 1
    with pytest.raises(BadQuestion):
        FORM.on_board(match.rules, match.state, parse_action("pass"))


# --- the two dice of a combat ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chances", [(), ("attack", "hex")], ids=["each by itself", "more than can be hidden"]
)
@pytest.mark.parametrize("seed", range(6))
def test_a_verdict_is_the_same_by_whatever_attack(
    monkeypatch: pytest.MonkeyPatch, chances: tuple[str, ...], seed: int
) -> None:
    """[8.4] Odds follow a verdict once for all attacks that lead to it; following each gives the same."""
    question = FORM.samples(random.Random(seed).choice, "combat")  # type: ignore[arg-type]
    policies = policies_of(FORM, question)
    found = answer_in(Graph(FORM, FORM.lay_out(question)), policies)
    monkeypatch.setattr(CloseCombat, "chances", chances)
    each = answer_in(Graph(FORM, FORM.lay_out(question)), policies)
    assert (each.throws, each.outcomes, each.spreads, each.worth) == (
        found.throws,
        found.outcomes,
        found.spreads,
        found.worth,
    )


def test_a_verdict_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """[8.4] Ten attacks against ten defences come to 19 differences, and to fewer verdicts."""
    carried: list[object] = []
    carry_out = CloseCombat._carry_out

    def counted(self: CloseCombat, rules: Any, ledger: Any, combat: Any, verdict: Any) -> None:
        carried.append((combat, verdict, ledger.state.pieces.digest))
        carry_out(self, rules, ledger, combat, verdict)

    monkeypatch.setattr(CloseCombat, "_carry_out", counted)
    question = ask("combat", attacker="pike 6 supported", defender="pike 6")
    answer_in(Graph(FORM, FORM.lay_out(question)), policies_of(FORM, question))
    assert carried
    first = [each for each in carried if each[2] == carried[0][2]]  # type: ignore[index]
    assert len(first) == len(set(first)) <= 19
