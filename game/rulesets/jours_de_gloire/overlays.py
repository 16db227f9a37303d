"""What the window can lay over the map: zones, threats, sight, ranges, command, as one side sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.state import GameState
from game.core.table import Focus, Layer, Overlay, Profile, SightLine
from game.core.tongue import N_, _
from game.rulesets.jours_de_gloire.gunnery import covers
from game.rulesets.jours_de_gloire.los import can_see, look, visibility, why_unseen
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.threats import reached_by, strikers
from game.rulesets.jours_de_gloire.units import is_good
from game.rulesets.jours_de_gloire.zones import zone_of_side
from hexmap.coords import Hex, distance, within

OVERLAYS = {
    "zones": N_("Zones of control"),
    "threat": N_("Enemy threat"),
    "sight": N_("Line of sight"),
    "fire": N_("Fire ranges"),
    "command": N_("Command range"),
}
_FARTHEST = 12  # hexes; how far a line of sight is looked along where the weather sets no limit


def overlay(name: str, rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
    """One overlay; None where there is none of that name."""
    draw = _DRAWN.get(name)
    return draw(rules, state, focus) if draw else None


def zones(rules: Rules, state: GameState, focus: Focus) -> Overlay:
    """[4.2] The hexes each side controls; those both control are in both layers."""
    mine = zone_of_side(rules, state.pieces, focus.side)
    his = zone_of_side(rules, state.pieces, rules.enemy(focus.side))
    return Overlay(
        _("Zones of control"),
        (
            Layer(_("our zone"), dict.fromkeys(mine, ""), "bars", "friend"),
            Layer(_("his zone"), dict.fromkeys(his, ""), "hatch", "enemy"),
        ),
    )


def threat(rules: Rules, state: GameState, focus: Focus) -> Overlay:
    """[6, 9.1] Where the enemy could strike next: on foot and in the saddle, and by how many units.

    As things stand: orders, and what moves in between, may change it.
    """
    struck = state.pieces.remember(("threat to", focus.side, state.turn), _struck, rules, state, focus.side)
    marching = {hex_: str(len(ids)) for hex_, (ids, _riders) in struck.items() if ids}
    riding = {hex_: str(len(ids)) for hex_, (_others, ids) in struck.items() if ids}
    layers = (
        Layer(_("he can march up to attack here (number of units)"), marching, "dots", "enemy"),
        Layer(_("his horse can reach this hex to charge (number of units)"), riding, "hatch", "bad"),
    )
    return Overlay(_("Enemy threat"), layers)


def _struck(rules: Rules, state: GameState, side: str) -> dict[Hex, tuple[list[str], list[str]]]:
    found: dict[Hex, tuple[list[str], list[str]]] = {}
    for piece, can_charge in strikers(rules, state, side):
        reached = reached_by(rules, state, piece)
        for hex_ in {near for place in reached for near in rules.board.neighbours(place)}:
            found.setdefault(hex_, ([], []))[1 if can_charge else 0].append(piece.id)
    return found


def sight(rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
    """[7.4] What is seen from a hex; with a second hex, the line between with its ground."""
    here = focus.hex
    if here is None:
        return Overlay(_("Line of sight: point at a hex"))
    limit = visibility(rules, state, here)
    far = _FARTHEST if limit is None else min(limit, _FARTHEST)
    seen = {
        hex_: ""
        for hex_ in within(here, far)
        if hex_ in rules.board and hex_ != here and can_see(rules, state, here, hex_)
    }
    layers = (
        Layer(_("seen from {hex}").format(hex=rules.label[here]), seen, "dots", "good"),
        Layer(_("looking from here"), {here: ""}, "outline", "good"),
    )
    line = None
    if focus.other is not None and focus.other != here:
        line = sight_line(rules, state, here, focus.other)
    return Overlay(_("Line of sight"), layers, line)


def sight_line(rules: Rules, state: GameState, a: Hex, b: Hex) -> SightLine:
    """[7.4] The line between two hexes: free or not, the first obstacle, the ground below it."""
    found = look(rules, state, a, b)
    is_free = can_see(rules, state, a, b)
    why = _("{b} is seen from {a}").format(a=rules.label[a], b=rules.label[b])
    obstacle: Hex | None = None
    if not is_free:
        why = why_unseen(rules, state, a, b)
        where = found.obstacle.where if found.obstacle is not None else None
        if isinstance(where, Hex):
            obstacle = where
    profile = tuple(Profile(point.at, point.ground, point.cover, point.line) for point in found.profile)
    return SightLine(a, b, is_free, why, obstacle, profile)


def fire(rules: Rules, state: GameState, focus: Focus) -> Overlay:
    """[7.3] What the guns cover: those of the unit looked at, else all of our own."""
    unit = focus.unit if focus.unit in rules.cards else None
    one = [state.pieces[unit]] if unit and rules.cards[unit].is_artillery else []
    guns = one or [
        piece
        for piece in state.pieces
        if piece.side == focus.side and piece.id in rules.cards and rules.cards[piece.id].is_artillery
    ]
    near: dict[Hex, str] = {}
    far: dict[Hex, str] = {}
    close: dict[Hex, str] = {}
    for piece in guns:
        if piece.hex is None or not is_good(piece):
            continue
        card = rules.cards[piece.id]
        for hex_ in within(piece.hex, card.maximum):
            steps = distance(piece.hex, hex_)
            if hex_ not in rules.board or not steps or not covers(rules, state, piece, hex_, piece.facing):
                continue
            if steps > 1 and not can_see(rules, state, piece.hex, hex_):
                continue
            band = close if steps == 1 else near if steps <= max(1, card.effective) else far
            band[hex_] = str(steps) if one else ""
    return Overlay(
        _("Fire ranges"),
        (
            Layer(_("point-blank"), close, "crosshatch", "bad"),
            Layer(_("effective range"), near, "hatch", "bad"),
            Layer(_("long range"), far, "dots", "bad"),
        ),
    )


def command(rules: Rules, state: GameState, focus: Focus) -> Overlay:
    """[2.1] The hexes within command range of our generals."""
    reached: dict[Hex, str] = {}
    seats: dict[Hex, str] = {}
    for general in rules.generals.values():
        here = state.pieces[general.id].hex
        if general.side != focus.side or here is None:
            continue
        seats[here] = str(general.command_range)
        for hex_ in within(here, general.command_range):
            if hex_ in rules.board:
                reached[hex_] = ""
    return Overlay(
        _("Command range"),
        (
            Layer(_("an order costs 1 command point here, 2 elsewhere"), reached, "dots", "friend"),
            Layer(_("our generals, with their range"), seats, "outline", "friend"),
        ),
    )


Draw = Callable[[Rules, GameState, Focus], Overlay | None]
_DRAWN: Mapping[str, Draw] = {
    "zones": zones,
    "threat": threat,
    "sight": sight,
    "fire": fire,
    "command": command,
}
