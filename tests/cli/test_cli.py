"""The command line's manners: help, version, one sentence for a mistake, silence for a closed pipe."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import game.cli
from game import __version__
from game.cli import app, main, map_app
from game.cli.speech import UserError, Words, print_json, sentence
from hexmap.coords import Grid, LabelError
from hexmap.errors import DataError, did_you_mean

ROOT = Path(__file__).resolve().parent.parent.parent
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command."""
    with pytest.raises(SystemExit) as left:
        main(list(words))
    told = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, told.out, told.err


def refused(capsys: Capture, *words: str) -> str:
    """The one sentence on stderr for a request that cannot be met."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("gloire: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1, "one line"
    return err.removeprefix("gloire: ").rstrip("\n")


def test_version(capsys: Capture) -> None:
    assert run(capsys, "--version") == (0, f"gloire {__version__}\n", "")


@pytest.mark.parametrize("words", [("--help",), ("-h",)])
def test_help_lists_the_commands(capsys: Capture, words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert all(command in out for command in ("check", "bench", "map"))


@pytest.mark.parametrize("name", [command.name for command in map_app.registered_commands])
def test_every_map_command_has_help(capsys: Capture, name: str) -> None:
    code, out, err = run(capsys, "map", name, "--help")
    assert (code, err) == (0, "")
    assert f"gloire map {name}" in out


@pytest.mark.parametrize("name", [command.name for command in app.registered_commands])
def test_every_command_has_help(capsys: Capture, name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert f"gloire {name}" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chek",), "'gloire' has no command 'chek'; did you mean 'check'?"),
        (("map", "rendr"), "'gloire map' has no command 'rendr'; did you mean 'render'?"),
        (("--versoin",), "'gloire' has no option '--versoin'; did you mean '--version'?"),
        (("bench", "--jsno"), "'gloire bench' has no option '--jsno'; did you mean '--json'?"),
        (("map", "--hlep"), "'gloire map' has no option '--hlep'; did you mean '--help'?"),
    ],
)
def test_a_slip_of_the_pen_is_answered_with_the_right_word(
    capsys: Capture, words: tuple[str, ...], told: str
) -> None:
    assert refused(capsys, *words) == told


def test_a_word_near_to_nothing_is_answered_with_all(capsys: Capture) -> None:
    told = refused(capsys, "map", "xyzzy")
    assert told.startswith("'gloire map' has no command 'xyzzy'; known are ")
    assert all(name in told for name in ("export", "import", "reach", "render", "sight"))


def test_a_group_without_a_command_names_its_commands(capsys: Capture) -> None:
    assert refused(capsys, "map") == "'gloire map' wants one more word: render, reach, sight, import, export"


def test_a_value_nobody_asked_for(capsys: Capture) -> None:
    assert "'--json' does not take a value" in refused(capsys, "bench", "--json=3")


def small_app() -> typer.Typer:
    """A command line of our making, to see how it speaks of whatever a command may do."""
    small = typer.Typer(cls=Words)

    @small.command()
    def march(hexes: int, to: str = typer.Option(..., "--to")) -> None:
        print(hexes, to)

    @small.command(hidden=True)
    def marsh() -> None: ...

    @small.command()
    def fail(kind: str) -> None:
        raise {
            "user": UserError("no such\n  bridge"),
            "data": DataError("maps/x.toml", "hex 0712", "unknown terrain 'wods'"),
            "missing": FileNotFoundError(errno.ENOENT, "No such file or directory", "maps/y.toml"),
            "full": OSError(errno.ENOSPC, "No space left on device"),
            "bare": OSError("nothing but words"),
            "label": LabelError("hex '0907' is off the map"),
            "interrupt": KeyboardInterrupt(),
            "end": EOFError(),
            "exit": typer.Exit(3),
            "bug": ZeroDivisionError(),
        }[kind]

    return small


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.cli, "app", small_app())


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("march", "3"), "missing option '--to'; 'gloire march --help' tells what 'gloire march' takes"),
        (("march", "--to", "x"), "missing argument 'HEXES'; 'gloire march --help' tells"),
        (("march", "3", "4", "--to", "x"), "unexpected extra argument"),
        (("march", "three", "--to", "x"), "invalid value for 'HEXES'"),
        (("march", "3", "--to"), "'--to' requires an argument"),
        (("marsch",), "did you mean 'march'?"),
        (("fail", "user"), "no such bridge"),
        (("fail", "data"), "maps/x.toml, hex 0712: unknown terrain 'wods'"),
        (("fail", "missing"), "maps/y.toml: no such file or directory"),
        (("fail", "full"), "no space left on device"),
        (("fail", "bare"), "nothing but words"),
        (("fail", "label"), "hex '0907' is off the map"),
    ],
)
def test_whatever_goes_wrong_is_one_sentence(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    assert told.lower() in refused(capsys, *words).lower()


@pytest.mark.usefixtures("small")
def test_a_hidden_command_is_not_suggested(capsys: Capture) -> None:
    assert "'march'" in refused(capsys, "marhs")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("kind", "code"), [("interrupt", 130), ("end", 1), ("exit", 3)])
def test_leaving_early_has_its_exit_code_and_no_words(capsys: Capture, kind: str, code: int) -> None:
    left, out, err = run(capsys, "fail", kind)
    assert (left, out, err.strip()) == (code, "", "")


@pytest.mark.usefixtures("small")
def test_a_bug_is_not_dressed_up_as_the_users_mistake() -> None:
    with pytest.raises(ZeroDivisionError):
        main(["fail", "bug"])


def test_an_error_without_a_file_names_none() -> None:
    assert (
        sentence(PermissionError(errno.EACCES, "Permission denied", "out.png"))
        == "out.png: permission denied"
    )
    assert "None" not in sentence(OSError(errno.EIO, "Input/output error"))


@pytest.mark.parametrize(
    ("word", "known", "told"),
    [
        ("wods", ["woods", "clear"], "; did you mean 'woods'?"),
        ("xyz", ["woods", "clear"], "; known are clear, woods"),
        ("xyz", [], ""),
        ("xyz", [f"kind{number}" for number in range(13)], ""),
    ],
)
def test_did_you_mean(word: str, known: list[str], told: str) -> None:
    assert did_you_mean(word, known) == told


def test_json_keeps_accents(capsys: Capture) -> None:
    print_json({"name": "Général", "hexes": ["0304"]})
    assert '"Général"' in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is a POSIX matter")
@pytest.mark.parametrize("words", ["--version", "--help"])
def test_a_reader_who_leaves_early_is_no_error(words: str) -> None:
    """As in `gloire --help | head -0`: the reading end is closed before anything is written."""
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "game", words], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, b"")


def test_the_module_is_the_same_as_the_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "game", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == f"gloire {__version__}\n"


def test_a_terminal_without_accents_loses_the_accent_only() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "game", "général"],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"},
        check=False,
    )
    assert ran.returncode == 2
    assert b"g?n?ral" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_label_error_is_spoken(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    small = typer.Typer(cls=Words)

    @small.command()
    def find(label: str) -> None:
        Grid(5, 5).parse(label)

    @small.command()
    def other() -> None: ...

    monkeypatch.setattr(game.cli, "app", small)
    assert refused(capsys, "find", "0907") == "hex '0907' is off the map, which runs from 0101 to 0505"
