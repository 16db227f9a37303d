"""What the window may know: counters, captions, paths, overlays and sums agree with the rules."""

from __future__ import annotations

import random
from collections import Counter as Tally
from fractions import Fraction

from game.core.actions import act
from game.core.events import Rolled
from game.core.table import Focus
from game.fuzz import choose_action
from game.match import Match
from game.rulesets.age_of_glory import RULESET
from tests.rulesets.age_of_glory.field import Field

LOOKS = RULESET.looks


def test_every_action_of_a_game_has_a_caption_and_every_roll_its_cell() -> None:
    """Also every piece a counter, and every move an arrival."""
    choose, used = random.Random(4), Tally[str]()
    match = Match.begin("age-of-glory", "pike-drill", seed=4)
    seen = 0
    while not match.is_over:
        rules, state = match.rules, match.state
        arrivals = LOOKS.arrivals(rules, state)
        for action in match.legal():
            meaning = LOOKS.meaning(rules, state, action)
            assert meaning is not None and meaning.caption.strip(), action
            if action.verb == "go":
                assert action in arrivals
        for piece in state.pieces:
            assert LOOKS.counter(rules, state, piece.id).name
        action = choose_action(match.legal(), choose, used)
        used[action.verb] += 1
        for event in match.act(action):
            if isinstance(event, Rolled) and event.rule in ("4.2", "7.7", "8.4"):
                place = LOOKS.place(rules, event)
                assert place is not None
                table = RULESET.tables[place.table]
                assert place.row in table.rows and place.column in table.columns
                seen += 1
    assert seen > 10


def test_a_route_adds_up_to_what_the_move_costs() -> None:
    """[5.1 to 5.4] Ground, passage of lines and wheeling, item by item."""
    terrain = {"0508": "rough"}
    field = Field("b1 0510 shock N; b2 0509 pike N; b3 0409 pike N", terrain=terrain).march("b1", 10)
    ways = field.rules.steps["manoeuvre"].ways(field.rules, field.state)  # type: ignore[attr-defined]
    for hex_, facings in ways.items():
        route = LOOKS.route(field.rules, field.state, act("go", field.rules.label[hex_]))
        assert route is not None
        paid = sum((item[1] for leg in route.legs for item in leg.items), Fraction(0))
        assert paid == Fraction(min(each.cost for each in facings.values()), 12)


def test_the_lines_shown_are_those_that_count() -> None:
    """March, fire and close combat before the dice."""
    field = Field("b1 0505 firelock N; b2 0605 pike N; r1 0504 pike S").open("march_units")
    shown = LOOKS.assess(field.rules, field.state, act("march", "b1"))
    assert shown is not None and [line.value for line in shown.lines] == [2]
    field = Field("b1 0505 firelock N; b2 0605 pike N; r1 0504 pike S").open("offensive_fire")
    field.do("target r1").do("add b1")
    shown = LOOKS.assess(field.rules, field.state, act("fire"))
    assert shown is not None and [line.value for line in shown.lines] == [-1]


def test_overlays() -> None:
    """[3.1, 7.2] The field of fire of a battery, the radius of leaders."""
    field = Field("b1 0910 heavy N; bl 0512 leader; r1 0905 pike S")
    fire = LOOKS.overlay("fire", field.rules, field.state, Focus("blue", unit="b1"))
    assert fire is not None
    assert fire.layers[0].hexes[field.at("0905")] == "5"
    assert field.at("0911") not in fire.layers[0].hexes
    command = LOOKS.overlay("command", field.rules, field.state, Focus("blue"))
    assert command is not None and field.at("0512") in command.layers[0].hexes
    assert set(LOOKS.overlays()) == {"threat", "sight", "fire", "command"}


def test_who_can_charge_a_hex_is_told_with_its_question() -> None:
    """[8.1] Horse within a full march of foot threatens it from the front, or from where it outflanks it."""
    field = Field("b1 0910 pike N; r1 0907 shock S; r2 0914 shock N")
    found = {each.unit: each for each in LOOKS.threats(field.rules, field.state, field.at("0910"))}
    assert found["r1"].question["from"] == "front"
    assert found["r2"].question["from"] == "rear"
    struck = LOOKS.overlay("threat", field.rules, field.state, Focus("blue"))
    assert struck is not None and struck.layers[1].hexes == {field.at("0910"): str(len(found))}
