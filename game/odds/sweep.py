"""One figure over one or two ranges: `strength=2..10`, `defender.cohesion=3..8`, `terrain=clear,woods`."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from game.core.errors import hint
from game.core.questions import Answerable, BadQuestion, Field, OddsForm, Question, UnitSpec
from game.core.tongue import _
from game.odds.answer import chance_of, value_named
from game.odds.question import Unclear, form_of, read_question

MOST = 40  # values of one range


class Axis(NamedTuple):
    """A range to sweep: what varies, its values as people read them, and how each changes a question."""

    title: str
    values: tuple[str, ...]
    field: str
    figure: int | None  # of the first unit in the field; None: the field itself


class Sweep(NamedTuple):
    """A figure for every pair of values; None where the rules forbid the question."""

    figure: str
    title: str
    across: Axis
    down: Axis | None
    cells: tuple[tuple[Fraction | None, ...], ...]  # a row for each value of `down`
    is_chance: bool
    played_for: str  # by best replies, in words


def read_axis(question: Question, text: str) -> Axis:
    """A range as it is written."""
    form = form_of(question.ruleset)
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise Unclear(
            _("'{text}' is no range; write strength=2..10 or terrain=clear,woods").format(text=text)
        )
    field, figure = _what(form, question, name.strip())
    return Axis(name.strip(), _values(values, text), field.name, figure)


def _what(form: OddsForm, question: Question, name: str) -> tuple[Field, int | None]:
    """The field a name means, and which figure of its first unit; bare figures are the attacker's."""
    kind = form.kinds[question.kind]
    figures = [figure.name for figure in form.units.figures]
    units = [field.name for field in kind.fields if field.kind == "units"]
    owner, dot, figure = name.rpartition(".")
    if figure in figures and (not dot or owner in units):
        return kind.field(owner or units[0]), figures.index(figure)
    if name in kind.names() and kind.field(name).kind != "units":
        return kind.field(name), None
    known = [f"{unit}.{each}" for unit in units for each in figures]
    known += figures + [field.name for field in kind.fields if field.kind != "units"]
    raise Unclear(_("nothing called '{name}' can be swept{hint}").format(name=name, hint=hint(name, known)))


def _values(text: str, whole: str) -> tuple[str, ...]:
    span = re.fullmatch(r"\s*([+-]?\d{1,3})\s*\.\.\s*([+-]?\d{1,3})\s*", text)
    if span:
        first, last = int(span[1]), int(span[2])
        if last < first:
            raise Unclear(_("'{text}' runs backwards").format(text=whole))
        found = tuple(str(n) for n in range(first, last + 1))
    else:
        found = tuple(part.strip() for part in text.split(","))
    if len(found) > MOST:
        raise Unclear(_("'{text}' has more than {most} values").format(text=whole, most=MOST))
    return found


def sweep(question: Question, figure: str, across: Axis, down: Axis | None = None, value: str = "") -> Sweep:
    """The figure for every value of one range, or every pair of two.

    Best replies play for *value*, else for the figure itself, so that a sweep shows what can be had of it.
    """
    form = form_of(question.ruleset)
    if down is not None and (down.field, down.figure) == (across.field, across.figure):
        raise Unclear(
            _("'{one}' and '{other}' are the same range").format(one=across.title, other=down.title)
        )
    known = form.figures.get(figure)
    value = value or (figure if known else "")
    title = known.title if known else _("In the worst tenth for the attacker")
    rows = []
    for row in down.values if down else ("",):
        start = _changed(form, question, down, row) if down else question
        rows.append(tuple(_cell(form, start, across, each, figure, value) for each in across.values))
    is_chance = known is not None and known.is_chance
    return Sweep(figure, title, across, down, tuple(rows), is_chance, value_named(form, value).title)


def _cell(
    form: OddsForm, question: Question, axis: Axis, each: str, figure: str, value: str
) -> Fraction | None:
    try:
        return chance_of(_changed(form, question, axis, each), figure, value)
    except BadQuestion:
        return None


def _changed(form: OddsForm, question: Question, axis: Axis, value: str) -> Question:
    key = axis.field.replace("-", "_")
    if axis.figure is None:
        return question.but(**{key: _read(question, axis, value)})
    if not re.fullmatch(r"\d{1,3}", value):
        raise Unclear(_("'{value}' is no {figure}").format(value=value, figure=axis.title))
    limits = form.units.figures[axis.figure]
    if not limits.least <= int(value) <= limits.most:
        raise Unclear(
            _("{figure} goes from {least} to {most}, not to {value}").format(
                figure=limits.name, least=limits.least, most=limits.most, value=value
            )
        )
    units: tuple[UnitSpec, ...] = question[axis.field]
    first = units[0]
    figures = tuple(int(value) if n == axis.figure else old for n, old in enumerate(first.figures))
    return question.but(**{key: (first._replace(figures=figures), *units[1:])})


def _read(question: Question, axis: Axis, value: str) -> Answerable:
    """A value of a field, read as if it had been said on the command line."""
    form = form_of(question.ruleset)
    needed = {f.name: [form.units.example] for f in form.kinds[question.kind].fields if f.needed}
    said = read_question(question.ruleset, question.kind, {**needed, axis.field: [value]})
    found: Answerable = said[axis.field]
    return found


def pairs(found: Sweep) -> list[tuple[str, str, Fraction | None]]:
    """The cells as (value across, value down, figure)."""
    downs = found.down.values if found.down else ("",)
    flat = [cell for row in found.cells for cell in row]
    return [(a, d, cell) for (d, a), cell in zip(product(downs, found.across.values), flat, strict=True)]
