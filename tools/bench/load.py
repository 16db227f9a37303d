"""Loading and checking a map file of 60 x 40 hexes, beside what parsing the bare text takes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from bench import Figure, microseconds
from game.shipped import shipped
from hexmap.files import map_text, parse_map, read_map


def figures() -> Iterator[Figure]:
    """Times after import; tomllib only turns text into dictionaries, so the rest is our checking."""
    path = shipped("maps") / "benchmark" / "map.toml"
    text = path.read_text(encoding="utf-8")
    board = read_map(path)
    as_json = map_text(board, "json")
    yield Figure(
        "load and check a 60 x 40 map, TOML",
        microseconds(lambda: read_map(path)),
        {"tomllib alone": microseconds(lambda: tomllib.loads(text))},
        goal="under 50,000",
    )
    yield Figure(
        "load and check a 60 x 40 map, JSON",
        microseconds(lambda: parse_map(as_json, "json")),
        goal="under 50,000",
    )
    yield Figure("write a 60 x 40 map as TOML", microseconds(lambda: map_text(board)))
