"""How odds look in a terminal: tables, bars, and the words beside the numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from game.core.questions import POLICIES, Kind, OddsForm
from game.odds.answer import Answer, Throw
from game.odds.changes import Effect, Reply
from game.odds.sweep import Sweep

BAR = 24
MOST_OUTCOMES = 12
MOST_ROLLS = 8


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
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        right = heading in ("value", "chance", "fraction", "effect", "faces in")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    return table


def print_answer(form: OddsForm, found: Answer) -> None:
    """The whole answer: words, sums, ends, figures, decisions."""
    console = _console()
    console.print(Text(found.words, style="bold"))
    mains = [throw for throw in found.throws if throw.is_main] or list(found.throws)
    for throw in mains[:MOST_ROLLS]:
        _print_roll(console, throw)
    _print_outcomes(console, found)
    _print_summary(console, form, found)
    _print_decisions(console, form, found)


def _print_roll(console: Console, throw: Throw) -> None:
    often = "" if throw.times == 1 else f"  (comes to it {_times(throw.times)})"
    console.print()
    console.print(Text(f"{throw.why}{often}", style="underline"))
    for line in throw.lines:
        rule = f"  [{line.rule}]" if line.rule else ""
        console.print(f"  {line.value:+3d}  {line.why}{rule}", markup=False)
    if throw.lines:
        console.print(f"  {throw.total:+3d}  to the die", markup=False, style="bold")
    for row in throw.rows:
        faces = _faces(row.faces)
        text = Text(f"  {row.reading:>5}  {faces:<9} {shown(row.chance):>8}  ")
        text.append_text(bar(row.chance, 12))
        text.append(f"  {row.label}" if row.label != row.reading else "")
        console.print(text)


def _times(times: Fraction) -> str:
    return f"{shown(times)} of the time" if times < 1 else f"{float(times):.2f} times on average"


def _faces(faces: tuple[int | str, ...]) -> str:
    """Faces in short: 0-4, 6, 8-9."""
    if not all(isinstance(face, int) for face in faces):
        return ", ".join(map(str, faces))
    spans = []
    for _, run in groupby(enumerate(sorted(map(int, faces))), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        spans.append(f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0]))
    return ", ".join(spans)


def _print_outcomes(console: Console, found: Answer) -> None:
    table = _table("chance", "fraction", "", "how it ends")
    for outcome in found.outcomes[:MOST_OUTCOMES]:
        table.add_row(shown(outcome.chance), str(outcome.chance), bar(outcome.chance), outcome.label)
    rest = found.outcomes[MOST_OUTCOMES:]
    if rest:
        chance = sum((outcome.chance for outcome in rest), Fraction(0))
        table.add_row(shown(chance), str(chance), bar(chance), f"{len(rest)} more, each less likely")
    console.print(table)


def _print_summary(console: Console, form: OddsForm, found: Answer) -> None:
    table = _table("figure", "chance", "fraction", "")
    for name, spread in found.spreads.items():
        figure = form.figures[name]
        if figure.is_chance:
            table.add_row(figure.title, shown(spread.mean), str(spread.mean), bar(spread.mean))
        else:
            table.add_row(
                figure.title, f"{float(spread.mean):.2f}", str(spread.mean), _cumulative(spread.values)
            )
    worst = found.worth.lowest()
    table.add_row("In the worst tenth for the attacker", f"{float(worst):+.2f}", str(worst), "")
    console.print(table)


def _cumulative(values: Iterable[tuple[int, Fraction]]) -> Text:
    """The chance of at least so much, for each value that can come up."""
    found = list(values)
    told = []
    for number, (value, _) in enumerate(found):
        if value:
            chance = sum((each for _, each in found[number:]), Fraction(0))
            told.append(f"at least {value}: {shown(chance)}")
    return Text("; ".join(told))


def _print_decisions(console: Console, form: OddsForm, found: Answer) -> None:
    real = [each for each in found.decided if len(each.worth) > 1]
    if not real:
        return
    table = _table("decision", "side", "best reply", "what it is worth to the attacker", "chance")
    for each in real:
        worth = "; ".join(f"{action}: {float(value):+.2f}" for action, value in each.worth)
        table.add_row(each.title, each.side or "", str(each.chosen), worth, shown(each.chance))
    console.print(table)
    console.print(f"Best replies play for {form.value.title}.", style="dim")


def print_changes(form: OddsForm, figure: str, found: Answer, effects: list[Effect]) -> None:
    """What would change it most."""
    console = _console()
    chance = figure not in form.figures or form.figures[figure].is_chance
    title = form.figures[figure].title if figure in form.figures else "Worst tenth"
    console.print(Text(f"What would change it most: {title}", style="underline"))
    table = _table("change", "value", "effect", "")
    for each in effects:
        value = shown(each.value) if chance else f"{float(each.value):.2f}"
        effect = f"{float(each.effect * 100):+.1f}" if chance else f"{float(each.effect):+.2f}"
        length = bar(abs(each.effect) if chance else Fraction(0), 16)
        length.stylize("green" if each.effect > 0 else "red")
        table.add_row(each.title, value, effect, length)
    console.print(table)


def print_replies(form: OddsForm, figure: str, replies: list[Reply]) -> None:
    """Each decision under every policy, side by side."""
    console = _console()
    title = form.figures[figure].title if figure in form.figures else "Worst tenth"
    table = _table("decision", *POLICIES)
    for heading, group in groupby(replies, key=lambda reply: reply.title):
        by_policy = {reply.policy: reply.summary[figure] for reply in group}
        table.add_row(heading, *(shown(by_policy[policy]) for policy in POLICIES))
    console.print(Text(f"{title}, by policy", style="underline"))
    console.print(table)


def print_sweep(words: str, swept: Sweep) -> None:
    """A figure over one or two ranges."""
    console = _console()
    console.print(Text(f"{swept.title}: {words}", style="bold"))
    down = swept.down
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"{down.title} \\ {swept.across.title}" if down else swept.across.title)
    for value in swept.across.values:
        table.add_column(value, justify="right")
    for value, row in zip(down.values if down else ("",), swept.cells, strict=True):
        cells = ("-" if cell is None else f"{float(cell * 100):.0f} %" for cell in row)
        table.add_row(value, *cells)
    console.print(table)


def print_kinds(form: OddsForm, ruleset: str) -> None:
    """The questions a ruleset answers."""
    console = _console()
    console.print(f"gloire odds {ruleset} QUESTION: what can be asked", style="bold")
    for kind in form.kinds.values():
        console.print(f"  {kind.id:<12} {kind.title}", markup=False)
    console.print(f"'gloire odds {ruleset} QUESTION --help' lists what each takes.", markup=False)


def print_form(form: OddsForm, ruleset: str, kind: Kind) -> None:
    """The flags of one question, with an example."""
    console = _console()
    console.print(f"gloire odds {ruleset} {kind.id}: {kind.title}", style="bold", markup=False)
    table = _table("flag", "says", "one of", "else")
    for field in kind.fields:
        choices = POLICIES if field.kind == "policy" else field.choices
        known = ", ".join(choices) if choices else f"{field.least} to {field.most}"
        if field.kind == "units":
            known = f'a unit such as "{form.units.example}"'
        usual = ",".join(map(str, field.usual)) if isinstance(field.usual, tuple) else str(field.usual)
        table.add_row(f"--{field.name}", field.help, known, "needed" if field.needed else usual)
    console.print(table)
    figures = "/".join(figure.name for figure in form.units.figures)
    arms = ", ".join(sorted(form.units.arms))
    console.print(f"A unit is an arm and its figures ({figures}): {arms}.", markup=False)
    if form.units.states:
        console.print(
            f"Behind them its state, where it matters: {', '.join(form.units.states)}.", markup=False
        )
    console.print(f"\nFor example:\n  {kind.example}", markup=False)
