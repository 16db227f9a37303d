"""`gloire odds`: the exact odds of a fight, with the lines that lead to them.

The flags of a question are those of the ruleset's own form, so they are read here by hand: every ruleset
that answers questions is asked in its own words without this module knowing them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer
from typer.core import TyperCommand

from game.cli.language import BEHIND, Language
from game.cli.speech import UserError, print_json
from game.core.tongue import _
from hexmap.errors import did_you_mean

if TYPE_CHECKING:
    from game.core.questions import Field, OddsForm, Question
    from game.odds.answer import Answer

OWN = ("--json", "--plot", "--sweep", "--figure", "--value", "--changes", "--replies", "--swap", "--question",
       "--record", "--at", "--lang", "--schema", "--help")  # fmt: skip
POLICY_WORDS = ("auto", "always", "never")
WORST = "worst_tenth"
ALL = "all"  # said of a decision: show it under every policy, side by side
# So that typer leaves the ruleset's own flags alone.
SETTINGS = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


class Asked(NamedTuple):
    """What is asked for: a form, a situation in it, and the words that ask for it."""

    form: OddsForm
    ruleset: str
    spoken: str
    question: Question | None
    answer: Answer
    all_replies: tuple[str, ...] = ()  # the decisions to be shown under every policy


class Wishes(NamedTuple):
    """What is to be told about it."""

    figure: str  # that changes and sweeps are about
    value: str  # what best replies play for
    changes: bool
    replies: bool
    ranges: tuple[str, ...]
    plot: Path | None
    as_json: bool


def _complete(ctx: typer.Context, args: list[str], incomplete: str) -> list[str]:
    """The words that can come next: rulesets, questions, flags, and what a flag may say."""
    from game.odds.question import form_of, rulesets_with_odds

    try:
        given = [word for word in ctx.params.get("words") or () if word]
        plain = [word for word in given if not word.startswith("-")]
        if not plain:
            return [id_ for id_ in rulesets_with_odds() if id_.startswith(incomplete)]
        kinds = form_of(plain[0]).kinds
        if len(plain) == 1:
            return [kind for kind in kinds if kind.startswith(incomplete)]
        fields = kinds[plain[1]].fields
        if given[-1].startswith("--"):
            field = next((f for f in fields if f"--{f.name}" == given[-1]), None)
            known = _words_for(field) if field else ()
            return [word for word in known if word.startswith(incomplete)]
        return [f"--{field.name}" for field in fields if f"--{field.name}".startswith(incomplete)]
    except Exception:  # half a line may mean anything: no help is better than noise in the shell
        return []


class OddsCommand(TyperCommand):
    """The command, completed with the flags of the question that is being asked."""

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        found = super().shell_complete(ctx, incomplete)
        if not incomplete.startswith("-"):
            return found
        # Which click typer stands on depends on its version: ours are made like the items it gives.
        item = type(super().shell_complete(ctx, "--")[0])
        return [*(item(flag) for flag in _question_flags(ctx) if flag.startswith(incomplete)), *found]


def _question_flags(ctx: typer.Context) -> list[str]:
    """The flags of the question whose ruleset and kind have been said."""
    from game.odds.question import form_of

    plain = [word for word in ctx.params.get("words") or () if not word.startswith("-")]
    try:
        return [f"--{field.name}" for field in form_of(plain[0]).kinds[plain[1]].fields]
    except Exception:  # half a line may mean anything: no help is better than noise in the shell
        return []


def _words_for(field: Field) -> tuple[str, ...]:
    """What a flag may say, where that can be listed."""
    return (*POLICY_WORDS, ALL) if field.kind == "policy" else field.choices


def odds(
    context: typer.Context,
    words: list[str] = typer.Argument(
        None, metavar="RULESET QUESTION --FLAG VALUE …", help="What is asked.", autocompletion=_complete
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
    plot: Path | None = typer.Option(None, "--plot", metavar="FILE", help="Draw it: .png, .pdf or .svg."),
    sweep: list[str] = typer.Option(
        None, "--sweep", metavar="NAME=A..B", help="One figure over a range; say it twice for two."
    ),
    figure: str = typer.Option("", "--figure", metavar="NAME", help="The figure for sweeps and changes."),
    value: str = typer.Option("", "--value", metavar="NAME", help="The figure that best replies play for."),
    changes: bool = typer.Option(False, "--changes", help="What would change it most."),
    replies: bool = typer.Option(False, "--replies", help="Each decision under every policy."),
    swap: bool = typer.Option(False, "--swap", help="The other side attacks."),
    question: Path | None = typer.Option(None, "--question", metavar="FILE", help="A question in a file."),
    record: Path | None = typer.Option(None, "--record", metavar="FILE", help="A record of a game."),
    at: int | None = typer.Option(None, "--at", metavar="N", help="The step of the record."),
    lang: Language | None = BEHIND,
    schema: bool = typer.Option(False, "--schema", help="The schema of --json, and nothing else."),
    help_: bool = typer.Option(False, "--help", "-h", help="Show this, or what a question takes."),
) -> None:
    """The exact odds of a fight, with the modifier lines that lead to them.

    gloire odds jours-de-gloire charge --attacker "heavy cavalry 4/7" --defender "infantry 6/6"
    --terrain clear --from front --square auto

    'gloire odds RULESET QUESTION --help' lists the flags of a question. With --record FILE --at N
    "ACTION" the question is an action in a game, after step N.
    """
    given = list(words or ())
    if help_:
        _print_help(context, given)
        return
    if schema:
        from game.odds.report import OddsData

        print_json(OddsData.model_json_schema())
        return
    from game.core.questions import BadQuestion
    from game.odds.question import Unclear

    try:
        if record is not None:
            asked = _in_a_game(record, at, given, value)
        else:
            asked = _in_words(given, question, swap, value)
        _tell(asked, Wishes(figure, value, changes, replies, tuple(sweep or ()), plot, as_json))
    except (Unclear, BadQuestion) as error:
        raise UserError(str(error)) from None


# --- asking ------------------------------------------------------------------------------------------


def _in_words(words: list[str], file: Path | None, swap: bool, value: str) -> Asked:
    from game.odds.answer import answer
    from game.odds.question import (
        form_of,
        kind_of,
        read_flags,
        read_question,
        read_question_file,
        spoken,
    )

    plain, said = read_flags(words)
    side_by_side: tuple[str, ...] = ()
    if file is not None:
        if plain or said:
            raise UserError("a question in a file says everything; leave the other words out")
        question = read_question_file(file)
    else:
        ruleset = _ruleset(plain)
        kinds = form_of(ruleset).kinds
        if len(plain) < 2:
            raise UserError(f"say what is asked of '{ruleset}': {', '.join(kinds)}")
        kind = kind_of(ruleset, plain[1])
        if len(plain) > 2:
            raise UserError(f"'{plain[2]}' stands alone; a flag such as --{kind.names()[0]} goes before it")
        for name in said:
            if name not in kind.names():
                known = (*(f"--{each}" for each in kind.names()), *OWN)
                raise UserError(f"'{kind.id}' has no flag '--{name}'{did_you_mean(f'--{name}', known)}")
        policies = [field.name for field in kind.fields if field.kind == "policy"]
        side_by_side = tuple(name for name in policies if said.get(name) == [ALL])
        said |= {name: ["auto"] for name in side_by_side}
        question = read_question(ruleset, plain[1], said)
    form = form_of(question.ruleset)
    if swap:
        question = form.swapped(question)
    figures = form.kinds[question.kind].figures
    found = answer(question, _figure(value, (*figures, form.value.name)) if value else "")
    return Asked(form, question.ruleset, spoken(form, question), question, found, side_by_side)


def _ruleset(plain: list[str]) -> str:
    from game.odds.question import rulesets_with_odds

    if not plain:
        raise UserError(f"say whose odds: {', '.join(rulesets_with_odds())}")
    return plain[0]


def _in_a_game(record: Path, at: int | None, words: list[str], value: str) -> Asked:
    """An action in a recorded game, as a question with the same numbers."""
    from game.core.actions import parse_action
    from game.match import load_record
    from game.odds.answer import answer_in
    from game.odds.engine import Graph
    from game.odds.question import form_of
    from game.replay import tell

    loaded = load_record(record)
    match = loaded.match
    steps = list(
        tell(match)
    )  # by the numbers of `gloire replay`, which do not tell how many secrets there are
    step = len(steps) - 1 if at is None else at
    if not 0 <= step < len(steps):
        raise UserError(f"{record} holds steps 0 to {len(steps) - 1}, not {step}")
    text = " ".join(words).strip()
    if not text:
        raise UserError('say which action is asked about, in quotes: "attack b-line 0507"')
    action = parse_action(text)
    match = match.up_to(steps[step].last)
    form = form_of(match.header.ruleset)
    refusal = match.why_not(action)
    if refusal is not None:
        raise UserError(f"after step {step} one cannot {action}: {refusal}")
    situation = form.on_board(match.rules, match.state, action)
    spoken = f"{action} (after step {step} of {record.name})"
    played_for = _figure(value, (*form.figures, form.value.name)) if value else ""
    found = answer_in(Graph(form, situation), {}, value=played_for)
    if loaded.problem:
        print(f"gloire: {loaded.problem}; the steps before it hold", file=sys.stderr)
    return Asked(form, match.header.ruleset, spoken, None, found)


# --- telling -----------------------------------------------------------------------------------------


def _tell(asked: Asked, wishes: Wishes) -> None:
    from game.odds.changes import side_by_side, what_would_change
    from game.odds.report import as_data
    from game.odds.sweep import read_axis, sweep

    question, found = asked.question, asked.answer
    wants_replies = wishes.replies or bool(asked.all_replies)
    if question is None and (wishes.changes or wants_replies or wishes.ranges):
        raise UserError("an action in a game has odds, but no ranges and no changes")
    if len(wishes.ranges) > 2:
        raise UserError("one figure is swept over one range or two, not more")
    name = _figure(wishes.figure, (*found.spreads, WORST))
    value = found.value.name if wishes.value else ""
    effects = what_would_change(question, name, value) if wishes.changes and question else []
    only = () if wishes.replies else asked.all_replies
    replies = list(side_by_side(question, value, only)) if wants_replies and question else []
    axes = [read_axis(question, text) for text in wishes.ranges] if question else []
    down = axes[1] if len(axes) > 1 else None
    swept = sweep(question, name, axes[0], down, value) if axes and question else None
    if wishes.plot is not None:
        from game.odds.plot import draw_answer, draw_sweep

        if swept is not None:
            draw_sweep(swept, found, wishes.plot)
        else:
            draw_answer(asked.form, found, wishes.plot)
    if wishes.as_json:
        print_json(as_data(asked.form, found, asked.ruleset, asked.spoken, name, effects, replies, swept))
        return
    from game.cli.odds_page import print_answer, print_changes, print_replies, print_sweep

    if swept is not None:
        print_sweep(found, swept)
    else:
        print_answer(asked.form, found)
    if effects:
        print_changes(asked.form, name, found, effects)
    if replies:
        print_replies(asked.form, replies)
    if wishes.plot is not None:
        print(_("drawn to {file}").format(file=wishes.plot))


def _figure(word: str, known: tuple[str, ...]) -> str:
    """The figure a word names; the first of those known when none is named."""
    name = word.replace("-", "_").replace(" ", "_")
    if not name:
        return known[0]
    if name not in known:
        raise UserError(f"there is no figure '{word}' here{did_you_mean(name, known)}")
    return name


def _print_help(context: typer.Context, words: list[str]) -> None:
    """Help for the command, or for one question of one ruleset."""
    from game.odds.question import Unclear, form_of, kind_of, rulesets_with_odds

    plain = [word for word in words if not word.startswith("-")]
    if not plain:
        print(context.get_help())
        print(f"Rulesets with odds: {', '.join(rulesets_with_odds())}")
        return
    try:
        form = form_of(plain[0])
        kind = kind_of(plain[0], plain[1]) if len(plain) > 1 else None
    except Unclear as error:
        raise UserError(str(error)) from None
    from game.cli.odds_page import print_form, print_kinds

    if kind is None:
        print_kinds(form, plain[0])
    else:
        print_form(form, plain[0], kind)
