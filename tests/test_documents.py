"""The documents say what is so: commands, options, names, links, pictures and snippets are all tried."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from game.cli import app
from game.core.ruleset import find_rulesets
from game.languages import speak
from game.library import shipped_scenarios
from game.odds.question import read_flags, read_question, read_question_file
from hexmap.tiled_mapping import read_mapping

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCUMENTS = [
    README,
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("game/rulesets/*/RULINGS.md")),
]
EACH = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
# What stands for something else: FILE, RULESET, N, FILE.toml, PATH…, a4|letter.
PLACEHOLDER = re.compile(r"[A-Z]+(\.[a-z]+)?…?|.*[…|].*")
# Whose first word is a scenario, and whose is a ruleset.
PLAYS, RULES = ("text", "play", "shot"), ("odds", "drill", "sheet", "tables", "rulesets", "fuzz")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A line with `--lang fr` is tried, too, and must not change the language of the next."""
    yield
    speak("en")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# --- what a document shows as code -------------------------------------------------------------------


def code_in(text: str) -> Iterator[str]:
    """Each line a document sets as code: fenced, indented, or between backticks."""
    text = re.sub(r" *\\\n *", " ", text)
    fence = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
    for block in fence.findall(text):
        yield from block.splitlines()[1:-1]
    rest = fence.sub("", text)
    yield from re.findall(r"^ {4,}(.*)$", rest, re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", rest)


def commands_in(text: str) -> Iterator[list[str]]:
    """The words after each `gloire` or `tools/play.py`; what follows two blanks or a # is a remark."""
    for line in code_in(text):
        found = re.match(r"\s*(?:gloire|python3 tools/play\.py)(?: (.*))?$", line)
        if found and not (found[1] or "").startswith((":", "=")):
            said = re.split(r" {2,}| # ", (found[1] or "").rstrip(), maxsplit=1)[0]
            yield shlex.split(said)


def test_commands_are_found_where_they_stand_as_code() -> None:
    text = (
        "Use `gloire check X` or\n\n    python3 tools/play.py map sight  # look\n"
        '    gloire odds a --b "c d" \\\n        --e f       a remark\n\n```\ngloire bench\n```\ngloire no'
    )
    found = sorted(commands_in(text))
    assert found == [["bench"], ["check", "X"], ["map", "sight"], ["odds", "a", "--b", "c d", "--e", "f"]]
    assert len(list(commands_in(text_of(README)))) >= 20


# --- commands ----------------------------------------------------------------------------------------


def top() -> TyperGroup:
    found = typer.main.get_command(app)
    assert isinstance(found, TyperGroup)
    return found


def resolve(words: list[str]) -> tuple[Any, list[str]]:
    """The command a line names, with the words that are left for it."""
    command: Any = top()
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        name, *words = words
        if PLACEHOLDER.fullmatch(name):
            break
        assert name in command.commands, f"there is no command '{name}'"
        command = command.commands[name]
    return command, words


def options_of(command: Any) -> set[str]:
    return {word for each in command.params for word in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}


def try_line(words: list[str]) -> None:
    """Fail unless a line of a document is one the program understands."""
    command, rest = resolve(words)
    if not rest:  # only spoken of
        return
    if any(PLACEHOLDER.fullmatch(word) for word in rest) or "--help" in rest or hasattr(command, "commands"):
        given = {word for word in rest if word.startswith("-") and not PLACEHOLDER.fullmatch(word)}
        assert given <= options_of(command) | {"--FLAG"}, given - options_of(command)
        return
    asked = command.make_context(command.name, list(rest))
    if command.name == "odds" and asked.params.get("words") and not asked.params.get("record"):
        plain, flags = read_flags(asked.params["words"])
        if len(plain) > 1:
            read_question(plain[0], plain[1], flags)


def names_in(words: list[str]) -> tuple[str, str]:
    """The command of a line and the first thing it is given."""
    command, rest = resolve(words)
    first = rest[0] if rest and not rest[0].startswith("-") else ""
    return command.name or "", "" if PLACEHOLDER.fullmatch(first) else first


def test_there_is_something_to_try_in_them() -> None:
    texts = [text_of(path) for path in DOCUMENTS]
    assert sum(1 for text in texts for _words in commands_in(text)) > 50
    assert sum(text.count("```toml\n") for text in texts) > 5


@EACH
def test_every_command_line_is_understood(path: Path) -> None:
    for words in commands_in(text_of(path)):
        try:
            try_line(words)
        except Exception as error:
            pytest.fail(f"gloire {shlex.join(words)}: {error}")


@EACH
def test_every_scenario_and_ruleset_a_line_names_is_there(path: Path) -> None:
    scenarios = {*shipped_scenarios(), "my-battle"}  # the one that `gloire new` makes in the guide
    for words in commands_in(text_of(path)):
        command, name = names_in(words)
        if command in PLAYS and name and "." not in name:
            assert name in scenarios, shlex.join(words)
        if command in RULES and name:
            assert name in {*find_rulesets(), "all"}, shlex.join(words)


def test_a_wrong_line_is_noticed() -> None:
    for line in (
        "txt meeting",
        "text meeting --sed 3",
        "map rendr FILE",
        "shot FILE --ot FILE",
        "sheet skirmish",
    ):
        with pytest.raises(Exception, match=r".*"):
            try_line(line.split())
    with pytest.raises(Exception, match="rang"):
        try_line(["odds", "jours-de-gloire", "fire", "--rang", "3"])


def test_the_readme_names_every_command() -> None:
    named = {tuple(words[:2]) for words in commands_in(text_of(README))} | {
        tuple(words[:1]) for words in commands_in(text_of(README))
    }
    for name, command in top().commands.items():
        inside = getattr(command, "commands", None)
        for path in [(name, each) for each in inside] if inside else [(name,)]:
            assert path in named, f"the README does not name 'gloire {' '.join(path)}'"


# --- links -------------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    """The names under which a page's headings can be linked to."""
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in found}


@EACH
def test_every_link_leads_somewhere(path: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", text_of(path)):
        if "://" in target:
            continue
        found = path.parent / target if target else path
        assert found.exists(), target
        assert not anchor or anchor in anchors(text_of(found)), f"{target}#{anchor}"


def test_the_index_leads_to_every_document() -> None:
    index = text_of(ROOT / "docs" / "README.md")
    for path in (ROOT / "docs").glob("*.*"):
        assert path.name == "README.md" or f"]({path.name})" in index, path.name


@EACH
def test_every_file_of_ours_that_is_named_is_there(path: Path) -> None:
    for name in re.findall(r"`((?:game|hexmap|tools|tests|maps|assets|docs)/[\w./-]+)`", text_of(path)):
        if name not in ("maps/quatre-bras/map.toml", "maps/battle/map.toml"):  # maps one might write
            assert (ROOT / name).exists(), name


# --- snippets ----------------------------------------------------------------------------------------


@EACH
def test_every_snippet_of_toml_is_toml(path: Path) -> None:
    for snippet in re.findall(r"(?<!-->\n)```toml\n(.*?)```", text_of(path), re.DOTALL):
        tomllib.loads(snippet)


def only_toml(name: str) -> str:
    (found,) = re.findall(r"```toml\n(.*?)```", text_of(ROOT / "docs" / name), re.DOTALL)
    return str(found)


def test_the_question_in_a_file_can_be_asked(tmp_path: Path) -> None:
    path = tmp_path / "question.toml"
    path.write_text(only_toml("odds.md"), encoding="utf-8")
    assert read_question_file(path).kind == "charge"


def test_the_smallest_mapping_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mapping.toml"
    path.write_text(only_toml("tiled.md"), encoding="utf-8")
    assert read_mapping(path).terrain.words["oak"] == "woods"


@pytest.mark.parametrize(
    ("name", "answer"),
    [("README.md", ["village 1", "3 hexes", "True"]), ("docs/odds.md", ["1 2/3"])],
)
def test_the_python_in_a_document_runs(
    name: str, answer: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", text_of(ROOT / name), re.DOTALL)
    exec(compile(code, name, "exec"), {})
    assert capsys.readouterr().out.splitlines() == answer
