"""Every mistake in a map file is one sentence that names the file, the field and what would be right."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexmap.errors import DataError
from hexmap.files import find_map, inspect_map, map_names, parse_map, read_map
from hexmap.mapmodel import SECTIONS, MapFile

SAMPLE: dict[str, Any] = {
    "format": 1,
    "name": "sample",
    "title": "Sample",
    "hex_metres": 200,
    "notes": "Some words.",
    "grid": {
        "columns": 4,
        "rows": 3,
        "orientation": "flat",
        "shifted": "even",
        "first_column": 1,
        "first_row": 1,
        "style": "CCRR",
    },
    "legend": {".": "clear", "w": "woods"},
    "ground": {
        "terrain": [". . w w", ". w w .", ". . . ."],
        "elevation": ["0 0 1 1", "0 1 2 1", "0 0 0 -1"],
    },
    "hexsides": [
        {"kind": "stream", "name": "Ry", "sides": ["0102/0101,0202", "0203/0303"]},
        {"kind": "redoubt", "name": "", "sides": "0302>0301"},
    ],
    "roads": [{"kind": "road", "name": "Chaussée", "path": "0101 0201 0302"}],
    "places": [{"hex": "0302", "name": "Hill", "kind": "hill"}],
    "areas": {"Heights": "0302-0402 0201"},
    "objectives": [{"hex": "0302", "name": "Hill"}],
    "edges": {"north": "0101-0401"},
    "background": {"image": "scan.png", "origin_px": [12, 40.5], "hex_px": 32.5, "rotation": 1.5},
}
REQUIRED = {(name,) for name, field in MapFile.model_fields.items() if field.is_required()} | {
    (section, name)
    for section, model in SECTIONS.items()
    for name, field in model.model_fields.items()
    if field.is_required()
}
OPEN_TABLES = ("legend", "areas", "edges")  # their keys are the author's own
PATH = "maps/sample/map.json"

Place = tuple[str | int, ...]


def places_of(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every field of a file: the tables, and the values inside them."""
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in children:
        yield (*at, key)
        if isinstance(child, dict | list):
            yield from places_of(child, (*at, key))


EVERY_FIELD = list(places_of(SAMPLE))
NAMED_FIELDS = [place for place in EVERY_FIELD if isinstance(place[-1], str)]


def value_at(content: Any, place: Place) -> Any:
    for key in place:
        content = content[key]
    return content


def changed(place: Place, value: Any) -> dict[str, Any]:
    content = copy.deepcopy(SAMPLE)
    value_at(content, place[:-1])[place[-1]] = value
    return content


def refusal(content: Any) -> DataError:
    """The error that a file with this content is met with, which always names the file."""
    with pytest.raises(DataError) as caught:
        parse_map(json.dumps(content), "json", PATH)
    error = caught.value
    assert str(error).startswith(f"{PATH}, ")
    assert "\n" not in str(error)
    assert len(str(error)) < 300
    return error


def named(error: DataError, place: Place) -> bool:
    """Whether an error says in which field it is: the innermost name, and the number in a list."""
    names = [key for key in place if isinstance(key, str)]
    return names[-1] in error.where


def test_the_sample_itself_is_good() -> None:
    board = parse_map(json.dumps(SAMPLE), "json", PATH)
    assert board.elevation_at(board.at("0403")) == -1
    assert {board.label(hex_) for hex_ in board.areas["Heights"]} == {"0201", "0302", "0402"}


# --- every field in turn ---------------------------------------------------------------------------


@pytest.mark.parametrize("place", EVERY_FIELD, ids=str)
def test_a_value_of_the_wrong_type_is_refused_by_name(place: Place) -> None:
    old = value_at(SAMPLE, place)
    for wrong in (True, 7 if isinstance(old, str) else "seven", {"a": {}}, [[]], 1.5e300):
        if isinstance(old, float) and isinstance(wrong, float):
            continue
        assert named(refusal(changed(place, wrong)), place), wrong


@pytest.mark.parametrize("place", NAMED_FIELDS, ids=str)
def test_a_missing_field_is_refused_by_name_or_not_needed(place: Place) -> None:
    content = copy.deepcopy(SAMPLE)
    del value_at(content, place[:-1])[place[-1]]
    kinds = tuple(key for key in place if isinstance(key, str))
    if kinds in REQUIRED:
        error = refusal(content)
        assert named(error, place)
        assert "is missing" in error.problem
    elif kinds[0] == "legend":
        assert "unknown terrain code" in refusal(content).problem
    else:
        parse_map(json.dumps(content), "json", PATH)


@pytest.mark.parametrize(
    "place", [(), *(p for p in EVERY_FIELD if isinstance(value_at(SAMPLE, p), dict))], ids=str
)
def test_an_extra_key_is_refused_by_name(place: Place) -> None:
    content = copy.deepcopy(SAMPLE)
    value_at(content, place)["zzz"] = 1
    error = refusal(content)
    assert error.where.endswith("zzz")
    assert ("must be text" if place and place[0] in OPEN_TABLES else "unknown key") in error.problem


@pytest.mark.parametrize(
    "place", [p for p in NAMED_FIELDS if p[0] not in OPEN_TABLES or len(p) == 1], ids=str
)
def test_a_misspelt_key_is_refused_with_the_right_one(place: Place) -> None:
    content = copy.deepcopy(SAMPLE)
    table = value_at(content, place[:-1])
    right = str(place[-1])
    wrong = right[:-2] + right[-1] + right[-2] if right[-1] != right[-2] else right[:-1]
    table[wrong] = table.pop(right)
    error = refusal(content)
    if place == ("format",):
        assert error.problem.endswith(f"format = 1, not {wrong}")
    else:
        assert error.where.endswith(wrong)
        assert f"did you mean '{right}'?" in error.problem


OUT_OF_RANGE: list[tuple[Place, Any]] = [
    (("format",), 2),
    (("format",), 0),
    (("format",), 10**40),
    (("hex_metres",), 0),
    (("hex_metres",), 10**9),
    (("grid", "columns"), 0),
    (("grid", "columns"), 5),
    (("grid", "columns"), 10**18),
    (("grid", "rows"), -3),
    (("grid", "rows"), 2),
    (("grid", "first_column"), -1),
    (("grid", "first_row"), 1000),
    (("grid", "orientation"), "round"),
    (("grid", "shifted"), "both"),
    (("grid", "style"), "RRCC"),
    (("title",), "two\nlines"),
    (("name",), "\x07"),
    (("notes",), "\x00"),
    (("notes",), "\ud800"),
    (("legend", "w"), ""),
    (("legend", "w"), " woods"),
    (("hexsides", 0, "kind"), ""),
    (("hexsides", 0, "sides"), ""),
    (("hexsides", 0, "sides"), []),
    (("roads", 0, "path"), "0101"),
    (("roads", 0, "path"), ""),
    (("places", 0, "name"), "  "),
    (("places", 0, "hex"), ""),
    (("areas", "Heights"), ""),
    (("background", "hex_px"), 0),
    (("background", "hex_px"), float("nan")),
    (("background", "rotation"), 361),
    (("background", "origin_px"), [1]),
    (("background", "origin_px"), [1, 2, 3]),
    (("background", "origin_px", 0), float("inf")),
    (("background", "image"), ""),
]


@pytest.mark.parametrize(("place", "value"), OUT_OF_RANGE, ids=str)
def test_a_value_out_of_range_is_refused_by_name(place: Place, value: Any) -> None:
    error = refusal(changed(place, value))
    if place[-1] in ("columns", "rows") and value in (2, 5):
        assert error.where.startswith(
            "ground, terrain"
        )  # the grid is right and the rows are not, or so it seems
        assert "the grid has" in error.problem
    else:
        assert named(error, place)


# --- what the sentences say ------------------------------------------------------------------------

SENTENCES: list[tuple[Place, Any, str]] = [
    (("format",), 2, "format: 2 is newer than this program, which reads format 1"),
    (("format",), "1", "format: must be a whole number, not '1'"),
    (("columns",), 4, "columns: unknown key; it belongs under [grid]"),
    (
        ("grid", "hex_metres"),
        200,
        "grid, hex_metres: unknown key; it belongs at the top of the file, before the first [table]",
    ),
    (
        ("grid", "orientation"),
        "pointed",
        "grid, orientation: must be 'flat' or 'pointy', not 'pointed'; did you mean 'pointy'?",
    ),
    (("grid", "columns"), 0, "grid, columns: must be at least 1, not 0"),
    (("ground", "terrain"), [". . . ."], "ground, terrain: has 1 row; the grid has 3 rows"),
    (
        ("ground", "terrain", 1),
        ". . .",
        "ground, terrain row 02: has 3 hexes; the grid has 4 columns",
    ),
    (
        ("ground", "terrain", 1),
        ". q . .",
        "hex 0202: unknown terrain code 'q'; the legend has . (clear), w (woods)",
    ),
    (("ground", "terrain", 1), ". W . .", "hex 0202: unknown terrain code 'W'; did you mean 'w' (woods)?"),
    (("ground", "elevation", 2), "0 0 x 0", "hex 0303: elevation 'x' is not a whole number"),
    (("ground", "elevation", 2), "0 0 99999 0", "hex 0303: elevation 99999 is not between -9999 and 9999"),
    (
        ("ground", "elevation", 2),
        "0-10",
        "hex 0203: elevation '-' is not a whole number; put spaces between the levels of a row",
    ),
    (("legend", "a b"), "x", "legend: 'a b' cannot be a code; a code is one or more characters, no spaces"),
    (
        ("hexsides", 0, "sides"),
        "0101/0301",
        "hexsides 1, sides: hexes 0101 and 0301 are not adjacent",
    ),
    (
        ("hexsides", 0, "sides"),
        "0101-0102",
        "hexsides 1, sides: '0101-0102' is not a pair of hex labels; one looks like '0101/0201'",
    ),
    (
        ("hexsides", 1, "sides"),
        "0302>0301 0301/0302",
        "hexsides 2, sides: redoubt on hexside 0301/0302 is given twice",
    ),
    (
        ("hexsides", 1, "sides"),
        "0301>0300",
        "hexsides 2, sides: hex '0300' is off the map, which runs from 0101 to 0403",
    ),
    (("hexsides", 1, "sides"), ["1>2"], "hexsides 2, sides: '1' is not a hex label; one looks like '0101'"),
    (("roads", 0, "path"), "0101 0301", "roads 1, path: hexes 0101 and 0301 are not adjacent"),
    (("roads", 0, "path"), "0101 0101", "roads 1, path: hexes 0101 and 0101 are not adjacent"),
    (("places", 0, "hex"), 302, "places 1, hex: must be text in quotes, not 302"),
    (
        ("areas", "Heights"),
        "0402-0302",
        "areas, Heights: '0402-0302' runs backwards; write the upper left hex first",
    ),
    (
        ("edges", "north"),
        "0101-0201-0301",
        "edges, north: '0101-0201-0301' is not a block of hexes; write its first and last hex",
    ),
    (("areas", " "), "0101", "areas: '' cannot be a name; write one line of plain text"),
    (("background", "hex_px"), -1, "background, hex_px: must be more than 0, not -1"),
    (("background", "origin_px"), [1, 2, 3], "background, origin_px: must hold 2 values, not 3"),
    (("background",), "scan.png", "background: must be a table, not 'scan.png'"),
    (("roads",), {"kind": "road"}, "roads: must be a list, not a table"),
    (("roads", 0, "path"), 4, "roads 1, path: must be text or a list of texts, not 4"),
]


@pytest.mark.parametrize(("place", "value", "sentence"), SENTENCES, ids=lambda each: str(each)[:60])
def test_what_is_said(place: Place, value: Any, sentence: str) -> None:
    assert str(refusal(changed(place, value))) == f"{PATH}, {sentence}"


def with_another(section: str, entry: dict[str, Any]) -> dict[str, Any]:
    content = copy.deepcopy(SAMPLE)
    content[section].append(entry)
    return content


def test_nothing_is_given_twice() -> None:
    road = {"kind": "road", "path": "0302 0201 0101"}
    assert refusal(with_another("roads", road)).problem == "runs exactly where the road of roads 1 runs"
    assert refusal(with_another("places", {"hex": "0302", "name": "Hill"})).where == "places 2, name"
    assert refusal(with_another("objectives", {"hex": "0302"})).problem == "hex 0302 is already an objective"
    stream = {"kind": "stream", "sides": "0101/0102"}
    assert "given twice" in refusal(with_another("hexsides", stream)).problem


def test_all_problems_are_found_at_once(tmp_path: Path) -> None:
    content = changed(("ground", "terrain", 0), "q . . .")
    content["roads"][0]["path"] = "0101 0403"
    content["places"][0]["hex"] = "9999"
    path = tmp_path / "map.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    board, problems = inspect_map(path)
    assert board is None
    assert [problem.where for problem in problems] == ["hex 0101", "roads 1, path", "places 1, hex"]


def test_one_wrong_code_used_often_is_one_problem(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text(json.dumps(changed(("ground", "terrain", 0), "q q q q")), encoding="utf-8")
    assert len(inspect_map(path)[1]) == 1


def test_words_are_free_unless_a_ruleset_names_its_own() -> None:
    content = changed(("legend", "w"), "wods")
    text = json.dumps(content)
    assert "wods" in parse_map(text, "json", PATH).words()["terrain"]
    known = {"terrain": ["clear", "woods"], "hexside": ["stream", "redoubt"], "road": ["trail"]}
    with pytest.raises(DataError) as caught:
        parse_map(text, "json", PATH, known=known)
    assert str(caught.value) == f"{PATH}, hex 0301: unknown terrain 'wods'; did you mean 'woods'?"
    with pytest.raises(DataError, match="roads 1, kind: unknown road 'road'"):
        parse_map(json.dumps(SAMPLE), "json", PATH, known=known)
    with pytest.raises(DataError, match="hexsides 1, kind: unknown hexside 'stream'"):
        parse_map(json.dumps(SAMPLE), "json", PATH, known={"hexside": ["redoubt", "canal"]})


# --- files that are no maps ------------------------------------------------------------------------

JUNK: list[tuple[str, bytes, str]] = [
    ("map.toml", b"", "this file is empty"),
    ("map.json", b" \n ", "this file is empty"),
    ("map.toml", b"format = 1\n[grid\n", "line 2: this is not TOML"),
    ("map.toml", b"format = 1\nformat = 1\n", "line 2: this is not TOML: cannot overwrite a value"),
    ("map.toml", b'format = "', "this is not TOML: "),
    ("map.toml", b"hex = 0712\n", "line 1: this is not TOML"),
    ("map.json", b'{"format": 1,}', "line 1: this is not JSON"),
    ("map.json", b"[1, 2]", "a map in JSON is one object, between { and }"),
    ("map.json", b'{"format": 1, "format": 1}', "the key 'format' is given twice"),
    ("map.json", b'{"format": ' + b"9" * 5000 + b"}", "a number in this file is far too large"),
    ("map.toml", b"format = " + b"9" * 5000, "a number in this file is far too large"),
    ("map.json", b"[" * 100_000, "nested too deeply"),
    ("map.toml", b"a = " + b"[" * 100_000, "nested too deeply"),
    ("map.toml", "# Côte\n".encode("latin-1"), "line 1: this is not UTF-8 text; save the file as UTF-8"),
    ("map.toml", "format = 1".encode("utf-16"), "this is not "),
    ("map.toml", bytes(range(256)), "this is not a text file in UTF-8"),
    ("map.json", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is not a text file in UTF-8"),
    ("map.tmx", b"<map/>", "a map file ends in .toml or .json"),
    ("map", b"format = 1", "a map file ends in .toml or .json"),
    ("map.toml", b"title = 'x'\n", "format: is missing; a map file begins with format = 1"),
]


@pytest.mark.parametrize(("name", "content", "sentence"), JUNK, ids=lambda each: str(each)[:30])
def test_files_that_are_no_maps_are_refused_in_a_sentence(
    tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_map(path)
    assert str(caught.value).startswith(str(path))
    assert sentence in str(caught.value)


def test_folders_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        read_map(tmp_path / "nothing.toml")
    with pytest.raises(DataError, match=r"this folder holds no map\.toml or map\.json"):
        read_map(tmp_path)
    (tmp_path / "map.toml").mkdir()
    with pytest.raises(DataError, match="this folder holds no map"):
        read_map(tmp_path / "map.toml")
    both = tmp_path / "both"
    both.mkdir()
    for name in ("map.toml", "map.json"):
        (both / name).write_text("x", encoding="utf-8")
    with pytest.raises(DataError, match="name the one you mean"):
        read_map(both)


def test_a_mark_in_front_and_windows_lines_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    lines = [
        "format = 1",
        "[grid]",
        "columns = 2",
        "rows = 1",
        "[legend]",
        'c = "clear"',
        "[ground]",
        'terrain = """',
        "cc",
        '"""',
    ]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())
    assert set(read_map(path).terrain.values()) == {"clear"}


# --- maps by name ----------------------------------------------------------------------------------


def test_a_map_is_found_by_path_or_by_name(tmp_path: Path) -> None:
    (tmp_path / "maps" / "teaching").mkdir(parents=True)
    (tmp_path / "maps" / "empty").mkdir()
    file = tmp_path / "maps" / "teaching" / "map.json"
    file.write_text(json.dumps(SAMPLE), encoding="utf-8")
    folder = tmp_path / "maps"
    assert map_names(folder) == ["teaching"]
    assert map_names(tmp_path / "none") == []
    assert find_map("teaching", folder) == file
    assert find_map(file, folder) == file
    assert find_map(str(file.parent), folder) == file
    with pytest.raises(DataError, match="nor a map of that name; did you mean 'teaching'"):
        find_map("teching", folder)
    with pytest.raises(DataError, match=r"^x/map\.toml: there is no such file$"):
        find_map("x/map.toml", folder)
