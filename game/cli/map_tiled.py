"""`gloire map import` and `gloire map export`: maps to and from the Tiled editor."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from game.cli.speech import UserError, print_json


def import_map(
    file: str = typer.Argument(..., metavar="FILE.tmx", help="A hexagonal Tiled map, .tmx or .tmj."),
    out: str = typer.Option(..., "--out", metavar="DIR", help="The folder to write map.toml into."),
    mapping: str = typer.Option(
        "", "--mapping", metavar="FILE", help="What its layers and words mean (see docs/tiled.md)."
    ),
    force: bool = typer.Option(False, "--force", help="Write over a map that is there already."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Make a map of a Tiled map; what finds no place on it is listed on stderr."""
    from hexmap.files import write_map
    from hexmap.tiled import import_tiled, read_mapping

    target = Path(out)
    if target.suffix.lower() not in (".toml", ".json"):
        target = target / "map.toml"
    _spare([target], force)
    board, report = import_tiled(file, read_mapping(mapping) if mapping else None)
    written = write_map(board, target)
    if as_json:
        print_json(
            {
                "map": str(written),
                "columns": board.grid.columns,
                "rows": board.grid.rows,
                "report": list(report),
            }
        )
        return
    for line in report:
        print(f"gloire: {file}: {' '.join(line.split())}", file=sys.stderr)
    counts = [
        f"{board.grid.columns} x {board.grid.rows} hexes",
        _count(sum(len(found) for found in board.features.values()), "hexside feature"),
        _count(len(board.roads), "road"),
        _count(len(board.places), "place"),
    ]
    print(f"{written}: {', '.join(counts)}")


def export_map(
    map_: str = typer.Argument(
        ..., metavar="MAP", help="A map file, its folder, or the name of a shipped map."
    ),
    out: str = typer.Option(..., "--out", metavar="FILE.tmx", help="The Tiled map to write."),
    mapping: str = typer.Option(
        "", "--mapping", metavar="FILE", help="What to call its layers (see docs/tiled.md)."
    ),
    force: bool = typer.Option(False, "--force", help="Write over files that are there already."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Write a map for the Tiled editor: the map, a tileset and its picture."""
    from game.shipped import shipped
    from hexmap.files import find_map, read_map
    from hexmap.tiled import export_files, export_tiled, read_mapping

    board = read_map(find_map(map_, shipped("maps")))
    _spare(export_files(out), force)
    written = export_tiled(board, out, read_mapping(mapping) if mapping else None)
    if as_json:
        print_json({"files": [str(path) for path in written]})
        return
    print("wrote " + ", ".join(str(path) for path in written))


def _spare(targets: list[Path] | tuple[Path, ...], force: bool) -> None:
    """Refuse to write over somebody's work unless told to."""
    for target in targets:
        if not force and target.exists():
            raise UserError(f"{target}: is there already; --force writes over it")


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
