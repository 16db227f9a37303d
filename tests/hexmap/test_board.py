"""The board: what lies where, what is refused, and that nothing can change it."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmap.board import Board, Feature, Objective, OffMapError, Place, Road
from hexmap.coords import Grid, Hex, Hexside, LabelError, hexside, is_adjacent, neighbours, within

GRID = Grid(6, 5)


def at(label: str) -> Hex:
    return GRID.parse(label)


def board(grid: Grid = GRID, **more: Any) -> Board:
    """A clear, level board with whatever else is handed in."""
    return Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0), **more)


def side(a: str, b: str) -> Hexside:
    return hexside(at(a), at(b))


OFF_MAP = GRID.hex_at(7, 3)

grids = st.builds(
    Grid,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    orientation=st.sampled_from(("flat", "pointy")),
    shifted=st.sampled_from(("even", "odd")),
    first_column=st.integers(0, 2),
    first_row=st.integers(0, 2),
)

# --- hexes -----------------------------------------------------------------------------------------


@given(grids)
def test_neighbours_are_the_adjacent_hexes_on_the_map(grid: Grid) -> None:
    ground = board(grid)
    for hex_ in grid:
        assert ground.neighbours(hex_) == tuple(near for near in neighbours(hex_) if near in grid)


@given(grids)
def test_links_say_the_same_in_small_numbers(grid: Grid) -> None:
    ground = board(grid)
    assert ground.hexes == tuple(grid)
    assert [ground.index[hex_] for hex_ in ground.hexes] == list(range(len(grid)))
    for number, hex_ in enumerate(ground.hexes):
        for direction, linked in enumerate(ground.links[number]):
            there = hex_.step(direction)
            assert linked == (ground.index[there] if there in grid else -1)


@given(grids)
def test_the_map_edge_is_what_has_the_void_beside_it(grid: Grid) -> None:
    numbers = {hex_: grid.numbers(hex_) for hex_ in grid}
    outer_columns = {grid.first_column, grid.first_column + grid.columns - 1}
    outer_rows = {grid.first_row, grid.first_row + grid.rows - 1}
    rim = {hex_ for hex_, (column, row) in numbers.items() if column in outer_columns or row in outer_rows}
    assert board(grid).map_edge() == rim


def test_terrain_elevation_and_labels() -> None:
    ground = Board(
        GRID,
        {hex_: "woods" if hex_ == at("0203") else "clear" for hex_ in GRID},
        {hex_: 2 if hex_ == at("0203") else -1 for hex_ in GRID},
    )
    assert ground.terrain_at(ground.at("0203")) == "woods"
    assert ground.elevation_at(ground.at("0203")) == 2
    assert ground.elevation_at(ground.at("0204")) == -1
    assert ground.label(ground.at("0203")) == "0203"
    assert at("0203") in ground
    assert OFF_MAP not in ground


@pytest.mark.parametrize(
    "ask",
    [
        lambda ground: ground.check(OFF_MAP),
        lambda ground: ground.neighbours(OFF_MAP),
        lambda ground: ground.terrain_at(OFF_MAP),
        lambda ground: ground.elevation_at(OFF_MAP),
        lambda ground: ground.between(at("0603"), OFF_MAP),
        lambda ground: ground.between(OFF_MAP, at("0603")),
        lambda ground: ground.road_between(at("0603"), OFF_MAP),
        lambda ground: ground.road_between(OFF_MAP, at("0603")),
        lambda ground: ground.has_feature(OFF_MAP, at("0603"), "wall"),
    ],
)
def test_every_question_about_a_hex_off_the_map_names_it(ask: Any) -> None:
    with pytest.raises(OffMapError, match="hex 0703 is off the map"):
        ask(board())


def test_a_label_off_the_map_is_refused_by_name() -> None:
    with pytest.raises(LabelError, match="'0703' is off the map, which runs from 0101 to 0605"):
        board().at("0703")


# --- what a board is refused for -------------------------------------------------------------------


@pytest.mark.parametrize("what", ["terrain", "elevation"])
def test_every_hex_needs_terrain_and_elevation(what: str) -> None:
    given = {"terrain": dict.fromkeys(GRID, "clear"), "elevation": dict.fromkeys(GRID, 0)}
    del given[what][at("0304")]
    with pytest.raises(ValueError, match=f"hex 0304 has no {what}"):
        Board(GRID, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("what", ["terrain", "elevation"])
def test_no_hex_off_the_map_has_any(what: str) -> None:
    given = {"terrain": dict.fromkeys(GRID, "clear"), "elevation": dict.fromkeys(GRID, 0)}
    given[what][OFF_MAP] = given[what][at("0101")]
    with pytest.raises(OffMapError, match=f"{what} is given for hex 0703, which is off the map"):
        Board(GRID, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "more",
    [
        {"features": {hexside(at("0603"), OFF_MAP): (Feature("stream"),)}},
        {"roads": (Road("road", (at("0603"), OFF_MAP)),)},
        {"places": (Place("Nowhere", OFF_MAP),)},
        {"objectives": (Objective(OFF_MAP),)},
        {"areas": {"wood": frozenset({OFF_MAP})}},
        {"edges": {"east": frozenset({at("0603"), OFF_MAP})}},
    ],
)
def test_nothing_may_lie_off_the_map(more: dict[str, Any]) -> None:
    with pytest.raises(OffMapError, match="hex 0703 is off the map"):
        board(**more)


def test_a_hexside_out_of_order_would_never_be_found() -> None:
    backwards = Hexside(*reversed(side("0202", "0203")))
    with pytest.raises(ValueError, match="0203/0202 is out of order"):
        board(features={backwards: (Feature("stream"),)})


def test_features_lie_between_adjacent_hexes() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        board(features={Hexside(at("0101"), at("0103")): (Feature("stream"),)})


def test_the_inside_of_a_redoubt_is_one_of_its_two_hexes() -> None:
    with pytest.raises(ValueError, match="the inside of the redoubt on 0202/0203 must be one of the two"):
        board(features={side("0202", "0203"): (Feature("redoubt", inside=at("0404")),)})


def test_a_road_does_not_leap() -> None:
    with pytest.raises(ValueError, match="a trail leaps from hex 0102 to 0104"):
        board(roads=(Road("trail", (at("0101"), at("0102"), at("0104"))),))


# --- hexsides, roads, names ------------------------------------------------------------------------


def test_features_are_found_from_both_hexes() -> None:
    wall = Feature("wall", inside=at("0203"), name="the park wall")
    ground = board(features={side("0202", "0203"): (Feature("stream"), wall)})
    for a, b in ((at("0202"), at("0203")), (at("0203"), at("0202"))):
        assert ground.between(a, b) == (Feature("stream"), wall)
        assert ground.has_feature(a, b, "wall")
        assert not ground.has_feature(a, b, "bridge")
    assert ground.between(at("0101"), at("0102")) == ()


def test_there_is_nothing_between_hexes_that_do_not_touch() -> None:
    for ask in (board().between, board().road_between):
        with pytest.raises(ValueError, match="not adjacent"):
            ask(at("0101"), at("0103"))


def test_a_road_joins_only_the_hexes_of_its_path() -> None:
    """Two neighbouring road hexes are no road between them unless the path passes their hexside."""
    road = Road("road", tuple(at(label) for label in ("0101", "0201", "0202")))
    trail = Road("trail", (at("0201"), at("0101")))
    ground = board(roads=(road, trail))
    assert ground.road_between(at("0101"), at("0201")) == {"road", "trail"}
    assert ground.road_between(at("0202"), at("0201")) == {"road"}
    assert is_adjacent(at("0202"), at("0102"))
    assert ground.road_between(at("0202"), at("0102")) == frozenset()
    assert list(road.hexsides()) == [side("0101", "0201"), side("0201", "0202")]
    assert set(ground.road_kinds) == {side("0101", "0201"), side("0201", "0202")}


def test_names_are_found_by_hex() -> None:
    ground = board(places=(Place("Ligny", at("0303"), "village"),))
    assert ground.name_at[at("0303")] == "Ligny"
    assert at("0304") not in ground.name_at


def test_words_a_ruleset_does_not_know_are_listed() -> None:
    ground = board(
        features={side("0202", "0203"): (Feature("stream"), Feature("moat"))},
        roads=(Road("road", (at("0101"), at("0201"))), Road("canal", (at("0101"), at("0102")))),
    )
    assert ground.words() == {
        "terrain": {"clear"},
        "hexside": {"stream", "moat"},
        "road": {"road", "canal"},
    }
    known = {"terrain": ["clear", "woods"], "hexside": ["stream"], "road": ["road"]}
    assert ground.unknown_words(known) == [("hexside", "moat"), ("road", "canal")]
    assert ground.unknown_words({**known, "hexside": ["stream", "moat"], "road": ["canal", "road"]}) == []
    assert ("terrain", "clear") in ground.unknown_words({}), "a group nobody knows has no known words"


# --- a value that never changes --------------------------------------------------------------------


def test_changing_what_was_handed_in_changes_nothing() -> None:
    terrain = dict.fromkeys(GRID, "clear")
    wood = {at("0303")}
    found = [Feature("stream")]
    ground = Board(
        GRID,
        terrain,
        dict.fromkeys(GRID, 0),
        features={side("0202", "0203"): found},  # type: ignore[dict-item]
        areas={"wood": wood},  # type: ignore[dict-item]
    )
    terrain[at("0101")] = "marsh"
    wood.add(at("0304"))
    found.append(Feature("wall"))
    assert ground.terrain_at(at("0101")) == "clear"
    assert ground.areas["wood"] == {at("0303")}
    assert ground.between(at("0202"), at("0203")) == (Feature("stream"),)


def test_a_board_refuses_to_be_written_on() -> None:
    ground = board(features={side("0202", "0203"): (Feature("stream"),)})
    for mapping in (ground.terrain, ground.elevation, ground.features, ground.areas, ground.edges):
        with pytest.raises(TypeError):
            mapping[at("0101")] = "marsh"  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        ground.name = "another"  # type: ignore[misc]


def test_boards_are_compared_by_what_lies_on_them() -> None:
    one, same = board(name="test"), board(name="test")
    other = Board(GRID, {**one.terrain, at("0101"): "woods"}, one.elevation, name="test")
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert {one: "here"}[same] == "here"
    assert other not in {one: "here"}
    assert one.links, "asking a question leaves nothing behind that a comparison would see"
    assert one == same


def test_a_changed_copy_keeps_the_rest() -> None:
    ground = board(areas={"wood": frozenset({at("0303")})})
    renamed = dataclasses.replace(ground, name="renamed")
    assert (renamed.name, renamed.areas, renamed.terrain) == ("renamed", ground.areas, ground.terrain)


def test_a_board_can_be_copied_and_sent_to_another_process() -> None:
    ground = board(
        features={side("0202", "0203"): (Feature("wall", at("0203")),)},
        roads=(Road("road", (at("0101"), at("0201"))),),
        areas={"wood": frozenset(within(at("0303"), 1))},
        title="A test",
    )
    assert ground.links
    for twin in (pickle.loads(pickle.dumps(ground)), copy.deepcopy(ground), copy.copy(ground)):
        assert twin == ground
        assert twin.neighbours(at("0303")) == ground.neighbours(at("0303"))
        with pytest.raises(TypeError):
            twin.terrain[at("0101")] = "marsh"
