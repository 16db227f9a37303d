"""What a screen is made of besides the board: texts and buttons with their places, as plain data.

A screen lists its widgets anew whenever something changed; whoever draws or clicks walks the list. That
keeps every word and rectangle open to tests and costs nothing while nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from game.ui.camera import Area

NOWHERE = Area(0, 0, 0, 0)
Kind = Literal["text", "button", "box", "line", "picture", "bar"]
Command = tuple[Any, ...]


class Style(NamedTuple):
    """How a text is set: typeface, size at scale 1, the palette's word for its colour."""

    face: str
    size: int
    ink: str


STYLES: dict[str, Style] = {
    "hero": Style("serif bold", 64, "head_ink"),
    "motto": Style("serif italic", 21, "head_ink"),
    "title": Style("serif bold", 27, "ink"),
    "head": Style("serif bold", 19, "ink"),
    "bar": Style("serif bold", 19, "head_ink"),
    "bar small": Style("text", 13, "head_ink"),
    "body": Style("text", 14, "ink"),
    "bold": Style("bold", 14, "ink"),
    "small": Style("text", 12, "ink"),
    "small bold": Style("bold", 12, "ink"),
    "faint": Style("text", 12, "faint"),
    "note": Style("italic", 13, "faint"),
    "accent": Style("bold", 13, "accent"),
    "good": Style("bold", 13, "good"),
    "button": Style("text", 14, "ink"),
    "big button": Style("serif bold", 21, "ink"),
    "big": Style("serif bold", 40, "ink"),
    "number": Style("bold", 22, "ink"),
}


class Type(Protocol):
    """Whoever knows how wide letters are."""

    scale: float

    def width(self, text: str, style: str) -> int: ...

    def height(self, style: str) -> int: ...


@dataclass(frozen=True)
class Widget:
    """One thing on a screen. A button has a command; `clip` is the window of a list it scrolls in."""

    kind: Kind
    area: Area
    text: str = ""
    style: str = "body"
    command: Command = ()
    tip: str = ""
    is_enabled: bool = True
    is_chosen: bool = False
    is_centred: bool = False
    clip: Area | None = None
    fill: str = ""  # a word of the palette, or #rrggbb
    picture: Any = None
    key: str = ""  # the key that does the same, for the tip

    def holds(self, x: float, y: float) -> bool:
        return self.area.holds(x, y) and (self.clip is None or self.clip.holds(x, y))

    @property
    def seen(self) -> Area:
        """The part that is not scrolled away."""
        if self.clip is None:
            return self.area
        a, c = self.area, self.clip
        left, top = max(a.x, c.x), max(a.y, c.y)
        return Area(left, top, max(0, min(a.right, c.right) - left), max(0, min(a.bottom, c.bottom) - top))


def wrap(text: str, width: int, style: str, type_: Type) -> list[str]:
    """A text in lines no wider than *width*; a word that is wider is broken."""
    return list(_wrapped(text, width, style, type_))


# Most of a panel reads as it did a moment ago.
@lru_cache(maxsize=3000)
def _wrapped(text: str, width: int, style: str, type_: Type) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if type_.width(longer, style) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while type_.width(word, style) > width and len(word) > 1:
                cut = next(
                    n for n in range(len(word) - 1, 0, -1) if n == 1 or type_.width(word[:n], style) <= width
                )
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        lines.append(line)
    return tuple(lines)


def shorten(text: str, width: int, style: str, type_: Type) -> str:
    """A text that fits, with dots where something was left out."""
    if type_.width(text, style) <= width:
        return text
    while text and type_.width(text + "…", style) > width:
        text = text[:-1]
    return text.rstrip() + "…"


@dataclass
class Column:
    """Stacks widgets from the top down in a column of the screen."""

    area: Area
    type: Type
    y: int = -1
    found: list[Widget] = field(default_factory=list)
    clip: Area | None = None

    def __post_init__(self) -> None:
        if self.y < 0:
            self.y = self.area.y

    def px(self, size: float) -> int:
        """A length at the interface's scale."""
        return round(size * self.type.scale)

    @property
    def left_over(self) -> int:
        return self.area.bottom - self.y

    def gap(self, size: float = 6) -> None:
        self.y += self.px(size)

    def add(self, widget: Widget) -> None:
        self.found.append(widget if self.clip is None else replace(widget, clip=self.clip))

    def text(
        self,
        text: str,
        style: str = "body",
        command: Command = (),
        tip: str = "",
        indent: float = 0,
        centred: bool = False,
        most: int = 0,
    ) -> None:
        """A paragraph, wrapped; *most* lines of it if that is not 0."""
        x = self.area.x + self.px(indent)
        width = self.area.width - self.px(indent)
        height = self.type.height(style)
        lines = wrap(text, width, style, self.type)
        if most and len(lines) > most:
            lines = [*lines[: most - 1], shorten(" ".join(lines[most - 1 :]), width, style, self.type)]
        for line in lines:
            area = Area(x, self.y, width, height)
            self.add(Widget("text", area, line, style, command, tip, is_centred=centred))
            self.y += height

    def rule(self) -> None:
        """A thin line across."""
        self.add(Widget("line", Area(self.area.x, self.y, self.area.width, max(1, self.px(1)))))
        self.y += self.px(1)

    def button(
        self,
        text: str,
        command: Command,
        tip: str = "",
        style: str = "button",
        enabled: bool = True,
        chosen: bool = False,
        key: str = "",
        fill: str = "",
    ) -> None:
        """A button as wide as the column; a long caption takes several lines."""
        pad = self.px(10)
        lines = wrap(text, self.area.width - 2 * pad, style, self.type)
        height = self.type.height(style) * len(lines) + self.px(9)
        area = Area(self.area.x, self.y, self.area.width, height)
        self.add(
            Widget(
                "button",
                area,
                "\n".join(lines),
                style,
                command,
                tip,
                enabled,
                chosen,
                True,
                fill=fill,
                key=key,
            )
        )
        self.y += height + self.px(5)

    def buttons(self, row: Sequence[Widget], style: str = "button") -> None:
        """Buttons side by side, equally wide; more rows where their captions need it."""
        if not row:
            return
        gap, pad = self.px(5), self.px(8)
        widest = max(self.type.width(each.text, style) for each in row) + 2 * pad
        count = max(1, min(len(row), (self.area.width + gap) // (widest + gap)))
        # Even rows look better than a full one and a rest.
        rows = -(-len(row) // count)
        count = -(-len(row) // rows)
        width = (self.area.width - gap * (count - 1)) // count
        height = self.type.height(style) + self.px(9)
        for number, each in enumerate(row):
            line, place = divmod(number, count)
            area = Area(self.area.x + place * (width + gap), self.y + line * (height + gap), width, height)
            text = shorten(each.text, width - 2 * self.px(3), style, self.type)
            self.add(replace(each, kind="button", area=area, style=style, is_centred=True, text=text))
        self.y += rows * (height + gap)


@dataclass
class Scroll:
    """How far a list is scrolled, and how far it could be."""

    offset: int = 0
    most: int = 0
    area: Area = NOWHERE
    sticks: bool = False  # stays at its end when it grows
    _was_at_end: bool = True

    def fit(self, area: Area, height: int) -> None:
        """The window of the list and the height of all it holds."""
        self.area = area
        self.most = max(0, height - area.height)
        if self.sticks and self._was_at_end:
            self.offset = self.most
        self.offset = min(max(self.offset, 0), self.most)

    def move(self, by: int) -> None:
        self.offset = min(max(self.offset + by, 0), self.most)
        self._was_at_end = self.offset >= self.most


def scrolled(area: Area, scroll: Scroll, type_: Type, fill: Callable[[Column], None]) -> list[Widget]:
    """Widgets in a window that scrolls, with a bar where there is more than fits."""
    bar = round(8 * type_.scale)
    room = Area(area.x, area.y, area.width - bar - round(4 * type_.scale), area.height)
    column = Column(room, type_)
    fill(column)
    scroll.fit(area, column.y - area.y)
    shift = scroll.offset
    moved = [
        replace(w, area=w.area._replace(y=w.area.y - shift), clip=area)
        for w in column.found
        if w.area.bottom - shift > area.y and w.area.y - shift < area.bottom
    ]
    if scroll.most:
        height = max(bar * 2, area.height * area.height // (area.height + scroll.most))
        top = area.y + (area.height - height) * scroll.offset // scroll.most
        moved.append(Widget("bar", Area(area.right - bar, area.y, bar, area.height), fill="panel_deep"))
        moved.append(Widget("bar", Area(area.right - bar, top, bar, height), fill="panel_line"))
    return moved


def hit(widgets: Iterable[Widget], x: float, y: float) -> Widget | None:
    """The topmost widget under a pixel that has a command or a tip."""
    found = None
    for widget in widgets:
        if (widget.command or widget.tip) and widget.holds(x, y):
            found = widget
    return found


def commands(widgets: Iterable[Widget]) -> list[Widget]:
    """The widgets that the keyboard can walk through, each command once."""
    known: dict[Command, Widget] = {}
    for widget in widgets:
        if widget.command and widget.is_enabled and widget.kind == "button":
            known.setdefault(widget.command, widget)
    return list(known.values())


def overlaps(widgets: Iterable[Widget]) -> list[tuple[Widget, Widget]]:
    """Pairs of texts or buttons that lie over each other: a screen has none."""
    shown = [w for w in widgets if w.kind in ("text", "button") and w.seen.width > 0 and w.seen.height > 0]
    return [(a, b) for number, a in enumerate(shown) for b in shown[number + 1 :] if a.seen.meets(b.seen)]


def too_wide(widgets: Iterable[Widget], type_: Type) -> list[Widget]:
    """Texts that do not fit their place: a screen has none."""
    return [
        w
        for w in widgets
        if w.kind in ("text", "button")
        and any(type_.width(line, w.style) > w.area.width for line in w.text.split("\n"))
    ]
