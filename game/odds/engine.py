"""The graph of everything that can happen from a state, grown by running the steps of play.

A node is a die to roll, a decision to make, or an end. Ways that lead to the same state meet again, so long
chains stay small. Nodes grow when they are looked at, and are shared by every policy that passes them.
What does not depend on ratings comes from an outline that other questions share; the rest is run here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

from game.core.actions import Action
from game.core.dice import Dice, Die, Face, OutOfFaces, Reading, ScriptedDice
from game.core.engine import Played, carry_out, legal_actions, why_not
from game.core.events import Rolled
from game.core.ledger import Asked, Ledger
from game.core.questions import BadQuestion, OddsForm, Situation, no_more
from game.core.state import Deployment, GameState
from game.odds.keys import Keys, Numbers
from game.odds.ledgers import Undecided, apart_from_chances, asked_in, go_on, told_to
from game.odds.outline import Decision, Stop, ToRoll, outline_of

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

    __slots__ = ("branches", "die", "read", "why")

    def __init__(self, die: Die, read: Reading, why: str) -> None:
        self.die, self.read, self.why = die, read, why
        self.branches: tuple[Branch, ...] = ()  # empty until the graph has grown here

    @property
    def event(self) -> Rolled | None:
        """One of the events it leads to, for the lines of its sum, once the graph has grown here."""
        raise NotImplementedError

    def grow(self, graph: Graph) -> tuple[Branch, ...]:
        """The branches, one for each way the roll can read."""
        if not self.branches:
            groups: dict[object, list[Face]] = {}
            for face in self.die.faces:
                groups.setdefault(self.read(face), []).append(face)
            self.branches = tuple(
                [
                    Branch(str(reading), tuple(faces), self._follow(graph, reading, faces[0]))
                    for reading, faces in groups.items()
                ]
            )
        return self.branches

    def _follow(self, graph: Graph, reading: object, face: Face) -> Node:
        """Where a reading leads that a face stands for."""
        raise NotImplementedError


class PlayedRoll(Roll):
    """A roll whose step is run for each reading; what comes of it tells the lines of its sum."""

    __slots__ = ("_event", "_first", "_run", "_so_far")

    def __init__(
        self, asked: tuple[Die, Reading, str], run: Run, so_far: tuple[Face, ...], first: Played | None
    ) -> None:
        super().__init__(*asked)
        self._run = run
        self._so_far = so_far  # the faces of earlier rolls of the same step
        self._first = first  # where the first face leads, which comes first; None to another roll
        self._event: Rolled | None = None

    @property
    def event(self) -> Rolled | None:
        return self._event

    def _follow(self, graph: Graph, reading: object, face: Face) -> Node:
        played, self._first = self._first, None
        if played is not None:
            node = graph.arrive(played.state)
        else:
            node, played = graph.outcome(self._run, (*self._so_far, face))
        if played is not None and self._event is None:
            self._event = [event for event in played.events if type(event) is Rolled][len(self._so_far)]
        return node


class KnownRoll(Roll):
    """A roll whose lines are known beforehand."""

    __slots__ = ("_asked",)

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked.die, asked.read, asked.why)
        self._asked = asked

    @property
    def event(self) -> Rolled:  # made for those who look at it, which whoever only counts does not
        die, _read, why, lines, rule = self._asked
        first = self.branches[0]
        return Rolled(die.name, first.faces[0], why, first.reading, lines, rule)


class OutlinedRoll(KnownRoll):
    """A roll that an outline has stopped at: it knows what each reading leads to, whatever the chances."""

    __slots__ = ("_stop",)

    def __init__(self, asked: Asked, stop: Stop) -> None:
        super().__init__(asked)
        self._stop = stop

    def _follow(self, graph: Graph, reading: object, face: Face) -> Node:
        return graph.read(self._stop, reading, face)


class ToldRoll(KnownRoll):
    """A roll whose chances depend on what its step remembers; what follows depends on the reading alone."""

    __slots__ = ("_hidden", "_state", "_told")

    def __init__(self, asked: Asked, state: GameState, hidden: GameState, told: dict[object, Node]) -> None:
        super().__init__(asked)
        self._state = state
        self._hidden = hidden  # the same state when nobody may look at what only its chances depend on
        self._told = told  # where readings of the same roll, with other chances, have led to

    def _follow(self, graph: Graph, reading: object, face: Face) -> Node:
        if reading not in self._told:
            then = told_to(graph.form, graph.rules, self._hidden, reading)
            if then is None:  # its chances have a say in it: it is this roll's alone
                return graph.outcome(graph.going_on(self._state), (face,))[0]
            self._told[reading] = graph.arrive(then)
        return self._told[reading]


class Choice:
    """Somebody has to decide, and a policy says how."""

    __slots__ = ("_leads_to", "_stop", "decision", "rules", "state")

    def __init__(self, rules: Any, state: GameState, decision: Decision, stop: Stop | None) -> None:
        self.rules = rules  # covered, where the decision is one of an outline
        self.state = state  # then, too, others share it: it is to be looked at only
        self.decision = decision
        self._stop = stop
        self._leads_to: dict[Action, Node] = {}

    @property
    def side(self) -> str | None:
        return self.state.frames[-1].side

    def after(self, graph: Graph, action: Action) -> Node:
        """Where an action leads."""
        node = self._leads_to.get(action)
        if node is None:
            node = self._leads_to[action] = graph.acted(self.state, self._stop, action)
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
        self._keys: Keys | None = None
        self._deployments: dict[int, Deployment] = {}
        self._told: dict[Hashable, dict[object, Node]] = {}
        self.root = self._opened()

    def forget(self) -> None:
        """Let go of all that has been looked at: nodes know the graph they grow in, and it knows them.

        Left alone, such a circle stays until Python searches for it: tens of megabytes for a long chain.
        """
        self._known.clear()
        self._deployments.clear()
        self._told.clear()
        self._outline = None
        del self.root

    def __len__(self) -> int:
        """How many different states have been looked at."""
        return len(self._known)

    def _opened(self) -> Node:
        """The first node after the actions that open the chain; one that is not legal is a bad question."""
        rules, state, opening = self.rules, self.situation.state, self.situation.opening
        if self._outline is not None:
            stop = self._outline.opened(state, opening)
            if stop is not None:
                return self._at(stop)
        *first, last = opening or (None,)
        for action in first:
            self._refuse(state, action)
            state = carry_out(rules, state, action, ScriptedDice()).state
        if last is None:
            return self.arrive(state)
        self._refuse(state, last)
        return self.acted(state, None, last)

    def _refuse(self, state: GameState, action: Action) -> None:
        refusal = why_not(self.rules, state, action)
        if refusal is not None:
            raise BadQuestion(refusal)

    def _key_of(self, state: GameState) -> Hashable:
        if self._keys is None:
            self._keys = Keys(self._outline.numbers if self._outline else Numbers())
        return self._keys.of(state)

    # --- where things lead -------------------------------------------------------------------------

    def outcome(self, run: Run, faces: tuple[Face, ...] = ()) -> tuple[Node, Played | None]:
        """Where a step leads when its dice fall so; and what happened, unless it asks for one roll more."""
        dice = FirstFaces(faces)
        played = _tried(run, dice)
        if dice.asked is not None:
            return PlayedRoll(dice.asked, run, faces, played), None
        assert played is not None
        return self.arrive(played.state), played

    def acted(self, state: GameState, stop: Stop | None, action: Action) -> Node:
        """Where an action leads, from a state that an outline may have stopped in."""
        if self._outline is not None and stop is not None:
            then = stop.after.get(action) or self._outline.acted(stop, action)
            if then is not None:
                return self._at(then)
            state = self.aside(state)
        return self.outcome(lambda dice: carry_out(self.rules, state, action, dice))[0]

    def read(self, stop: Stop, reading: object, face: Face) -> Node:
        """Where a roll leads that an outline has stopped at."""
        assert self._outline is not None
        then = stop.after.get(reading) or self._outline.read(stop, reading)
        if then is not None:
            return self._at(then)
        return self.outcome(self.going_on(self.aside(stop.state)), (face,))[0]

    def arrive(self, state: GameState) -> Node:
        """The node a state leads to without die or decision; matters of course are seen to on the way."""
        if self._outline is not None:
            return self._at(self._outline.beyond(self._key_of(state), state))
        passed: list[Hashable] = []  # the states in which a step has closed: there ways meet again
        depth = len(state.frames)
        node: Node | None = None
        while node is None:
            pieces = self._deployments.setdefault(state.pieces.digest, state.pieces)
            if pieces is not state.pieces:
                state = state.with_pieces(pieces)
            if len(state.frames) < depth:
                passed.append(self._key_of(state))
                node = self._known.get(passed[-1])
            depth = len(state.frames)
            if node is None:
                found = self._once(state)
                if isinstance(found, GameState):
                    state = found
                else:
                    node = self._known.setdefault(self._key_of(state), found)
        for key in passed:
            self._known[key] = node
        return node

    def _at(self, stop: Stop) -> Node:
        """The node at a stop of the outline."""
        node = self._known.get(stop)
        if node is None:
            node = self._known[stop] = self._node_at(stop)
        return node

    def _node_at(self, stop: Stop) -> Node:
        reason, state = stop.reason, stop.state
        if type(reason) is ToRoll:
            self._draw_breath()
            return OutlinedRoll(reason.asked(self.rules, *reason.about), stop)
        if type(reason) is Decision:
            self._draw_breath()
            return Choice(self.situation.covered, state, reason, stop)
        if reason == "end" and (state.result is not None or self.situation.next_round is no_more):
            return End(state)
        found = self._once(self.aside(state), stop)
        return self.arrive(found) if isinstance(found, GameState) else found

    def aside(self, state: GameState) -> GameState:
        """A state of an outline for this graph alone, with all that is known of it already."""
        digest = state.pieces.digest
        pieces = self._deployments.get(digest)
        if pieces is None:
            pieces = self._deployments[digest] = state.pieces.aside()
        found = state.with_pieces(pieces)
        found.memo.update(state.memo)
        return found

    def _once(self, state: GameState, stop: Stop | None = None) -> Node | GameState:
        """The node of a state; or the state it leads to, when neither die nor decision is between them."""
        self._draw_breath()
        if state.result is not None:
            return End(state)
        if self.situation.is_over(state):
            return self.situation.next_round(state) or End(state)
        apart = apart_from_chances(self.rules, state)
        asked = asked_in(self.form, self.rules, state) if apart else None
        if apart and asked:
            bare, hidden = apart
            told = self._told.setdefault(self._key_of(bare), {})
            return ToldRoll(asked, state, hidden, told)
        dice = FirstFaces()
        ledger = Ledger(state, dice)
        finished = True
        try:
            go_on(self.form, self.rules, ledger)
        except Undecided as undecided:
            decision = Decision(undecided.prompt, legal_actions(self.rules, state))
            return Choice(self.rules, state, decision, stop)
        except OutOfFaces:
            finished = False  # the step rolls twice: its second roll is a node below the first
        if dice.asked is None:
            return ledger.state
        first = Played(ledger.state, tuple(ledger.events)) if finished else None
        return PlayedRoll(dice.asked, self.going_on(state), (), first)

    def _draw_breath(self) -> None:
        if self._breathe is not None:
            self._breathe(self)

    def going_on(self, state: GameState) -> Run:
        """What happens next in a state, whatever the dice."""

        def run(dice: Dice) -> Played:
            ledger = Ledger(state, dice)
            go_on(self.form, self.rules, ledger)
            return Played(ledger.state, tuple(ledger.events))

        return run


def _tried(run: Run, dice: FirstFaces) -> Played | None:
    """What a step does with these dice; None when nothing happens, or it rolls more than they give."""
    try:
        return run(dice)
    except OutOfFaces:
        return None


def ordered(root: Node, children: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """The nodes below a root, each after all that lead to it."""
    done: list[Node] = []
    seen: dict[int, bool] = {id(root): False}  # False while what it leads to is looked at
    path = [(root, iter([*children(root)][::-1]))]
    while path:
        node, left = path[-1]
        for child in left:
            known = seen.get(id(child))
            if known is None:
                seen[id(child)] = False
                path.append((child, iter([*children(child)][::-1])))
                break
            if not known:
                raise Endless
        else:
            seen[id(node)] = True
            done.append(node)
            path.pop()
    done.reverse()
    return done
