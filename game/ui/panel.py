"""The side panel: where we are, what is asked, what can be done, who stands here, what happened."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from game.core.actions import PASS, Action
from game.core.tongue import _, titled, word
from game.ui.camera import Area
from game.ui.handlers import Choosing, Desk, Mode, Picked
from game.ui.keys import Keys, spoken
from game.ui.oracle import Forecast, percent
from game.ui.session import Session
from game.ui.widgets import Column, Scroll, Type, Widget, scrolled, shorten
from hexmap.coords import Hex

_ANSWER_LINES = 2
_FEW = 5  # answers to a question whose odds are shown beside them


@dataclass
class PanelScrolls:
    """Where the panel's lists stand."""

    actions: Scroll = field(default_factory=Scroll)
    log: Scroll = field(default_factory=lambda: Scroll(sticks=True))


@dataclass(frozen=True)
class PanelState:
    """What the panel shows besides the game itself."""

    mode: Mode
    looked_at: Hex | None
    overlay: str
    keys: Keys
    is_swapped: bool = False


def panel_width(window_width: int, scale: float) -> int:
    """How wide the panel is: enough for a sentence, never more than a third of the window."""
    return max(round(250 * scale), min(round(350 * scale), window_width * 34 // 100))


def panel_widgets(
    session: Session, desk: Desk, panel: PanelState, area: Area, type_: Type, scrolls: PanelScrolls
) -> list[Widget]:
    """All of the panel."""
    pad = round(12 * type_.scale)
    found = [Widget("line", area, fill="panel")]
    found += _header(session, area, type_, pad)
    y = found[-1].area.bottom if found[-1].kind == "text" else area.y
    inner = Area(area.x + pad, y + pad, area.width - 2 * pad, area.bottom - y - 2 * pad)
    column = Column(inner, type_)
    _sequence(session, desk, column)
    found += column.found
    foot = _foot(session, desk, panel, inner, type_)
    bottom = min(widget.area.y for widget in foot) - pad // 2
    found += _choices(session, desk, panel, column, type_, scrolls, bottom)
    below = Column(Area(inner.x, column.y, inner.width, bottom - column.y), type_)
    line = type_.height("body")
    if below.left_over > 8 * line:
        _facts(session, desk, below)
    if below.left_over > 9 * line:
        _here(session, desk, panel, below)
    found += below.found
    log = Area(inner.x, below.y, inner.width, bottom - below.y)
    if log.height > type_.height("small") * 2:
        found += _log(session, log, type_, scrolls)
    # Last, so that the keyboard comes to what is asked before it comes to undo and menu.
    return found + foot


def _header(session: Session, area: Area, type_: Type, pad: int) -> list[Widget]:
    """The bar at the top: the battle and the turn."""
    match = session.match
    height = type_.height("bar") + type_.height("bar small") + pad
    width = area.width - 2 * pad
    turns = getattr(match.rules, "turns", None)
    turn = _("Turn {n} of {all}") if turns else _("Turn {n}")
    words = turn.format(n=match.state.turn, all=turns)
    date = _(str(match.scenario.data.get("date") or " ")).strip()
    words = f"{words}   {date}" if date else words
    top = area.y + pad // 2
    return [
        Widget("line", Area(area.x, area.y, area.width, height), fill="head"),
        Widget(
            "text",
            Area(area.x + pad, top, width, type_.height("bar")),
            shorten(_(match.scenario.title), width, "bar", type_),
            "bar",
            tip=_(match.scenario.title),
        ),
        Widget(
            "text",
            Area(area.x + pad, top + type_.height("bar"), width, height - pad // 2 - type_.height("bar")),
            shorten(words, width, "bar small", type_),
            "bar small",
        ),
    ]


def _sequence(session: Session, desk: Desk, column: Column) -> None:
    """The open boxes of the flow chart, whose decision it is, and what is asked."""
    state, nodes = desk.view.state, session.match.rules.nodes
    titles: list[str] = []
    for frame in state.frames:
        node = nodes.get(frame.step)
        title = _(node.title) if node else frame.step.replace("_", " ")
        if not titles or titles[-1] != title:
            titles.append(title)
    if len(titles) > 1:
        column.text(" › ".join(titles[1:][-3:]), "faint", most=2, tip=" › ".join(titles))
        column.gap(2)
    asked = desk.view.asked
    if asked is not None:
        name = session.reader.side_name(asked)
        height = column.type.height("head")
        swatch = Area(column.area.x, column.y + height // 5, round(height * 0.6), round(height * 0.6))
        column.add(Widget("box", swatch, fill=session.reader.side_colour(asked)))
        x = swatch.right + column.px(7)
        column.text(
            _("{side} to decide").format(side=name), "head", indent=(x - column.area.x) / column.type.scale
        )
        column.gap(1)
    column.text(desk.view.prompt, "bold", most=5, tip=desk.view.prompt)
    column.gap(6)


def _choices(
    session: Session,
    desk: Desk,
    panel: PanelState,
    column: Column,
    type_: Type,
    scrolls: PanelScrolls,
    bottom: int,
) -> list[Widget]:
    """Buttons for what no click on the map can say, or for the several things a click could mean."""
    if not desk.mine:
        return []
    mode = panel.mode
    actions = list(mode.actions) if isinstance(mode, Choosing) else desk.spoken()
    if isinstance(mode, Picked):
        actions = mode.plain(desk) + actions
    actions = [action for action in actions if action != PASS]
    if not actions:
        return []
    if passes_above(session, desk):
        actions.append(PASS)
    room = (bottom - column.y) * 45 // 100
    area = Area(column.area.x, column.y, column.area.width, max(room, type_.height("button") * 3))

    # What is secret concerns no dice yet, and odds for many answers are read by pointing at each.
    has_odds = len(actions) <= _FEW and not desk.view.state.frame.secret
    odds = answers(session, desk, actions) if has_odds else {}

    def fill(inner: Column) -> None:
        inner.y += 3
        for action in actions:
            inner.button(session.reader.caption(desk.view.state, action), ("act", action), tip=str(action))
            if action in odds:
                inner.y -= inner.px(4)
                for line in odds[action]:
                    inner.text(line, "faint", indent=8, most=1, tip=line)
                inner.gap(5)

    trial = Column(area, type_)
    fill(trial)
    if trial.y <= area.bottom:
        column.y = trial.y + column.px(2)
        return trial.found
    column.y = area.bottom + column.px(6)
    return scrolled(area, scrolls.actions, type_, fill)


def passes_above(session: Session, desk: Desk) -> bool:
    """Whether to pass is one answer among few to a question with dice behind it, and stands beside them."""
    others = [action for action in desk.spoken() if action != PASS]
    state = desk.view.state
    return (
        desk.mine
        and PASS in desk.view.actions
        and 0 < len(others) < _FEW
        and not state.frame.secret
        and any(session.oracle.has_odds(state, action) for action in others)
    )


def answers(session: Session, desk: Desk, actions: list[Action]) -> dict[Action, tuple[str, ...]]:
    """What each answer to a question leads to, in the two chances that differ most between the answers."""
    state = desk.view.state
    asked = {a: session.oracle.ask(state, a) for a in actions if session.oracle.has_odds(state, a)}
    known = {action: dict(_chances(found)) for action, found in asked.items() if found is not None}
    if len(known) < len(asked):
        return dict.fromkeys(asked, ("…", " "))  # as high as the lines to come, so that nothing moves then
    titles = list(dict.fromkeys(title for chances in known.values() for title in chances))

    def spread(title: str) -> Fraction:
        values = [chances.get(title, Fraction(0)) for chances in known.values()]
        return max(values) - min(values)

    shown = sorted(titles, key=spread, reverse=True)[:_ANSWER_LINES]
    blank = (" ",) * (_ANSWER_LINES - len(shown))  # a button that is pointed at stays where it is
    return {
        action: tuple(
            f"{percent(chances.get(title, Fraction(0)))} {title[:1].lower()}{title[1:]}" for title in shown
        )
        + blank
        for action, chances in known.items()
    }


def _chances(forecast: Forecast) -> list[tuple[str, Fraction]]:
    return [(title, value) for title, value, is_chance in forecast.figures if is_chance]


def _foot(session: Session, desk: Desk, panel: PanelState, inner: Area, type_: Type) -> list[Widget]:
    """The rows at the bottom: pass, undo, redo; overlays; menu, tables, help."""
    keys = panel.keys

    def button(text: str, command: str, tip: str, enabled: bool = True, chosen: bool = False) -> Widget:
        return Widget(
            "button", inner, text, "button", (command,), tip, enabled, chosen, key=spoken(keys.first(command))
        )

    titles = session.reader.overlay_titles()
    # Titles two abreast where there is room for so many rows; numbers else, whose tips have the titles.
    half = int((inner.width - 5 * type_.scale) / 2 - 2 * 8 * type_.scale)
    is_tall = inner.height > 34 * type_.height("button")
    rows: list[list[Widget]] = []
    if desk.mine and PASS in desk.view.actions and not passes_above(session, desk):
        caption = session.reader.meaning(desk.view.state, PASS).caption or _("Pass")
        rows.append(
            [
                Widget(
                    "button",
                    inner,
                    caption,
                    command=("act", PASS),
                    tip=_("Nothing more here"),
                    key=spoken(keys.first("pass")),
                )
            ]
        )
    match = session.match
    undo = _("Undo") if match.undoable < 2 else _("Undo ({n})").format(n=match.undoable)
    rows.append(
        [
            button(
                undo, "undo", _("Take the last step back; not beyond a die or a secret"), match.undoable > 0
            ),
            button(_("Redo"), "redo", _("Do again what was taken back"), match.redoable > 0),
        ]
    )
    rows.append(
        [
            Widget(
                "button",
                inner,
                shorten(f"{number} {title}", half, "small", type_) if is_tall else str(number),
                command=("overlay", name),
                tip=title,
                is_chosen=panel.overlay == name,
                key=spoken(keys.first(f"overlay {number}")),
            )
            for number, (name, title) in enumerate(titles.items(), 1)
        ][:8]
    )
    rows.append(
        [
            button(_("Menu"), "menu", _("To the menu; the game is saved")),
            button(_("Tables"), "tables", _("The printed tables of the rules")),
            button(_("Keys"), "help", _("All keys")),
        ]
    )
    column = Column(inner, type_)
    for row in rows:
        column.buttons(row, "small" if row[0].command[:1] == ("overlay",) else "button")
    height = column.y - inner.y
    shift = inner.bottom - height - inner.y + round(5 * type_.scale)
    return [replace(w, area=w.area._replace(y=w.area.y + shift)) for w in column.found]


def _facts(session: Session, desk: Desk, column: Column) -> None:
    """How the game stands, in a few lines."""
    side = desk.view.side
    facts = session.reader.standing(desk.view.state, side) if side else []
    for name, value in facts[:6]:
        column.text(titled(name, value), "small")
    if facts:
        column.gap(4)


def _here(session: Session, desk: Desk, panel: PanelState, column: Column) -> None:
    """The pieces of the hex that is looked at."""
    hex_ = panel.looked_at
    if hex_ is not None and session.reader.board.label(hex_):
        shown = desk.view.state
        ids = shown.pieces.at(hex_)
        column.rule()
        column.gap(3)
        column.text(place_line(session, hex_), "small bold", most=1)
        for id_ in ids[:4]:
            line, figures = session.reader.piece_line(shown, id_), session.reader.printed(shown, id_)
            column.text(line, "small", ("pick", id_), tip=figures, most=2, indent=6)
        column.gap(4)


def place_line(session: Session, hex_: Hex) -> str:
    """A hex in words: number, name, ground, height."""
    board = session.reader.board
    names = [place.name for place in board.places if place.hex == hex_]
    parts = [board.label(hex_), *names[:1], word(board.terrain[hex_])]
    if any(board.elevation.values()):
        parts.append(_("level {n}").format(n=board.elevation[hex_]))
    return ", ".join(parts)


def _log(session: Session, area: Area, type_: Type, scrolls: PanelScrolls) -> list[Widget]:
    """What happened, the latest at the bottom; a line leads to its hex, a roll to its table."""
    lines = session.log()[-120:]
    head = Column(area, type_)
    head.rule()
    head.gap(3)
    window = Area(area.x, head.y, area.width, area.bottom - head.y)

    def fill(column: Column) -> None:
        for number, line in enumerate(lines):
            first, *rest = line.text.split("\n")
            has_place = line.hex is not None or line.roll is not None
            command = ("log", len(session.log()) - len(lines) + number) if has_place else ()
            column.text(first, "small bold" if line.roll else "small", command, indent=0)
            for each in rest:
                column.text(each.strip(), "faint", command, indent=12)
            column.gap(2)

    return head.found + scrolled(window, scrolls.log, type_, fill)
