"""The picture of an exported tileset: one small hex for each terrain and elevation, drawn dot by dot.

Each terrain has a colour and a stamp, so that it is known without colour, too. Only the standard library
is needed: a PNG file is a few headers around zlib.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

Colour = tuple[int, int, int, int]  # red, green, blue, opacity

_INK: Colour = (60, 52, 40, 255)

_STAMPS: dict[str, tuple[str, ...]] = {
    "tree": ("...##...", "..####..", ".######.", "########", "########", ".######.", "...##...", "...##..."),
    "bush": (".###.", "#####", "#####", ".###."),
    "palm": ("##...##", ".##.##.", "..###..", "##.#.##", "...#...", "...#...", "..###.."),
    "stake": ("#...#", ".#.#.", "..#..", "..#..", "..#.."),
    "reed": ("#..#..#", "#..#..#", ".#.#.#.", "..###..", "#######"),
    "stones": ("..##..", ".####.", "######"),
    "tuft": ("#...#", ".#.#.", "..#.."),
    "wave": (".##...##.", "#..#.#..#", "....#...."),
    "crack": ("##....", "..##..", "....##", "...#..", "..#..."),
    "ice": ("#..#..#", ".#.#.#.", "..###..", "#######", "..###..", ".#.#.#.", "#..#..#"),
    "house": ("...##...", "..####..", ".######.", "########", ".######.", ".##..##.", ".##..##."),
    "block": ("##########", "##########", "##########", "##########", "##########", "##########"),
    "ruin": ("#..#..#.", "#.##..##", "####..##", "##......", "##...###"),
    "tower": ("##..##..##", "##########", ".########.", ".###..###.", ".###..###.", ".###..###."),
    "dot": (".#.", "###", ".#."),
    "ring": (".###.", "#...#", "#...#", "#...#", ".###."),
    "cross": ("#...#", ".#.#.", "..#..", ".#.#.", "#...#"),
}

# Where stamps stand, from the middle of the hex, in pixels.
_WIDE = ((-12, -12), (12, -12), (0, 0), (-12, 12), (12, 12))
_DENSE = ((-10, -14), (6, -16), (16, -4), (-18, 0), (0, 0), (-8, 13), (10, 12))
_FEW = ((-9, -6), (9, 7))


class _Look(NamedTuple):
    ground: Colour
    stamp: str = ""
    ink: Colour = _INK
    spots: tuple[tuple[int, int], ...] = _WIDE
    scale: int = 1


_LOOKS: dict[str, _Look] = {
    "clear": _Look((232, 226, 196, 255)),
    "difficult": _Look((218, 203, 160, 255), "tuft", (150, 126, 74, 255), _DENSE),
    "rough": _Look((206, 190, 156, 255), "stones", (120, 100, 72, 255)),
    "vines": _Look((214, 214, 150, 255), "stake", (110, 60, 110, 255), _DENSE),
    "dry_lake": _Look((226, 212, 176, 255), "crack", (158, 136, 100, 255)),
    "orchard": _Look((204, 220, 150, 255), "bush", (72, 120, 52, 255), _WIDE),
    "palms": _Look((224, 218, 160, 255), "palm", (60, 120, 60, 255)),
    "woods": _Look((150, 184, 112, 255), "tree", (44, 92, 44, 255), _DENSE),
    "marsh": _Look((186, 206, 184, 255), "reed", (60, 110, 120, 255), (*_FEW, (12, -12))),
    "frozen_pond": _Look((216, 232, 242, 255), "ice", (150, 180, 205, 255), _FEW),
    "river": _Look((128, 178, 216, 255), "wave", (60, 110, 170, 255), _FEW),
    "lake": _Look((140, 186, 220, 255), "wave", (74, 122, 176, 255), _WIDE),
    "sea": _Look((96, 148, 198, 255), "wave", (48, 92, 150, 255), _DENSE),
    "town": _Look((214, 190, 176, 255), "block", (142, 62, 50, 255), _WIDE),
    "village": _Look((228, 214, 186, 255), "house", (150, 70, 52, 255), ((-9, -9), (10, 3)), 2),
    "ruins": _Look((216, 206, 190, 255), "ruin", (110, 100, 92, 255), ((-9, -9), (10, 3)), 2),
    "castle": _Look((206, 200, 192, 255), "tower", (76, 72, 76, 255), ((0, -5),), 3),
}

_DIGITS: dict[str, tuple[str, ...]] = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", ".#.", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    "-": ("...", "...", "###", "...", "..."),
}


def look_of(word: str) -> _Look:
    """The colour and stamp of a terrain; a word that is not common gets its own, always the same."""
    if word in _LOOKS:
        return _LOOKS[word]
    number = zlib.crc32(word.encode("utf-8"))
    ground = (150 + number % 90, 150 + number // 90 % 90, 150 + number // 8100 % 90, 255)
    return _Look(ground, ("dot", "ring", "cross")[number // 729_000 % 3], _INK, _DENSE)


class Sheet:
    """A picture of equal hexes side by side, row after row, as Tiled counts the tiles of a tileset."""

    def __init__(self, flat: bool, length: int, across: int, side: int, count: int, columns: int) -> None:
        self.flat = flat
        self.length, self.across, self.side = length, across, side
        self.tile_width, self.tile_height = (length, across) if flat else (across, length)
        self.columns = columns
        self.width = columns * self.tile_width
        self.height = -(-count // columns) * self.tile_height
        self._dots = bytearray(4 * self.width * self.height)
        self._shape = tuple(self._hex_dots())

    def _hex_dots(self) -> Iterator[tuple[int, int, bool]]:
        """Dots of a hex in its box, and whether each lies on the rim."""
        shoulder = (self.length - self.side) // 2
        reach = self.length * self.across
        for y in range(self.tile_height):
            for x in range(self.tile_width):
                # Twice the way from the middle of the box to the middle of the dot: all whole numbers.
                dx, dy = abs(2 * x + 1 - self.tile_width), abs(2 * y + 1 - self.tile_height)
                along, over = (dx, dy) if self.flat else (dy, dx)
                depth = reach - along * self.across - 2 * over * shoulder
                if depth >= 0:
                    yield x, y, depth < 3 * self.across or over > self.across - 3

    def _dot(self, tile: int, x: int, y: int, colour: Colour) -> None:
        if 0 <= x < self.tile_width and 0 <= y < self.tile_height:
            row, column = divmod(tile, self.columns)
            at = 4 * ((row * self.tile_height + y) * self.width + column * self.tile_width + x)
            self._dots[at : at + 4] = bytes(colour)

    def fill(self, tile: int, ground: Colour, rim: Colour) -> None:
        """Paint a whole hex with its rim."""
        for x, y, is_rim in self._shape:
            self._dot(tile, x, y, rim if is_rim else ground)

    def stamp(self, tile: int, rows: tuple[str, ...], x: int, y: int, ink: Colour, scale: int = 1) -> None:
        """Print a stamp with its middle at a spot, counted from the middle of the hex."""
        left = self.tile_width // 2 + x - len(rows[0]) * scale // 2
        top = self.tile_height // 2 + y - len(rows) * scale // 2
        for j, row in enumerate(rows):
            for i, sign in enumerate(row):
                if sign == "#":
                    for k in range(scale * scale):
                        self._dot(tile, left + i * scale + k % scale, top + j * scale + k // scale, ink)

    def terrain(self, tile: int, word: str) -> None:
        """A hex of one terrain."""
        look = look_of(word)
        red, green, blue, _ = look.ground
        self.fill(tile, look.ground, (red * 4 // 5, green * 4 // 5, blue * 4 // 5, 255))
        for x, y in look.spots if look.stamp else ():
            self.stamp(tile, _STAMPS[look.stamp], x, y, look.ink, look.scale)

    def marker(self, tile: int, colour: Colour, step: int) -> None:
        """A hex of slanting stripes that lets the ground show through."""
        for x, y, is_rim in self._shape:
            if is_rim or (x + y * (1 if step > 0 else -1)) % abs(step) < 2:
                self._dot(tile, x, y, colour)

    def number(self, tile: int, value: int) -> None:
        """A number on nothing, low in the hex, for the elevation layer."""
        text = str(value)
        scale, low = 2, self.tile_height // 3
        for halo in (True, False):
            for place, digit in enumerate(text):
                x = (2 * place - len(text) + 1) * 2 * scale
                if halo:
                    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                        self.stamp(tile, _DIGITS[digit], x + dx, low + dy, (255, 255, 255, 220), scale)
                else:
                    self.stamp(tile, _DIGITS[digit], x, low, (90, 40, 30, 255), scale)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        stride = 4 * self.width
        # Each line begins with the number of its filter: 0, none.
        lines = b"".join(b"\0" + self._dots[y * stride : (y + 1) * stride] for y in range(self.height))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 6, 0, 0, 0)
        chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
            for name, body in chunks
        )
