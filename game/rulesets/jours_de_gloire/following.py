"""[8.6, 8.7, 9.5] What comes after a clash: who advances, who strikes again, who pursues.

Most of it only looks. `open_advance` and `open_pursuit` ask the winner what he does, where there is anything
to do; `enter` takes a stack into a hex that the enemy has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.core.events import Marked
from game.core.ledger import Ledger
from game.core.state import GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.combat import Combat, best_cohesion, is_passable
from game.rulesets.jours_de_gloire.disorder import disorder
from game.rulesets.jours_de_gloire.marching import go
from game.rulesets.jours_de_gloire.movement import DISORDERS, step_cost, uses_roads
from game.rulesets.jours_de_gloire.riding import is_hexside_barred
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join
from game.rulesets.jours_de_gloire.units import (
    FOLLOWED_UP,
    MOVED,
    fronts,
    is_good,
    is_routed,
    is_square,
    side_at,
    units_at,
)
from hexmap.coords import Hex, distance
from hexmap.facing import front_hexes
from hexmap.ground import Refusal as StepRefusal


class Way(NamedTuple):
    """A stack that can go into a hex beside it."""

    units: tuple[str, ...]
    here: Hex
    there: Hex


def stacks(state: GameState, units: Iterable[str]) -> dict[Hex, tuple[Piece, ...]]:
    """Units on the map by the hex they stand in, in map order; routed units are nobody's stack."""
    found: dict[Hex, list[Piece]] = {}
    for id_ in units:
        piece = state.pieces[id_]
        if piece.hex is not None and not is_routed(piece):
            found.setdefault(piece.hex, []).append(piece)
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}


def ways_into(rules: Rules, state: GameState, units: Iterable[str], hexes: Iterable[Hex]) -> Iterator[Way]:
    """Each stack of these units with each of these hexes that is empty and open to it."""
    empty = [hex_ for hex_ in hexes if side_at(rules, state, hex_) is None]
    for here, stack in stacks(state, units).items():
        for there in empty:
            if distance(here, there) == 1 and all(
                is_passable(rules, state, piece, here, there) for piece in stack
            ):
                yield Way(tuple(piece.id for piece in stack), here, there)


def advances(
    rules: Rules, state: GameState, units: tuple[str, ...], chargers: tuple[str, ...], hexes: Iterable[Hex]
) -> tuple[Way, ...]:
    """[8.6] The stacks that may make the advance: charging cavalry first, then by the best cohesion."""
    places = tuple(hexes)
    return state.pieces.remember(
        ("advances", units, chargers, places, state.turn),
        lambda: _best(rules, state, ways_into(rules, state, units, places), frozenset(chargers)),
    )


def pursuits(rules: Rules, state: GameState, units: tuple[str, ...], hexes: Iterable[Hex]) -> tuple[Way, ...]:
    """[9.5] The stacks that may pursue: those with heavy cavalry first, then by the best cohesion."""
    places = tuple(hexes)
    forbids = rules.tables.terrain.forbids_charge

    def work() -> tuple[Way, ...]:
        ways = (
            way
            for way in ways_into(rules, state, units, places)
            if not is_hexside_barred(rules, way.here, way.there)
            and not forbids(rules.board.terrain[way.there])
        )
        return _best(rules, state, ways, frozenset(id_ for id_ in units if rules.cards[id_].is_heavy))

    return state.pieces.remember(("pursuits", units, places, state.turn), work)


def _best(rules: Rules, state: GameState, ways: Iterable[Way], first: frozenset[str]) -> tuple[Way, ...]:
    """The ways of stacks with one of the *first* in them, where there are any; of these the best cohesion."""
    found = tuple(ways)
    if len(found) <= 1:
        return found
    scores = {
        way: (
            not first.isdisjoint(way.units),
            best_cohesion(rules, (state.pieces[id_] for id_ in way.units)),
        )
        for way in found
    }
    best = max(scores.values())
    return tuple(way for way, score in scores.items() if score == best)


def victims(rules: Rules, state: GameState, hex_: Hex, beaten: Iterable[str]) -> tuple[Hex, ...]:
    """[9.5] Hexes beside a hex with beaten units that only recoiled and can be charged from there."""
    forbids = rules.tables.terrain.forbids_charge
    found = set()
    for id_ in beaten:
        piece = state.pieces[id_]
        if piece.hex is None or is_routed(piece) or distance(piece.hex, hex_) != 1:
            continue
        if not forbids(rules.board.terrain[piece.hex]) and not is_hexside_barred(rules, hex_, piece.hex):
            found.add(piece.hex)
    return tuple(sorted(found))


def facings_at(rules: Rules, hex_: Hex, place: Hex) -> tuple[int, ...]:
    """The facings by which a hex beside another lies in its front."""
    return tuple(f for f in range(6) if place in front_hexes(hex_, f, rules.facing_kind))


def strikers(rules: Rules, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """[8.7] Those of some units that can strike again: in good order, in no square, for the first time."""
    return tuple(
        piece
        for piece in pieces
        if piece.hex is not None
        and is_good(piece)
        and not is_square(piece)
        and not rules.cards[piece.id].is_artillery
        and FOLLOWED_UP not in piece.marks
    )


def steps_ahead(rules: Rules, state: GameState, stack: tuple[Piece, ...]) -> tuple[Hex, ...]:
    """[8.7] The front hexes a counter-shock may first move into, facing as it does.

    Units that a recoil has brought together facing different ways have no common front to go to.
    """
    here = stack[0].hex
    assert here is not None
    if any(piece.facing != stack[0].facing for piece in stack):
        return ()
    enemy = rules.enemy(stack[0].side)
    return tuple(
        hex_
        for hex_ in fronts(rules, stack[0])
        if side_at(rules, state, hex_) != enemy
        and all(is_passable(rules, state, piece, here, hex_) for piece in stack)
        and may_join(rules, state, stack, hex_)
    )


def guns_beside(rules: Rules, state: GameState, units: Iterable[str]) -> tuple[str, ...]:
    """[8.6] The batteries that share a hex with these units, and so their fate."""
    return tuple(
        piece.id
        for hex_ in stacks(state, units)
        for piece in units_at(rules, state, hex_)
        if rules.cards[piece.id].is_artillery
    )


# --- what is done ------------------------------------------------------------------------------------


def open_advance(
    rules: Rules, ledger: Ledger, combat: Combat, left: tuple[str, ...], breaks_through: bool = False
) -> None:
    """[8.6] The attacker who has won must enter a hex that was given up."""
    hexes = [rules.at[label] for label in left]
    if not advances(rules, ledger.state, combat.attackers, combat.chargers, hexes):
        return
    ledger.open(
        "advance",
        rules.cards[combat.attackers[0]].side,
        units=combat.attackers,
        chargers=combat.chargers,
        hexes=left,
        breakthrough=breaks_through and combat.kind == "shock",
    )


def open_pursuit(
    rules: Rules,
    ledger: Ledger,
    combat: Combat,
    cavalry: Iterable[str],
    left: tuple[str, ...],
    beaten: tuple[str, ...],
    must: bool,
) -> bool:
    """[9.5, 14] Let cavalry in good order go after the beaten who left their hexes; whether any can."""
    state = ledger.state
    riders = tuple(id_ for id_ in cavalry if is_good(state.pieces[id_]))
    hexes = [rules.at[label] for label in left]
    if combat.kind != "shock" and rules.is_set("pursuit_limit", "one"):
        return False
    if rules.sky(state.turn).rain or not pursuits(rules, state, riders, hexes):
        return False
    ledger.open(
        "pursue",
        rules.cards[riders[0]].side,
        riders=riders,
        hexes=left,
        beaten=beaten,
        must=must or rules.is_set("pursuit_at_5_to_9", "compulsory"),
        combat=combat,
    )
    return True


def lay_mark(ledger: Ledger, units: Iterable[str], mark: str) -> None:
    """Lay a marker on those units that do not carry it yet."""
    for id_ in units:
        if mark not in ledger.piece(id_).marks:
            ledger.write(Marked(id_, mark))


def enter(rules: Rules, ledger: Ledger, units: tuple[str, ...], there: Hex, facing: int, how: str) -> None:
    """Take a stack into a hex beside it, and let it feel the ground it crosses."""
    state = ledger.state
    here = state.pieces[units[0]].hex
    assert here is not None
    roads = uses_roads(rules, state)
    steps = {id_: step_cost(rules, here, there, rules.cards[id_].column, roads) for id_ in units}
    go(rules, ledger, units, (here, there), facing, how)
    lay_mark(ledger, units, MOVED)
    for id_ in reversed(units):
        step = steps[id_]
        if not isinstance(step, StepRefusal) and DISORDERS in step.marks:
            disorder(rules, ledger, id_, _("the ground crossed"))
