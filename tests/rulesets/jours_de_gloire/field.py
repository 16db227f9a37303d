"""A small battlefield from a few lines of text, for the chapters on fire and on beaten troops.

    field = Field("b1 0405 line N; r1 0404 guns S", terrain={"0405": "woods"})

Ids that begin with b are blue (home: the south edge), those with r red (home: the north edge). Words after
the facing change the counter: sp=5 coh=7 ma=4 eff=3 max=5 dis=4 (cohesion of the back) of=corps, or its
state: disordered, routed, square.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import game.rulesets.jours_de_gloire as package
from game.core.actions import PASS, Action, parse_action
from game.core.dice import ScriptedDice
from game.core.engine import legal_actions, play, proceed, why_not
from game.core.errors import Refusal
from game.core.events import Event
from game.core.ledger import Ledger
from game.core.sequence import read_sequence
from game.core.state import Deployment, Frame, GameState, Piece
from game.core.steps import Step
from game.core.switches import house_rules, read_switches
from game.mechanics.game_rules import Flow
from game.rulesets.jours_de_gloire.cards import GOOD, Card, Face, Formation, General
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.scenario import Scenario
from game.rulesets.jours_de_gloire.steps import CONDITIONS
from game.rulesets.jours_de_gloire.steps import STEPS as PRINTED
from game.rulesets.jours_de_gloire.tables import load_tables
from hexmap.board import Board, Feature, Road
from hexmap.coords import Grid, Hex, hexside

FOLDER = Path(package.__path__[0])
SWITCHES = read_switches(FOLDER / "switches.toml")
SEQUENCE = read_sequence(FOLDER / "sequence.toml")

# arm, strength, cohesion, movement, effective range, maximum range
KINDS: dict[str, tuple[Any, int, int, int, int, int]] = {
    "line": ("infantry", 6, 6, 4, 0, 0),
    "horse": ("cavalry", 4, 6, 8, 0, 0),
    "heavy": ("heavy_cavalry", 4, 7, 6, 0, 0),
    "guns": ("artillery", 4, 6, 6, 3, 5),
}


class Rest(Step[Rules]):
    """The step below everything: it always asks, so that nothing goes on by itself."""

    obvious = False

    def prompt(self, rules: Rules, state: GameState) -> str:
        return "rest"

    def actions(self, rules: Rules, state: GameState) -> tuple[Action, ...]:
        return (PASS,)


STEPS: dict[str, Step[Any]] = {"rest": Rest(), **PRINTED}


class Field:
    """A position that is played on: actions as text, dice as faces."""

    def __init__(
        self,
        text: str,
        *,
        terrain: Mapping[str, str] | None = None,
        level: Mapping[str, int] | None = None,
        edge: Mapping[str, str] | None = None,
        roads: Mapping[str, str] | None = None,
        general: str = "",
        weather: Mapping[str, Any] | None = None,
        active: str = "blue",
        size: int = 9,
        **switches: str,
    ) -> None:
        board = _board(size, terrain or {}, level or {}, edge or {}, roads or {})
        cards: dict[str, Card] = {}
        pieces: dict[str, Piece] = {}
        words = [entry.split() for entry in text.split(";") if entry.strip()]
        sky = [{"turns": [1], **weather}] if weather else []
        scenario = _scenario(sky)
        formations: dict[str, list[str]] = {"blue-corps": [], "red-corps": []}
        for id_, _hex, kind, _facing, *more in words:
            card = _card(id_, kind, more)
            cards[id_] = card
            formations.setdefault(card.formation, []).append(id_)
        self.rules = Rules(
            board,
            scenario,
            load_tables(),
            house_rules(SWITCHES, switches, "test"),
            Flow(SEQUENCE, STEPS, CONDITIONS),
            cards,
            {"chief": General("chief", "Chief", "red", True, 3, 5, 0, 3, 8)} if general else {},
            {name: _formation(name, cards, ids) for name, ids in formations.items()},
        )
        for id_, label, _kind, facing, *more in words:
            status = next((word for word in more if word in ("disordered", "routed")), GOOD)
            square = "square" if "square" in more else ""
            pieces[id_] = Piece(
                id_, cards[id_].side, board.at(label), self.rules.facing(facing), status, square
            )
        if general:
            pieces["chief"] = Piece("chief", "red", board.at(general))
        facts = {"active": active, "formation": f"{active}-corps", "status": "OR"}
        frames = (Frame("activations", None, {"part": 0}), Frame("rest", active))
        self.state = GameState(1, frames, Deployment(pieces), facts)
        self.events: tuple[Event, ...] = ()

    # --- doing ---------------------------------------------------------------------------------

    def ledger(self, *faces: int) -> Ledger:
        return Ledger(self.state, ScriptedDice(*faces))

    def take(self, ledger: Ledger) -> Field:
        """Go on from what a ledger has written."""
        self.state = ledger.state
        return self

    def open(self, step: str, side: str | None = None, **data: Any) -> Field:
        ledger = self.ledger()
        ledger.open(step, side, **data)
        return self.take(ledger)

    def fact(self, key: str, value: Any) -> Field:
        ledger = self.ledger()
        ledger.fact(key, value)
        return self.take(ledger)

    def settle(self, *faces: int) -> Field:
        """Let everything happen that happens by itself; all faces must be used."""
        dice = ScriptedDice(*faces)
        events: list[Event] = []
        while (done := proceed(self.rules, self.state, dice)) is not None:
            self.state = done.state
            events.extend(done.events)
        assert dice.used == len(faces), f"{len(faces) - dice.used} faces were not rolled"
        self.events = tuple(events)
        return self

    def do(self, text: str, *faces: int) -> Field:
        """Carry out an action and what follows from it; all faces must be used."""
        dice = ScriptedDice(*faces)
        done = play(self.rules, self.state, parse_action(text), dice)
        assert dice.used == len(faces), f"{len(faces) - dice.used} faces were not rolled"
        self.state, self.events = done
        return self

    # --- looking -------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        return [str(action) for action in legal_actions(self.rules, self.state)]

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


def _board(
    size: int,
    terrain: Mapping[str, str],
    level: Mapping[str, int],
    edge: Mapping[str, str],
    roads: Mapping[str, str],
) -> Board:
    grid = Grid(size, size, "pointy")
    plain = Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0))
    features: dict[Any, tuple[Feature, ...]] = {}
    for where, kind in edge.items():
        # "0404/0405": "wall in 0404" puts 0404 behind the wall.
        a, b = (plain.at(label) for label in where.split("/"))
        word, _, inside = kind.partition(" in ")
        kinds = word.split("+")  # "river+bridge"
        features[hexside(a, b)] = tuple(Feature(each, plain.at(inside) if inside else None) for each in kinds)
    return Board(
        grid,
        {hex_: terrain.get(plain.label(hex_), "clear") for hex_ in plain.hexes},
        {hex_: level.get(plain.label(hex_), 0) for hex_ in plain.hexes},
        features,
        tuple(Road(kind, tuple(plain.at(label) for label in way.split())) for way, kind in roads.items()),
    )


def _card(id_: str, kind: str, more: list[str]) -> Card:
    arm, sp, coh, ma, effective, maximum = KINDS[kind]
    given = dict(word.split("=") for word in more if "=" in word)
    sp, coh, ma = int(given.get("sp", sp)), int(given.get("coh", coh)), int(given.get("ma", ma))
    side = "blue" if id_.startswith("b") else "red"
    return Card(
        id_,
        id_,
        side,
        given.get("of", f"{side}-corps"),
        arm,
        "",
        Face(sp, coh, 5, ma),
        Face(sp, int(given.get("dis", coh - 1)), 5, ma),
        False,
        int(given.get("eff", effective)),
        int(given.get("max", maximum)),
    )


def _formation(name: str, cards: Mapping[str, Card], ids: list[str]) -> Formation:
    side = cards[ids[0]].side if ids else name.split("-")[0]
    return Formation(name, name, side, 5, 2, tuple(ids))


def _scenario(sky: list[dict[str, Any]]) -> Scenario:
    def unit(side: str, at: str) -> dict[str, Any]:
        figures = {"strength": 5, "cohesion": 6, "engagement": 5, "movement": 4}
        name = f"{side}-corps"
        return {
            "id": side,
            "name": side,
            "formation": name,
            "arm": "infantry",
            "at": at,
            "facing": "N",
            **figures,
        }

    return Scenario.model_validate(
        {
            "format": 1,
            "ruleset": "jours-de-gloire",
            "map": "field",
            "title": "Field",
            "turns": 3,
            "sides": [{"id": "blue", "name": "Blue"}, {"id": "red", "name": "Red"}],
            "edges": {"blue": "south", "red": "north"},
            "generals": [
                {"id": f"{side}-chief", "name": side, "side": side, "commander": True, "at": "0101"}
                for side in ("blue", "red")
            ],
            "formations": [
                {"id": f"{side}-corps", "name": side, "side": side, "rating": 5} for side in ("blue", "red")
            ],
            "units": [unit("blue", "0109"), unit("red", "0101")],
            "weather": sky,
        }
    )
