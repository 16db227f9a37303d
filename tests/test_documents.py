"""The documents say what is so: their commands exist, their links lead somewhere, their code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from game.cli import app

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(ROOT.glob("docs/*.md")),
]
IDS = [path.name for path in DOCUMENTS]


def command_names() -> dict[str, set[str]]:
    """The words that may follow `gloire`, each with those that may follow it in turn."""
    top = typer.main.get_command(app)
    assert isinstance(top, TyperGroup)
    return {name: set(getattr(command, "commands", ())) for name, command in top.commands.items()}


def code_in(text: str) -> str:
    """What a document sets as code: fenced, indented, or between backticks."""
    fenced = re.findall(r"^```.*?^```", text, re.DOTALL | re.MULTILINE)
    rest = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return "\n".join(
        [*fenced, *re.findall(r"^ {4,}.*$", rest, re.MULTILINE), *re.findall(r"`([^`\n]+)`", rest)]
    )


def commands_in(text: str) -> set[tuple[str, str]]:
    """The first two words after each `gloire` or `tools/play.py` in a document's code."""
    return set(re.findall(r"(?:(?<!-)\bgloire|tools/play\.py) ([a-z]+)\b(?: ([a-z]+)\b)?", code_in(text)))


def test_commands_are_found_where_they_stand_as_code() -> None:
    text = "Use `gloire check X` or\n\n    python3 tools/play.py map sight\n\n```\ngloire bench\n```\ngloire"
    assert commands_in(text) == {("check", ""), ("map", "sight"), ("bench", "")}
    assert len(commands_in((ROOT / "README.md").read_text(encoding="utf-8"))) >= 7


@pytest.mark.parametrize("path", DOCUMENTS, ids=IDS)
def test_every_command_a_document_names_exists(path: Path) -> None:
    known = command_names()
    for first, second in commands_in(path.read_text(encoding="utf-8")):
        assert first in known, f"gloire {first}"
        assert not second or not known[first] or second in known[first], f"gloire {first} {second}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=IDS)
def test_every_link_to_a_file_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_the_code_in_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == ["village 1", "3 hexes", "True"]
