"""[7.4] Line of sight: what lies between firer and target, as a policy for `hexmap.sight`.

F, T and I are the levels of firer, target and the hex between them. The rules for woods are mirror
images of each other, so sight is symmetric; the fire arc is not part of it.
"""

from __future__ import annotations

from game.core.state import GameState
from game.core.tongue import _, word
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.table_terrain import TerrainTable
from hexmap.blockers import Reason, SightLine, SightPolicy
from hexmap.board import Board, Feature
from hexmap.coords import Hex, Hexside, distance
from hexmap.rays import HexTouch, SideTouch
from hexmap.sight import Screen, Sight, Sighting

RULE = "7.4"
WOODS = frozenset({"woods"})
# House rule `los_blockers`: what else stands as high as woods.
BUILT_AND_PLANTED = frozenset({"woods", "town", "village", "ruins", "castle", "orchard", "palms"})
RIDGES = frozenset({"crest", "steep_slope", "cliff"})


def _policy(blocking: frozenset[str], terrain_table: TerrainTable) -> SightPolicy:
    def in_hex(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
        board = line.board
        ground = board.elevation[hex_]
        firer, target = line.eye_a, line.eye_b
        if ground > firer and ground > target:
            return Reason(_("higher ground in between"), RULE)
        terrain = board.terrain[hex_]
        if terrain not in blocking:
            return None
        return _tall_growth(line, terrain, ground, touch)

    def on_side(line: SightLine, side: Hexside, touch: SideTouch) -> Reason | None:
        return _on_ridge(line, side, terrain_table)

    def sill(board: Board, hex_: Hex) -> int:
        # Ground hides nothing from two eyes as high as itself, and its woods nothing from two above it.
        return board.elevation[hex_] + (board.terrain[hex_] in blocking)

    return SightPolicy(
        "Jours de Gloire",
        in_hex=in_hex,
        on_side=on_side,
        by_unit=_by_unit,
        sill=sill,
        unit_sill=_unit_sill,
        side_matters=_is_ridge,
    )


def _tall_growth(line: SightLine, terrain: str, ground: int, touch: HexTouch) -> Reason | None:
    """[7.4.2-4] Woods hide what is no higher than they; looked down upon, they hide what is close behind."""
    above_a, above_b = line.eye_a > ground, line.eye_b > ground
    if above_a and above_b:
        return None
    if not above_a and not above_b:
        return Reason(_("{terrain} in between").format(terrain=word(terrain)), RULE)
    # One end looks down over the trees: they hide the lower end when half-way or nearer to it.
    to_lower = touch.steps_to_end if above_a else touch.steps_from_start
    if 2 * to_lower <= line.steps:
        return Reason(_("{terrain} half-way or nearer the lower end").format(terrain=word(terrain)), RULE)
    return None


def _is_ridge(_board: Board, _side: Hexside, features: tuple[Feature, ...]) -> bool:
    return any(feature.kind in RIDGES for feature in features)


def _on_ridge(line: SightLine, side: Hexside, terrain_table: TerrainTable) -> Reason | None:
    """[7.4.5, note i] A crest or steep slope blocks, unless an end of the line stands on its upper edge.

    What note i closes lets nothing pass, not even from its upper edge.
    """
    board = line.board
    kinds = {feature.kind for feature in board.features.get(side, ())} & RIDGES
    if not kinds:
        return None
    if side.a in board.index and side.b in board.index:
        difference = board.elevation[side.a] - board.elevation[side.b]
        if any(terrain_table.is_closed(kind, difference) for kind in kinds):
            return Reason(_("a steep slope of three levels or more in between"), "note i")
        for end in (line.a, line.b):
            if end in side and board.elevation[end] >= board.elevation[side.other(end)]:
                return None
    ridge = word("crest" if "crest" in kinds else "steep_slope")
    return Reason(_("a {ridge} in between").format(ridge=ridge), RULE)


def _by_unit(line: SightLine, hex_: Hex, touch: HexTouch) -> Reason | None:
    """House rule `units_block_los`: units on the level of both ends, or above, stand in the way."""
    if line.board.elevation[hex_] >= max(line.eye_a, line.eye_b):
        return Reason(_("a unit stands in between"), RULE)
    return None


def _unit_sill(board: Board, hex_: Hex) -> int:
    """Units hide nothing from two eyes above them."""
    return board.elevation[hex_] + 1


def sighting(rules: Rules) -> Sighting:
    """[7.4] Sight on this board, with every verdict it has reached."""
    if "sighting" not in rules.memo:
        blocking = WOODS if rules.switches["los_blockers"] == "woods" else BUILT_AND_PLANTED
        rules.memo["sighting"] = Sighting(rules.board, _policy(blocking, rules.tables.terrain))
    found: Sighting = rules.memo["sighting"]
    return found


def _screen(rules: Rules, state: GameState) -> Screen | None:
    if rules.switches["units_block_los"] == "no":
        return None
    pieces = state.pieces
    return pieces.remember(
        "screen",
        lambda: sighting(rules).screen(
            piece.hex for piece in pieces if piece.hex is not None and piece.id in rules.cards
        ),
    )


def visibility(rules: Rules, state: GameState, *ends: Hex) -> int | None:
    """[14] The longest line of sight this turn; one hex at night unless the scenario says otherwise.

    Fog that lies only on low ground does not limit a line whose *ends* are above it.
    """
    sky = rules.sky(state.turn)
    if sky.up_to_level is not None and ends:
        elevation = rules.board.elevation
        if all(elevation[hex_] > sky.up_to_level for hex_ in ends):
            return None
    if sky.visibility is None and (sky.night or sky.fog):
        return 1
    return sky.visibility


def can_see(rules: Rules, state: GameState, a: Hex, b: Hex) -> bool:
    """[7.4] Whether there is a line of sight; adjacent hexes always see each other."""
    steps = distance(a, b)
    if steps <= 1:
        return True
    limit = visibility(rules, state, a, b)
    if limit is not None and steps > limit:
        return False
    return sighting(rules).can_see(a, b, _screen(rules, state))


def look(rules: Rules, state: GameState, a: Hex, b: Hex) -> Sight:
    """[7.4] The line of sight with its first obstacle and its profile; visibility is not part of it."""
    return sighting(rules).look(a, b, _screen(rules, state))


def why_unseen(rules: Rules, state: GameState, a: Hex, b: Hex) -> str:
    """Why a hex is not seen, in words."""
    limit = visibility(rules, state, a, b)
    if limit is not None and distance(a, b) > limit:
        return _("nothing is seen beyond {hexes} hexes this turn").format(hexes=limit)
    sight = look(rules, state, a, b)
    obstacle = sight.obstacle
    if obstacle is None:
        return _("it is seen")
    return _("the line of sight is blocked: {why}").format(why=obstacle.why)
