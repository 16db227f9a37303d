"""[7.2, 3.1] Lines of sight for fire and for command, as policies for `hexmap.sight`."""

from __future__ import annotations

from game.core.state import GameState
from game.core.tongue import _, word
from game.rulesets.age_of_glory.cards import SKIRMISH
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.tables import Tables
from game.rulesets.age_of_glory.units import held_hexes
from hexmap.blockers import Reason, SightLine, SightPolicy
from hexmap.board import Board, Feature
from hexmap.coords import Hex, Hexside, distance
from hexmap.rays import HexTouch, SideTouch
from hexmap.sight import Screen, Sight, Sighting


def _fire_policy(tables: Tables) -> SightPolicy:
    """Woods, buildings, ground higher than both ends, crests and formed units block."""

    def in_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        ground = line.board.elevation[hex_]
        if ground > max(line.eye_a, line.eye_b):
            return Reason(_("higher ground in between"), "7.2")
        terrain = line.board.terrain[hex_]
        # Who stands higher than the growth looks over it, unless it is close to the lower end.
        if tables.terrain[terrain].blocks_sight and ground >= min(line.eye_a, line.eye_b):
            return Reason(_("{terrain} in between").format(terrain=word(terrain)), "7.2")
        return None

    def on_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
        board = line.board
        for feature in board.features.get(side, ()):
            row = tables.hexsides.get(feature.kind)
            if row is None or not row.blocks_sight:
                continue
            crest = max(board.elevation.get(side.a, 0), board.elevation.get(side.b, 0))
            if line.eye_a < crest and line.eye_b < crest:
                return Reason(_("a {hexside} in between").format(hexside=word(feature.kind)), "7.2")
        return None

    def by_unit(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        if line.board.elevation[hex_] >= max(line.eye_a, line.eye_b):
            return Reason(_("a formed unit in between"), "7.2")
        return None

    def matters(_board: Board, _side: Hexside, features: tuple[Feature, ...]) -> bool:
        return any(feature.kind in tables.hexsides for feature in features)

    return SightPolicy(
        "fire of The Age of Glory", in_hex=in_hex, on_side=on_side, by_unit=by_unit, side_matters=matters
    )


def _command_policy(tables: Tables) -> SightPolicy:
    """An order crosses neither enemies nor closed ground, and goes no deeper than one hex into cover."""

    def in_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        row = tables.terrain[line.board.terrain[hex_]]
        if row.movement == "closed" or row.blocks_sight:
            return Reason(_("{terrain} in between").format(terrain=word(line.board.terrain[hex_])), "3.1")
        return None

    def by_unit(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        return Reason(_("an enemy in between"), "3.1")

    return SightPolicy("command of The Age of Glory", in_hex=in_hex, by_unit=by_unit)


def _sighting(rules: Rules, key: str) -> Sighting:
    if key not in rules.memo:
        policy = _fire_policy(rules.tables) if key == "fire" else _command_policy(rules.tables)
        rules.memo[key] = Sighting(rules.board, policy)
    found: Sighting = rules.memo[key]
    return found


def _screen(rules: Rules, state: GameState) -> Screen:
    """[7.2] Formed troops and guns of either side; skirmishers are no obstacle."""

    def work() -> Screen:
        return _sighting(rules, "fire").screen(
            piece.hex
            for piece in state.pieces
            if piece.hex is not None and piece.id not in rules.leaders and piece.formation != SKIRMISH
        )

    return state.pieces.remember("screen", work)


def can_see(rules: Rules, state: GameState, a: Hex, b: Hex) -> bool:
    """[7.2] Whether there is a line of fire; adjacent hexes always see each other."""
    steps = distance(a, b)
    if steps <= 1:
        return True
    if rules.scenario.visibility is not None and steps > rules.scenario.visibility:
        return False
    return _sighting(rules, "fire").can_see(a, b, _screen(rules, state))


def look(rules: Rules, state: GameState, a: Hex, b: Hex) -> Sight:
    """[7.2] The line of fire with its first obstacle and its profile; visibility is not part of it."""
    return _sighting(rules, "fire").look(a, b, _screen(rules, state))


def can_command(rules: Rules, state: GameState, leader: Hex, unit: Hex, side: str) -> bool:
    """[3.1] Whether a detached leader's command reaches a hex."""
    steps = distance(leader, unit)
    if steps > rules.tables.command_radius:
        return False
    if steps <= 1:
        return True
    sighting = _sighting(rules, "command")
    enemies = held_hexes(rules, state, rules.enemy(side))
    screen = state.pieces.remember(("enemies", side), lambda: sighting.screen(enemies))
    return sighting.can_see(leader, unit, screen)
