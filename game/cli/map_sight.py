"""`gloire map sight`: what is seen from a hex, and what is in the way.

`docs/map-sight.md` explains the JSON.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import typer

from game.cli.speech import UserError, print_json

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.coords import Hex
    from hexmap.sight import Field, Obstacle, Sight

_RADIUS = 12


def sight(
    map_: str = typer.Argument(
        ..., metavar="MAP", help="A map file, its folder, or the name of a map that came with the program."
    ),
    from_: str = typer.Argument(..., metavar="FROM", help="The hex that looks, such as 0304."),
    to: str = typer.Argument(None, metavar="[TO]", help="The hex it looks at; left out with --field."),
    field: bool = typer.Option(False, "--field", help="The whole field of view instead of one line."),
    radius: int = typer.Option(
        None, "--radius", help=f"How far a field reaches; {_RADIUS} hexes if not said."
    ),
    unit: list[str] = typer.Option(
        None, "--unit", metavar="HEX", help="A hex with a unit that may stand in the way; may be repeated."
    ),
    either: bool = typer.Option(
        False,
        "--either",
        help="Where a line runs along a hexside or through a corner, one side that blocks is enough.",
    ),
    as_json: bool = typer.Option(False, "--json", help="Machine-readable output."),
) -> None:
    """Tell whether one hex is seen from another, and why not; or draw all that is seen.

    Without a ruleset, sight goes by heights alone: the line runs straight from the ground of one hex
    to that of the other; woods, towns and units stand one level high.
    """
    from game.shipped import shipped
    from hexmap.files import find_map, read_map
    from hexmap.neutral_sight import plain_sight
    from hexmap.sight import Sighting

    if field and to is not None:
        raise UserError(f"--field looks all around from {from_}: leave {to} out, or leave --field out")
    if not field and to is None:
        raise UserError(f"name the hex that {from_} looks at, or ask for --field")
    if radius is not None and not field:
        raise UserError("--radius says how far a field of view reaches: it goes with --field")
    if radius is not None and radius < 0:
        raise UserError(f"a radius is 0 or more hexes, not {radius}")
    board = read_map(find_map(map_, shipped("maps")))
    rule = "either" if either else "both"
    sighting = Sighting(board, plain_sight(beside=rule, corner=rule))
    units = frozenset(board.at(label) for label in unit or ())
    screen = sighting.screen(units) if units else None
    origin = board.at(from_)
    if field:
        # Beyond the far corner there is nothing: a huge radius costs no more than the map.
        reach = min(_RADIUS if radius is None else radius, board.grid.columns + board.grid.rows)
        view = sighting.field(origin, reach, screen)
        if as_json:
            print_json(_field_json(board, view))
        else:
            _tell_field(board, view)
        return
    answer = sighting.look(origin, board.at(to), screen)
    if as_json:
        print_json(_sight_json(board, answer))
    else:
        _tell_sight(board, answer, units)


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 160)


# --- for people ----------------------------------------------------------------------------------


def _named(board: Board, hex_: Hex) -> str:
    name = board.name_at.get(hex_)
    return f"{board.label(hex_)} ({name})" if name else board.label(hex_)


def _tell_sight(board: Board, answer: Sight, units: frozenset[Hex]) -> None:
    from game.cli.sight_picture import pencil_for, profile_lines

    ends = f"{_named(board, answer.b)} from {_named(board, answer.a)}"
    hexes = f"{answer.steps} hex{'' if answer.steps == 1 else 'es'}"
    if answer.obstacle is None:
        print(f"One sees {ends}: nothing in the way over {hexes}.")
    else:
        print(f"One does not see {ends}, {hexes} away.")
        print(f"Blocked at {_obstacle_words(board, answer, answer.obstacle)}.")
    if answer.steps < 1:
        return
    pencil = pencil_for(sys.stdout.encoding)
    print()
    for text in profile_lines(board, answer, units, pencil, _width()):
        print(text)
    print()
    print(
        f"{pencil.ground} ground  {pencil.cover} woods or houses  {pencil.unit} unit  "
        f"{pencil.line} line of sight  {pencil.stop} blocked here  {pencil.beyond} beyond"
    )
    features = [
        f"{' and '.join(feature.kind.replace('_', ' ') for feature in found)} at "
        f"{board.label(side.a)}/{board.label(side.b)}"
        for side in answer.hexsides
        if (found := board.features.get(side))
    ]
    if features:
        print(textwrap.fill(f"Hexsides met: {', '.join(features)}.", _width()))


def _obstacle_words(board: Board, answer: Sight, obstacle: Obstacle) -> str:
    from game.cli.sight_picture import place_words

    told = f"{place_words(board, obstacle.where)}: {obstacle.why}"
    height = next((point.line for point in answer.profile if point.hex == obstacle.where), None)
    if height is not None:
        # Cut, not rounded: a line just under level 1 must not read as one at 1.
        cut = height * 100 // 1
        told += f", where the line passes at {cut // 100 if cut % 100 == 0 else f'{cut / 100:.2f}'}"
    if obstacle.rule:
        told += f" [{obstacle.rule}]"
    if obstacle.beside is not None:
        told += f"; on the other side of the line at {_obstacle_words(board, answer, obstacle.beside)}"
    return told


def _tell_field(board: Board, view: Field) -> None:
    from game.cli.sight_picture import field_lines, pencil_for

    pencil = pencil_for(sys.stdout.encoding)
    seen, there = len(view) - 1, _hexes_within(board, view) - 1
    print(f"From {_named(board, view.origin)} one sees {seen} of the {there} hexes within {view.radius}.")
    print()
    for text in field_lines(board, view, pencil, _width()):
        print(text)
    print()
    print(f"{pencil.observer} observer  {pencil.seen} seen  {pencil.unseen} not seen")
    labels = sorted(board.label(hex_) for hex_ in view if hex_ != view.origin)
    if labels:
        print()
        print(textwrap.fill("Seen: " + " ".join(labels), _width(), subsequent_indent="      "))


def _hexes_within(board: Board, view: Field) -> int:
    from hexmap.coords import distance

    return sum(distance(view.origin, hex_) <= view.radius for hex_ in board.hexes)


# --- for programs --------------------------------------------------------------------------------


def _sight_json(board: Board, answer: Sight) -> dict[str, Any]:
    from hexmap.coords import Hex

    return {
        "map": board.name,
        "from": board.label(answer.a),
        "to": board.label(answer.b),
        "distance": answer.steps,
        "seen": answer.seen,
        "obstacle": _obstacle_json(board, answer.obstacle),
        "crossings": [
            {
                **_place_json(board, crossing.where),
                "manner": crossing.manner,
                "enter": str(crossing.enter),
                "leave": str(crossing.leave),
                **(
                    {}
                    if isinstance(crossing.where, Hex)
                    else {"features": [f.kind for f in board.features.get(crossing.where, ())]}
                ),
            }
            for crossing in answer.crossings
        ],
        "vertices": [[board.grid.label(hex_) for hex_ in corner] for corner in answer.vertices],
        "profile": [
            {
                "at": str(point.at),
                "hex": board.label(point.hex),
                "manner": point.manner,
                "ground": point.ground,
                "cover": point.cover,
                "line": None if point.line is None else str(point.line),
            }
            for point in answer.profile
        ],
    }


def _obstacle_json(board: Board, obstacle: Obstacle | None) -> dict[str, Any] | None:
    if obstacle is None:
        return None
    return {
        **_place_json(board, obstacle.where),
        "why": obstacle.why,
        "rule": obstacle.rule,
        "at": str(obstacle.at),
        "beside": _obstacle_json(board, obstacle.beside),
    }


def _place_json(board: Board, where: Any) -> dict[str, Any]:
    from hexmap.coords import Hex

    if isinstance(where, Hex):
        return {"hex": board.label(where)}
    return {"hexside": [board.label(where.a), board.label(where.b)]}


def _field_json(board: Board, view: Field) -> dict[str, Any]:
    return {
        "map": board.name,
        "from": board.label(view.origin),
        "radius": view.radius,
        "within": _hexes_within(board, view),
        "seen": sorted(board.label(hex_) for hex_ in view),
    }
