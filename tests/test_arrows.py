"""Reads the imports of the program and keeps the arrows between its rooms honest.

hexmap <- core <- mechanics <- rulesets <- match, odds, cli <- ui: a room imports only what lies below it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULESETS = frozenset(path.parent.name for path in ROOT.glob("game/rulesets/*/__init__.py"))

# Rooms from the ground up; whatever else lives in `game` stands between the rulesets and the window.
RANKS = {
    "hexmap": 0,
    "game.shipped": 0,
    "game.core": 1,
    "game.mechanics": 2,
    "game.rulesets": 3,
    "game.ui": 5,
}
BETWEEN = 4

# What comes from outside the standard library, and the hexmap modules that may use it.
GUESTS = {
    "hexalattice": ("lattice",),
    "numpy": ("lattice",),
    "pytmx": ("tiled",),
    "pydantic": ("files", "map", "costfile", "tiled"),
    "pydantic_core": ("files", "map", "costfile", "tiled"),
}


class Import(NamedTuple):
    """One name that a module imports; `late` inside a function, `for_types` only for the type checker."""

    name: str
    late: bool = False
    for_types: bool = False


def read_imports(text: str, module: str, is_package: bool = False) -> list[Import]:
    """Every import in a module's text, relative ones written out in full."""
    return list(_walk(ast.parse(text), module.split("."), is_package, Import("")))


def _walk(node: ast.AST, module: list[str], is_package: bool, inside: Import) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (inside._replace(name=alias.name) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = child.module or ""
            if child.level:
                here = module if is_package else module[:-1]
                above = here[: len(here) - child.level + 1]
                base = ".".join([*above, *([child.module] if child.module else [])])
            # `from a import b` may mean the module a.b: the longer name says more and ranks the same.
            yield from (inside._replace(name=f"{base}.{alias.name}") for alias in child.names)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _walk(child, module, is_package, inside._replace(late=True))
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for part in child.body:
                yield from _walk(ast.Module([part], []), module, is_package, inside._replace(for_types=True))
            for part in child.orelse:
                yield from _walk(ast.Module([part], []), module, is_package, inside)
        else:
            yield from _walk(child, module, is_package, inside)


def is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def rank(name: str) -> int | None:
    """How high a module of the program stands; None for everybody else's."""
    for room, height in RANKS.items():
        if is_in(name, room):
            return height
    if is_in(name, "game"):
        # The top of the package holds nothing but the version, which everyone may ask for.
        return 0 if name in ("game", "game.__version__") else BETWEEN
    return None


def ruleset_of(name: str, rulesets: frozenset[str] = RULESETS) -> str | None:
    """The ruleset a module belongs to, if it belongs to one."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["game", "rulesets"] and len(parts) > 2 and parts[2] in rulesets else None


def wrong_arrow(module: str, wanted: Import, rulesets: frozenset[str] = RULESETS) -> str | None:
    """What is wrong with an import between two modules, or None."""
    mine, theirs = rank(module), rank(wanted.name)
    top = wanted.name.split(".")[0]
    if top in ("tools", "tests", "maps", "assets"):
        return f"{module} imports {wanted.name}: nothing of the program imports {top}"
    if top in ("pygame", "pygame_gui") and not is_in(module, "game.ui"):
        return f"{module} imports {wanted.name}: only game.ui may"
    if theirs is None or mine is None:
        return None
    other = ruleset_of(wanted.name, rulesets)
    if other and other != ruleset_of(module, rulesets):
        return f"{module} imports {wanted.name}: a ruleset is found by its folder, never imported by name"
    # Someone has to open the window: a command may, at the moment it is asked to.
    if is_in(module, "game.cli") and is_in(wanted.name, "game.ui") and wanted.late:
        return None
    if theirs > mine:
        return f"{module} imports {wanted.name}, which stands above it"
    return None


def wrong_guest(module: str, wanted: Import) -> str | None:
    """What is wrong with a hexmap module's import from outside the standard library, or None."""
    top = wanted.name.split(".")[0]
    if wanted.for_types or top in sys.stdlib_module_names or top == "hexmap":
        return None
    hosts = GUESTS.get(top, ())
    if not module.split(".")[-1].startswith(tuple(hosts)):
        return f"{module} imports {wanted.name}, which is no part of the standard library"
    if top in ("hexalattice", "pytmx") and not wanted.late:
        return f"{module} imports {wanted.name} at once: it is slow and belongs inside a function"
    return None


def modules(*packages: str) -> Iterator[tuple[str, list[Import]]]:
    """Every module of some packages with its imports."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            yield name, read_imports(path.read_text(encoding="utf-8"), name, is_package)


def test_arrows_go_one_way() -> None:
    found = [wrong_arrow(name, each) for name, imports in modules("hexmap", "game") for each in imports]
    assert len(found) > 50, "the imports were not read"
    assert [words for words in found if words] == []


def test_hexmap_needs_only_the_standard_library_and_its_three_guests() -> None:
    found = [wrong_guest(name, each) for name, imports in modules("hexmap") for each in imports]
    assert [words for words in found if words] == []


# --- the reader itself -----------------------------------------------------------------------------


def test_imports_are_read_wherever_they_stand() -> None:
    text = """
import os, hexmap.board as b
from hexmap.coords import Hex
from . import steps
from ..core import dice
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from game.match import Match
def draw():
    import pygame
class A:
    try:
        import numpy
    except ImportError:
        numpy = None
"""
    assert read_imports(text, "game.mechanics.zoc") == [
        Import("os"),
        Import("hexmap.board"),
        Import("hexmap.coords.Hex"),
        Import("game.mechanics.steps"),
        Import("game.core.dice"),
        Import("typing.TYPE_CHECKING"),
        Import("game.match.Match", for_types=True),
        Import("pygame", late=True),
        Import("numpy"),
    ]
    assert read_imports("from .paths import reach", "hexmap", is_package=True) == [
        Import("hexmap.paths.reach")
    ]


@pytest.mark.parametrize(
    ("module", "wanted"),
    [
        ("hexmap.board", Import("game.core.state.GameState")),
        ("game.core.state", Import("game.mechanics")),
        ("game.mechanics.zoc", Import("game.rulesets.registry", late=True)),
        ("game.core.record", Import("game.match.Match", for_types=True)),
        ("game.rulesets.one.steps", Import("game.odds")),
        ("game.rulesets.one.steps", Import("game.rulesets.two.combat")),
        ("game.match", Import("game.rulesets.two")),
        ("game.odds", Import("game.ui.scene")),
        ("game.cli.play", Import("game.ui")),
        ("game.cli.shot", Import("pygame", late=True)),
        ("game.core.state", Import("pygame_gui.elements")),
        ("game.cli.bench", Import("tools.bench")),
        ("game.core", Import("tests.hexmap.boards")),
    ],
)
def test_a_wrong_arrow_is_noticed(module: str, wanted: Import) -> None:
    assert wrong_arrow(module, wanted, frozenset({"one", "two"}))


@pytest.mark.parametrize(
    ("module", "wanted"),
    [
        ("game.core.state", Import("hexmap.coords.Hex")),
        ("game.rulesets.one.steps", Import("game.rulesets.one.combat")),
        ("game.rulesets.one", Import("game.mechanics.zoc")),
        ("game.match", Import("game.rulesets.load")),
        ("game.cli.play", Import("game.ui.window", late=True)),
        ("game.ui.paint", Import("pygame")),
        ("game.ui.scene", Import("game.match.Match")),
        ("hexmap.lattice", Import("hexalattice", late=True)),
        ("game.cli", Import("game.__version__")),
    ],
)
def test_a_right_arrow_is_let_pass(module: str, wanted: Import) -> None:
    assert wrong_arrow(module, wanted, frozenset({"one", "two"})) is None


@pytest.mark.parametrize(
    ("module", "wanted"),
    [
        ("hexmap.board", Import("pydantic.BaseModel")),
        ("hexmap.paths", Import("numpy", late=True)),
        ("hexmap.lattice", Import("hexalattice.hexalattice")),
        ("hexmap.files", Import("pytmx", late=True)),
        ("hexmap.files", Import("rich.console")),
        ("hexmap.lattice", Import("matplotlib", late=True)),
    ],
)
def test_a_guest_in_the_wrong_room_is_noticed(module: str, wanted: Import) -> None:
    assert wrong_guest(module, wanted)


# --- what is loaded in earnest ---------------------------------------------------------------------


def loaded_by(code: str) -> set[str]:
    """Top-level packages in memory after a fresh interpreter has run some code."""
    code += "\nimport sys\nprint(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return set(ran.stderr.split())


def test_help_comes_without_loading_the_heavy_libraries() -> None:
    loaded = loaded_by(
        """from game.cli import main
try:
    main(["--help"])
except SystemExit as left:
    assert not left.code
"""
    )
    assert {"game", "typer"} <= loaded
    assert loaded.isdisjoint({"matplotlib", "numpy", "hexalattice", "pygame", "pygame_gui", "pytmx"})


def test_the_plain_rooms_of_hexmap_load_nothing_from_outside() -> None:
    plain = [
        name
        for name, _ in modules("hexmap")
        if not name.split(".")[-1].startswith(("files", "map", "costfile", "tiled", "lattice"))
    ]
    assert "hexmap.board" in plain
    loaded = loaded_by(f"import {', '.join(plain)}")
    assert loaded.isdisjoint({*GUESTS, "matplotlib", "pygame", "rich", "typer", "game"})
