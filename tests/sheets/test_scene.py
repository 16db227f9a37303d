"""A whole map as marks: heights, areas, patterns, roads, numbers, names."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given, settings

from game.sheets.marks import Fill, Numbers, Stamps, Stroke, Words
from game.sheets.names import overlap, placed_names, rough_width
from game.sheets.scene import (
    area_marks,
    contour_marks,
    grid_mark,
    map_scene,
    objective_spot,
    relief_marks,
    road_lines,
    with_rim,
)
from game.sheets.symbols import SYMBOLS
from game.sheets.terrain_art import PLANTINGS, Surroundings, lattice_spots, noise, spots, terrain_marks
from game.sheets.theme import read_theme
from hexmap.board import Board, Objective, Place
from hexmap.coords import Hex
from hexmap.layout import Box, Layout
from tests.hexmap.boards import boards, small_board

THEME = read_theme()


def layout_of(board: Board) -> Layout:
    return Layout(board.grid, 1.0)


def centres_of(board: Board) -> dict[Hex, tuple[float, float]]:
    return {hex_: layout_of(board).centre(hex_) for hex_ in board.hexes}


@settings(max_examples=40, deadline=None)
@given(boards())
def test_every_board_can_be_drawn(board: Board):
    scene = map_scene(board, THEME)
    assert all(math.isfinite(x + y) for x, y in _spots(scene.inner + scene.outer))
    for mark in scene.inner:
        if isinstance(mark, Stamps):
            assert all(layout_of(board).pick(*spot) is not None for spot in mark.spots)


def _spots(marks):
    for mark in marks:
        match mark:
            case Fill(rings=lines) | Stroke(lines=lines):
                yield from (spot for line in lines for spot in line)
            case Stamps(spots=found):
                yield from found
            case Numbers(labels=labels):
                yield from (spot for _, spot in labels)
            case Words(spot=spot):
                yield spot


# --- relief and areas -------------------------------------------------------------------------------------


def test_each_level_has_its_tint_and_contour():
    board = small_board(["....", "...."], ["0122", "0122"])
    fills = [mark.colour for mark in relief_marks(board, layout_of(board), THEME)]
    assert fills == [
        THEME.tint(0, 0, 2),
        THEME.sheet.shade,
        THEME.tint(1, 0, 2),
        THEME.sheet.shade,
        THEME.tint(2, 0, 2),
    ]
    assert len(list(contour_marks(board, layout_of(board), THEME))) == 2


def test_flat_ground_has_no_contour():
    board = small_board(["...", "..."], ["222", "222"])
    assert list(contour_marks(board, layout_of(board), THEME)) == []


def test_areas_run_on_under_the_edge_of_the_map():
    board = small_board(["ww", "ww"])
    shown = with_rim(board)
    assert set(board.hexes) < set(shown)
    fill, _ = area_marks(board, layout_of(board), THEME)
    assert isinstance(fill, Fill)
    (ring,) = fill.rings
    box = layout_of(board).bounds()
    assert min(x for x, _ in ring) < box.left
    assert max(y for _, y in ring) > box.bottom


def test_the_grid_draws_every_hexside_once():
    board = small_board(["...", "...", "..."])
    pairs = sum(len(board.neighbours(hex_)) for hex_ in board.hexes) // 2
    lines = grid_mark(board, layout_of(board), THEME).lines
    assert len(lines) == pairs
    assert len({frozenset((round(x, 6), round(y, 6)) for x, y in line) for line in lines}) == pairs


# --- patterns ---------------------------------------------------------------------------------------------


def test_every_pattern_of_the_theme_has_its_planting_and_symbol():
    patterns = {look.pattern for look in THEME.terrain.values()} | {THEME.terrain_fallback.pattern}
    assert patterns - {"none"} <= set(PLANTINGS)
    assert {planting.symbol for planting in PLANTINGS.values()} <= set(SYMBOLS)


@pytest.mark.parametrize("name", SYMBOLS)
def test_variants_of_a_symbol_have_the_same_parts_within_its_square(name: str):
    shapes = [[part.role for part in variant] for variant in SYMBOLS[name]]
    assert all(shape == shapes[0] for shape in shapes)
    for variant in SYMBOLS[name]:
        bodies = [spot for part in variant if part.role != "shade" for line in part.shapes for spot in line]
        assert max(max(abs(x), abs(y)) for x, y in bodies) <= 0.52


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("per_side", [1, 2, 3, 4, 5, 6])
def test_a_hex_has_the_square_of_its_spots_per_side(orientation, per_side):
    assert len(lattice_spots(per_side, orientation)) == per_side**2


def test_noise_is_the_same_for_the_same_hex_and_spread_over_all():
    found = [noise(Hex(q, r), n) for q in range(-5, 5) for r in range(-5, 5) for n in range(10)]
    assert found == [noise(Hex(q, r), n) for q in range(-5, 5) for r in range(-5, 5) for n in range(10)]
    assert all(0 <= each < 1 for each in found)
    assert 0.45 < sum(found) / len(found) < 0.55


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("pattern", [name for name in PLANTINGS if name != "castle"])
def test_patterns_keep_off_roads_numbers_and_other_ground(orientation, pattern):
    board = small_board(["...", ".w.", "..."], roads={"0101 0201 0202 0203": "road"}, orientation=orientation)
    hex_ = board.at("0202")
    planting = PLANTINGS[pattern]
    around = Surroundings(board, THEME, has_numbers=True)
    roads = around.roads(hex_)
    assert len(roads) == 2
    for x, y in spots(around, hex_, planting):
        assert all(x * ux + y * uy <= 0.5 - planting.verge + 1e-9 for ux, uy in around.units)
        for (ux, uy), half_width in roads:
            along = min(max(x * ux + y * uy, 0), 0.5)
            assert math.hypot(x - along * ux, y - along * uy) > half_width
        assert abs(x) > 0.15 or abs(y + 0.41) > 0.05


def test_a_castle_stands_in_the_middle_even_on_a_road():
    board = small_board(["C.", ".."], roads={"0101 0102": "road"})
    (mark,) = terrain_marks(board, THEME, centres_of(board))
    assert isinstance(mark, Stamps)
    assert mark.spots == ((0.0, 0.0),)


@pytest.mark.parametrize("word", [word for word, look in THEME.terrain.items() if look.pattern != "none"])
def test_every_patterned_terrain_shows_its_symbol_even_in_a_single_hex(word: str):
    for orientation in ("flat", "pointy"):
        board = small_board(["."], orientation=orientation)
        board = dataclasses.replace(board, terrain=dict.fromkeys(board.hexes, word))
        (mark,) = terrain_marks(board, THEME, centres_of(board))
        assert isinstance(mark, Stamps)
        assert mark.spots


# --- roads ------------------------------------------------------------------------------------------------


def test_a_road_that_ends_at_the_edge_of_the_map_runs_off_it():
    board = small_board(["...", "...", "..."], roads={"0201 0202": "road"})
    (line,) = road_lines(board, layout_of(board), "road")
    beyond = board.at("0201").step(5)
    assert beyond not in board
    assert line[0] == layout_of(board).centre(beyond), "northwards, off the map"
    assert line[-1] == layout_of(board).centre(board.at("0202")), "and ends where it ends"


def test_roads_that_meet_at_the_edge_stay_on_the_map():
    board = small_board(["...", "...", "..."], roads={"0101 0201": "road", "0201 0301": "road"})
    starts = [line[0] for line in road_lines(board, layout_of(board), "road")]
    assert layout_of(board).centre(board.at("0201")) in starts


def test_a_hexside_two_roads_share_is_drawn_once():
    board = small_board(
        ["....."] * 5, roads={"0302 0303 0304": "road", "0203 0303 0304": "road", "0303 0402": "trail"}
    )
    lines = road_lines(board, layout_of(board), "road")
    assert len(lines) == 2
    shared = layout_of(board).centre(board.at("0304"))
    assert sum(shared in line for line in lines) == 1
    assert len(road_lines(board, layout_of(board), "trail")) == 1


# --- numbers, objectives and names ------------------------------------------------------------------------


def test_numbers_can_be_left_out():
    board = small_board(["..", ".."])
    numbers = [mark for mark in map_scene(board, THEME).inner if isinstance(mark, Numbers)]
    assert [text for text, _ in numbers[0].labels] == ["0101", "0201", "0102", "0202"]
    assert not any(isinstance(mark, Numbers) for mark in map_scene(board, THEME, has_numbers=False).inner)


def test_objectives_are_starred():
    board = small_board(["..", ".."])
    board = dataclasses.replace(board, objectives=(Objective(board.at("0201")),))
    stars = [mark for mark in map_scene(board, THEME).outer if isinstance(mark, Stamps)]
    assert {mark.symbol for mark in stars} == {"star"}
    assert stars[-1].spots == (objective_spot(layout_of(board), board.at("0201")),)
    assert layout_of(board).pick(*stars[-1].spots[0]) == board.at("0201")


def _box(words: Words) -> Box:
    width = rough_width(words.text, THEME.name_look(""))
    return Box(
        words.spot[0] - width / 2, words.spot[1] - 0.12, words.spot[0] + width / 2, words.spot[1] + 0.12
    )


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_names_of_neighbours_do_not_cover_one_another(orientation):
    board = small_board(["....."] * 5, orientation=orientation)
    places = tuple(
        Place(name, board.at(label))
        for name, label in (
            ("Aldersbach", "0202"),
            ("Brunn", "0302"),
            ("Celle-sur-Eau", "0303"),
            ("Dorf", "0203"),
        )
    )
    found = list(placed_names(dataclasses.replace(board, places=places), THEME))
    assert sorted(words.text for words in found) == sorted(place.name for place in places)
    boxes = [_box(words) for words in found]
    assert all(overlap(a, b) == 0 for i, a in enumerate(boxes) for b in boxes[:i])


def test_a_name_stays_on_the_sheet_and_near_its_hex():
    board = small_board(["....."] * 4)
    board = dataclasses.replace(board, places=(Place("Sankt Bartholomä", board.at("0501")),))
    (words,) = placed_names(board, THEME)
    sheet, box = layout_of(board).bounds(), _box(words)
    assert overlap(box, sheet) == pytest.approx(box.width * box.height)
    assert math.dist(words.spot, layout_of(board).centre(board.at("0501"))) < 2


def test_names_keep_clear_of_what_must_be_seen():
    board = small_board(["....."] * 4)
    board = dataclasses.replace(board, places=(Place("Ulm", board.at("0302")),))
    (free,) = placed_names(board, THEME)
    (moved,) = placed_names(board, THEME, kept_free=[_box(free)])
    assert overlap(_box(moved), _box(free)) == 0


def test_a_name_gives_way_to_roads_and_rivers_where_it_can():
    board = small_board(["....."] * 4)
    board = dataclasses.replace(board, places=(Place("Ulm", board.at("0302")),))
    (free,) = placed_names(board, THEME)
    x, y = free.spot
    (moved,) = placed_names(board, THEME, lines=[((x - 2, y), (x + 2, y))])
    assert overlap(_box(moved), _box(free)) == 0


def test_kinds_of_places_have_their_lettering():
    board = small_board(["....."] * 4)
    board = dataclasses.replace(
        board, places=(Place("Rhin", board.at("0102"), "river"), Place("X", board.at("0403"), "mill"))
    )
    found = {words.text: words for words in placed_names(board, THEME)}
    assert found["Rhin"].italic
    assert found["Rhin"].colour == THEME.names["river"].colour
    assert found["X"].colour == THEME.names[""].colour
