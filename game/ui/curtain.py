"""The curtain between two sides at one screen: it shows what both may see, whose turn it is, nothing else."""

from __future__ import annotations

from game.core.tongue import _
from game.ui.camera import Area
from game.ui.keys import Keys, spoken
from game.ui.session import Session
from game.ui.widgets import Column, Type, Widget


def curtain_widgets(session: Session, size: tuple[int, int], type_: Type, keys: Keys) -> list[Widget]:
    """The side that is asked is called to the seat."""
    width, height = size
    name = session.reader.side_name(session.match.asked)
    column = Column(Area(width // 4, height // 3, width // 2, height), type_)
    column.text(session.match.scenario.title, "motto", centred=True)
    column.gap(16)
    column.text(_("{side}, take the seat").format(side=name), "hero", centred=True)
    column.gap(10)
    column.text(_("The other side looks away."), "motto", centred=True)
    column.gap(26)
    column.button(
        _("I am {side}: show me the table").format(side=name),
        ("lift",),
        _("What the other side did is shown first"),
        "big button",
        key=spoken(keys.first("confirm")),
    )
    return column.found
