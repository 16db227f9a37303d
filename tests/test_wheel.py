"""What is shipped: an installed copy brings its maps and art and works from any folder."""

from __future__ import annotations

import importlib.util
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from game import __version__
from game.shipped import shipped

ROOT = Path(__file__).resolve().parent.parent


def test_a_checkout_finds_its_own_folders() -> None:
    assert shipped("maps") == ROOT / "maps"
    assert shipped("assets") == ROOT / "assets"


def test_an_installed_copy_finds_what_came_with_it(tmp_path: Path) -> None:
    package = tmp_path / "game"
    (package / "_shipped" / "maps").mkdir(parents=True)
    shutil.copy(ROOT / "game" / "shipped.py", package)
    installed = runpy.run_path(str(package / "shipped.py"))["shipped"]
    assert installed("maps") == package.resolve() / "_shipped" / "maps"


def test_the_project_file_ships_maps_and_art() -> None:
    """Whatever `shipped` looks for inside the package is put there by the build."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {"assets": "game/_shipped/assets", "maps": "game/_shipped/maps"}
    assert all((ROOT / folder).is_dir() for folder in included)
    assert project["project"]["scripts"] == {"gloire": "game.cli:main"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by pip; without the network too, where the build backend is installed."""
    out = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(out),
        str(ROOT),
    ]
    if importlib.util.find_spec("hatchling"):
        command.append("--no-build-isolation")
    subprocess.run(command, check=True)
    (built,) = out.glob("gloire-*.whl")
    return built


@pytest.mark.soak
def test_the_wheel_holds_maps_art_and_data(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    assert wheel.name == f"gloire-{__version__}-py3-none-any.whl"
    for folder in ("maps", "assets"):
        files = {
            f"game/_shipped/{path.relative_to(ROOT).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert files
        assert files <= held
    data = {
        path.relative_to(ROOT).as_posix()
        for package in ("game", "hexmap")
        for path in (ROOT / package).rglob("*")
        if path.suffix in (".py", ".toml", ".md")
    }
    assert data <= held
    assert not [name for name in held if name.startswith(("tests/", "tools/"))]


@pytest.mark.soak
def test_an_installed_copy_works_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    installed, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(installed)
    # Ahead of the checkout on the path, so that it is the copy that answers.
    env = {**os.environ, "PYTHONPATH": str(installed)}

    def ask(*words: str) -> str:
        command = [sys.executable, "-P", *words]
        ran = subprocess.run(command, cwd=elsewhere, env=env, capture_output=True, text=True, check=True)
        return ran.stdout

    assert ask("-m", "game", "--version") == f"gloire {__version__}\n"
    where = ask("-c", "from game.shipped import shipped; print(shipped('maps'))").strip()
    assert Path(where) == installed.resolve() / "game" / "_shipped" / "maps"
    assert "teaching" in ask("-m", "game", "check", str(Path(where) / "teaching"))
    ask("-m", "game", "new", "scenario", "mine")
    assert "scenario in order" in ask("-m", "game", "check", "mine")
