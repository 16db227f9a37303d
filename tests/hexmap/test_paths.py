"""Reach and cheapest paths, case by case."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexmap.board import OffMapError
from hexmap.coords import Hex, hexside
from hexmap.hexset import HexSet
from hexmap.paths import (
    Bar,
    Charge,
    Conditions,
    Ground,
    Item,
    Leg,
    Reached,
    Refusal,
    Route,
    SideBar,
    StepCost,
    cheapest_path,
    reach,
)

from .boards import small_board

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ROW = small_board(["......"])
FIELD = small_board(["....."] * 5)


def flat_rate(cost):
    return lambda a, b: StepCost((Item("clear", cost, "6.1"),))


def hexes(board, labels):
    return frozenset(board.at(label) for label in labels.split())


def reached(board, found):
    return {board.label(hex_): str(entry.cost) for hex_, entry in found.items()}


def test_reach_gives_cost_and_what_is_left():
    found = reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), 3)
    assert reached(ROW, found) == {"0101": "0", "0201": "1", "0301": "2", "0401": "3"}
    assert found[ROW.at("0301")] == Reached(Fraction(2), Fraction(1), stops=False)
    assert ROW.at("0501") not in found
    with pytest.raises(KeyError):
        found[ROW.at("0501")]
    with pytest.raises(KeyError):
        found.path(ROW.at("0501"))


def test_thirds_and_halves_never_drift():
    """Six sixths are one, and one more hex is out of reach."""
    ground = Ground(ROW, flat_rate(Fraction(1, 6)))
    assert len(reach(ground, ROW.at("0101"), Fraction(5, 6))) == 6
    assert len(reach(ground, ROW.at("0101"), Fraction(4999, 6000))) == 5
    mixed = Ground(ROW, lambda a, b: StepCost((Item("a", THIRD), Item("b", HALF))))
    assert reach(mixed, ROW.at("0101"), 5)[ROW.at("0601")].cost == Fraction(25, 6)
    assert mixed.scale == 6


def test_the_start_is_reached_whatever_lies_in_it():
    start = hexes(ROW, "0101")
    conditions = Conditions(
        enter=(Charge(start, Item("friend", 1)),),
        stop=(Bar(start, Refusal("zone")),),
        forbid=(Bar(start, Refusal("enemy")),),
        pass_only=(Bar(start, Refusal("full")),),
    )
    found = reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), 1, conditions)
    assert reached(ROW, found) == {"0101": "0", "0201": "1"}
    assert not found[ROW.at("0101")].stops


def test_a_zone_ends_the_move_and_leaving_it_costs_more():
    zone = HexSet.of(ROW, hexes(ROW, "0101 0301"))
    conditions = Conditions(
        leave=(Charge(zone, Item("leaving a zone", 1, "4.2")),),
        stop=(Bar(zone, Refusal("in an enemy zone", "4.2")),),
    )
    found = reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), 9, conditions)
    assert reached(ROW, found) == {"0101": "0", "0201": "2", "0301": "3"}
    assert found.stops == hexes(ROW, "0301")
    assert found.why_not(ROW.at("0401")) == Refusal("every way there enters a hex that ends the move", "4.2")
    assert found.route(ROW.at("0301")) == Route(
        (ROW.at("0101"), ROW.at("0201"), ROW.at("0301")),
        (
            Leg(
                ROW.at("0101"),
                ROW.at("0201"),
                (Item("clear", 1, "6.1"), Item("leaving a zone", 1, "4.2")),
                Fraction(2),
                Fraction(2),
            ),
            Leg(
                ROW.at("0201"),
                ROW.at("0301"),
                (Item("clear", 1, "6.1"),),
                Fraction(1),
                Fraction(3),
            ),
        ),
        Fraction(3),
        stops=True,
    )


def test_friends_are_passed_at_a_price_but_not_ended_in():
    friends = hexes(ROW, "0201")
    conditions = Conditions(
        enter=(Charge(friends, Item("friends", HALF, "5.2")),),
        pass_only=(Bar(friends, Refusal("two units are there", "5.1")),),
    )
    found = reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), 3, conditions)
    assert reached(ROW, found) == {"0101": "0", "0301": "5/2"}
    assert found.why_not(ROW.at("0201")) == Refusal("two units are there", "5.1")
    assert str(found.why_not(ROW.at("0401"))) == "needs 7/2 movement points, 3 left"


def test_a_friend_too_dear_to_pass_leaves_no_trace():
    ground = Ground(ROW, flat_rate(1))
    friend = Conditions(enter=(Charge(hexes(ROW, "0301"), Item("friends", 1)),))
    assert len(reach(ground, ROW.at("0101"), 2, friend)) == 2
    assert len(reach(ground, ROW.at("0101"), 2)) == 3


def test_a_hex_that_stops_but_may_not_be_ended_in_cannot_be_entered():
    both = hexes(ROW, "0201")
    conditions = Conditions(stop=(Bar(both, Refusal("zone")),), pass_only=(Bar(both, Refusal("full")),))
    assert list(reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), 9, conditions)) == [ROW.at("0101")]


def test_a_stopping_step_does_not_hide_the_way_around():
    """The ford is cheap but ends the move; the hexes beyond are reached by the dearer bridge."""
    board = small_board(["..", "..", ".."])
    ford = (board.at("0101"), board.at("0102"))

    def step(a, b):
        return StepCost((Item("clear", 1),), stops=(a, b) == ford)

    found = reach(Ground(board, step), board.at("0101"), 3)
    assert found[board.at("0102")] == Reached(Fraction(1), Fraction(2), stops=True)
    assert found[board.at("0103")] == Reached(Fraction(3), Fraction(0), stops=False)
    assert board.at("0102") not in found.path(board.at("0103"))[1:2]


def test_ground_that_always_ends_the_move_is_named_as_the_reason():
    ground = Ground(ROW, lambda a, b: StepCost((Item("bog", 1),), stops=True))
    found = reach(ground, ROW.at("0101"), 9)
    assert list(found) == [ROW.at("0101"), ROW.at("0201")]
    assert found.why_not(ROW.at("0301")).why == "every way there enters a hex that ends the move"


def test_impassable_steps_and_closed_hexsides_say_why():
    def step(a, b):
        deep = ROW.at("0401") in (a, b)
        return Refusal("infantry cannot enter lake", "T") if deep else StepCost((Item("clear", 1),))

    ground = Ground(ROW, step)
    found = reach(ground, ROW.at("0101"), 9)
    assert len(found) == 3
    assert found.why_not(ROW.at("0401")) == Refusal("infantry cannot enter lake", "T")
    assert found.why_not(ROW.at("0501")) == Refusal("no way leads there")
    side = hexside(ROW.at("0201"), ROW.at("0301"))
    closed = Conditions(close=(SideBar({side}, Refusal("the bridge is blown", "6.7")),))
    assert len(reach(ground, ROW.at("0101"), 9, closed)) == 2
    back = cheapest_path(ground, ROW.at("0201"), ROW.at("0301"), closed)
    assert str(back) == "infantry cannot enter lake [T]; the bridge is blown [6.7]"


def test_the_minimum_move_is_one_hex_and_takes_everything():
    ground = Ground(FIELD, flat_rate(4))
    barred = hexes(FIELD, "0302")
    conditions = Conditions(no_minimum=(Bar(barred, Refusal("enemy zone", "6.4")),))
    found = reach(ground, FIELD.at("0303"), 2, conditions, minimum_move=True)
    assert len(found) == 6
    assert found[FIELD.at("0304")] == Reached(Fraction(4), Fraction(0), stops=True, by_minimum=True)
    assert found.path(FIELD.at("0304")) == (FIELD.at("0303"), FIELD.at("0304"))
    assert found.stops == frozenset(found) - {FIELD.at("0303")}
    assert barred.isdisjoint(found)
    assert list(reach(ground, FIELD.at("0303"), 2)) == [FIELD.at("0303")]


def test_ties_take_fewest_steps_then_the_smallest_directions():
    found = reach(Ground(FIELD, flat_rate(1)), FIELD.at("0303"), 4)
    # Straight up and then aside, or aside and then up: direction 0 (north-east) comes before 5 (north).
    assert [FIELD.label(hex_) for hex_ in found.path(FIELD.at("0401"))] == ["0303", "0402", "0401"]
    free = reach(Ground(FIELD, flat_rate(0)), FIELD.at("0101"), 0)
    assert len(free) == 25
    assert len(free.path(FIELD.at("0505"))) == 7


def test_hexes_come_nearest_first_then_in_reading_order():
    found = reach(Ground(FIELD, flat_rate(1)), FIELD.at("0303"), 1)
    assert [FIELD.label(hex_) for hex_ in found] == ["0303", "0202", "0302", "0402", "0203", "0403", "0304"]


def test_a_cheapest_path_keeps_within_its_budget():
    ground = Ground(ROW, flat_rate(2))
    assert cheapest_path(ground, ROW.at("0101"), ROW.at("0301"), budget=4).cost == 4
    refused = cheapest_path(ground, ROW.at("0101"), ROW.at("0301"), budget=3)
    assert refused == Refusal("needs 4 movement points, 3 left")
    nowhere = cheapest_path(ground, ROW.at("0101"), ROW.at("0101"))
    assert nowhere == Route((ROW.at("0101"),), (), Fraction(0))


def test_budgets_beyond_all_measure_are_no_burden():
    found = reach(Ground(FIELD, flat_rate(10**15)), FIELD.at("0101"), 10**18)
    assert len(found) == 25
    assert found[FIELD.at("0505")].cost == 6 * 10**15


def test_marks_come_back_with_their_leg():
    ground = Ground(ROW, lambda a, b: StepCost((Item("steep slope", 2),), marks=("disordered",)))
    route = cheapest_path(ground, ROW.at("0101"), ROW.at("0201"))
    assert route.legs[0].marks == ("disordered",)


@pytest.mark.parametrize("wrong", [0.5, "1", None, True])
def test_only_exact_costs_are_taken(wrong):
    with pytest.raises(TypeError, match="whole number or a Fraction"):
        reach(Ground(ROW, flat_rate(wrong)), ROW.at("0101"), 3)
    with pytest.raises(TypeError, match="whole number or a Fraction"):
        Conditions(enter=(Charge((), Item("friend", wrong)),))
    with pytest.raises(TypeError, match="'a budget' must be a whole number"):
        reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), wrong)


def test_nothing_costs_less_than_nothing():
    with pytest.raises(ValueError, match="the step 0101 to 0201 costs -1"):
        reach(Ground(ROW, flat_rate(-1)), ROW.at("0101"), 3)
    with pytest.raises(ValueError, match="a budget is 0 or more"):
        reach(Ground(ROW, flat_rate(1)), ROW.at("0101"), -1)
    with pytest.raises(ValueError, match="'rebate' costs -1"):
        Conditions(leave=(Charge((), Item("rebate", -1)),))


def test_hexes_off_the_map_are_refused_by_name():
    ground, off = Ground(ROW, flat_rate(1)), Hex(40, 40)
    for ask in (
        lambda: reach(ground, off, 1),
        lambda: cheapest_path(ground, ROW.at("0101"), off),
        lambda: reach(ground, ROW.at("0101"), 1).why_not(off),
        lambda: reach(ground, ROW.at("0101"), 1, Conditions(forbid=(Bar({off}, Refusal("x")),))),
    ):
        with pytest.raises(OffMapError, match="is off the map"):
            ask()
    assert off not in reach(ground, ROW.at("0101"), 1)


@pytest.mark.parametrize("cost", [0, 1, HALF, THIRD])
@pytest.mark.parametrize("stops", [False, True])
def test_a_charge_laid_on_conditions_counts_as_if_it_had_been_among_them(cost, stops):
    """Also on a ground that has met no such fraction before, and where steps end the move."""

    def step(a, b):
        return StepCost((Item("clear", 1),), stops and b == FIELD.at("0402"))

    zone = hexes(FIELD, "0403 0503")
    bare = Conditions(
        enter=(Charge(zone, Item("into a zone", 1)),),
        leave=(Charge(zone, Item("out of a zone", HALF)),),
        forbid=(Bar(hexes(FIELD, "0202"), Refusal("enemy")),),
    )
    friends = Charge(hexes(FIELD, "0303 0402 0403"), Item("past friends", cost))
    whole = Conditions((friends, *bare.enter), bare.leave, forbid=bare.forbid)
    ground, start = Ground(FIELD, step), FIELD.at("0302")
    reach(ground, start, 4, bare)
    assert dict(reach(ground, start, 4, bare.and_charge(friends))) == dict(
        reach(Ground(FIELD, step), start, 4, whole)
    )
    assert bare.and_charge(friends) == whole


def test_a_charge_laid_on_conditions_gives_nothing_back():
    with pytest.raises(ValueError, match="less than 0"):
        Conditions().and_charge(Charge((), Item("a present", -1)))
