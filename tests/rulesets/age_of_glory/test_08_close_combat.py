"""[8] Charges, countercharges, and every line and result of close combat."""

from __future__ import annotations

import pytest

from game.core.modifiers import total
from game.rulesets.age_of_glory.melee import Situation, assess, combat_at
from hexmap.coords import distance
from tests.rulesets.age_of_glory.field import Field


def charged(text: str, *chargers: str, target: str = "0504", **more: object) -> Field:
    """A position in which units stand in contact with a hex they charge."""
    field = Field(text, **more)  # type: ignore[arg-type]
    for id_ in chargers or ("b1",):
        field.fact(f"charge:{id_}", target)
        piece = field.piece(id_)
        field.state = field.state.with_piece(piece._replace(marks=piece.marks | {"charging"}))
    return field


def mark(field: Field, id_: str, *marks: str) -> Field:
    piece = field.piece(id_)
    field.state = field.state.with_piece(piece._replace(marks=piece.marks.union(marks)))
    return field


def situation(field: Field, target: str = "0504") -> Situation:
    return assess(field.rules, field.state, combat_at(field.rules, field.state, field.at(target)))


def attack(text: str, *chargers: str, **more: object) -> list[int]:
    return [line.value for line in situation(charged(text, *chargers, **more)).attack]


def defence(text: str, *chargers: str, **more: object) -> list[int]:
    return [line.value for line in situation(charged(text, *chargers, **more)).defence]


FOE = "r1 0504 firelock S 6 raw left=5"  # worn, raw: a line of +1 for its firelocks alone


# --- who charges whom --------------------------------------------------------------------------------


def test_a_charge_ends_next_to_its_target_with_the_target_in_front() -> None:
    """[8.1] From every hex it can strike from."""
    field = Field("b1 0508 shock N; r1 0504 pike S").march("b1", 10)
    assert {"charge 0504 0505", "charge 0504 0605"} <= set(field.offers("charge"))
    field.do("charge 0504 0505")
    assert field.where("b1") == "0505"
    assert field.state.fact("charge:b1") == "0504"


def test_half_a_move_is_enough_for_a_near_charge() -> None:
    """[8.1] Within what the march result allows."""
    assert Field("b1 0508 shock N; r1 0504 pike S").march("b1", 3).offers("charge")
    assert not Field("b1 0510 shock N; r1 0504 pike S").march("b1", 3).offers("charge")


@pytest.mark.parametrize(
    ("charger", "target", "allowed"),
    [
        ("pike N", "r1 0504 pike S", True),
        ("pike N supported_line", "r1 0504 pike S", True),
        ("pike N field_column", "r1 0504 pike S", True),
        ("pike N march_column", "r1 0504 pike S", False),
        ("pike N road_column", "r1 0504 pike S", False),
        ("pike N march_column", "r1 0504 light S limbered", True),
        ("pike N march_column", "r1 0504 light S", False),
        ("pike N square", "r1 0504 pike S", False),
        ("pike N", "r1 0504 shock S", False),
        ("pike N", "r1 0504 shock S disordered", True),
        ("shock N", "r1 0504 shock S", True),
        ("skirmish N", "r1 0504 pike S", False),
        ("skirmish N", "r1 0504 skirmish S", True),
        ("skirmish N", "r1 0504 light S", True),
    ],
)
def test_who_may_charge_whom(charger: str, target: str, allowed: bool) -> None:
    """[8.1] By arm and formation."""
    field = Field(f"b1 0505 {charger}; {target}").march("b1", 10)
    assert bool(field.offers("charge")) == allowed


def test_foot_may_charge_horse_by_house_rule_or_from_its_flank() -> None:
    """[8.1] Not its front."""
    assert Field("b1 0505 pike N; r1 0504 shock S", foot_on_horse="allowed").march("b1", 10).offers("charge")
    assert Field("b1 0505 pike N; r1 0504 shock N").march("b1", 10).offers("charge")


def test_no_charge_over_closed_ground() -> None:
    """[8.1] A river without a crossing keeps them apart."""
    edge = {"0505/0504": "river"}
    assert (
        "charge 0504 0505" not in Field("b1 0505 pike N; r1 0504 pike S", edge=edge).march("b1", 10).offers()
    )


def test_countercharge() -> None:
    """[8.1] Horse in good order that is charged in front is asked, and then does not stand still."""
    field = Field("b1 0506 shock N; r1 0504 pistoleer S").march("b1", 10).do("charge 0504 0505")
    assert (field.step, field.asked) == ("countercharge", "red")
    field.do("countercharge")
    assert "countercharge" in field.piece("r1").marks
    assert -2 not in [line.value for line in situation(field).defence]
    stands = Field("b1 0506 shock N; r1 0504 pistoleer S").march("b1", 10).do("charge 0504 0505").do("stand")
    assert -2 in [line.value for line in situation(stands).defence]


def test_horse_that_countercharges_may_fire_first() -> None:
    """[7.1, 8.1] It is charged, so it fires at its charger like everybody who is."""
    field = Field("b1 0506 shock N; r1 0504 pistoleer S").march("b1", 10).do("charge 0504 0505")
    field.do("countercharge").open("defensive_fire", "red")
    assert field.offers("target") == ["target b1"]


@pytest.mark.parametrize(
    "target",
    ["pistoleer N", "pistoleer S disordered", "pistoleer S march_column", "dragoons S dismounted", "pike S"],
)
def test_nobody_else_is_asked_to_countercharge(target: str) -> None:
    """[8.1] Not from behind, not in disorder, not in a march column, not foot."""
    field = Field(f"b1 0506 shock N; r1 0504 {target}").march("b1", 10).do("charge 0504 0505")
    assert field.step != "countercharge"


@pytest.mark.parametrize(
    ("start", "place", "facing", "flank"),
    [
        ("0506", "0505", "S", False),  # front
        ("0506", "0505", "N", True),  # rear
        ("0506", "0605", "N", True),
        ("0706", "0604", "S", False),  # began in front, ends on the flank: frontal
        ("0704", "0604", "S", True),  # began and ends in its own row: flank
        ("0704", "0605", "S", False),  # began on the flank, ends in front: frontal
    ],
)
def test_outflanking_must_begin_and_end_there(start: str, place: str, facing: str, flank: bool) -> None:
    """[8.2] A charge counts as a flank charge only if it began behind the flank."""
    field = Field(f"b1 {start} shock N; r1 0504 pike {facing}").march("b1", 10)
    field.do(f"charge 0504 {place}")
    assert ("outflanks" in field.piece("b1").marks) == flank


def test_squares_and_skirmishers_have_no_flank() -> None:
    """[8.2] Nor units in a village."""
    for target, terrain in (("pike N square", {}), ("pike N", {"0504": "village"})):
        field = Field(f"b1 0506 shock N; r1 0504 {target}", terrain=terrain).march("b1", 10)
        field.do("charge 0504 0505")
        assert "outflanks" not in field.piece("b1").marks


# --- the lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "value"), [("bl 0505 leader on=b1", 1), ("bl 0505 leader on=b1 charismatic", 2)]
)
def test_leaders(leader: str, value: int) -> None:
    """[8.3] +1 for leaders, +2 if one is charismatic; never more."""
    assert attack(f"b1 0505 pike N raw left=4; {leader}; {FOE}") == [value, 3, -2]
    assert attack(f"b1 0505 pike N raw left=4; {leader}; bm 0505 leader on=b1; {FOE}") == [value, 3, -2]


def test_leaders_added_by_house_rule() -> None:
    """[8.3] A charismatic leader in place of a leader, or on top of him."""
    text = f"b1 0505 pike N raw left=4; bl 0505 leader on=b1 charismatic; {FOE}"
    assert attack(text, steps_of_modifiers="added") == [2, 1, 3, -2]


@pytest.mark.parametrize(("stands", "value"), [(9, None), (10, 2), (14, 2), (15, 3), (20, 3)])
def test_numbers(stands: int, value: int | None) -> None:
    """[8.3] 2 to 1 +2, 3 to 1 +3."""
    lines = attack(f"b1 0505 pike N {stands} raw; {FOE}")
    assert lines == ([value] if value else []) + [3, 2]


def test_numbers_added_by_house_rule() -> None:
    """[8.3] 3 to 1 in place of 2 to 1, or on top of it."""
    assert attack(f"b1 0505 pike N 15 raw; {FOE}", steps_of_modifiers="added") == [3, 2, 3, 2]


def test_incidental_stands_count_for_numbers_only() -> None:
    """[8.2] Friends in good order next to the fight with no other enemy next to them."""
    text = f"b1 0505 pike N 6 raw; {FOE}"
    assert attack(f"{text}; b2 0605 pike N 6 elite") == [2, 3, 2]
    assert attack(f"{text}; b2 0605 pike N 6 elite disordered") == [3, 2]
    assert attack(f"{text}; b2 0605 pike N 6 elite; r2 0705 pike S") == [3, 2]


def test_the_rear_of_a_column_is_incidental() -> None:
    """[8.2] Two stands of a field column fight, all of them count for numbers."""
    assert attack(f"b1 0505 pike N 10 raw field_column; {FOE}") == [2, 3, 2]


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("pike", "pike", [3]),
        ("firelock", "firelock", [1]),
        ("pike", "firelock", [2]),
        ("shock", "shock", [3]),
        ("pistoleer", "pistoleer", [1]),
        ("shock", "pistoleer", [2]),
        ("pike", "shock", [3, 3]),
        ("firelock", "pistoleer", [1, 1]),
    ],
)
def test_weapons(first: str, second: str, value: list[int]) -> None:
    """[8.3, AG-9] At most once for each weapon; a mixture has +2 instead."""
    foe = "r1 0504 firelock S 9 raw left=7"
    text = f"b1 0505 {first} N 6 raw left=4; b2 0605 {second} N 6 raw left=4; {foe}"
    assert attack(text, "b1", "b2") == [*value, -2]


@pytest.mark.parametrize(("text", "lines"), [("dragoons N dismounted", [1, -2]), ("skirmish N", [-2])])
def test_who_skirmishes_has_the_weapon_he_is_given(text: str, lines: list[int]) -> None:
    """[8.3] Dismounted dragoons have firelocks; other skirmishers have what the scenario says."""
    field = Field(f"b1 0505 {text} left=4; r1 0504 skirmish S").fact("charge:b1", "0504")
    assert [line.value for line in situation(field).attack if line.why != "regular"] == lines


def test_mixed_arms_by_house_rule() -> None:
    """[8.3] Pikes and shock horse: both, or the better."""
    text = "b1 0505 pike N 6 raw left=4; b2 0605 pistoleer N 6 raw left=4; r1 0504 firelock S 9 raw left=7"
    assert attack(text, "b1", "b2", mixed_arms="best") == [3, -2]


def test_supported_formations() -> None:
    """[8.3] +1 if half or more of the stands are supported; a flank charge takes it away."""
    assert attack(f"b1 0505 pike N supported_line raw; {FOE}") == [3, 1, 2]
    assert attack(f"b1 0505 pike N field_column raw; {FOE}") == [3, 2]
    text = "b1 0505 shock N raw; r1 0504 pike N supported_line raw"
    assert defence(text) == [3, 1, 2]
    flanked = mark(charged(text), "b1", "outflanks")
    assert [line.value for line in situation(flanked).defence] == [3, 2]
    kept = mark(charged(text, support_outflanked="kept"), "b1", "outflanks")
    assert [line.value for line in situation(kept).defence] == [3, 1, 2]


def test_breakthrough_line() -> None:
    """[8.3] +1 for each unit advancing in breakthrough."""
    text = "b1 0505 shock N raw; b2 0605 shock N raw; r1 0504 firelock S 9 raw left=7"
    field = mark(mark(charged(text, "b1", "b2"), "b1", "breakthrough"), "b2", "breakthrough")
    assert [line.value for line in situation(field).attack] == [3, 2, 2]


@pytest.mark.parametrize(
    ("target", "lines"),
    [
        ("pike S raw disordered", [3, -2, 2]),
        ("skirmish S raw", [-2, 2]),
        ("pistoleer S raw", [1, -2, 2]),
        ("pistoleer S raw disordered", [1, -2, 2]),
        ("pike S raw", [3, 2]),
        ("light S", [-2]),
        ("light S silenced", [-2]),
    ],
)
def test_unready(target: str, lines: list[int]) -> None:
    """[8.3] Disordered, skirmishing, stationary horse or lone guns -2, once."""
    attacker = "b1 0505 shock N 1 raw" if "light" in target else "b1 0505 shock N 6 raw"
    assert defence(f"{attacker}; r1 0504 {target}") == lines


def test_an_attached_battery_is_ready() -> None:
    """[8.3, 6.3] With troops in its hex; a silenced one counts, but not for half of the stands."""
    text = "b1 0505 shock N 6 raw; r1 0504 pike S 5 raw; r2 0504 light S"
    assert defence(text) == [3, 2]
    assert defence(text.replace("light S", "light S silenced")) == [3, 2]


def test_stands_lost_in_this_fire_phase() -> None:
    """[8.3] -1 each."""
    field = charged(f"b1 0505 pike N raw; {FOE}").fact("lost:b1", 2)
    assert [line.value for line in situation(field).attack] == [3, -2, 2]


@pytest.mark.parametrize(("terrain", "value"), [("vines", 1), ("woods", 2), ("walled_town", 3)])
def test_cover(terrain: str, value: int) -> None:
    """[8.3] For the defender alone."""
    text = "b1 0505 shock N raw; r1 0504 pike S raw"
    assert defence(text, terrain={"0504": terrain}) == [3, value, 2]
    assert attack(text, terrain={"0505": terrain}) == [3, 2]


def test_outflanking() -> None:
    """[8.3] +3 for the attacker, once."""
    text = "b1 0505 shock N raw; b2 0605 shock N raw; r1 0504 pike N 8 raw"
    field = mark(mark(charged(text, "b1", "b2"), "b1", "outflanks"), "b2", "outflanks")
    assert [line.value for line in situation(field).attack] == [3, 3, 2]


@pytest.mark.parametrize(
    ("first", "second", "lines"),
    [
        ("6", "6", [3, 2]),  # fresh
        ("6 left=3", "6 left=3", [3, -2]),  # spent
        ("6", "12 left=6", [3, 0]),  # half fresh, half spent
        ("8", "12 left=6", [3, 2]),
        ("6 left=5", "9 left=5", [3, 2]),
    ],
)
def test_fresh_and_spent(first: str, second: str, lines: list[int]) -> None:
    """[8.3] By half of the participating stands; exactly half each counts nothing."""
    text = f"b1 0505 pike N {first}; b2 0605 pike N {second}; r1 0504 firelock S 12"
    grade = [1]
    found = attack(text, "b1", "b2")
    assert found == [*lines, *grade]


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("elite", "elite", [3]),
        ("", "", [1]),
        ("elite", "", [2]),
        ("raw", "raw", []),
        ("elite", "raw", [3]),
        ("", "raw", [1]),
    ],
)
def test_grades(first: str, second: str, line: list[int]) -> None:
    """[8.3] Elite +3, regular +1, half and half +2, raw nothing."""
    text = f"b1 0505 pike N 6 {first}; b2 0605 pike N 6 {second}; r1 0504 firelock S 12"
    assert attack(text, "b1", "b2") == [3, 2, *line]


def test_ag_5_shock_charge() -> None:
    """[AG-5] +10 and 4 are 14 against 0 and 6: a difference of 8, Shattered."""
    text = (
        "b1 0505 shock N 6 elite nation=french; bl 0505 leader on=b1 charismatic;"
        "r1 0504 pistoleer S 6 left=5; r2 1515 pike S"
    )
    field = charged(text.replace("left=5", "left=4"))
    found = situation(field)
    assert total(found.attack) == 10
    assert total(found.defence) == 0
    field.open("charges").settle(4, 6)
    field.do(field.offers()[0])
    defender = field.piece("r1")
    assert (defender.status, defender.strength) == ("disordered", 2)
    assert field.where("b1") == "0504"
    assert field.state.fact("break:b1") == "must"
    field.open("cleanup", None).settle()
    assert field.piece("b1").status == "disordered"


# --- the results -------------------------------------------------------------------------------------


def fought(attack_face: int, defence_face: int, text: str = "", **more: object) -> Field:
    """A combat of even modifiers (+3 weapon, +2 fresh): the difference is that of the faces."""
    text = text or "b1 0508 pike N 6 raw; r1 0507 pike S 6 raw"
    field = charged(text, target="0507", **more).open("charges").settle(attack_face, defence_face)
    for _each in range(6):
        if field.step != "retreat":
            break
        field.do(field.offers()[0])
    return field


def gone(field: Field, id_: str) -> int:
    """How far a unit stands from the hex that was fought for."""
    hex_ = field.piece(id_).hex
    assert hex_ is not None
    return distance(hex_, field.at("0507"))


@pytest.mark.parametrize(
    ("faces", "hexes", "stands"),
    [((10, 2), 4, 4), ((8, 3), 2, 5), ((6, 5), 2, 6), ((6, 3), 2, 6)],
)
def test_the_defender_is_beaten(faces: tuple[int, int], hexes: int, stands: int) -> None:
    """[8.4] Shattered four hexes and two stands, driven back two and one, withdrawal two and none."""
    field = fought(*faces)
    loser = field.piece("r1")
    assert (gone(field, "r1"), loser.strength, loser.status) == (hexes, stands, "disordered")
    assert field.where("b1") == "0507"


@pytest.mark.parametrize(
    ("faces", "hexes", "stands"),
    [((2, 10), 4, 4), ((3, 8), 2, 5), ((5, 6), 2, 6)],
)
def test_the_attacker_is_beaten(faces: tuple[int, int], hexes: int, stands: int) -> None:
    """[8.4] The same for the attacker; the defender holds."""
    field = fought(*faces)
    loser = field.piece("b1")
    assert (gone(field, "b1"), loser.strength, loser.status) == (hexes + 1, stands, "disordered")
    assert (field.where("r1"), field.piece("r1").strength, field.piece("r1").status) == ("0507", 6, "good")


def test_locked_combat_is_fought_again_with_new_modifiers() -> None:
    """[8.4] Each side is disordered and loses a stand; then dice fall again."""
    field = charged("b1 0508 pike N 6 raw; r1 0507 pike S 6 raw", target="0507")
    field.open("charges").settle(5, 5, 5, 5, 9, 1)
    assert field.piece("b1").status == "disordered"
    assert field.piece("b1").strength == 4
    rolls = [lines for _reading, lines in field.rolled()]
    assert rolls[::2] == [[3, 2, -3, -2], [3, -2, 2, -3, 2, -2], [3, -2, -2, -3, 2, 2]]


def test_locked_combat_wrecks_a_lone_battery() -> None:
    """[8.4] A battery has no troop stand to lose; the attacker then takes its place."""
    text = "b1 0508 pike N 6 raw left=2; r1 0507 light S; r2 1515 pike S"
    field = charged(text, target="0507").open("charges").settle(1, 6)  # 1 + 3 against 6 - 2
    assert field.piece("r1").status == "wrecked"
    assert field.where("b1") == "0507"


def test_shattered_takes_leader_and_battery() -> None:
    """[8.5, AG-7] A difference of 12: four stands, the leader and the battery are captured."""
    text = "b1 0508 pike N 6 raw; r1 0507 pike S 6 raw; r2 0507 light S; rl 0507 leader on=r1; r3 1515 pike S"
    field = charged(text, target="0507").fact("lost:r1", 4)
    assert situation(field, "0507").balance == 3
    field.open("charges").settle(10, 1)
    field.do(field.offers("retreat")[0])
    assert (field.piece("r1").strength, field.piece("r1").status) == (2, "disordered")
    assert field.piece("rl").status == "captured"
    assert field.piece("r2").status == "captured"


def test_driven_back_damages_a_battery() -> None:
    """[8.4] And silences it."""
    text = "b1 0508 pike N 6 raw; r1 0507 pike S 6 raw; r2 0507 light S; r3 1515 pike S"
    guns = fought(8, 3, text).piece("r2")
    assert (guns.status, "damaged" in guns.marks) == ("silenced", True)


def test_withdrawal_silences_a_battery() -> None:
    """[8.4] It goes back half a move."""
    text = "b1 0508 pike N 6 raw; r1 0507 pike S 6 raw; r2 0507 light S; r3 1515 pike S"
    field = fought(6, 5, text)
    assert (field.piece("r2").status, "damaged" in field.piece("r2").marks) == ("silenced", False)
    assert gone(field, "r2") == 2


def test_a_leader_of_beaten_attackers_is_captured() -> None:
    """[8.4] When they are shattered."""
    text = "b1 0508 pike N 6 raw left=5; r1 0507 pike S 6 raw; bl 0508 leader on=b1; b2 0115 pike N"
    field = charged(text, target="0507").open("charges").settle(1, 10)
    assert field.piece("bl").status == "captured"


BEATEN = "b1 0508 pike N 6 raw; b2 0408 pike N 7 raw; r1 0507 pike S 9 raw"


def test_the_owner_of_several_beaten_units_says_which_loses_a_stand() -> None:
    """[8.4] Losses are those of the side, not of each unit."""
    field = charged(BEATEN, "b1", "b2", target="0507").open("charges").settle(3, 8)
    assert (field.step, field.asked) == ("losses", "blue")
    assert field.offers() == ["lose b1", "lose b2"]
    field.do("lose b1")
    assert [field.piece(id_).strength for id_ in ("b1", "b2")] == [5, 7]
    assert field.step == "retreat"


def test_every_stand_is_asked_for() -> None:
    """[8.4, 8.5] Shattered two, and another for each point beyond ten; one unit may lose them all."""
    field = charged(BEATEN, "b1", "b2", target="0507").fact("lost:b1", 2).open("charges").settle(1, 10)
    assert [field.do("lose b1").step for _each in range(3)] == ["losses", "losses", "retreat"]
    assert [field.piece(id_).strength for id_ in ("b1", "b2")] == [3, 7]


def test_the_last_unit_loses_what_is_left() -> None:
    """[8.4] Nobody is asked when there is nothing to choose."""
    text = BEATEN.replace("b1 0508 pike N 6 raw", "b1 0508 pike N 6 raw left=1")
    field = charged(text, "b1", "b2", target="0507").open("charges").settle(1, 10)
    assert field.step == "losses"
    field.do("lose b1")
    assert field.step == "retreat"
    assert (field.piece("b1").status, field.piece("b2").strength) == ("destroyed", 6)


@pytest.mark.parametrize(("loser", "condition"), [("b1", -2), ("b2", 2)])
def test_who_is_locked_says_which_unit_loses_a_stand_before_the_next_round(
    loser: str, condition: int
) -> None:
    """[8.4] The lines of the next round count what was chosen: raw troops are spent with 8 of 12 stands."""
    text = "b1 0508 pike N 12 raw left=9; b2 0408 pike N 6 raw; r1 0507 pike S 15 raw"
    field = charged(text, "b1", "b2", target="0507").open("charges").settle(5, 5)
    assert field.step == "losses"
    field.do(f"lose {loser}", 10, 1)
    assert field.rolled()[0][1] == [3, -2, condition, -3, 2, -2]


@pytest.mark.parametrize(("drawn", "left"), [("bl", "bm"), ("bm", "bl")])
def test_which_of_several_leaders_is_captured_is_drawn_by_lot(drawn: str, left: str) -> None:
    """[8.5] One leader; neither his own side nor the enemy picks him."""
    text = (
        "b1 0508 pike N 6 raw; r1 0507 pike S 6 raw; b2 0115 pike N;"
        "bl 0508 leader on=b1; bm 0508 leader on=b1 charismatic"
    )
    field = charged(text, target="0507").fact("lost:b1", 2).open("charges").settle(1, 10, drawn)
    assert (field.piece(drawn).status, field.piece(left).status) == ("captured", "attached")


def test_one_attacker_occupies() -> None:
    """[8.6] The owner says which."""
    text = "b1 0508 pike N 6 raw; b2 0408 pike N 6 raw; r1 0507 pike S 9 raw"
    field = charged(text, "b1", "b2", target="0507").open("charges").settle(2, 1)
    field.do(field.offers("retreat")[0])
    assert field.offers("occupy") == ["occupy b1", "occupy b2"]
    field.do("occupy b2")
    assert (field.where("b1"), field.where("b2")) == ("0508", "0507")


@pytest.mark.parametrize(
    ("faces", "tired"),
    [((6, 5), "b1"), ((5, 6), "r1")],
)
def test_horse_is_disordered_at_the_end_of_the_phase(faces: tuple[int, int], tired: str) -> None:
    """[8.7] Attacking horse that wins, defending horse that holds."""
    text = "b1 0508 shock N 6 raw; r1 0507 shock S 6 raw"
    field = mark(charged(text, target="0507"), "r1", "countercharge").open("charges").settle(*faces)
    if field.step == "retreat":
        field.do(field.offers()[0])
    assert field.piece(tired).status == "good"
    field.open("cleanup", None).settle()
    assert field.piece(tired).status == "disordered"


def test_foot_stays_in_order_after_a_win() -> None:
    """[8.7] Only horse is disordered by winning."""
    field = fought(6, 5).open("cleanup", None).settle()
    assert field.piece("b1").status == "good"


def test_a_charge_whose_target_is_gone_is_not_fought() -> None:
    """[8.1] Contact ends with the target."""
    field = charged("b1 0508 pike N; r1 0503 pike S", target="0507").open("charges").settle()
    assert field.step == "rest"
