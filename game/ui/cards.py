"""Cards that are laid over a screen: keys, a printed table, a question, the pad for dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from game.core.dice import Die, Face
from game.core.table import Place
from game.core.tables import PrintedTable
from game.core.tongue import _, titled, word
from game.ui.camera import Area
from game.ui.keys import BINDINGS, Keys, spoken
from game.ui.widgets import Column, Command, Scroll, Type, Widget, scrolled, shorten, wrap


class Card(Protocol):
    """Something laid over a screen; the commands of its widgets go to whoever laid it there."""

    def widgets(self, window: Area, type_: Type) -> list[Widget]: ...

    @property
    def scroll(self) -> Scroll | None: ...


def framed(
    window: Area,
    width: int,
    type_: Type,
    fill: Callable[[Column], None],
    scroll: Scroll | None = None,
    can_close: bool = False,
) -> list[Widget]:
    """A card in the middle of the window, as high as what it holds; scrolled where that is too much."""
    pad = round(18 * type_.scale)
    width = min(width, window.width - 2 * pad)
    inner = Area(
        window.x + (window.width - width) // 2 + pad,
        window.y + 2 * pad,
        width - 2 * pad,
        window.height - 4 * pad,
    )
    column = Column(inner, type_)
    fill(column)
    height = column.y - inner.y
    if height <= inner.height or scroll is None:
        top = window.y + max(pad, (window.height - height) // 2)
        shift = top - inner.y
        box = Area(inner.x - pad, top - pad, width, height + 2 * pad)
        moved = [
            replace(
                w,
                area=w.area._replace(y=w.area.y + shift),
                clip=None if w.clip is None else w.clip._replace(y=w.clip.y + shift),
            )
            for w in column.found
        ]
        return [Widget("box", box, style="card", fill="panel"), *moved, *_closer(box, type_, can_close)]
    box = Area(inner.x - pad, inner.y - pad, width, inner.height + 2 * pad)
    return [
        Widget("box", box, style="card", fill="panel"),
        *scrolled(inner, scroll, type_, fill),
        *_closer(box, type_, can_close),
    ]


def _closer(box: Area, type_: Type, can_close: bool) -> list[Widget]:
    """The button in the upper right corner of a card."""
    if not can_close:
        return []
    size = round(17 * type_.scale)
    area = Area(box.right - size, box.y, size, size)
    return [Widget("button", area, "×", "small bold", ("close",), _("Close"), is_centred=True, key="Esc")]


@dataclass
class Question:
    """A few sentences and the answers to choose from."""

    title: str
    text: str
    answers: Sequence[tuple[str, Command]]
    scroll: Scroll | None = field(default_factory=Scroll)

    def widgets(self, window: Area, type_: Type) -> list[Widget]:
        def fill(column: Column) -> None:
            column.text(self.title, "title")
            column.gap(8)
            for paragraph in self.text.split("\n"):
                column.text(paragraph, "body")
                column.gap(3)
            column.gap(10)
            column.buttons(
                [Widget("button", column.area, text, command=command) for text, command in self.answers]
            )

        return framed(window, round(520 * type_.scale), type_, fill, self.scroll)


@dataclass
class KeysCard:
    """All keys, by what they are for; in the options each can be given another."""

    keys: Keys
    asking: str = ""
    is_editable: bool = False
    overlays: Sequence[str] = ()  # what the keys for overlays show in the game that is played
    scroll: Scroll | None = field(default_factory=Scroll)

    def widgets(self, window: Area, type_: Type) -> list[Widget]:
        def fill(column: Column) -> None:
            column.text(_("Keys"), "title")
            if self.is_editable:
                column.text(_("Click a line, then press the key it should have."), "note")
            column.gap(6)
            self._groups(column)
            if not self.is_editable:
                self._mouse(column)

        return framed(window, round(760 * type_.scale), type_, fill, self.scroll, True)

    def _groups(self, column: Column) -> None:
        groups: dict[str, list[str]] = {}
        for name, binding in BINDINGS.items():
            groups.setdefault(binding.group, []).append(name)
        gap = column.px(28)
        count = 2 if column.area.width > column.px(560) else 1
        width = (column.area.width - gap * (count - 1)) // count
        start, ends = column.y, []
        names = list(groups)
        halves = [names] if count == 1 else [names[:2], names[2:]]
        for place, half in enumerate(halves):
            area = Area(column.area.x + place * (width + gap), start, width, column.area.height)
            part = Column(area, column.type, y=start)
            for group in half:
                part.text(_(group), "head")
                for name in groups[group]:
                    self._line(part, name)
                part.gap(6)
            column.found += part.found
            ends.append(part.y)
        column.y = max(ends)

    def _line(self, column: Column, name: str) -> None:
        height = column.type.height("small") + column.px(4)
        command: Command = ("bind", name) if self.is_editable else ()
        keys = (
            _("press a key")
            if self.asking == name
            else "  ".join(dict.fromkeys(map(spoken, self.keys.by_command[name])))
        )
        left = column.area.width * 42 // 100
        keys = shorten(keys, left - 6, "small bold", column.type)
        column.add(
            Widget("text", Area(column.area.x, column.y, left - 6, height), keys, "small bold", command)
        )
        words = Area(column.area.x + left, column.y, column.area.width - left, height)
        text = shorten(self._words(name), words.width, "small", column.type)
        column.add(Widget("text", words, text, "small", command))
        column.y += height

    def _words(self, name: str) -> str:
        kind, _space, number = name.partition(" ")
        if kind == "overlay" and number.isdigit() and int(number) <= len(self.overlays):
            return self.overlays[int(number) - 1]
        return _(BINDINGS[name].words)

    def _mouse(self, column: Column) -> None:
        column.text(_("Mouse"), "head")
        column.text(
            _(
                "Left button: choose. Right button: back. Drag, or the middle button: move the map. "
                "Wheel: zoom to the pointer; over a unit that can turn, or with Shift: turn it."
            ),
            "small",
        )


@dataclass
class TableCard:
    """Printed tables, one at a time, with the cell a roll was read in marked."""

    tables: dict[str, PrintedTable]
    shown: str
    place: Place | None = None
    note: str = ""
    scroll: Scroll | None = field(default_factory=Scroll)

    def widgets(self, window: Area, type_: Type) -> list[Widget]:
        def fill(column: Column) -> None:
            if len(self.tables) > 1:
                column.buttons(
                    [
                        Widget(
                            "button",
                            column.area,
                            _(table.title),
                            command=("table", name),
                            tip=_(table.title),
                            is_chosen=name == self.shown,
                        )
                        for name, table in self.tables.items()
                    ],
                    "small",
                )
                column.gap(8)
            table = self.tables[self.shown]
            rule = f"  [{table.rule}]" if table.rule else ""
            column.text(f"{_(table.title)}{rule}", "title")
            if self.note:
                column.text(self.note, "body")
            column.gap(6)
            self._grid(table, column)
            for mark, words in table.notes.items():
                column.text(titled(_(mark), _(words)), "faint")

        return framed(window, round(860 * type_.scale), type_, fill, self.scroll, True)

    def _grid(self, table: PrintedTable, column: Column) -> None:
        type_ = column.type
        pad = column.px(6)
        style = "small"
        labels = max([type_.width(word(row), "small bold") for row in (table.corner, *table.rows)]) + 2 * pad
        labels = min(labels, column.area.width * 45 // 100)
        width = (column.area.width - labels) // max(1, len(table.columns))
        widest = max(
            [type_.width(word(cell), style) for row in table.rows.values() for cell in row]
            + [type_.width(part, "small bold") for head in table.columns for part in word(head).split()],
            default=0,
        )
        width = min(width, widest + 4 * pad) if widest + 2 * pad < width else width
        self._row(column, (table.corner, *table.columns), labels, width, "small bold", "")
        for label, cells in table.rows.items():
            self._row(column, (label, *cells), labels, width, style, label, table.columns)

    def _row(
        self,
        column: Column,
        cells: Sequence[str],
        labels: int,
        width: int,
        style: str,
        label: str,
        heads: Sequence[str] = (),
    ) -> None:
        type_, pad = column.type, column.px(5)
        place_ = self.place
        is_row = bool(place_ and label and place_.row == label and place_.table == self.shown)
        heads = ("", *heads) if heads else ()

        def is_marked(place: int) -> bool:
            return bool(place_ and is_row and place and heads and heads[place] == place_.column)

        styles = ["small bold" if place == 0 or is_marked(place) else style for place in range(len(cells))]
        wrapped = [
            wrap(word(cell), (width if place else labels) - 2 * pad, styles[place], type_)
            for place, cell in enumerate(cells)
        ]
        line = type_.height("small")
        height = max(map(len, wrapped)) * line + pad
        if is_row or not label:
            whole = Area(column.area.x, column.y, labels + width * (len(cells) - 1), height)
            column.add(Widget("line", whole, fill="button_hot" if is_row else "panel_deep"))
        for place, lines in enumerate(wrapped):
            x = column.area.x + (0 if place == 0 else labels + (place - 1) * width)
            cell_width = labels if place == 0 else width
            if is_marked(place):
                column.add(Widget("line", Area(x, column.y, cell_width, height), fill="gold"))
            for number, text in enumerate(lines):
                area = Area(x + pad, column.y + pad // 2 + number * line, cell_width - 2 * pad, line)
                column.add(Widget("text", area, text, styles[place], is_centred=place > 0))
        column.y += height
        column.add(
            Widget(
                "line",
                Area(column.area.x, column.y - 1, labels + width * (len(cells) - 1), 1),
                fill="panel_line",
            )
        )


@dataclass
class DicePad:
    """Asks for the face rolled at the table."""

    die: Die
    why: str
    readings: Sequence[tuple[Face, str]] = ()  # what each face would mean, in words
    scroll: Scroll | None = None

    def widgets(self, window: Area, type_: Type) -> list[Widget]:
        def fill(column: Column) -> None:
            column.text(_("Roll the {die}").format(die=self.die.name), "title")
            column.text(self.why, "body")
            column.gap(8)
            for faces, words in self._alike():
                if words:
                    column.text(words, "small")
                column.buttons(
                    [
                        Widget("button", column.area, str(face), command=("face", face), tip=words)
                        for face in faces
                    ]
                )
            column.gap(6)
            column.buttons(
                [
                    Widget(
                        "button",
                        column.area,
                        _("Do not roll yet"),
                        command=("no face",),
                        tip=_("Take the action back"),
                    )
                ]
            )

        return framed(window, round(480 * type_.scale), type_, fill)

    def _alike(self) -> list[tuple[list[Face], str]]:
        """The faces in the groups that the rule reads alike; all in one where it tells each apart."""
        faces = list(dict.fromkeys(self.die.faces))
        groups: dict[str, list[Face]] = {}
        for face, words in self.readings:
            known = groups.setdefault(words, [])
            if face not in known:
                known.append(face)
        if not 1 < len(groups) <= len(faces) // 2:
            return [(faces, "")]
        return [(found, words) for words, found in groups.items()]
