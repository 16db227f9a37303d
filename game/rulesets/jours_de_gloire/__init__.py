"""Jours de Gloire Empire: the ruleset as the rest of the program sees it."""

from __future__ import annotations

from pathlib import Path

from game.core.ruleset import Manifest, Setup
from game.core.scenario import ScenarioFile
from game.core.sequence import read_sequence
from game.core.switches import HouseRules, read_switches
from game.core.tables import read_model
from game.mechanics.game_rules import Flow
from game.rulesets.jours_de_gloire import chronicle, coverage, invariants, setup
from game.rulesets.jours_de_gloire.looks import JoursDeGloireLooks
from game.rulesets.jours_de_gloire.odds import JoursDeGloireOdds
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

    broken = staticmethod(invariants.broken)
    broken_by = staticmethod(invariants.broken_by)
    describe = staticmethod(chronicle.describe)
    describe_piece = staticmethod(chronicle.describe_piece)
    coverable = staticmethod(coverage.usable)
    coverage = staticmethod(coverage.used)

    def read_scenario(self, file: ScenarioFile) -> Scenario:
        """The scenario, fit for its map."""
        return setup.read(file, load_tables(), self.vocabulary)[0]

    def set_up(self, file: ScenarioFile, house_rules: HouseRules) -> Setup:
        """The table laid out for the first turn."""
        scenario, board = setup.read(file, load_tables(), self.vocabulary)
        rules = setup.rules_of(scenario, board, load_tables(), house_rules, self.flow)
        return Setup(rules, setup.table_of(rules), self.sequence.start)


RULESET = JoursDeGloire()
