"""Where names go: near their hex, on the map, clear of one another as far as there is room."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from game.sheets.curves import walk
from game.sheets.marks import XY, Line, Words
from game.sheets.terrain_art import NUMBER_SPOT
from game.sheets.theme import NameLook, Theme
from hexmap.board import Board, Place
from hexmap.coords import within
from hexmap.layout import Box, Layout

LINE_STEP = 0.05
LINE_WIDTH = 0.1  # of an ordinary road

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
        (x + 0.3, y + below),
        (x - 0.3, y + below),
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


class Obstacles(NamedTuple):
    """What a name would rather not be written over, the worst first."""

    taken: Sequence[Box]
    numbers: Sequence[Box]
    lines: Sequence[XY]  # places along roads, rivers and works, LINE_STEP apart

    def harm(self, box: Box, sheet: Box) -> float:
        """How bad it is to write here: worst off the sheet, bad over a name, a pity over all else."""
        area = box.width * box.height
        beyond = area - overlap(box, sheet)
        hidden = [overlap(box, other) for other in self.taken]
        # Names that only just touch are as hard to tell apart as names that overlap.
        touching = 0.5 * any(hidden)
        numbers = 2 * sum(overlap(box, other) for other in self.numbers)
        hidden_line = LINE_STEP * sum(_touches(box, spot) for spot in self.lines)
        return (30 * beyond + 10 * sum(hidden)) / area + touching + numbers + 0.7 * hidden_line


def _touches(box: Box, spot: XY) -> bool:
    """Whether a line through the spot would run under a text or against it."""
    x, y = spot
    edge = LINE_WIDTH / 2
    return box.left - edge < x < box.right + edge and box.top - edge < y < box.bottom + edge


def _about(centre: XY, reach: float, spots: Sequence[XY]) -> list[XY]:
    """The spots near enough to a place to matter to its name."""
    return [spot for spot in spots if math.dist(spot, centre) < reach]


def placed_names(
    board: Board,
    theme: Theme,
    measure: Measure = rough_width,
    kept_free: Sequence[Box] = (),
    has_numbers: bool = True,
    lines: Sequence[Line] = (),
) -> Iterator[Words]:
    """Every place name at the spot where it is in nobody's way; the largest choose first."""
    layout = Layout(board.grid, 1.0)
    sheet = layout.bounds()
    dx, dy = NUMBER_SPOT[board.grid.orientation]
    taken: list[Box] = list(kept_free)
    on_lines = [spot for line in lines for spot, _ in walk(line, LINE_STEP)]
    looks = {place: theme.name_look(place.kind) for place in board.places}
    for place in sorted(board.places, key=lambda each: (-looks[each].size, each.hex, each.name)):
        look = looks[place]
        width, height = max(measure(place.name, look), 0.05), look.size * 0.95
        near = within(place.hex, 2 + int(width)) if has_numbers else ()
        centres = (layout.centre(hex_) for hex_ in near)
        numbers = [_box((x + dx, y + dy), 0.32, 0.13) for x, y in centres]
        obstacles = Obstacles(taken, numbers, _about(layout.centre(place.hex), 2.0 + width, on_lines))
        choices = candidates(layout, place, width, height)
        _, spot = min(
            (
                rank * 0.025
                + 0.25 * _corners_off(layout, _box(spot, width, height))
                + obstacles.harm(_box(spot, width, height), sheet),
                spot,
            )
            for rank, spot in enumerate(choices)
        )
        taken.append(_box(spot, width, height))
        yield Words(place.name, spot, look.size, look.colour, theme.sheet.halo, look.bold, look.italic)
