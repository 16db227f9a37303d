"""What every test may use: the `--soak` flag for long runs, no stopwatch on properties, restless threads."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A busy machine is not a bug: no property fails for being slow.
settings.register_profile("gloire", deadline=None)
settings.load_profile("gloire")


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long soaks")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    # Left out rather than skipped: an ordinary run is complete without them.
    soaks = [item for item in items if "soak" in item.keywords]
    config.hook.pytest_deselected(items=soaks)
    items[:] = [item for item in items if "soak" not in item.keywords]
