"""Playing by pointing: one small class per mode. A click comes in; an action, another mode or words come out.

None of them knows pygame or a rule. What can be done is what the view offers; why not is what the rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.core.actions import Action
from game.core.errors import Refusal
from game.core.table import Arrival, Manner, Meaning
from game.core.tongue import _
from game.core.view import View
from game.ui.reader import Reader
from hexmap.coords import Hex


class Lit(NamedTuple):
    """A hex that answers to a click: how, and what it carries."""

    hex: Hex
    manner: Manner
    label: str = ""
    stops: bool = False


class Say(NamedTuple):
    """Words for the player instead of a deed."""

    text: str


class Then(NamedTuple):
    """An action, and the hex that is pointed at in the question it leads to."""

    action: Action
    hex: Hex


@dataclass(frozen=True)
class Desk:
    """What a mode may look at: one side's view of the game, and how to read it."""

    view: View
    reader: Reader
    refusal: Callable[[Action], Refusal | None]
    # The desk after an action, where neither dice nor the other side come in between; None where they do.
    ahead: Callable[[Action], Desk | None] = lambda action: None

    @property
    def mine(self) -> bool:
        """Whether the side that looks is asked."""
        return self.view.asked is not None and self.view.asked == self.view.side

    def meanings(self) -> list[tuple[Action, Meaning]]:
        """Every legal action with what it is about."""
        state = self.view.state
        known: list[tuple[Action, Meaning]] | None = state.memo.get("ui read")
        if known is None or len(known) != len(self.view.actions):
            known = [(action, self.reader.meaning(state, action)) for action in self.view.actions]
            state.memo["ui read"] = known
        return known

    def arrivals(self) -> dict[Action, Arrival]:
        state = self.view.state
        if "ui arrivals" not in state.memo:
            state.memo["ui arrivals"] = dict(self.reader.arrivals(state))
        found: dict[Action, Arrival] = state.memo["ui arrivals"]
        return found

    def hex_of(self, id_: str) -> Hex | None:
        pieces = self.view.state.pieces
        return pieces[id_].hex if id_ in pieces else None

    def goal(self, meaning: Meaning) -> Hex | None:
        """The hex an action is done to."""
        if meaning.hex is not None:
            return meaning.hex
        return self.hex_of(meaning.target) if meaning.target else None

    def beginners(self) -> dict[str, list[tuple[Action, Meaning]]]:
        """Pieces that begin an action, each with what it can do."""
        found: dict[str, list[tuple[Action, Meaning]]] = {}
        for action, meaning in self.meanings():
            if meaning.units and (meaning.facing is None or meaning.units != self.actors()):
                found.setdefault(meaning.units[0], []).append((action, meaning))
        return found

    def direct(self) -> list[tuple[Action, Meaning]]:
        """Actions done to a hex with no need to say by whom: by nobody, or by a piece that is off the map."""
        acting = self.actors()
        return [
            (a, m)
            for a, m in self.meanings()
            if self.goal(m) is not None
            and (not m.units or (m.units != acting and self.hex_of(m.units[0]) is None))
        ]

    def turns(self) -> dict[int, Action]:
        """Actions that only take a facing, by facing."""
        acting = self.actors()
        return {
            m.facing: a
            for a, m in self.meanings()
            if m.facing is not None and self.goal(m) is None and m.units in ((), acting)
        }

    def actors(self) -> tuple[str, ...]:
        """The pieces the open question is about, where its actions turn or move them."""
        named = {meaning.units for _action, meaning in self.meanings() if meaning.units}
        if len(named) == 1 and any(meaning.facing is not None for _action, meaning in self.meanings()):
            return next(iter(named))
        frame = self.view.state.frames[-1] if self.view.state.frames else None
        for key in ("units", "unit", "firers"):
            value = frame.get(key) if frame else None
            ids = value if isinstance(value, tuple) else (value,)
            if value and all(id_ in self.view.state.pieces for id_ in ids):
                return tuple(ids)
        return ()

    def subject(self) -> tuple[Hex, ...]:
        """The hexes the open question is about, as far as its step names any."""
        frame = self.view.state.frames[-1] if self.view.state.frames else None
        found: list[Hex] = []
        for key in ("hex", "target", "unit", "units"):
            value = frame.get(key) if frame else None
            for each in value if isinstance(value, tuple) else (value,):
                place = self.hex_of(each) or self.reader.hex_named(each) if isinstance(each, str) else None
                if place is not None and place not in found:
                    found.append(place)
        return tuple(found)

    def spoken(self) -> list[Action]:
        """Actions that need a button: those no click on the map can say."""
        found = []
        for action, meaning in self.meanings():
            on_map = self.goal(meaning) is not None or (meaning.facing is not None and self.actors())
            began = meaning.units and self.hex_of(meaning.units[0]) is not None
            if not on_map and not began:
                found.append(action)
        return found


Reply = "Action | Mode | Say | None"


class Mode:
    """What the pointer does now."""

    unit: str | None = None

    def turns(self, desk: Desk) -> dict[int, Action]:
        """Facings that can be chosen, each with the action that takes it."""
        return desk.turns() if desk.mine else {}

    def turning(self, desk: Desk) -> Hex | None:
        """The hex about which the facings are shown."""
        actors = desk.actors() if self.turns(desk) else ()
        return desk.hex_of(actors[0]) if actors else None

    def click(self, desk: Desk, hex_: Hex) -> Action | Mode | Say | Then | None:
        """What a click on a hex of the map leads to."""
        return None

    def next_desk(self, desk: Desk, hex_: Hex) -> tuple[Action, Desk] | None:
        """The action that a click on a hex takes for granted, and the desk on which the hex answers."""
        return None

    def lit(self, desk: Desk) -> list[Lit]:
        """The hexes that answer to a click."""
        return []

    def options(self, desk: Desk, hex_: Hex) -> list[Action]:
        """The actions a click on a hex chooses among."""
        return []

    def why_not(self, desk: Desk, hex_: Hex) -> str:
        """Why a click on a hex does nothing, in the rules' own words; empty where it does something."""
        return ""


class Watching(Mode):
    """The other side decides, or the game is over: nothing can be done."""


class Idle(Mode):
    """Nothing is picked: a click names a piece to act, or the hex that is asked for."""

    def options(self, desk: Desk, hex_: Hex) -> list[Action]:
        straight = [a for a, m in desk.direct() if desk.goal(m) == hex_]
        acting = desk.actors()
        aimed = [a for a, m in desk.meanings() if m.units and m.units == acting and desk.goal(m) == hex_]
        if aimed:
            return straight + aimed
        return straight + [
            a for id_, found in desk.beginners().items() if desk.hex_of(id_) == hex_ for a, _m in found
        ]

    def click(self, desk: Desk, hex_: Hex) -> Action | Mode | Say | None:
        options = self.options(desk, hex_)
        if not options:
            words = self.why_not(desk, hex_)
            return Say(words) if words else None
        meanings = dict(desk.meanings())
        begins = [a for a in options if meanings[a].units and desk.goal(meanings[a]) != hex_]
        aimed = any(desk.goal(meanings[a]) is not None for a in begins)
        if aimed and len(begins) == len(options):
            return Picked(meanings[begins[0]].units[0])
        return settle(options, hex_)

    def lit(self, desk: Desk) -> list[Lit]:
        arrivals = desk.arrivals()
        found = [
            _lit(goal, m, arrivals.get(a)) for a, m in desk.direct() if (goal := desk.goal(m)) is not None
        ]
        acting = desk.actors()
        for a, m in desk.meanings():
            goal = desk.goal(m)
            if m.units and m.units == acting and goal is not None:
                found.append(_lit(goal, m, arrivals.get(a)))
        for id_ in desk.beginners():
            here = desk.hex_of(id_)
            if here is not None and not (id_ in acting and found):
                found.append(Lit(here, "choose"))
        return _strongest(found)

    def why_not(self, desk: Desk, hex_: Hex) -> str:
        if not desk.mine or self.options(desk, hex_):
            return ""
        sample = next((a for a, m in (*desk.direct(), *_aimed(desk)) if m.hex is not None), None)
        if sample is not None:
            return _refused(desk, _aimed_at(desk, sample, hex_))
        begun = next(iter(desk.beginners().values()), None)
        mine = [id_ for id_ in desk.view.state.pieces.at(hex_) if _is_mine(desk, id_)]
        if begun and mine:
            action = begun[0][0]
            return _refused(desk, action._replace(words=(mine[0], *action.words[1:])))
        return ""


def _aimed(desk: Desk) -> list[tuple[Action, Meaning]]:
    """Actions of the pieces the question is about that are done to a hex."""
    acting = desk.actors()
    return [(a, m) for a, m in desk.meanings() if m.units and m.units == acting and m.hex is not None]


@dataclass(frozen=True)
class Picked(Mode):
    """A piece is picked: a click says where it goes or whom it strikes; another piece of ours takes over."""

    unit: str | None

    def _own(self, desk: Desk) -> list[tuple[Action, Meaning]]:
        return desk.beginners().get(self.unit or "", [])

    def options(self, desk: Desk, hex_: Hex) -> list[Action]:
        found = [a for a, m in self._own(desk) if desk.goal(m) == hex_]
        if not found and hex_ == desk.hex_of(self.unit or ""):
            found = [a for a, m in self._own(desk) if desk.goal(m) is None]
        return found

    def click(self, desk: Desk, hex_: Hex) -> Action | Mode | Say | None:
        options = self.options(desk, hex_)
        if options:
            return settle(options, hex_, self)
        if hex_ == desk.hex_of(self.unit or ""):
            return self._next_in_stack(desk, hex_)
        others = [id_ for id_ in desk.beginners() if desk.hex_of(id_) == hex_]
        if others:
            return Picked(others[0])
        words = self.why_not(desk, hex_)
        return Say(words) if words else Idle()

    def plain(self, desk: Desk) -> list[Action]:
        """What the piece can do where it stands, with nothing to point at."""
        return [a for a, m in self._own(desk) if desk.goal(m) is None]

    def _next_in_stack(self, desk: Desk, hex_: Hex) -> Mode:
        here = [id_ for id_ in desk.beginners() if desk.hex_of(id_) == hex_]
        place = here.index(self.unit) + 1 if self.unit in here else 0
        return Picked(here[place]) if place < len(here) else Idle()

    def lit(self, desk: Desk) -> list[Lit]:
        arrivals = desk.arrivals()
        return _strongest(
            _lit(goal, m, arrivals.get(a)) for a, m in self._own(desk) if (goal := desk.goal(m)) is not None
        )

    def why_not(self, desk: Desk, hex_: Hex) -> str:
        if not desk.mine or self.options(desk, hex_) or hex_ == desk.hex_of(self.unit or ""):
            return ""
        if any(desk.hex_of(id_) == hex_ for id_ in desk.beginners()):
            return ""
        samples = [a for a, m in self._own(desk) if desk.goal(m) is not None]
        enemies = [id_ for id_ in desk.view.state.pieces.at(hex_) if not _is_mine(desk, id_)]
        for action in samples:
            meaning = desk.reader.meaning(desk.view.state, action)
            if meaning.target and enemies:
                swapped = tuple(enemies[0] if w == meaning.target else w for w in action.words)
                return _refused(desk, action._replace(words=swapped))
        aimed = next((a for a in samples if desk.reader.meaning(desk.view.state, a).hex), None)
        return _refused(desk, _aimed_at(desk, aimed, hex_)) if aimed else ""


@dataclass(frozen=True)
class Choosing(Mode):
    """One click could mean several things: the player says which."""

    actions: tuple[Action, ...]
    hex: Hex
    before: Mode = field(default_factory=Idle)

    def click(self, desk: Desk, hex_: Hex) -> Action | Mode | Say | Then | None:
        found = self.next_desk(desk, hex_)
        return Then(found[0], hex_) if found is not None else self.before

    def next_desk(self, desk: Desk, hex_: Hex) -> tuple[Action, Desk] | None:
        """The first of the actions after which the hex can be chosen; a strike goes before a move."""
        found = []
        for number, (action, after, lit) in enumerate(self._leads_to(desk)):
            if hex_ in lit:
                found.append((_RANK.index(lit[hex_].manner), number, action, after))
        if not found:
            return None
        _rank, _number, action, after = min(found, key=lambda each: each[:2])
        return action, after

    def _leads_to(self, desk: Desk) -> list[tuple[Action, Desk, dict[Hex, Lit]]]:
        """What each of the actions would light up next."""
        found = []
        for action in self.actions:
            after = desk.ahead(action)
            if after is not None and after.mine:
                lit = {each.hex: each for each in Idle().lit(after) if each.manner in _AHEAD}
                found.append((action, after, lit))
        return found

    def turns(self, desk: Desk) -> dict[int, Action]:
        """The actions by facing, where it is the facing alone that is asked."""
        facings = [desk.reader.meaning(desk.view.state, action).facing for action in self.actions]
        found = {f: a for f, a in zip(facings, self.actions, strict=True) if f is not None}
        return found if len(found) == len(self.actions) else {}

    def turning(self, desk: Desk) -> Hex | None:
        return self.hex if self.turns(desk) else None

    def lit(self, desk: Desk) -> list[Lit]:
        ahead = [each for _action, _after, lit in self._leads_to(desk) for each in lit.values()]
        return [*_strongest(ahead), Lit(self.hex, "choose")]


def settle(options: Sequence[Action], hex_: Hex, before: Mode | None = None) -> Action | Mode:
    """The one action there is, or the question which."""
    if len(options) == 1:
        return options[0]
    return Choosing(tuple(options), hex_, before or Idle())


def mode_for(desk: Desk) -> Mode:
    """The mode to begin with when a question has been put."""
    return Idle() if desk.mine else Watching()


# --- small helps ------------------------------------------------------------------------------------

# What is shown of the question after the next: where a unit could go and whom it could strike.
_AHEAD: tuple[Manner, ...] = ("charge", "attack", "fire", "move")
_RANK: tuple[Manner, ...] = ("charge", "attack", "fire", "retreat", "move", "choose", "turn", "other")


def _lit(hex_: Hex, meaning: Meaning, arrival: Arrival | None) -> Lit:
    return Lit(hex_, meaning.manner, arrival.left if arrival else "", bool(arrival and arrival.stops))


def _strongest(found: Iterable[Lit]) -> list[Lit]:
    """One light for each hex: a charge outshines a move."""
    best: dict[Hex, Lit] = {}
    for each in found:
        known = best.get(each.hex)
        if known is None or _RANK.index(each.manner) < _RANK.index(known.manner):
            best[each.hex] = each
    return list(best.values())


def _is_mine(desk: Desk, id_: str) -> bool:
    return desk.view.state.pieces[id_].side == desk.view.side


def _aimed_at(desk: Desk, action: Action, hex_: Hex) -> Action:
    """The same action, done to another hex."""
    label, board = desk.reader.board.label(hex_), desk.reader.board
    goal = desk.reader.meaning(desk.view.state, action).hex
    old = board.label(goal) if goal is not None else ""
    return action._replace(words=tuple(label if each == old else each for each in action.words))


def _refused(desk: Desk, action: Action) -> str:
    refusal = desk.refusal(action)
    if refusal is None:
        return ""
    text = str(refusal)
    return _("Not there: {why}").format(why=text) if text else ""
