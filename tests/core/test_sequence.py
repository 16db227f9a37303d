"""The sequence of play as a file: refused when its names do not meet, shown as a flow chart."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.errors import DataError
from game.core.ruleset import load_ruleset
from game.core.sequence import Node, Sequence, read_sequence

GOOD = """
format = 1
start = "turn"
node = [
  { id = "turn", title = "Turn", parts = ["talk", "end"], repeat = "day" },
  { id = "talk", title = "Talk", rule = "2", asks = "both", secret = true, when = "loud", opens = ["end"] },
  { id = "end", title = "End" },
]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "sequence.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_sequence_is_read(tmp_path: Path) -> None:
    sequence = read_sequence(written(tmp_path, GOOD))
    assert list(sequence.nodes) == ["turn", "talk", "end"]
    assert sequence.conditions() == {"day", "loud"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"talk", "end"]', '"talk", "night"]', "'turn' names 'night', which is not described"),
        ('opens = ["end"]', 'opens = ["fire"]', "'talk' names 'fire', which is not described"),
        ('start = "turn"', 'start = "dawn"', "start names 'dawn', which is not described"),
        ('id = "end"', 'id = "talk"', "two nodes share an id"),
        ("format = 1", "format = 2", "sequence.toml, format: "),
        ('asks = "both"', 'asks = "everybody"', "sequence.toml, node[1].asks: "),
        ('title = "End"', 'title = "End", repeat = "day"', "'end' repeats, but has no parts to repeat"),
        ('title = "Turn"', 'title = "Turn", asks = "both"', "it neither asks nor opens anything itself"),
        ('title = "End"', 'title = "End", titel = "x"', "unknown key 'titel'; did you mean 'title'?"),
        ("node = [", "node = {", "is not readable as TOML"),
    ],
)
def test_a_broken_sequence_is_refused_by_name(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(DataError) as refused:
        read_sequence(written(tmp_path, GOOD.replace(old, new)))
    assert problem in str(refused.value)


def test_the_flow_chart_shows_every_box_and_arrow() -> None:
    chart = load_ruleset("skirmish").sequence.mermaid()
    assert chart.startswith("flowchart TD\n")
    assert (
        '  orders{{"Both sides choose an order in secret<br/><small>[2]</small><br/><i>asks both</i>"}}'
        in chart
    )
    assert "  act -.->|opens| retreat" in chart
    assert "  act -->|again while markers left| activations" in chart


def test_titles_that_mermaid_would_misread_are_drawn_as_they_are() -> None:
    titles = ("1. Fire", '"Vorwärts"', "No. 2. and #3")
    nodes = tuple(Node(id=f"step{n}", title=title) for n, title in enumerate(titles))
    chart = Sequence(format=1, start="step0", node=nodes).mermaid()
    assert '  step0["1#46; Fire"]' in chart
    assert '  step1["#quot;Vorwärts#quot;"]' in chart
    assert '  step2["No. 2. and #35;3"]' in chart


def test_words_that_mermaid_keeps_for_itself_name_no_box(tmp_path: Path) -> None:
    (tmp_path / "sequence.toml").write_text(GOOD, encoding="utf-8")
    chart = read_sequence(tmp_path / "sequence.toml").mermaid()
    assert '  end_["End"]' in chart
    assert "  talk --> end_" in chart
    assert "  talk -.->|opens| end_" in chart
