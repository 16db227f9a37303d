"""[5] Manoeuvre: rates, ground, wheeling, passage of lines, deployment, entry."""

from __future__ import annotations

import pytest

from tests.rulesets.age_of_glory.field import Field

ROAD = "0510 0509 0508 0507 0506 0505 0504 0503 0502 0501"
STRAIGHT = "0405 0505 0605 0705 0805 0905 1005 1105 1205 1305 1405"


def farthest(field: Field, way: str, face: int = 10) -> int:
    """How many hexes of a way b1 can go along."""
    field.march("b1", face)
    labels = way.split()[1:]
    return sum(f"go {label}" in field.offers() for label in labels)


NORTH = "0510 0509 0508 0507 0506 0505 0504 0503 0502"


@pytest.mark.parametrize(
    ("kind", "hexes"), [("pike", 4), ("firelock", 4), ("skirmish", 4), ("shock", 6), ("pistoleer", 6)]
)
def test_basic_rates(kind: str, hexes: int) -> None:
    """[5.1] Foot and skirmishers 8 inches, horse 12: four and six hexes."""
    assert farthest(Field(f"b1 0510 {kind} N"), NORTH) == hexes


@pytest.mark.parametrize(
    ("kind", "hexes"),
    [("pike", 6), ("shock", 8), ("skirmish", 6)],
)
def test_road_rates(kind: str, hexes: int) -> None:
    """[5.1] 12 and 16 inches for a column (or skirmishers) along a road."""
    formation = "" if kind == "skirmish" else "road_column"
    assert farthest(Field(f"b1 0405 {kind} NE {formation}", roads=STRAIGHT), STRAIGHT) == hexes


def test_a_line_does_not_use_the_road() -> None:
    """[5.1] Only columns have the road rate."""
    assert farthest(Field("b1 0510 pike N", roads=ROAD), ROAD) == 4


@pytest.mark.parametrize(("kind", "hexes"), [("pike", 2), ("shock", 3), ("skirmish", 4)])
def test_half_moves_and_rough(kind: str, hexes: int) -> None:
    """[5.1] Rough ground halves the move; skirmishers do not notice."""
    rough = {f"05{row:02d}": "rough" for row in range(1, 10)} | {
        f"04{row:02d}": "rough" for row in range(1, 10)
    }
    rough |= {f"06{row:02d}": "rough" for row in range(1, 10)} | {
        f"03{row:02d}": "rough" for row in range(1, 10)
    }
    assert farthest(Field(f"b1 0510 {kind} N", terrain=rough), NORTH) == hexes


def test_half_a_move_is_rounded_down() -> None:
    """[5.1] Cautious: two hexes for foot, three for horse."""
    assert farthest(Field("b1 0510 pike N"), NORTH, 3) == 2
    assert farthest(Field("b1 0510 shock N"), NORTH, 3) == 3


RIVER = {f"{a:02d}10/{b:02d}09": "river+ford" for a in range(1, 18) for b in (a, a + 1) if b <= 18}


@pytest.mark.parametrize(("kind", "hexes"), [("pike", 3), ("shock", 5), ("skirmish", 4)])
def test_fords(kind: str, hexes: int) -> None:
    """[5.1] Two inches lost; nothing for skirmishers."""
    assert farthest(Field(f"b1 0510 {kind} N", edge=RIVER), NORTH) == hexes


def test_guns_at_a_ford() -> None:
    """[5.1] Field guns lose four inches; heavy guns do not ford at all."""
    for kind, hexes in (("light", 2), ("heavy", 0)):
        field = Field(f"b1 0510 {kind} N limbered", edge=RIVER).open("march_units").do("haul b1")
        assert sum(f"go {label}" in field.offers() for label in NORTH.split()[1:]) == hexes


def test_a_river_needs_a_crossing() -> None:
    """[5.2] Nobody swims."""
    river = dict.fromkeys(RIVER, "river")
    assert farthest(Field("b1 0510 skirmish N", edge=river), NORTH) == 0
    bridged = river | {"0510/0509": "river+bridge"}
    assert farthest(Field("b1 0510 pike N", edge=bridged), NORTH) == 4


def test_whoever_may_move_may_enter_one_hex() -> None:
    """[5.1] Even where its cost is more than half a move."""
    rough = {"0509": "rough", "0609": "rough", "0409": "rough"}
    field = Field("b1 0510 pike N", terrain=rough, edge=RIVER)
    assert farthest(field, NORTH, 3) == 1


def test_wheeling() -> None:
    """[5.4] One vertex is free, each further one costs a hex, and only one in a hex."""
    field = Field("b1 0510 pike N").march("b1", 10)
    assert field.offers("wheel") == ["wheel NE", "wheel NW"]
    field.do("go 0509")
    # Straight ahead and wheeled once at either end: still only one vertex free of cost.
    assert {"face N", "face NE", "face NW"} <= set(field.offers())
    assert "face S" not in field.offers()


def test_a_formed_body_does_not_go_backwards() -> None:
    """[5.4] It moves into its front hexes."""
    offers = Field("b1 0510 pike N").march("b1", 10).offers("go")
    assert "go 0511" not in offers and "go 0512" not in offers


def test_skirmishers_go_anywhere() -> None:
    """[5.4] And end facing any way."""
    field = Field("b1 0510 skirmish N").march("b1", 10)
    assert "go 0514" in field.offers()
    assert len(field.do("go 0512").offers("face")) == 6


def test_turning_on_the_spot_takes_a_full_move() -> None:
    """[5.3] Facing to the flank, and about, is a change of formation: easier to hit."""
    field = Field("b1 0510 pike N").march("b1", 10)
    assert field.offers("turn") == ["turn SE", "turn S", "turn SW"]
    field.do("turn S")
    assert (field.piece("b1").facing, "changed" in field.piece("b1").marks) == (field.rules.facing("S"), True)
    assert Field("b1 0510 pike N").march("b1", 3).offers("turn") == []


@pytest.mark.parametrize(
    ("text", "way", "hexes"),
    [
        ("b2 0509 pike N; b3 0609 pike N; b4 0409 pike N", NORTH, 2),
        ("b2 0509 skirmish N; b3 0609 skirmish N; b4 0409 skirmish N", NORTH, 3),
    ],
)
def test_passage_of_lines(text: str, way: str, hexes: int) -> None:
    """[5.3] Two inches for each formed body crossed; nobody ends in its hex. Skirmishers cost nothing."""
    assert farthest(Field(f"b1 0510 pike N; {text}"), way) == hexes


def test_skirmishers_pass_for_nothing() -> None:
    """[5.3] They lose nothing in crossing formed friends."""
    text = "b1 0510 skirmish N; b2 0509 pike N; b3 0609 pike N; b4 0409 pike N"
    assert farthest(Field(text), NORTH) == 3


def test_stacking() -> None:
    """[5.5] One body and one battery in a hex."""
    field = Field("b1 0510 pike N; b2 0509 light N").march("b1", 10)
    assert "go 0509" in field.offers()


def test_enemies_are_not_entered() -> None:
    """[5.5] Neither ended in nor passed."""
    field = Field("b1 0510 pike N; r1 0509 pike S; r2 0609 pike S; r3 0409 pike S").march("b1", 10)
    assert not any(offer.endswith(("0509", "0508")) for offer in field.offers("go"))


def test_leaving_the_enemy_is_free() -> None:
    """[5.5] There are no zones of control."""
    field = Field("b1 0510 skirmish N; r1 0509 skirmish S").march("b1", 10)
    assert "go 0506" in field.offers() or "go 0507" in field.offers()


@pytest.mark.parametrize(
    "formation", ["supported_line", "field_column", "march_column", "road_column", "square"]
)
def test_foot_deploys_into_every_formation(formation: str) -> None:
    """[5.3] For a full move."""
    field = Field("b1 0510 pike N").march("b1", 10).do(f"form {formation}")
    assert (field.piece("b1").formation, field.where("b1")) == (formation, "0510")
    assert "changed" in field.piece("b1").marks


def test_horse_forms_no_square() -> None:
    """[5.3] Only foot does."""
    assert "form square" not in Field("b1 0510 shock N").march("b1", 10).offers()


def test_a_square_only_breaks_up() -> None:
    """[5.3] It neither moves nor charges."""
    field = Field("b1 0510 pike N square; r1 0509 pike S").march("b1", 10)
    assert {offer.split()[0] for offer in field.offers()} == {"halt", "form"}


def test_dragoons_dismount_and_remount() -> None:
    """[5.3] A full move each; on foot they are skirmishers."""
    field = Field("b1 0510 dragoons N").march("b1", 10).do("dismount")
    assert (field.piece("b1").formation, "dismounted" in field.piece("b1").marks) == ("skirmish", True)
    back = Field("b1 0510 dragoons N dismounted").march("b1", 10).do("remount")
    assert (back.piece("b1").formation, "dismounted" in back.piece("b1").marks) == ("line", False)
    assert Field("b1 0510 shock N").march("b1", 10).offers("dismount") == []


def test_urban_areas_are_entered_and_left_as_a_full_move() -> None:
    """[5.6] From an adjacent hex, and nothing else."""
    village = {"0509": "village"}
    field = Field("b1 0510 pike N", terrain=village).march("b1", 10)
    assert "go 0509" not in field.offers() and field.offers("deploy") == ["deploy 0509"]
    field.do("deploy 0509")
    assert field.where("b1") == "0509"
    out = Field("b1 0509 pike N", terrain=village).march("b1", 10)
    assert out.offers("go") == [] and "deploy 0510" in out.offers()
    half = Field("b1 0510 pike N", terrain=village).march("b1", 3)
    assert half.offers("deploy") == []


def test_a_column_marches_through_a_village() -> None:
    """[5.6] By its road."""
    field = Field("b1 0405 pike NE road_column", roads=STRAIGHT, terrain={"0605": "village"})
    assert farthest(field, STRAIGHT) == 6


def test_fortifications_are_entered_as_a_full_move() -> None:
    """[5.6] Over a redoubt's side."""
    field = Field("b1 0510 pike N", edge={"0510/0509": "redoubt in 0509"}).march("b1", 10)
    assert "deploy 0509" in field.offers()


def test_reinforcements_enter_in_their_turn() -> None:
    """[5.8] On their hex if it is free, and march from there."""
    units = [
        {"id": "b1", "name": "b1", "side": "blue", "arm": "foot", "weapon": "pike", "grade": "regular",
         "stands": 6, "enters": {"turn": 2, "hex": "0105", "facing": "NE"}},
        {"id": "r1", "name": "r1", "side": "red", "arm": "foot", "weapon": "pike", "grade": "regular",
         "stands": 6, "at": "1010", "facing": "N"},
    ]  # fmt: skip
    early = Field("", scenario={"units": units}).open("march_units")
    assert early.why_not("enter b1") is not None
    field = Field("", scenario={"units": units}, turn=2).open("march_units").do("enter b1")
    assert field.where("b1") == "0105"
    assert "march b1" in field.offers()
