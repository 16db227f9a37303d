"""Round after round: who attacks the same target next, and where he comes up."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.errors import Refusal
from game.core.state import Frame, GameState, Piece
from game.core.tongue import _
from game.rulesets.jours_de_gloire.cards import ELIMINATED, GOOD
from game.rulesets.jours_de_gloire.charging import charge_refusal, target_refusal
from game.rulesets.jours_de_gloire.combat import targets_of
from game.rulesets.jours_de_gloire.odds.ground import BLUE
from game.rulesets.jours_de_gloire.riding import is_hexside_barred
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.stacking import may_join
from game.rulesets.jours_de_gloire.units import CHARGE, HALTED, MOVED, OF_ACTIVATION, has_six_fronts, side_at
from hexmap.coords import Hex, direction_to
from hexmap.facing import facing_towards

SOUTH = 2  # the facing of the defender: its front hexes lie in directions 2 and 3
# The defender's neighbours in the order attackers take them, so that they always form a chain.
FRONT_ONLY, REAR_ONLY = (2, 3), (0, 5, 1, 4)
FRONT_OF_BOTH, REAR_OF_BOTH = (3, 2), (4, 5, 0, 1)
RIDDEN = (MOVED, HALTED, CHARGE)
THREAT = "threat"  # the id of an enemy in the attackers' rear
RUN_UP = 3  # hexes from where a charge starts to where it strikes from

ACTIVATION = Frame("activations", None, {"part": 6})
WAVE = "odds:wave"  # the fact that counts the rounds
COMING = "odds:coming"  # the fact that names who attacks in this round


def segment(state: GameState) -> GameState:
    """A shock segment about to begin."""
    frames = (ACTIVATION, Frame("shock", None, {"part": 1}), Frame("declare", BLUE))
    return GameState(state.turn, frames, state.pieces, state.facts)


def charge_bar(rules: Rules, state: GameState, unit: Piece, target: Hex) -> Refusal | None:
    """[9.1] Why a unit cannot have charged into the hex it strikes from; asked where its ride begins."""
    here = unit.hex
    assert here is not None
    start = here.step(direction_to(target, here), RUN_UP)
    if start not in rules.board.index:
        return None
    away = unit._replace(hex=start)
    pieces = state.pieces.changed(away)
    if THREAT in pieces:
        # He comes up behind those who have ridden; before their ride he was not there.
        pieces = pieces.changed(pieces[THREAT]._replace(hex=None))
    moved = GameState(state.turn, state.frames, pieces, state.facts)
    refusal = charge_refusal(rules, moved, away) or target_refusal(rules, moved, away, target)
    if refusal is None and is_hexside_barred(rules, here, target):
        return Refusal(_("no charge across this hexside"), "note e")
    return refusal


class Rounds:
    """What comes when a round is over: the next who attack come up, and a new shock segment begins."""

    def __init__(
        self,
        rules: Rules,
        waves: tuple[tuple[str, ...], ...],
        defenders: tuple[str, ...],
        said: Sequence[str],
        is_charge: bool,
    ) -> None:
        self.rules = rules
        self.waves = waves
        self.defenders = defenders
        self.said = said
        self.is_charge = is_charge

    def __call__(self, state: GameState) -> GameState | None:
        number: int = state.fact(WAVE, 0)
        if number >= len(self.waves):
            return None
        coming = self.waves[number]
        facts = {key: value for key, value in state.facts.items() if not key.startswith("charge:")}
        facts |= {WAVE: number + 1, COMING: coming}
        pieces = state.pieces
        for each in state.pieces:
            fresh = each.marks.difference(OF_ACTIVATION)
            if fresh != each.marks:
                pieces = pieces.changed(each._replace(marks=fresh))
        now = GameState(state.turn, state.frames, pieces, facts)
        for id_ in coming:
            now = self._brought_up(now, id_)
        return None if now.pieces is pieces and not self._is_in_contact(now, coming) else segment(now)

    def _is_in_contact(self, state: GameState, units: tuple[str, ...]) -> bool:
        pieces = (state.pieces[id_] for id_ in units)
        return any(
            p.hex is not None and p.status == GOOD and targets_of(self.rules, state, p) for p in pieces
        )

    def _brought_up(self, state: GameState, id_: str) -> GameState:
        """The unit beside the nearest defender left, as it was to stand; where it cannot, it stays away."""
        rules, unit = self.rules, state.pieces[id_]
        prey = next((p for d in self.defenders if (p := state.pieces[d]).status != ELIMINATED), None)
        if prey is None or prey.hex is None or unit.status != GOOD:
            return state
        if unit.hex is not None:  # it is there already, and only turns
            facing = facing_towards(unit.hex, prey.hex, rules.facing_kind)
            return _with(state, unit._replace(facing=facing))
        for hex_ in self._hexes(prey):
            facing = facing_towards(hex_, prey.hex, rules.facing_kind)
            placed = unit._replace(hex=hex_, facing=facing)
            if hex_ not in rules.board.index or side_at(rules, state, hex_) == prey.side:
                continue
            if not may_join(rules, state, (placed,), hex_):
                continue
            now = _with(state, placed)
            rides = self.is_charge and rules.cards[id_].is_cavalry
            if rides and charge_bar(rules, now, placed, prey.hex) is not None:
                continue
            if rides:
                now = _with(now, placed._replace(marks=placed.marks.union(RIDDEN)))
                facts = {**now.facts, f"charge:{id_}": rules.label[prey.hex]}
                now = GameState(now.turn, now.frames, now.pieces, facts)
            return now
        return state

    def _hexes(self, prey: Piece) -> list[Hex]:
        """The hexes around a unit, those in its front or rear first, as the question wants."""
        assert prey.hex is not None
        turned = prey.facing - SOUTH
        rear_first = self.said[0] == "rear" and not has_six_fronts(self.rules, prey)
        order = (*REAR_ONLY, *FRONT_ONLY) if rear_first else (*FRONT_ONLY, *REAR_ONLY)
        return [prey.hex.step(direction + turned) for direction in order]


def _with(state: GameState, unit: Piece) -> GameState:
    return GameState(state.turn, state.frames, state.pieces.changed(unit), state.facts)
