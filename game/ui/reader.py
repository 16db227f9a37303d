"""Reads a game for the window: what the ruleset's `looks` tell, and what can be made out without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from game.core.actions import Action
from game.core.events import Rolled
from game.core.ruleset import Ruleset
from game.core.scenario import COLOURS, ScenarioFile
from game.core.state import GameState
from game.core.table import (
    Arrival,
    Assessment,
    Counter,
    Focus,
    Layer,
    Manner,
    Meaning,
    Overlay,
    Place,
    Route,
    Threat,
    looks_of,
)
from game.core.tongue import _, word
from hexmap.coords import DIRECTION_NAMES, VERTEX_NAMES, Hex

_BY_DEFAULT = (COLOURS["blue"], COLOURS["red"])


class Reader:
    """One game as the window reads it. Nothing here changes anything or decides a rule."""

    def __init__(self, ruleset: Ruleset, rules: Any, scenario: ScenarioFile | None = None) -> None:
        self.ruleset = ruleset
        self.rules = rules
        self.looks = looks_of(ruleset)
        self.board = rules.board
        self._sides = _side_entries(scenario)
        self.faces_sides = self._ask("facing_kind", rules) == "hexside"
        self._facings = _facing_numbers(self.board.grid.orientation)

    # --- sides ---------------------------------------------------------------------------------

    def side_name(self, side: str | None) -> str:
        name = self._sides.get(side or "", {}).get("name") or (side or " ").capitalize()
        return _(str(name)).strip()

    def side_colour(self, side: str) -> str:
        """The colour of a side's counters as #rrggbb."""
        first = side == self.rules.sides[0]
        wanted = str(self._sides.get(side, {}).get("colour", "")) or _BY_DEFAULT[0 if first else 1]
        return COLOURS.get(wanted, wanted)

    # --- pieces and actions --------------------------------------------------------------------

    def counter(self, state: GameState, id_: str) -> Counter:
        found = self._ask("counter", self.rules, state, id_)
        if isinstance(found, Counter):
            return found
        piece = state.pieces[id_]
        figures = (str(piece.strength),) if piece.strength else ()
        states = (*([piece.status] if piece.status else []), *sorted(piece.marks))
        return Counter(id_, figures=figures, states=states)

    def piece_line(self, state: GameState, id_: str) -> str:
        """A piece in one line of words."""
        return self.ruleset.describe_piece(self.rules, state, id_)

    def printed(self, state: GameState, id_: str) -> str:
        """The figures of a piece by name: "strength 5, cohesion 6"."""
        return ", ".join(f"{name} {figure}" for name, figure in self.counter(state, id_).printed)

    def name(self, state: GameState, id_: str) -> str:
        return self.counter(state, id_).name

    def meaning(self, state: GameState, action: Action) -> Meaning:
        """What an action is about, remembered with the state."""
        known: dict[Action, Meaning] = state.memo.setdefault("ui meanings", {})
        if action not in known:
            found = self._ask("meaning", self.rules, state, action)
            known[action] = found if isinstance(found, Meaning) else self._by_words(state, action)
        return known[action]

    def caption(self, state: GameState, action: Action) -> str:
        return self.meaning(state, action).caption or self._by_words(state, action).caption

    def _by_words(self, state: GameState, action: Action) -> Meaning:
        """What the words of an action say by themselves: ids of pieces, labels of hexes, compass names."""
        side = state.frames[-1].side if state.frames else None
        units: list[str] = []
        target: str | None = None
        hex_: Hex | None = None
        facing: int | None = None
        spoken = []
        for each in action.words:
            if each in state.pieces:
                if state.pieces[each].side == side or side is None:
                    units.append(each)
                else:
                    target = each
                spoken.append(self.name(state, each))
                continue
            place = self.hex_named(each)
            if place is not None:
                hex_ = place
            elif each in self._facings:
                facing = self._facings[each]
            spoken.append(each if place is not None or each in self._facings else word(each))
        manner: Manner = "choose" if units else "other"
        if target is not None:
            manner = "attack"
        elif hex_ is not None:
            manner = "move"
        elif facing is not None:
            manner = "turn"
        verb = _("Pass") if action.verb == "pass" else word(action.verb).capitalize()
        return Meaning(manner, tuple(units), hex_, target, facing, " ".join([verb, *spoken]))

    def hex_named(self, label: str) -> Hex | None:
        """The hex with a printed number; None for any other word."""
        try:
            found = self.board.at(label)
        except ValueError:
            return None
        return found if found in self.board else None

    # --- paths, overlays, tables ---------------------------------------------------------------

    def arrivals(self, state: GameState) -> Mapping[Action, Arrival]:
        return self._ask("arrivals", self.rules, state) or {}

    def route(self, state: GameState, action: Action) -> Route | None:
        found = self._ask("route", self.rules, state, action)
        return found if isinstance(found, Route) else None

    def overlay_titles(self) -> dict[str, str]:
        """Every overlay by id: the map's own first, then the ruleset's."""
        own = {"elevation": _("Heights"), "objectives": _("Objectives"), "stacking": _("Stacks")}
        return {**(self._ask("overlays") or {}), **own}

    def overlay(self, name: str, state: GameState, focus: Focus) -> Overlay | None:
        found = self._ask("overlay", name, self.rules, state, focus)
        if isinstance(found, Overlay):
            return found
        board = self.board
        match name:
            case "elevation":
                hexes = {hex_: str(level) for hex_, level in board.elevation.items()}
                return Overlay(_("Heights"), (Layer(_("level of the ground"), hexes, "fill", "plain"),))
            case "objectives":
                hexes = {each.hex: each.name for each in board.objectives}
                return Overlay(_("Objectives"), (Layer(_("worth holding"), hexes, "outline", "good"),))
            case "stacking":
                hexes = {h: str(len(ids)) for h, ids in state.pieces.occupied().items() if len(ids) > 1}
                return Overlay(_("Stacks"), (Layer(_("pieces in one hex"), hexes, "outline", "plain"),))
        return None

    def standing(self, state: GameState, side: str) -> list[tuple[str, str]]:
        return list(self._ask("standing", self.rules, state, side) or ())

    def assess(self, state: GameState, action: Action) -> Assessment | None:
        found = self._ask("assess", self.rules, state, action)
        return found if isinstance(found, Assessment) else None

    def threats(self, state: GameState, hex_: Hex) -> list[Threat]:
        """The enemies who could strike those in a hex next."""
        return list(self._ask("threats", self.rules, state, hex_) or ())

    def foresee(self, state: GameState) -> Iterator[None]:
        """Work out, in small helpings, what is asked for sooner or later."""
        yield from self._ask("foresee", self.rules, state) or ()

    def place(self, event: Rolled) -> Place | None:
        found = self._ask("place", self.rules, event)
        return found if isinstance(found, Place) else None

    def in_words(self, reading: str) -> str:
        """What the reading of a roll means, where the ruleset's odds have words for it."""
        form = getattr(self.ruleset, "odds", None)
        if form is None:
            return reading
        try:
            return str(form.row(reading))
        except (KeyError, ValueError):
            return reading

    def _ask(self, question: str, *words: Any) -> Any:
        """What the looks answer; None where they do not know the question."""
        answer = getattr(self.looks, question, None)
        return answer(*words) if answer is not None else None


def _side_entries(scenario: ScenarioFile | None) -> dict[str, dict[str, Any]]:
    entries: Iterable[Any] = scenario.data.get("sides", ()) if scenario else ()
    return {str(entry.get("id")): entry for entry in entries if isinstance(entry, dict)}


def _facing_numbers(orientation: Any) -> dict[str, int]:
    """Compass names of hexsides and corners; where both use one, the corner's counts."""
    found = {name: number for number, name in enumerate(DIRECTION_NAMES[orientation])}
    found.update({name: number for number, name in enumerate(VERTEX_NAMES[orientation])})
    return found
