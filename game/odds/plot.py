"""Odds as pictures: bars for an answer, a heat map for a sweep. Imports matplotlib when asked to draw."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.core.errors import DataError
from game.core.questions import OddsForm
from game.core.tongue import _
from game.odds.answer import Answer
from game.odds.sweep import Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PAPER, BAR, PALE = "#222222", "#fbf8f1", "#3b5b8c", "#c9d3e3"
KINDS = (".png", ".pdf", ".svg")
MOST = 12


def draw_answer(form: OddsForm, found: Answer, path: Path) -> None:
    """Two charts on one sheet: how it ends, and the figures players ask for."""
    pyplot = _pyplot(path)
    outcomes = found.outcomes[:MOST]
    figures = [(form.figures[name], spread.mean) for name, spread in found.spreads.items()]
    chances = {each.title: mean for each, mean in figures if each.is_chance}
    heights = (max(2, len(outcomes)), max(2, len(chances)))
    figure, (top, below) = pyplot.subplots(
        2, 1, figsize=(9, 1.8 + 0.42 * sum(heights)), gridspec_kw={"height_ratios": heights}, facecolor=PAPER
    )
    heading = "\n".join((*textwrap.wrap(found.words, 80), *textwrap.wrap(_sum(found), 88)))
    figure.suptitle(heading, fontsize=11, color=INK)
    _bars(top, [(textwrap.fill(o.label, 62), float(o.chance)) for o in outcomes], _("How it ends"))
    _bars(below, [(_(title), float(chance)) for title, chance in chances.items()], _("Figures"))
    figure.tight_layout()
    figure.savefig(path, dpi=150, facecolor=PAPER)
    pyplot.close(figure)


def _sum(found: Answer) -> str:
    main = found.main
    if main is None or not main.lines:
        return ""
    lines = ", ".join(f"{line.value:+d} {line.why}" for line in main.lines)
    told = (
        _("{total} to the die: {lines}") if main.times == 1 else _("most often {total} to the die: {lines}")
    )
    return told.format(total=f"{main.total:+d}", lines=lines)


def _bars(axes: Axes, rows: list[tuple[str, float]], title: str) -> None:
    places = list(range(len(rows)))[::-1]
    axes.barh(places, [1.0] * len(rows), color=PALE, height=0.62, zorder=1)
    axes.barh(places, [chance for _label, chance in rows], color=BAR, height=0.62, zorder=2)
    for place, (_label, chance) in zip(places, rows, strict=True):
        axes.text(1.01, place, f"{chance * 100:.1f} %", va="center", fontsize=9, color=INK)
    axes.set_yticks(places, [label for label, _chance in rows], fontsize=9)
    axes.set_xlim(0, 1)
    axes.set_xticks([])
    axes.set_facecolor(PAPER)
    axes.set_title(title, loc="left", fontsize=10, color=INK)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)


def draw_sweep(swept: Sweep, found: Answer, path: Path) -> None:
    """A heat map of the figure; each cell says its number, so colour is never all there is."""
    pyplot = _pyplot(path)
    downs = swept.down.values if swept.down else ("",)
    cells = [[float("nan") if cell is None else float(cell) for cell in row] for row in swept.cells]
    known = [value for row in cells for value in row if value == value]
    is_chance = swept.is_chance
    size = (2.2 + 0.72 * len(swept.across.values), 2.1 + 0.46 * len(downs))
    figure, axes = pyplot.subplots(figsize=size, facecolor=PAPER)
    low, high = (0.0, 1.0) if is_chance else (min(known, default=0.0), max(known, default=1.0))
    axes.imshow(cells, cmap="cividis", vmin=low, vmax=high, aspect="auto")
    middle = (low + high) / 2
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            text = "–" if value != value else f"{value * 100:.0f}" if is_chance else f"{value:.2f}"
            ink = INK if value != value or value > middle else "white"
            axes.text(column, row, text, ha="center", va="center", fontsize=9, color=ink)
    axes.set_xticks(range(len(swept.across.values)), swept.across.values)
    axes.set_yticks(range(len(downs)), downs)
    axes.set_xlabel(swept.across.title)
    axes.set_ylabel(swept.down.title if swept.down else "")
    unit = " (%)" if is_chance else ""
    letters = max(40, int(size[0] * 9))
    title = [*textwrap.wrap(f"{_(swept.title)}{unit}", letters), *textwrap.wrap(found.words, letters)]
    if found.has_decisions:
        told = _("Best replies play for this: {value}.").format(value=_(swept.played_for))
        title += textwrap.wrap(told, letters)
    axes.set_title("\n".join(title), fontsize=10, loc="left", color=INK)
    figure.tight_layout()
    figure.savefig(path, dpi=150, facecolor=PAPER)
    pyplot.close(figure)


def _pyplot(path: Path) -> Any:
    """The drawing library, told not to open windows; refuses a file it could not write."""
    if path.suffix.lower() not in KINDS:
        raise DataError(path, "", f"a picture's name ends in {', '.join(KINDS)}")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot
