"""The tool that looks for positions: one for each step that asks, with the counts it finds there."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from game.perft import Counter, read_position, set_up

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools" / "find_positions.py"


def test_every_step_that_asks_gets_a_position(tmp_path: Path) -> None:
    words = [sys.executable, str(TOOL), "skirmish", "--out", str(tmp_path), "--games", "60", "--most", "500"]
    subprocess.run(words, check=True, capture_output=True)
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == [
        "skirmish-act.perft",
        "skirmish-orders.perft",
        "skirmish-retreat.perft",
    ]
    for path in files:
        position = read_position(path)
        match = set_up(position, path)
        assert match.state.frame.step == path.stem.removeprefix("skirmish-")
        assert position.counts[1] == Counter(match.rules).count(match.state, 1)


def test_a_scenario_in_a_file_is_named_from_where_the_position_lies() -> None:
    for path in (ROOT / "tests" / "perft").glob("jdg-*.perft"):
        assert read_position(path).scenario in ("jdg/scenario.toml", "jdg-close/scenario.toml")


def test_the_tool_can_be_imported() -> None:
    spec = importlib.util.spec_from_file_location("find_positions", TOOL)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.find_positions("skirmish", 3, 20)
    assert {"act", "orders"} <= found.keys()
