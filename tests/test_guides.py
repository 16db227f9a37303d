"""The guides quote the code as it is, and what they tell people to type works."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from game.core.ruleset import Ruleset, load_ruleset
from game.core.switches import read_house_rules
from game.rulesets import jours_de_gloire
from game.rulesets.skirmish import RULESET
from game.ui.keys import BINDINGS, spoken
from tests.cli.run import gloire

ROOT = Path(__file__).resolve().parent.parent
RULESETS = (ROOT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
HOUSE_RULES = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", RULESETS, re.DOTALL)


def test_there_are_quotes_and_every_block_of_python_is_one() -> None:
    assert len(QUOTES) >= 10
    assert RULESETS.count("```python") == sum("```python\n" + code in RULESETS for _, code in QUOTES)


@pytest.mark.parametrize(("name", "code"), QUOTES)
def test_code_is_quoted_as_it_stands(name: str, code: str) -> None:
    assert code in (ROOT / name).read_text(encoding="utf-8")


def test_every_file_the_guide_lists_is_there() -> None:
    folders = {"game/rulesets/skirmish/": 7, "maps/skirmish/": 2}
    for folder, count in folders.items():
        listed = re.search(rf"^    {folder}\n((?:        .*\n)+)", RULESETS, re.MULTILINE)
        assert listed
        names = [line.split()[0] for line in listed[1].splitlines()]
        assert len(names) >= count
        assert all((ROOT / folder / name).exists() for name in names)


def test_everything_a_ruleset_must_offer_is_in_the_table() -> None:
    offered = {name for name in vars(Ruleset) if not name.startswith("_")}
    assert {"set_up", "broken", "vocabulary"} <= offered
    for name in offered:
        assert f"`{name}" in RULESETS


def test_the_house_rules_of_the_guide_are_in_order(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", HOUSE_RULES, re.DOTALL)
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    assert read_house_rules(path, "skirmish", RULESET.switches) == {"woods": "as_clear"}


# --- the first game --------------------------------------------------------------------------------


def test_the_first_game_goes_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line the guide shows comes on the screen, in this order; the dice fall as it says."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.setenv("COLUMNS", "200")
    guide = importlib.import_module("_guide")
    text = guide.guide_text()
    scenario, seed = guide.scenario_and_seed(text)
    script = tmp_path / "lines.txt"
    script.write_text("\n".join(guide.typed(text)), encoding="utf-8")
    kept = tmp_path / "first.record"
    code, out, err = gloire(capsys, "text", scenario, "--seed", seed, "--save", kept, "--script", script)
    assert (code, err) == (0, "")
    told = iter(line.strip() for line in out.splitlines())
    shown = guide.shown(text)
    assert len(shown) > 80
    for line in shown:
        assert line in told, f"the guide shows '{line}', the game does not"
    step, action = re.findall(r'--record first.record --at (\d+) "(.+)"', text)[0]
    code, out, err = gloire(capsys, "odds", "--record", kept, "--at", step, action)
    assert (code, err) == (0, "")


# --- the rules reference ---------------------------------------------------------------------------

REFERENCES = {
    name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("jours-de-gloire", "jours-de-gloire.fr")
}
IN_EACH = pytest.mark.parametrize("reference", REFERENCES.values(), ids=REFERENCES)


def told_rules(reference: str) -> set[str]:
    """The numbers under which a reference of Jours de Gloire tells a rule."""
    return set(re.findall(r"\*\*(\d+(?:\.\d+)*)\*\*", reference)) | set(
        re.findall(r"^## (\d+) ", reference, re.MULTILINE)
    )


def cited_rules() -> set[str]:
    """The numbers the program cites: in its boxes, house rules, refusals, modifier lines and docstrings."""
    ruleset = load_ruleset("jours-de-gloire")
    found = [switch.rule for switch in ruleset.switches.values()]
    found += [node.rule for node in ruleset.sequence.nodes.values()]
    for path in sorted(Path(jours_de_gloire.__file__).parent.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found += re.findall(r"\[(\d[\d., ]*)\]", text) + re.findall(r', "(\d+\.\d+(?:\.\d+)?)"\)', text)
    chapters = {number for each in found for number in re.split(r", *", each) if number}
    return chapters - {"19"}  # the invariants: for programmers, not for players


@IN_EACH
def test_the_reference_tells_every_rule_the_program_cites(reference: str) -> None:
    assert len(cited_rules()) > 40
    assert cited_rules() <= told_rules(reference)


@IN_EACH
def test_the_reference_marks_every_rule_that_is_a_house_rule(reference: str) -> None:
    """A star stands in each paragraph whose rule has a switch."""
    switches = load_ruleset("jours-de-gloire").switches.values()
    rules = {rule for switch in switches for rule in switch.rule.split(", ")}
    parts = re.split(r"\*\*(\d+(?:\.\d+)*)\*\*", reference)
    starred = {
        number
        for number, text in zip(parts[1::2], parts[2::2], strict=True)
        if re.search(r"\w\*[:;., )]", text)
    }
    assert rules <= starred


def test_both_languages_tell_the_same_rules() -> None:
    english, french = REFERENCES.values()
    assert told_rules(english) == told_rules(french)


# --- the table -------------------------------------------------------------------------------------


def test_the_page_of_the_table_names_the_usual_key_for_everything() -> None:
    page = (ROOT / "docs" / "the-table.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([^`]+)`", page)) | {str(number) for number in range(1, 9)}
    arrows = {"Left", "Right", "Up", "Down"}
    for name, binding in BINDINGS.items():
        usual = {spoken(key).removeprefix("Shift+") for key in binding.keys}
        assert usual & (told | arrows), name
