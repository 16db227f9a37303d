"""Player aids: every printed figure is there, every odds card is worked out, nothing leaves the paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.questions import OddsCard
from game.core.ruleset import find_rulesets, load_ruleset
from game.core.tongue import _
from game.odds.answer import chance_of
from game.odds.question import form_of
from game.sheets.blocks import AFTER, TableBlock, _runs, wrapped
from game.sheets.page_plan import PAPERS
from game.sheets.player_aid import BOTTOM, MARGIN, _stacked, card_block, pdf_bytes, player_aid, table_block
from tests.cli.test_cli import Capture, refused, run
from tests.french import listening

RULESETS = ("jours-de-gloire", "skirmish")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_cell_of_every_table_is_printed(ruleset: str) -> None:
    for table in load_ruleset(ruleset).tables.values():
        block = table_block(table)
        assert [row[1:] for row in block.rows] == list(table.rows.values())
        assert block.head[1:] == table.columns
        assert len(block.notes) == len(table.notes)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("paper", PAPERS)
def test_blocks_stay_on_the_paper(ruleset: str, paper: str) -> None:
    size = PAPERS[paper]
    width = size[0] - 2 * MARGIN
    blocks = [table_block(table) for table in load_ruleset(ruleset).tables.values()]
    pages = _stacked(blocks, size, width)
    assert sum(map(len, pages)) == len(blocks)
    for page in pages:
        for block, left, top, room in page:
            assert left + room <= size[0] - MARGIN + 0.01
            assert top + block.height(room) <= size[1] - MARGIN - BOTTOM + AFTER + 0.01


def test_columns_fill_the_width_and_hold_their_words() -> None:
    block = TableBlock("T", "", ("a", "b"), (("one", "a rather long text that has to be broken " * 4),))
    widths = block._widths(100.0)
    assert sum(widths) == pytest.approx(100.0)
    assert len(wrapped(block.rows[0][1], widths[1], 2.75)) > 1


def test_what_the_page_sets_in_italics_is_set_so() -> None:
    """No asterisk is printed but that of a footnote; a line may end between words in italics."""
    assert wrapped("one *two three*", 12.0, 2.75) == ["one *two*", "*three*"]
    assert _runs("or *Pursuit* *(9.5)*") == [("or ", False), ("Pursuit (9.5)", True)]
    assert _runs("+3*") == [("+3*", False)]
    written: list[tuple[str, bool]] = []

    class Paper:
        def write(self, text: str, *_where: object, italic: bool = False, **_look: object) -> None:
            written.append((text, italic))

        def draw(self, *_what: object) -> None: ...

    table_block(load_ruleset("jours-de-gloire").tables["shock"]).draw(Paper(), 0.0, 0.0, 180.0)  # type: ignore[arg-type]
    assert not [text for text, _italic in written if "*" in text]
    assert ("Pursuit (9.5)", True) in written


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_card_is_what_the_odds_say(ruleset: str) -> None:
    form = form_of(ruleset)
    card = next(form.cards())
    block = card_block(form, card)
    assert len(block.rows) == len(card.rows)
    for (label, cells), (said, questions) in zip(block.rows, card.rows, strict=True):
        assert label == said
        assert cells == tuple(chance_of(question, card.figure, card.figure) for question in questions)


def test_every_card_asks_questions_the_rules_allow() -> None:
    form = form_of("jours-de-gloire")
    for card in form.cards():
        assert {len(questions) for _, questions in card.rows} == {len(card.columns)}
        assert chance_of(card.rows[0][1][0], card.figure) >= 0


def is_by_ratio(card: OddsCard) -> bool:
    """Whether a card goes by strength ratio and cohesion difference."""
    return card.figure == "attacker_prevails" and card.rows[0][0].endswith(":6)")


def check_rises(card: OddsCard) -> None:
    rows = [cells for _label, cells in card_block(form_of("jours-de-gloire"), card).rows]
    for cells in (*rows, *zip(*rows, strict=True)):
        known = [cell for cell in cells if cell is not None]
        assert known in (sorted(known), sorted(known, reverse=True)), card.title


def test_the_card_of_infantry_that_may_form_square_rises_with_strength_and_cohesion() -> None:
    """Both sides play for what the card shows."""
    cards = list(filter(is_by_ratio, form_of("jours-de-gloire").cards()))
    check_rises(next(card for card in cards if card.rows[0][1][0].get("square") == "auto"))


@pytest.mark.soak
def test_every_charge_and_shock_card_rises_with_strength_and_cohesion() -> None:
    for card in filter(is_by_ratio, form_of("jours-de-gloire").cards()):
        check_rises(card)


def test_the_same_pages_give_the_same_file() -> None:
    ruleset = load_ruleset("skirmish")
    first, second = (pdf_bytes(player_aid(ruleset), "Skirmish") for _ in range(2))
    assert first.startswith(b"%PDF")
    assert first == second


def test_a_sheet_is_written(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "aid.pdf"
    code, out, err = run(capsys, "sheet", "skirmish", "--out", str(file), "--paper", "letter")
    assert (code, err) == (0, "")
    assert "2 pages" in out
    assert file.read_bytes().startswith(b"%PDF")
    assert "a sheet is written as .pdf" in refused(
        capsys, "sheet", "skirmish", "--out", str(tmp_path / "aid.txt")
    )
    assert "there is no folder" in refused(
        capsys, "sheet", "skirmish", "--out", str(tmp_path / "no" / "aid.pdf")
    )


def test_every_word_of_the_sheets_is_french() -> None:
    """Tables, notes, cards and figures: whatever has letters in it has a translation."""
    with listening() as missed:
        for ruleset in find_rulesets():
            form = form_of(ruleset)
            for table in load_ruleset(ruleset).tables.values():
                table_block(table)
            for card in form.cards():
                _(form.figures[card.figure].title)
    assert [text for text in sorted(missed) if re.search("[A-Za-z]{3}", text)] == []


def test_a_french_card_is_set_with_a_space_before_the_colon() -> None:
    form = form_of("jours-de-gloire")
    with listening():
        block = card_block(form, next(form.cards()))
    assert block.note.startswith("L'attaquant l'emporte\N{NO-BREAK SPACE}: ")


def test_a_sheet_in_french_leaves_the_program_speaking_as_before(capsys: Capture, tmp_path: Path) -> None:
    run(capsys, "sheet", "skirmish", "--out", str(tmp_path / "aid.pdf"), "--lang", "fr")
    assert _("Charts") == "Charts"
