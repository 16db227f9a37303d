"""What the card beside the pointer says about a hex: what stands there, what a click would do, why not."""

from __future__ import annotations

from fractions import Fraction

from game.core.modifiers import total
from game.core.table import Assessment, Route
from game.core.tongue import _
from game.ui.handlers import Desk, Mode
from game.ui.panel import place_line
from game.ui.session import Session
from game.ui.widgets import Type, wrap
from hexmap.coords import Hex

Lines = list[tuple[str, str]]  # a text and its style
_WIDTH = 330


def hover_lines(
    session: Session, desk: Desk, mode: Mode, hex_: Hex, route: Route | None, type_: Type
) -> Lines:
    """The card's lines, from what is there to what could be done."""
    found: Lines = [(place_line(session, hex_), "small bold")]
    shown = session.shown()
    width = round(_WIDTH * type_.scale)
    for id_ in shown.pieces.at(hex_)[:6]:
        found += [
            (line, "small") for line in wrap(session.reader.piece_line(shown, id_), width, "small", type_)
        ]
    if not desk.mine:
        return found
    options = mode.options(desk, hex_)
    for action in options[:5]:
        caption = session.reader.caption(desk.view.state, action)
        found += [(line, "good") for line in wrap(f"» {caption}", width, "good", type_)]
    if len(options) > 5:
        found.append((_("and {n} more").format(n=len(options) - 5), "faint"))
    if route is not None:
        found += route_lines(session, route)
    for action in options[:1]:
        sum_ = session.reader.assess(desk.view.state, action)
        if sum_ is not None:
            found += assessment_lines(sum_)
    if not options:
        why = mode.why_not(desk, hex_)
        if why:
            found += [(line, "accent") for line in wrap(why, width, "accent", type_)]
    return found


def route_lines(session: Session, route: Route) -> Lines:
    """The cost of a path, item by item, with its sum."""
    found: Lines = []
    sum_ = Fraction(0)
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
