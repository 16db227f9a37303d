"""`gloire new`: a first map or scenario of one's own, commented, that already plays."""

from __future__ import annotations

from pathlib import Path

import typer

from game.cli.completion import ruleset_names
from game.cli.speech import UserError

_MOST = 99  # columns or rows of a first map; labels of more digits are for those who know why


def new_map(
    folder: Path = typer.Argument(
        ..., metavar="DIR", help="Where to write `map.toml`; made if it is not there."
    ),
    columns: int | None = typer.Option(None, min=2, max=_MOST, help="A bare map of this many columns."),
    rows: int | None = typer.Option(None, min=2, max=_MOST, help="A bare map of this many rows."),
) -> None:
    """Write a first map, with a comment on everything in it."""
    from game.starter import map_text

    path = _fresh(folder, "map.toml")
    path.write_text(map_text(_title(folder), columns, rows), encoding="utf-8", newline="\n")
    print(f"{path}: a map to begin with; 'gloire map render {folder} --out map.png' shows it")


def new_scenario(
    folder: Path = typer.Argument(
        ..., metavar="DIR", help="Where to write `scenario.toml`; with a map, if there is none yet."
    ),
    ruleset: str = typer.Option("", "--ruleset", help="Whose battle it is.", autocompletion=ruleset_names),
) -> None:
    """Write a first scenario, with a comment on everything in it; it can be played at once."""
    from game.core.scenario import open_scenario
    from game.match import Match
    from game.starter import map_text, scenario_text
    from hexmap.files import read_map

    chosen = _ruleset(ruleset)
    path = _fresh(folder, "scenario.toml")
    title, map_path = _title(folder), folder / "map.toml"
    board = read_map(map_path) if map_path.is_file() else None
    text = scenario_text(chosen, title, board)
    written = [path]
    if board is None:
        map_path.write_text(map_text(title), encoding="utf-8", newline="\n")
        written.insert(0, map_path)
    path.write_text(text, encoding="utf-8", newline="\n")
    try:
        Match.begin(chosen, open_scenario(path), seed=0)
    except Exception:
        # Better no file than one that does not play: the message says what the map lacks.
        path.unlink()
        raise
    for each in written:
        print(f"{each}: written")
    print(f"Play it with 'gloire text {folder}'; 'gloire check {folder}' tells what is odd about it.")


def _fresh(folder: Path, name: str) -> Path:
    """Where the new file goes; nothing anybody wrote is ever overwritten."""
    path = folder / name
    if path.exists():
        raise UserError(f"{path}: is there already; name another folder, or move it away")
    folder.mkdir(parents=True, exist_ok=True)
    return path


def _title(folder: Path) -> str:
    """A title from the name of the folder: "quatre-bras" is "Quatre bras"."""
    words = "".join(letter if letter.isalnum() else " " for letter in folder.resolve().name).split()
    return " ".join(words).capitalize() or "My field"


def _ruleset(wanted: str) -> str:
    """The ruleset to write for: the one asked for, else the one with the most battles."""
    from game.core.errors import did_you_mean
    from game.library import scenarios_of
    from game.starter import rulesets_with_starter

    known = rulesets_with_starter()
    if not wanted and known:
        return max(known, key=lambda id_: len(scenarios_of(id_)))
    if wanted not in known:
        raise UserError(f"there is no starter for a ruleset '{wanted}'{did_you_mean(wanted, known)}")
    return wanted
