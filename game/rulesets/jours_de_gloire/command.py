"""[2] Who commands whom: command range, the price of an order, and the markers that go into the cup."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import GameState, Piece
from game.rulesets.jours_de_gloire.cards import FALLEN, Formation, General, SpecialMarker
from game.rulesets.jours_de_gloire.entry import entry_of, is_due
from game.rulesets.jours_de_gloire.rules import Rules
from game.rulesets.jours_de_gloire.units import distances, is_routed, roster, units_of
from hexmap.coords import Hex

IN_RANGE = 1  # [2.1] command points for an order within command range
OUT_OF_RANGE = 2  # [2.1] and beyond it
ORDERED = "OR"  # [2.3] Ordres Reçus
UNORDERED = "SO"  # [2.3] Sans Ordres
SPECIAL = "#special"  # ends the id of a special marker in the cup; those of a formation end in #1, #2, …


def present_units(rules: Rules, state: GameState, formation: str) -> Iterator[Piece]:
    """[2.2, 11] The units of a formation that are on the map or due this turn."""
    pieces = state.pieces.pieces
    for id_ in roster(rules, state.turn, formation):
        piece = pieces[id_]
        if piece.hex is not None or is_due(rules, state, piece):
            yield piece


def is_present(rules: Rules, state: GameState, formation: str) -> bool:
    """[2.2] Whether a formation has anything to activate: a unit on the map, or one due this turn."""
    return _any_present(rules, state, roster(rules, state.turn, formation))


def _any_present(rules: Rules, state: GameState, ids: tuple[str, ...]) -> bool:
    pieces = state.pieces.pieces
    # Asked all the time, and the first unit nearly always settles it.
    for id_ in ids:
        if pieces[id_].hex is not None:
            return True
    return any(is_due(rules, state, pieces[id_]) for id_ in ids)


def commandable(rules: Rules, state: GameState, side: str) -> Iterator[Formation]:
    """[2.1] The formations of a side that take an order marker: present, and released to act."""
    for formation in rules.formations.values():
        if (
            formation.side == side
            and formation.released_on <= state.turn
            and is_present(rules, state, formation.id)
        ):
            yield formation


# --- orders -----------------------------------------------------------------------------------------


def order_givers(rules: Rules, state: GameState, side: str) -> Iterator[General]:
    """[2.1] The commander-in-chief, then the wing commanders with command points of their own."""
    chief = rules.commander(side)
    if is_in_command(state, chief):
        yield chief
    for general in rules.generals.values():
        if (
            general.side == side
            and not general.is_commander
            and general.command_points
            and is_in_command(state, general)
        ):
            yield general


def is_in_command(state: GameState, general: General) -> bool:
    """[2.1, 3] Whether a general gives orders: not before his turn, nor once he has fallen."""
    return general.commands_from <= state.turn and not has_fallen(state, general)


def has_fallen(state: GameState, general: General) -> bool:
    """[3] Whether a general has fallen; only a scenario can put him at risk."""
    return state.pieces[general.id].status == FALLEN


def initiative_of(rules: Rules, state: GameState, side: str) -> int:
    """[2.2, 3] What a side adds to its roll for the initiative: nothing once its commander has fallen."""
    chief = rules.commander(side)
    return 0 if has_fallen(state, chief) else chief.initiative


def may_command(general: General, formation: str) -> bool:
    """[2.1] The commander-in-chief orders every formation, a wing commander those named for him."""
    return general.is_commander or formation in general.formations


def standing_hex(rules: Rules, piece: Piece) -> Hex:
    """[11] The hex from which command range to a unit counts: its own, or the one it is to enter by."""
    if piece.hex is not None:
        return piece.hex
    entry = entry_of(rules, piece.id)
    assert entry is not None
    return rules.at[entry.hex]


def is_in_range(
    rules: Rules, state: GameState, general: General, formation: str, steady: bool = False
) -> bool:
    """[2.1] Whether a unit of a formation is within a general's command range; nothing blocks it.

    Where only *steady* ones count, it is a unit that is not routed.
    """
    here, farthest = state.pieces[general.id].hex, general.command_range
    if here is None:
        return False
    off, index = distances(rules, here), rules.board.index
    for piece in present_units(rules, state, formation):
        if off[index[standing_hex(rules, piece)]] <= farthest and not (steady and is_routed(piece)):
            return True
    return False


def order_cost(rules: Rules, state: GameState, general: General, formation: str) -> int | None:
    """[2.1] Command points an order costs: less with a unit in range that is not routed; None: impossible."""
    if is_in_range(rules, state, general, formation, steady=True):
        return IN_RANGE
    match rules.switches["order_out_of_range"]:
        case "impossible":
            return None
        case "one_cp":
            return IN_RANGE
    return OUT_OF_RANGE


def order_bonus(rules: Rules, state: GameState, formation: str) -> int:
    """[2.3] What the commander-in-chief takes off the die of an individual order: nothing out of range."""
    chief = rules.commander(rules.formations[formation].side)
    if not chief.bonus or not is_in_command(state, chief):
        return 0
    return chief.bonus if is_in_range(rules, state, chief, formation) else 0


# --- markers ----------------------------------------------------------------------------------------


def marker_count(rules: Rules, state: GameState, formation: Formation) -> int:
    """[2.2, 12.2, 14] Activation markers of a formation this turn: one at night or after its collapse."""
    if rules.sky(state.turn).night or state.fact(f"collapsed:{formation.id}"):
        return 1
    return formation.markers


def markers_of(rules: Rules, state: GameState, side: str) -> Iterator[str]:
    """[2.2] The markers a side's formations bring to the cup this turn."""
    for formation in commandable(rules, state, side):
        for number in range(1, marker_count(rules, state, formation) + 1):
            yield f"{formation.id}#{number}"


def is_special(marker: str) -> bool:
    """[2.2] Whether a marker of the cup is a special one."""
    return marker.endswith(SPECIAL)


def owner_of_marker(marker: str) -> str:
    """The formation, or the special marker, that a marker of the cup stands for."""
    return marker.rpartition("#")[0]


def special_units(rules: Rules, state: GameState, special: SpecialMarker) -> Iterator[Piece]:
    """[2.2] The units on the map that a special marker can activate."""
    riders = special.cavalry_formations or special.formations
    for formation in dict.fromkeys((*special.formations, *riders)):
        foot = special.infantry and formation in special.formations
        horse = special.cavalry and formation in riders
        for piece in units_of(rules, state, formation):
            card = rules.cards[piece.id]
            if piece.hex is not None and ((card.is_infantry and foot) or (card.is_cavalry and horse)):
                yield piece


def special_at_hand(rules: Rules, state: GameState, side: str) -> Iterator[SpecialMarker]:
    """[2.2] The special markers a side may add now: within their turns, not used yet, with units to act."""
    for special in rules.special_markers.values():
        if (
            special.side == side
            and special.first_turn <= state.turn <= special.last_turn
            and state.fact(f"special:{special.id}") is None
            and any(True for _ in special_units(rules, state, special))
        ):
            yield special


def is_live_marker(rules: Rules, state: GameState, marker: str) -> bool:
    """[2.2] Whether a marker still has units to activate; the others are taken out of the cup."""
    key = ("roster of a marker", state.turn, marker)
    ids: tuple[str, ...] | None = rules.memo_of_counters.get(key)
    if ids is None:
        owner = owner_of_marker(marker)
        if is_special(marker):
            return any(True for _ in special_units(rules, state, rules.special_markers[owner]))
        ids = rules.memo_of_counters[key] = roster(rules, state.turn, owner)
    return _any_present(rules, state, ids)
