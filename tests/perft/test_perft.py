"""Counted legal play: the files hold, and so does the counting itself against plain enumeration."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.actions import act
from game.core.dice import Face, OutOfFaces, ScriptedDice
from game.core.engine import legal_actions, play
from game.core.errors import DataError
from game.core.state import GameState
from game.match import Match
from game.perft import Counter, Play, Position, position_of, read_position, set_up
from tests.games import played

FILES = sorted(Path(__file__).parent.glob("*.perft"))
MOST = 20_000  # deeper counts are for `gloire perft`


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_positions(path: Path) -> None:
    position = read_position(path)
    match = set_up(position, path)
    counter = Counter(match.rules)
    depths = [depth for depth, count in position.counts.items() if count <= MOST]
    assert depths
    assert {n: counter.count(match.state, n) for n in depths} == {n: position.counts[n] for n in depths}


@pytest.mark.parametrize("prefix", ["age-of-glory", "jdg", "skirmish"])
def test_there_is_a_position_for_every_step_that_asks(prefix: str) -> None:
    matches = [set_up(read_position(path), path) for path in FILES if path.stem.startswith(prefix)]
    asking = {name for name, node in matches[0].rules.nodes.items() if node.asks != "nobody"}
    assert {match.state.frame.step for match in matches} == asking


def plainly(rules: object, state: GameState, depth: int, faces: tuple[Face, ...] = ()) -> int:
    """The same count by playing every sequence out, nothing remembered, every way of every die."""
    if depth == 0:
        return 1
    return sum(plain_action(rules, state, action, depth, ()) for action in legal_actions(rules, state))  # type: ignore[arg-type]


def plain_action(rules: object, state: GameState, action: object, depth: int, faces: tuple[Face, ...]) -> int:
    try:
        after = play(rules, state, action, ScriptedDice(*faces)).state  # type: ignore[arg-type]
    except OutOfFaces as wanted:
        alike = {wanted.read(face): face for face in wanted.die.faces}
        return sum(plain_action(rules, state, action, depth, (*faces, face)) for face in alike.values())
    return plainly(rules, after, depth - 1)


@pytest.mark.parametrize(
    "path", [path for path in FILES if "skirmish" in path.stem], ids=lambda path: path.stem
)
def test_counting_agrees_with_plain_enumeration(path: Path) -> None:
    match = set_up(read_position(path), path)
    assert Counter(match.rules).count(match.state, 2) == plainly(match.rules, match.state, 2)


def test_a_finished_game_has_no_way_on() -> None:
    match = played()
    assert Counter(match.rules).count(match.state, 0) == 1
    assert Counter(match.rules).count(match.state, 1) == 0


def test_faces_that_read_alike_are_one_way() -> None:
    """[2] [3] After both orders one of two markers comes up first, though there are four in the cup."""
    match = Match.begin("skirmish", "skirmish", seed=1)
    match.act(act("order", "hold"))
    counter = Counter(match.rules)
    assert len(list(counter.after(match.state, act("order", "hold")))) == 2


def test_divide_adds_up() -> None:
    match = Match.begin("skirmish", "skirmish", seed=1)
    counter = Counter(match.rules)
    assert sum(counter.divide(match.state, 3).values()) == counter.count(match.state, 3)


def test_a_position_reads_back(tmp_path: Path) -> None:
    match = Match.begin("skirmish", "skirmish", {"woods": "as_clear"}, seed=2)
    for action in (act("order", "hold"), act("order", "advance"), act("pass")):
        match.act(action)
    position = position_of(match, ("a remark",)).with_counts({1: 2, 2: 3})
    path = tmp_path / "x.perft"
    path.write_text(position.text(), encoding="utf-8")
    assert read_position(path) == position
    again = set_up(position, path)
    assert again.state == match.state
    assert again.header.house_rules == match.header.house_rules


GOOD = "gloire perft 1\nscenario: skirmish\nplay: order hold\nplay: order hold | blue\ncount 1: 3\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("perft 1", "perft 2", "line 1: a position begins with 'gloire perft 1'"),
        ("scenario: skirmish\n", "", "scenario: is missing"),
        ("scenario: skirmish", "scenario: skrmish", "did you mean 'skirmish'?"),
        ("count 1: 3", "count 1: x", "line 5: should be"),
        ("count 1: 3", "count one: 3", "line 5: should be"),
        ("play: order hold\n", "plays: order hold\n", "line 3: should be"),
        ("play: order hold\n", "play: order retreat\n", "play: order retreat: cannot order retreat"),
        ("| blue", "", "play: order hold: a face is missing for: marker from the cup"),
        ("| blue", "| green", "'green' is not a face of the cup"),
        ("| blue", "| blue, 3", "faces are left over: 3"),
        ("| blue", '| "blue', "quotes that do not close"),
        ("scenario", "house rule: wods x\nscenario", "wods: no such house rule"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in GOOD
    path = tmp_path / "x.perft"
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        set_up(read_position(path), path)
    assert told in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"gloire perft 1\n\x00: 1"])
def test_what_is_no_position_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.perft"
    path.write_bytes(content)
    with pytest.raises(DataError):
        read_position(path)


def test_a_scenario_beside_the_position(tmp_path: Path) -> None:
    from game.library import find_scenario

    shipped = find_scenario("skirmish").path
    for name in ("map.toml", "scenario.toml"):
        (tmp_path / name).write_bytes((shipped.parent / name).read_bytes())
    match = set_up(Position("scenario.toml", plays=(Play(act("order", "hold")),)), tmp_path / "x.perft")
    assert match.scenario.path == tmp_path / "scenario.toml"
