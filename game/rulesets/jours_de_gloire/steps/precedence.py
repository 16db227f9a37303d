"""[10.2, 10.3] Who goes back first: the owner decides, where one result drives several of his units back."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.actions import Action
from game.core.errors import Refusal
from game.core.events import StepOpened
from game.core.ledger import Ledger
from game.core.state import Frame, GameState
from game.core.tongue import _
from game.rulesets.jours_de_gloire.rules import Rules

RETREATS = frozenset({"recoil", "rout_move"})
SEND = "send"


def waiting(state: GameState) -> tuple[str, ...]:
    """The units that could go back before the one that is asked about: driven back along with it.

    None, once it has made a hex or has itself been sent before the others.
    """
    return tuple(frame.get("unit") for frame in _frames_below(state))


def _frames_below(state: GameState) -> Iterator[Frame]:
    """The retreats right below the open one that the same result has opened and nobody has begun."""
    top, pieces = state.frame, state.pieces
    if top.get("sent") or _has_begun(top):
        return
    here = pieces[top.get("unit")].hex
    for frame in reversed(state.frames[:-1]):
        if frame.step not in RETREATS or frame.side != top.side or _has_begun(frame):
            return
        there = pieces[frame.get("unit")].hex
        # A rout above a recoil elsewhere is that of a friend passed through, and comes first.
        if frame.step != top.step and there != here:
            return
        if there is not None:
            yield frame


def _has_begun(frame: Frame) -> bool:
    return bool(frame.get("path") or frame.get("hexes"))


def sendings(state: GameState) -> Iterator[Action]:
    """The actions that let another unit go back first."""
    for unit in waiting(state):
        yield Action(SEND, (unit,))


def send(ledger: Ledger, unit: str) -> None:
    """Lay the retreat of a waiting unit on top; who goes after it is asked again when it has gone."""
    passed_over: list[Frame] = []
    while ledger.frames[-1].get("unit") != unit:
        passed_over.append(ledger.frames[-1])
        ledger.close()
    chosen = ledger.frames[-1]
    ledger.close()
    for frame in reversed(passed_over):
        ledger.write(StepOpened(frame))
    ledger.write(StepOpened(chosen._replace(data={**chosen.data, "sent": True})))


def and_who_first(rules: Rules, state: GameState, question: str) -> str:
    """A question about the hex of a retreat, with the other one added where it is open."""
    others = ", ".join(rules.cards[unit].name for unit in waiting(state))
    return (
        _("{question} Or send first: {units}.").format(question=question, units=others)
        if others
        else question
    )


def sending_refusal() -> Refusal:
    """Why a unit cannot be sent back first."""
    return Refusal(_("only a unit that the same result drives back goes first"), "10.2")
