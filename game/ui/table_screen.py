"""The board and its panel: where the game is played."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pygame

from game.chronicle import ending
from game.core.actions import Action
from game.core.errors import IllegalAction
from game.core.tongue import _
from game.ui.camera import Area, Camera
from game.ui.cards import DicePad, KeysCard, Question, TableCard
from game.ui.curtain import curtain_widgets
from game.ui.handlers import Choosing, Desk, Idle, Mode, Picked, Say, Then, Watching, mode_for
from game.ui.hover import rolls
from game.ui.panel import PanelScrolls, PanelState, panel_widgets, panel_width
from game.ui.scene import BoardScene, board_scene
from game.ui.screen import Screen
from game.ui.session import FaceWanted, Session
from game.ui.table_keys import map_key, play_key
from game.ui.table_mouse import TableMouse
from game.ui.table_picture import TablePicture
from game.ui.widgets import Command, Scroll, Widget
from hexmap.coords import Hex

if TYPE_CHECKING:
    from game.ui.window import App

_SAY_S = 3.5
_SMALL_HEX_PX = 30
_SPARE = 0.2  # the share of the time that may go to what will be asked later


class TableScreen(Screen):
    """A game in progress, seen by the side before the screen."""

    def __init__(self, app: App, session: Session, notice: str = "") -> None:
        super().__init__(app)
        self.session = session
        self._has_panel = True
        self.picture = TablePicture(session, app.palette)
        self.camera = self._first_look()
        self.mode: Mode = Watching()
        self.hover: Hex | None = None
        self.overlay = ""
        self.is_swapped = False
        self.facing: int | None = None
        self.jumped: Hex | None = None
        self.said = ""
        self._said_for = 0.0
        self._waiting: Action | None = None
        self.pointer = TableMouse()
        self._scrolls = PanelScrolls()
        self._scene: BoardScene | None = None
        self._desk: Desk | None = None
        self._told_end = session.match.is_over
        self._unkept = ""
        self._foreseen = session.reader.foresee(session.match.state)
        self.mode = mode_for(self.desk)
        if notice:
            self.lay(
                Question(
                    _("This record is damaged"), notice, [(_("Go on from the last good step"), ("close",))]
                )
            )

    def _first_look(self) -> Camera:
        """The whole map; a large one closer, about the side that begins."""
        session = self.session
        camera = Camera.fitting(session.reader.board.grid, self._board_area())
        hexes = [p.hex for p in session.match.state.pieces if p.hex and p.side == session.match.asked]
        if camera.hex_px >= _SMALL_HEX_PX or not hexes:
            return camera
        while camera.hex_px < _SMALL_HEX_PX:
            camera = camera.zoomed(1, camera.area.middle)
        spots = [camera.layout.centre(hex_) for hex_ in hexes]
        x, y = sum(spot.x for spot in spots) / len(spots), sum(spot.y for spot in spots) / len(spots)
        return camera.panned(camera.area.middle.x - x, camera.area.middle.y - y)

    # --- what is seen --------------------------------------------------------------------------

    @property
    def desk(self) -> Desk:
        if self._desk is None:
            self._desk = self.session.desk()
        return self._desk

    def scene(self) -> BoardScene:
        """The board as it is shown now."""
        if self._scene is None:
            self._scene = board_scene(
                self.desk,
                self.mode if not self.session.theatre.is_playing else Watching(),
                self.session.shown(),
                self.hover,
                self.overlay,
                self.facing,
                self.jumped,
                self.is_swapped,
            )
        return self._scene

    def changed(self) -> None:
        self._scene = None
        self._desk = None
        super().changed()

    def look_again(self) -> None:
        """Only the board has changed, not what can be done."""
        self._scene = None
        self.is_dirty = True

    def _board_area(self) -> Area:
        width, height = self.app.size
        panel = panel_width(width, self.app.type.scale) if self._has_panel else 0
        return Area(0, 0, width - panel, height)

    def hide_panel(self) -> None:
        """Show the board alone, in the whole window."""
        self._has_panel = False
        self.camera = Camera.fitting(self.camera.grid, self._board_area())
        self.changed()

    def build(self) -> list[Widget]:
        area = self._board_area()
        if area != self.camera.area:
            self.camera = self.camera.resized(area)
        if self.session.is_curtained:
            return curtain_widgets(self.session, self.app.size, self.app.type, self.app.keys)
        if not self._has_panel:
            return []
        panel = Area(area.right, 0, self.app.size[0] - area.width, area.height)
        state = PanelState(self.mode, self.looked_at(), self.overlay, self.app.keys)
        return panel_widgets(self.session, self.desk, state, panel, self.app.type, self._scrolls)

    def looked_at(self) -> Hex | None:
        """The hex the panel tells about: that of the choice that was begun, or of what is asked."""
        if isinstance(self.mode, Choosing):
            return self.mode.hex
        if self.mode.unit:
            return self.desk.hex_of(self.mode.unit)
        if self.jumped is not None or not self.desk.mine:
            return self.jumped
        actors = self.desk.actors()
        return self.desk.hex_of(actors[0]) if actors else next(iter(self.desk.subject()), None)

    def scrolls(self) -> list[Scroll]:
        return [self._scrolls.actions, self._scrolls.log]

    # --- drawing -------------------------------------------------------------------------------

    def under(self, target: pygame.Surface) -> None:
        if self.session.is_curtained:
            target.fill(self.app.palette.head)
            return
        self.widgets() if not self.cards else None
        self.picture.draw_board(self, target)

    def over(self, target: pygame.Surface) -> None:
        if not self.session.is_curtained:
            self.picture.draw_over(self, target)

    def tick(self, seconds: float) -> bool:
        super().tick(seconds)
        self._foresee(seconds * _SPARE)
        theatre = self.session.theatre
        is_moving = theatre.tick(seconds)
        if is_moving:
            self._scene = None
            if not theatre.is_playing:
                self.session.catching_up = False
                self.changed()
        if self.picture.has_news:
            self.is_dirty = True
        if self.session.oracle.news:
            self.session.oracle.news = False
            self._built = None
            self.is_dirty = True
        if self.said:
            self._said_for -= seconds
            if self._said_for <= 0:
                self.said = ""
                self.is_dirty = True
        if self.session.match.is_over and not self._told_end and not theatre.is_playing:
            self._told_end = True
            self._tell_end()
        if self.pointer.push(self, seconds):
            is_moving = True
        return is_moving or (self.picture.is_growing and not self.session.is_curtained)

    def _foresee(self, for_s: float) -> None:
        """Have a little more ready of what will be asked: no later picture then waits for all of it."""
        begun = time.perf_counter()
        for _done in self._foreseen:
            if time.perf_counter() - begun > for_s:
                return

    def _tell_end(self) -> None:
        outcome = self.session.match.state.result
        words = ending(self.session.match.rules, outcome) if outcome else ""
        self.lay(
            Question(
                _("The game is over"), words, [(_("Look at the table"), ("close",)), (_("Menu"), ("menu",))]
            )
        )

    def _tell_unkept(self) -> None:
        """Say it once when steps can no longer be kept on disk; what follows is kept as soon as it can be."""
        words, before, self._unkept = self.session.unkept, self._unkept, self.session.unkept
        if words and words != before:
            self.lay(Question(_("The last step is not on disk"), words, [(_("Play on"), ("close",))]))

    def say(self, text: str) -> None:
        """A sentence for the player at the foot of the board."""
        self.said, self._said_for = text, _SAY_S
        self.is_dirty = True

    def pause(self) -> None:
        self.session.oracle.pause()

    def go_on(self) -> None:
        self.session.oracle.go_on()

    def leave(self) -> None:
        self.session.oracle.close()

    # --- mouse ---------------------------------------------------------------------------------

    def moved(self, x: int, y: int) -> None:
        if not self.pointer.drag(self, x, y):
            super().moved(x, y)
            self.pointer.point(self, x, y)

    def pressed(self, x: int, y: int, button: int) -> bool:
        if self._skip():
            if self.session.catching_up:
                self.session.catching_up = False
                return True
            self.moved(x, y)
        if not super().pressed(x, y, button) and not self.session.is_curtained:
            self.pointer.press(self, x, y, button)
        return True

    def released(self, x: int, y: int, button: int) -> None:
        self.pointer.release(self, x, y, button)

    def wheeled(self, steps: int, x: int, y: int, has_shift: bool) -> bool:
        if not super().wheeled(steps, x, y, has_shift) and not self.session.is_curtained:
            self.pointer.wheel(self, steps, x, y, has_shift)
        return True

    def click(self, hex_: Hex) -> None:
        """The player points at a hex."""
        self.said = ""
        reply = self.mode.click(self.desk, hex_)
        self.jumped = hex_ if reply is None or isinstance(reply, Say) else None
        if isinstance(reply, Action):
            self.act(reply)
        elif isinstance(reply, Mode):
            self.mode = reply
            self._scrolls.actions.offset = 0
        elif isinstance(reply, Say):
            self.say(reply.text)
        elif isinstance(reply, Then):
            self.act(reply.action)
            if self.desk.mine:
                self.click(reply.hex)
        self.changed()

    # --- doing ---------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Carry out an action, asking for dice where the players roll their own."""
        self.said = ""
        try:
            self.session.act(action)
        except FaceWanted as wanted:
            self._waiting = action
            words = self.session.reader.in_words
            readings = [(face, words(reading)) for face, reading in wanted.readings]
            self.lay(DicePad(wanted.die, wanted.why, readings))
            return
        except IllegalAction as error:
            self.say(str(error.refusal))
            return
        self._tell_unkept()
        self._waiting = None
        self.facing = None
        self.jumped = None
        self.focus = ()
        self._scrolls.actions.offset = 0
        self.changed()
        self.mode = mode_for(self.desk)
        self._follow()
        self._think_ahead()

    def _think_ahead(self) -> None:
        """Have the odds ready of what the player may point at next."""
        if self.desk.mine and not self.desk.view.state.frame.secret:
            rolling = (action for action in self.desk.view.actions if rolls(self.desk, action))
            self.session.oracle.look_ahead(self.desk.view.state, rolling)

    def _follow(self) -> None:
        """Bring into sight whatever the next question is about."""
        here = self.looked_at()
        if here is not None and not self.camera.is_fitted:
            self.camera = self.camera.showing(here)

    def _skip(self) -> bool:
        """Be done with what is being shown; True if something was."""
        if not self.session.theatre.is_playing:
            return False
        self.session.theatre.finish()
        self.changed()
        return True

    def cancel(self) -> None:
        """Take back the choice that was begun; where none was, the last step."""
        if isinstance(self.mode, Choosing):
            self.mode = self.mode.before
        elif isinstance(self.mode, Picked):
            self.mode = Idle()
        elif self.desk.mine and self.session.match.undoable:
            self.obey(("undo",))
        self.changed()

    def turn(self, by: int) -> None:
        """Show the next facing that can be chosen."""
        turns = sorted(self.mode.turns(self.desk))
        if not turns:
            return
        actors = self.desk.actors()
        now = self.facing
        if now is None and actors:
            now = self.desk.view.state.pieces[actors[0]].facing
        at = turns.index(now) + by if now in turns else 0
        self.facing = turns[at % len(turns)]
        self.look_again()

    def turn_to(self, facing: int) -> None:
        """Take a facing, where it can be taken."""
        action = self.mode.turns(self.desk).get(facing)
        if action is not None:
            self.act(action)

    def obey(self, command: Command) -> None:
        match command:
            case ("act", action):
                self._skip()
                self.act(action)
            case ("undo",) | ("redo",):
                self._skip()
                done = self.session.undo() if command[0] == "undo" else self.session.redo()
                if not done:
                    self.say(
                        _("There is nothing to take back: a die, a secret or the other side came after.")
                    )
                self._tell_unkept()
                self.changed()
                self.mode = mode_for(self.desk)
                self.facing = None
            case ("overlay", name):
                self.overlay = "" if self.overlay == name else name
            case ("lift",):
                self.session.lift_curtain()
                self.changed()
                self.mode = mode_for(self.desk)
            case ("pick", id_):
                self.pick(id_)
            case ("log", number):
                self._open_log(number)
            case ("face", face):
                self.close_card()
                self.session.give_face(face)
                if self._waiting is not None:
                    self.act(self._waiting)
            case ("no face",):
                self.close_card()
                self.session.drop_faces()
                self._waiting = None
            case ("table", name):
                self._show_tables(name)
            case ("tables",):
                self._show_tables()
            case ("help",):
                titles = tuple(self.session.reader.overlay_titles().values())
                self.lay(KeysCard(self.app.keys, overlays=titles))
            case ("menu",):
                self._to_menu()

    def _to_menu(self) -> None:
        from game.ui.menu_screen import MenuScreen

        self.app.go(MenuScreen(self.app))

    def pick(self, id_: str) -> None:
        """Pick a piece by name, as the panel does for those under others."""
        if id_ in self.desk.beginners():
            found = [a for a, m in self.desk.beginners()[id_] if self.desk.goal(m) is not None]
            here = self.desk.hex_of(id_)
            if found:
                self.mode = Picked(id_)
            elif here is not None:
                actions = tuple(a for a, _m in self.desk.beginners()[id_])
                self.mode = Choosing(actions, here)
        self.jumped = self.desk.hex_of(id_)

    def _open_log(self, number: int) -> None:
        line = self.session.log()[number]
        if line.roll is not None:
            place = self.session.reader.place(line.roll)
            tables = dict(self.session.match.ruleset.tables)
            if place is not None and place.table in tables:
                self.lay(TableCard(tables, place.table, place, line.text.split("\n")[0]))
                return
        if line.hex is not None:
            self.jumped = line.hex
            self.camera = self.camera.showing(line.hex)

    def _show_tables(self, name: str = "") -> None:
        tables = dict(self.session.match.ruleset.tables)
        if not tables:
            self.say(_("This ruleset has no printed tables."))
            return
        if self.cards and isinstance(self.cards[-1], TableCard):
            self.cards.pop()
        self.lay(TableCard(tables, name or next(iter(tables))))

    # --- keys ----------------------------------------------------------------------------------

    def key(self, name: str, command: str) -> bool:
        if self.session.is_curtained:
            if command in ("confirm", "click"):
                self.give(("lift",))
            elif command == "menu":
                self.give(("menu",))
            return True
        if self._skip() and command in ("skip", "confirm", "cancel", "click"):
            self.session.catching_up = False
            return True
        return map_key(self, command) or play_key(self, command)
