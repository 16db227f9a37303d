"""`gloire sheet`: the charts of a ruleset and its odds cards, to be printed."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import typer

from game.cli.completion import ruleset_names
from game.cli.language import BEHIND, Language
from game.cli.speech import UserError


class Paper(StrEnum):
    """The papers a player aid is laid out for."""

    a4 = "a4"
    letter = "letter"


def sheet(
    ruleset: str = typer.Argument(..., metavar="RULESET", help="Whose charts.", autocompletion=ruleset_names),
    out: Path = typer.Option(..., "--out", "-o", help="Where to write: FILE.pdf, or FILE.png for pictures."),
    paper: Paper = typer.Option(Paper.a4, help="The paper."),
    lang: Language | None = BEHIND,
    dpi: int = typer.Option(110, min=50, max=600, help="Dots per inch of pictures."),
) -> None:
    """Print a player aid: charts and exact odds, for the table."""
    from game.core.ruleset import load_ruleset

    suffix = out.suffix.lower()
    if suffix not in (".pdf", ".png"):
        raise UserError(f"{out}: a sheet is written as .pdf, or as .png, a picture a page")
    if not out.parent.is_dir():
        raise UserError(f"{out}: there is no folder {out.parent}")
    found = load_ruleset(ruleset)
    from game.sheets.player_aid import pdf_bytes, player_aid, png_bytes

    pages = player_aid(found, paper.value)
    if suffix == ".pdf":
        out.write_bytes(pdf_bytes(pages, found.manifest.title))
        print(f"{out}: {len(pages)} pages")
        return
    for number, content in enumerate(png_bytes(pages, dpi), 1):
        file = out.with_stem(f"{out.stem}-{number}")
        file.write_bytes(content)
        print(file)
