"""French is complete: every text of the program and of each ruleset, with the fields it has in English."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from game.chronicle import ending
from game.core import ruleset as rulesets
from game.core.ruleset import find_rulesets
from game.core.state import Outcome
from game.core.tongue import _, spoken
from game.fuzz import fuzz
from game.languages import catalogues, speak
from game.library import find_scenario
from game.match import Match
from game.rulesets.age_of_glory.steps.combat import Verdict, row_read
from game.rulesets.age_of_glory.tables import load_tables as age_of_glory_tables
from tests.cli.test_cli import Capture, refused, run
from tests.french import listening
from tools.messages import Room, compiled, main, misfits, missing, obsolete, read_po, rooms, set_in_type

ROOMS = rooms()


@pytest.fixture(params=ROOMS, ids=lambda room: room.folder.name)
def room(request: pytest.FixtureRequest) -> Room:
    return request.param


def french(room: Room) -> Path:
    return room.locale / "fr" / "LC_MESSAGES" / "gloire.po"


def test_every_text_has_a_translation(room: Room) -> None:
    assert len(room.texts) > 50
    assert [text.text for text in missing(read_po(french(room)), room)] == []


def test_translations_keep_the_fields_of_their_texts(room: Room) -> None:
    assert misfits(read_po(french(room))) == []


def test_nothing_is_translated_that_nobody_says(room: Room) -> None:
    assert obsolete(read_po(french(room)), room) == []


def test_the_catalogue_is_compiled(room: Room) -> None:
    path = french(room)
    assert path.with_suffix(".mo").read_bytes() == compiled(read_po(path), "fr")


def test_rulesets_that_say_the_same_say_it_alike() -> None:
    """Catalogues are asked one after the other: it must not matter which comes first."""
    told: dict[str, set[str]] = {}
    for room in ROOMS:
        for key, value in read_po(french(room)).items():
            if key and value:
                told.setdefault(key, set()).add(value)
    assert {key: values for key, values in told.items() if len(values) > 1} == {}


@pytest.mark.parametrize("scenario", ["meeting", "pike-drill", "skirmish"])
def test_a_game_leaves_nothing_in_english(scenario: str) -> None:
    """Also the words that are put together while playing: arms, states, ways to move."""
    file = find_scenario(scenario)
    with listening() as missed:
        report = fuzz(file.ruleset, 2, 3, [file])
    assert report.faults == []
    assert [text for text in sorted(missed) if re.search("[A-Za-z]{3}", text)] == []


def test_the_winner_is_named_in_french() -> None:
    """A side has a French name, and no verb that would have to agree with it."""
    match = Match.begin("jours-de-gloire", "meeting", seed=1)
    with listening():
        told = ending(match.rules, Outcome("blue", "decisive", "Blue 30, Red 2"))
    assert told.replace("\N{NO-BREAK SPACE}", " ").startswith("Victoire (décisive) : Bleus.")


def test_rows_of_a_table_are_known_in_french() -> None:
    """No rule and no picture hangs on the words a row is told in."""
    with listening():
        for row in age_of_glory_tables().printed["close_combat"].rows:
            assert row_read(str(Verdict(row, "Shattered!", 2))) == row


def test_french_is_set_with_spaces_that_do_not_break() -> None:
    assert set_in_type("« Feu ! » : 5 %", "fr") == "«\xa0Feu\xa0!\xa0»\xa0: 5\xa0%"
    assert set_in_type("Fire! : 5 %", "en") == "Fire! : 5 %"


# --- a ruleset brings its own ------------------------------------------------------------------------


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A ruleset from elsewhere, with a catalogue in its folder."""
    folder = tmp_path / "guest_rules"
    catalogue = folder / "locale" / "fr" / "LC_MESSAGES" / "gloire.po"
    catalogue.parent.mkdir(parents=True)
    (folder / "ruleset.toml").write_text(
        'format = 1\nid = "guest"\ntitle = "Ours"\nversion = "1"\nperiod = "any"\nsummary = "A guest."\n',
        encoding="utf-8",
    )
    (folder / "__init__.py").write_text('SAID = N_("the {unit} sings")\n', encoding="utf-8")
    catalogue.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "A guest."\nmsgstr "Une invitée."\n\nmsgid "the {unit} sings"\nmsgstr "{unit} chante !"\n',
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("guest", "guest_rules", rulesets.ENTRY_POINTS)
    monkeypatch.setattr(rulesets, "entry_points", lambda group: [entry])
    find_rulesets.cache_clear()
    yield folder
    speak("en")
    find_rulesets.cache_clear()
    sys.modules.pop("guest_rules", None)


def test_a_ruleset_brings_its_own_catalogue(guest: Path, capsys: Capture) -> None:
    assert main([str(guest)]) == 0
    assert "guest_rules" in capsys.readouterr().out
    assert catalogues()[-1] == guest / "locale"
    speak("fr")
    assert _("the {unit} sings").format(unit="Ney") == "Ney chante\xa0!"
    assert _("Undo") == "Annuler"


def test_the_tool_says_what_a_guest_has_not_translated(guest: Path, capsys: Capture) -> None:
    (guest / "__init__.py").write_text('SAID = _("{n} drums"), word("big_drum")\n', encoding="utf-8")
    assert main(["--missing", str(guest)]) == 1
    told = capsys.readouterr().out
    assert "2 missing, 0 with other fields, 1 obsolete" in told
    assert 'msgid "{n} drums"' in told and 'msgid "big drum"' in told


# --- the command line --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [("--lang", "fr", "text", "meeting"), ("text", "meeting", "--lang", "fr")],
    ids=["before", "behind"],
)
def test_a_game_in_the_terminal_in_french(words: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    script = tmp_path / "lines"
    script.write_text("help\nquit\n", encoding="utf-8")
    _code, told, _err = run(capsys, *words, "--script", str(script), "--save", str(tmp_path / "game.record"))
    assert "Tour 1 sur 6" in told and "quitter ; rien n'est perdu" in told.replace("\xa0", " ")
    assert spoken() == "en"


def test_the_language_of_the_house(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
    monkeypatch.setenv("GLOIRE_LANG", "fr")
    assert "Résultats de combat" in run(capsys, "tables", "skirmish")[1]
    assert "Combat results" in run(capsys, "tables", "skirmish", "--lang", "en")[1]


def test_a_language_nobody_speaks_here(capsys: Capture) -> None:
    assert "'la' is not one of 'en', 'fr'" in refused(capsys, "--lang", "la", "tables", "skirmish")
