"""[9] Compulsory retreats and breakthroughs."""

from __future__ import annotations

import pytest

from hexmap.coords import distance
from tests.rulesets.age_of_glory.field import Field


def beaten(text: str, hexes: int, *threats: str, **more: object) -> Field:
    """A unit r1 that must go back."""
    field = Field(text, **more)  # type: ignore[arg-type]
    return field.open("fall_back", None, unit="r1", hexes=hexes, threats=threats)


def test_a_retreat_leads_away_from_the_threat() -> None:
    """[9.1] Every step farther from it; the owner chooses among the ends."""
    field = beaten("b1 0508 pike N; r1 0507 pike S", 2, "0508").settle()
    assert field.asked == "red"
    hexes = [field.at(offer.split()[1]) for offer in field.offers()]
    assert {distance(hex_, field.at("0508")) for hex_ in hexes} == {3}
    assert {distance(hex_, field.at("0507")) for hex_ in hexes} == {2}
    field.do("retreat 0505")
    assert field.piece("r1").facing == field.rules.facing("S")


def test_each_missing_hex_costs_a_stand() -> None:
    """[9.1] Two hexes of firm ground for a retreat of four."""
    firm = {"0508", "0507", "0506", "0505", "0118", "1818"}
    bog = {f"{column:02d}{row:02d}": "marsh" for column in range(1, 19) for row in range(1, 19)}
    bog = {label: word for label, word in bog.items() if label not in firm}
    field = beaten("b1 0508 pike N; r1 0507 pike S 6", 4, "0508", terrain=bog).settle()
    assert (field.where("r1"), field.piece("r1").strength) == ("0505", 4)


def test_a_surrounded_unit_loses_a_stand_for_every_hex() -> None:
    """[9.1] And stays where it is."""
    ring = "; ".join(
        f"b{n} {label} pike N" for n, label in enumerate(("0404", "0504", "0605", "0506", "0406", "0405"))
    )
    field = beaten(f"{ring}; r1 0505 pike S 6", 2, "0506").settle()
    assert (field.where("r1"), field.piece("r1").strength) == ("0505", 4)


def test_retreats_ignore_ground_but_not_closed_ground() -> None:
    """[9.1] Men run through woods, not through a bog."""
    woods = dict.fromkeys(("0506", "0606", "0406"), "woods")
    through = beaten("b1 0508 pike N; r1 0507 pike S 6", 2, "0508", terrain=woods).settle()
    assert through.piece("r1").strength == 6
    bog = {f"{column:02d}{row:02d}": "marsh" for column in range(1, 19) for row in (5, 6)}
    bog |= {"0407": "marsh", "0607": "marsh"}
    stuck = beaten("b1 0508 pike N; r1 0507 pike S 6", 2, "0508", terrain=bog).settle()
    assert stuck.piece("r1").strength == 4


def test_nobody_to_go_back_from() -> None:
    """[9.1] With no enemy on the map a retreat leads nowhere and costs nothing."""
    field = beaten("b1 0508 pike N; r1 0507 pike S 6", 4).settle()
    assert (field.where("r1"), field.piece("r1").strength, field.step) == ("0507", 6, "rest")


@pytest.mark.parametrize(("face", "status"), [(5, "disordered"), (6, "good")])
def test_friends_run_through_may_be_disordered(face: int, status: str) -> None:
    """[9.2] On a die of 5 or less."""
    text = "b1 0508 pike N; r1 0507 pike S; r2 0506 pike S; r3 0406 pike S; r4 0407 pike S; r5 0607 pike S"
    field = beaten(text, 2, "0508", terrain={"0606": "marsh", "0306": "marsh", "0307": "marsh"}).settle()
    option = next(offer for offer in field.offers() if offer in ("retreat 0505", "retreat 0405"))
    field.do(option, face)
    assert sorted(field.piece(id_).status for id_ in ("r2", "r3")) == sorted(["good", status])


def test_friends_are_left_alone_by_house_rule() -> None:
    """[9.2] No die is rolled."""
    text = "b1 0508 pike N; r1 0507 pike S; r2 0506 pike S; r3 0406 pike S; r4 0407 pike S; r5 0607 pike S"
    field = beaten(text, 2, "0508", retreat_through_friends="nothing").settle()
    field.do(field.offers()[0])
    assert all(field.piece(id_).status == "good" for id_ in ("r2", "r3", "r4", "r5"))


def test_a_square_that_goes_back_breaks_up() -> None:
    """[9.1] Into line."""
    field = beaten("b1 0508 pike N; r1 0507 pike S square", 2, "0508").settle()
    field.do(field.offers()[0])
    assert field.piece("r1").formation == "line"


def test_a_battery_without_a_way_back_is_captured_in_close_combat() -> None:
    """[9.1] Silenced by fire it stays."""
    ring = "; ".join(
        f"b{n} {label} pike N" for n, label in enumerate(("0404", "0504", "0605", "0506", "0406", "0405"))
    )
    field = Field(f"{ring}; r1 0505 light S; r2 1515 pike S")
    data = {"unit": "r1", "hexes": 2, "threats": ("0506",)}
    assert field.open("fall_back", None, **data).settle().where("r1") == "0505"
    field.open("fall_back", None, **data, close_combat=True).settle()
    assert field.piece("r1").status == "captured"


# --- breakthrough ------------------------------------------------------------------------------------


def breaking(text: str, how: str, **more: object) -> Field:
    field = Field(text, **more)  # type: ignore[arg-type]
    return field.fact("break:b1", how).open("breakthroughs")


def test_a_breakthrough_strikes_the_closest_enemy_in_reach() -> None:
    """[9.3] Half a move: three hexes for horse."""
    field = breaking("b1 0508 shock N; r1 0505 pike S; r2 0901 pike S", "must")
    assert all(offer.startswith("break b1 0505") for offer in field.offers())
    field.do("break b1 0505 0506")
    assert field.state.fact("charge:b1") == "0505"
    assert "breakthrough" in field.piece("b1").marks


def test_out_of_reach_it_goes_as_near_as_it_can() -> None:
    """[9.3] Two hexes for foot."""
    field = breaking("b1 0510 pike N; r1 0503 pike S", "must")
    assert {offer.split()[0] for offer in field.offers()} == {"advance"}
    field.do(field.offers()[0])
    assert field.where("b1") in ("0408", "0508", "0608")


def test_must_and_may() -> None:
    """[9.3] Optional after driving back, mandatory after shattering."""
    text = "b1 0508 shock N; r1 0505 pike S"
    assert "stay b1" in breaking(text, "may").offers()
    assert "stay b1" not in breaking(text, "must").offers()
    assert breaking(text, "may").do("stay b1").step == "rest"


def test_nobody_breaks_through_twice() -> None:
    """[9.3] A breakthrough that wins occupies and stops."""
    field = Field("b1 0508 shock N 6 elite; r1 0507 pike S 6 raw disordered; r2 0503 pike S")
    field.fact("charge:b1", "0507")
    piece = field.piece("b1")
    field.state = field.state.with_piece(piece._replace(marks=frozenset({"charging", "breakthrough"})))
    field.open("breakthrough_combats").settle(10, 1)
    while field.step in ("retreat", "occupy"):
        field.do(field.offers()[0])
    assert field.where("b1") == "0507"
    assert field.state.fact("break:b1") is None


def test_horse_may_countercharge_a_breakthrough() -> None:
    """[8.1, 9.3] Struck in front and in good order."""
    field = breaking("b1 0508 shock N; r1 0505 shock S", "must").do("break b1 0505 0506")
    assert field.step == "countercharge"


def test_breakthroughs_come_after_all_charges() -> None:
    """[9.3] And their combats after all of them have ridden; nobody fires at them."""
    parts = Field("").rules.nodes["player_turns"].parts
    assert parts[-4:] == ("charges", "breakthroughs", "breakthrough_combats", "cleanup")
