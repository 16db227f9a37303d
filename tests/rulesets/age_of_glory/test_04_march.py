"""[4] The march table and its modifiers."""

from __future__ import annotations

import pytest

from game.rulesets.age_of_glory.units import weapon_of
from hexmap.coords import distance
from tests.rulesets.age_of_glory.field import Field


def lines(text: str, **more: object) -> list[int]:
    """The modifiers of b1's march roll."""
    return Field(text, **more).march("b1", 5).rolled()[0][1]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "modifiers"),
    [
        ("b1 0505 pike N", [2]),
        ("b1 0505 pike N left=4", []),
        ("b1 0505 pike N left=3", [-2]),
        ("b1 0505 skirmish N", [2]),
        ("b1 0505 skirmish N left=3", [-2]),
        ("b1 0505 shock N", [2]),
        ("b1 0505 shock N left=3", [-4]),
        ("b1 0505 pike N march_column", [1, 2]),
        ("b1 0505 pike N road_column", [1, 2]),
        ("b1 0505 pike N field_column", [2]),
        ("b1 0505 pike N elect=swedish_foot", [1, 2]),
        ("b1 0505 shock N elect=polish_hussars", [1, 2]),
        ("b1 0505 pike N elect=janissaries", [1, 2]),
        ("b1 0505 pike N elect=huguenots", [1, 2]),
        ("b1 0505 dragoons N dismounted left=3", [-2]),
    ],
)
def test_tactical_movement_modifiers(text: str, modifiers: list[int]) -> None:
    """[4.3] Columns, national troops, fresh and spent by arm; no leader is near."""
    assert lines(text) == modifiers


def test_the_initiative_impact_is_mandatory() -> None:
    """[2.3, 4.3] Whatever the unit's state."""
    field = Field("b1 0505 pike N disordered").fact("impact", 2)
    assert field.march("b1", 5).rolled() == [("Élan", [2, 2])]


def test_ag_2_swedish_foot() -> None:
    """[AG-2] 2, fresh +2, Swedish +1, charismatic leader within six hexes +2: 7, Advance."""
    field = Field("b1 0505 pike N elect=swedish_foot; bl 0509 leader charismatic").march("b1", 2)
    assert field.rolled() == [("Advance", [2, 1, 2])]
    assert "go 0501" in field.offers()


def test_ag_2_broken_foot() -> None:
    """[AG-2] Disordered, spent, no leader: 4 - 2 is 2, Broken: four hexes back, disordered, a stand less."""
    field = Field("b1 0510 pike N left=3 disordered; r1 0509 pike S").march("b1", 4)
    field.do(field.offers()[0])
    assert field.piece("b1").status == "disordered"
    assert field.piece("b1").strength == 2
    assert field.where("b1") in ("0314", "0414", "0514", "0614", "0714")


def test_ag_2_retiring_horse() -> None:
    """[AG-2] Spent horse in good order: 5 - 4 is 1, Retire: out of small-arms range, still in good order."""
    field = Field("b1 0505 shock N left=3; r1 0504 pike S").march("b1", 5)
    assert field.rolled()[0][0] == "Retire"
    field.do(field.offers()[0])
    assert field.piece("b1").status == "good"
    assert field.where("b1") in ("0405", "0406", "0506", "0605")


def test_a_retiring_unit_out_of_range_stays() -> None:
    """[4.2] With no enemy next to it there is nothing to retire from."""
    assert Field("b1 0505 shock N left=3; r1 0503 pike S").march("b1", 5).where("b1") == "0505"


def test_a_retiring_unit_shuns_skirmishers_who_reach_farther() -> None:
    """[4.2, 7.3] By the house rule small arms may reach two hexes; then that is not beyond their range."""
    text = "b1 0505 shock N left=3; r1 0503 skirmish S"
    assert Field(text).march("b1", 5).where("b1") == "0505"
    field = Field(text, skirmish_range="two_hexes").march("b1", 5)
    assert field.step == "retreat"
    ends = [field.at(offer.split()[1]) for offer in field.offers()]
    assert {distance(end, field.at("0503")) for end in ends} == {3}


@pytest.mark.parametrize(
    ("face", "name", "moves"),
    [
        (7, "En Avant!", "full"),
        (6, "Advance", "full"),
        (5, "Advance", "full"),
        (4, "Cautious", "half"),
        (3, "Cautious", "half"),
        (2, "Hold Ground", "none"),
        (1, "Hold Ground", "none"),
    ],
)
def test_results_in_good_order(face: int, name: str, moves: str) -> None:
    """[4.2] Fresh foot: full move, half move without change of formation, or none."""
    field = Field("b1 0505 pike N").march("b1", face)
    assert field.rolled()[0][0] == name
    assert ("go 0501" in field.offers()) == (moves == "full")
    assert ("go 0503" in field.offers()) == (moves in ("full", "half"))
    assert bool(field.offers("form")) == (moves == "full")


@pytest.mark.parametrize(
    ("face", "name", "status", "moves"),
    [
        (9, "Élan", "good", True),
        (7, "Rally", "good", True),
        (5, "Shaken", "good", False),
        (4, "Wavering", "disordered", False),
    ],
)
def test_results_in_disorder(face: int, name: str, status: str, moves: bool) -> None:
    """[4.2] Worn foot in disorder rallies and moves, moves half, stands, or stays disordered."""
    field = Field("b1 0505 pike N left=4 disordered").march("b1", face)
    assert field.rolled()[0][0] == name
    assert (field.piece("b1").status, field.step == "manoeuvre") == (status, moves)
    if name == "Rally":
        assert "go 0503" in field.offers() and "go 0502" not in field.offers()
        assert field.offers("form") == []


def test_fall_back() -> None:
    """[4.2] 0 or less in good order: a full move back in disorder, no stand lost."""
    field = Field("b1 0505 shock N left=3; r1 0503 pike S").march("b1", 4)
    assert field.rolled()[0][0] == "Fall Back"
    field.do(field.offers()[0])
    piece = field.piece("b1")
    assert (piece.status, piece.strength) == ("disordered", 3)
    assert field.where("b1") is not None and field.where("b1") != "0505"


def test_destroyed() -> None:
    """[4.2] 0 or less in disorder: removed."""
    field = Field("b1 0505 shock N left=3 disordered").march("b1", 4)
    assert (field.piece("b1").status, field.where("b1")) == ("destroyed", None)


def test_a_unit_of_one_stand_that_breaks_is_gone() -> None:
    """[10.3] Broken takes its last stand."""
    field = Field("b1 0505 pike N left=1 disordered").march("b1", 3)
    assert field.rolled()[0][0] == "Broken"
    assert field.piece("b1").status == "destroyed"


def test_low_heavy_bands() -> None:
    """[4.2] House rule: the lost rows may have been 4-6, 2-3 and 1."""
    worn = "b1 0505 pike N left=4"
    even = [Field(worn).march("b1", face).rolled()[0][0] for face in (6, 5, 4, 3, 2, 1)]
    assert even == ["Cautious", "Cautious", "Hold Ground", "Hold Ground", "Retire", "Retire"]
    low = [
        Field(worn, march_bands="low_heavy").march("b1", face).rolled()[0][0] for face in (6, 5, 4, 3, 2, 1)
    ]
    assert low == ["Cautious", "Cautious", "Cautious", "Hold Ground", "Hold Ground", "Retire"]


@pytest.mark.parametrize(
    ("text", "face", "weapon"),
    [
        ("b1 0505 pistoleer N nation=french", 7, "shock"),
        ("b1 0505 pistoleer N nation=french", 6, "pistoleer"),
        ("b1 0505 pistoleer N nation=imperial", 10, "pistoleer"),
        ("b1 0505 pistoleer N nation=french disordered", 10, "pistoleer"),
        ("b1 0505 dragoons N nation=french", 7, "shock"),
        ("b1 0505 dragoons N nation=french dismounted", 7, "firelock"),
    ],
)
def test_french_pistoleers_turn_shock_on_en_avant(text: str, face: int, weapon: str) -> None:
    """[4.5] At once and for good, on a good-order En Avant! only."""
    field = Field(text).march("b1", face)
    assert weapon_of(field.rules, field.piece("b1")) == weapon


def test_who_must_roll() -> None:
    """[4.1] A unit in good order may stay without a roll; one in disorder may not."""
    assert "pass" in Field("b1 0505 pike N").open("march_units").offers()
    field = Field("b1 0505 pike N disordered").open("march_units")
    assert "pass" not in field.offers()
    refusal = field.why_not("pass")
    assert refusal is not None and "b1" in refusal.why


def test_a_unit_rolls_once() -> None:
    """[4.1] In a player turn."""
    field = Field("b1 0505 pike N").march("b1", 1)
    assert field.why_not("march b1") is not None


def test_dismay_of_a_scenario() -> None:
    """[4.4] -2 after a turn, until the unit marches well under an attached leader."""
    dismay = {"dismay": [{"units": ["b1"], "after_turn": 3, "modifier": -2, "why": "raw"}]}
    assert lines("b1 0505 pike N", scenario=dismay, turn=3) == [2]
    assert lines("b1 0505 pike N", scenario=dismay, turn=4) == [2, -2]
    led = Field("b1 0505 pike N; bl 0505 leader on=b1", scenario=dismay, turn=4).march("b1", 8)
    assert led.rolled()[0][1] == [2, 2, -2]
    assert "steadied" in led.piece("b1").marks
