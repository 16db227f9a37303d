"""[9.1] Charge movement, sentence by sentence."""

from __future__ import annotations

import random
from copy import copy

import pytest

from game.core.state import Deployment
from game.rulesets.jours_de_gloire.charging import can_charge, can_strike, charge_refusal, rides
from game.rulesets.jours_de_gloire.units import fronts
from game.rulesets.jours_de_gloire.zones import zone_of_side
from hexmap.coords import distance
from tests.rulesets.jours_de_gloire.field import Field

REDS = "r1 0401 line S; r2 0402 horse S; r3 0403 guns S; r4 0404 line S disordered"


def targets(field: Field, unit: str = "b1") -> set[str]:
    return {field.rules.label[ride.target] for ride in rides(field.rules, field.state, field.piece(unit))}


def test_cavalry_rides_at_an_enemy_it_sees():
    field = Field("b1 0407 horse N; r1 0403 line S").open("movement", "blue")
    assert "charge b1" in field.offers()
    field.do("charge b1")
    strike = next(offer for offer in field.offers() if offer.startswith("strike 0403 0404 "))
    field.do(strike)
    assert field.where("b1") == "0404" and "charge" in field.piece("b1").marks
    assert field.state.fact("charge:b1") == "0403"


@pytest.mark.parametrize(
    ("unit", "why"),
    [("line N", "only cavalry charges"), ("horse N disordered", "only units in good order charge")],
)
def test_who_may_charge(unit: str, why: str):
    field = Field(f"b1 0407 {unit}; r1 0403 line S")
    refusal = charge_refusal(field.rules, field.state, field.piece("b1"))
    assert refusal is not None and refusal.why == why and refusal.rule == "9.1"


def test_no_charge_from_an_enemy_zone():
    assert not targets(Field("b1 0407 horse N; r1 0403 line S; r2 0408 line N"))


def test_the_target_is_two_hexes_away_or_more():
    assert targets(Field("b1 0407 horse N; r1 0406 guns N")) == set()
    assert targets(Field("b1 0407 horse N; r1 0405 guns N")) == {"0405"}


def test_the_target_must_be_seen():
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", terrain={"0405": "woods"}))


def test_no_charge_behind_the_back():
    """Each hex entered is a front hex, with one vertex of turn for each."""
    assert targets(Field("b1 0405 horse N ma=3; r1 0403 guns S")) == {"0403"}
    assert not targets(Field("b1 0405 horse S ma=3; r1 0403 guns S"))


@pytest.mark.parametrize("terrain", ["rough", "orchard", "woods", "marsh", "village", "castle"])
def test_no_charge_into_such_ground(terrain: str):
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", terrain={"0403": terrain}))


@pytest.mark.parametrize("edge", ["slope", "steep_slope", "wall", "fortification", "crest", "river+bridge"])
def test_no_charge_across_such_hexsides(edge: str):
    around = {f"0403/{other}": edge for other in ("0302", "0402", "0503", "0404", "0304", "0303")}
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", edge=around))


def test_streams_and_bridges_over_streams_do_not_stop_a_charge():
    around = {f"0403/{other}": "stream+bridge" for other in ("0302", "0402", "0503", "0404", "0304", "0303")}
    assert targets(Field("b1 0407 horse N; r1 0403 line S", edge=around)) == {"0403"}


def test_never_through_friendly_guns_but_through_friendly_foot():
    wall = "; ".join(f"b{column + 1} 0{column}05 {{kind}} N" for column in range(1, 10))
    foot = Field("b1 0407 horse N; r1 0403 line S; " + wall.format(kind="line"))
    guns = Field("b1 0407 horse N; r1 0403 line S; " + wall.format(kind="guns"))
    assert targets(foot) == {"0403"} and not targets(guns)


def test_a_charge_may_end_beside_friendly_guns_but_not_go_on():
    """[9.1] Never through friendly artillery; a battery and a cavalry unit may share a hex [5]."""
    beside = Field("b1 0407 horse N; b2 0404 guns N; r1 0403 line S")
    assert "0404" in charge(beside) and "0405" not in charge(Field("b1 0407 horse N; r1 0403 line S"))
    ways = [ride.path for ride in rides(beside.rules, beside.state, beside.piece("b1"))]
    assert not [way for way in ways if beside.rules.at["0404"] in way[1:-1]]
    crowded = Field("b1 0407 horse N; b2 0404 guns N; b3 0404 guns N; r1 0403 line S")
    assert "0404" not in charge(crowded)


def test_the_ride_is_as_long_as_the_points_last():
    assert targets(Field("b1 0409 horse N ma=8; r1 0402 line S")) == {"0402"}
    assert not targets(Field("b1 0409 horse N ma=4; r1 0402 line S"))


def test_house_rule_three_hexes():
    assert not targets(Field("b1 0407 horse N; r1 0403 line S", charge_reach="three_hexes"))
    assert targets(Field("b1 0406 horse N; r1 0403 line S", charge_reach="three_hexes")) == {"0403"}


def test_no_charge_at_night():
    assert not targets(Field("b1 0407 horse N; r1 0405 guns S", weather={"night": True}))


def charge(field: Field) -> set[str]:
    """The last hexes of the rides at 0403."""
    field.open("charge_move", "blue", unit="b1")
    return {offer.split()[2] for offer in field.offers() if offer.startswith("strike 0403 ")}


def test_a_unit_turns_one_vertex_for_each_hex_entered():
    """[9.1] Facing N, the first hex is one of two; facing after it N, NE or NW."""
    field = Field("b1 0404 horse N; r1 0402 guns S")
    field.open("charge_move", "blue", unit="b1")
    strikes = [offer.split()[1:] for offer in field.offers() if offer.startswith("strike")]
    short = {(last, facing) for _target, last, facing in strikes if last in ("0303", "0403")}
    assert {last for last, _facing in short} <= {"0303", "0403"}
    assert {facing for _last, facing in short} <= {"N", "NE", "NW"}


def test_a_ride_costs_what_movement_costs():
    """[9.1] A normal movement with extra conditions: two points, two hexes, in clear."""
    assert charge(Field("b1 0406 horse N ma=2; r1 0403 guns S"))
    assert not charge(Field("b1 0406 horse N ma=1; r1 0403 guns S"))
    assert not charge(Field("b1 0406 horse N ma=2; r1 0403 guns S", level={"0403": 1, "0304": 1, "0404": 1}))


def test_without_orders_a_charge_has_half_its_movement():
    """[9.1, 2.3] Up to the MA usable this activation."""
    text = "b1 0408 horse N ma=6; r1 0403 guns S"
    assert charge(Field(text))
    assert not charge(Field(text).fact("status", "SO"))


def test_a_charge_does_not_ride_through_the_front_of_other_cavalry():
    """[9.1] It may end there: r2, disordered, has no zone, but looks at 0405 and 0505."""
    free = charge(Field("b1 0407 horse N ma=4; r1 0403 guns S"))
    watched = Field("b1 0407 horse N ma=4; r1 0403 guns S; r2 0305 horse SE disordered", size=9)
    fronts_of = {watched.rules.label[hex_] for hex_ in fronts(watched.rules, watched.piece("r2"))}
    ways = [ride.path for ride in rides(watched.rules, watched.state, watched.piece("b1"))]
    assert free and ways
    assert not [way for way in ways if {watched.rules.label[hex_] for hex_ in way[1:-1]} & fronts_of]


def test_the_front_of_disordered_infantry_stops_nobody():
    """[9.1] Of another enemy cavalry unit."""
    field = Field("b1 0407 horse N ma=4; r1 0403 guns S; r2 0305 line SE disordered")
    looked_at = set(fronts(field.rules, field.piece("r2")))
    ways = [ride.path for ride in rides(field.rules, field.state, field.piece("b1"))]
    assert [way for way in ways if looked_at & set(way[1:-1])]


def test_a_charge_stops_at_the_first_zone():
    """[9.1] r2 controls what lies between; beyond it nobody rides."""
    field = Field("b1 0407 horse N; r1 0403 guns S; r2 0305 line N")
    zone = zone_of_side(field.rules, field.state.pieces, "red")
    for ride in rides(field.rules, field.state, field.piece("b1")):
        assert not [hex_ for hex_ in ride.path[1:-1] if hex_ in zone]


def test_a_charge_ends_with_its_target_in_front_and_is_marked():
    """[9.1] Adjacent to the target, marked charge; it is fought in the shock segment."""
    field = Field("b1 0407 horse N; r1 0403 guns S").open("movement", "blue").do("charge b1")
    field.do(next(offer for offer in field.offers() if offer.startswith("strike 0403")))
    piece = field.piece("b1")
    assert field.at("0403") in fronts(field.rules, piece)
    assert {"charge", "moved", "halted"} <= piece.marks
    assert field.state.facts["charge:b1"] == "0403"
    assert field.status("r1") == "good"


def test_only_rides_that_strike_are_offered():
    """[9.1] If it cannot end so, it is an ordinary move: there is nothing to offer."""
    field = Field("b1 0407 horse S ma=4; r1 0403 guns S").open("movement", "blue")
    assert "charge b1" not in field.offers()
    assert "move b1" in field.offers()


def test_a_charge_that_no_longer_has_its_target_in_front_is_a_shock():
    """[9.1] A friend who joins it and turns the stack away takes the charge with him."""
    field = Field("b1 0405 horse N; r1 0404 line S").fact("charge:b1", "0404")
    assert can_strike(field.rules, field.piece("b1"), field.at("0404"))
    away = Field("b1 0405 horse S; r1 0404 line S")
    assert not can_strike(away.rules, away.piece("b1"), away.at("0404"))


def test_out_of_a_village_cavalry_rides_the_way_it_faces():
    """[9.1, 4.1] Six front hexes help it to fight, not to ride."""
    village = {"0407": "village"}
    assert charge(Field("b1 0407 horse N ma=4; r1 0403 guns S", terrain=village))
    assert not charge(Field("b1 0407 horse S ma=4; r1 0403 guns S", terrain=village))


@pytest.mark.parametrize(("position", "rides_"), [("allowed", True), ("other_terrain", False)])
def test_beside_the_enemy_a_charge_pays_the_stream_by_that_house_rule(position: str, rides_: bool):
    """[6.2, 9.1] The road no longer cancels the stream before the enemy's hex."""
    ring = {f"0404/{other}": "stream" for other in ("0304", "0405", "0503", "0504", "0505")}
    field = Field(
        "b1 0406 horse N ma=2; r1 0403 guns S",
        edge=ring,
        roads={"0406 0405 0404": "road"},
        road_next_to_enemy=position,
    )
    assert ("0404" in charge(field)) is rides_


def test_a_fogbound_charge_needs_a_target_it_sees():
    """[14] Charge only at targets within the limit."""
    text = "b1 0407 horse N; r1 0403 guns S"
    assert charge(Field(text, weather={"fog": True, "visibility": 4}))
    assert not charge(Field(text, weather={"fog": True, "visibility": 3}))


def test_whoever_comes_before_disordered_cavalry_has_arrived():
    """[9.1] The front hexes of the target end a ride, too."""
    field = Field("b1 0407 horse N; r1 0403 horse S disordered")
    looked_at = set(fronts(field.rules, field.piece("r1")))
    ways = [ride.path for ride in rides(field.rules, field.state, field.piece("b1"))]
    assert ways and not [way for way in ways if looked_at & set(way[1:-1])]


def test_to_each_last_hex_and_facing_leads_the_cheapest_ride():
    """[9.1] One way for each, where nothing lies on the way that it would change."""
    field = Field("b1 0407 horse N; b2 0406 line N; r1 0403 guns S")
    found = rides(field.rules, field.state, field.piece("b1"))
    assert len({(ride.target, ride.path[-1], ride.facing) for ride in found}) == len(found)
    past_friends = next(ride for ride in found if field.at("0406") in ride.path)
    around = rides(field.rules, Field("b1 0407 horse N; r1 0403 guns S").state, field.piece("b1"))
    assert past_friends.cost > min(ride.cost for ride in around if ride.path[-1] == past_friends.path[-1])


def test_what_a_charge_rides_through_is_the_players_choice():
    """[9.1, 3] The general in 0406 is scattered or spared: both ways lead to the same hex and facing."""
    text = "b1 0407 horse N; r1 0403 guns S"
    field = Field(text, general="0406").open("charge_move", "blue", unit="b1")
    same = [offer for offer in field.offers() if offer.split()[1:4] == ["0403", "0404", "N"]]
    assert same == ["strike 0403 0404 N", "strike 0403 0404 N 0406"]
    for offer, where in zip(same, ("0406", "0403"), strict=True):
        ridden = Field(text, general="0406").open("charge_move", "blue", unit="b1").do(offer)
        assert (ridden.where("b1"), ridden.where("chief")) == ("0404", where)


def test_an_objective_on_the_way_is_taken_or_left():
    """[9.1, 13] Only those are asked about that the side does not hold already."""
    for holder, ways in (("red", 2), ("blue", 1)):
        field = Field("b1 0407 horse N; r1 0403 guns S").fact("holder:0406", holder)
        field.rules.objectives = {field.at("0406"): None}
        field.open("charge_move", "blue", unit="b1")
        assert len([offer for offer in field.offers() if offer.split()[1:4] == ["0403", "0404", "N"]]) == ways


@pytest.mark.parametrize("switches", [{}, {"units_block_los": "same_level"}, {"zoc": "front_hexes"}])
def test_whether_a_unit_can_charge_is_asked_as_if_nobody_had_asked_before(switches: dict[str, str]):
    """[9.1] What earlier searches from a hex found, with others in the way, misleads no later one."""
    choose, counts = random.Random(7), {True: 0, False: 0}
    field = Field(
        "b1 0406 horse N ma=3; b2 0906 guns N; b3 0907 line N; " + REDS,
        edge={"0404/0403": "stream"},
        **switches,
    )
    around = [hex_ for hex_ in field.rules.board.hexes if distance(hex_, field.at("0404")) <= 2]
    for _time in range(800):
        pieces = dict(field.state.pieces.pieces)
        for id_, hex_ in zip(pieces, choose.sample(around, len(pieces)), strict=True):
            pieces[id_] = pieces[id_]._replace(hex=hex_, facing=choose.randrange(6))
        pieces["b1"] = pieces["b1"]._replace(hex=field.at("0406"), facing=choose.choice((0, 5)))
        state = field.state.with_pieces(Deployment(pieces))
        rules = copy(field.rules)
        rules.memo = {}
        asked = can_charge(field.rules, state, pieces["b1"])
        assert asked == bool(rides(rules, state, pieces["b1"]))
        counts[asked] += 1
    assert min(counts.values()) > 100
