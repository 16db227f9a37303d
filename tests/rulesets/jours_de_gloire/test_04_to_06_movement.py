"""[4.2, 5, 6] Zones of control, stacking and movement, sentence by sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.events import Marked
from game.match import Match
from game.rulesets.jours_de_gloire.movement import joint_step, known_joint_step, known_step, step_cost
from game.rulesets.jours_de_gloire.stacking import stacking_refusal
from game.rulesets.jours_de_gloire.zones import zone_of_side
from hexmap.ground import Refusal, StepCost
from tests.rulesets.jours_de_gloire.field import Field


def cost(field: Field, a: str, b: str, column: str) -> Fraction | None:
    answer = step_cost(field.rules, field.at(a), field.at(b), column)
    return None if isinstance(answer, Refusal) else answer.total


def moving(field: Field, unit: str, points: int) -> Field:
    return field.open("moving", "blue", units=(unit,), left=Fraction(points), fresh=True, far=False)


def goes(field: Field) -> set[str]:
    return {offer.split()[1] for offer in field.offers() if offer.startswith("go ")}


# --- 4.2 zones -----------------------------------------------------------------------------------------


def test_good_order_foot_and_horse_control_six_hexes():
    field = Field("b1 0909 line N; r1 0405 line N")
    zone = zone_of_side(field.rules, field.state.pieces, "red")
    assert {field.rules.label[hex_] for hex_ in zone} == {"0304", "0404", "0305", "0505", "0306", "0406"}


@pytest.mark.parametrize("who", ["guns N", "line N disordered", "line N routed", "line N square"])
def test_guns_disordered_routed_and_squares_control_nothing(who: str):
    kind, facing, *state = who.split()
    field = Field(f"b1 0909 line N; r1 0405 {kind} {facing} {' '.join(state)}")
    assert not zone_of_side(field.rules, field.state.pieces, "red")


@pytest.mark.parametrize(
    ("edge", "kept"),
    [("river", False), ("river+bridge", False), ("stream+bridge", False), ("stream", True), ("wall", True)],
)
def test_a_zone_crosses_neither_rivers_nor_bridges(edge: str, kept: bool):
    field = Field("b1 0909 line N; r1 0405 line N", edge={"0405/0505": edge})
    assert (field.at("0505") in zone_of_side(field.rules, field.state.pieces, "red")) is kept


def test_only_front_hexes_are_controlled_under_that_house_rule():
    field = Field("b1 0909 line N; r1 0405 line N", zoc="front_hexes")
    zone = zone_of_side(field.rules, field.state.pieces, "red")
    assert {field.rules.label[hex_] for hex_ in zone} == {"0304", "0404"}


def test_a_unit_stops_in_the_first_enemy_zone():
    field = moving(Field("b1 0407 line N; r1 0404 line S"), "b1", 4).do("go 0405")
    assert not goes(field)
    free = moving(Field("b1 0407 line N; r1 0404 guns S"), "b1", 4).do("go 0405")
    assert goes(free)


def test_a_unit_that_leaves_a_zone_enters_another_but_no_front_hex():
    """0304 and 0505 lie in the zone of the red unit; only 0505 lies before it."""
    text = "b1 0405 line N; r1 0404 line S"
    strict, free = moving(Field(text), "b1", 4), moving(Field(text, zoc_to_front="allowed"), "b1", 4)
    assert "0304" in goes(strict) and "0505" not in goes(strict)
    assert {"0304", "0505"} <= goes(free)
    refusal = strict.why_not("go 0505")
    assert refusal is not None and refusal.rule == "4.2"


def test_leaving_a_zone_costs_one_more():
    field = moving(Field("b1 0405 line N; r1 0404 line N"), "b1", 2)
    assert "0306" in goes(field)
    field.do("go 0306")
    assert field.state.frame.get("left") == 0


def test_disordered_units_pay_one_more_into_a_zone():
    field = moving(Field("b1 0406 line N disordered; r1 0404 line S"), "b1", 4).do("go 0405")
    assert field.state.frame.get("left") == 0


# --- 5 stacking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        ("b1 0405 line N; b2 0405 line N; b3 0405 guns N", True),
        ("b1 0405 line N; b2 0405 line N; b3 0405 line N", False),
        ("b1 0405 line N; b2 0405 horse N", False),
        ("b1 0405 horse N; b2 0405 heavy N", True),
        ("b1 0405 guns N; b2 0405 guns N", True),
        ("b1 0405 guns N; b2 0405 guns N; b3 0405 guns N", False),
        ("b1 0405 guns N of=other; b2 0405 guns N", False),
        ("b1 0405 line N of=other; b2 0405 line N", False),
        ("b1 0405 line N of=other; b2 0405 guns N", True),
        ("b1 0405 line N routed; b2 0405 line N", False),
    ],
)
def test_what_may_share_a_hex(stack: str, legal: bool):
    field = Field(stack + "; r1 0101 line N")
    units = [piece for piece in field.state.pieces if piece.side == "blue"]
    assert (stacking_refusal(field.rules, units) is None) is legal


def test_passing_a_friend_is_allowed_at_one_more_but_not_staying():
    field = moving(Field("b1 0405 line N; b2 0404 horse N; r1 0901 line N"), "b1", 4)
    assert "0404" not in goes(field) and field.why_not("go 0404") is not None
    route_cost = moving(Field("b1 0405 line N; b2 0404 line N; r1 0901 line N"), "b1", 4).do("go 0404")
    assert route_cost.state.frame.get("left") == 2


# --- 6.1 to 6.3 costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "general", "infantry", "cavalry", "artillery"),
    [
        ("clear", 1, 1, 1, 2),
        ("vines", 1, 1, 2, 2),
        ("woods", 2, 2, 3, 3),
        ("marsh", 2, 2, 3, None),
        ("lake", None, None, None, None),
        ("village", 1, 2, 3, 3),
        ("castle", 2, 2, 2, 2),
    ],
)
def test_each_arm_pays_its_column(
    terrain: str, general: object, infantry: object, cavalry: object, artillery: object
):
    field = Field("b1 0909 line N; r1 0101 line N", terrain={"0505": terrain})
    found = [cost(field, "0405", "0505", arm) for arm in ("general", "infantry", "cavalry", "artillery")]
    assert found == [general, infantry, cavalry, artillery]


def test_march_of_the_worked_example():
    """[16.12] Clear 1; over a stream into clear 2; then woods uphill 3: too dear with 1 left."""
    field = Field(
        "b1 0205 line N; r1 0901 line N",
        terrain={"0505": "woods"},
        level={"0505": 1},
        edge={"0305/0405": "stream"},
    )
    steps = [cost(field, a, b, "infantry") for a, b in (("0205", "0305"), ("0305", "0405"), ("0405", "0505"))]
    assert steps == [1, 2, 3]
    moving(field, "b1", 4).do("go 0405")
    assert field.state.frame.get("left") == 1 and "0505" not in goes(field)


def test_a_road_cancels_stream_and_climb():
    """[6.2, note c] By road over the same stream: one point a hex."""
    field = Field(
        "b1 0205 line N; r1 0901 line N",
        terrain={"0405": "woods"},
        level={"0405": 1},
        edge={"0305/0405": "stream"},
        roads={"0205 0305 0405 0505": "road"},
    )
    assert cost(field, "0305", "0405", "infantry") == 1
    assert cost(field, "0305", "0405", "general") == Fraction(1, 2)


def test_a_road_takes_guns_over_slopes_for_two_more():
    """[note c] The NA is ignored and two is added; cavalry and steep slopes alike."""
    way = {"0305 0405": "road"}
    slope = Field("b1 0909 line N; r1 0901 line N", edge={"0305/0405": "slope"}, roads=way)
    assert cost(slope, "0305", "0405", "artillery") == 3
    steep = Field("b1 0909 line N; r1 0901 line N", edge={"0305/0405": "steep_slope"}, roads=way)
    assert cost(steep, "0305", "0405", "cavalry") == 3
    bare = Field("b1 0909 line N; r1 0901 line N", edge={"0305/0405": "steep_slope"})
    assert cost(bare, "0305", "0405", "cavalry") is None


def test_only_the_d_of_a_steep_slope_is_ignored_on_a_road():
    """[note c] Its extra cost stays."""
    field = Field(
        "b1 0909 line N; r1 0901 line N", edge={"0305/0405": "steep_slope"}, roads={"0305 0405": "road"}
    )
    answer = step_cost(field.rules, field.at("0305"), field.at("0405"), "infantry")
    assert isinstance(answer, StepCost) and answer.total == 2 and answer.marks == ()


@pytest.mark.parametrize(("edge", "open_"), [("river", False), ("river+bridge", True), ("river+ford", True)])
def test_a_river_is_crossed_only_where_something_crosses_it(edge: str, open_: bool):
    field = Field("b1 0909 line N; r1 0901 line N", edge={"0305/0405": edge})
    assert (cost(field, "0305", "0405", "infantry") is not None) is open_


def test_three_levels_of_steep_slope_are_impassable():
    """[note i]"""
    field = Field("b1 0909 line N; r1 0901 line N", edge={"0305/0405": "steep_slope"}, level={"0405": 3})
    answer = step_cost(field.rules, field.at("0305"), field.at("0405"), "infantry")
    assert isinstance(answer, Refusal) and answer.rule == "note i"


@pytest.mark.parametrize(
    ("rise", "infantry", "cavalry", "artillery"),
    [(1, 2, 2, 3), (2, 2, 3, None), (-1, 1, 1, 3), (-2, 1, 2, None)],
)
def test_changes_of_level(rise: int, infantry: object, cavalry: object, artillery: object):
    field = Field("b1 0909 line N; r1 0901 line N", level={"0305": 5, "0405": 5 + rise})
    found = [cost(field, "0305", "0405", arm) for arm in ("infantry", "cavalry", "artillery")]
    assert found == [infantry, cavalry, artillery]


# --- 6.1, 6.4 moving -----------------------------------------------------------------------------------


def test_the_minimum_move_is_one_hex_but_not_into_a_zone():
    field = moving(Field("b1 0405 guns N; r1 0901 line N", terrain={"0404": "woods"}), "b1", 1)
    assert "0404" in goes(field)
    watched = moving(
        Field("b1 0405 guns N; r1 0402 line S", terrain={"0403": "woods", "0404": "woods"}), "b1", 1
    )
    assert "0304" in goes(watched) or "0404" in goes(watched)
    blocked = moving(Field("b1 0405 guns N; r1 0403 line S", terrain={"0404": "woods"}), "b1", 1)
    assert "0404" not in goes(blocked)


def test_guns_crossing_a_wall_are_disordered():
    """[6.4] Three points more, and a D; it is a step of its own, never part of a shortcut."""
    around = {f"0405/{other}": "wall in 0405" for other in ("0304", "0404", "0505", "0406", "0306", "0305")}
    field = moving(Field("b1 0405 guns N; r1 0901 line N", edge=around), "b1", 6)
    assert not goes(field)
    field.do("cross 0505")
    assert field.where("b1") == "0505" and field.status("b1") == "disordered"
    assert field.state.frame.get("left") == 1


def test_guns_that_fired_do_not_end_next_to_an_enemy():
    field = Field("b1 0405 guns N; r1 0402 guns S")
    ledger = field.ledger()
    ledger.write(Marked("b1", "fired"))
    moving(field.take(ledger), "b1", 6)
    assert "0403" not in goes(field)
    refusal = field.why_not("go 0403")
    assert refusal is not None and refusal.rule == "6.4"


def test_facing_is_free_and_shared_by_a_stack():
    """[4.1] Foot and horse of one hex face one way; a stacked battery may face otherwise."""
    field = moving(Field("b1 0405 line N; b2 0405 line N; b3 0405 guns N; r1 0901 line N"), "b1", 4)
    field.do("halt SE")
    faces = [field.rules.facing_names[field.piece(id_).facing] for id_ in ("b1", "b2", "b3")]
    assert faces == ["SE", "SE", "N"]


def test_a_routed_unit_does_not_move_by_its_own_will():
    field = Field("b1 0405 line N routed; b2 0707 line N; r1 0901 line N").open("movement", "blue")
    assert "move b1" not in field.offers()
    refusal = field.why_not("move b1")
    assert refusal is not None and refusal.rule == "6.1"


def test_units_of_one_hex_move_together_at_the_slowest_rate():
    field = Field("b1 0405 line N; b2 0405 guns N; r1 0901 line N").open("movement", "blue")
    assert "together b1 b2" in field.offers()
    field.do("together b1 b2")
    assert field.state.frame.get("left") == 4
    field.do("go 0406").do("halt N")
    assert field.where("b1") == field.where("b2") == "0406"


# --- 9.3 squares move little ---------------------------------------------------------------------------


def test_a_square_leaves_its_formation_or_steps_one_hex():
    field = moving(Field("b1 0405 line N square; r1 0901 line N"), "b1", 4)
    assert "unsquare" in field.offers() and len(goes(field)) == 6
    field.do("unsquare")
    assert field.piece("b1").formation == "" and field.state.frame.get("left") == 3


def test_a_square_in_an_enemy_zone_stays():
    field = moving(Field("b1 0405 line N square; r1 0404 line S"), "b1", 4)
    assert "unsquare" not in field.offers() and not goes(field)


def test_a_unit_routed_by_the_ground_it_crosses_has_had_its_move():
    """[6.4, 10.1] Disordered foot down a steep slope: a second D, so it runs and its move is over."""
    around = {f"0405/{other}": "steep_slope" for other in ("0304", "0404", "0505", "0406", "0306", "0305")}
    field = Field("b1 0405 line N disordered; r1 0901 line S", edge=around).open("movement", "blue")
    field.do("move b1").do("cross 0406")
    assert field.status("b1") == "routed" and field.step == "rout_move"


@pytest.mark.parametrize("scenario", ["saalfeld", "somosierra"])
def test_steps_of_one_lie_of_the_land_cost_the_same(scenario):
    """[6.1] What is kept for each lie of the land is what each step of a real map costs by itself."""
    rules = Match.begin("jours-de-gloire", scenario, seed=1).rules
    for a in rules.board.hexes:
        for b in rules.board.neighbours(a):
            for roads in (True, False):
                for column in ("general", "infantry", "cavalry", "artillery"):
                    assert known_step(rules, a, b, column, roads) == step_cost(rules, a, b, column, roads)
                both = ("artillery", "infantry")
                assert known_joint_step(rules, a, b, both, roads, True) == joint_step(
                    rules, a, b, both, roads, True
                )
