"""The kinds of file people write, how each is told from the others, and who checks it.

A new kind plugs in with one `FileKind` in `KINDS`: a name, a way to recognise one, a way to check one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexmap.errors import DataError
from hexmap.files import MAP_NAMES, inspect_map, kind_of, parse_table, read_text
from hexmap.mapadvice import advice

RECORD_SUFFIX = ".record"
SUFFIXES = (".toml", ".json", RECORD_SUFFIX)


@dataclass(frozen=True)
class Report:
    """What a check found: a summary if the file is good, otherwise its problems; remarks in any case."""

    path: str
    kind: str
    summary: str = ""
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.problems


@dataclass(frozen=True)
class FileKind:
    """One kind of file. `fits` sees the file's path and its top-level keys and values."""

    name: str
    fits: Callable[[Path, Mapping[str, Any]], bool]
    check: Callable[[Path], Report]


def _is_map(path: Path, content: Mapping[str, Any]) -> bool:
    return path.name in MAP_NAMES or ("ground" in content and "grid" in content)


def _check_map(path: Path) -> Report:
    board, problems = inspect_map(path)
    if board is None:
        return Report(str(path), "map", problems=tuple(map(str, problems)))
    grid = board.grid
    counts = [
        f"{grid.columns} x {grid.rows} hexes",
        f"{grid.orientation}-top",
        *(
            f"{count} {word}{'' if count == 1 else 's'}"
            for count, word in (
                (len(board.features), "hexside"),
                (len(board.roads), "road"),
                (len(board.places), "place"),
            )
            if count
        ),
    ]
    notes = tuple(f"{path}, {note}" for note in advice(board, path.parent))
    return Report(str(path), "map", summary=", ".join(counts), notes=notes)


def _is_scenario(path: Path, content: Mapping[str, Any]) -> bool:
    return path.name == "scenario.toml" or ("ruleset" in content and not {"map", "sides"}.isdisjoint(content))


def _check_scenario(path: Path) -> Report:
    """A scenario laid out and begun, as far as its first question."""
    from game.core.scenario import open_scenario
    from game.match import Match
    from game.opening import remarks

    try:
        file = open_scenario(path)
        match = Match.begin(file.ruleset, file, seed=0)
    except DataError as error:
        return Report(str(path), "scenario", problems=(str(error),))
    broken = tuple(f"{path}: {problem}" for problem in match.ruleset.broken(match.rules, match.state))
    counts = f"{file.ruleset}, {file.data['turns']} turns, {len(match.state.pieces)} pieces"
    notes = tuple(f"{path}, {remark}" for remark in remarks(file, match.rules, match.state))
    return Report(str(path), "scenario", summary=counts, problems=broken, notes=notes)


def _is_record(path: Path, content: Mapping[str, Any]) -> bool:
    return path.suffix.lower() == RECORD_SUFFIX


def _check_record(path: Path) -> Report:
    """A record replayed, every hash compared."""
    from game.match import load_record

    try:
        loaded = load_record(path)
    except (DataError, OSError) as error:
        told = str(error) if isinstance(error, DataError) else f"{path}: {error.strerror}"
        return Report(str(path), "record", problems=(told,))
    match = loaded.match
    stands = "over" if match.is_over else f"in turn {match.state.turn}"
    counts = f"{match.header.scenario}, {len(match.entries)} steps, {stands}"
    return Report(str(path), "record", counts, problems=(loaded.problem,) if loaded.problem else ())


def _is_question(path: Path, content: Mapping[str, Any]) -> bool:
    return "ask" in content or "question" in content


def _check_question(path: Path) -> Report:
    """A question for the odds, read and laid out: the rules may forbid what it asks."""
    from game.core.questions import BadQuestion
    from game.odds.question import Unclear, form_of, read_question_file, spoken

    try:
        question = read_question_file(path)
        form = form_of(question.ruleset)
        form.lay_out(question)
    except DataError as error:
        return Report(str(path), "question", problems=(str(error),))
    except (BadQuestion, Unclear) as error:
        return Report(str(path), "question", problems=(f"{path}, question: {error}",))
    return Report(str(path), "question", summary=spoken(form, question))


def _is_house_rules(path: Path, content: Mapping[str, Any]) -> bool:
    return "switches" in content or "ruleset" in content


def _check_house_rules(path: Path) -> Report:
    """A file of house rules, held against the switches of the ruleset it names."""
    from game.core.ruleset import load_ruleset
    from game.core.switches import read_house_rules
    from game.core.tables import read_toml

    try:
        name = read_toml(path).get("ruleset")
        if not isinstance(name, str):
            raise DataError(path, "ruleset", "must name the ruleset whose rules these are")
        switches = load_ruleset(name, path).switches
        chosen = read_house_rules(path, name, switches)
    except DataError as error:
        return Report(str(path), "house rules", problems=(str(error),))
    changed = sum(chosen[key] != switch.default for key, switch in switches.items())
    return Report(str(path), "house rules", summary=f"{name}, {changed} of {len(switches)} changed")


# What may be a map by its content is one. Scenarios and house rules name a ruleset; only a scenario has a map
# or sides, so what names a ruleset and nothing we know is taken for house rules with a slip in them.
KINDS: tuple[FileKind, ...] = (
    FileKind("map", _is_map, _check_map),
    FileKind("record", _is_record, _check_record),
    FileKind("scenario", _is_scenario, _check_scenario),
    FileKind("question", _is_question, _check_question),
    FileKind("house rules", _is_house_rules, _check_house_rules),
)


def kind_for(path: Path) -> FileKind | None:
    """The kind a file is of, by its name or its content; None if it is of none we know."""
    for kind in KINDS:
        # A name can be enough: a broken map.toml is a broken map, not a file of unknown kind.
        if kind.fits(path, {}):
            return kind
    content = parse_table(read_text(path), kind_of(path), path)
    return next((kind for kind in KINDS if kind.fits(path, content)), None)


def check_file(path: Path) -> Report:
    """One file checked, whatever it is."""
    try:
        if path.suffix.lower() not in SUFFIXES and path.is_file():
            raise DataError(
                path, "", f"this file is of no known kind; {_known()} end in {_listed(SUFFIXES, 'or')}"
            )
        kind = kind_for(path)
    except DataError as error:
        return Report(str(path), "unknown", problems=(str(error),))
    if kind is None:
        return Report(
            str(path),
            "unknown",
            problems=(f"{path}: this file is of no known kind; this program knows {_known()}",),
        )
    return kind.check(path)


def _known() -> str:
    return _listed([kind.name if kind.name.endswith("s") else f"{kind.name}s" for kind in KINDS], "and")


def _listed(words: Sequence[str], last: str) -> str:
    """A list in words: "maps, records and scenarios"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def check_folder(folder: Path) -> Iterator[Report]:
    """Every file of a known kind in a folder and the folders inside, in order of their names.

    Other files are none of our business; TOML or JSON that is too broken to tell is reported.
    """
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or path.suffix.lower() not in SUFFIXES or not path.is_file():
            continue
        report = check_file(path)
        if report.kind != "unknown" or "no known kind" not in report.problems[0]:
            yield report
