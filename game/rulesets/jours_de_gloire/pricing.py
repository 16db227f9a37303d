"""[6] Steps priced without a game: for `gloire map reach --ruleset jours-de-gloire`."""

from __future__ import annotations

from dataclasses import dataclass

from game.rulesets.jours_de_gloire.movement import joint_step
from game.rulesets.jours_de_gloire.tables import Tables, load_tables
from hexmap.board import Board
from hexmap.coords import Hex
from hexmap.ground import Ground, Refusal, StepCost


@dataclass(frozen=True)
class EmptyField:
    """A board with nobody on it, and the tables."""

    board: Board
    tables: Tables


@dataclass(frozen=True)
class MarchCosts:
    """What each arm pays on a map by the terrain table; steps that disorder are closed, as in play."""

    tables: Tables
    name: str = "jours-de-gloire"

    @property
    def arms(self) -> tuple[str, ...]:
        """The words of the counters."""
        return tuple(self.tables.terrain.arms)

    def words(self) -> dict[str, frozenset[str]]:
        """Terrain, hexside and road words that have a cost."""
        return dict(self.tables.terrain.vocabulary)

    def ground(self, board: Board, arm: str) -> Ground:
        """The board as an arm marches on it."""
        field = EmptyField(board, self.tables)

        def step(a: Hex, b: Hex) -> StepCost | Refusal:
            return joint_step(field, a, b, (arm,), roads=True, disordering=False)

        return Ground(board, step, arm)


def costs() -> MarchCosts:
    """The costs of the printed page."""
    return MarchCosts(load_tables())
