"""What must hold after every action of any game, whatever the ruleset: each check yields what does not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from game.core.actions import Action, parse_action
from game.core.dice import OutOfFaces, ScriptedDice
from game.core.engine import asked_side, legal_actions, play
from game.core.errors import IllegalAction
from game.core.events import Rolled, after
from game.core.record import parse_record, step_hash
from game.core.state import Deployment, GameState, Value
from game.core.view import owner_of, reveals, seen_state, view, visible_events, why_not_for
from game.match import Match, load_reading


def afresh(state: GameState) -> GameState:
    """An equal state that has forgotten everything it had worked out."""
    return GameState(
        state.turn, state.frames, Deployment(state.pieces.pieces), dict(state.facts), state.result
    )


def check_actions(match: Match, choose: random.Random) -> Iterator[str]:
    """Legal actions are there, differ, speak, and do not depend on what was looked at before."""
    legal = match.legal()
    if match.is_over:
        if legal:
            yield "the game is over, and yet something can be done"
        return
    if match.asked not in match.rules.sides:
        yield f"'{match.asked}' is asked, which is no side"
    if len(set(legal)) != len(legal):
        twice = next(action for action in legal if legal.count(action) > 1)
        yield f"'{twice}' is offered twice"
    for action in legal:
        if parse_action(str(action)) != action:
            yield f"'{action}' does not read back as itself"
        if "|" in str(action) or not str(action).isprintable():
            yield f"'{action}' cannot be written into a record"
    if not match.prompt.strip():
        yield f"step {match.state.frame.step} asks without words"


def check_caches(match: Match) -> Iterator[str]:
    """A state that has to work everything out again agrees with one that remembers."""
    fresh = afresh(match.state)
    if fresh.digest != match.state.digest:
        yield "the hash does not fit the state it was carried along with"
    if not match.is_over and legal_actions(match.rules, fresh) != match.legal():
        yield f"step {match.state.frame.step} offers something else when nothing is remembered"


def check_refusals(match: Match, choose: random.Random) -> Iterator[str]:
    """What is not offered is refused in words and changes nothing."""
    if match.is_over:
        return
    digest, count = match.state.digest, len(match.entries)
    for action in illegal_sample(match, choose):
        refusal = match.why_not(action)
        if refusal is None or not refusal.why.strip():
            yield f"'{action}' is refused without a word"
        try:
            match.act(action)
        except IllegalAction:
            pass
        else:
            yield f"'{action}' is not offered, but was carried out"
            return
    if match.state.digest != digest or len(match.entries) != count:
        yield "a refused action has changed something"


def illegal_sample(match: Match, choose: random.Random) -> list[Action]:
    """A few actions that are nearly legal: words exchanged, left out, made up."""
    legal = match.legal()
    one, other = choose.choice(legal), choose.choice(legal)
    words = list(one.words)
    if words:
        words[choose.randrange(len(words))] = choose.choice((*other.words, "nobody", "9999", "-1", "é"))
    candidates = [
        Action(one.verb, tuple(words)),
        Action(one.verb, other.words),
        Action(one.verb, one.words[:-1]),
        Action(one.verb, (*one.words, "again")),
        Action(choose.choice(("pass", "move", "attack", "fire", "dance")), other.words),
    ]
    offered = set(legal)
    return [action for action in candidates if action not in offered]


def check_step(before: GameState, match: Match) -> Iterator[str]:
    """The last step: its events lead from one state to the other, and bar the way back where they must."""
    happened = match.log[-1]
    state = before
    for event in happened.events:
        state = after(state, event)
    if state != match.state:
        yield "the events do not lead to the state"
    rolled = any(isinstance(event, Rolled) for event in happened.events)
    if rolled != bool(match.entries[-1].faces):
        yield "the record's faces and the log's dice disagree"
    if match.undoable:
        if rolled:
            yield "a way back leads past a die"
        if asked_side(before) != match.asked:
            yield "a way back leads past a change of side"


def check_undo(match: Match) -> Iterator[str]:
    """Taking back all that can be gives the hashes the record holds; doing it again, the same end."""
    end, entries = match.state.digest, list(match.entries)
    while match.undo():
        last = match.entries[-1]
        if step_hash(match.header, last.number, match.state) != last.hash:
            yield f"undo to step {last.number} gives another state"
    while match.redo():
        pass
    if match.state.digest != end or match.entries != entries:
        yield "undo and redo do not lead back"


class Secrets:
    """Looks for leaks: a hidden fact is exchanged for another, and the other side must not notice."""

    def __init__(self) -> None:
        self.seen: dict[str, set[Value]] = {}
        self.compared = 0

    def check(self, match: Match, action: Action | None, choose: random.Random) -> Iterator[str]:
        """Compare what the asked side sees, is offered and is told, with one thing hidden otherwise."""
        state, asked = match.state, match.asked
        hidden = [key for key in sorted(state.facts) if owner_of(key)]
        for key in hidden:
            self.seen.setdefault(key, set()).add(state.facts[key])
        strange = [key for key in hidden if owner_of(key) != asked and self.seen[key] - {state.facts[key]}]
        if not strange:
            return
        key = choose.choice(strange)
        others = sorted(self.seen[key] - {state.facts[key]}, key=repr)
        self.compared += 1
        yield from self._compare(match, afresh(state.with_fact(key, choose.choice(others))), key, action)

    def _compare(self, match: Match, variant: GameState, key: str, action: Action | None) -> Iterator[str]:
        rules, state, asked = match.rules, match.state, match.asked
        for side in {asked, None}:
            if view(rules, variant, side) != view(rules, state, side):
                yield f"the view of {side or 'a bystander'} shows {key}"
            if seen_state(variant, side).digest != seen_state(state, side).digest:
                yield f"the hash of what {side or 'a bystander'} sees shows {key}"
        for wrong in (Action("dance"), Action("move", ("nobody", "0101"))):
            if why_not_for(rules, variant, asked, wrong) != why_not_for(rules, state, asked, wrong):
                yield f"the refusal of '{wrong}' shows {key}"
        if action is not None:
            yield from self._compare_play(match, variant, key, action)

    def _compare_play(self, match: Match, variant: GameState, key: str, action: Action) -> Iterator[str]:
        """The same action told to the asked side, unless it leads to a roll or turns the secret over."""
        told = []
        for state in (match.state, variant):
            try:
                events = play(match.rules, state, action, ScriptedDice()).events
            except (OutOfFaces, IllegalAction):  # a die is wanted: what follows may turn the secret over
                return
            if any(reveals(event) for event in events):
                return
            told.append(visible_events(events, match.asked, match.state.frames))
        if told[0] != told[1]:
            yield f"what '{action}' tells {match.asked} shows {key}"


def check_record(match: Match) -> Iterator[str]:
    """The record of a game reads back to the same game."""
    reading = parse_record(match.record().encode(), "record")
    loaded = load_reading(reading, Path("game.record"))
    if loaded.problem:
        yield f"the record does not load: {loaded.problem}"
    elif loaded.match.state != match.state or loaded.match.record() != match.record():
        yield "the record loads as another game"
