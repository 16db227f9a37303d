"""What every test may use: the `--soak` flag for long runs."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long soaks")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    # Left out rather than skipped: an ordinary run is complete without them.
    soaks = [item for item in items if "soak" in item.keywords]
    config.hook.pytest_deselected(items=soaks)
    items[:] = [item for item in items if "soak" not in item.keywords]
