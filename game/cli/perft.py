"""`gloire perft`: counted legal play from a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from game.cli.speech import UserError, print_json

if TYPE_CHECKING:
    from game.match import Match
    from game.perft import Position


def perft(
    position: str = typer.Argument(
        ..., metavar="POSITION", help="A position file (.perft), a game's record, or a scenario."
    ),
    depth: int = typer.Option(2, "--depth", min=1, max=20, help="How many actions deep."),
    divide: bool = typer.Option(False, "--divide", help="The count under each first action."),
    write: bool = typer.Option(False, "--write", help="Write the counts into the position file."),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Count the sequences of legal actions, each way a die can read being a branch."""
    from game.perft import SUFFIX, Counter, read_position, set_up

    path = Path(position)
    expected: Position | None = read_position(path) if path.suffix == SUFFIX else None
    if write and expected is None:
        raise UserError(f"'--write' wants a position file, one that ends in {SUFFIX}")
    match = set_up(expected, path) if expected else _match(position)
    counter = Counter(match.rules)
    if divide:
        parts = {str(action): count for action, count in counter.divide(match.state, depth).items()}
        if as_json:
            print_json({"depth": depth, "divide": parts, "count": sum(parts.values())})
        else:
            wide = max(map(len, parts), default=0)
            for action, count in parts.items():
                print(f"{action:<{wide}}  {count:,}")
            print(f"{sum(parts.values()):,} in all, {depth} deep")
        return
    counts = {n: counter.count(match.state, n) for n in range(1, depth + 1)}
    if write and expected is not None:
        path.write_text(
            expected.with_counts({**expected.counts, **counts}).text(), encoding="utf-8", newline="\n"
        )
    known = {} if expected is None or write else expected.counts
    wrong = [n for n, count in counts.items() if known.get(n, count) != count]
    if as_json:
        print_json({"counts": counts, "expected": {n: known[n] for n in counts if n in known}})
    else:
        for n, count in counts.items():
            told = f", but {known[n]:,} are expected" if n in wrong else ""
            print(f"{n:>2}  {count:,}{told}")
    if wrong:
        raise typer.Exit(1)


def _match(word: str) -> Match:
    """A game at its last step, or a scenario about to be played."""
    from game.core.record import SUFFIX
    from game.library import find_scenario
    from game.match import Match, load_record

    if Path(word).suffix == SUFFIX:
        loaded = load_record(Path(word))
        if loaded.problem:
            raise UserError(loaded.problem)
        return loaded.match
    file = find_scenario(word)
    return Match.begin(file.ruleset, file, seed=0)
