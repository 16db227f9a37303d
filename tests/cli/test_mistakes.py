"""What a new user gets wrong: each is answered with one sentence on stderr, nothing else, and exit code 2."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from tests.cli.run import gloire

CHARGE = 'odds jours-de-gloire charge --attacker "heavy cavalry 4/7" --defender "infantry 6/6"'
MISTAKES = [
    ("frobnicate", "'gloire --help' lists them all"),
    ("scenaros", "did you mean 'scenarios'?"),
    ("--bogus", "has no option '--bogus'"),
    ("map", "wants one more word: render, reach"),
    ("map rendr", "did you mean 'render'?"),
    ("new", "wants one more word: map, scenario"),
    ("text", "'gloire scenarios' lists them"),
    ("text meting", "did you mean 'meeting'?"),
    ("text meeting --sed 3", "did you mean '--seed'?"),
    ("text meeting --seed 3 --dice manual", "leave it out"),
    ("text --load none.record", "none.record: no such file"),
    ("text meeting --script none.txt", "none.txt: no such file"),
    ("text meeting --save folder.png", "folder.png: is a directory"),
    ("play meting", "did you mean 'meeting'?"),
    ("play --load none.record", "there is no such saved game"),
    ("play meeting --dice hand", "'hand' is not one of 'auto', 'manual'"),
    ("play --seed 3", "name one, too"),
    ("shot meeting", "missing option '--out'"),
    ("shot meeting --out a.gif", "is written as .png"),
    ("shot meeting --out none/a.png", "there is no folder none"),
    ("shot meeting --out folder.png", "folder.png: is a directory"),
    ("shot meeting --out a.png --overlay zone", "did you mean 'zones'?"),
    ("shot meeting --out a.png --size 10", "1280x800"),
    ("shot meeting --out a.png --at 9999", "is off the map"),
    ("rulesets jours-de-gloir", "did you mean 'jours-de-gloire'?"),
    ("rulesets --switches", "name the ruleset"),
    ("tables jours-de-gloire shok", "did you mean 'shock'?"),
    ("replay none.record", "none.record: no such file"),
    ("check none", "there is no such file"),
    ("fuzz skirmish --games 0", "greater than or equal to 1"),
    ("fuzz skirmish --scenario meeting", "is played with 'jours-de-gloire'"),
    ("perft none.perft", "none.perft: no such file"),
    ("bench nothing", "there are"),
    ("odds", "jours-de-gloire, skirmish"),
    ("odds jours-de-gloire", "charge, shock, fire"),
    ("odds jours-de-gloire chrge", "did you mean 'charge'?"),
    ("odds jours-de-gloire charge", "--attacker"),
    (CHARGE + " --terrain wood", "did you mean 'woods'?"),
    (CHARGE + " --plot a.gif", ".png, .pdf, .svg"),
    ("odds --question none.toml", "none.toml: no such file"),
    ("compare --attacker 600", "write it like '600 heavy cavalry'"),
    ("drill jours-de-gloire --about foo", "known are charge"),
    ("sheet jours-de-gloire --out a.txt", ".pdf"),
    ("map render none --out a.png", "there is no such file, nor a map of that name"),
    ("map render teaching --out a.gif", ".png, .pdf or .svg"),
    ("map reach teaching 0704 --budget x --arm infantry", "write 4, 7/2 or 3.5"),
    ("map reach teaching 0704 --budget 4 --arm infantr", "did you mean 'infantry'?"),
    ("map sight teaching 0704", "or ask for --field"),
    ("map import none.tmx --out d", "none.tmx"),
]


@pytest.mark.parametrize(("line", "answer"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_one_sentence(
    line: str,
    answer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    code, out, err = gloire(capsys, *shlex.split(line))
    assert (code, out) == (2, "")
    assert err.startswith("gloire: ") and err.count("\n") == 1
    assert answer in err


@pytest.mark.skipif(os.name == "nt", reason="Windows has a screen, or SDL says otherwise")
def test_without_a_screen_the_window_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not even SDL, which writes to stderr by itself, adds a line."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    code, out, err = gloire(capfd, "play", "meeting")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "'gloire text SCENARIO' plays without one" in err
