"""Jours de Gloire Empire: the ruleset as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from game.core.events import Event
from game.core.ruleset import Manifest, Setup
from game.core.scenario import ScenarioFile
from game.core.sequence import read_sequence
from game.core.state import GameState
from game.core.switches import HouseRules, read_switches
from game.core.tables import read_model
from game.mechanics.game_rules import Flow
from game.rulesets.jours_de_gloire import chronicle, coverage, invariants, setup
from game.rulesets.jours_de_gloire.looks import JoursDeGloireLooks
from game.rulesets.jours_de_gloire.odds import JoursDeGloireOdds
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.scenario import Scenario
from game.rulesets.jours_de_gloire.steps import CONDITIONS, STEPS
from game.rulesets.jours_de_gloire.tables import load_tables

FOLDER = Path(__file__).parent


class JoursDeGloire:
    """The heart of the house."""

    manifest = read_model(Manifest, FOLDER / "ruleset.toml")
    sequence = read_sequence(FOLDER / "sequence.toml")
    switches = read_switches(FOLDER / "switches.toml")
    flow = Flow(sequence, STEPS, CONDITIONS)
    tables = load_tables().printed
    vocabulary = load_tables().terrain.vocabulary
    odds = JoursDeGloireOdds()
    looks = JoursDeGloireLooks()

    def read_scenario(self, file: ScenarioFile) -> Scenario:
        """The scenario, fit for its map."""
        return setup.read(file, load_tables(), self.vocabulary)[0]

    def set_up(self, file: ScenarioFile, house_rules: HouseRules) -> Setup:
        """The table laid out for the first turn."""
        scenario, board = setup.read(file, load_tables(), self.vocabulary)
        rules = setup.rules_of(scenario, board, load_tables(), house_rules, self.flow)
        return Setup(rules, setup.table_of(rules), self.sequence.start)

    def broken(self, rules: Rules, state: GameState) -> Iterator[str]:
        return invariants.broken(rules, state)

    def broken_by(self, rules: Rules, before: GameState, events: Iterable[Event]) -> Iterator[str]:
        """What the events of an action did that no action does."""
        return invariants.broken_by(rules, before, events)

    def describe(self, rules: Rules, event: Event) -> str | None:
        return chronicle.describe(rules, event)

    def describe_piece(self, rules: Rules, state: GameState, id_: str) -> str:
        return chronicle.describe_piece(rules, state, id_)

    def coverage(self, rules: Rules, event: Event) -> Iterable[str]:
        """The rows and cells of the printed tables an event used."""
        return coverage.used(rules, event)

    def coverable(self) -> frozenset[str]:
        """All the rows and cells that `coverage` can name."""
        return coverage.usable()


RULESET = JoursDeGloire()
