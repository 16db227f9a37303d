"""The pictures of the documents: all are drawn by the tool, all are shown, and none is large."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("pictures")


def shown() -> set[str]:
    """The names of the pictures that documents show."""
    texts = [path.read_text(encoding="utf-8") for path in DOCUMENTS]
    return {name for text in texts for name in re.findall(r"\]\((?:docs/)?pictures/([\w-]+)\.png\)", text)}


def test_the_documents_show_what_the_tool_draws_and_nothing_else(tool: ModuleType) -> None:
    assert shown() == set(tool.PICTURES)
    assert {path.stem for path in PICTURES.iterdir()} == set(tool.PICTURES)


def test_they_are_small() -> None:
    for path in PICTURES.iterdir():
        assert path.stat().st_size < 200_000, path.name


def test_maps_side_by_side_are_of_one_size(tool: ModuleType) -> None:
    reach, sight = (np.asarray(tool.maps.picture(name, 30)) for name in ("reach", "sight"))
    assert reach.shape == sight.shape
    assert (reach != sight).any()


def test_a_picture_is_written(tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tool.main(["--out", str(tmp_path), "odds"])
    assert [path.name for path in tmp_path.iterdir()] == ["odds.png"]
    assert "odds.png" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        tool.main(["--out", str(tmp_path), "oods"])
    assert "no picture is called oods" in capsys.readouterr().err


def test_the_window_is_taken_in_the_game_the_guide_tells(tool: ModuleType) -> None:
    taken = np.asarray(tool.windows.picture("first-end"))
    kept = np.asarray(Image.open(PICTURES / "first-end.png").convert("RGB"))
    assert taken.shape == kept.shape == (800, 1280, 3)
    board = (slice(60, 760), slice(60, 900))
    far_off = np.abs(taken[board].astype(int) - kept[board].astype(int)).max(axis=2) > 60
    assert far_off.mean() < 0.02, "the board looks otherwise now: draw the pictures anew, and look at them"
