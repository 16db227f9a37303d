"""What the pydantic models at the doors share: frozen, strict about keys, and able to say what is wrong."""

from __future__ import annotations

from typing import get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from game.core.errors import did_you_mean


class Closed(BaseModel):
    """A model that refuses unknown keys and never changes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def validation_problem(error: ValidationError, model: type[BaseModel] | None = None) -> tuple[str, str]:
    """(where, what) of the first mistake pydantic found, in words for the author of the file."""
    return validation_problems(error, model)[0]


def validation_problems(
    error: ValidationError, model: type[BaseModel] | None = None
) -> list[tuple[str, str]]:
    """(where, what) of every mistake pydantic found; unknown keys get the nearest known one."""
    found = []
    for mistake in error.errors():
        path = mistake["loc"]
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
        if mistake["type"] == "extra_forbidden":
            known = _keys_at(model, path[:-1]) if model else ()
            found.append((where, f"unknown key '{path[-1]}'{did_you_mean(str(path[-1]), known)}"))
        elif mistake["type"] == "missing":
            found.append((where, "is missing"))
        else:
            text = mistake["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
            found.append((where, text[0].lower() + text[1:]))
    return found


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
