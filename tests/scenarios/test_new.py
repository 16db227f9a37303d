"""`gloire new`, the starters it writes, and the guide: each plays as it is."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest

from game.cli import main
from game.core.scenario import open_scenario
from game.match import Match
from game.opening import remarks
from game.shipped import shipped
from game.starter import map_text, rulesets_with_starter
from hexmap.files import parse_map, read_map
from hexmap.mapadvice import advice

ROOT = Path(__file__).resolve().parent.parent.parent
LONGEST = 5000  # actions: ten times what a game on a small field takes
Capture = pytest.CaptureFixture[str]


def gloire(capsys: Capture, *words: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    said = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, said.out, said.err


def play_to_the_end(path: Path) -> Match:
    file = open_scenario(path)
    match = Match.begin(file.ruleset, file, seed=5)
    choose = random.Random(5)
    for _action in range(LONGEST):
        if match.is_over:
            return match
        match.act(choose.choice(match.legal()))
    raise AssertionError(f"the game did not end: turn {match.state.turn}, {match.state.frame.step}")


@pytest.mark.parametrize("ruleset", rulesets_with_starter())
def test_a_new_scenario_is_in_order_and_plays(ruleset: str, tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "quatre-bras"
    code, out, err = gloire(capsys, "new", "scenario", folder, "--ruleset", ruleset)
    assert (code, err) == (0, "")
    assert f"{folder / 'map.toml'}: written" in out and f"{folder / 'scenario.toml'}: written" in out
    code, out, err = gloire(capsys, "check", folder)
    assert (code, err) == (0, "") and "note" not in out
    assert open_scenario(folder / "scenario.toml").title == "Quatre bras"
    assert play_to_the_end(folder / "scenario.toml").state.result is not None


def test_most_lines_of_a_first_map_are_explained() -> None:
    assert map_text("Field").count("#") >= 15


@pytest.mark.parametrize("ruleset", rulesets_with_starter())
def test_most_lines_of_a_starter_are_explained(ruleset: str) -> None:
    """Each table of the files has a comment of its own before it or beside it."""
    text = rulesets_with_starter()[ruleset].read_text(encoding="utf-8")
    assert text.count("#") >= 15
    assert len(tomllib.loads(text)["victory"]["levels"]) >= 2


def test_a_new_map_alone(tmp_path: Path, capsys: Capture) -> None:
    assert gloire(capsys, "new", "map", tmp_path / "field")[0] == 0
    board = read_map(tmp_path / "field")
    assert (board.title, board.name, board.grid.columns, board.grid.rows) == ("Field", "field", 12, 9)
    assert advice(board, tmp_path) == []


def test_a_new_map_of_a_size(tmp_path: Path, capsys: Capture) -> None:
    assert gloire(capsys, "new", "map", tmp_path, "--columns", "24", "--rows", "18")[0] == 0
    board = read_map(tmp_path)
    assert (board.grid.columns, board.grid.rows) == (24, 18)
    assert set(board.terrain.values()) == {"clear"} and not board.roads
    text = (tmp_path / "map.toml").read_text(encoding="utf-8")
    assert "# [[roads]]" in text and "# # " not in text


@pytest.mark.parametrize("ruleset", rulesets_with_starter())
@pytest.mark.parametrize("name", ["teaching", "saalfeld", "benchmark"])
def test_a_new_scenario_fits_itself_to_the_map_that_is_there(
    name: str, ruleset: str, tmp_path: Path, capsys: Capture
) -> None:
    text = (shipped("maps") / name / "map.toml").read_text(encoding="utf-8")
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    code, out, err = gloire(capsys, "new", "scenario", tmp_path, "--ruleset", ruleset)
    assert (code, err) == (0, "") and "map.toml: written" not in out
    assert (tmp_path / "map.toml").read_text(encoding="utf-8") == text
    file = open_scenario(tmp_path / "scenario.toml")
    match = Match.begin(file.ruleset, file, seed=1)
    assert not [remark for remark in remarks(file, match.rules, match.state) if "faces" in remark]


@pytest.mark.parametrize("ruleset", rulesets_with_starter())
def test_a_pointy_map_gets_its_own_facings(ruleset: str, tmp_path: Path, capsys: Capture) -> None:
    pointy = map_text("Field", 14, 12).replace('orientation = "flat"', 'orientation = "pointy"')
    assert parse_map(pointy).grid.orientation == "pointy"
    (tmp_path / "map.toml").write_text(pointy, encoding="utf-8")
    assert gloire(capsys, "new", "scenario", tmp_path, "--ruleset", ruleset)[0] == 0
    assert play_to_the_end(tmp_path / "scenario.toml").is_over


def test_nothing_is_overwritten(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "scenario.toml").write_text("mine", encoding="utf-8")
    (tmp_path / "map.toml").write_text("mine", encoding="utf-8")
    for kind in ("map", "scenario"):
        code, out, err = gloire(capsys, "new", kind, tmp_path)
        path = tmp_path / f"{kind}.toml"
        assert (code, out) == (2, "")
        assert err == f"gloire: {path}: is there already; name another folder, or move it away\n"
        assert path.read_text(encoding="utf-8") == "mine"


def test_a_map_that_cannot_be_played_on_leaves_no_scenario(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "map.toml").write_text(map_text("Field").replace('"woods"', '"jungle"'), encoding="utf-8")
    code, _, err = gloire(capsys, "new", "scenario", tmp_path)
    assert code == 2 and "jungle" in err and err.count("\n") == 1
    assert not (tmp_path / "scenario.toml").exists()


def test_a_map_without_room_is_refused(tmp_path: Path, capsys: Capture) -> None:
    gloire(capsys, "new", "map", tmp_path, "--columns", "2", "--rows", "2")
    code, _, err = gloire(capsys, "new", "scenario", tmp_path)
    assert code == 2 and "has no room for the units of a starter; draw it larger" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new",), "'gloire new' wants one more word: map, scenario"),
        (("new", "battle", "x"), "'gloire new' has no command 'battle'"),
        (("new", "scenario", "x", "--ruleset", "jours-de-glorie"), "did you mean 'jours-de-gloire'?"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(words: tuple[str, ...], told: str, capsys: Capture) -> None:
    code, out, err = gloire(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1) and told in err


def test_the_smallest_scenario_of_the_guide_plays(tmp_path: Path) -> None:
    """Taken from the two guides as they stand; no key of it can be left out."""
    guide = (ROOT / "docs" / "writing-a-scenario.md").read_text(encoding="utf-8")
    map_guide = (ROOT / "docs" / "writing-a-map.md").read_text(encoding="utf-8")
    scenario = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)[0]
    (tmp_path / "map.toml").write_text(
        re.findall(r"```toml\n(.*?)```", map_guide, re.DOTALL)[0], encoding="utf-8"
    )
    path = tmp_path / "scenario.toml"
    path.write_text(scenario, encoding="utf-8")
    assert play_to_the_end(path).is_over
    for key in tomllib.loads(scenario):
        lines = re.sub(rf"^{key} = (\[$.*?^\]|.*?$)", "", scenario, flags=re.DOTALL | re.MULTILINE)
        assert lines != scenario
        path.write_text(lines, encoding="utf-8")
        with pytest.raises(Exception, match=r"scenario\.toml"):
            play_to_the_end(path)


def test_every_other_example_of_the_guide_is_toml() -> None:
    guide = (ROOT / "docs" / "writing-a-scenario.md").read_text(encoding="utf-8")
    for block in re.findall(r"```toml\n(.*?)```", guide, re.DOTALL):
        assert tomllib.loads(block)
