"""Our figures beside peers', measured in one run so that only ratios count.

Each module of this folder has `figures() -> Iterator[Figure]`. A peer that is not installed is named
in `missing` instead of measured. Run it with `gloire bench [NAME] [--json]`; a module with `IS_LONG` takes
minutes and is run only when it is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Figure:
    """One measured thing: ours and the peers' time for the same work, in microseconds."""

    name: str
    ours_us: float
    peers_us: dict[str, float] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    goal: str = ""

    def ratios(self) -> dict[str, float]:
        """Peer's time over ours: above 1 we are the faster."""
        return {peer: theirs / self.ours_us for peer, theirs in self.peers_us.items()}


def microseconds(work: Callable[[], object], repeat: int = 5, at_least_s: float = 0.05) -> float:
    """The best time of one call over several batches, each long enough to be measured.

    It counts what the process itself has worked: others on the same machine do not matter.
    """
    work()
    calls = 1
    while True:
        started = time.process_time()
        for _ in range(calls):
            work()
        spent = time.process_time() - started
        if spent >= at_least_s:
            break
        calls = max(calls * 2, int(calls * at_least_s / max(spent, 1e-9)) + 1)
    best = spent
    for _ in range(repeat - 1):
        started = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, time.process_time() - started)
    return best / calls * 1e6
