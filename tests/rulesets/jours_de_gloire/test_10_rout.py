"""[10.3] The rout move: how far, which way, past whom, and where it ends."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from game.core.actions import Action
from game.core.dice import StreamDice
from game.core.engine import legal_actions, play, proceed
from game.core.events import Moved
from game.rulesets.jours_de_gloire.disorder import rout, start_rout_move
from game.rulesets.jours_de_gloire.units import units_at
from tests.rulesets.jours_de_gloire.field import Field


def flee(text, unit="b1", **more):
    field = Field(text, **more)
    ledger = field.ledger()
    start_rout_move(field.rules, ledger, unit)
    return field.take(ledger).settle()


def run(field, unit="b1"):
    """Take the first offer until the unit has stopped; the hexes it was in."""
    hexes = [field.where(unit)]
    while field.step == "rout_move":
        field.do(field.offers()[0])
        hexes += [
            field.rules.label[event.path[-1]]
            for event in field.events
            if isinstance(event, Moved) and event.unit == unit
        ]
    return hexes


def row(label):
    return int(label[2:])


def test_example_14_four_hexes_in_clear():
    """[16.14] Infantry of MA 4 routed in clear moves 4 hexes."""
    field = flee("b1 0403 line N routed; r1 0401 line S")
    assert len(run(field)) == 5
    assert field.status("b1") == "routed"


@pytest.mark.parametrize(("position", "hexes"), [("ma", 4), ("two_hexes", 2), ("half_ma", 2)])
def test_how_far_is_a_house_rule(position, hexes):
    """[10.3] rout_distance."""
    field = flee("b1 0403 line N routed; r1 0401 line S", rout_distance=position)
    assert len(run(field)) == hexes + 1


def test_half_and_two_differ_where_movement_does():
    """[10.3] Horse of MA 8: half is 4; rough ground counts for half, not for two hexes."""
    assert len(run(flee("b1 0403 horse N routed; r1 0401 line S", rout_distance="half_ma"))) == 5
    rough = dict.fromkeys((f"0{c}0{r}" for c in range(1, 10) for r in range(1, 10)), "rough")
    horse = "b1 0403 horse N ma=4 routed; r1 0401 line S"
    assert len(run(flee(horse, rout_distance="two_hexes", terrain=rough))) == 3
    assert len(run(flee(horse, rout_distance="half_ma", terrain=rough))) == 2


def test_no_step_leads_farther_from_home_or_nearer_to_the_enemy():
    """[10.3] Blue runs south: from 0405 with r1 at 0404, east (beside r1) is no nearer but in its zone."""
    field = flee("b1 0405 line N routed; r1 0404 line N")
    assert sorted(field.offers()) == ["run 0305", "run 0306", "run 0406"]
    assert all(row(b) >= row(a) for a, b in pairwise(run(field)))


def test_red_runs_north():
    """[10.3] Each side to its own edge."""
    field = flee("r1 0405 line S routed; b1 0406 line S", unit="r1")
    assert all(row(offer.split()[1]) <= 5 for offer in field.offers())


def test_the_first_hex_is_always_made():
    """[10.3] At least one hex, however dear: movement 1 into woods."""
    woods = dict.fromkeys(("0305", "0306", "0406", "0505"), "woods")
    field = flee("b1 0405 line N ma=1 routed; r1 0403 line N", terrain=woods)
    assert len(run(field)) == 2


def test_it_faces_away():
    """[10.3] Its back to the nearest enemy."""
    field = flee("b1 0405 line N routed; r1 0403 line N")
    run(field)
    assert field.rules.facing_names[field.piece("b1").facing] in ("S", "SE", "SW")


def test_surrounded_it_is_eliminated():
    """[10.3] Only enemies and water around it."""
    lake = dict.fromkeys(("0305", "0505", "0304"), "lake")
    text = "b1 0405 line N routed; r1 0404 line S; r2 0306 line N; r3 0406 line N"
    assert flee(text, terrain=lake).status("b1") == "eliminated"


FRONT = "b1 0405 line N coh=6 routed; r1 0404 line S; r2 0407 line N"
FRONT_LAKE = dict.fromkeys(("0305", "0505", "0304"), "lake")


def test_only_a_front_hex_left_eliminates_it():
    """[10.3] r2 looks at 0306 and 0406; there is nothing else."""
    assert flee(FRONT, terrain=FRONT_LAKE).status("b1") == "eliminated"


@pytest.mark.parametrize(("face", "status"), [(5, "routed"), (6, "eliminated")])
def test_by_house_rule_it_may_run_through_the_front(face, status):
    """[10.3] rout_into_front: it runs through; a failed test brings one more D."""
    field = flee(FRONT, terrain=FRONT_LAKE, rout_into_front="extra_d")
    assert sorted(field.offers()) == ["run 0306", "run 0406"]
    field.do("run 0306", face)
    assert field.status("b1") == status


def test_a_friend_in_the_front_hex_opens_it():
    """[10.3, 4.2] b2 stands in 0306; it is shaken, and b1 goes on."""
    field = Field(f"{FRONT}; b2 0306 line N of=other", terrain=FRONT_LAKE)
    ledger = field.ledger()
    start_rout_move(field.rules, ledger, "b1")
    field.take(ledger).settle(0)
    assert field.where("b1") != "0405"
    assert field.status("b2") == "good"


def test_friends_passed_take_a_test():
    """[10.3, 10.2] Routed units stack with nobody, so whoever they pass is shaken."""
    field = flee("b1 0405 line N routed; b2 0306 line N; r1 0403 line N").do("run 0306", 9)
    assert field.status("b2") == "disordered"


def test_it_ends_alone_going_on_past_its_movement():
    """[10.3] Movement 2 is spent in b2's hex (1 and 1 more for the friend): it goes on."""
    field = flee("b1 0405 line N ma=2 routed; b2 0306 line N; r1 0403 line N").do("run 0306", 0)
    assert field.step == "rout_move"
    hexes = run(field)
    assert len(hexes) == 2
    assert len(units_at(field.rules, field.state, field.piece("b1").hex)) == 1


def test_with_routed_units_where_nothing_else_can_be_done():
    """[10.3] The way ends in a pocket that holds a routed friend: there it stays."""
    lake = dict.fromkeys(("0304", "0404", "0305", "0505", "0406", "0206", "0407", "0307"), "lake")
    text = "b1 0405 line N routed; b2 0306 line N routed; r1 0403 line N"
    field = flee(text, terrain=lake)
    assert (field.where("b1"), field.status("b1")) == ("0306", "routed")


def test_in_a_pocket_with_steady_friends_it_is_lost():
    """[10.3] It must end alone, or with routed units."""
    lake = dict.fromkeys(("0304", "0404", "0305", "0505", "0406", "0206", "0407", "0307"), "lake")
    field = Field("b1 0405 line N routed; b2 0306 line N; r1 0403 line N", terrain=lake)
    ledger = field.ledger()
    start_rout_move(field.rules, ledger, "b1")
    field.take(ledger).settle(0)
    assert field.status("b1") == "eliminated"


def test_it_leaves_the_map_by_its_own_edge():
    """[10.3] On a hex of its edge with points left it is gone."""
    assert flee("b1 0409 line N routed; r1 0401 line S").status("b1") == "eliminated"
    field = flee("b1 0408 line N routed; r1 0401 line S").do("run 0409")
    assert field.status("b1") == "eliminated"


def test_it_stops_on_its_edge_when_its_points_are_spent():
    """[10.3] Movement 1 takes it to the last row and no farther."""
    field = flee("b1 0408 line N ma=1 routed; r1 0401 line S").do("run 0409")
    assert (field.status("b1"), field.where("b1")) == ("routed", "0409")


def test_a_step_that_disorders_is_no_way_out():
    """[10.1] A D would end a routed unit, so a steep slope is closed to it."""
    sides = ("0304", "0404", "0305", "0505", "0306", "0406")
    edge = {f"0405/{label}": "steep_slope" for label in sides}
    assert flee("b1 0405 line N routed; r1 0402 line N", edge=edge).status("b1") == "eliminated"


def test_having_run_it_halts_before_the_enemy():
    """[10.3] A red line bars the south: it runs clear of r1, then rather halts than near r2."""
    wall = "; ".join(f"r{n} 0{n}08 line S" for n in range(2, 10))
    field = flee(f"b1 0405 line N routed; r1 0404 line N; {wall}")
    hexes = run(field)
    assert field.status("b1") == "routed"
    assert all(row(label) <= 6 for label in hexes)


def test_orders_and_rain():
    """[10.3, 14] A formation without orders runs as far as any; rain takes a point."""
    field = Field("b1 0403 line N routed; r1 0401 line S").fact("status", "SO")
    ledger = field.ledger()
    start_rout_move(field.rules, ledger, "b1")
    assert len(run(field.take(ledger).settle())) == 5
    assert len(run(flee("b1 0403 line N routed; r1 0401 line S", weather={"rain": True}))) == 4


def test_a_rout_taken_by_chance_always_ends():
    """[10.3] Whatever its owner chooses, in a crowd of friends; no hex then holds both sides."""
    fled = 0
    for seed in range(30):
        source = random.Random(seed)
        labels = source.sample([f"0{c}0{r}" for c in range(1, 10) for r in range(2, 9)], 30)
        text = "; ".join(
            f"{'b' if n < 22 else 'r'}{n} {label} {source.choice(('line', 'horse', 'guns'))} N"
            for n, label in enumerate(labels)
        )
        field = Field(text)
        ledger = field.ledger()
        for unit in ("b1", "b2", "b3"):
            if not field.rules.cards[unit].is_artillery:
                rout(field.rules, ledger, unit, "trial")
        field.take(ledger)
        dice = StreamDice(source)
        for _ in range(2000):
            done = proceed(field.rules, field.state, dice)
            if done is None:
                if field.step == "rest":
                    break
                offers = legal_actions(field.rules, field.state)
                done = play(field.rules, field.state, source.choice(offers), dice)
            field.state = done.state
        assert field.step == "rest"
        fled += sum(piece.status in ("routed", "eliminated") for piece in field.state.pieces)
        for hex_, ids in field.state.pieces.occupied().items():
            sides = {field.rules.cards[id_].side for id_ in ids}
            assert len(sides) == 1, field.rules.label[hex_]
            routed = [id_ for id_ in ids if field.status(id_) == "routed"]
            assert len(routed) in (0, len(ids)), field.rules.label[hex_]
    assert fled > 30


def test_the_reason_for_a_refusal():
    """[10.3] What the player reads."""
    field = flee("b1 0405 line N routed; r1 0404 line N")
    assert "enemy stands" in str(field.why_not("run 0404"))
    assert "map edge" in str(field.why_not("run 0304"))
    assert Action("run", ("0306",)) in legal_actions(field.rules, field.state)


def test_one_hex_is_always_run_however_few_the_points():
    """[10.3, 14] In the mud a unit of 1 has no point left, and runs one hex all the same."""
    field = Field("b1 0405 line N ma=1 routed; r1 0101 line S", weather={"rain": True})
    field.open("rout_move", "blue", unit="b1", spent=0, hexes=0)
    assert all(offer.startswith("run") for offer in field.offers())
    field.do(field.offers()[0])
    assert (field.step, field.where("b1") != "0405") == ("rest", True)
