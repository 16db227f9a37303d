"""A small battlefield from a few lines of text.

    field = Field("b1 0405 pike N; r1 0404 shock S elite", terrain={"0405": "woods"})

Ids that begin with b are blue, those with r red; blue is active. Words after the facing change the piece: a
number of stands (`6`), elite, raw, a formation, disordered, silenced, damaged, or `key=value`. Leaders are
written `bl 0405 leader` and may be charismatic, army, gunner, rating=great, on=b1 (attached).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from game.core.events import Rolled
from game.core.state import Frame
from game.core.switches import house_rules
from game.mechanics.game_rules import Flow
from game.rulesets.age_of_glory import RULESET
from game.rulesets.age_of_glory.cards import TROOP_FORMATIONS
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.scenario import Scenario
from game.rulesets.age_of_glory.setup import rules_of, table_of
from game.rulesets.age_of_glory.steps import CONDITIONS, STEPS
from game.rulesets.age_of_glory.tables import load_tables
from tests.rulesets.position import Position, Rest, small_board

ARMS = {
    "pike": ("foot", "pike"),
    "firelock": ("foot", "firelock"),
    "shock": ("horse", "shock"),
    "pistoleer": ("horse", "pistoleer"),
    "dragoons": ("horse", "pistoleer"),
    "skirmish": ("skirmish", "none"),
}
GUNS = ("light", "heavy", "siege")


class Field(Position[Rules]):
    """A position of The Age of Glory."""

    def __init__(
        self,
        text: str,
        *,
        terrain: Mapping[str, str] | None = None,
        level: Mapping[str, int] | None = None,
        edge: Mapping[str, str] | None = None,
        roads: str = "",
        scenario: Mapping[str, Any] | None = None,
        size: int = 18,
        turn: int = 1,
        **switches: str,
    ) -> None:
        ways = {way: "road" for way in roads.split(";") if way}
        sixth_row = [f"{column:02d}06" for column in range(1, size + 1)]
        board = small_board(size, terrain, level, edge, ways, {"line": sixth_row})
        entries = [entry.split() for entry in text.split(";") if entry.strip()]
        data = _scenario(entries) | dict(scenario or {})
        rules = rules_of(
            Scenario.model_validate(data),
            board,
            load_tables(),
            house_rules(RULESET.switches, switches, "test"),
            Flow(RULESET.sequence, {"rest": Rest(), **STEPS}, CONDITIONS),
        )
        super().__init__(rules, table_of(rules).with_frames((Frame("rest", "blue"),)).with_turn(turn))
        for key, value in {"active": "blue", "first": "blue", "half": 1, "player_turn": 1}.items():
            self.state = self.state.with_fact(key, value)
        for id_, _at, _kind, *more in entries:
            piece = self.piece(id_)
            marks = piece.marks | {word for word in more if word in ("damaged", "first_fired", "changed")}
            status = next((word for word in more if word in ("disordered", "silenced")), piece.status)
            left = next((int(word[5:]) for word in more if word.startswith("left=")), piece.strength)
            self.state = self.state.with_piece(piece._replace(status=status, strength=left, marks=marks))

    def open(self, step: str, side: str | None = "blue", **data: Any) -> Self:
        """Open a step of the sequence of play, which asks blue."""
        return super().open(step, side, **data)

    def march(self, unit: str, face: int) -> Self:
        """Open the march and let a unit roll."""
        return self.open("march_units").do(f"march {unit}", face)

    def rolled(self) -> list[tuple[str, list[int]]]:
        """Reading and modifiers of every roll in the last events."""
        rolls = [event for event in self.events if isinstance(event, Rolled)]
        return [(roll.reading, [line.value for line in roll.lines]) for roll in rolls]


def _scenario(entries: list[list[str]]) -> dict[str, Any]:
    units, batteries, leaders = [], [], []
    for id_, at, kind, *more in entries:
        given = dict(word.split("=") for word in more if "=" in word)
        given.pop("left", None)
        head = {"id": id_, "name": id_, "side": "blue" if id_.startswith("b") else "red"}
        if kind == "leader":
            flags = {word: True for word in more if word in ("charismatic", "army", "gunner")}
            place = {"attached": given.pop("on")} if "on" in given else {"at": at}
            leaders.append({**head, **place, **flags, **given})
            continue
        head |= {"at": at, "facing": more[0]}
        if kind in GUNS:
            batteries.append({**head, "gun": kind, "limbered": "limbered" in more, **given})
            continue
        arm, weapon = ARMS[kind]
        units.append(
            {
                **head,
                "arm": arm,
                "weapon": weapon,
                "grade": next((word for word in more if word in ("elite", "raw")), "regular"),
                "stands": next((int(word) for word in more if word.isdecimal()), 6),
                "formation": next((word for word in more if word in TROOP_FORMATIONS), ""),
                "dragoons": kind == "dragoons",
                "dismounted": "dismounted" in more,
                "ottoman": "ottoman" in more,
                **given,
            }
        )
    sides = ("blue", "red")
    for side, corner in zip(sides, ("0118", "1818"), strict=True):
        if not any(unit["side"] == side for unit in units):
            units.append(_filler(side, corner))
        if not any(each["side"] == side and each.get("army") for each in leaders):
            leaders.append({"id": f"{side[0]}-chief", "name": side, "side": side, "army": True, "at": corner})
    return {
        "format": 1,
        "ruleset": "age-of-glory",
        "map": "map.toml",
        "title": "test",
        "turns": 9,
        "sides": [{"id": side, "name": side.title()} for side in sides],
        "units": units,
        "batteries": batteries,
        "leaders": leaders,
    }


def _filler(side: str, at: str) -> dict[str, Any]:
    """A side needs troops; these stand in a corner, out of everybody's way."""
    head = {"id": f"{side[0]}-far", "name": "far", "side": side, "at": at, "facing": "N"}
    return head | {"arm": "foot", "weapon": "pike", "grade": "regular", "stands": 6}
