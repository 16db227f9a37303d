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
from tests.rulesets.position import Position, Rest, small_board

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


STEPS: dict[str, Step[Any]] = {"rest": Rest(), **PRINTED}


class Field(Position[Rules]):
    """A position of Jours de Gloire."""

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
        board = small_board(size, terrain, level, edge, roads)
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
        rules = Rules(
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
            pieces[id_] = Piece(id_, cards[id_].side, board.at(label), rules.facing(facing), status, square)
        if general:
            pieces["chief"] = Piece("chief", "red", board.at(general))
        facts = {"active": active, "formation": f"{active}-corps", "status": "OR"}
        frames = (Frame("activations", None, {"part": 0}), Frame("rest", active))
        super().__init__(rules, GameState(1, frames, Deployment(pieces), facts))


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
