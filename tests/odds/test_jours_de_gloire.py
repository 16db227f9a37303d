"""The odds of Jours de Gloire: the worked examples, and plain enumeration of every face."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from game.core.actions import act, parse_action
from game.core.questions import BadQuestion, Question
from game.match import load_record
from game.odds.answer import Answer, Throw, answer, answer_in
from game.odds.engine import Graph
from game.odds.question import form_of, read_question
from tests.rulesets.jours_de_gloire.field import Field


def ask(kind: str, **said: str | Sequence[str]) -> Question:
    words = {
        name.rstrip("_").replace("_", "-"): [text] if isinstance(text, str) else list(text)
        for name, text in said.items()
    }
    return read_question("jours-de-gloire", kind, words)


def throw(found: Answer, why: str, total: int | None = None) -> Throw:
    """The first roll whose words begin so."""
    return next(t for t in found.throws if t.why.startswith(why) and total in (None, t.total))


def rows(throw: Throw) -> dict[str, int]:
    """How many faces read each row."""
    return {row.reading: len(row.faces) for row in throw.rows}


# --- the worked examples of the rules -----------------------------------------------------------------


def test_fire_at_effective_range() -> None:
    """[7.2] Battery 4 at 3 hexes: 5 nothing, 4 tests, 1 disorder in 10."""
    found = answer(ask("fire", attacker="artillery 4/6", defender="infantry 6/6"))
    assert rows(throw(found, "artillery fires")) == {"none": 5, "CT": 4, "D": 1}
    assert found.summary["defender_disordered_or_worse"] == Fraction(1, 10) + Fraction(4, 10) * Fraction(
        3, 10
    )


def test_fire_at_long_range_on_a_massed_target_in_woods() -> None:
    """[7.3] 5 - 4 - 1 + 1 = +1: eight nothing, two tests."""
    question = ask(
        "fire",
        attacker="artillery 5/6",
        defender=["infantry 6/6", "infantry 5/6"],
        range="5",
        terrain="woods",
    )
    assert rows(throw(answer(question), "artillery fires")) == {"none": 8, "CT": 2}


def test_plain_shock() -> None:
    """[8.6] 9/6 on 5/5 in the open: +3, chances 3/5/2/0."""
    found = answer(ask("shock", attacker="infantry 9/6", defender="infantry 5/5"))
    assert found.main is not None and found.main.total == 3
    assert rows(found.main) == {"10+": 3, "5-9": 5, "0-4": 2}
    assert found.summary["attacker_prevails"] == Fraction(8, 10)


def test_shock_on_a_hill_village_over_a_stream() -> None:
    """[8.6] 10/5 on 6/6: +1 -1 -1 -1 -1 = -3, chances 0/2/5/3."""
    question = ask(
        "shock",
        attacker="infantry 10/5",
        defender="infantry 6/6",
        terrain="village",
        hexside="stream",
        level="1",
    )
    found = answer(question)
    assert found.main is not None and found.main.total == -3
    assert rows(found.main) == {"5-9": 2, "0-4": 5, "<0": 3}


def test_attack_out_of_a_town() -> None:
    """[note b] Clear +1, out of six front hexes -1: nothing."""
    found = answer(ask("shock", attacker="infantry 6/6", defender="infantry 6/6", attacker_terrain="village"))
    assert found.main is not None
    assert sorted(line.value for line in found.main.lines) == [-1, 0, 0, 1]


def test_heavy_charge_on_a_square_that_fails_and_one_that_forms() -> None:
    """[9.2, 9.3] +5 on disordered foot, -1 on a square; 0 to 6 form it, 0 to 7 break off."""
    found = answer(
        ask("charge", attacker="heavy cavalry 4/7", defender="infantry 6/6", square="always", recall="always")
    )
    assert rows(throw(found, "cohesion test of infantry (6): forming square")) == {"True": 7, "False": 3}
    assert rows(throw(found, "cohesion test of heavy cavalry (7): recall")) == {"True": 8, "False": 2}
    assert rows(throw(found, "shock", -1)) == {"<0": 1, "0-4": 5, "5-9": 4}
    assert rows(throw(found, "shock", 5)) == {"5-9": 5, "10+": 5}
    assert throw(found, "shock", -1).times == Fraction(7, 10) * Fraction(2, 10)


def test_light_cavalry_meets_a_heavy_charge_half_the_time() -> None:
    """[9.4] Cohesion 6 with +2 to the die: 0 to 4."""
    found = answer(
        ask("charge", attacker="heavy cavalry 4/7", defender="cavalry 4/6", counter_charge="always")
    )
    tested = throw(found, "cohesion test of cavalry (6): counter-charge")
    assert rows(tested) == {"True": 5, "False": 5}


def test_engagement_without_orders() -> None:
    """[8.5] Rating 5: passed by 0 to 5."""
    found = answer(ask("engagement", attacker="infantry 6/6/5", defender="infantry 5/5"))
    assert found.summary["all_engage"] == Fraction(6, 10)


def test_rally_goes_one_step_at_a_time() -> None:
    """[10.4] Cohesion 5 on the back: 0 to 5 rallies; a second success makes good order."""
    found = answer(ask("rally", unit="infantry 6/6 routed", activations="2"))
    assert found.summary["in_good_order"] == Fraction(36, 100)
    assert found.summary["still_routed"] == Fraction(16, 100)


def test_one_activation_is_not_spoken_of_in_the_plural() -> None:
    assert "in one activation," in answer(ask("rally", unit="infantry 6/6 routed")).words
    twice = answer(ask("rally", unit="infantry 6/6 routed", activations="2"))
    assert "in 2 activations," in twice.words


def test_a_rout_near_the_edge_is_the_end_of_those_who_do_not_rally() -> None:
    found = answer(ask("rout", unit="infantry 6/6", activations="2", edge="6"))
    # It runs four hexes home; whoever does not rally at the first try runs off the map.
    assert found.summary["eliminated"] == Fraction(4, 10)
    assert found.summary["survives"] == Fraction(6, 10)


# --- decisions ------------------------------------------------------------------------------------------


def test_the_best_reply_is_never_worse_for_the_side_that_decides() -> None:
    worth = {}
    for square in ("auto", "always", "never"):
        found = answer(ask("charge", attacker="heavy cavalry 4/7", defender="infantry 6/6", square=square))
        worth[square] = found.worth.mean
    assert worth["auto"] <= min(worth["always"], worth["never"])


def test_a_decision_says_what_each_reply_was_worth() -> None:
    found = answer(ask("charge", attacker="heavy cavalry 4/7", defender="infantry 6/6"))
    first = found.decided[0]
    assert (first.prompt, first.side, first.chance) == ("square", "red", 1)
    assert {action.verb: value for action, value in first.worth}["square"] == found.worth.mean


def test_light_cavalry_refuses_a_heavy_charge_when_told_to() -> None:
    found = answer(ask("charge", attacker="heavy cavalry 4/7", defender="cavalry 4/6", refuse="always"))
    assert found.summary["defender_leaves_hex"] == 1
    assert not any(t.why.startswith("shock") for t in found.throws)


def test_a_second_wave_strikes_what_the_first_has_left() -> None:
    one = answer(ask("charge", attacker="cavalry 4/6", defender="infantry 6/6"))
    two = answer(ask("charge", attacker="cavalry 4/6", defender="infantry 6/6", then="heavy cavalry 5/7"))
    assert two.summary["defender_routed_or_worse"] > one.summary["defender_routed_or_worse"]
    assert sum(outcome.chance for outcome in two.outcomes) == 1


def test_a_second_round_of_shock_is_fought_by_who_can_still_attack() -> None:
    one = answer(ask("shock", attacker="infantry 6/6", defender="infantry 6/6 disordered"))
    two = answer(ask("shock", attacker="infantry 6/6", defender="infantry 6/6 disordered", rounds="2"))
    assert two.summary["defender_routed_or_worse"] > one.summary["defender_routed_or_worse"]


def test_who_was_in_rout_before_is_lost_only_when_eliminated() -> None:
    """[10.1] +4: the D of 6 to 9, or at 1 to 5 a failed test at 5, is its end."""
    found = answer(ask("shock", attacker="infantry 6/6", defender="infantry 6/6 routed"))
    eliminated = Fraction(4, 10) + Fraction(5, 10) * Fraction(4, 10)
    assert dict(found.spreads["defender_strength_lost"].values) == {0: 1 - eliminated, 6: eliminated}
    assert found.summary["defender_strength_lost"] == 6 * eliminated
    assert found.summary["defender_routed_or_worse"] == 1


def test_of_several_combats_an_action_belongs_to_its_own() -> None:
    """[8.2] Hussars have declared against 0806, cuirassiers against 0905, and 0905 may refuse."""
    record = Path(__file__).parents[1] / "playthroughs" / "meeting.record"
    match = load_record(record).match.up_to(28)
    form = form_of("jours-de-gloire")
    refusal = act("refuse", "0905")
    assert refusal in match.legal()
    situation = form.on_board(match.rules, match.state, refusal)
    assert situation.attackers == ("b-cuirassiers",)
    standing = [p.id for p in match.state.pieces if p.hex == match.rules.at["0905"]]
    assert sorted(situation.defenders) == sorted(standing)
    declared = load_record(record).match.up_to(27)
    attack = act("attack", "b-cuirassiers", "0905")
    found = answer_in(Graph(form, form.on_board(declared.rules, declared.state, attack)), {})
    assert found.main is not None and found.main.why == "shock on 0905"
    match.act(refusal)  # the hexes it goes by are nobody's target
    gone = form.on_board(match.rules, match.state, match.legal()[0])
    assert gone.attackers == ("b-cuirassiers",)


def test_the_roll_told_first_is_of_the_combat_asked_about_though_it_may_not_come_to_it() -> None:
    """[8.3] The guns of 0804 may drive the attackers off; the other shock is fought in any case."""
    places = "b1 0505 line N; r1 0504 line S; b2 0905 line N; r2 0904 line S; g1 0904 guns S"
    field = Field(places).open("shock", part=0).settle().do("attack b1 0504")
    form = form_of("jours-de-gloire")
    attack = parse_action("attack b2 0904")
    found = answer_in(Graph(form, form.on_board(field.rules, field.state, attack)), {})
    times = {throw.why: throw.times for throw in found.throws}
    assert times["shock on 0904"] < times["shock on 0504"] == 1
    assert found.main is not None and found.main.why == "shock on 0904"


def test_an_attack_in_a_game_is_made_by_those_it_names() -> None:
    """[8.1] Two could attack: one alone has 1:1; when the other joins, 2:1, and both are told of."""
    field = Field("b1 0505 line N; b2 0605 line N; r1 0504 line S").open("shock", part=0).settle()
    form = form_of("jours-de-gloire")
    assert {"attack b1 0504", "attack b2 0504"} <= set(field.offers())

    def asked(text: str) -> Answer:
        found = answer_in(Graph(form, form.on_board(field.rules, field.state, parse_action(text))), {})
        assert found.main is not None
        return found

    alone = asked("attack b1 0504")
    assert (alone.main.lines[0].value, set(alone.fates)) == (0, {"b1", "r1"})
    field.do("attack b1 0504")
    both = asked("join b2")
    assert (both.main.lines[0].value, set(both.fates)) == (2, {"b1", "b2", "r1"})


def test_guns_that_may_fire_back_are_told_their_odds() -> None:
    """[7.6] In a game, too: strength 2, -1 for the answer, and the enemy guns as who is hit."""
    record = Path(__file__).parents[1] / "playthroughs" / "somosierra.record"
    match = load_record(record).match.up_to(27)
    form = form_of("jours-de-gloire")
    shot = act("answer", "battery-1")
    assert shot in match.legal()
    found = answer_in(Graph(form, form.on_board(match.rules, match.state, shot)), {})
    assert found.main is not None and found.main.total == 1
    assert rows(found.main) == {"none": 8, "CT": 2}
    assert found.situation.defenders == ("senarmont",)
    with pytest.raises(BadQuestion, match="begins no fight, test or rally"):
        form.on_board(match.rules, match.state, act("pass"))


# --- what the rules forbid --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        (
            "charge",
            {"attacker": "cavalry 4/6", "terrain": "woods"},
            r"no charge into this terrain \[note e\]",
        ),
        (
            "charge",
            {"attacker": "cavalry 4/6", "hexside": "wall"},
            r"no charge across this hexside \[note e\]",
        ),
        ("charge", {"attacker": "infantry 4/6"}, r"only cavalry charges \[9.1\]"),
        ("charge", {"attacker": "cavalry 4/6 disordered"}, r"only units in good order charge \[9.1\]"),
        ("shock", {"attacker": "artillery 4/6"}, r"artillery does not attack in shock \[8.1\]"),
        ("shock", {"attacker": "infantry 4/6 routed"}, r"only units in good order attack \[8.1\]"),
        ("shock", {"attacker": "cavalry 4/6", "hexside": "fortification"}, r"cannot cross .*\[8.1\]"),
        (
            "shock",
            {"attacker": "infantry 4/6", "then": "artillery 3/4"},
            r"artillery does not attack in shock",
        ),
        ("fire", {"attacker": "infantry 4/6"}, r"only artillery fires \[7.1\]"),
        ("fire", {"attacker": "artillery 4/6", "range": "6"}, r"beyond the maximum range of 5 \[7.3\]"),
    ],
)
def test_a_bad_question_names_the_rule_that_forbids_it(kind: str, said: dict[str, str], told: str) -> None:
    with pytest.raises(BadQuestion, match=told):
        answer(ask(kind, defender="infantry 6/6", **said))


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("artillery 4/6 routed", r"artillery does not rout \[7.2\]"),
        ("horse artillery 4/6 routed", r"artillery does not rout \[7.2\]"),
        ("cavalry 4/6 square", r"only infantry forms square \[9.3\]"),
        ("artillery 4/6 square", r"only infantry forms square \[9.3\]"),
        ("infantry 6/6 disordered square", r"disorder breaks a square \[9.3\]"),
        ("infantry 6/6 square routed", r"disorder breaks a square \[9.3\]"),
    ],
)
def test_no_unit_is_in_a_state_that_the_rules_do_not_know_for_it(target: str, told: str) -> None:
    for kind, attacker in (("shock", "infantry 6/6"), ("fire", "artillery 4/6")):
        with pytest.raises(BadQuestion, match=told):
            answer(ask(kind, attacker=attacker, defender=target))
    with pytest.raises(BadQuestion, match=told):
        answer(ask("rally", unit=target))


def test_zero_strength_is_no_unit() -> None:
    with pytest.raises(BadQuestion, match=r"strength is 0.*\[0.3\]"):
        ask("charge", attacker="cavalry 0/6", defender="infantry 6/6")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"terrain": "river"}, "nobody can stand in this: river [terrain table]"),
        ({"terrain": "Lake"}, "nobody can stand in this: lake [terrain table]"),
        ({"hexside": "river"}, "a river is crossed only by a bridge [terrain table]"),
        ({"hexside": "pontoon"}, "a pontoon is crossed like a bridge: say bridge [terrain table]"),
        ({"hexside": "cliff"}, "a steep slope of three levels or more is impassable [note i]"),
    ],
)
def test_ground_that_nobody_fights_over_is_refused_by_its_rule(said: dict[str, str], told: str) -> None:
    with pytest.raises(BadQuestion, match=re.escape(told)):
        ask("shock", attacker="infantry 6/6", defender="infantry 5/5", **said)


def test_one_attacker_does_not_come_from_two_sides() -> None:
    """[8.1] Front and rear take an attacker each: a place left over would be a mistake told by nobody."""
    both = ["front", "rear"]
    with pytest.raises(BadQuestion, match=r"more places than there are attackers.*\[8.1\]"):
        answer(ask("charge", attacker="heavy cavalry 4/7", defender="infantry 6/6", from_=both))
    two = ["heavy cavalry 4/7", "cavalry 3/6"]
    assert answer(ask("charge", attacker=two, defender="infantry 6/6", from_=both)).main is not None


def test_infantry_and_cavalry_never_share_a_hex() -> None:
    with pytest.raises(BadQuestion, match=r"never share a hex \[5\]"):
        answer(ask("charge", attacker="cavalry 4/6", defender=["infantry 6/6", "cavalry 4/6"]))


def test_swapping_sides_turns_charge_into_shock_and_uphill_into_downhill() -> None:
    form = form_of("jours-de-gloire")
    question = ask("charge", attacker="heavy cavalry 4/7", defender="infantry 6/6", level="1")
    other = form.swapped(question)
    assert (other.kind, other["level"]) == ("shock", -1)
    assert other["attacker"] == question["defender"]
