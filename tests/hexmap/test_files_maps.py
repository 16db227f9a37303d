"""The maps that come with the program, and what a second pair of eyes says about maps."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from game.shipped import shipped
from hexmap.board import Alignment, Board, Feature, Place, Road
from hexmap.coords import Grid, hexside
from hexmap.errors import DataError
from hexmap.files import map_names, map_text, parse_map, read_map
from hexmap.mapadvice import advice
from hexmap.mapmodel import MapFile
from hexmap.vocabulary import COMMON_WORDS, near_miss

MAPS = shipped("maps")


@pytest.mark.parametrize("name", map_names(MAPS))
def test_a_shipped_map_is_in_order(name: str) -> None:
    board = read_map(MAPS / name)
    assert advice(board, MAPS / name) == []
    assert parse_map(map_text(board)) == board
    assert parse_map(map_text(board, "json"), "json") == board
    assert board.title


def test_the_teaching_map_shows_every_common_word() -> None:
    board = read_map(MAPS / "teaching")
    assert board.words() == COMMON_WORDS
    assert board.unknown_words(COMMON_WORDS) == []


def test_the_teaching_map_is_what_it_says() -> None:
    """A few hexes typed a second time from the drawing."""
    board = read_map(MAPS / "teaching")
    at = board.at
    assert board.name_at[at("0906")] == "Sant Aurell"
    assert (board.terrain_at(at("0401")), board.elevation_at(at("0401"))) == ("frozen_pond", 3)
    assert [each.kind for each in board.between(at("0906"), at("0907"))] == ["river", "bridge"]
    assert [each.kind for each in board.between(at("0803"), at("0704"))] == ["river", "ford"]
    assert board.between(at("1205"), at("1306")) == (Feature("redoubt", at("1205"), "Bateria de la Platja"),)
    assert board.road_between(at("0906"), at("0907")) == {"road"}
    assert board.between(at("1010"), at("0910")) == (), "the gate of the castle stands open"
    assert all(board.elevation_at(hex_) == 0 for hex_ in board.hexes if board.terrain_at(hex_) == "sea")


def test_water_on_the_teaching_map_never_runs_uphill() -> None:
    board = read_map(MAPS / "teaching")
    for kind in ("river", "stream"):
        text = parse_map(map_text(board))  # chains are written from their first loose end
        levels = [
            min(board.elevation_at(side.a), board.elevation_at(side.b))
            for side, found in text.features.items()
            if any(feature.kind == kind for feature in found)
        ]
        assert levels == sorted(levels, reverse=True), kind


# --- advice ----------------------------------------------------------------------------------------

GRID = Grid(4, 4)


def board_with(**others: object) -> Board:
    plain: dict[str, object] = {
        "grid": GRID,
        "terrain": dict.fromkeys(GRID, "clear"),
        "elevation": dict.fromkeys(GRID, 0),
    }
    return Board(**(plain | others))  # type: ignore[arg-type]


A, B = GRID.parse("0202"), GRID.parse("0203")
SIDE = hexside(A, B)


@pytest.mark.parametrize(
    ("board", "remark"),
    [
        (
            board_with(terrain=dict.fromkeys(GRID, "wods")),
            "terrain 'wods' is no common word; did you mean 'woods'?",
        ),
        (
            board_with(features={SIDE: (Feature("redoubt"),)}),
            "hexside 0202/0203: the redoubt shelters neither hex; "
            "write the hex inside it first, with > instead of /",
        ),
        (
            board_with(features={SIDE: (Feature("bridge"),)}),
            "hexside 0202/0203: the bridge crosses no canal, river or stream",
        ),
        (
            board_with(features={SIDE: (Feature("river"),)}, roads=(Road("trail", (A, B)),)),
            "hexside 0202/0203: a trail crosses the river without a bridge, ford or pontoon",
        ),
        (
            board_with(places=(Place("Ligny", A), Place("Bry", A))),
            "hex 0202 has two names, 'Ligny' and 'Bry'",
        ),
        (
            board_with(places=(Place("Ligny", A), Place("Ligny", B))),
            "'Ligny' is written at hex 0202 and at hex 0203",
        ),
        (board_with(edges={"north": {A}}), "edges, north: hex 0202 is not on the edge of the map"),
        (
            board_with(background=Alignment("scan.png", 0, 0, 10)),
            "background, image: there is no 'scan.png' beside the map",
        ),
    ],
)
def test_slips_that_no_rule_forbids_are_remarked_upon(board: Board, remark: str, tmp_path: Path) -> None:
    assert advice(board, tmp_path) == [remark]


def test_nothing_is_said_about_a_map_without_slips(tmp_path: Path) -> None:
    (tmp_path / "scan.png").write_bytes(b"")
    board = board_with(
        background=Alignment("scan.png", 0, 0, 10),
        features={SIDE: (Feature("river"), Feature("bridge"), Feature("wall", A))},
        roads=(Road("road", (A, B)),),
        edges={"north": {GRID.parse("0101")}},
    )
    assert advice(board, tmp_path) == []
    assert advice(board_with(background=Alignment("scan.png", 0, 0, 10))) == [], "no folder, no remark"


def test_a_near_miss_is_told_from_a_word_of_its_own() -> None:
    assert near_miss("terrain", "Frozen Pond") == "frozen_pond"
    assert near_miss("hexside", "steep-slope") == "steep_slope"
    assert near_miss("terrain", "woods") is None
    assert near_miss("terrain", "heath") is None
    assert near_miss("hexside", "hedge") is None


# --- the document ----------------------------------------------------------------------------------


def test_the_maps_in_the_document_are_legal() -> None:
    """The first is whole; the other pieces, one after the other, are a second file."""
    text = (MAPS.parent / "docs" / "writing-a-map.md").read_text(encoding="utf-8")
    smallest, *pieces = re.findall(r"^```toml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert parse_map(smallest).words()["terrain"] == {"clear", "woods"}
    board = parse_map("\n".join(pieces))
    assert advice(board) == []
    assert set(tomllib.loads("\n".join(pieces))) == set(MapFile.model_fields), "every key is shown"
    for group in ("terrain", "hexside", "road"):
        missing = [word for word in COMMON_WORDS[group] if not re.search(rf"\b{word}\b", text)]
        assert missing == []


def test_the_messages_in_the_document_are_those_people_get() -> None:
    text = (MAPS.parent / "docs" / "writing-a-map.md").read_text(encoding="utf-8")
    _, *pieces = re.findall(r"^```toml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    path = "maps/crossing/map.toml"
    shown = re.findall(rf"^ +({path}, .*)$", text, re.MULTILINE)
    good = "\n".join(pieces)
    slips = [
        ('". o w . . ."', '". o W . . ."'),
        ('". . . . T ."', '". . . . T"'),
        ("0303 0304 0404 0504", "0303 0304 0504"),
        ("columns = 6", "colums = 6"),
    ]
    told = []
    for right, wrong in slips:
        assert right in good
        with pytest.raises(DataError) as caught:
            parse_map(good.replace(right, wrong), "toml", path)
        told.append(str(caught.value))
    assert told == shown
