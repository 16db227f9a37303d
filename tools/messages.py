"""Compiles the catalogues of translated texts: each `.po` file of `assets/locale` into the `.mo` beside it.

    python3 tools/messages.py            # writes the .mo files
    python3 tools/messages.py --check    # says which are not up to date

A `.po` file holds pairs of `msgid "…"` and `msgstr "…"`, one text to a line, and comments that begin with #.
"""

from __future__ import annotations

import ast
import struct
import sys
from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "assets" / "locale"


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


def compiled(texts: dict[str, str]) -> bytes:
    """The catalogue in the form gettext reads: two tables of lengths and places, then the texts."""
    pairs = sorted((key.encode(), value.encode()) for key, value in texts.items() if value)
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


def main() -> int:
    """Compile every catalogue, or check that each is compiled."""
    stale = 0
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        made, kept = compiled(read_po(path)), path.with_suffix(".mo")
        if kept.is_file() and kept.read_bytes() == made:
            continue
        if "--check" in sys.argv:
            print(f"{kept} is not up to date; run tools/messages.py")
            stale = 1
        else:
            kept.write_bytes(made)
            print(f"{kept}: {len(made):,} bytes")
    return stale


if __name__ == "__main__":
    raise SystemExit(main())
