"""Where names go: near their hex, on the map, clear of one another as far as there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.sheets.marks import XY, Words
from game.sheets.terrain_art import NUMBER_SPOT
from game.sheets.theme import NameLook, Theme
from hexmap.board import Board, Place
from hexmap.coords import within
from hexmap.layout import Box, Layout

# The width of a text in hex widths, in a look's lettering: asked of whoever will draw it.
Measure = Callable[[str, NameLook], float]


def rough_width(text: str, look: NameLook) -> float:
    """The width of a text to be expected of most typefaces."""
    return len(text) * look.size * 0.5


def candidates(layout: Layout, place: Place, width: float, height: float) -> list[XY]:
    """Spots for a name about its hex, the best first."""
    x, y = layout.centre(place.hex)
    # Below the middle, but above the numbers of the next row.
    below = 0.33 if layout.grid.orientation == "flat" else 0.24
    beside = 0.36 + width / 2
    return [
        (x, y + below),
        (x, y + 0.02),
        (x, y - 0.24),
        (x + beside, y),
        (x - beside, y),
        (x + beside - 0.1, y + 0.3),
        (x - beside + 0.1, y + 0.3),
        (x + beside - 0.1, y - 0.3),
        (x - beside + 0.1, y - 0.3),
        (x, y + 0.5 + height),
        (x, y - 0.5 - height / 2),
    ]


def _box(spot: XY, width: float, height: float) -> Box:
    return Box(spot[0] - width / 2, spot[1] - height / 2, spot[0] + width / 2, spot[1] + height / 2)


def overlap(a: Box, b: Box) -> float:
    """The area two rectangles share."""
    wide = min(a.right, b.right) - max(a.left, b.left)
    high = min(a.bottom, b.bottom) - max(a.top, b.top)
    return wide * high if wide > 0 and high > 0 else 0.0


def _corners_off(layout: Layout, box: Box) -> int:
    """How many corners of a rectangle lie off the map, in the notches of its edge."""
    corners = ((x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))
    return sum(layout.pick(x, y) is None for x, y in corners)


def _harm(box: Box, sheet: Box, taken: Sequence[Box], numbers: Sequence[Box]) -> float:
    """How bad it is to write here: worst off the sheet, bad over a name, a pity over a number."""
    area = box.width * box.height
    beyond = area - overlap(box, sheet)
    hidden = sum(overlap(box, other) for other in taken)
    return (30 * beyond + 10 * hidden) / area + 2 * sum(overlap(box, other) for other in numbers)


def placed_names(
    board: Board,
    theme: Theme,
    measure: Measure = rough_width,
    kept_free: Sequence[Box] = (),
    has_numbers: bool = True,
) -> Iterator[Words]:
    """Every place name at the spot where it is in nobody's way; the largest choose first."""
    layout = Layout(board.grid, 1.0)
    sheet = layout.bounds()
    dx, dy = NUMBER_SPOT[board.grid.orientation]
    taken: list[Box] = list(kept_free)
    looks = {place: theme.name_look(place.kind) for place in board.places}
    for place in sorted(board.places, key=lambda each: (-looks[each].size, each.hex, each.name)):
        look = looks[place]
        width, height = max(measure(place.name, look), 0.05), look.size * 0.95
        near = within(place.hex, 2 + int(width)) if has_numbers else ()
        centres = (layout.centre(hex_) for hex_ in near)
        numbers = [_box((x + dx, y + dy), 0.32, 0.13) for x, y in centres]

        choices = candidates(layout, place, width, height)
        _, spot = min(
            (
                rank * 0.03
                + 0.25 * _corners_off(layout, _box(spot, width, height))
                + _harm(_box(spot, width, height), sheet, taken, numbers),
                spot,
            )
            for rank, spot in enumerate(choices)
        )
        taken.append(_box(spot, width, height))
        yield Words(place.name, spot, look.size, look.colour, theme.sheet.halo, look.bold, look.italic)
