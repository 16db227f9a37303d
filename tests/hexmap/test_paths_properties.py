"""Reach against every way walked one by one, on random small maps with every kind of cost."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from hexmap.board import Board
from hexmap.coords import Hex, hexside
from hexmap.ground import total
from hexmap.paths import (
    Bar,
    Charge,
    Conditions,
    Ground,
    Item,
    Refusal,
    Route,
    SideBar,
    StepCost,
    cheapest_path,
    reach,
)
from hexmap.zones import Claim, controlled

from .boards import boards
from .brute import best_walks

COSTS = st.sampled_from([0, 1, 2, 3, Fraction(1, 2), Fraction(1, 3), Fraction(3, 2), Fraction(5, 6)])
BUDGETS = st.one_of(st.integers(0, 7), st.fractions(0, 6, max_denominator=6))


class Dealt:
    """A rule of movement drawn step by step: entering, hexside and road items, stops and refusals."""

    def __init__(self, draw: st.DrawFn, board: Board) -> None:
        self.answers: dict[tuple[Hex, Hex], StepCost | Refusal] = {}
        prices = {hex_: draw(COSTS) for hex_ in board.hexes}
        for a in board.hexes:
            for b in board.neighbours(a):
                kind = draw(st.integers(0, 9))
                items = [Item("ground", prices[b])]
                if kind in (1, 2):
                    items.append(Item("hexside", draw(COSTS), "2"))
                if kind == 3:
                    items.append(Item("road", -prices[b]))
                refused = kind == 4
                self.answers[a, b] = Refusal("no", "9") if refused else StepCost(tuple(items), kind in (5, 2))

    def __call__(self, a: Hex, b: Hex) -> StepCost | Refusal:
        return self.answers[a, b]


@st.composite
def situations(draw: st.DrawFn) -> tuple[Board, Dealt, Hex, Conditions]:
    """A board, a rule, a start, and conditions of every kind."""
    board = draw(boards(columns=(1, 4), rows=(1, 3), terrain=("clear",), levels=0, sides=(), roads=()))
    step = Dealt(draw, board)
    hexes = st.sampled_from(board.hexes)
    some = st.frozensets(hexes, max_size=3)
    claims = [Claim(number, hex_) for number, hex_ in enumerate(draw(st.lists(hexes, max_size=1)))]
    zone = controlled(board, claims, cancelled_by=draw(some))
    pairs = sorted({hexside(a, b) for a in board.hexes for b in board.neighbours(a)})
    sides = draw(st.frozensets(st.sampled_from(pairs), max_size=2)) if pairs else frozenset()
    conditions = Conditions(
        enter=(
            Charge(draw(some), Item("friend", draw(COSTS), "5.1")),
            Charge(zone, Item("into a zone", draw(COSTS), "4.2")),
        ),
        leave=(Charge(zone, Item("out of a zone", draw(COSTS), "4.2")),),
        stop=draw(st.sampled_from([(), (Bar(zone, Refusal("in a zone", "4.2")),)])),
        forbid=(Bar(draw(some), Refusal("enemy", "4")),),
        pass_only=(Bar(draw(some), Refusal("full", "5")),),
        close=(SideBar(sides, Refusal("burning bridge", "6")),),
    )
    return board, step, draw(hexes), conditions


@given(situations(), BUDGETS)
@settings(max_examples=150, deadline=None)
def test_reach_is_what_walking_every_way_finds(situation, budget):
    board, step, start, conditions = situation
    found = reach(Ground(board, step), start, budget, conditions)
    expected = best_walks(board, step, start, budget, conditions)
    assert set(found) == set(expected)
    assert len(found) == len(list(found)) == len(expected)
    for hex_, walk in expected.items():
        reached = found[hex_]
        assert (reached.cost, reached.left) == (walk.cost, budget - walk.cost)
        in_zone = any(hex_ in bar.hexes for bar in conditions.stop)
        assert reached.stops == (walk.stopped or (in_zone and hex_ != start))
        assert found.path(hex_) == walk.hexes
        assert hex_ in found
        assert found.why_not(hex_) is None


@given(situations(), BUDGETS)
@settings(max_examples=60, deadline=None)
def test_a_path_costs_what_its_items_add_up_to(situation, budget):
    board, step, start, conditions = situation
    found = reach(Ground(board, step), start, budget, conditions)
    for hex_, reached in found.items():
        route = found.route(hex_)
        assert route.cost == reached.cost == sum(total(leg.items) for leg in route.legs)
        assert [leg.spent for leg in route.legs[-1:]] == [route.cost] * bool(route.legs)
        assert route.stops == reached.stops
        for leg in route.legs:
            assert leg.cost == total(leg.items)
            assert leg.items[: len(step(leg.a, leg.b).items)] == step(leg.a, leg.b).items


@given(situations(), BUDGETS)
@settings(max_examples=60, deadline=None)
def test_what_was_asked_before_changes_nothing(situation, budget):
    """A ground filled by other searches, at a finer scale, answers like a new one."""
    board, step, start, conditions = situation
    fresh = reach(Ground(board, step), start, budget, conditions)
    used = Ground(board, step)
    early = reach(used, start, budget, conditions)
    for other in board.hexes:
        reach(used, other, budget, conditions)
        cheapest_path(used, other, start, conditions)
    used.compile().refine(7)
    late = reach(used, start, budget, conditions)
    assert list(fresh.items()) == list(early.items()) == list(late.items())
    for hex_ in fresh:
        assert fresh.path(hex_) == early.path(hex_) == late.path(hex_)
    assert list(reach(used, start, budget)) == list(reach(Ground(board, step), start, budget))


@given(situations(), st.one_of(st.none(), BUDGETS))
@settings(max_examples=80, deadline=None)
def test_the_cheapest_path_is_the_best_of_all_walks(situation, budget):
    board, step, start, conditions = situation
    ground = Ground(board, step)
    expected = best_walks(board, step, start, budget, conditions)
    for goal in board.hexes:
        route = cheapest_path(ground, start, goal, conditions, budget)
        assert isinstance(route, Route) == (goal in expected)
        if isinstance(route, Route):
            assert (route.hexes, route.cost) == (expected[goal].hexes, expected[goal].cost)
        else:
            assert route.why


@given(situations(), BUDGETS)
@settings(max_examples=60, deadline=None)
def test_what_is_not_reached_has_its_reason(situation, budget):
    board, step, start, conditions = situation
    found = reach(Ground(board, step), start, budget, conditions)
    unlimited = best_walks(board, step, start, None, conditions)
    for hex_ in board.hexes:
        if hex_ in found:
            continue
        refusal = found.why_not(hex_)
        if hex_ in unlimited:
            assert refusal.why.startswith(f"needs {unlimited[hex_].cost} movement point")
            assert refusal.why.endswith(f", {budget} left")
        elif any(hex_ in bar.hexes for bar in conditions.forbid):
            assert refusal == Refusal("enemy", "4")
        elif any(hex_ in bar.hexes for bar in conditions.pass_only):
            assert refusal == Refusal("full", "5")
        else:
            assert refusal.why
            assert not refusal.why.startswith("needs")


@given(situations(), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_the_minimum_move_adds_adjacent_hexes_and_no_others(situation, budget):
    board, step, start, conditions = situation
    ground = Ground(board, step)
    plain = reach(ground, start, budget, conditions)
    least = reach(ground, start, budget, conditions, minimum_move=True)
    assert list(least)[: len(plain)] == list(plain)
    single = best_walks(board, step, start, None, conditions)
    for hex_ in board.hexes:
        entered = (start, hex_) == getattr(single.get(hex_), "hexes", None)
        if hex_ in least and hex_ not in plain:
            assert hex_ in board.neighbours(start)
            assert least[hex_].by_minimum and least[hex_].stops and least[hex_].left == 0
            assert least[hex_].cost == least.route(hex_).cost > budget
        elif entered:
            assert hex_ in plain
