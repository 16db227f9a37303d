"""`gloire map render`: a map as a printable sheet."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import typer

from game.cli.speech import UserError

_MOST_PIXELS = 160_000_000  # beyond this the drawing itself would fill a small machine's memory


class PaperChoice(StrEnum):
    """The papers a sheet can be laid on."""

    a4 = "a4"
    letter = "letter"
    fit = "fit"


def render(
    map_: str = typer.Argument(
        ..., metavar="MAP", help="A map file, its folder, or the name of a map that came with the program."
    ),
    out: Path = typer.Option(..., "--out", "-o", help="Where to write: FILE.png, FILE.pdf or FILE.svg."),
    dpi: int = typer.Option(150, min=30, max=1200, help="Dots per inch of a PNG."),
    paper: PaperChoice = typer.Option(PaperChoice.fit, help="The paper; `fit` follows the map's own size."),
    no_numbers: bool = typer.Option(False, "--no-numbers", help="Leave out the hex numbers."),
    no_legend: bool = typer.Option(False, "--no-legend", help="Leave out the legend."),
    grey: bool = typer.Option(False, "--grey", help="Shades of grey only."),
    scan: bool = typer.Option(
        False, "--scan", help="Only the grid, laid over the scan that the map's \\[background] names."
    ),
) -> None:
    """Draw a map as a printable sheet."""
    from game.shipped import shipped
    from hexmap.files import find_map, read_map

    suffix = out.suffix.lower()
    if suffix not in (".png", ".pdf", ".svg"):
        raise UserError(f"{out}: a sheet is written as .png, .pdf or .svg")
    if out.is_dir():
        raise UserError(f"{out}: is a folder; name a file in it")
    if not out.parent.is_dir():
        raise UserError(f"{out}: there is no folder {out.parent}")
    file = find_map(map_, shipped("maps"))
    board = read_map(file)

    from game.sheets.map_sheet import SheetOptions, draw_sheet, pixels, sheet_bytes
    from game.sheets.page_plan import NoRoomError
    from game.sheets.scan import read_scan

    options = SheetOptions(
        paper=paper.value, dpi=dpi, has_numbers=not no_numbers, has_legend=not no_legend, is_grey=grey
    )
    try:
        page = draw_sheet(board, options, scan=read_scan(board, file) if scan else None)
    except NoRoomError as error:
        raise UserError(str(error)) from None
    wide, high = pixels(page, dpi)
    if suffix == ".png" and wide * high > _MOST_PIXELS:
        fitting = int(dpi * (_MOST_PIXELS / (wide * high)) ** 0.5)
        raise UserError(
            f"{out}: a picture of {wide} x {high} pixels is too large; --dpi {fitting} would do, or a .pdf"
        )
    content = sheet_bytes(page, suffix, dpi, board.title or board.name)
    out.write_bytes(content)
    size = f"{wide} x {high} pixels" if suffix == ".png" else f"{page.width_mm:.0f} x {page.height_mm:.0f} mm"
    print(f"{out}: {size}, {max(1, len(content) // 1024):,} kB")
