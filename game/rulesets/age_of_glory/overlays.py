"""What the window can lay over the map: threats, sight, fields of fire, command, as one side sees them."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.questions import Question, UnitSpec
from game.core.state import GameState, Piece
from game.core.table import Focus, Layer, Overlay, Profile, SightLine, Threat
from game.core.tongue import N_, _
from game.rulesets.age_of_glory.charging import Charge, charges, outflanks
from game.rulesets.age_of_glory.gunnery import in_fire_arc, points_at
from game.rulesets.age_of_glory.movement import allowance, reach
from game.rulesets.age_of_glory.odds.asking import question
from game.rulesets.age_of_glory.odds.words import TERRAINS
from game.rulesets.age_of_glory.rules import Rules
from game.rulesets.age_of_glory.sight import can_command, can_see, look
from game.rulesets.age_of_glory.units import (
    fighters_at,
    is_detached,
    is_disordered,
    leaders,
    weapon_of,
)
from hexmap.coords import Hex, distance, within

OVERLAYS = {
    "threat": N_("Enemy threat"),
    "sight": N_("Line of sight"),
    "fire": N_("Field of fire"),
    "command": N_("Command radius"),
}
_FARTHEST = 12  # hexes; how far a line of sight is looked along


def overlay(name: str, rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
    """One overlay; None where there is none of that name, or nothing to show."""
    match name:
        case "threat":
            return threat(rules, state, focus)
        case "sight":
            return sight(rules, state, focus)
        case "fire":
            return field_of_fire(rules, state, focus)
        case "command":
            return command(rules, state, focus)
    return None


# --- threats ----------------------------------------------------------------------------------------


def strikes(rules: Rules, state: GameState, side: str) -> dict[Hex, dict[str, Charge]]:
    """[8.1] Every hex of a side that an enemy could charge after a full march, and how each would."""

    def work() -> dict[Hex, dict[str, Charge]]:
        found: dict[Hex, dict[str, Charge]] = {}
        for piece in state.pieces:
            if piece.side == side or piece.hex is None or piece.id not in rules.units:
                continue
            for charge in charges(rules, state, piece, reach(rules, state, piece, allowance(rules, piece))):
                known = found.setdefault(charge.target, {})
                if piece.id not in known or outflanks(rules, state, charge.target, charge.path):
                    known[piece.id] = charge
        return found

    return state.pieces.remember(("strikes at", side), work)


def threat(rules: Rules, state: GameState, focus: Focus) -> Overlay:
    """[5, 8.1] Where the enemy could be after a full march, and whom of ours he could charge."""
    marched: dict[Hex, int] = {}
    for piece in state.pieces:
        if piece.side != focus.side and piece.hex is not None and piece.id in rules.units:
            for hex_ in reach(rules, state, piece, allowance(rules, piece)):
                marched[hex_] = marched.get(hex_, 0) + 1
    struck = {hex_: str(len(by)) for hex_, by in strikes(rules, state, focus.side).items()}
    return Overlay(
        _("Enemy threat"),
        (
            Layer(
                _("he can march here (number of units)"),
                {h: str(n) for h, n in marched.items()},
                "dots",
                "enemy",
            ),
            Layer(_("he can charge us here (number of units)"), struck, "hatch", "bad"),
        ),
    )


def threats(rules: Rules, state: GameState, hex_: Hex) -> Iterator[Threat]:
    """[8.1] The enemies who could charge those in a hex, if their march takes them there."""
    struck = fighters_at(rules, state, hex_)
    if not struck:
        return
    for id_, charge in strikes(rules, state, struck[0].side).get(hex_, {}).items():
        is_behind = outflanks(rules, state, hex_, charge.path)
        way = _("in flank or rear") if is_behind else _("from the front")
        words = _("{unit} charges {way}").format(unit=rules.name_of(id_), way=way)
        yield Threat(id_, words, _question(rules, state.pieces[id_], struck, hex_, is_behind))


def _question(rules: Rules, piece: Piece, struck: tuple[Piece, ...], hex_: Hex, is_behind: bool) -> Question:
    terrain = rules.board.terrain[hex_]
    return question(
        "charge",
        attacker=(_spec(rules, piece),),
        defender=tuple(_spec(rules, each) for each in struck),
        terrain=terrain if terrain in TERRAINS else "clear",
        **{"from": "rear" if is_behind else "front"},
    )


def _spec(rules: Rules, piece: Piece) -> UnitSpec:
    if piece.id in rules.batteries:
        return UnitSpec(rules.batteries[piece.id].gun, (1, 0))
    unit = rules.units[piece.id]
    weapon = weapon_of(rules, piece)
    states: list[str] = [unit.grade] if unit.grade != "regular" else []
    if is_disordered(piece):
        states.append("disordered")
    arm = "skirmish" if weapon == "none" else weapon
    return UnitSpec(arm, (piece.strength, max(unit.stands, piece.strength)), tuple(states))


# --- sight, fire, command ---------------------------------------------------------------------------


def sight(rules: Rules, state: GameState, focus: Focus) -> Overlay:
    """[7.2] What is seen from a hex; with a second hex, the line between with its ground."""
    here = focus.hex
    if here is None:
        return Overlay(_("Line of sight: point at a hex"))
    seen = {
        hex_: ""
        for hex_ in within(here, _FARTHEST)
        if hex_ in rules.board and hex_ != here and can_see(rules, state, here, hex_)
    }
    layers = (
        Layer(_("seen from {hex}").format(hex=rules.label[here]), seen, "dots", "good"),
        Layer(_("looking from here"), {here: ""}, "outline", "good"),
    )
    other = focus.other
    line = sight_line(rules, state, here, other) if other is not None and other != here else None
    return Overlay(_("Line of sight"), layers, line)


def sight_line(rules: Rules, state: GameState, a: Hex, b: Hex) -> SightLine:
    """[7.2] The line between two hexes: free or not, the first obstacle, the ground below it."""
    found, is_free = look(rules, state, a, b), can_see(rules, state, a, b)
    obstacle = found.obstacle
    if is_free:
        why = _("{b} is seen from {a}").format(a=rules.label[a], b=rules.label[b])
    elif obstacle is None:
        why = _("nothing is seen beyond {hexes} hexes").format(hexes=rules.scenario.visibility)
    else:
        why = f"{obstacle.why} [{obstacle.rule}]" if obstacle.rule else obstacle.why
    where = obstacle.where if obstacle is not None and not is_free else None
    profile = tuple(Profile(point.at, point.ground, point.cover, point.line) for point in found.profile)
    return SightLine(a, b, is_free, why, where if isinstance(where, Hex) else None, profile)


def field_of_fire(rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
    """[7.2, 7.3] Fire points of a unit or battery on every hex it could hit."""
    if focus.unit is None or focus.unit in rules.leaders:
        return None
    piece = state.pieces[focus.unit]
    if piece.hex is None:
        return None
    here = piece.hex
    hexes: dict[Hex, str] = {}
    for hex_ in rules.board.hexes:
        each = points_at(rules, piece, distance(here, hex_)) if hex_ != here else 0
        if each and in_fire_arc(rules, piece, hex_) and can_see(rules, state, here, hex_):
            hexes[hex_] = str(each)
    words = _("fire points for each stand or battery")
    return Overlay(_("Field of fire"), (Layer(words, hexes, "hatch", "friend"),)) if hexes else None


def command(rules: Rules, state: GameState, focus: Focus) -> Overlay | None:
    """[3.1] Hexes within the command radius of the side's detached leaders."""
    hexes: dict[Hex, str] = {}
    for leader in leaders(rules, state, focus.side):
        if is_detached(leader) and leader.hex is not None:
            for hex_ in rules.board.hexes:
                if can_command(rules, state, leader.hex, hex_, focus.side):
                    hexes[hex_] = ""
    words = _("within the command radius of a detached leader")
    return Overlay(_("Command radius"), (Layer(words, hexes, "dots", "good"),)) if hexes else None
