"""`gloire map reach`, as a person and as a program use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexmap
from game.cli import main
from game.cli.map_reach import spoken

MAP = """
format = 1
name = "ford"
title = "The ford"
[grid]
columns = 3
rows = 1
[legend]
"." = "clear"
w = "woods"
s = "sea"
[ground]
terrain = [". w s"]
"""


@pytest.fixture
def ford(tmp_path):
    file = tmp_path / "map.toml"
    file.write_text(MAP, "utf-8")
    return str(file)


def run(capsys, *words):
    with pytest.raises(SystemExit) as left:
        main(["map", "reach", *words])
    out, err = capsys.readouterr()
    return left.value.code, out, err


def told(capsys, *words):
    """The one sentence a mistake gets."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    return err.strip()


def test_every_hex_with_cost_and_way_as_json(ford, capsys):
    code, out, err = run(capsys, ford, "0101", "--budget", "5/2", "--arm", "infantry", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "map": "ford",
        "start": "0101",
        "arm": "infantry",
        "costs": "neutral",
        "budget": "5/2",
        "hexes": [
            {
                "hex": "0101",
                "cost": "0",
                "left": "5/2",
                "stops": False,
                "by_minimum": False,
                "path": ["0101"],
            },
            {
                "hex": "0201",
                "cost": "2",
                "left": "1/2",
                "stops": False,
                "by_minimum": False,
                "path": ["0101", "0201"],
            },
        ],
    }


def test_the_way_to_a_hex_is_itemised(ford, capsys):
    words = (ford, "0101", "--budget", "1", "--arm", "cavalry", "--to", "0201", "--json")
    found = json.loads(run(capsys, *words)[1])
    assert found["reached"] is False
    assert found["why_not"] == {"why": "needs 3 movement points, 1 left", "rule": ""}
    assert found["route"] == [
        {
            "from": "0101",
            "to": "0201",
            "cost": "3",
            "spent": "3",
            "items": [{"what": "woods", "cost": "3", "rule": ""}],
        }
    ]
    found = json.loads(run(capsys, *words, "--minimum")[1])
    assert (found["reached"], found["why_not"]) == (True, None)


def test_people_read_a_table(ford, capsys):
    code, out, _ = run(capsys, ford, "0101", "--budget", "2.5", "--arm", "infantry")
    assert code == 0
    assert "Infantry from 0101 with 2 1/2 movement points: 2 hexes" in out
    assert ["0201", "2", "1/2", "woods", "straight"] in [line.split() for line in out.splitlines()]
    _, out, _ = run(capsys, ford, "0101", "--budget", "9", "--arm", "infantry", "--to", "0301")
    assert out.strip() == "cannot reach 0301: infantry cannot enter sea"
    _, out, _ = run(capsys, ford, "0101", "--budget", "9", "--arm", "infantry", "--to", "0201")
    assert out.strip().endswith("0201 costs 2 movement points, 7 left")
    _, out, _ = run(capsys, ford, "0101", "--budget", "0", "--arm", "infantry", "--minimum")
    assert "by minimum move" in out


def test_costs_come_from_a_file_too(ford, tmp_path, capsys):
    costs = tmp_path / "costs.toml"
    neutral = Path(hexmap.__file__).with_name("neutral.toml").read_text("utf-8")
    costs.write_text(neutral.replace("woods       = [2,", 'woods       = ["1/3",'), "utf-8")
    words = (ford, "0101", "--budget", "1", "--arm", "infantry", "--json", "--costs", str(costs))
    assert json.loads(run(capsys, *words)[1])["hexes"][1]["cost"] == "1/3"
    assert (
        told(capsys, *words, "--ruleset", "neutral") == "gloire: give either --costs or --ruleset, not both"
    )
    costs.write_text("format = 1\n", "utf-8")
    assert told(capsys, *words) == f"gloire: {costs}, name: is missing"


def test_a_map_with_ground_that_has_no_cost_is_refused(ford, tmp_path, capsys):
    file = Path(ford)
    file.write_text(MAP.replace('"sea"', '"jungle"'), "utf-8")
    assert told(capsys, ford, "0101", "--budget", "1", "--arm", "infantry") == (
        f"gloire: {file}: 'neutral' has no cost for terrain 'jungle'"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["0901", "--budget", "1", "--arm", "infantry"],
            "hex '0901' is off the map, which runs from 0101 to 0301",
        ),
        (["here", "--budget", "1", "--arm", "infantry"], "'here' is not a hex label; one looks like '0101'"),
        (["0101", "--budget", "1", "--arm", "infantry", "--to", "0109"], "hex '0109' is off the map"),
        (["0101", "--budget", "-1", "--arm", "infantry"], "'-1' is no number of movement points"),
        (["0101", "--budget", "1/0", "--arm", "infantry"], "'1/0' is no number of movement points"),
        (["0101", "--budget", "1", "--arm", "cavalri"], "no arm 'cavalri'; did you mean 'cavalry'?"),
        (
            ["0101", "--budget", "1", "--arm", "x", "--ruleset", "chess"],
            "called 'chess' gives movement costs; known are",
        ),
        (["0101", "--budget", "1", "--arm", "x", "--costs", "none.toml"], "none.toml: there is no such file"),
        (["0101", "--arm", "infantry"], "missing option '--budget'"),
    ],
)
def test_mistakes_get_one_sentence(ford, capsys, words, sentence):
    assert sentence in told(capsys, ford, *words)


def test_a_map_that_is_not_there(capsys):
    assert "there is no such file" in told(capsys, "none.toml", "0101", "--budget", "1", "--arm", "infantry")


@pytest.mark.parametrize("arm", ["infantry", "cavalry", "artillery", "general"])
def test_the_teaching_map_is_priced_for_every_arm(arm, capsys):
    code, out, _ = run(capsys, "teaching", "0704", "--budget", "30", "--arm", arm, "--json")
    assert code == 0
    assert len(json.loads(out)["hexes"]) > 50


@pytest.mark.parametrize(("arm", "cost"), [("infantry", "2"), ("heavy_cavalry", "3")])
def test_a_ruleset_prices_the_map_by_its_own_table(ford, capsys, arm, cost):
    words = ("0101", "--budget", "3", "--arm", arm, "--ruleset", "jours-de-gloire")
    code, out, _ = run(capsys, ford, *words, "--to", "0201", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["costs"] == "jours-de-gloire"
    (step,) = found["route"]
    assert step["cost"] == cost
    assert step["items"][0]["rule"] == "terrain table"
    code, out, _ = run(capsys, ford, *words)
    assert code == 0
    assert out.startswith(f"{arm.replace('_', ' ').capitalize()} from 0101 with 3 movement points: 2 hexes")


def test_the_neutral_costs_can_be_named(ford, capsys):
    words = (ford, "0101", "--budget", "3", "--arm", "infantry", "--json")
    assert run(capsys, *words, "--ruleset", "neutral") == run(capsys, *words)


@pytest.mark.parametrize(("cost", "text"), [(0, "0"), (2, "2"), ("1/2", "1/2"), ("7/2", "3 1/2")])
def test_costs_are_spoken_as_people_write_them(cost, text):
    from fractions import Fraction

    assert spoken(Fraction(cost)) == text
