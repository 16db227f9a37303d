"""The table by keyboard: the map moved, units and hexes walked through, everything that has no button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.actions import PASS
from game.core.tongue import _
from game.ui.camera import Camera
from game.ui.table_picture import TablePicture
from hexmap.layout import Point

if TYPE_CHECKING:
    from game.ui.table_screen import TableScreen

_PAN_PX = 90


def map_key(table: TableScreen, command: str) -> bool:
    """A key that moves the map; True if it was one."""
    camera, step = table.camera, _PAN_PX
    spot = Point(*table.mouse) if camera.area.holds(*table.mouse) else camera.area.middle
    match command:
        case "zoom in" | "zoom out":
            table.camera = camera.zoomed(1 if command == "zoom in" else -1, spot)
        case "fit":
            table.camera = Camera.fitting(camera.grid, camera.area)
        case "pan left":
            table.camera = camera.panned(step, 0)
        case "pan right":
            table.camera = camera.panned(-step, 0)
        case "pan up":
            table.camera = camera.panned(0, step)
        case "pan down":
            table.camera = camera.panned(0, -step)
        case "minimap":
            table.app.choose(minimap=not table.app.settings.minimap)
        case _:
            return False
    table.look_again()
    return True


def play_key(table: TableScreen, command: str) -> bool:
    """A key that plays or shows something; True if it was one."""
    match command:
        case "next unit" | "previous unit":
            _next_unit(table, 1 if command == "next unit" else -1)
        case "point" | "point back":
            _next_hex(table, 1 if command == "point" else -1)
        case "click":
            if table.hover is not None:
                table.click(table.hover)
        case "turn left" | "turn right":
            table.turn(-1 if command == "turn left" else 1)
        case "confirm":
            if table.facing is not None:
                table.turn_to(table.facing)
            elif table.hover is not None:
                table.click(table.hover)
        case "cancel":
            table.cancel()
        case "pass":
            if table.desk.mine and PASS in table.desk.view.actions:
                table.act(PASS)
        case "undo" | "redo" | "help" | "tables" | "menu":
            table.give((command,))
        case "swap":
            table.is_swapped = not table.is_swapped
            table.say(
                _("From his side: overlays are his, and the odds are those of his attack on us.")
                if table.is_swapped
                else _("From our side again.")
            )
            table.changed()
        case "overlay off":
            table.overlay = ""
            table.changed()
        case "palette":
            _next_palette(table)
        case _ if command.startswith("overlay "):
            titles = list(table.session.reader.overlay_titles())
            number = int(command.split()[1])
            if number <= len(titles):
                table.give(("overlay", titles[number - 1]))
        case _:
            return False
    return True


def _next_palette(table: TableScreen) -> None:
    names = ("print", "safe", "grey")
    table.app.choose(palette=names[(names.index(table.app.settings.palette) + 1) % len(names)])
    table.picture = TablePicture(table.session, table.app.palette)
    table.changed()


def _next_unit(table: TableScreen, by: int) -> None:
    if not table.desk.mine:
        return
    known = sorted(id_ for id_ in table.desk.beginners() if table.desk.hex_of(id_) is not None)
    if not known:
        return
    now = table.mode.unit or next(
        (id_ for id_ in known if table.desk.hex_of(id_) == table.hover and table.hover), None
    )
    at = known.index(now) + by if now in known else (0 if by > 0 else -1)
    id_ = known[at % len(known)]
    here = table.desk.hex_of(id_)
    assert here is not None
    table.pick(id_)
    table.hover = here
    table.camera = table.camera.showing(here)
    table.changed()


def _next_hex(table: TableScreen, by: int) -> None:
    """The keyboard points at the next hex that answers."""
    index = table.session.reader.board.index
    known = sorted({lit.hex for lit in table.mode.lit(table.desk)}, key=lambda hex_: index[hex_])
    if not known:
        return
    at = known.index(table.hover) + by if table.hover in known else (0 if by > 0 else -1)
    table.hover = known[at % len(known)]
    table.camera = table.camera.showing(table.hover, 0.6)
    table.look_again()
