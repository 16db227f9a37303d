"""A position that is played on: actions as text, dice as faces. Each ruleset lays its own with `Field`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Self, TypeVar

from game.core.actions import PASS, Action, parse_action
from game.core.dice import ScriptedDice
from game.core.engine import legal_actions, play, proceed, why_not
from game.core.errors import Refusal
from game.core.events import Event
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.steps import Step
from game.mechanics.game_rules import GameRules
from hexmap.board import Board, Feature, Road
from hexmap.coords import Grid, Hex, Hexside, hexside

R = TypeVar("R", bound=GameRules)


class Rest(Step[Any]):
    """The step below everything: it always asks, so that nothing goes on by itself."""

    obvious = False

    def prompt(self, rules: Any, state: GameState) -> str:
        return "rest"

    def actions(self, rules: Any, state: GameState) -> tuple[Action, ...]:
        return (PASS,)


class Position(Generic[R]):
    """Rules, a state, and the events of what was done last."""

    def __init__(self, rules: R, state: GameState) -> None:
        self.rules = rules
        self.state = state
        self.events: tuple[Event, ...] = ()

    # --- doing -----------------------------------------------------------------------------------

    def ledger(self, *faces: int) -> Ledger:
        return Ledger(self.state, ScriptedDice(*faces))

    def take(self, ledger: Ledger) -> Self:
        """Go on from what a ledger has written."""
        self.state = ledger.state
        return self

    def open(self, step: str, side: str | None = None, **data: Any) -> Self:
        """Open a step of the sequence of play."""
        ledger = self.ledger()
        ledger.open(step, side, **data)
        return self.take(ledger)

    def fact(self, key: str, value: Any) -> Self:
        ledger = self.ledger()
        ledger.fact(key, value)
        return self.take(ledger)

    def settle(self, *faces: int) -> Self:
        """Let everything happen that happens by itself; all faces must be used."""
        dice = ScriptedDice(*faces)
        events: list[Event] = []
        while (done := proceed(self.rules, self.state, dice)) is not None:
            self.state = done.state
            events.extend(done.events)
        assert dice.used == len(faces), f"{len(faces) - dice.used} faces were not rolled"
        self.events = tuple(events)
        return self

    def do(self, text: str, *faces: int) -> Self:
        """Carry out an action and what follows from it; all faces must be used."""
        dice = ScriptedDice(*faces)
        done = play(self.rules, self.state, parse_action(text), dice)
        assert dice.used == len(faces), f"{len(faces) - dice.used} faces were not rolled"
        self.state, self.events = done
        return self

    # --- looking ---------------------------------------------------------------------------------

    def offers(self, verb: str = "") -> list[str]:
        """What may be done now, or only the ways of doing one thing."""
        actions = legal_actions(self.rules, self.state)
        return [str(action) for action in actions if not verb or action.verb == verb]

    def why_not(self, text: str) -> Refusal | None:
        return why_not(self.rules, self.state, parse_action(text))

    def at(self, label: str) -> Hex:
        return self.rules.at[label]

    def piece(self, id_: str) -> Piece:
        return self.state.pieces[id_]

    def where(self, id_: str) -> str | None:
        hex_ = self.piece(id_).hex
        return None if hex_ is None else self.rules.label[hex_]

    def status(self, id_: str) -> str:
        return self.piece(id_).status

    @property
    def step(self) -> str:
        return self.state.frame.step

    @property
    def asked(self) -> str | None:
        return self.state.frame.side


def small_board(
    size: int,
    terrain: Mapping[str, str] | None = None,
    level: Mapping[str, int] | None = None,
    edge: Mapping[str, str] | None = None,
    roads: Mapping[str, str] | None = None,
    areas: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """A plain of so many hexes each way, with what is said of it by labels.

    An edge "0404/0405": "wall in 0404" puts 0404 behind the wall; "river+bridge" is both. A road is its
    hexes, "0404 0405", and its kind.
    """
    grid = Grid(size, size, "pointy")
    plain = Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0))
    features: dict[Hexside, tuple[Feature, ...]] = {}
    for where, kind in (edge or {}).items():
        a, b = (plain.at(label) for label in where.split("/"))
        word, _, inside = kind.partition(" in ")
        kinds = word.split("+")
        features[hexside(a, b)] = tuple(Feature(each, plain.at(inside) if inside else None) for each in kinds)
    return Board(
        grid,
        {hex_: (terrain or {}).get(plain.label(hex_), "clear") for hex_ in plain.hexes},
        {hex_: (level or {}).get(plain.label(hex_), 0) for hex_ in plain.hexes},
        features,
        tuple(
            Road(kind, tuple(plain.at(label) for label in way.split())) for way, kind in (roads or {}).items()
        ),
        areas={name: frozenset(map(plain.at, labels)) for name, labels in (areas or {}).items()},
    )
