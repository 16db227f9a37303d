"""The odds of the smallest ruleset, by hand and by plain enumeration of every face."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.questions import BadQuestion
from game.odds.answer import Spread, answer, chance_of
from game.odds.changes import what_would_change
from game.odds.question import Unclear, form_of, read_question, spoken
from tests.odds.brute import brute_force

HALF = Fraction(1, 2)


def ask(attackers: str, defender: str, **said: str):  # type: ignore[no-untyped-def]
    words = {name.replace("_", "-"): [value] for name, value in said.items()}
    units = [unit.strip() for unit in attackers.split(",")]
    return read_question("skirmish", "attack", {"attacker": units, "defender": [defender], **words})


def test_one_attack_is_one_column_of_the_table() -> None:
    found = answer(ask("unit 3", "unit 2"))
    assert found.main is not None
    assert [line.value for line in found.main.lines] == [3, -2, 1, -1]
    assert found.main.total == 1
    assert [(row.reading, row.faces) for row in found.main.rows] == [
        ("-", (1, 2)),
        ("DR", (3, 4)),
        ("DE", (5, 6)),
    ]
    assert found.summary["attacker_prevails"] == Fraction(2, 3)
    assert found.summary["defender_strength_lost"] == Fraction(2, 3)


def test_a_second_attacker_goes_on_where_the_first_did_nothing() -> None:
    found = answer(ask("unit 3, unit 2", "unit 2"))
    # 2/3 at the first, else half at the second; but the retreat of the first may end next to the second.
    assert found.summary["attacker_prevails"] == Fraction(2, 3) + Fraction(1, 3) * HALF
    assert sum(outcome.chance for outcome in found.outcomes) == 1


def test_a_defender_without_room_is_eliminated() -> None:
    found = answer(ask("unit 3", "unit 2", room="none"))
    assert found.summary["defender_eliminated"] == Fraction(2, 3)


@pytest.mark.parametrize("attackers", ["unit 1", "unit 2, unit 3", "unit 3, unit 1, unit 2"])
@pytest.mark.parametrize("room", ["free", "none"])
def test_the_answer_is_what_playing_every_face_gives(attackers: str, room: str) -> None:
    question = ask(attackers, "unit 2", room=room)
    form = form_of("skirmish")
    counted = brute_force(form, form.lay_out(question), {})
    assert counted == {outcome.label: outcome.chance for outcome in answer(question).outcomes}


def test_what_would_change_it_most_is_ranked_by_its_effect() -> None:
    found = what_would_change(ask("unit 1", "unit 2"), "attacker_prevails")
    assert len(found) >= 4
    assert [abs(each.effect) for each in found] == sorted((abs(each.effect) for each in found), reverse=True)
    now = answer(ask("unit 1", "unit 2")).summary["attacker_prevails"]
    for each in found:
        assert answer(each.question).summary["attacker_prevails"] == each.value == now + each.effect


def test_swapping_sides_twice_changes_nothing() -> None:
    form, question = form_of("skirmish"), ask("unit 3", "unit 1", order="hold")
    assert form.swapped(form.swapped(question)) == question
    assert form.swapped(question)["attacker"] == question["defender"]


def test_a_spread_reads_at_least_at_most_and_its_worst_tenth() -> None:
    spread = Spread(((-2, Fraction(1, 20)), (0, Fraction(9, 20)), (3, HALF)))
    assert (spread.at_least(0), spread.at_most(0)) == (Fraction(19, 20), HALF)
    assert spread.mean == Fraction(-1, 10) + Fraction(3, 2)
    assert spread.lowest() == -1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"attacker": ["unit 3"]}, "say --defender"),
        ({"attacker": ["unit"], "defender": ["unit 1"]}, "does not say its strength"),
        ({"attacker": ["unti 3"], "defender": ["unit 1"]}, "did you mean 'unit'"),
        ({"attaker": ["unit 3"], "defender": ["unit 1"]}, "did you mean 'attacker'"),
        ({"attacker": ["unit 3"], "defender": ["unit 1"], "order": ["advnce"]}, "did you mean 'advance'"),
        ({"attacker": ["unit 3/4"], "defender": ["unit 1"]}, "too many figures"),
    ],
)
def test_words_that_are_not_understood_get_the_right_one(words: dict[str, list[str]], told: str) -> None:
    with pytest.raises(Unclear, match=told):
        read_question("skirmish", "attack", words)


def test_a_strength_the_rules_do_not_know_names_its_rule() -> None:
    with pytest.raises(BadQuestion, match=r"strength is 0.*\[5\]"):
        ask("unit 0", "unit 1")


def test_a_question_is_spoken_in_the_words_it_was_asked_in() -> None:
    question = ask("unit 3", "unit 1", order="hold")
    assert spoken(form_of("skirmish"), question) == (
        'skirmish attack --attacker "unit 3" --defender "unit 1" --order hold'
    )


def test_one_more_attacker_never_drives_the_defender_back_to_where_he_stood() -> None:
    """A beaten unit goes away from its enemies, so whoever comes next can only add to the chance."""

    def prevails(attackers: int) -> Fraction:
        said = {"attacker": ["unit 2"] * attackers, "defender": ["unit 2"]}
        return chance_of(read_question("skirmish", "attack", said), "attacker_prevails")

    chances = [prevails(number) for number in range(1, 5)]
    assert chances == sorted(chances)
