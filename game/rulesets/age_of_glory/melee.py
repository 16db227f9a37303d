"""[8] Close combat: who takes part, and what counts for each side. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from game.core.modifiers import Modifier, total
from game.core.state import GameState, Piece
from game.rulesets.age_of_glory.cards import FIELD_COLUMN, MARCHING, SUPPORTED
from game.rulesets.age_of_glory.gunnery import chargers_of, cover_of
from game.rulesets.age_of_glory.reasons import reason
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.units import (
    BROKE,
    CHARGING,
    COUNTER,
    OUTFLANKS,
    arm_of,
    attached_to,
    condition_of,
    fighters_at,
    is_attached_battery,
    is_battery,
    is_charismatic,
    is_disordered,
    is_good,
    is_silenced,
    is_troops,
    side_at,
    troops,
    weapon_of,
)
from hexmap.coords import Hex, is_adjacent

MODIFIERS = "close_combat_modifiers"


class Combat(NamedTuple):
    """[8.1] A close combat: the hex that is charged, who charges it and who stands in it."""

    hex: Hex
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class Situation(NamedTuple):
    """[8.3] What counts in a combat, line by line for each side."""

    combat: Combat
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]

    @property
    def balance(self) -> int:
        """The modifiers of the attacker less those of the defender."""
        return total(self.attack) - total(self.defence)


def combat_at(rules: Rules, state: GameState, hex_: Hex) -> Combat:
    """[8.1] The combat for a hex: the chargers that still stand next to it, and whoever is in it."""
    attackers = tuple(
        id_
        for id_ in chargers_of(rules, state, hex_)
        if (place := state.pieces[id_].hex) is not None and is_adjacent(place, hex_)
    )
    side = state.pieces[attackers[0]].side if attackers else None
    defenders = tuple(piece.id for piece in fighters_at(rules, state, hex_) if piece.side != side)
    return Combat(hex_, attackers, defenders)


def pending(rules: Rules, state: GameState) -> tuple[Hex, ...]:
    """[8.1] Hexes whose combat is still to be fought, in the order of their labels."""
    charged = {
        rules.at[value]
        for key, value in state.facts.items()
        if key.startswith("charge:") and isinstance(value, str)
    }
    return tuple(
        sorted(
            (hex_ for hex_ in charged if all(combat_at(rules, state, hex_)[1:])),
            key=lambda hex_: rules.label[hex_],
        )
    )


# --- stands ----------------------------------------------------------------------------------------


def participating(rules: Rules, piece: Piece) -> int:
    """[8.2] The stands of a unit that fight: all, but two of a field column and one of a march column."""
    if is_battery(rules, piece.id):
        return 1
    if piece.formation == FIELD_COLUMN:
        return min(2, piece.strength)
    return min(1, piece.strength) if piece.formation in MARCHING else piece.strength


def incidental(rules: Rules, state: GameState, own: tuple[str, ...], enemies: tuple[str, ...]) -> int:
    """[8.2] Stands that count for numbers only.

    Those behind the head of a column, and those of friends in good order next to a unit that fights who
    have no other enemy next to them and no charge of their own.
    """
    pieces = state.pieces
    found = sum(
        pieces[id_].strength - participating(rules, pieces[id_]) for id_ in own if is_troops(rules, id_)
    )
    places = [hex_ for hex_ in (pieces[id_].hex for id_ in own) if hex_ is not None]
    side = pieces[own[0]].side
    for friend in troops(rules, state, side):
        if friend.id in own or not is_good(friend) or CHARGING in friend.marks:
            continue
        assert friend.hex is not None
        here = friend.hex
        if any(is_adjacent(here, hex_) for hex_ in places) and not _is_busy(
            rules, state, here, side, enemies
        ):
            found += friend.strength
    return found


def _is_busy(rules: Rules, state: GameState, hex_: Hex, side: str, enemies: tuple[str, ...]) -> bool:
    """Whether an enemy outside the combat stands next to a hex."""
    for other in rules.board.neighbours(hex_):
        if side_at(rules, state, other) not in (None, side):
            inside = {piece.id for piece in fighters_at(rules, state, other)}
            if not inside & set(enemies):
                return True
    return False


# --- modifiers -------------------------------------------------------------------------------------


def assess(rules: Rules, state: GameState, combat: Combat) -> Situation:
    """[8.3] The lines of both sides."""
    attack = _Side(rules, state, combat, combat.attackers, combat.defenders, attacks=True)
    defence = _Side(rules, state, combat, combat.defenders, combat.attackers, attacks=False)
    return Situation(combat, attack.lines(), defence.lines())


class _Side:
    """One side of a combat, for working out its lines in the order of the page."""

    def __init__(
        self,
        rules: Rules,
        state: GameState,
        combat: Combat,
        own: tuple[str, ...],
        enemies: tuple[str, ...],
        attacks: bool,
    ) -> None:
        self.rules = rules
        self.state = state
        self.combat = combat
        self.own = tuple(state.pieces[id_] for id_ in own)
        self.ids, self.enemy_ids = own, enemies
        self.attacks = attacks
        self.troops = tuple(piece for piece in self.own if is_troops(rules, piece.id))
        self.figures = rules.tables.combat_modifiers

    def lines(self) -> tuple[Modifier, ...]:
        found = [
            *self._leaders(),
            *self._numbers(),
            *self._weapons(),
            *self._support(),
            *self._breakthrough(),
            *self._unready(),
            *self._losses(),
            *self._cover(),
            *self._flank(),
            *self._condition(),
            *self._grade(),
        ]
        return tuple(found)

    def _line(self, row: str, figure: int = 0, times: int = 1, **fields: object) -> Modifier:
        why = reason(MODIFIERS, row, figure, **fields)
        return Modifier(self.figures[row][figure] * times, why, "8.3")

    def _is_half(self, test: Callable[[Piece], bool], among: Iterable[Piece]) -> bool:
        """The half rule: half or more of the participating stands."""
        pieces = tuple(among)
        all_ = sum(participating(self.rules, piece) for piece in pieces)
        those = sum(participating(self.rules, piece) for piece in pieces if test(piece))
        return those > 0 and 2 * those >= all_

    def _leaders(self) -> Iterable[Modifier]:
        present = [id_ for piece in self.troops for id_ in attached_to(self.rules, self.state, piece.id)]
        if not present:
            return
        charismatic = any(is_charismatic(self.rules, self.state.pieces[id_]) for id_ in present)
        if charismatic:
            yield self._line("charismatic")
        if not charismatic or self.rules.is_set("steps_of_modifiers", "added"):
            yield self._line("leader")

    def _numbers(self) -> Iterable[Modifier]:
        own = self._strength(self.ids, self.enemy_ids)
        other = self._strength(self.enemy_ids, self.ids)
        if own >= 3 * other:
            yield self._line("three_to_one", own=own, other=other)
        if 2 * other <= own < 3 * other or (
            own >= 3 * other and self.rules.is_set("steps_of_modifiers", "added")
        ):
            yield self._line("two_to_one", own=own, other=other)

    def _strength(self, own: tuple[str, ...], enemies: tuple[str, ...]) -> int:
        pieces = self.state.pieces
        present = sum(participating(self.rules, pieces[id_]) for id_ in own)
        return present + incidental(self.rules, self.state, own, enemies)

    def _weapons(self) -> Iterable[Modifier]:
        weapons = {weapon_of(self.rules, piece) for piece in self.troops}
        found = []
        for better, other in (("pike", "firelock"), ("shock", "pistoleer")):
            if {better, other} <= weapons:
                found.append(self._line(f"{better}_and_{other}"))
            elif better in weapons or other in weapons:
                found.append(self._line(better if better in weapons else other))
        if len(found) == 2 and self.rules.is_set("mixed_arms", "best"):
            found = [max(found, key=lambda line: line.value)]
        yield from found

    def _support(self) -> Iterable[Modifier]:
        outflanked = not self.attacks and self._is_outflanked()
        if outflanked and self.rules.is_set("support_outflanked", "lost"):
            return
        if self._is_half(lambda piece: piece.formation == SUPPORTED, self.own):
            yield self._line("supported")

    def _breakthrough(self) -> Iterable[Modifier]:
        number = sum(BROKE in piece.marks for piece in self.own)
        if self.attacks and number:
            yield self._line("breakthrough", times=number, n=number)

    def _unready(self) -> Iterable[Modifier]:
        if self._is_half(self._is_unready, self.own):
            yield self._line("unready")

    def _is_unready(self, piece: Piece) -> bool:
        if is_battery(self.rules, piece.id):
            return is_silenced(piece) or not is_attached_battery(self.rules, self.state, piece)
        arm = arm_of(self.rules, piece)
        stationary = arm == "horse" and not self.attacks and COUNTER not in piece.marks
        return is_disordered(piece) or arm == "skirmish" or stationary

    def _losses(self) -> Iterable[Modifier]:
        lost = sum(self.state.fact(f"lost:{piece.id}", 0) for piece in self.own)
        if lost:
            yield self._line("lost", times=lost, n=lost)

    def _cover(self) -> Iterable[Modifier]:
        if self.attacks or not self.own:
            return
        # Hexsides shelter against the stands that come over them, so each stand is counted.
        hexes = tuple(
            place
            for id_ in self.enemy_ids
            for place in [self.state.pieces[id_].hex] * participating(self.rules, self.state.pieces[id_])
            if place is not None
        )
        best = max(self.own, key=lambda piece: participating(self.rules, piece))
        cover = cover_of(self.rules, best, hexes)
        if cover:
            yield self._line("cover", cover - 1)

    def _is_outflanked(self) -> bool:
        return any(OUTFLANKS in self.state.pieces[id_].marks for id_ in self.combat.attackers)

    def _flank(self) -> Iterable[Modifier]:
        if self.attacks and self._is_outflanked():
            yield self._line("outflank")

    def _condition(self) -> Iterable[Modifier]:
        fresh = self._is_half(lambda piece: condition_of(self.rules, piece) == "fresh", self.troops)
        spent = self._is_half(lambda piece: condition_of(self.rules, piece) == "spent", self.troops)
        if fresh and spent:
            yield self._line("condition_even")
        elif fresh:
            yield self._line("condition", 0)
        elif spent:
            yield self._line("condition", 1)

    def _grade(self) -> Iterable[Modifier]:
        def of(grade: str) -> bool:
            return self._is_half(lambda piece: self.rules.units[piece.id].grade == grade, self.troops)

        elite, regular = of("elite"), of("regular")
        if elite and regular:
            yield self._line("grade_even")
        elif elite:
            yield self._line("grade", 0)
        elif regular:
            yield self._line("grade", 1)
