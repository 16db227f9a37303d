"""Plays a game that is killed again and again; run as a program of its own by `test_crash.py`.

Each life takes the record up where the last one left it, plays, now and then takes back, and reports every
step whose call has come back. Then it is killed at a random moment. What was reported must be in the file.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from itertools import islice
from pathlib import Path

from game.match import Match, load_record


def live(path: Path, life: int, report: int) -> None:
    """Play on and say how far the game has come, until the end of the game or of this life."""
    match = load_record(path).match
    match.keep_in(path)
    choose = random.Random(life)
    while not match.is_over:
        if match.undoable and choose.random() < 0.2:
            match.undo()
        else:
            match.act(choose.choice(match.legal()))
        last = match.entries[-1]
        os.write(report, f"{last.number} {last.hash}\n".encode())
    os._exit(0)


def kill_once(path: Path, life: int, choose: random.Random) -> tuple[int, str] | None:
    """One life and its end; the last step it reported."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            live(path, life, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        # Counted in steps, not in seconds: on a busy machine, too, most lives end in the middle of play.
        lines = list(islice(told, choose.randrange(8)))
        time.sleep(choose.uniform(0.0, 0.005))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines += [line for line in told if line.endswith("\n")]
    if not lines:
        return None
    number, hash_ = lines[-1].split()
    return int(number), hash_


def main(path: Path, lives: int, seed: int) -> None:
    choose = random.Random(seed)
    reported = games = 0
    Match.begin("skirmish", "skirmish", seed=seed).save(path)
    for life in range(lives):
        last = kill_once(path, life, choose)
        loaded = load_record(path)
        assert loaded.problem is None or "cut off" in loaded.problem, loaded.problem
        entries = loaded.match.entries
        if last is not None:
            reported += 1
            number, hash_ = last
            # One more step may have reached the disk, or been taken back, before its report was written.
            end = entries[-1]
            assert number - 1 <= end.number <= number + 1, (last, end)
            assert end.number < number or entries[number].hash == hash_, (last, entries[number])
        if loaded.match.is_over:
            games += 1
            Match.begin("skirmish", "skirmish", seed=seed + games).save(path)
    leftovers = {each.name for each in path.parent.iterdir()} - {path.name, f".{path.name}.new"}
    assert not leftovers, leftovers
    print(f"{lives} lives, {reported} with steps to show for, {games} games played to their end")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
