"""A whole small battle from a few lines of text, for the chapters on the turn around the fighting.

    battle = Battle("b1 0405 blue; b2 0505 left horse; r1 0401 red", generals={"blue-chief": {"bonus": 2}})

Ids that begin with b are blue, those with r red. After id and hex come the formation and, if it is no
infantry, the arm; "@2" after them brings the unit onto the map on turn 2 by that hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.actions import parse_action
from game.core.dice import Face, ScriptedDice
from game.core.engine import asked_side, begin, legal_actions, play, proceed, prompt, why_not
from game.core.events import Event, Removed, Rolled, StatusChanged, Told
from game.core.ledger import Ledger
from game.core.state import GameState
from game.core.switches import house_rules
from game.mechanics.game_rules import Flow
from game.rulesets.jours_de_gloire.scenario import Scenario
from game.rulesets.jours_de_gloire.setup import rules_of, table_of
from game.rulesets.jours_de_gloire.steps import CONDITIONS, STEPS
from game.rulesets.jours_de_gloire.tables import load_tables
from hexmap.board import Board
from hexmap.coords import Grid
from tests.rulesets.jours_de_gloire.field import SEQUENCE, SWITCHES

ARMS = {"infantry": "infantry", "horse": "cavalry", "guns": "artillery"}
CHIEF = {"commander": True, "command_points": 3, "command_range": 3, "initiative": 3}


class Battle:
    """A game that is played on: actions as text, dice as faces."""

    def __init__(
        self,
        text: str,
        *,
        generals: Mapping[str, Mapping[str, Any]] | None = None,
        formations: Mapping[str, Mapping[str, Any]] | None = None,
        terrain: Mapping[str, str] | None = None,
        switches: Mapping[str, str] | None = None,
        tied: Mapping[str, str] | None = None,
        turns: int = 3,
        **more: Any,
    ) -> None:
        units = [_unit(entry.split()) for entry in text.split(";")]
        for unit in units:
            unit["acts_with"] = (tied or {}).get(unit["id"], "")
        names = dict.fromkeys(unit["formation"] for unit in units)
        chiefs = {"blue-chief": {"at": "0109", **CHIEF}, "red-chief": {"at": "0901", **CHIEF}}
        for id_, changes in (generals or {}).items():
            chiefs[id_] = {**chiefs.get(id_, {}), **changes}
        scenario = Scenario.model_validate(
            {
                "format": 1,
                "ruleset": "jours-de-gloire",
                "map": "field",
                "title": "Battle",
                "turns": turns,
                "sides": [{"id": "blue", "name": "Blue"}, {"id": "red", "name": "Red"}],
                "edges": {"blue": "south", "red": "north"},
                "generals": [
                    {"id": id_, "name": id_, "side": id_.split("-")[0], **given}
                    for id_, given in chiefs.items()
                ],
                "formations": [
                    {
                        "id": name,
                        "name": name,
                        "side": _side(next(u["id"] for u in units if u["formation"] == name)),
                        "rating": 5,
                        **(formations or {}).get(name, {}),
                    }
                    for name in names
                ],
                "units": units,
                **more,
            }
        )
        grid = Grid(9, 9, "pointy")
        plain = Board(grid, dict.fromkeys(grid, "clear"), dict.fromkeys(grid, 0))
        ground = {hex_: (terrain or {}).get(plain.label(hex_), "clear") for hex_ in plain.hexes}
        board = Board(grid, ground, dict.fromkeys(grid, 0))
        switched = house_rules(SWITCHES, dict(switches or {}), "test")
        self.rules = rules_of(scenario, board, load_tables(), switched, Flow(SEQUENCE, STEPS, CONDITIONS))
        self.state: GameState = table_of(self.rules)
        self.events: tuple[Event, ...] = ()

    # --- doing ---------------------------------------------------------------------------------

    def begin(self, *faces: Face) -> Battle:
        """Open the sequence of play; all faces must be used."""
        return self._go(begin(self.rules, self.state, dice := ScriptedDice(*faces), "turn"), dice)

    def do(self, text: str, *faces: Face) -> Battle:
        """Carry out an action and what follows from it; all faces must be used."""
        dice = ScriptedDice(*faces)
        return self._go(play(self.rules, self.state, parse_action(text), dice), dice)

    def step(self, name: str, *faces: Face, side: str | None = None, **data: Any) -> Battle:
        """Open one step by itself and let everything happen that happens by itself, until none is open."""
        ledger = Ledger(self.state, ScriptedDice())
        ledger.open(name, side, **data)
        self.state = ledger.state
        dice = ScriptedDice(*faces)
        events: list[Event] = []
        while self.state.frames and (done := proceed(self.rules, self.state, dice)) is not None:
            self.state = done.state
            events.extend(done.events)
        assert dice.used == len(faces), "not all faces were rolled"
        self.events = tuple(events)
        return self

    def choose(self, text: str, *faces: Face) -> Battle:
        """Answer a step opened by itself."""
        ledger = Ledger(self.state, ScriptedDice(*faces))
        assert text in self.offers(), f"'{text}' is not among {self.offers()}"
        self.rules.steps[self.state.frame.step].apply(self.rules, ledger, parse_action(text))
        self.state, self.events = ledger.state, tuple(ledger.events)
        return self

    def put(self, **statuses: str) -> Battle:
        """Change the state of units: b1="routed"."""
        ledger = Ledger(self.state, ScriptedDice())
        for id_, status in statuses.items():
            lost = status == "eliminated"
            ledger.write(Removed(id_, status, "") if lost else StatusChanged(id_, status))
        self.state = ledger.state
        return self

    def fact(self, key: str, value: Any) -> Battle:
        ledger = Ledger(self.state, ScriptedDice())
        ledger.fact(key, value)
        self.state = ledger.state
        return self

    def turn(self, number: int) -> Battle:
        self.state = self.state.with_turn(number)
        return self

    def _go(self, played: tuple[GameState, tuple[Event, ...]], dice: ScriptedDice) -> Battle:
        assert dice.used == len(dice.faces), f"{len(dice.faces) - dice.used} faces were not rolled"
        self.state, self.events = played
        return self

    # --- looking -------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        return [str(action) for action in legal_actions(self.rules, self.state)]

    def why_not(self, text: str) -> str:
        return str(why_not(self.rules, self.state, parse_action(text)))

    @property
    def prompt(self) -> str:
        return prompt(self.rules, self.state)

    @property
    def asked(self) -> tuple[str | None, str]:
        return asked_side(self.state), self.state.frame.step

    def status(self, id_: str) -> str:
        return self.state.pieces[id_].status

    def where(self, id_: str) -> str | None:
        hex_ = self.state.pieces[id_].hex
        return None if hex_ is None else self.rules.label[hex_]

    def told(self, what: str) -> list[Told]:
        return [event for event in self.events if isinstance(event, Told) and event.what == what]

    def rolls(self) -> list[Rolled]:
        return [event for event in self.events if isinstance(event, Rolled)]


def _side(id_: str) -> str:
    return "blue" if id_.startswith("b") else "red"


def _unit(words: list[str]) -> dict[str, Any]:
    id_, label, formation, *more = words
    arm = next((ARMS[word] for word in more if word in ARMS), "infantry")
    figures = {"strength": 5, "cohesion": 6, "engagement": 5, "movement": 8 if arm == "cavalry" else 4}
    ranges = {"effective": 3, "maximum": 5} if arm == "artillery" else {}
    unit = {"id": id_, "name": id_, "formation": formation, "arm": arm, **figures, **ranges}
    late = next((word for word in more if word.startswith("@")), "")
    if late:
        return {**unit, "enters": {"turn": int(late[1:]), "hex": label, "facing": "N"}}
    return {**unit, "at": label, "facing": "N"}
