"""`gloire drill`: practice in the terminal. The exercises and marks are those of `game.drill`."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from game.cli.completion import ruleset_names
from game.cli.language import BEHIND, Language
from game.cli.speech import UserError
from game.core.tongue import _, cited, word
from hexmap.errors import did_you_mean

if TYPE_CHECKING:
    from game.drill.exercises import Exercise
    from game.drill.grading import Mark
    from game.drill.session import Session

QUIT = ("q", "quit", "exit")


def drill(
    ruleset: str = typer.Argument(
        "jours-de-gloire", help="Whose rules to practise.", autocompletion=ruleset_names
    ),
    level: int | None = typer.Option(
        None, "--level", min=1, max=3, help="1 add up the modifiers, 2 estimate, 3 choose; else all in turn."
    ),
    about: list[str] = typer.Option(None, "--about", metavar="QUESTION", help="Only such questions."),
    count: int = typer.Option(10, "--count", min=1, max=1000, help="How many exercises."),
    seed: str | None = typer.Option(None, "--seed", help="Repeat a session; misses then do not come back."),
    history: bool = typer.Option(False, "--history", help="Only say how it has gone so far."),
    lang: Language | None = BEHIND,
) -> None:
    """Practise: see a situation, answer, compare with the exact odds.

    What was missed comes back sooner. Leave with q or Ctrl-C at any time: every reply is kept.
    """
    from game.drill.history import History
    from game.drill.session import Session
    from game.odds.question import Unclear, form_of

    try:
        kinds = form_of(ruleset).kinds
    except Unclear as error:
        raise UserError(str(error)) from None
    for name in about or ():
        if name not in kinds:
            raise UserError(f"'{ruleset}' has no question '{name}'{did_you_mean(name, kinds)}")
    kept = History.of(ruleset)
    if history:
        print(f"{ruleset}: {kept.score() if kept.entries else _('nothing practised yet')}")
        return
    chosen = next((each for each in (1, 2, 3) if each == level), None)
    session = Session(ruleset, chosen, seed, kept, about or ())
    try:
        with _ended_politely():
            for number in range(1, count + 1):
                if not _ask(session, number, count):
                    break
    except (KeyboardInterrupt, EOFError):
        print()
    told = _("This time: {score}.").format(score=session.score)
    print(told if session.marks else _("Nothing was answered."))


@contextmanager
def _ended_politely() -> Iterator[None]:
    """Let a session that the system ends say its score like one that the player breaks off."""

    def stop(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    names = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(name, stop) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _ask(session: Session, number: int, count: int) -> bool:
    """Put one exercise; False when the player has had enough."""
    from game.drill.grading import BadReply

    exercise = session.next()
    _show(exercise, number, count)
    while True:
        reply = input("> ").strip()
        if reply.lower() in QUIT:
            return False
        try:
            mark = session.reply(exercise, reply)
        except BadReply as error:
            print(_("{why}; q leaves.").format(why=_sentence(str(error))))
            continue
        _explain(exercise, mark)
        return True


def _show(exercise: Exercise, number: int, count: int) -> None:
    from game.core.ruleset import load_ruleset
    from game.drill.diagram import diagram, unit_lines

    situation = exercise.answer.situation
    print(f"\n--- {_('{n} of {all}').format(n=number, all=count)} " + "-" * 50)
    print(diagram(situation))
    for line in unit_lines(load_ruleset(exercise.question.ruleset), situation):
        print(f"  {line}")
    print(f"{_sentence(situation.words)}.")
    title = _(exercise.form.figures[exercise.figure].title)
    figure = f"{title[0].lower()}{title[1:]}"
    if exercise.level == 1:
        fields = exercise.form.kinds[exercise.question.kind].fields
        replies = [word(field.name) for field in fields if field.kind == "policy"]
        if replies:
            print(_("Whoever is asked on the way says no ({replies}).").format(replies=", ".join(replies)))
        print(_sentence(_("what is added to the die?")))
    elif exercise.level == 2:
        print(_("How likely is this, in per cent: {figure}?").format(figure=figure))
    else:
        print(_("Which is best for this: {figure}?").format(figure=figure))
        for place, plan in enumerate(exercise.plans, 1):
            print(f"  {place}  {plan.title}")


def _explain(exercise: Exercise, mark: Mark) -> None:
    """The exact answer, with the lines that lead to it."""
    print((_("Right: {exact}.") if mark.is_right else _("No: {exact}.")).format(exact=mark.exact))
    if exercise.level == 3:
        for place, plan in enumerate(exercise.plans, 1):
            print(f"  {place}  {float(plan.value * 100):5.1f} %  {plan.title}")
    main = exercise.answer.main
    if main is None or not main.lines:
        return
    for line in main.lines:
        print(f"  {line.value:+3d}  {line.why} {cited(line.rule)}".rstrip())
    print(f"  {main.total:+3d}  {_('to the die')}")
    rows = ", ".join(
        _("{reading} on {n}").format(reading=_(row.reading), n=len(row.faces)) for row in main.rows
    )
    print("  " + _("Faces: {rows}.").format(rows=rows))


def _sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return f"{text[0].upper()}{text[1:]}"
