"""The Age of Glory: pike and powder battles on hexes of two inches, one unit in a hex."""

from __future__ import annotations

from pathlib import Path

from game.core.ruleset import Manifest, Setup
from game.core.scenario import ScenarioFile
from game.core.sequence import read_sequence
from game.core.switches import HouseRules, read_switches
from game.core.tables import read_model
from game.mechanics.game_rules import Flow
from game.rulesets.age_of_glory import chronicle, coverage, invariants, setup
from game.rulesets.age_of_glory.looks import AgeOfGloryLooks
from game.rulesets.age_of_glory.odds import AgeOfGloryOdds
from game.rulesets.age_of_glory.odds.layout import Machine
from game.rulesets.age_of_glory.scenario import Scenario
from game.rulesets.age_of_glory.steps import CONDITIONS, STEPS
from game.rulesets.age_of_glory.tables import load_tables

FOLDER = Path(__file__).parent


class AgeOfGlory:
    """The ruleset as the rest of the program sees it."""

    manifest = read_model(Manifest, FOLDER / "ruleset.toml")
    sequence = read_sequence(FOLDER / "sequence.toml")
    switches = read_switches(FOLDER / "switches.toml")
    tables = load_tables().printed
    vocabulary = {
        "terrain": frozenset(load_tables().terrain),
        "hexside": frozenset(load_tables().hexsides),
        "road": frozenset({"road", "trail"}),
    }

    looks = AgeOfGloryLooks()
    flow = Flow(sequence, STEPS, CONDITIONS)
    odds = AgeOfGloryOdds(Machine(flow, switches))

    broken = staticmethod(invariants.broken)
    describe = staticmethod(chronicle.describe)
    describe_piece = staticmethod(chronicle.describe_piece)
    coverable = staticmethod(coverage.usable)
    coverage = staticmethod(coverage.used)

    def read_scenario(self, file: ScenarioFile) -> Scenario:
        """The scenario, fit for its map."""
        return setup.read(file, load_tables(), self.vocabulary)[0]

    def set_up(self, file: ScenarioFile, house_rules: HouseRules) -> Setup:
        """Lay out the table."""
        scenario, board = setup.read(file, load_tables(), self.vocabulary)
        rules = setup.rules_of(scenario, board, load_tables(), house_rules, self.flow)
        return Setup(rules, setup.table_of(rules), self.sequence.start)


RULESET = AgeOfGlory()
