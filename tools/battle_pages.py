"""Write the pages of the battles in docs/battles from the scenario and map files themselves.

    python3 tools/battle_pages.py              the pages, and the pictures of maps that have changed
    python3 tools/battle_pages.py --pages      only the pages

Every shipped scenario of every ruleset gets a page: its map, its story, both orders of battle as they
stand in the file, and how it is won.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.core.ruleset import find_rulesets
from game.core.scenario import ScenarioFile
from game.library import shipped_scenarios
from hexmap.board import Board
from hexmap.files import read_map

PAGES = Path(__file__).resolve().parent.parent / "docs" / "battles"
PICTURES = "pictures"
DPI = 84
COLOURS = 96  # of a picture: enough for a painted map, and a third of the bytes

# What a unit's row shows first, and what is said elsewhere on the page.
FIRST = ("arm", "weapon", "grade", "strength", "stands", "cohesion", "engagement", "movement")
ELSEWHERE = {"id", "name", "side", "at", "hex", "facing", "enters", "nationality"}
TOLD = {"units", "generals", "leaders", "formations", "sides", "special_markers"}
Row = Mapping[str, Any]


def page_names() -> dict[str, ScenarioFile]:
    """The scenarios, each under the name of its page."""
    return {name.replace("/", "-"): file for name, file in shipped_scenarios().items()}


# --- one page --------------------------------------------------------------------------------------


def page(name: str, file: ScenarioFile) -> str:
    """The page of a battle."""
    data, board = file.data, read_map(file.map_path)
    return "\n".join(
        [
            f"# {file.title}",
            "",
            _facts(file),
            "",
            f"![The map of {file.title}]({PICTURES}/{name}.png)",
            "",
            f"*{_ground(board)}* {_prose(board.notes)}".rstrip(),
            "",
            f"Play it with `gloire play {file.name}`, or `gloire text {file.name}` in a terminal.",
            "",
            *_section("What happened", [_prose(data.get("notes", ""))]),
            *_section("Orders of battle", _orders(data)),
            *_section("How it is won", _victory(data, board)),
            *_section("Designer's notes", [_prose(data.get("designer_notes", ""))]),
            "*This page is made from the scenario and map files by `tools/battle_pages.py`.*",
            "",
            f"<!-- its picture shows the map {_fingerprint(file.map_path)} -->",
            "",
        ]
    )


def _fingerprint(path: Path) -> str:
    """A few letters that change with a map, so that a page and its picture do not outlive it unnoticed."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:12]


def _facts(file: ScenarioFile) -> str:
    data = file.data
    parts = [data.get("date"), find_rulesets()[file.ruleset].manifest.title, data.get("size")]
    parts += [f"{data['turns']} turns", data.get("playing_time"), data.get("difficulty")]
    return " · ".join(f"**{part}**" if part == data.get("date") else str(part) for part in parts if part)


def _ground(board: Board) -> str:
    size = f"{board.grid.columns} x {board.grid.rows} hexes"
    return f"{size} of {board.hex_metres} metres." if board.hex_metres else f"{size}."


def _prose(text: str) -> str:
    """Text of a file with its lines joined, its paragraphs kept."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _section(title: str, lines: Iterable[str]) -> list[str]:
    content = "\n".join(lines).strip()
    return [f"## {title}", "", content, ""] if content else []


def _table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    return [_line(head), _line(["---"] * len(head)), *map(_line, rows), ""]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


# --- orders of battle ------------------------------------------------------------------------------


def _orders(data: Row) -> Iterator[str]:
    formations = {entry["id"]: entry for entry in data.get("formations", ())}
    for side in data["sides"]:
        yield f"### {side['name']}"
        yield ""
        leaders = data.get("generals", data.get("leaders", ()))
        yield from _generals([each for each in leaders if each.get("side") == side["id"]], formations)
        own = [unit for unit in data.get("units", ()) if _side(unit, formations) == side["id"]]
        if not formations:
            yield from _units(own, ELSEWHERE)
        for key in _other_lists(data):
            yield from _units([each for each in data[key] if each["side"] == side["id"]], ELSEWHERE, key)
        for formation in dict.fromkeys(unit["formation"] for unit in own if formations):
            yield f"**{formations[formation]['name']}**{_formation_facts(formations[formation])}"
            yield ""
            yield from _units(
                [unit for unit in own if unit["formation"] == formation], {*ELSEWHERE, "formation"}
            )


def _other_lists(data: Row) -> Iterator[str]:
    """Lists of pieces under names of a ruleset's own, such as batteries that are no units."""
    for key, value in data.items():
        if key not in TOLD and isinstance(value, list) and all(map(_is_piece, value)):
            yield key


def _is_piece(entry: object) -> bool:
    return isinstance(entry, Mapping) and {"id", "side"} <= entry.keys()


def _side(unit: Row, formations: Mapping[str, Row]) -> str:
    formation = formations.get(unit.get("formation", ""))
    return str(formation["side"] if formation is not None else unit.get("side", ""))


def _formation_facts(formation: Row) -> str:
    facts = [f"rating {formation['rating']}"] if "rating" in formation else []
    if formation.get("released_on", 1) > 1:
        facts.append(f"waits until turn {formation['released_on']}")
    if "comes_at_most" in formation:
        facts.append(f"comes only if a die each turn shows {formation['comes_at_most']} or less")
    return f" ({', '.join(facts)})" if facts else ""


def _generals(generals: list[Row], formations: Mapping[str, Row]) -> Iterator[str]:
    figures = ("command_points", "command_range", "bonus", "initiative", "rating", "radius", "charismatic")
    shown = [key for key in figures if any(key in general for general in generals)]
    also = {each["id"]: ", ".join(_of_general(each, formations)) for each in generals}
    if generals:
        head = ["general", *(_words(key) for key in shown), *(["also"] if any(also.values()) else [])]
        head.append("begins at")
        yield from _table(
            head,
            (
                [
                    f"{each['name']}{' (commands)' if each.get('commander') or each.get('army') else ''}",
                    *(_yes(each.get(key, "")) for key in shown),
                    *([also[each["id"]]] if any(also.values()) else []),
                    str(each.get("at", each.get("hex", ""))),
                ]
                for each in generals
            ),
        )


def _of_general(general: Row, formations: Mapping[str, Row]) -> Iterator[str]:
    """Whom he orders if not everybody, from when on, and what may befall him."""
    own = [formations[each]["name"] for each in general.get("formations", ()) if each in formations]
    all_of_side = [each for each in formations.values() if each["side"] == general["side"]]
    if own and len(own) < len(all_of_side):
        yield f"orders {' and '.join(own) if len(own) < 3 else ', '.join(own)}"
    if general.get("commands_from", 1) > 1:
        yield f"gives orders from turn {general['commands_from']} on"
    falls = general.get("falls")
    if isinstance(falls, Mapping):
        yield f"falls on {falls['at_most']} or less from turn {falls.get('from_turn', 1)} on"


def _units(units: list[Row], elsewhere: set[str], title: str = "unit") -> Iterator[str]:
    if not units:
        return
    keys = dict.fromkeys(key for unit in units for key in unit if key not in elsewhere)
    shown = [key for key in FIRST if key in keys]
    others = [key for key in keys if key not in FIRST]
    head = [title, *map(_words, shown), *(["also"] if others else []), "begins"]
    yield from _table(
        head,
        (
            [
                str(unit.get("name", unit["id"])),
                *(_words(str(unit.get(key, ""))) for key in shown),
                *([", ".join(_also(unit, others))] if others else []),
                _begins(unit),
            ]
            for unit in units
        ),
    )


def _also(unit: Row, keys: Iterable[str]) -> Iterator[str]:
    """What only some units have: "horse", "range 3/5", "cohesion 3 in disorder"."""
    if "effective" in unit:
        yield f"range {unit['effective']}/{unit['maximum']}"
    for key in keys:
        value = unit.get(key)
        if value is True:
            yield _words(key)
        elif isinstance(value, Mapping):
            yield f"{_words(key)}: {', '.join(f'{_words(k)} {v}' for k, v in value.items())}"
        elif value not in (None, False, "") and key not in ("effective", "maximum"):
            yield f"{_words(key)} {_words(str(value))}"


def _begins(unit: Row) -> str:
    enters = unit.get("enters")
    if isinstance(enters, Mapping):
        return f"turn {enters.get('turn', 1)}, by {enters.get('hex', 'the edge')}"
    return str(unit.get("at", unit.get("hex", "")))


def _yes(value: object) -> str:
    return "yes" if value is True else str(value)


def _words(key: str) -> str:
    return key.replace("_", " ")


# --- how it is won ---------------------------------------------------------------------------------


def _victory(data: Row, board: Board) -> Iterator[str]:
    names = {side["id"]: side["name"] for side in data["sides"]}
    for sky in data.get("weather", ()):
        yield f"{_turns(sky['turns'])}: {', '.join(_sky(sky))}."
        yield ""
    for marker in data.get("special_markers", ()):
        yield _marker(marker, names)
        yield ""
    objectives = [entry for entry in data.get("objectives", ()) if "hex" in entry]
    if objectives:
        head = ["objective", "hex", *(f"points for the {name}" for name in names.values()), "held by"]
        yield from _table(head, (_objective(entry, names) for entry in objectives))
    victory = data.get("victory", {})
    if not isinstance(victory, Mapping):
        return
    losses = [f"{_words(key)} {value}" for key, value in victory.items() if isinstance(value, int)]
    if losses:
        yield f"Points for the enemy's losses that differ from the usual: {', '.join(losses)}."
        yield ""
    for side, points in victory.get("handicap", {}).items():
        yield f"The {names.get(side, side)} begin with {points} points."
        yield ""
    levels = victory.get("levels", ())
    if levels:
        told = ", ".join(f"{level['margin']} {level['name']}" for level in levels)
        yield f"Levels of victory, by the difference in points: {told}; less is a draw."
        yield ""
    for death in victory.get("sudden_death", ()):
        winner = names.get(death["winner"], death["winner"])
        yield f"- The {winner} win at once when {_death(death, board)}: {death['name']}."
    if victory.get("sudden_death"):
        yield ""


def _objective(entry: Row, names: Mapping[str, str]) -> list[str]:
    points = entry.get("points", "")
    worth = [str(points.get(side, "–")) if isinstance(points, Mapping) else str(points) for side in names]
    holder = entry.get("holder", "")
    return [str(entry.get("name", "")), str(entry["hex"]), *worth, names.get(holder, "nobody")]


def _death(death: Row, board: Board) -> str:
    if death.get("hexes"):
        held = " and ".join(board.name_at.get(board.at(label), label) for label in death["hexes"])
        return f"they hold {held}"
    return f"{death.get('formations_lost')} enemy formations are lost"


def _marker(marker: Row, names: Mapping[str, str]) -> str:
    units = [f"{marker[arm]} {arm}" for arm in ("infantry", "cavalry") if marker.get(arm)]
    since = f" from turn {marker['first_turn']}" if marker.get("first_turn", 1) > 1 else ""
    side = names.get(marker["side"], marker["side"])
    return (
        f"Once in the battle{since} the {side} may add a marker of their "
        f"own to the cup, *{marker['name']}*: {' and '.join(units)} units act at once."
    )


def _turns(turns: list[int]) -> str:
    first, last = min(turns), max(turns)
    return f"Turn {first}" if first == last else f"Turns {first} to {last}"


def _sky(sky: Row) -> Iterator[str]:
    yield from (kind for kind in ("night", "fog", "rain", "snow") if sky.get(kind))
    if sky.get("visibility"):
        far = sky["visibility"]
        yield f"nobody sees farther than {far} {'hex' if far == 1 else 'hexes'}"
    if "up_to_level" in sky:
        yield f"above level {sky['up_to_level']} it is clear"


# --- the list of all -------------------------------------------------------------------------------


def index(files: Mapping[str, ScenarioFile]) -> str:
    """The page that lists all battles, ruleset by ruleset."""
    lines = [
        "# The battles",
        "",
        "Each with its map, both orders of battle, and what was sourced and guessed.",
        "",
    ]
    lines += ["[Writing a scenario](../writing-a-scenario.md) tells how to make one of your own.", ""]
    for ruleset in dict.fromkeys(file.ruleset for file in files.values()):
        lines += [f"## {find_rulesets()[ruleset].manifest.title}", ""]
        head = ["battle", "date", "size", "hexes", "units", "turns", "time", "difficulty"]
        own = {name: file for name, file in files.items() if file.ruleset == ruleset}
        lines += _table(head, (_index_row(name, file) for name, file in own.items()))
    return "\n".join(lines)


def _index_row(name: str, file: ScenarioFile) -> list[str]:
    data, grid = file.data, read_map(file.map_path).grid
    facts = [data.get("date", ""), data.get("size", ""), f"{grid.columns} x {grid.rows}"]
    facts += [
        len(data.get("units", ())),
        data["turns"],
        data.get("playing_time", ""),
        data.get("difficulty", ""),
    ]
    return [f"[{file.title}]({name}.md)", *map(str, facts)]


# --- writing ---------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """Every page by its file name."""
    files = page_names()
    return {"README.md": index(files), **{f"{name}.md": page(name, file) for name, file in files.items()}}


def picture(file: ScenarioFile) -> bytes:
    """The map as a small picture."""
    from PIL import Image

    from game.sheets.map_sheet import SheetOptions, draw_sheet, sheet_bytes

    board = read_map(file.map_path)
    sheet = draw_sheet(board, SheetOptions(paper="fit", dpi=DPI))
    image = Image.open(io.BytesIO(sheet_bytes(sheet, ".png", DPI, board.title))).convert("RGB")
    small = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", action="store_true", help="only the pages, not the pictures")
    chosen = parser.parse_args()
    (PAGES / PICTURES).mkdir(parents=True, exist_ok=True)
    written = pages()
    for old in PAGES.glob("*.md"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        (PAGES / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{PAGES}: {len(written)} pages")
    if chosen.pages:
        return
    for name, file in page_names().items():
        content = picture(file)
        (PAGES / PICTURES / f"{name}.png").write_bytes(content)
        print(f"{name}.png: {len(content) // 1024} kB")


if __name__ == "__main__":
    main()
