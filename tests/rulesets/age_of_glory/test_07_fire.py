"""[7] Fire: points by arm, range and formation, doubling, halving, arcs, sight, the die, its effects."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rulesets.age_of_glory.gunnery import assess, can_fire_at, cover_of, in_fire_arc, share_of
from tests.rulesets.age_of_glory.field import Field

TARGET = "r1 0504 pike S"


def points(firer: str, target: str = TARGET, **more: object) -> Fraction:
    """The fire points of b1 on r1."""
    field = Field(f"b1 0505 {firer}; {target}", **more)  # type: ignore[arg-type]
    return share_of(field.rules, field.piece("b1"), field.piece("r1")).points


@pytest.mark.parametrize(
    ("firer", "expected"),
    [
        ("pike N 6 first_fired", 6),
        ("firelock N 6 first_fired", 12),
        ("firelock N 6", 18),
        ("pike N 6", 18),
        ("pike N 6 ottoman first_fired", 6),
        ("skirmish N 6", 12),
        ("pistoleer N 6", 6),
        ("shock N 6", 0),
        ("dragoons N 6 dismounted", 12),
        ("light N", 10),
        ("heavy N", 12),
        ("siege N", 4),
        ("light N army=french", 10),
        ("firelock N 5 first_fired supported_line", 6),
        ("firelock N 6 first_fired field_column", 4),
        ("firelock N 6 first_fired march_column", 2),
        ("firelock N 6 first_fired square", 4),
    ],
)
def test_fire_points_next_door(firer: str, expected: int) -> None:
    """[7.3] Stands that fire times the figure of the arm; the first fire of foot counts 3."""
    assert points(firer) == expected


@pytest.mark.parametrize(
    ("firer", "expected"),
    [
        ("heavy N", [9, 7, 7, 5, 5, 3, 3, 3, 0]),
        ("light N", [6, 5, 5, 4, 4, 2, 2, 2, 0]),
        ("heavy N army=french", [10, 8, 8, 6, 6, 4, 4, 4, 0]),
        ("light N army=austrian", [8, 6, 6, 4, 4, 3, 3, 3, 0]),
        ("siege N", [6, 8, 8, 5, 5, 3, 3, 3, 0]),
        ("firelock N", [0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_fire_points_by_range(firer: str, expected: list[int]) -> None:
    """[7.3] 4, 8, 12 and 18 inches: two, four, six and nine hexes."""
    found = []
    for hexes in range(2, 11):
        field = Field(f"b1 0515 {firer}; r1 05{15 - hexes:02d} pike S")
        found.append(share_of(field.rules, field.piece("b1"), field.piece("r1")).points)
    assert found == expected


def test_first_fire_of_firelocks_alone() -> None:
    """[7.3] House rule."""
    assert points("pike N 6", first_fire="firelock") == 6
    assert points("firelock N 6", first_fire="firelock") == 18


def test_the_first_fire_is_spent() -> None:
    """[7.3, AG-3] The next volley has 12 points."""
    field = Field(f"b1 0505 firelock N 6; {TARGET}").open("offensive_fire").do("target r1", 1)
    assert "first_fired" in field.piece("b1").marks
    assert share_of(field.rules, field.piece("b1"), field.piece("r1")).points == 12


def test_skirmishers_may_reach_two_hexes() -> None:
    """[7.3] House rule."""
    far = "r1 0503 pike S"
    assert points("skirmish N 6", far) == 0
    assert points("skirmish N 6", far, skirmish_range="two_hexes") == 12


@pytest.mark.parametrize(
    ("firer", "target", "expected"),
    [
        ("firelock N 6 first_fired", "r1 0504 pike N", 24),  # from behind
        ("firelock N 6 first_fired", "r1 0504 pike S field_column", 24),
        ("firelock N 6 first_fired", "r1 0504 pike S march_column", 24),
        ("firelock N 6 first_fired", "r1 0504 pike S road_column", 24),
        ("firelock N 6 first_fired", "r1 0504 pike N field_column", 24),  # both: once
        ("firelock N 6 first_fired", "r1 0504 pike N square", 12),
        ("firelock N 6 first_fired", "r1 0504 skirmish N", 12),
        ("firelock N 6 first_fired disordered", TARGET, 6),
        ("firelock N 6 first_fired disordered", "r1 0504 pike N", 12),
        ("heavy N damaged", TARGET, 6),
        ("pike N 5 first_fired disordered", TARGET, Fraction(5, 2)),
    ],
)
def test_doubled_and_halved(firer: str, target: str, expected: Fraction) -> None:
    """[7.4] Enfilade or column x 2, disordered or damaged x 1/2; both x 1."""
    assert points(firer, target) == expected


def test_units_fire_together_and_halves_are_dropped_at_the_total() -> None:
    """[7.3, 7.4] 2 1/2 and 2 1/2 make 5; alone, 2 1/2 make 2, and whoever fires counts for one."""
    text = "b1 0505 pike N 5 first_fired disordered; b2 0605 pike N 5 first_fired disordered; r1 0504 pike S"
    field = Field(text)
    both = assess(field.rules, field.state, "r1", ("b1", "b2"))
    assert [both.points, assess(field.rules, field.state, "r1", ("b1",)).points] == [5, 2]
    few = Field("b1 0505 pike N 1 first_fired disordered; r1 0504 pike S")
    assert assess(few.rules, few.state, "r1", ("b1",)).points == 1


def lines(text: str, **more: object) -> list[int]:
    field = Field(text, **more)  # type: ignore[arg-type]
    return [line.value for line in assess(field.rules, field.state, "r1", ("b1",)).lines]


@pytest.mark.parametrize(
    ("target", "terrain", "expected"),
    [
        ("r1 0504 pike S", "clear", [-2]),
        ("r1 0504 pike S changed", "clear", [-2, 1]),
        ("r1 0504 skirmish S", "clear", [-2, -1]),
        ("r1 0504 light S limbered", "clear", [-2, -1]),
        ("r1 0504 light S", "clear", [-2]),
        ("r1 0504 pike S", "vines", [-2, -1]),
        ("r1 0504 pike S", "woods", [-2, -2]),
        ("r1 0504 pike S", "village", [-2, -2]),
        ("r1 0504 pike S", "walled_town", [-2, -3]),
        ("r1 0504 skirmish S changed", "woods", [-2, 1, -1, -2]),
    ],
)
def test_die_modifiers(target: str, terrain: str, expected: list[int]) -> None:
    """[7.5, 7.6] Twelve points -2; then what the target did, is and hides in."""
    assert lines(f"b1 0505 firelock N 6 first_fired; {target}", terrain={"0504": terrain}) == expected


def test_a_column_in_a_street_has_no_cover() -> None:
    """[5.7] It is not deployed."""
    text = "b1 0505 firelock N 6 first_fired; r1 0504 pike S road_column"
    assert lines(text, terrain={"0504": "village"}) == [0]


def test_cover_of_a_hexside_works_one_way() -> None:
    """[5.7] A redoubt shelters who is inside, against what comes over it."""
    edge = {"0505/0504": "redoubt in 0504"}
    field = Field("b1 0505 pike N; r1 0504 pike S", edge=edge)
    at = field.at
    assert cover_of(field.rules, field.piece("r1"), (at("0505"),)) == 3
    assert cover_of(field.rules, field.piece("r1"), (at("0503"),)) == 0
    assert cover_of(field.rules, field.piece("b1"), (at("0504"),)) == 0
    assert cover_of(field.rules, field.piece("r1"), (at("0505"), at("0503"))) == 3
    assert cover_of(field.rules, field.piece("r1"), (at("0505"), at("0503"), at("0403"))) == 0


def test_ag_3_first_volley() -> None:
    """[AG-3] 18 points -1, changed formation +1, die 6: disordered and a stand lost."""
    field = Field("b1 0505 firelock N 6; r1 0504 pike S 6 changed").open("offensive_fire").do("target r1", 6)
    assert field.rolled() == [("Telling", [-1, 1])]
    assert (field.piece("r1").status, field.piece("r1").strength) == ("disordered", 5)
    assert field.state.fact("lost:r1") == 1


@pytest.mark.parametrize(
    ("face", "status", "stands"),
    [(5, "good", 6), (6, "disordered", 6), (7, "disordered", 6), (8, "disordered", 5)],
)
def test_fire_effects_on_troops(face: int, status: str, stands: int) -> None:
    """[7.7] Twelve points, -2: nothing, disordered, disordered and a stand."""
    field = Field("b1 0505 firelock N 6 first_fired; r1 0504 pike S 6").open("offensive_fire")
    piece = field.do("target r1", face).piece("r1")
    assert (piece.status, piece.strength) == (status, stands)


def test_deadly_and_withering_fire() -> None:
    """[7.7] Two and three stands, and a check for an attached leader."""
    text = "b1 0505 firelock N 16; r1 0504 pike S 6; rl 0504 leader on=r1"
    for face, left in ((7, 4), (9, 3)):
        field = Field(text).open("offensive_fire").do("target r1", face, 6)
        assert field.piece("r1").strength == left
        assert field.piece("rl").status == "attached"


def test_a_leader_without_a_unit_is_never_at_risk() -> None:
    """[3.4] Only attached leaders are checked."""
    field = Field("b1 0505 firelock N 16; r1 0504 pike S 6; rl 0504 leader").open("offensive_fire")
    field.do("target r1", 9)
    assert field.piece("rl").status == "detached"


def test_the_enemy_fires_first() -> None:
    """[7.1] Results are applied before the active side fires."""
    parts = Field("").rules.nodes["player_turns"].parts
    assert parts.index("defensive_fire") < parts.index("offensive_fire") < parts.index("charges")


def test_each_unit_fires_once() -> None:
    """[7.1] At one target."""
    field = Field("b1 0505 firelock N 6; r1 0504 pike S; r2 0404 pike S").open("offensive_fire")
    assert field.offers("target") == ["target r1", "target r2"]
    field.do("target r1", 1)
    assert field.step == "rest"  # nobody is left to fire


def test_several_may_fire_at_one_target() -> None:
    """[7.1] One after another or all at once."""
    text = "b1 0505 firelock N 6; b2 0405 firelock N 6; r1 0404 pike S; r2 0504 pike S"
    field = Field(text).open("offensive_fire").do("target r1")
    assert set(field.offers()) == {"add b1", "add b2", "all"}
    field.do("add b1")
    assert set(field.offers()) == {"fire", "add b2"}
    assert field.do("add b2", 1).rolled() == [("Desultory", [2])]


def test_chargers_do_not_fire() -> None:
    """[7.1] And the charged fire at their chargers only."""
    text = "b1 0505 firelock N 6; b2 0605 firelock N 6; r1 0504 firelock S 6"
    field = Field(text).march("b1", 10).do("charge 0504 0505").open("offensive_fire").do("target r1", 1)
    assert ["fired" in field.piece(id_).marks for id_ in ("b1", "b2")] == [False, True]
    field = Field(text).march("b1", 10).do("charge 0504 0505")
    assert field.open("defensive_fire", "red").offers() == ["target b1", "pass"]


@pytest.mark.parametrize(
    ("firer", "inside", "outside"),
    [
        ("firelock N", "0504 0404", "0604 0405 0506"),
        ("light N", "0504 0404 0503 0603 0403", "0604 0505"),
        ("heavy N", "0504 0404 0503 0501 0502", "0603 0403"),
        ("skirmish N", "0504 0404 0405 0605 0604", "0506 0406"),
        ("pike N square", "0504 0404 0405 0605 0506 0406", ""),
    ],
)
def test_arcs_of_fire(firer: str, inside: str, outside: str) -> None:
    """[7.2] Foot 45 degrees, light guns 60, heavy guns 30, skirmishers half a circle, squares all round."""
    field = Field(f"b1 0505 {firer}")
    piece = field.piece("b1")
    assert [label for label in inside.split() if not in_fire_arc(field.rules, piece, field.at(label))] == []
    others = [label for label in outside.split() if label != "0505"]
    assert [label for label in others if in_fire_arc(field.rules, piece, field.at(label))] == []


def test_the_arc_of_light_guns() -> None:
    """[7.2] House rule: 60 or 45 degrees."""
    wide = Field("b1 0505 light N")
    narrow = Field("b1 0505 light N", light_gun_arc="forty_five")
    hexes = [hex_ for hex_ in wide.rules.board.hexes if in_fire_arc(wide.rules, wide.piece("b1"), hex_)]
    fewer = [hex_ for hex_ in hexes if in_fire_arc(narrow.rules, narrow.piece("b1"), hex_)]
    assert len(fewer) < len(hexes)


@pytest.mark.parametrize(
    ("more", "terrain", "level", "seen"),
    [
        ("", {}, {}, True),
        ("", {"0503": "woods"}, {}, False),
        ("", {"0503": "village"}, {}, False),
        ("", {}, {"0503": 1}, False),
        ("", {}, {"0503": 1, "0505": 1}, True),
        ("; b2 0503 pike N", {}, {}, False),
        ("; b2 0503 skirmish N", {}, {}, True),
        ("; r2 0503 pike S", {}, {}, False),
        ("; b2 0503 pike N", {}, {"0505": 1}, True),
    ],
)
def test_lines_of_fire(more: str, terrain: dict[str, str], level: dict[str, int], seen: bool) -> None:
    """[7.2] Woods, buildings, higher ground and formed units block; guns fire over lower ground."""
    field = Field(f"b1 0505 light N; r1 0501 pike S{more}", terrain=terrain, level=level)
    assert can_fire_at(field.rules, field.state, field.piece("b1"), field.piece("r1")) == seen


def test_visibility() -> None:
    """[7.2] A scenario may limit sight."""
    field = Field("b1 0509 light N; r1 0501 pike S", scenario={"visibility": 7})
    assert not can_fire_at(field.rules, field.state, field.piece("b1"), field.piece("r1"))


def test_a_leader_of_guns_directs_one_fire() -> None:
    """[7.8] +1, once in a player turn, and only for guns."""
    text = "b1 0505 heavy N; b2 0705 heavy N; bl 0118 leader gunner; r1 0504 pike S; r2 0704 pike S"
    field = Field(text).open("offensive_fire").do("target r1")
    assert field.offers() == ["fire", "direct bl"]
    field.do("direct bl", 1)
    assert field.rolled()[0][1] == [-2, 1]
    assert field.do("target r2", 1).rolled()[0][1] == [-2]
