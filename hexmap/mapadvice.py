"""What a second pair of eyes would say about a map that is legal: slips that no rule forbids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexmap.board import Board
from hexmap.coords import Hexside
from hexmap.vocabulary import CROSSINGS, SHELTERING, WATER_HEXSIDES, near_miss


def advice(board: Board, folder: Path | None = None) -> list[str]:
    """Remarks on a board, each one sentence; none if there is nothing odd about it.

    With the *folder* of its file, a missing background image is remarked upon, too.
    """
    return [
        *_odd_words(board),
        *_odd_hexsides(board),
        *_odd_names(board),
        *_odd_edges(board),
        *_missing_image(board, folder),
    ]


def _odd_words(board: Board) -> Iterator[str]:
    for group, words in board.words().items():
        for word in sorted(words):
            near = near_miss(group, word)
            if near:
                yield f"{group} '{word}' is no common word; did you mean '{near}'?"


def _odd_hexsides(board: Board) -> Iterator[str]:
    def pair(side: Hexside) -> str:
        return f"{board.label(side.a)}/{board.label(side.b)}"

    for side, found in sorted(board.features.items()):
        kinds = {feature.kind for feature in found}
        for feature in found:
            if feature.kind in SHELTERING and feature.inside is None:
                yield (
                    f"hexside {pair(side)}: the {feature.kind} shelters neither hex; "
                    "write the hex inside it first, with > instead of /"
                )
            if feature.kind in CROSSINGS and not kinds & WATER_HEXSIDES:
                yield f"hexside {pair(side)}: the {feature.kind} crosses no {_either(WATER_HEXSIDES)}"
        if "river" in kinds and not kinds & CROSSINGS and side in board.road_kinds:
            road = min(board.road_kinds[side])
            yield f"hexside {pair(side)}: a {road} crosses the river without a {_either(CROSSINGS)}"


def _either(words: frozenset[str]) -> str:
    *others, last = sorted(words)
    return f"{', '.join(others)} or {last}"


def _odd_names(board: Board) -> Iterator[str]:
    at: dict[object, str] = {}
    for place in board.places:
        if place.hex in at:
            yield f"hex {board.label(place.hex)} has two names, '{at[place.hex]}' and '{place.name}'"
        at.setdefault(place.hex, place.name)
    where: dict[str, str] = {}
    for place in board.places:
        here = board.label(place.hex)
        if where.setdefault(place.name, here) != here:
            yield f"'{place.name}' is written at hex {where[place.name]} and at hex {here}"


def _odd_edges(board: Board) -> Iterator[str]:
    border = board.map_edge()
    for name, hexes in sorted(board.edges.items()):
        astray = [hex_ for hex_ in board.hexes if hex_ in hexes and hex_ not in border]
        if astray:
            yield f"edges, {name}: hex {board.label(astray[0])} is not on the edge of the map"


def _missing_image(board: Board, folder: Path | None) -> Iterator[str]:
    if folder and board.background and not (folder / board.background.image).is_file():
        yield f"background, image: there is no '{board.background.image}' beside the map"
