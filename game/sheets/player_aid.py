"""A player aid: the charts of a ruleset and its odds cards on printable pages, made from the data alone."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import matplotlib
from matplotlib.backends.backend_pdf import PdfPages

from game.core.questions import BadQuestion, OddsCard, OddsForm
from game.core.ruleset import Ruleset
from game.core.tables import PrintedTable
from game.core.tongue import _, titled, word
from game.odds.answer import chance_of
from game.sheets.blocks import AFTER, FAINT, INK, NOTE, PAPER, RULE, Block, CardBlock, TableBlock
from game.sheets.marks import Stroke
from game.sheets.page_plan import PAPERS
from game.sheets.paint import Page

MARGIN = 11.0
TOP, BOTTOM = 14.0, 8.0  # taken by the header and the footer
GUTTER = 7.0


def player_aid(ruleset: Ruleset, paper: str = "a4") -> list[Page]:
    """The pages: charts first, then odds cards where the ruleset has any."""
    size = PAPERS[paper]
    width = size[0] - 2 * MARGIN
    charts = [table_block(table) for table in ruleset.tables.values()]
    sections: list[tuple[str, list[list[Placed]]]] = [(_("Charts"), _stacked(charts, size, width))]
    form: OddsForm | None = getattr(ruleset, "odds", None)
    if form is not None:
        blocks = [card_block(form, card) for card in form.cards()]
        sections.append((_("Odds in per cent"), _stacked(blocks, size, width)))
    count = sum(len(pages) for _title, pages in sections)
    found: list[Page] = []
    for title, pages in sections:
        for placed in pages:
            page = Page(*size, PAPER)
            _frame(page, ruleset.manifest.title, title, len(found) + 1, count)
            for block, left, top, room in placed:
                block.draw(page, left, top, room)
            found.append(page)
    return found


Placed = tuple[Block, float, float, float]


def table_block(table: PrintedTable) -> TableBlock:
    """A printed table as a block, its words in the reader's language."""
    return TableBlock(
        _(table.title),
        table.rule,
        (_(table.corner), *map(_, table.columns)),
        tuple((word(label), *map(_, cells)) for label, cells in table.rows.items()),
        tuple(titled(_(mark), _(text)) for mark, text in table.notes.items()),
    )


def card_block(form: OddsForm, card: OddsCard) -> CardBlock:
    """An odds card worked out; a cell the rules forbid stays empty."""

    def cell(question: Any) -> Any:
        try:
            return chance_of(question, card.figure, card.figure)
        except BadQuestion:
            return None

    return CardBlock(
        card.title,
        titled(_(form.figures[card.figure].title), card.note),
        card.across,
        card.columns,
        card.down,
        tuple((label, tuple(cell(question) for question in row)) for label, row in card.rows),
    )


def _stacked(blocks: Iterable[Block], size: tuple[float, float], width: float) -> list[list[Placed]]:
    """Blocks from the top down, page by page: the wide ones first, then the narrow ones two by two."""
    found = list(blocks)
    wide = [block for block in found if not block.is_narrow(width)]
    narrow = [block for block in found if block.is_narrow(width)]
    half = (width - GUTTER) / 2
    shelves: list[list[tuple[Block, float, float]]] = [[(block, MARGIN, width)] for block in wide]
    for at in range(0, len(narrow), 2):
        pair = narrow[at : at + 2]
        shelves.append([(block, MARGIN + n * (half + GUTTER), half) for n, block in enumerate(pair)])
    low = size[1] - MARGIN - BOTTOM
    pages: list[list[Placed]] = []
    filled: list[float] = []  # how far down each page is
    for shelf in shelves:
        height = max(block.height(room) for block, _left, room in shelf)
        # The first page with room enough: a small table fills what a large one left.
        at = next((n for n, y in enumerate(filled) if y + height <= low + AFTER), len(pages))
        if at == len(pages):
            pages.append([])
            filled.append(MARGIN + TOP)
        pages[at] += [(block, left, filled[at], room) for block, left, room in shelf]
        filled[at] += height
    return pages


def _frame(page: Page, title: str, section: str, number: int, count: int) -> None:
    """Header and footer."""
    right, line = page.width_mm - MARGIN, MARGIN + 8.5
    page.write(title, (MARGIN, MARGIN + 4), 6.2, INK, bold=True)
    page.write(section, (right, MARGIN + 4.4), 4.2, FAINT, across="right", italic=True)
    page.draw([Stroke((((MARGIN, line), (right, line)),), RULE, 0.3)], (0, 0), 1)
    low = page.height_mm - MARGIN
    page.write(_("Made by Gloire from the rules themselves; odds are exact."), (MARGIN, low), NOTE, FAINT)
    page.write(f"{number} / {count}", (right, low), NOTE, FAINT, across="right")


def pdf_bytes(pages: Iterable[Page], title: str) -> bytes:
    """The pages as one PDF; the same pages give the same bytes."""
    kept = BytesIO()
    with _settings(), PdfPages(kept, metadata={"Title": title, "CreationDate": None}) as book:
        for page in pages:
            book.savefig(page.figure, facecolor=page.figure.get_facecolor())
    return kept.getvalue()


def png_bytes(pages: Iterable[Page], dpi: int) -> Iterator[bytes]:
    """Each page as a picture."""
    for page in pages:
        kept = BytesIO()
        with _settings():
            page.figure.savefig(kept, format="png", dpi=dpi, facecolor=page.figure.get_facecolor())
        yield kept.getvalue()


@contextmanager
def _settings() -> Iterator[None]:
    """Letters that can be searched for, and no noise about a sign that no typeface has."""
    options: Any = {"pdf.fonttype": 42}
    with matplotlib.rc_context(options), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield
