"""House rules: switches with a default, and the players' own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.errors import DataError
from game.core.ruleset import load_ruleset
from game.core.switches import house_rules, read_house_rules, read_switches

SWITCHES = load_ruleset("skirmish").switches
FILE = 'format = 1\nruleset = "skirmish"\n[switches]\nwoods = "as_clear"\n'


def test_what_is_not_chosen_stands_as_it_is_printed() -> None:
    assert house_rules(SWITCHES, {}, "here") == {"woods": "whole_move"}
    assert house_rules(SWITCHES, {"woods": "as_clear"}, "here") == {"woods": "as_clear"}


def test_the_players_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(FILE, encoding="utf-8")
    assert read_house_rules(path, "skirmish", SWITCHES) == {"woods": "as_clear"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("woods =", "wods =", "ours.toml, wods: no such house rule; did you mean 'woods'?"),
        ("as_clear", "as_claer", "ours.toml, woods: 'as_claer' is not a choice; did you mean 'as_clear'?"),
        ('"as_clear"', "3", "ours.toml, woods: '3' is not a choice"),
        ("format = 1", "format = 2", "ours.toml, format: must be 1"),
        ("format = 1", "format = true", "ours.toml, format: must be 1"),
        ('"skirmish"', '"chess"', "ours.toml, ruleset: is 'chess', but the game is 'skirmish'"),
        ("[switches]", "[switch]", "ours.toml, switch: unknown key 'switch'; did you mean 'switches'?"),
        ('[switches]\nwoods = "as_clear"', "switches = 1", "must be a table of house rules"),
    ],
)
def test_a_slip_in_the_players_file_is_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(FILE.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        read_house_rules(path, "skirmish", SWITCHES)
    assert problem in str(refused.value)


def test_a_default_must_be_one_of_the_choices(tmp_path: Path) -> None:
    path = tmp_path / "switches.toml"
    path.write_text(
        'format = 1\n[[switch]]\nkey = "a"\nrule = "1"\nquestion = "?"\ndefault = "x"\n'
        'choices = [{ key = "y", text = "" }, { key = "z", text = "" }]\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError, match="default 'x' of 'a' is not one of its choices"):
        read_switches(path)
