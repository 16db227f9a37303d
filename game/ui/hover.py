"""What the card beside the pointer says about a hex: what stands there, what a click would do, why not."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from game.core.actions import Action
from game.core.modifiers import total
from game.core.table import Assessment, Route
from game.core.tongue import _
from game.ui.handlers import Desk, Idle, Mode
from game.ui.oracle import Forecast, percent
from game.ui.panel import place_line
from game.ui.session import Session
from game.ui.whatif import Shift
from game.ui.widgets import Type, wrap
from hexmap.coords import Hex

Lines = list[tuple[str, str]]  # a text and its style
_WIDTH = 330
_MOST_THREATS = 8
_NAMED = 2  # in a hex of so many pieces there is room to name each figure
_MOST_ROWS = 6  # more are a spread of dice rather than the rows of a table


def hover_lines(
    session: Session,
    desk: Desk,
    mode: Mode,
    hex_: Hex,
    route: Route | None,
    type_: Type,
    has_threats: bool = False,
    struck: Hex | None = None,
) -> Lines:
    """The card's lines, from what is there to what could be done.

    *has_threats* adds who can strike there; *struck* what those there could do to the ones in another hex.
    """
    found: Lines = [(place_line(session, hex_), "small bold")]
    shown = session.shown()
    width = round(_WIDTH * type_.scale)
    ids = shown.pieces.at(hex_)
    for id_ in ids[:6]:
        told = [(session.reader.piece_line(shown, id_), "small")]
        if len(ids) <= _NAMED:
            told.append((session.reader.printed(shown, id_), "faint"))
        found += [(line, style) for text, style in told if text for line in wrap(text, width, style, type_)]
    if has_threats:
        found += threat_lines(session, desk, hex_, None, width, type_)
    if struck is not None and struck != hex_:
        theirs = [id_ for id_ in shown.pieces.at(hex_) if shown.pieces[id_].side != desk.view.side]
        if theirs:
            lines = threat_lines(session, desk, struck, theirs, width, type_)
            found += lines or [(_("They cannot strike us here next."), "faint")]
            return found
    if not desk.mine:
        return found
    following = mode.next_desk(desk, hex_)
    if following is not None:
        found.append((session.reader.caption(desk.view.state, following[0]), "small bold"))
        desk, mode = following[1], Idle()
    options = mode.options(desk, hex_)
    for action in options[:5]:
        caption = session.reader.caption(desk.view.state, action) + _chance(session, desk, action)
        found += [(line, "good") for line in wrap(f"» {caption}", width, "good", type_)]
    if len(options) > 5:
        found.append((_("and {n} more").format(n=len(options) - 5), "faint"))
    rolling = next((action for action in options if rolls(desk, action)), None)
    if route is not None:
        # Beside the odds of an attack, the sum of the way is enough.
        found += route_lines(session, route)[-1 if rolling else 0 :]
    if rolling is not None:
        found += odds_lines(session, desk, rolling, width, type_)
    if not options:
        why = mode.why_not(desk, hex_)
        if why:
            found += [(line, "accent") for line in wrap(why, width, "accent", type_)]
    return found


def _chance(session: Session, desk: Desk, action: Action) -> str:
    """The figure asked for most, beside an action: so that several ways to strike can be compared."""
    if not rolls(desk, action):
        return ""
    forecast = session.oracle.ask(desk.view.state, action)
    chances = [value for _title, value, is_chance in forecast.figures if is_chance] if forecast else []
    return f" ({percent(chances[0])})" if chances else ""


def rolls(desk: Desk, action: Action) -> bool:
    """Whether odds are worth asking for: not for plain moves and choices."""
    return desk.reader.meaning(desk.view.state, action).manner in ("attack", "charge", "fire")


def odds_lines(session: Session, desk: Desk, action: Action, width: int, type_: Type) -> Lines:
    """The sum of an attack and the exact odds of all that follows from it."""
    forecast = session.oracle.ask(desk.view.state, action)
    sum_ = session.reader.assess(desk.view.state, action)
    if forecast is None or forecast.is_empty:
        found = assessment_lines(sum_) if sum_ is not None else []
        if forecast is None:
            found.append((_("odds are being worked out"), "faint"))
        elif not forecast.is_counted:
            found.append((_("too many ways to go: no odds"), "faint"))
        return found
    found = forecast_lines(forecast, width, type_)
    found.append((_("What would change it most"), "small bold"))
    return found + change_lines(forecast, session.oracle.changes(desk.view.state, action), width, type_)


def forecast_lines(forecast: Forecast, width: int, type_: Type) -> Lines:
    """A forecast in lines: the sum, the table's rows, what players ask for."""
    found: Lines = []

    def add(text: str, style: str) -> None:
        found.extend((line, style) for line in wrap(text, width, style, type_))

    add(forecast.title, "small bold")
    for line in forecast.lines:
        add(str(line), "faint")
    if forecast.lines:
        add(_("Total {n}").format(n=f"{total(forecast.lines):+d}"), "small bold")
    if len(forecast.rows) <= _MOST_ROWS:
        for label, chance in forecast.rows:
            add(f"{percent(chance)} {label}", "small")
    if forecast.figures:
        add(_("When the dust has settled"), "small bold")
    for title, value, is_chance in forecast.figures:
        add(f"{percent(value) if is_chance else f'{float(value):.1f}'} {title}", "small")
    return found


def change_lines(forecast: Forecast, shifts: tuple[Shift, ...] | None, width: int, type_: Type) -> Lines:
    """How the first figure would stand if one thing were otherwise."""
    if shifts is None:
        return [("…", "faint")]
    if not shifts or not forecast.figures:
        return [(_("nothing within reach"), "faint")]
    is_chance = forecast.figures[0][2]
    found: Lines = []
    for words, chance, by in shifts:
        now = percent(chance) if is_chance else f"{float(chance):.1f}"
        sign = "+" if by > 0 else "−"
        step = percent(abs(by)) if is_chance else f"{abs(float(by)):.1f}"
        found += [(line, "small") for line in wrap(f"{now} ({sign}{step}) {words}", width, "small", type_)]
    return found


def threat_lines(
    session: Session, desk: Desk, hex_: Hex, by: Collection[str] | None, width: int, type_: Type
) -> Lines:
    """Who can strike those in a hex next, the likeliest to prevail first; *by* leaves out all others."""
    state = desk.view.state
    known = [each for each in session.reader.threats(state, hex_) if by is None or each.unit in by]
    if not known:
        return []
    ranked: list[tuple[Fraction, str, str]] = []
    for threat in known:
        answer = session.oracle.chance(threat.question)
        if answer is None:
            ranked.append((Fraction(-1), "…", threat.words))
        elif answer[0] is not None:
            ranked.append((answer[0], percent(answer[0]), threat.words))
    found: Lines = [(_("Who can strike here, and prevail"), "small bold")]
    for _value, amount, words in sorted(ranked, reverse=True)[:_MOST_THREATS]:
        found += [(line, "small") for line in wrap(f"{amount} {words}", width, "small", type_)]
    if len(ranked) > _MOST_THREATS:
        found.append((_("and {n} more").format(n=len(ranked) - _MOST_THREATS), "faint"))
    return found


def route_lines(session: Session, route: Route) -> Lines:
    """The cost of a path, item by item, with its sum."""
    found: Lines = []
    sum_ = Fraction(0)
    if not any(leg.items for leg in route.legs):
        return found
    for leg in route.legs:
        sum_ += sum((cost for _what, cost, _rule in leg.items), Fraction(0))
        items = " + ".join(f"{what} {cost_text(cost)}" for what, cost, _rule in leg.items)
        found.append((f"{session.reader.board.label(leg.to)}  {items}", "faint"))
    if len(found) > 7:
        found = [*found[:3], ("…", "faint"), *found[-3:]]
    words = _("Cost {n}").format(n=cost_text(sum_))
    if route.left:
        words += ", " + _("{n} left").format(n=route.left)
    found.append((words, "small bold"))
    return found


def assessment_lines(sum_: Assessment) -> Lines:
    """The modifier lines of an attack, and what they add up to."""
    found: Lines = [(sum_.title, "small bold")]
    found += [(str(line), "faint") for line in sum_.lines]
    words = _("Total {n}").format(n=f"{total(sum_.lines):+d}")
    if sum_.column:
        words += ", " + _("column {name}").format(name=sum_.column)
    found.append((words, "small bold"))
    return found


def cost_text(cost: Fraction) -> str:
    """Movement points as people write them: 1½, 2."""
    whole, rest = divmod(Fraction(cost), 1)
    halves = {
        Fraction(0): "",
        Fraction(1, 2): "½",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 3): "⅓",
    }
    tail = halves.get(rest)
    if tail is None:
        return str(cost)
    return f"{whole}{tail}" if whole or not tail else tail
