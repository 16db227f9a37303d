"""The graph of everything that can happen from a state, grown by running the steps of play.

A node is a die to roll, a decision to make, or an end. Ways that lead to the same state meet again, so long
chains stay small. Nodes grow when they are looked at, and are shared by every policy that passes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

from game.core.actions import Action
from game.core.dice import Dice, Die, Face, OutOfFaces, Reading, ScriptedDice
from game.core.engine import Played, carry_out, legal_actions, why_not
from game.core.events import Rolled
from game.core.ledger import Ledger
from game.core.questions import BadQuestion, OddsForm, Situation
from game.core.state import Deployment, GameState
from game.odds.outline import Alike, Keys, Undecided, go_on, outline_of

Run = Callable[[Dice], Played | None]


class Branch(NamedTuple):
    """The faces of a die that read alike, and where they lead."""

    reading: str
    faces: tuple[Face, ...]
    node: Node


class End:
    """The dust has settled."""

    __slots__ = ("state",)

    def __init__(self, state: GameState) -> None:
        self.state = state


class FirstFaces:
    """Dice that give what they hold, then the first face of one roll more, and remember what was asked."""

    __slots__ = ("asked", "faces", "used")

    def __init__(self, faces: tuple[Face, ...] = ()) -> None:
        self.faces = faces
        self.used = 0
        self.asked: tuple[Die, Reading, str] | None = None

    def roll(self, die: Die, read: Reading, why: str) -> Face:
        if self.used < len(self.faces):
            self.used += 1
            return self.faces[self.used - 1]
        if self.asked is not None:
            raise OutOfFaces(die, read, why)
        self.asked = (die, read, why)
        return die.faces[0]


class Roll:
    """A die is to be rolled, or a marker drawn."""

    __slots__ = ("_first", "_run", "_so_far", "branches", "die", "event", "read", "why")

    def __init__(
        self, run: Run, so_far: tuple[Face, ...], asked: tuple[Die, Reading, str], first: Played | None
    ) -> None:
        self._run = run
        self._so_far = so_far
        self._first = first  # where the first face leads; None when it leads to another roll
        self.die, self.read, self.why = asked
        self.branches: tuple[Branch, ...] = ()  # empty until the graph has grown here
        self.event: Rolled | None = None  # one of the events it leads to, for the lines of its sum

    def grow(self, graph: Graph) -> tuple[Branch, ...]:
        """The branches, one for each way the roll can read."""
        if self.branches:
            return self.branches
        groups: dict[object, list[Face]] = {}
        for face in self.die.faces:
            groups.setdefault(self.read(face), []).append(face)
        found: list[Branch] = []
        for reading, faces in groups.items():
            if not found and self._first is not None:
                played: Played | None = self._first
                node = graph.arrive(self._first.state)
            else:
                node, played = graph.outcome(self._run, (*self._so_far, faces[0]))
            if self.event is None and played is not None:
                rolls = [event for event in played.events if type(event) is Rolled]
                self.event = rolls[len(self._so_far)]
            found.append(Branch(str(reading), tuple(faces), node))
        self.branches = tuple(found)
        self._first = None
        return self.branches


class Choice:
    """Somebody has to decide, and a policy says how."""

    __slots__ = ("_leads_to", "actions", "state")

    def __init__(self, state: GameState, actions: tuple[Action, ...]) -> None:
        self.state = state
        self.actions = actions
        self._leads_to: dict[Action, Node] = {}

    @property
    def side(self) -> str | None:
        return self.state.frames[-1].side

    def after(self, graph: Graph, action: Action) -> Node:
        """Where an action leads."""
        node = self._leads_to.get(action)
        if node is None:
            node, _played = graph.outcome(_acting(graph.rules, self.state, action))
            self._leads_to[action] = node
        return node


Node = End | Roll | Choice


class Endless(Exception):
    """A chain came back to a state it had been in: it has no last state and so no distribution."""


class Graph:
    """Everything that can happen in a situation, as far as it has been looked at."""

    def __init__(
        self, form: OddsForm, situation: Situation, breathe: Callable[[Graph], None] | None = None
    ) -> None:
        self.form = form
        self.situation = situation
        self._breathe = breathe  # called before each step: whoever has had enough raises
        self.rules = situation.rules
        self._known: dict[Hashable, Node] = {}
        self._outline = outline_of(form, situation)
        self._key_of = Keys(self._outline.alike if self._outline else Alike()).of
        self._deployments: dict[int, Deployment] = {}
        self.root = self._opened()

    def __len__(self) -> int:
        """How many different states have been looked at."""
        return len(self._known)

    def _opened(self) -> Node:
        """The first node after the actions that open the chain; one that is not legal is a bad question."""
        rules, state = self.rules, self.situation.state
        *first, last = self.situation.opening or (None,)
        for action in first:
            self._refuse(state, action)
            state = carry_out(rules, state, action, ScriptedDice()).state
        if last is None:
            return self.arrive(state)
        self._refuse(state, last)
        return self.outcome(_acting(rules, state, last))[0]

    def _refuse(self, state: GameState, action: Action) -> None:
        refusal = why_not(self.rules, state, action)
        if refusal is not None:
            raise BadQuestion(refusal)

    def outcome(self, run: Run, faces: tuple[Face, ...] = ()) -> tuple[Node, Played | None]:
        """Where a step leads when its dice fall so; and what happened, unless it asks for one roll more."""
        dice = FirstFaces(faces)
        played = _tried(run, dice)
        if dice.asked is not None:
            return Roll(run, faces, dice.asked, played), None
        assert played is not None
        return self.arrive(played.state), played

    def arrive(self, state: GameState) -> Node:
        """The node a state leads to without die or decision; matters of course are seen to on the way."""
        rules, form, situation = self.rules, self.form, self.situation
        if self._breathe is not None:
            self._breathe(self)
        dice = FirstFaces()
        passed: list[Hashable] = []  # the states in which a step has closed: there ways meet again
        depth = len(state.frames)
        ledger = Ledger(state, dice)
        while True:
            state, key = self._settled(state, depth)
            if key is not None:
                known = self._known.get(key)
                if known is not None:
                    break
                passed.append(key)
            if state is not ledger.state:
                ledger = Ledger(state, dice)
            depth = len(state.frames)
            if state.result is not None or situation.is_over(state):
                after = None if state.result is not None else situation.next_round(state)
                if after is None:
                    known = self._meet(state, key, End(state))
                    break
                state = after
                continue
            finished = True
            try:
                go_on(form, rules, ledger)
            except Undecided:
                known = self._meet(state, key, Choice(state, legal_actions(rules, state)))
                break
            except OutOfFaces:
                finished = False  # the step rolls twice: its second roll is a node below the first
            if dice.asked is not None:
                first = Played(ledger.state, tuple(ledger.events)) if finished else None
                known = self._meet(state, key, Roll(_going_on(form, rules, state), (), dice.asked, first))
                break
            state = ledger.state
        for each in passed:
            self._known[each] = known
        return known

    def _settled(self, state: GameState, depth: int) -> tuple[GameState, Hashable | None]:
        """A state, or the one it leads to by an outline; and its key, where ways may meet again."""
        if self._outline is not None:
            stop = self._outline.beyond(self._key_of(state), state)
            return self._aside(stop), id(stop)
        pieces = self._deployments.setdefault(state.pieces.digest, state.pieces)
        if pieces is not state.pieces:
            state = state.with_pieces(pieces)
        return state, self._key_of(state) if len(state.frames) < depth else None

    def _meet(self, state: GameState, key: Hashable | None, node: Node) -> Node:
        """The node of a state: the one that stands there already, else this."""
        return self._known.setdefault(self._key_of(state) if key is None else key, node)

    def _aside(self, stop: GameState) -> GameState:
        """A state of the outline for this graph alone, with all that is known of it already."""
        digest = stop.pieces.digest
        pieces = self._deployments.get(digest)
        if pieces is None:
            pieces = self._deployments[digest] = stop.pieces.aside()
        state = stop.with_pieces(pieces)
        state.memo.update(stop.memo)
        return state


def _tried(run: Run, dice: FirstFaces) -> Played | None:
    """What a step does with these dice; None when nothing happens, or it rolls more than they give."""
    try:
        return run(dice)
    except OutOfFaces:
        return None


def _going_on(form: OddsForm, rules: Any, state: GameState) -> Run:
    def run(dice: Dice) -> Played:
        ledger = Ledger(state, dice)
        go_on(form, rules, ledger)
        return Played(ledger.state, tuple(ledger.events))

    return run


def _acting(rules: Any, state: GameState, action: Action) -> Run:
    return lambda dice: carry_out(rules, state, action, dice)


def ordered(root: Node, children: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """The nodes below a root, each after all that lead to it."""
    done: list[Node] = []
    state: dict[int, bool] = {}  # by identity; False while its children are looked at
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            state[id(node)] = True
            done.append(node)
            continue
        seen = state.get(id(node))
        if seen is not None:
            if not seen:
                raise Endless
            continue
        state[id(node)] = False
        stack.append((node, True))
        stack.extend((child, False) for child in children(node) if not state.get(id(child), False))
    done.reverse()
    return done
