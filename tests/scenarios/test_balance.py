"""The measure of random play, and the figures that are kept of it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

from game.library import shipped_names, shipped_scenario

ROOT = Path(__file__).resolve().parent.parent.parent


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("balance", ROOT / "tools" / "balance.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


def test_the_same_seed_gives_the_same_ends() -> None:
    file = shipped_scenario("drill-square")
    found = TOOL.balance(file, 3, 7)
    assert found == TOOL.balance(file, 3, 7)
    assert sum(found.wins.values()) <= found.games == 3 and found.actions > 100
    assert set(found.wins) <= {side["id"] for side in file.data["sides"]}


def test_shares_add_up() -> None:
    found = TOOL.Balance("x", 20, TOOL.Counter({"blue": 11, "red": 4}), 2, 400)
    assert found.most == 55
    assert found.cells([("blue", "Blue"), ("red", "Red")]) == [
        "x",
        "20",
        "Blue 55 %, Red 20 %, draw 25 %",
        "2",
        "20",
    ]


def test_no_battle_is_decided_by_its_setup() -> None:
    """As it was measured; `python3 tools/balance.py --games 200 --write` measures anew."""
    text = (ROOT / "docs" / "random-play.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z-]+) \| \d+ \| (.*?) \|", text, re.MULTILINE))
    assert set(rows) == set(shipped_names())
    for name, ends in rows.items():
        shares = {who: int(share) for who, share in re.findall(r"([^,]+?) (\d+) %", ends)}
        assert 98 <= sum(shares.values()) <= 102, name
        assert max(share for who, share in shares.items() if "draw" not in who) <= TOOL.MOST, name
