"""The graph of what can happen: cups, decisions, ends; and how questions are completed as one types."""

from __future__ import annotations

import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from game.cli.odds import _complete
from game.core.actions import act
from game.core.questions import Situation
from game.library import scenarios_of
from game.match import Match
from game.odds.answer import answer_in
from game.odds.engine import Choice, Endless, Graph, Roll, ordered
from game.odds.policy import distribution
from game.odds.question import form_of, read_question


def after_orders(seed: int = 1) -> Match:
    """A skirmish in which blue has given its order, so that red's opens the cup."""
    match = Match.begin("skirmish", "skirmish", seed=seed)
    match.act(act("order", "hold"))
    return match


def test_a_marker_drawn_from_the_cup_is_a_roll_like_any_other() -> None:
    match = after_orders()
    over = lambda state: state.frames[-1].step == "act"  # noqa: E731
    situation = Situation(match.rules, match.state, (act("order", "hold"),), (), (), "", over)
    graph = Graph(form_of("skirmish"), situation)
    assert isinstance(graph.root, Roll)
    assert graph.root.die.name == "cup"
    found = distribution(graph, {})
    active = {end.state.fact("active"): Fraction(weight, found.whole) for end, weight in found.ends}
    assert active == {"blue": Fraction(1, 2), "red": Fraction(1, 2)}


def test_draws_without_putting_back_are_exact_to_the_last_marker() -> None:
    """Two of each in the cup: the second marker is the same as the first once in three times."""
    match = after_orders()

    def over(state: Any) -> bool:
        return state.frames[-1].step == "act" and len(state.fact("cup")) == 2

    situation = Situation(match.rules, match.state, (act("order", "hold"),), (), (), "", over)

    class Passing(type(form_of("skirmish"))):  # type: ignore[misc]
        def usual(self, rules: Any, state: Any, actions: Any) -> Any:
            return actions[-1]  # pass, and on to the next marker

    found = distribution(Graph(Passing(None), situation), {})
    left = {tuple(sorted(end.state.fact("cup"))): Fraction(w, found.whole) for end, w in found.ends}
    same = left[("blue", "blue")] + left[("red", "red")]
    assert same == Fraction(1, 3)
    assert sum(left.values()) >= Fraction(2, 3)


def test_ways_that_lead_to_one_state_meet_again() -> None:
    form = form_of("jours-de-gloire")
    said = {"attacker": ["heavy cavalry 4/7"], "defender": ["infantry 6/6"]}
    graph = Graph(form, form.lay_out(read_question("jours-de-gloire", "charge", said)))
    found = distribution(graph, {})
    assert len(found.ends) == len({end.state.digest for end, _ in found.ends})
    assert len(graph) < 200
    assert any(isinstance(node, Choice) for node in graph._known.values())


def test_a_chain_that_comes_back_to_itself_is_refused() -> None:
    first, second = SimpleNamespace(), SimpleNamespace()
    leads: dict[int, list[Any]] = {id(first): [second], id(second): [first]}
    with pytest.raises(Endless):
        ordered(first, lambda node: leads[id(node)])  # type: ignore[arg-type]


def test_nodes_come_before_all_they_lead_to() -> None:
    names = {name: SimpleNamespace(name=name) for name in "abcd"}
    leads = {"a": "bc", "b": "d", "c": "bd", "d": ""}
    order = ordered(names["a"], lambda node: [names[n] for n in leads[node.name]])  # type: ignore[arg-type, union-attr]
    assert [node.name for node in order] == ["a", "c", "b", "d"]  # type: ignore[union-attr]


def test_a_charge_in_a_game_has_the_lines_the_game_will_use() -> None:
    """An attack of a game as a question: its sums are those of the shock table, its chances sum to one."""
    form = form_of("jours-de-gloire")
    for seed in range(80):
        match = Match.begin("jours-de-gloire", scenarios_of("jours-de-gloire")[0].name, seed=seed)
        choose = random.Random(seed)
        for _ in range(500):
            if match.is_over or any(action.verb == "attack" for action in match.legal()):
                break
            match.act(choose.choice(match.legal()))
        attacks = [] if match.is_over else [a for a in match.legal() if a.verb == "attack"]
        if attacks:
            break
    found = answer_in(Graph(form, form.on_board(match.rules, match.state, attacks[0])), {})
    assert sum(outcome.chance for outcome in found.outcomes) == 1
    assert found.situation.attackers[0] == attacks[0].words[0]
    for throw in found.throws:
        assert throw.total == sum(line.value for line in throw.lines)
        assert sum(row.chance for row in throw.rows) == 1


@pytest.mark.parametrize(
    ("given", "incomplete", "some"),
    [
        ([], "sk", {"skirmish"}),
        (["jours-de-gloire"], "ch", {"charge"}),
        (["jours-de-gloire", "charge"], "--co", {"--counter-charge", "--counter-shock"}),
        (["jours-de-gloire", "charge", "--terrain"], "w", {"woods"}),
        (["jours-de-gloire", "charge", "--square"], "", {"auto", "always", "never", "all"}),
        (["no-such-thing", "charge"], "", set()),
    ],
)
def test_words_are_completed(given: list[str], incomplete: str, some: set[str]) -> None:
    context: Any = SimpleNamespace(params={"words": given})
    assert set(_complete(context, [], incomplete)) == some
