"""What the pydantic models at the doors share: frozen, strict about keys, and able to say what is wrong."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from game.core.errors import did_you_mean


class Closed(BaseModel):
    """A model that refuses unknown keys and never changes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


M = TypeVar("M", bound=BaseModel)
# What pydantic's kinds of mistake ask for, in words for authors.
WANTED = {
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text in quotes",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
}
MISSING = "is missing"
# What pydantic adds to a path where a field may be of several kinds; no key of a file.
ALTERNATIVES = ("int", "str", "dict[str,int]", "constrained-int", "dict[str,constrained-int]")


def validated(model: type[M], content: Any) -> M:
    """The plain content of a file as a model, each value of the type it must have: "7" is no number.

    It goes by way of JSON, where strict models take a list for a tuple.
    """
    return model.model_validate_json(json.dumps(content, default=str), strict=True)


def validation_problem(error: ValidationError, model: type[BaseModel] | None = None) -> tuple[str, str]:
    """(where, what) of the first mistake pydantic found, in words for the author of the file.

    A misspelt key is a missing one, too: then the spelling is the mistake.
    """
    problems = validation_problems(error, model)
    where, what = problems[0]
    if what == MISSING:
        table = where.rpartition(".")[0]
        for other, told in problems:
            if (
                other.rpartition(".")[0] == table
                and told.startswith("unknown key")
                and "did you mean" in told
            ):
                return other, told
    return where, what


def validation_problems(
    error: ValidationError, model: type[BaseModel] | None = None
) -> list[tuple[str, str]]:
    """(where, what) of every mistake pydantic found; unknown keys get the nearest known one.

    Where a value may be of two kinds, the mistake that lies deepest is told: the kind the author meant.
    """
    found: list[tuple[str, str]] = []
    for mistake in error.errors():
        path = tuple(part for part in mistake["loc"] if part not in ALTERNATIVES)
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
        if mistake["type"] == "extra_forbidden":
            known = _keys_at(model, path[:-1]) if model else ()
            found.append((where, f"unknown key '{path[-1]}'{did_you_mean(str(path[-1]), known)}"))
        elif mistake["type"] == "missing":
            found.append((where, MISSING))
        elif mistake["type"] == "literal_error":
            found.append((where, _none_of(str(mistake["input"]), mistake["ctx"]["expected"])))
        elif mistake["type"] in WANTED:
            wanted = WANTED[mistake["type"]].format_map(mistake.get("ctx", {}))
            found.append((where, f"must be {wanted}, not {_shown(mistake['input'])}"))
        else:
            text = mistake["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
            found.append((where, text[0].lower() + text[1:]))
        if len(found) > 1 and where != found[-2][0] and where.startswith(found[-2][0] or "\0"):
            del found[-2]
    return found


def _shown(value: object) -> str:
    """A wrong value in a sentence: text in quotes, nothing at length."""
    text = " ".join(str(value).split())[:40]
    return f"'{text}'" if isinstance(value, str) else text


def _none_of(word: str, expected: str) -> str:
    """A word that is none of those pydantic expected ("'infantry', 'cavalry' or 'artillery'")."""
    known = re.findall(r"'([^']*)'", expected) or [expected]
    near = did_you_mean(word, known)
    told = f"'{' '.join(word.split())[:40]}' is none of {', '.join(known)}"
    return f"{told}{near}" if "did you mean" in near else told


def _keys_at(model: type[BaseModel], path: tuple[int | str, ...]) -> tuple[str, ...]:
    """Field names of the model that stands at a path inside another."""
    for part in path:
        if isinstance(part, int):
            continue
        field = model.model_fields.get(part)
        inner = _model_in(field.annotation) if field else None
        if inner is None:
            return ()
        model = inner
    return tuple(model.model_fields)


def _model_in(annotation: object) -> type[BaseModel] | None:
    """The first model named anywhere in a type annotation."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in get_args(annotation):
        found = _model_in(argument)
        if found is not None:
            return found
    return None
