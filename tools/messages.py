"""Keeps the catalogues of translated texts: each `.po` file, and the `.mo` beside it.

    python3 tools/messages.py            # writes the .mo files
    python3 tools/messages.py --check    # says which are not up to date
    python3 tools/messages.py --missing  # lists what no catalogue has, in the form a catalogue takes

The texts of the program stand in `assets/locale`, those of the battles in `maps/locale`, those of a ruleset
in its own folder `locale`; the folder of a ruleset that comes as a package of its own can be named behind the
command. A `.po` file holds pairs of `msgid "…"` and `msgstr "…"`, one text to a line, and comments that begin
with #.

Which texts there are is read from the program itself: what stands in `_("…")`, `N_("…")` and `word("…")`, the
phases, house rules and printed tables of the rulesets, and the words of maps.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "assets" / "locale"
PROGRAM = ROOT / "game"
RULESETS = PROGRAM / "rulesets"
BATTLES = ROOT / "maps"
MAP_WORDS = ROOT / "hexmap" / "vocabulary.py"

_MARKERS = ("_", "N_", "word")
_WORDS = re.compile(r"[^\W\d_][a-zà-ÿ]")  # a letter and a small letter after it: no code such as CT
_FRENCH_SPACES = re.compile(r"(?<=«) | (?=[:;!?»%])")


class Text(NamedTuple):
    """A text of the program: where it stands, and whether it can do without a translation."""

    text: str
    place: str
    is_code: bool = False


# --- the catalogues --------------------------------------------------------------------------------


def read_po(path: Path) -> dict[str, str]:
    """The texts of a catalogue and their translations; the header is the translation of the empty text."""
    found: dict[str, str] = {}
    key, parts = "", {"msgid": "", "msgstr": ""}
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        word, _, quoted = line.strip().partition(" ")
        if line.startswith("#"):
            continue
        if not line.strip():
            if key:
                if parts["msgid"] in found:
                    raise SystemExit(f"{path}, line {number - 1}: '{parts['msgid']}' stands there twice")
                found[parts["msgid"]] = parts["msgstr"]
            key, parts = "", {"msgid": "", "msgstr": ""}
        elif word in parts:
            key = word
            parts[key] = ast.literal_eval(quoted)
        elif key and line.startswith('"'):
            parts[key] += ast.literal_eval(line)
        else:
            raise SystemExit(f"{path}, line {number}: neither msgid nor msgstr")
    return found


def set_in_type(text: str, language: str) -> str:
    """A translation as its language sets it: in French no line breaks before : ; ! ? % or inside « »."""
    return _FRENCH_SPACES.sub("\N{NO-BREAK SPACE}", text) if language == "fr" else text


def compiled(texts: dict[str, str], language: str = "") -> bytes:
    """The catalogue in the form gettext reads: two tables of lengths and places, then the texts."""
    told = {key: set_in_type(value, language) if key else value for key, value in texts.items() if value}
    pairs = sorted((key.encode(), value.encode()) for key, value in told.items())
    count, start = len(pairs), 28
    place = start + 16 * count
    tables: list[list[int]] = [[], []]
    data = b""
    for table, column in zip(tables, (0, 1), strict=True):
        for pair in pairs:
            table += (len(pair[column]), place + len(data))
            data += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, start, start + 8 * count, 0, 0)
    return head + struct.pack(f"<{4 * count}I", *tables[0], *tables[1]) + data


# --- the texts of the program ----------------------------------------------------------------------


class Room(NamedTuple):
    """A part of the program that brings its own catalogues: the program, its battles, or one ruleset."""

    folder: Path
    locale: Path
    texts: dict[str, Text]

    def catalogues(self) -> Iterator[tuple[str, Path]]:
        """The languages it speaks, each with its catalogue."""
        for path in sorted(self.locale.glob("*/LC_MESSAGES/*.po")):
            yield path.parent.parent.name, path


def rooms(guests: Iterable[Path] = ()) -> list[Room]:
    """The program, then battles and rulesets, each with what it says beyond the words they all share."""
    shared = _collected(_of_the_program())
    homes = [path.parent for path in sorted(RULESETS.glob("*/ruleset.toml"))]
    others = {BATTLES: _of_the_battles(), **{each: _of_a_ruleset(each) for each in (*homes, *guests)}}
    found = [Room(PROGRAM, LOCALE, shared)]
    for folder, texts in others.items():
        own = {key: text for key, text in _collected(texts).items() if key not in shared}
        found.append(Room(folder, folder / "locale", own))
    return found


def _collected(found: Iterable[Text]) -> dict[str, Text]:
    """Texts by themselves, each with the first place it stands in."""
    kept: dict[str, Text] = {}
    for each in found:
        known = kept.get(each.text)
        if each.text and (known is None or (known.is_code and not each.is_code)):
            kept[each.text] = each
    return kept


def _of_the_program() -> Iterator[Text]:
    for path in sorted(PROGRAM.rglob("*.py")):
        if RULESETS not in path.parents:
            yield from _in_code(path)
    for node in ast.walk(ast.parse(MAP_WORDS.read_text(encoding="utf-8"))):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict | ast.Tuple):
            words = node.value.keys if isinstance(node.value, ast.Dict) else node.value.elts
            for text in (w.value for w in words if isinstance(w, ast.Constant) and isinstance(w.value, str)):
                yield Text(text.replace("_", " "), f"{_named(MAP_WORDS)}:{node.lineno}")


def _of_the_battles() -> Iterator[Text]:
    """What the menu tells about each scenario; its history may stay in English."""
    for path in sorted(BATTLES.glob("*/*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        if "ruleset" not in data:
            continue
        for key in ("title", "date", "size", "playing_time", "difficulty"):
            yield Text(str(data.get(key, "")), _named(path))
        yield from (Text(str(side["name"]), _named(path)) for side in data["sides"])
        yield from (Text(data.get(key, ""), _named(path), True) for key in ("notes", "designer_notes"))


def _of_a_ruleset(folder: Path) -> Iterator[Text]:
    for path in sorted(folder.rglob("*.py")):
        yield from _in_code(path)
    for path in sorted(folder.rglob("*.toml")):
        for text in _in_data(path.name, tomllib.loads(path.read_text(encoding="utf-8"))):
            yield Text(text, _named(path), is_code=not _WORDS.search(text))


def _in_code(path: Path) -> Iterator[Text]:
    """The texts marked in a module: `_("a" if … else "b")` holds two; a reply that odds know is its name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Name(marker), [first, *_rest]) if marker in _MARKERS:
                for text in _constants(first):
                    spoken = text.replace("_", " ") if marker == "word" else text
                    yield Text(spoken, f"{_named(path)}:{node.lineno}")
            case ast.Call(ast.Name("Field"), [ast.Constant(str(name)), ast.Constant("policy"), *_rest]):
                yield Text(name, f"{_named(path)}:{node.lineno}")


def _constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _in_data(name: str, data: dict[str, Any]) -> Iterator[str]:
    """The texts of a ruleset's file, as far as the program shows them in the player's language."""
    if name == "ruleset.toml":
        yield data["summary"]
    elif name == "sequence.toml":
        yield from (node["title"] for node in data["node"])
    elif name == "switches.toml":
        for switch in data["switch"]:
            yield from (switch["question"], *(choice["text"] for choice in switch["choices"]))
    elif name == "lines.toml":
        yield from (
            line["why"] for group in data.values() if isinstance(group, dict) for line in group.values()
        )
    elif name == "vocabulary.toml":
        for group in ("arms", "terrain", "road", "hexside"):
            yield from (word.replace("_", " ") for word in data[group])
    elif "rows" in data and "columns" in data:
        yield from (data["title"], data.get("corner", ""), *data["columns"])
        for label, cells in data["rows"].items():
            yield from (label.replace("_", " "), *cells)
        for mark, words in data.get("notes", {}).items():
            yield from (mark, words)


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


# --- what is wrong with a catalogue ----------------------------------------------------------------


def missing(catalogue: dict[str, str], room: Room) -> list[Text]:
    """The texts of a room that have no translation."""
    return [text for text in room.texts.values() if not text.is_code and not catalogue.get(text.text)]


def obsolete(catalogue: dict[str, str], room: Room) -> list[str]:
    """The texts that are translated though the room no longer says them."""
    return sorted(set(catalogue) - set(room.texts) - {""})


def misfits(catalogue: dict[str, str]) -> list[str]:
    """The texts whose translation has other fields: {unit} for {units}, or one left out."""
    return [key for key, value in catalogue.items() if key and value and _fields(key) != _fields(value)]


def _fields(text: str) -> set[tuple[str, str | None]] | None:
    """The named fields of a text; None where braces do not match, so that nothing equals it."""
    try:
        return {(name, form) for _, name, form, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return None


def main(words: Sequence[str]) -> int:
    """Compile every catalogue, check that each is compiled, or list what is wrong with each."""
    wrong = 0
    for room in rooms(Path(word).resolve() for word in words if not word.startswith("--")):
        for language, path in room.catalogues():
            catalogue = read_po(path)
            made, kept = compiled(catalogue, language), path.with_suffix(".mo")
            if "--missing" in words:
                wrong |= _report(path, catalogue, room)
            elif kept.is_file() and kept.read_bytes() == made:
                continue
            elif "--check" in words:
                print(f"{kept} is not up to date; run tools/messages.py")
                wrong = 1
            else:
                kept.write_bytes(made)
                print(f"{kept}: {len(made):,} bytes")
    return wrong


def _report(path: Path, catalogue: dict[str, str], room: Room) -> int:
    """Print what is missing, misfits and what is obsolete; 1 where a player would notice."""
    lacking, wrong, old = missing(catalogue, room), misfits(catalogue), obsolete(catalogue, room)
    print(f"# {_named(path)}: {len(lacking)} missing, {len(wrong)} with other fields, {len(old)} obsolete")
    for text in lacking:
        print(f'\n#: {text.place}\nmsgid {_quoted(text.text)}\nmsgstr ""')
    for key in wrong:
        print(f"\n# other fields\nmsgid {_quoted(key)}\nmsgstr {_quoted(catalogue[key])}")
    for key in old:
        print(f"\n# obsolete\nmsgid {_quoted(key)}")
    return int(bool(lacking or wrong))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
