"""`gloire shot`: the board as a picture, drawn by the very code of the window."""

from __future__ import annotations

import os
from pathlib import Path

import typer

from game.cli.completion import scenario_names
from game.cli.language import BEHIND, Language
from game.cli.speech import UserError
from game.core.record import SUFFIX


def shot(
    what: str = typer.Argument(
        ..., metavar="SCENARIO|RECORD", help="A scenario, or a saved game.", autocompletion=scenario_names
    ),
    out: Path = typer.Option(..., "--out", "-o", help="Where to write: FILE.png."),
    overlay: str = typer.Option("", help="An overlay to lay over the map, such as zones or threat."),
    side: str = typer.Option("", help="Whose view; without it, the side that is asked."),
    size: str = typer.Option("1280x800", help="Width and height in pixels."),
    at: str = typer.Option(
        "", "--at", help="The hex the player has clicked: where sight and fire look from."
    ),
    hover: str = typer.Option("", help="The hex the pointer is over."),
    palette: str = typer.Option("print", help="print, safe (for colour-blind eyes) or grey."),
    board_only: bool = typer.Option(False, "--board-only", help="Only the map and its counters."),
    lang: Language | None = BEHIND,
) -> None:
    """Draw the board as the window shows it."""
    if out.suffix.lower() != ".png":
        raise UserError(f"{out}: a shot is written as .png")
    if not out.parent.is_dir():
        raise UserError(f"{out}: there is no folder {out.parent}")
    width, _cross, height = size.partition("x")
    if not (
        width.isdigit() and height.isdigit() and 200 <= int(width) <= 8000 and 200 <= int(height) <= 8000
    ):
        raise UserError(f"--size {size}: is written like 1280x800, from 200 to 8000")
    if what.endswith(SUFFIX) and not Path(what).is_file():
        raise UserError(f"{what}: there is no such saved game")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from game.ui.picture import Wish, take

    wish = Wish((int(width), int(height)), overlay, side, at, hover, palette, board_only)
    try:
        take(what, out, wish)
    except ValueError as error:
        raise UserError(str(error)) from None
    print(f"{out}: {width} x {height} pixels")
