"""`tools/play.py` and `tools/test.py`: when `.venv` is made, when pip runs, and what is said."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"
FIRST_USE = ("_venv.py", "play.py", "test.py", "habits.py")


class House:
    """A checkout in a scratch folder, with Python's makers of venvs and processes played by actors."""

    def __init__(self, root: Path, venv: ModuleType) -> None:
        self.root = root
        self.venv = venv
        self.calls: list[list[str]] = []
        self.made = 0
        self.pip_code = 0
        self.pip_interrupted = False
        self.works = True
        (root / "pyproject.toml").write_text("[project]\n", encoding="utf-8")

    def make_venv(self) -> None:
        self.made += 1
        self.works = True
        python = self.venv.venv_python()
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text("", encoding="utf-8")
        (self.root / ".venv" / "pyvenv.cfg").write_text(f"home = {self.root}\nversion = 3.11.7\n", "utf-8")
        for marker in (self.root / ".venv").glob(".installed-*"):
            marker.unlink()

    def call(self, words: list[str], **_: Any) -> int:
        if "-c" in words:
            return 0 if self.works else 1
        self.calls.append(words)
        if "pip" in words and self.pip_interrupted:
            raise KeyboardInterrupt
        return self.pip_code

    def pip_runs(self) -> int:
        return sum("pip" in words for words in self.calls)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.syspath_prepend(str(TOOLS))
    module = importlib.import_module("_venv")
    house = House(tmp_path, module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "_make_venv", house.make_venv)
    monkeypatch.setattr(module.subprocess, "call", house.call)
    yield house
    sys.modules.pop("_venv", None)


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    told = capsys.readouterr()
    assert told.out == ""
    return told.err.splitlines()


# --- when things are made and installed ------------------------------------------------------------


def test_first_use_makes_and_installs_and_says_so(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    python = house.venv.prepare()
    assert python == house.venv.venv_python()
    assert (house.made, house.pip_runs()) == (1, 1)
    assert house.calls[0][0] == str(python)
    assert house.calls[0][-2:] == ["--editable", "."]
    assert said(capsys) == [
        "gloire: making .venv (first use)",
        "gloire: installing Gloire and what it needs into .venv (a minute or so)",
    ]


def test_second_use_does_nothing(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.venv.prepare()
    said(capsys)
    house.venv.prepare()
    assert (house.made, house.pip_runs()) == (1, 1)
    assert said(capsys) == []


def test_a_changed_project_file_is_installed_again_into_the_same_venv(house: House) -> None:
    house.venv.prepare()
    (house.root / "pyproject.toml").write_text("[project]\nversion = '2'\n", encoding="utf-8")
    house.venv.prepare()
    house.venv.prepare()
    assert (house.made, house.pip_runs()) == (1, 2)


def test_the_test_extra_serves_for_playing_but_not_the_other_way_round(house: House) -> None:
    house.venv.prepare()
    house.venv.prepare("test")
    assert house.calls[-1][-1] == ".[test]"
    assert house.pip_runs() == 2
    house.venv.prepare()
    house.venv.prepare("test")
    assert house.pip_runs() == 2


def test_an_interrupted_install_starts_over(house: House) -> None:
    house.pip_interrupted = True
    with pytest.raises(KeyboardInterrupt):
        house.venv.prepare()
    house.pip_interrupted = False
    house.venv.prepare()
    assert house.pip_runs() == 2


def test_an_interrupted_change_is_not_forgotten_when_the_file_changes_back(house: House) -> None:
    house.venv.prepare()
    before = (house.root / "pyproject.toml").read_bytes()
    (house.root / "pyproject.toml").write_bytes(before + b"# more\n")
    house.pip_interrupted = True
    with pytest.raises(KeyboardInterrupt):
        house.venv.prepare()
    house.pip_interrupted = False
    (house.root / "pyproject.toml").write_bytes(before)
    house.venv.prepare()
    assert house.pip_runs() == 3


def test_a_failed_install_is_one_sentence_and_tried_again(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    house.pip_code = 1
    for tries in (1, 2):
        with pytest.raises(SystemExit) as left:
            house.venv.prepare()
        assert left.value.code == 2
        assert "pip could not install Gloire" in said(capsys)[-1]
        assert house.pip_runs() == tries


def break_python(house: House) -> None:
    house.venv.venv_python().unlink()


def break_home(house: House) -> None:
    cfg = house.root / ".venv" / "pyvenv.cfg"
    cfg.write_text(f"home = {house.root / 'gone'}\n", encoding="utf-8")


def break_cfg(house: House) -> None:
    (house.root / ".venv" / "pyvenv.cfg").unlink()


def break_making(house: House) -> None:
    """Interrupted while it was made: an interpreter that runs, but no pip yet."""
    for marker in (house.root / ".venv").glob(".installed-*"):
        marker.unlink()
    house.works = False


@pytest.mark.parametrize("damage", [break_python, break_home, break_cfg, break_making])
def test_a_broken_venv_is_made_anew(house: House, capsys: pytest.CaptureFixture[str], damage: Any) -> None:
    house.venv.prepare()
    said(capsys)
    damage(house)
    house.venv.prepare()
    assert (house.made, house.pip_runs()) == (2, 2)
    assert said(capsys)[0] == "gloire: making .venv anew (the one that is there does not work)"


def test_a_moved_checkout_is_installed_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editable install remembers its folder: the old stamp must not count in the new one."""
    house.venv.prepare()
    moved = house.root / "moved"
    moved.mkdir()
    (house.root / "pyproject.toml").rename(moved / "pyproject.toml")
    (house.root / ".venv").rename(moved / ".venv")
    monkeypatch.setattr(house.venv, "ROOT", moved)
    monkeypatch.setattr(house.venv, "VENV", moved / ".venv")
    house.venv.prepare()
    assert (house.made, house.pip_runs()) == (1, 2)


def test_a_marker_full_of_junk_does_not_count(house: House) -> None:
    house.venv.prepare()
    (house.root / ".venv" / ".installed-plain").write_bytes(b"\xff\xfe")
    house.venv.prepare()
    assert house.pip_runs() == 2


# --- what cannot work is said ----------------------------------------------------------------------


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=TOOLS, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 9), (3, 10, 14)])
@pytest.mark.parametrize("tool", ["play", "test", "habits"])
def test_a_python_that_is_too_old_is_told_so(version: tuple[int, ...], tool: str) -> None:
    ran = run_python(f"import sys; sys.version_info = {(*version, 'final', 0)}; import {tool}")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        f"gloire: this is Python {version[0]}.{version[1]}, but Gloire needs 3.11 or newer: "
        "install it from python.org and use that.\n"
    )


def test_a_python_without_venv_is_told_how_to_get_it() -> None:
    ran = run_python("import sys; sys.modules['ensurepip'] = None; import _venv; _venv._make_venv()")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("gloire: Python's venv module is missing: install it")
    assert ran.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    where = tmp_path / "file" / ".venv"
    ran = run_python(f"import _venv, pathlib; _venv.VENV = pathlib.Path({str(where)!r}); _venv._make_venv()")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"gloire: could not make {where} (")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("name", FIRST_USE)
def test_old_pythons_can_read_the_tools_far_enough_to_refuse(name: str) -> None:
    """No syntax that is newer than Python 3.6, nor what Python 2 could not even parse."""
    text = (TOOLS / name).read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 6))
    assert text.isascii(), "Python 2 wants a coding line for anything else"
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr | ast.Nonlocal)
        assert not (
            isinstance(node, ast.List | ast.Tuple) and any(isinstance(e, ast.Starred) for e in node.elts)
        )
        assert not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        )
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None
            assert not node.args.kwonlyargs
            assert all(each.annotation is None for each in node.args.args)


@pytest.mark.parametrize("name", FIRST_USE)
def test_the_tools_need_only_the_standard_library(name: str) -> None:
    tree = ast.parse((TOOLS / name).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        found = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        found += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(each.split(".")[0] in {*sys.stdlib_module_names, "_venv"} for each in found)


# --- running ---------------------------------------------------------------------------------------


@pytest.fixture
def tool(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A tool loaded beside the acting `_venv`, run with some words: its exit code."""
    loaded = []

    def run(name: str, *words: str) -> int:
        monkeypatch.setattr(sys, "argv", [f"tools/{name}.py", *words])
        # By path: `test` is also the name of a package of the standard library.
        spec = importlib.util.spec_from_file_location(f"_tool_{name}", TOOLS / f"{name}.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        loaded.append(module)
        monkeypatch.chdir(house.root)
        with pytest.raises(SystemExit) as left:
            house.venv.calmly(module.main)
        assert isinstance(left.value.code, int)
        return left.value.code

    yield run


def test_play_hands_its_words_to_gloire(house: House, tool: Any) -> None:
    assert tool("play", "map", "sight", "--json") == 0
    assert house.calls[-1] == [str(house.venv.venv_python()), "-P", "-m", "game", "map", "sight", "--json"]


def test_play_without_words_says_what_it_starts(
    house: House, tool: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool("play") == 0
    assert said(capsys)[-1] == "gloire: starting Gloire"


def test_test_runs_pytest_in_the_checkout_with_its_extras(
    house: House, tool: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool("test", "-k", "board") == 0
    assert house.calls[0][-1] == ".[test]"
    assert house.calls[-1][1:] == ["-m", "pytest", "--numprocesses=auto", "-k", "board"]
    assert said(capsys)[-1] == "gloire: running the tests"
    assert Path.cwd() == house.root


def test_habits_go_on_after_the_first_failure_and_name_all(
    house: House, tool: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    house.venv.prepare("test")
    house.pip_code = 3
    assert tool("habits") == 1
    assert [words[2] for words in house.calls[1:]] == ["ruff", "ruff", "mypy"]
    assert said(capsys)[-1] == "gloire: not in order: format, lint, types"


def test_the_exit_code_of_the_program_comes_through(house: House, tool: Any) -> None:
    house.venv.prepare()
    house.pip_code = 2
    assert tool("play", "chek") == 2
    house.pip_code = -11
    assert tool("play") == 139, "ended by signal 11, as a shell would say it"


@pytest.mark.parametrize("name", ["play", "test", "habits"])
def test_ctrl_c_leaves_with_130(house: House, tool: Any, name: str) -> None:
    house.pip_interrupted = True
    assert tool(name) == 130
