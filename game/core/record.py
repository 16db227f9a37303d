"""A record is one text file that is save, replay, golden test and crash report.

    gloire record 1
    program: 0.1.0
    ruleset: skirmish 1.0
    scenario: skirmish 0c5f1e2d3a4b5c6d
    dice: seeded 42
    house rule: woods whole_move

    0 | - | begin | | 9c3ab0f1
    1 | blue | order hold | | 51d20a77
    note: he will come by the road
    2 | red | order advance | blue | c0ffee12

A step holds its number, the side that chose, the action, the faces rolled while it was carried out, and
eight digits of the hash of the state it led to; that of step 0 holds the header, too, so that nobody goes on
by other house rules unawares. What the engine did by itself is worked out again. A note belongs to the step
above it. Only whole lines count: one without its end was cut off by a crash.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from game.core.actions import Action, parse_action
from game.core.dice import Face
from game.core.errors import DataError
from game.core.state import GameState

FORMAT = 1
SUFFIX = ".record"
BEGIN = Action("begin")
NOBODY = "-"
DICE_KINDS = ("seeded", "manual", "scripted")
_FIRST = "gloire record"
_PLAIN_FACE = re.compile(r"[^\W\d][\w.'+-]*( [\w.'+-]+)*")
_LARGEST_BYTES = 64_000_000


class Header(NamedTuple):
    """What it takes to lay out the same table again."""

    program: str
    ruleset: str
    ruleset_version: str
    scenario: str
    content_hash: str
    dice: str
    seed: str = ""
    path: str = ""
    date: str = ""
    house_rules: tuple[tuple[str, str], ...] = ()


class Entry(NamedTuple):
    """One step: who did what, how the dice fell, and the short hash of where it led."""

    number: int
    side: str
    action: Action
    faces: tuple[Face, ...]
    hash: str
    notes: tuple[str, ...] = ()

    def with_note(self, text: str) -> Entry:
        return self._replace(notes=(*self.notes, *note_lines(text)))


class Reading(NamedTuple):
    """A record as far as it can be read: `problem` says where and why reading stopped."""

    header: Header
    entries: tuple[Entry, ...]
    problem: str = ""


def short_hash(state: GameState) -> str:
    """Eight hexadecimal digits that name a state in a record."""
    return _digits(state.digest)


def step_hash(header: Header, number: int, state: GameState) -> str:
    """The digits a step ends in: those of its state, and for the first step of what the game is played by."""
    return _digits(state.digest if number else state.digest ^ _seal(header))


def _seal(header: Header) -> int:
    """Bits that differ when a game is played by something else; where and when it is kept does not matter."""
    played_by = repr(header._replace(program="", path="", date=""))
    return int.from_bytes(hashlib.blake2b(played_by.encode(), digest_size=8).digest(), "big")


def _digits(digest: int) -> str:
    return (digest & 0xFFFFFFFF).to_bytes(4, "big").hex()


def note_lines(text: str) -> list[str]:
    """A note as the lines a record can keep: no control characters, nothing lost between them."""
    lines = ("".join(c for c in line if c.isprintable()).strip() for line in text.splitlines())
    return [line for line in lines if line]


# --- writing -------------------------------------------------------------------------------------


def header_text(header: Header) -> str:
    lines = [
        f"{_FIRST} {FORMAT}",
        f"program: {header.program}",
        f"ruleset: {header.ruleset} {header.ruleset_version}",
        f"scenario: {header.scenario} {header.content_hash}",
        *([f"path: {header.path}"] if header.path else []),
        f"dice: {header.dice} {header.seed}".rstrip(),
        *([f"date: {header.date}"] if header.date else []),
        *(f"house rule: {key} {value}" for key, value in header.house_rules),
    ]
    return "\n".join(lines) + "\n\n"


def entry_text(entry: Entry) -> str:
    faces = write_faces(entry.faces)
    line = f"{entry.number} | {entry.side} | {entry.action} | {faces} | {entry.hash}\n"
    return line.replace("|  |", "| |") + "".join(f"note: {note}\n" for note in entry.notes)


def record_text(header: Header, entries: Iterable[Entry]) -> str:
    """The whole file."""
    return header_text(header) + "".join(map(entry_text, entries))


def write_faces(faces: Iterable[Face]) -> str:
    """Faces as a record holds them: "3, blue"; words that could be mistaken stand in quotes."""
    return ", ".join(map(_face_text, faces))


def _face_text(face: Face) -> str:
    if isinstance(face, int):
        return str(face)
    return face if _PLAIN_FACE.fullmatch(face) else json.dumps(face, ensure_ascii=True)


class RecordFile:
    """A record on disk. Every change is on the disk before the call comes back.

    A step is appended as whole lines in one write; a crash leaves it there entirely or cut off in a way
    that reading notices. Steps are taken off at the end of a line. Anything else is written beside the file,
    which then takes its place.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_whole = False  # what is on the disk is what we wrote, to the last line

    def write(self, text: str) -> None:
        """Replace the whole file at once."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Always the same name: what a crash leaves behind is overwritten, not heaped up.
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            with beside.open("w", encoding="utf-8", newline="\n") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
            beside.replace(self.path)
        except OSError as error:  # name the file the user knows of
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        finally:
            beside.unlink(missing_ok=True)
        self._is_whole = True

    def append(self, text: str) -> bool:
        """Add whole lines at the end; False, and nothing changed, where the whole must be written anew."""
        if not self._is_whole or not self.path.exists():
            return False
        self._is_whole = False  # a full disk may leave half a line
        with self.path.open("ab", buffering=0) as out:
            rest = text.encode()
            while rest:
                rest = rest[out.write(rest) :]
            os.fsync(out.fileno())
        self._is_whole = True
        return True

    def cut(self, text: str) -> bool:
        """Take these lines off the end; False, and nothing changed, where the whole must be written anew."""
        lines = text.encode()
        if not self._is_whole or not self.path.exists():
            return False
        self._is_whole = False  # where it breaks off, the lines may still be there
        with self.path.open("r+b", buffering=0) as file:
            start = file.seek(0, os.SEEK_END) - len(lines)
            if start < 0 or file.seek(start) != start or file.read(len(lines)) != lines:
                return False
            file.truncate(start)
            os.fsync(file.fileno())
        self._is_whole = True
        return True


# --- reading -------------------------------------------------------------------------------------


def read_record(path: Path) -> Reading:
    """A record file, as far as it can be read; a broken header leaves nothing to go on from."""
    if path.is_file() and path.stat().st_size > _LARGEST_BYTES:
        raise DataError(path, "", "is far too large to be a record")
    return parse_record(path.read_bytes(), path)


def parse_record(content: bytes, path: Path | str) -> Reading:
    """The record in the bytes of a file; *path* is what problems call it."""
    whole, end, torn = content.rpartition(b"\n")
    lines = whole.split(b"\n") if end else []
    if not content.strip():
        raise DataError(path, "", f"is empty; a record begins with '{_FIRST} {FORMAT}'")
    if not lines:
        lines, torn = [torn], b""
    header, used = _read_header(lines, path)
    entries: list[Entry] = []
    for number, raw in enumerate(lines[used:], used + 1):
        try:
            _read_line(raw, entries)
        except (ValueError, RecursionError) as error:
            return Reading(header, tuple(entries), f"line {number} (after {_last(entries)}) {error}")
    problem = f"the last line was cut off and is left out; {_last(entries)} is the last" if torn else ""
    return Reading(header, tuple(entries), problem)


def _last(entries: list[Entry]) -> str:
    return f"step {entries[-1].number}" if entries else "the header"


def _read_header(lines: list[bytes], path: Path | str) -> tuple[Header, int]:
    """The header and the number of lines it takes, with the empty one that ends it."""
    text = [_decoded(line) for line in lines[:200]]
    _check_format(text[0], path)
    values: dict[str, str] = {}
    house_rules: list[tuple[str, str]] = []
    for number, line in enumerate(text[1:], 2):
        if not line:
            return _header(values, house_rules, path), number
        key, colon, value = line.partition(": ")
        if key == "house rule" and len(value.split(" ")) == 2:
            switch, position = value.split(" ")
            house_rules.append((switch, position))
        elif not colon or key not in ("program", "ruleset", "scenario", "path", "dice", "date"):
            raise DataError(path, f"line {number}", "is not a line of a record's header")
        elif key in values:
            raise DataError(path, f"line {number}", f"gives the {key} a second time")
        else:
            values[key] = value
    raise DataError(path, "", "the header is cut off; an empty line ends it")


def _check_format(first: str, path: Path | str) -> None:
    found = re.fullmatch(rf"{_FIRST} (\d{{1,6}})", first, re.ASCII)
    if not found:
        raise DataError(path, "line 1", f"is not a record; one begins with '{_FIRST} {FORMAT}'")
    if int(found[1]) > FORMAT:
        raise DataError(path, "line 1", f"format {found[1]} is newer than this program, which reads {FORMAT}")
    if int(found[1]) != FORMAT:
        raise DataError(path, "line 1", f"format {found[1]} does not exist; this program reads {FORMAT}")


def _header(values: Mapping[str, str], house_rules: list[tuple[str, str]], path: Path | str) -> Header:
    for key in ("program", "ruleset", "scenario", "dice"):
        if key not in values:
            raise DataError(path, key, "is missing in the header")
    ruleset, _, version = values["ruleset"].partition(" ")
    scenario, _, digest = values["scenario"].rpartition(" ")
    dice, _, seed = values["dice"].partition(" ")
    if not scenario or not re.fullmatch(r"[0-9a-f]{16}", digest):
        raise DataError(path, "scenario", "must be a name and the sixteen digits of its hash")
    if dice not in DICE_KINDS or (dice == "seeded") != bool(seed):
        raise DataError(path, "dice", "must be 'seeded' with a seed, 'manual' or 'scripted'")
    return Header(
        values["program"],
        ruleset,
        version,
        scenario,
        digest,
        dice,
        seed,
        values.get("path", ""),
        values.get("date", ""),
        tuple(house_rules),
    )


def _decoded(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "replace")


def _read_line(raw: bytes, entries: list[Entry]) -> None:
    """Add one line to the steps read so far, or say why it is none."""
    text = raw.removesuffix(b"\r").decode("utf-8", "replace")
    if text.startswith("note: ") and entries:
        entries[-1] = entries[-1].with_note(text.removeprefix("note: "))
        return
    parts = [part.strip() for part in text.split("|")]
    if len(parts) < 5:
        raise ValueError("is neither a step nor a note")
    number, side, action, hash_ = parts[0], parts[1], parts[2], parts[-1]
    if number != str(len(entries)):
        raise ValueError(f"should be step {len(entries)}")
    if not re.fullmatch(r"[0-9a-f]{8}", hash_):
        raise ValueError("does not end in the eight digits of a hash")
    faces = text.split("|", 3)[3].rpartition("|")[0].strip()
    entry = Entry(len(entries), side, parse_action(action), tuple(read_faces(faces)), hash_)
    if entry_text(entry) != text + "\n":
        raise ValueError("is not written as this program writes a step")
    entries.append(entry)


def read_faces(text: str) -> Iterator[Face]:
    """The faces that `write_faces` has written; ValueError for what it never writes."""
    decoder = json.JSONDecoder()
    while text:
        if text[0] == '"':
            try:
                word, end = decoder.raw_decode(text)
            except ValueError:
                raise ValueError("holds a face in quotes that do not close") from None
            yield str(word)
            rest = text[end:]
        else:
            face, comma, after = text.partition(",")
            yield int(face) if re.fullmatch(r"-?\d{1,9}", face, re.ASCII) else face
            rest = comma + after
        if rest and not rest.startswith(", "):
            raise ValueError("holds faces that are not set apart by commas")
        text = rest[2:]
