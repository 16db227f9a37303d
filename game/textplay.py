"""A game in words: what happened, what is asked, what may be done; one line in, one thing done.

`TextPlay` talks to a `Table` (a terminal, or a test) and never prints itself. Whoever is asked sees his own
secrets and nobody else's.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from game.chronicle import ending
from game.core.actions import Action
from game.core.dice import Die, Face
from game.core.state import GameState, Piece
from game.core.tongue import N_, _, titled, word
from game.core.view import has_secrets, why_not_for
from game.match import Match
from game.replay import phase_of
from game.textlist import Item, matching, menu, with_ids
from game.textmap import Cell, TextMap, codes
from hexmap.coords import DIRECTION_NAMES, LabelError, hexside


class Table(Protocol):
    """Where the players sit: something to write on and somebody to ask."""

    width: int

    def say(self, text: str = "", tone: str = "") -> None:
        """One or more lines; *tone* is "head", "soft", "alarm" or a side."""
        ...

    def show_map(self, lines: list[list[Cell]]) -> None: ...

    def ask(self, prompt: str, side: str = "") -> str:
        """What was typed; EOFError when nobody is there any more."""
        ...

    def clear(self) -> None:
        """Take everything off the screen that the next player may not see."""
        ...


class Refused(Exception):
    """A line that could not be obeyed; its text says why."""


class RollBrokenOff(Exception):
    """The players would rather not roll after all."""


_REMINDER = 5
HELP = (
    ("NUMBER", N_("do what stands at that number, or list what it stands for")),
    ("move a 0304", N_("do it by its words; they may be shortened, and F1 stands for a unit's name")),
    ("move a", N_("list only what begins so; an empty line lists everything again")),
    ("why move a 0304", N_("why that cannot be done, with its rule")),
    ("undo, redo", N_("take back, as far as the last die, draw, reveal or change of side")),
    ("map, units [SIDE]", N_("the table again")),
    ("hex 0304", N_("what a hex is made of, and who stands there")),
    ("log [N]", N_("what happened: the last N lines, or all you may know")),
    ("note TEXT", N_("keep a remark with the last step")),
    ("save [FILE]", N_("write the game to a file; without one, say where it is kept")),
    ("house", N_("the house rules of this game")),
    ("quit", N_("leave; nothing is lost")),
)


class TextPlay:
    """One sitting at a game."""

    def __init__(self, match: Match, table: Table, curtain: bool = True, strict: bool = False) -> None:
        """*strict* lets the first refused line end the sitting: nobody is there to type another."""
        self.match = match
        self.table = table
        self.curtain = curtain
        self.strict = strict
        self.names: dict[str, str] = {side["id"]: side["name"] for side in match.scenario.data["sides"]}
        self.short = codes(match.state.pieces, match.rules.sides)
        self.ids = {code: id_ for id_, code in self.short.items()}
        self.filter: list[str] = []
        self.items: list[Item] = []
        # A game taken up again begins with a reminder of the last few steps.
        self._told = dict.fromkeys(match.rules.sides, max(0, len(match.log) - _REMINDER))
        self._on_screen: dict[int, list[str]] = {}  # the lines told about each step since the last curtain
        self._sitting: str | None = None
        self._leaving = False
        self._stale = True  # what is asked has changed since it was last written down
        self._turn = match.state.turn
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _rest: self._help(),
            "?": lambda _rest: self._help(),
            "map": lambda _rest: self.show_map(),
            "units": self._units,
            "hex": self._hex,
            "log": self._log,
            "undo": lambda _rest: self._undo(),
            "redo": lambda _rest: self._redo(),
            "note": self._note,
            "save": self._save,
            "why": self._why,
            "house": lambda _rest: self._house(),
            "quit": lambda _rest: self._quit(),
            "exit": lambda _rest: self._quit(),
        }

    # --- the sitting ---------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the players leave."""
        self._welcome()
        while not self.match.is_over and not self._leaving:
            try:
                self._hand_over()
                if self._stale:
                    self._question()
                self.obey(self.table.ask(f"{self._name(self.match.asked)}> ", self.match.asked or ""))
            except Refused as refusal:
                if self.strict:
                    raise
                self.table.say(str(refusal), "alarm")
            except (EOFError, KeyboardInterrupt):
                self.table.say()
                self._quit()
        if self.match.is_over:
            outcome = self.match.state.result
            self._news(None)
            self.show_map()
            self.table.say(ending(self.match.rules, outcome), "head")

    def _welcome(self) -> None:
        scenario, ruleset = self.match.scenario, self.match.ruleset.manifest
        self.table.say(f"{_(scenario.title)}, {ruleset.title}", "head")
        notes = scenario.data.get("notes")
        if isinstance(notes, str) and len(self.match.entries) == 1:
            self.table.say(" ".join(_(notes).split()))
        self.table.say(_("'help' tells what can be typed."), "soft")
        self.show_map()

    def _hand_over(self) -> None:
        """When another side is asked: the curtain, where there are secrets, and what it has missed."""
        side = self.match.asked
        assert side is not None
        if side == self._sitting:
            return
        begins = self._sitting is None and len(self.match.entries) == 1  # nobody has hidden anything yet
        if self.curtain and has_secrets(self.match.state) and not begins:
            self.table.clear()
            self._on_screen.clear()
            self.table.ask(_("Hand over to {side}, then press Enter.").format(side=self._name(side)))
            self._sitting = side
            self.show_map()
        self._sitting = side
        self._stale = True
        self._news(side)

    def _news(self, side: str | None) -> None:
        """What happened since a side last looked, as far as it may know and cannot read a few lines above."""
        since = self._told[side] if side else max(self._told.values())
        for step, happened in enumerate(self.match.log[since:], since):
            above = self._on_screen.get(step, [])
            new = [line for line in self.match.lines(happened, side) if line not in above]
            for line in new:
                self.table.say(f"  {line}")
            self._on_screen[step] = above + new
        if side:
            self._told[side] = len(self.match.log)

    def _question(self) -> None:
        """Where the game stands, what is asked, and what may be done."""
        match = self.match
        side = match.asked
        assert side is not None
        turns = match.scenario.data.get("turns", "?")
        where = " > ".join(phase_of(match.rules.nodes, match.state.frames))
        self.table.say()
        self.table.say(_("Turn {n} of {of}").format(n=match.state.turn, of=turns) + f" · {where}", "soft")
        self.table.say(titled(self._name(side), match.prompt), side)
        actions = matching(match.legal(), self.filter)
        if self.filter:
            kept = " ".join(self.filter)
            self.table.say(_("only '{words}'; an empty line lists all again").format(words=kept), "soft")
        self.items = menu(actions)
        self._list()
        self._stale = False

    def _list(self) -> None:
        """The numbered items, in columns where they are many and short."""
        width = self.table.width
        digits = len(str(len(self.items)))
        lines = [
            f"{number:>{digits + 2}}  {item.text(width - digits - 4)}"
            for number, item in enumerate(self.items, 1)
        ]
        wide = max(map(len, lines)) + 3
        columns = max(1, (width + 3) // wide) if len(lines) > 8 else 1
        high = -(-len(lines) // columns)
        for row in range(high):
            self.table.say("".join(f"{line:<{wide}}" for line in lines[row::high]).rstrip())

    # --- one line ------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Do what a line says, or raise `Refused` with the reason."""
        words = line.split()
        if not words:
            self._narrow([])
            return
        legal = self.match.legal()
        action = self._action(words)
        command = self._commands.get(words[0].lower())
        if command is not None and action not in legal:
            command(line.strip()[len(words[0]) :].strip())
        elif len(words) == 1 and words[0].isascii() and words[0].isdecimal():
            self._pick(int(words[0]))
        elif action in legal:
            self._act(action)
        else:
            self._act_or_narrow(action, matching(legal, [action.verb, *action.words]))

    def _action(self, words: list[str]) -> Action:
        verb, *rest = words
        return Action(verb, tuple(with_ids(rest, self.ids)))

    def _pick(self, number: int) -> None:
        if not 1 <= number <= len(self.items):
            raise Refused(_("there is no number {n} in the list").format(n=number))
        item = self.items[number - 1]
        if item.action is not None:
            self._act(item.action)
        else:
            self._narrow(item.words)

    def _act_or_narrow(self, action: Action, found: list[Action]) -> None:
        """Shortened words: enough to name one action, or to list the ones that begin so."""
        whole = [each for each in found if len(each.words) == len(action.words)]
        if len(whole) == 1:
            self._act(whole[0])
        elif found:
            self._narrow((action.verb, *action.words))
        else:
            refusal = why_not_for(self.match.rules, self.match.state, self.match.asked, action)
            raise Refused(_("cannot {action}: {why}").format(action=action, why=refusal))

    def _narrow(self, words: Sequence[str]) -> None:
        """List only what begins with these words."""
        self.filter = list(words)
        self._stale = True

    def _act(self, action: Action) -> None:
        side = self.match.asked
        assert side is not None
        self._narrow([])
        try:
            self.match.act(action)
        except RollBrokenOff:
            raise Refused(_("broken off: '{action}' has not happened").format(action=action)) from None
        if not self.match.is_over:
            self._news(side)
            if self.match.state.turn != self._turn:
                self._turn = self.match.state.turn
                self.show_map()

    # --- commands ------------------------------------------------------------------------------

    def show_map(self) -> None:
        """The table, as the asked side sees it."""
        state = self.match.view(self.match.asked).state
        drawn = TextMap(self.match.rules.board, state.pieces, self.short)
        self.table.say()
        for part in drawn.parts(self.table.width):
            self.table.show_map(part)
            self.table.say()
        for line in drawn.legend():
            self.table.say(line, "soft")

    def _units(self, rest: str) -> None:
        state = self.match.view(self.match.asked).state
        sides = [side for side in self.match.rules.sides if side.startswith(rest.lower())]
        if not sides:
            known = ", ".join(self.match.rules.sides)
            raise Refused(_("there is no side '{side}'; there are {known}").format(side=rest, known=known))
        for side in sides:
            self.table.say(self._name(side), side)
            own = sorted((p for p in state.pieces if p.side == side), key=lambda p: p.hex is None)
            for piece in own:
                self._piece(state, piece)

    def _piece(self, state: GameState, piece: Piece) -> None:
        place = self.match.rules.board.label(piece.hex) if piece.hex else "-"
        told = self.match.ruleset.describe_piece(self.match.rules, state, piece.id)
        name = "" if told.startswith(piece.id) else f"{piece.id}: "
        self.table.say(f"  {self.short[piece.id]:<4} {place:<5} {name}{told}")

    def _hex(self, rest: str) -> None:
        board, state = self.match.rules.board, self.match.view(self.match.asked).state
        try:
            hex_ = board.at(rest)
        except LabelError as error:
            raise Refused(str(error)) from None
        words = [rest, board.name_at.get(hex_, ""), word(board.terrain[hex_])]
        words.append(_("level {n}").format(n=board.elevation[hex_]) if board.elevation[hex_] else "")
        names = DIRECTION_NAMES[board.grid.orientation]
        for direction, name in enumerate(names):
            side = hexside(hex_, hex_.step(direction))
            kinds = [feature.kind for feature in board.features.get(side, ())]
            kinds += sorted(board.road_kinds.get(side, ()))
            words += [f"{name} {', '.join(map(word, kinds))}"] if kinds else []
        self.table.say("  " + " · ".join(filter(None, words)))
        for id_ in sorted(state.pieces.at(hex_), key=list(self.short).index):
            self._piece(state, state.pieces[id_])

    def _log(self, rest: str) -> None:
        lines = self.match.told(self.match.asked)
        if rest and not (rest.isascii() and rest.isdecimal()):
            raise Refused(_("'log' takes a number of lines, such as 'log 20'"))
        for line in lines[-int(rest) :] if rest and int(rest) else lines:
            self.table.say(f"  {line}")

    def _undo(self) -> None:
        last = self.match.entries[-1].action
        if not self.match.undo():
            raise Refused(_("nothing can be taken back past a die, a draw, a reveal or a change of side"))
        self._went_back()
        self.table.say(_("Taken back: {action}.").format(action=last))

    def _redo(self) -> None:
        if not self.match.redo():
            raise Refused(_("nothing was taken back"))
        self._went_back()
        self.table.say(_("Done again: {action}.").format(action=self.match.entries[-1].action))

    def _went_back(self) -> None:
        """After undo and redo: whoever sits here knows all there is; the other side hears it later."""
        self._narrow([])
        end = len(self.match.log)
        self._on_screen = {step: lines for step, lines in self._on_screen.items() if step < end}
        self._told = {
            side: end if side == self.match.asked else min(seen, end) for side, seen in self._told.items()
        }

    def _note(self, rest: str) -> None:
        if not rest:
            raise Refused(_("'note' takes a text, such as 'note he will come by the road'"))
        self.match.note(rest)
        self.table.say(_("Noted."))

    def _save(self, rest: str) -> None:
        if rest:
            path = Path(_unquoted(rest)).expanduser()
            try:
                self.match.save(path)
            except OSError as error:
                why = (error.strerror or str(error)).lower()
                raise Refused(_("cannot save to {path}: {why}").format(path=path, why=why)) from None
            self.table.say(_("Saved to {path}.").format(path=path))
        elif self.match.path is not None:
            self.table.say(_("Every step is kept in {path}.").format(path=self.match.path))
        else:
            raise Refused(_("'save' takes the name of a file, such as 'save evening.record'"))

    def _why(self, rest: str) -> None:
        if not rest:
            raise Refused(_("'why' takes an action, such as 'why move a 0304'"))
        action = self._action(rest.split())
        refusal = why_not_for(self.match.rules, self.match.state, self.match.asked, action)
        if refusal is None:
            self.table.say(_("'{action}' can be done.").format(action=action))
        else:
            self.table.say(_("cannot {action}: {why}").format(action=action, why=refusal), "alarm")

    def _house(self) -> None:
        switches = self.match.ruleset.switches
        for key, value in self.match.header.house_rules:
            changed = "" if value == switches[key].default else " *"
            self.table.say(f"  {key}: {value}{changed}")

    def _help(self) -> None:
        wide = max(len(words) for words, _meaning in HELP)
        for words, meaning in HELP:
            self.table.say(f"  {words:<{wide}}  {_(meaning)}")

    def _quit(self) -> None:
        self._leaving = True

    def _name(self, side: str | None) -> str:
        return _(self.names[side]) if side in self.names else side or ""


def _unquoted(text: str) -> str:
    """A file name as it was meant, with or without quotes around it."""
    try:
        parts = shlex.split(text)
    except ValueError:
        return text
    return parts[0] if len(parts) == 1 and text[0] in "'\"" else text


def ask_face(table: Table, die: Die, why: str) -> Face:
    """The face the players rolled; they are asked until it is one the die has."""
    faces = {str(face).casefold(): face for face in die.faces}
    numbers = [face for face in die.faces if isinstance(face, int)]
    if len(numbers) == len(die.faces):
        offered = f"{min(numbers)}-{max(numbers)}"
    else:
        offered = ", ".join(dict.fromkeys(map(str, die.faces)))
    while True:
        typed = table.ask(_("{why}: roll {die} ({faces})> ").format(why=why, die=die.name, faces=offered))
        word = typed.strip().casefold()
        if word == "cancel":
            raise RollBrokenOff
        if word in faces:
            return faces[word]
        text = _("'{typed}' is not a face of the {die}; there are {faces}, or 'cancel'")
        table.say(text.format(typed=typed.strip(), die=die.name, faces=offered), "alarm")
