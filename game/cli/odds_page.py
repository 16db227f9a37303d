"""How odds look in a terminal: tables, bars, and the words beside the numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from game.core.actions import Action
from game.core.questions import POLICIES, FigureForm, Kind, OddsForm
from game.core.tongue import _, cited, titled
from game.odds.answer import Answer, Spread, Throw
from game.odds.changes import Effect, Reply
from game.odds.policy import Decided
from game.odds.sweep import Sweep

BAR = 24
MOST_OUTCOMES = 12
MOST_ROLLS = 8
MOST_VALUES = 4  # of a figure, beside it


def shown(chance: Fraction) -> str:
    """A chance as people read it: 35.6 %."""
    return f"{float(chance * 100):.1f} %"


def bar(chance: Fraction, width: int = BAR) -> Text:
    """A bar as long as a chance is large."""
    eighths = round(float(chance) * width * 8)
    full, rest = divmod(min(eighths, width * 8), 8)
    return Text("█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else ""), style="cyan")


def _console() -> Console:
    return Console(highlight=False)


def _table(*headings: str) -> Table:
    """A table; columns of numbers are those whose heading begins with ">"."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        right = heading.startswith(">")
        table.add_column(heading.removeprefix(">"), justify="right" if right else "left", no_wrap=right)
    return table


def _number(value: Fraction, is_chance: bool, signed: bool = False) -> str:
    """A figure as people read it: a chance in per cent, anything else with two decimals."""
    if is_chance:
        return shown(value)
    return f"{float(value):+.2f}" if signed else f"{float(value):.2f}"


def print_answer(form: OddsForm, found: Answer) -> None:
    """The whole answer: words, sums, ends, figures, decisions."""
    console = _console()
    console.print(Text(found.words, style="bold"))
    mains = [throw for throw in found.throws if throw.is_main] or list(found.throws)
    often = sorted(mains, key=lambda throw: -throw.times)[:MOST_ROLLS]
    for throw in mains:
        if throw in often:
            _print_roll(console, throw)
    if len(mains) > MOST_ROLLS:
        left = _("{n} more such rolls, each of them rarer").format(n=len(mains) - MOST_ROLLS)
        console.print(f"\n{left}", style="dim")
    _print_outcomes(console, found)
    _print_fates(console, form, found)
    _print_summary(console, form, found)
    _print_decisions(console, form, found)


def _print_roll(console: Console, throw: Throw) -> None:
    often = "" if throw.times == 1 else f"  ({_times(throw.times)})"
    console.print()
    console.print(Text(f"{throw.why}{often}", style="underline"))
    for line in throw.lines:
        console.print(f"  {line.value:+3d}  {line.why} {cited(line.rule)}".rstrip(), markup=False)
    if throw.lines:
        console.print(f"  {throw.total:+3d}  {_('to the die')}", markup=False, style="bold")
    console.print(_rows(throw))


def _rows(throw: Throw) -> Table:
    """How the table reads the faces; a long label goes on below itself, however narrow the terminal is."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(min_width=7, justify="right", no_wrap=True)
    table.add_column(min_width=7, no_wrap=True)
    table.add_column(min_width=7, justify="right", no_wrap=True)
    table.add_column(min_width=12, no_wrap=True)
    table.add_column()
    for row in throw.rows:
        # A test reads as true or false: its label says passed or failed.
        reading = "" if row.reading in ("True", "False") else row.reading
        label = row.label if row.label != row.reading else ""
        table.add_row(reading, _faces(row.faces), shown(row.chance), bar(row.chance, 12), Text(label))
    return table


def _times(times: Fraction) -> str:
    if times < 1:
        return _("comes to it {chance} of the time").format(chance=shown(times))
    return _("comes to it {n} times on average").format(n=f"{float(times):.2f}")


def _faces(faces: tuple[int | str, ...]) -> str:
    """Faces in short: 0-4, 6, 8-9."""
    if not all(isinstance(face, int) for face in faces):
        return ", ".join(map(str, faces))
    spans = []
    for _key, run in groupby(enumerate(sorted(map(int, faces))), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _place, number in run]
        spans.append(f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0]))
    return ", ".join(spans)


def _print_outcomes(console: Console, found: Answer) -> None:
    table = _table(f">{_('chance')}", f">{_('fraction')}", "", _("how it ends"))
    for outcome in found.outcomes[:MOST_OUTCOMES]:
        table.add_row(shown(outcome.chance), str(outcome.chance), bar(outcome.chance), outcome.label)
    rest = found.outcomes[MOST_OUTCOMES:]
    if rest:
        chance = sum((outcome.chance for outcome in rest), Fraction(0))
        more = _("{n} more, each less likely").format(n=len(rest))
        table.add_row(shown(chance), str(chance), bar(chance), more)
    console.print(table)


def _print_fates(console: Console, form: OddsForm, found: Answer) -> None:
    """What becomes of each unit, whatever becomes of the others."""
    seen = dict.fromkeys(fate.status for fates in found.fates.values() for fate, _chance in fates)
    if len(found.fates) < 2:
        return  # the ends say it already
    table = _table(_("unit"), *(f">{_(status)}" for status in seen), f">{_('moved')}")
    for unit, fates in found.fates.items():
        by_status = dict.fromkeys(seen, Fraction(0))
        for fate, chance in fates:
            by_status[fate.status] += chance
        moved = sum((chance for fate, chance in fates if fate.moved), Fraction(0))
        cells = (shown(chance) if chance else "-" for chance in (*by_status.values(), moved))
        table.add_row(form.unit_name(found.situation.rules, unit), *cells)
    console.print(table)


def _print_summary(console: Console, form: OddsForm, found: Answer) -> None:
    table = _table(_("figure"), f">{_('chance')}", f">{_('fraction')}", "")
    for name, spread in found.spreads.items():
        figure, mean = form.figures[name], spread.mean
        beside = bar(mean) if figure.is_chance else Text(_cumulative(spread))
        table.add_row(_(figure.title), _number(mean, figure.is_chance), str(mean), beside)
    worst = found.worth.lowest()
    if found.situation.defenders:
        told = _("all in all it comes to {mean}").format(mean=f"{float(found.worth.mean):+.2f}")
        table.add_row(_("Worth of the worst tenth to the attacker"), f"{float(worst):+.2f}", str(worst), told)
    console.print(table)


def _cumulative(spread: Spread) -> str:
    """The chance of at most and at least so much, for the values that can come up."""
    values = [value for value, _chance in spread.values]
    if len(values) < 2:
        return ""
    if len(values) > MOST_VALUES:
        middle = values[len(values) // 2]
        values = [values[0], middle, values[-1]]
    told = [_("at most {n}: {chance}").format(n=values[0], chance=shown(spread.at_most(values[0])))]
    for value in values[1:]:
        told.append(_("at least {n}: {chance}").format(n=value, chance=shown(spread.at_least(value))))
    return "; ".join(told)


def _print_decisions(console: Console, form: OddsForm, found: Answer) -> None:
    real = [each for each in found.decided if len(each.worth) > 1]
    if not real:
        return
    worth = _("worth of each reply to the attacker") if found.value is form.value else _(found.value.title)
    table = _table(_("decision"), _("who decides"), _("best reply"), worth, f">{_('chance')}")
    for each in real:
        replies = (
            f"{_reply(form, each, a)} {_number(v, found.value.is_chance, True)}" for a, v in each.worth
        )
        table.add_row(
            _decision(form, found, each),
            _("attacker") if each.side == found.situation.attacking_side else _("defender"),
            _reply(form, each, each.chosen),
            "; ".join(replies),
            shown(each.chance),
        )
    console.print(table)
    _print_value(console, found.value.title)


def _print_value(console: Console, title: str) -> None:
    told = _("Best replies play for this: {value}.").format(value=_(title))
    console.print(told, style="dim", markup=False)


def _decision(form: OddsForm, found: Answer, each: Decided) -> str:
    """What is decided, and about which unit where the decision is about one."""
    pieces = each.state.pieces
    names = {word: None for action, _worth in each.worth for word in action.words if word in pieces}
    units = ", ".join(form.unit_name(found.situation.rules, id_) for id_ in names)
    return f"{_(each.title)} ({units})" if units else _(each.title)


def _reply(form: OddsForm, each: Decided, action: Action) -> str:
    """Yes or no: where exactly is a matter of course."""
    prompt = form.prompt(each.state)
    return _("no") if prompt is not None and action.verb in prompt.no else _("yes")


def _figure(form: OddsForm, name: str) -> FigureForm:
    """The figure of a name; the worst tenth has no form of its own."""
    worst = form.value._replace(name="worst_tenth", title=_("Worth of the worst tenth to the attacker"))
    return form.figures.get(name, worst)


def print_changes(form: OddsForm, name: str, found: Answer, effects: list[Effect]) -> None:
    """What would change it most."""
    console = _console()
    figure = _figure(form, name)
    now = _number(found.summary[name], figure.is_chance)
    told = _("What would change it most: {figure}, now {value}").format(figure=_(figure.title), value=now)
    console.print(Text(told, style="underline"))
    table = _table(_("change"), f">{_('then')}", f">{_('effect')}", "")
    largest = max((abs(each.effect) for each in effects), default=Fraction(0)) or Fraction(1)
    for each in effects:
        effect = f"{float(each.effect * (100 if figure.is_chance else 1)):+.{1 if figure.is_chance else 2}f}"
        length = bar(abs(each.effect) if figure.is_chance else abs(each.effect) / largest, 16)
        length.stylize("green" if (each.effect > 0) == figure.is_welcome else "red")
        table.add_row(each.title, _number(each.value, figure.is_chance), effect, length)
    console.print(table)
    if found.has_decisions and found.value.name != name and name in form.figures:
        told = _("Each change may alter the best replies too; --value {name} lets them play for this figure.")
        console.print(told.format(name=name), style="dim", markup=False)


def print_replies(form: OddsForm, replies: list[Reply]) -> None:
    """Each decision under every policy, side by side."""
    console = _console()
    for title, group in groupby(replies, key=lambda reply: reply.title):
        by_policy = {reply.policy: reply.summary for reply in group}
        table = _table(_(title), *(f">{_(policy)}" for policy in POLICIES))
        for name in by_policy[POLICIES[0]]:
            figure = _figure(form, name)
            cells = (_number(by_policy[policy][name], figure.is_chance) for policy in POLICIES)
            table.add_row(_(figure.title), *cells)
        console.print(table)


def print_sweep(found: Answer, swept: Sweep) -> None:
    """A figure over one range or two."""
    console = _console()
    console.print(Text(f"{_(swept.title)}: {found.words}", style="bold"))
    down = swept.down
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"{down.title} \\ {swept.across.title}" if down else swept.across.title)
    for value in swept.across.values:
        table.add_column(value, justify="right")
    for value, row in zip(down.values if down else ("",), swept.cells, strict=True):
        table.add_row(value, *("-" if cell is None else _cell(cell, swept.is_chance) for cell in row))
    console.print(table)
    if found.has_decisions:
        _print_value(console, swept.played_for)


def _cell(value: Fraction, is_chance: bool) -> str:
    return f"{float(value * 100):.0f} %" if is_chance else f"{float(value):.2f}"


def print_kinds(form: OddsForm, ruleset: str) -> None:
    """The questions a ruleset answers."""
    console = _console()
    console.print(titled(f"gloire odds {ruleset} QUESTION", _("what can be asked")), style="bold")
    for kind in form.kinds.values():
        console.print(f"  {kind.id:<12} {_(kind.title)}", markup=False)
    told = _("'{command}' lists what each takes.").format(command=f"gloire odds {ruleset} QUESTION --help")
    console.print(told, markup=False)


def print_form(form: OddsForm, ruleset: str, kind: Kind) -> None:
    """The flags of one question, with an example."""
    console = _console()
    console.print(titled(f"gloire odds {ruleset} {kind.id}", _(kind.title)), style="bold", markup=False)
    table = _table(_("flag"), _("says"), _("one of"), _("else"))
    for field in kind.fields:
        choices = (*POLICIES, "all") if field.kind == "policy" else field.choices
        known = (
            ", ".join(choices)
            if choices
            else _("{least} to {most}").format(least=field.least, most=field.most)
        )
        if field.kind == "units":
            known = _('a unit such as "{example}"').format(example=form.units.example)
        usual = ",".join(map(str, field.usual)) if isinstance(field.usual, tuple) else str(field.usual)
        table.add_row(f"--{field.name}", _(field.help), known, _("needed") if field.needed else usual)
    console.print(table)
    figures = "/".join(figure.name for figure in form.units.figures)
    arms = ", ".join(sorted(form.units.arms))
    told = _("A unit is an arm and its figures ({figures}): {arms}.").format(figures=figures, arms=arms)
    console.print(told, markup=False)
    if form.units.states:
        states = ", ".join(form.units.states)
        told = _("Behind them its state, where it matters: {states}.").format(states=states)
        console.print(told, markup=False)
    console.print("\n" + _("For example:") + f"\n  {kind.example}", markup=False)
