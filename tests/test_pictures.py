"""The pictures of the README: all are drawn by the tool, all are shown, and none is large."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import matplotlib.image
import pytest

ROOT = Path(__file__).resolve().parent.parent


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools" / "pictures.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


def test_every_picture_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    TOOL.main(["--out", str(tmp_path), "--dpi", "30"])
    assert len(capsys.readouterr().out.splitlines()) == len(TOOL.PICTURES)
    drawn = {path.name: matplotlib.image.imread(path) for path in tmp_path.iterdir()}
    assert set(drawn) == {f"{name}.png" for name in TOOL.PICTURES}
    assert drawn["reach.png"].shape == drawn["sight.png"].shape, "they stand side by side"
    assert (drawn["reach.png"] != drawn["sight.png"]).any()


def test_the_readme_shows_them_and_they_are_small() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/pictures/(\w+)\.png", text))
    assert shown == set(TOOL.PICTURES)
    for name in shown:
        assert (ROOT / "docs" / "pictures" / f"{name}.png").stat().st_size < 300_000
