"""Random legal games to their end, with everything checked that must hold after each action.

A fault leaves a record that can be replayed. Games are bounded by their own turns; a limit of actions
within one turn is only a net for a game that cannot end, and counts as a fault.
"""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from game.checks import (
    Secrets,
    check_actions,
    check_caches,
    check_record,
    check_refusals,
    check_step,
    check_undo,
)
from game.core.actions import Action
from game.core.dice import StreamDice
from game.core.engine import begin, legal_actions, play
from game.core.errors import DataError
from game.core.modifiers import total
from game.core.ruleset import Ruleset, load_ruleset
from game.core.scenario import ScenarioFile
from game.core.switches import house_rules as all_house_rules
from game.core.table import looks_of
from game.coverage import Coverage
from game.library import scenarios_of
from game.match import Match
from hexmap.coords import VERTEX_NAMES, Hex, LabelError, distance, neighbours
from hexmap.facing import front_hexes

LOOKS = 24  # hexes a bold side compares before it goes to one
ACTIONS_PER_TURN = 20_000


@dataclass(frozen=True)
class Fault:
    """Something that does not hold: in which game, after which step, and the record that shows it."""

    game: int
    scenario: str
    step: int
    what: str
    record: str = ""

    def __str__(self) -> str:
        where = f"; its record is {self.record}" if self.record else ""
        return f"game {self.game} ({self.scenario}), after step {self.step}: {self.what}{where}"


@dataclass
class FuzzReport:
    """What a run of random games found."""

    ruleset: str
    seed: int
    coverage: Coverage
    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    bare_actions: int = 0
    bare_seconds: float = 0.0
    secrets_compared: int = 0
    longest: int = 0
    results: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Actions a second with every check on."""
        return self.actions / self.seconds if self.seconds else 0.0

    @property
    def bare_rate(self) -> float:
        """Actions a second of play alone: legal actions generated, one carried out, events kept."""
        return self.bare_actions / self.bare_seconds if self.bare_seconds else 0.0

    def take_over(self, part: dict[str, Any], counts: tuple[Counter[Any], ...]) -> None:
        """Add what another process has played."""
        for name in ("games", "actions", "seconds", "bare_actions", "bare_seconds", "secrets_compared"):
            setattr(self, name, getattr(self, name) + part[name])
        self.longest = max(self.longest, part["longest"])
        for words, number in part["results"].items():
            self.results[words] = self.results.get(words, 0) + number
        self.faults += part["faults"]
        self.coverage.add(counts)

    def as_json(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            "seed": self.seed,
            "games": self.games,
            "actions": self.actions,
            "longest_game": self.longest,
            "actions_per_second": {"bare": round(self.bare_rate), "checked": round(self.rate)},
            "secrets_compared": self.secrets_compared,
            "results": dict(sorted(self.results.items())),
            "coverage": self.coverage.as_json(),
            "faults": [vars(fault) for fault in self.faults],
        }


class FaultFound(Exception):
    """A game that broke a rule every game keeps."""


def choose_action(legal: tuple[Action, ...], choose: random.Random, used: Counter[str]) -> Action:
    """A random action. Some lots go to what ends something, some to the verb this game has used least."""
    lot = choose.random()
    if lot < 0.1:
        closing = [action for action in legal if not action.words]
        if closing:
            return choose.choice(closing)
    if lot < 0.6:
        verbs = sorted({action.verb for action in legal})
        verb = min(verbs, key=used.__getitem__) if lot < 0.35 else choose.choice(verbs)
        return choose.choice([action for action in legal if action.verb == verb])
    return choose.choice(legal)


def choose_boldly(match: Match, choose: random.Random, used: Counter[str]) -> Action:
    """A random action of a side that seeks the fight: it ends little, and goes where the enemy is pressed.

    Evenly chosen actions scatter two armies over the map; what happens in close combat would hardly be seen.
    """
    legal = match.legal()
    going_on = [action for action in legal if action.words]
    if not going_on or choose.random() < 0.1:
        return choose_action(legal, choose, used)
    verb = choose.choice(sorted({action.verb for action in going_on}))
    some = [action for action in going_on if action.verb == verb]
    some = choose.sample(some, min(len(some), LOOKS))
    sums = _sums(match, some)
    if sums:
        return max(sums, key=sums.__getitem__)
    enemies = {piece.hex for piece in match.state.pieces if piece.hex and piece.side != match.asked}
    if not enemies:
        return choose.choice(some)
    friends = Counter(piece.hex for piece in match.state.pieces if piece.hex and piece.side == match.asked)
    pressed = {enemy: sum(friends[hex_] for hex_ in neighbours(enemy)) for enemy in enemies}

    def reluctance(action: Action) -> tuple[int, int]:
        """Far from the enemy, and alone against him: what a bold side likes least."""
        return min(
            (distance(hex_, enemy), -pressed[enemy]) for hex_ in _aim(match, action) for enemy in enemies
        )

    return min(some, key=reluctance)


def _sums(match: Match, actions: Iterable[Action]) -> dict[Action, int]:
    """What would be added to the die, where the ruleset can tell: a bold side takes its best blow."""
    assess = getattr(looks_of(match.ruleset), "assess", None)
    if assess is None:
        return {}
    found = {action: assess(match.rules, match.state, action) for action in actions}
    return {action: total(sum_.lines) for action, sum_ in found.items() if sum_ is not None}


def _aim(match: Match, action: Action) -> tuple[Hex, ...]:
    """The hexes an action leads to: the last one it names; with a facing, those in front of it."""
    board = match.rules.board
    here: Hex | None = None
    for word in (*_words(match.state.frame.data.values()), *action.words):
        if word in match.state.pieces:
            here = match.state.pieces[word].hex or here
        with suppress(LabelError):
            here = board.at(word)
    names = VERTEX_NAMES[board.grid.orientation]
    if here is None:
        return board.hexes[:1]
    if action.words[-1] in names:
        return front_hexes(here, names.index(action.words[-1]))
    return (here,)


def _words(values: Iterable[object]) -> Iterator[str]:
    """The words among what a step remembers."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (word for word in value if isinstance(word, str))


def random_house_rules(ruleset: Ruleset, choose: random.Random) -> dict[str, str]:
    """Every second game as printed, every other with each switch in a random position."""
    if choose.random() < 0.5:
        return {}
    return {key: choose.choice(switch.positions()) for key, switch in ruleset.switches.items()}


def fuzz(
    ruleset_id: str,
    games: int,
    seed: int,
    scenarios: list[ScenarioFile] | None = None,
    out: Path | None = None,
    on_games: Callable[[int], None] = lambda count: None,
    jobs: int = 1,
) -> FuzzReport:
    """Play random legal games over a ruleset's scenarios, each in its turn.

    A game depends on the seed and its own number alone, so several processes (*jobs*) play the same ones.
    """
    ruleset = load_ruleset(ruleset_id)
    files = scenarios_of(ruleset_id) if scenarios is None else scenarios
    if not files:
        raise DataError(ruleset_id, "", "has no scenario to play")
    report = FuzzReport(ruleset_id, seed, Coverage(ruleset))
    if jobs == 1:
        for number in range(games):
            _play_one(report, ruleset, files, number, out)
            on_games(1)
        return report
    batch = max(1, games // (jobs * 8))
    # Spawned, not forked: a fork of a process with threads (a progress bar has one) may hang.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        parts = [
            pool.submit(_play_some, ruleset_id, range(first, min(first + batch, games)), seed, files, out)
            for first in range(0, games, batch)
        ]
        for done in as_completed(parts):
            part, counts = done.result()
            report.take_over(part, counts)
            on_games(part["games"])
    report.faults.sort(key=lambda fault: fault.game)
    return report


def _play_some(
    ruleset_id: str, numbers: range, seed: int, files: list[ScenarioFile], out: Path | None
) -> tuple[dict[str, Any], tuple[Counter[Any], ...]]:
    """Some of the games, in a process of their own: the report's plain values, and what was counted."""
    ruleset = load_ruleset(ruleset_id)
    report = FuzzReport(ruleset_id, seed, Coverage(ruleset))
    for number in numbers:
        _play_one(report, ruleset, files, number, out)
    plain = {name: value for name, value in vars(report).items() if name != "coverage"}
    return plain, report.coverage.counts()


def _play_one(
    report: FuzzReport, ruleset: Ruleset, files: list[ScenarioFile], number: int, out: Path | None
) -> None:
    file = files[number % len(files)]
    if number < 2 * len(files):
        _play_bare(ruleset, file, random.Random(f"{report.seed}:{number}"), report)
    _Game(report, ruleset, file, number, random.Random(f"{report.seed}:{number}"), out).run()
    report.games += 1


class _Game:
    """One random game with every check on."""

    def __init__(
        self,
        report: FuzzReport,
        ruleset: Ruleset,
        file: ScenarioFile,
        number: int,
        choose: random.Random,
        out: Path | None,
    ) -> None:
        self.report = report
        self.ruleset = ruleset
        self.file = file
        self.number = number
        self.choose = choose
        self.out = out
        self.secrets = Secrets()
        self.match: Match | None = None
        self.last: Action | None = None
        self.used: Counter[str] = Counter()

    def run(self) -> None:
        started = time.perf_counter()
        try:
            self._play()
        except FaultFound as found:
            self._fault(str(found))
        except Exception as error:
            self._fault(f"{type(error).__name__}: {error} ({_places(error)})")
        self.report.seconds += time.perf_counter() - started
        self.report.secrets_compared += self.secrets.compared
        if self.match is not None:
            self.report.actions += len(self.match.entries) - 1
            self.report.longest = max(self.report.longest, len(self.match.entries) - 1)

    def _play(self) -> None:
        chosen = random_house_rules(self.ruleset, self.choose)
        game_seed = f"{self.report.seed}:{self.number}"
        match = self.match = Match.begin(self.ruleset.manifest.id, self.file, chosen, seed=game_seed)
        self.report.coverage.see(match.rules, (), "begin", match.log[0].events)
        self._hold(self.ruleset.broken(match.rules, match.state))
        turn, since = match.state.turn, 0
        while not match.is_over:
            self._hold(self._before(match))
            before = match.state
            self.last = action = self._choose(match)
            self.used[action.verb] += 1
            if self.choose.random() < 0.3:
                self._hold(self.secrets.check(match, action, self.choose))
            match.act(action)
            happened = match.log[-1]
            self.report.coverage.see(match.rules, happened.frames, action.verb, happened.events)
            self._hold(check_step(before, match))
            self._hold(self.ruleset.broken(match.rules, match.state))
            if hasattr(self.ruleset, "broken_by"):
                self._hold(self.ruleset.broken_by(match.rules, before, happened.events))
            if self.choose.random() < 0.1:
                self._hold(check_undo(match))
            since = since + 1 if match.state.turn == turn else 0
            turn = match.state.turn
            self._hold(self._ends(match, since))
        self._hold(check_record(match))
        outcome = match.state.result
        assert outcome is not None
        words = f"{outcome.winner or 'nobody'} ({outcome.level})"
        self.report.results[words] = self.report.results.get(words, 0) + 1

    def _choose(self, match: Match) -> Action:
        """Every third game is a bold one."""
        if self.number % 3 == 0:
            return choose_boldly(match, self.choose, self.used)
        return choose_action(match.legal(), self.choose, self.used)

    def _before(self, match: Match) -> Iterator[str]:
        yield from check_actions(match, self.choose)
        if self.choose.random() < 0.1:
            yield from check_caches(match)
        if self.choose.random() < 0.2:
            yield from check_refusals(match, self.choose)

    def _ends(self, match: Match, since: int) -> Iterator[str]:
        turns = self.file.data.get("turns")
        if isinstance(turns, int) and match.state.turn > turns:
            yield f"turn {match.state.turn} begins, though the last is {turns}"
        if since > ACTIONS_PER_TURN:
            yield f"turn {match.state.turn} does not end: {since} actions so far"

    def _hold(self, problems: Iterator[str]) -> None:
        for problem in problems:
            raise FaultFound(problem)

    def _fault(self, what: str) -> None:
        match, path = self.match, ""
        if match is not None and self.out is not None:
            name = f"{self.ruleset.manifest.id}-{self.report.seed}-{self.number}.record"
            match.note(f"fault: {what}; the next action was '{self.last}'")
            match.save(self.out / name)
            path = str(self.out / name)
        step = len(match.entries) - 1 if match is not None else 0
        self.report.faults.append(Fault(self.number, self.file.name, step, what, path))


def _places(error: Exception) -> str:
    """Where an error came from, innermost first: "coords.py:172, zones.py:40"."""
    frames = traceback.extract_tb(error.__traceback__)[:-4:-1]
    return ", ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)


def _play_bare(ruleset: Ruleset, file: ScenarioFile, choose: random.Random, report: FuzzReport) -> None:
    """The same kind of game without any check, for the rate. What goes wrong is left to the checked one."""
    dice = StreamDice(choose)
    count, log = 0, []
    used: Counter[str] = Counter()
    try:
        setup = ruleset.set_up(file, all_house_rules(ruleset.switches, {}, "house rules"))
        started = time.perf_counter()
        state = begin(setup.rules, setup.state, dice, setup.start).state
        while state.result is None and count < ACTIONS_PER_TURN:
            action = choose_action(legal_actions(setup.rules, state), choose, used)
            used[action.verb] += 1
            played = play(setup.rules, state, action, dice)
            state = played.state
            log.append(played.events)
            count += 1
    except Exception:
        return
    report.bare_seconds += time.perf_counter() - started
    report.bare_actions += count
