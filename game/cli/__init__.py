"""The command line: `gloire …`. Each command lives in a module of its own and imports what it needs late.

Whatever a user can get wrong ends as one sentence on stderr and exit code 2. A traceback is a bug.
"""

from __future__ import annotations

import gc
import logging
import os
import sys

import typer

from game import __version__
from game.cli import (
    bench,
    check,
    compare,
    drill,
    fuzz,
    map_reach,
    map_render,
    map_sight,
    map_tiled,
    new,
    odds,
    perft,
    play,
    replay,
    rulesets,
    scenarios,
    sheet,
    shot,
    tables,
    text,
)
from game.cli.language import BEFORE, Language
from game.cli.speech import SPOKEN, UserError, Words, sentence
from game.core.tongue import WRITTEN_IN, speak

app = typer.Typer(
    name="gloire",
    cls=Words,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
map_app = typer.Typer(cls=Words, invoke_without_command=True)
app.add_typer(map_app, name="map")
new_app = typer.Typer(cls=Words, invoke_without_command=True)
app.add_typer(new_app, name="new")

app.command("play")(play.play)
app.command("shot")(shot.shot)
app.command("text")(text.text)
app.command("rulesets")(rulesets.rulesets)
app.command("scenarios")(scenarios.scenarios)
app.command("tables")(tables.tables)
app.command("replay")(replay.replay)
app.command("check")(check.check)
app.command("bench")(bench.bench)
app.command("fuzz")(fuzz.fuzz)
app.command("perft")(perft.perft)
app.command("odds", cls=odds.OddsCommand, context_settings=odds.SETTINGS)(odds.odds)
app.command("compare")(compare.compare)
app.command("drill")(drill.drill)
app.command("sheet")(sheet.sheet)
new_app.command("map")(new.new_map)
new_app.command("scenario")(new.new_scenario)
map_app.command("render")(map_render.render)
map_app.command("reach")(map_reach.reach)
map_app.command("sight")(map_sight.sight)
map_app.command("import")(map_tiled.import_map)
map_app.command("export")(map_tiled.export_map)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"gloire {__version__}")
        raise typer.Exit()


@app.callback()
def _top(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and leave."
    ),
    lang: Language = BEFORE,
) -> None:
    """Battles of the horse-and-musket age on hexes: rules enforced, odds exact."""
    if context.invoked_subcommand is None:
        play.open_table()


@map_app.callback()
def _map(context: typer.Context) -> None:
    """Work on a map without a game."""
    _wants_a_word(context, map_app)


@new_app.callback()
def _new(context: typer.Context) -> None:
    """Begin a map or a scenario of your own."""
    _wants_a_word(context, new_app)


def _wants_a_word(context: typer.Context, group: typer.Typer) -> None:
    """Refuse a group of commands named alone."""
    if context.invoked_subcommand is None:
        known = ", ".join(command.name or "" for command in group.registered_commands)
        raise UserError(f"'{context.command_path}' wants one more word: {known}")


def main(words: list[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    # States and events hold each other in no circle: looking for circles after every few hundred new
    # objects finds nothing, and takes a fifteenth of the time of random play.
    gc.set_threshold(20_000)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A Windows console may not be able to write an é; losing an accent beats losing the game.
            stream.reconfigure(errors="replace")
    # It remarks on a home folder it cannot write to, and then draws all the same.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    try:
        code = app(args=words, prog_name="gloire", standalone_mode=False)
        # Short output waits in a buffer until here: a reader who has left must be noticed now.
        sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except typer.Abort:
        raise SystemExit(1) from None
    except BrokenPipeError:
        # The reader has seen enough (`gloire ... | head`): say nothing, also not while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except SPOKEN as error:
        print(f"gloire: {sentence(error)}", file=sys.stderr)
        raise SystemExit(2) from None
    finally:
        speak(WRITTEN_IN)  # whoever calls this again is spoken to as before
    raise SystemExit(code if isinstance(code, int) else 0)
