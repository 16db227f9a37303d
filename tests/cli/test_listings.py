"""`gloire rulesets`, `scenarios` and `tables`: what is there, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game import library
from game.core.scenario import open_scenario
from game.rulesets.skirmish import RULESET
from tests.cli.run import gloire

Capture = pytest.CaptureFixture[str]


def read(capsys: Capture, *words: object) -> str:
    code, out, err = gloire(capsys, *words)
    assert (code, err) == (0, "")
    return out


def test_rulesets(capsys: Capture) -> None:
    out = read(capsys, "rulesets")
    assert "skirmish" in out
    assert "Jours de Gloire Empire" in out


def test_rulesets_for_programs(capsys: Capture) -> None:
    found = {each["id"]: each for each in json.loads(read(capsys, "rulesets", "--json"))}
    assert found["skirmish"] == RULESET.manifest.model_dump(exclude={"format"})


def test_one_ruleset(capsys: Capture) -> None:
    out = read(capsys, "rulesets", "skirmish")
    assert "tables: combat\nhouse rules: woods\n" in out
    assert "    Activations [3]\n      A marker is drawn from the cup [3]\n" in out
    found = json.loads(read(capsys, "rulesets", "skirmish", "--json"))
    assert found["scenarios"] == ["skirmish"]
    assert {"id": "fight", "title": "An attack is rolled", "rule": "5", "asks": "nobody"} in found["steps"]


def test_switches(capsys: Capture) -> None:
    out = read(capsys, "rulesets", "skirmish", "--switches")
    assert "  * whole_move: Both movement points.\n    as_clear:" in out
    (switch,) = json.loads(read(capsys, "rulesets", "skirmish", "--switches", "--json"))
    assert switch["default"] == "whole_move"
    assert [choice["key"] for choice in switch["choices"]] == ["whole_move", "as_clear"]


def test_the_diagram(capsys: Capture) -> None:
    out = read(capsys, "rulesets", "skirmish", "--diagram")
    assert out == RULESET.sequence.mermaid()
    assert json.loads(read(capsys, "rulesets", "skirmish", "--diagram", "--json")) == {"mermaid": out}


def test_scenarios(capsys: Capture) -> None:
    assert "The" in read(capsys, "scenarios")
    found = {each["name"]: each for each in json.loads(read(capsys, "scenarios", "--json"))}
    assert found["skirmish"] == {
        "name": "skirmish",
        "title": "The crossroads",
        "ruleset": "skirmish",
        "date": "",
        "size": "small",
        "turns": 4,
        "playing_time": "10 minutes",
        "difficulty": "easy",
        "sides": ["Blue", "Red"],
    }


def test_listings_in_french(capsys: Capture) -> None:
    """What the window says in French the listings say, too; names to type stay as they are."""
    battles = read(capsys, "scenarios", "--lang", "fr")
    assert "Rencontre" in battles and "Autrichiens" in battles and "…" not in battles
    assert "règles" in read(capsys, "rulesets", "--lang", "fr")
    told = read(capsys, "rulesets", "jours-de-gloire", "--lang", "fr").replace("\N{NO-BREAK SPACE}", " ")
    assert "séquence de jeu :" in told and "Tour de jeu [1]" in told and "(les deux camps)" in told
    switches = read(capsys, "rulesets", "jours-de-gloire", "--switches", "--lang", "fr")
    assert "Quels hexagones une unité contrôle-t-elle" in switches and "six_hexes" in switches
    plain = read(capsys, "scenarios", "--json", "--lang", "fr")
    assert "A meeting at the brook" in plain


def test_scenarios_of_one_ruleset(capsys: Capture) -> None:
    found = json.loads(read(capsys, "scenarios", "--ruleset", "skirmish", "--json"))
    assert [each["name"] for each in found] == ["skirmish"]


def test_a_broken_scenario_does_not_hide_the_others(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "x" / "scenario.toml"
    broken.parent.mkdir()
    broken.write_text('format = 1\nruleset = "skirmish"\n', encoding="utf-8")
    good = library.shipped_names()["skirmish"]
    monkeypatch.setattr(library, "shipped_names", lambda: {"x": broken, "skirmish": good})
    monkeypatch.setattr(
        library, "shipped_scenario", lambda name: open_scenario(library.shipped_names()[name])
    )
    code, out, err = gloire(capsys, "scenarios", "--json")
    assert code == 2
    assert [each["name"] for each in json.loads(out)] == ["skirmish"]
    assert f"{broken}, map: is missing" in err


def test_tables(capsys: Capture) -> None:
    out = read(capsys, "tables", "skirmish")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "die -1 0 +1" in lines
    assert "6 DR DE DE" in lines
    assert "AE the attacker is eliminated" in lines


def test_one_table_for_programs(capsys: Capture) -> None:
    found = json.loads(read(capsys, "tables", "skirmish", "combat", "--json"))
    assert found["columns"] == ["-1", "0", "+1"]
    assert found["rows"]["6"] == ["DR", "DE", "DE"]
    assert json.loads(read(capsys, "tables", "skirmish", "--json")) == {"combat": found}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rulesets", "skirmsh"), "did you mean 'skirmish'?"),
        (("rulesets", "--diagram"), "name the ruleset"),
        (("rulesets", "--switches"), "name the ruleset"),
        (("scenarios", "--ruleset", "skirmsh"), "did you mean 'skirmish'?"),
        (("tables", "skirmish", "combt"), "did you mean 'combat'?"),
        (("tables", "skirmish", "xyz"), "known are combat"),
        (("tables",), "missing argument"),
    ],
)
def test_mistakes(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    code, out, err = gloire(capsys, *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
