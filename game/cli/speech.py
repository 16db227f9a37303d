"""What the command line says: one sentence for a mistake, JSON for a program, tables for a person."""

from __future__ import annotations

import json
from typing import Any

from typer.core import TyperGroup

from hexmap.coords import LabelError
from hexmap.errors import DataError, did_you_mean

try:  # typer brings its own click since 0.26; older ones use the click package
    from typer._click.exceptions import ClickException, NoSuchOption
except ImportError:  # pragma: no cover
    from click.exceptions import ClickException, NoSuchOption  # type: ignore[no-redef]


class UserError(Exception):
    """A request that cannot be met; its text is the one sentence the user reads."""


SPOKEN = (UserError, DataError, LabelError, ClickException, OSError)


class Words(TyperGroup):
    """A group of commands that answers an unknown word with the nearest it knows."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word = args[0]
        if not ctx.resilient_parsing and not word.startswith("-") and self.get_command(ctx, word) is None:
            known = [name for name, command in self.commands.items() if not command.hidden]
            hint = did_you_mean(word, known) or f"; '{ctx.command_path} --help' lists them all"
            raise UserError(f"'{ctx.command_path}' has no command '{word}'{hint}")
        return super().resolve_command(ctx, args)


def sentence(error: BaseException) -> str:
    """The one line that says what was wrong, where, and what would be right."""
    if isinstance(error, OSError):
        problem = (error.strerror or str(error) or "cannot be used").lower()
        return f"{error.filename}: {problem}" if error.filename is not None else problem
    if isinstance(error, ClickException):
        return " ".join(_usage(error).split())
    return " ".join(str(error).split())


def _usage(error: ClickException) -> str:
    """A wrong option or a missing word, in our own manner of speaking."""
    told = (
        error.format_message().rstrip(".").replace("Value error, ", "").replace("Input should", "it should")
    )
    told = told[:1].lower() + told[1:]
    context = getattr(error, "ctx", None)
    if context is None:
        return told
    path = context.command_path
    if isinstance(error, NoSuchOption):
        known = [
            name for each in context.command.get_params(context) for name in each.opts if name[:1] == "-"
        ]
        return f"'{path}' has no option '{error.option_name}'{did_you_mean(error.option_name, known)}"
    return f"{told}; '{path} --help' tells what '{path}' takes"


def print_json(value: Any) -> None:
    """Machine-readable output: JSON on stdout and nothing else."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
