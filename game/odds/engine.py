"""The graph of everything that can happen from a state, grown by running the steps of play.

A node is a die to roll, a decision to make, or an end. Ways that lead to the same state meet again, so long
chains stay small. Nodes grow when they are looked at, and are shared by every policy that passes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from game.core.actions import Action
from game.core.dice import Dice, Die, Face, OutOfFaces, Reading, ScriptedDice
from game.core.engine import Played, act_once, carry_out, legal_actions, proceed, why_not
from game.core.events import Rolled
from game.core.ledger import Ledger
from game.core.questions import BadQuestion, OddsForm, Situation
from game.core.state import Deployment, Frame, GameState, Value

Run = Callable[[Dice], Played | None]
T = TypeVar("T")


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


class _Numbers(Generic[T]):
    """A number for each thing, the same for all that are alike; what has its number is looked at no more."""

    def __init__(self, form: Callable[[T], Hashable]) -> None:
        self._form = form
        self._alike: dict[Hashable, int] = {}
        # The thing is kept with its number, so that no other can take over its id.
        self._known: dict[int, tuple[T, int]] = {}

    def of(self, thing: T) -> int:
        known = self._known.get(id(thing))
        if known is None:
            number = self._alike.setdefault(self._form(thing), len(self._alike))
            self._known[id(thing)] = known = (thing, number)
        return known[1]


def _form_of_frame(frame: Frame) -> Hashable:
    step, side, data, secret = frame
    return (step, side, secret, frozenset(data.items()))


def _form_of_facts(facts: Mapping[str, Value]) -> Hashable:
    return frozenset(facts.items())


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
        self._frames, self._facts = _Numbers(_form_of_frame), _Numbers(_form_of_facts)
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
        pieces: Deployment | None = None
        ledger = Ledger(state, dice)
        while True:
            if state.pieces is not pieces:
                state = self._interned(state)
                pieces = state.pieces
                if state is not ledger.state:
                    ledger = Ledger(state, dice)
            if len(state.frames) < depth:
                key = self._key(state)
                known = self._known.get(key)
                if known is not None:
                    break
                passed.append(key)
            depth = len(state.frames)
            if state.result is not None or situation.is_over(state):
                after = None if state.result is not None else situation.next_round(state)
                if after is None:
                    known = self._meet(state, End(state))
                    break
                state = after
                ledger = Ledger(state, dice)
                continue
            action = None
            finished = True
            try:
                if not act_once(rules, ledger):
                    if form.prompt(state) is not None:
                        known = self._meet(state, Choice(state, legal_actions(rules, state)))
                        break
                    action = form.usual(rules, state, legal_actions(rules, state))
                    rules.steps[state.frames[-1].step].apply(rules, ledger, action)
            except OutOfFaces:
                finished = False  # the step rolls twice: its second roll is a node below the first
            if dice.asked is not None:
                run = _proceeding(rules, state) if action is None else _acting(rules, state, action)
                first = Played(ledger.state, tuple(ledger.events)) if finished else None
                known = self._meet(state, Roll(run, (), dice.asked, first))
                break
            state = ledger.state
        for key in passed:
            self._known[key] = known
        return known

    def _meet(self, state: GameState, node: Node) -> Node:
        """The node of a state: the one that stands there already, else this."""
        return self._known.setdefault(self._key(state), node)

    def _key(self, state: GameState) -> Hashable:
        """What tells a state of this chain, on interned pieces, from every other."""
        frames = map(self._frames.of, state.frames)
        return (id(state.pieces), self._facts.of(state.facts), state.turn, state.result, *frames)

    def _interned(self, state: GameState) -> GameState:
        """The same state, on the pieces of an earlier one that stood alike: what is known of them holds."""
        pieces = self._deployments.setdefault(state.pieces.digest, state.pieces)
        return state if pieces is state.pieces else state.with_pieces(pieces)


def _tried(run: Run, dice: FirstFaces) -> Played | None:
    """What a step does with these dice; None when nothing happens, or it rolls more than they give."""
    try:
        return run(dice)
    except OutOfFaces:
        return None


def _proceeding(rules: Any, state: GameState) -> Run:
    return lambda dice: proceed(rules, state, dice)


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
