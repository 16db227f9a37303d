"""`gloire text`: a whole game in the terminal, or from a script of lines."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import sys
from datetime import date
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from game.cli.completion import scenario_names
from game.cli.language import BEHIND, Language
from game.cli.page import page
from game.cli.speech import UserError
from game.core.scenario import COLOURS
from game.core.tongue import _

if TYPE_CHECKING:
    from game.core.dice import Dice
    from game.match import Match
    from game.textmap import Cell

STYLES = {
    "head": "bold", "soft": "dim", "alarm": "bold red", "edge": "dim", "label": "", "ground": "green",
    "water": "bright_blue",
}  # fmt: skip


class DiceKind(StrEnum):
    """Who rolls."""

    AUTO = "auto"
    MANUAL = "manual"


def text(
    scenario: str = typer.Argument(
        "", metavar="[SCENARIO]", help="A scenario by name, file or folder.", autocompletion=scenario_names
    ),
    seed: str = typer.Option("", "--seed", help="The same seed rolls the same dice."),
    dice: DiceKind = typer.Option(
        DiceKind.AUTO, "--dice", help="Let the program roll, or roll at the table and type the faces."
    ),
    load: Path = typer.Option(None, "--load", help="Go on with the game in this record."),
    last: bool = typer.Option(False, "--last", help="Go on with the game that was played last."),
    save: Path = typer.Option(None, "--save", help="Keep the game in this file instead of the usual folder."),
    house_rules: Path = typer.Option(None, "--house-rules", help="A file of house rules."),
    script: str = typer.Option(
        "", "--script", metavar="FILE|-", help="Take the lines from a file or a pipe."
    ),
    curtain: bool = typer.Option(
        True, "--curtain/--no-curtain", help="Ask to hand over when the other side has secrets."
    ),
    lang: Language | None = BEHIND,
) -> None:
    """Play a game as text: it shows the table, lists what is legal, and takes one thing at a time."""
    from game.textplay import Refused, RollBrokenOff, TextPlay

    if bool(scenario) + bool(load) + last != 1:
        raise UserError(
            "'gloire text' wants a scenario, or a game to '--load'; 'gloire scenarios' lists them"
        )
    if last:
        load = _last()
    if load and (seed or house_rules):
        raise UserError("'--seed' and '--house-rules' are for a new game; this one keeps those it began with")
    if seed and dice is DiceKind.MANUAL:
        raise UserError("'--seed' is for dice the program rolls; leave it out, or '--dice manual'")
    table = Terminal(_script_lines(script) if script else None)
    rolls = _manual(table) if dice is DiceKind.MANUAL else None
    try:
        match = _load(load, rolls, table) if load else _begin(scenario, seed, rolls, house_rules)
    except (RollBrokenOff, EOFError):
        raise UserError("the game was broken off before it began") from None
    table.colour_sides(match)
    _keep(match, save or load, table)
    try:
        TextPlay(match, table, curtain and table.is_manned, strict=bool(script)).run()
    except Refused as refusal:
        raise UserError(f"{script}, line {table.line}: {refusal}") from None
    _farewell(match, named=bool(save or load))


def _begin(scenario: str, seed: str, dice: Dice | None, house_rules: Path | None) -> Match:
    from game.core.ruleset import load_ruleset
    from game.core.switches import read_house_rules
    from game.library import find_scenario
    from game.match import Match

    file = find_scenario(scenario)
    ruleset = load_ruleset(file.ruleset, file.path)
    chosen = None
    if house_rules is not None:
        chosen = read_house_rules(house_rules, file.ruleset, ruleset.switches)
    today = date.today().isoformat()
    if seed and len(seed.split()) != 1:
        raise UserError("'--seed' takes one word or number")
    return Match.begin(file.ruleset, file, chosen, seed=seed or None, dice=dice, date=today)


def _last() -> Path:
    from game.saves import last_save, saves_folder

    path = last_save()
    if path is None:
        raise UserError(f"there is no game to go on with in {saves_folder()}")
    return path


def _load(path: Path, dice: Dice | None, table: Terminal) -> Match:
    """The game in a record; a damaged one is taken up at its last good step, the file kept beside."""
    from game.match import load_record

    loaded = load_record(path, dice)
    match = loaded.match
    if match.header.dice == "seeded" and dice is not None:
        raise UserError(f"{path}: the program rolls in this game, by its seed; leave out '--dice manual'")
    if match.header.dice != "seeded" and dice is None:
        match.dice = _manual(table)
    if loaded.problem:
        aside = path.with_name(f"{path.name}.damaged")
        shutil.copyfile(path, aside)
        told = _("{problem}. The game goes on from there; the file as it was is {aside}")
        table.say(told.format(problem=loaded.problem, aside=aside), "alarm")
    return match


def _manual(table: Terminal) -> Dice:
    from game.core.dice import ManualDice
    from game.textplay import ask_face

    return ManualDice(lambda die, why: ask_face(table, die, why))


def _keep(match: Match, path: Path | None, table: Terminal) -> None:
    """Keep the game on disk from now on; where nobody named a file, in the user's own folder."""
    from game.saves import new_save

    if path is not None:
        match.keep_in(path)
        return
    path = new_save(match.scenario.name)
    try:
        match.keep_in(path)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        told = _("the game cannot be kept in {path}: {why}; type 'save FILE' before you leave")
        table.say(told.format(path=path, why=why), "alarm")


def _farewell(match: Match, named: bool) -> None:
    """Where the game is and how to go on; a game nobody has begun leaves nothing behind."""
    path = match.path
    if path is None:
        return
    if len(match.entries) == 1 and not named:
        path.unlink(missing_ok=True)
    elif match.is_over:
        print(_("The record of the game is {path}").format(path=path))
    else:
        command = f"gloire text --load {shlex.quote(str(path))}"
        print(_("The game is kept; go on with: {command}").format(command=command))


def _script_lines(script: str) -> list[str]:
    if script == "-":
        return sys.stdin.read().splitlines()
    try:
        return Path(script).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise UserError(f"{script}: a script is a file of text") from None


class Terminal:
    """The table as a terminal, in colours where somebody is looking; or a script in the players' place."""

    def __init__(self, script: list[str] | None = None) -> None:
        self.is_manned = script is None and sys.stdin.isatty() and sys.stdout.isatty()
        self.console = page()
        self.width = self.console.width
        self.line = 0
        self._script = script
        self._styles = dict(STYLES)
        if self.is_manned:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history at the prompt)

    def colour_sides(self, match: Match) -> None:
        """Paint each side like its counters: its colour as ground, black or white on it."""
        for side in match.scenario.data.get("sides", ()):
            colour = side.get("colour") or "white"
            red, green, blue = bytes.fromhex(COLOURS.get(colour, colour)[1:])
            ink = "black" if 3 * red + 6 * green + blue > 1280 else "white"
            self._styles[side["id"]] = f"bold {ink} on rgb({red},{green},{blue})"

    def say(self, text: str = "", tone: str = "") -> None:
        self.console.print(text, style=self._styles.get(tone, ""))

    def show_map(self, lines: list[list[Cell]]) -> None:
        from rich.text import Text

        for line in lines:
            drawn = Text(no_wrap=True)
            for tag, run in groupby(line, key=lambda cell: cell.tag):
                drawn.append("".join(cell.char for cell in run), self._styles.get(tag, ""))
            drawn.rstrip()
            self.console.print(drawn)

    def ask(self, prompt: str, side: str = "") -> str:
        if self._script is None:
            self.console.print(prompt, style=self._styles.get(side, ""), end="")
            return input()
        while self.line < len(self._script):
            typed = self._script[self.line]
            self.line += 1
            if typed.strip() and not typed.lstrip().startswith("#"):
                self.say(f"{prompt}{typed}", side)
                return typed
        raise EOFError

    def clear(self) -> None:
        self.console.clear()
        if self.is_manned:
            # Also what scrolled away: it is the other side's.
            sys.stdout.write("\x1b[3J")
            sys.stdout.flush()
