"""Preview equals resolution, and odds rise where the rules say so."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.actions import Action
from game.core.events import Rolled
from game.core.questions import BadQuestion, Question, Situation, UnitSpec
from game.library import scenarios_of
from game.match import Match
from game.odds.answer import answer, chance_of
from game.odds.engine import Graph, Roll
from game.odds.policy import distribution
from game.odds.question import form_of, read_question

FORM = form_of("jours-de-gloire")


def held_to_preview(match: Match, action: Action) -> int:
    """Play an action; its first roll must have been foreseen, lines and all. How many rolls were held."""
    form = form_of(match.header.ruleset)
    before = match.state
    situation = Situation(match.rules, before, (action,), (), (), "", lambda state: False)
    node = Graph(form, situation).root
    events = match.act(action)
    rolled = next((event for event in events if isinstance(event, Rolled)), None)
    if rolled is None:
        return 0
    assert isinstance(node, Roll)
    branches = node.grow(Graph(form, situation))
    assert node.event is not None
    assert (node.why, node.event.lines) == (rolled.why, rolled.lines)
    assert rolled.face in next(branch.faces for branch in branches if branch.reading == rolled.reading)
    return 1


def play_held(ruleset: str, scenario: str, seed: int, steps: int) -> int:
    match = Match.begin(ruleset, scenario, seed=seed)
    choose = random.Random(seed)
    held = 0
    for _ in range(steps):
        if match.is_over:
            break
        held += held_to_preview(match, choose.choice(match.legal()))
    return held


@pytest.mark.parametrize("ruleset", ["skirmish", "jours-de-gloire"])
def test_every_roll_of_a_random_game_was_foreseen(ruleset: str) -> None:
    scenario = scenarios_of(ruleset)[0].name
    assert play_held(ruleset, scenario, 1, 250) > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("ruleset", ["skirmish", "jours-de-gloire"])
def test_every_roll_of_many_games_was_foreseen(ruleset: str, seed: int) -> None:
    for file in scenarios_of(ruleset):
        assert play_held(ruleset, file.name, seed, 4000) > 5, file.name


def test_a_whole_shock_in_a_game_ends_as_was_thought_possible() -> None:
    """From the declaration on, everybody following the policies: the end is one of those with a chance."""
    found = 0
    for seed in range(60):
        match = Match.begin("jours-de-gloire", scenarios_of("jours-de-gloire")[0].name, seed=seed)
        choose = random.Random(seed)
        for _ in range(600):
            attacks = [a for a in match.legal() if a.verb == "attack"] if not match.is_over else []
            if match.is_over or attacks:
                break
            match.act(choose.choice(match.legal()))
        if match.is_over or not attacks:
            continue
        situation = FORM.on_board(match.rules, match.state, attacks[0])
        graph = Graph(FORM, situation)
        spread = distribution(graph, {})
        assert sum(weight for _, weight in spread.ends) == spread.whole
        found += 1
        if found == 2:
            return
    assert found, "no game came to an attack"


# --- monotone where the rules are -----------------------------------------------------------------------


def asked(kind: str, attacker: UnitSpec, defender: UnitSpec, **said: str) -> Question:
    fixed = {
        name: "never" for name in FORM.kinds[kind].names() if FORM.kinds[kind].field(name).kind == "policy"
    }
    words = {name: [value] for name, value in {**fixed, **said}.items()}
    units = {"attacker": [FORM.units.spoken(attacker)], "defender": [FORM.units.spoken(defender)]}
    return read_question("jours-de-gloire", kind, {**units, **words})


def total(question: Question) -> int:
    main = answer(question).main
    assert main is not None
    return main.total


Figures = tuple[int, int, int]
figures = st.tuples(st.integers(1, 29), st.integers(1, 8), st.just(5))


@given(figures, figures, st.sampled_from(["front", "rear"]), st.sampled_from(["none", "stream"]))
@settings(max_examples=30, deadline=None)
def test_more_never_hurts(
    own: tuple[int, int, int], other: tuple[int, int, int], place: str, hexside: str
) -> None:
    """One strength point or one of cohesion more, heavy for light, from the rear: no total falls."""
    said = {"from": place, "hexside": hexside}
    attacker, defender = UnitSpec("cavalry", own), UnitSpec("infantry", other)
    base = asked("charge", attacker, defender, **said)
    stronger = attacker._replace(figures=(own[0] + 1, own[1], 5))
    steadier = attacker._replace(figures=(own[0], own[1] + 1, 5))
    heavier = attacker._replace(arm="heavy_cavalry")
    for better in (stronger, steadier, heavier):
        assert total(asked("charge", better, defender, **said)) >= total(base)
    assert total(asked("charge", attacker, defender, **{**said, "from": "rear"})) >= total(base)
    assert total(
        asked("charge", attacker, defender._replace(figures=(other[0] + 1, other[1], 5)), **said)
    ) <= total(base)
    assert total(asked("charge", attacker, defender, **{**said, "level": "1"})) <= total(base)
    wins = chance_of(base, "attacker_prevails")
    assert chance_of(asked("charge", stronger, defender, **said), "attacker_prevails") >= wins


@given(strength=st.integers(1, 8), hexes=st.integers(2, 4), cohesion=st.integers(1, 8))
@settings(max_examples=30, deadline=None)
def test_a_stronger_or_nearer_battery_never_does_less(strength: int, hexes: int, cohesion: int) -> None:
    def hurt(strength: int, hexes: int, cohesion: int) -> object:
        said = {
            "attacker": [f"artillery {strength}/6"],
            "defender": [f"infantry 6/{cohesion}"],
            "range": [str(hexes)],
        }
        return chance_of(read_question("jours-de-gloire", "fire", said), "defender_disordered_or_worse")

    now = hurt(strength, hexes, cohesion)
    assert hurt(strength + 1, hexes, cohesion) >= now  # type: ignore[operator]
    assert hurt(strength, hexes + 1, cohesion) <= now  # type: ignore[operator]
    assert hurt(strength, hexes, cohesion + 1) <= now  # type: ignore[operator]


def test_what_is_no_roll_is_no_question() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    with pytest.raises(BadQuestion, match="only an attack has odds"):
        form_of("skirmish").on_board(match.rules, match.state, match.legal()[0])
