"""What every ruleset must pass, in one test line: `test_mine = conformance.suite("mine")`.

Random games with every check of `game.fuzz` (replay, undo, text, refusals, leaks), scenarios, tables, the
flow chart, house rules, and the same game in every process. A ruleset in a package of its own uses the same
line in its own tests.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.core.errors import DataError
from game.core.ruleset import Ruleset, load_ruleset
from game.core.scenario import ScenarioFile
from game.core.sequence import mermaid_text
from game.core.view import view
from game.fuzz import FuzzReport, choose_action, fuzz
from game.library import find_scenario, scenarios_of
from game.match import Match
from hexmap.files import read_map

_NOTE = re.compile(r"\[([a-z])\]")


@dataclass(frozen=True)
class Kit:
    """A ruleset on the bench, and how many random games it is to play on which scenarios (none: all)."""

    id: str
    games: int = 4
    seed: int = 1
    scenarios: tuple[str, ...] = ()

    @property
    def ruleset(self) -> Ruleset:
        return load_ruleset(self.id)

    def report(self) -> FuzzReport:
        """The random games, played once for all checks that look at them."""
        return _report(self.id, self.games, self.seed, self.scenarios)

    def begin(self, house_rules: dict[str, str] | None = None, file: ScenarioFile | None = None) -> Match:
        """A game about to be played, on the first scenario unless another is given."""
        first = find_scenario(self.scenarios[0]) if self.scenarios else scenarios_of(self.id)[0]
        return Match.begin(self.id, file or first, house_rules, seed=self.seed)


@cache
def _report(id_: str, games: int, seed: int, scenarios: tuple[str, ...]) -> FuzzReport:
    return fuzz(id_, games, seed, [find_scenario(name) for name in scenarios] or None)


Check = Callable[[Kit], Iterator[str]]


def random_games_keep_every_rule(kit: Kit) -> Iterator[str]:
    """To their end: invariants, undo, text, refusals, record; see `game.checks`."""
    yield from map(str, kit.report().faults)


def secrets_do_not_leak(kit: Kit) -> Iterator[str]:
    """The random games exchanged hidden facts and nobody noticed; here: that there were some to exchange."""
    hides = any(node.secret for node in kit.ruleset.sequence.node)
    if hides and not kit.report().secrets_compared:
        yield "steps are secret, but no game had a hidden fact ('secret:<side>:…') to exchange"


def scenarios_are_in_order(kit: Kit) -> Iterator[str]:
    """Each is read, laid out and begun; its map uses only words the ruleset knows."""
    files = scenarios_of(kit.id)
    if not files:
        yield "has no scenario"
    for file in files:
        try:
            kit.ruleset.read_scenario(file)
            match = kit.begin(file=file)
        except DataError as error:
            yield str(error)
            continue
        yield from (f"{file.name}: {problem}" for problem in kit.ruleset.broken(match.rules, match.state))
        unknown = read_map(file.map_path).unknown_words(kit.ruleset.vocabulary)
        yield from (f"{file.name}: the map's {group} word '{word}' is unknown" for group, word in unknown)
        for piece in match.state.pieces:
            if not kit.ruleset.describe_piece(match.rules, match.state, piece.id).strip():
                yield f"{file.name}: {piece.id} is described without a word"


def steps_and_flow_chart_agree(kit: Kit) -> Iterator[str]:
    """Every box of the chart has its step, every question its answer, and every box can be reached."""
    sequence = kit.ruleset.sequence
    rules = kit.begin().rules
    for node in sequence.node:
        if not node.parts and node.id not in rules.steps:
            yield f"'{node.id}' of the sequence of play has no step"
    yield from (
        f"step '{step}' is not in the sequence of play" for step in rules.steps if step not in sequence.nodes
    )
    yield from (
        f"nobody answers '{name}'" for name in sorted(sequence.conditions() - rules.conditions.keys())
    )
    reached, ahead = set[str](), [sequence.start]
    while ahead:
        node = sequence.nodes[ahead.pop()]
        if node.id not in reached:
            reached.add(node.id)
            ahead += [*node.parts, *node.opens]
    yield from (f"nothing leads to '{name}'" for name in sequence.nodes if name not in reached)
    for opener, opened in kit.report().coverage.undeclared_openings():
        yield f"'{opener}' opens '{opened}', which the sequence of play does not show"
    for cell in kit.report().coverage.unknown_cells():
        yield f"'{cell}' is counted as seen, but not among the cells that can be"


def the_diagram_shows_every_step(kit: Kit) -> Iterator[str]:
    drawn = kit.ruleset.sequence.mermaid()
    for node in kit.ruleset.sequence.node:
        if not re.search(rf"^  {node.id}_?\W", drawn, re.MULTILINE) or mermaid_text(node.title) not in drawn:
            yield f"the diagram does not show '{node.id}'"


def tables_are_whole(kit: Kit) -> Iterator[str]:
    """Rows and columns are there, and every note a cell points to is written below."""
    for name, table in kit.ruleset.tables.items():
        if not table.rows or not table.columns:
            yield f"table '{name}' is empty"
        cells = [*table.columns, *table.rows, *(cell for row in table.rows.values() for cell in row)]
        for mark in sorted({mark for cell in cells for mark in _NOTE.findall(cell)} - table.notes.keys()):
            yield f"table '{name}' has no note [{mark}]"


def every_house_rule_can_be_played(kit: Kit) -> Iterator[str]:
    """Each switch in each position, a short random game."""
    for key, switch in kit.ruleset.switches.items():
        for position in switch.positions():
            if position == switch.default:
                continue
            try:
                match = kit.begin({key: position})
                _play_on(match, random.Random(f"{key}={position}"), 60)
                problem = next(iter(kit.ruleset.broken(match.rules, match.state)), None)
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
            if problem:
                yield f"with {key} = {position}: {problem}"


def everybody_has_a_view(kit: Kit) -> Iterator[str]:
    """Both sides and a bystander can look at a game and read its log, from its beginning to its end."""
    match = kit.begin()
    choose, used = random.Random(kit.seed), Counter[str]()
    while not match.is_over and len(match.entries) < 200:
        for side in (*match.rules.sides, None):
            seen = view(match.rules, match.state, side)
            if side != match.asked and seen.actions:
                yield f"{side or 'a bystander'} is offered what {match.asked} may do"
            if not all(isinstance(line, str) and line for line in match.told(side, len(match.log) - 1)):
                yield f"the log has an empty line for {side or 'a bystander'}"
        match.act(choose_action(match.legal(), choose, used))


def every_process_plays_the_same_game(kit: Kit) -> Iterator[str]:
    """Nothing depends on the order of a set or on an address: two processes write the same record."""
    program = (
        "import sys; from game import conformance; "
        f"sys.stdout.reconfigure(encoding='utf-8'); print(conformance.sample({kit.id!r}))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    if len(told) > 1:
        yield "two processes play the same seed differently"


def sample(id_: str) -> str:
    """The record of a short random game that depends on nothing but the program."""
    match = Kit(id_).begin()
    _play_on(match, random.Random(7), 150)
    return match.record()


def _play_on(match: Match, choose: random.Random, actions: int) -> None:
    used = Counter[str]()
    while actions and not match.is_over:
        action = choose_action(match.legal(), choose, used)
        used[action.verb] += 1
        match.act(action)
        actions -= 1


CHECKS: tuple[Check, ...] = (
    scenarios_are_in_order,
    tables_are_whole,
    the_diagram_shows_every_step,
    steps_and_flow_chart_agree,
    every_house_rule_can_be_played,
    everybody_has_a_view,
    every_process_plays_the_same_game,
    random_games_keep_every_rule,
    secrets_do_not_leak,
)


def suite(id_: str, games: int = 4, scenarios: tuple[str, ...] = ()) -> Any:
    """The whole kit as a test function for pytest, one case for each check.

    Where some battles are large, *scenarios* names those that the random games are played on.
    """
    import pytest

    @pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
    def conforms(check: Check) -> None:
        problems = list(check(Kit(id_, games, scenarios=scenarios)))
        assert not problems, "\n".join(problems)

    return conforms


def reaches_everything(id_: str, games: int) -> Any:
    """A test function: random games get to every step, every opening, every row the ruleset counts."""

    def reaches() -> None:
        report = fuzz(id_, games, seed=1)
        coverage = report.coverage
        assert not report.faults, "\n".join(map(str, report.faults))
        missed = [
            *coverage.unseen_steps(),
            *map(" > ".join, coverage.unseen_openings()),
            *coverage.unseen_cells(),
        ]
        assert not missed, f"{games} games did not see: {', '.join(missed)}"

    return reaches
