"""Every step of the sequence of play by the name it has in `sequence.toml`; each module here brings some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from game.core.state import GameState
from game.core.steps import Step

STEPS: dict[str, Step[Any]] = {}
CONDITIONS: dict[str, Callable[[Any, GameState], bool]] = {}


def _gather() -> None:
    for module in iter_modules(__path__, f"{__name__}."):
        found = import_module(module.name)
        for kind, all_ in (("STEPS", STEPS), ("CONDITIONS", CONDITIONS)):
            brought: Mapping[str, Any] = getattr(found, kind, {})
            assert not brought.keys() & all_.keys(), f"{module.name} brings a step twice"
            all_.update(brought)


_gather()
