"""Long play at the window: ten minutes of frames, then the actions of an hour, battle after battle.

Somebody plays both sides by real clicks and keys: points about, asks for odds and overlays, zooms, drags
the map, opens tables, takes steps back, lifts the curtain, goes through the menu. Every frame is drawn in
full, with what the program does after it. Time is the processor's, of all threads together, but for what the
odds take while a frame waits for the disk.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from unittest.mock import patch

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
from window_driver import Driver

from bench import Figure
from bench.window import lively, middle, resident_kb, since
from game.ui.handlers import Choosing, Picked
from game.ui.menu_screen import MenuScreen
from game.ui.table_screen import TableScreen
from hexmap.coords import Hex

IS_LONG = True  # some minutes: only run when it is named
FRAMES = 36_000  # ten minutes at sixty a second
ACTIONS = 1_800  # an hour for two players who need two seconds for each: few are as quick
FEW_OF_ONE, MANY_OF_ONE = 150, 600  # actions after which another battle is begun
LONGEST_US = 50_000
BATTLES = ("austerlitz", "saalfeld", "fehrbellin", "rocroi", "somosierra", "auerstaedt")
AIMED = ("attack", "charge", "fire")
THINKING_S, THOUGHTS = 8.0, 32  # how long somebody sits and thinks, in how many turns of the loop
GLANCE, BREAK_S = 10, 0.01  # frames in which odds are looked at, and the time between two of them
POINTED_AT = 4  # hexes before each action
TENTHS = 10


def figures() -> Iterator[Figure]:
    """How long frames took, in microseconds, and how much memory was held, in kB."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(Path(folder))
        with player.app.at_work():
            yield from ten_minutes(player)
            yield from an_hour(player)
        player.app.close()


def ten_minutes(player: Player) -> Iterator[Figure]:
    """With everything shown as it is for a player who has changed no option."""
    player.app.choose(animation="calm")
    battles = cycle(BATTLES)
    while len(player.spent) < FRAMES:
        player.begin(next(battles))
        while len(player.spent) < FRAMES and player.acted < FEW_OF_ONE and player.has_more():
            player.play()
    spent = sorted(player.spent)
    late = sum(each > LONGEST_US for each in spent)
    yield Figure(f"median of {len(spent)} frames", middle(spent), goal="at most 4,000")
    yield Figure("99.9 % of them are quicker than", spent[len(spent) * 999 // 1000])
    yield Figure("the longest", spent[-1], goal="at most 50,000")
    yield Figure("number of frames over 50,000", late, goal="0")
    yield Figure("the longest pause while nobody touches anything", max(player.pauses, default=0.0))
    yield Figure(
        "opening a battle or a page of the menu, longest",
        max(player.openings, default=0.0),
        goal="under 1,000,000",
    )


def an_hour(player: Player) -> Iterator[Figure]:
    """Half of it battle after battle, half of it one battle on and on."""
    player.app.choose(animation="off")
    battles = cycle(BATTLES)
    done = 0
    for tenth in range(1, TENTHS + 1):
        while done < ACTIONS * tenth // TENTHS:
            if not player.has_more() or (tenth <= TENTHS // 2 and player.acted >= MANY_OF_ONE):
                player.begin(next(battles) if tenth <= TENTHS // 2 else BATTLES[0])
            player.play()
            done += 1
        yield Figure(f"memory after {done} actions, in kB", resident_kb(), goal="at most 300,000")


class Player(Driver):
    """Somebody who plays both sides, and likes to try everything."""

    def __init__(self, folder: Path) -> None:
        self.spent: list[float] = []  # how long each frame took
        self.openings: list[float] = []  # the first frame of a battle or a page of the menu
        self.pauses: list[float] = []  # turns of the loop while nobody touches anything
        self._last: object = None
        self.acted = 0  # actions in this battle
        self.choose = random.Random(1)
        super().__init__(folder)

    def frame(self, seconds: float) -> bool:
        """A frame drawn in full; how long it took is noted."""
        events = pygame.event.get()
        self.screen.is_dirty = True
        with disk() as waited:
            begun = time.process_time()
            is_moving = self.app.step(events, min(seconds, 1 / 60))
            spent = since(begun) - sum(waited)
        now = (self.screen, getattr(self.screen, "page", ""))
        is_new, self._last = now != self._last, now
        (self.openings if is_new else self.spent).append(spent)
        return is_moving

    def settle(self) -> None:
        while self.frame(1 / 60):
            pass

    def begin(self, scenario: str) -> None:
        """A new battle, through the menu."""
        while self.screen.cards:
            self.key("escape")
        if isinstance(self.screen, TableScreen):
            self.key("f10")
        assert isinstance(self.screen, MenuScreen)
        for words in ("Load a game", "Options", "New game"):
            self.button(words)
        begun = time.process_time()
        self.screen.begin(scenario, seed=len(self.spent))
        self.frame(1 / 60)
        self.openings[-1] = since(begun)
        self.settle()
        self.acted = 0

    def has_more(self) -> bool:
        return isinstance(self.screen, TableScreen) and not self.table.session.match.is_over

    def play(self) -> None:
        """One action as people make it: they look about, ask this or that, then do something."""
        if self.table.session.is_curtained:
            self.button("show me")
            self.settle()
        board = self.table.session.reader.board
        for _ in range(POINTED_AT):
            self.point_at(self.choose.choice(board.hexes))
        self.choose.choices([*HABITS], [*HABITS.values()])[0](self)
        while isinstance(self.table.mode, Picked | Choosing):
            self.key("escape")
        self.do(lively(self.choose, self.table.session.match.legal()))
        self.acted += 1

    def point_at(self, hex_: Hex) -> None:
        self.move(*self.table.camera.layout.centre(hex_))

    # --- what people do besides ----------------------------------------------------------------

    def ask_for_odds(self) -> None:
        table = self.table
        aimed = [lit.hex for lit in table.mode.lit(table.desk) if lit.manner in AIMED]
        for hex_ in aimed[:3]:
            self.point_at(hex_)
            for _ in range(GLANCE):
                time.sleep(BREAK_S)  # for what is worked out between two frames
                self.step()

    def lay_an_overlay(self) -> None:
        self.key(str(self.choose.randint(1, 8)))
        self.step(3)

    def zoom(self) -> None:
        for steps in self.choose.choice(((1, 1, 1, -1), (-1, -1, 1), (1, -1))):
            self.wheel(steps)
            self.step(4)

    def drag_the_map(self) -> None:
        self.drag((500, 400), (500 + self.choose.randint(-200, 200), 400 + self.choose.randint(-200, 200)))
        self.step(4)

    def see_the_whole_map(self) -> None:
        self.key("0")
        self.step(8)

    def look_from_the_other_side(self) -> None:
        self.key("x")
        self.step(3)

    def walk_through_the_units(self) -> None:
        for name in ("n", "n", "j", "j"):
            self.key(name)

    def read_a_table(self) -> None:
        for name in ("t", "down", "escape"):
            self.key(name)
            self.step(3)

    def read_the_keys(self) -> None:
        for name in ("h", "escape"):
            self.key(name)
            self.step(3)

    def think_again(self) -> None:
        for name in ("u", "r"):
            self.key(name)
            self.step(2)

    def sit_and_think(self) -> None:
        """Nobody touches anything, so nothing is drawn either."""
        for _ in range(THOUGHTS):
            begun = time.process_time()
            self.app.step([], THINKING_S / THOUGHTS)
            self.pauses.append(since(begun))


@contextmanager
def disk() -> Iterator[list[float]]:
    """What other threads have worked, in microseconds, each time that the disk was waited for."""
    found: list[float] = []
    write = os.fsync

    def watched(file: int) -> None:
        begun = time.process_time()
        write(file)
        found.append(since(begun))

    with patch.object(os, "fsync", watched):
        yield found


HABITS: dict[Callable[[Player], None], int] = {  # and how often each is followed
    Player.ask_for_odds: 40,
    Player.lay_an_overlay: 10,
    Player.zoom: 10,
    Player.drag_the_map: 10,
    Player.see_the_whole_map: 5,
    Player.look_from_the_other_side: 5,
    Player.walk_through_the_units: 10,
    Player.read_a_table: 5,
    Player.read_the_keys: 2,
    Player.think_again: 10,
    Player.sit_and_think: 2,
}
